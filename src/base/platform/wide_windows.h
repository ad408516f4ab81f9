// SPDX-License-Identifier: Apache-2.0
// UTF-8 to and from the UTF-16 that Windows takes.
#ifndef INGOT_BASE_PLATFORM_WIDE_WINDOWS_H_
#define INGOT_BASE_PLATFORM_WIDE_WINDOWS_H_

#define WIN32_LEAN_AND_MEAN
#include <errno.h>
#include <stdbool.h>
#include <wchar.h>
#include <windows.h>

#include "base/platform/files.h"

// false with errno set: not UTF-8, or too long
static inline bool ig_widen(const char* text, wchar_t wide[IG_PATH_ROOM]) {
  if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, IG_PATH_ROOM)) return true;
  errno = ENOENT;
  return false;
}

static inline bool ig_narrow(const wchar_t* wide, char text[IG_PATH_ROOM]) {
  return WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, IG_PATH_ROOM, NULL, NULL);
}

#endif  // INGOT_BASE_PLATFORM_WIDE_WINDOWS_H_
