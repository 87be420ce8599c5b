#ifndef CSECRET_SHIM_H
#define CSECRET_SHIM_H

#include <stdbool.h>
#include <string.h>

#include <libsecret/secret.h>

// libsecret's password functions are variadic, which Swift does not import. A token has one
// attribute: its server.

static inline const SecretSchema *secret_schema(void) {
  static const SecretSchema schema = {
      .name = "org.lisan.Token",
      .flags = SECRET_SCHEMA_NONE,
      .attributes = {{"server", SECRET_SCHEMA_ATTRIBUTE_STRING}, {NULL, 0}},
  };
  return &schema;
}

enum secret_answer { secret_found, secret_none, secret_failed };

/// Copies and frees an error's message, at most `capacity` bytes with the 0 byte.
static inline void secret_explain(GError *error, char *reason, size_t capacity) {
  if (capacity == 0) return;
  strncpy(reason, error ? error->message : "", capacity - 1);
  reason[capacity - 1] = 0;
  if (error) g_error_free(error);
}

/// Looks up a token (secret_password_lookup_sync); free `*token` with `secret_forget`.
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

/// Stores a token and replaces an earlier one (secret_password_store_sync).
static inline bool secret_store(const char *server, const char *label, const char *token,
                                char *reason, size_t capacity) {
  GError *error = NULL;
  bool stored = secret_password_store_sync(secret_schema(), SECRET_COLLECTION_DEFAULT, label, token,
                                           NULL, &error, "server", server, NULL);
  if (!stored) secret_explain(error, reason, capacity);
  return stored;
}

/// Removes a token (secret_password_clear_sync); a missing token is not an error.
static inline bool secret_remove(const char *server, char *reason, size_t capacity) {
  GError *error = NULL;
  secret_password_clear_sync(secret_schema(), NULL, &error, "server", server, NULL);
  if (!error) return true;
  secret_explain(error, reason, capacity);
  return false;
}

#endif
