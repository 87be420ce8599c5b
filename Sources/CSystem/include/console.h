#ifndef CSYSTEM_CONSOLE_H
#define CSYSTEM_CONSOLE_H

#include <stdint.h>

/// The code points that the font of a Linux console has a glyph for, in no order, `capacity` of
/// them at most (GIO_UNIMAP). Returns how many there are, or -1 where the descriptor is no console
/// or has no map.
int cs_console_glyphs(int descriptor, uint16_t *code_points, int capacity);

#endif
