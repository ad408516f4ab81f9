// SPDX-License-Identifier: Apache-2.0
// Linux and others with ELF files
#include "base/platform/libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <sys/auxv.h>

const char ig_library_suffix[] = ".so";
const char ig_cuda_library[] = "libcuda.so.1";

void* ig_library_open(const char* path, bool apart) {
  int flags = RTLD_NOW | RTLD_LOCAL;
  // the address sanitizer does not allow this
#if defined(RTLD_DEEPBIND) && !defined(ADDRESS_SANITIZER)
  if (apart) flags |= RTLD_DEEPBIND;
#endif
  return dlopen(path, flags);
}

void* ig_library_symbol(void* library, const char* name) { return dlsym(library, name); }
void ig_library_close(void* library) { dlclose(library); }

const char* ig_library_trouble(void) {
  const char* why = dlerror();
  return why ? why : "unknown reason";
}

typedef struct {
  uintptr_t code;
  bool program;      // else a library
  const char* name;  // of the library's file
} Place;

// one loaded file: is the code in it?
static int find_place(struct dl_phdr_info* info, size_t size, void* argument) {
  Place* place = argument;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type != PT_LOAD || place->code < start || place->code - start >= info->dlpi_phdr[i].p_memsz)
      continue;
    place->program = (uintptr_t)info->dlpi_phdr == getauxval(AT_PHDR);
    place->name = info->dlpi_name;
    return 1;
  }
  return 0;
}

bool ig_file_of_code(void (*function)(void), char path[IG_PATH_ROOM], bool* program) {
  Place place = {.code = (uintptr_t)function};
  if (!dl_iterate_phdr(find_place, &place)) return false;
  *program = place.program;
  return ig_whole_path(place.program ? "/proc/self/exe" : place.name, path);
}
