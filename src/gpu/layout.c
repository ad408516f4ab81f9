// SPDX-License-Identifier: Apache-2.0
#include "gpu/layout.h"

#include <string.h>

#include "base/error.h"
#include "batch/ragged.h"
#include "collide/convex/ccd.h"
#include "constrain/arrays.h"
#include "lane/quad.h"
#include "smooth/tendon/transmission.h"
#include "solve/pack.h"
#include "solve/solve_lanes.h"

// where the constants have the offsets of arrays, by quantity, and of numbers that worlds have their own of, by index
static const size_t places[IG_NARRAY] = {
#define X(type, name, rows, columns) offsetof(ig_GpuConstants, data.name),
    MJDATA_POINTERS
#undef X
};
static const size_t param_places[] = {
#define X(type, name, rows, columns) IG_NUMBERS_##type(offsetof(ig_GpuConstants, params.name), )
    MJMODEL_POINTERS
#undef X
#define X(name, length) offsetof(ig_GpuConstants, option_params.name),
        IG_PARAM_OPTIONS
#undef X
            offsetof(ig_GpuConstants, option_params.meaninertia)};

int64_t* ig_gpu_array_slot(ig_GpuConstants* c, int quantity) { return (int64_t*)((char*)c + places[quantity]); }
int64_t* ig_gpu_param_slot(ig_GpuConstants* c, int index) { return (int64_t*)((char*)c + param_places[index]); }

// ------------------------------------------------ room

// the solver's scratch for so many rows: J, squares of the dofs, numbers per row, cone and dof. Islands have lists beside, and
// the dual solvers a square of the rows.
static size_t solve_guess(const mjModel* m, int con, int rows) {
  size_t np = (size_t)ig_fours(m->nv), n = (size_t)rows + 12;
  size_t cones = m->opt.cone == mjCONE_ELLIPTIC ? (size_t)con : 0;
  size_t numbers = n * (np + 24) + 4 * np * np + 24 * np + 64 * cones + 4 * cones * np;
  if (m->ntree > 1) numbers += n * (np + 24) + 3 * np * np + 24 * np + 80 * (size_t)m->ntree;
  if (m->opt.solver == mjSOL_PGS || m->opt.noslip_iterations > 0) numbers += n * (n + 2 * np + 16);
  return IG_GPU_ROW_BYTES * (numbers + 64);
}

ig_GpuRoom ig_gpu_guess_room(const mjModel* m) {
  int con, rows;
  ig_guess_room(m, &con, &rows);
  return (ig_GpuRoom){con, rows, solve_guess(m, con, rows)};
}

ig_GpuRoom ig_gpu_grow_room(const mjModel* m, ig_GpuRoom room, int want_con, int want_rows, size_t want_solve) {
  if (want_con > room.con) room.con = want_con + want_con / 2;
  if (want_rows > room.rows) room.rows = want_rows + want_rows / 2;
  size_t solve = solve_guess(m, room.con, room.rows);
  if (want_solve > room.solve) room.solve = want_solve + want_solve / 4;
  if (solve > room.solve) room.solve = solve;
  room.solve = (room.solve + IG_GPU_ROW_BYTES - 1) / IG_GPU_ROW_BYTES * IG_GPU_ROW_BYTES;
  return room;
}

// ------------------------------------------------ rows

// the offset of the next n rows
static int64_t rows(int64_t* end, size_t n) {
  IG_ASSERT(*end % IG_GPU_ROW_BYTES == 0);
  int64_t start = *end;
  *end += (int64_t)n * IG_GPU_ROW_BYTES;
  return start;
}

// bytes that each thread has for itself
static int64_t private_bytes(int64_t* end, size_t bytes) { return rows(end, (bytes + 7) / 8); }

// pairs that no kernel of closed formulas serves: see touch_pair in collide/collide_lanes.lane.c
static bool is_local(const mjModel* m, const ig_GeomPair* p) {
  int a = m->geom_type[p->geom[0]], b = m->geom_type[p->geom[1]];
  if (a == mjGEOM_PLANE) return b > mjGEOM_BOX || b == mjGEOM_ELLIPSOID;
  if (a == mjGEOM_SPHERE) return b == mjGEOM_ELLIPSOID || b > mjGEOM_BOX;
  return !(a == mjGEOM_CAPSULE && b == mjGEOM_CAPSULE);
}

bool ig_gpu_has_open_pairs(const mjModel* m, const ig_PairTable* pairs) {
  for (int i = 0; i < pairs->npair; i++) {
    if (is_local(m, pairs->pair + i)) return true;
  }
  return false;
}

bool ig_gpu_has_open_moments(const mjModel* m) { return ig_moments_open(m); }

static void lay_search(const mjModel* m, const ig_PairTable* pairs, ig_GpuRoom room, ig_GpuConstants* c, int64_t* end) {
  typedef struct {
    int node[2];
    unsigned on;
  } Visit;
  bool local = ig_gpu_has_open_pairs(m, pairs);
  enum { TOUCH_ROWS = 13, FEW = 8 };
  // the colliders of one world have memory for one thread
  size_t shares = local ? 1 : IG_GPU_SHARES, visits = (sizeof(Visit) * ((size_t)pairs->most_nodes + 1) + 7) / 8;
  c->touch_room = room.con + (local ? mjMAXCONPAIR : FEW);
  c->near = rows(end, shares * (size_t)pairs->most);
  c->met = rows(end, shares * (size_t)pairs->most);
  c->visit = rows(end, shares * visits);
  c->touch = rows(end, shares * TOUCH_ROWS * (size_t)c->touch_room);
  c->touch_pair = rows(end, shares * (size_t)c->touch_room);
  c->found = rows(end, IG_GPU_SHARES);
  c->hit = private_bytes(end, local ? sizeof(mjContact) * mjMAXCONPAIR : 0);
  c->local_bytes = local ? (int64_t)ig_ccd_storage(m->opt.ccd_iterations) : 0;
  c->local = private_bytes(end, (size_t)c->local_bytes);
}

static void lay_rows(const mjModel* m, ig_GpuRoom room, ig_GpuConstants* c, int64_t* end) {
  size_t n = (size_t)room.rows;
  c->rows.contact = rows(end, (size_t)room.con * IG_GPU_CONTACT_ROWS);
  c->rows.efc_J = rows(end, n * (size_t)m->nv);
  c->rows.efc_KBIP = rows(end, 4 * n);
  int64_t* per_row[] = {&c->rows.efc_pos,   &c->rows.efc_margin,  &c->rows.efc_frictionloss, &c->rows.efc_diagApprox,
                        &c->rows.efc_D,     &c->rows.efc_R,       &c->rows.efc_vel,          &c->rows.efc_aref,
                        &c->rows.efc_b,     &c->rows.efc_force,   &c->rows.efc_type,         &c->rows.efc_id,
                        &c->rows.efc_state, &c->rows.efc_J_chunks};
  for (size_t i = 0; i < sizeof per_row / sizeof per_row[0]; i++) *per_row[i] = rows(end, n);
  c->rows.tendon_efcrow = rows(end, (size_t)m->ntendon);
  c->con_room = room.con;
  c->row_room = room.rows;
  c->chunk = ig_chunk_dofs((int)m->nv);
  c->need = ig_arena_need(m);
}

// the pattern of M, where the solver serves it
static void lay_inertia(const mjModel* m, ig_GpuConstants* c) {
  memset(c->M_columns, 0, sizeof c->M_columns);
  memset(c->M_chunks, 0, sizeof c->M_chunks);
  for (int i = 0; i < m->nv && ig_solve_serves(m); i++) {
    for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
      int j = m->M_colind[k];
      c->M_columns[i][j / 64] |= (uint64_t)1 << j % 64;
      c->M_columns[j][i / 64] |= (uint64_t)1 << i % 64;
      c->M_chunks[i / 4] |= 1u << (j / 4);
      c->M_chunks[j / 4] |= 1u << (i / 4);
    }
  }
}

void ig_gpu_lay(const mjModel* m, const ig_PairTable* pairs, ig_GpuRoom room, const ig_Parameter* params, int nparam,
                ig_GpuLayout* layout) {
  ig_GpuConstants* c = &layout->constants;
  int64_t end = 0;
  lay_inertia(m, c);
  rows(&end, IG_GPU_HEAD_ROWS);
  for (int q = 0; q < IG_NARRAY; q++) {
    if (ig_is_numbers(q)) *ig_gpu_array_slot(c, q) = rows(&end, (size_t)ig_array_length(m, q));
  }
  c->rows.eq_lanes = rows(&end, (size_t)m->neq);
  for (int i = 0; i < nparam; i++) *ig_gpu_param_slot(c, params[i].index) = rows(&end, (size_t)params[i].length);
  layout->main = end;
  lay_rows(m, room, c, &end);
  lay_search(m, pairs, room, c, &end);
  c->solve = rows(&end, room.solve / IG_GPU_ROW_BYTES);
  c->solve_room = (int64_t)room.solve;
  // of the deepest kernel: some numbers per body and per dof, rows of Jacobian, and below it the evaluations of a Runge-Kutta
  // step
  size_t nv = (size_t)m->nv, evaluation = (size_t)m->nq + 2 * nv + 2 * (size_t)m->na;
  c->stack = rows(&end, 64 * (size_t)m->nbody + 28 * nv + (size_t)m->nu + (size_t)m->ntendon + 5 * evaluation + 128);
  layout->block = end;
}

bool ig_gpu_find(const mjModel* m, const ig_GpuLayout* layout, int quantity, int* length, int64_t* row) {
  if (!ig_is_numbers(quantity)) return false;
  *length = ig_array_length(m, quantity);
  if (quantity < IG_NARRAY) {
    *row = *(const int64_t*)((const char*)&layout->constants + places[quantity]);
  } else {
    *row = (quantity == IG_Q_time ? IG_GPU_HEAD_time : IG_GPU_HEAD_energy0) * IG_GPU_ROW_BYTES;
  }
  return true;
}
