// SPDX-License-Identifier: Apache-2.0
// Dynamic libraries, and the file that this code is in.
#ifndef INGOT_BASE_PLATFORM_LIBRARIES_H_
#define INGOT_BASE_PLATFORM_LIBRARIES_H_

#include <stdbool.h>
#include <stddef.h>

#include "base/platform/files.h"

extern const char ig_library_suffix[];  // ".so", ".dylib", ".dll"
extern const char ig_cuda_library[];    // the driver of NVIDIA's devices

// Its names stay its own. With `apart` it takes what it needs from the libraries that it names, even where others of the process
// have the same names, if the system can do that. NULL: ig_library_trouble says why, on this thread.
void* ig_library_open(const char* path, bool apart);
void* ig_library_symbol(void* library, const char* name);
void ig_library_close(void* library);
const char* ig_library_trouble(void);

// the file of the program or library that has the function; false: not to be found
bool ig_file_of_code(void (*function)(void), char path[IG_PATH_ROOM], bool* program);

#endif  // INGOT_BASE_PLATFORM_LIBRARIES_H_
