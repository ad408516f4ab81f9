// SPDX-License-Identifier: Apache-2.0
// Sensors of one world that are more than a formula, and the table of their types; see simple.lane.c for the others.
#include <stdbool.h>

#include "collide/distance.h"
#include "math/dense.h"
#include "math/vec3.h"
#include "sense/ragged.h"
#include "sense/reading.h"
#include "sense/sensor.h"
#include "sense/simple.h"
#include "smooth/bias.h"
#include "smooth/force/energy.h"
#include "smooth/position/com.h"

// contacts, rows and shapes of sites
static void ragged(const ig_Reading* r) {
  if (!ig_measure_ragged(r->m, r->d, r->sensor, r->out)) {
    mju_error("the object of sensor %d is of a type without a frame", r->sensor);
  }
}

// ------------------------------------------------ distances, energy

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
      mjtNum fromto[6] = {0}, dist = ig_geom_distance(r->m, r->d, g1, g2, cutoff, fromto);
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

// ------------------------------------------------ all types

// types that are not here are simple, or (user, plugin) called by the stage itself
static ig_Measure* const measures[] = {
    [mjSENS_TOUCH] = ragged,
    [mjSENS_RANGEFINDER] = ig_measure_rangefinder,
    [mjSENS_CAMPROJECTION] = ig_measure_camera_projection,
    [mjSENS_JOINTLIMITPOS] = ragged,
    [mjSENS_JOINTLIMITVEL] = ragged,
    [mjSENS_JOINTLIMITFRC] = ragged,
    [mjSENS_TENDONLIMITPOS] = ragged,
    [mjSENS_TENDONLIMITVEL] = ragged,
    [mjSENS_TENDONLIMITFRC] = ragged,
    [mjSENS_INSIDESITE] = ragged,
    [mjSENS_GEOMDIST] = geom_distance,
    [mjSENS_GEOMNORMAL] = geom_distance,
    [mjSENS_GEOMFROMTO] = geom_distance,
    [mjSENS_CONTACT] = ig_measure_contact,
    [mjSENS_E_POTENTIAL] = potential,
    [mjSENS_E_KINETIC] = kinetic,
    [mjSENS_TACTILE] = ig_measure_tactile,
};

// what a type needs beyond the stage it belongs to, unless it is computed already
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
