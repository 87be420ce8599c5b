// Order, joining, widths, lines, caret and selection of bidirectional text in terminal cells, by
// WebAssembly. lisantext.d.ts describes it.

const DIRECTIONS = { ltr: 0, rtl: 1, auto: 2, "auto-rtl": 3 };
const ENCODINGS = {
  visual: 0, kitty: 1, lrm: 2, paragraph: 3, mlterm: 4, qterminal: 5, marks: 6,
};
const STEPS = { left: 0, right: 1, next: 2, previous: 3, "word-start": 4, "word-end": 5 };
const CELL = 20; // bytes of a lisan_cell
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const library = await load();
const texts = new FinalizationRegistry((text) => library.lisan_text_free(text));
const lines = new FinalizationRegistry((line) => library.lisan_line_free(line));

async function load() {
  const place = new URL("lisantext.wasm", import.meta.url);
  const bytes =
    place.protocol === "file:"
      ? await (await import("node:fs/promises")).readFile(place)
      : await (await fetch(place)).arrayBuffer();
  return (await WebAssembly.instantiate(bytes)).instance.exports;
}

function choice(names, name) {
  if (!Object.hasOwn(names, name)) {
    throw new RangeError(`${name} is none of ${Object.keys(names).join(", ")}`);
  }
  return names[name];
}

const whole = (number) => Math.min(Math.max(Math.trunc(number) || 0, 0), 0x7fffffff);

/** Calls `body` with the address of `size` bytes. */
function withMemory(size, body) {
  const address = library.malloc(size);
  if (!address) throw new RangeError("lisantext has no memory left");
  try {
    return body(address);
  } finally {
    library.free(address);
  }
}

/** What a function of the library writes into an array of `count` elements of `size` numbers. */
function filled(Kind, size, count, call, ...given) {
  return withMemory(size * count * Kind.BYTES_PER_ELEMENT, (address) => {
    call(...given, address, count);
    return Array.from(new Kind(library.memory.buffer, address, size * count));
  });
}

function ranges(call, ...given) {
  const count = call(...given, 0, 0);
  const ends = filled(Uint32Array, 2, count, call, ...given);
  return Array.from({ length: count }, (_, place) => ends.slice(2 * place, 2 * place + 2));
}

function utf8(call, ...given) {
  const size = call(...given, 0, 0);
  return withMemory(size + 1, (address) => {
    call(...given, address, size);
    return decoder.decode(new Uint8Array(library.memory.buffer, address, size));
  });
}

export class Text {
  #text;
  /** For each character its index in `string`, and at the end the length; null if they are equal. */
  #indices = null;

  constructor(string, { direction = "auto", filtered = false, joined = true } = {}) {
    const number = choice(DIRECTIONS, direction);
    const bytes = encoder.encode(string);
    const flags = (filtered ? 1 : 0) | (joined ? 0 : 2);
    this.#text = withMemory(bytes.length + 1, (address) => {
      new Uint8Array(library.memory.buffer).set(bytes, address);
      return library.lisan_text_new(address, bytes.length, number, flags);
    });
    texts.register(this, this.#text);
    this.count = library.lisan_text_count(this.#text);
    this.string = filtered ? this.#characters() : String(string);
    if (this.string.length !== this.count) {
      this.#indices = [0];
      let index = 0;
      for (const character of this.string) this.#indices.push((index += character.length));
    }
    this.width = library.lisan_text_width(this.#text);
    this.isRightToLeft = library.lisan_text_is_rtl(this.#text) === 1;
  }

  #characters() {
    const characters = filled(Uint32Array, 1, this.count, library.lisan_text_scalars, this.#text);
    let string = "";
    for (const character of characters) string += String.fromCodePoint(character);
    return string;
  }

  get levels() {
    return filled(Uint8Array, 1, this.count, library.lisan_text_levels, this.#text);
  }

  get boundaries() {
    return filled(Uint8Array, 1, this.count, library.lisan_text_boundaries, this.#text);
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

  line(start = 0, end = this.string.length) {
    const [first, last] = [this.positionOf(start), this.positionOf(end)];
    return new Line(this, library.lisan_line_new(this.#text, first, last), Math.min(first, last));
  }

  lines(width) {
    return ranges(library.lisan_text_wrap, this.#text, whole(width)).map(([start, end]) =>
      new Line(this, library.lisan_line_new(this.#text, start, end), start));
  }

  truncated(width) {
    return new Line(this, library.lisan_line_new_truncated(this.#text, whole(width)), 0);
  }
}

export class Line {
  #line;
  #text;
  #start;
  #count;

  constructor(text, line, start) {
    this.#line = line;
    this.#text = text;
    this.#start = start;
    lines.register(this, line);
    this.#count = library.lisan_line_count(line);
    this.width = library.lisan_line_width(line);
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
    return filled(Uint8Array, 1, this.#count, library.lisan_line_levels, this.#line);
  }

  /** In characters: for the tests of UAX #9. */
  get order() {
    const positions = filled(Uint32Array, 1, this.#count, library.lisan_line_order, this.#line);
    return positions.map((position) => this.#text.indexOf(position));
  }

  get cells() {
    const numbers = filled(Uint32Array, 5, this.width, library.lisan_line_cells, this.#line);
    const positions = filled(Uint32Array, 1, this.width, library.lisan_line_positions, this.#line);
    return positions.map((position, column) => {
      const drawn = numbers.slice(5 * column, 5 * column + 5).filter((each) => each);
      return { text: String.fromCodePoint(...drawn), position: this.#text.indexOf(position) };
    });
  }

  visual(encoding = "visual") {
    return utf8(library.lisan_line_utf8, this.#line, choice(ENCODINGS, encoding));
  }

  column(position) {
    return library.lisan_line_column(this.#line, this.#text.positionOf(position));
  }

  position(column) {
    const place = Math.min(Math.max(Math.trunc(column) || 0, -1), 0x7fffffff);
    return this.#text.indexOf(library.lisan_line_position(this.#line, place));
  }

  step(position, step) {
    const from = this.#text.positionOf(position);
    return this.#text.indexOf(library.lisan_line_step(this.#line, from, choice(STEPS, step)));
  }

  selection(start, end) {
    const range = [this.#text.positionOf(start), this.#text.positionOf(end)];
    return ranges(library.lisan_line_selection, this.#line, ...range);
  }
}

export function width(string) {
  return new Text(string).width;
}

export function arrange(pieces, { direction = "auto", filtered = false } = {}) {
  const styles = [];
  let string = "";
  for (const [text, style] of pieces) {
    const shown = filtered ? new Text(text, { filtered }).string : text;
    string += shown;
    for (let place = 0; place < shown.length; place++) styles.push(style);
  }
  const arranged = [];
  for (const { text, position } of new Text(string, { direction }).line().cells) {
    const last = arranged.at(-1);
    if (last && last[1] === styles[position]) last[0] += text;
    else arranged.push([text, styles[position]]);
  }
  return arranged;
}

export function encode(cells, encoding) {
  const row = Array.from(cells);
  const number = choice(ENCODINGS, encoding);
  return withMemory(row.length * CELL + 1, (address) => {
    const numbers = new Uint32Array(library.memory.buffer, address, row.length * 5).fill(0);
    row.forEach((text, column) =>
      Array.from(text).slice(0, 5).forEach((character, place) => {
        numbers[5 * column + place] = character.codePointAt(0);
      }));
    return utf8(library.lisan_cells_utf8, address, row.length, number);
  });
}
