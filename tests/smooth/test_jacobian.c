// Jacobians against finite differences, their sparse forms against the dense ones, and arithmetic on positions.
#include "model.h"
#include "test.h"

#include "catch.h"
#include "scenes.h"
#include "smooth/jacobian.h"

enum { most = 30 };

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

static void check_differences(const mjModel* m, mjData* d) {
  mjtNum qpos[2 * most], jacp[3 * most], jacr[3 * most], subtree[3 * most], plus[3], minus[3], turn[3], quat[4];
  const double h = 1e-6;
  int body = m->nbody - 1;
  mju_copy(qpos, d->qpos, m->nq);
  mj_jacBodyCom(m, d, jacp, jacr, body);
  mj_jacSubtreeCom(m, d, subtree, 1);
  for (int dof = 0; dof < m->nv; dof++) {
    mjtNum com_plus[3], com_minus[3];
    nudge(m, d, qpos, dof, h);
    mju_copy3(plus, d->xipos + 3 * body);
    mju_copy3(com_plus, d->subtree_com + 3);
    mju_copy4(quat, d->xquat + 4 * body);
    nudge(m, d, qpos, dof, -h);
    mju_copy3(minus, d->xipos + 3 * body);
    mju_copy3(com_minus, d->subtree_com + 3);

    // the turn is in the body's axes
    mju_subQuat(turn, quat, d->xquat + 4 * body);
    mju_mulMatVec3(turn, d->xmat + 9 * body, turn);
    for (int k = 0; k < 3; k++) {
      CHECK_NEAR(jacp[k * m->nv + dof], (plus[k] - minus[k]) / (2 * h), 1e-7);
      CHECK_NEAR(subtree[k * m->nv + dof], (com_plus[k] - com_minus[k]) / (2 * h), 1e-7);
      CHECK_NEAR(jacr[k * m->nv + dof], turn[k] / (2 * h), 1e-5);
    }
  }
}

TEST(jacobians_are_the_finite_differences_of_positions) { on_all_scenes(check_differences); }

// d/dt J, along qvel
static void check_rates(const mjModel* m, mjData* d) {
  mjtNum rate[6 * most], plus[6 * most], minus[6 * most], qpos[2 * most];
  const double h = 1e-6;
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

static void check_positions(const mjModel* m, mjData* d) {
  mjtNum moved[2 * most], vel[most];
  mju_copy(moved, d->qpos, m->nq);
  mj_integratePos(m, moved, d->qvel, 0.3);
  mj_differentiatePos(m, vel, 0.3, d->qpos, moved);
  for (int k = 0; k < m->nv; k++) CHECK_NEAR(vel[k], d->qvel[k], 1e-12);
}

TEST(position_difference_undoes_integration) { on_all_scenes(check_positions); }

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
