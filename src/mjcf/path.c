#include "mjcf/path.h"

#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

static bool is_separator(char c) { return c == '/' || c == '\\'; }

// length of the part that makes a path absolute
static size_t root_length(const char* path) {
  if (!path[0]) return 0;
  const mjpResourceProvider* provider = mjp_getResourceProvider(path);
  if (provider) return strlen(provider->prefix) + 1;
  if (is_separator(path[0])) return 1;
  const char* drive = strstr(path, ":/");
  if (!drive) drive = strstr(path, ":\\");
  return drive ? (size_t)(drive - path) + 2 : 0;
}

bool ig_path_absolute(const char* path) { return root_length(path) > 0; }

const char* ig_path_reduce(ig_Pool* pool, const char* path) {
  size_t length = strlen(path), root = root_length(path);
  char* out = ig_pool_take(pool, length + 2);
  memcpy(out, path, root);
  size_t end = root;  // of the text kept
  for (size_t i = root; i < length;) {
    size_t next = i;
    while (next < length && !is_separator(path[next])) next++;
    bool inner = next < length;
    size_t size = next - i;

    // a directory that can be stepped out of stands before the last separator
    size_t before = end > root ? end - 1 : root;
    while (before > root && out[before - 1] != '/') before--;
    bool can_drop = end > root && strncmp(out + before, "../", 3) != 0;

    if (inner && size == 2 && !strncmp(path + i, "..", 2) && can_drop) {
      end = before;
    } else if (!(inner && size == 1 && path[i] == '.')) {
      memcpy(out + end, path + i, size);
      end += size;
      if (inner) out[end++] = '/';
    }
    i = next + 1;
  }
  out[end] = 0;
  return out;
}

const char* ig_path_join(ig_Pool* pool, const char* dir, const char* name) {
  if (!dir[0] || ig_path_absolute(name)) return ig_path_reduce(pool, name);
  size_t length = strlen(dir);
  size_t size = length + strlen(name) + 2;
  char* joined = ig_pool_take(pool, size);
  snprintf(joined, size, "%s%s%s", dir, is_separator(dir[length - 1]) ? "" : "/", name);
  return ig_path_reduce(pool, joined);
}

const char* ig_path_extension(const char* path) {
  const char* dot = strrchr(path, '.');
  return dot ? dot : "";
}
