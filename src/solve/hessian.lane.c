// SPDX-License-Identifier: Apache-2.0
#include "solve/hessian.h"

#include "base/clones.h"
#include "solve/check_pattern.h"
#include "solve/sparse_problem.h"
#include "solve/tile.h"

void IG_NAME(ig_hessian_lay)(ig_Hessian* h, const ig_Problem* p, bool cones, ig_Room* room) {
  h->problem = p;
  h->cones = cones;
  h->live = ig_mask_of(~0u);
  h->D = IG_TAKE(room, real, p->rows.n);
  if (p->sparse_problem) return;
  size_t n = (size_t)p->np, square = ig_tiles_numbers(n);
  h->H = IG_TAKE(room, real, square);
  h->U = IG_TAKE(room, real, square);
  h->inverse = IG_TAKE(room, real, n);
  h->with_cones = cones ? IG_TAKE(room, real, square) : NULL;
  h->CJ = cones ? IG_TAKE(room, real, (size_t)(p->rows.n - p->rows.ni) * n) : NULL;
  h->term = IG_TAKE(room, ig_Term, p->rows.n);
#ifdef IG_CREW
  IG_NAME(ig_tiles_lay)(&h->tiles, p->np / 4, room);
#endif
}

// where a chunk of a term's vectors begins, and a term; in a crew vectors have the chunks of `pack` alone
#ifdef IG_CREW
#define CHUNK_OF(term, c) (4 * (size_t)__builtin_popcount((term)->pack & ((1u << (c)) - 1)))
#define TERM(a, b, scale, mask, pack, lanes) \
  { a, b, scale, mask, pack }
#elif defined(IG_HAS_BLOCKS)
#define TERM(a, b, scale, mask, pack, lanes) \
  { a, b, scale, mask, lanes }
#else
#define CHUNK_OF(term, c) (4 * (c))
#define TERM(a, b, scale, mask, pack, lanes) \
  { a, b, scale, mask }
#endif

#ifdef IG_HAS_BLOCKS

// ------------------------------------------------ blocks of H

// Rows from i on, columns from j on, of an entry of the pattern: what it starts from (NULL: zeros), and the terms that reach both
// blocks (bits), in their order. On the diagonal what lies right of it is left out.
IG_INLINE void add_to_block(real* to, const real* from, size_t np, size_t i, size_t j, size_t rows, size_t columns,
                            const ig_Term* term, uint64_t reach) {
  bool square = i == j;
  real sum[4][4];
#pragma GCC unroll 4
  for (size_t r = 0; r < rows; r++) {
#pragma GCC unroll 4
    for (size_t c = 0; c < columns; c++) sum[r][c] = from ? from[(i + r) * np + j + c] : ig_broadcast(0);
  }
  IG_EACH_BLOCK_UP(t, reach) {
    real scaled[4];
#pragma GCC unroll 4
    for (size_t r = 0; r < rows; r++) scaled[r] = term[t].a[i + r] * term[t].scale;
#pragma GCC unroll 4
    for (size_t c = 0; c < columns; c++) {
      real b = term[t].b[j + c];
      IG_KEEP(b);
#pragma GCC unroll 4
      for (size_t r = 0; r < rows; r++) sum[r][c] += scaled[r] * b;
    }
  }
#pragma GCC unroll 4
  for (size_t r = 0; r < rows; r++) {
#pragma GCC unroll 4
    for (size_t c = 0; c < columns; c++) {
      if (!square || c <= r) to[(i + r) * np + j + c] = sum[r][c];
    }
  }
}

IG_INLINE void add_to_rows(real* to, const real* from, size_t np, size_t i, size_t j, size_t rows, size_t columns,
                           const ig_Term* term, uint64_t reach) {
  switch (columns) {
    case 1: add_to_block(to, from, np, i, j, rows, 1, term, reach); break;
    case 2: add_to_block(to, from, np, i, j, rows, 2, term, reach); break;
    case 3: add_to_block(to, from, np, i, j, rows, 3, term, reach); break;
    default: add_to_block(to, from, np, i, j, rows, 4, term, reach); break;
  }
}

// up to 64 terms: reach[b] has those of block b in each lane
static void add_some(const ig_Hessian* h, real* to, const real* from, uint64_t some, const ig_Term* term,
                     const ig_LaneBits* reach) {
  const ig_Problem* p = h->problem;
  const ig_Cut* cut = p->cut;
  size_t np = (size_t)p->np;
  IG_EACH_BLOCK_UP(b, some) {
    size_t i = cut->first[b];
    IG_EACH_BLOCK_UP(c, h->blocks.pattern[b] & some) {
      size_t j = cut->first[c], columns = cut->first[c + 1] - j;
      uint64_t both = ig_join_bits(reach[b] & reach[c]);
      if (to == from && !both) continue;
      const real* start = from == p->M && !(p->M_blocks->pattern[b] >> c & 1) ? NULL : from;
      switch (cut->first[b + 1] - i) {
        case 1: add_to_rows(to, start, np, i, j, 1, columns, term, both); break;
        case 2: add_to_rows(to, start, np, i, j, 2, columns, term, both); break;
        case 3: add_to_rows(to, start, np, i, j, 3, columns, term, both); break;
        default: add_to_rows(to, start, np, i, j, 4, columns, term, both); break;
      }
    }
  }
}

// `to` = `from` + all terms, in the blocks of the pattern that are both in `some`; from M its own blocks, others are zeros
static void add_blocks(const ig_Hessian* h, real* to, const real* from, uint64_t some, int n) {
  for (int first = 0; first == 0 || first < n; first += 64) {
    ig_LaneBits reach[IG_MOST_BLOCKS];
    for (int b = 0; b < h->problem->cut->n; b++) reach[b] = ig_bits_in_all(0);
    // edges of a contact are alike
    for (int t = first, next; t < n && t < first + 64; t = next) {
      ig_LaneBits lanes = h->term[t].lanes;
      for (next = t + 1; next < n && next < first + 64 && !ig_bits_differ(h->term[next].lanes, lanes);) next++;
      ig_LaneBits bits = ig_bits_in_all((~(uint64_t)0 >> (64 - (next - t))) << (t - first));
      IG_EACH_BLOCK_UP(b, h->term[t].mask) reach[b] |= ig_lanes_with(lanes, b) & bits;
    }
    add_some(h, to, first ? to : from, some, h->term + first, reach);
  }
}

static uint64_t all_blocks(const ig_Hessian* h) { return ~(uint64_t)0 >> (64 - h->problem->cut->n); }

static void add_terms(const ig_Hessian* h, int n, ig_Parts blocks) { add_blocks(h, h->H, h->H, blocks, n); }

static void sum_terms(const ig_Hessian* h, real* to, bool inertia, int n) {
  add_blocks(h, to, inertia ? h->problem->M : h->H, all_blocks(h), n);
}

#else

// ------------------------------------------------ tiles of H

// Four rows of four: what they start from (NULL: zeros), with rows `stride` apart, and the terms that reach both chunks, in their
// order. In a crew a tile is one member's.
IG_INLINE void add_to_tile(real* to, const real* from, size_t stride, size_t np, size_t i, size_t j, const ig_Term* term, int n) {
  enum { PACKS = 4 / IG_PACK };
  uint32_t both = 1u << i | 1u << j;
  ig_Pack sum[4][PACKS];
#pragma GCC unroll 4
  for (size_t r = 0; r < 4; r++) {
#pragma GCC unroll 4
    for (int k = 0; k < PACKS; k++)
      sum[r][k] = from ? IG_AT(const ig_Pack, from + r * stride + k * IG_PACK) : ig_pack_all(ig_broadcast(0));
  }
  for (int t = 0; t < n; t++) {
    if ((term[t].mask & both) != both) continue;
    real scaled[4];
    size_t at_i = CHUNK_OF(term + t, i), at_j = CHUNK_OF(term + t, j);
#pragma GCC unroll 4
    for (size_t r = 0; r < 4; r++) scaled[r] = term[t].a[at_i + r] * term[t].scale;
#pragma GCC unroll 4
    for (int k = 0; k < PACKS; k++) {
      ig_Pack b = IG_AT(const ig_Pack, term[t].b + at_j + k * IG_PACK);
#pragma GCC unroll 4
      for (size_t r = 0; r < 4; r++) sum[r][k] += scaled[r] * b;
    }
  }
#pragma GCC unroll 4
  for (size_t r = 0; r < 4; r++) {
#pragma GCC unroll 4
    for (int k = 0; k < PACKS; k++) IG_AT(ig_Pack, to + r * ig_tile_stride(np) + k * IG_PACK) = sum[r][k];
  }
}

// tiles (i, j) of the pattern whose chunks are both in `some`; in a crew each member has its own
#ifdef IG_CREW
#define EACH_TILE(t, i, j, some)                                                                                           \
  IG_SHARE(tile_, (t)->first[(t)->chunks])                                                                                 \
  for (size_t i = (t)->list[tile_] >> 8, j = (t)->list[tile_] & 255, once_ = 1; once_ && (some)&1u << i && (some)&1u << j; \
       once_ = 0)
#else
#define EACH_TILE(t, i, j, some) \
  for (size_t i = 0; i < (size_t)(t)->chunks; i++) IG_EACH_BIT_UP(j, (some) >> i & 1 ? (t)->pattern[i] & (some) : 0)
#endif

// all terms into the tiles of H at or below the diagonal
IG_CREW_NOINLINE IG_KERNEL_CLONES static void add_terms(const ig_Hessian* h, int n, ig_Parts chunks) {
  size_t np = (size_t)h->problem->np;
  EACH_TILE(&h->tiles, i, j, chunks) {
    real* tile = h->H + ig_tile_at(np, i, j);
    add_to_tile(tile, tile, ig_tile_stride(np), np, i, j, h->term, n);
  }
  ig_meet();
}

// `to` = M or H + all terms, in the tiles that the factor looks at. Tiles of M outside of its pattern are zeros.
IG_CREW_NOINLINE IG_KERNEL_CLONES static void sum_terms(const ig_Hessian* h, IG_POINTER(real) to, bool inertia, int n) {
  const ig_Problem* p = h->problem;
  size_t np = (size_t)h->problem->np;
  EACH_TILE(&h->tiles, i, j, ~0u) {
    size_t at = ig_tile_at(np, i, j);
    const real* from = !inertia ? h->H + at : p->M_mask[i] >> j & 1 ? p->M + 4 * i * np + 4 * j : NULL;
    add_to_tile(to + at, from, inertia ? np : ig_tile_stride(np), np, i, j, h->term, n);
  }
  ig_meet();
}

#endif

// Stiffness of the rows that is not in H as it should be, one term for each; *D is brought up to date. `anew` has 1 in lanes that
// are built from M alone. *parts: those that some term has.
IG_CREW_NOINLINE static int row_terms(ig_Hessian* h, real anew, ig_Parts* parts) {
  const ig_Problem* p = h->problem;
  const ig_Rows* rows = &p->rows;
  const real zero = ig_broadcast(0);
  ig_Parts bits = 0;
  int n = 0;
  for (int first = 0; first < rows->n; first += ig_crew()) {
    int row = first + ig_mate();
    bool some = row < rows->n;
    real change = zero;
    if (some) {
      real D = ig_select(ig_eq(rows->state[row], ig_broadcast(IG_QUADRATIC)), rows->D[row], zero);
      change = ig_select(h->live, D - ig_select(ig_eq(anew, zero), h->D[row], zero), zero);
      h->D[row] = D;
      some = !ig_all_of(ig_eq(change, zero), p->np / 4);
    }
    unsigned who = ig_vote(some);
    if (some) {
      const real* J = p->J + ig_chunk_of_J(p, row, 0);
#ifdef IG_HAS_BLOCKS
      // a row may be of one limb in the lanes that change, and of others in the rest
      ig_LaneBits lanes = p->J_lanes[row] & ig_all_bits(ig_not(ig_eq(change, zero)));
      ig_Parts own = ig_join_bits(lanes);
#else
      ig_Parts own = IG_PARTS_OF_ROW(p, row);
#endif
      h->term[n + ig_votes_before(who)] = (ig_Term)TERM(J, J, change, own, p->J_pack[row], lanes);
      bits |= own;
    }
    n += __builtin_popcount(who);
  }
#ifdef IG_HAS_BLOCKS
  *parts = bits;
#else
  *parts = ig_unite(bits);
#endif
  h->dirty |= *parts;
  h->touched |= h->dirty;
  ig_meet();
  return n;
}

// rows of C J, and one term for each: J^T C J = sum over i of J_i (C J)_i
IG_KERNEL_CLONES static int cone_terms(ig_Hessian* h) {
  const ig_Problem* p = h->problem;
  const ig_Rows* rows = &p->rows;
  const real zero = ig_broadcast(0);
  size_t np = (size_t)p->np;
  int n = 0;
  for (int cone = 0; cone < rows->ncone; cone++) {
    int first = rows->cone[cone].row, dim = rows->cone[cone].dim;
    mask on = ig_eq(rows->state[first], ig_broadcast(IG_CONE));
    if (!ig_any(on)) continue;
    uint32_t bits = 0;
    ig_Parts parts = 0;
    for (int i = 0; i < dim; i++) {
      bits |= p->J_mask[first + i];
      parts |= IG_PARTS_OF_ROW(p, first + i);
    }
#ifdef IG_HAS_BLOCKS
    ig_LaneBits lanes = ig_bits_in_all(0);
    for (int i = 0; i < dim; i++) lanes |= p->J_lanes[first + i] & ig_all_bits(on & h->live);
#endif
    const real *J = p->J + (size_t)first * np, *C = rows->C + 36 * cone;
    for (int i = 0; i < dim; i++) {
      real* CJ = h->CJ + (size_t)(first - rows->ni + i) * np;
      IG_SHARE_GROUPS(c, 0, p->np / 4) {
        if (!(bits >> c & 1)) continue;
        for (int k = 0; k < IG_PARTS; k++) {
          size_t at = 4 * c + IG_SPOT(k);
          ig_Pack sum = ig_pack_all(zero);
          for (int j = 0; j < dim; j++) sum += IG_AT(const ig_Pack, J + (size_t)j * np + at) * C[6 * i + j];
          IG_AT(ig_Pack, CJ + at) = sum;
        }
      }
      h->term[n++] = (ig_Term)TERM(J + (size_t)i * np, CJ, ig_select(on, ig_broadcast(1), zero), parts, ~0u, lanes);
    }
  }
  ig_meet();
  return n;
}

// rows of cones in their middle zone are counted as updates
static void count_cones(ig_Hessian* h, real* count) {
  const ig_Rows* rows = &h->problem->rows;
  *count = ig_broadcast(0);
  for (int cone = 0; cone < rows->ncone; cone++) {
    mask on = ig_eq(rows->state[rows->cone[cone].row], ig_broadcast(IG_CONE));
    *count += ig_select(on, rows->dim[cone], ig_broadcast(0));
  }
}

#ifdef IG_HAS_BLOCKS

static void small_pattern(ig_Hessian* h) {
  const ig_Problem* p = h->problem;
  ig_LaneBits last = ig_bits_in_all(0);
  for (int b = 0; b < p->cut->n; b++) h->lanes[b] = ig_bits_in_all(p->M_blocks->pattern[b]);
  // all columns of a row of J meet, in a lane
  for (int row = 0; row < p->rows.n; row++) {
    ig_LaneBits blocks = p->J_lanes[row];
    // edges of a contact are alike
    if (!ig_bits_differ(blocks, last)) continue;
    last = blocks;
    IG_EACH_BLOCK_UP(b, p->J_blocks[row]) {
      h->lanes[b] |= ig_lanes_with(blocks, b) & blocks & ig_bits_in_all(((uint64_t)2 << b) - 1);
    }
  }
  IG_NAME(ig_blocks_fill)(p->cut, h->lanes);
  IG_NAME(ig_blocks_join)(p->cut, &h->blocks, h->lanes, h->live);
}

// M again in lanes that start anew, in the blocks that rows have ever changed: what came and went has left its rounding
static void restart(ig_Hessian* h, real anew) {
  const ig_Problem* p = h->problem;
  const ig_Cut* cut = p->cut;
  const real zero = ig_broadcast(0);
  size_t np = (size_t)p->np;
  mask kept = ig_eq(anew, zero);
  IG_EACH_BLOCK_UP(b, h->touched) {
    IG_EACH_BLOCK_UP(c, h->blocks.pattern[b] & h->touched) {
      bool inertia = p->M_blocks->pattern[b] >> c & 1;
      for (size_t row = cut->first[b]; row < cut->first[b + 1]; row++) {
        for (size_t at = row * np + cut->first[c]; at < row * np + cut->first[c + 1]; at++) {
          h->H[at] = ig_select(kept, h->H[at], inertia ? p->M[at] : zero);
        }
      }
    }
  }
  h->dirty |= h->touched;
}

static void factor(ig_Hessian* h, const real* H) {
  const ig_Problem* p = h->problem;
  IG_NAME(ig_blocks_factor)(p->cut, &h->blocks, p->np, h->U, h->inverse, H, h->dirty, &h->lost);
}

static mask lost_lanes(const ig_Hessian* h) { return ig_and(ig_lanes_with_some(h->lost), h->live); }

#else

static void factor(ig_Hessian* h, const real* H) { IG_NAME(ig_tiles_factor)(&h->tiles, h->U, h->inverse, H, h->dirty, &h->lost); }

static mask lost_lanes(const ig_Hessian* h) { return ig_and(ig_mask_of(h->lost != 0), h->live); }

static void small_pattern(ig_Hessian* h) {
  const ig_Problem* p = h->problem;
#ifndef IG_CREW
  h->tiles.chunks = p->np / 4;
#endif
  for (int i = 0; i < h->tiles.chunks; i++) h->tiles.pattern[i] = p->M_mask[i] & ((2u << i) - 1);
    // all columns of a row of J meet
#ifdef IG_CREW
  for (int first = 0; first < h->tiles.chunks; first += ig_crew()) {
    int i = first + ig_mate();
    uint32_t met = 0;
    for (int row = 0; row < p->rows.n; row++) met |= p->J_mask[row] >> i & 1 ? p->J_mask[row] & ((2u << i) - 1) : 0;
    for (int k = 0; k < ig_crew() && first + k < h->tiles.chunks; k++) h->tiles.pattern[first + k] |= ig_bits_of_mate(met, k);
  }
#else
  for (int row = 0; row < p->rows.n; row++) {
    IG_EACH_BIT_UP(i, p->J_mask[row]) h->tiles.pattern[i] |= p->J_mask[row] & ((2u << i) - 1);
  }
#endif
  IG_NAME(ig_tiles_fill)(&h->tiles);
  ig_check_pattern(&h->tiles, p);
#ifdef IG_CREW
  IG_NAME(ig_tiles_note)(&h->tiles);
#endif
}

// M again in lanes that start anew, in the tiles that rows have ever changed: what came and went has left its rounding
static void restart(ig_Hessian* h, real anew) {
  const ig_Problem* p = h->problem;
  const real zero = ig_broadcast(0);
  mask kept = ig_eq(anew, zero);
  EACH_TILE(&h->tiles, i, c, h->touched) {
    bool some = p->M_mask[i] >> c & 1;
    for (size_t row = 4 * i; row < 4 * i + 4; row++) {
      size_t at = ig_tile_entry((size_t)p->np, row, 4 * c), from = row * (size_t)p->np + 4 * c;
      for (size_t k = 0; k < 4; k++) h->H[at + k] = ig_select(kept, h->H[at + k], some ? p->M[from + k] : zero);
    }
  }
  ig_meet();
  h->dirty |= h->touched;
}

#endif

IG_CREW_NOINLINE static void small_factor(ig_Hessian* h) {
  real count;
  count_cones(h, &count);
  bool cones = h->cones && !ig_all(ig_eq(count, ig_broadcast(0)));
  h->dirty |= h->coned;
  h->coned = 0;
  if (cones) {
    int terms = cone_terms(h);
    for (int k = 0; k < terms; k++) h->coned |= h->term[k].mask;
    sum_terms(h, h->with_cones, false, terms);
  }
  h->dirty |= h->coned;
  factor(h, cones ? h->with_cones : h->H);
  h->dirty = 0;
}

void IG_NAME(ig_hessian_start)(ig_Hessian* h) {
  IG_SHARE(row, h->problem->rows.n) h->D[row] = ig_broadcast(0);
#if IG_WIDTH == 1
  if (h->problem->sparse_problem) {
    ig_sparse_hessian_start(h->problem->sparse_problem, &h->problem->rows, h->D, h->cones);
    return;
  }
#endif
  ig_Parts parts;
  small_pattern(h);
  ig_meet();
  int terms = row_terms(h, ig_broadcast(0), &parts);
  sum_terms(h, h->H, true, terms);
  h->dirty = ~(ig_Parts)0;
  small_factor(h);
}

// rows that come or go, and rows in the end: when more change than would be added to M alone, lanes start from M again. A rule of
// each lane's own, so that its bits do not depend on the others
IG_CREW_NOINLINE IG_KERNEL_CLONES static void choose_anew(ig_Hessian* h, real* anew, real* changed) {
  const ig_Rows* rows = &h->problem->rows;
  const ig_Pack zero = ig_pack_all(ig_broadcast(0)), one = ig_pack_all(ig_broadcast(1));
  ig_Sum active = ig_sum_zero(), change = ig_sum_zero();
  for (int i = 0; i < rows->n; i += 4) {
    for (int k = 0; k < IG_PARTS; k++) {
      int row = i + IG_SPOT(k);
      ig_Pack D = ig_pack_select(IG_AT(const ig_Pack, rows->state + row) == one, IG_AT(const ig_Pack, rows->D + row), zero);
      active.part[k] += ig_pack_select(D == zero, zero, one);
      change.part[k] += ig_pack_select(D == IG_AT(const ig_Pack, h->D + row), zero, one);
    }
  }
  *changed = ig_sum_total(&change);
  *anew = ig_select(ig_lt(ig_sum_total(&active), *changed), ig_broadcast(1), ig_broadcast(0));
}

void IG_NAME(ig_hessian_count)(ig_Hessian* h) {
  real anew, changed, cones;
  choose_anew(h, &anew, &changed);
  count_cones(h, &cones);
  for (int lane = 0; lane < IG_LANES; lane++) h->nupdate[lane] = ig_lane(changed, lane) + ig_lane(cones, lane);
}

// lanes that start anew from M, the others from what they had
IG_CREW_NOINLINE static void small_update(ig_Hessian* h, real anew) {
  ig_Parts parts;
  if (!ig_all(ig_eq(anew, ig_broadcast(0)))) restart(h, anew);
  int terms = row_terms(h, anew, &parts);
  add_terms(h, terms, parts);
  small_factor(h);
}

void IG_NAME(ig_hessian_update)(ig_Hessian* h) {
  real anew, changed;
  choose_anew(h, &anew, &changed);
#if IG_WIDTH == 1
  const ig_Problem* p = h->problem;
  if (p->sparse_problem) {
    ig_sparse_hessian_update(p->sparse_problem, &p->rows, h->D, anew != 0);
    return;
  }
#endif
#ifdef IG_HAS_BLOCKS
  if (h->narrowed) IG_NAME(ig_blocks_join)(h->problem->cut, &h->blocks, h->lanes, h->live);
  h->narrowed = false;
#endif
  const real zero = ig_broadcast(0), one = ig_broadcast(1);
  anew = ig_select(lost_lanes(h), one, ig_select(h->live, anew, zero));
  small_update(h, anew);
  // what came and went may have left more rounding than there is inertia
  real again = ig_select(lost_lanes(h), one - anew, zero);
  if (!ig_all(ig_eq(again, zero))) small_update(h, again);
}

IG_CREW_NOINLINE void IG_NAME(ig_hessian_solve)(const ig_Hessian* h, IG_POINTER(real) x, IG_POINTER(const real) b) {
  const ig_Problem* p = h->problem;
  IG_SHARE(i, p->np) x[i] = b[i] + 0.0;
  ig_meet();
#if IG_WIDTH == 1
  if (p->sparse_problem) {
    if (ig_sparse_hessian_solve(p->sparse_problem, x)) return;
    // what came and went may have left more rounding than there is inertia
    ig_sparse_hessian_update(p->sparse_problem, &p->rows, h->D, true);
    for (int i = 0; i < p->np; i++) x[i] = b[i] + 0.0;
    ig_sparse_hessian_solve(p->sparse_problem, x);
    return;
  }
#endif
#ifdef IG_HAS_BLOCKS
  IG_NAME(ig_blocks_solve)(p->cut, &h->blocks, p->np, h->U, h->inverse, x);
#else
  IG_NAME(ig_tiles_solve)(&h->tiles, h->U, h->inverse, x);
#endif
}
