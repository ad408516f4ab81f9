// SPDX-License-Identifier: Apache-2.0
// Binary STL: 80 bytes of anything, the number of triangles, and 50 bytes each: normal, three vertices, two spare bytes.
#include "spec/file/mesh_stl.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { HEADER = 84, TRIANGLE = 50, MAX_FACES = 200000 };

bool ig_read_stl(ig_MeshFile* file, const ig_MeshSource* source) {
  const char* name = source->name;
  if (source->size < 0) return ig_mesh_fail(file, "nothing could be read from STL file '%s'", name);
  if (!source->size) return ig_mesh_fail(file, "STL file '%s' has nothing in it", name);
  if (source->size < HEADER) {
    return ig_mesh_fail(file, "STL file '%s' ends within its header: %d bytes of %d", name, source->size, HEADER);
  }
  int32_t nface;
  memcpy(&nface, source->bytes + HEADER - 4, sizeof(nface));
  if (nface < 1 || nface > MAX_FACES) {
    return ig_mesh_fail(file, "STL files have 1 to %d faces, '%s' has %d: a text file, maybe?", MAX_FACES, name, nface);
  }
  if (source->size - HEADER != TRIANGLE * nface) {
    return ig_mesh_fail(file, "STL file '%s': its %d faces take %d bytes, not %d; a text file, maybe?", name, nface,
                        HEADER + TRIANGLE * nface, source->size);
  }
  if (!ig_floats_reserve(&file->vert, 9 * nface) || !ig_ints_reserve(&file->face, 3 * nface)) {
    return ig_mesh_fail(file, "not enough memory for STL file '%s'", name);
  }

  for (int i = 0; i < nface; i++) {
    float* v = file->vert.item + 9 * i;
    memcpy(v, source->bytes + HEADER + TRIANGLE * i + 12, 9 * sizeof(float));
    for (int k = 0; k < 9; k++) {
      if (fabsf(v[k]) > 0x1p30f) return ig_mesh_fail(file, "STL file '%s' has a coordinate that is too large: %g", name, v[k]);
    }
    int* face = file->face.item + 3 * i;
    face[0] = 3 * i;
    face[1] = 3 * i + (source->mirrored ? 2 : 1);
    face[2] = 3 * i + (source->mirrored ? 1 : 2);
  }
  file->vert.n = 9 * nface;
  file->face.n = 3 * nface;
  return true;
}
