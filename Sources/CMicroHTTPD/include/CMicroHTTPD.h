#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include <microhttpd.h>

/// Told of what libmicrohttpd itself has to say, one line at a time.
typedef void (*mh_line)(void *context, const char *line);

/// What a daemon is started with; MHD_start_daemon is variadic, which Swift does not import.
struct mh_settings {
  int listen_socket;
  unsigned int threads;
  unsigned int connections;
  /// Bytes that a connection may take for its request line and headers.
  size_t memory;
  unsigned int idle_seconds;
  /// HTTPS with what `mh_load_certificate` was given, and not plain HTTP.
  bool uses_tls;
  void *context;
  MHD_AcceptPolicyCallback accept;
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  /// Called with each request's target as it came, before anything else; what it returns is the
  /// request's context.
  void *(*begun)(void *context, const char *target, struct MHD_Connection *connection);
  mh_line log;
};

/// Starts a daemon that waits by epoll in threads of its own (MHD_start_daemon); NULL where it
/// cannot. The daemon closes the listening socket when it stops. One daemon in a process.
struct MHD_Daemon *mh_start(const struct mh_settings *settings);

/// Whether a connection begins, and not ends; Swift cannot name the enumeration's values.
static inline bool mh_has_started(enum MHD_ConnectionNotificationCode event) {
  return event == MHD_CONNECTION_NOTIFY_STARTED;
}

/// The socket of a connection, or -1.
int mh_socket(struct MHD_Connection *connection);

/// The peer's address, or NULL.
const struct sockaddr *mh_peer(struct MHD_Connection *connection);

/// Why a request could be read in another way by somebody else (RFC 9112, section 11), as a constant
/// text in English, or NULL where it could not: lines folded or ended otherwise than by CR LF, a
/// control character, a space before a colon, none or several hosts, several lengths, a length with
/// a coding, another coding than `chunked`.
///
/// To be asked in the first call of the handler, with the method and version that it was given and
/// the target that `begun` was given, with its length then.
const char *mh_ambiguity(struct MHD_Connection *connection, const char *method,
                         const char *target, size_t length, const char *version);

/// Takes a certificate chain and its key, both in PEM, for the handshakes from now on. Returns NULL,
/// or why they cannot be used; then those of before stay. The same as before changes nothing.
const char *mh_load_certificate(const char *certificate, const char *key);

/// A text by the rules of PRECIS for passwords (OpaqueString, RFC 8265): canonically composed, spaces
/// made one; as it is where the rules do not allow it. To be freed.
char *mh_opaque_string(const char *text);

#endif
