#ifndef CLIBRARIES_H
#define CLIBRARIES_H

// Shared libraries of the system that a program loads when it first needs them. A static program (`CS_STATIC`) has
// their functions inside. They are called by their own names, also variadic ones:
//
//   #define FUNCTIONS(F) F(curl_easy_init) F(curl_easy_setopt)
//   CS_LIBRARY(curl, "libcurl.so.4", FUNCTIONS);
//   const char *curl_missing(void) { return cs_load(&curl); }

/// A library and its functions, up to one without a name.
struct cs_library {
  const char *name;
  struct cs_function {
    const char *name;
    void **place;
  } const *functions;
  /// Of a library whose name and functions end with its version, as in `libicui18n.so.72` and `udat_open_72`: the
  /// oldest that will do, and that of the build. The newest that is installed is loaded, up to eight after the build's.
  int oldest, built;
  void *handle;
};

/// Loads a library, unless it is loaded, and finds its functions; none may be called before. NULL, or the loader's
/// words for what is missing, until this thread's next call. The next call tries again.
const char *cs_load(struct cs_library *library);

/// Gives memory back that a program does not need while it waits: what the allocator keeps, and the pages of program
/// and libraries that are only read. The kernel still has those in its cache, and maps what is used again.
void cs_rest(void);

#ifdef CS_STATIC
#define CS_LIBRARY(library, name, FUNCTIONS, ...) static struct cs_library library
#else
#define CS_LIBRARY(library, file, FUNCTIONS, ...) \
  FUNCTIONS(CS_JUMP) \
  static const struct cs_function library##_functions[] = {FUNCTIONS(CS_PLACE){0, 0}}; \
  static struct cs_library library = {.name = file, .functions = library##_functions, __VA_ARGS__}
#endif

// A function that goes on to the loaded one.
#define CS_JUMP(function) \
  __attribute__((used, visibility("hidden"))) void *cs_late_##function; \
  __asm__(".pushsection .text.late,\"ax\",@progbits\n" \
          ".globl " #function "\n.hidden " #function "\n.type " #function ",@function\n" \
          #function ":\n" CS_JUMP_TO("cs_late_" #function) "\n" \
          ".size " #function ",.-" #function "\n.popsection");
#define CS_PLACE(function) {#function, &cs_late_##function},

#ifdef __aarch64__
#define CS_JUMP_TO(place) "adrp x16," place "\nldr x16,[x16,:lo12:" place "]\nbr x16"
#else
#define CS_JUMP_TO(place) "jmpq *" place "(%rip)"
#endif

#endif
