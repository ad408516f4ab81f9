// SPDX-License-Identifier: Apache-2.0
// Rows against the reference, and against what defines them.
#include <stdio.h>

#include "figures.h"
#include "scenes.h"
#include "test.h"

typedef struct {
  const char* scene;
  int variant;
  double figures[ig_nrow_figure];
} Recorded;

// made by record/record.c with the library of the wheel mujoco==3.5.0
static const Recorded recorded[] = {
#include "recorded.inc"
};

TEST(rows_and_islands_are_those_of_the_reference) {
  for (int k = 0; k < (int)(sizeof recorded / sizeof recorded[0]); k++) {
    int scene = k / ig_nrow_variant;
    double figures[ig_nrow_figure];
    ig_Case c = ig_case(ig_row_scenes[scene].xml);
    if (!c.d) continue;
    CHECK_TEXT(recorded[k].scene, ig_row_scenes[scene].name);
    ig_row_figures(&c, recorded[k].variant, figures);
    for (int i = 0; i < ig_nrow_figure; i++) {
      // the figures are sums of up to thousands of numbers
      double expected = recorded[k].figures[i], scale = fabs(expected) > 1 ? fabs(expected) : 1;
      if (!(fabs(figures[i] - expected) <= 1e-9 * scale)) {
        ig_test_fail(__FILE__, __LINE__, "%s, variant %d, %s: %.17g, expected %.17g", recorded[k].scene, recorded[k].variant,
                     ig_row_figure_name(i), figures[i], expected);
      }
    }
    ig_case_free(&c);
  }
}

static void dense_row(const mjModel* m, const mjData* d, int row, mjtNum* out) {
  mju_zero(out, m->nv);
  if (!mj_isSparse(m)) {
    mju_copy(out, d->efc_J + row * m->nv, m->nv);
    return;
  }
  for (int k = 0; k < d->efc_J_rownnz[row]; k++) {
    out[d->efc_J_colind[d->efc_J_rowadr[row] + k]] = d->efc_J[d->efc_J_rowadr[row] + k];
  }
}

// equality and limit rows: positions are functions of qpos, their gradients are J
TEST(jacobian_is_the_gradient_of_the_position) {
  ig_Case c = ig_case(ig_scene_all_rows);
  if (!c.d) return;
  c.m->opt.disableflags |= mjDSBL_CONTACT;
  ig_case_state(&c, 11);
  mj_fwdPosition(c.m, c.d);
  int n = c.d->nefc, first_limit = c.d->ne + c.d->nf;
  mjtNum qpos[100], J[100], move[100], pos[2][100];
  mju_copy(qpos, c.d->qpos, c.m->nq);
  CHECK(n < 100 && c.d->ne > 20 && c.d->nl > 0);

  for (int dof = 0; dof < c.m->nv; dof++) {
    for (int side = 0; side < 2; side++) {
      mju_zero(move, c.m->nv);
      move[dof] = side ? 1e-6 : -1e-6;
      mju_copy(c.d->qpos, qpos, c.m->nq);
      mj_integratePos(c.m, c.d->qpos, move, 1);
      mj_fwdPosition(c.m, c.d);
      CHECK_INT(c.d->nefc, n);
      mju_copy(pos[side], c.d->efc_pos, n);
    }
    mju_copy(c.d->qpos, qpos, c.m->nq);
    mj_fwdPosition(c.m, c.d);
    for (int row = 0; row < n; row++) {
      if (row >= c.d->ne && row < first_limit) continue;
      dense_row(c.m, c.d, row, J);
      CHECK_NEAR(J[dof], (pos[1][row] - pos[0][row]) / 2e-6, 1e-7);
    }
  }
  ig_case_free(&c);
}

TEST(dense_and_sparse_rows_are_the_same_bits) {
  for (int scene = 0; scene < ig_nrow_scene; scene++) {
    ig_Case a = ig_case(ig_row_scenes[scene].xml), b = ig_case(ig_row_scenes[scene].xml);
    if (!a.d || !b.d) return;
    mjtNum first[200], second[200];
    a.m->opt.jacobian = mjJAC_DENSE;
    b.m->opt.jacobian = mjJAC_SPARSE;
    ig_case_state(&a, 3);
    ig_case_state(&b, 3);
    mj_forward(a.m, a.d);
    mj_forward(b.m, b.d);
    CHECK(a.d->nefc > 0);
    CHECK_INT(b.d->nefc, a.d->nefc);
    CHECK(!memcmp(a.d->efc_KBIP, b.d->efc_KBIP, 4 * a.d->nefc * sizeof(mjtNum)));
    CHECK(!memcmp(a.d->efc_R, b.d->efc_R, a.d->nefc * sizeof(mjtNum)));
    for (int row = 0; row < a.d->nefc; row++) {
      dense_row(a.m, a.d, row, first);
      dense_row(b.m, b.d, row, second);
      for (int i = 0; i < a.m->nv; i++) CHECK(first[i] == second[i]);
    }
    ig_case_free(&a);
    ig_case_free(&b);
  }
}

// efc_AR = J inverse(M) J^T + diag(R), dense and sparse
TEST(r29_18_dual_matrix) {
  for (int sparse = 0; sparse < 2; sparse++) {
    ig_Case c = ig_case(ig_row_scenes[2].xml);
    if (!c.d) return;
    c.m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
    c.m->opt.solver = mjSOL_PGS;
    mj_fwdPosition(c.m, c.d);
    int n = c.d->nefc, nv = c.m->nv;
    mjtNum J[40], x[40], other[40];
    CHECK(n > 10 && nv <= 40);
    for (int i = 0; i < n; i++) {
      dense_row(c.m, c.d, i, J);
      mj_solveM(c.m, c.d, x, J, 1);
      mjtNum AR[200] = {0};
      int first = sparse ? c.d->efc_AR_rowadr[i] : i * n, count = sparse ? c.d->efc_AR_rownnz[i] : n;
      for (int k = 0; k < count; k++) AR[sparse ? c.d->efc_AR_colind[first + k] : k] = c.d->efc_AR[first + k];
      for (int j = 0; j < n; j++) {
        dense_row(c.m, c.d, j, other);
        CHECK_NEAR(AR[j], mju_dot(x, other, nv) + (i == j ? c.d->efc_R[i] : 0), 1e-9);
      }
    }
    ig_case_free(&c);
  }
}

TEST(r29_13_reference_acceleration) {
  ig_Case c = ig_case(ig_scene_all_rows);
  if (!c.d) return;
  ig_case_state(&c, 2);
  mj_forward(c.m, c.d);
  mjtNum vel[200], b[200];
  mj_mulJacVec(c.m, c.d, vel, c.d->qvel);
  mj_mulJacVec(c.m, c.d, b, c.d->qacc_smooth);
  for (int i = 0; i < c.d->nefc; i++) {
    const mjtNum* k = c.d->efc_KBIP + 4 * i;
    CHECK_NEAR(c.d->efc_vel[i], vel[i], 1e-12);
    CHECK_NEAR(c.d->efc_aref[i], -k[1] * vel[i] - k[0] * k[2] * (c.d->efc_pos[i] - c.d->efc_margin[i]), 1e-9);
    CHECK_NEAR(c.d->efc_b[i], b[i] - c.d->efc_aref[i], 1e-9);
    CHECK_NEAR(c.d->efc_D[i], 1 / c.d->efc_R[i], 1e-12);
    CHECK_NEAR(c.d->efc_R[i], (1 - k[2]) / k[2] * c.d->efc_diagApprox[i], 1e-9);
  }
  ig_case_free(&c);
}

TEST(r29_28_no_rows_when_constraints_are_disabled) {
  ig_Case c = ig_case(ig_scene_all_rows);
  if (!c.d) return;
  c.m->opt.disableflags |= mjDSBL_CONSTRAINT;
  ig_case_state(&c, 2);
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->nefc, 0);
  for (int i = 0; i < c.m->nv; i++) {
    CHECK(c.d->qfrc_constraint[i] == 0);
    CHECK(c.d->qacc[i] == c.d->qacc_smooth[i]);
  }
  ig_case_free(&c);
}

static int warnings;
static void count_warning(const char* text) {
  (void)text;
  warnings++;
}

// an arena that holds the contacts but not the rows: a step without rows, a warning, and no address that leads nowhere
TEST(a_full_arena_drops_the_rows_cleanly) {
  ig_Case c = ig_case(ig_row_scenes[2].xml);
  if (!c.d) return;
  mj_forward(c.m, c.d);
  int ncon = c.d->ncon;
  mjtSize whole = c.d->narena;
  size_t need = c.d->maxuse_arena;
  CHECK(ncon > 0);
  void (*old)(const char*) = mju_user_warning;
  mju_user_warning = count_warning;
  warnings = 0;
  int dropped = 0;
  for (size_t size = ncon * sizeof(mjContact) + 16384; size < need; size += 512) {
    int before = c.d->warning[mjWARN_CNSTRFULL].number;
    c.d->narena = size;
    mj_fwdKinematics(c.m, c.d);
    mj_collision(c.m, c.d);
    mj_makeM(c.m, c.d);
    mj_factorM(c.m, c.d);
    mj_makeConstraint(c.m, c.d);
    mj_island(c.m, c.d);
    if (c.d->warning[mjWARN_CNSTRFULL].number == before) continue;
    dropped++;
    CHECK(c.d->efc_J == NULL && c.d->efc_force == NULL);
    CHECK_INT(c.d->nefc, 0);
    CHECK_INT(c.d->nisland, 0);
    CHECK_INT(c.d->ne + c.d->nf + c.d->nl, 0);
    for (int i = 0; i < c.d->ncon; i++) CHECK_INT(c.d->contact[i].efc_address, -1);
  }
  CHECK(dropped > 0);
  CHECK(c.d->warning[mjWARN_CNSTRFULL].number >= dropped);
  CHECK(warnings > 0);
  mju_user_warning = old;
  c.d->narena = whole;
  mj_forward(c.m, c.d);
  CHECK(c.d->nefc > 0);
  ig_case_free(&c);
}

// nothing can move, yet contacts are counted and tendons know that they have no row
TEST(a_model_without_dofs_notes_its_contacts) {
  ig_Case c = ig_case(
      "<mujoco><worldbody><geom name='a' size='.1'/><site name='s'/><body pos='0 0 .09' mocap='true'><geom name='b' size='.1'/>"
      "<site name='t'/></body></worldbody><contact><pair geom1='a' geom2='b'/></contact><tendon><spatial><site site='s'/>"
      "<site site='t'/></spatial></tendon></mujoco>");
  if (!c.d) return;
  mj_forward(c.m, c.d);
  CHECK_INT(c.d->ncon, 1);
  CHECK_INT(c.d->nefc, 0);
  CHECK_INT(c.d->maxuse_con, 1);
  CHECK_INT(c.d->tendon_efcadr[0], -1);
  ig_case_free(&c);
}
