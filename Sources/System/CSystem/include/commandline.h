#ifndef CSYSTEM_COMMANDLINE_H
#define CSYSTEM_COMMANDLINE_H

// Command-line parsing with getopt_long. Nothing here fails; errors are in the answers.

/// A long option for `cs_next_option`, and its short form without a value; 0 for none.
struct cs_option {
  const char *name;
  int takes_value;
  char letter;
};

enum cs_option_answer {
  cs_options_end = -1,
  cs_option_unknown = -2,
  cs_option_needs_value = -3,
  cs_option_takes_no_value = -4,
};

/// Returns the index in `options` of the next option of `argv`, or a `cs_option_answer`
/// (getopt_long, without its messages). `argv` is permuted so that the other arguments come last.
///
/// Sets `*value` to the option's value or NULL, and `*at` to the index in `argv` after what was
/// read; at the end this is the first other argument. A command line starts with `*at` 0. Supports
/// one thread and one command line at a time.
int cs_next_option(int argc, char *const *argv, const struct cs_option *options, int count,
                   const char **value, int *at);

#endif
