#include "secret.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

// The public types of libsecret 0.18 and GLib 2, whose layouts are part of their ABI
// (libsecret-1.so.0, libglib-2.0.so.0).

struct schema_attribute {
  const char *name;
  int type;  // SECRET_SCHEMA_ATTRIBUTE_STRING is 0.
};

struct schema {
  const char *name;
  int flags;  // SECRET_SCHEMA_NONE is 0.
  struct schema_attribute attributes[32];
  int reserved;
  void *more_reserved[7];
};

struct error {
  uint32_t domain;
  int code;
  char *message;
};

static const struct schema schema = {
    .name = "org.lisan.Token",
    .attributes = {{"server", 0}, {NULL, 0}},
};

static struct {
  char *(*look_up)(const struct schema *, void *cancellable, struct error **, ...);
  int (*store)(const struct schema *, const char *collection, const char *label,
               const char *password, void *cancellable, struct error **, ...);
  int (*clear)(const struct schema *, void *cancellable, struct error **, ...);
  void (*free_password)(char *);
  void (*free_error)(struct error *);
} library;

static bool is_open;

static void open_library(void) {
  // Its threads outlive a request, so it is never closed.
  void *handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!handle) return;
  *(void **)&library.look_up = dlsym(handle, "secret_password_lookup_sync");
  *(void **)&library.store = dlsym(handle, "secret_password_store_sync");
  *(void **)&library.clear = dlsym(handle, "secret_password_clear_sync");
  *(void **)&library.free_password = dlsym(handle, "secret_password_free");
  // A handle also searches the libraries that the library needs.
  *(void **)&library.free_error = dlsym(handle, "g_error_free");
  is_open = library.look_up && library.store && library.clear && library.free_password &&
            library.free_error;
}

bool secret_is_available(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open;
}

static void explain(struct error *error, char *reason, size_t capacity) {
  if (capacity > 0) {
    strncpy(reason, error && error->message ? error->message : "", capacity - 1);
    reason[capacity - 1] = 0;
  }
  if (error) library.free_error(error);
}

enum secret_answer secret_look_up(const char *server, char **token, char *reason,
                                  size_t capacity) {
  struct error *error = NULL;
  *token = library.look_up(&schema, NULL, &error, "server", server, NULL);
  if (error) {
    explain(error, reason, capacity);
    return secret_failed;
  }
  return *token ? secret_found : secret_none;
}

void secret_forget(char *token) { library.free_password(token); }

bool secret_store(const char *server, const char *label, const char *token, char *reason,
                  size_t capacity) {
  struct error *error = NULL;
  // SECRET_COLLECTION_DEFAULT is "default".
  bool stored = library.store(&schema, "default", label, token, NULL, &error, "server", server, NULL);
  if (!stored) explain(error, reason, capacity);
  return stored;
}

bool secret_remove(const char *server, char *reason, size_t capacity) {
  struct error *error = NULL;
  library.clear(&schema, NULL, &error, "server", server, NULL);
  if (!error) return true;
  explain(error, reason, capacity);
  return false;
}
