// SPDX-License-Identifier: Apache-2.0
// A straight piece from a to b has the length l, the direction u = (b - a) / l and the gradient J_i = u . (b_i - a_i), with a_i
// the motion of a by dof i. So
//   d J_i / d q_j = u . (b_ij - a_ij) + (b_i - a_i) . (1 - u u^T) (b_j - a_j) / l
// and the first term is that of forces u at b and -u at a that keep their direction (load_rate.c).
#include "derive/force_rate.h"
#include "derive/load_rate.h"
#include "derive/wrap_curvature.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/tendon/gradient_row.h"
#include "smooth/tendon/tendon_walk.h"

static void add_straight(const mjModel* m, mjData* d, const ig_TendonPiece* piece, mjtNum scale, mjtNum* curve) {
  ig_Load load[2] = {{.body = m->site_bodyid[piece->site[0]], .point = d->site_xpos + 3 * piece->site[0]},
                     {.body = m->site_bodyid[piece->site[1]], .point = d->site_xpos + 3 * piece->site[1]}};
  if (load[0].body == load[1].body) return;
  ig_BodyPoint a = {load[0].point, load[0].body}, b = {load[1].point, load[1].body};
  mjtNum direction[3];
  ig_sub3(direction, b.pos, a.pos);
  mjtNum length = ig_normalize3(direction);
  if (length < mjMINVAL) return;
  ig_copy3(load[1].force, direction);
  ig_scl3(load[0].force, direction, -1);
  for (int k = 0; k < 2; k++) ig_load_rate(m, d, load + k, scale, curve);

  ig_stack_mark(d);
  int n = 0, *dofs = IG_SCRATCH(d, m->nv, int);
  mjtNum* across = IG_SCRATCH(d, 3 * m->nv, mjtNum);
  ig_ChainPair pair = ig_chain_pair(m, a.body, b.body);
  for (int dof; (dof = ig_chain_next(m, &pair)) >= 0; n++) {
    mjtNum* column = across + 3 * n;
    ig_pair_column(m, d, column, &pair, dof, a, b);
    ig_addtoscl3(column, direction, -ig_dot3(direction, column));
    dofs[n] = dof;
  }
  for (int i = 0; i < n; i++) {
    mjtNum* row = curve + (size_t)dofs[i] * (size_t)m->nv;
    for (int j = 0; j < n; j++) row[dofs[j]] += scale / length * ig_dot3(across + 3 * i, across + 3 * j);
  }
  ig_stack_free(d);
}

bool ig_tendon_curvature(const mjModel* m, mjData* d, int tendon, mjtNum scale, mjtNum* curve) {
  if (m->wrap_type[m->tendon_adr[tendon]] == mjWRAP_JOINT) return false;
  ig_TendonWalk walk = ig_tendon_walk(m, tendon);
  ig_TendonPiece piece;
  while (ig_tendon_step(m, &walk, &piece)) {
    if (walk.pulley) continue;
    if (ig_wrap_kind(m, d, &piece) == IG_WRAP_STRAIGHT) {
      add_straight(m, d, &piece, scale / piece.divisor, curve);
    } else {
      ig_wrap_curvature(m, d, &piece, scale / piece.divisor, curve);
    }
  }
  return true;
}
