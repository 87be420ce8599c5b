// For CURLOPT_PROTOCOLS.
#define CURL_DISABLE_DEPRECATION
#include "CCurl.h"

#include "CLibraries.h"

// curl.h has a macro for it, which checks types.
#undef curl_easy_getinfo
#undef curl_easy_setopt

#define FUNCTIONS(F) \
  F(curl_easy_cleanup) F(curl_easy_getinfo) F(curl_easy_init) F(curl_easy_perform) \
  F(curl_easy_reset) F(curl_easy_setopt) F(curl_easy_strerror) F(curl_free) F(curl_global_init) \
  F(curl_multi_add_handle) F(curl_multi_cleanup) F(curl_multi_info_read) F(curl_multi_init) \
  F(curl_multi_perform) F(curl_multi_poll) F(curl_multi_remove_handle) F(curl_multi_wakeup) \
  F(curl_slist_append) F(curl_slist_free_all) F(curl_url) F(curl_url_cleanup) F(curl_url_get) F(curl_url_set)
CS_LIBRARY(curl, "libcurl.so.4", FUNCTIONS);

const char *curl_missing(void) { return cs_load(&curl); }

static CURLcode allow(CURL *handle, const char *names, long protocols) {
  CURLcode result = curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, names);
  return result == CURLE_UNKNOWN_OPTION ? curl_easy_setopt(handle, CURLOPT_PROTOCOLS, protocols) : result;
}

CURLcode curl_allow_http(CURL *handle) { return allow(handle, "http,https", CURLPROTO_HTTP | CURLPROTO_HTTPS); }

CURLcode curl_allow_smtp(CURL *handle) { return allow(handle, "smtp,smtps", CURLPROTO_SMTP | CURLPROTO_SMTPS); }
