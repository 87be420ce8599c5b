#ifndef CPROCESS_CHILDREN_H
#define CPROCESS_CHILDREN_H

#include <sys/types.h>

// Programs that this process starts. A call that fails returns `-errno`; one that succeeds returns
// 0, a descriptor or a size.

/// Runs a program that is looked up in PATH, with this process's environment, no input and nothing
/// said on standard error (posix_spawnp). `*process` becomes its id, which has to be reaped;
/// `*output` a descriptor that reads what it writes and closes on exec.
///
/// `arguments` begins with the program's name and ends with NULL.
int cs_command_start(const char *const *arguments, pid_t *process, int *output);

/// Makes a pair of connected sockets that keep packets apart (SOCK_SEQPACKET), both closed on exec,
/// with room for `room` bytes on their way.
int cs_packet_pair(int pair[2], int room);

/// Starts a program in a session of its own with `socket` as its descriptor 3, standard input,
/// output and error on /dev/null, no other descriptor, all signals at their default and none
/// blocked (posix_spawn). `arguments` and `environment` end with NULL.
int cs_spawn_helper(const char *path, char *const *arguments, char *const *environment, int socket,
                    pid_t *process);

/// The size of the packet that waits in a socket; 0 at the end of the connection, -EAGAIN where
/// none waits.
ssize_t cs_next_packet(int socket);

/// A descriptor that can be read when a process has ended (pidfd_open).
int cs_open_process(pid_t process);

/// Takes note of the end of a child, which may need a moment more than its sockets: waits for it
/// `milliseconds` at most (waitpid).
void cs_reap(pid_t process, int milliseconds);

#endif
