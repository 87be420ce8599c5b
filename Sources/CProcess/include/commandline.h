#ifndef CPROCESS_COMMANDLINE_H
#define CPROCESS_COMMANDLINE_H

// The command line, by getopt_long. Nothing here fails; what is wrong with the command line is an answer.

/// One long option for `cs_next_option`; a table of them ends with a NULL name.
struct cs_option {
  const char *name;
  int takes_value;
};

enum cs_option_answer {
  cs_options_end = -1,
  cs_option_unknown = -2,
  cs_option_needs_value = -3,
  cs_option_takes_no_value = -4,
};

/// The index in `options` of the next option of `argv`, which is permuted so that the other
/// arguments stand last, or an answer of `cs_option_answer` (getopt_long; it says nothing itself).
///
/// `*value` becomes the option's value or NULL; `*at` the index in `argv` after what was read,
/// at the end the first other argument's. A command line begins with `*at` 0. Not for more than one
/// thread or command line at a time.
int cs_next_option(int argc, char *const *argv, const struct cs_option *options, int count,
                   const char **value, int *at);

#endif
