// SPDX-License-Identifier: Apache-2.0
#include "compile/mesh/mesh_field.h"

#include <math.h>

#include "base/registry.h"
#include "base/scope.h"
#include "compile/mesh/mesh_march.h"
#include "compile/record/instance.h"

// points along the three sides of the box together, about
enum { NPOINT = 300 };

// a grid over the box (centre, half sizes) that the plugin gives
enum { SAMPLE_WORK = 50 };

typedef struct Box_ {
  mjtNum at[6];
  int n[3];
} Box;

static mjtNum coordinate(const Box* box, int axis, double i) {
  return box->at[axis] - box->at[3 + axis] + 2 * box->at[3 + axis] * i / (box->n[axis] - 1);
}

static bool make_box(ig_MeshFile* to, Box* box, const mjpPlugin* code, const mjtNum* attributes) {
  code->sdf_aabb(box->at, attributes);
  mjtNum total = box->at[3] + box->at[4] + box->at[5];
  for (int k = 0; k < 3; k++) {
    bool usable = isfinite(box->at[k]) && isfinite(total) && box->at[3 + k] > 0;
    box->n[k] = usable ? (int)floor(NPOINT / total * box->at[3 + k]) + 1 : 0;
    if (box->n[k] < 2)
      return ig_mesh_fail(to, "plugin '%s' gives no box to make a mesh in: size %d is %g", code->name, k, box->at[3 + k]);
  }
  return true;
}

// the values are in the arena of the compilation: the plugin may leave with an error
static bool sample(ig_Arena* arena, ig_MeshFile* to, const Box* box, const mjpPlugin* code, const mjtNum* attributes) {
  const int* n = box->n;
  float* field = IG_NEW(arena, (size_t)n[0] * (size_t)n[1] * (size_t)n[2], float);
  if (!field) return ig_mesh_fail(to, "not enough memory");
  float* next = field;
  ig_spend(SAMPLE_WORK * (double)n[0] * n[1] * n[2]);
  for (int z = 0; z < n[2]; z++) {
    for (int y = 0; y < n[1]; y++) {
      for (int x = 0; x < n[0]; x++) {
        mjtNum point[3] = {coordinate(box, 0, x), coordinate(box, 1, y), coordinate(box, 2, z)};
        *next++ = (float)code->sdf_staticdistance(point, attributes);
      }
    }
  }
  bool good = ig_march(to, field, n) || ig_mesh_fail(to, "not enough memory");
  for (int i = 0; i < to->vert.n; i++) {
    int k = i % 3;
    to->vert.item[i] = (float)(2 * box->at[3 + k] * to->vert.item[i] / (n[k] - 1) + box->at[k] - box->at[3 + k]);
  }
  return good;
}

bool ig_mesh_from_field(ig_Compiler* c, ig_CMesh* mesh, ig_MeshFile* to) {
  const double* scale = mesh->s.scale;
  if (scale[0] != 1 || scale[1] != 1 || scale[2] != 1) {
    return ig_mesh_fail(to, "mesh '%s' comes from a signed distance plugin and cannot be scaled: leave scale at 1 1 1",
                        ig_record_name(mesh));
  }
  if (!ig_use_plugin(c, mesh, "mesh", &mesh->s.plugin, mjPLUGIN_SDF, &mesh->plugin)) return false;
  const ig_CPlugin* instance = (const ig_CPlugin*)(void*)mesh->plugin;
  const mjpPlugin* code = ig_plugin_at(instance->slot);
  if (!code->sdf_aabb || !code->sdf_staticdistance) return ig_mesh_fail(to, "plugin '%s' can not be made a mesh of", code->name);

  // numbers of the instance, by the plugin's own reading of its attributes
  int n = code->nattribute;
  mjtNum* attributes = IG_NEW(&c->arena, n, mjtNum);
  const char** names = IG_NEW(&c->arena, n, const char*);
  const char** values = IG_NEW(&c->arena, n, const char*);
  if (!attributes || !names || !values) return ig_mesh_fail(to, "not enough memory");
  for (int i = 0; i < n; i++) {
    const char* value = ig_map_get(&((const ig_Plugin*)(const void*)instance->r.from)->config, code->attributes[i]);
    names[i] = code->attributes[i];
    values[i] = value ? value : "";
  }
  if (code->sdf_attribute) code->sdf_attribute(attributes, names, values);
  Box box = {{0}, {0}};
  return make_box(to, &box, code, attributes) && sample(&c->arena, to, &box, code, attributes);
}
