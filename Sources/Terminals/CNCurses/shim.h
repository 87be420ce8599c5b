#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1

#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <termios.h>
#include <wchar.h>

// ncurses is not thread-safe, so all of it belongs to the main actor. The libc headers are included
// above, so that only ncurses and the shims are marked.
#pragma clang attribute push(__attribute__((swift_attr("@MainActor"))), \
                             apply_to = any(function, variable(is_global)))

#include <ncurses.h>
#include <term.h>

/// Writes a cell of `stdscr` (setcchar, mvadd_wch): a base, and marks up to the first 0. For the
/// screen's last cell ncurses returns ERR but sets it anyway.
static inline void nc_put_cell(int row, int column, wchar_t base, wchar_t first, wchar_t second,
                               wchar_t third, wchar_t fourth, attr_t attributes, short pair) {
  const wchar_t text[CCHARW_MAX + 1] = {base, first, second, third, fourth};
  cchar_t cell;
  if (setcchar(&cell, text, attributes, pair, NULL) == OK) mvadd_wch(row, column, &cell);
}

/// The macros `A_…` as values.
static inline attr_t nc_attribute_bold(void) { return A_BOLD; }
static inline attr_t nc_attribute_reverse(void) { return A_REVERSE; }
static inline attr_t nc_attribute_italic(void) { return A_ITALIC; }
static inline attr_t nc_attribute_underline(void) { return A_UNDERLINE; }

/// Sets the attributes and color pair of erased cells (bkgrndset).
static inline void nc_set_background(attr_t attributes, short pair) {
  cchar_t blank;
  if (setcchar(&blank, L" ", attributes, pair, NULL) == OK) bkgrndset(&blank);
}

/// A string capability of the terminal (tigetstr), or NULL if it is absent or cancelled.
static inline const char *nc_capability(const char *name) {
  const char *value = tigetstr(name);
  return value == (const char *)-1 ? NULL : value;
}

/// Removes the scrolling region from the terminal's capabilities, so that ncurses does not set it
/// when it reopens the screen (change_scroll_region).
static inline void nc_forget_scrolling_region(void) { change_scroll_region = NULL; }

/// Makes the next doupdate clear the terminal and draw every cell (clearok on curscr).
static inline void nc_redraw_everything(void) { clearok(curscr, TRUE); }

/// The number of colors of a terminal type (tigetnum): 0 for none, -1 if terminfo does not know the
/// type. The current terminal stays selected.
static inline int nc_colors(const char *type) {
  TERMINAL *own = cur_term;
  // setupterm overwrites the screen's size with that of the other type.
  int height = LINES, width = COLS, failure = 0;
  if (setupterm(type, 1, &failure) != OK) return -1;
  int colors = tigetnum("colors");
  LINES = height;
  COLS = width;
  TERMINAL *other = cur_term;
  set_curterm(own);
  if (other != own) del_curterm(other);
  return colors < 0 ? 0 : colors;
}

/// The failure value of ncurses' functions.
static inline int nc_err(void) { return ERR; }

#pragma clang attribute pop

#endif
