#include "include/tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const uint64_t tracer_pwrite = SYS_pwrite64, tracer_write = SYS_write,
               tracer_fdatasync = SYS_fdatasync, tracer_fsync = SYS_fsync,
               tracer_linkat = SYS_linkat, tracer_renameat2 = SYS_renameat2,
               tracer_flock = SYS_flock, tracer_getrandom = SYS_getrandom;

int tracer_trace_me(void) {
  if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0) return -errno;
  raise(SIGSTOP);
  return 0;
}

void tracer_stop_here(void) { raise(SIGSTOP); }

int tracer_wait_for_start(pid_t process) {
  int status;
  do {
    if (waitpid(process, &status, __WALL) < 0) return -errno;
    if (WIFEXITED(status) || WIFSIGNALED(status)) return -ECHILD;
  } while (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGSTOP);
  ptrace(PTRACE_SETOPTIONS, process, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
  return 0;
}

// Goes on by `request` until a stop that `wanted` names, passing other signals through.
static enum tracer_step go(pid_t process, int request, int wanted) {
  int signal = 0;
  for (;;) {
    if (ptrace(request, process, NULL, signal) < 0) return tracer_ended;
    int status;
    while (waitpid(process, &status, __WALL) < 0)
      if (errno != EINTR) return tracer_ended;
    if (!WIFSTOPPED(status)) return tracer_ended;
    signal = WSTOPSIG(status);
    if (signal == wanted) return tracer_stepped;
    if (signal == SIGSTOP) return tracer_marked;
    if (signal == SIGTRAP) signal = 0;
  }
}

enum tracer_step tracer_step(pid_t process) { return go(process, PTRACE_SINGLESTEP, SIGTRAP); }

enum tracer_step tracer_begin_call(pid_t process, struct tracer_call *call) {
  enum tracer_step step = go(process, PTRACE_SYSCALL, SIGTRAP | 0x80);
  if (step != tracer_stepped) return step;
  struct __ptrace_syscall_info info;
  memset(&info, 0, sizeof info);
  ptrace(PTRACE_GET_SYSCALL_INFO, process, sizeof info, &info);
  call->number = info.entry.nr;
  memcpy(call->arguments, info.entry.args, sizeof call->arguments);
  call->result = 0;
  return tracer_stepped;
}

enum tracer_step tracer_finish_call(pid_t process, struct tracer_call *call) {
  enum tracer_step step = go(process, PTRACE_SYSCALL, SIGTRAP | 0x80);
  if (step != tracer_stepped) return step;
  struct __ptrace_syscall_info info;
  memset(&info, 0, sizeof info);
  ptrace(PTRACE_GET_SYSCALL_INFO, process, sizeof info, &info);
  call->result = info.exit.rval;
  return tracer_stepped;
}

ssize_t tracer_read(pid_t process, uint64_t address, void *bytes, size_t length) {
  struct iovec here = {bytes, length}, there = {(void *)(uintptr_t)address, length};
  ssize_t count = process_vm_readv(process, &here, 1, &there, 1, 0);
  return count < 0 ? -errno : count;
}

pid_t tracer_spawn(char *const arguments[], int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output >= 0) posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t process;
  int failure = posix_spawn(&process, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure == 0 ? process : -failure;
}

void tracer_kill(pid_t process) {
  kill(process, SIGKILL);
  int status;
  while (waitpid(process, &status, __WALL) >= 0)
    if (WIFEXITED(status) || WIFSIGNALED(status)) return;
}

int tracer_wait(pid_t process) {
  int status;
  for (;;) {
    if (waitpid(process, &status, __WALL) < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (WIFSIGNALED(status)) return -WTERMSIG(status);
  }
}

bool tracer_changes_files(uint64_t number) {
  switch (number) {
    case SYS_write:
    case SYS_writev:
    case SYS_pwrite64:
    case SYS_pwritev:
    case SYS_pwritev2:
    case SYS_fdatasync:
    case SYS_fsync:
    case SYS_msync:
    case SYS_sync:
    case SYS_syncfs:
    case SYS_sync_file_range:
    case SYS_ftruncate:
    case SYS_fallocate:
    case SYS_linkat:
    case SYS_renameat2:
    case SYS_unlinkat:
#ifdef SYS_rename
    case SYS_rename:
    case SYS_link:
    case SYS_unlink:
#endif
      return true;
    default:
      return false;
  }
}

static int filter(struct sock_filter *program, unsigned short length) {
  struct sock_fprog description = {.len = length, .filter = program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &description) < 0 ? -errno : 0;
}

int tracer_refuse(uint64_t number, int error) {
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  return filter(program, sizeof program / sizeof *program);
}

int tracer_refuse_unnamed_files(int error) {
  // The low half of the flags, on little-endian machines.
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  return filter(program, sizeof program / sizeof *program);
}
