#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Swift's runtime aborts in its first constructor where /proc is not mounted. This one comes before it.
// Without /proc no program finds its texts, so the line is in English.
__attribute__((constructor(101))) static void need_proc(void) {
  if (access("/proc/self/exe", F_OK) == 0) return;
  dprintf(STDERR_FILENO, "%s: /proc is not there; mount it: mount -t proc proc /proc\n",
          program_invocation_short_name);
  _exit(EXIT_FAILURE);
}

static void end(int number) { _exit(128 + number); }

// The first process of a container gets no signal that it does not handle, so Ctrl-C and `podman stop` would
// not end it.
__attribute__((constructor(102))) static void end_as_first_process(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  if (getpid() != 1) return;
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
    if (signal(signals[i], end) == SIG_IGN) signal(signals[i], SIG_IGN);
}
