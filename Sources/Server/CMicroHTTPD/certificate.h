#ifndef CMICROHTTPD_CERTIFICATE_H
#define CMICROHTTPD_CERTIFICATE_H

#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>

/// The current certificate chain for a handshake (gnutls_certificate_retrieve_function2).
int mh_retrieve_certificate(gnutls_session_t session, const gnutls_datum_t *authorities, int count,
                            const gnutls_pk_algorithm_t *algorithms, int algorithm_count,
                            gnutls_pcert_st **chain, unsigned int *length, gnutls_privkey_t *key);

#endif
