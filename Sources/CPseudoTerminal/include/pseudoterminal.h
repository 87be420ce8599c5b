#ifndef CPSEUDOTERMINAL_PSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_PSEUDOTERMINAL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

// A pseudo-terminal and a program in it. A call that fails returns `-errno`; one that succeeds
// returns 0, or a descriptor.

/// Opens a pseudo-terminal of this size and writes the other side's path (with its 0 byte) to
/// `path`. Returns the master's descriptor, which closes on exec and never blocks. `posix_openpt`,
/// `grantpt`, `unlockpt`, `ptsname_r`.
int cs_pty_open(uint16_t rows, uint16_t columns, char *path, size_t path_length);

/// What `cs_pty_spawn` runs. Arrays end with NULL.
struct cs_pty_program {
  const char *path;
  const char *const *arguments;
  const char *const *environment;
  /// NULL: the directory of the calling process.
  const char *directory;
  const char *terminal;
  /// Signals that the program starts with ignored, bit n for signal n; all others are default,
  /// none is blocked.
  uint64_t ignored;
};

struct cs_pty_process {
  pid_t program;
  /// The leader of the program's session, a child of the calling process, which has to reap it.
  pid_t leader;
  /// Where `cs_pty_next_change` reads; closes on exec.
  int channel;
  /// When the program was executed, by CLOCK_MONOTONIC.
  struct timespec started;
};

/// Runs a program as a shell would: in a session of its own, in the terminal's foreground process
/// group, with descriptors 0 to 2 on the terminal and no other. Fails where the terminal, the
/// directory or the program cannot be opened.
///
/// The session's leader is a fork of the calling process that does nothing but to watch the
/// program. Without it the program's group would be orphaned, and the kernel does not stop such a
/// group by Ctrl-Z (POSIX, 11.1.4). It ends with the program, and kills the program when the
/// calling process ends.
int cs_pty_spawn(const struct cs_pty_program *program, struct cs_pty_process *process);

enum cs_process_change { CS_EXITED, CS_SIGNALED, CS_STOPPED, CS_CONTINUED };

struct cs_process_state {
  int32_t change;
  /// Exit status, or number of the signal.
  int32_t value;
};

/// Reads the next change of the program's state; blocks until there is one. After CS_EXITED and
/// CS_SIGNALED the process id stays taken until `cs_pty_reap`. -EPIPE if there will be none.
int cs_pty_next_change(int channel, struct cs_process_state *state);

/// Lets a program that has ended be reaped, and fills in its processor times in microseconds.
/// `wait4`.
int cs_pty_reap(int channel, int64_t *user_time, int64_t *system_time);

/// Sets the terminal's size, for which its foreground process group gets SIGWINCH (`TIOCSWINSZ`).
int cs_pty_resize(int master, uint16_t rows, uint16_t columns);

/// Makes a descriptor that polls readable after `cs_event_raise` until `cs_event_clear`; it closes
/// on exec. `eventfd`.
int cs_event_make(void);
void cs_event_raise(int event);
void cs_event_clear(int event);

#endif
