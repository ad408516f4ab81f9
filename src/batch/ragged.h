// SPDX-License-Identifier: Apache-2.0
// Contacts and rows of lanes. Each world has its own number of them: entry k of every lane lies side by side, a count
// per lane says how many are valid, loops run to the largest count. Names and meaning are those of mjData, so that
// d->contact[k].frame[3] and d->efc_D[row] read the same at every width. What follows holds above width 1 only: at
// width 1 contacts and rows are those of mjData, in its arena.
//
// Room is that of the thread's lanes, not of a world. A lane that needs more leaves the vector (d->leaves) and asks
// for more (want_con, want_rows): it is stepped at width 1, and the room grows before the next step (ig_ragged_grow).
#ifndef INGOT_BATCH_RAGGED_H_
#define INGOT_BATCH_RAGGED_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "batch/arena_need.h"
#include "lane/ints.h"

// dofs per bit of the patterns of rows: 64 bits hold all of them
static inline int ig_chunk_dofs(int nv) {
  int chunk = 4;
  while ((int64_t)chunk * 64 < nv) chunk *= 2;
  return chunk;
}

// Numbers of a row of J of lanes: whole fours, as the solver has them. A world of a GPU has no room to spare, nor a solver that
// would read them in place.
#ifdef IG_GPU
static inline int ig_row_numbers(int nv) { return nv; }
#else
static inline int ig_row_numbers(int nv) { return (nv + 3) & ~3; }
#endif

#if IG_WIDTH > 1

// a contact between two geoms, as mjContact
typedef struct {
  ig_Cell dist, pos[3], frame[9];
  ig_Cell includemargin, friction[5], solref[mjNREF], solreffriction[mjNREF], solimp[mjNIMP];
  ig_Cell mu, H[36];  // regularised friction, and the Hessian of an elliptic cone: the solver's
  ints dim, geom[2], exclude, efc_address;
  ints bodies;  // pair of bodies in the model's table of pairs: their dofs
} ig_Contact;

#ifdef IG_GPU
#include "batch/gpu_ragged.h"
#else

typedef struct {
  // counts per lane, and the largest of them: the ends of loops
  struct {
    ints ncon, ne, nf, nl, nefc;
  } count;
  struct {
    int ncon, nefc;
  } most;
  int con_room, row_room;   // entries of the arrays below
  int want_con, want_rows;  // what some lane needed, if that is more
  int chunk;                // dofs per bit of efc_J_chunks
  ig_ArenaNeed need;        // of the worlds
  void* block;              // memory of all arrays

  const struct ig_PairTable_* pairs;  // of the model, see collide/pair_table.h
  void* collide;                      // room for the search of contacts
  void* solve;                        // and for the solver, of solve_room bytes; want_solve: what it needed, if that is more
  size_t solve_room, want_solve;
  void* cut;  // of the model's dofs: the solver's, see solve/solve_lanes.h
} ig_Ragged;

#endif

// The arrays of the rows: type, name, numbers per row. efc_J is padded: all nv columns of a row and zeros up to
// ig_row_numbers, exact zeros (positive) where the row does not reach. J of rows past a lane's count is zero too.
#define IG_ROW_ARRAYS                   \
  X(ig_Cell, efc_J, ig_row_numbers(nv)) \
  X(ig_Cell, efc_pos, 1)                \
  X(ig_Cell, efc_margin, 1)             \
  X(ig_Cell, efc_frictionloss, 1)       \
  X(ig_Cell, efc_diagApprox, 1)         \
  X(ig_Cell, efc_KBIP, 4)               \
  X(ig_Cell, efc_D, 1)                  \
  X(ig_Cell, efc_R, 1)                  \
  X(ig_Cell, efc_vel, 1)                \
  X(ig_Cell, efc_aref, 1)               \
  X(ig_Cell, efc_b, 1)                  \
  X(ig_Cell, efc_force, 1)              \
  X(ints, efc_type, 1)                  \
  X(ints, efc_id, 1)                    \
  X(ints, efc_state, 1)                 \
  X(IG_CELL(uint64_t), efc_J_chunks, 1)

// Fields of ig_Data above width 1, beside the arrays of the rows:
//   contact          con_room of them
//   tendon_efcrow    tendon_efcadr of mjData, per lane (ntendon)
//   eq_lanes         lanes in which an equality is active, as bits (neq)
//   leaves           lanes that cannot go on in this vector
// and efc_J_chunks: bit i of a row says that columns chunk*i.. are not zero in some lane.
#define IG_RAGGED_FIELDS \
  ig_Ragged ragged;      \
  ig_Contact* contact;   \
  ints* tendon_efcrow;   \
  uint32_t* eq_lanes;    \
  mask leaves;

#endif
#endif  // INGOT_BATCH_RAGGED_H_
