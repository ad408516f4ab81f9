// SPDX-License-Identifier: Apache-2.0
// What a step computes, by name: the arrays of mjData, and what stands beside them. Lists of quantities say what a stage
// reads and writes; sets say where a quantity is valid at present.
#ifndef INGOT_BATCH_QUANTITY_H_
#define INGOT_BATCH_QUANTITY_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

typedef enum {
#define X(type, name, rows, columns) IG_Q_##name,
  MJDATA_POINTERS
#undef X
      IG_Q_time,
  IG_Q_energy,
  IG_Q_contacts,  // ncon, contact
  IG_Q_rows,      // nefc, efc_* up to the solver's results
  IG_Q_islands,   // of the rows, with the projected matrix of the dual solvers
  IG_Q_forces,    // efc_force, efc_state, solver statistics
  IG_NQ,
  IG_Q_END = 255  // of a list
} ig_Quantity;

typedef struct {
  uint64_t bits[2];
} ig_Quantities;

_Static_assert(IG_NQ <= 128, "a set of quantities has 128 bits");

static inline bool ig_has(const ig_Quantities* set, int q) { return set->bits[q >> 6] >> (q & 63) & 1; }
static inline void ig_put(ig_Quantities* set, int q) { set->bits[q >> 6] |= (uint64_t)1 << (q & 63); }
static inline void ig_drop(ig_Quantities* set, int q) { set->bits[q >> 6] &= ~((uint64_t)1 << (q & 63)); }

static inline void ig_put_list(ig_Quantities* set, const uint8_t* list) {
  for (; list && *list != IG_Q_END; list++) ig_put(set, *list);
}
static inline void ig_put_set(ig_Quantities* set, ig_Quantities other) {
  for (int i = 0; i < 2; i++) set->bits[i] |= other.bits[i];
}
static inline ig_Quantities ig_without(ig_Quantities set, ig_Quantities other) {
  for (int i = 0; i < 2; i++) set.bits[i] &= ~other.bits[i];
  return set;
}
static inline bool ig_empty(ig_Quantities set) { return !(set.bits[0] | set.bits[1]); }

// the lowest one is taken out of the set; -1: it is empty
static inline int ig_take_one(ig_Quantities* set) {
  for (int i = 0; i < 2; i++) {
    if (!set->bits[i]) continue;
    int q = 64 * i + __builtin_ctzll(set->bits[i]);
    set->bits[i] &= set->bits[i] - 1;
    return q;
  }
  return -1;
}

// by the name of the array, -1: there is none of that name
int ig_quantity(const char* name);

#endif  // INGOT_BATCH_QUANTITY_H_
