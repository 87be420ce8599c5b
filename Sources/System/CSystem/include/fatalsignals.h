#ifndef CSYSTEM_FATALSIGNALS_H
#define CSYSTEM_FATALSIGNALS_H

#include <signal.h>
#include <stddef.h>
#include <termios.h>

// Restores the terminal when a signal ends the program. Nothing here fails.

/// Installs handlers for every signal that ends a program, except for KILL and those that are
/// ignored. Each writes the bytes from `cs_terminal_arm`, restores the terminal's modes, and lets
/// the process die by that signal. The handlers have a separate stack, so that they survive endless
/// recursion, but only on the calling thread.
///
/// The handler for BUS is behind the guard of faults.h.
void cs_fatal_install(void);

/// The signals that have these handlers, without the faults of a program (ILL, TRAP, ABRT, BUS, FPE,
/// SEGV, SYS).
void cs_fatal_signals(sigset_t *set);

/// Sets what the handlers do: write `length` bytes (copied, at most 1,024) to `descriptor`, set
/// `modes`, and for a fault of the program write `notice` (copied, at most 1,024 bytes) to
/// `notice_descriptor`. Another call replaces these values.
void cs_terminal_arm(int descriptor, const void *bytes, size_t length, const struct termios *modes,
                     const void *notice, size_t notice_length, int notice_descriptor);

/// Makes the handlers leave the terminal alone.
void cs_terminal_disarm(void);

/// Between hold and release, these signals are deferred, so that a frame is not cut in the middle of a
/// sequence. A second such signal is not deferred, and neither are faults.
void cs_terminal_hold(void);
void cs_terminal_release(void);

#endif
