#ifndef CSYSTEM_CLOCK_H
#define CSYSTEM_CLOCK_H

#include <stdint.h>
#include <time.h>

// The monotonic clock, for this target's own use.
static inline int64_t monotonic_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#endif
