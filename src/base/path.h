// SPDX-License-Identifier: Apache-2.0
// File paths as text: joining, reducing, taking apart. Both kinds of slashes separate.
#ifndef INGOT_BASE_PATH_H_
#define INGOT_BASE_PATH_H_

#include <stdbool.h>
#include <stddef.h>

// length of what makes a path absolute: "/", "c:\", "scheme:" of a registered provider; 0: relative
size_t ig_path_root(const char* path);

// in place: no "." folders, no "dir/..", separators as /; never longer than before
void ig_path_simplify(char* path);

// dir and name joined, unless name is absolute, with "." and "dir/.." taken out; the caller frees it with ig_free.
// NULL when there is no memory.
char* ig_path_make(const char* dir, const char* name);

// what follows the last separator; the part of that from its last dot (".xml"), or the empty end
const char* ig_path_file(const char* path);
const char* ig_path_suffix(const char* path);

// in place, ASCII only
void ig_lower(char* text);

#endif  // INGOT_BASE_PATH_H_
