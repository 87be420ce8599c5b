#ifndef CTERMINALCONTROL_TERMINALS_H
#define CTERMINALCONTROL_TERMINALS_H

#include <stdbool.h>

// What a program on a terminal needs of the system. A call that fails returns `-errno`; one that
// succeeds returns a descriptor.

/// An anonymous file in memory, closed on exec (memfd_create).
int cs_memory_file(const char *name);

/// Blocks WINCH, TSTP and CONT and returns a descriptor that reads them, closed on exec and not
/// blocking (signalfd).
int cs_screen_signals(void);

/// The next signal that waits in a descriptor of `cs_screen_signals`; 0 where none waits.
int cs_next_signal(int descriptor);

/// Stops this process as TSTP does by default, and returns when it goes on.
void cs_stop(void);

/// Blocks every signal that a handler of this program takes, so that none ends the process
/// between exec and the new program's own handlers; masks outlive exec.
void cs_block_for_exec(void);

/// Takes back what `cs_block_for_exec` blocked, after exec or after its failure.
void cs_unblock_after_exec(void);

/// The codeset that the locale set by setlocale uses is UTF-8 and knows a wide Arabic letter's
/// width (nl_langinfo, wcwidth).
bool cs_locale_is_utf8(void);

#endif
