#include "CLocale.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef CS_STATIC
/* Functions go by their plain names here: CLibraries finds those of the version that is installed. */
#define U_DISABLE_RENAMING 1
#endif
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uldnames.h>
#include <unicode/uloc.h>
#include <unicode/unumberformatter.h>
#include <unicode/ureldatefmt.h>
#include <unicode/ustring.h>
#include <unicode/uvernum.h>

#include "CLibraries.h"

#define FUNCTIONS(F) \
  F(u_charsToUChars) F(ucal_add) F(ucal_close) F(ucal_get) F(ucal_getAttribute) F(ucal_getFieldDifference) \
  F(ucal_getMillis) F(ucal_open) F(ucal_set) F(ucal_setMillis) F(udat_close) F(udat_format) F(udat_open) \
  F(udatpg_close) F(udatpg_getBestPatternWithOptions) F(udatpg_open) F(uldn_close) \
  F(uldn_languageDisplayName) F(uldn_open) F(uldn_regionDisplayName) F(uloc_forLanguageTag) \
  F(uloc_setKeywordValue) F(unumf_close) F(unumf_closeResult) F(unumf_formatInt) \
  F(unumf_openForSkeletonAndLocale) F(unumf_openResult) F(unumf_resultToString) F(ureldatefmt_close) \
  F(ureldatefmt_format) F(ureldatefmt_open)
/* It needs libicuuc, whose functions are found with its own. All that are used here are stable since ICU 70. */
CS_LIBRARY(icu, "libicui18n.so", FUNCTIONS, .oldest = 70, .built = U_ICU_VERSION_MAJOR_NUM);

const char *cl_missing(void) { return cs_load(&icu); }

struct cl_locale {
  char id[ULOC_FULLNAME_CAPACITY];
  ULocaleDisplayNames *names;
  UNumberFormatter *numbers;
  URelativeDateTimeFormatter *relative;
  /* The pattern of a date and time; empty until it is used. */
  UChar pattern[128];
};

cl_locale *cl_open(const char *language, const char *digits) {
  cl_locale *locale = calloc(1, sizeof *locale);
  if (!locale) return NULL;
  UErrorCode error = U_ZERO_ERROR;
  int32_t parsed = 0;
  uloc_forLanguageTag(language, locale->id, sizeof locale->id, &parsed, &error);
  /* Said outright, because the locale data of some systems writes plain `ar` in Latin digits. */
  uloc_setKeywordValue("numbers", digits, locale->id, sizeof locale->id, &error);
  if (U_FAILURE(error) || error == U_STRING_NOT_TERMINATED_WARNING || parsed == 0) {
    free(locale);
    return NULL;
  }
  return locale;
}

void cl_close(cl_locale *locale) {
  if (!locale) return;
  if (locale->names) uldn_close(locale->names);
  if (locale->numbers) unumf_close(locale->numbers);
  if (locale->relative) ureldatefmt_close(locale->relative);
  free(locale);
}

static int32_t written(int32_t length, int32_t capacity, UErrorCode error) {
  return U_FAILURE(error) || length > capacity ? -1 : length;
}

/* The zone of a fixed offset, such as GMT+05:45:00. Returns its length. */
static int32_t zone(int32_t offset, UChar *id) {
  char name[32];
  unsigned seconds = offset < 0 ? -(unsigned)offset : (unsigned)offset;
  int length = snprintf(
      name, sizeof name, "GMT%c%02u:%02u:%02u", offset < 0 ? '-' : '+', seconds / 3600,
      seconds / 60 % 60, seconds % 60);
  u_charsToUChars(name, id, length + 1);
  return length;
}

static bool find_pattern(cl_locale *locale, UErrorCode *error) {
  if (locale->pattern[0]) return true;
  UDateTimePatternGenerator *generator = udatpg_open(locale->id, error);
  /* Year, month by name, day, and the hour in the region's cycle with minutes. */
  static const UChar skeleton[] = u"yMMMMdjmm";
  int32_t capacity = sizeof locale->pattern / sizeof *locale->pattern;
  int32_t length = udatpg_getBestPatternWithOptions(
      generator, skeleton, -1, UDATPG_MATCH_HOUR_FIELD_LENGTH, locale->pattern, capacity, error);
  udatpg_close(generator);
  if (U_SUCCESS(*error) && length < capacity) return true;
  locale->pattern[0] = 0;
  return false;
}

int32_t cl_date_and_time(
    cl_locale *locale, int64_t milliseconds, int32_t offset, uint16_t *text, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  UChar id[32];
  int32_t id_length = zone(offset, id);
  if (!find_pattern(locale, &error)) return -1;
  UDateFormat *format =
      udat_open(UDAT_PATTERN, UDAT_PATTERN, locale->id, id, id_length, locale->pattern, -1, &error);
  if (U_FAILURE(error)) return -1;
  int32_t length = udat_format(format, (UDate)milliseconds, text, capacity, NULL, &error);
  udat_close(format);
  return written(length, capacity, error);
}

/* The units of a relative time, the largest first. */
static const struct {
  UCalendarDateFields field;
  URelativeDateTimeUnit unit;
} units[] = {
    {UCAL_YEAR, UDAT_REL_UNIT_YEAR}, {UCAL_MONTH, UDAT_REL_UNIT_MONTH},
    {UCAL_WEEK_OF_YEAR, UDAT_REL_UNIT_WEEK}, {UCAL_DATE, UDAT_REL_UNIT_DAY},
    {UCAL_HOUR, UDAT_REL_UNIT_HOUR}, {UCAL_MINUTE, UDAT_REL_UNIT_MINUTE},
};
enum { year, month, week, day, hour, minute, unit_count };

/* The largest unit in which two times differ; `*count` is the difference, and `*rest` the remainder
   in the next smaller unit. */
static int difference(
    UCalendar *calendar, UDate from, UDate to, int32_t *count, int32_t *rest, UErrorCode *error) {
  ucal_setMillis(calendar, from, error);
  *rest = 0;
  for (int unit = year; unit < unit_count; unit++) {
    *count = ucal_getFieldDifference(calendar, to, units[unit].field, error);
    if (U_FAILURE(*error)) return minute;
    if (*count == 0) continue;
    if (unit < minute)
      *rest = ucal_getFieldDifference(calendar, to, units[unit + 1].field, error);
    return unit;
  }
  return minute;
}

/* The first moment of the day, week, month or year that `time` is in, or the last second of it. */
static UDate edge(UCalendar *calendar, UDate time, int unit, bool is_end, UErrorCode *error) {
  ucal_setMillis(calendar, time, error);
  ucal_set(calendar, UCAL_MILLISECONDS_IN_DAY, 0);
  switch (unit) {
  case year: ucal_set(calendar, UCAL_DAY_OF_YEAR, 1); break;
  case month: ucal_set(calendar, UCAL_DATE, 1); break;
  case week: {
    int32_t first = ucal_getAttribute(calendar, UCAL_FIRST_DAY_OF_WEEK);
    int32_t passed = (ucal_get(calendar, UCAL_DAY_OF_WEEK, error) - first + 7) % 7;
    ucal_add(calendar, UCAL_DATE, -passed, error);
    break;
  }
  default: break;
  }
  if (!is_end) return ucal_getMillis(calendar, error);
  ucal_add(calendar, units[unit].field, 1, error);
  return ucal_getMillis(calendar, error) - 1000;
}

int32_t cl_elapsed(
    cl_locale *locale, int64_t from, int64_t to, int32_t offset, uint16_t *text, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  UChar id[32];
  int32_t id_length = zone(offset, id);
  UCalendar *calendar = ucal_open(id, id_length, locale->id, UCAL_DEFAULT, &error);
  if (U_FAILURE(error)) return -1;
  int32_t count, rest;
  int unit = difference(calendar, (UDate)to, (UDate)from, &count, &rest, &error);
  if (unit == hour && abs(rest) >= 30) {
    count += rest > 0 ? 1 : -1;
    if (abs(count) == 24) unit = day;
  }
  if (unit < hour) {
    /* A time on the other side of midnight is on another day, however few hours away it is. */
    UDate edge_of_now = edge(calendar, (UDate)to, unit, from <= to, &error);
    unit = difference(calendar, edge_of_now, (UDate)from, &count, &rest, &error);
  }
  ucal_close(calendar);
  if (!locale->relative)
    locale->relative = ureldatefmt_open(
        locale->id, NULL, UDAT_STYLE_LONG, UDISPCTX_CAPITALIZATION_NONE, &error);
  if (U_FAILURE(error)) return -1;
  int32_t length = ureldatefmt_format(
      locale->relative, count, units[unit].unit, text, capacity, &error);
  return written(length, capacity, error);
}

static ULocaleDisplayNames *names(cl_locale *locale, UErrorCode *error) {
  if (!locale->names) locale->names = uldn_open(locale->id, ULDN_STANDARD_NAMES, error);
  return locale->names;
}

int32_t cl_region(cl_locale *locale, const char *code, uint16_t *text, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  ULocaleDisplayNames *display = names(locale, &error);
  if (U_FAILURE(error)) return -1;
  return written(uldn_regionDisplayName(display, code, text, capacity, &error), capacity, error);
}

int32_t cl_language(cl_locale *locale, const char *code, uint16_t *text, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  ULocaleDisplayNames *display = names(locale, &error);
  if (U_FAILURE(error)) return -1;
  return written(uldn_languageDisplayName(display, code, text, capacity, &error), capacity, error);
}

int32_t cl_number(cl_locale *locale, int64_t number, uint16_t *text, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  if (!locale->numbers)
    locale->numbers = unumf_openForSkeletonAndLocale(u"", 0, locale->id, &error);
  UFormattedNumber *result = unumf_openResult(&error);
  unumf_formatInt(locale->numbers, number, result, &error);
  int32_t length = unumf_resultToString(result, text, capacity, &error);
  unumf_closeResult(result);
  return written(length, capacity, error);
}
