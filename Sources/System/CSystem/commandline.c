#include "commandline.h"

#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>

enum { first_value = 256 };

int cs_next_option(int argc, char *const *argv, const struct cs_option *options, int count,
                   const char **value, int *at) {
  // One entry for each option, then one of zeros; letters after a colon, then the end.
  struct option *table = calloc((size_t)count + 1, sizeof *table);
  char *letters = calloc((size_t)count + 2, 1);
  // Without memory for a few options, nothing else would work.
  if (table == NULL || letters == NULL) abort();
  letters[0] = ':';
  int letter_count = 1;
  for (int i = 0; i < count; i++) {
    table[i].name = options[i].name;
    table[i].has_arg = options[i].takes_value ? required_argument : no_argument;
    table[i].val = first_value + i;
    if (options[i].letter != 0) letters[letter_count++] = options[i].letter;
  }
  opterr = 0;
  optopt = 0;
  // In glibc, 0 starts a new command line.
  if (*at == 0) optind = 0;
  int answer = getopt_long(argc, argv, letters, table, NULL);
  free(table);
  free(letters);
  *value = optarg;
  *at = optind;
  if (answer == -1) return cs_options_end;
  if (answer == ':') return cs_option_needs_value;
  if (answer == '?') return optopt >= first_value ? cs_option_takes_no_value : cs_option_unknown;
  if (answer >= first_value) return answer - first_value;
  for (int i = 0; i < count; i++)
    if (options[i].letter == answer) return i;
  return cs_option_unknown;
}
