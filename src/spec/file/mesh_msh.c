// SPDX-License-Identifier: Apache-2.0
// MSH: four counts (vertices, normals, texcoords, faces), then an array for each. Normals and texcoords are none or one
// per vertex, and faces index all three alike.
#include "spec/file/mesh_msh.h"

#include <stdint.h>
#include <string.h>

enum { VERTS, NORMALS, TEXCOORDS, FACES, NARRAY };

// the next n floats of the file
static const char* take_floats(ig_FloatList* to, const char* from, int n) {
  if (n) memcpy(to->item, from, (size_t)n * sizeof(float));
  to->n = n;
  return from + (size_t)n * sizeof(float);
}

static void copy_faces(ig_IntList* to, const char* from, int n) {
  if (n) memcpy(to->item, from, (size_t)n * sizeof(int));
  to->n = n;
}

bool ig_read_msh(ig_MeshFile* file, const ig_MeshSource* source) {
  static const int width[NARRAY] = {3, 3, 2, 3};
  const char* name = source->name;
  int32_t count[NARRAY];
  if (source->size < 0) return ig_mesh_fail(file, "nothing could be read from MSH file '%s'", name);
  if (!source->size) return ig_mesh_fail(file, "MSH file '%s' has nothing in it", name);
  if (source->size < (int)sizeof(count)) return ig_mesh_fail(file, "MSH file '%s' is too short: missing header", name);
  memcpy(count, source->bytes, sizeof(count));

  int64_t total = sizeof(count);
  bool valid = count[VERTS] >= 4;
  for (int k = 0; k < NARRAY; k++) {
    valid = valid && count[k] >= 0 && (k == FACES || !count[k] || count[k] == count[VERTS]);
    total += (int64_t)4 * width[k] * count[k];
  }
  if (!valid) {
    return ig_mesh_fail(file, "the header of MSH file '%s' cannot be right: %d vertices, %d normals, %d texcoords, %d faces",
                        name, count[0], count[1], count[2], count[3]);
  }
  if (total != source->size) {
    return ig_mesh_fail(file, "MSH file '%s' has %d bytes, its header asks for %lld", name, source->size, (long long)total);
  }
  int nface = 3 * count[FACES];
  if (!ig_floats_reserve(&file->vert, 3 * count[VERTS]) || !ig_floats_reserve(&file->normal, 3 * count[NORMALS]) ||
      !ig_floats_reserve(&file->texcoord, 2 * count[TEXCOORDS]) || !ig_ints_reserve(&file->face, nface) ||
      !ig_ints_reserve(&file->facenormal, nface) || !ig_ints_reserve(&file->facetexcoord, nface)) {
    return ig_mesh_fail(file, "not enough memory for MSH file '%s'", name);
  }

  const char* at = source->bytes + sizeof(count);
  at = take_floats(&file->vert, at, 3 * count[VERTS]);
  at = take_floats(&file->normal, at, 3 * count[NORMALS]);
  at = take_floats(&file->texcoord, at, 2 * count[TEXCOORDS]);
  copy_faces(&file->face, at, nface);
  copy_faces(&file->facenormal, at, nface);
  if (count[TEXCOORDS]) copy_faces(&file->facetexcoord, at, nface);

  // normals and texture coordinates keep their order even then: so it is in 3.5.0
  for (int i = 0; source->mirrored && i < nface; i += 3) {
    int* f = file->face.item + i;
    int second = f[1];
    f[1] = f[2], f[2] = second;
  }
  return true;
}
