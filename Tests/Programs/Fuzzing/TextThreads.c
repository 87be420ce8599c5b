/* Eight threads ask one text and one line everything at once, a thousand times with new ones, because some
 * answers are kept at the first question. `threads.sh` beside it builds and runs it with the thread
 * sanitizer. */
#include <lisantext.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8, ROUNDS = 1000, ROOM = 256 };

static const char utf8[] = "abc \xD7\x90\xD7\x91 (\xD9\x84\xD8\xA7) 12 \xD8\xB3\xD9\x84\xD8\xA7\xD9\x85 \xE4\xB8\xAD";
static lisan_text *text;
static lisan_line *line;
static pthread_barrier_t start;

/* A number that depends on every answer. */
static void *ask(void *unused) {
  (void)unused;
  size_t sum = 0, numbers[ROOM];
  uint8_t bytes[ROOM];
  lisan_cell cells[ROOM];
  lisan_range ranges[ROOM];
  char shown[4 * ROOM];
#define ADD(array, call)                                       \
  do {                                                         \
    size_t found = call;                                       \
    const unsigned char *all = (const unsigned char *)(array); \
    for (size_t place = 0; place < found * sizeof *(array); place++) sum = sum * 31 + all[place]; \
  } while (0)
  pthread_barrier_wait(&start);
  for (size_t position = 0; position <= lisan_text_count(text); position++) {
    sum = sum * 31 + (size_t)lisan_line_column(line, position);
    sum = sum * 31 + lisan_line_position(line, (ptrdiff_t)position);
    sum = sum * 31 + lisan_text_byte(text, position);
    for (int step = LISAN_LEFT; step <= LISAN_WORD_END; step++)
      sum = sum * 31 + lisan_line_step(line, position, step);
    ADD(ranges, lisan_line_selection(line, 1, position, ranges, ROOM));
  }
  ADD(numbers, lisan_text_bytes(text, numbers, ROOM));
  ADD(bytes, lisan_text_levels(text, bytes, ROOM));
  ADD(bytes, lisan_text_boundaries(text, bytes, ROOM));
  ADD(ranges, lisan_text_wrap(text, 7, ranges, ROOM));
  ADD(bytes, lisan_line_levels(line, bytes, ROOM));
  ADD(numbers, lisan_line_order(line, numbers, ROOM));
  ADD(cells, lisan_line_cells(line, cells, ROOM));
  ADD(numbers, lisan_line_positions(line, numbers, ROOM));
  for (int encoding = LISAN_VISUAL; encoding <= LISAN_MARKS; encoding++)
    ADD(shown, lisan_line_utf8(line, encoding, shown, sizeof shown));
  lisan_line *own = lisan_line_new_truncated(text, 5);
  sum = sum * 31 + lisan_text_width(text) + 31 * lisan_line_width(own);
  lisan_line_free(own);
  return (void *)sum;
}

int main(void) {
  pthread_barrier_init(&start, NULL, THREADS);
  void *first = NULL;
  for (int round = 0; round < ROUNDS; round++) {
    text = lisan_text_new(utf8, sizeof utf8 - 1, LISAN_AUTO_LEFT_TO_RIGHT, LISAN_FILTERED);
    line = lisan_line_new(text, 0, SIZE_MAX);
    pthread_t threads[THREADS];
    for (int each = 0; each < THREADS; each++)
      if (pthread_create(&threads[each], NULL, ask, NULL)) abort();
    for (int each = 0; each < THREADS; each++) {
      void *sum;
      if (pthread_join(threads[each], &sum)) abort();
      if (round == 0 && each == 0) first = sum;
      if (sum != first) {
        fprintf(stderr, "thread %d of round %d gets other answers\n", each, round);
        return 1;
      }
    }
    lisan_line_free(line);
    lisan_text_free(text);
  }
  printf("%d threads got the same answers from one text and one line, %d times\n", THREADS, ROUNDS);
  return 0;
}
