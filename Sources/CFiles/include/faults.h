#ifndef CFILES_FAULTS_H
#define CFILES_FAULTS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

// Files and faults of the program: a memory map faults where its file has shrunk, and a file may be
// what made the program crash.

/// Copies `length` bytes out of a memory map. Returns false if the map faulted (SIGBUS: the file
/// shrank under it, or its disk failed); then the destination's content is undefined.
///
/// The first call installs a SIGBUS handler, which hands every fault that is not its own to the
/// handler that was there before. Any number of threads may copy at once.
bool cs_guarded_copy(void *destination, const void *source, size_t length);

/// Installs `action` for the SIGBUS that is no guarded copy's. A program that handles SIGBUS itself
/// calls this in the place of sigaction(2), in any order with the first guarded copy.
void cs_handle_bus_behind_guard(const struct sigaction *action);

/// Ends the process by a signal, whatever handler it had. For a signal's handler.
void cs_die_by(int signal);

/// Moves a file if a fault ends this process (ILL, TRAP, ABRT, FPE, SEGV), which then dies by that
/// signal; a process that is killed from outside moves nothing. For one file, of paths of less than
/// 4,096 bytes; for a program without other handlers of these signals.
void cs_move_on_fault(const char *from, const char *to);

#endif
