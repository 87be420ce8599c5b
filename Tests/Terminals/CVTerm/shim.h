// libvterm, another terminal emulator, to which the tests compare ours.
#include <vterm.h>
