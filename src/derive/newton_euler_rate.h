// SPDX-License-Identifier: Apache-2.0
// Derivatives of inverse dynamics (recursive Newton-Euler) by positions and velocities.
#ifndef INGOT_DERIVE_NEWTON_EULER_RATE_H_
#define INGOT_DERIVE_NEWTON_EULER_RATE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// where tau = M(q) acc + bias(q, vel) is differentiated
typedef struct {
  const mjtNum *vel, *acc;  // (nv) each, NULL: zero
  bool gravity;             // whether the world's counts
} ig_Motion;

// by_q += scale * d tau / d q, by_v += scale * d tau / d vel, (nv x nv) each; either may be NULL. Positions in tangent space.
// The armature of tendons is left out.
void ig_newton_euler_rate(const mjModel* m, mjData* d, const ig_Motion* motion, mjtNum scale, mjtNum* by_q, mjtNum* by_v);

// Velocities of bodies at joint velocities w: body (nbody x 6), and before each dof, or its group, acts: before (nv x 6). About
// the centres of trees, as cdof is.
void ig_body_motions(const mjModel* m, const mjData* d, const mjtNum* w, mjtNum* body, mjtNum* before);

#endif  // INGOT_DERIVE_NEWTON_EULER_RATE_H_
