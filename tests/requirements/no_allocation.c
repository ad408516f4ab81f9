// SPDX-License-Identifier: Apache-2.0
// Lines R76 and R91: nothing in a step allocates.
#include <errno.h>
#include <stdlib.h>

#include "flags.h"
#include "require.h"

#define PENDULUM                                                                           \
  "<mujoco><option timestep='%g' integrator='RK4'/><worldbody><body><joint axis='0 1 0'/>" \
  "<geom type='capsule' size='.05' fromto='0 0 0 0 0 -.5' contype='0' conaffinity='0'/></body></worldbody></mujoco>"

#define DROPPED                                                                                       \
  "<mujoco><option timestep='.001'/><worldbody><geom type='plane' size='2 2 .1'/>"                    \
  "<body pos='-.4 0 .27'><freejoint/><geom size='.07' condim='6' friction='1 .005 .01'/></body>"      \
  "<body pos='.4 0 .07'><freejoint/><geom size='.07' condim='1'/></body>"                             \
  "<body pos='0 .4 .11'><freejoint/><geom type='box' size='.06 .05 .06' condim='4' friction='.6 .02 " \
  ".0001'/></body></worldbody></mujoco>"

static int hooked;

static void* counting_malloc(size_t size) {
  hooked++;
  return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void hook(bool on) {
  mju_user_malloc = on ? counting_malloc : NULL;
  mju_user_free = on ? free : NULL;
  hooked = 0;
}

TEST(R76_1_a_step_does_not_allocate) {
  CASE(c, FLAGS, "");
  static const int integrators[] = {mjINT_EULER, mjINT_RK4, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  hook(true);
  mjData* d = mj_makeData(c.m);
  CHECK(hooked > 0);
  for (int k = 0; k < 4; k++) {
    c.m->opt.integrator = integrators[k];
    mj_resetData(c.m, d);
    hooked = 0;
    for (int i = 0; i < 100; i++) mj_step(c.m, d);
    CHECK_INT(hooked, 0);
    CHECK(d->ncon > 0);
  }
  mj_deleteData(d);
  hook(false);
}

// angle after 0.4 s
static mjtNum swing(double timestep) {
  __attribute__((cleanup(ig_case_free))) ig_Case c = ig_case_format(PENDULUM, timestep);
  if (!c.d) return 0;
  c.d->qpos[0] = 1;
  ig_steps(&c, (int)(.4 / timestep + .5));
  return c.d->qpos[0];
}

TEST(R76_2_runge_kutta_is_of_fourth_order) {
  mjtNum exact = swing(.0005), coarse = swing(.04), fine = swing(.02), again = swing(.02);
  CHECK(fabs(coarse - exact) >= 12 * fabs(fine - exact));
  CHECK_BITS(&fine, &again, 1);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COUNTS_MALLOC 0
#else
#define COUNTS_MALLOC 1

// every allocation of the process passes here
static int counted;
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) {
  counted++;
  return __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
  counted++;
  return __libc_calloc(count, size);
}

void* realloc(void* old, size_t size) {
  counted++;
  return __libc_realloc(old, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  counted++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** out, size_t alignment, size_t size) {
  counted++;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}

static void ignore_warning(const char* text) { (void)text; }
#endif

TEST(R76_3_nor_through_plain_malloc) {
#if COUNTS_MALLOC
  CASE(c, FLAGS, "");
  static const int integrators[] = {mjINT_EULER, mjINT_RK4, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  int before = counted;
  mj_deleteData(mj_makeData(c.m));
  CHECK(counted > before);
  for (int k = 0; k < 4; k++) {
    c.m->opt.integrator = integrators[k];
    mj_resetData(c.m, c.d);
    before = counted;
    for (int i = 0; i < 50; i++) {
      mj_step(c.m, c.d);
      mj_forward(c.m, c.d);
      mj_inverse(c.m, c.d);
      mj_step1(c.m, c.d);
      mj_step2(c.m, c.d);
    }
    CHECK_INT(counted - before, 0);
  }
  CASE(full,
       "<mujoco><size memory='150K'/><worldbody><geom type='plane' size='1 1 .1'/><replicate count='20' offset='0 0 .02'><body "
       "pos='0 0 .05'>"
       "<freejoint/><geom type='box' size='.1 .1 .1'/></body></replicate></worldbody></mujoco>");
  mju_user_warning = ignore_warning;
  before = counted;
  mj_step(full.m, full.d);
  CHECK_INT(counted - before, 0);
  mju_user_warning = NULL;
  CHECK(ig_warnings(full.d) > 0);
#else
  SKIP("a sanitizer has its own malloc");
#endif
}

TEST(R91_1_nor_while_contacts_come_and_go) {
  CASE(c, DROPPED);
  hook(true);
  for (int k = 0; k < 6; k++) {
    mj_resetData(c.m, c.d);
    c.m->opt.solver = k % 3;
    c.m->opt.cone = k / 3;
    int least = 100, most = 0;
    hooked = 0;
    for (int i = 0; i < 200; i++) {
      mj_step(c.m, c.d);
      least = mjMIN(least, c.d->nefc);
      most = mjMAX(most, c.d->nefc);
    }
    CHECK_INT(hooked, 0);
    CHECK(least < most);
  }
  hook(false);
}
