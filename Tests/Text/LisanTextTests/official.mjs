// Unicode's test files through the package for JavaScript, as official.py does for Python.
//
//   node official.mjs PACKAGE [EVERY]    // the folder of lisantext.js; one line of EVERY of BidiTest.txt
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, every = "1"] = process.argv.slice(2);
const { Text } = await import(pathToFileURL(`${folder}/lisantext.js`));

const SAMPLES = {
  L: "a", R: "\u05d0", AL: "\u0627", EN: "1", AN: "\u0661", ES: "+", ET: "%", CS: ",",
  NSM: "\u0300", BN: "\xad", B: "\u2029", S: "\t", WS: " ", ON: "!", LRE: "\u202a", LRO: "\u202d",
  RLE: "\u202b", RLO: "\u202e", PDF: "\u202c", LRI: "\u2066", RLI: "\u2067", FSI: "\u2068",
  PDI: "\u2069",
};
const counts = {};
let failures = 0;

function check(name, found, expected) {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  failures++;
  console.error(`${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
}

function* rows(name) {
  counts[name] = 0;
  for (const line of readFileSync(`/usr/share/unicode/${name}`, "utf8").split("\n")) {
    const data = line.split("#")[0].trim();
    if (data) yield data;
  }
}

const words = (text) => text.split(/\s+/).filter((each) => each);
const level = (text) => (text === "x" ? null : Number(text));
const characters = (points) => points.map((point) => String.fromCodePoint(parseInt(point, 16)));

function checkOrder(name, text, levels, order) {
  const line = text.line();
  // Positions are indices of the string, and the files count characters.
  const order16 = order.map((place) => Array.from(text.string).slice(0, place).join("").length);
  const isRemoved = new Set();
  let index = 0;
  Array.from(text.string).forEach((character, place) => {
    if (levels[place] === null) isRemoved.add(index);
    index += character.length;
  });
  check(name, line.levels.map((each, place) => (levels[place] === null ? null : each)), levels);
  check(name, line.order.filter((place) => !isRemoved.has(place)), order16);
}

let levels, order;
let number = 0;
for (const row of rows("BidiTest.txt")) {
  if (row.startsWith("@Levels:")) levels = words(row.slice(8)).map(level);
  else if (row.startsWith("@Reorder:")) order = words(row.slice(9)).map(Number);
  else if (++number % Number(every) === 0) {
    const [classes, bits] = row.split(";");
    const string = words(classes).map((each) => SAMPLES[each]).join("");
    ["auto", "ltr", "rtl"].forEach((direction, bit) => {
      if (!((parseInt(bits, 16) >> bit) & 1)) return;
      counts["BidiTest.txt"]++;
      checkOrder(`${row} ${direction}`, new Text(string, { direction }), levels, order);
    });
  }
}
for (const row of rows("BidiCharacterTest.txt")) {
  const [points, direction, paragraph, levels, order] = row.split(";");
  const text = new Text(characters(words(points)).join(""), {
    direction: ["ltr", "rtl", "auto"][direction],
  });
  checkOrder(row, text, words(levels).map(level), words(order).map(Number));
  check(row, text.isRightToLeft, paragraph === "1");
  counts["BidiCharacterTest.txt"]++;
}
for (const [name, mask] of [
  ["auxiliary/GraphemeBreakTest.txt", 1],
  ["auxiliary/LineBreakTest.txt", 6],
]) {
  for (const row of rows(name)) {
    const marks = words(row);
    const string = characters(marks.filter((_, place) => place % 2)).join("");
    const expected = marks.filter((_, place) => place % 2 === 0).slice(0, -1);
    check(row, new Text(string).boundaries.map((each) => (each & mask) !== 0),
      expected.map((each) => each === "÷"));
    counts[name]++;
  }
}
const all = Object.entries(counts).map(([name, count]) => `${count} cases of ${name}`);
console.log(`JavaScript: ${all.join(", ")}`);
process.exit(failures ? 1 : 0);
