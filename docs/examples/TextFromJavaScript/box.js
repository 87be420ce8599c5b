// A box of text as Ink and similar programs draw one: styled pieces, wrapped and padded by the
// program, with right-to-left text in order. Run it beside the package: node box.js
import { Text, arrange } from "lisantext";

const WIDTH = 24;
const BOLD = "\x1b[1m";
const PLAIN = "\x1b[0m";

/** One row: its pieces in order, each in its style, padded on the side where reading ends. */
function row(pieces, text, line) {
  const styles = pieces.flatMap(([part, style]) => Array(part.length).fill(style));
  const parts = [];
  for (let place = line.start; place < line.end; place++) {
    parts.push([text.string[place], styles[place]]);
  }
  const direction = text.isRightToLeft ? "rtl" : "ltr";
  const shown = arrange(parts, { direction })
    .map(([part, style]) => (style ? style + part + PLAIN : part))
    .join("");
  const blanks = " ".repeat(WIDTH - line.width);
  return text.isRightToLeft ? blanks + shown : shown + blanks;
}

export function box(pieces) {
  const text = new Text(pieces.map(([part]) => part).join(""));
  const edge = "─".repeat(WIDTH + 2);
  const rows = text.lines(WIDTH).map((line) => `│ ${row(pieces, text, line)} │`);
  return [`╭${edge}╮`, ...rows, `╰${edge}╯`].join("\n");
}

console.log(box([["סיימתי. ", BOLD], ["3 files (a.js) שונו, ושום דבר לא נמחק.", ""]]));
