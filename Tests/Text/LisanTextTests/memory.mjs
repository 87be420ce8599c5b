// The memory of texts and lines in JavaScript: freed at once, used up, and at addresses above 2 GiB.
//
//   node --wasm-max-mem-pages=1000 memory.mjs PACKAGE    // the folder of lisantext.js; 1000 pages are 64 MB
//   node memory.mjs PACKAGE high
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
const [folder, high] = process.argv.slice(2);
const load = (name) => import(`${pathToFileURL(`${folder}/lisantext.js`)}?${name}`);

const SAMPLES = ["", "abc", "abc אבג", "سلام (1) 中 e\u0301 👍🏽", "שלום world ".repeat(5000)];

/** All that a module says about a text. */
function answers({ Text, arrange, encode }, string) {
  const text = new Text(string);
  const lines = [text.line(), text.truncated(7), ...text.lines(9)];
  return [
    [text.width, text.isRightToLeft, text.levels, text.boundaries, arrange([[string, 1]])],
    lines.map((line) => [
      line.start, line.end, line.levels, line.order, line.cells, line.column(2), line.position(2),
      line.step(2, "left"), line.selection(1, 4), line.visual("kitty"),
      encode(line.cells.map((cell) => cell.text), "lrm"),
    ]),
  ];
}

if (high) {
  const low = await load("low");
  const instantiate = WebAssembly.instantiate;
  let exports;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    exports = instance.exports;
    return instance;
  };
  const above = await load("above");
  // The pages are never written, so they take no memory.
  while (exports.malloc(2 ** 28) >>> 0 < 2 ** 31);
  assert(exports.malloc(1) < 0);
  for (const string of SAMPLES) assert.deepEqual(answers(above, string), answers(low, string));
  process.exit();
}

const { Text, width } = await load("limited");
const string = "שלום ".repeat(20000);

/** Texts until there is no memory left, which is an error that says what to do. */
function fill() {
  const texts = [];
  const full = { name: "RangeError", message: "lisantext has no memory left: free() texts and lines after use" };
  assert.throws(() => {
    for (;;) texts.push(new Text(string));
  }, full);
  return texts;
}

for (let round = 0; round < 3; round++) {
  const texts = fill();
  assert(texts.length > 30, `${texts.length} texts of 200 KB in 64 MB`);
  assert.equal(new Text("abc אב").line().visual(), "abc בא");
  const line = texts[5].line(0, 4);
  assert.deepEqual([line.visual(), texts[20].width], ["םולש", 100000]);
  const failing = texts[7];
  for (let each = 0; each < 5; each++) {
    assert.throws(() => {
      for (const lines = []; ; ) lines.push(failing.line());
    }, RangeError);
  }
  for (const text of texts) text.free();
}
for (let each = 0; each < 1000; each++) {
  const text = new Text(string);
  const line = text.line();
  text.free();
  if (each % 100 === 0) assert.equal(line.visual().length, 100000);
  line.free();
  if (each % 100 === 0) assert.equal(width(string), 100000);
}

const text = new Text("אב");
const line = text.line();
text.free();
text.free();
assert.deepEqual([text.width, text.string, line.visual()], [2, "אב", "בא"]);
const freed = { name: "ReferenceError", message: "a text or line is used after it was freed" };
assert.throws(() => text.levels, freed);
assert.throws(() => text.line(), freed);
if (Symbol.dispose) line[Symbol.dispose]();
else line.free();
assert.throws(() => line.visual(), freed);

const whole = (string, columns) => new Text(string).lines(columns).map(String);
assert.deepEqual([whole("中文", 1), whole("👍🏽x", 2)], [["中", "文"], ["👍🏽", "x"]]);
for (const columns of [0, -1, 0.5, NaN, undefined]) {
  assert.throws(() => text.lines(columns), { name: "RangeError", message: /^a line has at least one column/ });
}
