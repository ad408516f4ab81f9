// SPDX-License-Identifier: Apache-2.0
// Forces of a medium on the bodies that move in it.
#ifndef INGOT_SMOOTH_FORCE_FLUID_H_
#define INGOT_SMOOTH_FORCE_FLUID_H_

#include "batch/data.h"
#include "math/vec3.h"

// adds to qfrc_fluid; bodies with a geom that asks for it use the ellipsoid model, the others the box of their inertia
void IG_NAME(ig_fluid)(const mjModel* m, ig_Data* d);

// a frame fixed to a body
typedef struct {
  const real *pos, *mat;
  int body;
} ig_FluidFrame;

// its velocity relative to the wind, in its own axes: rotation, translation
IG_INLINE void ig_fluid_velocity(const mjModel* m, const ig_Data* d, const real wind[3], ig_FluidFrame f, real vel[6]) {
  real arm[3], turn[3], tran[3], local[3];
  const real* cvel = d->cvel + 6 * f.body;
  ig_sub3(arm, f.pos, d->subtree_com + 3 * m->body_rootid[f.body]);
  ig_cross(turn, arm, cvel);
  ig_sub3(tran, cvel + 3, turn);
  ig_mulmattvec3(vel, f.mat, cvel);
  ig_mulmattvec3(vel + 3, f.mat, tran);
  ig_mulmattvec3(local, f.mat, wind);
  ig_subfrom3(vel + 3, local);
}

// the numbers of geom_fluid
typedef struct {
  real interaction, blunt, slender, angular, kutta, magnus, mass[3], inertia[3];
} ig_FluidCoef;

IG_INLINE ig_FluidCoef ig_fluid_coef(const real c[mjNFLUID]) {
  return (ig_FluidCoef){c[0], c[1], c[2], c[3], c[4], c[5], {c[6], c[7], c[8]}, {c[9], c[10], c[11]}};
}

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
