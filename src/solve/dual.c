#include "solve/dual.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/clones.h"
#include "math/csr.h"
#include "math/dense.h"
#include "solve/qcqp.h"
#include "solve/statistics.h"

// the matrix of a sweep: A, or A - R for noslip
typedef struct {
  const mjModel* m;
  mjData* d;
  bool sparse, without_R;
  mjtNum *diagonal, *inverse_diagonal;  // the diagonal is the inverse of the inverse, to the last bit
  mjtNum *low, *high;                   // bounds of the force of a row on its own
  int fours;                            // rows from the first on, in fours, that are dense and stand on their own
} Sweep;

// A(row, col..col+n), which are stored side by side
static const mjtNum* entries(const Sweep* s, int row, int col) {
  const mjData* d = s->d;
  if (!s->sparse) return d->efc_AR + (size_t)row * (size_t)d->nefc + (size_t)col;
  const int* column = d->efc_AR_colind + d->efc_AR_rowadr[row];
  int low = 0, high = d->efc_AR_rownnz[row] - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (column[middle] < col)
      low = middle + 1;
    else
      high = middle;
  }
  return d->efc_AR + d->efc_AR_rowadr[row] + low;
}

// what the sweep of a row on its own needs
static void set_bounds(Sweep* s) {
  const mjData* d = s->d;
  s->low = mj_stackAllocNum(s->d, (size_t)d->nefc);
  s->high = mj_stackAllocNum(s->d, (size_t)d->nefc);
  int alone = 0;
  for (int row = 0; row < d->nefc; row++) {
    bool equality = row < d->ne, loss = !equality && row < d->ne + d->nf;
    s->high[row] = loss ? d->efc_frictionloss[row] : INFINITY;
    s->low[row] = equality || loss ? -s->high[row] : 0;
    if (row == alone && d->efc_type[row] != mjCNSTR_CONTACT_ELLIPTIC) alone++;
  }
  s->fours = s->sparse ? 0 : alone & ~3;
}

static Sweep make_sweep(const mjModel* m, mjData* d, bool without_R) {
  Sweep s = {.m = m, .d = d, .sparse = mj_isSparse(m), .without_R = without_R};
  s.diagonal = mj_stackAllocNum(d, (size_t)d->nefc);
  s.inverse_diagonal = mj_stackAllocNum(d, (size_t)d->nefc);
  for (int row = 0; row < d->nefc; row++) {
    mjtNum diagonal = *entries(&s, row, row);
    if (without_R) {
      diagonal -= d->efc_R[row];
      if (diagonal < mjMINVAL) diagonal = mjMINVAL;
    }
    s.inverse_diagonal[row] = 1 / diagonal;
    s.diagonal[row] = 1 / s.inverse_diagonal[row];
  }
  set_bounds(&s);
  return s;
}

// b + A f
IG_WIDE_INLINE mjtNum residual_row(const Sweep* s, int row) {
  const mjData* d = s->d;
  if (!s->sparse) return d->efc_b[row] + ig_dot(d->efc_AR + (size_t)row * (size_t)d->nefc, d->efc_force, d->nefc);
  int adr = d->efc_AR_rowadr[row];
  return d->efc_b[row] + ig_dot_row(d->efc_AR + adr, d->efc_AR_colind + adr, d->efc_AR_rownnz[row], d->efc_force);
}

IG_CLONES static void residual(const Sweep* s, mjtNum* res, int row, int n) {
  for (int i = row; i < row + n; i++, res++) {
    *res = residual_row(s, i);
    if (s->without_R) *res -= s->d->efc_R[i] * s->d->efc_force[i];
  }
}

// diagonal block of n rows
static void block(const Sweep* s, mjtNum* A, int row, int n) {
  for (int i = 0; i < n; i++) {
    ig_copy(A + i * n, entries(s, row + i, row), n);
    if (!s->without_R) continue;
    mjtNum* diagonal = A + i * (n + 1);
    *diagonal -= s->d->efc_R[row + i];
    if (*diagonal < 1e-10) *diagonal = 1e-10;
  }
}

// change of the dual cost; a rise is undone
static mjtNum accept(const mjtNum* A, mjtNum* force, const mjtNum* old, const mjtNum* res, int n) {
  mjtNum delta[6] = {0}, change = 0;
  for (int i = 0; i < n; i++) delta[i] = force[i] - old[i];
  if (n == 1) {
    change = 0.5 * delta[0] * delta[0] * A[0] + delta[0] * res[0];
  } else {
    for (int i = 0; i < n; i++) change += delta[i] * ig_dot(A + i * n, delta, n);
    change = 0.5 * change + ig_dot(delta, res, n);
  }
  if (change > 1e-10) {
    ig_copy(force, old, n);
    change = 0;
  }
  return change;
}

static inline mjtNum clamp(mjtNum x, mjtNum low, mjtNum high) {
  mjtNum y = x < low ? low : x;
  return y > high ? high : y;
}

// zones as in the primal cost, read off the forces; returns the number of active rows
static int dual_states(const mjData* d, int* state) {
  int active = d->ne + d->nf;
  for (int row = 0; row < d->ne; row++) state[row] = mjCNSTRSTATE_QUADRATIC;
  for (int row = d->ne; row < d->ne + d->nf; row++) {
    mjtNum force = d->efc_force[row], loss = d->efc_frictionloss[row];
    state[row] = force <= -loss ? mjCNSTRSTATE_LINEARPOS : force >= loss ? mjCNSTRSTATE_LINEARNEG : mjCNSTRSTATE_QUADRATIC;
  }
  for (int row = d->ne + d->nf; row < d->nefc; row++) {
    const mjtNum* force = d->efc_force + row;
    if (d->efc_type[row] != mjCNSTR_CONTACT_ELLIPTIC) {
      // a force that is not a number counts as active
      state[row] = force[0] <= 0 ? mjCNSTRSTATE_SATISFIED : mjCNSTRSTATE_QUADRATIC;
      active += state[row] == mjCNSTRSTATE_QUADRATIC;
      continue;
    }
    const mjContact* con = d->contact + d->efc_id[row];
    mjtNum mu = con->mu, N = force[0] / mu, f[5];
    for (int i = 1; i < con->dim; i++) f[i - 1] = force[i] / con->friction[i - 1];
    mjtNum T = ig_norm(f, con->dim - 1);
    int zone = mu * N >= T ? mjCNSTRSTATE_SATISFIED : N + mu * T <= 0 ? mjCNSTRSTATE_QUADRATIC : mjCNSTRSTATE_CONE;
    if (zone != mjCNSTRSTATE_SATISFIED) active += con->dim;
    for (int i = 0; i < con->dim; i++) state[row + i] = zone;
    row += con->dim - 1;
  }
  return active;
}

// friction of a cone with normal force given: minimum inside the ellipse; the result lies on it exactly when it binds
static void solve_friction(mjtNum* friction, const mjtNum* A, const mjtNum* b, const mjtNum* mu, mjtNum normal, int n) {
  if (normal < mjMINVAL) {
    ig_zero(friction, n);
    return;
  }
  mjtNum v[5];
  if (ig_qcqp(v, A, b, mu, normal, n)) {
    mjtNum square = 0;
    for (int i = 0; i < n; i++) square += v[i] * v[i] / (mu[i] * mu[i]);
    mjtNum scale = sqrt(normal * normal / (square > mjMINVAL ? square : mjMINVAL));
    for (int i = 0; i < n; i++) v[i] *= scale;
  }
  ig_copy(friction, v, n);
}

// normal force alone, or the whole force along its present ray
static void move_normal(const mjtNum* A, mjtNum* force, const mjtNum* res, mjtNum inverse, int dim) {
  if (force[0] < mjMINVAL) {
    force[0] -= res[0] * inverse;
    if (force[0] < 0) force[0] = 0;
    ig_zero(force + 1, dim - 1);
    return;
  }
  mjtNum ray[6], Aray[6];
  ig_copy(ray, force, dim);
  ig_mulmatvec(Aray, A, ray, dim, dim);
  mjtNum curvature = ig_dot(ray, Aray, dim);
  if (curvature < mjMINVAL) return;
  mjtNum step = -ig_dot(ray, res, dim) / curvature;
  if (force[0] + step * ray[0] < 0) step = -ray[0] / force[0];
  for (int i = 0; i < dim; i++) force[i] += step * ray[i];
}

static mjtNum sweep_cone(const Sweep* s, int row, int dim) {
  mjtNum* force = s->d->efc_force + row;
  const mjtNum* mu = s->d->contact[s->d->efc_id[row]].friction;
  mjtNum res[6], old[6], A[36], Af[25], bf[5];
  residual(s, res, row, dim);
  ig_copy(old, force, dim);
  block(s, A, row, dim);
  move_normal(A, force, res, s->inverse_diagonal[row], dim);

  // friction with the new normal force: what is left of the residual without the friction's own part
  int n = dim - 1;
  for (int i = 0; i < n; i++) {
    ig_copy(Af + i * n, A + (i + 1) * dim + 1, n);
    bf[i] = res[i + 1] - ig_dot(Af + i * n, old + 1, n);
    bf[i] += A[(i + 1) * dim] * (force[0] - old[0]);
  }
  solve_friction(force + 1, Af, bf, mu, force[0], n);
  return accept(A, force, old, res, dim);
}

// the force of a row on its own, given its residual. Lowers the improvement by the change of the dual cost, and keeps
// the old force when the cost would rise
static inline mjtNum next_force(const Sweep* s, int row, mjtNum old, mjtNum res, mjtNum* improvement) {
  mjtNum force = clamp(old - res * s->inverse_diagonal[row], s->low[row], s->high[row]), delta = force - old;
  mjtNum change = 0.5 * delta * delta * s->diagonal[row] + delta * res;
  if (change > 1e-10) return old;
  *improvement -= change;
  return force;
}

static inline void sweep_row(const Sweep* s, int row, mjtNum* improvement) {
  mjtNum* force = s->d->efc_force + row;
  *force = next_force(s, row, *force, residual_row(s, row), improvement);
}

// sums as ig_dot, with the four forces from `at` on in a register: a force that was just written would be slow to read
// back with its neighbours
IG_WIDE_INLINE mjtNum dot_around(const mjtNum* a, const mjtNum* force, ig_Four held, int at, int n) {
  ig_Four part = {0, 0, 0, 0};
  int i = 0;
  for (; i < at; i += 4) part += ig_four_at(a + i) * ig_four_at(force + i);
  part += ig_four_at(a + i) * held;
  for (i += 4; i + 4 <= n; i += 4) part += ig_four_at(a + i) * ig_four_at(force + i);
  mjtNum sum = (part[0] + part[2]) + (part[1] + part[3]);
  switch (n - i) {
    case 3: return sum + (a[i] * force[i] + a[i + 1] * force[i + 1] + a[i + 2] * force[i + 2]);
    case 2: return sum + (a[i] * force[i] + a[i + 1] * force[i + 1]);
    case 1: return sum + a[i] * force[i];
    default: return sum;
  }
}

IG_WIDE_INLINE ig_Four sweep_held(const Sweep* s, int row, int k, ig_Four held, mjtNum* improvement) {
  const mjData* d = s->d;
  const mjtNum* a = d->efc_AR + (size_t)(row + k) * (size_t)d->nefc;
  mjtNum res = d->efc_b[row + k] + dot_around(a, d->efc_force, held, row, d->nefc);
  held[k] = next_force(s, row + k, held[k], res, improvement);
  return held;
}

IG_WIDE_INLINE void sweep_four(const Sweep* s, int row, mjtNum* improvement) {
  ig_Four held = ig_four_at(s->d->efc_force + row);
  held = sweep_held(s, row, 0, held, improvement);
  held = sweep_held(s, row, 1, held, improvement);
  held = sweep_held(s, row, 2, held, improvement);
  held = sweep_held(s, row, 3, held, improvement);
  memcpy(s->d->efc_force + row, &held, sizeof held);
}

IG_CLONES static mjtNum pgs_sweep(const Sweep* s) {
  const mjData* d = s->d;
  mjtNum improvement = 0;
  int row = 0;
  for (; row < s->fours; row += 4) sweep_four(s, row, &improvement);
  while (row < d->nefc) {
    if (d->efc_type[row] == mjCNSTR_CONTACT_ELLIPTIC) {
      int dim = d->contact[d->efc_id[row]].dim;
      improvement -= sweep_cone(s, row, dim);
      row += dim;
    } else {
      sweep_row(s, row++, &improvement);
    }
  }
  return improvement;
}

// two opposite edges of a pyramid: their sum, the normal force, is held
static mjtNum noslip_edges(const Sweep* s, int row) {
  mjtNum *force = s->d->efc_force + row, res[2], old[2] = {force[0], force[1]}, A[4], b[2];
  residual(s, res, row, 2);
  block(s, A, row, 2);
  for (int i = 0; i < 2; i++) b[i] = res[i] - ig_dot(A + 2 * i, old, 2);
  mjtNum middle = 0.5 * (force[0] + force[1]);
  mjtNum stiffness = A[0] + A[3] - A[1] - A[2], pull = middle * (A[0] - A[3]) + b[0] - b[1];
  if (stiffness < mjMINVAL) {
    force[0] = force[1] = middle;
  } else {
    mjtNum shift = -pull / stiffness;
    force[0] = shift < -middle ? 0 : shift > middle ? 2 * middle : middle + shift;
    force[1] = shift < -middle ? 2 * middle : shift > middle ? 0 : middle - shift;
  }
  return accept(A, force, old, res, 2);
}

static mjtNum noslip_cone(const Sweep* s, int row, int n) {
  mjtNum *normal = s->d->efc_force + row, *force = normal + 1, res[5], old[5], A[25], b[5];
  residual(s, res, row + 1, n);
  ig_copy(old, force, n);
  block(s, A, row + 1, n);
  for (int i = 0; i < n; i++) b[i] = res[i] - ig_dot(A + i * n, old, n);
  solve_friction(force, A, b, s->d->contact[s->d->efc_id[row]].friction, *normal, n);
  return accept(A, force, old, res, n);
}

static mjtNum noslip_loss(const Sweep* s, int row) {
  mjtNum *force = s->d->efc_force + row, loss = s->d->efc_frictionloss[row], old = *force, res;
  residual(s, &res, row, 1);
  *force = clamp(old - res * s->inverse_diagonal[row], -loss, loss);
  mjtNum delta = *force - old;
  return 0.5 * delta * delta / s->inverse_diagonal[row] + delta * res;
}

static mjtNum noslip_sweep(const Sweep* s) {
  const mjData* d = s->d;
  mjtNum improvement = 0;
  for (int row = d->ne; row < d->ne + d->nf; row++) improvement -= noslip_loss(s, row);
  for (int row = d->ne + d->nf; row < d->nefc;) {
    int dim = d->efc_type[row] >= mjCNSTR_CONTACT_PYRAMIDAL ? d->contact[d->efc_id[row]].dim : 1;
    if (d->efc_type[row] == mjCNSTR_CONTACT_PYRAMIDAL) {
      for (int edge = row; edge < row + 2 * (dim - 1); edge += 2) improvement -= noslip_edges(s, edge);
      row += 2 * (dim - 1);
    } else if (d->efc_type[row] == mjCNSTR_CONTACT_ELLIPTIC) {
      improvement -= noslip_cone(s, row, dim - 1);
      row += dim;
    } else {
      row++;
    }
  }
  return improvement;
}

// sweep until the improvement is small; `first` is added to that of the first sweep
static int iterate(const Sweep* s, mjtNum (*sweep)(const Sweep*), int limit, mjtNum tolerance, mjtNum first) {
  mjData* d = s->d;
  int* old_state = mj_stackAllocInt(d, (size_t)d->nefc);
  mjtNum scale = 1 / (s->m->stat.meaninertia * (s->m->nv > 1 ? (mjtNum)s->m->nv : 1));
  int iteration = 0, before = d->solver_niter[0];
  dual_states(d, d->efc_state);
  while (iteration < limit) {
    mjtNum improvement = (iteration ? 0 : first) + sweep(s);
    memcpy(old_state, d->efc_state, sizeof(int) * (size_t)d->nefc);
    mjSolverStat stat = {.improvement = improvement * scale, .nactive = dual_states(d, d->efc_state)};
    stat.nchange = ig_count_changes(old_state, d->efc_state, d->nefc);
    ig_save_iteration(d, 0, before + iteration++, &stat);
    if (stat.improvement < tolerance) break;
  }
  return iteration;
}

// forces to joint space: qfrc_constraint = J^T f, qacc = qacc_smooth + M^-1 qfrc_constraint
static void finish(const mjModel* m, mjData* d) {
  mj_mulJacTVec(m, d, d->qfrc_constraint, d->efc_force);
  mj_solveM(m, d, d->qacc, d->qfrc_constraint, 1);
  ig_addto(d->qacc, d->qacc_smooth, (int)m->nv);
}

void ig_solve_pgs(const mjModel* m, mjData* d) {
  mj_markStack(d);
  Sweep s = make_sweep(m, d, false);
  int iterations = iterate(&s, pgs_sweep, m->opt.iterations, m->opt.tolerance, 0), nonzeros = d->nefc * d->nefc;
  if (s.sparse) {
    nonzeros = 0;
    for (int row = 0; row < d->nefc; row++) nonzeros += d->efc_AR_rownnz[row];
  }
  ig_save_solve(d, 0, iterations, nonzeros);
  finish(m, d);
  mj_freeStack(d);
}

void ig_solve_noslip(const mjModel* m, mjData* d) {
  mj_markStack(d);
  Sweep s = make_sweep(m, d, true);
  // the regularisation's share of the cost falls away
  mjtNum regular = 0;
  for (int row = 0; row < d->nefc; row++) regular += 0.5 * d->efc_force[row] * d->efc_force[row] * d->efc_R[row];
  d->solver_niter[0] += iterate(&s, noslip_sweep, m->opt.noslip_iterations, m->opt.noslip_tolerance, regular);
  finish(m, d);
  mj_freeStack(d);
}
