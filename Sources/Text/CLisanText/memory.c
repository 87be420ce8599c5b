/* What Embedded Swift takes from a C library, for WebAssembly. Freed blocks are kept in a list for
 * each size, of which four are between two powers of two; a block's list is in front of it. */
#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;

typedef struct Block {
  struct Block *next;
} Block;

enum { HEADER = 16, PAGE = 65536 };

/* 1 after a call that found no memory. */
int exhausted;

static Block *freed[128];
static uintptr_t end;

void *malloc(size_t size) {
  if (size > ((size_t)1 << 30) - HEADER) return 0;
  size += HEADER;
  int step = 29 - __builtin_clz((unsigned)size - 1);
  if (step < 4) step = 4;
  size_t steps = (size + ((size_t)1 << step) - 1) >> step;
  size_t list = 4 * ((size_t)step - 4) + steps;
  uintptr_t block = (uintptr_t)freed[list];
  if (block) {
    freed[list] = freed[list]->next;
  } else {
    if (!end) end = ((uintptr_t)&__heap_base + HEADER - 1) & ~(uintptr_t)(HEADER - 1);
    uintptr_t next = end + (steps << step);
    if (next < end) return 0;
    size_t pages = (next - 1) / PAGE + 1, has = __builtin_wasm_memory_size(0);
    /* By a quarter at a time, because engines collect garbage whenever memory grows. */
    if (pages > has && __builtin_wasm_memory_grow(0, pages - has + has / 4) == (size_t)-1 &&
        __builtin_wasm_memory_grow(0, pages - has) == (size_t)-1)
      return 0;
    block = end;
    end = next;
  }
  *(size_t *)block = list;
  return (void *)(block + HEADER);
}

void free(void *memory) {
  if (!memory) return;
  uintptr_t block = (uintptr_t)memory - HEADER;
  size_t list = *(size_t *)block;
  ((Block *)block)->next = freed[list];
  freed[list] = (Block *)block;
}

/* For Swift, which cannot go on without memory. */
int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment > HEADER) return 22;
  *memory = malloc(size);
  exhausted = !*memory;
  if (exhausted) __builtin_trap();
  return 0;
}

void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }
void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
