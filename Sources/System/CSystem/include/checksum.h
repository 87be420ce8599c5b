#ifndef CSYSTEM_CHECKSUM_H
#define CSYSTEM_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

// Checksums of bytes in memory. Nothing here fails.

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4) of `length` bytes: 0xE3069283 for "123456789". Uses
/// the processor's instruction if it has one.
uint32_t cs_crc32c(const void *bytes, size_t length);

/// This checksum by a table, for processors without the instruction; exported so that a test can
/// compare the two.
uint32_t cs_crc32c_by_table(const void *bytes, size_t length);

#endif
