// SPDX-License-Identifier: Apache-2.0
// One row at a time: with the residual r = b + A f, the least cost along row i alone is at f_i - r_i / A_ii, then clamped to
// the bounds. A cone is changed as a block: first along its normal, or along the ray of its present force, then its friction
// with the normal force given, which is a quadratic over an ellipse (qcqp.h). The residual is kept up to date by columns of
// A: a force that has not moved costs nothing, every residual's sum is in the order of the moves, and it does not matter
// how A is stored. (Todorov 2014, "Convex and analytically-invertible dynamics with contacts and constraints"; noslip: the
// solver's documentation.)
#include "solve/dual.h"

#include <math.h>

#include "base/clones.h"
#include "lane/elementary.h"
#include "solve/pack.h"
#include "solve/qcqp.h"

// ------------------------------------------------ A

// A(row, col..col+n): a row's entries of one block are stored side by side
IG_INLINE const real* entries(const ig_Dual* s, int row, int col) {
  if (IG_WIDTH > 1 || !s->rownnz) return s->A + (size_t)row * (size_t)s->n + (size_t)col;
  const int* column = s->colind + s->rowadr[row];
  int low = 0, high = s->rownnz[row] - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (column[middle] < col)
      low = middle + 1;
    else
      high = middle;
  }
  return s->A + s->rowadr[row] + low;
}

// The force of a row has changed: A is symmetric, its column is its row. In lanes a row's new force waits for the residual that
// the row before it leaves: that one comes first.
IG_INLINE void move_residual(const ig_Dual* s, int row, real change) {
  if (ig_all(ig_eq(change, ig_broadcast(0)))) return;
  if (IG_WIDTH > 1 || !s->rownnz) {
    const real* restrict a = s->A + (size_t)row * (size_t)s->n;
    real* restrict residual = s->residual;
    int first = IG_LANES > 1 ? row + 1 : 0;
    for (int i = first; i < s->end; i++) residual[i] += a[i] * change;
    for (int i = 0; i < first; i++) residual[i] += a[i] * change;
    return;
  }
  const int* column = s->colind + s->rowadr[row];
  const real* a = s->A + s->rowadr[row];
  for (int k = 0; k < s->rownnz[row]; k++) s->residual[column[k]] += a[k] * change;
}

static bool has_kind(const ig_Dual* s, int slot, int kind) {
  for (int lane = 0; lane < IG_LANES; lane++) {
    if (s->contact[slot * IG_LANES + lane].kind == kind) return true;
  }
  return false;
}

// rows of cones do not stand on their own: with inverse 0 they stay
static void mark_cones(ig_Dual* s) {
  for (int slot = 0; slot < s->nslot; slot++) {
    int alone = 0, cones = 0;
    for (int lane = 0; lane < s->nproblem; lane++) {
      int kind = s->contact[slot * IG_LANES + lane].kind;
      alone |= (kind == IG_FRICTIONLESS || kind == IG_PYRAMID) << lane;
      cones |= (kind == IG_ELLIPSE) << lane;
    }
    s->alone[slot] = alone;
    s->cones[slot] = cones;
    for (int lane = 0; lane < IG_LANES; lane++) {
      const ig_DualContact* con = s->contact + slot * IG_LANES + lane;
      int own = con->kind == IG_ELLIPSE ? 0 : con->kind == IG_PYRAMID ? 2 * (con->dim - 1) : con->kind == IG_FRICTIONLESS;
      for (int row = s->slot_row[slot] + own; row < s->slot_row[slot + 1]; row++) {
        ig_set_lane(s->inverse + row, lane, 0);
        ig_set_lane(s->low + row, lane, -INFINITY);
      }
    }
  }
}

// rows that a lane has not got
static void mark_missing(ig_Dual* s) {
  for (int lane = 0; lane < IG_LANES; lane++) {
    int begin[3] = {s->lane_ne[lane], s->ne + s->lane_nf[lane], s->nf + s->lane_nl[lane]}, end[3] = {s->ne, s->nf, s->nl};
    for (int part = 0; part < 3; part++) {
      for (int row = begin[part]; row < end[part]; row++) {
        ig_set_lane(s->inverse + row, lane, 0);
        ig_set_lane(s->low + row, lane, -INFINITY);
        ig_set_lane(s->high + row, lane, INFINITY);
      }
    }
  }
}

IG_KERNEL_CLONES void IG_NAME(ig_dual_start)(ig_Dual* s, const real* loss, bool noslip) {
  const real zero = ig_broadcast(0), least = ig_broadcast(mjMINVAL), infinity = ig_broadcast(INFINITY);
  for (int row = 0; row < s->n; row++) {
    bool equality = row < s->ne, friction = !equality && row < s->nf;
    real diagonal = *entries(s, row, row);
    if (noslip) {
      diagonal -= s->R[row];
      diagonal = ig_select(ig_lt(diagonal, least), least, diagonal);
    }
    s->inverse[row] = s->normal_inverse[row] = 1 / diagonal;
    s->diagonal[row] = 1 / s->inverse[row];
    s->high[row] = friction ? loss[row] : infinity;
    s->low[row] = equality || friction ? -s->high[row] : zero;
    s->residual[row] = s->b[row];
  }
  s->end = s->n;
  mark_cones(s);
  mark_missing(s);
  for (int row = 0; row < s->n; row++) move_residual(s, row, s->force[row]);
}

// A change of the dual cost that counts as a rise, and the least diagonal without R: both are MuJoCo's. A change is the sum of
// two products of the same size, so that rounding does not turn a fall into a rise, of floats neither.
#define IG_RISE 1e-10
#define IG_LEAST_DIAGONAL 1e-10

// ------------------------------------------------ one row

// Lowers the improvement by the change of the dual cost; a force that would raise it stays. That is rare: where no lane has a
// force to be held the next row does not wait for the answer.
IG_INLINE void sweep_row(const ig_Dual* s, int row, real* improvement) {
  real old = s->force[row], res = s->residual[row];
  real force = ig_min(s->high[row], ig_max(s->low[row], old - res * s->inverse[row]));
  real delta = force - old, change = 0.5 * delta * delta * s->diagonal[row] + delta * res, zero = ig_broadcast(0);
  // rows that do not stand on their own have no diagonal either
  mask keep = ig_or(ig_lt(ig_broadcast(IG_RISE), change), ig_eq(s->inverse[row], zero));
  if (IG_LANES == 1 || ig_any(ig_and(keep, ig_bits_set(ig_to_bits(delta))))) delta = ig_select(keep, zero, delta);
  *improvement -= ig_select(keep, zero, change);
  s->force[row] = ig_select(keep, old, force);
  move_residual(s, row, delta);
}

// ------------------------------------------------ one block, lane by lane

// a block of a lane: rows from `row` on
typedef struct {
  int n;
  num A[36], res[6], force[6], old[6];
} Block;

// noslip: without R, with a positive diagonal
static void load_block(const ig_Dual* s, int lane, int row, int n, bool noslip, Block* block) {
  block->n = n;
  for (int i = 0; i < n; i++) {
    const real* a = entries(s, row + i, row);
    for (int j = 0; j < n; j++) block->A[i * n + j] = ig_lane(a[j], lane);
    block->force[i] = block->old[i] = ig_lane(s->force[row + i], lane);
    block->res[i] = ig_lane(s->residual[row + i], lane);
    if (!noslip) continue;
    num R = ig_lane(s->R[row + i], lane), *diagonal = block->A + i * (n + 1);
    block->res[i] -= R * block->old[i];
    *diagonal -= R;
    if (*diagonal < IG_LEAST_DIAGONAL) *diagonal = IG_LEAST_DIAGONAL;
  }
}

static num sum_products(const num* a, const num* b, int n) {
  num sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// change of the dual cost; a rise is undone
static num accept(Block* block) {
  num delta[6] = {0}, change = 0;
  int n = block->n;
  for (int i = 0; i < n; i++) delta[i] = block->force[i] - block->old[i];
  for (int i = 0; i < n; i++) change += delta[i] * sum_products(block->A + i * n, delta, n);
  change = 0.5 * change + sum_products(delta, block->res, n);
  if (change > IG_RISE) {
    for (int i = 0; i < n; i++) block->force[i] = block->old[i];
    change = 0;
  }
  return change;
}

// friction of a cone with normal force given: minimum inside the ellipse; the result lies on it exactly when it binds
static void solve_friction(num* friction, const num* A, const num* b, const num* mu, num normal, int n) {
  if (normal < mjMINVAL) {
    for (int i = 0; i < n; i++) friction[i] = 0;
    return;
  }
  num v[5];
  if (ig_qcqp(v, A, b, mu, normal, n)) {
    num square = 0;
    for (int i = 0; i < n; i++) square += v[i] * v[i] / (mu[i] * mu[i]);
    num scale = sqrt(normal * normal / (square > mjMINVAL ? square : mjMINVAL));
    for (int i = 0; i < n; i++) v[i] *= scale;
  }
  for (int i = 0; i < n; i++) friction[i] = v[i];
}

// normal force alone, or the whole force along its present ray
static void move_normal(Block* block, num inverse) {
  num *force = block->force, curvature = 0;
  int n = block->n;
  if (force[0] < mjMINVAL) {
    force[0] -= block->res[0] * inverse;
    if (force[0] < 0) force[0] = 0;
    for (int i = 1; i < n; i++) force[i] = 0;
    return;
  }
  for (int i = 0; i < n; i++) curvature += block->old[i] * sum_products(block->A + i * n, block->old, n);
  if (curvature < mjMINVAL) return;
  num step = -sum_products(block->old, block->res, n) / curvature;
  if (force[0] + step * block->old[0] < 0) step = -block->old[0] / force[0];
  for (int i = 0; i < n; i++) force[i] += step * block->old[i];
}

static void copy_friction(num mu[5], const ig_DualContact* con) {
  for (int i = 0; i < 5; i++) mu[i] = con->friction[i];
}

static num sweep_cone(Block* block, const ig_DualContact* con, num inverse) {
  num Af[25], bf[5], *force = block->force;
  int dim = block->n, n = dim - 1;
  move_normal(block, inverse);
  // friction with the new normal force: what is left of the residual without the friction's own part
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) Af[i * n + j] = block->A[(i + 1) * dim + j + 1];
    bf[i] = block->res[i + 1] - sum_products(Af + i * n, block->old + 1, n);
    bf[i] += block->A[(i + 1) * dim] * (force[0] - block->old[0]);
  }
  num mu[5];
  copy_friction(mu, con);
  solve_friction(force + 1, Af, bf, mu, force[0], n);
  return accept(block);
}

// two opposite edges of a pyramid: their sum, the normal force, is held
static num noslip_edges(Block* block) {
  num *force = block->force, *A = block->A, b[2];
  for (int i = 0; i < 2; i++) b[i] = block->res[i] - sum_products(A + 2 * i, block->old, 2);
  num middle = 0.5 * (force[0] + force[1]);
  num stiffness = A[0] + A[3] - A[1] - A[2], pull = middle * (A[0] - A[3]) + b[0] - b[1];
  if (stiffness < mjMINVAL) {
    force[0] = force[1] = middle;
  } else {
    num shift = -pull / stiffness;
    force[0] = shift < -middle ? 0 : shift > middle ? 2 * middle : middle + shift;
    force[1] = shift < -middle ? 2 * middle : shift > middle ? 0 : middle - shift;
  }
  return accept(block);
}

static num noslip_cone(Block* block, const ig_DualContact* con, num normal) {
  num b[5];
  for (int i = 0; i < block->n; i++) b[i] = block->res[i] - sum_products(block->A + i * block->n, block->old, block->n);
  num mu[5];
  copy_friction(mu, con);
  solve_friction(block->force, block->A, b, mu, normal, block->n);
  return accept(block);
}

// new forces of a lane's block; `moved` collects the changes of all lanes
static void store_block(const ig_Dual* s, int lane, int row, const Block* block, real* moved) {
  for (int i = 0; i < block->n; i++) {
    ig_set_lane(s->force + row + i, lane, block->force[i]);
    ig_set_lane(moved + i, lane, block->force[i] - block->old[i]);
  }
}

IG_INLINE void move_block(const ig_Dual* s, int row, int n, const real* moved) {
  for (int i = 0; i < n; i++) move_residual(s, row + i, moved[i]);
}

// the cones of a slot, in the lanes that have one
static int slot_cones(const ig_Dual* s, int slot, bool noslip, real moved[6], real* improvement) {
  int first = s->slot_row[slot], most = 0;
  for (int i = 0; i < 6; i++) moved[i] = ig_broadcast(0);
  for (int lane = 0; lane < s->nproblem; lane++) {
    const ig_DualContact* con = s->contact + slot * IG_LANES + lane;
    if (con->kind != IG_ELLIPSE) continue;
    Block block = {.res = {0}};
    int row = first + noslip, n = con->dim - noslip;
    num change;
    load_block(s, lane, row, n, noslip, &block);
    if (noslip)
      change = noslip_cone(&block, con, ig_lane(s->force[first], lane));
    else
      change = sweep_cone(&block, con, ig_lane(s->normal_inverse[first], lane));
    store_block(s, lane, row, &block, moved);
    ig_set_lane(improvement, lane, ig_lane(*improvement, lane) - change);
    if (n > most) most = n;
  }
  return most;
}

IG_KERNEL_CLONES static void pgs_sweep(const ig_Dual* s, real* improvement) {
  int limits = s->nl < s->end ? s->nl : s->end;
  for (int row = 0; row < limits; row++) sweep_row(s, row, improvement);
  for (int slot = 0; slot < s->nslot; slot++) {
    int first = s->slot_row[slot], end = s->slot_row[slot + 1];
    if (s->alone[slot]) {
      for (int row = first; row < end; row++) sweep_row(s, row, improvement);
    }
    if (!s->cones[slot]) continue;
    real moved[6];
    int n = slot_cones(s, slot, false, moved, improvement);
    move_block(s, first, n, moved);
  }
}

IG_INLINE void noslip_loss(const ig_Dual* s, int row, real* improvement) {
  real old = s->force[row], res = s->residual[row] - s->R[row] * old;
  real force = ig_min(s->high[row], ig_max(s->low[row], old - res * s->inverse[row]));
  real delta = force - old, zero = ig_broadcast(0);
  mask keep = ig_eq(s->inverse[row], zero);
  delta = ig_select(keep, zero, delta);
  *improvement -= ig_select(keep, zero, 0.5 * delta * delta / s->inverse[row] + delta * res);
  s->force[row] = ig_select(keep, old, force);
  move_residual(s, row, delta);
}

IG_KERNEL_CLONES static void noslip_sweep(const ig_Dual* s, real* improvement) {
  for (int row = s->ne; row < s->nf; row++) noslip_loss(s, row, improvement);
  for (int slot = 0; slot < s->nslot; slot++) {
    int first = s->slot_row[slot];
    real moved[6];
    for (int edge = 0; has_kind(s, slot, IG_PYRAMID) && edge + 2 <= s->slot_row[slot + 1] - first; edge += 2) {
      moved[0] = moved[1] = ig_broadcast(0);
      for (int lane = 0; lane < s->nproblem; lane++) {
        const ig_DualContact* con = s->contact + slot * IG_LANES + lane;
        if (con->kind != IG_PYRAMID || edge >= 2 * (con->dim - 1)) continue;
        Block block;
        load_block(s, lane, first + edge, 2, true, &block);
        num change = noslip_edges(&block);
        store_block(s, lane, first + edge, &block, moved);
        ig_set_lane(improvement, lane, ig_lane(*improvement, lane) - change);
      }
      move_block(s, first + edge, 2, moved);
    }
    if (!s->cones[slot]) continue;
    int n = slot_cones(s, slot, true, moved, improvement);
    move_block(s, first + 1, n, moved);
  }
}

// ------------------------------------------------ states

static int cone_zone(const ig_Dual* s, int lane, int row, const ig_DualContact* con) {
  num N = ig_lane(s->force[row], lane) / con->mu, square = 0;
  for (int i = 1; i < con->dim; i++) {
    num f = ig_lane(s->force[row + i], lane) / con->friction[i - 1];
    square += f * f;
  }
  num T = sqrt(square);
  return con->mu * N >= T ? mjCNSTRSTATE_SATISFIED : N + con->mu * T <= 0 ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_CONE;
}

// One-sided rows of contacts, of all lanes at once; rows past a lane's own have no force. A force that is not a number counts as
// active.
static void one_sided_states(const ig_Dual* s, real* active) {
  const real zero = ig_broadcast(0), one = ig_broadcast(1), quadratic = ig_broadcast(mjCNSTRSTATE_QUADRATIC);
  for (int slot = 0; slot < s->nslot; slot++) {
    unsigned bits = (unsigned)(int)s->alone[slot];
    if (!bits) continue;
    mask on = ig_mask_of(bits);
    for (int row = s->slot_row[slot]; row < s->slot_row[slot + 1]; row++) {
      mask off = ig_le(s->force[row], zero);
      real state = ig_select(off, ig_broadcast(mjCNSTRSTATE_SATISFIED), quadratic);
      s->state[row] = ig_select(on, state, s->state[row]);
      *active += ig_select(ig_and(on, ig_not(off)), one, zero);
    }
  }
}

// cones, lane by lane; adds the rows that are active
static void cone_states(const ig_Dual* s, int active[IG_LANES]) {
  for (int slot = 0; slot < s->nslot; slot++) {
    for (unsigned lanes = (unsigned)(int)s->cones[slot]; lanes; lanes &= lanes - 1) {
      int lane = __builtin_ctz(lanes), row = s->slot_row[slot];
      const ig_DualContact* con = s->contact + slot * IG_LANES + lane;
      int zone = cone_zone(s, lane, row, con);
      if (zone != mjCNSTRSTATE_SATISFIED) active[lane] += con->dim;
      for (int i = 0; i < con->dim; i++) ig_set_lane(s->state + row + i, lane, zone);
    }
  }
}

// Zones as in the primal cost, read off the forces, and the number of active rows. Those of rows on their own are the same
// whether a lane has ended or not; the contacts of one that has are gone.
static void dual_states(const ig_Dual* s, real* active) {
  const real zero = ig_broadcast(0), one = ig_broadcast(1), quadratic = ig_broadcast(mjCNSTRSTATE_QUADRATIC);
  const real positive = ig_broadcast(mjCNSTRSTATE_LINEARPOS), negative = ig_broadcast(mjCNSTRSTATE_LINEARNEG);
  int rows[IG_LANES];
  real always = zero;
  *active = zero;
  for (int row = 0; row < s->ne; row++) s->state[row] = quadratic;
  for (int row = s->ne; row < s->nf; row++) {
    real force = s->force[row], loss = s->high[row], zone = ig_select(ig_le(loss, force), negative, quadratic);
    s->state[row] = ig_select(ig_le(force, -loss), positive, zone);
  }
  // a force that is not a number counts as active
  for (int row = s->nf; row < s->nl; row++) {
    mask off = ig_le(s->force[row], zero);
    s->state[row] = ig_select(off, ig_broadcast(mjCNSTRSTATE_SATISFIED), quadratic);
    *active += ig_select(off, zero, one);
  }
  one_sided_states(s, active);
  for (int lane = 0; lane < IG_LANES; lane++) rows[lane] = lane < s->nproblem ? s->lane_ne[lane] + s->lane_nf[lane] : 0;
  cone_states(s, rows);
  for (int lane = 0; lane < IG_LANES; lane++) ig_set_lane(&always, lane, rows[lane]);
  *active += always;
}

static void count_changes(const ig_Dual* s, real* changed) {
  const real zero = ig_broadcast(0), one = ig_broadcast(1);
  *changed = zero;
  for (int row = 0; row < s->n; row++) *changed += ig_select(ig_eq(s->state[row], s->old_state[row]), zero, one);
}

// statistics of a sweep; true: the lane goes on
static bool judge(ig_Dual* s, int lane, const mjSolverStat* stat, int limit, num tolerance, int before) {
  int iteration = s->iterations[lane]++;
  if (before + iteration < s->nstat[lane]) s->stat[lane][before + iteration] = *stat;
  return !(stat->improvement < tolerance) && iteration + 1 < limit;
}

// Sweep until the improvement is small; `first` is added to that of the first sweep. A lane that has ended is frozen: its
// forces move no more since its inverse diagonal is zero and its contacts are gone.
static void freeze(ig_Dual* s, int lane) {
  for (int row = 0; row < s->n; row++) ig_set_lane(s->inverse + row, lane, 0);
  for (int slot = 0; slot < s->nslot; slot++) {
    s->contact[slot * IG_LANES + lane].kind = IG_NO_CONTACT;
    s->alone[slot] = s->alone[slot] & ~(1 << lane);
    s->cones[slot] = s->cones[slot] & ~(1 << lane);
  }
}

// rows that some lane which goes on has, and others before them
static int live_rows(const ig_Dual* s, const bool* going) {
  int most = 0;
  for (int slot = s->nslot - 1; slot >= 0; slot--) {
    if (s->alone[slot] | s->cones[slot]) return s->slot_row[slot + 1];
  }
  for (int lane = 0; lane < s->nproblem; lane++) {
    if (going[lane] && s->lane_nl[lane] > most) most = s->lane_nl[lane];
  }
  return s->nf + most;
}

// states are read for statistics, and in the end
static bool counts_states(const ig_Dual* s) {
  for (int lane = 0; lane < s->nproblem; lane++) {
    if (s->nstat[lane]) return true;
  }
  return false;
}

static void iterate(ig_Dual* s, bool noslip, int limit, num tolerance, const real* first, const int* before) {
  bool going[IG_LANES], any = false, counted = counts_states(s);
  real active = ig_broadcast(0), changed = ig_broadcast(0);
  for (int row = 0; row < s->n; row++) s->state[row] = ig_broadcast(0);
  for (int lane = 0; lane < IG_LANES; lane++) {
    s->iterations[lane] = 0;
    going[lane] = lane < s->nproblem;
  }
  dual_states(s, &active);
  for (int lane = 0; lane < IG_LANES; lane++) any |= going[lane] = going[lane] && limit > 0;
  for (int sweep = 0; any; sweep++) {
    real improvement = sweep ? ig_broadcast(0) : *first;
    for (int row = 0; counted && row < s->n; row++) s->old_state[row] = s->state[row];
    if (noslip)
      noslip_sweep(s, &improvement);
    else
      pgs_sweep(s, &improvement);
    if (counted) {
      dual_states(s, &active);
      count_changes(s, &changed);
    }
    unsigned ended = 0;
    any = false;
    for (int lane = 0; lane < s->nproblem; lane++) {
      if (!going[lane]) continue;
      mjSolverStat stat = {.improvement = ig_lane(improvement, lane) * s->scale[lane],
                           .nactive = (int)ig_lane(active, lane),
                           .nchange = (int)ig_lane(changed, lane)};
      going[lane] = judge(s, lane, &stat, limit, tolerance, before[lane]);
      any |= going[lane];
      ended |= (unsigned)!going[lane] << lane;
    }
    if (!ended) continue;
    if (!counted) dual_states(s, &active);
    for (int lane = 0; lane < s->nproblem && IG_WIDTH > 1; lane++) {
      if (ended >> lane & 1) freeze(s, lane);
    }
    if (IG_LANES > 1) s->end = live_rows(s, going);
  }
}

void IG_NAME(ig_dual_pgs)(ig_Dual* s, int limit, num tolerance) {
  int before[IG_LANES] = {0};
  real none = ig_broadcast(0);
  iterate(s, false, limit, tolerance, &none, before);
}

// the regularisation's share of the cost falls away; statistics go on after those of the solver
void IG_NAME(ig_dual_noslip)(ig_Dual* s, int limit, num tolerance) {
  int before[IG_LANES];
  real regular = ig_broadcast(0);
  for (int lane = 0; lane < IG_LANES; lane++) before[lane] = s->iterations[lane];
  for (int row = 0; row < s->n; row++) regular += 0.5 * s->force[row] * s->force[row] * s->R[row];
  iterate(s, true, limit, tolerance, &regular, before);
}
