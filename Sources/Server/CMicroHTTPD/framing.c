#include "CMicroHTTPD.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

struct reading {
  /// The expected address of the next header's name; NULL if addresses are meaningless.
  const char *next;
  const char *trouble;
  int hosts;
  int lengths;
};

// From 0.9.77 on, the library itself refuses such requests (its client discipline option) and
// stores its strings differently. Before, only their addresses show what stood between headers: the
// strings lie in the library's buffer as received, with each line end overwritten by zeros.
static const bool knows_places = MHD_VERSION < 0x00097700;

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
  } else if (knows_places) {
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
  if (knows_places) {
    if (target != method + strlen(method) + 1 || version != target + length + 1)
      return "a request line with other spaces, or a zero";
    reading.next = version + strlen(version) + 2;
    if (reading.next[-1]) return "a line that does not end with CR LF";
  }
  MHD_get_connection_values(connection, MHD_HEADER_KIND, read_header, &reading);
  if (reading.trouble) return reading.trouble;
  if (knows_places && (reading.next[0] || reading.next[1]))
    return "a line that is folded, or ends otherwise";
  bool is_old = strcmp(version, MHD_HTTP_VERSION_1_0) == 0;
  if (reading.hosts > 1 || (reading.hosts == 0 && !is_old)) return "not one host";
  return reading.lengths > 1 ? "several lengths" : NULL;
}
