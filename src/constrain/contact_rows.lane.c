#include "constrain/contact_rows.h"

#include "constrain/flex_rows.h"
#include "constrain/support.h"
#include "math/vec3.h"

#if IG_WIDTH == 1
typedef mjContact Touch;    // what a contact tells about where it is
typedef mjContact Surface;  // and how it behaves
#else
typedef ig_Hit Touch;
typedef ig_Meeting Surface;
#endif

// Jacobian in the contact frame, (dim x n): normal, two tangents, spin about the normal, two rolls
static void frame_jacobian(const Touch* con, int dim, const ig_Columns* c, real* jac) {
  for (int k = 0; k < dim; k++) {
    const real* axis = con->frame + 3 * (k % 3);
    const real* column = c->column + (k < 3 ? 0 : 3);
    for (int i = 0; i < c->n; i++, column += 6) jac[k * c->n + i] = ig_dot3(axis, column);
  }
}

// opposite edges of the pyramid in pairs: normal +- friction * tangent
static void pyramid_jacobian(const Surface* con, int n, const real* frame, real* jac) {
  for (int k = 1; k < con->dim; k++) {
    real mu = con->friction[k - 1];
    const real* slide = frame + k * n;
    for (int i = 0; i < n; i++) {
      jac[i] = frame[i] + slide[i] * mu;
      jac[n + i] = frame[i] + slide[i] * -mu;
    }
    jac += 2 * n;
  }
}

// kind and number of rows
static void contact_kind(const mjModel* m, int dim, ig_Group* g) {
  g->type = mjCNSTR_CONTACT_FRICTIONLESS;
  g->size = 1;
  if (dim <= 1) return;
  bool pyramidal = m->opt.cone == mjCONE_PYRAMIDAL;
  g->type = pyramidal ? mjCNSTR_CONTACT_PYRAMIDAL : mjCNSTR_CONTACT_ELLIPTIC;
  g->size = pyramidal ? 2 * (dim - 1) : dim;
}

// everything of the group but its kind; `tran` is the inverse inertia of the translations of the bodies in their
// reference pose, from which that of all rows follows
static void describe_contact(ig_RowBuilder* rows, const Touch* con, const Surface* surface, const ig_Support* s, real tran,
                             ig_Group* g) {
  ig_Columns c = IG_NAME(ig_support_columns)(rows->m, rows->d, s, rows->dof, rows->column);
  bool pyramidal = g->type == mjCNSTR_CONTACT_PYRAMIDAL;
  g->n = c.n;
  g->dof = c.dof;
  g->jac = rows->frame;
  frame_jacobian(con, surface->dim, &c, rows->frame);
  if (pyramidal) {
    g->jac = rows->jac;
    pyramid_jacobian(surface, c.n, rows->frame, rows->jac);
  }
  for (int k = 0; k < g->size; k++) g->pos[k] = k == 0 || pyramidal ? con->dist : ig_broadcast(0);
  g->margin = surface->includemargin;
  ig_copy_reals(g->solref, surface->solref, mjNREF);
  ig_copy_reals(g->solreffriction, surface->solreffriction, mjNREF);
  ig_copy_reals(g->solimp, surface->solimp, mjNIMP);
  ig_copy_reals(g->friction, surface->friction, 5);
  g->invweight[0] = tran;
  if (pyramidal) g->invweight[0] += surface->friction[0] * surface->friction[0] * tran;
}

IG_INLINE real geoms_invweight(const mjModel* m, const ig_Data* d, int geom1, int geom2) {
  return ig_param(m, d, body_invweight0, 2 * m->geom_bodyid[geom1]) + ig_param(m, d, body_invweight0, 2 * m->geom_bodyid[geom2]);
}

#if IG_WIDTH == 1

// the bodies of one side of a contact, with weights that add up to `sign`
static void add_side(const mjModel* m, const mjData* d, const mjContact* con, int side, mjtNum sign, ig_Support* s) {
  if (con->geom[side] >= 0) {
    ig_support_add(s, m->geom_bodyid[con->geom[side]], sign, con->pos);
  } else {
    ig_flex_side(m, d, con, side, sign, s);
  }
}

void ig_contact_support(const mjModel* m, const mjData* d, const mjContact* con, mjtNum first_sign, ig_Support* s) {
  s->n = 0;
  add_side(m, d, con, 0, first_sign, s);
  add_side(m, d, con, 1, 1, s);
}

static mjtNum contact_invweight(const mjModel* m, const mjData* d, const mjContact* con) {
  if (con->geom[0] >= 0 && con->geom[1] >= 0) return geoms_invweight(m, d, con->geom[0], con->geom[1]);
  mjtNum tran = 0;
  ig_Support s;
  ig_contact_support(m, d, con, 1, &s);
  for (int k = 0; k < s.n; k++) tran += m->body_invweight0[2 * s.body[k]] * s.weight[k];
  return tran;
}

void ig_contact_rows(ig_RowBuilder* rows) {
  const mjModel* m = rows->m;
  mjData* d = rows->d;
  for (int i = 0; i < d->ncon; i++) {
    mjContact* con = d->contact + i;
    for (int side = 0; side < 2; side++) {
      if (con->flex[side] >= 0 && m->flex_passive[con->flex[side]]) {
        con->efc_address = -1;
        con->exclude = IG_CONTACT_SPRING;
      }
    }
    if (con->exclude) continue;

    ig_Support s;
    ig_Group g;
    g.id = i;
    g.frictionloss = 0;
    g.on = true;
    contact_kind(m, con->dim, &g);
    if (rows->sparse || !rows->counting) ig_contact_support(m, d, con, -1, &s);
    if (rows->counting) {
      g.n = rows->sparse ? ig_support_count(m, &s) : m->nv;
    } else {
      con->efc_address = d->nefc;
      describe_contact(rows, con, con, &s, contact_invweight(m, d, con), &g);
    }

    // nothing that moves takes part
    if (rows->sparse && !g.n) {
      con->efc_address = -1;
      con->exclude = IG_CONTACT_NO_DOFS;
      continue;
    }
    ig_rows_add(rows, &g);
  }
}

#else

// the number of a contact in each lane that has it, for one of its integers
#define SET_LANES(field, lanes, value)                                                  \
  for (unsigned rest_ = (lanes); rest_; rest_ &= rest_ - 1) {                           \
    int lane = __builtin_ctz(rest_);                                                    \
    ig_set_ints_lane(&d->contact[ig_ints_lane(hit->contact, lane)].field, lane, value); \
  }

// contacts within their margin have rows
void IG_NAME(ig_contact_rows)(ig_RowBuilder* rows) {
  const mjModel* m = rows->m;
  ig_Data* d = rows->d;
  for (int i = 0; i < d->ragged.nhit; i++) {
    const ig_Hit* hit = d->ragged.hit + i;
    const ig_Meeting* meeting = d->ragged.meeting + hit->meeting;
    mask near = ig_and(ig_mask_of(hit->on), ig_not(ig_le(meeting->includemargin, hit->dist)));
    unsigned lanes = ig_mask_bits(near);
    if (!lanes) continue;

    ig_Support s;
    s.n = 0;
    for (int side = 0; side < 2; side++) ig_support_add(&s, m->geom_bodyid[meeting->geom[side]], side ? 1 : -1, hit->pos);
    ig_Group g;
    g.id = hit->contact;
    g.frictionloss = ig_broadcast(0);
    g.on = near;
    contact_kind(m, meeting->dim, &g);
    real tran = geoms_invweight(m, d, meeting->geom[0], meeting->geom[1]);
    describe_contact(rows, hit, meeting, &s, tran, &g);
    if (rows->sparse && !g.n) {
      SET_LANES(exclude, lanes, IG_CONTACT_NO_DOFS)
      continue;
    }
    ints row = d->ragged.count.nefc;
    SET_LANES(efc_address, lanes, ig_ints_lane(row, lane))
    IG_NAME(ig_rows_add)(rows, &g);
  }
}

#endif
