// SPDX-License-Identifier: Apache-2.0
// Files of any provider: opened, read, closed. The API of resources, for use inside.
#ifndef INGOT_BASE_RESOURCE_H_
#define INGOT_BASE_RESOURCE_H_

#include <mujoco/mujoco.h>

// NULL: none, with a text in error where there is room
mjResource* ig_resource_open(const char* dir, const char* name, const mjVFS* vfs, char* error, size_t nerror);
void ig_resource_close(mjResource* resource);
// the number of bytes, -1: it can not be read
int ig_resource_read(mjResource* resource, const void** buffer);

// an empty file system of the user's, and its end
void ig_vfs_start(mjVFS* vfs);
void ig_vfs_end(mjVFS* vfs);

// the folder in a resource's name, with its scheme: the first *ndir characters of *dir
void ig_resource_dir(mjResource* resource, const char** dir, int* ndir);

// not 0 where it may have changed since the time stamp
int ig_resource_modified(const mjResource* resource, const char* timestamp);

#endif  // INGOT_BASE_RESOURCE_H_
