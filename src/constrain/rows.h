// SPDX-License-Identifier: Apache-2.0
// Constraint rows. Each family walks its objects with one code for all widths and hands over groups: rows that share
// their dofs and their solver parameters. With a group goes everything that depends on positions only: Jacobian,
// position, margin, friction loss, approximate inverse inertia, regularisation and reference coefficients.
//
// At width 1 the walk is made twice: once to count rows and nonzeros, and, when the arena has given the arrays, once to
// write them (rows.c). Above, a group is written at each lane's own count, into the room of the lanes (rows.lane.c).
#ifndef INGOT_CONSTRAIN_ROWS_H_
#define INGOT_CONSTRAIN_ROWS_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "base/stretch.h"
#include "batch/data.h"
#include "lane/stride.h"

// most rows of a group: the pyramid of a contact with six dimensions
#define IG_GROUP_MAX 10

typedef struct {
  mjtConstraint type;
  mask on;          // lanes that have the rows
  ints id;          // of the equality, dof, joint, tendon or contact
  int size;         // rows
  int n;            // dofs that the rows touch
  const int* dof;   // (n) ascending
  const real* jac;  // (size x n); NULL: written already, in lanes
  ig_LocalReal pos[IG_GROUP_MAX];
  ig_LocalReal margin;  // of the first row; of all rows of a pyramid
  ig_LocalReal frictionloss;
  ig_LocalReal invweight[IG_GROUP_MAX];  // of a contact: the first is enough
  ig_LocalReal solref[mjNREF], solimp[mjNIMP];
  ig_LocalReal solreffriction[mjNREF];  // of a contact; zeros: as solref
  ig_LocalReal friction[5];             // of a contact with a cone
} ig_RowGroup;

// numbers of the model, and of a contact, into those of a group
#define ig_hold_param(r, n, m, d, name, i)                                               \
  do {                                                                                   \
    for (int k_ = 0; k_ < (n); k_++) (r)[k_] = ig_local(ig_param(m, d, name, (i) + k_)); \
  } while (0)
IG_INLINE void ig_hold(ig_LocalReal* r, const real* a, int n) {
  for (int i = 0; i < n; i++) r[i] = ig_local(a[i]);
}

// where the rows of some contacts begin
typedef struct {
  int contact, row, nnz;
  bool warns;  // some contact's rows come with a warning
} ig_RowPiece;

typedef struct {
  const mjModel* m;
  ig_Data* d;
  bool sparse;
  bool counting;  // at width 1 only
  int nefc, nnz;  // counted so far
#if IG_WIDTH == 1
  int row, adr;            // written so far
  bool warns;              // a warning comes with the rows of some contact
  bool shared;             // others write rows beside this builder
  ig_Stretches stretches;  // in which contacts are counted, so that threads can write them: see rows.c
  ig_RowPiece* piece;      // of each of them
#endif
  int* dof;      // scratch (nv) of one family at a time
  int* dof2;     // scratch (nv)
  real* jac;     // scratch (IG_GROUP_MAX x nv)
  real* frame;   // scratch (6 x nv)
  real* column;  // scratch (nv x 6)
} ig_RowBuilder;

// a group without what its family adds: dofs, Jacobian, positions, inverse inertia, solver parameters
IG_INLINE void ig_group_start(ig_RowGroup* g, mjtConstraint type, mask on, ints id, int size) {
  g->type = type;
  g->on = on;
  g->id = id;
  g->size = size;
  g->pos[0] = g->margin = g->frictionloss = ig_local(ig_broadcast(0));
}

// count or write one group. Rows without any dof (sparse) or all zero (dense) are left out, except those of contacts.
void IG_NAME(ig_rows_add)(ig_RowBuilder* rows, const ig_RowGroup* group);

// all families, in the order of the rows
void IG_NAME(ig_rows_walk)(ig_RowBuilder* rows);

static inline bool ig_is_contact_row(mjtConstraint type) { return type >= mjCNSTR_CONTACT_FRICTIONLESS; }

// build all rows; when the arena is full: none, and a warning
void ig_make_rows(const mjModel* m, mjData* d);

#if IG_WIDTH == 1

// forget all rows and islands, give their memory back
void ig_drop_rows(mjData* d);

// arena memory for rows; when it is full: a warning, no rows, NULL
void* ig_rows_alloc(mjData* d, size_t bytes, size_t alignment);

#else

// build the rows of all lanes from d->contact, positions and d->eq_lanes. Lanes without room for theirs leave.
void IG_NAME(ig_make_rows)(const mjModel* m, ig_Data* d);

// Worlds of a GPU differ in what they have rows of, and a warp would go through all of it one by one. So limits of joints and
// contacts only find their places there. The rest is done by ig_fill_rows, with the velocities and reference accelerations of
// these rows: the i-th row of all worlds at once, by several threads for a world. ig_write_row is row k of a group but for its
// Jacobian; it returns the regularised friction.
#ifdef IG_GPU
void IG_NAME(ig_rows_count)(ig_Data* d, const ig_RowGroup* group);
real IG_NAME(ig_write_row)(ig_RowBuilder* rows, const ig_RowGroup* group, int k, int row);
void IG_NAME(ig_fill_rows)(const mjModel* m, ig_Data* d, ig_Stride stride);
IG_INLINE bool ig_is_filled_row(int type) { return type == mjCNSTR_LIMIT_JOINT || type >= mjCNSTR_CONTACT_FRICTIONLESS; }
#endif

// write a group whose first row is known, in the lanes of `on` that have room
void IG_NAME(ig_rows_write)(ig_RowBuilder* rows, const ig_RowGroup* group, mask on, ints row);

#endif
#endif  // INGOT_CONSTRAIN_ROWS_H_
