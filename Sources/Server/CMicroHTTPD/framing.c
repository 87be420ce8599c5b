#include "CMicroHTTPD.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

struct reading {
  /// The expected address of the next header's name; NULL if addresses are meaningless.
  const char *next;
  const char *trouble;
  int hosts;
  int lengths;
};

bool mh_shows_places(void) {
  static atomic_int known;  // 1 or 2 once it was asked.
  int answer = atomic_load_explicit(&known, memory_order_relaxed);
  if (!answer) {
    int major = 0, minor = 0, patch = 0;
    sscanf(MHD_get_version(), "%d.%d.%d", &major, &minor, &patch);
    answer = major * 1000000 + minor * 1000 + patch < 9077 ? 1 : 2;
    atomic_store_explicit(&known, answer, memory_order_relaxed);
  }
  return answer == 1;
}

static bool is_token(const char *text) {
  static const char others[] = "!#$%&'*+-.^_`|~";
  if (!*text) return false;
  for (; *text; text++)
    if (!isalnum((unsigned char)*text) && !strchr(others, *text)) return false;
  return true;
}

static bool has_controls(const char *text) {
  for (; *text; text++)
    if (((unsigned char)*text < 0x20 && *text != '\t') || *text == 0x7F) return true;
  return false;
}

static enum MHD_Result read_header(void *context, enum MHD_ValueKind kind, const char *name,
                                   const char *value) {
  struct reading *reading = context;
  (void)kind;
  if (!value) value = "";
  if (!is_token(name)) {
    reading->trouble = "a header's name is none";
  } else if (has_controls(value)) {
    reading->trouble = "a control character in a header";
  } else if (mh_shows_places()) {
    const char *place = name + strlen(name) + 1;
    if (name != reading->next) reading->trouble = "a line that is folded, or ends otherwise";
    while (!reading->trouble && place < value && (*place == ' ' || *place == '\t')) place++;
    if (place != value) reading->trouble = "a folded line";
    reading->next = value + strlen(value) + 2;
    if (reading->next[-1]) reading->trouble = "a line that does not end with CR LF";
  }
  reading->hosts += strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0;
  reading->lengths += strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0;
  // The library takes a bare LF for the end of a line between chunks, and does not show these lines.
  if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0)
    reading->trouble = "a transfer coding in place of a length";
  return reading->trouble ? MHD_NO : MHD_YES;
}

const char *mh_ambiguity(struct MHD_Connection *connection, const char *method,
                         const char *target, size_t length, const char *version) {
  struct reading reading = {0};
  if (!is_token(method)) return "a method that is none";
  if (mh_shows_places()) {
    if (target != method + strlen(method) + 1 || version != target + length + 1)
      return "a request line with other spaces, or a zero";
    reading.next = version + strlen(version) + 2;
    if (reading.next[-1]) return "a line that does not end with CR LF";
  }
  MHD_get_connection_values(connection, MHD_HEADER_KIND, read_header, &reading);
  if (reading.trouble) return reading.trouble;
  if (mh_shows_places() && (reading.next[0] || reading.next[1]))
    return "a line that is folded, or ends otherwise";
  bool is_old = strcmp(version, MHD_HTTP_VERSION_1_0) == 0;
  if (reading.hosts > 1 || (reading.hosts == 0 && !is_old)) return "not one host";
  return reading.lengths > 1 ? "several lengths" : NULL;
}
