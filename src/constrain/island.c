// SPDX-License-Identifier: Apache-2.0
#include "constrain/island.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/stretch.h"
#include "base/team.h"
#include "base/union_find.h"
#include "constrain/arrays.h"
#include "constrain/rows.h"
#include "math/supernode.h"
#include "model/row_kind.h"
#include "model/stack.h"

// ------------------------------------------------ which trees a row touches

bool ig_known_trees(const mjModel* m, int type, int id, const int geom[2], int tree[2]) {
  tree[0] = tree[1] = -1;
  switch (type) {
    case mjCNSTR_FRICTION_DOF: tree[0] = m->dof_treeid[id]; return true;
    case mjCNSTR_LIMIT_JOINT: tree[0] = m->dof_treeid[m->jnt_dofadr[id]]; return true;
    case mjCNSTR_CONTACT_FRICTIONLESS:
    case mjCNSTR_CONTACT_PYRAMIDAL:
    case mjCNSTR_CONTACT_ELLIPTIC: {
      if (geom[0] < 0 || geom[1] < 0) return false;
      for (int k = 0; k < 2; k++) tree[k] = m->body_treeid[m->geom_bodyid[geom[k]]];
      break;
    }
    case mjCNSTR_EQUALITY: {
      if (m->eq_type[id] != mjEQ_CONNECT && m->eq_type[id] != mjEQ_WELD) return false;
      int object[2] = {m->eq_obj1id[id], m->eq_obj2id[id]};
      bool site = m->eq_objtype[id] == mjOBJ_SITE;
      for (int k = 0; k < 2; k++) tree[k] = m->body_treeid[site ? m->site_bodyid[object[k]] : object[k]];
      break;
    }
    default: return false;
  }
  // what does not move comes last
  if (tree[0] < 0) {
    tree[0] = tree[1];
    tree[1] = -1;
  }
  return tree[0] >= 0;
}

// next tree along the Jacobian of a row that is not `tree`, from *place on; -1 at the end
static int next_tree(const mjModel* m, const mjData* d, bool sparse, int row, int tree, int* place) {
  int n = sparse ? d->efc_J_rownnz[row] : m->nv;
  const int* colind = sparse ? d->efc_J_colind + d->efc_J_rowadr[row] : NULL;
  const mjtNum* J = sparse ? NULL : d->efc_J + (size_t)row * m->nv;
  for (; *place < n; ++*place) {
    if (J && !J[*place]) continue;
    int other = m->dof_treeid[colind ? colind[*place] : *place];
    if (other != tree) return other;
  }
  return -1;
}

// ------------------------------------------------ joining trees

// rows of one constraint touch the same trees, except in a flex equality, where each edge has its own
static bool same_constraint(const mjModel* m, const mjData* d, int row) {
  if (d->efc_type[row] != d->efc_type[row - 1] || d->efc_id[row] != d->efc_id[row - 1]) return false;
  if (d->efc_type[row] != mjCNSTR_EQUALITY) return true;
  int type = m->eq_type[d->efc_id[row]];
  return type != mjEQ_FLEX && type != mjEQ_FLEXVERT;
}

// the trees of one row, joined; returns the first of them, -1 when there is none
static int join_row(const mjModel* m, const mjData* d, bool sparse, int row, int* parent) {
  static const int none[2] = {-1, -1};
  int tree[2], place = 0, type = d->efc_type[row], id = d->efc_id[row];
  const int* geom = type >= mjCNSTR_CONTACT_FRICTIONLESS ? d->contact[id].geom : none;
  if (ig_known_trees(m, type, id, geom, tree)) {
    if (tree[1] >= 0) ig_join_sets(parent, tree[0], tree[1]);
    return tree[0];
  }
  int first = next_tree(m, d, sparse, row, -1, &place), here;
  for (int before = first; before >= 0 && (here = next_tree(m, d, sparse, row, before, &place)) >= 0; before = here) {
    ig_join_sets(parent, before, here);
  }
  return first;
}

// neighbours in the model's order (rows, dofs, trees) that are of one island; island: -1 for none
typedef struct {
  int first, end, island;
} Run;

// the end of the rows that touch the same trees as this one: those with the same columns, or of the same constraint
static int end_of_rows(const mjModel* m, const mjData* d, bool sparse, int row) {
  if (sparse) return row + 1 + d->efc_J_rowsuper[row];
  int end = row + 1;
  while (end < d->nefc && same_constraint(m, d, end)) end++;
  return end;
}

static int add_run(Run* run, int n, Run next) {
  if (n && run[n - 1].island == next.island) {
    run[n - 1].end = next.end;
    return n;
  }
  run[n] = next;
  return n + 1;
}

static int count_runs(const mjModel* m, const mjData* d, bool sparse) {
  int n = 0;
  for (int row = 0; row < d->nefc; n++) row = end_of_rows(m, d, sparse, row);
  return n;
}

// The rows by islands, and tree_island of every tree, -1 for those without a row; returns the number of islands. A row that
// touches no tree belongs to no island (a contact of two geoms that cannot move, which the compiler refuses but a binary model
// may have): then all rows are solved as one problem.
static int number_islands(const mjModel* m, mjData* d, bool sparse, int* tree_island, Run* run, int* nrun) {
  int* parent = IG_SCRATCH(d, m->ntree, int);
  mjtByte* touched = IG_SCRATCH(d, m->ntree, mjtByte);
  memset(touched, 0, m->ntree);
  for (int tree = 0; tree < m->ntree; tree++) parent[tree] = tree;
  bool all = true;
  int n = 0;
  for (int row = 0; row < d->nefc; n++) {
    int first = join_row(m, d, sparse, row, parent), end = end_of_rows(m, d, sparse, row);
    if (first >= 0) touched[first] = 1;
    all &= first >= 0;
    run[n] = (Run){row, end, first};
    row = end;
  }
  int islands = ig_number_sets(parent, m->ntree, touched, tree_island);
  *nrun = 0;
  for (int k = 0; all && k < n; k++) *nrun = add_run(run, *nrun, (Run){run[k].first, run[k].end, tree_island[run[k].island]});
  return all ? islands : 0;
}

// The number of islands where there is but one tree: whether it has all rows.
static bool tree_has_all(const mjModel* m, const mjData* d, bool sparse) {
  int parent = 0;
  for (int row = 0; row < d->nefc; row = end_of_rows(m, d, sparse, row)) {
    if (join_row(m, d, sparse, row, &parent) < 0) return false;
  }
  return true;
}

// ------------------------------------------------ sorting by island

// starts[i] = sum of the counts before i
static void running_sum(int* starts, const int* counts, int n) {
  for (int i = 0, sum = 0; i < n; i++) {
    starts[i] = sum;
    sum += counts[i];
  }
}

static void count_members(int* count, int nisland, const Run* run, int nrun) {
  memset(count, 0, sizeof(int) * (size_t)nisland);
  for (int k = 0; k < nrun; k++) {
    if (run[k].island >= 0) count[run[k].island] += run[k].end - run[k].first;
  }
}

static void fill(int* to, const Run* run, int nrun) {
  for (int k = 0; k < nrun; k++) {
    for (int i = run[k].first; i < run[k].end; i++) to[i] = run[k].island;
  }
}

// order[] = the items sorted by island, each island in the order of its items, those without island at the end.
// starts (nisland) says where each island begins, `end` where the rest does; place[], if given, is the inverse of order[].
// The starts are moved while sorting, and put back.
static void sort_by_island(mjData* d, int* order, int* place, const Run* run, int nrun, int* starts, int end) {
  for (int k = 0; k < nrun; k++) {
    int *start = run[k].island >= 0 ? starts + run[k].island : &end, first = run[k].first, n = run[k].end - first;
    for (int i = 0; i < n; i++) order[*start + i] = first + i;
    for (int i = 0; place && i < n; i++) place[first + i] = *start + i;
    *start += n;
  }
  for (int k = d->nisland - 1; k > 0; k--) starts[k] = starts[k - 1];
  starts[0] = 0;
}

static void island_trees(const mjModel* m, mjData* d, const Run* run, int nrun) {
  count_members(d->island_ntree, d->nisland, run, nrun);
  running_sum(d->island_itreeadr, d->island_ntree, d->nisland);
  int last = d->nisland - 1;
  sort_by_island(d, d->map_itree2tree, NULL, run, nrun, d->island_itreeadr, d->island_itreeadr[last] + d->island_ntree[last]);
}

// dofs of trees that follow each other do so too
static void island_dofs(const mjModel* m, mjData* d, Run* run, int nrun) {
  for (int k = 0; k < nrun; k++) {
    int last = run[k].end - 1;
    run[k] = (Run){m->tree_dofadr[run[k].first], m->tree_dofadr[last] + m->tree_dofnum[last], run[k].island};
  }
  fill(d->dof_island, run, nrun);
  count_members(d->island_nv, d->nisland, run, nrun);
  running_sum(d->island_idofadr, d->island_nv, d->nisland);
  sort_by_island(d, d->map_idof2dof, d->map_dof2idof, run, nrun, d->island_idofadr, d->nidof);
  for (int island = 0; island < d->nisland; island++) {
    d->island_dofadr[island] = d->map_idof2dof[d->island_idofadr[island]];
  }
}

// how many of a run are below a limit
static int below(Run run, int limit) {
  int end = run.end < limit ? run.end : limit;
  return end > run.first ? end - run.first : 0;
}

static void island_rows(mjData* d, const Run* run, int nrun) {
  memset(d->island_ne, 0, sizeof(int) * d->nisland);
  memset(d->island_nf, 0, sizeof(int) * d->nisland);
  for (int k = 0; k < nrun && run[k].first < d->ne + d->nf; k++) {
    int equalities = below(run[k], d->ne);
    d->island_ne[run[k].island] += equalities;
    d->island_nf[run[k].island] += below(run[k], d->ne + d->nf) - equalities;
  }
  fill(d->efc_island, run, nrun);
  count_members(d->island_nefc, d->nisland, run, nrun);
  running_sum(d->island_iefcadr, d->island_nefc, d->nisland);
  sort_by_island(d, d->map_iefc2efc, d->map_efc2iefc, run, nrun, d->island_iefcadr, d->nefc);
}

// trees: room for as many runs as there are trees
static void sort_islands(const mjModel* m, mjData* d, const int* tree_island, Run* trees, const Run* rows, int nrows) {
  int ntrees = 0;
  for (int tree = 0; tree < m->ntree; tree++) ntrees = add_run(trees, ntrees, (Run){tree, tree + 1, tree_island[tree]});
  memcpy(d->tree_island, tree_island, sizeof(int) * m->ntree);
  island_trees(m, d, trees, ntrees);
  island_dofs(m, d, trees, ntrees);
  island_rows(d, rows, nrows);
}

static void count_up(int* to, int n) {
  for (int i = 0; i < n; i++) to[i] = i;
}

// one island has everything, as in every model of one tree: nothing needs sorting
static void whole_island(const mjModel* m, mjData* d) {
  int ntree = (int)m->ntree, nv = (int)m->nv;
  d->island_ntree[0] = ntree;
  d->island_nv[0] = nv;
  d->island_ne[0] = d->ne;
  d->island_nf[0] = d->nf;
  d->island_nefc[0] = d->nefc;
  d->island_itreeadr[0] = d->island_idofadr[0] = d->island_dofadr[0] = d->island_iefcadr[0] = 0;
  memset(d->tree_island, 0, sizeof(int) * (size_t)ntree);
  memset(d->dof_island, 0, sizeof(int) * (size_t)nv);
  memset(d->efc_island, 0, sizeof(int) * (size_t)d->nefc);
  count_up(d->map_itree2tree, ntree);
  count_up(d->map_idof2dof, nv);
  count_up(d->map_dof2idof, nv);
  count_up(d->map_iefc2efc, d->nefc);
  count_up(d->map_efc2iefc, d->nefc);
}

// ------------------------------------------------ the sorted copies

// The inertia of trees first to last, which follow each other in the model as in their island: so do their dofs, and rows of M
// have no gaps. Returns the place behind it.
static int copy_inertia_of(const mjModel* m, mjData* d, int first, int last, int adr) {
  int dof = m->tree_dofadr[first], dofs = m->tree_dofadr[last] + m->tree_dofnum[last] - dof;
  int idof = d->map_dof2idof[dof], start = d->island_idofadr[d->tree_island[first]];
  int from = m->M_rowadr[dof], n = m->M_rowadr[dof + dofs - 1] + m->M_rownnz[dof + dofs - 1] - from;
  memcpy(d->iM_rownnz + idof, m->M_rownnz + dof, sizeof(int) * (size_t)dofs);
  for (int k = 0; k < dofs; k++) d->iM_rowadr[idof + k] = m->M_rowadr[dof + k] + adr - from;
  for (int k = 0; k < n; k++) d->iM_colind[adr + k] = m->M_colind[from + k] + idof - dof - start;
  memcpy(d->iM + adr, d->M + from, sizeof(mjtNum) * (size_t)n);
  memcpy(d->iLD + adr, d->qLD + from, sizeof(mjtNum) * (size_t)n);
  memcpy(d->iLDiagInv + idof, d->qLDiagInv + dof, sizeof(mjtNum) * (size_t)dofs);
  return adr + n;
}

// inertia and its factor have the same rows; columns count from the start of the island
static void copy_inertia(const mjModel* m, mjData* d) {
  for (int island = 0, adr = 0; island < d->nisland; island++) {
    const int* tree = d->map_itree2tree + d->island_itreeadr[island];
    for (int first = 0, next; first < d->island_ntree[island]; first = next) {
      for (next = first + 1; next < d->island_ntree[island] && tree[next] == tree[next - 1] + 1;) next++;
      adr = copy_inertia_of(m, d, tree[first], tree[next - 1], adr);
    }
  }
}

// the sorted problem is the problem
static void copy_whole(const mjModel* m, mjData* d) {
  memcpy(d->iM_rownnz, m->M_rownnz, sizeof(int) * m->nv);
  memcpy(d->iM_rowadr, m->M_rowadr, sizeof(int) * m->nv);
  memcpy(d->iM_colind, m->M_colind, sizeof(int) * m->nC);
  memcpy(d->iM, d->M, sizeof(mjtNum) * m->nC);
  memcpy(d->iLD, d->qLD, sizeof(mjtNum) * m->nC);
  memcpy(d->iLDiagInv, d->qLDiagInv, sizeof(mjtNum) * m->nv);
  memcpy(d->iefc_type, d->efc_type, sizeof(int) * d->nefc);
  memcpy(d->iefc_id, d->efc_id, sizeof(int) * d->nefc);
  memcpy(d->iefc_frictionloss, d->efc_frictionloss, sizeof(mjtNum) * d->nefc);
  memcpy(d->iefc_D, d->efc_D, sizeof(mjtNum) * d->nefc);
  memcpy(d->iefc_R, d->efc_R, sizeof(mjtNum) * d->nefc);
  if (!ig_is_sparse(m)) {
    memcpy(d->iefc_J, d->efc_J, sizeof(mjtNum) * d->nefc * m->nv);
    return;
  }
  memcpy(d->iefc_J_rownnz, d->efc_J_rownnz, sizeof(int) * d->nefc);
  memcpy(d->iefc_J_rowadr, d->efc_J_rowadr, sizeof(int) * d->nefc);
  memcpy(d->iefc_J_rowsuper, d->efc_J_rowsuper, sizeof(int) * d->nefc);
  memcpy(d->iefc_J_colind, d->efc_J_colind, sizeof(int) * d->nJ);
  memcpy(d->iefc_J, d->efc_J, sizeof(mjtNum) * d->nJ);
}

// blocks of (rows of the island) x (dofs of the island), each at nidof * (its first row)
static void copy_dense_jacobian(const mjModel* m, mjData* d) {
  for (int island = 0; island < d->nisland; island++) {
    int first = d->island_iefcadr[island], nv = d->island_nv[island];
    const int* dof = d->map_idof2dof + d->island_idofadr[island];
    bool together = dof[nv - 1] - dof[0] == nv - 1;
    mjtNum* out = d->iefc_J + (size_t)d->nidof * first;
    for (int k = first; k < first + d->island_nefc[island]; k++, out += nv) {
      const mjtNum* J = d->efc_J + (size_t)m->nv * d->map_iefc2efc[k];
      if (together) {
        memcpy(out, J + dof[0], sizeof(mjtNum) * nv);
      } else {
        for (int i = 0; i < nv; i++) out[i] = J[dof[i]];
      }
    }
  }
}

// rows first to end - 1. Those that share their columns are of one island, and follow each other there
static void copy_sparse_rows(mjData* d, int first, int end) {
  if (d->threadpool && first < end) {
    size_t start = (size_t)d->iefc_J_rowadr[first], n = (size_t)(d->iefc_J_rowadr[end - 1] + d->iefc_J_rownnz[end - 1]) - start;
    ig_team_claim(d->iefc_J + start, sizeof(mjtNum) * n);
    ig_team_claim(d->iefc_J_colind + start, sizeof(int) * n);
  }
  for (int k = first, run; k < end; k += run) {
    int row = d->map_iefc2efc[k], from = d->efc_J_rowadr[row], adr = d->iefc_J_rowadr[k], n = d->iefc_J_rownnz[k];
    int start = d->island_idofadr[d->efc_island[row]], *column = d->iefc_J_colind + adr;
    run = d->efc_J_rowsuper[row] < end - k ? d->efc_J_rowsuper[row] + 1 : end - k;
    for (int i = 0; i < n; i++) column[i] = d->map_dof2idof[d->efc_J_colind[from + i]] - start;
    for (int i = 1; i < run; i++) memcpy(column + i * n, column, sizeof(int) * (size_t)n);
    memcpy(d->iefc_J + adr, d->efc_J + from, sizeof(mjtNum) * (size_t)run * (size_t)n);
  }
}

static void copy_row_numbers(mjData* d, int first, int end) {
  for (int k = first; k < end; k++) {
    int row = d->map_iefc2efc[k];
    d->iefc_type[k] = d->efc_type[row];
    d->iefc_id[k] = d->efc_id[row];
    d->iefc_frictionloss[k] = d->efc_frictionloss[row];
    d->iefc_D[k] = d->efc_D[row];
    d->iefc_R[k] = d->efc_R[row];
  }
}

typedef struct {
  mjData* d;
  ig_Stretches stretches;
} SharedCopy;

static void copy_piece(void* context, int piece, int member) {
  const SharedCopy* copy = context;
  int nefc = copy->d->nefc, place = ig_stretch_place(copy->stretches, piece);
  int first = ig_stretch_first(copy->stretches, nefc, place), end = ig_stretch_first(copy->stretches, nefc, place + 1);
  (void)member;
  copy_row_numbers(copy->d, first, end);
  copy_sparse_rows(copy->d, first, end);
}

// a number takes about a nanosecond
static void copy_all_rows(mjData* d) {
  enum { PIECES = 8 };
  mjThreadPool* pool = (mjThreadPool*)d->threadpool;
  ig_Team team = ig_team_for_all(pool, 1e-3 * d->nJ);
  SharedCopy copy = {d, ig_stretches(team.members, PIECES)};
  ig_team_run(&team, copy.stretches.pieces, copy_piece, &copy);
}

static void copy_sparse_jacobian(mjData* d) {
  for (int k = 0, adr = 0; k < d->nefc; k++) {
    d->iefc_J_rownnz[k] = d->efc_J_rownnz[d->map_iefc2efc[k]];
    d->iefc_J_rowsuper[k] = d->efc_J_rowsuper[d->map_iefc2efc[k]];
    d->iefc_J_rowadr[k] = adr;
    adr += d->iefc_J_rownnz[k];
  }
  copy_all_rows(d);
  for (int island = 0; island < d->nisland; island++) {
    int first = d->island_iefcadr[island];
    ig_supernodes(d->iefc_J_rowsuper + first, d->iefc_J_rownnz + first, d->iefc_J_rowadr + first, d->iefc_J_colind,
                  d->island_nefc[island]);
  }
}

#ifdef IG_CHECKED
// the rules of the island arrays
static void check_islands(const mjModel* m, const mjData* d, bool sparse) {
  int trees = 0, dofs = 0, rows = 0;
  for (int island = 0; island < d->nisland; island++) {
    IG_ASSERT(d->island_ntree[island] > 0 && d->island_nv[island] > 0 && d->island_nefc[island] > 0);
    IG_ASSERT(d->island_itreeadr[island] == trees && d->island_idofadr[island] == dofs && d->island_iefcadr[island] == rows);
    trees += d->island_ntree[island];
    dofs += d->island_nv[island];
    rows += d->island_nefc[island];
  }
  IG_ASSERT(dofs == d->nidof && rows == d->nefc);
  for (int dof = 0; dof < m->nv; dof++) {
    IG_ASSERT(d->map_idof2dof[d->map_dof2idof[dof]] == dof);
    IG_ASSERT((d->dof_island[dof] >= 0) == (d->map_dof2idof[dof] < d->nidof));
  }

  // a row and all its dofs are of one island
  for (int row = 0; row < d->nefc; row++) {
    int first = sparse ? d->efc_J_rowadr[row] : 0, n = sparse ? d->efc_J_rownnz[row] : 0;
    IG_ASSERT(d->map_iefc2efc[d->map_efc2iefc[row]] == row);
    for (int k = first; k < first + n; k++) IG_ASSERT(d->dof_island[d->efc_J_colind[k]] == d->efc_island[row]);
  }
}
#endif

void ig_find_islands(const mjModel* m, mjData* d) {
  d->nisland = d->nidof = 0;
  bool sparse = ig_is_sparse(m);
  if ((m->opt.disableflags & mjDSBL_ISLAND) || !d->nefc) return;

  ig_stack_mark(d);
  int *tree_island = NULL, nrun = 0;
  Run *run = NULL, *trees = NULL;
  if (m->ntree == 1) {
    d->nisland = tree_has_all(m, d, sparse);
    d->nidof = d->nisland ? (int)m->nv : 0;
  } else {
    tree_island = IG_SCRATCH(d, m->ntree, int);
    run = IG_SCRATCH(d, count_runs(m, d, sparse), Run), trees = IG_SCRATCH(d, m->ntree, Run);
    d->nisland = number_islands(m, d, sparse, tree_island, run, &nrun);
    for (int tree = 0; d->nisland && tree < m->ntree; tree++) d->nidof += tree_island[tree] >= 0 ? m->tree_dofnum[tree] : 0;
  }
  if (d->nisland && ig_alloc_islands(m, d)) {
    // M_rowadr has no gaps, so the whole can be copied as it stands
    if (ig_one_island(m, d)) {
      whole_island(m, d);
      copy_whole(m, d);
    } else {
      sort_islands(m, d, tree_island, trees, run, nrun);
      copy_inertia(m, d);
      if (sparse) {
        copy_sparse_jacobian(d);
      } else {
        copy_row_numbers(d, 0, d->nefc);
        copy_dense_jacobian(m, d);
      }
    }
#ifdef IG_CHECKED
    check_islands(m, d, sparse);
#endif
  }
  ig_stack_free(d);
}

void mj_island(const mjModel* m, mjData* d) { ig_find_islands(m, d); }
