// SPDX-License-Identifier: Apache-2.0
// A skin of taxels: at each vertex of a mesh, how deep it is inside the geoms that touch its body, and how fast it slides.
#include <math.h>
#include <stdbool.h>

#include "collide/field/sdf_field.h"
#include "math/dense.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "sense/reading.h"

static const mjtNum softness = 0.05;  // depth scale of the pressure

static void note(int* list, int* count, int geom) {
  for (int i = 0; i < *count; i++) {
    if (list[i] == geom) return;
  }
  list[(*count)++] = geom;
}

// geoms that touch the welded body, each once, in the order of the contacts
static int touching_geoms(const mjModel* m, const mjData* d, int weld, int* list) {
  int count = 0;
  for (int i = 0; i < d->ncon; i++) {
    int g1 = d->contact[i].geom[0], g2 = d->contact[i].geom[1];
    if (g1 < 0 || g2 < 0) continue;
    if (m->body_weldid[m->geom_bodyid[g1]] == weld) note(list, &count, g2);
    if (m->body_weldid[m->geom_bodyid[g2]] == weld) note(list, &count, g1);
  }
  return count;
}

// the signed distance function of a geom
typedef struct {
  mjSDF sdf;
  const mjpPlugin* plugin;
  int id;
  mjtGeom type;
} Field;

static bool field_of(const mjModel* m, int geom, Field* field) {
  *field = (Field){.type = (mjtGeom)m->geom_type[geom], .id = geom};
  if (field->type == mjGEOM_SDF) {
    field->id = m->geom_plugin[geom];
    field->plugin = ig_sdf_plugin(m, geom);
  } else if (field->type == mjGEOM_MESH) {
    field->id = m->geom_dataid[geom];
    if (m->mesh_octadr[field->id] == -1) return false;
  }
  field->sdf = (mjSDF){.plugin = &field->plugin, .id = &field->id, .type = mjSDFTYPE_SINGLE, .geomtype = &field->type};
  return true;
}

// how deep a world point is inside a geom: negative or 0
static mjtNum depth_at(const mjModel* m, const mjData* d, int geom, const Field* field, const mjtNum point[3]) {
  mjtNum shift[3], local[3];
  ig_sub3(shift, point, d->geom_xpos + 3 * geom);
  ig_mulmattvec3(local, d->geom_xmat + 9 * geom, shift);
  if (field->plugin) {
    // plugins work in the frame of the mesh as it was given
    int mesh = m->geom_dataid[geom];
    mjtNum mat[9];
    ig_quat2mat(mat, m->mesh_quat + 4 * mesh);
    ig_mulmatvec3(local, mat, local);
    ig_addto3(local, m->mesh_pos + 3 * mesh);
  }
  mjtNum dist = ig_sdf_distance(m, d, &field->sdf, local);
  return dist < 0 ? dist : 0;
}

static void point_velocity(const mjModel* m, const mjData* d, int body, const mjtNum point[3], mjtNum linear[3]) {
  const mjtNum* velocity = d->cvel + 6 * body;
  mjtNum arm[3], turn[3];
  ig_sub3(arm, point, d->subtree_com + 3 * m->body_rootid[body]);
  ig_cross(turn, arm, velocity);
  ig_sub3(linear, velocity + 3, turn);
}

// pressure and the two sliding speeds of one taxel, whose normal and tangents are in the mesh's normal array
static void feel(const ig_Reading* r, int geom, int taxel, const mjtNum point[3], mjtNum depth, mjtNum* forces, int ntaxel) {
  const mjModel* m = r->m;
  const mjData* d = r->d;
  const float* normals = m->mesh_normal + 3 * m->mesh_normaladr[r->obj] + 9 * taxel;
  mjtNum own[3], other[3], slide[3], axes[3][3], force[3];
  point_velocity(m, d, m->body_weldid[m->geom_bodyid[r->ref]], point, own);
  point_velocity(m, d, m->geom_bodyid[geom], d->geom_xpos + 3 * geom, other);
  ig_sub3(slide, own, other);
  for (int axis = 0; axis < 3; axis++) {
    ig_set3(axes[axis], normals[3 * axis], normals[3 * axis + 1], normals[3 * axis + 2]);
    ig_rotvecquat(axes[axis], axes[axis], m->mesh_quat + 4 * r->obj);
  }
  mjtNum room = softness - depth;
  ig_scl3(force, axes[0], depth / (room > mjMINVAL ? room : mjMINVAL));
  forces[taxel] = ig_dot3(force, axes[0]);
  forces[ntaxel + taxel] = fabs(ig_dot3(slide, axes[1]));
  forces[2 * ntaxel + taxel] = fabs(ig_dot3(slide, axes[2]));
}

void ig_measure_tactile(const ig_Reading* r) {
  const mjModel* m = r->m;
  mjData* d = r->d;
  int mesh = r->obj, geom = r->ref, ntaxel = m->mesh_vertnum[mesh], dim = m->sensor_dim[r->sensor];
  ig_zero(r->out, dim);
  ig_stack_mark(d);
  int* geoms = IG_SCRATCH(d, 2 * d->ncon, int);
  int count = touching_geoms(m, d, m->body_weldid[m->geom_bodyid[geom]], geoms);
  mjtNum* forces = IG_SCRATCH(d, 3 * ntaxel, mjtNum);
  ig_zero(forces, 3 * ntaxel);
  for (int g = 0; g < count; g++) {
    Field field;
    if (!field_of(m, geoms[g], &field)) continue;
    for (int taxel = 0; taxel < ntaxel; taxel++) {
      const float* vert = m->mesh_vert + 3 * (m->mesh_vertadr[mesh] + taxel);
      mjtNum local[3] = {vert[0], vert[1], vert[2]}, point[3];
      ig_mulmatvec3(point, d->geom_xmat + 9 * geom, local);
      ig_addto3(point, d->geom_xpos + 3 * geom);
      mjtNum depth = depth_at(m, d, geoms[g], &field, point);
      if (depth != 0) feel(r, geoms[g], taxel, point, depth, forces, ntaxel);
    }
  }
  int channels = dim / (ntaxel > 0 ? ntaxel : 1);
  ig_copy(r->out, forces, (channels < 3 ? channels : 3) * ntaxel);
  ig_stack_free(d);
}
