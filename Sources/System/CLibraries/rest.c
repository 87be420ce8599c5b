#include "CLibraries.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Unmaps the pages of a file that are only read.
static int give_back(struct dl_phdr_info *file, size_t size, void *context) {
  (void)size, (void)context;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int place = 0; place < file->dlpi_phnum; place++) {
    const ElfW(Phdr) *part = &file->dlpi_phdr[place];
    if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
    uintptr_t start = (file->dlpi_addr + part->p_vaddr) & ~(page - 1);
    uintptr_t end = file->dlpi_addr + part->p_vaddr + part->p_filesz;
    madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void cs_rest(void) {
  malloc_trim(0);
  dl_iterate_phdr(give_back, NULL);
}
