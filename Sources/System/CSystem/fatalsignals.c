#include "fatalsignals.h"

#include <faults.h>

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { restore_capacity = 1024, stack_size = 64 * 1024 };

struct restore {
  int descriptor;
  size_t length;
  char bytes[restore_capacity];
  struct termios modes;
  size_t notice_length;
  char notice[restore_capacity];
  int notice_descriptor;
};
// Two, so that one is complete at any instruction while the other is being written.
static struct restore restores[2];
static struct restore *_Atomic armed;
static atomic_bool held;
static volatile sig_atomic_t waiting_signal;

static bool is_fault(int number) {
  switch (number) {
  case SIGILL: case SIGTRAP: case SIGABRT: case SIGBUS: case SIGFPE: case SIGSEGV: case SIGSYS:
    return true;
  default:
    return false;
  }
}

// Whether a signal ends a process that does nothing about it (signal(7)).
static bool is_ending(int number) {
  switch (number) {
  case SIGKILL: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU:
  case SIGCHLD: case SIGCONT: case SIGURG: case SIGWINCH:
    return false;
  default:
    return true;
  }
}

// The C library keeps the signals between SIGSYS and SIGRTMIN for itself, so they are reached by
// system calls only. The kernel's structure is copied, whatever its form is.
static void handle_reserved(void) {
  char handled[64], inherited[64], standard[64] = {0};
  enum { mask_size = 8 };
  if (syscall(SYS_rt_sigaction, SIGILL, NULL, handled, mask_size) != 0) return;
  for (int number = SIGSYS + 1; number < SIGRTMIN; number++) {
    if (syscall(SYS_rt_sigaction, number, handled, inherited, mask_size) == 0 &&
        memcmp(inherited, standard, sizeof(void *)) != 0)
      syscall(SYS_rt_sigaction, number, inherited, NULL, mask_size);
  }
}

void cs_fatal_signals(sigset_t *set) {
  sigemptyset(set);
  for (int number = 1; number < NSIG; number++)
    if (is_ending(number) && !is_fault(number)) sigaddset(set, number);
}

static void write_all(int descriptor, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(descriptor, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    length -= (size_t)written;
  }
}

static void restore_and_die(int number) {
  struct restore *restore = atomic_exchange(&armed, NULL);
  if (restore != NULL) {
    // A background process that sets modes is stopped by SIGTTOU unless it is blocked. The
    // handlers' masks block it, but a release outside a handler needs this too.
    sigset_t output;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    sigprocmask(SIG_BLOCK, &output, NULL);
    // CAN ends a control sequence that the fault may have interrupted.
    if (atomic_load(&held)) write_all(restore->descriptor, "\x18", 1);
    write_all(restore->descriptor, restore->bytes, restore->length);
    tcsetattr(restore->descriptor, TCSANOW, &restore->modes);
    if (is_fault(number))
      write_all(restore->notice_descriptor, restore->notice, restore->notice_length);
  }
  cs_die_by(number);
}

static void handle(int number) {
  if (!is_fault(number) && atomic_load(&held) && waiting_signal == 0) {
    waiting_signal = number;
    return;
  }
  restore_and_die(number);
}

void cs_fatal_install(void) {
  stack_t stack;
  memset(&stack, 0, sizeof stack);
  stack.ss_size = stack_size;
  stack.ss_sp = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp != MAP_FAILED) sigaltstack(&stack, NULL);

  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGTTOU);
  // A signal that is ignored has the handler for a moment, so it has to wait.
  sigset_t all, former;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &former);
  for (int number = 1; number < NSIG; number++) {
    if (!is_ending(number) || (number > SIGSYS && number < SIGRTMIN)) continue;
    if (number == SIGBUS) {
      cs_handle_bus_behind_guard(&action);
    } else {
      // Keep ignoring a signal that the parent ignores (nohup), or this program (XFSZ).
      struct sigaction inherited;
      if (sigaction(number, &action, &inherited) == 0 && !is_fault(number) &&
          inherited.sa_handler == SIG_IGN)
        sigaction(number, &inherited, NULL);
    }
  }
  handle_reserved();
  sigprocmask(SIG_SETMASK, &former, NULL);
}

void cs_terminal_arm(int descriptor, const void *bytes, size_t length, const struct termios *modes,
                     const void *notice, size_t notice_length, int notice_descriptor) {
  struct restore *restore = atomic_load(&armed) == &restores[0] ? &restores[1] : &restores[0];
  restore->descriptor = descriptor;
  restore->length = length < restore_capacity ? length : restore_capacity;
  if (restore->length > 0) memcpy(restore->bytes, bytes, restore->length);
  restore->modes = *modes;
  restore->notice_length = notice_length < restore_capacity ? notice_length : restore_capacity;
  if (restore->notice_length > 0) memcpy(restore->notice, notice, restore->notice_length);
  restore->notice_descriptor = notice_descriptor;
  atomic_store(&armed, restore);
}

void cs_terminal_disarm(void) { atomic_store(&armed, NULL); }

void cs_terminal_hold(void) { atomic_store(&held, true); }

void cs_terminal_release(void) {
  atomic_store(&held, false);
  if (waiting_signal != 0) restore_and_die(waiting_signal);
}
