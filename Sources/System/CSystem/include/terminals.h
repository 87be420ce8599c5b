#ifndef CSYSTEM_TERMINALS_H
#define CSYSTEM_TERMINALS_H

#include <stdbool.h>

// System calls for a program on a terminal. Each returns `-errno` on failure, and a descriptor on
// success.

/// Creates an anonymous file in memory that closes on exec (memfd_create).
int cs_memory_file(const char *name);

/// Blocks TSTP and gives it a handler that does nothing, unless it is ignored. Call it before newterm:
/// ncurses sets a TSTP without a handler to be ignored while it draws, and the kernel then discards
/// a Ctrl-Z that is pending.
void cs_keep_stop_key(void);

/// Blocks WINCH, TSTP and CONT and returns a non-blocking descriptor that reads them and closes on
/// exec (signalfd).
int cs_screen_signals(void);

/// The next pending signal of a `cs_screen_signals` descriptor; 0 if there is none.
int cs_next_signal(int descriptor);

/// Stops this process like the default action of TSTP; returns when it continues.
void cs_stop(void);

/// Blocks every signal that this program handles, so that none ends the process between exec and
/// the new program's handlers; the mask survives exec.
void cs_block_for_exec(void);

/// Reverts `cs_block_for_exec`, after exec or after its failure.
void cs_unblock_after_exec(void);

/// Whether the locale set by setlocale uses UTF-8 and knows the width of an Arabic letter
/// (nl_langinfo, wcwidth).
bool cs_locale_is_utf8(void);

#endif
