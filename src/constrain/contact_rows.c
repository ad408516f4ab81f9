#include "constrain/contact_rows.h"

#include "constrain/support.h"
#include "math/vec3.h"
#include "smooth/flex/flex_shape.h"

// weights of the vertices of a flex element by inverse distance to the contact; a vertex that is itself the other side
// of the contact does not count. Returns their number.
static int element_weights(const mjModel* m, const mjData* d, int flex, int elem, int other, const mjtNum point[3], int vert[4],
                           mjtNum weight[4]) {
  int corners = m->flex_dim[flex] + 1, n = 0;
  const int* corner = m->flex_elem + m->flex_elemdataadr[flex] + elem * corners;
  const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  mjtNum sum = 0;
  for (int i = 0; i < corners; i++) {
    if (corner[i] == other) continue;
    vert[n] = m->flex_vertadr[flex] + corner[i];
    weight[n] = 1.0 / ig_max(mjMINVAL, ig_dist3(point, xpos + 3 * corner[i]));
    sum += weight[n++];
  }
  // weights that vanish, of vertices beyond all measure, stay small instead of growing without bound
  mjtNum scale = 1.0 / ig_max(mjMINVAL, sum);
  for (int i = 0; i < n; i++) weight[i] *= scale;
  return n;
}

// a flex that is moved by the nodes of a grid: the nodes around the weighted vertices carry the point
static void add_nodes(const mjModel* m, int flex, const int* vert, const mjtNum* weight, int n, const mjtNum* point,
                      ig_Support* s) {
  mjtNum coord[3] = {0, 0, 0};
  for (int i = 0; i < n; i++) ig_addtoscl3(coord, m->flex_vert0 + 3 * vert[i], weight[i]);
  for (int node = 0; n && node < m->flex_nodenum[flex]; node++) {
    mjtNum share = ig_flex_weight(coord, node, m->flex_interp[flex]);
    if (share >= 1e-5) ig_support_add(s, m->flex_nodebodyid[m->flex_nodeadr[flex] + node], share, point);
  }
}

// the bodies of one side of a contact, with weights that add up to `sign`
static void add_side(const mjModel* m, const mjData* d, const mjContact* con, int side, mjtNum sign, ig_Support* s) {
  if (con->geom[side] >= 0) {
    ig_support_add(s, m->geom_bodyid[con->geom[side]], sign, con->pos);
    return;
  }
  int flex = con->flex[side], vert[4], n = 1;
  mjtNum weight[4] = {1};
  if (con->vert[side] >= 0) {
    vert[0] = m->flex_vertadr[flex] + con->vert[side];
  } else {
    n = element_weights(m, d, flex, con->elem[side], con->vert[1 - side], con->pos, vert, weight);
  }
  for (int i = 0; i < n; i++) weight[i] *= sign;
  if (m->flex_interp[flex]) {
    add_nodes(m, flex, vert, weight, n, con->pos, s);
  } else {
    for (int i = 0; i < n; i++) ig_support_add(s, m->flex_vertbodyid[vert[i]], weight[i], con->pos);
  }
}

void ig_contact_support(const mjModel* m, const mjData* d, const mjContact* con, mjtNum first_sign, ig_Support* s) {
  s->n = 0;
  add_side(m, d, con, 0, first_sign, s);
  add_side(m, d, con, 1, 1, s);
}

// Jacobian in the contact frame, (dim x n): normal, two tangents, spin about the normal, two rolls
static void frame_jacobian(const mjContact* con, const ig_Columns* c, mjtNum* jac) {
  for (int k = 0; k < con->dim; k++) {
    const mjtNum* axis = con->frame + 3 * (k % 3);
    const mjtNum* column = c->column + (k < 3 ? 0 : 3);
    for (int i = 0; i < c->n; i++, column += 6) jac[k * c->n + i] = ig_dot3(axis, column);
  }
}

// opposite edges of the pyramid in pairs: normal +- friction * tangent
static void pyramid_jacobian(const mjContact* con, int n, const mjtNum* frame, mjtNum* jac) {
  for (int k = 1; k < con->dim; k++) {
    mjtNum mu = con->friction[k - 1];
    const mjtNum* slide = frame + k * n;
    for (int i = 0; i < n; i++) {
      jac[i] = frame[i] + slide[i] * mu;
      jac[n + i] = frame[i] + slide[i] * -mu;
    }
    jac += 2 * n;
  }
}

// inverse inertia along the first row: that of the translations of the bodies in their reference pose
static void row_invweights(const mjModel* m, const mjData* d, const mjContact* con, ig_Group* g) {
  mjtNum tran = 0;
  if (con->geom[0] >= 0 && con->geom[1] >= 0) {
    for (int side = 0; side < 2; side++) tran += m->body_invweight0[2 * m->geom_bodyid[con->geom[side]]];
  } else {
    ig_Support s;
    ig_contact_support(m, d, con, 1, &s);
    for (int k = 0; k < s.n; k++) tran += m->body_invweight0[2 * s.body[k]] * s.weight[k];
  }

  // those of friction rows follow from the first
  g->invweight[0] = tran;
  if (g->type == mjCNSTR_CONTACT_PYRAMIDAL) g->invweight[0] += con->friction[0] * con->friction[0] * tran;
}

// everything of the group but its kind
static void describe_contact(ig_RowBuilder* rows, const mjContact* con, const ig_Support* s, ig_Group* g) {
  ig_Columns c = ig_support_columns(rows->m, rows->d, s, rows->dof, rows->column);
  g->n = c.n;
  g->dof = c.dof;
  g->jac = rows->frame;
  frame_jacobian(con, &c, rows->frame);
  if (g->type == mjCNSTR_CONTACT_PYRAMIDAL) {
    g->jac = rows->jac;
    pyramid_jacobian(con, c.n, rows->frame, rows->jac);
  }
  for (int k = 0; k < g->size; k++) g->pos[k] = k == 0 || g->type == mjCNSTR_CONTACT_PYRAMIDAL ? con->dist : 0;
  g->margin = con->includemargin;
  g->solref = con->solref;
  g->solreffriction = con->solreffriction;
  g->solimp = con->solimp;
  row_invweights(rows->m, rows->d, con, g);
}

void ig_contact_rows(ig_RowBuilder* rows) {
  const mjModel* m = rows->m;
  mjData* d = rows->d;
  bool pyramidal = mj_isPyramidal(m);
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
    ig_Group g = {.type = mjCNSTR_CONTACT_FRICTIONLESS, .id = i, .size = 1};
    if (con->dim > 1) {
      g.type = pyramidal ? mjCNSTR_CONTACT_PYRAMIDAL : mjCNSTR_CONTACT_ELLIPTIC;
      g.size = pyramidal ? 2 * (con->dim - 1) : con->dim;
    }
    if (rows->sparse || !rows->counting) ig_contact_support(m, d, con, -1, &s);
    if (rows->counting) {
      g.n = rows->sparse ? ig_support_count(m, &s) : m->nv;
    } else {
      con->efc_address = d->nefc;
      describe_contact(rows, con, &s, &g);
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
