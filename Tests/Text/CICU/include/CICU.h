/* ICU as an oracle and a rival for the tests of BidiText; the product does not use it.
   ICU's own headers stay in icu.c: Foundation carries another copy of ICU, and Swift refuses two
   definitions of one type. */
#ifndef CICU_H
#define CICU_H

#include <stdbool.h>
#include <stdint.h>

/* One paragraph's object, a `UBiDi`. */
typedef struct icu_object *icu_bidi;

icu_bidi icu_open(void);
void icu_close(icu_bidi bidi);

/* Resolves one line. `level` is 0, 1, or -1 for the first strong character, else left-to-right.
   Returns the paragraph level, or -1 on an error. The text must outlive the use of `bidi`. */
int icu_resolve(icu_bidi bidi, const uint16_t *text, int32_t count, int level);

/* A level for each unit, after rule L1; owned by `bidi`. NULL on an error. */
const uint8_t *icu_levels(icu_bidi bidi);

/* Whether the line runs both ways; where it does not, its levels are all the paragraph's. */
bool icu_is_mixed(icu_bidi bidi);

/* The logical place of each visual one. Returns 0, or -1 on an error. */
int icu_visual_map(icu_bidi bidi, int32_t *map);

/* The number of runs from left to right, or -1 on an error; `start` and `length` get those of one of them. */
int icu_visual_runs(icu_bidi bidi, int32_t run, int32_t *start, int32_t *length);

/* Shapes a logical text to presentation forms. Returns the units written, or -1 on an error. */
int32_t icu_shape(const uint16_t *text, int32_t count, uint16_t *shaped, int32_t capacity);

/* The visual text, mirrored, marks after their base. Returns the units written, or -1. */
int32_t icu_write(icu_bidi bidi, uint16_t *visual, int32_t capacity);

/* What a program does for a line of UTF-8, from the text to the order. Returns the sum of each place
   times the character there; -1 for a line of more than 512 bytes or invalid UTF-8. */
long icu_utf8_order(const char *utf8, int32_t bytes, int level);
/* The same to UTF-8 of the drawn line, whose bytes it returns. */
long icu_utf8_drawn(const char *utf8, int32_t bytes, int level);

#endif
