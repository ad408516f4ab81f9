// SPDX-License-Identifier: Apache-2.0
#include "model/structure.h"

#include <string.h>

#include <mujoco/mjxmacro.h>

enum { LARGE = 1 << 18 };  // arrays of more bytes are those of surfaces and pictures, or follow from others

// words one after the other, each spread over all bits by a multiplication (Knuth 1998, "Sorting and Searching", 6.4)
static uint64_t mixed(uint64_t hash, const void* data, size_t bytes) {
  const uint64_t golden = 0x9e3779b97f4a7c15;
  const char* at = data;
  uint64_t word;
  for (; bytes >= sizeof word; at += sizeof word, bytes -= sizeof word) {
    memcpy(&word, at, sizeof word);
    hash = (hash ^ word) * golden;
    hash ^= hash >> 32;
  }
  word = bytes;
  if (bytes) memcpy(&word, at, bytes);
  return (hash ^ word) * golden;
}

uint64_t ig_structure_hash(const mjModel* m) {
  uint64_t hash = 1;
#define X(name) hash = mixed(hash, &m->name, sizeof m->name);
  MJMODEL_SIZES
#undef X
#undef MJ_M
#define MJ_M(n) m->n
#define MIX(name, n) \
  if (sizeof *m->name * (size_t)(n) <= LARGE) hash = mixed(hash, m->name, sizeof *m->name * (size_t)(n));
#define MIX_int(name, n) MIX(name, n)
#define MIX_mjtByte(name, n) MIX(name, n)
#define MIX_mjtSize(name, n) MIX(name, n)
#define MIX_mjtNum(name, n)
#define MIX_float(name, n)
#define MIX_char(name, n)
#define X(type, name, rows, columns) MIX_##type(name, m->rows*(columns))
  MJMODEL_POINTERS
#undef X
  const int options[] = {m->opt.integrator,   m->opt.cone,          m->opt.jacobian,          m->opt.solver,
                         m->opt.iterations,   m->opt.ls_iterations, m->opt.noslip_iterations, m->opt.ccd_iterations,
                         m->opt.disableflags, m->opt.enableflags,   m->opt.disableactuator};
  return mixed(hash, options, sizeof options);
}
