// SPDX-License-Identifier: Apache-2.0
// What differs between the machines that solve problems: how arrays are taken from a room, how a row of J lies in memory, and
// what is noted beside chunks of dofs. Each has one header, chosen here; all define the same names:
//
//   IG_TAKE(room, type, n), IG_TAKE_FAR    an array; the second for what is seldom read
//   IG_SPARSE(p, call)                     the call instead of what follows, if the problem is a sparse one
//   ig_chunk_of_J(p, row, c)               where chunk c of a row of J lies
//   ig_add_rows_of_J(&sum, p, row, dof)    four rows of J times numbers per dof
//   ig_take_row_bits, ig_take_factor_bits  arrays of the problem that only this one has
//   ig_start_pack(p, row)                  a row of J that has all its chunks
//   ig_note_rows, ig_note_blocks, ig_cut_chunks, ig_narrow  patterns of blocks
#ifndef INGOT_SOLVE_BACKEND_H_
#define INGOT_SOLVE_BACKEND_H_

#if IG_WIDTH == 1
#include "solve/backend_single.h"
#elif defined(IG_CREW)
#include "solve/backend_group.h"
#elif defined(IG_GPU)
#include "solve/backend_thread.h"
#else
#include "solve/backend_vector.h"
#endif

#endif  // INGOT_SOLVE_BACKEND_H_
