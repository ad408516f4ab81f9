#include "constrain/equality.h"

#include <string.h>

#include "constrain/limit.h"
#include "constrain/support.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "model/sleep.h"

// the two sides of a connect or weld: bodies with anchors, or sites
typedef struct {
  int body[2];
  mjtNum point[2][3];
} ig_Ends;

// a connect stores the anchor of each body in order, a weld the other way round
static ig_Ends find_ends(const mjModel* m, const mjData* d, int eq) {
  ig_Ends ends;
  const mjtNum* data = m->eq_data + mjNEQDATA * eq;
  bool weld = m->eq_type[eq] == mjEQ_WELD;
  for (int k = 0; k < 2; k++) {
    int id = k ? m->eq_obj2id[eq] : m->eq_obj1id[eq];
    if (m->eq_objtype[eq] == mjOBJ_BODY) {
      ends.body[k] = id;
      ig_mulmatvec3(ends.point[k], d->xmat + 9 * id, data + 3 * (weld ? 1 - k : k));
      ig_addto3(ends.point[k], d->xpos + 3 * id);
    } else {
      ends.body[k] = m->site_bodyid[id];
      ig_copy3(ends.point[k], d->site_xpos + 3 * id);
    }
  }
  return ends;
}

// orientation of the two sides of a weld: the first with the relative pose, the second inverted
static void weld_frames(const mjModel* m, const mjData* d, int eq, mjtNum first[4], mjtNum second_inverse[4]) {
  int id[2] = {m->eq_obj1id[eq], m->eq_obj2id[eq]};
  if (m->eq_objtype[eq] == mjOBJ_BODY) {
    ig_mulquat(first, d->xquat + 4 * id[0], m->eq_data + mjNEQDATA * eq + 6);
    ig_negquat(second_inverse, d->xquat + 4 * id[1]);
  } else {
    mjtNum second[4];
    ig_mulquat(first, d->xquat + 4 * m->site_bodyid[id[0]], m->site_quat + 4 * id[0]);
    ig_mulquat(second, d->xquat + 4 * m->site_bodyid[id[1]], m->site_quat + 4 * id[1]);
    ig_negquat(second_inverse, second);
  }
}

// rotation rows of a weld. The error is the vector part of inverse(q2) * q1 * relpose, its derivative for an angular
// velocity w of the first relative to the second is the vector part of inverse(q2) * w * q1 * relpose / 2.
static void weld_rotation(const mjModel* m, const mjData* d, int eq, const ig_Columns* c, mjtNum* jac, mjtNum error[3]) {
  mjtNum scale = m->eq_data[mjNEQDATA * eq + 10], q1[4], q2inv[4], q[4];
  weld_frames(m, d, eq, q1, q2inv);
  ig_mulquat(q, q2inv, q1);
  ig_scl3(error, q + 1, scale);
  for (int i = 0; i < c->n; i++) {
    ig_mulquataxis(q, q2inv, c->column + 6 * i + 3);
    ig_mulquat(q, q, q1);
    for (int k = 0; k < 3; k++) jac[k * c->n + i] = 0.5 * q[k + 1] * scale;
  }
}

static void tie_rows(ig_RowBuilder* rows, int eq, ig_Group* g) {
  const mjModel* m = rows->m;
  const mjData* d = rows->d;
  g->size = m->eq_type[eq] == mjEQ_WELD ? 6 : 3;
  ig_Ends ends = find_ends(m, d, eq);
  ig_Support s;
  s.n = 0;
  ig_support_add(&s, ends.body[1], -1, ends.point[1]);
  ig_support_add(&s, ends.body[0], 1, ends.point[0]);
  if (rows->counting) {
    g->n = rows->sparse ? ig_support_count(m, &s) : m->nv;
    ig_rows_add(rows, g);
    return;
  }

  ig_Columns c = ig_support_columns(m, d, &s, rows->dof, rows->column);
  g->n = c.n;
  g->dof = c.dof;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < c.n; i++) rows->jac[k * c.n + i] = c.column[6 * i + k];
  }
  ig_sub3(g->pos, ends.point[0], ends.point[1]);
  if (g->size == 6) weld_rotation(m, d, eq, &c, rows->jac + 3 * c.n, g->pos + 3);
  for (int k = 0; k < g->size; k++) {
    g->invweight[k] = m->body_invweight0[2 * ends.body[0] + (k > 2)] + m->body_invweight0[2 * ends.body[1] + (k > 2)];
  }
  ig_rows_add(rows, g);
}

// ------------------------------------------------ coupled joints and tendons

typedef struct {
  mjtNum value, reference, invweight;
  int n;
} ig_Scalar;

// a joint position or tendon length, and its gradient
static ig_Scalar coupled_scalar(ig_RowBuilder* rows, int eq, int id, int* dof, mjtNum* jac) {
  const mjModel* m = rows->m;
  mjData* d = rows->d;
  if (m->eq_type[eq] == mjEQ_JOINT) {
    int adr = m->jnt_qposadr[id];
    dof[0] = m->jnt_dofadr[id];
    jac[0] = 1;
    return (ig_Scalar){d->qpos[adr], m->qpos0[adr], m->dof_invweight0[dof[0]], 1};
  }

  // the reference records the id of the equality here, where for other rows it is the row
  if (!rows->counting && d->tendon_efcadr[id] == -1) d->tendon_efcadr[id] = eq;
  return (ig_Scalar){d->ten_length[id], m->tendon_length0[id], m->tendon_invweight0[id], ig_tendon_gradient(m, d, id, dof, jac)};
}

// first += scale * second, on the union of their dofs; `first` and its dofs have room for it. Returns the size.
static int combine(int* dof, mjtNum* first, int n, const int* dof2, const mjtNum* second, int n2, mjtNum scale) {
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
      first[k] = both ? first[i--] + scale * second[j] : scale * second[j];
      j--;
    }
  }
  return total;
}

// first = polynomial of second, both relative to their references
static void couple_row(ig_RowBuilder* rows, int eq, ig_Group* g) {
  const mjModel* m = rows->m;
  const mjtNum* poly = m->eq_data + mjNEQDATA * eq;
  int second = m->eq_obj2id[eq];
  ig_Scalar a = coupled_scalar(rows, eq, m->eq_obj1id[eq], rows->dof, rows->jac);
  g->n = a.n;
  g->pos[0] = a.value - a.reference - poly[0];
  g->invweight[0] = a.invweight;
  if (second >= 0) {
    ig_Scalar b = coupled_scalar(rows, eq, second, rows->dof2, rows->frame);
    mjtNum x = b.value - b.reference;
    mjtNum slope = poly[1] + 2 * poly[2] * x + 3 * poly[3] * x * x + 4 * poly[4] * x * x * x;
    g->pos[0] -= poly[1] * x + poly[2] * x * x + poly[3] * x * x * x + poly[4] * x * x * x * x;
    g->invweight[0] += b.invweight;
    g->n = combine(rows->dof, rows->jac, a.n, rows->dof2, rows->frame, b.n, -slope);
  }
  g->dof = rows->dof;
  ig_rows_add(rows, g);
}

// ------------------------------------------------ flexes

// every edge that is not rigid keeps its length
static void edge_rows(ig_RowBuilder* rows, int flex, ig_Group* g) {
  const mjModel* m = rows->m;
  const mjData* d = rows->d;
  int end = m->flex_edgeadr[flex] + m->flex_edgenum[flex];
  for (int edge = m->flex_edgeadr[flex]; edge < end; edge++) {
    if (m->flexedge_rigid[edge]) continue;
    int adr = m->flexedge_J_rowadr[edge];
    g->n = m->flexedge_J_rownnz[edge];
    g->dof = m->flexedge_J_colind + adr;
    g->jac = d->flexedge_J + adr;
    g->pos[0] = d->flexedge_length[edge] - m->flexedge_length0[edge];
    g->invweight[0] = m->flexedge_invweight0[edge];
    ig_rows_add(rows, g);
  }
}

// two averaged strains per vertex
static void vertex_rows(ig_RowBuilder* rows, int flex, ig_Group* g) {
  const mjModel* m = rows->m;
  const mjData* d = rows->d;
  int first = m->flex_vertadr[flex], end = first + m->flex_vertnum[flex];
  for (int row = 2 * first; row < 2 * end; row++) {
    int adr = m->flexvert_J_rowadr[row];
    g->n = m->flexvert_J_rownnz[row];
    g->dof = m->flexvert_J_colind + adr;
    g->jac = d->flexvert_J + adr;
    g->pos[0] = d->flexvert_length[row];
    g->invweight[0] = m->body_invweight0[2 * m->flex_vertbodyid[row / 2]];
    ig_rows_add(rows, g);
  }
}

void ig_equality_rows(ig_RowBuilder* rows) {
  const mjModel* m = rows->m;
  const mjData* d = rows->d;
  bool some_asleep = ig_some_asleep(m, d);
  for (int eq = 0; eq < m->neq; eq++) {
    if (!d->eq_active[eq]) continue;
    if (some_asleep && ig_sleep_state(m, d, mjOBJ_EQUALITY, eq) == mjS_ASLEEP) continue;
    ig_Group g = {.type = mjCNSTR_EQUALITY, .id = eq, .size = 1, .jac = rows->jac};
    g.solref = m->eq_solref + mjNREF * eq;
    g.solimp = m->eq_solimp + mjNIMP * eq;
    switch (m->eq_type[eq]) {
      case mjEQ_CONNECT:
      case mjEQ_WELD: tie_rows(rows, eq, &g); break;
      case mjEQ_JOINT:
      case mjEQ_TENDON: couple_row(rows, eq, &g); break;
      case mjEQ_FLEX: edge_rows(rows, m->eq_obj1id[eq], &g); break;
      case mjEQ_FLEXVERT: vertex_rows(rows, m->eq_obj1id[eq], &g); break;
      default: mju_error("equality %d: type %d does not exist", eq, m->eq_type[eq]);
    }
  }
}
