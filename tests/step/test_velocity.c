// SPDX-License-Identifier: Apache-2.0
// Derivatives of smooth forces by velocities are those of finite differences.
#include "case.h"
#include "derive/velocity.h"
#include "scenes.h"
#include "test.h"

static void smooth_force(ig_Case* c, mjtNum* force) {
  mj_fwdVelocity(c->m, c->d);
  mj_fwdActuation(c->m, c->d);
  for (int i = 0; i < c->m->nv; i++) force[i] = c->d->qfrc_actuator[i] + c->d->qfrc_passive[i] - c->d->qfrc_bias[i];
}

static mjtNum entry(const ig_Case* c, int row, int col, bool* there) {
  const mjModel* m = c->m;
  for (int k = m->D_rowadr[row]; k < m->D_rowadr[row] + m->D_rownnz[row]; k++) {
    *there = m->D_colind[k] == col;
    if (*there) return c->d->qDeriv[k];
  }
  return 0;
}

static void compare(const char* xml, int jacobian, mjtNum tolerance) {
  ig_Case c = ig_case(xml);
  if (!c.d) return;
  c.m->opt.integrator = mjINT_IMPLICIT;
  c.m->opt.jacobian = jacobian;

  // The derivative of drag by the projected area is the one that the reference uses, which is not that of its force:
  // with equal coefficients the area does not matter.
  for (int geom = 0; geom < c.m->ngeom; geom++) c.m->geom_fluid[mjNFLUID * geom + 2] = c.m->geom_fluid[mjNFLUID * geom + 1];
  for (unsigned seed = 1; seed < 4; seed++) {
    ig_case_state(&c, seed);

    // within all ranges: like in the reference, derivatives do not know of clamped controls
    for (int i = 0; i < c.m->nu; i++) c.d->ctrl[i] = fabs(0.3 * c.d->ctrl[i]);
    mj_forward(c.m, c.d);
    ig_velocity_rate(c.m, c.d, true);
    for (int col = 0; col < c.m->nv; col++) {
      mjtNum up[60], down[60], speed = c.d->qvel[col], h = 1e-6;
      c.d->qvel[col] = speed + h;
      smooth_force(&c, up);
      c.d->qvel[col] = speed - h;
      smooth_force(&c, down);
      c.d->qvel[col] = speed;
      for (int row = 0; row < c.m->nv; row++) {
        bool there = false;
        mjtNum value = entry(&c, row, col, &there);
        if (there) CHECK_NEAR(value, (up[row] - down[row]) / (2 * h), tolerance);
      }
    }
  }
  ig_case_free(&c);
}

TEST(velocity_derivatives_are_those_of_finite_differences) {
  compare(ig_scene_flags, mjJAC_DENSE, 1e-6);
  compare(ig_scene_flags, mjJAC_SPARSE, 1e-6);
  compare(ig_scene_fluid, mjJAC_DENSE, 1e-5);
  compare(ig_scene_fluid, mjJAC_SPARSE, 1e-5);
}

// free, ball, slide and hinge joints, several on a body, branches: what Coriolis forces can meet
TEST(derivative_of_the_bias_force) {
  compare(
      "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom type='box' size='.1 .2 .05' pos='.03 0 0'/>"
      "<body pos='.2 0 0'><joint type='ball'/><geom type='box' size='.05 .1 .02' pos='0 .1 0'/>"
      "<body pos='0 .2 0'><joint type='slide' axis='1 1 0'/><joint type='hinge' axis='0 1 1'/><joint type='hinge' axis='1 0 0'/>"
      "<geom type='capsule' fromto='0 0 0 .1 .1 .2' size='.02'/></body></body>"
      "<body pos='-.2 0 0'><joint type='hinge' axis='0 0 1'/><joint type='slide' axis='0 1 0'/><geom size='.05' pos='0 .1 0'/>"
      "<body pos='0 .2 0'><geom size='.04'/><body><joint type='ball'/><geom size='.03' pos='.1 0 0'/></body></body></body>"
      "</body></worldbody></mujoco>",
      mjJAC_AUTO, 1e-6);
}
