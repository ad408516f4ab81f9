// SPDX-License-Identifier: Apache-2.0
#include "base/platform/files.h"

#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <sys/stat.h>

#include "base/platform/wide_windows.h"

// of a handle: the C library's own stat knows whole seconds only
static bool describe(HANDLE handle, ig_FileInfo* info) {
  BY_HANDLE_FILE_INFORMATION facts;
  bool disk = GetFileType(handle) == FILE_TYPE_DISK;
  *info = (ig_FileInfo){.kind = IG_FILE_OTHER};
  if (!disk) return true;
  if (!GetFileInformationByHandle(handle, &facts)) {
    errno = EIO;
    return false;
  }
  // in 100 nanoseconds since 1601
  const int64_t epoch = 116444736000000000;
  int64_t ticks = ((int64_t)facts.ftLastWriteTime.dwHighDateTime << 32 | facts.ftLastWriteTime.dwLowDateTime) - epoch;
  info->kind = facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? IG_FILE_FOLDER : IG_FILE_REGULAR;
  info->size = (int64_t)facts.nFileSizeHigh << 32 | facts.nFileSizeLow;
  info->seconds = ticks / 10000000;
  info->nanoseconds = ticks % 10000000 * 100;
  return true;
}

static HANDLE open_handle(const char* path, DWORD access) {
  wchar_t wide[IG_PATH_ROOM];
  if (!ig_widen(path, wide)) return INVALID_HANDLE_VALUE;
  // folders are opened with this flag only
  HANDLE handle = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS, NULL);
  if (handle == INVALID_HANDLE_VALUE) errno = GetLastError() == ERROR_ACCESS_DENIED ? EACCES : ENOENT;
  return handle;
}

bool ig_file_info(const char* path, ig_FileInfo* info) {
  HANDLE handle = open_handle(path, FILE_READ_ATTRIBUTES);
  if (handle == INVALID_HANDLE_VALUE) return false;
  bool good = describe(handle, info);
  CloseHandle(handle);
  return good;
}

int ig_file_open(const char* path, ig_FileInfo* info) {
  HANDLE handle = open_handle(path, GENERIC_READ);
  if (handle == INVALID_HANDLE_VALUE) return -1;
  int file = describe(handle, info) ? _open_osfhandle((intptr_t)handle, _O_RDONLY | _O_BINARY | _O_NOINHERIT) : -1;
  if (file < 0) CloseHandle(handle);
  return file;
}

ptrdiff_t ig_file_read(int file, void* to, size_t bytes) {
  const unsigned most = 1 << 30;
  return _read(file, to, bytes < most ? (unsigned)bytes : most);
}

FILE* ig_file_stream(int file) { return _fdopen(file, "rb"); }
void ig_file_close(int file) { _close(file); }

// text is written with the line ends that it has: files are the same bytes on every system
FILE* ig_stream_open(const char* path, const char* mode) {
  wchar_t wide[IG_PATH_ROOM], kind[8];
  size_t n = strlen(mode);
  if (n > 6 || !ig_widen(path, wide)) return NULL;
  for (size_t i = 0; i <= n; i++) kind[i] = (wchar_t)mode[i];
  if (!strchr(mode, 'b')) wcscat(kind, L"b");
  return _wfopen(wide, kind);
}

FILE* ig_stream_append(const char* path) { return ig_stream_open(path, "a"); }

bool ig_file_remove(const char* path) {
  wchar_t wide[IG_PATH_ROOM];
  return ig_widen(path, wide) && !_wremove(wide);
}

bool ig_whole_path(const char* path, char whole[IG_PATH_ROOM]) {
  wchar_t wide[IG_PATH_ROOM], full[IG_PATH_ROOM];
  ig_FileInfo info;
  if (!ig_file_info(path, &info) || !ig_widen(path, wide)) return false;
  DWORD n = GetFullPathNameW(wide, IG_PATH_ROOM, full, NULL);
  if (!n || n >= IG_PATH_ROOM || !ig_narrow(full, whole)) return false;
  for (char* c = whole; *c; c++) {
    if (*c == '\\') *c = '/';
  }
  return true;
}
