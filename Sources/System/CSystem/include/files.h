#ifndef CSYSTEM_FILES_H
#define CSYSTEM_FILES_H

#include <stdbool.h>
#include <stddef.h>

// System calls on files that Swift's Glibc module lacks. Each returns `-errno` on failure, and 0 or
// a descriptor on success.

/// Opens an unnamed file in `directory` (`O_TMPFILE`) for reading and writing, mode 0600. Until
/// `cs_link_open_file` names it, a crash leaves nothing behind. -EOPNOTSUPP or -EISDIR if the file
/// system does not support it.
int cs_open_unnamed(const char *directory);

/// Creates the file `path` for reading and writing, mode 0600; -EEXIST if it exists.
int cs_open_new(const char *path);

/// Names an open file (`linkat` through /proc/self/fd); -EEXIST if `path` exists, -ENOENT also
/// without /proc.
int cs_link_open_file(int descriptor, const char *path);

/// Moves `from` to `to`, which must not exist: by `renameat2(RENAME_NOREPLACE)`, or by `link` and
/// `unlink` if the file system supports only hard links. -EEXIST if `to` exists.
int cs_move_exclusively(const char *from, const char *to);

/// Moves the damaged file `path` to a dated name, `FILE.damaged-20250601T120000Z` (UTC), with `-2` to
/// `-99` after it if the name is taken. Writes the new path to `name`; -ENAMETOOLONG if it does not
/// fit in `size` bytes.
int cs_set_aside(const char *path, char *name, size_t size);

/// Marks this open file as containing a record that may not be on disk yet: a shared lock of its
/// open file description, which the kernel drops when the process dies.
int cs_mark_pending(int descriptor);
void cs_clear_pending(int descriptor);

/// Whether another open file description of this file is marked as pending.
bool cs_is_pending_elsewhere(int descriptor);

/// Takes the exclusive lock of this open file description. If it is taken, waits without limit, or
/// returns -EAGAIN if `waits` is false. Closing the description releases it.
int cs_take_lock(int descriptor, bool waits);

/// Releases this lock.
void cs_release_lock(int descriptor);

/// Reads an extended attribute (xattr(7)) of an open file; false if there is none of exactly this length.
bool cs_get_attribute(int descriptor, const char *name, void *value, size_t length);

/// Sets an extended attribute; false if the file system keeps none.
bool cs_set_attribute(int descriptor, const char *name, const void *value, size_t length);

/// Closes a descriptor whose last `close` takes long, in a process that is about to end: a child
/// holds only this descriptor until this process has ended. From then on the number is that of a
/// socket to which nothing is sent. The process that adopts the child reaps it.
int cs_close_aside(int descriptor);

#endif
