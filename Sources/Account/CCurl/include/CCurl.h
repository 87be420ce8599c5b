#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

/// Loads libcurl, before its first function is called. NULL, or why it cannot be loaded.
const char *curl_missing(void);

// Swift does not import variadic functions; these are typed wrappers.

static inline CURLcode curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

/// Sets an option that copies its text.
static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

/// Allows HTTP and HTTPS alone, in versions before 7.85, too.
CURLcode curl_allow_http(CURL *handle);

/// Allows SMTP alone, with TLS or without.
CURLcode curl_allow_smtp(CURL *handle);

/// Sets the request body, which is copied.
static inline CURLcode curl_set_body(CURL *handle, const void *bytes, long length) {
  CURLcode result = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, length);
  if (result != CURLE_OK) return result;
  return curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}

/// Receives a part of the answer; returns the number of accepted bytes. Fewer end the transfer.
typedef size_t (*curl_taker)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curl_set_body_taker(CURL *handle, curl_taker taker, void *context) {
  CURLcode result = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, taker);
  if (result != CURLE_OK) return result;
  return curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

static inline CURLcode curl_set_header_taker(CURL *handle, curl_taker taker, void *context) {
  CURLcode result = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, taker);
  if (result != CURLE_OK) return result;
  return curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
}

/// Gives the next part of a body; returns its length in bytes, 0 at the end.
typedef size_t (*curl_giver)(char *buffer, size_t size, size_t count, void *context);

/// Sends a body of a known length, which is requested in parts.
static inline CURLcode curl_set_upload(CURL *handle, curl_giver giver, void *context,
                                       curl_off_t length) {
  CURLcode result = curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
  if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_READFUNCTION, giver);
  if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_READDATA, context);
  if (result != CURLE_OK) return result;
  return curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, length);
}

/// Called for each line that is sent to a server or received from it.
typedef int (*curl_listener)(CURL *handle, curl_infotype kind, char *bytes, size_t count,
                             void *context);
/// Called about once a second; anything but 0 ends the transfer.
typedef int (*curl_judge)(void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

static inline CURLcode curl_set_observer(CURL *handle, curl_listener listener, curl_judge judge,
                                         void *context) {
  CURLcode result = curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L);
  if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, listener);
  if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_DEBUGDATA, context);
  if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, judge);
  if (result != CURLE_OK) return result;
  return curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
}

typedef int (*curl_socket_listener)(void *context, curl_socket_t socket, curlsocktype purpose);

/// Reports each new socket to the listener, before it connects.
static inline CURLcode curl_set_socket_listener(CURL *handle, curl_socket_listener listener,
                                                void *context) {
  CURLcode result = curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, listener);
  if (result != CURLE_OK) return result;
  return curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, context);
}

static inline long curl_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/// The seconds of a `Retry-After` header in either form; 0 if there is none.
static inline curl_off_t curl_retry_after(CURL *handle) {
  curl_off_t seconds = 0;
  curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds);
  return seconds;
}

/// The result in a CURLMSG_DONE message of `curl_multi_info_read`.
static inline CURLcode curl_result(const CURLMsg *message) { return message->data.result; }

#endif
