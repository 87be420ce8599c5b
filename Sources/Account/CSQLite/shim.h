#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/* Swift does not import SQLITE_TRANSIENT, a cast. It makes SQLite copy the bound value. */
static inline int sq_bind_text(sqlite3_stmt *statement, int place, const char *text, int bytes) {
  return sqlite3_bind_text(statement, place, text, bytes, SQLITE_TRANSIENT);
}

static inline int sq_bind_blob(sqlite3_stmt *statement, int place, const void *blob, int bytes) {
  return sqlite3_bind_blob(statement, place, blob, bytes, SQLITE_TRANSIENT);
}

#endif
