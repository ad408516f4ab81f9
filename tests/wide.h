// SPDX-License-Identifier: Apache-2.0
// Lanes in tests: all widths that can run here, base builds included where there are any, and a lane against a world of its own.
#ifndef INGOT_TESTS_WIDE_H_
#define INGOT_TESTS_WIDE_H_

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "step/width.h"

// widths 4 and 8 in turn; NULL past the last
#ifdef IG_BASE_WIDTHS
extern const ig_Width ig_width_table_w4_base, ig_width_table_w8_base;
static inline const ig_Width* ig_test_width(int i) {
  return i == 0 ? &ig_width_table_w4_base : i == 1 ? &ig_width_table_w8_base : ig_width(i - 2);
}
#else
static inline const ig_Width* ig_test_width(int i) { return ig_width(i); }
#endif

static inline double* ig_test_numbers(const mjData* d, int q) {
  static const size_t offsets[] = {
#define X(type, name, rows, columns) offsetof(mjData, name),
      MJDATA_POINTERS
#undef X
  };
  if (q == IG_Q_time) return (double*)&d->time;
  if (q == IG_Q_energy) return (double*)d->energy;
  return *(double**)((char*)d + offsets[q]);
}

// the state of a world into a lane
static inline void ig_test_load(const ig_Width* w, const mjModel* m, void* lanes, int lane, const mjData* d) {
  for (int q = 0; q < IG_NQ; q++) {
    int n;
    double* to = w->numbers(m, lanes, q, &n);
    const double* from = to ? ig_test_numbers(d, q) : NULL;
    for (int i = 0; to && i < n; i++) to[w->width * i + lane] = from[i];
  }
  memcpy(w->world(lanes, lane)->eq_active, d->eq_active, (size_t)m->neq);
}

static inline bool ig_test_same(double a, double b) { return (a != a && b != b) || !memcmp(&a, &b, sizeof a); }

// numbers of the tendons' path points; what lies behind them is not used
static inline int ig_test_path_numbers(const mjModel* m, const mjData* d) {
  int points = 0;
  for (int i = 0; i < m->ntendon; i++) points += d->ten_wrapnum[i];
  return 3 * points;
}

// the first quantity in which a lane differs from a world, -1: none; those that the lanes did not compute are left out
static inline int ig_test_difference(const ig_Width* w, const mjModel* m, void* lanes, int lane, const mjData* d) {
  for (int q = 0; q < IG_NQ; q++) {
    int n;
    double* ours = w->numbers(m, lanes, q, &n);
    if (!ours) continue;
    w->bring(m, lanes, q);
    const double* theirs = ig_test_numbers(d, q);
    if (q == IG_Q_wrap_xpos) n = ig_test_path_numbers(m, d);
    for (int i = 0; i < n; i++) {
      if (!ig_test_same(ours[w->width * i + lane], theirs[i])) return q;
    }
  }
  return -1;
}

static inline const char* ig_test_quantity(int q) {
  static const char* const names[] = {
#define X(type, name, rows, columns) #name,
      MJDATA_POINTERS
#undef X
  };
  return q == IG_Q_time ? "time" : q == IG_Q_energy ? "energy" : names[q];
}

#endif  // INGOT_TESTS_WIDE_H_
