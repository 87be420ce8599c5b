#ifndef CSECRET_SECRET_H
#define CSECRET_SECRET_H

#include <stdbool.h>
#include <stddef.h>

// The tokens in the user's keyring: the Secret Service on the session bus, by libdbus, which can be linked
// statically. A token has one attribute: its server. Every function opens a connection of its own, and may
// wait for the person to unlock the keyring. On failure, `reason` gets the error's message, at most
// `capacity` bytes with the 0 byte.

enum secret_answer { secret_found, secret_none, secret_failed };

/// Looks up a token; free `*token` with `secret_forget`.
enum secret_answer secret_look_up(const char *server, char **token, char *reason, size_t capacity);

/// Overwrites and frees a token.
void secret_forget(char *token);

/// Stores a token in the default collection, and replaces an earlier one.
bool secret_store(const char *server, const char *label, const char *token, char *reason,
                  size_t capacity);

/// Removes a token; a missing token is not an error.
bool secret_remove(const char *server, char *reason, size_t capacity);

#endif
