#ifndef CTERMINALCONTROL_CONSOLE_H
#define CTERMINALCONTROL_CONSOLE_H

#include <stdint.h>

// A call that fails returns `-errno`.

/// The code points that the font of a Linux console has a glyph for, in no order, `capacity` of
/// them at most (GIO_UNIMAP). Returns how many there are; it fails where the descriptor is no console
/// or has no map.
int cs_console_glyphs(int descriptor, uint16_t *code_points, int capacity);

#endif
