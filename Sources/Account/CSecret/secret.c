#include "secret.h"

#include "dbus.h"
#include "CLibraries.h"
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(F) \
  F(dbus_bus_add_match) F(dbus_bus_get_private) F(dbus_connection_close) F(dbus_connection_pop_message) \
  F(dbus_connection_read_write) F(dbus_connection_send_with_reply_and_block) \
  F(dbus_connection_set_exit_on_disconnect) F(dbus_connection_unref) F(dbus_error_free) F(dbus_error_init) \
  F(dbus_error_is_set) F(dbus_free_string_array) F(dbus_message_append_args) F(dbus_message_get_args) \
  F(dbus_message_has_path) F(dbus_message_has_signature) F(dbus_message_is_signal) \
  F(dbus_message_iter_append_basic) F(dbus_message_iter_append_fixed_array) \
  F(dbus_message_iter_close_container) F(dbus_message_iter_get_basic) F(dbus_message_iter_get_fixed_array) \
  F(dbus_message_iter_init) F(dbus_message_iter_init_append) F(dbus_message_iter_next) \
  F(dbus_message_iter_open_container) F(dbus_message_iter_recurse) F(dbus_message_new_method_call) \
  F(dbus_message_unref) F(dbus_set_error_const) F(dbus_threads_init_default)
CS_LIBRARY(dbus, "libdbus-1.so.3", FUNCTIONS);

// The Secret Service API of freedesktop.org, draft 0.2. Items are those that libsecret finds by the
// schema org.lisan.Token.

#define SERVICE "org.freedesktop.secrets"
#define INTERFACE "org.freedesktop.Secret."
#define ROOT "/org/freedesktop/secrets"
#define COLLECTION ROOT "/aliases/default"
#define NO_PROMPT "/"

// The time limit for one answer in milliseconds. A person may be asked for the keyring's password.
enum { limit = 60000 };

struct session {
  // Why there is no libdbus; NULL if there is.
  const char *missing;
  DBusConnection *bus;
  DBusError error;
  DBusMessage *opening;
  const char *path;
};

static DBusMessage *request(const char *path, const char *interface, const char *method) {
  return dbus_message_new_method_call(SERVICE, path, interface, method);
}

// Sends a message, which is released. NULL on an error.
static DBusMessage *answer(struct session *session, DBusMessage *message) {
  if (!message) {
    dbus_set_error_const(&session->error, DBUS_ERROR_NO_MEMORY, "no memory");
    return NULL;
  }
  DBusMessage *reply =
      dbus_connection_send_with_reply_and_block(session->bus, message, limit, &session->error);
  dbus_message_unref(message);
  return reply;
}

static bool begin(struct session *session) {
  *session = (struct session){.missing = cs_load(&dbus)};
  if (session->missing) return false;
  dbus_error_init(&session->error);
  if (!dbus_threads_init_default()) return false;
  session->bus = dbus_bus_get_private(DBUS_BUS_SESSION, &session->error);
  if (!session->bus) return false;
  dbus_connection_set_exit_on_disconnect(session->bus, false);
  // A secret crosses the person's own bus as it is.
  DBusMessage *open = request(ROOT, INTERFACE "Service", "OpenSession");
  DBusMessageIter content, value;
  const char *algorithm = "plain", *nothing = "";
  if (open) {
    dbus_message_iter_init_append(open, &content);
    dbus_message_iter_append_basic(&content, DBUS_TYPE_STRING, &algorithm);
    dbus_message_iter_open_container(&content, DBUS_TYPE_VARIANT, "s", &value);
    dbus_message_iter_append_basic(&value, DBUS_TYPE_STRING, &nothing);
    dbus_message_iter_close_container(&content, &value);
  }
  session->opening = answer(session, open);
  if (!session->opening) return false;
  if (dbus_message_has_signature(session->opening, "vo") &&
      dbus_message_iter_init(session->opening, &content) && dbus_message_iter_next(&content)) {
    dbus_message_iter_get_basic(&content, &session->path);
    return true;
  }
  dbus_set_error_const(&session->error, DBUS_ERROR_INVALID_SIGNATURE, "OpenSession");
  return false;
}

// Ends the session; `reason` gets the error.
static bool end(struct session *session, char *reason, size_t capacity) {
  const char *text = session->missing ? session->missing : session->error.message;
  if (capacity > 0) {
    strncpy(reason, text ? text : "", capacity - 1);
    reason[capacity - 1] = 0;
  }
  if (session->missing) return false;
  bool failed = !session->bus || dbus_error_is_set(&session->error);
  dbus_error_free(&session->error);
  if (session->opening) dbus_message_unref(session->opening);
  if (session->bus) {
    dbus_connection_close(session->bus);
    dbus_connection_unref(session->bus);
  }
  return !failed;
}

// Lets the service ask the person, and waits for the end of the prompt.
static void finish_prompt(struct session *session, const char *prompt) {
  if (!strcmp(prompt, NO_PROMPT) || dbus_error_is_set(&session->error)) return;
  dbus_bus_add_match(session->bus, "type='signal',sender='" SERVICE "',interface='" INTERFACE
                     "Prompt',member='Completed'", &session->error);
  DBusMessage *message = request(prompt, INTERFACE "Prompt", "Prompt");
  const char *window = "";
  if (message) dbus_message_append_args(message, DBUS_TYPE_STRING, &window, DBUS_TYPE_INVALID);
  DBusMessage *reply = answer(session, message);
  if (!reply) return;
  dbus_message_unref(reply);
  while (dbus_connection_read_write(session->bus, limit)) {
    DBusMessage *signal;
    while ((signal = dbus_connection_pop_message(session->bus))) {
      bool ended = dbus_message_is_signal(signal, INTERFACE "Prompt", "Completed") &&
                   dbus_message_has_path(signal, prompt);
      dbus_bool_t dismissed = true;
      if (ended) dbus_message_get_args(signal, NULL, DBUS_TYPE_BOOLEAN, &dismissed, DBUS_TYPE_INVALID);
      dbus_message_unref(signal);
      if (!ended) continue;
      if (dismissed) dbus_set_error_const(&session->error, DBUS_ERROR_ACCESS_DENIED, "dismissed");
      return;
    }
  }
  dbus_set_error_const(&session->error, DBUS_ERROR_DISCONNECTED, "the bus is gone");
}

static void unlock(struct session *session, const char **objects, int count) {
  DBusMessage *message = request(ROOT, INTERFACE "Service", "Unlock");
  if (message)
    dbus_message_append_args(message, DBUS_TYPE_ARRAY, DBUS_TYPE_OBJECT_PATH, &objects, count,
                             DBUS_TYPE_INVALID);
  DBusMessage *reply = answer(session, message);
  if (!reply) return;
  char **unlocked = NULL;
  int unlocked_count = 0;
  const char *prompt;
  if (dbus_message_get_args(reply, &session->error, DBUS_TYPE_ARRAY, DBUS_TYPE_OBJECT_PATH, &unlocked,
                            &unlocked_count, DBUS_TYPE_OBJECT_PATH, &prompt, DBUS_TYPE_INVALID))
    finish_prompt(session, prompt);
  dbus_free_string_array(unlocked);
  dbus_message_unref(reply);
}

static void append_attributes(DBusMessageIter *content, const char *server) {
  const char *pairs[][2] = {{"xdg:schema", "org.lisan.Token"}, {"server", server}};
  DBusMessageIter list, pair;
  dbus_message_iter_open_container(content, DBUS_TYPE_ARRAY, "{ss}", &list);
  for (int place = 0; place < 2; place++) {
    dbus_message_iter_open_container(&list, DBUS_TYPE_DICT_ENTRY, NULL, &pair);
    dbus_message_iter_append_basic(&pair, DBUS_TYPE_STRING, &pairs[place][0]);
    dbus_message_iter_append_basic(&pair, DBUS_TYPE_STRING, &pairs[place][1]);
    dbus_message_iter_close_container(&list, &pair);
  }
  dbus_message_iter_close_container(content, &list);
}

// The unlocked items of a server; free them with dbus_free_string_array. NULL on an error.
static char **items(struct session *session, const char *server) {
  DBusMessage *message = request(ROOT, INTERFACE "Service", "SearchItems");
  if (message) {
    DBusMessageIter content;
    dbus_message_iter_init_append(message, &content);
    append_attributes(&content, server);
  }
  DBusMessage *reply = answer(session, message);
  if (!reply) return NULL;
  char **open = NULL, **locked = NULL;
  int open_count = 0, locked_count = 0;
  dbus_message_get_args(reply, &session->error, DBUS_TYPE_ARRAY, DBUS_TYPE_OBJECT_PATH, &open,
                        &open_count, DBUS_TYPE_ARRAY, DBUS_TYPE_OBJECT_PATH, &locked, &locked_count,
                        DBUS_TYPE_INVALID);
  dbus_message_unref(reply);
  if (open_count == 0 && locked_count > 0) {
    unlock(session, (const char **)locked, locked_count);
    dbus_free_string_array(open);
    return locked;
  }
  dbus_free_string_array(locked);
  return open;
}

// A copy of the secret in an answer of signature (oayays), with a 0 byte; NULL on an error.
static char *secret(DBusMessage *reply) {
  DBusMessageIter content, fields, bytes;
  const char *start = NULL;
  int count = 0;
  if (!dbus_message_has_signature(reply, "(oayays)")) return NULL;
  dbus_message_iter_init(reply, &content);
  dbus_message_iter_recurse(&content, &fields);
  dbus_message_iter_next(&fields);
  dbus_message_iter_next(&fields);
  dbus_message_iter_recurse(&fields, &bytes);
  dbus_message_iter_get_fixed_array(&bytes, &start, &count);
  char *copy = calloc((size_t)count + 1, 1);
  if (copy && count > 0) memcpy(copy, start, (size_t)count);
  return copy;
}

enum secret_answer secret_look_up(const char *server, char **token, char *reason,
                                  size_t capacity) {
  struct session session;
  *token = NULL;
  char **found = begin(&session) ? items(&session, server) : NULL;
  if (found && found[0] && !dbus_error_is_set(&session.error)) {
    DBusMessage *message = request(found[0], INTERFACE "Item", "GetSecret");
    if (message)
      dbus_message_append_args(message, DBUS_TYPE_OBJECT_PATH, &session.path, DBUS_TYPE_INVALID);
    DBusMessage *reply = answer(&session, message);
    if (reply) {
      *token = secret(reply);
      if (!*token) dbus_set_error_const(&session.error, DBUS_ERROR_INVALID_SIGNATURE, "GetSecret");
      dbus_message_unref(reply);
    }
  }
  if (found) dbus_free_string_array(found);
  if (!end(&session, reason, capacity)) return secret_failed;
  return *token ? secret_found : secret_none;
}

void secret_forget(char *token) {
  explicit_bzero(token, strlen(token));
  free(token);
}

static void append_property(DBusMessageIter *list, const char *name, const char *signature,
                            void (*append)(DBusMessageIter *, const char *), const char *argument) {
  DBusMessageIter pair, value;
  dbus_message_iter_open_container(list, DBUS_TYPE_DICT_ENTRY, NULL, &pair);
  dbus_message_iter_append_basic(&pair, DBUS_TYPE_STRING, &name);
  dbus_message_iter_open_container(&pair, DBUS_TYPE_VARIANT, signature, &value);
  append(&value, argument);
  dbus_message_iter_close_container(&pair, &value);
  dbus_message_iter_close_container(list, &pair);
}

static void append_text(DBusMessageIter *content, const char *text) {
  dbus_message_iter_append_basic(content, DBUS_TYPE_STRING, &text);
}

static void append_bytes(DBusMessageIter *content, const char *bytes) {
  DBusMessageIter list;
  dbus_message_iter_open_container(content, DBUS_TYPE_ARRAY, "y", &list);
  dbus_message_iter_append_fixed_array(&list, DBUS_TYPE_BYTE, &bytes, (int)strlen(bytes));
  dbus_message_iter_close_container(content, &list);
}

bool secret_store(const char *server, const char *label, const char *token, char *reason,
                  size_t capacity) {
  struct session session;
  if (!begin(&session)) return end(&session, reason, capacity);
  const char *collection = COLLECTION;
  unlock(&session, &collection, 1);
  if (dbus_error_is_set(&session.error)) return end(&session, reason, capacity);
  DBusMessage *message = request(COLLECTION, INTERFACE "Collection", "CreateItem");
  if (message) {
    DBusMessageIter content, part;
    dbus_bool_t replace = true;
    dbus_message_iter_init_append(message, &content);
    dbus_message_iter_open_container(&content, DBUS_TYPE_ARRAY, "{sv}", &part);
    append_property(&part, INTERFACE "Item.Label", "s", append_text, label);
    append_property(&part, INTERFACE "Item.Attributes", "a{ss}", append_attributes, server);
    dbus_message_iter_close_container(&content, &part);
    dbus_message_iter_open_container(&content, DBUS_TYPE_STRUCT, NULL, &part);
    dbus_message_iter_append_basic(&part, DBUS_TYPE_OBJECT_PATH, &session.path);
    append_bytes(&part, "");
    append_bytes(&part, token);
    append_text(&part, "text/plain");
    dbus_message_iter_close_container(&content, &part);
    dbus_message_iter_append_basic(&content, DBUS_TYPE_BOOLEAN, &replace);
  }
  DBusMessage *reply = answer(&session, message);
  const char *item, *prompt;
  if (reply) {
    if (dbus_message_get_args(reply, &session.error, DBUS_TYPE_OBJECT_PATH, &item,
                              DBUS_TYPE_OBJECT_PATH, &prompt, DBUS_TYPE_INVALID))
      finish_prompt(&session, prompt);
    dbus_message_unref(reply);
  }
  return end(&session, reason, capacity);
}

bool secret_remove(const char *server, char *reason, size_t capacity) {
  struct session session;
  char **found = begin(&session) ? items(&session, server) : NULL;
  for (char **item = found; item && *item && !dbus_error_is_set(&session.error); item++) {
    DBusMessage *reply = answer(&session, request(*item, INTERFACE "Item", "Delete"));
    const char *prompt;
    if (!reply) break;
    if (dbus_message_get_args(reply, &session.error, DBUS_TYPE_OBJECT_PATH, &prompt, DBUS_TYPE_INVALID))
      finish_prompt(&session, prompt);
    dbus_message_unref(reply);
  }
  if (found) dbus_free_string_array(found);
  return end(&session, reason, capacity);
}
