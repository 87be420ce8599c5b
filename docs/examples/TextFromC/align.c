/* Prints each line of its input in the order in which it is drawn, right-aligned if it is
 * right-to-left. Build and run it with `make text-bindings`. */
#include <lisantext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 40 };

static void print(const char *utf8, size_t bytes) {
  lisan_text *text = lisan_text_new(utf8, bytes, LISAN_AUTO_LEFT_TO_RIGHT, LISAN_FILTERED);
  size_t count = lisan_text_wrap(text, WIDTH, NULL, 0);
  lisan_range *ranges = calloc(count, sizeof *ranges);
  if (!ranges) abort();
  lisan_text_wrap(text, WIDTH, ranges, count);
  for (size_t row = 0; row < count; row++) {
    lisan_line *line = lisan_line_new(text, ranges[row].start, ranges[row].end);
    char *shown = lisan_line_string(line, LISAN_VISUAL);
    size_t indent = lisan_text_is_rtl(text) ? WIDTH - lisan_line_width(line) : 0;
    printf("%*s%s\n", (int)indent, "", shown);
    free(shown);
    lisan_line_free(line);
  }
  free(ranges);
  lisan_text_free(text);
}

int main(void) {
  char line[4096];
  while (fgets(line, sizeof line, stdin)) print(line, strcspn(line, "\n"));
  return 0;
}
