// SPDX-License-Identifier: Apache-2.0
#include "solve/solve_lanes.h"

#include <string.h>

#include "base/memory.h"
#include "constrain/island.h"
#include "smooth/inertia.h"
#include "solve/cost.h"
#include "solve/dual_lanes.h"
#include "solve/factor.h"
#include "solve/side_by_side.h"
#include "solve/tile.h"

typedef IG_SLOT(mjtByte) Mark;
#if defined(IG_GPU) && !defined(IG_CREW)
#define IG_SET_MEMBER ig_Index
#define IG_SET_MARK Mark
#endif
#include "base/union_find.h"

#if IG_WIDTH == 1

bool ig_solve_serves(const mjModel* m) { return ig_is_small((int)m->nv, (int)m->ntree); }

#else

// ------------------------------------------------ the worlds as problems

static bool is_active(const ig_Data* d, int lane) { return d->active >> lane & 1; }
static int rows_of(const ig_Data* d, int lane) { return is_active(d, lane) ? ig_ints_lane(d->ragged.count.nefc, lane) : 0; }

static num island_scale(const mjModel* m, const ig_Data* d, int lane, const ig_Index* dofs, int n) {
  num inertia = 0;
  for (int i = 0; i < n; i++) {
    int dof = dofs[i];
    inertia += ig_lane(d->M[m->M_rowadr[dof] + m->M_rownnz[dof] - 1], lane);
  }
  return 1 / inertia;
}

#ifdef IG_GPU
static void IG_NAME(ig_lane_problem_view)(const mjModel* m, ig_Data* d, int lane, bool island, ig_ProblemView* g);
#endif

void IG_NAME(ig_lane_problem_view)(const mjModel* m, ig_Data* d, int lane, bool island, ig_ProblemView* g) {
  ig_Contact* con = d->contact;
  int nefc = rows_of(d, lane);
  *g = (ig_ProblemView){
      .nv = (int)m->nv,
      .ne = nefc ? ig_ints_lane(d->ragged.count.ne, lane) : 0,
      .nf = nefc ? ig_ints_lane(d->ragged.count.nf, lane) : 0,
      .nefc = nefc,
      .stride = IG_WIDTH,
      .int_stride = (int)(sizeof(ints) / sizeof(int)),
      .qfrc_smooth = (num*)d->qfrc_smooth + lane,
      .qacc_smooth = (num*)d->qacc_smooth + lane,
      .qacc = (num*)d->qacc + lane,
      .qfrc_constraint = (num*)d->qfrc_constraint + lane,
      .M_rownnz = m->M_rownnz,
      .M_rowadr = m->M_rowadr,
      .M_colind = m->M_colind,
      .M = (num*)d->M + lane,
      .qLD = (num*)d->qLD + lane,
      .qLDiagInv = (num*)d->qLDiagInv + lane,
      .D = (num*)d->efc_D + lane,
      .R = (num*)d->efc_R + lane,
      .frictionloss = (num*)d->efc_frictionloss + lane,
      .aref = (num*)d->efc_aref + lane,
      .force = (num*)d->efc_force + lane,
      .state = island ? NULL : (int*)d->efc_state + lane,
      .type = (int*)d->efc_type + lane,
      .id = (int*)d->efc_id + lane,
      .cones = m->opt.cone == mjCONE_ELLIPTIC,
      .contact_dim = (int*)&con->dim + lane,
      .contact_mu = (num*)&con->mu + lane,
      .contact_friction = (num*)con->friction + lane,
      .contact_H = (num*)con->H + lane,
      .contact_step = (int)(sizeof(ig_Contact) / sizeof(num)),
      .contact_int_step = (int)(sizeof(ig_Contact) / sizeof(int)),
      .ncolumn = ig_row_numbers((int)m->nv),
      .J = (num*)d->efc_J + lane,
  };
  // islands have a scale of their own: see scale_island
  g->scale = 1 / (ig_mean_inertia(m, d, lane) * (m->nv > 1 ? (num)m->nv : 1));
}

// ------------------------------------------------ the whole worlds side by side

typedef struct {
  const mjModel* m;
  ig_Data* d;
  ig_Method method;
  bool islands;   // the whole world is one, or there are several
  bool whole;     // the worlds are the problems
  bool packed;    // rows of J have no chunks but those that are not zero
  bool together;  // rows have the same places in all lanes
  ig_ProblemView views[IG_LANES];
  ig_Problem p;
  ig_LanePlaces places;
  ig_Room room;
  real *x, *b;       // per row of the solver: at the warm start, and without constraints
#ifdef IG_HAS_BLOCKS
  ig_Index* source;  // per row of the solver: the row of the worlds, -1: it pads
#endif
} Solve;

// the rows of all lanes have the same places: numbers move as vectors
#if IG_LANES == 1
static bool places_agree(const Solve* s) { return s->d->ragged.chunk == 4; }
#else
static bool places_agree(const Solve* s) {
  int longest = 0;
  for (int lane = 1; lane < IG_LANES; lane++) {
    if (s->views[lane].nefc > s->views[longest].nefc) longest = lane;
  }
  for (int lane = 0; lane < IG_LANES; lane++) {
    const ig_Index *a = s->places.place[lane], *b = s->places.place[longest];
    if (memcmp(a, b, sizeof(int) * (size_t)s->views[lane].nefc)) return false;
  }
  return s->d->ragged.chunk == 4;
}
#endif

// the longest of the lanes that hold a world: others may have more rows, which have no place
static const ig_Index* longest_places(const Solve* s, int* rows) {
  int longest = 0;
  for (int lane = 1; lane < IG_LANES; lane++) {
    if (s->views[lane].nefc > s->views[longest].nefc) longest = lane;
  }
  *rows = s->views[longest].nefc;
  return s->places.place[longest];
}

#ifdef IG_CREW

// Cones take the rows of J as they are beside each other: they have all chunks. Otherwise those that are not zero are enough.
static int count_chunks(const Solve* s) {
  unsigned n = 0;
  if (s->views[0].cones || s->d->ragged.chunk != 4) return 0;
  IG_SHARE(row, s->views[0].nefc) n += (unsigned)__builtin_popcount((uint32_t)s->d->efc_J_chunks[row]);
  return (int)ig_total(n);
}

static void pack_rows(Solve* s) {
  ig_Problem* p = &s->p;
  IG_SHARE(row, s->packed ? p->rows.n : 0) {
    int at = 0;
    for (int k = 0; k < row; k++) at += __builtin_popcount(p->J_mask[k]);
    p->J_pack[row] = p->J_mask[row];
    p->J_at[row] = (uint16_t)at;
  }
  ig_meet();
}

#endif

// Numbers of the rows but for J. J of rows past a lane's count is zero, other numbers of theirs are not.
static const ig_Index* fill_rows_together(Solve* s, int* rows) {
  ig_Problem* p = &s->p;
  const ig_Data* d = s->d;
  const ig_Index* place = longest_places(s, rows);
  const real zero = ig_broadcast(0);
  IG_SHARE(row, *rows) {
    int to = place[row];
    mask on = ig_and(ig_ints_lt(ig_ints(row), d->ragged.count.nefc), ig_mask_of(d->active));
    p->rows.D[to] = ig_select(on, d->efc_D[row], zero);
    p->rows.aref[to] = ig_select(on, d->efc_aref[row], zero);
    if (to >= p->rows.ne && to < p->rows.nf) {
      p->rows.R[to] = ig_select(on, d->efc_R[row], zero);
      p->rows.loss[to] = ig_select(on, d->efc_frictionloss[row], zero);
    }
    p->J_mask[to] = ig_union((uint32_t)d->efc_J_chunks[row], p->np / 4);
  }
  ig_meet();
  return place;
}

static void fill_together(Solve* s) {
  ig_Problem* p = &s->p;
  const ig_Data* d = s->d;
  int nv = (int)s->m->nv, rows;
  const ig_Index* place = fill_rows_together(s, &rows);
  const real zero = ig_broadcast(0);
#ifdef IG_CREW
  pack_rows(s);
#endif
  IG_SHARE_2(row, rows, chunk, p->np / 4) {
    int to = place[row], first = 4 * chunk;
    const ig_Cell* from = d->efc_J + (size_t)row * (size_t)ig_row_numbers(nv);
    real* J = p->J + ig_chunk_of_J(p, to, chunk);
    bool some = p->J_mask[to] >> chunk & 1;
    if (s->packed && !some) continue;
    real entry[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) entry[k] = some && first + k < nv ? (real)from[first + k] : zero;
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) J[k] = entry[k];
  }
  // rows that pad are looked at beside others
  IG_SHARE(row, s->packed ? 0 : p->rows.n) {
    if (!p->J_mask[row]) ig_zero_reals(p->J + (size_t)row * (size_t)p->np, p->np);
  }
}

// numbers that are on their way from memory at the same time: a thread of a GPU waits long for each
#ifdef IG_CREW
enum { AT_ONCE = 4 };
#else
enum { AT_ONCE = 1 };
#endif

static void fill_inertia(Solve* s) {
  ig_Problem* p = &s->p;
  const mjModel* m = s->m;
  const ig_Data* d = s->d;
  size_t np = (size_t)p->np;
  IG_SHARE(i, m->nv) {
    int adr = m->M_rowadr[i], last = adr + m->M_rownnz[i] - 1;
    p->qfrc_constraint[i] = d->M[last];  // for the scale of the world as an island
    for (int first = adr; first <= last; first += AT_ONCE) {
      real entry[AT_ONCE];
      int column[AT_ONCE];
#pragma GCC unroll 4
      for (int q = 0; q < AT_ONCE; q++) {
        int k = first + q <= last ? first + q : last;
        column[q] = m->M_colind[k];
        entry[q] = d->M[k] + 0.0;
      }
#pragma GCC unroll 4
      for (int q = 0; q < AT_ONCE; q++) {
        p->M[(size_t)i * np + (size_t)column[q]] = entry[q];
#ifndef IG_HAS_BLOCKS
        p->M[(size_t)column[q] * np + (size_t)i] = entry[q];
#endif
      }
    }
    if (s->method.newton) continue;
    for (int k = adr; k <= last; k++) {
      p->MU[ig_tile_entry(np, (size_t)i, (size_t)m->M_colind[k])] =
          k < last ? d->qLD[last] * d->qLD[k] + 0.0 : (real)d->qLD[last];
    }
    p->MU_inverse[i] = d->qLDiagInv[i];
  }
}

// the worlds as islands
static void scale_islands(Solve* s) {
  real inertia = ig_broadcast(0);
  for (int i = 0; i < s->m->nv; i++) inertia += s->p.qfrc_constraint[i];
  real scale = 1 / inertia;
  for (int lane = 0; lane < IG_LANES; lane++) s->views[lane].scale = ig_lane(scale, lane);
}

#ifdef IG_HAS_BLOCKS

// Dofs that carry the same others, one after the other, are one block: it ends where the tree branches, or another begins. Many
// dofs are cut into fours, since bits for more blocks there are none.
static uint64_t block_starts(const mjModel* m) {
  uint64_t starts = 0;
  for (int dof = 0; m->nv <= IG_MOST_BLOCKS && dof < m->nv; dof++) {
    int parent = m->dof_parentid[dof];
    if (parent == dof - 1) continue;
    starts |= (uint64_t)1 << dof;
    if (parent >= 0) starts |= (uint64_t)2 << parent;
  }
  return starts;
}

// numbers of a block of M at or below the diagonal, in one of its rows
static int block_row(const ig_Cut* cut, uint64_t columns, int b, int dof) {
  int n = dof - cut->first[b] + 1;
  IG_EACH_BLOCK_UP(c, columns & ~((uint64_t)1 << b)) n += cut->first[c + 1] - cut->first[c];
  return n;
}

// chunks of M are there for all of a block
static void cut_model(const mjModel* m, ig_CutInertia* own) {
  const ig_Cut* cut = &own->cut;
  IG_NAME(ig_cut)(&own->cut, (int)m->nv, block_starts(m));
  own->full = true;
  for (int c = 0; c < IG_MOST_CUT / 4; c++) own->mask[c] = own->near[c] = 1u << c;
  for (int b = 0; b < cut->n; b++) {
    uint64_t columns = (uint64_t)1 << b;
    for (int dof = cut->first[b]; dof < cut->first[b + 1]; dof++) {
      for (int k = m->M_rowadr[dof]; k < m->M_rowadr[dof] + m->M_rownnz[dof]; k++) columns |= cut->of_dof[m->M_colind[k]];
    }
    for (int dof = cut->first[b]; dof < cut->first[b + 1]; dof++) {
      own->full = own->full && m->M_rownnz[dof] == block_row(cut, columns, b, dof);
    }
    own->blocks.pattern[b] = columns;
    own->blocks.column[b] = 0;
    uint32_t rows = cut->chunks[b], chunks = ig_chunks_of(cut, columns);
    IG_EACH_BLOCK_UP(c, columns) own->blocks.column[c] |= (uint64_t)1 << b;
    IG_EACH_BIT_UP(i, rows) own->mask[i] |= chunks;
    IG_EACH_BIT_UP(i, chunks) own->mask[i] |= rows;
    IG_EACH_BIT_UP(i, rows) own->near[i] |= rows;
  }
}

bool IG_NAME(ig_solve_prepare)(const mjModel* m, ig_Data* d) {
  if (!ig_solve_serves(m)) return true;
  if (!d->ragged.cut) d->ragged.cut = ig_user_alloc(sizeof(ig_CutInertia));
  if (d->ragged.cut) cut_model(m, d->ragged.cut);
  return d->ragged.cut;
}

#endif

// islands have the inertia of their own dofs, and the dual solvers none
#if defined(IG_HAS_BLOCKS)
static void lay_inertia(Solve* s) {
  const ig_CutInertia* own = s->d->ragged.cut;
  if (!s->whole) return;
  s->p.cut = &own->cut;
  s->p.M_blocks = &own->blocks;
  memcpy(s->p.M_mask, own->mask, sizeof own->mask);
  if (!own->full || !s->method.newton) IG_NAME(ig_clear_inertia)(&s->p, s->method.newton);
  fill_inertia(s);
}
#elif defined(IG_CREW)
static void lay_inertia(Solve* s) {
  for (int i = 0; i < s->p.np / 4; i++) s->p.M_mask[i] |= ig_gpu.M_chunks[i];
  IG_NAME(ig_clear_inertia)(&s->p, s->method.newton);
  fill_inertia(s);
}
#else
static void lay_inertia(Solve* s) {
  if (!s->whole) return;
  IG_NAME(ig_note_inertia)(&s->p, s->views);
  IG_NAME(ig_clear_inertia)(&s->p, s->method.newton);
  fill_inertia(s);
}
#endif

#ifdef IG_HAS_BLOCKS

// a chunk of a row, and the blocks in which its lanes have a number other than zero
IG_INLINE mask copy_chunk(const ig_Cut* cut, real* to, const real* from, uint32_t first) {
  const mask none = {0};
  mask lanes = none;
#pragma GCC unroll 4
  for (uint32_t dof = first; dof < first + 4; dof++) {
    real entry = from[dof];
    to[dof] = entry;
    lanes |= ((mask)entry != none) & ig_bits_in_all(cut->of_dof[dof]);
  }
  return lanes;
}

// Four rows of J, in the chunks that are looked at: those of the blocks of any of them, or all of them where there are cones
static void fill_four(Solve* s, int first, const ig_Index* source, ig_RowBlocks* last) {
  ig_Problem* p = &s->p;
  const ig_CutInertia* own = s->d->ragged.cut;
  uint32_t chunks = 0, four = 0;
  for (int k = 0; k < 4; k++) {
    IG_EACH_BIT_UP(c, p->J_mask[first + k]) chunks |= own->near[c];
  }
  if (p->rows.ncone) chunks = ~0u >> (32 - p->np / 4);
  for (int row = first; row < first + 4; row++) {
    const real* from = s->d->efc_J + (size_t)(source[row] < 0 ? 0 : source[row]) * (size_t)p->np;
    real* to = p->J + (size_t)row * (size_t)p->np;
    uint32_t some = p->J_mask[row];
    mask lanes = {0};
    IG_EACH_BIT_UP(c, chunks & ~some) ig_zero_reals(to + 4 * c, 4);
    IG_EACH_BIT_UP(c, chunks & some) lanes |= copy_chunk(&own->cut, to, from, 4 * c);
    p->J_lanes[row] = lanes;
    ig_set_blocks(p, row, lanes, last);
    four |= p->J_mask[row];
  }
  p->J_mask4[first / 4] = four;
}

// where no row of the worlds is followed by one that pads, but for the last of all, J is read where it lies
static bool lies_in_place(const Solve* s, const ig_Index* place, int rows) {
  return place[rows - 1] == rows - 1 && s->p.rows.n <= s->d->ragged.row_room;
}

// as fill_together, with the blocks of the rows
static void fill_with_blocks(Solve* s) {
  ig_Problem* p = &s->p;
  int rows;
  const ig_Index* place = fill_rows_together(s, &rows);
  ig_RowBlocks last = {0};
  if (!p->rows.ncone && lies_in_place(s, place, rows)) {
    p->J = s->d->efc_J;
    IG_NAME(ig_problem_note_blocks)(p);
    IG_NAME(ig_join_masks)(p);
    return;
  }
  for (int row = 0; row < p->rows.n; row++) s->source[row] = -1;
  for (int row = 0; row < rows; row++) s->source[place[row]] = row;
  for (int first = 0; first < p->rows.n; first += 4) fill_four(s, first, s->source, &last);
  IG_NAME(ig_problem_note_rows)(p);
}

static void fill_worlds_together(Solve* s) {
  if (s->whole)
    fill_with_blocks(s);
  else
    fill_together(s);
}

// of rows that were filled in otherwise
static void note_patterns(Solve* s) {
  if (s->whole && s->together) return;
  if (s->whole) IG_NAME(ig_problem_note_blocks)(&s->p);
  IG_NAME(ig_join_masks)(&s->p);
}

#else

static void fill_worlds_together(Solve* s) { fill_together(s); }
static void note_patterns(Solve* s) { IG_NAME(ig_join_masks)(&s->p); }

#endif

static void fill(Solve* s) {
  ig_Problem* p = &s->p;
  bool together = s->together = places_agree(s);
  IG_NAME(ig_clear_lanes)(p);
  IG_SHARE(i, s->m->nv) {
    p->qfrc_smooth[i] = s->d->qfrc_smooth[i];
    p->qacc_smooth[i] = s->d->qacc_smooth[i];
  }
  lay_inertia(s);
  if (together) {
    fill_worlds_together(s);
  } else {
    IG_SHARE(i, p->rows.n * p->np) p->J[i] = ig_broadcast(0);
  }
  ig_meet();
  if (s->islands && s->whole) scale_islands(s);
  for (int lane = 0; lane < IG_LANES; lane++) {
    ig_ProblemView* g = s->views + lane;
    if (!together) IG_NAME(ig_fill_jacobian)(p, g, lane, s->places.place[lane]);
    if (!together || p->rows.ncone) {
      IG_NAME(ig_fill_rows)(p, g, lane, s->places.place[lane], s->places.cone_contact[lane]);
    }
    p->rows.lane_ne[lane] = g->ne;
    p->rows.lane_nf[lane] = g->nf;
    IG_NAME(ig_result_view)(g, &s->places, lane, p->results + lane);
  }
  ig_meet();
  note_patterns(s);
}

// numbers of the solver's rows to the rows of the worlds
static void rows_out(const Solve* s, ig_Cell* to, const real* from) {
#ifndef IG_GPU
  if (s->together) {
    int rows;
    const ig_Index* place = longest_places(s, &rows);
    for (int row = 0; row < rows; row++) to[row] = from[place[row]];
    return;
  }
#endif
  for (int lane = 0; lane < IG_LANES; lane++) {
    const ig_Index* place = s->places.place[lane];
    IG_SHARE(row, s->views[lane].nefc)((num*)(to + row))[lane] = ig_lane(from[place[row]], lane);
  }
}

static void states_out(const Solve* s, const real* from) {
#ifndef IG_GPU
  if (s->together) {
    int rows;
    const ig_Index* place = longest_places(s, &rows);
    for (int row = 0; row < rows; row++) s->d->efc_state[row] = __builtin_convertvector(from[place[row]], ints);
    return;
  }
#endif
  for (int lane = 0; lane < IG_LANES; lane++) {
    const ig_Index* place = s->places.place[lane];
    IG_SHARE(row, s->views[lane].nefc) { ig_set_ints_lane(s->d->efc_state + row, lane, (int)ig_lane(from[place[row]], lane)); }
  }
}

// ------------------------------------------------ where to start

// J v - aref, per row of the solver
static void rows_at(const Solve* s, real* x, const real* v) {
  const ig_Problem* p = &s->p;
  IG_NAME(ig_problem_mul_J)(p, x, v);
  IG_SHARE(row, p->rows.n) x[row] -= p->rows.aref[row];
  ig_meet();
}

#ifdef IG_CREW

// M v in the order of ig_mul_mass, a sum each: the diagonal, the dofs that carry i from the nearest on, then those that i carries
static void mul_mass(const Solve* s, real* res, const real* v) {
  const mjModel* m = s->m;
  size_t np = (size_t)s->p.np;
  IG_SHARE(i, m->nv) {
    const real* row = s->p.M + (size_t)i * np;
    real sum = row[i] * v[i];
    uint64_t own = (uint64_t)1 << i % 64;
    for (int half = i / 64; half >= 0; half--) {
      for (uint64_t left = ig_gpu.M_columns[i][half] & (half == i / 64 ? own - 1 : ~(uint64_t)0); left;) {
        int j = 63 - __builtin_clzll(left);
        left ^= (uint64_t)1 << j;
        sum += row[64 * half + j] * v[64 * half + j];
      }
    }
    for (int half = i / 64; half < 2; half++) {
      for (uint64_t left = ig_gpu.M_columns[i][half] & (half == i / 64 ? ~(own | (own - 1)) : ~(uint64_t)0); left;
           left &= left - 1) {
        int j = 64 * half + __builtin_ctzll(left);
        sum += row[j] * v[j];
      }
    }
    res[i] = sum;
  }
  ig_meet();
}

#else

static void mul_mass(const Solve* s, real* res, const real* v) { IG_NAME(ig_mul_mass)(s->m, s->d, res, v); }

#endif

static void gauss_cost(const Solve* s, const real* qacc, real* cost) {
  const ig_Problem* p = &s->p;
  *cost = ig_broadcast(0);
  real* Ma = p->qfrc_constraint;
  mul_mass(s, Ma, qacc);
  for (int i = 0; i < s->m->nv; i++) *cost += 0.5 * (Ma[i] - p->qfrc_smooth[i]) * (qacc[i] - p->qacc_smooth[i]);
  ig_meet();
}

// from the acceleration of the last step where that costs less than starting without constraints
static void warm_start(Solve* s) {
  ig_Data* d = s->d;
  real cost, gauss, cost_smooth, *warm = s->p.qacc;
  IG_SHARE(i, s->m->nv) warm[i] = d->qacc_warmstart[i];
  ig_meet();
  rows_at(s, s->x, warm);
  IG_NAME(ig_row_cost)(&s->p.rows, s->x, false, &cost);
  // PGS starts from forces
  if (s->m->opt.solver == mjSOL_PGS) {
    rows_out(s, d->efc_force, s->p.rows.force);
    states_out(s, s->p.rows.state);
    return;
  }
  gauss_cost(s, warm, &gauss);
  cost += gauss;
  IG_NAME(ig_row_cost)(&s->p.rows, s->b, false, &cost_smooth);
  states_out(s, s->p.rows.state);
  mask smooth = ig_lt(cost_smooth, cost);
  IG_SHARE(i, s->m->nv) d->qacc[i] = ig_select(smooth, s->p.qacc_smooth[i], warm[i]);
  IG_SHARE(row, s->p.rows.n) s->x[row] = ig_select(smooth, s->b[row], s->x[row]);
  ig_meet();
}

// without rows there is nothing to solve
static void leave_free_lanes(Solve* s) {
  mask none = ig_ints_eq(s->d->ragged.count.nefc, ig_ints(0));
  IG_SHARE(i, s->m->nv) s->d->qacc[i] = ig_select(none, s->p.qacc_smooth[i], s->d->qacc[i]);
}

static void choose_start(Solve* s) {
  const mjModel* m = s->m;
  ig_Data* d = s->d;
  rows_at(s, s->b, s->p.qacc_smooth);
  rows_out(s, d->efc_b, s->b);
  if (m->opt.disableflags & mjDSBL_WARMSTART) {
    IG_SHARE(i, m->nv) d->qacc[i] = s->p.qacc_smooth[i];
    IG_SHARE(row, s->p.rows.n) s->x[row] = s->b[row];
    IG_SHARE(row, d->ragged.most.nefc) {
      d->efc_force[row] = ig_broadcast(0);
      d->efc_state[row] = ig_ints(0);
    }
    ig_meet();
  } else {
    warm_start(s);
  }
  leave_free_lanes(s);
}

// ------------------------------------------------ islands

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

// islands of a lane: their dofs and rows as lists, one after the other
typedef struct {
  int n;
  ig_Index *tree_island, *row_island;
  ig_Index *dof_start, *dof, *row_start, *row;
  ig_Index* local;  // of a dof in its island
} Islands;

static Islands take_islands(const mjModel* m, const ig_Data* d, ig_Room* room) {
  int trees = (int)m->ntree, rows = d->ragged.most.nefc;
  return (Islands){.tree_island = IG_TAKE(room, ig_Index, trees),
                   .row_island = IG_TAKE(room, ig_Index, rows),
                   .dof_start = IG_TAKE(room, ig_Index, trees + 1),
                   .dof = IG_TAKE(room, ig_Index, m->nv),
                   .row_start = IG_TAKE(room, ig_Index, trees + 1),
                   .row = IG_TAKE(room, ig_Index, rows),
                   .local = IG_TAKE(room, ig_Index, m->nv)};
}

// as ig_find_islands: numbered by their first trees. False: a row touches no tree, which is an error that width 1 raises.
static bool find_islands(const mjModel* m, const ig_Data* d, int lane, int nefc, Islands* islands, ig_Index* parent,
                         Mark* touched) {
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

static ig_ProblemView island_view(const Solve* s, int lane, const Islands* islands, int k) {
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
static void free_dofs(const Solve* s, int lane, const Islands* islands) {
  IG_SHARE(dof, s->m->nv) {
    if (islands->tree_island[s->m->dof_treeid[dof]] >= 0) continue;
    ((num*)(s->d->qacc + dof))[lane] = ig_lane(s->p.qacc_smooth[dof], lane);
  }
  ig_meet();
}

// like sizes next to each other: larger ones first, equal ones in their order
static void sort_by_size(ig_ProblemView** list, int n) {
  for (int i = 1; i < n; i++) {
    ig_ProblemView* g = list[i];
    int at = i;
    for (; at && (list[at - 1]->nv < g->nv || (list[at - 1]->nv == g->nv && list[at - 1]->nefc < g->nefc)); at--) {
      list[at] = list[at - 1];
    }
    list[at] = g;
  }
}

// single worlds give a warning, and lanes leave for that; on a GPU it is given when the host looks at the worlds
#ifdef IG_GPU
static void note_flat(ig_Data* d, int lane) { d->flat = 1; }
#else
static void note_flat(ig_Data* d, int lane) { d->leaves = ig_or(d->leaves, ig_mask_of(1u << lane)); }
#endif

static void note_solve(const Solve* s, int lane, int slot, const ig_ProblemView* g) {
  if (g->flat) note_flat(s->d, lane);
  if (slot >= mjNISLAND) return;
  IG_ALONE* ig_iterations_of(s->d, lane, slot) += g->iterations;
  ig_note_nnz(s->d, lane, slot, s->method.newton ? g->nv * g->nv : 0);
}

// ------------------------------------------------ memory

// All scratch lies in one block of the lanes. Too little: the lanes leave, and find more in the next step.
static bool have_bytes(ig_Data* d, size_t bytes) {
  if (bytes + 64 <= d->ragged.solve_room) return true;
  if (bytes + 64 > d->ragged.want_solve) d->ragged.want_solve = bytes + 64;
  d->leaves = ig_or(d->leaves, ig_mask_of(d->active));
  return false;
}

static bool have_room(ig_Data* d, const ig_Room* room) {
#ifdef IG_CREW
  // nothing but near memory is known in this build: the other one has the world
  if (IG_ONLY_NEAR && room->near_used > room->near_room) return d->large = 1, false;
  return have_bytes(d, IG_ROW * room->used);  // as much for each world of the block
#else
  return have_bytes(d, room->used);
#endif
}

#if defined(IG_CREW)
static char* aligned_block(const ig_Data* d) { return ig_private(d->ragged.solve, d->ragged.solve_room / IG_ROW); }
#elif defined(IG_GPU)
static char* aligned_block(const ig_Data* d) { return d->ragged.solve; }
#else
static char* aligned_block(const ig_Data* d) { return (char*)(((uintptr_t)d->ragged.solve + 63) & ~(uintptr_t)63); }
#endif

#ifdef IG_GPU

// one after the other: there is one world
static void solve_islands(Solve* s) {
  const mjModel* m = s->m;
  ig_Data* d = s->d;
  ig_Room room = s->room;
  ig_Index* parent = IG_TAKE(&room, ig_Index, m->ntree);
  Mark* touched = IG_TAKE(&room, Mark, m->ntree);
  Islands islands = take_islands(m, d, &room);
  if (!have_room(d, &room)) return;
  bool found = false;
  IG_ALONE found = find_islands(m, d, 0, s->views[0].nefc, &islands, parent, touched);
  islands.n = (int)ig_bits_of_mate((unsigned)islands.n, 0);
  if (!ig_bits_of_mate(found, 0)) {
    d->leaves = true;
    return;
  }
  ig_meet();
  free_dofs(s, 0, &islands);
  for (int k = 0; k < islands.n; k++) {
    ig_ProblemView view = island_view(s, 0, &islands, k), *list = &view;
    ig_Room needed = IG_NAME(ig_side_by_side_room)(&list, 1, &s->method, room);
    if (!have_room(d, &needed)) return;
    IG_NAME(ig_side_by_side)(&list, 1, &s->method, room);
    note_solve(s, 0, k, &view);
  }
}

#else

// every island of every lane is a problem of its own, solved with others of like size
static void solve_islands(Solve* s) {
  const mjModel* m = s->m;
  ig_Data* d = s->d;
  char* block = s->room.block;
  Islands islands[IG_LANES];
  size_t used = s->room.used;
  int count = 0;
  ig_Room room = {block, used};
  ig_Index* parent = IG_TAKE(&room, ig_Index, m->ntree);
  Mark* touched = IG_TAKE(&room, Mark, m->ntree);
  for (int lane = 0; lane < IG_LANES; lane++) islands[lane] = take_islands(m, d, &room);
  ig_ProblemView* views = IG_TAKE(&room, ig_ProblemView, m->ntree * IG_LANES);
  ig_ProblemView** list = IG_TAKE(&room, ig_ProblemView*, m->ntree * IG_LANES);
  if (!have_room(d, &room)) return;
  for (int lane = 0; lane < IG_LANES; lane++) {
    int nefc = s->views[lane].nefc;
    islands[lane].n = 0;
    if (!nefc) continue;
    if (!find_islands(m, d, lane, nefc, islands + lane, parent, touched)) {
      d->leaves = ig_or(d->leaves, ig_mask_of(1u << lane));
      continue;
    }
    free_dofs(s, lane, islands + lane);
    for (int k = 0; k < islands[lane].n; k++) {
      views[count] = island_view(s, lane, islands + lane, k);
      list[count] = views + count;
      count++;
    }
  }
  sort_by_size(list, count);
  for (int k = 0; k < count; k += IG_LANES) {
    int n = count - k < IG_LANES ? count - k : IG_LANES;
    ig_Room needed = IG_NAME(ig_side_by_side_room)((const ig_ProblemView* const*)list + k, n, &s->method, room);
    if (!have_room(d, &needed)) return;
    IG_NAME(ig_side_by_side)(list + k, n, &s->method, room);
  }
  for (int lane = 0, at = 0; lane < IG_LANES; lane++) {
    for (int k = 0; k < islands[lane].n; k++) note_solve(s, lane, k, views + at++);
  }
}

#endif

// ------------------------------------------------ all of it

static void solve_worlds(Solve* s) {
  ig_Problem* p = &s->p;
  IG_SHARE(i, s->m->nv) p->qacc[i] = s->d->qacc[i];
  ig_meet();
  p->x = s->x;
#ifdef IG_HAS_BLOCKS
  int rows;
  ig_VectorResults results = {.qacc = s->d->qacc,
                              .qfrc_constraint = s->d->qfrc_constraint,
                              .force = s->d->efc_force,
                              .state = s->islands ? NULL : s->d->efc_state,
                              .place = longest_places(s, &rows)};
  if (s->together) p->vector_results = &results;
#endif
  IG_NAME(ig_solve_primal)(p, &s->method, s->room);
  for (int lane = 0; lane < IG_LANES; lane++) {
    if (!s->views[lane].nefc) continue;
    s->views[lane].iterations = p->results[lane].iterations;
    s->views[lane].flat = p->results[lane].flat;
    note_solve(s, lane, 0, s->views + lane);
  }
}

#ifdef IG_CREW
// a thread has a world there
static void solve_dual(Solve* s, bool noslip) {}
static void free_lone_trees(Solve* s) {}
#else
// A noslip pass needs all rows in one problem. Dofs outside every island start without constraints there as well, as in a single
// world.
static void free_lone_trees(Solve* s) {
  const mjModel* m = s->m;
  ig_Room room = {s->room.block, s->room.used};
  ig_Index* parent = IG_TAKE(&room, ig_Index, m->ntree);
  Mark* touched = IG_TAKE(&room, Mark, m->ntree);
  Islands islands = take_islands(m, s->d, &room);
  if (!have_room(s->d, &room)) return;
  for (int lane = 0; lane < IG_LANES; lane++) {
    int nefc = s->views[lane].nefc;
    if (nefc && find_islands(m, s->d, lane, nefc, &islands, parent, touched)) free_dofs(s, lane, &islands);
  }
}

static void solve_dual(Solve* s, bool noslip) {
  if (!have_bytes(s->d, IG_NAME(ig_dual_worlds_bytes)(s->m, s->views, noslip))) return;
  IG_NAME(ig_dual_worlds)(s->m, s->d, s->views, noslip, aligned_block(s->d));
}
#endif

static bool with_islands(const mjModel* m) {
  return !(m->opt.disableflags & mjDSBL_ISLAND) && m->opt.noslip_iterations == 0 && m->opt.solver != mjSOL_PGS;
}

static bool noslip_joins_islands(const mjModel* m) {
  bool started = !(m->opt.disableflags & (mjDSBL_ISLAND | mjDSBL_WARMSTART));
  return started && m->opt.noslip_iterations > 0 && m->opt.solver != mjSOL_PGS && m->ntree > 1;
}

static ig_Room lay_worlds(Solve* s, const ig_ProblemShape* shape, ig_Room room) {
  ig_problem_start(&s->p);
  s->p.nproblem = IG_LANES;
  IG_NAME(ig_lay_lanes)(&s->p, &s->places, shape, s->method.newton, &room);
  s->x = IG_TAKE(&room, real, shape->n);
  ig_Room rest = room;
  s->b = IG_TAKE(&rest, real, shape->n);  // not needed any more when the solver takes its own
#ifdef IG_HAS_BLOCKS
  s->source = IG_TAKE(&rest, ig_Index, shape->n);
#endif
  s->room = room;
  return IG_NAME(ig_primal_room)(&s->p, &s->method, room);
}

#ifndef IG_GPU

void IG_NAME(ig_send_forces)(ig_Data* d) {
  for (int lane = 0; lane < IG_LANES; lane++) {
    mjData* world = d->world[lane];
    int n = rows_of(d, lane);
    // a world whose arena is too small for its rows has none, and a warning
    if (world->nefc != n) continue;
    ig_lane_store(world->efc_force, d->efc_force, n, lane);
    for (int row = 0; row < n; row++) world->efc_state[row] = ig_ints_lane(d->efc_state[row], lane);
  }
}

static void clear_iterations(ig_Data* d, int lane) {
  memset(d->world[lane]->solver_niter, 0, sizeof d->world[lane]->solver_niter);
}

#else

static void clear_iterations(ig_Data* d, int lane) { IG_ALONE d->niter = 0; }

#endif

#ifdef IG_CREW
void IG_NAME(ig_solve_lanes)(const mjModel* m, ig_Data* d, char* near, size_t near_room) {
  ig_Room room = {.near = near, .near_used = 16, .near_room = near_room};  // address 0 means none
  Solve* s = IG_TAKE(&room, Solve, 1);                                     // one for all, of which every member writes the same
#else
void IG_NAME(ig_solve_lanes)(const mjModel* m, ig_Data* d) {
  ig_Room room = {0};
  Solve own, *s = &own;
#endif
  s->m = m;
  s->d = d;
  s->islands = with_islands(m);
  const ig_ProblemView* list[IG_LANES];
  bool many = s->islands && m->ntree > 1;
  s->whole = !many && m->opt.solver != mjSOL_PGS;
  s->method = (ig_Method){.newton = m->opt.solver == mjSOL_NEWTON,
                          .elliptic = m->opt.cone == mjCONE_ELLIPTIC,
                          .iterations = m->opt.iterations,
                          .ls_iterations = m->opt.ls_iterations,
                          .tolerance = m->opt.tolerance,
                          .ls_tolerance = m->opt.ls_tolerance};
  for (int lane = 0; lane < IG_LANES; lane++) {
    IG_NAME(ig_lane_problem_view)(m, d, lane, s->islands, s->views + lane);
    list[lane] = s->views + lane;
    clear_iterations(d, lane);
  }
  IG_SHARE(i, m->nv) d->qfrc_constraint[i] = ig_broadcast(0);
  ig_ProblemShape shape = IG_NAME(ig_shape_of)(list, IG_LANES);
  if (!shape.nefc) {
    IG_SHARE(i, m->nv) d->qacc[i] = d->qacc_smooth[i];
    return;
  }
  s->packed = false;
#ifdef IG_CREW
  shape.chunks = count_chunks(s);
  s->packed = shape.chunks > 0;
#endif
  ig_Room needed = lay_worlds(s, &shape, room);
  if (!have_room(d, &needed)) return;
  ig_meet();
  room.block = aligned_block(d);
  lay_worlds(s, &shape, room);
  IG_NAME(ig_place_lanes)(&s->p, &s->places, &shape, list, IG_LANES);
  fill(s);
  choose_start(s);
  if (noslip_joins_islands(m)) free_lone_trees(s);
  if (m->opt.solver == mjSOL_PGS)
    solve_dual(s, false);
  else if (s->whole)
    solve_worlds(s);
  else
    solve_islands(s);
  if (m->opt.noslip_iterations > 0) solve_dual(s, true);
}

#endif
