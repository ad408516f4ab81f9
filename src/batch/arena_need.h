// SPDX-License-Identifier: Apache-2.0
// What a single world takes of its arena at most, in bytes. Lanes and GPUs have no arena. A world that might not find room in its
// own leaves them: width 1 decides which contacts and rows are dropped, and warns.
#ifndef INGOT_BATCH_ARENA_NEED_H_
#define INGOT_BATCH_ARENA_NEED_H_

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  int64_t room;                  // of the arena, less what does not depend on contacts and rows
  int64_t contact, row, square;  // per contact, per row, per pair of rows
} ig_ArenaNeed;

static inline bool ig_is_short(ig_ArenaNeed need, int64_t ncon, int64_t nefc) {
  return need.contact * ncon + need.row * nefc + need.square * nefc * nefc > need.room;
}

#endif  // INGOT_BATCH_ARENA_NEED_H_
