// SPDX-License-Identifier: Apache-2.0
// The public functions of resources and file systems that the library calls too.
#include <mujoco/mujoco.h>

#include "base/content_type.h"
#include "base/resource.h"

mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs) {
  return ig_decode_resource(resource, content_type, vfs);
}

void mj_defaultVFS(mjVFS* vfs) { ig_vfs_start(vfs); }

void mj_deleteVFS(mjVFS* vfs) { ig_vfs_end(vfs); }

void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir) { ig_resource_dir(resource, dir, ndir); }

int mju_isModifiedResource(const mjResource* resource, const char* timestamp) {
  return ig_resource_modified(resource, timestamp);
}
