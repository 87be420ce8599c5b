#ifndef CPROCESS_SECRETS_H
#define CPROCESS_SECRETS_H

#include <sys/types.h>

// A call that fails returns `-errno`.

/// Asks at a terminal for a line that is not to be seen: the echo is off before the prompt is
/// written, and on again afterwards, whatever signal ends the waiting; that signal ends the program
/// then.
///
/// Returns the bytes of the line without its end, at most `size` of them; -ENODATA at the end of the
/// input, -EINTR where a signal came that does not end the program.
ssize_t cs_read_secret(int input, int output, const char *prompt, char *line, size_t size);

#endif
