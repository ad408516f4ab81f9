// SPDX-License-Identifier: Apache-2.0
#include "base/path.h"

#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/registry.h"

static bool separates(char c) { return c == '/' || c == '\\'; }

size_t ig_path_root(const char* path) {
  if (!path || !*path) return 0;
  const mjpResourceProvider* provider = ig_find_provider(path);
  if (provider) return strlen(provider->prefix) + 1;
  if (separates(*path)) return 1;
  const char* colon = strstr(path, ":/");
  if (!colon) colon = strstr(path, ":\\");
  return colon ? (size_t)(colon - path) + 2 : 0;
}

// one part of a path, by its place
typedef struct {
  size_t start, length;
} Part;

static bool is_part(const char* path, Part part, const char* text) {
  return part.length == strlen(text) && !memcmp(path + part.start, text, part.length);
}

// Folders "." vanish and "a/.." cancel; the last part, the file, stays as it is.
void ig_path_simplify(char* path) {
  size_t prefix = ig_path_root(path), length = strlen(path), out = prefix;
  for (size_t start = prefix; start <= length;) {
    size_t end = start;
    while (end < length && !separates(path[end])) end++;
    Part part = {start, end - start};
    bool last = end == length;
    // the folder written last, between the separators before out
    size_t before = out > prefix ? out - 1 : prefix;
    while (before > prefix && path[before - 1] != '/') before--;
    Part previous = {before, out > prefix ? out - 1 - before : 0};
    if (!last && is_part(path, part, "..") && out > prefix && !is_part(path, previous, "..")) {
      out = before;
    } else if (last || !is_part(path, part, ".")) {
      memmove(path + out, path + part.start, part.length);
      out += part.length;
      if (!last) path[out++] = '/';
    }
    start = end + 1;
  }
  path[out] = 0;
}

char* ig_path_make(const char* dir, const char* name) {
  size_t dir_length = ig_path_root(name) ? 0 : strlen(dir), size = dir_length + strlen(name) + 2;
  char* path = ig_try_alloc(size);
  if (!path) return NULL;
  bool slash = dir_length && !separates(dir[dir_length - 1]);
  snprintf(path, size, "%.*s%s%s", (int)dir_length, dir, slash ? "/" : "", name);
  ig_path_simplify(path);
  return path;
}

const char* ig_path_file(const char* path) {
  const char* file = path;
  for (const char* c = path; *c; c++) {
    if (separates(*c)) file = c + 1;
  }
  return file;
}

const char* ig_path_suffix(const char* path) {
  const char* dot = strrchr(ig_path_file(path), '.');
  return dot ? dot : path + strlen(path);
}

void ig_lower(char* text) {
  for (; *text; text++) {
    if (*text >= 'A' && *text <= 'Z') *text += 'a' - 'A';
  }
}
