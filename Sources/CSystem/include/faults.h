#ifndef CSYSTEM_FAULTS_H
#define CSYSTEM_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

/// Copies `length` bytes out of a memory map. Returns false if the map faulted (SIGBUS: the file
/// shrank under it, or its disk failed); then the destination's content is undefined.
///
/// The first call installs a SIGBUS handler, which hands every fault that is not its own to the
/// handler that was there before. Any number of threads may copy at once.
bool cs_guarded_copy(void *destination, const void *source, size_t length);

/// Installs handlers for every signal that ends a program (HUP, INT, QUIT, ILL, TRAP, ABRT, BUS,
/// FPE, SEGV, TERM): each writes what `cs_terminal_arm` was given, restores the terminal's modes,
/// and lets the process die by that same signal. They run on a stack of their own, so that
/// endless recursion is survived too. `threads` other than the calling one have no such stack.
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

/// Moves a file if a fault ends this process (ILL, TRAP, ABRT, FPE, SEGV), which then dies by
/// that signal; whoever kills it from outside moves nothing. For one file, of paths of less than 4,096
/// bytes; for a program without `cs_fatal_install`.
void cs_move_on_fault(const char *from, const char *to);

#endif
