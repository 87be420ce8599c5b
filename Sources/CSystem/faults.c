#include "include/faults.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { restore_capacity = 512, stack_size = 64 * 1024 };

static _Thread_local sigjmp_buf *volatile guard;
static struct sigaction previous_bus;
static atomic_int bus_installed;

struct restore {
  int descriptor;
  size_t length;
  char bytes[restore_capacity];
  struct termios modes;
  size_t notice_length;
  char notice[restore_capacity];
  int notice_descriptor;
};
// Two, so that there is a whole one at each instruction while another is written.
static struct restore restores[2];
static struct restore *_Atomic armed;
static atomic_bool held;
static volatile sig_atomic_t waiting_signal;

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
static const int faulting[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};

static bool is_fault(int number) {
  for (size_t i = 0; i < sizeof faulting / sizeof *faulting; i++)
    if (faulting[i] == number) return true;
  return false;
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

static void die_by(int number) {
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigaction(number, &standard, NULL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  raise(number);
  _exit(128 + number);
}

static void restore_and_die(int number) {
  struct restore *restore = atomic_exchange(&armed, NULL);
  if (restore != NULL) {
    // A background process that sets modes is stopped by SIGTTOU unless it is blocked; the
    // handlers' masks hold it, and so must a release outside of any handler.
    sigset_t output;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    sigprocmask(SIG_BLOCK, &output, NULL);
    // CAN ends a sequence that the fault may have cut.
    if (atomic_load(&held)) write_all(restore->descriptor, "\x18", 1);
    write_all(restore->descriptor, restore->bytes, restore->length);
    tcsetattr(restore->descriptor, TCSANOW, &restore->modes);
    if (is_fault(number))
      write_all(restore->notice_descriptor, restore->notice, restore->notice_length);
  }
  die_by(number);
}

static void handle(int number, siginfo_t *info, void *context) {
  (void)context;
  if (number == SIGBUS && guard != NULL && info->si_code > 0) {
    sigset_t output;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    sigprocmask(SIG_UNBLOCK, &output, NULL);
    siglongjmp(*guard, 1);
  }
  if (!is_fault(number) && atomic_load(&held) && waiting_signal == 0) {
    waiting_signal = number;
    return;
  }
  restore_and_die(number);
}

static void handle_bus(int number, siginfo_t *info, void *context) {
  if (guard != NULL && info->si_code > 0) siglongjmp(*guard, 1);
  if (previous_bus.sa_flags & SA_SIGINFO) {
    previous_bus.sa_sigaction(number, info, context);
  } else if (previous_bus.sa_handler != SIG_DFL && previous_bus.sa_handler != SIG_IGN) {
    previous_bus.sa_handler(number);
  } else {
    die_by(number);
  }
}

bool cs_guarded_copy(void *destination, const void *source, size_t length) {
  if (atomic_load_explicit(&bus_installed, memory_order_acquire) != 2) {
    int never = 0;
    if (atomic_compare_exchange_strong(&bus_installed, &never, 1)) {
      struct sigaction action;
      memset(&action, 0, sizeof action);
      action.sa_sigaction = handle_bus;
      action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
      sigemptyset(&action.sa_mask);
      sigaction(SIGBUS, &action, &previous_bus);
      atomic_store_explicit(&bus_installed, 2, memory_order_release);
    } else {
      while (atomic_load_explicit(&bus_installed, memory_order_acquire) != 2) {
      }
    }
  }
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

void cs_fatal_install(void) {
  stack_t stack;
  memset(&stack, 0, sizeof stack);
  stack.ss_size = stack_size;
  stack.ss_sp = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp != MAP_FAILED) sigaltstack(&stack, NULL);

  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGTTOU);
  for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
    // A signal that the parent chose to ignore (nohup) stays ignored.
    struct sigaction inherited;
    if (sigaction(ending[i], NULL, &inherited) == 0 && inherited.sa_handler == SIG_IGN) continue;
    sigaction(ending[i], &action, NULL);
  }
  for (size_t i = 0; i < sizeof faulting / sizeof *faulting; i++) {
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | (faulting[i] == SIGBUS ? SA_NODEFER : 0);
    sigaction(faulting[i], &action, NULL);
  }
  // This handler serves the guard as well.
  atomic_store_explicit(&bus_installed, 2, memory_order_release);
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

static char moved_from[4096], moved_to[4096];

static void move_and_die(int number) {
  rename(moved_from, moved_to);
  die_by(number);
}

void cs_move_on_fault(const char *from, const char *to) {
  if (strlen(from) >= sizeof moved_from || strlen(to) >= sizeof moved_to) return;
  strcpy(moved_from, from);
  strcpy(moved_to, to);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = move_and_die;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof faulting / sizeof *faulting; i++)
    // BUS belongs to the guard.
    if (faulting[i] != SIGBUS) sigaction(faulting[i], &action, NULL);
}
