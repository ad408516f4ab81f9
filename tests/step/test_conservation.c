// SPDX-License-Identifier: Apache-2.0
// Laws of motion that a step must keep: energy of an undamped chain, momentum of bodies that only touch each other.
#include "model.h"
#include "test.h"

static const char chain[] =
    "<mujoco><option timestep='.001' integrator='RK4'><flag energy='enable' contact='disable'/></option><worldbody>"
    "<body><joint axis='0 1 0'/><geom type='capsule' size='.02' fromto='0 0 0 0 0 -.3'/>"
    "<body pos='0 0 -.3'><joint axis='0 1 0'/><geom type='capsule' size='.02' fromto='0 0 0 0 0 -.3'/>"
    "<body pos='0 0 -.3'><joint type='ball'/><geom type='capsule' size='.02' fromto='0 0 0 .1 0 -.2'/>"
    "</body></body></body></worldbody></mujoco>";

// 3.5.0 drifts by 9.289e-10 J here: energy of mj_forward before and after 2000 mj_step from qpos[0] = 1, qvel[1] = 2; the
// last digit is left for rounding
static const double reference_drift = 9.30e-10;

TEST(energy_of_an_undamped_chain_drifts_no_more_than_the_references) {
  mjModel* m = ig_test_model(chain);
  if (!m) return;
  mjData* d = mj_makeData(m);
  d->qpos[0] = 1;
  d->qvel[1] = 2;
  mj_forward(m, d);
  double before = d->energy[0] + d->energy[1];
  for (int k = 0; k < 2000; k++) mj_step(m, d);
  mj_forward(m, d);
  double drift = fabs(d->energy[0] + d->energy[1] - before);
  CHECK(drift <= reference_drift);
  CHECK(d->energy[1] > 0.01);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static const char cluster[] =
    "<mujoco><option timestep='.002' gravity='0 0 0' integrator='implicitfast'/><worldbody>"
    "<body pos='0 0 0'><freejoint/><geom size='.1'/></body>"
    "<body pos='.3 .03 0'><freejoint/><geom type='box' size='.08 .1 .06'/></body>"
    "<body pos='-.3 0 .02'><freejoint/><geom type='capsule' size='.05 .1'/></body>"
    "<body pos='0 .3 0'><freejoint/><geom type='ellipsoid' size='.1 .08 .06'/></body></worldbody></mujoco>";

TEST(momentum_of_a_free_cluster_is_conserved) {
  mjModel* m = ig_test_model(cluster);
  if (!m) return;
  mjData* d = mj_makeData(m);
  // all towards the middle, with some spin
  for (int body = 1; body < m->nbody; body++) {
    for (int k = 0; k < 3; k++) d->qvel[6 * (body - 1) + k] = -3 * m->body_pos[3 * body + k] + 0.1 * body;
    d->qvel[6 * (body - 1) + 3 + body % 3] = 2;
  }
  mj_forward(m, d);
  mj_subtreeVel(m, d);
  double before[3], mass = m->body_subtreemass[0];
  for (int k = 0; k < 3; k++) before[k] = mass * d->subtree_linvel[k];
  int contacts = 0;
  for (int k = 0; k < 500; k++) {
    mj_step(m, d);
    contacts += d->ncon;
  }
  mj_forward(m, d);
  mj_subtreeVel(m, d);
  CHECK(contacts > 0);
  for (int k = 0; k < 3; k++) CHECK_NEAR(mass * d->subtree_linvel[k], before[k], 1e-9);
  mj_deleteData(d);
  mj_deleteModel(m);
}
