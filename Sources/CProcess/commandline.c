#include "commandline.h"

#include <getopt.h>
#include <stddef.h>

enum { capacity = 64, first_value = 256 };

int cs_next_option(int argc, char *const *argv, const struct cs_option *options, int count,
                   const char **value, int *at) {
  struct option table[capacity + 1] = {{0}};
  for (int i = 0; i < count && i < capacity; i++) {
    table[i].name = options[i].name;
    table[i].has_arg = options[i].takes_value ? required_argument : no_argument;
    table[i].val = first_value + i;
  }
  opterr = 0;
  optopt = 0;
  // In glibc, 0 starts a new command line.
  if (*at == 0) optind = 0;
  int answer = getopt_long(argc, argv, ":h", table, NULL);
  *value = optarg;
  *at = optind;
  if (answer == -1) return cs_options_end;
  if (answer == ':') return cs_option_needs_value;
  if (answer == '?') return optopt >= first_value ? cs_option_takes_no_value : cs_option_unknown;
  // -h is --help, the first option of every table.
  return answer == 'h' ? 0 : answer - first_value;
}
