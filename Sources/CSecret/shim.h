#ifndef CSECRET_SHIM_H
#define CSECRET_SHIM_H

#include <stdbool.h>
#include <string.h>

#include <libsecret/secret.h>

// libsecret's functions for passwords take their attributes as variable arguments, which do not
// come over to Swift. A token has one attribute: the server that it opens.

static inline const SecretSchema *secret_schema(void) {
  static const SecretSchema schema = {
      .name = "org.lisan.Token",
      .flags = SECRET_SCHEMA_NONE,
      .attributes = {{"server", SECRET_SCHEMA_ATTRIBUTE_STRING}, {NULL, 0}},
  };
  return &schema;
}

enum secret_answer { secret_found, secret_none, secret_failed };

/// Copies what a failed call said, at most `capacity` bytes with the 0 byte, and frees it.
static inline void secret_explain(GError *error, char *reason, size_t capacity) {
  if (capacity == 0) return;
  strncpy(reason, error ? error->message : "", capacity - 1);
  reason[capacity - 1] = 0;
  if (error) g_error_free(error);
}

/// Looks a token up (secret_password_lookup_sync); `*token` is to be given to `secret_forget`.
static inline enum secret_answer secret_look_up(const char *server, char **token, char *reason,
                                                size_t capacity) {
  GError *error = NULL;
  *token = secret_password_lookup_sync(secret_schema(), NULL, &error, "server", server, NULL);
  if (error) {
    secret_explain(error, reason, capacity);
    return secret_failed;
  }
  return *token ? secret_found : secret_none;
}

/// Overwrites and frees a token (secret_password_free).
static inline void secret_forget(char *token) { secret_password_free(token); }

/// Keeps a token in the place of a former one (secret_password_store_sync).
static inline bool secret_store(const char *server, const char *label, const char *token,
                                char *reason, size_t capacity) {
  GError *error = NULL;
  bool stored = secret_password_store_sync(secret_schema(), SECRET_COLLECTION_DEFAULT, label, token,
                                           NULL, &error, "server", server, NULL);
  if (!stored) secret_explain(error, reason, capacity);
  return stored;
}

/// Removes a token (secret_password_clear_sync); removing none is no failure.
static inline bool secret_remove(const char *server, char *reason, size_t capacity) {
  GError *error = NULL;
  secret_password_clear_sync(secret_schema(), NULL, &error, "server", server, NULL);
  if (!error) return true;
  secret_explain(error, reason, capacity);
  return false;
}

#endif
