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

#endif
