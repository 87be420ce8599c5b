#ifndef CSYSTEM_SECRETS_H
#define CSYSTEM_SECRETS_H

#include <sys/types.h>

// A call that fails returns `-errno`.

/// Reads a line from a terminal without echo. The echo is switched off before the prompt and on
/// again afterwards, even if a signal ends the wait; that signal then ends the program.
///
/// Returns the length of the line without its line ending, at most `size`; -ENODATA at end of
/// input, -EINTR for a signal that does not end the program.
ssize_t cs_read_secret(int input, int output, const char *prompt, char *line, size_t size);

#endif
