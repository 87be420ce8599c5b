#ifndef CSYSTEM_FAULTS_H
#define CSYSTEM_FAULTS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

// Handling of faults: reads from a memory map whose file shrank, and files that may have crashed
// the program.

/// Copies `length` bytes from a memory map. Returns false if the map faulted (SIGBUS: the file
/// shrank, or its disk failed); the destination's content is then undefined.
///
/// The first call installs a SIGBUS handler, which passes all other faults to the previous
/// handler. Any number of threads may copy at once.
bool cs_guarded_copy(void *destination, const void *source, size_t length);

/// Installs `action` for a SIGBUS outside guarded copies. A program that handles SIGBUS itself
/// calls this instead of sigaction(2), before or after the first guarded copy.
void cs_handle_bus_behind_guard(const struct sigaction *action);

/// Ends the process by a signal, ignoring its handler. For use in signal handlers.
void cs_die_by(int signal);

/// Moves a file if a fault ends this process (ILL, TRAP, ABRT, FPE, SEGV); the process then dies by
/// that signal. A kill from outside moves nothing. Supports one file, with paths below 4,096 bytes,
/// in a program without other handlers for these signals.
void cs_move_on_fault(const char *from, const char *to);

#endif
