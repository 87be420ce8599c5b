#ifndef CSYSTEM_ENVIRONMENT_H
#define CSYSTEM_ENVIRONMENT_H

// The environment and the memory of this process. Nothing here fails.

/// The value of a variable; NULL if it is unset, or if the program has more rights than the user
/// who started it (secure_getenv).
const char *cs_environment(const char *name);

/// Removes a secret from the environment, so that no child process inherits it, and overwrites it
/// in place, so that /proc/PID/environ does not show it. Returns a copy that the caller frees; NULL
/// if `cs_environment` finds nothing.
char *cs_take_secret(const char *name);

/// Hides this process's memory from core files, debuggers and /proc/PID/mem (PR_SET_DUMPABLE).
void cs_hide_memory(void);

#endif
