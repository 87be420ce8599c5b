#ifndef CSYSTEM_CONSOLE_H
#define CSYSTEM_CONSOLE_H

#include <stdint.h>

// A call that fails returns `-errno`.

/// Stores the code points in the font of a Linux console, unordered and at most `capacity`
/// (GIO_UNIMAP). Returns their number; fails if the descriptor is not a console or has no map.
int cs_console_glyphs(int descriptor, uint16_t *code_points, int capacity);

#endif
