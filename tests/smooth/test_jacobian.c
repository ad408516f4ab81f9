// SPDX-License-Identifier: Apache-2.0
// Jacobians against finite differences, their sparse forms against the dense ones, and arithmetic on positions.
#include "model.h"
#include "test.h"

#include "catch.h"
#include "scenes.h"
#include "smooth/jacobian.h"

enum { most = ig_scene_dofs };

static void place(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
}

// qpos moved along one dof
static void nudge(const mjModel* m, mjData* d, const mjtNum* qpos, int dof, double step) {
  mjtNum vel[most] = {0};
  vel[dof] = 1;
  mju_copy(d->qpos, qpos, m->nq);
  mj_integratePos(m, d->qpos, vel, step);
  place(m, d);
}

typedef void (*Check)(const mjModel* m, mjData* d);

static void on_all_scenes(Check check) {
  for (int i = 0; i < 2 * ig_nscene; i++) {
    mjModel* m = ig_test_model(ig_scenes[i / 2].xml);
    if (!m) return;
    mjData* d = mj_makeData(m);
    ig_scene_state(m, d, (unsigned)(100 + i));
    mj_normalizeQuat(m, d->qpos);
    place(m, d);
    mj_comVel(m, d);
    check(m, d);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// the world a little further and a little back along one dof
typedef struct {
  const mjModel* m;
  const mjData *plus, *minus;
  int dof;
} Ends;

static const double h = 1e-6;

static void check_column(const Ends* e, const mjtNum* jac, const mjtNum* plus, const mjtNum* minus) {
  for (int k = 0; k < 3; k++) CHECK_NEAR(jac[k * e->m->nv + e->dof], (plus[k] - minus[k]) / (2 * h), 1e-7);
}

// the turn between the ends is in the body's axes
static void check_turn(const Ends* e, const mjtNum* jac, int body) {
  mjtNum turn[3];
  mju_subQuat(turn, e->plus->xquat + 4 * body, e->minus->xquat + 4 * body);
  mju_mulMatVec3(turn, e->minus->xmat + 9 * body, turn);
  for (int k = 0; k < 3; k++) CHECK_NEAR(jac[k * e->m->nv + e->dof], turn[k] / (2 * h), 1e-5);
}

static void check_all_columns(const Ends* e, mjData* d) {
  const mjModel* m = e->m;
  mjtNum jacp[3 * most], jacr[3 * most];
  for (int body = 0; body < m->nbody; body++) {
    mj_jacBody(m, d, jacp, jacr, body);
    check_column(e, jacp, e->plus->xpos + 3 * body, e->minus->xpos + 3 * body);
    check_turn(e, jacr, body);
    mj_jacBodyCom(m, d, jacp, NULL, body);
    check_column(e, jacp, e->plus->xipos + 3 * body, e->minus->xipos + 3 * body);
    mj_jacSubtreeCom(m, d, jacp, body);
    check_column(e, jacp, e->plus->subtree_com + 3 * body, e->minus->subtree_com + 3 * body);
  }
  for (int geom = 0; geom < m->ngeom; geom++) {
    mj_jacGeom(m, d, jacp, NULL, geom);
    check_column(e, jacp, e->plus->geom_xpos + 3 * geom, e->minus->geom_xpos + 3 * geom);
  }
  for (int site = 0; site < m->nsite; site++) {
    mj_jacSite(m, d, jacp, NULL, site);
    check_column(e, jacp, e->plus->site_xpos + 3 * site, e->minus->site_xpos + 3 * site);
  }
}

static void check_differences(const mjModel* m, mjData* d) {
  mjData *plus = mj_copyData(NULL, m, d), *minus = mj_copyData(NULL, m, d);
  for (int dof = 0; dof < m->nv; dof++) {
    nudge(m, plus, d->qpos, dof, h);
    nudge(m, minus, d->qpos, dof, -h);
    check_all_columns(&(Ends){m, plus, minus, dof}, d);
  }
  mj_deleteData(plus);
  mj_deleteData(minus);
}

TEST(jacobians_are_the_finite_differences_of_positions) {
  CHECK(ig_nscene >= 20);
  on_all_scenes(check_differences);
}

// d/dt J, along qvel
static void check_rates(const mjModel* m, mjData* d) {
  mjtNum rate[6 * most], plus[6 * most], minus[6 * most], qpos[2 * most];
  int body = m->nbody - 1, nv = m->nv;
  mju_copy(qpos, d->qpos, m->nq);
  mj_jacDot(m, d, rate, rate + 3 * nv, d->xpos + 3 * body, body);
  for (int side = 0; side < 2; side++) {
    mju_copy(d->qpos, qpos, m->nq);
    mj_integratePos(m, d->qpos, d->qvel, side ? h : -h);
    place(m, d);
    mj_jacBody(m, d, side ? plus : minus, (side ? plus : minus) + 3 * nv, body);
  }
  for (int k = 0; k < 6 * nv; k++) CHECK_NEAR(rate[k], (plus[k] - minus[k]) / (2 * h), 1e-7);
}

TEST(jacobian_rates_are_the_finite_differences_of_jacobians) { on_all_scenes(check_rates); }

static void check_angular_momentum(const mjModel* m, mjData* d) {
  mjtNum mat[3 * most], momentum[3];
  mj_subtreeVel(m, d);
  mj_angmomMat(m, d, mat, 1);
  mju_mulMatVec(momentum, mat, d->qvel, 3, m->nv);

  // a mocap body is welded to the world, which never turns; its children do
  for (int k = 0; k < 3; k++) CHECK_NEAR(momentum[k], d->subtree_angmom[3 + k], 1e-10);
}

TEST(angular_momentum_is_linear_in_the_velocity) { on_all_scenes(check_angular_momentum); }

// dofs with a column that is not zero are among those of the chain
static void check_chains(const mjModel* m, mjData* d) {
  int chain[most], both[most];
  for (int a = 0; a < m->nbody; a++) {
    mjtNum jac[6 * most];
    mj_jac(m, d, jac, jac + 3 * m->nv, d->xpos, a);
    int n = ig_body_chain(m, a, chain), k = 0;
    for (int dof = 0; dof < m->nv; dof++) {
      bool moved = false, inside = k < n && chain[k] == dof;
      for (int row = 0; row < 6; row++) moved = moved || jac[row * m->nv + dof] != 0;
      CHECK(inside || !moved);
      k += inside;
    }
    CHECK_INT(k, n);

    // the chain of a body with itself, and with the world, is its own
    CHECK_INT(ig_pair_chain(m, a, a, both), n);
    CHECK_INT(ig_pair_chain(m, 0, a, both), n);
    for (int i = 0; i < n; i++) CHECK_INT(both[i], chain[i]);
  }
}

TEST(chains_hold_the_columns_of_jacobians) { on_all_scenes(check_chains); }

static void check_integration(const mjModel* m, mjData* d) {
  mjtNum moved[2 * most], vel[most];
  mju_copy(moved, d->qpos, m->nq);
  mj_integratePos(m, moved, d->qvel, 0.3);
  mj_differentiatePos(m, vel, 0.3, d->qpos, moved);
  for (int k = 0; k < m->nv; k++) CHECK_NEAR(vel[k], d->qvel[k], 1e-12);
}

TEST(position_difference_undoes_integration) { on_all_scenes(check_integration); }

// from one pose to another by their difference; quaternions may arrive with the other sign
static void check_arrival(const mjModel* m, mjData* d) {
  mjtNum start[2 * most], vel[most], rest[most];
  mju_copy(start, d->qpos, m->nq);
  ig_scene_state(m, d, 7);
  mj_normalizeQuat(m, d->qpos);
  mj_differentiatePos(m, vel, 0.2, start, d->qpos);
  mj_integratePos(m, start, vel, 0.2);
  mj_differentiatePos(m, rest, 1, start, d->qpos);
  for (int k = 0; k < m->nv; k++) CHECK_NEAR(rest[k], 0, 1e-12);
}

TEST(integration_undoes_position_difference) { on_all_scenes(check_arrival); }

TEST(misuse_is_refused) {
  mjModel* m = ig_test_model(ig_scenes[0].xml);
  if (!m) return;
  mjData* d = mj_makeData(m);
  mjtNum res[6], force[3] = {0};
  CHECK_ERROR(mj_objectVelocity(m, d, mjOBJ_TENDON, 0, res, 0), "invalid object type");
  CHECK_ERROR(mj_applyFT(m, d, force, NULL, force, m->nbody, d->qfrc_applied), "invalid body");
  CHECK_INT(d->pstack, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
