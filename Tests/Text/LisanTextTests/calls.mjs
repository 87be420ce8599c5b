// What the package for JavaScript refuses, level runs, and rows in one call; as an ES module and by require.
//
//   node calls.mjs PACKAGE    // the folder of lisantext.js
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
const [folder] = process.argv.slice(2);
const required = createRequire(import.meta.url)(`${folder}/lisantext.cjs`);
const imported = await import(pathToFileURL(`${folder}/lisantext.js`));
assert.deepEqual(Object.keys(required).sort(), Object.keys(imported).sort());

const FAMILY = "👨‍👩‍👧";
for (const { Text, arrange, arrangeRows, encode, visualRows, width } of [imported, required]) {
  for (const wrong of [null, undefined, 7, ["a"], {}]) {
    assert.throws(() => new Text(wrong), TypeError);
    assert.throws(() => width(wrong), TypeError);
    assert.throws(() => arrange([[wrong, 1]]), TypeError);
    assert.throws(() => visualRows([wrong]), TypeError);
  }
  assert.throws(() => new Text("a", { widths: "rich" }), RangeError);
  assert.deepEqual(new Text("a👍 אב 12", { direction: "ltr" }).line().runs, [
    { start: 0, end: 4, level: 0 }, { start: 7, end: 9, level: 2 }, { start: 4, end: 7, level: 1 },
  ]);
  const rows = ["אב", "", "a\nb", `${FAMILY}א لا`];
  const lines = rows.map((row) => new Text(row.replace("\n", "\u2029")).line());
  assert.deepEqual(visualRows(rows), lines.map((line) => line.visual()));
  assert.deepEqual(visualRows(rows, { encoding: "marks" }), lines.map((line) => line.visual("marks")));
  assert.deepEqual(visualRows(["אב", "abc"], { width: 3 }), [" בא", "abc"]);
  assert.deepEqual(visualRows([]), []);
  assert.deepEqual(arrangeRows([[["אב", 1], [FAMILY, 2], ["ג", 2]], [], [["x", 3]]]), [
    [[`ג${FAMILY}`, 2], ["בא", 1]], [], [["x", 3]],
  ]);
  assert.deepEqual(arrange([["ab א", 1], ["ב", 2]]), [["ab ", 1], ["ב", 2], ["א", 1]]);
  for (const emoji of [FAMILY, "👍🏽", "❤️", "1️⃣", "🇸🇦", "e\u0301\u0302\u0303\u0304\u0305\u0306"]) {
    const line = new Text(`א${emoji}ב`).line();
    const cells = line.cells.map((cell) => cell.text);
    assert.equal(line.visual(), `ב${emoji}א`);
    assert.equal(cells.join(""), line.visual());
    assert.equal(encode(cells, "visual"), line.visual());
  }
  // Clusters in many lines stay whole, and nothing is lost.
  const clusters = [FAMILY, "👍🏽", "❤️", "1️⃣", "🇸🇦", "e\u0301", "한", "א", "ש\u05b8", "a", " ", "7"];
  for (let number = 0, seed = 1; number < 5000; number++) {
    const parts = Array.from({ length: 1 + (number % 20) }, () => {
      seed = (seed * 48271) % 2147483647;
      return clusters[seed % clusters.length];
    });
    const line = new Text(parts.join(""), { direction: ["ltr", "rtl"][number % 2] }).line();
    const drawn = line.visual();
    assert.deepEqual([...drawn].sort(), [...parts.join("")].sort());
    assert(parts.every((part) => drawn.includes(part)), drawn);
    const styled = arrange(parts.map((part, place) => [part, place]), { direction: ["ltr", "rtl"][number % 2] });
    assert.equal(styled.map(([text]) => text).join(""), drawn);
    for (const [text, place] of styled) assert.equal(text, parts[place]);
    line.free();
    line.text.free();
  }
  assert.equal(new Text(`א${FAMILY}`).width, 3);
  assert.equal(new Text(`א${FAMILY}`, { widths: "glibc" }).width, 7);
  assert.equal(new Text(`א${FAMILY}`, { invisible: false }).line().visual(), "👨👩👧א");
}
console.log("JavaScript: clusters, runs, rows and refusals as a module and by require");
