#include "mjcf/path.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"

bool ig_path_absolute(const char* path) { return ig_path_root(path) > 0; }

const char* ig_path_reduce(ig_Pool* pool, const char* path) {
  char* copy = ig_pool_text(pool, path, strlen(path));
  if (copy) ig_path_simplify(copy);
  return copy;
}

const char* ig_path_join(ig_Pool* pool, const char* dir, const char* name) {
  if (!dir[0] || ig_path_absolute(name)) return ig_path_reduce(pool, name);
  size_t length = strlen(dir), size = length + strlen(name) + 2;
  bool slash = dir[length - 1] != '/' && dir[length - 1] != '\\';
  char* joined = ig_pool_take(pool, size);
  snprintf(joined, size, "%s%s%s", dir, slash ? "/" : "", name);
  ig_path_simplify(joined);
  return joined;
}

const char* ig_path_extension(const char* path) { return ig_path_suffix(path); }
