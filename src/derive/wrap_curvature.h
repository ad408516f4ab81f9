// SPDX-License-Identifier: Apache-2.0
// Second derivatives of a tendon's length around a sphere or a cylinder.
#ifndef INGOT_DERIVE_WRAP_CURVATURE_H_
#define INGOT_DERIVE_WRAP_CURVATURE_H_

#include <mujoco/mujoco.h>

#include "smooth/tendon/tendon_walk.h"

typedef enum { IG_WRAP_STRAIGHT, IG_WRAP_OUTSIDE, IG_WRAP_INSIDE } ig_WrapKind;

// how a piece runs at this state; a piece without a geom is straight
ig_WrapKind ig_wrap_kind(const mjModel* m, const mjData* d, const ig_TendonPiece* piece);

// curve (nv x nv) += scale * d J_i / d q_j of a piece that runs outside
void ig_wrap_curvature(const mjModel* m, mjData* d, const ig_TendonPiece* piece, mjtNum scale, mjtNum* curve);

#endif  // INGOT_DERIVE_WRAP_CURVATURE_H_
