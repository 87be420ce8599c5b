#ifndef CSYSTEM_PSEUDOTERMINAL_H
#define CSYSTEM_PSEUDOTERMINAL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

// A pseudo-terminal with a program in it. Each call returns `-errno` on failure, and 0 or a
// descriptor on success.

/// Opens a pseudo-terminal of this size and writes the path of the slave (with its 0 byte) to
/// `path`. Returns the master's descriptor, which is non-blocking and closes on exec.
/// `posix_openpt`, `grantpt`, `unlockpt`, `ptsname_r`.
int cs_pty_open(uint16_t rows, uint16_t columns, char *path, size_t path_length);

/// The program for `cs_pty_spawn`. Arrays end with NULL.
struct cs_pty_program {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /// The working directory; NULL for that of the calling process.
  const char *directory;
  const char *terminal;
  /// The signals that the program ignores at the start, bit n for signal n. All others have their
  /// default action, and none is blocked.
  uint64_t ignored;
};

struct cs_pty_process {
  pid_t program;
  /// The leader of the program's session: a child of the calling process, which has to reap it.
  pid_t leader;
  /// The channel for `cs_pty_next_change`; closes on exec.
  int channel;
  /// The time of the program's exec, by CLOCK_MONOTONIC.
  struct timespec started;
};

/// Runs a program like a shell: in a new session, in the terminal's foreground process group, with
/// only descriptors 0 to 2, on the terminal. Fails if the terminal, the directory or the program
/// cannot be opened.
///
/// The session's leader is a fork of the calling process that only watches the program. Without it
/// the program's group would be orphaned, and the kernel does not stop an orphaned group on Ctrl-Z
/// (POSIX, 11.1.4). The leader ends with the program, and kills the program if the calling process
/// ends.
int cs_pty_spawn(const struct cs_pty_program *program, struct cs_pty_process *process);

enum cs_process_change { CS_EXITED, CS_SIGNALED, CS_STOPPED, CS_CONTINUED };

struct cs_process_state {
  int32_t change;
  /// The exit status, or the number of the signal.
  int32_t value;
};

/// Reads the next change of the program's state; blocks until there is one. After CS_EXITED or
/// CS_SIGNALED the process id stays reserved until `cs_pty_reap`. -EPIPE if there are no more.
int cs_pty_next_change(int channel, struct cs_process_state *state);

/// Makes the leader reap an ended program, and stores its processor times in microseconds. `wait4`.
int cs_pty_reap(int channel, int64_t *user_time, int64_t *system_time);

/// Sets the terminal's size; its foreground process group gets SIGWINCH (`TIOCSWINSZ`).
int cs_pty_resize(int master, uint16_t rows, uint16_t columns);

/// Creates a descriptor that is readable from `cs_event_raise` to `cs_event_clear` and closes on
/// exec. `eventfd`.
int cs_event_make(void);
void cs_event_raise(int event);
void cs_event_clear(int event);

#endif
