// SPDX-License-Identifier: Apache-2.0
// POSIX, which the Windows tools have as well
#include "base/platform/folders.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int by_bytes(const void* a, const void* b) { return strcmp(*(char* const*)a, *(char* const*)b); }

static bool ends(const char* name, const char* suffix) {
  size_t n = strlen(name), k = strlen(suffix);
  return n > k && !strcmp(name + n - k, suffix);
}

int ig_folder_names(const char* folder, const char* suffix, char*** names) {
  *names = NULL;
  DIR* dir = opendir(folder);
  if (!dir) return -1;
  int n = 0, room = 0;
  char** list = NULL;
  for (const struct dirent* entry; (entry = readdir(dir));) {
    if (!ends(entry->d_name, suffix)) continue;
    if (n == room) {
      char** larger = realloc(list, sizeof *list * (size_t)(room = 2 * room + 8));
      if (!larger) break;
      list = larger;
    }
    if (!(list[n] = strdup(entry->d_name))) break;
    n++;
  }
  closedir(dir);
  if (n) qsort(list, (size_t)n, sizeof *list, by_bytes);
  *names = list;
  return n;
}

void ig_folder_names_free(char** names, int count) {
  for (int i = 0; i < count; i++) free(names[i]);
  free(names);
}
