// SPDX-License-Identifier: Apache-2.0
#include "base/platform/libraries.h"

#include <stdio.h>
#include <string.h>

#include "base/platform/wide_windows.h"

const char ig_library_suffix[] = ".dll";
const char ig_cuda_library[] = "nvcuda.dll";

// libraries name the library that each symbol comes from: they are apart as they are
void* ig_library_open(const char* path, bool apart) {
  (void)apart;
  wchar_t wide[IG_PATH_ROOM];
  if (!ig_widen(path, wide)) return SetLastError(ERROR_MOD_NOT_FOUND), NULL;
  for (wchar_t* c = wide; *c; c++) {
    if (*c == L'/') *c = L'\\';
  }
  // what a library needs is looked for beside it
  DWORD flags = wcschr(wide, L'\\') ? LOAD_WITH_ALTERED_SEARCH_PATH : 0;
  return LoadLibraryExW(wide, NULL, flags);
}

void* ig_library_symbol(void* library, const char* name) { return (void*)GetProcAddress(library, name); }
void ig_library_close(void* library) { FreeLibrary(library); }

const char* ig_library_trouble(void) {
  static _Thread_local char text[200];
  DWORD code = GetLastError();
  if (!FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, code, 0, text, sizeof text, NULL))
    snprintf(text, sizeof text, "error %lu", code);
  text[strcspn(text, "\r\n")] = 0;
  return text;
}

bool ig_file_of_code(void (*function)(void), char path[IG_PATH_ROOM], bool* program) {
  const DWORD flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
  HMODULE module;
  wchar_t wide[IG_PATH_ROOM];
  if (!GetModuleHandleExW(flags, (LPCWSTR)(void*)function, &module)) return false;
  *program = module == GetModuleHandleW(NULL);
  DWORD n = GetModuleFileNameW(module, wide, IG_PATH_ROOM);
  if (!n || n >= IG_PATH_ROOM || !ig_narrow(wide, path)) return false;
  for (char* c = path; *c; c++) {
    if (*c == '\\') *c = '/';
  }
  return true;
}
