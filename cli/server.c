// SPDX-License-Identifier: Apache-2.0
#include "server.h"

#include "command.h"

#ifdef INGOT_SERVER

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#include "page.h"

// all of it is used by the server's thread alone once it runs
static struct {
  struct MHD_Daemon* daemon;
  ig_Serving* serving;
  ig_Files files;
} server;

// ------------------------------------------------ requests that may be answered

// A page of another site must not read the model through the user's browser: names that point here by a trick of DNS, and
// requests from other origins, are turned away. Numbers cannot be such names.
static bool is_address(const char* host) {
  size_t digits = strspn(host, "0123456789.");
  return host[0] == '[' || (digits > 0 && (host[digits] == ':' || !host[digits]));
}

static bool host_allowed(const char* host) {
  char expected[300];
  static const char* const local[] = {"127.0.0.1", "localhost", "[::1]"};
  if (!host) return false;
  for (int i = 0; i < 3; i++) {
    snprintf(expected, sizeof expected, "%s:%d", local[i], server.serving->port);
    if (!strcasecmp(host, expected)) return true;
  }
  if (!strcmp(server.serving->host, "127.0.0.1")) return false;
  snprintf(expected, sizeof expected, "%s:%d", server.serving->host, server.serving->port);
  return !strcasecmp(host, expected) || is_address(host);
}

static bool origin_allowed(const char* origin, const char* host) {
  return !origin || (!strncmp(origin, "http://", 7) && !strcasecmp(origin + 7, host));
}

static bool site_allowed(const char* site) { return !site || !strcmp(site, "same-origin") || !strcmp(site, "none"); }

// ------------------------------------------------ answers

typedef enum MHD_Result Result;

static Result answer(struct MHD_Connection* connection, unsigned status, const char* type, ig_Bytes* body) {
  struct MHD_Response* response = MHD_create_response_from_buffer(body->size, body->bytes, MHD_RESPMEM_MUST_COPY);
  ig_bytes_free(body);
  if (!response) return MHD_NO;
  MHD_add_response_header(response, "Content-Type", type);
  MHD_add_response_header(response, "Cache-Control", "no-store");
  MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
  MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
  MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
  MHD_add_response_header(response, "Content-Security-Policy", "frame-ancestors 'self'");
  Result result = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return result;
}

static Result answer_text(struct MHD_Connection* connection, unsigned status, const char* text) {
  ig_Bytes body = {0};
  ig_bytes_add(&body, text, strlen(text));
  return answer(connection, status, "text/plain; charset=utf-8", &body);
}

// files that were added to the model count from now on; while it is broken, those known before do
static void look_again(void) {
  ig_Files found = {0};
  ig_files_find(&found, server.serving->shown->model);
  if (found.count >= server.files.count || found.count > 1) {
    ig_files_free(&server.files);
    server.files = found;
  } else {
    ig_files_free(&found);
  }
}

static void print_version(char text[20]) { snprintf(text, 20, "%016" PRIx64, ig_files_version(&server.files)); }

static Result answer_page(struct MHD_Connection* connection) {
  char version[20];
  print_version(version);
  const ig_Serving* serving = server.serving;
  ig_PageConfig config = {.mode = "serve", .version = version, .key = serving->shown->key, .play = serving->play};
  ig_Bytes body = {0};
  if (!ig_page_fill(&body, serving->page, &config, NULL)) return answer_text(connection, 500, "the page is damaged\n");
  return answer(connection, 200, "text/html; charset=utf-8", &body);
}

static Result answer_bundle(struct MHD_Connection* connection) {
  look_again();
  const ig_Shown* shown = server.serving->shown;
  ig_Bytes body = {0};
  if (!ig_bundle_make(&body, shown->model, &server.files, shown->states, shown->nstate)) {
    ig_bytes_free(&body);
    return answer_text(connection, 500, "the model's files cannot be read\n");
  }
  return answer(connection, 200, "application/octet-stream", &body);
}

// the same time for every wrong word
static bool knows_token(struct MHD_Connection* connection) {
  const char* token = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token");
  const char* expected = server.serving->token;
  if (!token || strlen(token) != strlen(expected)) return false;
  unsigned different = 0;
  for (size_t i = 0; expected[i]; i++) different |= (unsigned)(token[i] ^ expected[i]);
  return !different;
}

// a word that other programs and users of this machine do not know
static bool make_token(char token[IG_TOKEN_SIZE]) {
  unsigned char bytes[(IG_TOKEN_SIZE - 1) / 2];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return false;
  for (size_t i = 0; i < sizeof bytes; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
  return true;
}

static Result handle(void* context, struct MHD_Connection* connection, const char* url, const char* method, const char* version,
                     const char* data, size_t* size, void** request) {
  (void)context, (void)version, (void)data, (void)request;
  const char* host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
  const char* origin = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Origin");
  const char* site = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Sec-Fetch-Site");
  if (*size) return MHD_NO;
  if (!host_allowed(host)) return answer_text(connection, 403, "this server answers only at its own address\n");
  if (!origin_allowed(origin, host)) return answer_text(connection, 403, "requests from other pages are not answered\n");
  if (strcmp(method, "GET") && strcmp(method, "HEAD")) return answer_text(connection, 405, "only GET is known here\n");
  if (!strcmp(url, "/")) return answer_page(connection);
  if (!site_allowed(site)) return answer_text(connection, 403, "requests from other pages are not answered\n");
  if (strcmp(url, "/bundle") && strcmp(url, "/version")) return answer_text(connection, 404, "there is nothing here\n");
  if (!knows_token(connection)) {
    return answer_text(connection, 403,
                       "the model is given to the page with this server's token only: open the address that was printed\n");
  }
  if (!strcmp(url, "/version")) {
    char text[20];
    print_version(text);
    return answer_text(connection, 200, text);
  }
  return answer_bundle(connection);
}

bool ig_server_start(ig_Serving* serving) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)serving->port)};
  if (inet_pton(AF_INET, serving->host, &address.sin_addr) != 1) {
    ig_complain(IG_EXIT_USAGE, "--host: '%s' is not an IPv4 address", serving->host);
    return false;
  }
  if (!make_token(serving->token)) {
    ig_complain(IG_EXIT_ENGINE, "the system gives no random numbers: %s", strerror(errno));
    return false;
  }
  server.serving = serving;
  ig_files_find(&server.files, serving->shown->model);
  server.daemon =
      MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD, (uint16_t)serving->port, NULL, NULL, handle, NULL, MHD_OPTION_SOCK_ADDR,
                       &address, MHD_OPTION_CONNECTION_LIMIT, 64u, MHD_OPTION_CONNECTION_TIMEOUT, 60u, MHD_OPTION_END);
  if (!server.daemon) {
    ig_complain(IG_EXIT_FILE, "cannot listen at %s, port %d: %s", serving->host, serving->port, strerror(errno));
    ig_files_free(&server.files);
    return false;
  }
  const union MHD_DaemonInfo* info = MHD_get_daemon_info(server.daemon, MHD_DAEMON_INFO_BIND_PORT);
  if (info && info->port) serving->port = info->port;
  return true;
}

void ig_server_stop(void) {
  if (server.daemon) MHD_stop_daemon(server.daemon);
  ig_files_free(&server.files);
  server.daemon = NULL;
}

#else

bool ig_server_start(ig_Serving* serving) {
  (void)serving;
  ig_complain(IG_EXIT_FILE,
              "this program was built without a server: install libmicrohttpd-dev and build again, or use 'ingot export'");
  return false;
}

void ig_server_stop(void) {}

#endif
