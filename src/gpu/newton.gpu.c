// SPDX-License-Identifier: Apache-2.0
// Newton's method for worlds of up to 32 dofs, whose cones are pyramids: a warp has a world, and a dof or a row of it in each of its
// threads. The same problem, the same decisions and the same order of every sum as in solve/primal.lane.c, hence the same bits;
// written for what such a warp can do: what belongs to a dof stays in registers, near memory has the factor, J and a few numbers
// per row, and the code is small enough for the cache of instructions.
//
// Names: `lane` is this thread, and a dof. A chunk is four dofs, a tile four by four numbers of H or U, see solve/factor.h; a
// group is four threads. Sums over rows and dofs have four parts, see solve/pack.h: a group makes one. Zeros that are added
// where the CPU leaves them out change nothing: no sum that starts at zero becomes negative zero.
#include <math.h>

#include "gpu/kernel.h"
#include "gpu/newton.h"
#include "lane/crew.h"
#include "solve/line_control.h"
#include "solve/pack.h"
#include "solve/rows.h"

#ifdef IG_GPU_HOST
#define NEAR
#else
#define NEAR __attribute__((address_space(3)))
#endif

typedef NEAR double* Numbers;

// what is known of a row beside its numbers: its chunks, and whether it is in its quadratic zone, and in H
enum { ROW_CHUNKS = 0xff, ROW_ON = 0x100, ROW_IN_H = 0x200 };

typedef struct {
  const mjModel* m;
  ig_Data* d;
  int lane, part, group;
  int nv, np, chunks, tiles;
  int count_e, count_f, count;  // equalities, friction losses, rows of the world
  int ne, nf, n;                // ends of the parts among the rows here, each padded to whole fours
  bool islands;
  double tolerance, scale;

  // near
  Numbers tile;     // U
  Numbers inverse;  // one over its diagonal
  Numbers scratch;  // four numbers per dof
  Numbers J;        // rows `stride` apart
  int stride;
  Numbers D, x, v;    // of the rows: stiffness, J qacc - aref, J search
  Numbers a, b, c;    // of the rows: their quadratics along a line; else force, cost, change of stiffness
  Numbers R, loss;    // of friction losses
  NEAR int* mark;     // of the rows
  NEAR uint16_t* list;  // tiles: i in the high byte, j in the low one

  // far
  double* M;  // column `lane` of row j at [32 j + lane]
  double* H;  // tile after tile

  // of this dof
  double force_smooth, acc_smooth, acc, force, Ma, grad, search, Mv;
  uint32_t pattern;  // of row `lane` of tiles: those of U
  uint32_t touched;  // chunks that rows have changed since the start
} World;

// What was computed of the thread's place and the sizes is computed anew from here on: the compiler would keep all of it in registers
// through all iterations, so many that few worlds could be in work at the same time.
IG_INLINE void forget(World* w) {
#ifndef IG_GPU_HOST
  __asm__ volatile("" : "+r"(w->lane), "+r"(w->part), "+r"(w->group), "+r"(w->np), "+r"(w->chunks), "+r"(w->n), "+r"(w->stride));
  __asm__ volatile("" : "+r"(w->tile), "+r"(w->scratch), "+r"(w->J), "+l"(w->M), "+l"(w->H), "+r"(w->pattern));
#endif
}

// ------------------------------------------------ places

IG_INLINE int triangle(int i) { return i * (i + 1) / 2; }
IG_INLINE int tile_at(int i, int j) { return IG_NEWTON_TILE * (triangle(i) + j); }

// the world's row at a place; -1: it pads
IG_INLINE int row_at(const World* w, int r) {
  if (r < w->ne) return r < w->count_e ? r : -1;
  if (r < w->nf) return r - w->ne < w->count_f ? w->count_e + r - w->ne : -1;
  int row = w->count_e + w->count_f + r - w->nf;
  return row < w->count ? row : -1;
}

#define EACH_ROW(r) for (int r = w->lane; r < w->n; r += 32)

IG_INLINE void lay(World* w, NEAR char* near) {
  Numbers at = (Numbers)near;
  int n = w->n, friction = w->nf - w->ne;
#define TAKE(array, numbers) (w->array = at, at += (numbers))
  TAKE(tile, IG_NEWTON_TILE * w->tiles);
  TAKE(scratch, IG_NEWTON_SCRATCH(w->np));
  TAKE(inverse, w->np);
  TAKE(D, n);
  TAKE(x, n);
  TAKE(v, n);
  TAKE(a, n);
  TAKE(b, n);
  TAKE(c, n);
  TAKE(R, friction);
  TAKE(loss, friction);
  TAKE(J, n * w->stride);
#undef TAKE
  w->mark = (NEAR int*)at;
  w->list = (NEAR uint16_t*)(w->mark + n);
}

// ------------------------------------------------ sums

// a vector of dofs for all to read; who wants to read or write has met the others
IG_INLINE void show(const World* w, Numbers to, double mine) {
  if (w->lane < w->np) to[w->lane] = mine;
}

// the sum of products that each of four vectors in scratch has; group k has that of vector k mod 4, and the others have to ask it
IG_INLINE double sum_of_dofs(const World* w) {
  ig_Sum sum = ig_sum_zero();
  Numbers from = w->scratch + (w->group & 3) * w->np + w->part;
  for (int i = 0; i < w->np; i += 4) sum.part[0] += from[i];
  return ig_sum_total(&sum);
}

IG_INLINE double sum_of_rows(const World* w, Numbers from) {
  ig_Sum sum = ig_sum_zero();
  for (int r = w->part; r < w->n; r += 16) {
    double more[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) more[k] = r + 4 * k < w->n ? from[r + 4 * k] : 0;
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) sum.part[0] += more[k];
  }
  return ig_sum_total(&sum);
}

// from the first dof to the last
IG_INLINE double sum_in_order(const World* w, Numbers from) {
  double sum = 0;
  for (int i = 0; i < w->np; i += 4) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) sum += from[i + k];
  }
  return sum;
}

// ------------------------------------------------ products

// of a row of J with a vector
IG_INLINE double row_times(const World* w, int r, Numbers vector) {
  double sum = 0;
  Numbers J = w->J + r * w->stride;
  for (int i = 0; i < w->np; i += 4) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) sum += J[i + k] * vector[i + k];
  }
  return sum;
}

// of this dof's column of J with a number of each row
IG_INLINE double column_times(const World* w, Numbers number) {
  double sum = 0;
  if (w->lane >= w->np) return 0;
  Numbers J = w->J + w->lane;
  for (int r = 0; r < w->n; r += 4) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) sum += J[(r + k) * w->stride] * number[r + k];
  }
  return sum;
}

// of this dof's row of M with a vector
IG_INLINE double inertia_times(const World* w, Numbers vector) {
  double sum = 0;
  const double* M = w->M + w->lane;
  for (int j = 0; j < w->np; j += 4) {
    double entry[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) entry[k] = M[32 * (j + k)];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) sum += entry[k] * vector[j + k];
  }
  return sum;
}

// ------------------------------------------------ the world's numbers

IG_INLINE void fill_rows(const World* w) {
  const ig_Data* d = w->d;
  EACH_ROW(r) {
    int row = row_at(w, r);
    bool some = row >= 0;
    w->D[r] = some ? (double)d->efc_D[row] : 0;
    w->mark[r] = some ? (int)(uint32_t)d->efc_J_chunks[row] : 0;
    if (r < w->ne || r >= w->nf) continue;
    w->R[r - w->ne] = some ? (double)d->efc_R[row] : 0;
    w->loss[r - w->ne] = some ? (double)d->efc_frictionloss[row] : 0;
  }
  ig_meet();
  for (int first = 0; first < w->n; first += 4) {
    double entry[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
      int row = row_at(w, first + k);
      bool some = w->lane < w->nv && w->mark[first + k] >> (w->lane / 4) & 1;
      entry[k] = some ? (double)d->efc_J[row * w->nv + w->lane] : 0;
    }
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
      if (w->lane < w->np) w->J[(first + k) * w->stride + w->lane] = entry[k];
    }
  }
}

// M, where U will be: dofs that pad have ones on the diagonal, which keeps them apart
IG_INLINE void fill_inertia(const World* w) {
  for (int k = w->lane; k < IG_NEWTON_TILE * w->tiles; k += 32) w->tile[k] = 0;
  ig_meet();
  int i = w->lane, own = tile_at(i / 4, 0) + 4 * (i % 4);
  if (i >= w->nv && i < w->np) w->tile[own + IG_NEWTON_TILE * (i / 4) + i % 4] = 1;
  if (i < w->nv) {
    int from = w->m->M_rowadr[i];
    uint32_t columns = (uint32_t)ig_gpu.M_columns[i] & ((2u << i) - 1);
    int last = from + __builtin_popcount(columns) - 1;
    for (; from <= last; from += 4) {
      double entry[4];
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) entry[k] = w->d->M[from + k <= last ? from + k : last];
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) {
        int j = columns ? __builtin_ctz(columns) : i;
        columns &= columns - 1;
        double value = entry[k] + 0.0;
        w->tile[own + IG_NEWTON_TILE * (j / 4) + j % 4] = value;
        if (j / 4 == i / 4) w->tile[tile_at(i / 4, i / 4) + 4 * (j % 4) + i % 4] = value;
      }
    }
  }
  ig_meet();
}

// M v in the order of ig_mul_mass: the diagonal, the dofs that carry this one from the nearest on, then those that it carries
IG_INLINE double mul_mass(const World* w, Numbers v) {
  int i = w->lane, own = tile_at(i / 4, 0) + 4 * (i % 4);
  if (i >= w->nv) return 0;
  uint32_t columns = (uint32_t)ig_gpu.M_columns[i];
  double sum = w->tile[own + IG_NEWTON_TILE * (i / 4) + i % 4] * v[i];
  for (int c = i / 4; c >= 0; c--) {
#pragma GCC unroll 4
    for (int k = 3; k >= 0; k--) {
      int j = 4 * c + k;
      if (j < i && columns >> j & 1) sum += w->tile[own + IG_NEWTON_TILE * c + k] * v[j];
    }
  }
  for (int c = i / 4; c < w->chunks; c++) {
    int at = tile_at(c, i / 4) + i % 4;
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
      int j = 4 * c + k;
      if (j > i && columns >> j & 1) sum += w->tile[at + 4 * k] * v[j];
    }
  }
  return sum;
}

// M to where it stays
IG_INLINE void send_inertia(const World* w) {
  int i = w->lane, own = tile_at(i / 4, 0) + 4 * (i % 4);
  for (int c = 0; c < w->chunks; c++) {
    bool below = c <= i / 4;
    int at = below ? own + IG_NEWTON_TILE * c : tile_at(c, i / 4) + i % 4, step = below ? 1 : 4;
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
      double entry = i < w->np ? w->tile[at + step * k] : 0;
      w->M[32 * (4 * c + k) + i] = entry;
    }
  }
}

// ------------------------------------------------ costs of the rows

typedef struct {
  double cost, force;
  int state;
} Zone;

// see solve/cost.lane.c
IG_INLINE Zone zone_of(const World* w, int r, double x) {
  double D = w->D[r];
  Zone z = {0.5 * D * x * x, -D * x, IG_QUADRATIC};
  if (r >= w->nf) {
    if (x >= 0) return (Zone){0, 0, IG_SATISFIED};
  } else if (r >= w->ne) {
    double R = w->R[r - w->ne], loss = w->loss[r - w->ne], bound = R * loss, base = -0.5 * R * loss * loss, line = loss * x;
    if (x <= -bound) return (Zone){base - line, loss, IG_LINEAR_NEG};
    if (x >= bound) return (Zone){base + line, -loss, IG_LINEAR_POS};
  }
  return z;
}

// forces and costs into a and b, zones into the marks
IG_INLINE void rows_at_present(const World* w) {
  EACH_ROW(r) {
    Zone z = zone_of(w, r, w->x[r]);
    w->a[r] = z.force;
    w->b[r] = z.cost;
    int mark = w->mark[r] & ~ROW_ON;
    w->mark[r] = mark | (z.state == IG_QUADRATIC && w->D[r] != 0 ? ROW_ON : 0);
  }
}

// ------------------------------------------------ where to start

// from the acceleration of the last step where that costs less than starting without constraints
IG_INLINE void choose_start(World* w) {
  ig_Data* d = w->d;
  bool cold = w->m->opt.disableflags & mjDSBL_WARMSTART, own = w->lane < w->nv;
  double warm = own && !cold ? (double)d->qacc_warmstart[w->lane] : 0;
  double cost[2] = {0, 0};
  // without constraints first: x there goes to v
  for (int pass = 0; pass < (cold ? 1 : 2); pass++) {
    show(w, w->scratch, pass ? warm : w->acc_smooth);
    ig_meet();
    EACH_ROW(r) {
      int row = row_at(w, r);
      double x = row_times(w, r, w->scratch) - (row < 0 ? 0 : (double)d->efc_aref[row]);
      Zone z = zone_of(w, r, x);
      w->b[r] = z.cost;
      if (pass) {
        w->x[r] = x;
        continue;
      }
      w->v[r] = x;
      if (row < 0) continue;
      d->efc_b[row] = x;
      d->efc_state[row] = cold ? 0 : z.state;
      if (cold) d->efc_force[row] = 0;
    }
    ig_meet();
    double sum = sum_of_rows(w, w->b);
    if (pass) {
      double Ma = mul_mass(w, w->scratch);
      ig_meet();
      show(w, w->scratch, 0.5 * (Ma - w->force_smooth) * (warm - w->acc_smooth));
      ig_meet();
      sum += sum_in_order(w, w->scratch);
    }
    cost[pass] = sum;
    ig_meet();
  }
  bool smooth = cold || cost[0] < cost[1];
  w->acc = smooth ? w->acc_smooth : warm;
  EACH_ROW(r) w->x[r] = smooth ? w->v[r] : w->x[r];
}

// makes costs comparable: of the model, or of the world as an island
IG_INLINE double scale_of(const World* w) {
  double inertia = 0;
  if (!w->islands) return 1 / (ig_mean_inertia(w->m, w->d, 0) * (w->nv > 1 ? (double)w->nv : 1));
  int i = w->lane;
  show(w, w->scratch, i < w->nv ? w->tile[tile_at(i / 4, i / 4) + 4 * (i % 4) + i % 4] : 0);
  ig_meet();
  inertia = sum_in_order(w, w->scratch);
  ig_meet();
  return 1 / inertia;
}

// ------------------------------------------------ the Hessian

// tiles of U: those of M, and where the chunks of a row meet, closed under elimination
IG_INLINE uint32_t find_pattern(const World* w) {
  int i = w->lane;
  uint32_t upto = i < w->chunks ? (2u << i) - 1 : 0, bits = i < w->chunks ? ig_gpu.M_chunks[i] | 1u << i : 0;
  for (int r = 0; r < w->n; r++) {
    uint32_t chunks = (uint32_t)w->mark[r] & ROW_CHUNKS;
    bits |= chunks >> (i & 31) & 1 ? chunks : 0;
  }
  bits &= upto;
  for (int k = w->chunks - 1; k > 0; k--) {
    uint32_t row = ig_bits_of_mate(bits, k);
    if (i < k && row >> i & 1) bits |= row & upto;
  }
  return bits;
}

// Terms that rows add to H or take away, since their zones changed or H starts anew from M, in the order of the rows; then U is H in
// the rows of tiles that the factor will make anew. Returns these; none: U is as it was.
IG_INLINE uint32_t update_hessian(World* w, bool first) {
  int active = 0, changed = 0;
  EACH_ROW(r) {
    int mark = w->mark[r];
    active += (mark & ROW_ON) != 0;
    changed += ((mark & ROW_ON) != 0) != ((mark & ROW_IN_H) != 0);
  }
  active = (int)ig_total((unsigned)active);
  changed = (int)ig_total((unsigned)changed);
  bool anew = first || active < changed;
  if (!first && !changed) return 0;
  uint32_t chunks = 0;
  EACH_ROW(r) {
    int mark = w->mark[r];
    bool on = mark & ROW_ON, in = !anew && mark & ROW_IN_H;
    w->c[r] = on == in ? 0 : on ? w->D[r] : -w->D[r];
    w->mark[r] = (mark & ~ROW_IN_H) | (on ? ROW_IN_H : 0);
    if (on != in) chunks |= (uint32_t)mark & ROW_CHUNKS;
  }
  chunks = ig_unite(chunks);
  uint32_t dirty = first ? ~0u : anew ? chunks | w->touched : chunks;
  w->touched |= chunks;
  ig_meet();
  for (int k = w->chunks - 1; k >= 0; k--) dirty |= dirty >> k & 1 ? ig_bits_of_mate(w->pattern, k) : 0;
  for (int t = w->lane; t < w->tiles; t += 32) {
    int i = w->list[t] >> 8, j = w->list[t] & 255;
    double sum[4][4];
    const double* from = anew ? w->M + 32 * 4 * i + 4 * j : w->H + 16 * t;
    int step = anew ? 32 : 4;
#pragma GCC unroll 4
    for (int p = 0; p < 4; p++) {
#pragma GCC unroll 4
      for (int q = 0; q < 4; q++) sum[p][q] = from[step * p + q];
    }
    for (int r = 0; r < w->n; r++) {
      double change = w->c[r], scaled[4];
      if (change == 0) continue;
      Numbers J = w->J + r * w->stride;
#pragma GCC unroll 4
      for (int p = 0; p < 4; p++) scaled[p] = J[4 * i + p] * change;
#pragma GCC unroll 4
      for (int q = 0; q < 4; q++) {
        double other = J[4 * j + q];
#pragma GCC unroll 4
        for (int p = 0; p < 4; p++) sum[p][q] += scaled[p] * other;
      }
    }
    Numbers to = w->tile + IG_NEWTON_TILE * t;
#pragma GCC unroll 4
    for (int p = 0; p < 4; p++) {
#pragma GCC unroll 4
      for (int q = 0; q < 4; q++) {
        w->H[16 * t + 4 * p + q] = sum[p][q];
        if (dirty >> i & 1) to[4 * p + q] = sum[p][q];
      }
    }
  }
  ig_meet();
  return dirty;
}

// a tile on the diagonal among itself, by every thread; see solve/factor.lane.c
IG_INLINE void factor_diagonal(double whole[4][4], double over[4], double scale[4][4]) {
#pragma GCC unroll 4
  for (int k = 3; k >= 0; k--) {
    double pivot = whole[k][k] < mjMINVAL ? mjMINVAL : whole[k][k];
    whole[k][k] = pivot;
    over[k] = 1 / pivot;
#pragma GCC unroll 4
    for (int i = 0; i < k; i++) {
      scale[k][i] = whole[k][i] * over[k];
#pragma GCC unroll 4
      for (int j = 0; j <= i; j++) whole[i][j] -= scale[k][i] * whole[k][j];
    }
  }
}

// U from H in its place, in the rows of tiles that are dirty. When a chunk's rows are known, their products are taken from all rows
// before them at once: from each entry the same products in the same order as on a CPU. A thread has a column of a tile.
IG_INLINE void factor(const World* w, uint32_t dirty) {
  for (int chunk = w->chunks - 1; chunk >= 0; chunk--) {
    bool changed = dirty >> chunk & 1;
    uint32_t left = ig_bits_of_mate(w->pattern, chunk) & ((1u << chunk) - 1);
    if (!changed && !(left & dirty)) continue;
    double whole[4][4], scale[4][4], over[4];
    Numbers diagonal = w->tile + tile_at(chunk, chunk), inverse = w->inverse + 4 * chunk;
    if (changed) {
#pragma GCC unroll 4
      for (int i = 0; i < 4; i++) {
#pragma GCC unroll 4
        for (int j = 0; j <= i; j++) whole[i][j] = diagonal[4 * i + j];
      }
      factor_diagonal(whole, over, scale);
    } else {
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) over[k] = inverse[k];
    }
    // the tiles to its left: a group each
    if (left >> w->group & 1) {
      Numbers tile = w->tile + tile_at(chunk, w->group) + w->part, scaled = w->scratch + 16 * w->group + 4 * w->part;
      double t[4];
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) t[k] = tile[4 * k];
      if (changed) {
#pragma GCC unroll 4
        for (int k = 3; k > 0; k--) {
#pragma GCC unroll 4
          for (int i = k - 1; i >= 0; i--) t[i] -= scale[k][i] * t[k];
        }
#pragma GCC unroll 4
        for (int k = 0; k < 3; k++) tile[4 * k] = t[k];
      }
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) scaled[k] = t[k] * over[k];
    }
    ig_meet();
    if (changed && w->group == 0) {
#pragma GCC unroll 4
      for (int i = 0; i < 4; i++) {
#pragma GCC unroll 4
        for (int j = 0; j <= i; j++) {
          if (w->part == j) diagonal[4 * i + j] = whole[i][j];
        }
        if (w->part == i) inverse[i] = over[i];
      }
    }
    for (int at = w->group; at < triangle(chunk); at += 8) {
      int i = w->list[at] >> 8, j = w->list[at] & 255;
      if (!(left & dirty & 1u << i && left & 1u << j)) continue;
      Numbers tile = w->tile + IG_NEWTON_TILE * at + w->part, row = w->tile + tile_at(chunk, j) + w->part;
      Numbers scaled = w->scratch + 16 * i;
      double t[4];
#pragma GCC unroll 4
      for (int r = 0; r < 4; r++) t[r] = tile[4 * r];
#pragma GCC unroll 4
      for (int k = 3; k >= 0; k--) {
        double u = row[4 * k];
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++) t[r] -= scaled[4 * r + k] * u;
      }
#pragma GCC unroll 4
      for (int r = 0; r < 4; r++) tile[4 * r] = t[r];
    }
    ig_meet();
  }
}

// H^-1 b, a dof in each thread
IG_INLINE double solve(const World* w, double b) {
  int i = w->lane;
  double x = b + 0.0, inverse = i < w->np ? w->inverse[i] : 0;
  // U^T D^-1 y = x, the last row first: what is known is taken from the rest
  Numbers column = w->tile + IG_NEWTON_TILE * (i / 4) + i % 4;
  for (int chunk = w->chunks - 1; chunk >= 0; chunk--) {
    double u[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) u[k] = i < 4 * chunk + k ? column[IG_NEWTON_TILE * triangle(chunk) + 4 * k] : 0;
#pragma GCC unroll 4
    for (int k = 3; k >= 0; k--) {
      double share = ig_of_mate(x * inverse, 4 * chunk + k);
      if (i < 4 * chunk + k) x -= u[k] * share;
    }
  }
  // U x = y, the first row first
  Numbers row = w->tile + tile_at(i / 4, 0) + 4 * (i % 4);
  double sum = 0;
  for (int chunk = 0; chunk < w->chunks; chunk++) {
    double u[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) u[k] = i > 4 * chunk + k && i < w->np ? row[IG_NEWTON_TILE * chunk + k] : 0;
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
      double known = ig_of_mate((x - sum) * inverse, 4 * chunk + k);
      if (i > 4 * chunk + k) sum += u[k] * known;
    }
  }
  return i < w->np ? (x - sum) * inverse : 0;
}

// ------------------------------------------------ the line search

// quadratics of the rows along the direction: value, slope and half the curvature at 0
IG_INLINE void prepare_line(const World* w) {
  EACH_ROW(r) {
    double D = w->D[r], x = w->x[r], v = row_times(w, r, w->scratch), Dx = D * x;
    w->v[r] = v;
    w->a[r] = 0.5 * (x * Dx);
    w->b[r] = v * Dx;
    w->c[r] = 0.5 * (v * D * v);
  }
}

// what a friction loss adds outside of its quadratic, to the sum `which`
IG_INLINE double friction_line(const World* w, int r, int which, double sign) {
  double loss = w->loss[r - w->ne], bound = w->R[r - w->ne] * loss;
  if (which == 0) return loss * (-0.5 * bound + sign * w->x[r]);
  return which == 1 ? sign * loss * w->v[r] : 0;
}

// groups 0, 1 and 2 have one of the three sums each; see solve/line_search.lane.c
IG_INLINE ig_Point evaluate(const World* w, const double gauss[3], double alpha) {
  int which = w->group < 3 ? w->group : 2;
  Numbers quad = which == 0 ? w->a : which == 1 ? w->b : w->c;
  ig_Sum sum = ig_sum_zero();
  for (int r = w->part; r < w->ne; r += 4) sum.part[0] += quad[r];
  for (int r = w->ne + w->part; r < w->nf; r += 4) {
    double x = w->x[r] + alpha * w->v[r], bound = w->R[r - w->ne] * w->loss[r - w->ne];
    bool inside = -bound < x && x < bound;
    sum.part[0] += inside ? quad[r] : friction_line(w, r, which, x <= -bound ? -1 : 1);
  }
  for (int r = w->nf + w->part; r < w->n; r += 16) {
    double more[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
      more[k] = 0;
      if (r + 4 * k >= w->n) continue;
      double x = w->x[r + 4 * k] + alpha * w->v[r + 4 * k], q = quad[r + 4 * k];
      more[k] = x < 0 ? q : 0;
    }
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) sum.part[0] += more[k];
  }
  double mine = (which == 0 ? gauss[0] : which == 1 ? gauss[1] : gauss[2]) + ig_sum_total(&sum);
  double total[3] = {ig_of_mate(mine, 0), ig_of_mate(mine, 4), ig_of_mate(mine, 8)}, zero = 0;
  ig_Point point = {alpha, zero + (alpha * alpha * total[2] + alpha * total[1] + total[0]), zero + (2 * alpha * total[2] + total[1]),
                    zero + 2 * total[2]};
  return point;
}

typedef struct {
  double alpha;  // 0: no improvement
  bool flat;     // the cost did not curve upwards somewhere on the way
} Line;

// The first thread decides, the others are told. What it knows lies in the scratch.
IG_INLINE Line search_line(const World* w, const double gauss[3], double tolerance) {
  Line line = {0, false};
  double alpha = 0;
  ig_LineControl* control = (ig_LineControl*)(NEAR ig_LineControl*)w->scratch;
  IG_ALONE {
    control->phase = IG_AT_START;
    control->evaluations = 0;
    control->limit = w->m->opt.ls_iterations;
    control->tolerance = tolerance;
    control->ask = control->alpha = 0;
  }
  for (bool more = true; more;) {
    ig_Point point = evaluate(w, gauss, alpha);
    if (point.curvature <= 0) {
      line.flat = true;
      point.curvature = mjMINVAL;
    }
    IG_ALONE {
      more = ig_line_advance(control, &point);
      alpha = more ? control->ask : control->alpha;
    }
    more = ig_bits_of_mate(more, 0);
    alpha = ig_of_mate(alpha, 0);
  }
  line.alpha = alpha;
  return line;
}

// ------------------------------------------------ all of it

IG_INLINE void send_home(const World* w) {
  ig_Data* d = w->d;
  if (w->lane < w->nv) {
    d->qacc[w->lane] = w->acc;
    d->qfrc_constraint[w->lane] = w->force;
  }
  EACH_ROW(r) {
    int row = row_at(w, r);
    if (row < 0) continue;
    Zone z = zone_of(w, r, w->x[r]);
    d->efc_force[row] = z.force;
    if (!w->islands) d->efc_state[row] = z.state;
  }
}

IG_INLINE void iterate(World* w) {
  const mjOption* opt = &w->m->opt;
  double cost = 0, gauss = 0;
  int made = 0;
  bool flat = false;
  for (int iteration = -1;; iteration++) {
    double old_cost = cost;
    forget(w);
    if (iteration < 0) {
      show(w, w->scratch, w->acc);
      ig_meet();
      w->Ma = inertia_times(w, w->scratch);
    } else {
      // along the direction the Gauss term is a parabola, and each row a parabola in pieces
      show(w, w->scratch, w->search);
      ig_meet();
      w->Mv = inertia_times(w, w->scratch);
      forget(w);
      prepare_line(w);
      ig_meet();
      forget(w);
      show(w, w->scratch, w->search * w->search);
      show(w, w->scratch + w->np, w->search * w->Ma);
      show(w, w->scratch + 2 * w->np, w->force_smooth * w->search);
      show(w, w->scratch + 3 * w->np, w->search * w->Mv);
      ig_meet();
      double mine = sum_of_dofs(w), length = ig_sqrt(ig_of_mate(mine, 0));
      double line_gauss[3] = {gauss, ig_of_mate(mine, 4) - ig_of_mate(mine, 8), 0.5 * ig_of_mate(mine, 12)};
      Line line = {0, false};
      ig_meet();
      if (!(length < mjMINVAL)) line = search_line(w, line_gauss, opt->tolerance * opt->ls_tolerance * length / w->scale);
      flat |= line.flat;
      if (line.alpha == 0) break;
      w->acc += w->search * line.alpha;
      w->Ma += w->Mv * line.alpha;
      EACH_ROW(r) w->x[r] += w->v[r] * line.alpha;
    }
    forget(w);
    rows_at_present(w);
    ig_meet();
    cost = sum_of_rows(w, w->b);
    w->force = column_times(w, w->a);
    double force = w->Ma - w->force_smooth;
    w->grad = w->Ma - w->force_smooth - w->force;
    show(w, w->scratch, 0.5 * force * (w->acc - w->acc_smooth));
    show(w, w->scratch + w->np, w->grad * w->grad);
    show(w, w->scratch + 2 * w->np, 0);
    show(w, w->scratch + 3 * w->np, 0);
    ig_meet();
    double mine = sum_of_dofs(w);
    gauss = ig_of_mate(mine, 0);
    cost += gauss;
    ig_meet();
    if (iteration < 0 && opt->iterations <= 0) break;
    if (iteration >= 0) {
      double improvement = w->scale * (old_cost - cost), gradient = w->scale * ig_sqrt(ig_of_mate(mine, 4));
      made = iteration + 1;
      if (improvement < opt->tolerance || gradient < opt->tolerance || iteration + 1 >= opt->iterations) break;
    }
    forget(w);
    uint32_t dirty = update_hessian(w, iteration < 0);
    forget(w);
    if (dirty) factor(w, dirty);
    forget(w);
    w->search = -solve(w, w->grad);
  }
  IG_ALONE w->d->niter = made;
  if (flat) w->d->flat = 1;
}

// false: the world has more rows than near memory has room for
IG_APART static bool solve_world(const mjModel* m, ig_Data* d, char* near, int room) {
  World world, *w = &world;
  w->m = m;
  w->d = d;
  w->lane = ig_mate();
  w->part = w->lane % 4;
  w->group = w->lane / 4;
  w->nv = (int)m->nv;
  w->np = ig_fours(w->nv);
  w->chunks = w->np / 4;
  w->tiles = triangle(w->chunks);
  w->stride = IG_NEWTON_STRIDE(w->np);
  w->islands = !(m->opt.disableflags & mjDSBL_ISLAND);
  w->count = ig_ints_lane(d->ragged.count.nefc, 0);
  bool own = w->lane < w->nv;
  if (!w->count) {
    IG_ALONE d->niter = 0;
    if (own) d->qfrc_constraint[w->lane] = 0;
    if (own) d->qacc[w->lane] = d->qacc_smooth[w->lane];
    return true;
  }
  w->count_e = ig_ints_lane(d->ragged.count.ne, 0);
  w->count_f = ig_ints_lane(d->ragged.count.nf, 0);
  w->ne = ig_fours(w->count_e);
  w->nf = w->ne + ig_fours(w->count_f);
  w->n = w->nf + ig_fours(w->count - w->count_e - w->count_f);
  if (ig_newton_bytes(w->nv, w->n, w->nf - w->ne) > room) return false;
  size_t far = sizeof(double) * (size_t)(32 * w->np + 16 * w->tiles);
  if (IG_ROW * far > d->ragged.solve_room) {
    d->ragged.want_solve = IG_ROW * far;
    d->leaves = true;
    return true;
  }
  lay(w, (NEAR char*)near);
  w->M = (double*)ig_private(d->ragged.solve, d->ragged.solve_room / IG_ROW);
  w->H = w->M + 32 * w->np;
  w->force_smooth = own ? (double)d->qfrc_smooth[w->lane] : 0;
  w->acc_smooth = own ? (double)d->qacc_smooth[w->lane] : 0;
  w->touched = 0;
  for (int i = w->lane; i < w->chunks; i += 32) {
    for (int j = 0; j <= i; j++) w->list[triangle(i) + j] = (uint16_t)(i << 8 | j);
  }
  fill_rows(w);
  fill_inertia(w);
  send_inertia(w);
  w->scale = scale_of(w);
  w->pattern = find_pattern(w);
  choose_start(w);
  ig_meet();
  iterate(w);
  send_home(w);
  return true;
}

CREW_KERNEL(solve_newton) {
  if (!d->active) return;
  d->large = !solve_world(model(), d, near, call.near);
  drop_leaving(d);
}

// with more near memory, those that were too large; width 1 has what is larger still
CREW_REST_KERNEL(solve_newton_rest) {
  if (!solve_world(model(), d, near, call.near)) d->leaves = true;
  drop_leaving(d);
}
