// SPDX-License-Identifier: Apache-2.0
// Sensors of one world that are more than a formula, and the table of their types; see simple.lane.c for the others.
#include <math.h>
#include <stdbool.h>

#include "math/dense.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "sense/reading.h"
#include "sense/sensor.h"
#include "sense/simple.h"
#include "smooth/bias.h"
#include "smooth/force/energy.h"
#include "smooth/position/com.h"

// ------------------------------------------------------------------------------------------------ frames

// frame of an object: position and orientation matrix; false with an error raised if it has none
static int object_frame(const ig_Reading* r, int type, int id, const mjtNum** pos, const mjtNum** mat) {
  const mjData* d = r->d;
  switch (type) {
    case mjOBJ_XBODY: *pos = d->xpos, *mat = d->xmat; break;
    case mjOBJ_BODY: *pos = d->xipos, *mat = d->ximat; break;
    case mjOBJ_GEOM: *pos = d->geom_xpos, *mat = d->geom_xmat; break;
    case mjOBJ_SITE: *pos = d->site_xpos, *mat = d->site_xmat; break;
    case mjOBJ_CAMERA: *pos = d->cam_xpos, *mat = d->cam_xmat; break;
    default: mju_error("the object of sensor %d is of a type without a frame", r->sensor); return 0;
  }
  *pos += 3 * id;
  *mat += 9 * id;
  return 1;
}

// in the shape's own axes
int ig_inside_shape(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3], int type, const mjtNum point[3]) {
  mjtNum v[3], p[3];
  ig_sub3(v, point, pos);
  if (type == mjGEOM_SPHERE) return ig_dot3(v, v) < size[0] * size[0];
  ig_mulmattvec3(p, mat, v);
  mjtNum round = p[0] * p[0] + p[1] * p[1], radius = size[0] * size[0];
  switch (type) {
    case mjGEOM_CAPSULE: {
      // how far past the ends of the core
      mjtNum beyond = p[2] - (p[2] < -size[1] ? -size[1] : p[2] > size[1] ? size[1] : p[2]);
      return round + beyond * beyond < radius;
    }
    case mjGEOM_ELLIPSOID:
      return p[0] * p[0] / radius + p[1] * p[1] / (size[1] * size[1]) + p[2] * p[2] / (size[2] * size[2]) < 1;
    case mjGEOM_CYLINDER: return fabs(p[2]) < size[1] && round < radius;
    case mjGEOM_BOX: return fabs(p[0]) < size[0] && fabs(p[1]) < size[1] && fabs(p[2]) < size[2];
    case mjGEOM_PLANE: return p[2] < 0;
    default: return 0;
  }
}

static void inside_site(const ig_Reading* r) {
  const mjtNum *pos, *mat;
  if (!object_frame(r, r->obj_type, r->obj, &pos, &mat)) return;
  int site = r->ref;
  r->out[0] = ig_inside_shape(r->d->site_xpos + 3 * site, r->d->site_xmat + 9 * site, r->m->site_size + 3 * site,
                              r->m->site_type[site], pos);
}

// -------------------------------------------------------------------------------------------------- limits

// what the row of a joint's or tendon's limit says; 0 while there is none
static void limit(const ig_Reading* r) {
  const mjData* d = r->d;
  bool joint = r->type >= mjSENS_JOINTLIMITPOS && r->type <= mjSENS_JOINTLIMITFRC;
  int kind = joint ? mjCNSTR_LIMIT_JOINT : mjCNSTR_LIMIT_TENDON;
  int quantity = r->type - (joint ? mjSENS_JOINTLIMITPOS : mjSENS_TENDONLIMITPOS);
  r->out[0] = 0;
  for (int row = d->ne + d->nf; row < d->nefc; row++) {
    if (d->efc_type[row] != kind || d->efc_id[row] != r->obj) continue;
    r->out[0] = quantity == 0 ? d->efc_pos[row] - d->efc_margin[row] : quantity == 1 ? d->efc_vel[row] : d->efc_force[row];
    return;
  }
}

// ----------------------------------------------------------------------------------------- distances, energy

// energies may be there already, from an option or another sensor
static void potential(const ig_Reading* r) {
  if (!r->d->flg_energypos) ig_potential_energy(r->m, r->d);
  r->out[0] = r->d->energy[0];
}

static void kinetic(const ig_Reading* r) {
  if (!r->d->flg_energyvel) ig_kinetic_energy(r->m, r->d);
  r->out[0] = r->d->energy[1];
}

// a geom, or all geoms of a body
static void geoms_of(const mjModel* m, int type, int id, int* first, int* count) {
  *first = type == mjOBJ_BODY ? m->body_geomadr[id] : id;
  *count = type == mjOBJ_BODY ? m->body_geomnum[id] : 1;
}

// distance, direction or segment between the nearest points; the cutoff is the largest distance looked for
static void geom_distance(const ig_Reading* r) {
  int first1, count1, first2, count2;
  geoms_of(r->m, r->obj_type, r->obj, &first1, &count1);
  geoms_of(r->m, r->ref_type, r->ref, &first2, &count2);
  mjtNum nearest = r->m->sensor_cutoff[r->sensor], cutoff = nearest, segment[6] = {0};
  for (int g1 = first1; g1 < first1 + count1; g1++) {
    for (int g2 = first2; g2 < first2 + count2; g2++) {
      mjtNum fromto[6] = {0}, dist = mj_geomDistance(r->m, r->d, g1, g2, cutoff, fromto);
      if (dist >= nearest) continue;
      nearest = dist;
      ig_copy(segment, fromto, 6);
    }
  }
  if (r->type == mjSENS_GEOMDIST) {
    r->out[0] = nearest;
  } else if (r->type == mjSENS_GEOMFROMTO) {
    ig_copy(r->out, segment, 6);
  } else {
    ig_sub3(r->out, segment + 3, segment);
    if (r->out[0] != 0 || r->out[1] != 0 || r->out[2] != 0) ig_normalize3(r->out);
  }
}

// ------------------------------------------------------------------------------------------------ all types

// types that are not here are simple, or (user, plugin) called by the stage itself
static ig_Measure* const measures[] = {
    [mjSENS_TOUCH] = ig_measure_touch,
    [mjSENS_RANGEFINDER] = ig_measure_rangefinder,
    [mjSENS_CAMPROJECTION] = ig_measure_camera_projection,
    [mjSENS_JOINTLIMITPOS] = limit,
    [mjSENS_JOINTLIMITVEL] = limit,
    [mjSENS_JOINTLIMITFRC] = limit,
    [mjSENS_TENDONLIMITPOS] = limit,
    [mjSENS_TENDONLIMITVEL] = limit,
    [mjSENS_TENDONLIMITFRC] = limit,
    [mjSENS_INSIDESITE] = inside_site,
    [mjSENS_GEOMDIST] = geom_distance,
    [mjSENS_GEOMNORMAL] = geom_distance,
    [mjSENS_GEOMFROMTO] = geom_distance,
    [mjSENS_CONTACT] = ig_measure_contact,
    [mjSENS_E_POTENTIAL] = potential,
    [mjSENS_E_KINETIC] = kinetic,
    [mjSENS_TACTILE] = ig_measure_tactile,
};

// what a type needs beyond the stage it belongs to, unless someone has computed it already
static void prepare(const ig_Reading* r) {
  switch (r->type) {
    case mjSENS_SUBTREELINVEL:
    case mjSENS_SUBTREEANGMOM:
      if (!r->d->flg_subtreevel) ig_subtree_velocities(r->m, r->d);
      break;
    case mjSENS_ACCELEROMETER:
    case mjSENS_FORCE:
    case mjSENS_TORQUE:
    case mjSENS_FRAMELINACC:
    case mjSENS_FRAMEANGACC:
      if (!r->d->flg_rnepost) ig_body_forces(r->m, r->d);
      break;
    default: break;
  }
}

void ig_measure(const mjModel* m, mjData* d, int sensor, mjtNum* out) {
  ig_Reading r = {.m = m,
                  .d = d,
                  .sensor = sensor,
                  .type = m->sensor_type[sensor],
                  .obj_type = m->sensor_objtype[sensor],
                  .obj = m->sensor_objid[sensor],
                  .ref_type = m->sensor_reftype[sensor],
                  .ref = m->sensor_refid[sensor],
                  .out = out};
  if (ig_is_simple(m, sensor)) {
    prepare(&r);
    if (!ig_measure_simple(m, d, sensor, out)) {
      mju_error("the object of sensor %d is of a type without a frame", sensor);
      return;
    }
    ig_cut_off(m, sensor, out);
    return;
  }
  int known = sizeof measures / sizeof measures[0];
  if (r.type < 0 || r.type >= known || !measures[r.type]) {
    mju_error("invalid sensor type %d, sensor %d", r.type, sensor);
    return;
  }
  measures[r.type](&r);
  ig_cut_off(m, sensor, out);
}
