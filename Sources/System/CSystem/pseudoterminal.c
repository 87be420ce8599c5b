#include "pseudoterminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The first and the last message of the session's leader.
struct start {
  int32_t failure;
  pid_t program;
  struct timespec started;
};
struct times {
  int64_t user, system;
};

int cs_pty_open(uint16_t rows, uint16_t columns, char *path, size_t path_length) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (master < 0) return -errno;
  int failure = 0;
  if (grantpt(master) != 0 || unlockpt(master) != 0)
    failure = errno;
  else
    failure = ptsname_r(master, path, path_length);
  if (failure == 0) failure = -cs_pty_resize(master, rows, columns);
  if (failure == 0) return master;
  close(master);
  return -failure;
}

// The result of the vforked child below, in its parent's memory.
struct outcome {
  int failure;
  struct timespec started;
};

// Runs in a child that shares its parent's memory until exec: it may only make system calls and
// write `outcome`, and must not allocate. All signals are blocked, including SIGTTOU, so that a
// background process may take the foreground.
static void become(const struct cs_pty_program *program, int terminal,
                   volatile struct outcome *outcome) {
  if (setpgid(0, 0) != 0 || tcsetpgrp(terminal, getpid()) != 0) goto failed;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  for (int number = 1; number < NSIG; number++) {
    action.sa_handler = number < 64 && (program->ignored >> number & 1) ? SIG_IGN : SIG_DFL;
    sigaction(number, &action, NULL);
  }
  for (int descriptor = 0; descriptor < 3; descriptor++) {
    if (dup2(terminal, descriptor) < 0) goto failed;
  }
  close_range(3, ~0U, 0);
  if (program->directory != NULL && chdir(program->directory) != 0) goto failed;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  outcome->started = now;
  execve(program->path, program->arguments, program->environment);
failed:
  outcome->failure = errno;
  _exit(127);
}

static bool is_abandoned(int channel) {
  struct pollfd polled = {.fd = channel};
  return poll(&polled, 1, 0) > 0 && (polled.revents & (POLLHUP | POLLERR)) != 0;
}

static void tell(int channel, enum cs_process_change change, int value) {
  struct cs_process_state state = {.change = change, .value = value};
  send(channel, &state, sizeof state, MSG_NOSIGNAL);
}

// Reports each change of the program; returns when it has ended, without reaping it.
static void watch(pid_t program, int channel) {
  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigaddset(&awaited, SIGIO);
  for (;;) {
    siginfo_t info;
    info.si_pid = 0;
    if (waitid(P_PID, (id_t)program, &info, WSTOPPED | WCONTINUED | WNOHANG) == 0 &&
        info.si_pid != 0) {
      tell(channel, info.si_code == CLD_CONTINUED ? CS_CONTINUED : CS_STOPPED, info.si_status);
      continue;
    }
    info.si_pid = 0;
    if (waitid(P_PID, (id_t)program, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return;
    if (info.si_pid != 0) {
      tell(channel, info.si_code == CLD_EXITED ? CS_EXITED : CS_SIGNALED, info.si_status);
      return;
    }
    if (sigwaitinfo(&awaited, NULL) == SIGIO && is_abandoned(channel)) kill(-program, SIGKILL);
  }
}

// The session's leader. It is a fork of a multithreaded process, so it may only make system calls.
static void lead(const struct cs_pty_program *program, int channel) {
  struct start start = {0};
  volatile struct outcome outcome = {0};
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &standard, NULL);
  sigaction(SIGIO, &standard, NULL);
  // Use descriptor 3 for the channel, 4 for the terminal, and no others. Descriptors 0 to 2 must
  // not keep the terminal open after the program has closed it.
  int moved = fcntl(channel, F_DUPFD, 10);
  if (moved < 0 || dup2(moved, 3) < 0) _exit(127);
  channel = 3;
  close_range(4, ~0U, 0);
  close(0);
  close(1);
  close(2);
  // SIGIO reports that the calling process is gone. The terminal's SIGHUP stays blocked, because
  // it is meant for the program.
  fcntl(channel, F_SETOWN, getpid());
  fcntl(channel, F_SETFL, O_ASYNC);
  setsid();
  // The first terminal that a session leader opens becomes its controlling terminal.
  int opened = open(program->terminal, O_RDWR);
  int terminal = opened < 0 ? -1 : fcntl(opened, F_DUPFD, 4);
  if (terminal < 0) {
    start.failure = errno;
  } else {
    close(opened);
    start.program = vfork();
    if (start.program == 0) become(program, terminal, &outcome);
    start.failure = start.program < 0 ? errno : outcome.failure;
    start.started = outcome.started;
    close(terminal);
  }
  send(channel, &start, sizeof start, MSG_NOSIGNAL);
  if (start.failure != 0) _exit(127);
  watch(start.program, channel);
  char go;
  if (recv(channel, &go, 1, 0) < 0) _exit(1);
  struct rusage usage;
  memset(&usage, 0, sizeof usage);
  wait4(start.program, NULL, 0, &usage);
  struct times times = {
      .user = (int64_t)usage.ru_utime.tv_sec * 1000000 + usage.ru_utime.tv_usec,
      .system = (int64_t)usage.ru_stime.tv_sec * 1000000 + usage.ru_stime.tv_usec,
  };
  send(channel, &times, sizeof times, MSG_NOSIGNAL);
  _exit(0);
}

static ssize_t receive(int channel, void *message, size_t length) {
  ssize_t received;
  do {
    received = recv(channel, message, length, 0);
  } while (received < 0 && errno == EINTR);
  return received;
}

int cs_pty_spawn(const struct cs_pty_program *program, struct cs_pty_process *process) {
  int channels[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, channels) != 0) return -errno;
  sigset_t all, before;
  sigfillset(&all);
  // No handler of the calling process may run in the leader, which keeps this mask.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t leader = fork();
  if (leader == 0) lead(program, channels[1]);
  int fork_failure = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(channels[1]);
  if (leader < 0) {
    close(channels[0]);
    return -fork_failure;
  }
  struct start start;
  if (receive(channels[0], &start, sizeof start) != sizeof start) start.failure = ECHILD;
  if (start.failure == 0) {
    process->program = start.program;
    process->leader = leader;
    process->channel = channels[0];
    process->started = start.started;
    return 0;
  }
  close(channels[0]);
  while (waitpid(leader, NULL, 0) < 0 && errno == EINTR) {
  }
  return -start.failure;
}

int cs_pty_next_change(int channel, struct cs_process_state *state) {
  return receive(channel, state, sizeof *state) == sizeof *state ? 0 : -EPIPE;
}

int cs_pty_reap(int channel, int64_t *user_time, int64_t *system_time) {
  struct times times;
  if (send(channel, "", 1, MSG_NOSIGNAL) != 1) return -errno;
  if (receive(channel, &times, sizeof times) != sizeof times) return -EPIPE;
  *user_time = times.user;
  *system_time = times.system;
  return 0;
}

int cs_pty_resize(int master, uint16_t rows, uint16_t columns) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  size.ws_row = rows;
  size.ws_col = columns;
  return ioctl(master, TIOCSWINSZ, &size) < 0 ? -errno : 0;
}

int cs_event_make(void) {
  int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return event < 0 ? -errno : event;
}

void cs_event_raise(int event) { eventfd_write(event, 1); }

void cs_event_clear(int event) {
  eventfd_t count;
  eventfd_read(event, &count);
}
