// SPDX-License-Identifier: Apache-2.0
#include "compile/derived/bounds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "compile/mesh/shape.h"
#include "compile/record/bvh.h"
#include "math/vec3.h"
#include "spec/pose.h"

static bool same(const mjtNum* a, const mjtNum* b, int at, int n) {
  return !memcmp(a + at * n, b + at * n, sizeof(mjtNum) * (size_t)n);
}

static void put(mjtNum* to, const mjtNum* from, int at, int n) { memcpy(to + at * n, from + at * n, sizeof(mjtNum) * (size_t)n); }

// ------------------------------------------------ geoms

// the size of a mesh is the mesh's; a height field gives the size of its geom
static void set_geom(mjModel* m, const mjModel* base, int geom) {
  int type = m->geom_type[geom], data = m->geom_dataid[geom];
  bool field = type == mjGEOM_HFIELD && data >= 0 && !same(m->hfield_size, base->hfield_size, data, 4);
  bool asset = type == mjGEOM_MESH || type == mjGEOM_SDF || type == mjGEOM_HFIELD;
  if (asset && !field) put(m->geom_size, base->geom_size, geom, 3);
  if (field) {
    ig_hfield_bounds(m->geom_size + 3 * geom, m->geom_aabb + 6 * geom, m->geom_rbound + geom, m->hfield_size + 4 * data);
  } else if (same(m->geom_size, base->geom_size, geom, 3)) {
    put(m->geom_aabb, base->geom_aabb, geom, 6);
    put(m->geom_rbound, base->geom_rbound, geom, 1);
  } else {
    ig_shape_box(m->geom_aabb + 6 * geom, type, m->geom_size + 3 * geom);
    m->geom_rbound[geom] = ig_shape_radius(type, m->geom_size + 3 * geom);
  }
}

// virtual masses of an ellipsoid follow from its size
static void set_fluid(mjModel* m, const mjModel* base, int geom) {
  mjtNum* fluid = m->geom_fluid + mjNFLUID * geom;
  if (!(fluid[0] > 0)) return;
  if (same(m->geom_size, base->geom_size, geom, 3)) {
    enum { VIRTUAL = 6 };  // where they begin
    memcpy(fluid + VIRTUAL, base->geom_fluid + mjNFLUID * geom + VIRTUAL, sizeof(mjtNum) * (mjNFLUID - VIRTUAL));
    return;
  }
  double coefs[5];
  memcpy(coefs, fluid + 1, sizeof coefs);
  ig_shape_fluid(fluid, m->geom_type[geom], m->geom_size + 3 * geom, fluid[0], coefs);
}

// ------------------------------------------------ frames

// the world stands in its frame, whatever its numbers are
static bool same_inertia(const mjModel* m, const mjModel* base, int body) {
  return !body || (same(m->body_ipos, base->body_ipos, body, 3) && same(m->body_iquat, base->body_iquat, body, 4));
}

static void set_frames(mjModel* m, const mjModel* base) {
  for (int i = 0; i < m->nbody; i++) {
    m->body_sameframe[i] = same_inertia(m, base, i)
                               ? base->body_sameframe[i]
                               : (mjtByte)ig_frame_shared(m->body_ipos + 3 * i, m->body_iquat + 4 * i, NULL, NULL);
  }
#define FRAMES(kind, count)                                                                                      \
  for (int i = 0; i < (count); i++) {                                                                            \
    int body = m->kind##_bodyid[i];                                                                              \
    bool moved = !same(m->kind##_pos, base->kind##_pos, i, 3) || !same(m->kind##_quat, base->kind##_quat, i, 4); \
    m->kind##_sameframe[i] = !moved && same_inertia(m, base, body)                                               \
                                 ? base->kind##_sameframe[i]                                                     \
                                 : (mjtByte)ig_frame_shared(m->kind##_pos + 3 * i, m->kind##_quat + 4 * i,       \
                                                            m->body_ipos + 3 * body, m->body_iquat + 4 * body);  \
  }
  FRAMES(geom, m->ngeom)
  FRAMES(site, m->nsite)
#undef FRAMES
}

// ------------------------------------------------ bodies

static void set_margin(mjModel* m, const mjModel* base, int body) {
  bool changed = false;
  mjtNum most = 0;
  for (int i = 0; i < m->body_geomnum[body]; i++) {
    int geom = m->body_geomadr[body] + i;
    changed = changed || m->geom_margin[geom] != base->geom_margin[geom];
    most = mjMAX(most, m->geom_margin[geom]);
  }
  m->body_margin[body] = changed ? most : base->body_margin[body];
}

static bool boxes_changed(const mjModel* m, const mjModel* base, int body) {
  bool changed = !same_inertia(m, base, body);
  for (int i = 0; i < m->body_geomnum[body] && !changed; i++) {
    int geom = m->body_geomadr[body] + i;
    changed = !same(m->geom_pos, base->geom_pos, geom, 3) || !same(m->geom_quat, base->geom_quat, geom, 4) ||
              !same(m->geom_aabb, base->geom_aabb, geom, 6);
  }
  return changed;
}

// the tree keeps its shape, which others rely on
static void set_boxes(mjModel* m, const mjModel* base, int body) {
  int adr = m->body_bvhadr[body], n = m->body_bvhnum[body];
  if (adr < 0 || !n) return;
  mjtNum* box = m->bvh_aabb + 6 * adr;
  if (!boxes_changed(m, base, body)) {
    memcpy(box, base->bvh_aabb + 6 * adr, sizeof(mjtNum) * 6 * (size_t)n);
    return;
  }
  ig_BvhLeaf* leaf = ig_try_zero((size_t)n, sizeof *leaf);
  if (!leaf) mju_error("no memory for the bounds of body %d", body);
  for (int node = 0; node < n; node++) {
    int geom = m->bvh_nodeid[adr + node];
    if (geom >= 0) leaf[node] = (ig_BvhLeaf){geom, m->geom_pos + 3 * geom, m->geom_quat + 4 * geom, m->geom_aabb + 6 * geom};
  }
  static const mjtNum zero[3] = {0}, one[4] = {1, 0, 0, 0};
  const mjtNum *pos = body ? m->body_ipos + 3 * body : zero, *quat = body ? m->body_iquat + 4 * body : one;
  bool done = ig_bvh_refit(box, m->bvh_child + 2 * adr, leaf, n, pos, quat);
  ig_free(leaf);
  if (!done) mju_error("no memory for the bounds of body %d", body);
}

void ig_set_bounds(mjModel* m, const mjModel* base) {
  for (int geom = 0; geom < m->ngeom; geom++) {
    set_geom(m, base, geom);
    set_fluid(m, base, geom);
  }
  set_frames(m, base);
  for (int body = 0; body < m->nbody; body++) {
    set_margin(m, base, body);
    set_boxes(m, base, body);
  }
}

// ------------------------------------------------ what has no room

// A simple body has a diagonal in the inertia matrix and nothing else: its inertia lies in its frame, and its joints turn and
// slide along the axes.
static const char* simple_trouble(const mjModel* m, const mjModel* base, int body) {
  if (!m->body_simple[body] || !m->body_dofnum[body]) return NULL;
  if (!same_inertia(m, base, body) && !ig_null_pose(m->body_ipos + 3 * body, m->body_iquat + 4 * body))
    return "body_ipos or body_iquat";
  for (int i = 0; i < m->body_jntnum[body]; i++) {
    int joint = m->body_jntadr[body] + i, along = 0;
    bool scalar = m->jnt_type[joint] == mjJNT_HINGE || m->jnt_type[joint] == mjJNT_SLIDE;
    for (int k = 0; k < 3; k++) along += fabs(m->jnt_axis[3 * joint + k]) > mjMINVAL;
    if (!same(m->jnt_pos, base->jnt_pos, joint, 3) && !ig_null_pose(m->jnt_pos + 3 * joint, NULL)) return "jnt_pos";
    if (scalar && !same(m->jnt_axis, base->jnt_axis, joint, 3) && along != 1) return "jnt_axis";
  }
  return NULL;
}

bool ig_structure_trouble(const mjModel* m, const mjModel* base, char* text, size_t size) {
  for (int body = 1; body < m->nbody; body++) {
    const char* field = simple_trouble(m, base, body);
    if (!field) continue;
    snprintf(
        text, size,
        "body %d '%s' has a diagonal inertia matrix in the model (body_simple), which %s of its own would fill: give the body "
        "an inertial element that lies beside its frame",
        body, m->names + m->name_bodyadr[body], field);
    return true;
  }
  return false;
}
