/* What Embedded Swift takes from a C library, for WebAssembly. Freed blocks are kept in a list for
 * each power of two; a block's size is in front of it. */
#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;

typedef struct Block {
  struct Block *next;
} Block;

enum { HEADER = 16, SMALLEST = 5, PAGE = 65536 };

static Block *freed[32];
static uintptr_t end;

static int order_of(size_t size) {
  int order = SMALLEST;
  while (((size_t)1 << order) < size) order++;
  return order;
}

void *malloc(size_t size) {
  if (size > ((size_t)1 << 30) - HEADER) return 0;
  int order = order_of(size + HEADER);
  uintptr_t block = (uintptr_t)freed[order];
  if (block) {
    freed[order] = freed[order]->next;
  } else {
    if (!end) end = ((uintptr_t)&__heap_base + HEADER - 1) & ~(uintptr_t)(HEADER - 1);
    uintptr_t next = end + ((uintptr_t)1 << order);
    if (next < end) return 0;
    size_t pages = (next + PAGE - 1) / PAGE, has = __builtin_wasm_memory_size(0);
    /* By a quarter at a time, because engines collect garbage whenever memory grows. */
    if (pages > has && __builtin_wasm_memory_grow(0, pages - has + has / 4) == (size_t)-1 &&
        __builtin_wasm_memory_grow(0, pages - has) == (size_t)-1)
      return 0;
    block = end;
    end = next;
  }
  *(int *)block = order;
  return (void *)(block + HEADER);
}

void free(void *memory) {
  if (!memory) return;
  uintptr_t block = (uintptr_t)memory - HEADER;
  int order = *(int *)block;
  ((Block *)block)->next = freed[order];
  freed[order] = (Block *)block;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment > HEADER) return 22;
  *memory = malloc(size);
  return *memory ? 0 : 12;
}

void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }
void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
