// SPDX-License-Identifier: Apache-2.0
// A row behaves as a spring-damper whose force is softened by the impedance d in (0, 1):
//   aref = -B*vel - K*d*(pos - margin),   R = (1 - d)/d * A,   A: approximate inverse inertia along the row
// d is a function of the violation, given by solimp = (d0, dwidth, width, midpoint, power);
// K and B come from solref, either (time constant, damping ratio) or, when negative, (-stiffness, -damping).
#include "constrain/impedance.h"

#include "lane/elementary.h"
#include "math/sums.h"

typedef struct {
  real value;
  real slope;  // with respect to pos
} Impedance;

typedef struct {
  real K, B;
} Reference;

IG_INLINE real clip(real x, num low, num high) { return ig_min(ig_broadcast(high), ig_max(ig_broadcast(low), x)); }

IG_INLINE void checked_solimp(real r[mjNIMP], const ig_LocalReal solimp[mjNIMP]) {
  r[0] = clip(solimp[0], mjMINIMP, mjMAXIMP);
  r[1] = clip(solimp[1], mjMINIMP, mjMAXIMP);
  r[2] = ig_max(ig_broadcast(0), solimp[2]);
  r[3] = clip(solimp[3], mjMINIMP, mjMAXIMP);
  r[4] = ig_max(ig_broadcast(1), solimp[4]);
}

// both numbers must have one sign: a time constant cannot be paired with a damping. The time constant is at least
// two steps, since a shorter one would be unstable. Returns where the signs differ.
IG_INLINE mask checked_solref(const mjModel* m, const ig_Data* d, real r[mjNREF], const ig_LocalReal solref[mjNREF],
                              const num fallback[mjNREF], const char* name) {
  real zero = ig_broadcast(0);
  mask mixed = ig_xor(ig_lt(zero, solref[0]), ig_lt(zero, solref[1]));
#if IG_WIDTH == 1
  if (mixed) mju_warning("%s: one number is positive and the other is not, using the default instead", name);
#endif
  for (int i = 0; i < mjNREF; i++) r[i] = ig_select(mixed, ig_broadcast(fallback[i]), solref[i]);
  if (!(m->opt.disableflags & mjDSBL_REFSAFE)) {
    r[0] = ig_select(ig_lt(zero, r[0]), ig_max(r[0], 2 * ig_option(m, d, timestep, 0)), r[0]);
  }
  return mixed;
}

// powers 1 and 2 are common and exact
IG_INLINE real power(real x, real exponent) {
  mask one = ig_eq(exponent, ig_broadcast(1)), two = ig_eq(exponent, ig_broadcast(2));
  real r = ig_select(two, x * x, x);
  if (ig_all(ig_or(one, two))) return r;
  return ig_select(ig_or(one, two), r, ig_pow(x, exponent));
}

// the curve between no violation and `width`, at a part x of it within 0 and 1: two powers that meet at the midpoint
IG_INLINE void power_curve(real x, real mid, real p, real* y, real* slope) {
  real one = ig_broadcast(1);
  *y = x;
  *slope = one;
  mask straight = ig_eq(p, one), lower = ig_le(x, mid);
  if (ig_all(straight)) return;
  real base = ig_select(lower, x, 1 - x);
  real scale = 1 / power(ig_select(lower, mid, 1 - mid), p - 1);
  real curve = scale * power(base, p);
  *y = ig_select(straight, x, ig_select(lower, curve, 1 - curve));
  *slope = ig_select(straight, one, p * scale * power(base, p - 1));
}

// from d0 at no violation to dwidth at `width`
IG_INLINE Impedance impedance(const real solimp[mjNIMP], real violation) {
  real low = solimp[0], high = solimp[1], width = solimp[2], zero = ig_broadcast(0);
  mask flat = ig_or(ig_eq(low, high), ig_le(width, ig_broadcast(mjMINVAL)));
  Impedance r = {0.5 * (low + high), zero};
  if (ig_all(flat)) return r;

  real x = violation / width;
  mask negative = ig_lt(x, zero);
  real sign = ig_select(negative, ig_broadcast(-1), ig_broadcast(1));
  x = ig_select(negative, -x, x);
  mask beyond = ig_le(ig_broadcast(1), x), none = ig_le(x, zero), end = ig_or(beyond, none);
  real value = ig_select(beyond, high, low), slope = zero;
  if (!ig_all(ig_or(end, flat))) {
    real y, rise;
    power_curve(ig_select(end, zero, x), solimp[3], solimp[4], &y, &rise);
    value = ig_select(end, value, low + y * (high - low));
    slope = ig_select(end, slope, rise * sign * (high - low) / width);
  }
  return (Impedance){ig_select(flat, r.value, value), ig_select(flat, zero, slope)};
}

IG_INLINE Reference reference(const real solref[mjNREF], real dmax) {
  real tiny = ig_broadcast(mjMINVAL), zero = ig_broadcast(0);
  mask constant = ig_lt(zero, solref[0]), ratio = ig_lt(zero, solref[1]);
  real square = dmax * dmax;
  real below = ig_select(constant, square * solref[0] * solref[0] * solref[1] * solref[1], square);
  real K = ig_select(constant, ig_broadcast(1), -solref[0]) / ig_max(tiny, below);
  real B = ig_select(ratio, ig_broadcast(2), -solref[1]) / ig_max(tiny, ig_select(ratio, dmax * solref[0], dmax));
  return (Reference){K, B};
}

// how far the constraint as a whole is violated: the rows of a connect or a weld are components of one vector
IG_INLINE real group_violation(const ig_RowGroup* g) {
  if (g->type != mjCNSTR_EQUALITY || g->size == 1) return (real)g->pos[0] - g->margin;
  real pos[IG_GROUP_MAX];
  for (int k = 0; k < g->size; k++) pos[k] = g->pos[k];
  return ig_sqrt(ig_dot_dense(pos, pos, g->size)) - g->margin;
}

// friction rows of a contact: their softness follows from that of the normal, so that the cone keeps its shape.
//   elliptic: R_j * mu_j^2 is the same for all j.  pyramid: one R for all edges, which matches the elliptic friction.
IG_INLINE void soften_friction(const mjModel* m, const ig_RowGroup* g, ig_Softness* s) {
  const ig_LocalReal* friction = g->friction;
  ig_LocalReal* R = s->R;
  real tangent = R[0];
  s->mu = friction[0];
  // a ratio of one, the default, divides by one and takes the root of one
  if (m->opt.impratio != 1 || !ig_all(ig_eq(tangent - tangent, ig_broadcast(0)))) {
    tangent = R[0] / ig_max(ig_broadcast(mjMINVAL), ig_broadcast(m->opt.impratio));
    s->mu = ig_local(friction[0] * ig_sqrt(tangent / R[0]));
  }
  if (g->type == mjCNSTR_CONTACT_PYRAMIDAL) {
    ig_LocalReal edge = 2 * s->mu * s->mu * R[0];
    for (int k = 0; k < g->size; k++) R[k] = edge;
  } else {
    R[1] = ig_local(tangent);
    for (int k = 2; k < g->size; k++) R[k] = ig_local(tangent * friction[0] * friction[0] / (friction[k - 1] * friction[k - 1]));
  }
}

mask IG_NAME(ig_group_softness)(const mjModel* m, const ig_Data* d, const ig_RowGroup* g, ig_Softness* s) {
  static const num standard[mjNREF] = {0.02, 1}, none[mjNREF] = {0, 0};
  real solref[mjNREF], friction_solref[mjNREF], solimp[mjNIMP], zero = ig_broadcast(0);
  checked_solimp(solimp, g->solimp);
  mask odd = checked_solref(m, d, solref, g->solref, standard, "solref");

  Impedance imp = impedance(solimp, group_violation(g));
  Reference normal = reference(solref, solimp[1]), sliding = normal;
  if (ig_is_contact_row(g->type)) {
    odd = ig_or(odd, checked_solref(m, d, friction_solref, g->solreffriction, none, "solreffriction"));
    mask same = ig_and(ig_eq(friction_solref[0], zero), ig_eq(friction_solref[1], zero));
    if (!ig_all(same)) {
      Reference own = reference(friction_solref, solimp[1]);
      sliding.B = ig_select(same, normal.B, own.B);
    }
  }

  bool dry = g->type == mjCNSTR_FRICTION_DOF || g->type == mjCNSTR_FRICTION_TENDON;
  bool cone = g->type == mjCNSTR_CONTACT_PYRAMIDAL || g->type == mjCNSTR_CONTACT_ELLIPTIC;
  for (int k = 0; k < g->size; k++) {
    // friction has no position to return to
    bool tangential = g->type == mjCNSTR_CONTACT_ELLIPTIC && k > 0;
    s->KBIP[k][0] = ig_local(dry || tangential ? zero : normal.K);
    s->KBIP[k][1] = ig_local(tangential ? sliding.B : normal.B);
    s->KBIP[k][2] = ig_local(imp.value);
    s->KBIP[k][3] = ig_local(imp.slope);
  }
  for (int k = 0; k < (cone ? 1 : g->size); k++) {
    s->R[k] = ig_local(ig_max(ig_broadcast(mjMINVAL), (1 - imp.value) * g->invweight[k] / imp.value));
  }
  if (cone) soften_friction(m, g, s);

  // the inverse inertia that gives this R; the edges of a pyramid are alike
  int alike = g->type == mjCNSTR_CONTACT_PYRAMIDAL ? 1 : g->size;
  for (int k = 0; k < alike; k++) {
    s->D[k] = 1 / s->R[k];
    s->diag[k] = ig_local(s->R[k] * imp.value / (1 - imp.value));
  }
  for (int k = alike; k < g->size; k++) {
    s->D[k] = s->D[0];
    s->diag[k] = s->diag[0];
  }
  return odd;
}
