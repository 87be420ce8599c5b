/* libFuzzer's way into the text library for C. Every array is a block of memory of exactly its size, so
 * the address sanitizer sees a write beyond it. `text.sh` beside it builds and runs it. */
#include <lisantext.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t *input;
static size_t left;

static size_t byte(void) { return left ? (left--, *input++) : 0; }

/* A position, column or size: mostly small, sometimes any. */
static size_t number(void) {
  size_t first = byte();
  if (first < 0xF0) return first % 48;
  size_t any = 0;
  for (int place = 0; place < 8; place++) any = any << 8 | byte();
  return first & 1 ? any : (size_t)0 - (any & 3);
}

/* Calls a function with no array, with one of the right size, and with one that is too small. */
#define FILL(type, call)                               \
  do {                                                 \
    type *out = NULL;                                  \
    size_t capacity = 0, count = call;                 \
    size_t sizes[] = {count, count ? byte() % count : 0}; \
    for (int each = 0; each < 2; each++) {             \
      capacity = sizes[each];                          \
      out = malloc(capacity * sizeof(type));           \
      if (call != count) abort();                      \
      free(out);                                       \
    }                                                  \
  } while (0)

static void use_line(const lisan_line *line, size_t end) {
  FILL(uint8_t, lisan_line_levels(line, out, capacity));
  FILL(size_t, lisan_line_order(line, out, capacity));
  FILL(lisan_cell, lisan_line_cells(line, out, capacity));
  FILL(size_t, lisan_line_positions(line, out, capacity));
  int encoding = (int)(byte() % 8);
  FILL(char, lisan_line_utf8(line, encoding, out, capacity));
  size_t width = lisan_line_width(line), from = number(), to = number();
  FILL(lisan_range, lisan_line_selection(line, from, to, out, capacity));
  ptrdiff_t column = lisan_line_column(line, from);
  if (column < -1 || column > (ptrdiff_t)width) abort();
  if (lisan_line_position(line, (ptrdiff_t)to) > end) abort();
  if (lisan_line_step(line, from, (int)(byte() % 8)) > end) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  input = data;
  left = size;
  int direction = (int)(byte() % 5);
  unsigned flags = (unsigned)byte();
  size_t width = number(), start = number(), end = number();
  size_t bytes = left / 2;
  char *utf8 = malloc(bytes);
  memcpy(utf8, input, bytes);
  input += bytes;
  left -= bytes;
  lisan_text *text = lisan_text_new(utf8, bytes, direction, flags);
  free(utf8);
  size_t count = lisan_text_count(text);
  if (count > bytes || lisan_text_byte(text, number()) > bytes) abort();
  FILL(size_t, lisan_text_bytes(text, out, capacity));
  FILL(uint32_t, lisan_text_scalars(text, out, capacity));
  FILL(uint8_t, lisan_text_levels(text, out, capacity));
  FILL(uint8_t, lisan_text_boundaries(text, out, capacity));
  FILL(lisan_range, lisan_text_wrap(text, width, out, capacity));
  lisan_line *line = lisan_line_new(text, start, end);
  lisan_line *cut = lisan_line_new_truncated(text, width);
  lisan_text_free(text);
  use_line(line, count);
  /* An ellipsis is one more character. */
  use_line(cut, count + 1);
  size_t cells = left / sizeof(lisan_cell);
  lisan_cell *row = malloc(cells * sizeof *row);
  memcpy(row, input, cells * sizeof *row);
  FILL(char, lisan_cells_utf8(row, cells, (int)(bytes % 8), out, capacity));
  free(row);
  lisan_line_free(line);
  lisan_line_free(cut);
  return 0;
}
