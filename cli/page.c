// SPDX-License-Identifier: Apache-2.0
#include "page.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base64.h"
#include "command.h"

// beside the program in a build, in share/ when installed; in a Python package, and in a build for one
static const char* const places[] = {"viewer/viewer.html", "../share/ingot/viewer.html", "../viewer.html",
                                     "../viewer/viewer.html"};

bool ig_page_find(ig_Bytes* page) {
  const char* chosen = getenv("INGOT_VIEWER");
  if (chosen && *chosen) {
    if (ig_bytes_read(page, chosen)) return true;
    ig_complain(IG_EXIT_FILE, "cannot read INGOT_VIEWER, '%s'", chosen);
    return false;
  }
  char program[PATH_MAX], path[PATH_MAX + 64];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length > 0 ? length : 0] = 0;
  char* slash = strrchr(program, '/');
  if (slash) *slash = 0;
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    snprintf(path, sizeof path, "%s/%s", program, places[i]);
    if (ig_bytes_read(page, path)) return true;
  }
  ig_complain(IG_EXIT_FILE,
              "the viewer's page is not built: run 'make viewer' (looked for viewer/viewer.html and "
              "../share/ingot/viewer.html beside the program; INGOT_VIEWER may name it)");
  return false;
}

static void add_base64(ig_Bytes* out, const ig_Bytes* bytes) {
  // whole groups of three at a time, so that no padding stands in the middle
  enum { PART = 3 << 14 };
  static char text[4 * (PART / 3) + 1];
  for (size_t at = 0; at < bytes->size; at += PART) {
    size_t size = bytes->size - at < PART ? bytes->size - at : PART;
    ig_encode64(text, bytes->bytes + at, size);
    ig_bytes_add(out, text, strlen(text));
  }
}

bool ig_page_fill(ig_Bytes* out, const ig_Bytes* page, const ig_PageConfig* config, const ig_Bytes* bundle) {
  static const char mark[] = "<!--ingot:data-->";
  const char* at = page->size ? memmem(page->bytes, page->size, mark, sizeof mark - 1) : NULL;
  if (!at) {
    ig_complain(IG_EXIT_FILE, "the viewer's page is damaged: run 'make viewer' again");
    return false;
  }
  const char* rest = at + sizeof mark - 1;
  ig_bytes_add(out, page->bytes, (size_t)(at - page->bytes));
  ig_bytes_print(out,
                 "<script id=\"ingot-config\" "
                 "type=\"application/json\">{\"mode\":\"%s\",\"version\":\"%s\",\"key\":%d,\"play\":%s}</script>\n",
                 config->mode, config->version ? config->version : "", config->key, config->play ? "true" : "false");
  if (bundle) {
    ig_bytes_print(out, "<script id=\"ingot-bundle\" type=\"text/plain\">");
    add_base64(out, bundle);
    ig_bytes_print(out, "</script>\n");
  }
  ig_bytes_add(out, rest, page->size - (size_t)(rest - page->bytes));
  return true;
}
