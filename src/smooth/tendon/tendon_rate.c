// SPDX-License-Identifier: Apache-2.0
#include "smooth/tendon/tendon_rate.h"

#include <mujoco/mujoco.h>

#include "math/dense.h"
#include "math/vec3.h"
#include "model/sleep.h"
#include "model/stack.h"
#include "smooth/jacobian.h"
#include "smooth/stages.h"
#include "smooth/tendon/gradient_row.h"
#include "smooth/tendon/tendon.h"

// rate += scale * d/dt of (direction . (J_b - J_a)): the direction turns and both Jacobians change
static void add_piece_rate(const mjModel* m, mjData* d, const ig_TendonPiece* piece, mjtNum* rate, mjtNum* jac) {
  const mjtNum* pos[2];
  mjtNum direction[3], turn[3], velocity[2][6];
  int nv = m->nv;
  for (int k = 0; k < 2; k++) {
    pos[k] = d->site_xpos + 3 * piece->site[k];
    ig_velocity_of(m, d, mjOBJ_SITE, piece->site[k], false, velocity[k]);
  }
  ig_sub3(direction, pos[1], pos[0]);
  mjtNum norm = ig_normalize3(direction);
  ig_sub3(turn, velocity[1] + 3, velocity[0] + 3);
  ig_addtoscl3(turn, direction, -ig_dot3(direction, turn));
  ig_scl3(turn, turn, norm > mjMINVAL ? 1 / norm : 0);

  // change of the Jacobians along the direction, then the Jacobians along its change
  mjtNum *jac_a = jac, *jac_b = jac + 3 * nv, scale = 1 / piece->divisor;
  ig_jac_dot(m, d, jac_a, NULL, pos[0], m->site_bodyid[piece->site[0]]);
  ig_jac_dot(m, d, jac_b, NULL, pos[1], m->site_bodyid[piece->site[1]]);
  for (int dof = 0; dof < nv; dof++) {
    mjtNum sum = 0;
    for (int k = 0; k < 3; k++) sum += (jac_b[k * nv + dof] - jac_a[k * nv + dof]) * direction[k];
    rate[dof] += sum * scale;
  }
  ig_GradientRow row = {rate, NULL, 0, 0};
  ig_BodyPoint a = {pos[0], m->site_bodyid[piece->site[0]]}, b = {pos[1], m->site_bodyid[piece->site[1]]};
  ig_row_add_pair(m, d, &row, a, b, turn, scale);
}

void ig_tendon_rate(const mjModel* m, mjData* d, int tendon, mjtNum* rate) {
  ig_zero(rate, (int)m->nv);
  if (m->wrap_type[m->tendon_adr[tendon]] == mjWRAP_JOINT) return;
  ig_stack_mark(d);
  mjtNum* jac = IG_SCRATCH(d, 6 * m->nv, mjtNum);
  bool bent = false;
  ig_TendonWalk walk = ig_tendon_walk(m, tendon);
  ig_TendonPiece piece;
  while (ig_tendon_step(m, &walk, &piece)) {
    if (walk.pulley) continue;
    bent |= piece.geom >= 0;
    bool moves = m->site_bodyid[piece.site[0]] != m->site_bodyid[piece.site[1]];
    if (moves && !bent) add_piece_rate(m, d, &piece, rate, jac);
  }
  ig_stack_free(d);
  if (bent) mju_error("the Jacobian rate of tendon %d: geom wrapping not supported", tendon);
}

void ig_tendon_bias(const mjModel* m, mjData* d, mjtNum* qfrc) {
  bool some_sleep = ig_some_asleep(m, d), sparse = ig_is_sparse(m);
  ig_stack_mark(d);
  mjtNum* rate = NULL;
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    mjtNum armature = m->tendon_armature[tendon];
    if (!armature || (some_sleep && ig_sleep_state(m, d, mjOBJ_TENDON, tendon) == mjS_ASLEEP)) continue;
    if (!rate) rate = IG_SCRATCH(d, m->nv, mjtNum);
    ig_tendon_rate(m, d, tendon, rate);
    mjtNum force = armature * ig_dot(rate, d->qvel, m->nv);
    if (!force) continue;
    int adr = sparse ? d->ten_J_rowadr[tendon] : tendon * m->nv, n = sparse ? d->ten_J_rownnz[tendon] : m->nv;
    for (int i = adr; i < adr + n; i++) qfrc[sparse ? d->ten_J_colind[i] : i - adr] += d->ten_J[i] * force;
  }
  ig_stack_free(d);
}
