// SPDX-License-Identifier: Apache-2.0
#include "base/platform/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#define MODIFIED st_mtimespec
#else
#define MODIFIED st_mtim
#endif

static void describe(const struct stat* s, ig_FileInfo* info) {
  *info = (ig_FileInfo){.kind = S_ISREG(s->st_mode)   ? IG_FILE_REGULAR
                                : S_ISDIR(s->st_mode) ? IG_FILE_FOLDER
                                                      : IG_FILE_OTHER,
                        .size = s->st_size,
                        .seconds = s->MODIFIED.tv_sec,
                        .nanoseconds = s->MODIFIED.tv_nsec};
}

bool ig_file_info(const char* path, ig_FileInfo* info) {
  struct stat s;
  if (stat(path, &s)) return false;
  describe(&s, info);
  return true;
}

int ig_file_open(const char* path, ig_FileInfo* info) {
  struct stat s;
  int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return -1;
  if (fstat(file, &s)) {
    int wrong = errno;
    close(file);
    errno = wrong;
    return -1;
  }
  describe(&s, info);
  return file;
}

ptrdiff_t ig_file_read(int file, void* to, size_t bytes) {
  ssize_t n;
  do n = read(file, to, bytes);
  while (n < 0 && errno == EINTR);
  return n;
}

FILE* ig_file_stream(int file) { return fdopen(file, "r"); }
void ig_file_close(int file) { close(file); }

FILE* ig_stream_open(const char* path, const char* mode) { return fopen(path, mode); }

FILE* ig_stream_append(const char* path) {
  // not blocking: a FIFO that nobody reads may have that name
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
  FILE* stream = file < 0 ? NULL : fdopen(file, "a");
  if (!stream && file >= 0) close(file);
  return stream;
}

bool ig_file_remove(const char* path) { return !remove(path); }

bool ig_whole_path(const char* path, char whole[IG_PATH_ROOM]) {
  char room[PATH_MAX];
  if (!realpath(path, room) || strlen(room) >= IG_PATH_ROOM) return false;
  memcpy(whole, room, strlen(room) + 1);
  return true;
}
