// SPDX-License-Identifier: Apache-2.0
// Derivatives of fluid forces by velocities.
#ifndef INGOT_DERIVE_FLUID_RATE_H_
#define INGOT_DERIVE_FLUID_RATE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "smooth/force/fluid.h"

// adds to qDeriv what the medium does to one body
void ig_fluid_rate(const mjModel* m, mjData* d, int body);

// Frames in which the medium acts on a body: those of the geoms that ask for an ellipsoid, or one for the box, whose geom is -1.
// From -2 on, the one after `geom`; -2: there is none.
int ig_next_fluid_frame(const mjModel* m, int body, int geom);
ig_FluidFrame ig_fluid_frame(const mjModel* m, const mjData* d, int body, int geom);

// The derivative of the force (torque, then force) by the velocity vel, both in the frame's axes, in a medium of this viscosity.
// `area`: with the parts of an ellipsoid that depend on the area it shows, which are guarded as in the reference's derivative.
void ig_fluid_slope(const mjModel* m, int body, int geom, const mjtNum vel[6], mjtNum viscosity, bool area, mjtNum B[36]);

// that of the implicit integrators
void ig_fluid_damping(const mjModel* m, int body, int geom, const mjtNum vel[6], mjtNum B[36]);

#endif  // INGOT_DERIVE_FLUID_RATE_H_
