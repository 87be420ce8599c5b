/* FriBidi as an oracle and a rival for the tests of BidiText; the product does not use it. */
#ifndef CFRIBIDI_SHIM_H
#define CFRIBIDI_SHIM_H

#include <stddef.h>

#include <fribidi/fribidi.h>

/* The paragraph directions are macros, which Swift does not import. */
static inline FriBidiParType fribidi_shim_direction(int level) {
  return level < 0 ? FRIBIDI_PAR_ON : level == 0 ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_RTL;
}

/* Levels, and the logical place of each visual one in `map`. Returns the paragraph level, or -1
   where memory ran out. `types` and `brackets` are scratch. */
static inline int fribidi_shim_order(
    const FriBidiChar *text, FriBidiStrIndex count, int level, FriBidiCharType *types,
    FriBidiBracketType *brackets, FriBidiLevel *levels, FriBidiStrIndex *map) {
  FriBidiParType direction = fribidi_shim_direction(level);
  fribidi_get_bidi_types(text, count, types);
  fribidi_get_bracket_types(text, count, types, brackets);
  if (!fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels)) return -1;
  for (FriBidiStrIndex i = 0; i < count; i++) map[i] = i;
  if (!fribidi_reorder_line(0, types, count, 0, direction, levels, NULL, map)) return -1;
  return FRIBIDI_IS_RTL(direction) ? 1 : 0;
}

/* Joins and shapes in place: letters become presentation forms, lam-alef a ligature. */
static inline void fribidi_shim_shape(
    FriBidiChar *text, FriBidiStrIndex count, const FriBidiCharType *types,
    const FriBidiLevel *levels, FriBidiArabicProp *properties) {
  fribidi_get_joining_types(text, count, properties);
  fribidi_join_arabic(types, count, levels, properties);
  fribidi_shape(
      FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES | FRIBIDI_FLAG_SHAPE_ARAB_LIGA,
      levels, count, properties, text);
}

/* The whole pipeline to a visual line: types, levels, shaping, order. `text` becomes the visual
   line, with U+FEFF where a ligature took a place. */
static inline int fribidi_shim_visual(
    FriBidiChar *text, FriBidiStrIndex count, int level, FriBidiCharType *types,
    FriBidiBracketType *brackets, FriBidiLevel *levels, FriBidiArabicProp *properties) {
  FriBidiParType direction = fribidi_shim_direction(level);
  fribidi_get_bidi_types(text, count, types);
  fribidi_get_bracket_types(text, count, types, brackets);
  if (!fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels)) return -1;
  fribidi_shim_shape(text, count, types, levels, properties);
  if (!fribidi_reorder_line(
          FRIBIDI_FLAG_REORDER_NSM, types, count, 0, direction, levels, text, NULL))
    return -1;
  return FRIBIDI_IS_RTL(direction) ? 1 : 0;
}

/* The longest line of the two functions below, in bytes. */
enum { FRIBIDI_SHIM_LINE = 512 };

/* What a program does for a line of UTF-8, from the text to the order. Returns the sum of each place
   times the character there, or -1. */
static inline long fribidi_shim_utf8_order(const char *utf8, FriBidiStrIndex bytes, int level) {
  FriBidiChar text[FRIBIDI_SHIM_LINE];
  FriBidiCharType types[FRIBIDI_SHIM_LINE];
  FriBidiBracketType brackets[FRIBIDI_SHIM_LINE];
  FriBidiLevel levels[FRIBIDI_SHIM_LINE];
  FriBidiStrIndex map[FRIBIDI_SHIM_LINE];
  if (bytes > FRIBIDI_SHIM_LINE) return -1;
  FriBidiStrIndex count = fribidi_charset_to_unicode(FRIBIDI_CHAR_SET_UTF8, utf8, bytes, text);
  if (fribidi_shim_order(text, count, level, types, brackets, levels, map) < 0) return -1;
  long sum = 0;
  for (FriBidiStrIndex i = 0; i < count; i++) sum += (long)i * map[i];
  return sum;
}

/* The same to UTF-8 of the drawn line, whose bytes it returns; -1 if there is no memory. */
static inline long fribidi_shim_utf8_drawn(const char *utf8, FriBidiStrIndex bytes, int level) {
  FriBidiChar text[FRIBIDI_SHIM_LINE];
  FriBidiCharType types[FRIBIDI_SHIM_LINE];
  FriBidiBracketType brackets[FRIBIDI_SHIM_LINE];
  FriBidiLevel levels[FRIBIDI_SHIM_LINE];
  FriBidiArabicProp properties[FRIBIDI_SHIM_LINE];
  char drawn[4 * FRIBIDI_SHIM_LINE + 1];
  if (bytes > FRIBIDI_SHIM_LINE) return -1;
  FriBidiStrIndex count = fribidi_charset_to_unicode(FRIBIDI_CHAR_SET_UTF8, utf8, bytes, text);
  if (fribidi_shim_visual(text, count, level, types, brackets, levels, properties) < 0) return -1;
  count = fribidi_remove_bidi_marks(text, count, NULL, NULL, NULL);
  return fribidi_unicode_to_charset(FRIBIDI_CHAR_SET_UTF8, text, count, drawn);
}

#endif
