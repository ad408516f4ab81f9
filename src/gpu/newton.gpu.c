// SPDX-License-Identifier: Apache-2.0
// Newton's method for worlds of up to 32 dofs, whose cones are pyramids: a warp has a world, and a dof or a row of it in each of
// its threads. The same problem, the same decisions and the same order of every sum as in solve/primal.lane.c, hence the same
// bits; written for what such a warp can do: what belongs to a dof stays in registers, near memory has the factor, J and a few
// numbers per row, and the code is small enough for the cache of instructions.
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
#include "solve/pivot.h"
#include "solve/rows.h"
#include "solve/zone.h"

#ifdef IG_GPU_HOST
#define NEAR
#else
#define NEAR __attribute__((address_space(3)))
#endif

typedef NEAR num* Numbers;

// two neighbours, which memory gives at once
typedef num Two __attribute__((vector_size(16)));
typedef NEAR Two* Twos;

// What is known of a row beside its numbers: its chunks, whether it is in its quadratic zone, and in H, and which chunk of J its
// first is: those that are zero have no place there.
enum { ROW_CHUNKS = 0xff, ROW_ON = 0x100, ROW_IN_H = 0x200, ROW_FIRST = 16 };

typedef struct {
  const mjModel* m;
  ig_Data* d;
  int lane;
  int nv, np;
  int ne, nf, n;  // ends of the parts among the rows here, each padded to whole fours
  int pads;       // how many rows each part is padded with, two bits each
  num scale;

  // near
  Numbers tile;     // U
  Numbers scratch;  // four numbers per dof
  Numbers rows;     // six of each row, see ROW_NUMBERS; then R and loss of friction losses
  Numbers J;        // chunk after chunk
  NEAR int* mark;   // of the rows

  // far
  num* M;  // column `lane` of row j at [32 j + lane]; then H, tile after tile

  // of this dof
  num force_smooth, acc_smooth, acc, force, Ma, grad, search, Mv;
  uint32_t pattern;  // of row `lane` of tiles: those of U
  uint32_t touched;  // chunks that rows have changed since the start
  uint32_t lost;     // rows of U whose pivot is lost
} World;

// Recompute these indices: keeping them live costs registers and occupancy.
IG_INLINE void forget(World* w) {
#ifndef IG_GPU_HOST
  __asm__ volatile("" : "+r"(w->lane), "+r"(w->np), "+r"(w->n), "+r"(w->ne), "+r"(w->nf), "+r"(w->pattern));
  __asm__ volatile("" : "+r"(w->tile), "+r"(w->scratch), "+r"(w->rows), "+r"(w->J), "+r"(w->mark), "+l"(w->M));
#endif
}

// ------------------------------------------------ places

IG_INLINE int triangle(int i) { return i * (i + 1) / 2; }
IG_INLINE int tile_at(int i, int j) { return IG_NEWTON_TILE * (triangle(i) + j); }

IG_INLINE int part_of(const World* w) { return w->lane % 4; }
IG_INLINE int group_of(const World* w) { return w->lane / 4; }
IG_INLINE int chunks_of(const World* w) { return w->np / 4; }
IG_INLINE int tiles_of(const World* w) { return triangle(w->np / 4); }

// numbers of the rows: stiffness, J qacc - aref, J search; then their quadratics along a line, or else force, cost, change of
// stiffness
#define ROW_NUMBERS X(D, 0) X(x, 1) X(v, 2) X(a, 3) X(b, 4) X(c, 5)
#define X(name, k) \
  IG_INLINE Numbers name##_of(const World* w) { return w->rows + (k)*w->n; }
ROW_NUMBERS
#undef X
// of friction losses, by row
IG_INLINE Numbers R_of(const World* w) { return w->rows + 6 * w->n - w->ne; }
IG_INLINE Numbers loss_of(const World* w) { return w->rows + 6 * w->n + w->nf - 2 * w->ne; }

// one over the diagonal of U
IG_INLINE Numbers inverse_of(const World* w) { return w->scratch - w->np; }
// rows that change H; tiles, i in the high byte of a number and j in the low one
IG_INLINE NEAR uint16_t* terms_of(const World* w) { return (NEAR uint16_t*)(w->mark + w->n); }
IG_INLINE NEAR uint16_t* list_of(const World* w) { return (NEAR uint16_t*)(w->mark + w->n) + w->n; }
IG_INLINE num* H_of(const World* w) { return w->M + 32 * w->np; }
IG_INLINE uint32_t columns_of(int i) { return (uint32_t)ig_gpu.M_columns[i][0]; }  // that row i of M has
IG_INLINE bool islands_of(const World* w) { return !(w->m->opt.disableflags & mjDSBL_ISLAND); }

// the world's row at a place; -1: it pads
IG_INLINE int row_at(const World* w, int r) {
  int pads = w->pads;
  if (r < w->ne) return r < w->ne - (pads & 3) ? r : -1;
  if (r < w->nf) return r < w->nf - (pads >> 2 & 3) ? r - (pads & 3) : -1;
  return r < w->n - (pads >> 4) ? r - (pads & 3) - (pads >> 2 & 3) : -1;
}

#define EACH_ROW(r) for (int r = w->lane; r < w->n; r += 32)

// where chunk c of a row's J lies
IG_INLINE int chunk_at(int mark, int c) {
  return 4 * ((mark >> ROW_FIRST) + __builtin_popcount((uint32_t)mark & ((1u << c) - 1)));
}

IG_INLINE void lay(World* w, NEAR char* near) {
  w->tile = (Numbers)near;
  w->scratch = w->tile + IG_NEWTON_TILE * tiles_of(w) + w->np;
  w->rows = w->scratch + IG_NEWTON_SCRATCH(w->np);
  w->mark = (NEAR int*)(w->rows + 6 * w->n + 2 * (w->nf - w->ne));
  w->J = (Numbers)near + ig_newton_bytes(w->nv, w->n, w->nf - w->ne, 0) / 8;
}

// ------------------------------------------------ sums

// a vector of dofs for all to read; members synchronise before they read or write it
IG_INLINE void show(const World* w, Numbers to, num mine) {
  if (w->lane < w->np) to[w->lane] = mine;
}

// the sum of products that each of four vectors in scratch has; group k has that of vector k mod 4, and the others have to ask it
IG_INLINE num sum_of_dofs(const World* w) {
  ig_Sum sum = ig_sum_zero();
  Numbers from = w->scratch + (group_of(w) & 3) * w->np + part_of(w);
  num more[IG_NEWTON_DOFS / 4];
#pragma GCC unroll 8
  for (int k = 0; k < IG_NEWTON_DOFS / 4; k++) more[k] = 4 * k < w->np ? from[4 * k] : 0;
#pragma GCC unroll 8
  for (int k = 0; k < IG_NEWTON_DOFS / 4; k++) sum.part[0] += more[k];
  return ig_sum_total(&sum);
}

IG_INLINE num sum_of_rows(const World* w, Numbers from) {
  ig_Sum sum = ig_sum_zero();
  for (int r = part_of(w); r < w->n; r += 16) {
    num more[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) more[k] = r + 4 * k < w->n ? from[r + 4 * k] : 0;
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) sum.part[0] += more[k];
  }
  return ig_sum_total(&sum);
}

// from the first dof to the last
IG_INLINE num sum_in_order(const World* w, Numbers from) {
  num sum = 0;
  for (int i = 0; i < w->np; i += 4) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) sum += from[i + k];
  }
  return sum;
}

// ------------------------------------------------ products

// of a row of J with a vector
IG_INLINE num row_times(const World* w, int r, Numbers vector) {
  num sum = 0;
  int mark = w->mark[r];
  Twos J = (Twos)(w->J + 4 * (mark >> ROW_FIRST));
  for (uint32_t left = (uint32_t)mark & ROW_CHUNKS; left; left &= left - 1, J += 2) {
    Twos v = (Twos)(vector + 4 * __builtin_ctz(left));
    Two a = J[0], b = J[1], p = v[0], q = v[1];
    sum += a[0] * p[0];
    sum += a[1] * p[1];
    sum += b[0] * q[0];
    sum += b[1] * q[1];
  }
  return sum;
}

// of this dof's column of J with a number of each row
IG_INLINE num column_times(const World* w, Numbers number) {
  num sum = 0;
  int c = w->lane / 4;
  Numbers J = w->J + part_of(w);
  for (int r = 0; r < w->n; r += 4) {
    num entry[4], of_row[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
      int mark = w->mark[r + k];
      of_row[k] = number[r + k];
      entry[k] = mark >> c & 1 ? J[chunk_at(mark, c)] : 0;
    }
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) sum += entry[k] * of_row[k];
  }
  return sum;
}

// of this dof's row of M with a vector
IG_INLINE num inertia_times(const World* w, Numbers vector) {
  num sum = 0;
  const num* M = w->M + w->lane;
  // as many on their way at the same time as there are registers for
  enum { AT_ONCE = 8 };
  for (int j = 0; j < w->np; j += AT_ONCE) {
    num entry[AT_ONCE];
#pragma GCC unroll 8
    for (int k = 0; k < AT_ONCE; k++) entry[k] = j + (k & ~3) < w->np ? M[32 * (j + k)] : 0;
#pragma GCC unroll 8
    for (int k = 0; k < AT_ONCE; k++) sum += j + (k & ~3) < w->np ? entry[k] * vector[j + k] : 0;
  }
  return sum;
}

// ------------------------------------------------ the world's numbers

IG_INLINE void fill_rows(const World* w) {
  const ig_Data* d = w->d;
  EACH_ROW(r) {
    int row = row_at(w, r);
    bool some = row >= 0;
    D_of(w)[r] = some ? (num)d->efc_D[row] : 0;
    if (r < w->ne || r >= w->nf) continue;
    R_of(w)[r] = some ? (num)d->efc_R[row] : 0;
    loss_of(w)[r] = some ? (num)d->efc_frictionloss[row] : 0;
  }
  ig_meet();
  // a dof of a row in each thread, and some rows on their way at the same time
  enum { AT_ONCE = 8 };
  int c = w->lane / 4;
  for (int first = 0; first < w->n; first += AT_ONCE) {
    num entry[AT_ONCE];
    int at[AT_ONCE];
#pragma GCC unroll 8
    for (int k = 0; k < AT_ONCE; k++) {
      int r = first + k, mark = r < w->n ? w->mark[r] : 0;
      at[k] = mark >> c & 1 ? chunk_at(mark, c) : -1;
      entry[k] = at[k] >= 0 && w->lane < w->nv ? (num)d->efc_J[row_at(w, r) * w->nv + w->lane] : 0;
    }
#pragma GCC unroll 8
    for (int k = 0; k < AT_ONCE; k++) {
      if (at[k] >= 0) w->J[at[k] + part_of(w)] = entry[k];
    }
  }
}

// marks of the rows: their chunks, and where they begin; returns how many there are in all
IG_INLINE int place_chunks(const World* w) {
  int before = 0;
  for (int first = 0; first < w->n; first += 32) {
    int r = first + w->lane, row = r < w->n ? row_at(w, r) : -1;
    uint32_t chunks = row >= 0 ? (uint32_t)w->d->efc_J_chunks[row] : 0;
    int own = __builtin_popcount(chunks), upto = own;
    for (int apart = 1; apart < 32; apart *= 2) {
      int other = (int)ig_bits_of_mate((unsigned)upto, w->lane >= apart ? w->lane - apart : w->lane);
      upto += w->lane >= apart ? other : 0;
    }
    if (r < w->n) w->mark[r] = (int)(chunks | (uint32_t)(before + upto - own) << ROW_FIRST);
    before += (int)ig_bits_of_mate((unsigned)upto, 31);
  }
  return before;
}

// M, where U will be: dofs that pad have ones on the diagonal, which keeps them apart
IG_INLINE void fill_inertia(const World* w) {
  for (int k = w->lane; k < IG_NEWTON_TILE * tiles_of(w); k += 32) w->tile[k] = 0;
  ig_meet();
  int i = w->lane, own = tile_at(i / 4, 0) + 4 * (i % 4);
  if (i >= w->nv && i < w->np) w->tile[own + IG_NEWTON_TILE * (i / 4) + i % 4] = 1;
  if (i < w->nv) {
    int from = w->m->M_rowadr[i];
    uint32_t columns = columns_of(i) & ((2u << i) - 1);
    int last = from + __builtin_popcount(columns) - 1;
    for (; from <= last; from += 4) {
      num entry[4];
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) entry[k] = w->d->M[from + k <= last ? from + k : last];
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) {
        int j = columns ? __builtin_ctz(columns) : i;
        columns &= columns - 1;
        num value = entry[k] + 0.0;
        w->tile[own + IG_NEWTON_TILE * (j / 4) + j % 4] = value;
        if (j / 4 == i / 4) w->tile[tile_at(i / 4, i / 4) + 4 * (j % 4) + i % 4] = value;
      }
    }
  }
  ig_meet();
}

// M v in the order of ig_mul_mass: the diagonal, the dofs that carry this one from the nearest on, then those that it carries
IG_INLINE num mul_mass(const World* w, Numbers v) {
  int i = w->lane, own = tile_at(i / 4, 0) + 4 * (i % 4);
  if (i >= w->nv) return 0;
  uint32_t columns = columns_of(i);
  num sum = w->tile[own + IG_NEWTON_TILE * (i / 4) + i % 4] * v[i];
  for (int c = i / 4; c >= 0; c--) {
#pragma GCC unroll 4
    for (int k = 3; k >= 0; k--) {
      int j = 4 * c + k;
      if (j < i && columns >> j & 1) sum += w->tile[own + IG_NEWTON_TILE * c + k] * v[j];
    }
  }
  for (int c = i / 4; c < chunks_of(w); c++) {
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
  for (int c = 0; c < chunks_of(w); c++) {
    bool below = c <= i / 4;
    int at = below ? own + IG_NEWTON_TILE * c : tile_at(c, i / 4) + i % 4, step = below ? 1 : 4;
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
      num entry = i < w->np ? w->tile[at + step * k] : 0;
      w->M[32 * (4 * c + k) + i] = entry;
    }
  }
}

// ------------------------------------------------ costs of the rows

IG_INLINE ig_Zone zone_of(const World* w, int r, num x) {
  num D = D_of(w)[r];
  if (r >= w->nf) return ig_inequality_zone(D, x);
  return r >= w->ne ? ig_friction_zone(D, R_of(w)[r], loss_of(w)[r], x) : ig_equality_zone(D, x);
}

// forces and costs into a and b, zones into the marks
IG_INLINE void rows_at_present(const World* w) {
  EACH_ROW(r) {
    ig_Zone z = zone_of(w, r, x_of(w)[r]);
    a_of(w)[r] = z.force;
    b_of(w)[r] = z.cost;
    int mark = w->mark[r] & ~ROW_ON;
    w->mark[r] = mark | (z.state == IG_QUADRATIC && D_of(w)[r] != 0 ? ROW_ON : 0);
  }
}

// ------------------------------------------------ where to start

// from the acceleration of the last step where that costs less than starting without constraints
IG_INLINE void choose_start(World* w) {
  ig_Data* d = w->d;
  bool cold = w->m->opt.disableflags & mjDSBL_WARMSTART, own = w->lane < w->nv;
  num warm = own && !cold ? (num)d->qacc_warmstart[w->lane] : 0;
  num cost[2] = {0, 0};
  // without constraints first: x there goes to v
  for (int pass = 0; pass < (cold ? 1 : 2); pass++) {
    show(w, w->scratch, pass ? warm : w->acc_smooth);
    ig_meet();
    EACH_ROW(r) {
      int row = row_at(w, r);
      num x = row_times(w, r, w->scratch) - (row < 0 ? 0 : (num)d->efc_aref[row]);
      ig_Zone z = zone_of(w, r, x);
      b_of(w)[r] = z.cost;
      if (pass) {
        x_of(w)[r] = x;
        continue;
      }
      v_of(w)[r] = x;
      if (row < 0) continue;
      d->efc_b[row] = x;
      d->efc_state[row] = cold ? 0 : (int)z.state;
      if (cold) d->efc_force[row] = 0;
    }
    ig_meet();
    num sum = sum_of_rows(w, b_of(w));
    if (pass) {
      num Ma = mul_mass(w, w->scratch);
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
  EACH_ROW(r) x_of(w)[r] = smooth ? v_of(w)[r] : x_of(w)[r];
}

// makes costs comparable: of the model, or of the world as an island
IG_INLINE num scale_of(const World* w) {
  num inertia = 0;
  if (!islands_of(w)) return 1 / (ig_mean_inertia(w->m, w->d, 0) * (w->nv > 1 ? (num)w->nv : 1));
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
  uint32_t upto = i < chunks_of(w) ? (2u << i) - 1 : 0, bits = i < chunks_of(w) ? ig_gpu.M_chunks[i] | 1u << i : 0;
  for (int r = 0; r < w->n; r++) {
    uint32_t chunks = (uint32_t)w->mark[r] & ROW_CHUNKS;
    bits |= chunks >> (i & 31) & 1 ? chunks : 0;
  }
  bits &= upto;
  for (int k = chunks_of(w) - 1; k > 0; k--) {
    uint32_t row = ig_bits_of_mate(bits, k);
    if (i < k && row >> i & 1) bits |= row & upto;
  }
  return bits;
}

// Terms that rows add to H or take away, since their zones changed or H starts anew from M, in the order of the rows; then U is H
// in the rows of tiles that the factor will make anew. Returns these; none: U is as it was. *anew: whether H has to start anew,
// and whether it did.
IG_INLINE uint32_t update_hessian(World* w, bool first, bool* starts_anew) {
  int active = 0, changed = 0;
  EACH_ROW(r) {
    int mark = w->mark[r];
    active += (mark & ROW_ON) != 0;
    changed += ((mark & ROW_ON) != 0) != ((mark & ROW_IN_H) != 0);
  }
  active = (int)ig_total((unsigned)active);
  changed = (int)ig_total((unsigned)changed);
  bool anew = *starts_anew || first || active < changed;
  if (!anew && !changed) return 0;
  *starts_anew = anew;
  uint32_t chunks = 0;
  int terms = 0;
  for (int from = 0; from < w->n; from += 32) {
    int r = from + w->lane;
    bool some = false;
    if (r < w->n) {
      int mark = w->mark[r];
      bool on = mark & ROW_ON, in = !anew && mark & ROW_IN_H;
      some = on != in;
      c_of(w)[r] = on ? D_of(w)[r] : -D_of(w)[r];
      w->mark[r] = (mark & ~ROW_IN_H) | (on ? ROW_IN_H : 0);
      if (some) chunks |= (uint32_t)mark & ROW_CHUNKS;
    }
    unsigned who = ig_vote(some);
    if (some) terms_of(w)[terms + ig_votes_before(who)] = (uint16_t)r;
    terms += __builtin_popcount(who);
  }
  chunks = ig_unite(chunks);
  uint32_t dirty = first ? ~0u : anew ? chunks | w->touched : chunks;
  w->touched |= chunks;
  ig_meet();
  for (int k = chunks_of(w) - 1; k >= 0; k--) dirty |= dirty >> k & 1 ? ig_bits_of_mate(w->pattern, k) : 0;
  for (int t = w->lane; t < tiles_of(w); t += 32) {
    int i = list_of(w)[t] >> 8, j = list_of(w)[t] & 255;
    Two sum[4][2];
    const Two* from = (const Two*)(anew ? w->M + 32 * 4 * i + 4 * j : H_of(w) + 16 * t);
    int step = anew ? 16 : 2;
#pragma GCC unroll 4
    for (int p = 0; p < 4; p++) {
      sum[p][0] = from[step * p];
      sum[p][1] = from[step * p + 1];
    }
    uint32_t both = 1u << i | 1u << j;
    for (int k = 0; k < terms; k++) {
      int mark = w->mark[terms_of(w)[k]];
      if (((uint32_t)mark & both) != both) continue;
      Twos a = (Twos)(w->J + chunk_at(mark, i)), b = (Twos)(w->J + chunk_at(mark, j));
      num change = c_of(w)[terms_of(w)[k]];
      Two scaled[2] = {a[0] * change, a[1] * change}, other[2] = {b[0], b[1]};
#pragma GCC unroll 4
      for (int p = 0; p < 4; p++) {
        sum[p][0] += scaled[p / 2][p % 2] * other[0];
        sum[p][1] += scaled[p / 2][p % 2] * other[1];
      }
    }
    Two* keep = (Two*)(H_of(w) + 16 * t);
    Twos to = (Twos)(w->tile + IG_NEWTON_TILE * t);
    bool known = !(dirty >> i & 1);
#pragma GCC unroll 4
    for (int p = 0; p < 4; p++) {
      keep[2 * p] = sum[p][0];
      keep[2 * p + 1] = sum[p][1];
      if (known) continue;
      to[2 * p] = sum[p][0];
      to[2 * p + 1] = sum[p][1];
    }
  }
  ig_meet();
  return dirty;
}

// A tile on the diagonal among itself, whose numbers in H are given, by every thread; see solve/factor.lane.c. Returns a bit for
// each row whose pivot is lost: bits take one register, and the kernel has none to spare.
IG_INLINE uint32_t factor_diagonal(num whole[4][4], const num* H, num over[4], num scale[4][4]) {
  uint32_t bits = 0;
#pragma GCC unroll 4
  for (int k = 3; k >= 0; k--) {
    num pivot = whole[k][k];
    mask lost = 0;
    if (pivot < ig_max((num)mjMINVAL, H[5 * k] * IG_ROUNDING)) {
      // rare, and a branch: as choices its numbers take registers that the kernel has not got
      __asm__ volatile("");
      pivot = ig_pivot(pivot, H[5 * k], &lost);
      bits |= 1u << k;
#pragma GCC unroll 4
      for (int i = 0; i < k; i++) whole[k][i] = 0;
    }
    whole[k][k] = pivot;
    over[k] = 1 / pivot;
#pragma GCC unroll 4
    for (int i = 0; i < k; i++) {
      scale[k][i] = whole[k][i] * over[k];
#pragma GCC unroll 4
      for (int j = 0; j <= i; j++) whole[i][j] -= scale[k][i] * whole[k][j];
    }
  }
  return bits;
}

// U from H in its place, in the rows of tiles that are dirty. When a chunk's rows are known, their products are taken from all
// rows before them at once: from each entry the same products in the same order as on a CPU. A thread has a column of a tile.
IG_INLINE void factor(World* w, uint32_t dirty) {
  for (int chunk = chunks_of(w) - 1; chunk >= 0; chunk--) {
    bool changed = dirty >> chunk & 1;
    uint32_t left = ig_bits_of_mate(w->pattern, chunk) & ((1u << chunk) - 1);
    if (!changed && !(left & dirty)) continue;
    num whole[4][4], scale[4][4], over[4];
    Numbers diagonal = w->tile + tile_at(chunk, chunk), inverse = inverse_of(w) + 4 * chunk;
    if (changed) {
#pragma GCC unroll 4
      for (int i = 0; i < 4; i++) {
#pragma GCC unroll 4
        for (int j = 0; j <= i; j++) whole[i][j] = diagonal[4 * i + j];
      }
      uint32_t lost = factor_diagonal(whole, H_of(w) + 16 * (triangle(chunk) + chunk), over, scale);
      w->lost = (w->lost & ~(15u << 4 * chunk)) | lost << 4 * chunk;
    } else {
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) over[k] = inverse[k];
    }
    // the tiles to its left: a group each
    if (left >> group_of(w) & 1) {
      Numbers tile = w->tile + tile_at(chunk, group_of(w)) + part_of(w), scaled = w->scratch + 16 * group_of(w) + part_of(w);
      num t[4];
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) t[k] = tile[4 * k];
      if (changed) {
#pragma GCC unroll 4
        for (int k = 3; k > 0; k--) {
#pragma GCC unroll 4
          for (int i = k - 1; i >= 0; i--) t[i] -= scale[k][i] * t[k];
        }
        uint32_t lost = w->lost >> 4 * chunk & 15;
        if (lost) {
#pragma GCC unroll 4
          for (int k = 0; k < 4; k++) t[k] = lost >> k & 1 ? 0 : t[k];
          tile[12] = t[3];
        }
#pragma GCC unroll 4
        for (int k = 0; k < 3; k++) tile[4 * k] = t[k];
      }
#pragma GCC unroll 4
      for (int k = 0; k < 4; k++) scaled[4 * k] = t[k] * over[k];
    }
    ig_meet();
    if (changed && w->lane == 0) {
      // what is not below the diagonal is zero for the solution
      Twos to = (Twos)diagonal, one_over = (Twos)inverse;
      to[0] = to[1] = to[3] = to[5] = Two{0, 0};
      to[2] = Two{whole[1][0], 0};
      to[4] = Two{whole[2][0], whole[2][1]};
      to[6] = Two{whole[3][0], whole[3][1]};
      to[7] = Two{whole[3][2], 0};
      one_over[0] = Two{over[0], over[1]};
      one_over[1] = Two{over[2], over[3]};
    }
    for (int at = group_of(w); at < triangle(chunk); at += 8) {
      int i = list_of(w)[at] >> 8, j = list_of(w)[at] & 255;
      if (!(left & dirty & 1u << i && left & 1u << j)) continue;
      Numbers tile = w->tile + IG_NEWTON_TILE * at + part_of(w), row = w->tile + tile_at(chunk, j) + part_of(w);
      Twos scaled = (Twos)(w->scratch + 16 * i);
      num t[4];
#pragma GCC unroll 4
      for (int r = 0; r < 4; r++) t[r] = tile[4 * r];
#pragma GCC unroll 4
      for (int k = 3; k >= 0; k--) {
        num u = row[4 * k];
        Two low = scaled[2 * k] * u, high = scaled[2 * k + 1] * u;
        t[0] -= low[0];
        t[1] -= low[1];
        t[2] -= high[0];
        t[3] -= high[1];
      }
#pragma GCC unroll 4
      for (int r = 0; r < 4; r++) tile[4 * r] = t[r];
    }
    ig_meet();
  }
}

// H^-1 b, a dof in each thread
IG_INLINE num solve(const World* w, num b) {
  int i = w->lane;
  num x = b + 0.0, inverse = i < w->np ? inverse_of(w)[i] : 0;
  // U^T D^-1 y = x, the last row first: what is known is taken from the rest
  Numbers column = w->tile + IG_NEWTON_TILE * (i / 4) + i % 4;
  for (int chunk = chunks_of(w) - 1; chunk >= 0; chunk--) {
    num u[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) u[k] = i < 4 * chunk + 4 ? column[IG_NEWTON_TILE * triangle(chunk) + 4 * k] : 0;
#pragma GCC unroll 4
    for (int k = 3; k >= 0; k--) x -= u[k] * ig_of_mate(x * inverse, 4 * chunk + k);
  }
  // U x = y, the first row first
  Twos row = (Twos)(w->tile + tile_at(i / 4, 0) + 4 * (i % 4));
  num sum = 0;
  for (int chunk = 0; chunk < chunks_of(w); chunk++, row += IG_NEWTON_TILE / 2) {
    Two low = {0, 0}, high = {0, 0};
    if (i >= 4 * chunk && i < w->np) low = row[0], high = row[1];
    sum += low[0] * ig_of_mate((x - sum) * inverse, 4 * chunk);
    sum += low[1] * ig_of_mate((x - sum) * inverse, 4 * chunk + 1);
    sum += high[0] * ig_of_mate((x - sum) * inverse, 4 * chunk + 2);
    sum += high[1] * ig_of_mate((x - sum) * inverse, 4 * chunk + 3);
  }
  return i < w->np ? (x - sum) * inverse : 0;
}

// ------------------------------------------------ the line search

// quadratics of the rows along the direction: value, slope and half the curvature at 0
IG_INLINE void prepare_line(const World* w) {
  EACH_ROW(r) {
    num D = D_of(w)[r], x = x_of(w)[r], v = row_times(w, r, w->scratch), Dx = D * x;
    v_of(w)[r] = v;
    a_of(w)[r] = 0.5 * (x * Dx);
    b_of(w)[r] = v * Dx;
    c_of(w)[r] = 0.5 * (v * D * v);
  }
}

// what a friction loss adds outside of its quadratic, to the sum `which`
IG_INLINE num friction_line(const World* w, int r, int which, num sign) {
  num loss = loss_of(w)[r], bound = R_of(w)[r] * loss;
  if (which == 0) return loss * (-0.5 * bound + sign * x_of(w)[r]);
  return which == 1 ? sign * loss * v_of(w)[r] : 0;
}

// groups 0, 1 and 2 have one of the three sums each; see solve/line_search.lane.c
IG_INLINE ig_Point evaluate(const World* w, const num gauss[3], num alpha) {
  int which = group_of(w) < 3 ? group_of(w) : 2;
  Numbers quad = which == 0 ? a_of(w) : which == 1 ? b_of(w) : c_of(w);
  ig_Sum sum = ig_sum_zero();
  for (int r = part_of(w); r < w->ne; r += 4) sum.part[0] += quad[r];
  for (int r = w->ne + part_of(w); r < w->nf; r += 4) {
    num x = x_of(w)[r] + alpha * v_of(w)[r], bound = R_of(w)[r] * loss_of(w)[r];
    bool inside = -bound < x && x < bound;
    sum.part[0] += inside ? quad[r] : friction_line(w, r, which, x <= -bound ? -1 : 1);
  }
  for (int r = w->nf + part_of(w); r < w->n; r += 16) {
    num more[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
      more[k] = 0;
      if (r + 4 * k >= w->n) continue;
      num x = x_of(w)[r + 4 * k] + alpha * v_of(w)[r + 4 * k], q = quad[r + 4 * k];
      more[k] = x < 0 ? q : 0;
    }
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) sum.part[0] += more[k];
  }
  num mine = (which == 0 ? gauss[0] : which == 1 ? gauss[1] : gauss[2]) + ig_sum_total(&sum);
  num total[3] = {ig_of_mate(mine, 0), ig_of_mate(mine, 4), ig_of_mate(mine, 8)}, zero = 0;
  ig_Point point = {alpha, zero + (alpha * alpha * total[2] + alpha * total[1] + total[0]),
                    zero + (2 * alpha * total[2] + total[1]), zero + 2 * total[2]};
  return point;
}

typedef struct {
  num alpha;  // 0: no improvement
  bool flat;  // the cost did not curve upwards somewhere on the way
} Line;

static_assert(sizeof(ig_LineControl) <= sizeof(num) * IG_NEWTON_LEAST, "the scratch is too small");

// The first thread decides, the others are told. What it knows lies in the scratch.
IG_INLINE Line search_line(const World* w, const num gauss[3], num tolerance) {
  Line line = {0, false};
  num alpha = 0;
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

IG_INLINE void store_results(const World* w) {
  ig_Data* d = w->d;
  if (w->lane < w->nv) {
    d->qacc[w->lane] = w->acc;
    d->qfrc_constraint[w->lane] = w->force;
  }
  EACH_ROW(r) {
    int row = row_at(w, r);
    if (row < 0) continue;
    ig_Zone z = zone_of(w, r, x_of(w)[r]);
    d->efc_force[row] = z.force;
    if (!islands_of(w)) d->efc_state[row] = (int)z.state;
  }
}

IG_INLINE void iterate(World* w) {
  const mjOption* opt = &w->m->opt;
  num cost = 0, gauss = 0;
  int made = 0;
  bool flat = false;
  for (int iteration = -1;; iteration++) {
    num old_cost = cost;
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
      num mine = sum_of_dofs(w), length = ig_sqrt(ig_of_mate(mine, 0));
      num line_gauss[3] = {gauss, ig_of_mate(mine, 4) - ig_of_mate(mine, 8), 0.5 * ig_of_mate(mine, 12)};
      Line line = {0, false};
      ig_meet();
      if (!(length < mjMINVAL)) line = search_line(w, line_gauss, opt->tolerance * opt->ls_tolerance * length / w->scale);
      ig_meet();
      flat |= line.flat;
      if (line.alpha == 0) break;
      w->acc += w->search * line.alpha;
      w->Ma += w->Mv * line.alpha;
      EACH_ROW(r) x_of(w)[r] += v_of(w)[r] * line.alpha;
    }
    forget(w);
    rows_at_present(w);
    ig_meet();
    cost = sum_of_rows(w, b_of(w));
    w->force = column_times(w, a_of(w));
    num force = w->Ma - w->force_smooth;
    w->grad = w->Ma - w->force_smooth - w->force;
    show(w, w->scratch, 0.5 * force * (w->acc - w->acc_smooth));
    show(w, w->scratch + w->np, w->grad * w->grad);
    show(w, w->scratch + 2 * w->np, 0);
    show(w, w->scratch + 3 * w->np, 0);
    ig_meet();
    num mine = sum_of_dofs(w);
    gauss = ig_of_mate(mine, 0);
    cost += gauss;
    ig_meet();
    if (iteration < 0 && opt->iterations <= 0) break;
    if (iteration >= 0) {
      num improvement = w->scale * (old_cost - cost), gradient = w->scale * ig_sqrt(ig_of_mate(mine, 4));
      made = iteration + 1;
      if (improvement < opt->tolerance || gradient < opt->tolerance || iteration + 1 >= opt->iterations) break;
    }
    forget(w);
    // what came and went may have left more rounding than there is inertia: then anew from M
    for (bool anew = w->lost, again = true; again; again = w->lost && !anew, anew = true) {
      uint32_t dirty = update_hessian(w, iteration < 0, &anew);
      forget(w);
      if (dirty) factor(w, dirty);
      forget(w);
    }
    w->search = -solve(w, w->grad);
  }
  IG_ALONE w->d->niter = made;
  if (flat) w->d->flat = 1;
}

// false: the world has more rows than near memory has room for
IG_NOINLINE static bool solve_world(const mjModel* m, ig_Data* d, char* near, int room) {
  World world, *w = &world;
  w->m = m;
  w->d = d;
  w->lane = ig_mate();
  w->nv = (int)m->nv;
  w->np = ig_fours(w->nv);
  int count = ig_ints_lane(d->ragged.count.nefc, 0), count_e = ig_ints_lane(d->ragged.count.ne, 0);
  int count_f = ig_ints_lane(d->ragged.count.nf, 0);
  bool own = w->lane < w->nv;
  if (!count) {
    IG_ALONE d->niter = 0;
    if (own) d->qfrc_constraint[w->lane] = 0;
    if (own) d->qacc[w->lane] = d->qacc_smooth[w->lane];
    return true;
  }
  w->ne = ig_fours(count_e);
  w->nf = w->ne + ig_fours(count_f);
  int others = count - count_e - count_f;
  w->n = w->nf + ig_fours(others);
  w->pads = (w->ne - count_e) | (w->nf - w->ne - count_f) << 2 | (w->n - w->nf - others) << 4;
  if (ig_newton_bytes(w->nv, w->n, w->nf - w->ne, 0) > room) return false;
  lay(w, (NEAR char*)near);
  if (ig_newton_bytes(w->nv, w->n, w->nf - w->ne, place_chunks(w)) > room) return false;
  enum { LINE = 128 };  // of memory
  size_t far = sizeof(num) * (size_t)(32 * w->np + 16 * tiles_of(w)) + LINE;
  if (IG_ROW * far > d->ragged.solve_room) {
    d->ragged.want_solve = IG_ROW * far;
    d->leaves = true;
    return true;
  }
  w->M = (num*)(((uintptr_t)ig_private(d->ragged.solve, d->ragged.solve_room / IG_ROW) + LINE - 1) & ~(uintptr_t)(LINE - 1));
  w->force_smooth = own ? (num)d->qfrc_smooth[w->lane] : 0;
  w->acc_smooth = own ? (num)d->qacc_smooth[w->lane] : 0;
  w->touched = w->lost = 0;
  for (int i = w->lane; i < chunks_of(w); i += 32) {
    for (int j = 0; j <= i; j++) list_of(w)[triangle(i) + j] = (uint16_t)(i << 8 | j);
  }
  fill_rows(w);
  fill_inertia(w);
  send_inertia(w);
  w->scale = scale_of(w);
  w->pattern = find_pattern(w);
  choose_start(w);
  ig_meet();
  iterate(w);
  store_results(w);
  return true;
}

// Called twice: with more near memory for those that were too large. Width 1 has what is larger still.
WARP_KERNEL(solve_newton) {
  bool solved = solve_world(model(), d, near, call.near);
  if (!call.part) d->large = !solved;
  if (call.part && !solved) d->leaves = true;
  drop_leaving(d);
}
