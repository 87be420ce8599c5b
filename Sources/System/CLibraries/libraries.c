#include "CLibraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifdef CS_STATIC
const char *cs_load(struct cs_library *library) { return (void)library, NULL; }
#else
// Whether the library has all functions, which are then in their places.
static int find(struct cs_library *library, void *handle) {
  for (const struct cs_function *function = library->functions; function->name; function++)
    if (!(*function->place = dlsym(handle, function->name))) return 0;
  library->handle = handle;
  return 1;
}

const char *cs_load(struct cs_library *library) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static _Thread_local char reason[256];
  pthread_mutex_lock(&lock);
  if (!library->handle) {
    void *handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
    if (!handle || !find(library, handle)) {
      const char *text = dlerror();
      snprintf(reason, sizeof reason, "%s", text ? text : library->name);
      if (handle) dlclose(handle);
    }
    // The loader has touched names and tables of all files, which are not used again.
    cs_rest();
  }
  const char *missing = library->handle ? NULL : reason;
  pthread_mutex_unlock(&lock);
  return missing;
}
#endif
