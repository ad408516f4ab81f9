// SPDX-License-Identifier: Apache-2.0
#include "mjcf/text/path.h"

#include <string.h>

#include "base/memory.h"

bool ig_path_absolute(const char* path) { return ig_path_root(path) > 0; }

const char* ig_path_reduce(ig_Arena* pool, const char* path) {
  char* copy = ig_arena_text(pool, path, strlen(path));
  ig_path_simplify(copy);
  return copy;
}

const char* ig_path_join(ig_Arena* pool, const char* dir, const char* name) {
  char* joined = ig_path_make(dir, name);
  if (!joined) return ig_path_reduce(pool, name);
  const char* kept = ig_arena_text(pool, joined, strlen(joined));
  ig_free(joined);
  return kept;
}
