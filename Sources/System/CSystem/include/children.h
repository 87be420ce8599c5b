#ifndef CSYSTEM_CHILDREN_H
#define CSYSTEM_CHILDREN_H

#include <sys/types.h>

// Child processes. Each call returns `-errno` on failure, and 0, a descriptor or a size on success.

/// Runs a program from PATH with this process's environment, without input and standard error
/// (posix_spawnp). Sets `*process` to its id, which has to be reaped, and `*output` to a descriptor
/// that reads its output and closes on exec.
///
/// `arguments` begins with the program's name and ends with NULL.
int cs_command_start(char *const *arguments, pid_t *process, int *output);

/// The same for a program that may ask for a password: it keeps standard input and the terminal of
/// this process, and its standard error is read from `*errors`.
int cs_asking_command_start(char *const *arguments, pid_t *process, int *output, int *errors);

/// Creates a pair of connected packet sockets (SOCK_SEQPACKET) that close on exec, with a send
/// buffer of `room` bytes.
int cs_packet_pair(int pair[2], int room);

/// Starts a program in a new session with `socket` as descriptor 3, standard input, output and
/// error on /dev/null and no other descriptor. All signals have their default action and none is
/// blocked (posix_spawn). `arguments` and `environment` end with NULL.
int cs_spawn_helper(const char *path, char *const *arguments, char *const *environment, int socket,
                    pid_t *process);

/// The size of the next packet in a socket; 0 at the end of the connection, -EAGAIN if there is
/// none yet.
ssize_t cs_next_packet(int socket);

/// A descriptor that becomes readable when a process ends (pidfd_open).
int cs_open_process(pid_t process);

/// Reaps a child that is about to end: waits at most `milliseconds` (waitpid).
void cs_reap(pid_t process, int milliseconds);

#endif
