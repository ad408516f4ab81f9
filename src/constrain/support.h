// SPDX-License-Identifier: Apache-2.0
// What carries a constraint: points on bodies with weights. The constraint moves with the weighted sum of the points'
// velocities, so its Jacobian has one column for each dof that moves one of the bodies.
#ifndef INGOT_CONSTRAIN_SUPPORT_H_
#define INGOT_CONSTRAIN_SUPPORT_H_

#include <mujoco/mujoco.h>

#include "batch/data.h"
#include "math/vec3.h"

// a contact between two flexes that are moved by 27 nodes each; flexes are of width 1
#if IG_WIDTH == 1
#define IG_SUPPORT_MAX 54
#else
#define IG_SUPPORT_MAX 2
#endif

typedef struct {
  int n;
  int body[IG_SUPPORT_MAX];
  num weight[IG_SUPPORT_MAX];
  const real* point[IG_SUPPORT_MAX];  // global
} ig_Support;

typedef struct {
  int n;
  const int* dof;      // (n) ascending
  const real* column;  // (n x 6) linear velocity, then angular
} ig_Columns;

static inline void ig_support_add(ig_Support* s, int body, num weight, const real point[3]) {
  if (s->n >= IG_SUPPORT_MAX) return;
  s->body[s->n] = body;
  s->weight[s->n] = weight;
  s->point[s->n++] = point;
}

// add weight * (velocity of the point per unit of the dof)
IG_INLINE void ig_add_column(real r[6], const real cdof[6], const real offset[3], real weight) {
  real swing[3];
  ig_cross(swing, cdof, offset);
  for (int i = 0; i < 3; i++) {
    r[i] += weight * (cdof[3 + i] + swing[i]);
    r[3 + i] += weight * cdof[i];
  }
}

// number of columns
int IG_NAME(ig_support_count)(const mjModel* m, const ig_Support* s);

// the columns, in the caller's buffers: dof (nv), column (nv x 6)
ig_Columns IG_NAME(ig_support_columns)(const mjModel* m, const ig_Data* d, const ig_Support* s, int* dof, real* column);

#endif  // INGOT_CONSTRAIN_SUPPORT_H_
