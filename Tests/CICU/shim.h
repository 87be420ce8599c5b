/* ICU as an oracle and a rival for the tests of BidiText; the product does not use it.
   ICU renames its functions by macro, with its version in the name; these wrappers do not. */
#ifndef CICU_SHIM_H
#define CICU_SHIM_H

#include <stdbool.h>
#include <stddef.h>

#include <unicode/ubidi.h>
#include <unicode/ushape.h>

typedef struct UBiDi *icu_bidi;

static inline icu_bidi icu_open(void) { return ubidi_open(); }
static inline void icu_close(icu_bidi bidi) { ubidi_close(bidi); }

/* Resolves one line. `level` is 0, 1, or -1 for the first strong character, else left-to-right.
   Returns the paragraph level, or -1 on an error. The text must outlive the use of `bidi`. */
static inline int icu_resolve(icu_bidi bidi, const UChar *text, int32_t count, int level) {
  UErrorCode error = U_ZERO_ERROR;
  ubidi_setPara(bidi, text, count, level < 0 ? UBIDI_DEFAULT_LTR : (UBiDiLevel)level, NULL, &error);
  return U_FAILURE(error) ? -1 : ubidi_getParaLevel(bidi);
}

/* A level for each unit, after rule L1; owned by `bidi`. NULL on an error. */
static inline const uint8_t *icu_levels(icu_bidi bidi) {
  UErrorCode error = U_ZERO_ERROR;
  const UBiDiLevel *levels = ubidi_getLevels(bidi, &error);
  return U_FAILURE(error) ? NULL : levels;
}

/* Whether the line runs both ways; where it does not, its levels are all the paragraph's. */
static inline bool icu_is_mixed(icu_bidi bidi) { return ubidi_getDirection(bidi) == UBIDI_MIXED; }

/* The logical place of each visual one. Returns 0, or -1 on an error. */
static inline int icu_visual_map(icu_bidi bidi, int32_t *map) {
  UErrorCode error = U_ZERO_ERROR;
  ubidi_getVisualMap(bidi, map, &error);
  return U_FAILURE(error) ? -1 : 0;
}

/* Shapes a logical text to presentation forms. Returns the units written, or -1 on an error. */
static inline int32_t icu_shape(
    const UChar *text, int32_t count, UChar *shaped, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t length = u_shapeArabic(
      text, count, shaped, capacity,
      U_SHAPE_LETTERS_SHAPE | U_SHAPE_TEXT_DIRECTION_LOGICAL | U_SHAPE_LENGTH_GROW_SHRINK, &error);
  return U_FAILURE(error) ? -1 : length;
}

/* The visual text, mirrored, marks after their base. Returns the units written, or -1. */
static inline int32_t icu_write(icu_bidi bidi, UChar *visual, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t length = ubidi_writeReordered(
      bidi, visual, capacity,
      UBIDI_DO_MIRRORING | UBIDI_KEEP_BASE_COMBINING | UBIDI_REMOVE_BIDI_CONTROLS, &error);
  return U_FAILURE(error) ? -1 : length;
}

#endif
