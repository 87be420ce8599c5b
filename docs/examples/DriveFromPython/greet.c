/* A program in C with the C library alone: it asks for a name, and greets. */
#include <stdio.h>
#include <string.h>

int main(void) {
  char name[80];
  printf("\033[1mYour name?\033[0m ");
  fflush(stdout);
  if (!fgets(name, sizeof name, stdin)) return 1;
  name[strcspn(name, "\n")] = '\0';
  printf("Hello, %s!\n", name);
  return 0;
}
