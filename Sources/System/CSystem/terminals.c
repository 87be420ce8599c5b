#include "terminals.h"

#include "fatalsignals.h"

#include <errno.h>
#include <langinfo.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <wchar.h>

int cs_memory_file(const char *name) {
  int descriptor = memfd_create(name, MFD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

static void do_nothing(int number) { (void)number; }

void cs_keep_stop_key(void) {
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigprocmask(SIG_BLOCK, &stop, NULL);
  struct sigaction action;
  if (sigaction(SIGTSTP, NULL, &action) != 0 || action.sa_handler != SIG_DFL) return;
  memset(&action, 0, sizeof action);
  action.sa_handler = do_nothing;
  sigaction(SIGTSTP, &action, NULL);
}

int cs_screen_signals(void) {
  sigset_t taken;
  sigemptyset(&taken);
  sigaddset(&taken, SIGWINCH);
  sigaddset(&taken, SIGTSTP);
  sigaddset(&taken, SIGCONT);
  sigprocmask(SIG_BLOCK, &taken, NULL);
  int descriptor = signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

int cs_next_signal(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

void cs_stop(void) {
  struct sigaction standard, previous;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &standard, &previous);
  // Without job control, the parent has ignored TSTP; the program then ignores it too.
  if (previous.sa_handler == SIG_IGN) {
    sigaction(SIGTSTP, &previous, NULL);
    return;
  }
  raise(SIGTSTP);
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigprocmask(SIG_UNBLOCK, &stop, NULL);
  sigprocmask(SIG_BLOCK, &stop, NULL);
  sigaction(SIGTSTP, &previous, NULL);
}

static void handled_signals(sigset_t *set) {
  static const int numbers[] = {SIGTSTP, SIGWINCH, SIGCONT};
  cs_fatal_signals(set);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(set, numbers[i]);
}

void cs_block_for_exec(void) {
  sigset_t set;
  handled_signals(&set);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

void cs_unblock_after_exec(void) {
  sigset_t set;
  handled_signals(&set);
  sigdelset(&set, SIGTSTP);
  sigdelset(&set, SIGWINCH);
  sigdelset(&set, SIGCONT);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

bool cs_locale_is_utf8(void) {
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0 && wcwidth(0xFEFB) == 1;
}
