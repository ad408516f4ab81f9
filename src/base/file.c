// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <errno.h>

// 0 or the errno of what may not be read
static int refusal(const ig_FileInfo* info) {
  return info->kind == IG_FILE_REGULAR ? 0 : info->kind == IG_FILE_FOLDER ? EISDIR : EINVAL;
}

// Asked before opening, since opening alone acts on some devices, and again of what was opened, which may have taken the
// other's place in between: not blocking, so that even then nothing waits.
int ig_open_regular(const char* path, ig_FileInfo* info) {
  if (!ig_file_info(path, info)) return -1;
  int wrong = refusal(info), file = wrong ? -1 : ig_file_open(path, info);
  if (file < 0) {
    if (wrong) errno = wrong;
    return -1;
  }
  wrong = refusal(info);
  if (!wrong) return file;
  ig_file_close(file);
  errno = wrong;
  return -1;
}

FILE* ig_read_regular(const char* path) {
  ig_FileInfo info;
  int file = ig_open_regular(path, &info);
  FILE* stream = file < 0 ? NULL : ig_file_stream(file);
  if (!stream && file >= 0) ig_file_close(file);
  return stream;
}
