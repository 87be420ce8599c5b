#include "CLibraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifdef CS_STATIC
const char *cs_load(struct cs_library *library) { return (void)library, NULL; }
#else
// Loads one version, and finds all functions, which are then in their places.
static void load(struct cs_library *library, int version) {
  char name[128], suffix[16] = "";
  if (version) snprintf(suffix, sizeof suffix, "%d", version);
  snprintf(name, sizeof name, "%s%s%s", library->name, version ? "." : "", suffix);
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  for (const struct cs_function *function = library->functions; function->name; function++) {
    snprintf(name, sizeof name, "%s%s%s", function->name, version ? "_" : "", suffix);
    if ((*function->place = dlsym(handle, name))) continue;
    dlclose(handle);
    return;
  }
  library->handle = handle;
}

const char *cs_load(struct cs_library *library) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static _Thread_local char reason[256];
  pthread_mutex_lock(&lock);
  if (!library->handle) {
    int version = library->built ? library->built + 8 : 0;
    for (; !library->handle && version >= library->oldest; version--) {
      load(library, version);
      // The words for the build's version: newer and older ones are not expected to be there.
      const char *text = dlerror();
      if (version == library->built) snprintf(reason, sizeof reason, "%s", text ? text : library->name);
    }
    // The loader has touched names and tables of all files, which are not used again.
    cs_rest();
  }
  const char *missing = library->handle ? NULL : reason;
  pthread_mutex_unlock(&lock);
  return missing;
}
#endif
