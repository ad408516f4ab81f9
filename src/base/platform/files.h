// SPDX-License-Identifier: Apache-2.0
// Files by name. Names are UTF-8 on every system.
#ifndef INGOT_BASE_PLATFORM_FILES_H_
#define INGOT_BASE_PLATFORM_FILES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { IG_PATH_ROOM = 4096 };  // bytes of a whole path, with its end

typedef enum { IG_FILE_REGULAR, IG_FILE_FOLDER, IG_FILE_OTHER } ig_FileKind;

typedef struct {
  ig_FileKind kind;
  int64_t size;
  int64_t seconds, nanoseconds;  // of the last change
} ig_FileInfo;

// what a name stands for, links followed; false: nothing, with errno set
bool ig_file_info(const char* path, ig_FileInfo* info);

// A descriptor for reading bytes, that never waits for a writer and that child processes do not inherit, and what it stands for;
// -1 with errno set.
int ig_file_open(const char* path, ig_FileInfo* info);
ptrdiff_t ig_file_read(int file, void* to, size_t bytes);  // as read: what there is; 0 at the end, -1 with errno set
FILE* ig_file_stream(int file);                            // takes the descriptor over; NULL: it is still the caller's
void ig_file_close(int file);

// as fopen; and for adding lines to a log, which waits for nobody
FILE* ig_stream_open(const char* path, const char* mode);
FILE* ig_stream_append(const char* path);

bool ig_file_remove(const char* path);

// the whole path without links; false: there is no such file
bool ig_whole_path(const char* path, char whole[IG_PATH_ROOM]);

#endif  // INGOT_BASE_PLATFORM_FILES_H_
