#include "checksum.h"

#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#define BY_SSE 1
#include <nmmintrin.h>
#include <sys/platform/x86.h>
#elif defined(__aarch64__)
#include <arm_acle.h>
#include <sys/auxv.h>
#endif

// The remainders of the sixteen nibbles with the reflected polynomial 0x82F63B78.
static const uint32_t nibbles[16] = {
    0x00000000, 0x105EC76F, 0x20BD8EDE, 0x30E349B1, 0x417B1DBC, 0x5125DAD3, 0x61C69362, 0x7198540D,
    0x82F63B78, 0x92A8FC17, 0xA24BB5A6, 0xB21572C9, 0xC38D26C4, 0xD3D3E1AB, 0xE330A81A, 0xF36E6F75};

uint32_t cs_crc32c_by_table(const void *bytes, size_t length) {
  const uint8_t *next = bytes;
  uint32_t sum = 0xFFFFFFFF;
  while (length-- > 0) {
    sum ^= *next++;
    sum = sum >> 4 ^ nibbles[sum & 15];
    sum = sum >> 4 ^ nibbles[sum & 15];
  }
  return ~sum;
}

#if defined(BY_SSE)

// Use what the loader detected: CPUID leaves a virtual machine, which takes microseconds.
static bool has_instruction(void) { return CPU_FEATURE_ACTIVE(SSE4_2); }

__attribute__((target("sse4.2"))) static uint32_t by_instruction(const uint8_t *next,
                                                                 size_t length) {
  uint64_t sum = 0xFFFFFFFF;
  for (; length >= 8; next += 8, length -= 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    sum = _mm_crc32_u64(sum, word);
  }
  while (length-- > 0) sum = _mm_crc32_u8((uint32_t)sum, *next++);
  return ~(uint32_t)sum;
}

#elif defined(__aarch64__)

static bool has_instruction(void) { return getauxval(AT_HWCAP) & HWCAP_CRC32; }

__attribute__((target("crc"))) static uint32_t by_instruction(const uint8_t *next, size_t length) {
  uint32_t sum = 0xFFFFFFFF;
  for (; length >= 8; next += 8, length -= 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    sum = __crc32cd(sum, word);
  }
  while (length-- > 0) sum = __crc32cb(sum, *next++);
  return ~sum;
}

#else

static bool has_instruction(void) { return false; }
static uint32_t by_instruction(const uint8_t *next, size_t length) {
  return cs_crc32c_by_table(next, length);
}

#endif

uint32_t cs_crc32c(const void *bytes, size_t length) {
  return has_instruction() ? by_instruction(bytes, length) : cs_crc32c_by_table(bytes, length);
}
