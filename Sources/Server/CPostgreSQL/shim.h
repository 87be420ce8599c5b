#ifndef CPOSTGRESQL_SHIM_H
#define CPOSTGRESQL_SHIM_H

#include <postgresql/libpq-fe.h>

/* Swift does not import macros of characters. */
enum {
  pq_sqlstate = PG_DIAG_SQLSTATE,
  pq_severity = PG_DIAG_SEVERITY_NONLOCALIZED,
  pq_primary_message = PG_DIAG_MESSAGE_PRIMARY,
};

/* Connects with parameters, the first of which may be a connection string. */
static inline PGconn *pq_connect(char *const *keywords, char *const *values) {
  return PQconnectdbParams((const char *const *)keywords, (const char *const *)values, 1);
}

#endif
