// SPDX-License-Identifier: Apache-2.0
// Fuzz target: what stands between <robot> and </robot> of a URDF file (docs/fuzz.md). The first byte chooses the
// compiler's options; two meshes are at hand for <mesh filename=...>.
#include <stdio.h>
#include <string.h>

#include "run.h"

static const char* const options[] = {
    "",
    "<mujoco><compiler discardvisual='false' fusestatic='false'/></mujoco>",
    "<mujoco><compiler fusestatic='true' strippath='true' balanceinertia='true'/></mujoco>",
    "<mujoco><compiler boundmass='.01' boundinertia='.01' angle='degree'/><option gravity='0 0 -1'/></mujoco>",
};

static const char tetra[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  char* text = malloc(size + 300);
  if (!text) return 0;
  int n = sprintf(text, "<robot name='r'>%s", options[data[0] % 4]);
  memcpy(text + n, data + 1, size - 1);
  strcpy(text + n + size - 1, "</robot>");

  int64_t before = fuzz_begin();
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a.obj", tetra, sizeof(tetra) - 1);
  mj_addBufferVFS(&vfs, "b.obj", tetra, sizeof(tetra) - 1);
  fuzz_load(text, &vfs);
  mj_deleteVFS(&vfs);
  fuzz_end(before);
  free(text);
  return 0;
}
