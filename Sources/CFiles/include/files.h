#ifndef CFILES_FILES_H
#define CFILES_FILES_H

#include <stdbool.h>
#include <stddef.h>

// System calls on files that Swift's Glibc module leaves out. A call that fails returns `-errno`; one
// that succeeds returns 0, or a descriptor.

/// Opens a file without a name in `directory` (`O_TMPFILE`), to read and write, mode 0600: until
/// `cs_link_open_file` names it, a crash leaves nothing behind. -EOPNOTSUPP or -EISDIR where the
/// file system cannot.
int cs_open_unnamed(const char *directory);

/// Opens a new file `path` to read and write, mode 0600; -EEXIST if there is one.
int cs_open_new(const char *path);

/// Names an open file (`linkat` by way of /proc/self/fd); -EEXIST if `path` is taken, -ENOENT also
/// where there is no /proc.
int cs_link_open_file(int descriptor, const char *path);

/// Moves `from` to `to`, which must not exist: by `renameat2(RENAME_NOREPLACE)`, or, where the file
/// system knows only hard links, by `link` and `unlink`. -EEXIST if `to` is taken.
int cs_move_exclusively(const char *from, const char *to);

/// Marks this open file as one with a record that is not known to be on the disk: a shared lock of
/// its open file description, which the kernel drops when the process dies.
int cs_mark_pending(int descriptor);
void cs_clear_pending(int descriptor);

/// Whether any other living open file description of this file is marked as pending.
bool cs_is_pending_elsewhere(int descriptor);

/// Takes the exclusive lock of this open file description, or waits for it however long. -EAGAIN
/// if somebody else has it and `waits` is false. It goes when the description is closed.
int cs_take_lock(int descriptor, bool waits);

/// Gives that lock back.
void cs_release_lock(int descriptor);

/// Fills `bytes` with random bytes from the kernel.
int cs_random(void *bytes, size_t length);

#endif
