#include "certificate.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "CMicroHTTPD.h"

#define CHAIN_LIMIT 16

struct certificate {
  char *text;
  char *key_text;
  gnutls_pcert_st chain[CHAIN_LIMIT];
  unsigned int length;
  gnutls_privkey_t key;
};

// A replaced certificate is never freed: a handshake may still use it, and renewals are rare.
static struct certificate *present;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static gnutls_datum_t datum(const char *text) {
  return (gnutls_datum_t){(unsigned char *)text, (unsigned int)strlen(text)};
}

// Whether a private key matches a certificate's public key.
static int match(gnutls_privkey_t key, gnutls_pubkey_t certified) {
  gnutls_pubkey_t own;
  gnutls_datum_t first = {NULL, 0}, second = {NULL, 0};
  int result = gnutls_pubkey_init(&own);
  if (result < 0) return result;
  result = gnutls_pubkey_import_privkey(own, key, 0, 0);
  if (result >= 0) result = gnutls_pubkey_export2(own, GNUTLS_X509_FMT_DER, &first);
  if (result >= 0) result = gnutls_pubkey_export2(certified, GNUTLS_X509_FMT_DER, &second);
  if (result >= 0 && (first.size != second.size || memcmp(first.data, second.data, first.size)))
    result = GNUTLS_E_CERTIFICATE_KEY_MISMATCH;
  gnutls_free(first.data);
  gnutls_free(second.data);
  gnutls_pubkey_deinit(own);
  return result;
}

const char *mh_load_certificate(const char *certificate, const char *key) {
  pthread_mutex_lock(&lock);
  bool is_same = present && strcmp(present->text, certificate) == 0 &&
                 strcmp(present->key_text, key) == 0;
  pthread_mutex_unlock(&lock);
  if (is_same) return NULL;

  struct certificate *fresh = calloc(1, sizeof *fresh);
  if (!fresh) return gnutls_strerror(GNUTLS_E_MEMORY_ERROR);
  gnutls_datum_t text = datum(certificate), key_text = datum(key);
  fresh->length = CHAIN_LIMIT;
  int result = gnutls_pcert_list_import_x509_raw(fresh->chain, &fresh->length, &text,
                                                 GNUTLS_X509_FMT_PEM, 0);
  if (result >= 0 && fresh->length == 0) result = GNUTLS_E_NO_CERTIFICATE_FOUND;
  if (result >= 0) result = gnutls_privkey_init(&fresh->key);
  if (result >= 0)
    result = gnutls_privkey_import_x509_raw(fresh->key, &key_text, GNUTLS_X509_FMT_PEM, NULL, 0);
  if (result >= 0) result = match(fresh->key, fresh->chain[0].pubkey);
  if (result >= 0) {
    fresh->text = strdup(certificate);
    fresh->key_text = strdup(key);
    if (!fresh->text || !fresh->key_text) result = GNUTLS_E_MEMORY_ERROR;
  }
  // Leak the data of an invalid file: it is only a few bytes, and it happens rarely.
  if (result < 0) return gnutls_strerror(result);
  pthread_mutex_lock(&lock);
  present = fresh;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int mh_retrieve_certificate(gnutls_session_t session, const gnutls_datum_t *authorities, int count,
                            const gnutls_pk_algorithm_t *algorithms, int algorithm_count,
                            gnutls_pcert_st **chain, unsigned int *length, gnutls_privkey_t *key) {
  (void)session, (void)authorities, (void)count, (void)algorithms, (void)algorithm_count;
  pthread_mutex_lock(&lock);
  struct certificate *certificate = present;
  pthread_mutex_unlock(&lock);
  if (!certificate) return -1;
  *chain = certificate->chain;
  *length = certificate->length;
  *key = certificate->key;
  return 0;
}
