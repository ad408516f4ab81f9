// SPDX-License-Identifier: Apache-2.0
// Files that are read: regular ones only. Anything else may block for ever (a FIFO without a writer, a terminal), act on
// being opened (a device), or never end.
#ifndef INGOT_BASE_FILE_H_
#define INGOT_BASE_FILE_H_

#include <stdio.h>

#include "base/platform/files.h"

// a descriptor for reading (ig_file_read, ig_file_close) and what it stands for; -1 with errno set: EISDIR for a folder, EINVAL
// for a device, FIFO or socket
int ig_open_regular(const char* path, ig_FileInfo* info);

// the same as a stream; NULL with errno set
FILE* ig_read_regular(const char* path);

#endif  // INGOT_BASE_FILE_H_
