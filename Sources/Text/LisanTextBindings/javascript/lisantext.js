// Order, joining, widths, lines, caret and selection of bidirectional text in terminal cells, by
// WebAssembly. lisantext.d.ts describes it.

const DIRECTIONS = { ltr: 0, rtl: 1, auto: 2, "auto-rtl": 3 };
const ENCODINGS = {
  visual: 0, kitty: 1, lrm: 2, paragraph: 3, mlterm: 4, qterminal: 5, marks: 6,
};
const WIDTHS = { wcwidth: 0, glibc: 4 };
const STEPS = { left: 0, right: 1, next: 2, previous: 3, "word-start": 4, "word-end": 5 };
const CELL = 20; // bytes of a lisan_cell
const TAIL = 0x100000;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text is a string, so that `null` and numbers are found where they come from. */
function checked(string) {
  if (typeof string !== "string") {
    throw new TypeError(`a text is a string, not ${string === null ? "null" : typeof string}`);
  }
  return string;
}

function choice(names, name) {
  if (!Object.hasOwn(names, name)) {
    throw new RangeError(`${name} is none of ${Object.keys(names).join(", ")}`);
  }
  return names[name];
}

const whole = (number) => Math.min(Math.max(Math.trunc(number) || 0, 0), 0x7fffffff);

function flagsOf({ filtered = false, joined = true, widths = "wcwidth", invisible = true }) {
  return (filtered ? 1 : 0) | (joined ? 0 : 2) | choice(WIDTHS, widths) | (invisible ? 0 : 8);
}

function columns(width) {
  if (!(width >= 1)) throw new RangeError(`a line has at least one column, not ${width}`);
  return whole(width);
}

/** The library with its memory, in which handles and arrays are addresses. */
class Memory {
  #library;
  /** Frees what nobody freed. */
  #forgotten = new FinalizationRegistry(([name, address]) => this.call(name, address));

  constructor(instance) {
    this.#library = instance.exports;
  }

  /** Calls a function. One that finds no memory ends anywhere: its stack is dropped, and what was made
   * before it stays. What it had made itself is lost, so new texts get another memory. */
  call(name, ...given) {
    const library = this.#library;
    const stack = library.__stack_pointer.value;
    try {
      return library[name](...given);
    } catch (error) {
      library.__stack_pointer.value = stack;
      const exhausted = this.numbers(Int32Array, library.exhausted.value, 1);
      if (!exhausted[0]) throw error;
      exhausted[0] = 0;
      throw this.#full(error);
    }
  }

  #full(cause) {
    if (memory === this) memory = new Memory(new WebAssembly.Instance(compiled));
    return new RangeError("lisantext has no memory left: free() texts and lines after use", { cause });
  }

  /** Calls `body` with the address of `size` bytes. */
  with(size, body) {
    const address = this.#library.malloc(size) >>> 0;
    if (!address) throw this.#full();
    try {
      return body(address);
    } finally {
      this.#library.free(address);
    }
  }

  /** `size` numbers at an address. They stay until memory grows. */
  numbers(Kind, address, size) {
    return new Kind(this.#library.memory.buffer, address, size);
  }

  /** What a function writes into an array of `count` elements of `size` numbers. */
  filled(Kind, size, count, name, ...given) {
    return this.with(size * count * Kind.BYTES_PER_ELEMENT, (address) => {
      this.call(name, ...given, address, count);
      return Array.from(this.numbers(Kind, address, size * count));
    });
  }

  ranges(name, ...given) {
    const count = this.call(name, ...given, 0, 0);
    const ends = this.filled(Uint32Array, 2, count, name, ...given);
    return Array.from({ length: count }, (_, place) => ends.slice(2 * place, 2 * place + 2));
  }

  /** What a function writes as UTF-8, with a zero byte at its end. */
  utf8(name, ...given) {
    const size = this.call(name, ...given, 0, 0);
    return this.with(size + 1, (address) => {
      this.call(name, ...given, address, size + 1);
      return decoder.decode(this.numbers(Uint8Array, address, size));
    });
  }

  /** Frees an address by a function, when nobody has the object any more that owns it. */
  watch(owner, handle, ...freeing) {
    this.#forgotten.register(owner, freeing, handle);
  }
  forget(handle) {
    this.#forgotten.unregister(handle);
  }
}

/** The address of a text or line that an object owns, until it is freed. */
class Handle {
  #memory;
  #address;
  #free;

  constructor(owner, memory, address, free) {
    this.#memory = memory;
    this.#address = address;
    this.#free = free;
    memory.watch(owner, this, free, address);
  }

  get memory() {
    if (!this.#address) throw new ReferenceError("a text or line is used after it was freed");
    return this.#memory;
  }
  call(name, ...given) {
    return this.memory.call(name, this.#address, ...given);
  }
  filled(Kind, size, count, name) {
    return this.memory.filled(Kind, size, count, name, this.#address);
  }
  ranges(name, ...given) {
    return this.memory.ranges(name, this.#address, ...given);
  }
  utf8(name, ...given) {
    return this.memory.utf8(name, this.#address, ...given);
  }
  free() {
    if (!this.#address) return;
    this.#memory.forget(this);
    this.#memory.call(this.#free, this.#address);
    this.#address = 0;
  }
}

// package.sh puts other lines here for CommonJS, which cannot wait.
// begin
async function load() {
  const place = new URL("lisantext.wasm", import.meta.url);
  const bytes =
    place.protocol === "file:"
      ? await (await import("node:fs/promises")).readFile(place)
      : await (await fetch(place)).arrayBuffer();
  return WebAssembly.compile(bytes);
}

const compiled = await load();
let memory = new Memory(await WebAssembly.instantiate(compiled));
// end

export class Text {
  #handle;
  /** For each character its index in `string`, and at the end the length; null if they are equal. */
  #indices = null;

  constructor(string, options = {}) {
    const { direction = "auto", filtered = false } = options;
    const number = choice(DIRECTIONS, direction);
    const bytes = encoder.encode(checked(string));
    const flags = flagsOf(options);
    const room = memory;
    const text = room.with(bytes.length, (address) => {
      room.numbers(Uint8Array, address, bytes.length).set(bytes);
      return room.call("lisan_text_new", address, bytes.length, number, flags);
    });
    this.#handle = new Handle(this, room, text, "lisan_text_free");
    this.count = this.#handle.call("lisan_text_count");
    this.string = filtered ? this.#characters() : string;
    if (this.string.length !== this.count) {
      this.#indices = [0];
      let index = 0;
      for (const character of this.string) this.#indices.push((index += character.length));
    }
    this.width = this.#handle.call("lisan_text_width");
    this.isRightToLeft = this.#handle.call("lisan_text_is_rtl") === 1;
  }

  #characters() {
    const characters = this.#handle.filled(Uint32Array, 1, this.count, "lisan_text_scalars");
    let string = "";
    for (const character of characters) string += String.fromCodePoint(character);
    return string;
  }

  get levels() {
    return this.#handle.filled(Uint8Array, 1, this.count, "lisan_text_levels");
  }

  get boundaries() {
    return this.#handle.filled(Uint8Array, 1, this.count, "lisan_text_boundaries");
  }

  /** The index in `string` of a position of the library. */
  indexOf(position) {
    return this.#indices ? this.#indices[position] : position;
  }

  /** The position of the library at or before an index in `string`. */
  positionOf(index) {
    index = Math.min(whole(index), this.string.length);
    if (!this.#indices) return index;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#indices[middle] <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #line(start, name, ...given) {
    return new Line(this, this.#handle.memory, this.#handle.call(name, ...given), start);
  }

  line(start = 0, end = this.string.length) {
    const [first, last] = [this.positionOf(start), this.positionOf(end)];
    return this.#line(Math.min(first, last), "lisan_line_new", first, last);
  }

  lines(width) {
    return this.#handle.ranges("lisan_text_wrap", columns(width)).map(([start, end]) =>
      this.#line(start, "lisan_line_new", start, end));
  }

  truncated(width) {
    return this.#line(0, "lisan_line_new_truncated", whole(width));
  }

  free() {
    this.#handle.free();
  }
}

export class Line {
  #handle;
  #text;
  #start;
  #count;

  constructor(text, room, line, start) {
    this.#handle = new Handle(this, room, line, "lisan_line_free");
    this.#text = text;
    this.#start = start;
    this.#count = this.#handle.call("lisan_line_count");
    this.width = this.#handle.call("lisan_line_width");
  }

  get text() {
    return this.#text;
  }
  get start() {
    return this.#text.indexOf(this.#start);
  }
  get end() {
    return this.#text.indexOf(Math.min(this.#start + this.#count, this.#text.count));
  }

  toString() {
    return this.#text.string.slice(this.start, this.end);
  }

  get levels() {
    return this.#handle.filled(Uint8Array, 1, this.#count, "lisan_line_levels");
  }

  /** In characters: for the tests of UAX #9. */
  get order() {
    const positions = this.#handle.filled(Uint32Array, 1, this.#count, "lisan_line_order");
    return positions.map((position) => this.#text.indexOf(position));
  }

  get runs() {
    const count = this.#handle.call("lisan_line_runs", 0, 0);
    const numbers = this.#handle.filled(Uint32Array, 3, count, "lisan_line_runs");
    return Array.from({ length: count }, (_, place) => {
      const [start, end, level] = numbers.slice(3 * place, 3 * place + 3);
      return { start: this.#text.indexOf(start), end: this.#text.indexOf(end), level };
    });
  }

  get cells() {
    const row = Array.from(this.visual());
    const counts = this.#handle.filled(Uint32Array, 1, this.width, "lisan_line_characters");
    const positions = this.#handle.filled(Uint32Array, 1, this.width, "lisan_line_positions");
    let start = 0;
    return positions.map((position, column) => {
      const text = row.slice(start, (start += counts[column])).join("");
      return { text, position: this.#text.indexOf(position) };
    });
  }

  visual(encoding = "visual") {
    return this.#handle.utf8("lisan_line_utf8", choice(ENCODINGS, encoding));
  }

  column(position) {
    return this.#handle.call("lisan_line_column", this.#text.positionOf(position));
  }

  position(column) {
    const place = Math.min(Math.max(Math.trunc(column) || 0, -1), 0x7fffffff);
    return this.#text.indexOf(this.#handle.call("lisan_line_position", place));
  }

  step(position, step) {
    const from = this.#text.positionOf(position);
    return this.#text.indexOf(this.#handle.call("lisan_line_step", from, choice(STEPS, step)));
  }

  selection(start, end) {
    const range = [this.#text.positionOf(start), this.#text.positionOf(end)];
    return this.#handle.ranges("lisan_line_selection", ...range);
  }

  free() {
    this.#handle.free();
  }
}

for (const Kind of [Text, Line]) {
  if (Symbol.dispose) Kind.prototype[Symbol.dispose] = Kind.prototype.free;
}

/** What `body` makes of a text, which is freed then. */
function brief(string, options, body) {
  const text = new Text(string, options);
  try {
    return body(text);
  } finally {
    text.free();
  }
}

export function width(string) {
  return brief(string, {}, (text) => text.width);
}

export function arrange(pieces, options) {
  return arrangeRows([pieces], options)[0];
}

export function arrangeRows(rows, options = {}) {
  const styles = [];
  const ends = [];
  const texts = [];
  let end = 0;
  for (const row of rows) {
    const pieces = Array.from(row, ([text, style]) => {
      const bytes = encoder.encode(oneLine(text));
      ends.push((end += bytes.length));
      styles.push(style);
      return bytes;
    });
    texts.push(pieces);
    end += 1;
  }
  if (!texts.length) return [];
  const bytes = new Uint8Array(end - 1);
  let place = 0;
  for (const [number, row] of texts.entries()) {
    if (number) bytes[place++] = 0x0a;
    for (const piece of row) {
      bytes.set(piece, place);
      place += piece.length;
    }
  }
  const { drawn, parts } = drawnRows(bytes, options, ends);
  const arranged = texts.map(() => []);
  for (const [row, piece, start, end] of parts) {
    const text = decoder.decode(drawn.subarray(start, end));
    const last = arranged[row].at(-1);
    if (last && last[1] === styles[piece]) last[0] += text;
    else arranged[row].push([text, styles[piece]]);
  }
  return arranged;
}

export function visualRows(strings, options = {}) {
  const rows = Array.from(strings, oneLine);
  if (!rows.length) return [];
  return decoder.decode(drawnRows(encoder.encode(rows.join("\n")), options, []).drawn).split("\n");
}

/** A line feed in a row is a separator of paragraphs, too. */
const oneLine = (string) => checked(string).replaceAll("\n", "\u2029");

/** Rows of UTF-8 as they are drawn, and the row, the piece, the start and the end of each part. */
function drawnRows(bytes, options, ends) {
  const { encoding = "visual", width = 0 } = options;
  const numbers = [choice(DIRECTIONS, options.direction ?? "auto"), flagsOf(options)];
  numbers.push(choice(ENCODINGS, encoding), whole(width));
  const room = memory;
  const rows = room.with(bytes.length + 4 * ends.length + 4, (address) => {
    // Numbers are at multiples of four.
    const place = (address + bytes.length + 3) & ~3;
    room.numbers(Uint8Array, address, bytes.length).set(bytes);
    room.numbers(Uint32Array, place >>> 0, ends.length).set(ends);
    return room.call(
      "lisan_rows_new", address, bytes.length, ...numbers, ends.length ? place : 0, ends.length);
  });
  try {
    return room.with(4, (size) => {
      const start = room.call("lisan_rows_utf8", rows, size) >>> 0;
      const length = room.numbers(Uint32Array, size, 1)[0];
      const drawn = room.numbers(Uint8Array, start, length).slice();
      const count = ends.length ? room.call("lisan_rows_parts", rows, 0, 0) : 0;
      const parts = count ? room.filled(Uint32Array, 4, count, "lisan_rows_parts", rows) : [];
      return {
        drawn,
        parts: Array.from({ length: count }, (_, number) => parts.slice(4 * number, 4 * number + 4)),
      };
    });
  } finally {
    room.call("lisan_rows_free", rows);
  }
}

export function encode(cells, encoding) {
  const row = Array.from(cells, (text) => Array.from(text));
  const number = choice(ENCODINGS, encoding);
  const room = memory;
  // A cell has room for five characters. What is beyond is put back for a character for private use.
  const tails = [];
  const encoded = room.with(row.length * CELL, (address) => {
    const numbers = room.numbers(Uint32Array, address, row.length * 5).fill(0);
    row.forEach((characters, column) => {
      const drawn = characters.slice(0, 5).map((each) => each.codePointAt(0));
      if (characters.length > 5) drawn[4] = TAIL + tails.push(characters.slice(4).join("")) - 1;
      numbers.set(drawn, 5 * column);
    });
    return room.utf8("lisan_cells_utf8", address, row.length, number);
  });
  return tails.reduce(
    (text, tail, place) => text.replaceAll(String.fromCodePoint(TAIL + place), tail), encoded);
}
