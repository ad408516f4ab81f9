// SPDX-License-Identifier: Apache-2.0
// The joint-space inertia matrix M, its factors, and products and solutions with it.
//
// M is symmetric; the rows of its lower triangle are stored sparse (M_rownnz, M_rowadr, M_colind), the diagonal
// last: row i has the dofs that i's velocity is carried by. qM is the same matrix in the older order, from the
// diagonal up the chain of parents (dof_Madr). The factors are M = L' D L: qLD holds L below the diagonal and D on
// it, qLDiagInv the inverse of D. A chain's fill-in stays within the pattern of M.
#ifndef INGOT_SMOOTH_INERTIA_H_
#define INGOT_SMOOTH_INERTIA_H_

#include <stdbool.h>

#include "batch/data.h"
#include "smooth/factor.h"

// crb: inertia of everything that moves with a body; asleep: of those awake only
void IG_NAME(ig_composite_bodies)(const mjModel* m, ig_Data* d, bool asleep);

// crb and M, armature of the dofs included
void IG_NAME(ig_composite_inertia)(const mjModel* m, ig_Data* d);

// the above, plus armature * J' J for each tendon that has one, then qM
void IG_NAME(ig_mass_matrix)(const mjModel* m, ig_Data* d);

// qLD and qLDiagInv from M
void IG_NAME(ig_factor_mass)(const mjModel* m, ig_Data* d);

IG_INLINE ig_Pattern ig_mass_pattern(const mjModel* m) { return (ig_Pattern){m->M_rownnz, m->M_rowadr, m->M_colind}; }

// x = M^-1 y and x = sqrt(D^-1) L'^-1 y for n vectors; x may be y
void IG_NAME(ig_solve_mass)(const mjModel* m, const ig_Data* d, real* x, const real* y, int n);
void IG_NAME(ig_half_solve_mass)(const mjModel* m, const ig_Data* d, real* x, const real* y, const real* sqrt_invd, int n);

// res = M vec and res = sqrt(D) L vec
void IG_NAME(ig_mul_mass)(const mjModel* m, const ig_Data* d, real* res, const real* vec);
void IG_NAME(ig_half_mul_mass)(const mjModel* m, const ig_Data* d, real* res, const real* vec);

#endif  // INGOT_SMOOTH_INERTIA_H_
