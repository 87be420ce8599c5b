#ifndef CSECRET_SECRET_H
#define CSECRET_SECRET_H

#include <stdbool.h>
#include <stddef.h>

// The tokens in the user's keyring, by libsecret. The library is opened at run time: the program
// also runs where it is not installed, and building needs neither its headers nor pkg-config. A
// token has one attribute: its server.

/// Whether libsecret is installed. Opens it on the first call; every other function requires it.
bool secret_is_available(void);

enum secret_answer { secret_found, secret_none, secret_failed };

/// Looks up a token (secret_password_lookup_sync); free `*token` with `secret_forget`. On failure,
/// `reason` gets the error's message, at most `capacity` bytes with the 0 byte.
enum secret_answer secret_look_up(const char *server, char **token, char *reason, size_t capacity);

/// Overwrites and frees a token (secret_password_free).
void secret_forget(char *token);

/// Stores a token and replaces an earlier one (secret_password_store_sync).
bool secret_store(const char *server, const char *label, const char *token, char *reason,
                  size_t capacity);

/// Removes a token (secret_password_clear_sync); a missing token is not an error.
bool secret_remove(const char *server, char *reason, size_t capacity);

#endif
