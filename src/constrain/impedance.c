// A row behaves as a spring-damper whose force is softened by the impedance d in (0, 1):
//   aref = -B*vel - K*d*(pos - margin),   R = (1 - d)/d * A,   A: approximate inverse inertia along the row
// d is a function of the violation, given by solimp = (d0, dwidth, width, midpoint, power);
// K and B come from solref, either (time constant, damping ratio) or, when negative, (-stiffness, -damping).
#include "constrain/impedance.h"

#include "lane/elementary.h"

typedef struct {
  mjtNum value;
  mjtNum slope;  // with respect to pos
} ig_Impedance;

typedef struct {
  mjtNum K, B;
} ig_Reference;

static mjtNum clip(mjtNum x, mjtNum low, mjtNum high) { return ig_min(high, ig_max(low, x)); }

static void checked_solimp(mjtNum r[mjNIMP], const mjtNum solimp[mjNIMP]) {
  r[0] = clip(solimp[0], mjMINIMP, mjMAXIMP);
  r[1] = clip(solimp[1], mjMINIMP, mjMAXIMP);
  r[2] = ig_max(0, solimp[2]);
  r[3] = clip(solimp[3], mjMINIMP, mjMAXIMP);
  r[4] = ig_max(1, solimp[4]);
}

// both numbers must have one sign: a time constant cannot be paired with a damping. The time constant is at least
// two steps, since a shorter one would be unstable.
static void checked_solref(const mjModel* m, mjtNum r[mjNREF], const mjtNum solref[mjNREF], const mjtNum fallback[mjNREF],
                           const char* name) {
  bool mixed = (solref[0] > 0) != (solref[1] > 0);
  if (mixed) mju_warning("%s: one number is positive and the other is not, using the default instead", name);
  r[0] = mixed ? fallback[0] : solref[0];
  r[1] = mixed ? fallback[1] : solref[1];
  if (!(m->opt.disableflags & mjDSBL_REFSAFE) && r[0] > 0) r[0] = ig_max(r[0], 2 * m->opt.timestep);
}

// powers 1 and 2 are common and exact
static mjtNum power(mjtNum x, mjtNum exponent) {
  if (exponent == 1) return x;
  return exponent == 2 ? x * x : ig_pow(x, exponent);
}

// two power curves that meet at the midpoint, from d0 at no violation to dwidth at `width`
static ig_Impedance impedance(const mjtNum solimp[mjNIMP], mjtNum violation) {
  mjtNum low = solimp[0], high = solimp[1], width = solimp[2], mid = solimp[3], p = solimp[4];
  if (low == high || width <= mjMINVAL) return (ig_Impedance){0.5 * (low + high), 0};

  mjtNum x = violation / width, sign = x < 0 ? -1 : 1;
  if (x < 0) x = -x;
  if (x >= 1) return (ig_Impedance){high, 0};
  if (x <= 0) return (ig_Impedance){low, 0};

  mjtNum y = x, slope = 1;
  if (p != 1 && x <= mid) {
    mjtNum a = 1 / power(mid, p - 1);
    y = a * power(x, p);
    slope = p * a * power(x, p - 1);
  } else if (p != 1) {
    mjtNum b = 1 / power(1 - mid, p - 1);
    y = 1 - b * power(1 - x, p);
    slope = p * b * power(1 - x, p - 1);
  }
  return (ig_Impedance){low + y * (high - low), slope * sign * (high - low) / width};
}

static ig_Reference reference(const mjtNum solref[mjNREF], mjtNum dmax) {
  ig_Reference r;
  if (solref[0] > 0) {
    r.K = 1 / ig_max(mjMINVAL, dmax * dmax * solref[0] * solref[0] * solref[1] * solref[1]);
  } else {
    r.K = -solref[0] / ig_max(mjMINVAL, dmax * dmax);
  }
  r.B = solref[1] > 0 ? 2 / ig_max(mjMINVAL, dmax * solref[0]) : -solref[1] / ig_max(mjMINVAL, dmax);
  return r;
}

// how far the constraint as a whole is violated: the rows of a connect or a weld are components of one vector
static mjtNum group_violation(const ig_Group* g) {
  bool vector = g->type == mjCNSTR_EQUALITY && g->size > 1;
  return (vector ? mju_norm(g->pos, g->size) : g->pos[0]) - g->margin;
}

// friction rows of a contact: their softness follows from that of the normal, so that the cone keeps its shape.
//   elliptic: R_j * mu_j^2 is the same for all j.  pyramid: one R for all edges, which matches the elliptic friction.
static void soften_friction(const mjModel* m, mjContact* con, const ig_Group* g, mjtNum* R) {
  const mjtNum* friction = con->friction;
  mjtNum tangent = R[0] / ig_max(mjMINVAL, m->opt.impratio);
  con->mu = friction[0] * ig_sqrt(tangent / R[0]);
  if (g->type == mjCNSTR_CONTACT_PYRAMIDAL) {
    mjtNum edge = 2 * con->mu * con->mu * R[0];
    for (int k = 0; k < g->size; k++) R[k] = edge;
  } else {
    R[1] = tangent;
    for (int k = 2; k < g->size; k++) R[k] = tangent * friction[0] * friction[0] / (friction[k - 1] * friction[k - 1]);
  }
}

void ig_group_impedance(const mjModel* m, mjData* d, const ig_Group* g, int row) {
  static const mjtNum standard[mjNREF] = {0.02, 1}, none[mjNREF] = {0, 0};
  mjtNum solref[mjNREF], friction_solref[mjNREF], solimp[mjNIMP];
  checked_solimp(solimp, g->solimp);
  checked_solref(m, solref, g->solref, standard, "solref");
  checked_solref(m, friction_solref, g->solreffriction ? g->solreffriction : none, none, "solreffriction");

  ig_Impedance imp = impedance(solimp, group_violation(g));
  ig_Reference normal = reference(solref, solimp[1]), sliding = normal;
  if (friction_solref[0] || friction_solref[1]) sliding = reference(friction_solref, solimp[1]);

  mjtNum *R = d->efc_R + row, *D = d->efc_D + row, *diag = d->efc_diagApprox + row;
  bool dry = g->type == mjCNSTR_FRICTION_DOF || g->type == mjCNSTR_FRICTION_TENDON;
  bool cone = g->type == mjCNSTR_CONTACT_PYRAMIDAL || g->type == mjCNSTR_CONTACT_ELLIPTIC;
  for (int k = 0; k < g->size; k++) {
    // friction has no position to return to
    bool tangential = g->type == mjCNSTR_CONTACT_ELLIPTIC && k > 0;
    mjtNum* KBIP = d->efc_KBIP + 4 * (row + k);
    KBIP[0] = dry || tangential ? 0 : normal.K;
    KBIP[1] = tangential ? sliding.B : normal.B;
    KBIP[2] = imp.value;
    KBIP[3] = imp.slope;
  }
  for (int k = 0; k < (cone ? 1 : g->size); k++) R[k] = ig_max(mjMINVAL, (1 - imp.value) * g->invweight[k] / imp.value);
  if (cone) soften_friction(m, d->contact + g->id, g, R);

  // the inverse inertia that gives this R; the edges of a pyramid are alike
  int alike = g->type == mjCNSTR_CONTACT_PYRAMIDAL ? 1 : g->size;
  for (int k = 0; k < alike; k++) {
    D[k] = 1 / R[k];
    diag[k] = R[k] * imp.value / (1 - imp.value);
  }
  for (int k = alike; k < g->size; k++) {
    D[k] = D[0];
    diag[k] = diag[0];
  }
}
