// SPDX-License-Identifier: Apache-2.0
// File names as models write them, in the memory of a document.
#ifndef INGOT_MJCF_TEXT_PATH_H_
#define INGOT_MJCF_TEXT_PATH_H_

#include <stdbool.h>

#include "base/arena.h"
#include "base/path.h"

bool ig_path_absolute(const char* path);

// without . and inner .. parts, separators as /
const char* ig_path_reduce(ig_Arena* pool, const char* path);

// name looked up in dir; an absolute name stays as it is
const char* ig_path_join(ig_Arena* pool, const char* dir, const char* name);

#endif  // INGOT_MJCF_TEXT_PATH_H_
