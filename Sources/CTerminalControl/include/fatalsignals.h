#ifndef CTERMINALCONTROL_FATALSIGNALS_H
#define CTERMINALCONTROL_FATALSIGNALS_H

#include <stddef.h>
#include <termios.h>

// What the signals that end a program do to its terminal. Nothing here fails.

/// Installs handlers for every signal that ends a program (HUP, INT, QUIT, ILL, TRAP, ABRT, BUS,
/// FPE, SEGV, TERM): each writes what `cs_terminal_arm` was given, restores the terminal's modes,
/// and lets the process die by that same signal. They run on a stack of their own, so that
/// endless recursion is survived too. Threads other than the calling one have no such stack.
///
/// The one for BUS stands behind the guard of CFiles.
void cs_fatal_install(void);

/// What a fatal signal's handler does to the terminal: writes `length` bytes (copied, 512 at most)
/// to `descriptor` and sets `modes`, then writes `notice` (copied, 512 bytes at most) to
/// descriptor `notice_descriptor` if the signal tells of a fault of the program itself. Calling
/// it again replaces what it was told before.
void cs_terminal_arm(int descriptor, const void *bytes, size_t length, const struct termios *modes,
                     const void *notice, size_t notice_length, int notice_descriptor);

/// Makes the handlers leave the terminal alone again.
void cs_terminal_disarm(void);

/// Between hold and release, HUP, INT, QUIT and TERM wait, so that a frame is not cut in the
/// middle of a sequence; a second such signal does not wait. Faults of the program never do.
void cs_terminal_hold(void);
void cs_terminal_release(void);

#endif
