#ifndef CGNUTLS_SHIM_H
#define CGNUTLS_SHIM_H

#include <gnutls/gnutls.h>

// Swift sees a variable here that any thread could set.
static inline void gt_free(void *memory) { gnutls_free(memory); }

#endif
