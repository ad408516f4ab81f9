// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2021 DeepMind Technologies Limited, Apache-2.0) step by step: the number and length
// of its steps are a part of the result.
//
// Rays against signed distances: sphere tracing (Hart 1996, "Sphere tracing: a geometric method for the antialiased ray tracing
// of implicit surfaces"). No surface is nearer than the distance says, so a step that long can not pass one.
#include <mujoco/mujoco.h>

#include "collide/field/sdf_field.h"
#include "collide/primitive/shape.h"
#include "collide/ray/ray.h"
#include "math/vec3.h"

// where the ray counts as arrived, and where as gone for good; both are MuJoCo's
static const mjtNum touching = 1e-7, lost = 1e6;

// the result counts in lengths, not in multiples of vec
mjtNum ig_ray_sdf(const mjModel* m, const mjData* d, int geom, const mjtNum point[3], const mjtNum vec[3], mjtNum normal[3]) {
  enum { MAX_STEPS = 40 };
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
  if (normal) ig_zero3(normal);
  if (ig_ray_posed_box(pos, mat, m->geom_size + 3 * geom, point, vec, NULL, NULL) < 0) return -1;

  int instance = m->geom_plugin[geom];
  const mjpPlugin* plugin = instance < 0 ? NULL : ig_sdf_plugin(m, geom);
  mjtGeom type = mjGEOM_SDF;
  if (instance < 0) instance = m->geom_dataid[geom];
  mjSDF sdf = {.id = &instance, .type = mjSDFTYPE_SINGLE, .plugin = &plugin, .geomtype = &type};
  void* state = plugin ? (void*)d->plugin_data[instance] : NULL;
  if (plugin) plugin->reset(m, NULL, state, instance);

  ig_Ray ray = ig_ray_local(pos, mat, point, vec);
  ig_normalize3(ray.vec);
  mjtNum total = 0, at[3];
  for (int i = 0; i < MAX_STEPS; i++) {
    ig_addscl3(at, ray.point, ray.vec, total);
    mjtNum distance = ig_abs(ig_sdf_distance(m, d, &sdf, at));
    total += distance;
    if (distance < touching) {
      if (normal) {
        ig_addscl3(at, ray.point, ray.vec, total);
        ig_sdf_gradient(normal, m, d, &sdf, at);
        ig_normalize3(normal);
        ig_mulmatvec3(normal, mat, normal);
      }
      return total;
    }
    if (distance > lost) break;
  }
  if (plugin) plugin->reset(m, NULL, state, instance);
  return -1;
}
