// SPDX-License-Identifier: Apache-2.0
// The pairs of geoms of a model that can ever meet, in the order in which their contacts appear, for many worlds of the
// model: made once, then read by all threads. Broad phases of single worlds (sweep, trees) only leave out pairs that are
// apart, so that a test of each pair of the table finds what they find.
#ifndef INGOT_COLLIDE_PAIR_TABLE_H_
#define INGOT_COLLIDE_PAIR_TABLE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

// one pair of geoms, ordered by type
typedef struct {
  int geom[2];
  int pair;  // explicit pair of the model, -1: automatic
} ig_GeomPair;

// pairs of the geoms of two bodies, or one explicit pair. Which body a geom of a pair belongs to follows from its type.
typedef struct {
  int body[2];
  int first, count;     // of the geom pairs
  int cell;             // start in `cell`; -1: no trees
  bool swept;           // a single world finds the bodies by a sweep
  int dof, ndof;        // what moves one of them: start and number, in `dof` and `side`
  int nlone;            // the first of these move one body only
  uint64_t chunks;      // of these dofs, as efc_J_chunks has them
  uint64_t only[2][2];  // those of the first 128 dofs that move one body and not the other, as bits
} ig_BodyPair;

typedef struct ig_PairTable_ {
  int npair, nbody_pair;
  ig_GeomPair* pair;
  ig_BodyPair* body_pair;
  int* cell;  // with trees: the geom pair of geom i of the first body and j of the second at [i * geoms of the second + j], or -1
  int* dof;   // of body pairs: those that move one of them, ascending, then those that move both
  unsigned char* side;  // which body a dof moves: 1, 2, or 3 for both
  int most;             // geom pairs of a body pair
  int most_nodes;       // nodes of the trees of a body pair
  size_t bytes;
} ig_PairTable;

// With more geoms than this, sweeps of single worlds find the pairs sooner than a test of each pair.
static inline bool ig_few_pairs(const mjModel* m) { return m->ngeom <= 200; }

// NULL without memory. Depends on sizes, integers and flags of the model, not on its numbers.
ig_PairTable* ig_pair_table_make(const mjModel* m);
void ig_pair_table_free(ig_PairTable* table);

// Why the worlds of a model collide one at a time; NULL: they can share a vector. Looks at the callbacks too, so ask
// before each step.
const char* ig_collide_alone_reason(const mjModel* m);

#endif  // INGOT_COLLIDE_PAIR_TABLE_H_
