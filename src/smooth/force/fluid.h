// SPDX-License-Identifier: Apache-2.0
// Forces of a medium on the bodies that move in it.
#ifndef INGOT_SMOOTH_FORCE_FLUID_H_
#define INGOT_SMOOTH_FORCE_FLUID_H_

#include "batch/data.h"

// adds to qfrc_fluid; bodies with a geom that asks for it use the ellipsoid model, the others the box of their inertia
void IG_NAME(ig_fluid)(const mjModel* m, ig_Data* d);

// half sizes of the ellipsoid that stands for a geom, from its sizes
IG_INLINE void ig_fluid_ellipsoid(real axes[3], const real size[3], int geom_type) {
  axes[0] = size[0], axes[1] = size[1], axes[2] = size[2];
  if (geom_type == mjGEOM_SPHERE) axes[1] = axes[2] = size[0];
  if (geom_type == mjGEOM_CAPSULE) axes[1] = size[0], axes[2] = size[1] + size[0];
  if (geom_type == mjGEOM_CYLINDER) axes[1] = size[0], axes[2] = size[1];
}

// edges of the box with the body's mass and inertia
IG_INLINE void ig_fluid_box(real box[3], const real inertia[3], real mass) {
  real least = ig_broadcast(mjMINVAL);
  box[0] = ig_sqrt(ig_max(least, inertia[1] + inertia[2] - inertia[0]) / mass * 6.0);
  box[1] = ig_sqrt(ig_max(least, inertia[0] + inertia[2] - inertia[1]) / mass * 6.0);
  box[2] = ig_sqrt(ig_max(least, inertia[0] + inertia[1] - inertia[2]) / mass * 6.0);
}

#endif  // INGOT_SMOOTH_FORCE_FLUID_H_
