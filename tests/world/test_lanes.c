// SPDX-License-Identifier: Apache-2.0
// Worlds in lanes: every width of this build, base builds included, gives the bits of mj_step on each world alone, whatever
// the number of threads and whoever else is in the batch.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/worlds.h>

#include "base/memory.h"
#include "model.h"
#include "step/stage.h"
#include "test.h"
#include "wide.h"
#include "world/worlds.h"

static const char scene[] =
    "<mujoco><option timestep='0.005'/><worldbody><geom name='floor' type='plane' size='5 5 1'/>"
    "<body name='rider' pos='0 0 0.6'><freejoint/><geom type='capsule' fromto='-.2 0 0 .2 0 0' size='.07'/>"
    "<body pos='.2 0 0'><joint name='a' axis='0 1 0' range='-60 60' damping='.2'/><geom type='capsule' fromto='0 0 0 0 0 -.4' "
    "size='.05'/><site name='foot' pos='0 0 -.4' size='.06'/></body>"
    "<body pos='-.2 0 0'><joint name='b' axis='0 1 0' range='-60 60' frictionloss='.1'/><geom type='box' size='.05 .05 .2' "
    "pos='0 0 -.2'/></body></body>"
    "<body name='ball' pos='.5 0 .3'><freejoint/><geom size='.1' condim='4'/></body>"
    "</worldbody><equality><joint joint1='a' joint2='b' active='false'/></equality>"
    "<actuator><motor joint='a' gear='20' delay='.015' nsample='5'/><general joint='b' dyntype='filter' dynprm='.05' "
    "gainprm='20'/></actuator>"
    "<sensor><jointpos joint='a' delay='.02' nsample='6' interp='linear'/><jointvel joint='b' interval='.02' "
    "nsample='3'/><accelerometer site='foot'/><touch site='foot'/><subtreelinvel body='rider'/></sensor>"
    "<keyframe><key qpos='0 0 1 1 0 0 0 .1 -.1 1 0 1 1 0 0 0'/></keyframe></mujoco>";

enum { MOST = 19, STEPS = 100 };

// world e starts from seed e, wherever it stands
static void start(const mjModel* m, mjData* d, int seed) {
  unsigned random = 100 + (unsigned)seed;
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.5 * ig_test_random(&random);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = ig_test_random(&random);
  for (int i = 0; i < m->neq; i++) d->eq_active[i] = seed % 2;
  d->qpos[2] += 0.05 * ig_test_random(&random);
}

static void set_start(ingotWorlds* w, const mjModel* m, int world, int seed) {
  mjData* d = mj_makeData(m);
  start(m, d, seed);
  const double* numbers[] = {d->qpos, d->qvel, d->ctrl};
  const ingotField fields[] = {INGOT_QPOS, INGOT_QVEL, INGOT_CTRL};
  ingotView view;
  for (int f = 0; f < 3; f++) {
    ingot_worldsView(w, world, fields[f], &view, NULL);
    for (int i = 0; i < view.count; i++) view.data[i * view.stride] = numbers[f][i];
  }
  ingot_worldsView(w, world, INGOT_EQ_ACTIVE, &view, NULL);
  for (int i = 0; i < view.count; i++) view.data[i * view.stride] = d->eq_active[i];
  mj_deleteData(d);
}

static ingotWorlds* make(const mjModel* m, int count, int threads, const ig_Width* width) {
  const mjModel* models[64];
  for (int e = 0; e < count; e++) models[e] = m;
  ingotWorlds* w = NULL;
  ingotReport report;
  if (ingot_worldsCreate(models, count, threads, &w, &report) != INGOT_OK) ig_test_fail(__FILE__, __LINE__, "%s", report.text);
  if (w && !ig_worlds_use(w, width)) ig_test_fail(__FILE__, __LINE__, "no memory");
  return w;
}

static bool same_numbers(const double* a, const double* b, int n) {
  for (int i = 0; i < n; i++) {
    if (!ig_test_same(a[i], b[i])) return false;
  }
  return true;
}

// name of the first array in which a world's data differs from a run alone, NULL: none
static const char* difference(const mjModel* m, const mjData* a, const mjData* b) {
#undef MJ_M
#define MJ_M(n) m->n
#define SAME_mjtNum(name, n) \
  if (!same_numbers(a->name, b->name, (int)(n))) return #name;
#define SAME_int(name, n) \
  if ((n) > 0 && memcmp(a->name, b->name, sizeof(int) * (size_t)(n))) return #name;
#define SAME_mjtByte(name, n) \
  if ((n) > 0 && memcmp(a->name, b->name, (size_t)(n))) return #name;
#define SAME_uintptr_t(name, n)
#define X(type, name, rows, columns) SAME_##type(name, m->rows*(columns))
  MJDATA_POINTERS
#undef X
  if (a->ncon != b->ncon || a->nefc != b->nefc || a->nisland != b->nisland) return "counts";
  for (int i = 0; i < a->ncon; i++) {
    if (memcmp(a->contact + i, b->contact + i, offsetof(mjContact, efc_address) + sizeof(int))) return "contact";
  }
  if (!same_numbers(a->efc_force, b->efc_force, a->nefc)) return "efc_force";
  if (!same_numbers(a->efc_aref, b->efc_aref, a->nefc)) return "efc_aref";
  if (memcmp(a->solver_niter, b->solver_niter, sizeof a->solver_niter)) return "solver_niter";
  return ig_test_same(a->time, b->time) && same_numbers(a->energy, b->energy, 2) ? NULL : "time or energy";
}

// the fields and the data of a world against its run alone; what a step does not write is as after mj_resetData
static void check_world(ingotWorlds* w, int world, const mjModel* m, int seed, int steps, const char* what) {
  mjData *d = mj_makeData(m), *last = mj_makeData(m);
  start(m, d, seed);
  for (int k = 0; k < steps - 1; k++) mj_step(m, d);
  mj_copyState(m, d, last, mjSTATE_INTEGRATION);
  mj_step(m, last);
  ingotView view;
  ingot_worldsView(w, world, INGOT_QPOS, &view, NULL);
  bool same = true;
  for (int i = 0; i < m->nq; i++) same = same && ig_test_same(view.data[i * view.stride], last->qpos[i]);
  ingot_worldsView(w, world, INGOT_SENSORDATA, &view, NULL);
  for (int i = 0; i < m->nsensordata; i++) same = same && ig_test_same(view.data[i * view.stride], last->sensordata[i]);
  if (!same) ig_test_fail(__FILE__, __LINE__, "%s: the fields of world %d are not those of mj_step", what, world);
  const char* array = difference(m, last, ingot_worldsData(w, world));
  if (array) ig_test_fail(__FILE__, __LINE__, "%s: %s of world %d differs", what, array, world);
  mj_deleteData(d);
  mj_deleteData(last);
}

TEST(worlds_in_lanes_have_the_bits_of_mj_step_for_odd_numbers_threads_and_widths) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  static const int counts[] = {3, 8, 11, MOST};
  for (int i = 0; ig_test_width(i); i++) {
    for (int c = 0; c < 4; c++) {
      ingotWorlds* w = make(m, counts[c], 1 + c % 3, ig_test_width(i));
      for (int e = 0; e < counts[c]; e++) set_start(w, m, e, e);
      CHECK_INT(ingot_worldsWidth(w, 0, NULL), ig_test_width(i)->width);
      CHECK_INT(ingot_worldsStep(w, STEPS - 40, NULL, NULL), INGOT_OK);
      for (int k = 0; k < 40; k++) CHECK_INT(ingot_worldsStep(w, 1, NULL, NULL), INGOT_OK);
      for (int e = 0; e < counts[c]; e++) check_world(w, e, m, e, STEPS, "lanes");
      ingot_worldsDelete(w);
    }
  }
  mj_deleteModel(m);
}

TEST(where_a_world_stands_and_who_is_left_out_does_not_matter) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  for (int i = 0; ig_test_width(i); i++) {
    ingotWorlds* w = make(m, MOST, 2, ig_test_width(i));
    mjtByte mask[MOST];
    for (int e = 0; e < MOST; e++) {
      set_start(w, m, e, (7 * e + 3) % MOST);
      mask[e] = e % 3 != 1;
    }
    CHECK_INT(ingot_worldsStep(w, STEPS, mask, NULL), INGOT_OK);
    for (int e = 0; e < MOST; e++) {
      if (mask[e]) check_world(w, e, m, (7 * e + 3) % MOST, STEPS, "shuffled");
    }
    ingotView time;
    ingot_worldsField(w, 0, INGOT_TIME, &time, NULL);
    for (int e = 0; e < MOST; e++) CHECK_INT(time.data[e] > 0, mask[e]);
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
}

TEST(a_lane_that_diverges_or_is_full_leaves_the_others_alone) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  for (int i = 0; ig_test_width(i); i++) {
    ingotWorlds* w = make(m, 8, 1, ig_test_width(i));
    for (int e = 0; e < 8; e++) set_start(w, m, e, e);
    CHECK_INT(ingot_worldsStep(w, STEPS / 2, NULL, NULL), INGOT_OK);
    ingotView qvel, ctrl;
    ingot_worldsView(w, 2, INGOT_QVEL, &qvel, NULL);
    qvel.data[3 * qvel.stride] = NAN;
    ingot_worldsView(w, 5, INGOT_CTRL, &ctrl, NULL);
    double before = ctrl.data[0];
    ctrl.data[0] = INFINITY;
    CHECK_INT(ingot_worldsStep(w, STEPS / 2, NULL, NULL), INGOT_OK);
    for (int e = 0; e < 8; e++) {
      if (e != 2 && e != 5) check_world(w, e, m, e, STEPS, "beside a world that diverged");
    }

    // the two that left are as worlds alone that met the same
    mjData* d = mj_makeData(m);
    start(m, d, 5);
    for (int k = 0; k < STEPS / 2; k++) mj_step(m, d);
    CHECK(d->ctrl[0] == before);
    d->ctrl[0] = INFINITY;
    for (int k = 0; k < STEPS / 2; k++) mj_step(m, d);
    CHECK(same_numbers(d->qpos, ingot_worldsData(w, 5)->qpos, (int)m->nq));
    CHECK_INT(ingot_worldsData(w, 5)->warning[mjWARN_BADCTRL].number, d->warning[mjWARN_BADCTRL].number);
    CHECK(d->warning[mjWARN_BADCTRL].number > 0);
    ingotWorldStatus status;
    ingot_worldsStatus(w, 2, &status, NULL);
    CHECK_INT(status.divergences, 1);
    CHECK_INT(status.dof, 3);
    mj_deleteData(d);
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
}

// A hinge that a control throws off, beside boxes at rest: the reset clears what threw it, so that the world goes on in its lane,
// and small arenas make it leave again.
static const char thrown[] =
    "<mujoco><option integrator='%s'/><worldbody><geom type='plane' size='5 5 1'/>"
    "<body pos='0 3 1'><joint name='h' axis='0 1 0' damping='.1'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/></body>"
    "<body pos='0 0 .2'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='.5 0 .2'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='1 0 .2'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody>"
    "<actuator><general joint='h' gainprm='1'/></actuator><sensor><jointvel joint='h'/></sensor>"
    "<keyframe><key qpos='.3 0 0 .12 1 0 0 0 .5 0 .12 1 0 0 0 1 0 .12 1 0 0 0' ctrl='.5'/></keyframe></mujoco>";

enum { THROWN = 8, AT_ONCE = 80 };

static void set_number(ingotWorlds* w, int world, ingotField field, int i, double value) {
  ingotView view;
  ingot_worldsView(w, world, field, &view, NULL);
  view.data[i * view.stride] = value;
}

// what throws world e: its control, a force on the joint, or one on the body
static void throw_off(mjData* d, ingotWorlds* w, int e) {
  if (e % 3 == 0) set_number(w, e, INGOT_CTRL, 0, d->ctrl[0] = 1e9);
  if (e % 3 == 1) set_number(w, e, INGOT_QFRC_APPLIED, 0, d->qfrc_applied[0] = 1e9);
  if (e % 3 == 2) set_number(w, e, INGOT_XFRC_APPLIED, 10, d->xfrc_applied[10] = 1e9);
}

static void quiet(const char* text) { (void)text; }

static bool step_thrown(mjModel* m, mjData* d, ingotPolicy policy) {
  if (policy == INGOT_RESET) {
    mj_step(m, d);
    return true;
  }
  int bad = d->warning[mjWARN_BADQPOS].number + d->warning[mjWARN_BADQVEL].number + d->warning[mjWARN_BADQACC].number;
  m->opt.disableflags |= mjDSBL_AUTORESET;
  mj_step(m, d);
  m->opt.disableflags &= ~mjDSBL_AUTORESET;
  int after = d->warning[mjWARN_BADQPOS].number + d->warning[mjWARN_BADQVEL].number + d->warning[mjWARN_BADQACC].number;
  if (after > bad) mj_resetDataKeyframe(m, d, 0);
  return after == bad;
}

static void check_thrown(mjModel* m, const ig_Width* width, ingotPolicy policy, mjtSize arena) {
  mjtSize all = m->narena;
  m->narena = arena;
  ingotWorlds* w = make(m, THROWN, 2, width);
  ingot_worldsSetPolicy(w, policy, 0, NULL);
  mjData* d[THROWN];
  for (int e = 0; e < THROWN; e++) {
    d[e] = mj_makeData(m);
    throw_off(d[e], w, e);
  }
  int resets = 0;
  for (int call = 0; call < 2; call++) {
    CHECK_INT(ingot_worldsStep(w, AT_ONCE, NULL, NULL), INGOT_OK);
    for (int e = 0; e < THROWN; e++) {
      for (int k = 0; k < AT_ONCE; k++) resets += !step_thrown(m, d[e], policy);
      ingotView view;
      ingot_worldsView(w, e, INGOT_QPOS, &view, NULL);
      bool same = true;
      for (int i = 0; i < m->nq; i++) same = same && ig_test_same(view.data[i * view.stride], d[e]->qpos[i]);
      ingot_worldsView(w, e, INGOT_TIME, &view, NULL);
      if (!same || view.data[0] != d[e]->time) {
        ig_test_fail(__FILE__, __LINE__, "world %d (width %d, policy %d, arena %d): time %g, alone %g", e, width->width,
                     (int)policy, (int)arena, view.data[0], d[e]->time);
      }
      const mjData* ours = ingot_worldsData(w, e);
      const char* array = difference(m, d[e], ours);
      if (array) ig_test_fail(__FILE__, __LINE__, "%s of the data of world %d differs", array, e);
      for (int k = 0; k < mjNWARNING; k++) CHECK_INT(ours->warning[k].number, d[e]->warning[k].number);
    }
  }
  CHECK(policy == INGOT_RESET || resets > 0);
  for (int e = 0; e < THROWN; e++) mj_deleteData(d[e]);
  ingot_worldsDelete(w);
  m->narena = all;
}

TEST(a_world_that_was_reset_goes_on_from_what_the_reset_left) {
  static const char* const integrators[] = {"Euler", "RK4", "implicitfast"};
  void (*before)(const char*) = mju_user_warning;
  mju_user_warning = quiet;
  for (int k = 0; k < 3; k++) {
    char text[4096];
    snprintf(text, sizeof text, thrown, integrators[k]);
    mjModel* m = ig_test_model(text);
    if (!m) return;
    for (int i = 0; ig_test_width(i); i++) {
      check_thrown(m, ig_test_width(i), INGOT_RESET, m->narena);
      check_thrown(m, ig_test_width(i), INGOT_RESET, 350000);
      check_thrown(m, ig_test_width(i), INGOT_RESET_KEY, 350000);
    }
    mj_deleteModel(m);
  }
  mju_user_warning = before;
}

TEST(contacts_lost_to_a_full_arena_are_those_of_mj_step) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  m->narena = 5000;
  for (int i = 0; ig_test_width(i); i++) {
    ingotWorlds* w = make(m, 5, 1, ig_test_width(i));
    for (int e = 0; e < 5; e++) set_start(w, m, e, e);
    ingotReport report;
    ingotStatus status = ingot_worldsStep(w, STEPS, NULL, &report);
    // too small for rows and stack: either the step itself fails in mj_step as well, or rows are dropped and counted
    ingotWorldStatus world;
    int dropped = 0, failed = 0;
    for (int e = 0; e < 5; e++) {
      ingot_worldsStatus(w, e, &world, NULL);
      dropped += world.contacts_dropped;
      failed += world.state == INGOT_WORLD_FAILED;
    }
    CHECK_INT(status == INGOT_ENGINE_ERROR, failed > 0);
    CHECK(dropped + failed > 0);
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
}

// Boxes on a floor, in an arena of part of what they use. Lanes have no arena: what width 1 drops they have to know.
TEST(rows_that_do_not_fit_an_arena_are_dropped_as_by_mj_step) {
  static const char boxes[] =
      "<mujoco><worldbody><geom type='plane' size='5 5 1'/><body pos='0 0 .2'><freejoint/><geom type='box' size='.1 .1 "
      ".1'/></body>"
      "<body pos='.3 0 .2'><freejoint/><geom type='box' size='.1 .1 .1'/></body><body pos='0 0 .45'><freejoint/>"
      "<geom type='box' size='.1 .1 .1'/></body><body pos='.3 0 .45'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "</worldbody></mujoco>";
  mjModel* m = ig_test_model(boxes);
  if (!m) return;
  mjtSize all = m->narena;
  for (int solver = 0; solver < 3; solver++) {
    m->opt.solver = solver;
    m->opt.jacobian = solver == mjSOL_CG ? mjJAC_SPARSE : mjJAC_DENSE;
    m->narena = all;
    mjData* d = mj_makeData(m);
    for (int k = 0; k < STEPS; k++) mj_step(m, d);
    mjtSize used = d->maxuse_arena;
    mj_deleteData(d);
    int dropped = 0, kept = 0;
    for (int part = 4; part <= 8; part++) {
      m->narena = used * part / 8;
      for (int i = 0; ig_test_width(i); i++) {
        ingotWorlds* w = make(m, 5, 1, ig_test_width(i));
        for (int e = 0; e < 5; e++) set_start(w, m, e, e);
        CHECK_INT(ingot_worldsStep(w, STEPS, NULL, NULL), INGOT_OK);
        for (int e = 0; e < 5; e++) {
          ingotWorldStatus status;
          ingot_worldsStatus(w, e, &status, NULL);
          if (status.contacts_dropped) dropped++;
          if (!status.contacts_dropped) kept++;
          check_world(w, e, m, e, STEPS, "arena");
        }
        ingot_worldsDelete(w);
      }
    }
    CHECK(dropped > 0);
    CHECK(kept > 0);
  }
  mj_deleteModel(m);
}

// each world its own masses, gains, friction and gravity; some their own solver, cone and integrator
static void own_numbers(mjModel* m, int seed) {
  unsigned random = 900 + (unsigned)seed;
  for (int i = 1; i < m->nbody; i++) m->body_mass[i] *= 1 + 0.3 * ig_test_random(&random);
  for (int i = 0; i < m->nv; i++) m->dof_damping[i] = seed % 3 ? 0.3 * (1 + ig_test_random(&random)) : 0;
  for (int i = 0; i < 3 * m->ngeom; i++) m->geom_friction[i] *= 1 + 0.2 * ig_test_random(&random);
  for (int i = 0; i < mjNGAIN * m->nu; i++) m->actuator_gainprm[i] *= 1 + 0.2 * ig_test_random(&random);
  m->opt.gravity[2] += ig_test_random(&random);
  m->opt.solver = seed % 4 == 1 ? mjSOL_CG : mjSOL_NEWTON;
  m->opt.cone = seed % 5 == 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
  m->opt.integrator = seed % 2 ? mjINT_EULER : mjINT_IMPLICITFAST;
}

static void set_own(ingotWorlds* w, const char* name, int world, const double* numbers, const int* integer, int n) {
  ingotView view;
  ingotReport report;
  if (ingot_worldsParameter(w, 0, name, 1, &view, &report) != INGOT_OK)
    return ig_test_fail(__FILE__, __LINE__, "%s", report.text);
  CHECK_INT(view.count, n);
  for (int i = 0; i < n; i++) view.data[i * view.stride + world] = integer ? integer[i] : numbers[i];
}

static void set_all_own(ingotWorlds* w, int world, const mjModel* m) {
  set_own(w, "body_mass", world, m->body_mass, NULL, (int)m->nbody);
  set_own(w, "dof_damping", world, m->dof_damping, NULL, (int)m->nv);
  set_own(w, "geom_friction", world, m->geom_friction, NULL, (int)(3 * m->ngeom));
  set_own(w, "actuator_gainprm", world, m->actuator_gainprm, NULL, (int)(mjNGAIN * m->nu));
  set_own(w, "opt.gravity", world, m->opt.gravity, NULL, 3);
  set_own(w, "opt.solver", world, NULL, &m->opt.solver, 1);
  set_own(w, "opt.cone", world, NULL, &m->opt.cone, 1);
  set_own(w, "opt.integrator", world, NULL, &m->opt.integrator, 1);
}

TEST(numbers_and_settings_of_their_own_give_the_bits_of_models_of_their_own) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  for (int i = 0; ig_test_width(i); i++) {
    ingotWorlds* w = make(m, MOST, 2, ig_test_width(i));
    mjModel* models[MOST];
    for (int e = 0; e < MOST; e++) {
      set_start(w, m, e, e);
      models[e] = mj_copyModel(NULL, m);
      own_numbers(models[e], e);
      set_all_own(w, e, models[e]);
    }
    int64_t blocks = ig_live_blocks(), bytes = ig_live_bytes();
    CHECK_INT(ingot_worldsStep(w, STEPS, NULL, NULL), INGOT_OK);
    CHECK_INT(ig_live_blocks(), blocks);
    CHECK_INT(ig_live_bytes(), bytes);
    // data is what the last step saw, also when the numbers are others by now
    set_own(w, "body_mass", 3, m->body_mass, NULL, (int)m->nbody);
    for (int e = 0; e < MOST; e++) check_world(w, e, models[e], e, STEPS, "own numbers");
    for (int e = 0; e < MOST; e++) {
      if (e != 3) CHECK(same_numbers(ingot_worldsModel(w, e)->body_mass, models[e]->body_mass, (int)m->nbody));
      mj_deleteModel(models[e]);
    }
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
}

TEST(worlds_that_agree_in_their_own_integers_and_flags_step_together) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  for (int i = 0; ig_test_width(i); i++) {
    ingotWorlds* w = make(m, MOST, 2, ig_test_width(i));
    mjModel* models[MOST];
    for (int e = 0; e < MOST; e++) {
      mjModel* other = models[e] = mj_copyModel(NULL, m);
      if (e % 3 == 1) other->geom_condim[0] = 1;
      if (e % 4 == 2) other->jnt_limited[1] = 0;
      if (e % 5 == 3) other->opt.disableflags |= mjDSBL_GRAVITY | mjDSBL_LIMIT;
      if (e % 5 == 1) other->opt.enableflags |= mjENBL_ENERGY;
      int limited[4];
      CHECK_INT(m->njnt, 4);
      for (int j = 0; j < 4; j++) limited[j] = other->jnt_limited[j];
      set_start(w, m, e, e);
      set_own(w, "geom_condim", e, NULL, other->geom_condim, (int)m->ngeom);
      set_own(w, "jnt_limited", e, NULL, limited, 4);
      set_own(w, "opt.disableflags", e, NULL, &other->opt.disableflags, 1);
      set_own(w, "opt.enableflags", e, NULL, &other->opt.enableflags, 1);
    }
    CHECK_INT(ingot_worldsStep(w, STEPS, NULL, NULL), INGOT_OK);
    for (int e = 0; e < MOST; e++) {
      check_world(w, e, models[e], e, STEPS, "own integers");
      mj_deleteModel(models[e]);
    }
    // 0, 4, 5, 9, 12 and 15 have those of the model
    CHECK_INT(ingot_worldsWidth(w, 0, NULL), ig_test_width(i)->width);
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
}

TEST(worlds_with_height_fields_of_their_own_stay_in_lanes) {
  static const char hills[] =
      "<mujoco><asset><hfield name='h' nrow='8' ncol='8' size='2 2 .3 .1' elevation='0 1 0 2 0 3 1 0 1 0 2 0 1 2 0 1 0 0 1 2 1 0 "
      "1 0 2 0 1 0 1 2 0 1 0 1 2 1 0 1 0 2 1 0 0 1 2 0 1 0 1 2 0 1 0 2 1 0 0 1 2 0 1 0 1 2'/></asset><worldbody>"
      "<geom type='hfield' hfield='h'/><body pos='.1 .2 .6'><freejoint/><geom type='box' size='.15 .1 .1'/></body>"
      "<body pos='-.7 .3 .7'><freejoint/><geom size='.15'/><site name='s' euler='180 0 0'/></body></worldbody>"
      "<sensor><rangefinder site='s'/></sensor></mujoco>";
  mjModel* m = ig_test_model(hills);
  if (!m) return;
  int n = (int)m->nhfielddata;
  for (int i = 0; ig_test_width(i); i++) {
    ingotWorlds* w = make(m, 8, 1, ig_test_width(i));
    mjModel* own[8];
    double rows[8][64];
    CHECK_INT(n, 64);
    for (int e = 0; e < 8; e++) {
      unsigned random = (unsigned)e + 1;
      own[e] = mj_copyModel(NULL, m);
      for (int k = 0; k < n; k++) {
        own[e]->hfield_data[k] = (float)(0.5 + 0.5 * ig_test_random(&random));
        rows[e][k] = own[e]->hfield_data[k];
      }
    }
    CHECK_INT(ingot_worldsSetParameter(w, "hfield_data", rows[0], 64, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsWidth(w, 0, NULL), ig_test_width(i)->width);
    CHECK_INT(ingot_worldsStep(w, 150, NULL, NULL), INGOT_OK);
    int touched = 0;
    for (int e = 0; e < 8; e++) {
      mjData* d = mj_makeData(own[e]);
      for (int k = 0; k < 150; k++) mj_step(own[e], d);
      const mjData* ours = ingot_worldsData(w, e);
      CHECK(same_numbers(ours->qpos, d->qpos, (int)m->nq) && same_numbers(ours->qvel, d->qvel, (int)m->nv));
      CHECK(same_numbers(ours->sensordata, d->sensordata, 1));
      touched += d->ncon > 0;
      mj_deleteData(d);
      mj_deleteModel(own[e]);
    }
    CHECK(touched > 0);
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
}

TEST(worlds_whose_integers_shape_the_lanes_step_alone_and_say_so) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  ingotWorlds* w = make(m, 9, 1, ig_test_width(1));
  mjModel* other = mj_copyModel(NULL, m);
  other->geom_contype[1] = other->geom_conaffinity[1] = 0;
  for (int e = 0; e < 9; e++) set_start(w, m, e, e);
  set_own(w, "geom_contype", 4, NULL, other->geom_contype, (int)m->ngeom);
  set_own(w, "geom_conaffinity", 4, NULL, other->geom_conaffinity, (int)m->ngeom);
  const char* reason;
  CHECK_INT(ingot_worldsWidth(w, 3, &reason), 8);
  CHECK_TEXT(reason, "");
  CHECK_INT(ingot_worldsWidth(w, 4, &reason), 1);
  CHECK_HAS(reason, "integers");
  int condim[16];
  for (int i = 0; i < m->ngeom; i++) condim[i] = m->geom_condim[i];
  condim[0] = 1;
  set_own(w, "geom_condim", 5, NULL, condim, (int)m->ngeom);
  CHECK_INT(ingot_worldsWidth(w, 5, &reason), 1);
  CHECK_HAS(reason, "too few worlds with its integers");
  condim[0] = m->geom_condim[0];
  set_own(w, "geom_condim", 5, NULL, condim, (int)m->ngeom);
  CHECK_INT(ingot_worldsStep(w, STEPS, NULL, NULL), INGOT_OK);
  for (int e = 0; e < 9; e++) check_world(w, e, e == 4 ? other : m, e, STEPS, "own integers");
  ingot_worldsDelete(w);
  mj_deleteModel(other);
  mj_deleteModel(m);
}

// with energies switched on 3.5.0 shows the kinetic energy of the step before, which mjData holds and no state
TEST(a_sensor_of_kinetic_energy_shows_that_of_its_own_world) {
  mjModel* m = ig_test_model(
      "<mujoco><option><flag energy='enable'/></option><worldbody><body><joint axis='0 1 0'/><geom size='.1' pos='1 0 0'/>"
      "<body pos='.5 0 0'><joint axis='0 1 0'/><joint axis='1 0 0'/><geom size='.1' pos='.3 0 0'/></body></body></worldbody>"
      "<sensor><e_kinetic/><e_potential/></sensor></mujoco>");
  if (!m) return;
  for (int energy = 0; energy < 2; energy++) {
    m->opt.enableflags = energy ? mjENBL_ENERGY : 0;
    ingotWorlds* w = make(m, 9, 2, ig_test_width(0));
    for (int e = 0; e < 9; e++) set_start(w, m, e, e);
    CHECK_INT(ingot_worldsStep(w, 2, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsStep(w, 1, NULL, NULL), INGOT_OK);
    for (int e = 0; e < 9; e++) {
      mjData* d = mj_makeData(m);
      start(m, d, e);
      for (int k = 0; k < 3; k++) mj_step(m, d);
      ingotView view;
      ingot_worldsView(w, e, INGOT_SENSORDATA, &view, NULL);
      for (int i = 0; i < 2; i++) CHECK_NEAR(view.data[i * view.stride], d->sensordata[i], 0);
      CHECK(d->sensordata[0] > 0);
      mj_deleteData(d);
    }
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
}

// every sensor that is a kernel, with references, cutoffs, and one cutoff of each world's own; forces from all sides
static const char senses[] =
    "<mujoco><option timestep='0.005' magnetic='.1 -.5 .2'/><worldbody><geom type='plane' size='5 5 1'/>"
    "<camera name='eye' pos='1 1 1'/><body name='rider' pos='0 0 .3'><freejoint/>"
    "<geom name='hull' type='box' size='.2 .1 .05'/><site name='imu' pos='.1 0 .02' euler='10 20 30'/>"
    "<body name='leg' pos='.2 0 0'><joint name='a' axis='0 1 0' range='-60 60'/><geom type='capsule' fromto='0 0 0 0 0 -.25' "
    "size='.05'/><site name='foot' pos='0 0 -.25' size='.06'/></body>"
    "<body name='arm' pos='-.2 0 0'><joint name='b' type='ball'/><geom type='capsule' fromto='0 0 0 -.2 0 0' "
    "size='.03'/></body></body>"
    "<body name='ball' pos='.5 0 .3'><freejoint/><geom size='.1'/></body><body name='load' pos='-.6 0 .3'><freejoint/>"
    "<geom size='.08'/></body></worldbody><tendon><fixed name='t'><joint joint='a' coef='2'/></fixed></tendon>"
    "<equality><connect body1='arm' body2='ball' anchor='-.2 0 0'/><weld body1='rider' body2='load'/></equality>"
    "<actuator><motor name='m' joint='a' gear='20'/><motor tendon='t' gear='3'/></actuator><sensor>"
    "<jointpos joint='a'/><jointvel joint='a' cutoff='.5'/><tendonpos tendon='t'/><tendonvel tendon='t'/><actuatorpos "
    "actuator='m'/>"
    "<actuatorvel actuator='m'/><actuatorfrc actuator='m' cutoff='5'/><jointactuatorfrc joint='a'/><tendonactuatorfrc "
    "tendon='t'/>"
    "<ballquat joint='b'/><ballangvel joint='b'/><accelerometer site='imu' cutoff='3'/><velocimeter site='imu'/><gyro "
    "site='imu'/>"
    "<force site='foot'/><torque site='foot'/><magnetometer site='imu'/><clock cutoff='.02'/>"
    "<framepos objtype='body' objname='leg'/><framepos objtype='site' objname='foot' reftype='camera' refname='eye'/>"
    "<framequat objtype='geom' objname='hull' reftype='xbody' refname='leg'/><framequat objtype='camera' objname='eye'/>"
    "<framexaxis objtype='site' objname='imu'/><framezaxis objtype='xbody' objname='leg' reftype='body' refname='rider'/>"
    "<framelinvel objtype='site' objname='foot' reftype='body' refname='ball'/><frameangvel objtype='body' objname='leg'/>"
    "<framelinacc objtype='site' objname='foot'/><frameangacc objtype='xbody' objname='arm'/>"
    "<subtreecom body='rider'/><subtreelinvel body='rider'/><subtreeangmom body='leg'/></sensor></mujoco>";

TEST(sensors_and_external_forces_are_those_of_mj_step_in_every_lane) {
  mjModel* m = ig_test_model(senses);
  if (!m) return;
  for (int i = 0; ig_test_width(i); i++) {
    const ig_Width* width = ig_test_width(i);
    CHECK(width->serves(m, IG_STAGE_SENSE_POSITION) && width->serves(m, IG_STAGE_SENSE_VELOCITY));
    CHECK(width->serves(m, IG_STAGE_SENSE_ACCELERATION) && width->serves(m, IG_STAGE_EXTERNAL));
    ingotWorlds* w = make(m, 11, 2, width);
    mjModel* models[11];
    for (int e = 0; e < 11; e++) {
      set_start(w, m, e, e);
      models[e] = mj_copyModel(NULL, m);
      models[e]->sensor_cutoff[1] = e % 3 ? 0.1 * e : 0;
      set_own(w, "sensor_cutoff", e, models[e]->sensor_cutoff, NULL, (int)m->nsensor);
    }
    CHECK_INT(ingot_worldsStep(w, 60, NULL, NULL), INGOT_OK);
    bool touched = false;
    for (int e = 0; e < 11; e++) {
      check_world(w, e, models[e], e, 60, "sensors");
      touched |= ingot_worldsData(w, e)->ncon > 0;
    }
    CHECK(touched);
    for (int e = 0; e < 11; e++) mj_deleteModel(models[e]);
    ingot_worldsDelete(w);
  }
  mj_deleteModel(m);
}

static int filtered;
static int count_filtered(const mjModel* m, mjData* d, int geom1, int geom2) {
  (void)m, (void)d, (void)geom1, (void)geom2;
  return filtered++, 0;
}

TEST(callbacks_are_looked_at_in_every_call) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  ingotWorlds* w = make(m, 8, 1, ig_test_width(1));
  for (int e = 0; e < 8; e++) set_start(w, m, e, e);
  CHECK_INT(ingot_worldsStep(w, STEPS / 2, NULL, NULL), INGOT_OK);
  mjcb_contactfilter = count_filtered;
  const char* reason;
  CHECK_INT(ingot_worldsWidth(w, 0, &reason), 1);
  CHECK_HAS(reason, "callback");
  CHECK_INT(ingot_worldsStep(w, STEPS / 2, NULL, NULL), INGOT_OK);
  mjcb_contactfilter = NULL;
  CHECK(filtered > 0);
  for (int e = 0; e < 8; e++) check_world(w, e, m, e, STEPS, "with a callback that changes nothing");
  ingot_worldsDelete(w);
  mj_deleteModel(m);
}

TEST(outputs_are_those_of_the_data_and_pull_in_their_functions) {
  static const char* const names[] = {"xpos", "qfrc_constraint", "cfrc_ext", "cfrc_int", "subtree_linvel", "ten_length", "cvel"};
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  for (int i = 0; ig_test_width(i); i++) {
    for (int integrator = 0; integrator < 2; integrator++) {
      m->opt.integrator = integrator ? mjINT_RK4 : mjINT_EULER;
      ingotWorlds* w = make(m, 11, 1, ig_test_width(i));
      for (int e = 0; e < 11; e++) set_start(w, m, e, e);
      ingotView view;
      CHECK_INT(ingot_worldsStep(w, STEPS / 2, NULL, NULL), INGOT_OK);
      // asked for after the step, and then filled by each
      for (int round = 0; round < 2; round++) {
        for (int k = 0; k < 7; k++) {
          ingotStatus status = ingot_worldsOutput(w, 0, names[k], &view, NULL);
          CHECK_INT(status, !strcmp(names[k], "ten_length") ? INGOT_BAD_ARGUMENT : INGOT_OK);
          for (int e = 0; status == INGOT_OK && e < 11; e++) {
            ingot_worldsRun(w, "mj_rnePostConstraint", NULL, NULL);
            ingot_worldsRun(w, "mj_subtreeVel", NULL, NULL);
            const double* theirs = ig_test_numbers(ingot_worldsData(w, e), ig_quantity(names[k]));
            for (int n = 0; n < view.count; n++) {
              if (ig_test_same(view.data[n * view.stride + e], theirs[n])) continue;
              ig_test_fail(__FILE__, __LINE__, "%s of world %d, round %d", names[k], e, round);
              break;
            }
          }
        }
        CHECK_INT(ingot_worldsStep(w, 3, NULL, NULL), INGOT_OK);
      }
      ingot_worldsDelete(w);
    }
  }
  mj_deleteModel(m);
}
