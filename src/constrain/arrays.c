// SPDX-License-Identifier: Apache-2.0
#include "constrain/arrays.h"

#include <stddef.h>

#include <mujoco/mjxmacro.h>

#include "constrain/rows.h"
#include "model/row_kind.h"

// the place of the next array behind *end, which moves on
static size_t place(size_t* end, size_t bytes, size_t alignment) {
  size_t start = (*end + alignment - 1) & ~(alignment - 1);
  *end = start + bytes;
  return start;
}

// what the lists name of mjData
typedef struct {
  size_t nefc, nJ, nA, nisland, nidof;
} Sizes;

static Sizes sizes_of(const mjData* d) {
  return (Sizes){(size_t)d->nefc, (size_t)d->nJ, (size_t)d->nA, (size_t)d->nisland, (size_t)d->nidof};
}

// A layout walks its list and returns the bytes of all arrays; given data, it also points its arrays into the block.
#undef MJ_M
#undef MJ_D
#define MJ_M(n) (size_t) m->n
#define MJ_D(n) s.n
#define X(type, name, nr, nc)                                               \
  {                                                                         \
    size_t start = place(&end, sizeof(type) * (nr) * (nc), _Alignof(type)); \
    if (d) d->name = (type*)(block + start);                                \
  }

static size_t lay_rows(const mjModel* m, Sizes s, mjData* d, char* block) {
  size_t end = 0;
  MJDATA_ARENA_POINTERS_SOLVER
  return end;
}

static size_t lay_islands(const mjModel* m, Sizes s, mjData* d, char* block) {
  size_t end = 0;
  MJDATA_ARENA_POINTERS_ISLAND
  return end;
}

#undef X
#undef MJ_D
#undef MJ_M

// Arrays are pointed to where the next block of the arena will lie, before there is one: an arena that has no room for it leaves
// no pointers.
static char* next_block(const mjData* d) {
  size_t end = d->parena;
  return (char*)d->arena + place(&end, 0, _Alignof(mjtNum));
}

bool ig_alloc_rows(const mjModel* m, mjData* d) {
  return ig_rows_alloc(d, lay_rows(m, sizes_of(d), d, next_block(d)), _Alignof(mjtNum));
}

bool ig_alloc_islands(const mjModel* m, mjData* d) {
  return ig_rows_alloc(d, lay_islands(m, sizes_of(d), d, next_block(d)), _Alignof(mjtNum));
}

size_t ig_most_island_bytes(const mjModel* m, const mjData* d) {
  Sizes most = sizes_of(d);
  most.nisland = (size_t)m->ntree;
  most.nidof = (size_t)m->nv;
  return lay_islands(m, most, NULL, NULL);
}

// Scratch that is in use while collision and rows take room, and counts: pairs of bodies, numbers per dof, whatever a collider of
// two shapes asks for, and the evaluations of Runge-Kutta, which later ones run on top of.
static int64_t scratch_bytes(const mjModel* m) {
  enum { COLLIDERS = 256 << 10, BODY = 256, BODY_PAIR = 12, DOF = 8 * (IG_GROUP_MAX + 32), EVALUATIONS = 5, EVALUATION = 512 };
  int64_t movers = m->nbody + m->nflex;
  int64_t evaluation = (int64_t)sizeof(mjtNum) * (m->nq + 2 * m->nv + 2 * m->na) + EVALUATION;
  return COLLIDERS + movers * (BODY + BODY_PAIR * movers) + m->nv * DOF +
         (m->opt.integrator == mjINT_RK4 ? EVALUATIONS * evaluation : 0);
}

// Rows of a dense J have their room before it is known that all their numbers are zero, and lanes do not count those: any of an
// equality or a tendon.
static int64_t uncounted_rows(const mjModel* m) {
  enum { MOST_OF_EQUALITY = 6, MOST_OF_TENDON = 3 };
  return ig_is_sparse(m) ? 0 : MOST_OF_EQUALITY * m->neq + MOST_OF_TENDON * m->ntendon;
}

ig_ArenaNeed ig_arena_need(const mjModel* m) {
  enum { ROWS = 1024, ROW_SCRATCH = 64 };  // so many, to have the bytes of one on average
  bool dual = ig_is_dual(m);
  size_t nv = (size_t)m->nv;
  Sizes none = {.nisland = (size_t)m->ntree, .nidof = nv}, many = none;
  many.nefc = ROWS;
  many.nJ = ROWS * nv;
  size_t fixed = lay_rows(m, none, NULL, NULL) + lay_islands(m, none, NULL, NULL);
  size_t rows = lay_rows(m, many, NULL, NULL) + lay_islands(m, many, NULL, NULL) - fixed;
  // the projected matrix is made through two of the size of J
  int64_t row = (int64_t)rows / ROWS + 1 + ROW_SCRATCH + (dual ? 4 * (int64_t)(nv * sizeof(mjtNum)) : 0);
  int64_t used = (int64_t)fixed + (int64_t)(mjMAXCONPAIR * sizeof(mjContact)) + scratch_bytes(m) + row * uncounted_rows(m);
  return (ig_ArenaNeed){
      .room = m->narena - used,
      .contact = sizeof(mjContact),
      .row = row,
      .square = dual ? (int64_t)(sizeof(mjtNum) + sizeof(int)) : 0,
  };
}
