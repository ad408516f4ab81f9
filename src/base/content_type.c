// SPDX-License-Identifier: Apache-2.0
#include "base/content_type.h"

#include <stddef.h>
#include <strings.h>

#include <mujoco/mujoco.h>

#include "base/path.h"
#include "base/registry.h"
#include "base/scope.h"

const char* ig_type_of_file(const char* path) {
  static const char* const types[][2] = {
      {".stl", "model/stl"}, {".obj", "model/obj"}, {".ply", "model/ply"}, {".msh", "model/vnd.mujoco.msh"},
      {".png", "image/png"},
  };
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (!strcasecmp(ig_path_suffix(path), types[i][0])) return types[i][1];
  }
  return "";
}

mjSpec* ig_decode_resource(mjResource* resource, const char* content_type, const mjVFS* vfs) {
  const mjpDecoder* decoder = ig_find_decoder(resource, content_type ? content_type : ig_type_of_file(resource->name));
  if (!decoder) {
    mju_warning("no registered decoder takes the resource '%s'", resource->name);
    return NULL;
  }
  // the decoder has limits of its own
  ig_Scope* paused = ig_scope_pause();
  mjSpec* spec = decoder->decode(resource, vfs);
  ig_scope_resume(paused);
  return spec;
}
