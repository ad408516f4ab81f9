// SPDX-License-Identifier: Apache-2.0
// Joint forces of loads on bodies, tau = Jp(x)^T force + Jr^T torque, differentiated by positions.
#ifndef INGOT_DERIVE_LOAD_RATE_H_
#define INGOT_DERIVE_LOAD_RATE_H_

#include <mujoco/mujoco.h>

// a force at a point that moves with the body, and a torque
typedef struct {
  int body;
  const mjtNum* point;
  mjtNum force[3], torque[3];
} ig_Load;

// by_q (nv x nv) += scale * d tau / d q, while force and torque keep their directions in the world
void ig_load_rate(const mjModel* m, const mjData* d, const ig_Load* load, mjtNum scale, mjtNum* by_q);

// by_q += scale * what changes of the load make of tau: change (n x 6) has force, then torque, for each of n dofs
void ig_load_change(const mjModel* m, const mjData* d, const ig_Load* load, int n, const int* dof, const mjtNum* change,
                    mjtNum scale, mjtNum* by_q);

#endif  // INGOT_DERIVE_LOAD_RATE_H_
