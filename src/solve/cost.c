#include "solve/cost.h"

#include "math/dense.h"

static mjtNum quadratic(mjtNum D, mjtNum x) { return 0.5 * D * x * x; }

// dry friction: quadratic between the bounds -+ R f, straight lines of slope f outside
static mjtNum friction_cost(const ig_Rows* rows, int row, mjtNum x) {
  mjtNum loss = rows->frictionloss[row], bound = rows->R[row] * loss;
  if (x <= -bound) {
    rows->force[row] = loss;
    rows->state[row] = mjCNSTRSTATE_LINEARNEG;
    return -0.5 * rows->R[row] * loss * loss - loss * x;
  }
  if (x >= bound) {
    rows->force[row] = -loss;
    rows->state[row] = mjCNSTRSTATE_LINEARPOS;
    return -0.5 * rows->R[row] * loss * loss + loss * x;
  }
  rows->state[row] = mjCNSTRSTATE_QUADRATIC;
  return quadratic(rows->D[row], x);
}

static mjtNum inequality_cost(const ig_Rows* rows, int row, mjtNum x) {
  if (x >= 0) {
    rows->force[row] = 0;
    rows->state[row] = mjCNSTRSTATE_SATISFIED;
    return 0;
  }
  rows->state[row] = mjCNSTRSTATE_QUADRATIC;
  return quadratic(rows->D[row], x);
}

// what makes the cone round: U = scale * x
static mjtNum cone_scale(const mjContact* con, int i) { return i ? con->friction[i - 1] : con->mu; }

// Hessian of Dm (N - mu T)^2 / 2 with respect to x, where N = U_0, T = |U_1..|
static void cone_hessian(mjContact* con, const mjtNum* U, mjtNum Dm, mjtNum T) {
  int dim = con->dim;
  mjtNum mu = con->mu, N = U[0], cross = -mu / T, outer = mu * N / (T * T * T), round = mu * mu - mu * N / T;
  for (int i = 0; i < dim; i++) {
    mjtNum Dm_scale = Dm * cone_scale(con, i);
    for (int j = i; j < dim; j++) {
      mjtNum h = i == 0 ? (j == 0 ? 1 : cross * U[j]) : outer * U[j] * U[i];
      if (i == j && i > 0) h += round;
      h *= Dm_scale * cone_scale(con, j);
      con->H[i * dim + j] = con->H[j * dim + i] = h;
    }
  }
}

static mjtNum cone_cost(const ig_Rows* rows, int row, const mjtNum* x, bool hessian) {
  mjContact* con = rows->contact + rows->id[row];
  int dim = con->dim;
  mjtNum mu = con->mu, U[6] = {x[0] * mu}, cost = 0;
  for (int i = 1; i < dim; i++) U[i] = x[i] * con->friction[i - 1];
  mjtNum N = U[0], T = ig_norm(U + 1, dim - 1), *force = rows->force + row;
  int state;
  if (N >= mu * T || (T <= 0 && N >= 0)) {
    // top: inside the dual cone, no force
    ig_zero(force, dim);
    state = mjCNSTRSTATE_SATISFIED;
  } else if (mu * N + T <= 0 || (T <= 0 && N < 0)) {
    // bottom: inside the polar cone, the forces are those of plain quadratics
    for (int i = 0; i < dim; i++) cost += quadratic(rows->D[row + i], x[i]);
    state = mjCNSTRSTATE_QUADRATIC;
  } else {
    // between them: squared distance to the cone's surface
    mjtNum Dm = rows->D[row] / (mu * mu * (1 + mu * mu)), gap = N - mu * T;
    cost = 0.5 * Dm * gap * gap;
    force[0] = -Dm * gap * mu;
    for (int i = 1; i < dim; i++) force[i] = -force[0] / T * U[i] * con->friction[i - 1];
    if (hessian) cone_hessian(con, U, Dm, T);
    state = mjCNSTRSTATE_CONE;
  }
  for (int i = 0; i < dim; i++) rows->state[row + i] = state;
  return cost;
}

mjtNum ig_row_cost(const ig_Rows* rows, const mjtNum* x, bool hessian) {
  mjtNum cost = 0;
  for (int row = 0; row < rows->nefc; row++) rows->force[row] = -rows->D[row] * x[row];
  for (int row = 0; row < rows->nefc; row++) {
    if (row < rows->ne) {
      cost += quadratic(rows->D[row], x[row]);
      rows->state[row] = mjCNSTRSTATE_QUADRATIC;
    } else if (row < rows->ne + rows->nf) {
      cost += friction_cost(rows, row, x[row]);
    } else if (rows->type[row] != mjCNSTR_CONTACT_ELLIPTIC) {
      cost += inequality_cost(rows, row, x[row]);
    } else {
      cost += cone_cost(rows, row, x + row, hessian);
      row += rows->contact[rows->id[row]].dim - 1;
    }
  }
  return cost;
}

void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1], int flg_coneHessian) {
  ig_Rows rows = {.ne = d->ne,
                  .nf = d->nf,
                  .nefc = d->nefc,
                  .D = d->efc_D,
                  .R = d->efc_R,
                  .frictionloss = d->efc_frictionloss,
                  .type = d->efc_type,
                  .id = d->efc_id,
                  .contact = d->contact,
                  .state = d->efc_state,
                  .force = d->efc_force};
  mjtNum total = ig_row_cost(&rows, jar, flg_coneHessian);
  if (cost) *cost = total;
  mj_mulJacTVec(m, d, d->qfrc_constraint, d->efc_force);
}
