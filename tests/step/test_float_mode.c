// SPDX-License-Identifier: Apache-2.0
// The same bits whatever the host did to the floating-point control word, and the host's word left as it was.
#include <fenv.h>
#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/worlds.h>

#include "base/float_mode.h"
#include "case.h"
#include "catch.h"

// contacts, an equality, a mesh with its hull, a muscle; one slide moves by denormals only
static const char scene[] =
    "<mujoco><option timestep='0.003' integrator='implicitfast' cone='elliptic'/>"
    "<asset><mesh name='rock' vertex='0 0 0 .1 .01 0 0 .13 .02 .03 .02 .17 .11 .12 .1'/></asset><worldbody>"
    "<geom type='plane' size='3 3 1'/>"
    "<body pos='0 0 .1'><freejoint/><geom type='mesh' mesh='rock'/></body>"
    "<body pos='.3 0 .1' euler='10 20 30'><freejoint/><geom type='box' size='.1 .07 .05'/></body>"
    "<body pos='1 0 1'><joint name='a' axis='0 1 0'/><geom type='capsule' size='.02' fromto='0 0 0 .3 0 .1'/>"
    "<body pos='.3 0 .1'><joint name='b' axis='0 1 0' range='-50 50'/><geom size='.05'/></body></body>"
    "<body pos='2 0 1' gravcomp='1'><joint name='still' type='slide' axis='1 0 0'/><geom size='.1' contype='0' "
    "conaffinity='0'/></body></worldbody>"
    "<equality><joint joint1='a' joint2='b' polycoef='0 .7 0 0 0'/></equality>"
    "<actuator><muscle joint='a' lengthrange='.1 .4' ctrlrange='0 1'/><motor joint='b'/></actuator></mujoco>";

enum { STEPS = 60, STATE = 200 };

typedef struct {
  uint64_t model;
  mjtNum state[STATE], rate[STATE], inverse[STATE];
  int size;
} Result;

static uint64_t hash(const void* bytes, size_t size) {
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < size; i++) h = (h ^ ((const unsigned char*)bytes)[i]) * UINT64_C(0x100000001b3);
  return h;
}

static uint64_t model_hash(const mjModel* m) {
  int size = (int)mj_sizeModel(m);
  void* bytes = calloc(1, (size_t)size);
  mj_saveModel(m, NULL, bytes, size);
  uint64_t h = hash(bytes, (size_t)size);
  free(bytes);
  return h;
}

static Result run(void) {
  Result r = {0};
  ig_Case c = ig_case(scene);
  if (!c.m) return r;
  r.model = model_hash(c.m);
  int still = c.m->jnt_dofadr[mj_name2id(c.m, mjOBJ_JOINT, "still")];
  c.d->qvel[still] = 3 * DBL_TRUE_MIN;
  for (int i = 0; i < STEPS; i++) {
    c.d->ctrl[0] = (i % 7) * 0.125;
    c.d->ctrl[1] = (i % 5) * 0.25 - 0.5;
    mj_step(c.m, c.d);
  }
  mj_forward(c.m, c.d);
  mj_inverse(c.m, c.d);
  memcpy(r.inverse, c.d->qfrc_inverse, sizeof(mjtNum) * (size_t)c.m->nv);
  r.size = mj_stateSize(c.m, mjSTATE_INTEGRATION);
  CHECK(r.size <= STATE);
  mj_getState(c.m, c.d, r.state, mjSTATE_INTEGRATION);
  mjtNum* A = calloc((size_t)((2 * c.m->nv + c.m->na) * (2 * c.m->nv + c.m->na)), sizeof *A);
  mjd_transitionFD(c.m, c.d, 1e-6, 1, A, NULL, NULL, NULL);
  memcpy(r.rate, A, sizeof r.rate);
  free(A);
  ig_case_free(&c);
  return r;
}

// what hosts do; the name of a mode that this machine lacks is NULL
typedef struct {
  const char* name;
  uint64_t bits;  // of the control word
  int rounding;
} Mode;

#if defined(__x86_64__)
static uint64_t word(void) { return __builtin_ia32_stmxcsr() & 0xffc0u; }
static void set_bits(uint64_t bits) { __builtin_ia32_ldmxcsr((__builtin_ia32_stmxcsr() & 0xffc0u) ^ (uint32_t)bits); }
static const Mode modes[] = {
    {"flush to zero, denormals are zero", 0x8040, FE_TONEAREST},
    {"up", 0, FE_UPWARD},
    {"down", 0, FE_DOWNWARD},
    {"towards zero, flushed", 0x8040, FE_TOWARDZERO},
    {"trapping", 0x280, FE_TONEAREST},
};
#elif defined(__aarch64__)
static uint64_t word(void) {
  uint64_t w;
  __asm__ volatile("mrs %0, fpcr" : "=r"(w));
  return w;
}
static void set_bits(uint64_t bits) { __asm__ volatile("msr fpcr, %0" : : "r"(word() ^ bits) : "memory"); }
static const Mode modes[] = {
    {"flush to zero", 1 << 24, FE_TONEAREST},
    {"up", 0, FE_UPWARD},
    {"down", 0, FE_DOWNWARD},
    {"towards zero, flushed", 1 << 24, FE_TOWARDZERO},
};
#else
static uint64_t word(void) { return 0; }
static void set_bits(uint64_t bits) { (void)bits; }
static const Mode modes[] = {{NULL, 0, FE_TONEAREST}};
#endif

static void set_mode(const Mode* mode) {
  fesetround(mode->rounding);
  set_bits(mode->bits);
}

static void unset_mode(const Mode* mode) {
  set_bits(mode->bits);
  fesetround(FE_TONEAREST);
}

enum { MODES = sizeof modes / sizeof modes[0] };

TEST(results_do_not_depend_on_the_mode_of_the_host) {
  Result expected = run();
  CHECK(expected.size > 20);
  for (int k = 0; k < MODES && modes[k].name; k++) {
    set_mode(&modes[k]);
    uint64_t before = word();
    Result got = run();
    uint64_t after = word();
    unset_mode(&modes[k]);
    CHECK_INT(after, before);
    CHECK(before != word());
    if (got.model != expected.model) ig_test_fail(__FILE__, __LINE__, "%s: another model", modes[k].name);
    if (memcmp(got.state, expected.state, sizeof got.state)) ig_test_fail(__FILE__, __LINE__, "%s: another state", modes[k].name);
    if (memcmp(got.rate, expected.rate, sizeof got.rate))
      ig_test_fail(__FILE__, __LINE__, "%s: other derivatives", modes[k].name);
    if (memcmp(got.inverse, expected.inverse, sizeof got.inverse)) {
      ig_test_fail(__FILE__, __LINE__, "%s: another inverse", modes[k].name);
    }
  }
}

// the state of the last of some worlds whose threads were made in the mode of the host
static void run_worlds(mjtNum* state, int threads) {
  ig_Case c = ig_case(scene);
  if (!c.m) return;
  enum { WORLDS = 6 };
  const mjModel* models[WORLDS];
  for (int i = 0; i < WORLDS; i++) models[i] = c.m;
  ingotWorlds* w = NULL;
  ingotReport report;
  CHECK_INT(ingot_worldsCreate(models, WORLDS, threads, &w, &report), INGOT_OK);
  ingotView view;
  ingot_worldsField(w, 0, INGOT_QVEL, &view, NULL);
  // numbers below the normal ones, by their bits: a product would be made in the mode that is set
  for (int i = 0; i < WORLDS; i++) {
    uint64_t bits = (uint64_t)(3 + i);
    memcpy(view.data + (c.m->nv - 1) * view.stride + i, &bits, sizeof bits);
  }
  CHECK_INT(ingot_worldsStep(w, STEPS, NULL, &report), INGOT_OK);
  mjtNum all[WORLDS * STATE];
  int size = mj_stateSize(c.m, mjSTATE_FULLPHYSICS);
  ingot_worldsGetState(w, NULL, mjSTATE_FULLPHYSICS, all, size, &report);
  memcpy(state, all + (WORLDS - 1) * size, sizeof(mjtNum) * (size_t)size);
  ingot_worldsDelete(w);
  ig_case_free(&c);
}

TEST(worlds_do_not_depend_on_the_mode_of_the_host) {
  mjtNum expected[STATE] = {0};
  run_worlds(expected, 1);
  CHECK(expected[1] != 0);
  for (int k = 0; k < MODES && modes[k].name; k++) {
    for (int threads = 1; threads <= 3; threads++) {
      mjtNum got[STATE] = {0};
      set_mode(&modes[k]);
      run_worlds(got, threads);
      unset_mode(&modes[k]);
      if (memcmp(got, expected, sizeof got)) ig_test_fail(__FILE__, __LINE__, "%s, %d threads", modes[k].name, threads);
    }
  }
}

static uint64_t word_in_handler;
static void note_word(const char* text) {
  word_in_handler = word();
  ig_catch_error(text);
}

// the handler runs with the word of the host, which is still there after it has jumped away
TEST(a_handler_that_jumps_away_leaves_the_mode_of_the_host) {
  ig_Case c = ig_case(scene);
  c.m->opt.integrator = 77;
  for (int k = 0; k < MODES && modes[k].name; k++) {
    void (*volatile before)(const char*) = mju_user_error;
    mju_user_error = note_word;
    set_mode(&modes[k]);
    uint64_t host = word();
    if (!setjmp(ig_catch_point)) mj_step(c.m, c.d);
    uint64_t after = word();
    unset_mode(&modes[k]);
    mju_user_error = before;
    CHECK_INT(after, host);
    CHECK_INT(word_in_handler, host);
  }
  ig_case_free(&c);
}

static void fail(void* argument) { mju_error("failed"); }

// an error that is caught within a scope: the scope goes on
TEST(a_caught_error_leaves_the_scope_standard) {
  for (int k = 0; k < MODES && modes[k].name; k++) {
    set_mode(&modes[k]);
    uint64_t host = word();
    bool standard = false;
    {
      IG_FLOAT_SCOPE;
      ingot_guard(fail, NULL, NULL);
      standard = ig_float_is_standard();
    }
    uint64_t after = word();
    unset_mode(&modes[k]);
    CHECK(standard);
    CHECK_INT(after, host);
  }
}
