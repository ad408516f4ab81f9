// SPDX-License-Identifier: Apache-2.0
#include "step/flex_block.h"

#include <stdbool.h>

#include "derive/flex_stiffness.h"
#include "math/cholesky.h"
#include "math/dense.h"
#include "model/stack.h"

typedef struct {
  const int *rownnz, *rowadr, *colind;
  const mjtNum* value;
} StepMatrix;

// the dofs of the node bodies of all interpolated flexes, in their order; returns how many
static int collect_dofs(const mjModel* m, int* dof) {
  int n = 0;
  for (int flex = 0; flex < m->nflex; flex++) {
    for (int k = 0; m->flex_interp[flex] && k < m->flex_nodenum[flex]; k++) {
      int body = m->flex_nodebodyid[m->flex_nodeadr[flex] + k];
      for (int j = 0; j < m->body_dofnum[body]; j++, n++) {
        if (dof) dof[n] = m->body_dofadr[body] + j;
      }
    }
  }
  return n;
}

// entries of the block's rows: within the block to H, the others to the couplings
static void split_rows(const StepMatrix* a, ig_FlexSystem* s, const int* local, bool counting) {
  s->ncoupling = 0;
  for (int i = 0; i < s->n; i++) {
    int first = a->rowadr[s->dof[i]], end = first + a->rownnz[s->dof[i]];
    for (int k = first; k < end; k++) {
      int col = a->colind[k], inside = local[col];
      if (inside < 0) {
        if (!counting) s->coupling[s->ncoupling] = (ig_FlexCoupling){i, col, a->value[k]};
        s->ncoupling++;
      } else if (!counting) {
        s->factor[i * s->n + inside] = a->value[k];
      }
    }
  }
}

ig_FlexSystem ig_flex_system(const mjModel* m, mjData* d) {
  ig_FlexSystem s = {.n = collect_dofs(m, NULL)};
  if (!s.n) return s;
  s.dof = IG_SCRATCH(d, s.n, int);
  collect_dofs(m, s.dof);
  int* local = IG_SCRATCH(d, m->nv, int);
  for (int i = 0; i < m->nv; i++) local[i] = -1;
  for (int i = 0; i < s.n; i++) local[s.dof[i]] = i;

  StepMatrix a = {m->M_rownnz, m->M_rowadr, m->M_colind, d->qH};
  if (m->opt.integrator == mjINT_IMPLICIT) a = (StepMatrix){m->D_rownnz, m->D_rowadr, m->D_colind, d->qLU};
  split_rows(&a, &s, local, true);
  s.coupling = IG_SCRATCH(d, s.ncoupling, ig_FlexCoupling);
  s.factor = IG_SCRATCH(d, (size_t)s.n * s.n, mjtNum);
  ig_zero(s.factor, s.n * s.n);
  split_rows(&a, &s, local, false);
  ig_flex_stiffness_add(m, d, s.factor, local, s.n, m->opt.timestep);
  ig_chol_factor(s.factor, s.n, mjMINVAL);
  return s;
}

void ig_flex_system_solve(const mjModel* m, mjData* d, const ig_FlexSystem* s, const mjtNum* qfrc, mjtNum* qacc) {
  mjtNum* force = IG_SCRATCH(d, s->n, mjtNum);
  mjtNum* spring = IG_SCRATCH(d, m->nv, mjtNum);

  // the springs at the end of the step: -h K v. The product comes with the factor of the first flex's damping.
  mjtNum h = m->opt.timestep, scale = h * h + h * m->flex_damping[0];
  mjtNum unscale = scale > mjMINVAL ? h / scale : 0;
  ig_zero(spring, m->nv);
  ig_flex_stiffness_mul(m, d, spring, d->qvel, h);
  for (int i = 0; i < s->n; i++) force[i] = qfrc[s->dof[i]] + spring[s->dof[i]] * unscale;
  for (int k = 0; k < s->ncoupling; k++) force[s->coupling[k].row] -= s->coupling[k].value * qacc[s->coupling[k].dof];
  ig_chol_solve(force, s->factor, force, s->n);
  for (int i = 0; i < s->n; i++) qacc[s->dof[i]] = force[i];
}
