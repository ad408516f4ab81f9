// SPDX-License-Identifier: Apache-2.0
// Whole steps in lanes: each lane has the bits of mj_step on its world alone, at every width and level of this build.
#include "case.h"
#include "model.h"
#include "test.h"

#include <stdio.h>

#include "scenes.h"
#include "wide.h"

enum { steps = 60 };

static void start(ig_Case* c, unsigned seed) {
  ig_case_state(c, seed);
  for (int i = 0; i < c->m->neq; i++) c->d->eq_active[i] = (seed + (unsigned)i) % 3 != 0;
}

static void compare_steps(const ig_Width* w, ig_Case* c, const char* what) {
  void* lanes = w->make(c->m, false, NULL);
  mjData* alone[8];
  ig_Quantities none = {{0, 0}};
  unsigned every = (1u << w->width) - 1;
  for (int lane = 0; lane < w->width; lane++) {
    start(c, (unsigned)lane);
    ig_test_load(w, c->m, lanes, lane, c->d);
    alone[lane] = mj_copyData(NULL, c->m, c->d);
  }
  for (int step = 0; step < steps; step++) {
    w->begin(c->m, lanes, every, &none);
    unsigned well = w->step(c->m, lanes);
    for (int lane = 0; lane < w->width; lane++) {
      int before = alone[lane]->warning[mjWARN_BADQACC].number + alone[lane]->warning[mjWARN_BADQVEL].number;
      mj_step(c->m, alone[lane]);
      int after = alone[lane]->warning[mjWARN_BADQACC].number + alone[lane]->warning[mjWARN_BADQVEL].number;
      if (after > before) {
        // it left; the world alone says how it goes on
        CHECK(!(well >> lane & 1));
        ig_test_load(w, c->m, lanes, lane, alone[lane]);
        continue;
      }
      if (!(well >> lane & 1)) return ig_test_fail(__FILE__, __LINE__, "%s: lane %d left in step %d", what, lane, step);
    }
    int lane = step % w->width, q = ig_test_difference(w, c->m, lanes, lane, alone[lane]);
    if (q < 0) continue;
    ig_test_fail(__FILE__, __LINE__, "%s: %s differs in lane %d of %d, step %d", what, ig_test_quantity(q), lane, w->width, step);
    break;
  }
  for (int lane = 0; lane < w->width; lane++) mj_deleteData(alone[lane]);
  w->free(lanes);
}

static void compare_scene(const char* xml, const char* name) {
  static const char* integrators[] = {"Euler", "RK4", "implicit", "implicitfast"};
  ig_Case c = ig_case(xml);
  if (!c.m) return;
  for (int i = 0; ig_test_width(i); i++) {
    for (int integrator = 0; integrator < 4; integrator++) {
      char what[100];
      snprintf(what, sizeof what, "%s, %s", name, integrators[integrator]);
      c.m->opt.integrator = integrator;
      compare_steps(ig_test_width(i), &c, what);
    }
  }
  ig_case_free(&c);
}

TEST(steps_with_contacts_and_actuators_have_the_bits_of_width_1) { compare_scene(ig_scene_flags, "flags"); }
TEST(steps_in_water_have_the_bits_of_width_1) { compare_scene(ig_scene_fluid, "fluid"); }

// sensors of all three stages, delays, limits, energies, mocap, equalities, spatial tendons
static const char sensed[] =
    "<mujoco><option timestep='.004'><flag energy='enable'/></option><worldbody><geom name='floor' type='plane' size='2 2 .1'/>"
    "<body name='hand' mocap='true' pos='0 0 .5'/><site name='fixed' pos='0 0 1'/><camera name='eye' pos='0 -1 1'/>"
    "<body name='arm' pos='0 0 .6'><joint name='h' axis='0 1 0' range='-20 20' limited='true' damping='.1' frictionloss='.02'/>"
    "<geom name='rod' type='capsule' fromto='0 0 0 .3 0 0' size='.03'/><site name='tip' pos='.3 0 0' size='.05'/>"
    "<body pos='.3 0 0'><joint name='b' type='ball' damping='.02'/><geom name='bob' size='.05' pos='.1 0 0'/><site name='end' "
    "pos='.15 0 0'/></body></body>"
    "<body name='box' pos='.1 .2 .1'><freejoint/><geom name='brick' type='box' size='.1 .1 .1'/><site name='imu'/></body>"
    "</worldbody><tendon><spatial name='cord' limited='true' range='0 .5' stiffness='4' damping='.1'><site site='fixed'/><site "
    "site='tip'/></spatial><fixed name='pull'><joint joint='h' coef='2'/></fixed></tendon>"
    "<equality><weld body1='hand' body2='box' solref='.1 1'/><connect body1='arm' body2='box' anchor='.3 0 0' active='false'/>"
    "</equality><actuator><motor name='late' joint='h' delay='.012' nsample='4'/><general joint='h' dyntype='filter' dynprm='.1' "
    "gainprm='2'/>"
    "<position name='cord' tendon='cord' kp='2'/><motor tendon='pull' forcerange='-1 1' forcelimited='true'/></actuator><sensor>"
    "<accelerometer site='imu'/><gyro site='imu'/><velocimeter site='tip'/><force site='tip'/><torque site='tip'/>"
    "<magnetometer site='imu'/><rangefinder site='end'/><jointpos joint='h'/><jointvel joint='h'/><tendonpos tendon='cord'/>"
    "<tendonvel tendon='cord'/><actuatorpos actuator='cord'/><actuatorfrc actuator='late'/><jointactuatorfrc joint='h'/>"
    "<ballquat joint='b'/><ballangvel joint='b'/><jointlimitpos joint='h'/><jointlimitvel joint='h'/><jointlimitfrc joint='h'/>"
    "<tendonlimitpos tendon='cord'/><framepos objtype='body' objname='box' reftype='site' refname='tip'/>"
    "<framequat objtype='geom' objname='bob'/><framexaxis objtype='site' objname='end'/>"
    "<framelinvel objtype='body' objname='box' reftype='body' refname='arm'/><frameangvel objtype='geom' objname='rod'/>"
    "<framelinacc objtype='body' objname='box'/><frameangacc objtype='site' objname='end'/><subtreecom body='arm'/>"
    "<subtreelinvel body='arm'/><subtreeangmom body='box'/><touch site='tip'/><clock/><camprojection site='tip' camera='eye'/>"
    "<distance geom1='bob' geom2='brick' cutoff='1'/><contact geom1='floor' num='2' data='found force'/>"
    "<jointpos joint='h' delay='.02' nsample='6' interp='linear'/><gyro site='imu' interval='.01' "
    "nsample='3'/></sensor></mujoco>";

TEST(sensors_delays_and_equalities_in_lanes) { compare_scene(sensed, "sensed"); }

static void compare_limbs(const char* what, int cone, int solver, double box) {
  ig_Case c = ig_case(ig_scene_limbs);
  if (!c.m) return;
  c.m->opt.cone = cone;
  c.m->opt.solver = solver;
  for (int i = 0; i < 6 * c.m->nbvh; i++) c.m->bvh_aabb[i] *= i % 6 < 3 ? 1 : box;
  for (int i = 0; i < 6 * c.m->ngeom; i++) c.m->geom_aabb[i] *= i % 6 < 3 ? 1 : box;
  for (int i = 0; ig_test_width(i); i++) compare_steps(ig_test_width(i), &c, what);
  ig_case_free(&c);
}

TEST(trees_of_many_branches_have_the_bits_of_width_1) {
  compare_limbs("limbs, Newton", mjCONE_PYRAMIDAL, mjSOL_NEWTON, 1);
  compare_limbs("limbs, cones", mjCONE_ELLIPTIC, mjSOL_NEWTON, 1);
  compare_limbs("limbs, gradients", mjCONE_PYRAMIDAL, mjSOL_CG, 1);
}

// formulas are asked first in lanes: a contact that the boxes of a single world hide is none
TEST(boxes_smaller_than_their_geoms_hide_the_same_contacts) { compare_limbs("small boxes", mjCONE_PYRAMIDAL, mjSOL_NEWTON, 0.5); }

// one tree of 72 dofs, more than there are bits for blocks of their own: legs around a trunk, some of which stand
static void write_legs(char* text, size_t size) {
  size_t n = (size_t)snprintf(text, size,
                              "<mujoco><option timestep='.004'/><default><joint axis='0 1 0' damping='.2'/><geom type='capsule' "
                              "size='.02' contype='0'/></default><worldbody><geom type='plane' size='2 2 .1' contype='1'/>"
                              "<body pos='0 0 .16'><freejoint/><geom type='sphere' size='.1'/>");
  for (int leg = 0; leg < 11; leg++) {
    n += (size_t)snprintf(text + n, size - n, "<body euler='0 %d %d'>", 10 * (leg % 3), 33 * leg);
    for (int k = 0; k < 6; k++) {
      n += (size_t)snprintf(text + n, size - n, "<body pos='%g 0 0'><joint/><geom fromto='0 0 0 .06 0 0'/>", k ? 0.06 : 0.1);
    }
    for (int k = 0; k < 7; k++) n += (size_t)snprintf(text + n, size - n, "</body>");
  }
  snprintf(text + n, size - n, "</body></worldbody></mujoco>");
}

TEST(trees_of_more_than_64_dofs_have_the_bits_of_width_1) {
  static char text[20000];
  write_legs(text, sizeof text);
  ig_Case c = ig_case(text);
  if (!c.m) return;
  CHECK_INT(c.m->nv, 72);
  for (int i = 0; ig_test_width(i); i++) compare_steps(ig_test_width(i), &c, "legs");
  ig_case_free(&c);
}

// ------------------------------------------------ derivatives

static void no_force(const mjModel* m, mjData* d) { (void)m, (void)d; }

// a chain of 24 hinges over a floor, with actuators of two kinds
static void write_chain(char* text, size_t size) {
  size_t n = (size_t)snprintf(text, size, "<mujoco><worldbody><geom type='plane' size='9 9 1'/>");
  for (int i = 0; i < 24; i++) {
    n += (size_t)snprintf(
        text + n, size - n,
        "<body pos='%g 0 %g'><joint name='j%d' axis='0 1 0' damping='.05' range='-40 40' limited='true'/><geom type='capsule' "
        "fromto='0 0 0 .1 0 0' size='.02' contype='0'/>",
        i ? 0.1 : 0., i ? 0. : 0.3, i);
  }
  for (int i = 0; i < 24; i++) n += (size_t)snprintf(text + n, size - n, "</body>");
  snprintf(text + n, size - n,
           "</worldbody><actuator><motor joint='j3' ctrlrange='-1 1' ctrllimited='true'/><general joint='j9' dyntype='filter' "
           "dynprm='.1'/><position joint='j20'/></actuator></mujoco>");
}

TEST(derivatives_of_a_step_in_lanes_are_those_of_single_worlds) {
  static char text[12000];
  enum { NV = 24, NU = 3, NX = 2 * NV + 1 };
  static mjtNum A[NX * NX], B[NX * NU], a[NX * NX], b[NX * NU];
  write_chain(text, sizeof text);
  ig_Case c = ig_case(text);
  if (!c.m) return;
  for (int integrator = 0; integrator < 4; integrator++) {
    if (integrator == mjINT_RK4) continue;
    c.m->opt.integrator = integrator;
    mj_resetData(c.m, c.d);
    for (int i = 0; i < 150; i++) mj_step(c.m, c.d);
    CHECK(c.d->nefc > 0);
    c.d->ctrl[0] = 1;  // at the end of its range: nudged one way only
    for (int centered = 0; centered < 2; centered++) {
      mjd_transitionFD(c.m, c.d, 1e-6, (mjtByte)centered, A, B, NULL, NULL);
      // with a callback there are no lanes
      mjcb_passive = no_force;
      CHECK(ig_width_refusal(c.m));
      mjd_transitionFD(c.m, c.d, 1e-6, (mjtByte)centered, a, b, NULL, NULL);
      mjcb_passive = NULL;
      CHECK(!memcmp(A, a, sizeof A) && !memcmp(B, b, sizeof B));
      CHECK(A[NX * NV + 1] != 0);
    }
  }
  ig_case_free(&c);
}
