// SPDX-License-Identifier: Apache-2.0
#include "figures.h"

#include <stdlib.h>

typedef struct {
  double* figures;
  int n;
} Sheet;

static void write(Sheet* s, const mjtNum* values, int n) { s->figures[s->n++] = ig_case_sum(values, n); }

static void write_ints(Sheet* s, const int* values, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += values[i] * (1 + (i * 7) % 11);
  s->figures[s->n++] = sum;
}

// row after row as dense ones
static void write_rows(Sheet* s, const mjModel* m, const mjData* d, const mjtNum* value, const int* nnz, const int* adr,
                       const int* ind, int cols) {
  double sum = 0;
  for (int row = 0; row < d->nefc; row++) {
    for (int k = 0; k < (mj_isSparse(m) ? nnz[row] : cols); k++) {
      int col = mj_isSparse(m) ? ind[adr[row] + k] : k;
      mjtNum x = mj_isSparse(m) ? value[adr[row] + k] : value[row * cols + k];
      sum += x * (1 + ((row * 31 + col) * 7) % 11);
    }
  }
  s->figures[s->n++] = sum;
}

static void write_islands(Sheet* s, const mjModel* m, const mjData* d) {
  int none[] = {d->nisland, d->nidof};
  write_ints(s, none, 2);
  if (!d->nisland) {
    while (s->n < ig_nrow_figure) s->figures[s->n++] = 0;
    return;
  }
  write_ints(s, d->tree_island, m->ntree);
  write_ints(s, d->map_itree2tree, m->ntree);
  write_ints(s, d->map_idof2dof, m->nv);
  write_ints(s, d->map_iefc2efc, d->nefc);
  write_ints(s, d->island_ne, d->nisland);
  write_ints(s, d->island_nf, d->nisland);
  write_ints(s, d->island_nefc, d->nisland);
  write_ints(s, d->island_dofadr, d->nisland);
  write_ints(s, d->iM_rowadr, d->nidof);
  write(s, d->iM, d->iM_rowadr[d->nidof - 1] + d->iM_rownnz[d->nidof - 1]);
  write(s, d->iefc_D, d->nefc);
  write(s, d->iefc_J, mj_isSparse(m) ? d->nJ : 0);
}

void ig_row_figures(ig_Case* c, int variant, double figures[ig_nrow_figure]) {
  mjModel* m = c->m;
  mjData* d = c->d;
  m->opt.jacobian = variant % 2 ? mjJAC_SPARSE : mjJAC_DENSE;
  m->opt.cone = variant / 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
  m->opt.solver = mjSOL_PGS;
  ig_case_state(c, 5);
  mj_fwdPosition(m, d);
  mj_fwdVelocity(m, d);

  Sheet s = {figures, 0};
  int counts[] = {d->ncon, d->ne, d->nf, d->nl, d->nefc};
  for (int i = 0; i < 5; i++) figures[s.n++] = counts[i];
  write_ints(&s, d->efc_type, d->nefc);
  write_ints(&s, d->efc_id, d->nefc);
  write_rows(&s, m, d, d->efc_J, d->efc_J_rownnz, d->efc_J_rowadr, d->efc_J_colind, m->nv);
  write(&s, d->efc_pos, d->nefc);
  write(&s, d->efc_margin, d->nefc);
  write(&s, d->efc_frictionloss, d->nefc);
  write(&s, d->efc_diagApprox, d->nefc);
  write(&s, d->efc_KBIP, 4 * d->nefc);
  write(&s, d->efc_D, d->nefc);
  write(&s, d->efc_R, d->nefc);
  write(&s, d->efc_vel, d->nefc);
  write(&s, d->efc_aref, d->nefc);
  write_rows(&s, m, d, d->efc_AR, d->efc_AR_rownnz, d->efc_AR_rowadr, d->efc_AR_colind, d->nefc);
  write_ints(&s, d->tendon_efcadr, m->ntendon);
  double mu = 0;
  for (int i = 0; i < d->ncon; i++) mu += d->contact[i].mu * (i + 1) + d->contact[i].efc_address;
  figures[s.n++] = mu;
  write_islands(&s, m, d);
  while (s.n < ig_nrow_figure) figures[s.n++] = 0;
}

const char* ig_row_figure_name(int figure) {
  static const char* names[ig_nrow_figure] = {"ncon",
                                              "ne",
                                              "nf",
                                              "nl",
                                              "nefc",
                                              "efc_type",
                                              "efc_id",
                                              "efc_J",
                                              "efc_pos",
                                              "efc_margin",
                                              "efc_frictionloss",
                                              "efc_diagApprox",
                                              "efc_KBIP",
                                              "efc_D",
                                              "efc_R",
                                              "efc_vel",
                                              "efc_aref",
                                              "efc_AR",
                                              "tendon_efcadr",
                                              "contact mu and address",
                                              "nisland, nidof",
                                              "tree_island",
                                              "map_itree2tree",
                                              "map_idof2dof",
                                              "map_iefc2efc",
                                              "island_ne",
                                              "island_nf",
                                              "island_nefc",
                                              "island_dofadr",
                                              "iM_rowadr",
                                              "iM",
                                              "iefc_D",
                                              "iefc_J"};
  return names[figure];
}
