// SPDX-License-Identifier: Apache-2.0
// ig_LaneIslands of worlds in lanes: their trees, dofs and rows, and each as a problem.
#include "solve/solve_worlds.h"

#include "base/union_find.h"
#include "constrain/island.h"
#include "solve/dual_lanes.h"

#if IG_WIDTH > 1

// joins the trees of a row; returns one of them, -1 when it touches none. As at width 1, the numbers of a row are looked at
// only where what made it does not tell: a row of a connect can be zero.
static int row_tree(const mjModel* m, const ig_Data* d, int lane, int row, ig_Index* parent) {
  int type = ig_ints_lane(d->efc_type[row], lane), id = ig_ints_lane(d->efc_id[row], lane), geom[2] = {-1, -1}, tree[2];
  for (int k = 0; k < 2 && type >= mjCNSTR_CONTACT_FRICTIONLESS; k++) geom[k] = ig_ints_lane(d->contact[id].geom[k], lane);
  if (ig_known_trees(m, type, id, geom, tree)) {
    if (tree[1] >= 0) ig_join_sets(parent, tree[0], tree[1]);
    return tree[0];
  }
  int first = -1;
  const num* J = (const num*)(d->efc_J + (size_t)row * (size_t)ig_row_numbers((int)m->nv)) + lane;
  for (int dof = 0; dof < m->nv; dof++) {
    if (J[dof * IG_WIDTH] == 0) continue;
    int other = m->dof_treeid[dof];
    if (first >= 0 && other != first) ig_join_sets(parent, first, other);
    if (first < 0) first = other;
  }
  return first;
}

ig_LaneIslands IG_NAME(ig_solve_take_islands)(const mjModel* m, const ig_Data* d, ig_Room* room) {
  int trees = (int)m->ntree, rows = d->ragged.most.nefc;
  return (ig_LaneIslands){.tree_island = IG_TAKE(room, ig_Index, trees),
                          .row_island = IG_TAKE(room, ig_Index, rows),
                          .dof_start = IG_TAKE(room, ig_Index, trees + 1),
                          .dof = IG_TAKE(room, ig_Index, m->nv),
                          .row_start = IG_TAKE(room, ig_Index, trees + 1),
                          .row = IG_TAKE(room, ig_Index, rows),
                          .local = IG_TAKE(room, ig_Index, m->nv)};
}

// as ig_find_islands: numbered by their first trees. False: a row touches no tree, which is an error that width 1 raises.
bool IG_NAME(ig_solve_find_islands)(const mjModel* m, const ig_Data* d, int lane, int nefc, ig_LaneIslands* islands,
                                    ig_Index* parent, ig_Mark* touched) {
  for (int tree = 0; tree < m->ntree; tree++) parent[tree] = tree, touched[tree] = 0;
  for (int row = 0; row < nefc; row++) {
    int tree = row_tree(m, d, lane, row, parent);
    if (tree < 0) return false;
    islands->row_island[row] = tree;
    touched[tree] = 1;
  }
  islands->n = ig_number_sets(parent, (int)m->ntree, touched, islands->tree_island);
  for (int row = 0; row < nefc; row++) islands->row_island[row] = islands->tree_island[islands->row_island[row]];
  int dofs = 0, rows = 0;
  for (int k = 0; k < islands->n; k++) {
    islands->dof_start[k] = dofs;
    islands->row_start[k] = rows;
    for (int dof = 0; dof < m->nv; dof++) {
      if (islands->tree_island[m->dof_treeid[dof]] != k) continue;
      islands->local[dof] = dofs - islands->dof_start[k];
      islands->dof[dofs++] = dof;
    }
    for (int row = 0; row < nefc; row++) {
      if (islands->row_island[row] == k) islands->row[rows++] = row;
    }
  }
  islands->dof_start[islands->n] = dofs;
  islands->row_start[islands->n] = rows;
  return true;
}

static num island_scale(const mjModel* m, const ig_Data* d, int lane, const ig_Index* dofs, int n) {
  num inertia = 0;
  for (int i = 0; i < n; i++) {
    int dof = dofs[i];
    inertia += ig_lane(d->M[m->M_rowadr[dof] + m->M_rownnz[dof] - 1], lane);
  }
  return 1 / inertia;
}

ig_ProblemView IG_NAME(ig_solve_island_view)(const ig_WorldSolve* s, int lane, const ig_LaneIslands* islands, int k) {
  ig_ProblemView g;
  IG_NAME(ig_lane_problem_view)(s->m, s->d, lane, true, &g);
  int ne = g.ne, nf = g.nf;
  g.dof = islands->dof + islands->dof_start[k];
  g.row = islands->row + islands->row_start[k];
  g.local = islands->local;
  g.nv = islands->dof_start[k + 1] - islands->dof_start[k];
  g.nefc = islands->row_start[k + 1] - islands->row_start[k];
  g.ne = g.nf = 0;
  for (int i = 0; i < g.nefc; i++) {
    g.ne += g.row[i] < ne;
    g.nf += g.row[i] >= ne && g.row[i] < ne + nf;
  }
  g.scale = island_scale(s->m, s->d, lane, g.dof, g.nv);
  return g;
}

// dofs without a row keep their acceleration
void IG_NAME(ig_solve_free_dofs)(const ig_WorldSolve* s, int lane, const ig_LaneIslands* islands) {
  IG_SHARE(dof, s->m->nv) {
    if (islands->tree_island[s->m->dof_treeid[dof]] >= 0) continue;
    ((num*)(s->d->qacc + dof))[lane] = ig_lane(s->p.qacc_smooth[dof], lane);
  }
  ig_meet();
}

void IG_NAME(ig_solve_note)(const ig_WorldSolve* s, int lane, int slot, const ig_ProblemView* g) {
  if (g->flat) IG_NAME(ig_solve_note_flat)(s->d, lane);
  if (slot >= mjNISLAND) return;
  IG_ALONE* ig_iterations_of(s->d, lane, slot) += g->iterations;
  ig_note_nnz(s->d, lane, slot, s->method.newton ? g->nv * g->nv : 0);
}

#endif
