#include "children.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Starts a program whose output is read from `*output`. With `errors`, the program may ask on this
// process's terminal, and its standard error is read from there.
static int start_command(char *const *arguments, pid_t *process, int *output, int *errors) {
  int ends[2], error_ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  if (errors != NULL && pipe2(error_ends, O_CLOEXEC) != 0) {
    int failure = errno;
    close(ends[0]);
    close(ends[1]);
    return -failure;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (errors == NULL) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  } else {
    posix_spawn_file_actions_adddup2(&actions, error_ends[1], STDERR_FILENO);
  }
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  // The child must not inherit the screen's signal mask, and gets the signals of the terminal only if
  // it may ask there.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  posix_spawnattr_setflags(&attributes, errors == NULL ? flags | POSIX_SPAWN_SETSID : flags);
  int failure = posix_spawnp(process, arguments[0], &actions, &attributes, arguments,
                             environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (errors != NULL) close(error_ends[1]);
  if (failure != 0) {
    close(ends[0]);
    if (errors != NULL) close(error_ends[0]);
    return -failure;
  }
  *output = ends[0];
  if (errors != NULL) *errors = error_ends[0];
  return 0;
}

int cs_command_start(char *const *arguments, pid_t *process, int *output) {
  return start_command(arguments, process, output, NULL);
}

int cs_asking_command_start(char *const *arguments, pid_t *process, int *output, int *errors) {
  return start_command(arguments, process, output, errors);
}

int cs_packet_pair(int pair[2], int room) {
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) return -errno;
  // The kernel limits this to its maximum.
  for (int i = 0; i < 2; i++) setsockopt(pair[i], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  return 0;
}

int cs_spawn_helper(const char *path, char *const *arguments, char *const *environment, int socket,
                    pid_t *process) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&actions);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  // Duplicate the socket first: it may be one of 0 to 2.
  int failure = posix_spawn_file_actions_adddup2(&actions, socket, 3);
  for (int i = 0; i < 3 && failure == 0; i++)
    failure = posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
  if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  if (failure == 0)
    failure = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return -failure;
}

ssize_t cs_next_packet(int socket) {
  char first;
  ssize_t size;
  do {
    size = recv(socket, &first, 1, MSG_PEEK | MSG_TRUNC | MSG_DONTWAIT);
    // ECONNRESET says once that the peer has ended and left packets unread. Its packets follow.
  } while (size < 0 && (errno == EINTR || errno == ECONNRESET));
  return size < 0 ? -errno : size;
}

int cs_open_process(pid_t process) {
  int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
  return descriptor < 0 ? -errno : descriptor;
}

void cs_reap(pid_t process, int milliseconds) {
  int descriptor = cs_open_process(process);
  if (descriptor >= 0) {
    struct pollfd ended = {.fd = descriptor, .events = POLLIN};
    while (poll(&ended, 1, milliseconds) < 0 && errno == EINTR) {
    }
    close(descriptor);
  }
  waitpid(process, NULL, WNOHANG);
}
