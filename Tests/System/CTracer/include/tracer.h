#ifndef CTRACER_TRACER_H
#define CTRACER_TRACER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A process under ptrace: instruction by instruction, or from one system call to the next. The
// thread that spawned it has to make all calls.

/// In the traced process: asks its parent to trace it, and stops. -errno if that is not allowed.
int tracer_trace_me(void);

/// In the traced process: stops, to mark a place for the tracer.
void tracer_stop_here(void);

/// Waits for the stop of `tracer_trace_me`. 0, -ECHILD if the process ended first.
int tracer_wait_for_start(pid_t process);

/// How a step ended.
enum tracer_step {
  tracer_stepped,
  /// It reached `tracer_stop_here`.
  tracer_marked,
  /// It is no more.
  tracer_ended,
};

/// Runs one instruction.
enum tracer_step tracer_step(pid_t process);

/// A system call that was made, with its arguments and what came of it.
struct tracer_call {
  uint64_t number;
  uint64_t arguments[6];
  int64_t result;
};

/// Runs until the next system call is about to be made (`result` is then 0) and, with
/// `tracer_finish_call`, has been made. `tracer_marked` at `tracer_stop_here`.
enum tracer_step tracer_begin_call(pid_t process, struct tracer_call *call);
enum tracer_step tracer_finish_call(pid_t process, struct tracer_call *call);

/// Reads the stopped process's memory; the number of bytes, or -errno.
ssize_t tracer_read(pid_t process, uint64_t address, void *bytes, size_t length);

/// Starts `arguments[0]` with the arguments up to NULL, its output to `output` (-1: inherited).
/// The process id, or -errno.
pid_t tracer_spawn(char *const arguments[], int output);

/// Kills a process by SIGKILL and waits for its end.
void tracer_kill(pid_t process);

/// Waits for the end of a process: its exit code, or -signal.
int tracer_wait(pid_t process);

extern const uint64_t tracer_pwrite, tracer_write, tracer_fdatasync, tracer_fsync, tracer_linkat,
    tracer_renameat2, tracer_flock, tracer_getrandom;

/// Whether a call is one that changes a file's content, name, size or attributes, or syncs it.
bool tracer_changes_files(uint64_t number);

/// Makes a system call of this process fail with `error` from now on, by a seccomp filter; -errno
/// where that is not permitted.
int tracer_refuse(uint64_t number, int error);

/// Makes the opening of unnamed files (`O_TMPFILE`) fail with `error` from now on.
int tracer_refuse_unnamed_files(int error);

#endif
