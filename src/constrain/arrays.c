// SPDX-License-Identifier: Apache-2.0
#include "constrain/arrays.h"

#include <stddef.h>

#include <mujoco/mjxmacro.h>

#include "constrain/rows.h"

// the place of the next array behind *end, which moves on
static size_t place(size_t* end, size_t bytes, size_t alignment) {
  size_t start = (*end + alignment - 1) & ~(alignment - 1);
  *end = start + bytes;
  return start;
}

// A layout walks its list and returns the bytes of all arrays; given a block, it also points the arrays into it.
#undef MJ_M
#undef MJ_D
#define MJ_M(n) m->n
#define MJ_D(n) d->n
#define X(type, name, nr, nc)                                               \
  {                                                                         \
    size_t start = place(&end, sizeof(type) * (nr) * (nc), _Alignof(type)); \
    if (block) d->name = (type*)(block + start);                            \
  }

static size_t lay_rows(const mjModel* m, mjData* d, char* block) {
  size_t end = 0;
  MJDATA_ARENA_POINTERS_SOLVER
  return end;
}

static size_t lay_islands(const mjModel* m, mjData* d, char* block) {
  size_t end = 0;
  MJDATA_ARENA_POINTERS_ISLAND
  return end;
}

#undef X
#undef MJ_D
#undef MJ_M

bool ig_alloc_rows(const mjModel* m, mjData* d) {
  char* block = ig_rows_alloc(d, lay_rows(m, d, NULL), _Alignof(mjtNum));
  if (block) lay_rows(m, d, block);
  return block;
}

bool ig_alloc_islands(const mjModel* m, mjData* d) {
  char* block = ig_rows_alloc(d, lay_islands(m, d, NULL), _Alignof(mjtNum));
  if (block) lay_islands(m, d, block);
  return block;
}
