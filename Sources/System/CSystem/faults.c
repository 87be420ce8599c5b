#include "faults.h"

#include <setjmp.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local sigjmp_buf *volatile guard;
// The handler for a SIGBUS outside guarded copies.
static struct sigaction other_bus;
static atomic_int bus_installed;

void cs_die_by(int number) {
  // By system calls: the C library does not allow setting the signals that it keeps for itself.
  const char standard[64] = {0};
  const uint64_t only = UINT64_C(1) << (number - 1);
  syscall(SYS_rt_sigaction, number, standard, NULL, sizeof only);
  syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &only, NULL, sizeof only);
  syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
  _exit(128 + number);
}

static void handle_bus(int number, siginfo_t *info, void *context) {
  if (guard != NULL && info->si_code > 0) siglongjmp(*guard, 1);
  if (other_bus.sa_flags & SA_SIGINFO) {
    other_bus.sa_sigaction(number, info, context);
  } else if (other_bus.sa_handler != SIG_DFL && other_bus.sa_handler != SIG_IGN) {
    other_bus.sa_handler(number);
  } else {
    cs_die_by(number);
  }
}

static void install_guard(void) {
  if (atomic_load_explicit(&bus_installed, memory_order_acquire) == 2) return;
  int never = 0;
  if (atomic_compare_exchange_strong(&bus_installed, &never, 1)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle_bus;
    // SA_NODEFER, because a guarded copy leaves the handler without restoring the mask.
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &other_bus);
    atomic_store_explicit(&bus_installed, 2, memory_order_release);
  } else {
    while (atomic_load_explicit(&bus_installed, memory_order_acquire) != 2) {
    }
  }
}

void cs_handle_bus_behind_guard(const struct sigaction *action) {
  install_guard();
  other_bus = *action;
}

bool cs_guarded_copy(void *destination, const void *source, size_t length) {
  install_guard();
  sigjmp_buf here;
  sigjmp_buf *outer = guard;
  // 0: the mask is not saved (a system call); SA_NODEFER keeps SIGBUS deliverable instead.
  if (sigsetjmp(here, 0) != 0) {
    guard = outer;
    return false;
  }
  guard = &here;
  memcpy(destination, source, length);
  atomic_signal_fence(memory_order_seq_cst);
  guard = outer;
  return true;
}

static char moved_from[4096], moved_to[4096];

static void move_and_die(int number) {
  rename(moved_from, moved_to);
  cs_die_by(number);
}

void cs_move_on_fault(const char *from, const char *to) {
  if (strlen(from) >= sizeof moved_from || strlen(to) >= sizeof moved_to) return;
  strcpy(moved_from, from);
  strcpy(moved_to, to);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = move_and_die;
  sigemptyset(&action.sa_mask);
  // Not SIGBUS, which belongs to the guard.
  static const int faulting[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSEGV};
  for (size_t i = 0; i < sizeof faulting / sizeof *faulting; i++)
    sigaction(faulting[i], &action, NULL);
}
