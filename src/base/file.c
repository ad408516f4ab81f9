// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

// 0 or the errno of what may not be read
static int refusal(const struct stat* info) { return S_ISREG(info->st_mode) ? 0 : S_ISDIR(info->st_mode) ? EISDIR : EINVAL; }

// Asked before opening, since opening alone acts on some devices, and again of what was opened, which may have taken the
// other's place in between: not blocking, so that even then nothing waits.
int ig_open_regular(const char* path, struct stat* info) {
  if (stat(path, info)) return -1;
  int wrong = refusal(info), file = wrong ? -1 : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) {
    if (wrong) errno = wrong;
    return -1;
  }
  wrong = fstat(file, info) ? errno : refusal(info);
  if (!wrong) return file;
  close(file);
  errno = wrong;
  return -1;
}

FILE* ig_read_regular(const char* path) {
  struct stat info;
  int file = ig_open_regular(path, &info);
  FILE* stream = file < 0 ? NULL : fdopen(file, "r");
  if (!stream && file >= 0) close(file);
  return stream;
}
