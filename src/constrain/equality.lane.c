// SPDX-License-Identifier: Apache-2.0
#include "constrain/equality.h"

#include <string.h>

#include "constrain/flex_rows.h"
#include "constrain/limit.h"
#include "constrain/support.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "model/sleep.h"

// the two sides of a connect or weld: bodies with anchors, or sites
typedef struct {
  int body[2];
  real point[2][3];
} Ends;

// a connect stores the anchor of each body in order, a weld the other way round
static void find_ends(const mjModel* m, const ig_Data* d, int eq, Ends* ends) {
  bool weld = m->eq_type[eq] == mjEQ_WELD;
  for (int k = 0; k < 2; k++) {
    int id = k ? m->eq_obj2id[eq] : m->eq_obj1id[eq];
    if (m->eq_objtype[eq] == mjOBJ_BODY) {
      real anchor[3];
      ig_param3(anchor, m, d, eq_data, mjNEQDATA * eq + 3 * (weld ? 1 - k : k));
      ends->body[k] = id;
      ig_mulmatvec3(ends->point[k], d->xmat + 9 * id, anchor);
      ig_addto3(ends->point[k], d->xpos + 3 * id);
    } else {
      ends->body[k] = m->site_bodyid[id];
      ig_copy3(ends->point[k], d->site_xpos + 3 * id);
    }
  }
}

// orientation of a site
static void site_orientation(const mjModel* m, const ig_Data* d, int site, real r[4]) {
  real quat[4];
  ig_param4(quat, m, d, site_quat, 4 * site);
  ig_mulquat(r, d->xquat + 4 * m->site_bodyid[site], quat);
}

// orientation of the two sides of a weld: the first with the relative pose, the second inverted
static void weld_frames(const mjModel* m, const ig_Data* d, int eq, real first[4], real second_inverse[4]) {
  int id[2] = {m->eq_obj1id[eq], m->eq_obj2id[eq]};
  real quat[4];
  if (m->eq_objtype[eq] == mjOBJ_BODY) {
    ig_param4(quat, m, d, eq_data, mjNEQDATA * eq + 6);
    ig_mulquat(first, d->xquat + 4 * id[0], quat);
    ig_negquat(second_inverse, d->xquat + 4 * id[1]);
  } else {
    site_orientation(m, d, id[0], first);
    site_orientation(m, d, id[1], quat);
    ig_negquat(second_inverse, quat);
  }
}

// rotation rows of a weld. The error is the vector part of inverse(q2) * q1 * relpose, its derivative for an angular
// velocity w of the first relative to the second is the vector part of inverse(q2) * w * q1 * relpose / 2.
static void weld_rotation(const mjModel* m, const ig_Data* d, int eq, const ig_Columns* c, real* jac, real error[3]) {
  real scale = ig_param(m, d, eq_data, mjNEQDATA * eq + 10), q1[4], q2inv[4], q[4];
  weld_frames(m, d, eq, q1, q2inv);
  ig_mulquat(q, q2inv, q1);
  ig_scl3(error, q + 1, scale);
  for (int i = 0; i < c->n; i++) {
    ig_mulquataxis(q, q2inv, c->column + 6 * i + 3);
    ig_mulquat(q, q, q1);
    for (int k = 0; k < 3; k++) jac[k * c->n + i] = 0.5 * q[k + 1] * scale;
  }
}

static void tie_rows(ig_RowBuilder* rows, int eq, ig_RowGroup* g) {
  const mjModel* m = rows->m;
  const ig_Data* d = rows->d;
  g->size = m->eq_type[eq] == mjEQ_WELD ? 6 : 3;
  Ends ends;
  find_ends(m, d, eq, &ends);
  ig_Support s;
  s.n = 0;
  ig_support_add(&s, ends.body[1], -1, ends.point[1]);
  ig_support_add(&s, ends.body[0], 1, ends.point[0]);
  if (rows->counting) {
    g->n = rows->sparse ? IG_NAME(ig_support_count)(m, &s) : m->nv;
    IG_NAME(ig_rows_add)(rows, g);
    return;
  }

  ig_Columns c = IG_NAME(ig_support_columns)(m, d, &s, rows->dof, rows->column);
  g->n = c.n;
  g->dof = c.dof;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < c.n; i++) rows->jac[k * c.n + i] = c.column[6 * i + k];
  }
  real error[3];
  ig_sub3(error, ends.point[0], ends.point[1]);
  ig_hold(g->pos, error, 3);
  if (g->size == 6) {
    weld_rotation(m, d, eq, &c, rows->jac + 3 * c.n, error);
    ig_hold(g->pos + 3, error, 3);
  }
  for (int k = 0; k < g->size; k++) {
    g->invweight[k] = ig_local(ig_param(m, d, body_invweight0, 2 * ends.body[0] + (k > 2)) +
                               ig_param(m, d, body_invweight0, 2 * ends.body[1] + (k > 2)));
  }
  IG_NAME(ig_rows_add)(rows, g);
}

// ------------------------------------------------ coupled joints and tendons

typedef struct {
  real value, reference, invweight;
  int n;
} Scalar;

// a joint position or tendon length, and its gradient
static Scalar coupled_scalar(ig_RowBuilder* rows, int eq, mask on, int id, int* dof, real* jac) {
  const mjModel* m = rows->m;
  ig_Data* d = rows->d;
  if (m->eq_type[eq] == mjEQ_JOINT) {
    int adr = m->jnt_qposadr[id];
    dof[0] = m->jnt_dofadr[id];
    jac[0] = ig_broadcast(1);
    return (Scalar){d->qpos[adr], ig_param(m, d, qpos0, adr), ig_param(m, d, dof_invweight0, dof[0]), 1};
  }

  // the reference records the id of the equality here, where for other rows it is the row
  if (!rows->counting) ig_note_tendon_row(d, id, on, ig_ints(eq));
  return (Scalar){d->ten_length[id], ig_param(m, d, tendon_length0, id), ig_param(m, d, tendon_invweight0, id),
                  IG_NAME(ig_tendon_gradient)(m, d, id, dof, jac)};
}

// an entry that both have. Where zeros stand for entries that a lane does not have, they must not turn -0 into 0.
IG_INLINE real sum_of_both(real first, real second, real scale, bool padded) {
  real zero = ig_broadcast(0), product = scale * second;
  if (!padded) return first + product;
  real sum = ig_select(ig_eq(first, zero), product, first + product);
  return ig_select(ig_eq(second, zero), first, sum);
}

// first += scale * second, on the union of their dofs; `first` and its dofs have room for it. Returns the size.
static int combine(int* dof, real* first, int n, const int* dof2, const real* second, int n2, real scale, bool padded) {
  // count what is new, then merge from the back
  int total = n;
  for (int i = 0, j = 0; j < n2; j++) {
    while (i < n && dof[i] < dof2[j]) i++;
    total += i >= n || dof[i] != dof2[j];
  }
  for (int k = total - 1, i = n - 1, j = n2 - 1; j >= 0; k--) {
    if (i >= 0 && dof[i] > dof2[j]) {
      dof[k] = dof[i];
      first[k] = first[i--];
    } else {
      bool both = i >= 0 && dof[i] == dof2[j];
      dof[k] = dof2[j];
      first[k] = both ? sum_of_both(first[i], second[j], scale, padded) : scale * second[j];
      i -= both;
      j--;
    }
  }
  return total;
}

// first = polynomial of second, both relative to their references
static void couple_row(ig_RowBuilder* rows, int eq, ig_RowGroup* g) {
  const mjModel* m = rows->m;
  real poly[5];
  ig_param_n(poly, 5, m, rows->d, eq_data, mjNEQDATA * eq);
  int second = m->eq_obj2id[eq];
  Scalar a = coupled_scalar(rows, eq, g->on, m->eq_obj1id[eq], rows->dof, rows->jac);
  g->n = a.n;
  real pos = a.value - a.reference - poly[0], invweight = a.invweight;
  if (second >= 0) {
    Scalar b = coupled_scalar(rows, eq, g->on, second, rows->dof2, rows->frame);
    real x = b.value - b.reference;
    real slope = poly[1] + 2 * poly[2] * x + 3 * poly[3] * x * x + 4 * poly[4] * x * x * x;
    pos -= poly[1] * x + poly[2] * x * x + poly[3] * x * x * x + poly[4] * x * x * x * x;
    invweight += b.invweight;
    g->n = combine(rows->dof, rows->jac, a.n, rows->dof2, rows->frame, b.n, -slope,
                   ig_tendon_gradient_padded(m) && m->eq_type[eq] == mjEQ_TENDON);
  }
  g->pos[0] = ig_local(pos);
  g->invweight[0] = ig_local(invweight);
  g->dof = rows->dof;
  IG_NAME(ig_rows_add)(rows, g);
}

// lanes in which an equality is active
IG_INLINE mask active_lanes(const mjModel* m, const ig_Data* d, int eq) {
#if IG_WIDTH == 1
  if (!d->eq_active[eq]) return false;
  return !ig_some_asleep(m, d) || ig_sleep_state(m, d, mjOBJ_EQUALITY, eq) != mjS_ASLEEP;
#else
  return ig_mask_of(d->eq_lanes[eq]);
#endif
}

void IG_NAME(ig_equality_rows)(ig_RowBuilder* rows) {
  const mjModel* m = rows->m;
  const ig_Data* d = rows->d;
  for (int eq = 0; eq < m->neq; eq++) {
    mask on = active_lanes(m, d, eq);
    if (!ig_any(on)) continue;
    ig_RowGroup g;
    ig_group_start(&g, mjCNSTR_EQUALITY, on, ig_ints(eq), 1);
    g.jac = rows->jac;
    ig_hold_param(g.solref, mjNREF, m, d, eq_solref, mjNREF * eq);
    ig_hold_param(g.solimp, mjNIMP, m, d, eq_solimp, mjNIMP * eq);
    switch (m->eq_type[eq]) {
      case mjEQ_CONNECT:
      case mjEQ_WELD: tie_rows(rows, eq, &g); break;
      case mjEQ_JOINT:
      case mjEQ_TENDON: couple_row(rows, eq, &g); break;
#if IG_WIDTH == 1
      default: ig_flex_rows(rows, eq, &g);
#endif
    }
  }
}
