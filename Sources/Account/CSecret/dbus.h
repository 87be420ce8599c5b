#ifndef CSECRET_DBUS_H
#define CSECRET_DBUS_H

#include <stdbool.h>
#include <stdint.h>

// The functions of libdbus (libdbus-1.so.3) that secret.c calls, by their stable ABI. Debian has the
// library's headers in no folder that compilers search, and Package.swift asks nobody where they are.

typedef uint32_t dbus_bool_t;
typedef struct DBusConnection DBusConnection;
typedef struct DBusMessage DBusMessage;

typedef struct {
  const char *name;
  const char *message;
  unsigned int bits;
  void *padding;
} DBusError;

typedef struct {
  void *first[2];
  uint32_t second;
  int third[9];
  void *fourth[2];
} DBusMessageIter;

enum { DBUS_BUS_SESSION = 0 };

enum {
  DBUS_TYPE_INVALID = 0,
  DBUS_TYPE_BOOLEAN = 'b',
  DBUS_TYPE_BYTE = 'y',
  DBUS_TYPE_STRING = 's',
  DBUS_TYPE_OBJECT_PATH = 'o',
  DBUS_TYPE_ARRAY = 'a',
  DBUS_TYPE_VARIANT = 'v',
  DBUS_TYPE_STRUCT = 'r',
  DBUS_TYPE_DICT_ENTRY = 'e',
};

#define DBUS_ERROR_NO_MEMORY "org.freedesktop.DBus.Error.NoMemory"
#define DBUS_ERROR_ACCESS_DENIED "org.freedesktop.DBus.Error.AccessDenied"
#define DBUS_ERROR_DISCONNECTED "org.freedesktop.DBus.Error.Disconnected"
#define DBUS_ERROR_INVALID_SIGNATURE "org.freedesktop.DBus.Error.InvalidSignature"

dbus_bool_t dbus_threads_init_default(void);
void dbus_error_init(DBusError *);
void dbus_error_free(DBusError *);
dbus_bool_t dbus_error_is_set(const DBusError *);
void dbus_set_error_const(DBusError *, const char *name, const char *message);
void dbus_free_string_array(char **);

DBusConnection *dbus_bus_get_private(int bus, DBusError *);
void dbus_bus_add_match(DBusConnection *, const char *rule, DBusError *);
void dbus_connection_set_exit_on_disconnect(DBusConnection *, dbus_bool_t);
DBusMessage *dbus_connection_send_with_reply_and_block(DBusConnection *, DBusMessage *,
                                                       int milliseconds, DBusError *);
dbus_bool_t dbus_connection_read_write(DBusConnection *, int milliseconds);
DBusMessage *dbus_connection_pop_message(DBusConnection *);
void dbus_connection_close(DBusConnection *);
void dbus_connection_unref(DBusConnection *);

DBusMessage *dbus_message_new_method_call(const char *destination, const char *path,
                                          const char *interface, const char *method);
void dbus_message_unref(DBusMessage *);
dbus_bool_t dbus_message_is_signal(DBusMessage *, const char *interface, const char *name);
dbus_bool_t dbus_message_has_path(DBusMessage *, const char *path);
dbus_bool_t dbus_message_has_signature(DBusMessage *, const char *signature);
dbus_bool_t dbus_message_append_args(DBusMessage *, int first_type, ...);
dbus_bool_t dbus_message_get_args(DBusMessage *, DBusError *, int first_type, ...);
dbus_bool_t dbus_message_iter_init(DBusMessage *, DBusMessageIter *);
dbus_bool_t dbus_message_iter_next(DBusMessageIter *);
void dbus_message_iter_recurse(DBusMessageIter *, DBusMessageIter *part);
void dbus_message_iter_get_basic(DBusMessageIter *, void *value);
void dbus_message_iter_get_fixed_array(DBusMessageIter *, void *value, int *count);
void dbus_message_iter_init_append(DBusMessage *, DBusMessageIter *);
dbus_bool_t dbus_message_iter_append_basic(DBusMessageIter *, int type, const void *value);
dbus_bool_t dbus_message_iter_append_fixed_array(DBusMessageIter *, int type, const void *value,
                                                 int count);
dbus_bool_t dbus_message_iter_open_container(DBusMessageIter *, int type, const char *signature,
                                             DBusMessageIter *part);
dbus_bool_t dbus_message_iter_close_container(DBusMessageIter *, DBusMessageIter *part);

#endif
