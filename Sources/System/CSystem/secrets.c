#include "secrets.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static volatile sig_atomic_t caught;

static void take(int number) { caught = number; }

ssize_t cs_read_secret(int input, int output, const char *prompt, char *line, size_t size) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  enum { count = sizeof signals / sizeof signals[0] };
  // Without SA_RESTART, so that read(2) returns.
  struct sigaction catching = {.sa_handler = take}, former[count];
  caught = 0;
  for (int i = 0; i < count; i++) sigaction(signals[i], &catching, &former[i]);

  struct termios modes, quiet;
  int is_terminal = tcgetattr(input, &modes) == 0;
  if (is_terminal) {
    quiet = modes;
    quiet.c_lflag &= ~(tcflag_t)ECHO;
    quiet.c_lflag |= ECHONL;
    // Discard type-ahead: it is not the password.
    tcsetattr(input, TCSAFLUSH, &quiet);
  }
  ssize_t asked = write(output, prompt, strlen(prompt));
  (void)asked;
  // In canonical mode, each read(2) from a terminal returns one line.
  ssize_t length = caught ? -EINTR : read(input, line, size);
  if (length == -1) length = -errno;
  if (is_terminal) tcsetattr(input, TCSAFLUSH, &modes);

  for (int i = 0; i < count; i++) sigaction(signals[i], &former[i], NULL);
  if (caught) raise(caught);
  if (length <= 0) return length < 0 ? length : -ENODATA;
  char *end = memchr(line, '\n', (size_t)length);
  return end ? end - line : length;
}
