#include "CMicroHTTPD.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <gnutls/gnutls.h>

#include "certificate.h"

static mh_line tell;

static void log_message(void *context, const char *format, va_list arguments) {
  char line[500];
  vsnprintf(line, sizeof line, format, arguments);
  line[strcspn(line, "\n")] = 0;
  tell(context, line);
}

// Keep escapes: after decoding, an escaped slash would look like a slash.
static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

struct MHD_Daemon *mh_start(const struct mh_settings *settings) {
  unsigned int flags = MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_SUSPEND_RESUME |
                       MHD_USE_ERROR_LOG;
  // Require at least TLS 1.2 with forward secrecy and authenticated encryption.
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)mh_retrieve_certificate},
      {MHD_OPTION_HTTPS_PRIORITIES, 0,
       "NORMAL:%SERVER_PRECEDENCE:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:"
       "+ECDHE-RSA:-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:-MAC-ALL:+AEAD"},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem strict[] = {{MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL}, {MHD_OPTION_END, 0, NULL}};
  if (settings->uses_tls) flags |= MHD_USE_TLS;
  tell = settings->log;
  return MHD_start_daemon(
      flags, 0, settings->accept, settings->context, settings->handle, settings->context,
      MHD_OPTION_EXTERNAL_LOGGER, log_message, settings->context,
      MHD_OPTION_LISTEN_SOCKET, settings->listen_socket,
      MHD_OPTION_THREAD_POOL_SIZE, settings->threads,
      MHD_OPTION_CONNECTION_LIMIT, settings->connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memory,
      MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
      MHD_OPTION_URI_LOG_CALLBACK, settings->begun, settings->context,
      MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL,
      MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
      MHD_OPTION_NOTIFY_CONNECTION, settings->connection, settings->context,
      MHD_OPTION_ARRAY, mh_shows_places() ? none : strict,
      MHD_OPTION_ARRAY, settings->uses_tls ? tls : none, MHD_OPTION_END);
}

void mh_stop_listening(int listen_socket) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return;
  // A thread that is about to accept a connection gets EINVAL, which libmicrohttpd expects at its
  // end. The other end stays open: if it were closed, this one would be readable.
  dup3(pair[0], listen_socket, O_CLOEXEC);
  close(pair[0]);
}

int mh_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

const struct sockaddr *mh_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}
