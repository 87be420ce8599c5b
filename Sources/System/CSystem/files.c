#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

// Any byte works, as long as all programs use the same one.
enum { pending_byte = 4096 };

int cs_open_unnamed(const char *directory) {
  int descriptor = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  return descriptor < 0 ? -errno : descriptor;
}

int cs_open_new(const char *path) {
  int descriptor =
      open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  return descriptor < 0 ? -errno : descriptor;
}

int cs_link_open_file(int descriptor, const char *path) {
  char source[32];
  snprintf(source, sizeof source, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) < 0 ? -errno : 0;
}

int cs_move_exclusively(const char *from, const char *to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -errno;
  if (link(from, to) < 0) return -errno;
  return unlink(from) < 0 ? -errno : 0;
}

int cs_set_aside(const char *path, char *name, size_t size) {
  time_t now = time(NULL);
  struct tm parts;
  char dated[32];
  if (!gmtime_r(&now, &parts)) return -EOVERFLOW;
  strftime(dated, sizeof dated, "%Y%m%dT%H%M%SZ", &parts);
  int result = -EEXIST;
  for (int number = 1; number < 100 && result == -EEXIST; number++) {
    char suffix[8] = "";
    if (number > 1) snprintf(suffix, sizeof suffix, "-%d", number);
    int length = snprintf(name, size, "%s.damaged-%s%s", path, dated, suffix);
    if (length < 0 || (size_t)length >= size) return -ENAMETOOLONG;
    result = cs_move_exclusively(path, name);
  }
  return result;
}

int cs_mark_pending(int descriptor) {
  struct flock lock = {
      .l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = pending_byte, .l_len = 1};
  return fcntl(descriptor, F_OFD_SETLK, &lock) < 0 ? -errno : 0;
}

void cs_clear_pending(int descriptor) {
  struct flock lock = {
      .l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = pending_byte, .l_len = 1};
  fcntl(descriptor, F_OFD_SETLK, &lock);
}

bool cs_is_pending_elsewhere(int descriptor) {
  struct flock lock = {
      .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = pending_byte, .l_len = 1};
  return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

int cs_take_lock(int descriptor, bool waits) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  while (fcntl(descriptor, waits ? F_OFD_SETLKW : F_OFD_SETLK, &lock) < 0)
    if (errno != EINTR) return errno == EACCES ? -EAGAIN : -errno;
  return 0;
}

void cs_release_lock(int descriptor) {
  struct flock lock = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  fcntl(descriptor, F_OFD_SETLK, &lock);
}

bool cs_get_attribute(int descriptor, const char *name, void *value, size_t length) {
  return fgetxattr(descriptor, name, value, length) == (ssize_t)length;
}

bool cs_set_attribute(int descriptor, const char *name, const void *value, size_t length) {
  return fsetxattr(descriptor, name, value, length, 0) == 0;
}

static bool close_between(int before, int after) {
  if (after - before < 2) return true;
  return syscall(SYS_close_range, before + 1, after - 1, 0) == 0;
}

struct held {
  int descriptor, socket;
};

// The child keeps two descriptors, and so no terminal, pipe or lock. It shares the memory of the parent, and writes to
// none but its stack.
static int hold(void *context) {
  struct held held = *(struct held *)context;
  int first = held.descriptor < held.socket ? held.descriptor : held.socket;
  int second = held.descriptor < held.socket ? held.socket : held.descriptor;
  if (!close_between(-1, first) || !close_between(first, second) || !close_between(second, INT_MAX))
    return 0;
  setsid();
  if (chdir("/") < 0) return 0;
  char byte = 0;
  // The other end is closed when the parent ends.
  if (write(held.socket, &byte, 1) == 1) read(held.socket, &byte, 1);
  return 0;
}

int cs_close_aside(int descriptor) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
  // The parent's handlers are not for the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // A copy of the memory would take most of the time; as the child has it too, the parent's end has none to free.
  // Each child has a stack of its own, until this program ends.
  const size_t size = 16384;
  char *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  struct held held = {descriptor, ends[1]};
  pid_t child = stack == MAP_FAILED ? -1 : clone(hold, stack + size, CLONE_VM | SIGCHLD, &held);
  int failure = child < 0 ? -errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  if (failure == 0) {
    // Not before the child has closed everything else: otherwise a program that waits for the end
    // of the terminal or of a pipe would wait for the child.
    char byte;
    while (read(ends[0], &byte, 1) < 0 && errno == EINTR) {
    }
    if (dup3(ends[0], descriptor, O_CLOEXEC) < 0) failure = -errno;
  }
  close(ends[0]);
  return failure;
}
