/* The order of lines of UTF-8 in C: liblisantext, FriBidi and ICU in turns, medians of processor time in ns a
 * character. Everything is made and freed each time. text_speed.py compiles and runs it. */
#include <fribidi.h>
#include <lisantext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unicode/ubidi.h>
#include <unicode/ustring.h>

enum { ROUNDS = 11, MOST = 110000 };

static size_t places[MOST];
static int32_t map[MOST];
static UChar units[MOST];
static FriBidiChar characters[MOST];
static FriBidiCharType types[MOST];
static FriBidiBracketType brackets[MOST];
static FriBidiLevel levels[MOST];
static FriBidiStrIndex logical[MOST];

static size_t ours(const char *utf8, size_t bytes) {
  lisan_text *text = lisan_text_new(utf8, bytes, LISAN_LEFT_TO_RIGHT, 0);
  lisan_line *line = lisan_line_new(text, 0, SIZE_MAX);
  size_t count = lisan_line_order(line, places, MOST);
  lisan_line_free(line);
  lisan_text_free(text);
  return count;
}

static size_t fribidi(const char *utf8, size_t bytes) {
  FriBidiStrIndex count = fribidi_charset_to_unicode(FRIBIDI_CHAR_SET_UTF8, utf8, bytes, characters);
  FriBidiParType direction = FRIBIDI_PAR_LTR;
  fribidi_get_bidi_types(characters, count, types);
  fribidi_get_bracket_types(characters, count, types, brackets);
  for (FriBidiStrIndex i = 0; i < count; i++) logical[i] = i;
  if (fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels) == 0) abort();
  if (fribidi_reorder_line(0, types, count, 0, direction, levels, NULL, logical) == 0) abort();
  return count;
}

static size_t icu(const char *utf8, size_t bytes) {
  int32_t count = 0;
  UErrorCode error = U_ZERO_ERROR;
  u_strFromUTF8(units, MOST, &count, utf8, bytes, &error);
  UBiDi *bidi = ubidi_open();
  ubidi_setPara(bidi, units, count, 0, NULL, &error);
  ubidi_getVisualMap(bidi, map, &error);
  ubidi_close(bidi);
  if (U_FAILURE(error)) abort();
  return count;
}

/* Writes a piece again and again, until there are `count` characters. */
static size_t repeat(const char *piece, size_t count, char *out) {
  size_t bytes = 0;
  for (const char *next = piece; count > 0; next = *next ? next : piece) {
    do out[bytes++] = *next++;
    while ((*next & 0xC0) == 0x80);
    count--;
  }
  return bytes;
}

static double nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static int compare(const void *a, const void *b) {
  return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

/* `pairs` times two openers with a letter each, and what closes them. */
static char *nested(const char *first, const char *second, int pairs, const char *close) {
  char *text = calloc(1, 1 << 16);
  for (int i = 0; i < pairs; i++) strcat(strcat(strcat(strcat(text, first), "\u05d0"), second), "a");
  for (int i = 0; i < 2 * pairs; i++) strcat(text, close);
  return text;
}

int main(void) {
  const char *texts[][2] = {
      {"English", "This screen shows the language of the app. "},
      {"mixed", "abc \u05d0\u05d1\u05d2 12, "},
      {"isolates, 2 deep", nested("\u2067", "\u2066", 1, "\u2069.")},
      {"isolates, 8 deep", nested("\u2067", "\u2066", 4, "\u2069.")},
      {"isolates, 60 deep", nested("\u2067", "\u2066", 30, "\u2069.")},
      {"isolates, 120 deep", nested("\u2067", "\u2066", 60, "\u2069.")},
      {"embeddings, 60 deep", nested("\u202b", "\u202a", 30, "\u202c.")},
      {"embeddings, not closed", nested("\u202b", "\u202a", 600, "")},
      {"brackets, 25 deep", nested("(", "(", 12, ").")},
  };
  size_t (*ways[])(const char *, size_t) = {ours, fribidi, icu};
  char *utf8 = malloc(4 * MOST);
  printf("| C: ns a character | liblisantext | FriBidi %s | ICU %s |\n|---|---|---|---|\n", FRIBIDI_VERSION, U_ICU_VERSION);
  for (size_t count = 1000; count <= 100000; count *= 100) {
    for (size_t text = 0; text < sizeof texts / sizeof *texts; text++) {
      size_t bytes = repeat(texts[text][1], count, utf8);
      double measured[3][ROUNDS];
      int times = count > 1000 ? 1 : 50;
      for (int round = 0; round < ROUNDS; round++) {
        for (int way = 0; way < 3; way++) {
          double start = nanoseconds();
          for (int time = 0; time < times; time++)
            if (ways[way](utf8, bytes) != count) abort();
          measured[way][round] = (nanoseconds() - start) / times / count;
        }
      }
      for (int way = 0; way < 3; way++) qsort(measured[way], ROUNDS, sizeof(double), compare);
      printf(
          "| %s, %zu | %.1f | %.1f | %.1f |\n", texts[text][0], count, measured[0][ROUNDS / 2],
          measured[1][ROUNDS / 2], measured[2][ROUNDS / 2]);
      fflush(stdout);
    }
  }
}
