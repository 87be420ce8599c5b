#ifndef CSYSTEM_COMMANDOUTPUT_H
#define CSYSTEM_COMMANDOUTPUT_H

#include <sys/types.h>

/// Runs a program that is looked up in PATH, with this process's environment, no input and nothing
/// said on standard error. Returns its process id, which has to be reaped, and in `*output` a
/// descriptor that reads what it writes and closes on exec; or -1 with errno (posix_spawnp).
///
/// `arguments` begins with the program's name and ends with NULL.
pid_t cs_command_start(const char *const *arguments, int *output);

#endif
