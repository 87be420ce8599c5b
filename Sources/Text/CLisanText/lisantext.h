/* lisantext: order, joining, widths, lines, caret and selection of bidirectional text in the cells of
 * a terminal. docs/text-library.md introduces it.
 *
 *     lisan_text *text = lisan_text_new("abc \xD7\x90\xD7\x91", 8, LISAN_AUTO_LEFT_TO_RIGHT, 0);
 *     lisan_line *line = lisan_line_new(text, 0, SIZE_MAX);
 *     char *shown = lisan_line_string(line, LISAN_VISUAL);
 *     puts(shown);
 *     free(shown);
 *
 * A position is the number of characters (code points) of the text before it: 0 to
 * lisan_text_count. Lines take and return positions of their text. A column is a cell from the left
 * edge of a line.
 *
 * No function fails. Invalid UTF-8 becomes U+FFFD. Positions outside a text or line are moved to its
 * ends. NULL is an empty text, an empty line, or an array without room. A text of 2 GiB or more is
 * NULL. Without memory the process ends.
 *
 * A handle never changes, and any thread may use it. The caller frees each handle once; only a debug
 * build of the Swift package sees where one is freed twice. A line does not need its text after it is
 * made.
 *
 * Functions that fill an array write at most `capacity` elements and return how many there are. Those
 * that write UTF-8 end it with a zero byte, which they do not count, as snprintf does: if they return
 * `capacity` or more, the end of the text is missing.
 */
#ifndef LISANTEXT_H
#define LISANTEXT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. A library has all functions of lower versions. */
#define LISAN_TEXT_API 2

/* A text with its resolved embedding levels. */
typedef struct lisan_text lisan_text;
/* A part of a text that is shown on one row. */
typedef struct lisan_line lisan_line;
/* Rows of text as they are drawn. */
typedef struct lisan_rows lisan_rows;

/* The direction of a text as a paragraph (UAX #9, rules P2 and P3). Others are the first. */
enum {
  LISAN_LEFT_TO_RIGHT = 0,
  LISAN_RIGHT_TO_LEFT = 1,
  /* By the first strong character; the second direction if there is none. */
  LISAN_AUTO_LEFT_TO_RIGHT = 2,
  LISAN_AUTO_RIGHT_TO_LEFT = 3
};

/* Flags of a text. */
enum {
  /* Leaves out controls, directional formatting characters, U+2028, U+2029 and more than four marks
   * on a base: for text that others wrote. */
  LISAN_FILTERED = 1,
  /* Letters are not joined, and lam and alef take a cell each. */
  LISAN_SEPARATE_LETTERS = 2,
  /* The columns of each character by itself, as glibc's wcwidth has them; otherwise those of clusters, as
   * Python's wcwidth 0.9 and most terminals have them: an emoji of several characters has two. */
  LISAN_GLIBC_WIDTHS = 4,
  /* For a terminal that draws each character by itself, with glibc's widths: leaves out of what is drawn
   * all that takes no cell, such as U+200D and U+FE0F, and a fifth mark on a base. */
  LISAN_VISIBLE_ONLY = 8
};

/* The order in which a terminal wants the cells of a row. Others are the first. */
enum {
  /* From left to right: for terminals that draw cells where they are put. */
  LISAN_VISUAL = 0,
  /* For kitty, whose text shaper reverses right-to-left words. */
  LISAN_KITTY = 1,
  /* For a terminal that reorders rows as left-to-right paragraphs and knows U+200E. */
  LISAN_LRM = 2,
  /* For a terminal that reorders rows as paragraphs of any direction, such as PuTTY. */
  LISAN_PARAGRAPH = 3,
  /* Likewise for mlterm, to which box drawing is letters. */
  LISAN_MLTERM = 4,
  /* For QTerminal, which reorders pieces of a row. */
  LISAN_QTERMINAL = 5,
  /* For xterm.js: from left to right, with U+200E after each right-to-left letter and Arabic digit. */
  LISAN_MARKS = 6
};

/* Where a caret goes. Others leave it. */
enum {
  LISAN_LEFT = 0,
  LISAN_RIGHT = 1,
  /* In reading order, by a user-perceived character. */
  LISAN_NEXT = 2,
  LISAN_PREVIOUS = 3,
  LISAN_WORD_START = 4,
  LISAN_WORD_END = 5
};

/* Bits of lisan_text_boundaries. */
enum {
  /* A user-perceived character begins (UAX #29). */
  LISAN_CLUSTER = 1,
  /* A line may end before the character (UAX #14). */
  LISAN_BREAK_ALLOWED = 2,
  /* A line ends before the character. */
  LISAN_BREAK_MANDATORY = 4
};

/* From `start` to before `end`. */
typedef struct lisan_range {
  size_t start;
  size_t end;
} lisan_range;

/* Characters of a line from `start` to before `end` with one embedding level. An odd one runs from right to
 * left. */
typedef struct lisan_run {
  size_t start;
  size_t end;
  uint32_t level;
} lisan_run;

/* What is drawn of one piece side by side in a row: the bytes from `start` to before `end`. */
typedef struct lisan_part {
  size_t row;
  size_t piece;
  size_t start;
  size_t end;
} lisan_part;

/* What is drawn in a column: a code point and up to four marks; unused ones are 0. The second column
 * of a wide character has base 0. */
typedef struct lisan_cell {
  uint32_t base;
  uint32_t marks[4];
} lisan_cell;

/* LISAN_TEXT_API of the library. */
uint32_t lisan_text_api(void);

/* Resolves a text of UTF-8 bytes. NULL if there are 2 GiB or more. */
lisan_text *lisan_text_new(const char *utf8, size_t bytes, int direction, unsigned flags);
void lisan_text_free(lisan_text *text);
/* The number of characters that are left after filtering. */
size_t lisan_text_count(const lisan_text *text);
/* The number of columns of the text as one line. */
size_t lisan_text_width(const lisan_text *text);
/* 1 if the text as a paragraph runs from right to left, else 0. */
int lisan_text_is_rtl(const lisan_text *text);
/* The byte of the given UTF-8 where the character at a position begins; its length at the end. */
size_t lisan_text_byte(const lisan_text *text, size_t position);
/* lisan_text_byte of every position: one more than there are characters. */
size_t lisan_text_bytes(const lisan_text *text, size_t *out, size_t capacity);
/* The characters. */
size_t lisan_text_scalars(const lisan_text *text, uint32_t *out, size_t capacity);
/* The embedding level of each character, 0 to 126, before rule L1. */
size_t lisan_text_levels(const lisan_text *text, uint8_t *out, size_t capacity);
/* For each character the bits of what is before it. */
size_t lisan_text_boundaries(const lisan_text *text, uint8_t *out, size_t capacity);
/* The positions of the lines of at most `width` columns; at least one line, but none for a width of 0.
 * A user-perceived character that is wider is a line by itself. Between lines are only spaces, line
 * breaks and invisible characters. */
size_t lisan_text_wrap(const lisan_text *text, size_t width, lisan_range *out, size_t capacity);

/* A part of a text as a line, with the levels of the whole text. SIZE_MAX is the end. */
lisan_line *lisan_line_new(const lisan_text *text, size_t start, size_t end);
/* The text as one line of at most `width` columns; if it is longer, its end is an ellipsis. */
lisan_line *lisan_line_new_truncated(const lisan_text *text, size_t width);
void lisan_line_free(lisan_line *line);
/* The number of characters, and of columns. */
size_t lisan_line_count(const lisan_line *line);
size_t lisan_line_width(const lisan_line *line);
/* The levels of the characters after rule L1, and their positions from left to right (rule L2). */
size_t lisan_line_levels(const lisan_line *line, uint8_t *out, size_t capacity);
size_t lisan_line_order(const lisan_line *line, size_t *out, size_t capacity);
/* The runs of characters of one level from left to right. A user-perceived character is in one run, that of
 * its first character. Since version 2. */
size_t lisan_line_runs(const lisan_line *line, lisan_run *out, size_t capacity);
/* What is drawn in each column: joined, mirrored, from left to right. A cell has no room for more than
 * four marks: an emoji of more characters is whole in lisan_line_utf8. */
size_t lisan_line_cells(const lisan_line *line, lisan_cell *out, size_t capacity);
/* The number of characters of the visual row that are drawn in each column: 0 in the second column of a
 * wide character. Since version 2. */
size_t lisan_line_characters(const lisan_line *line, size_t *out, size_t capacity);
/* The position of the character in each column, for colours and clicks. */
size_t lisan_line_positions(const lisan_line *line, size_t *out, size_t capacity);
/* The line as UTF-8 with a zero byte, in the order for a terminal. Never ends within a character. The
 * row has nothing else than this line; see lisan_cells_utf8. User-perceived characters (UAX #29) are
 * whole, in the order of their characters. Left out are directional formatting characters, which the order
 * replaces, controls, and what is invisible in a line without a column; a tab or a line break is a blank. */
size_t lisan_line_utf8(const lisan_line *line, int encoding, char *out, size_t capacity);

/* The same in one call, as a string that the caller frees with free(). Since version 2. */
char *lisan_line_string(const lisan_line *line, int encoding);

/* The column of a caret at a position. At the end of the text it is the cell where reading would
 * go on: the line's width, or -1 in a right-to-left text. */
ptrdiff_t lisan_line_column(const lisan_line *line, size_t position);
/* The position of the character in a column; of an end of the text for a column outside the line. */
size_t lisan_line_position(const lisan_line *line, ptrdiff_t column);
/* Where a caret goes by a step: LISAN_LEFT and the others. */
size_t lisan_line_step(const lisan_line *line, size_t position, int step);
/* The columns between two positions, from left to right. */
size_t lisan_line_selection(
    const lisan_line *line, size_t start, size_t end, lisan_range *out, size_t capacity);

/* A row of cells from left to right as UTF-8, in the order for a terminal; as lisan_line_utf8. */
size_t lisan_cells_utf8(
    const lisan_cell *cells, size_t count, int encoding, char *out, size_t capacity);

/* Many rows in one call: what is between line feeds is a text of its own, drawn as one line. Rows of fewer
 * columns than `width` get blanks at their end, if they are not empty. `ends` has the bytes where pieces of
 * the text end, ascending, for lisan_rows_parts; NULL if there are none. Since version 2. */
lisan_rows *lisan_rows_new(
    const char *utf8, size_t bytes, int direction, unsigned flags, int encoding, size_t width,
    const size_t *ends, size_t pieces);
void lisan_rows_free(lisan_rows *rows);
/* The rows in the order for a terminal, with line feeds between them and a zero byte, which `bytes` does not
 * count. They are there until the rows are freed. NULL for NULL. Since version 2. */
const char *lisan_rows_utf8(const lisan_rows *rows, size_t *bytes);
/* Where the pieces are drawn, row by row from left to right, such as parts with a colour. Since version 2. */
size_t lisan_rows_parts(const lisan_rows *rows, lisan_part *out, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
