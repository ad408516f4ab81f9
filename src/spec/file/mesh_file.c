// SPDX-License-Identifier: Apache-2.0
#include "spec/file/mesh_file.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/table.h"
#include "spec/file/mesh_msh.h"
#include "spec/file/mesh_obj.h"
#include "spec/file/mesh_stl.h"

bool ig_mesh_fail(ig_MeshFile* file, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(file->error, sizeof(file->error), format, args);
  va_end(args);
  return false;
}

// numbers of both lists are four bytes long
static bool reserve(void** item, int n, int* room, int more) {
  int64_t needed = (int64_t)n + more;
  if (needed <= *room) return true;
  if (needed > INT_MAX / 2) return false;
  int64_t larger = *room ? 2 * (int64_t)*room : 256;
  if (larger < needed) larger = needed;
  void* grown = ig_try_realloc(*item, (size_t)larger * 4);
  if (!grown) return false;
  *item = grown;
  *room = (int)larger;
  return true;
}

bool ig_floats_reserve(ig_FloatList* list, int more) { return reserve((void**)&list->item, list->n, &list->room, more); }
bool ig_ints_reserve(ig_IntList* list, int more) { return reserve((void**)&list->item, list->n, &list->room, more); }

void ig_mesh_file_free(ig_MeshFile* file) {
  ig_free(file->vert.item);
  ig_free(file->normal.item);
  ig_free(file->texcoord.item);
  ig_free(file->face.item);
  ig_free(file->facenormal.item);
  ig_free(file->facetexcoord.item);
  memset(file, 0, sizeof(*file));
}

// ------------------------------------------------ kinds

static const struct {
  const char *suffix, *type;
  int kind;  // -1: known to be a mesh, but not read
} kinds[] = {
    {".stl", "model/stl", IG_MESH_STL}, {".obj", "model/obj", IG_MESH_OBJ}, {".msh", "model/vnd.mujoco.msh", IG_MESH_MSH},
    {".ply", "model/ply", -1},          {".png", "image/png", -1},
};

enum { NKIND = sizeof(kinds) / sizeof(*kinds) };

// length of "type/subtype" at the start of a content type, 0: malformed. After it ;parameter=value may follow
static size_t type_length(const char* text) {
  const char *slash = strchr(text, '/'), *semicolon = strchr(text, ';'), *equals = strchr(text, '=');
  if (!slash || !slash[1]) return 0;
  if (!semicolon) return strlen(text);
  return semicolon > slash && equals && equals > semicolon ? (size_t)(semicolon - text) : 0;
}

bool ig_mesh_kind(ig_MeshFile* file, const char* name, const char* content_type, ig_MeshKind* kind) {
  size_t length = type_length(content_type);
  if (*content_type && !length) {
    return ig_mesh_fail(file, "invalid content type: '%s' is not of the form type/subtype", content_type);
  }
  const char* suffix = ig_path_suffix(name);
  for (int i = 0; i < NKIND; i++) {
    bool same = length ? strlen(kinds[i].type) == length && !memcmp(kinds[i].type, content_type, length)
                       : !strcasecmp(suffix, kinds[i].suffix);
    if (!same) continue;
    if (kinds[i].kind < 0) return ig_mesh_fail(file, "unsupported mesh type: '%s' cannot be read", kinds[i].type);
    *kind = (ig_MeshKind)kinds[i].kind;
    return true;
  }
  if (length) return ig_mesh_fail(file, "unsupported mesh type: '%.*s'", (int)length, content_type);
  return ig_mesh_fail(file, "unknown or unsupported mesh file: '%s' does not end in .obj, .stl or .msh", name);
}

// ------------------------------------------------ merging

// number of each vertex among the different places, which are gathered at the front of the list, first come first
static int number_places(float* vert, int nvert, int* number, const ig_Table* table) {
  int nplace = 0;
  for (int i = 0; i < nvert; i++) {
    const float *v = vert + 3 * i, *w;
    uint64_t hash = ig_hash_number(ig_hash_number(ig_hash_number(0, v[0]), v[1]), v[2]);
    uintptr_t* slot = ig_table_first(table, hash);
    for (; *slot; slot = ig_table_next(table, slot)) {
      w = vert + 3 * (*slot - 1);
      if (v[0] == w[0] && v[1] == w[1] && v[2] == w[2]) break;
    }
    if (!*slot) {
      memmove(vert + 3 * nplace, v, 3 * sizeof(float));
      *slot = (uintptr_t)++nplace;
    }
    number[i] = (int)*slot - 1;
  }
  return nplace;
}

// one place per vertex; faces are renumbered. False: message in file->error
static bool merge_vertices(ig_MeshFile* file) {
  int nvert = file->vert.n / 3;
  for (int i = 0; i < file->vert.n; i++) {
    if (!isfinite(file->vert.item[i])) {
      return ig_mesh_fail(file, "vertex coordinate %d is not finite: infinite or not a number", i - i % 3);
    }
  }
  for (int i = 0; i < file->face.n; i++) {
    int v = file->face.item[i];
    if (v < 0 || v >= nvert) return ig_mesh_fail(file, "in face %d, vertex index %d does not exist in the mesh", i / 3, v);
  }
  size_t slots = ig_table_slots((size_t)nvert);
  uintptr_t* memory = ig_try_alloc(slots * sizeof(uintptr_t) + (size_t)nvert * sizeof(int));
  if (!memory) return ig_mesh_fail(file, "not enough memory for %d vertices", nvert);
  ig_Table table = ig_table_in(memory, slots);
  int* number = (int*)(memory + slots);
  file->vert.n = 3 * number_places(file->vert.item, nvert, number, &table);
  for (int i = 0; i < file->face.n; i++) file->face.item[i] = number[file->face.item[i]];
  ig_free(memory);
  return true;
}

bool ig_mesh_read(ig_MeshFile* file, ig_MeshKind kind, const ig_MeshSource* source) {
  static bool (*const readers[])(ig_MeshFile*, const ig_MeshSource*) = {
      [IG_MESH_OBJ] = ig_read_obj, [IG_MESH_STL] = ig_read_stl, [IG_MESH_MSH] = ig_read_msh};
  if (!readers[kind](file, source)) return false;
  return kind != IG_MESH_STL && !source->merge ? true : merge_vertices(file);
}
