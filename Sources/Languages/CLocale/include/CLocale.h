/* What a language writes for a date, a number or a name, by ICU's locale data (CLDR).
   ICU's own headers stay in locale.c, because Foundation carries another copy of ICU in tests, and
   Swift refuses two definitions of one type.

   Each function that writes a text returns its length in UTF-16 units, or -1 on an error; a text
   that does not fit is an error. */
#ifndef CLOCALE_H
#define CLOCALE_H

#include <stdint.h>

/* Loads ICU, before any other function here is called. NULL, or why it cannot be loaded. */
const char *cl_missing(void);

/* The place in the calendar and the formats of one language, such as ar-EG, with one set of digits,
   such as arab. Formats are opened when they are first used. Not for several threads at once. */
typedef struct cl_locale cl_locale;

/* NULL if the code is no language tag of BCP 47, or memory is short. */
cl_locale *cl_open(const char *language, const char *digits);
void cl_close(cl_locale *locale);

/* A date with the month's name and a time to the minute, in the calendar of the language's region.
   `offset` is what local time is ahead of UTC, in seconds. */
int32_t cl_date_and_time(
    cl_locale *locale, int64_t milliseconds, int32_t offset, uint16_t *text, int32_t capacity);

/* How long before or after `to` a time is, in one unit from minutes to years, by name where there is
   one: yesterday. Days and longer units are counted by the calendar; hours are rounded. */
int32_t cl_elapsed(
    cl_locale *locale, int64_t from, int64_t to, int32_t offset, uint16_t *text, int32_t capacity);

/* The name of a country or region, or the code itself. */
int32_t cl_region(cl_locale *locale, const char *code, uint16_t *text, int32_t capacity);

/* The name of a language, or the code itself. */
int32_t cl_language(cl_locale *locale, const char *code, uint16_t *text, int32_t capacity);

/* A whole number with its digits in groups. */
int32_t cl_number(cl_locale *locale, int64_t number, uint16_t *text, int32_t capacity);

#endif
