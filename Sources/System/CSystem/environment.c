#include "environment.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

const char *cs_environment(const char *name) { return secure_getenv(name); }

char *cs_take_secret(const char *name) {
  char *value = getenv(name);
  if (value == NULL) return NULL;
  char *copy = secure_getenv(name) == NULL ? NULL : strdup(value);
  explicit_bzero(value, strlen(value));
  unsetenv(name);
  return copy;
}

void cs_hide_memory(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
