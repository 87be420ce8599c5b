#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include <microhttpd.h>

/// Receives libmicrohttpd's log messages, one line at a time.
typedef void (*mh_line)(void *context, const char *line);

/// The settings of a daemon; MHD_start_daemon is variadic, which Swift does not import.
struct mh_settings {
  int listen_socket;
  unsigned int threads;
  unsigned int connections;
  /// The maximum size of a request line and headers in bytes.
  size_t memory;
  unsigned int idle_seconds;
  /// Whether to use HTTPS with the certificate from `mh_load_certificate`.
  bool uses_tls;
  void *context;
  MHD_AcceptPolicyCallback accept;
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  /// Called first, with each request's raw target; its result is the request's context.
  void *(*begun)(void *context, const char *target, struct MHD_Connection *connection);
  mh_line log;
};

/// Starts a daemon that uses epoll in its own threads (MHD_start_daemon); NULL on failure. The
/// daemon closes the listening socket when it stops. All daemons of a process have the same function
/// for log messages.
struct MHD_Daemon *mh_start(const struct mh_settings *settings);

/// Stops listening, while the daemon goes on with the connections that it has. The number of the
/// socket stays the daemon's: a silent socket takes its place.
///
/// MHD_quiesce_daemon is made for this, but aborts the process if a thread of the daemon wakes up
/// meanwhile: both remove the socket from the thread's epoll set, and the second to do so takes that
/// for a fault (seen with 0.9.75; 1.0.1 has the same code).
void mh_stop_listening(int listen_socket);

/// Whether a connection begins (not ends); Swift cannot name the enumeration's values.
static inline bool mh_has_started(enum MHD_ConnectionNotificationCode event) {
  return event == MHD_CONNECTION_NOTIFY_STARTED;
}

/// The socket of a connection, or -1.
int mh_socket(struct MHD_Connection *connection);

/// The peer's address, or NULL.
const struct sockaddr *mh_peer(struct MHD_Connection *connection);

/// Whether the library that is loaded, which need not be that of the build, leaves its strings where they were received,
/// so that their addresses show what stood between them: before 0.9.77. Later ones are strict themselves if asked.
bool mh_shows_places(void);

/// Why others could parse a request differently (RFC 9112, section 11), as a constant text in
/// English; NULL if it is unambiguous. Ambiguous are: folded lines, line ends other than CR LF, a
/// control character, a space before a colon, no host or several, several lengths, a transfer coding.
///
/// Call this in the first call of the handler, with its method and version, and with the target
/// from `begun` and its length at that time.
const char *mh_ambiguity(struct MHD_Connection *connection, const char *method,
                         const char *target, size_t length, const char *version);

/// Loads a certificate chain and its key, both in PEM, for future handshakes. Returns NULL, or why
/// they are invalid; the previous ones then stay. Loading the same ones again changes nothing.
const char *mh_load_certificate(const char *certificate, const char *key);

#endif
