/* Prints what CLocale writes in each language and region of the tarball: dates, times before and after,
   numbers, and the names of all regions and languages. Built twice, with all of ICU's data and with those
   that the tarball has; tarball.sh compares the two. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unicode/uloc.h>

#include "CLocale.h"

static void print(const char *language, const char *what, int64_t value, const uint16_t *text, int32_t length) {
  printf("%s %s %lld:", language, what, (long long)value);
  for (int32_t place = 0; place < length; place++) printf(" %04x", text[place]);
  printf(length < 0 ? " failed\n" : "\n");
}

static int is_shipped(const char *id) {
  static const char *const shipped[] = {"en", "ar", "he", "fa", "ur"};
  char language[ULOC_LANG_CAPACITY];
  UErrorCode error = U_ZERO_ERROR;
  uloc_getLanguage(id, language, sizeof language, &error);
  for (size_t place = 0; place < sizeof shipped / sizeof *shipped; place++)
    if (!strcmp(language, shipped[place])) return 1;
  return 0;
}

static void samples(const char *language, const char *digits) {
  cl_locale *locale = cl_open(language, digits);
  if (!locale) {
    printf("%s does not open\n", language);
    return;
  }
  uint16_t text[256];
  char what[64];
  const int64_t day = 86400000, now = 1780000000000;
  for (int64_t step = -20; step <= 30; step++) {
    int64_t time = now + step * 29 * day + step * 3600000;
    print(language, "date", time, text, cl_date_and_time(locale, time, (int32_t)(step * 900), text, 256));
  }
  static const int64_t lengths[] = {60000, 3600000, 86400000, 7 * 86400000LL, 31 * 86400000LL, 366 * 86400000LL};
  for (size_t unit = 0; unit < sizeof lengths / sizeof *lengths; unit++)
    for (int64_t count = -30; count <= 30; count++)
      print(language, "elapsed", count * lengths[unit], text,
            cl_elapsed(locale, now + count * lengths[unit], now, 7200, text, 256));
  for (int64_t number = 1; number < 1000000000000; number = number * 7 + 3) {
    print(language, "number", number, text, cl_number(locale, number, text, 256));
    print(language, "number", -number, text, cl_number(locale, -number, text, 256));
  }
  for (const char *const *code = uloc_getISOCountries(); *code; code++) {
    snprintf(what, sizeof what, "region %s", *code);
    print(language, what, 0, text, cl_region(locale, *code, text, 256));
  }
  for (const char *const *code = uloc_getISOLanguages(); *code; code++) {
    snprintf(what, sizeof what, "language %s", *code);
    print(language, what, 0, text, cl_language(locale, *code, text, 256));
  }
  cl_close(locale);
}

int main(void) {
  /* The regions of a language: those with data of their own, and some without. */
  static const char *const others[] = {"en-EG", "ar-US", "fa-DE", "he-US", "ur-GB", "en-SA", "ar-IR"};
  for (int32_t place = 0; place < uloc_countAvailable(); place++) {
    const char *id = uloc_getAvailable(place);
    if (!is_shipped(id)) continue;
    char tag[64];
    UErrorCode error = U_ZERO_ERROR;
    uloc_toLanguageTag(id, tag, sizeof tag, 0, &error);
    samples(tag, "latn");
    samples(tag, strncmp(tag, "ar", 2) ? "arabext" : "arab");
  }
  for (size_t place = 0; place < sizeof others / sizeof *others; place++) samples(others[place], "latn");
  return 0;
}
