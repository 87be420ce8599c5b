/// <reference lib="esnext.disposable" />

/** "auto": the first strong character decides, else left-to-right; "auto-rtl": else right-to-left. */
export type Direction = "ltr" | "rtl" | "auto" | "auto-rtl";
/** The order in which a terminal wants the cells of a row. */
export type Encoding =
  | "visual" | "kitty" | "lrm" | "paragraph" | "mlterm" | "qterminal" | "marks";
export type Step = "left" | "right" | "next" | "previous" | "word-start" | "word-end";

/** What is drawn in a column; the second column of a wide character has an empty `text`. */
export interface Cell {
  /** The character with its marks. */
  text: string;
  /** The index in the text of the character that begins there. */
  position: number;
}

/** Characters of one embedding level side by side. An odd level runs from right to left. */
export interface Run {
  /** The index in the text of the first character. */
  start: number;
  /** The index after the last one. */
  end: number;
  level: number;
}

export interface TextOptions {
  /** "auto" if it is not given. */
  direction?: Direction;
  /** Leaves out controls and directional formatting characters, for text that others wrote. */
  filtered?: boolean;
  /** Whether letters are joined; true if it is not given. */
  joined?: boolean;
  /** The columns of characters. "wcwidth", which is the default: those of Python's wcwidth 0.9 and of most
   * terminals, where an emoji of several characters has two; "glibc": each character has its own. */
  widths?: "wcwidth" | "glibc";
  /** False for a terminal that draws each character by itself: leaves out of what is drawn all that takes
   * no cell, such as U+200D and U+FE0F, and a fifth mark on a base. Then `widths` is "glibc". */
  invisible?: boolean;
}

export interface RowOptions extends TextOptions {
  /** The order for a terminal; "visual" if it is not given. */
  encoding?: Encoding;
  /** Rows of fewer columns get blanks at their end. */
  width?: number;
}

/** A text with its resolved embedding levels (UAX #9). Positions are indices of `string`.
 *
 * Its memory and that of a line is freed by `free()` or at the end of a `using` declaration, otherwise
 * with the object, but not before the program waits for something. Without memory a RangeError is
 * thrown; other texts and lines stay, and new ones can be made. */
export class Text {
  constructor(string: string, options?: TextOptions);
  /** The text, or what the filter has left of it. */
  readonly string: string;
  /** The number of characters (code points). */
  readonly count: number;
  /** The number of columns as one line. */
  readonly width: number;
  readonly isRightToLeft: boolean;
  /** The embedding level of each character, before rule L1. */
  readonly levels: number[];
  /** For each character: 1 a user-perceived character begins, 2 a line may end before, 4 it ends. */
  readonly boundaries: number[];
  line(start?: number, end?: number): Line;
  /** The lines of at most `width` columns, which is 1 or more; at least one line (UAX #14). A
   * user-perceived character that is wider is a line by itself. Between lines are only spaces, line breaks
   * and invisible characters. */
  lines(width: number): Line[];
  /** One line of at most `width` columns; an ellipsis ends it if it was cut. */
  truncated(width: number): Line;
  /** Frees its memory. Its lines stay; its other methods throw a ReferenceError from then on. */
  free(): void;
  [Symbol.dispose](): void;
}

/** One line of a text. */
export class Line {
  private constructor();
  readonly text: Text;
  readonly start: number;
  readonly end: number;
  readonly width: number;
  /** The levels of the characters after rule L1. */
  readonly levels: number[];
  /** The positions of the characters from left to right (rule L2). */
  readonly order: number[];
  /** The runs of characters of one level from left to right. A user-perceived character is in one. */
  readonly runs: Run[];
  /** What is drawn in each column: joined, mirrored, from left to right. */
  readonly cells: Cell[];
  /** The line in the order for a terminal. It has to be the whole row; see `encode`. User-perceived
   * characters (UAX #29) stay whole. Left out are directional formatting characters, which the order
   * replaces, and controls; a tab or a line break is a blank. */
  visual(encoding?: Encoding): string;
  /** The column of a caret. At the end of the text it is `width`, or -1 if that is at the left. */
  column(position: number): number;
  /** The position of the character in a column, as for a click. */
  position(column: number): number;
  /** Where a caret goes. */
  step(position: number, step: Step): number;
  /** The ranges of columns between two positions, from left to right. */
  selection(start: number, end: number): [number, number][];
  /** The text in logical order. */
  toString(): string;
  /** Frees its memory. Its other methods throw a ReferenceError from then on. */
  free(): void;
  [Symbol.dispose](): void;
}

/** The number of columns of a text. */
export function width(string: string): number;
/** A row of styled pieces as it is drawn: every character keeps its style. */
export function arrange<Style>(
  pieces: Iterable<[string, Style]>,
  options?: RowOptions,
): [string, Style][];
/** What `arrange` makes of each of many rows, such as a screen: in one call of the library. */
export function arrangeRows<Style>(
  rows: Iterable<Iterable<[string, Style]>>,
  options?: RowOptions,
): [string, Style][][];
/** Each of many texts as one line as it is drawn, in one call of the library. */
export function visualRows(strings: Iterable<string>, options?: RowOptions): string[];
/** A row of cells from left to right in the order for a terminal; "" after a wide character. */
export function encode(cells: Iterable<string>, encoding: Encoding): string;
