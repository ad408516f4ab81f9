// File names as models write them.
#ifndef INGOT_MJCF_PATH_H_
#define INGOT_MJCF_PATH_H_

#include <stdbool.h>

#include "mjcf/pool.h"

// starts at a root, a drive, or a scheme such as file: or a registered provider's
bool ig_path_absolute(const char* path);

// without . and inner .. parts, separators as /
const char* ig_path_reduce(ig_Pool* pool, const char* path);

// name looked up in dir; an absolute name stays as it is
const char* ig_path_join(ig_Pool* pool, const char* dir, const char* name);

// from the last dot on, "" if there is none
const char* ig_path_extension(const char* path);

#endif  // INGOT_MJCF_PATH_H_
