#include "console.h"

#include <errno.h>
#include <linux/kd.h>
#include <stdlib.h>
#include <sys/ioctl.h>

int cs_console_glyphs(int descriptor, uint16_t *code_points, int capacity) {
  enum { most = 65535 };
  struct unipair *pairs = malloc(most * sizeof *pairs);
  if (pairs == NULL) return -ENOMEM;
  struct unimapdesc map = {.entry_ct = most, .entries = pairs};
  int count = ioctl(descriptor, GIO_UNIMAP, &map) == 0 ? map.entry_ct : -errno;
  for (int i = 0; i < count && i < capacity; i++) code_points[i] = pairs[i].unicode;
  free(pairs);
  return count < capacity ? count : capacity;
}
