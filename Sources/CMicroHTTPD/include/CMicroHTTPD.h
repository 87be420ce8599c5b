#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <stdint.h>
#include <sys/socket.h>

#include <microhttpd.h>

/* What a daemon is started with; MHD_start_daemon is variadic, which Swift does not import. */
struct mh_settings {
  int listen_socket;
  unsigned int threads;
  unsigned int connections;
  /* Bytes that a connection may take for its request line and headers. */
  size_t memory;
  unsigned int idle_seconds;
  /* PEM texts for TLS, or NULL for plain HTTP. */
  const char *certificate;
  const char *key;
  void *context;
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
};

/* Starts a daemon that waits by epoll in threads of its own (MHD_start_daemon); NULL where it
   cannot. The daemon closes the listening socket when it stops. */
static inline struct MHD_Daemon *mh_start(const struct mh_settings *settings) {
  unsigned int flags = MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_SUSPEND_RESUME;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  if (settings->certificate) flags |= MHD_USE_TLS;
  return MHD_start_daemon(
      flags, 0, NULL, NULL, settings->handle, settings->context,
      MHD_OPTION_LISTEN_SOCKET, settings->listen_socket,
      MHD_OPTION_THREAD_POOL_SIZE, settings->threads,
      MHD_OPTION_CONNECTION_LIMIT, settings->connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memory,
      MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
      MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
      MHD_OPTION_NOTIFY_CONNECTION, settings->connection, settings->context,
      MHD_OPTION_ARRAY, settings->certificate ? tls : none, MHD_OPTION_END);
}

/* Whether a connection begins, and not ends; Swift cannot name the enumeration's values. */
static inline _Bool mh_has_started(enum MHD_ConnectionNotificationCode event) {
  return event == MHD_CONNECTION_NOTIFY_STARTED;
}

/* The socket of a connection, or -1. */
static inline int mh_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/* The peer's address, or NULL. */
static inline const struct sockaddr *mh_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

#endif
