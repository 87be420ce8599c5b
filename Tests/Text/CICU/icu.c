#include "CICU.h"

#include <stddef.h>

#include <unicode/ubidi.h>
#include <unicode/ushape.h>
#include <unicode/ustring.h>

static UBiDi *object(icu_bidi bidi) { return (UBiDi *)bidi; }

icu_bidi icu_open(void) { return (icu_bidi)ubidi_open(); }
void icu_close(icu_bidi bidi) { ubidi_close(object(bidi)); }

int icu_resolve(icu_bidi bidi, const uint16_t *text, int32_t count, int level) {
  UErrorCode error = U_ZERO_ERROR;
  ubidi_setPara(
      object(bidi), (const UChar *)text, count, level < 0 ? UBIDI_DEFAULT_LTR : (UBiDiLevel)level,
      NULL, &error);
  return U_FAILURE(error) ? -1 : ubidi_getParaLevel(object(bidi));
}

const uint8_t *icu_levels(icu_bidi bidi) {
  UErrorCode error = U_ZERO_ERROR;
  const UBiDiLevel *levels = ubidi_getLevels(object(bidi), &error);
  return U_FAILURE(error) ? NULL : levels;
}

bool icu_is_mixed(icu_bidi bidi) { return ubidi_getDirection(object(bidi)) == UBIDI_MIXED; }

int icu_visual_map(icu_bidi bidi, int32_t *map) {
  UErrorCode error = U_ZERO_ERROR;
  ubidi_getVisualMap(object(bidi), map, &error);
  return U_FAILURE(error) ? -1 : 0;
}

int icu_visual_runs(icu_bidi bidi, int32_t run, int32_t *start, int32_t *length) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t count = ubidi_countRuns(object(bidi), &error);
  if (U_FAILURE(error)) return -1;
  if (run < count) ubidi_getVisualRun(object(bidi), run, start, length);
  return count;
}

int32_t icu_shape(const uint16_t *text, int32_t count, uint16_t *shaped, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t length = u_shapeArabic(
      (const UChar *)text, count, (UChar *)shaped, capacity,
      U_SHAPE_LETTERS_SHAPE | U_SHAPE_TEXT_DIRECTION_LOGICAL | U_SHAPE_LENGTH_GROW_SHRINK, &error);
  return U_FAILURE(error) ? -1 : length;
}

int32_t icu_write(icu_bidi bidi, uint16_t *visual, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t length = ubidi_writeReordered(
      object(bidi), (UChar *)visual, capacity,
      UBIDI_DO_MIRRORING | UBIDI_KEEP_BASE_COMBINING | UBIDI_REMOVE_BIDI_CONTROLS, &error);
  return U_FAILURE(error) ? -1 : length;
}

/* The longest line of the two functions below, in bytes. */
enum { LINE = 512 };

long icu_utf8_order(const char *utf8, int32_t bytes, int level) {
  UErrorCode error = U_ZERO_ERROR;
  UChar text[LINE];
  int32_t map[LINE];
  int32_t count = 0;
  u_strFromUTF8(text, LINE, &count, utf8, bytes, &error);
  if (U_FAILURE(error)) return -1;
  icu_bidi bidi = icu_open();
  long sum = -1;
  if (icu_resolve(bidi, (const uint16_t *)text, count, level) >= 0 && icu_visual_map(bidi, map) == 0) {
    sum = 0;
    for (int32_t i = 0; i < count; i++) sum += (long)i * map[i];
  }
  icu_close(bidi);
  return sum;
}

long icu_utf8_drawn(const char *utf8, int32_t bytes, int level) {
  UErrorCode error = U_ZERO_ERROR;
  UChar text[LINE];
  uint16_t shaped[LINE];
  uint16_t visual[LINE];
  char drawn[4 * LINE];
  int32_t count = 0;
  u_strFromUTF8(text, LINE, &count, utf8, bytes, &error);
  if (U_FAILURE(error)) return -1;
  count = icu_shape((const uint16_t *)text, count, shaped, LINE);
  icu_bidi bidi = icu_open();
  int32_t length = -1;
  if (count >= 0 && icu_resolve(bidi, shaped, count, level) >= 0) {
    count = icu_write(bidi, visual, LINE);
    u_strToUTF8(drawn, sizeof drawn, &length, (const UChar *)visual, count, &error);
  }
  icu_close(bidi);
  return U_FAILURE(error) ? -1 : length;
}
