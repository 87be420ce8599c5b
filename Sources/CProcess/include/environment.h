#ifndef CPROCESS_ENVIRONMENT_H
#define CPROCESS_ENVIRONMENT_H

// The environment, and the memory of this process. Nothing here fails.

/// The value of a variable; NULL where there is none, and wherever the program has more rights than
/// whoever started it (secure_getenv).
const char *cs_environment(const char *name);

/// Takes a secret out of the environment, so that no program that is started inherits it, and
/// overwrites it where it stood, so that /proc/PID/environ does not show it. Returns a copy to be
/// freed; NULL where `cs_environment` finds nothing.
char *cs_take_secret(const char *name);

/// Keeps the memory of this process from core files, debuggers and /proc/PID/mem (PR_SET_DUMPABLE).
void cs_hide_memory(void);

#endif
