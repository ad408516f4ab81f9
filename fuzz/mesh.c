// SPDX-License-Identifier: Apache-2.0
// Fuzz target: bytes of a mesh file through its reader and everything that is made of it. The first byte chooses the
// format (OBJ, STL, MSH), the second one how the mesh is made (docs/fuzz.md).
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compile/mesh/mesh_data.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  int64_t before = ig_live_bytes();
  ig_MeshKind kind = (ig_MeshKind)(data[0] % 3);
  int how = data[1];
  ig_MeshSource source = {"fuzz", (const char*)data + 2, (int)size - 2, how & 1, how & 2};
  ig_MeshOrder order = {.name = "fuzz",
                        .scale = {1, 1, how & 1 ? -1 : 1},
                        .refquat = {1, 0, 0, 0},
                        .inertia = (mjtMeshInertia)((how >> 2) % 4),
                        .maxhullvert = how & 16 ? 6 : -1,
                        .hull = how & 32,
                        .octree = how >= 0xF0,  // slow, so not often
                        .coeffs = true,
                        .smoothnormal = how & 64,
                        .obj = kind == IG_MESH_OBJ};
  ig_MeshData* d = ig_new_mesh_data();
  bool good = d && ig_mesh_read(&d->m, kind, &source) && ig_make_mesh(d, &order);
  if (d && !good && !*d->m.error) abort();
  ig_release_mesh_data(d);
  if (ig_live_bytes() != before) abort();
  return 0;
}
