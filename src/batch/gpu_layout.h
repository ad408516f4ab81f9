// SPDX-License-Identifier: Apache-2.0
// Where the numbers of worlds on a GPU lie: known to the host, which makes the memory, and to the kernels, which have it in
// constant memory. Plain C on the host, and C++ where the GPU compiler reads it.
//
// 32 worlds are a block. Everything of a block lies in rows of 256 bytes, 8 bytes of each world; a thread holds the address
// of its lane in the first row. The first rows are the head of a world (IG_GPU_HEAD), then come the arrays.
#ifndef INGOT_BATCH_GPU_LAYOUT_H_
#define INGOT_BATCH_GPU_LAYOUT_H_

#include <stdint.h>

#include <mujoco/mjxmacro.h>

#include "batch/arena_need.h"

enum { IG_GPU_FLAGS = 12 };                                        // see ig_GpuCall
enum { IG_GPU_SHARES = 8, IG_GPU_FACTORS = 2, IG_GPU_GROUP = 0 };  // threads of a world in kernels that share it
enum { IG_GPU_ROW = 32, IG_GPU_ROW_BYTES = 8 * IG_GPU_ROW, IG_GPU_MARKS = 16, IG_GPU_CONTACT_ROWS = 71 };
enum { IG_GPU_REST = 4 };  // worlds that a warp looks at which has those that were too large for others

// Rows of the head, in order: counts of contacts and rows; what was needed if there was no room; whether the world takes part
// in this step (active) and why it does not (reason, ig_GpuReason); whether its cost was flat somewhere, of which single worlds
// warn; whether its numbers are more than near memory has (large); the steps it has made since the host looked (made); how much
// scratch is in use.
// clang-format off
#define IG_GPU_HEAD                                                                                            \
  X(ncon) X(ne) X(nf) X(nl) X(nefc) X(most_ncon) X(most_nefc) X(want_con) X(want_rows) X(want_solve) X(time)   \
  X(energy0) X(energy1) X(flat) X(large) X(leaves) X(active) X(reason) X(made) X(niter) X(nmark) X(stack_used)
// clang-format on
enum {
#define X(name) IG_GPU_HEAD_##name,
  IG_GPU_HEAD
#undef X
      IG_GPU_HEAD_marks,
  IG_GPU_HEAD_ROWS = IG_GPU_HEAD_marks + IG_GPU_MARKS
};

// Why a world stands still. All but the last two are computed at width 1 from the state it stands in.
typedef enum {
  IG_GPU_WELL,
  IG_GPU_BAD_STATE,   // a bad number in qpos, qvel or ctrl
  IG_GPU_BAD_RESULT,  // in qacc
  IG_GPU_RARE,        // anything that a step at width 1 has to decide
  IG_GPU_NO_ROOM,     // too few contacts, rows or scratch: more room, then the same step again
  IG_GPU_OFF,         // held by the host
} ig_GpuReason;

// The clock of a batch, in memory of its device: how many steps every world has to have made since the batch was made, and
// whether some world that is not held has made fewer. Graphs of calls go on with it, without the host.
typedef struct {
  int32_t goal, behind;
  int32_t flat;    // the goal when the cost of a world was last seen to be flat somewhere
  int32_t missed;  // a world has left a forward pass, which was not made again
} ig_GpuClock;

// a field of worlds in the blocks
typedef struct {
  int64_t row;
  int32_t n, size;
} ig_GpuField;

// worlds that fields_out writes: all; those that are not behind; those that begin their last step now; those that take part
typedef enum { IG_GPU_EVERY, IG_GPU_UP_TO_DATE, IG_GPU_AT_LAST, IG_GPU_ACTIVE } ig_GpuWhich;

// what a kernel is given, beside the constants of its module
typedef struct {
  int64_t base;   // of the first block, and bytes of a block; 0: those of the constants, which can change when the call is made
                  // already
  int64_t block;  // and waits in a graph
  int32_t nworld;
  int32_t part;        // of rk4: 0 to start, then 1, 2, and 3 to end; of fields_out: which worlds (ig_GpuWhich);
                       // of solve_newton: 1 for those that were too large
  int32_t crew, near;  // kernels of crews: threads of a world, and bytes of near memory that it has

  // gather: n rows, from `row` bytes into a block on, into an array (n, worlds) of numbers of `size` bytes (IG_GPU_FLAGS:
  // integers in the blocks that are doubles in the array); scatter: back, where the mask is not zero, if there is one; fill: the
  // same n numbers into each world; relocate: n rows of blocks of `row` bytes that start at `array`, into the first rows of these
  int32_t n, size;
  int64_t row, array, mask;

  // import_array: numbers of a foreign array (doubles, or floats) into `array`; worlds, objects, numbers of one
  int64_t from, from_stride[3], stride[3];
  int32_t shape[3], floats;

  // advance, begin, check_progress: `array` is the clock; advance adds n to its goal. fields_in, fields_out: `array` has the n
  // fields of a table (ig_GpuField) that lies at `row`, one after the other; `mask` is the clock. refresh: numbers of `array`
  // that are still those of `from`, in worlds of the mask, anew out of the blocks.

  // scatter_columns: columns of an array (n, columns) at `from` into an array (n, worlds), at the worlds that `mask` lists; here
  // nworld is the number of columns, and shape[0] that of worlds
} ig_GpuCall;

// The constants of a module: offsets in bytes from the lane's address in the first row of its block. Integers that the worlds
// share, and what belongs to the model, are addresses.
typedef struct {
#define X(type, name, rows, columns) int64_t name;
  struct {
    MJDATA_POINTERS
  } data;
  struct {
    MJMODEL_POINTERS
  } params;  // 0: shared
#undef X
  struct {
    int64_t timestep, gravity, wind, magnetic, density, viscosity, meaninertia;
  } option_params;
  struct {
    int64_t contact, tendon_efcrow, eq_lanes;
    int64_t efc_J, efc_pos, efc_margin, efc_frictionloss, efc_diagApprox, efc_KBIP, efc_D, efc_R, efc_vel, efc_aref, efc_b,
        efc_force, efc_type, efc_id, efc_state, efc_J_chunks;
  } rows;
  // room of the search of contacts: near to pair are shares', found is their counts; touch_room entries each
  int64_t near, met, visit, touch, touch_pair, found, hit, local;
  int64_t local_bytes, touch_room;
  int64_t solve, solve_room, stack;
  int64_t base, block;         // address of the first block of worlds, and bytes of a block
  int64_t pairs;               // address of the table of pairs
  uint64_t M_columns[128][2];  // dofs that a row of the whole M has
  uint32_t M_chunks[32];       // the same in fours of rows and of columns
  ig_ArenaNeed need;           // of a single world
  int32_t con_room, row_room, chunk;
  int32_t ntree_awake, nbody_awake, nparent_awake, nv_awake;
} ig_GpuConstants;

#endif  // INGOT_BATCH_GPU_LAYOUT_H_
