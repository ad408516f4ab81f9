// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as the state, the controls and the applied forces of a model (docs/fuzz.md). The first byte
// chooses the model, the second one what is done with it; the rest are doubles, used again from the start when short.
#include <stdio.h>
#include <string.h>

#include "run.h"

#define WORLD(option, body, rest)                                                                                          \
  "<mujoco><size memory='300K'/><option " option "/><worldbody><geom type='plane' size='1 1 1'/>" body "</worldbody>" rest \
  "</mujoco>"
#define BOX(x) "<body pos='" x " 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
#define ARM                                                                                                                  \
  "<body name='a' pos='0 0 1'><joint name='h' axis='0 1 0' limited='true' range='-1 1' frictionloss='.1'/>"                  \
  "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.05'/><site name='s' pos='.3 0 0'/><body pos='.3 0 0'>"                  \
  "<joint name='b' type='ball' limited='true' range='0 1'/><geom type='ellipsoid' size='.1 .2 .05' fluidshape='ellipsoid'/>" \
  "</body></body><body name='m' mocap='true' pos='0 1 0'><geom type='cylinder' size='.1 .1'/><site name='w'/></body>"

static const char* const models[] = {
    WORLD("", BOX("0") BOX(".15"), ""),
    WORLD("cone='elliptic' solver='PGS' noslip_iterations='3'", BOX("0") BOX(".15"), ""),
    WORLD("integrator='implicitfast' density='1.2' viscosity='.1'", ARM,
          "<tendon><spatial name='t' range='0 1' limited='true' stiffness='1'><site site='s'/><site site='w'/></spatial></tendon>"
          "<equality><connect body1='a' body2='m' anchor='0 0 0'/><weld body1='a' active='false'/></equality>"
          "<actuator><motor joint='h' delay='.01' nsample='4'/><muscle joint='h' lengthrange='.5 1.5'/><position tendon='t' "
          "timeconst='.1'/>"
          "<intvelocity joint='h' actrange='-1 1'/></actuator>"
          "<sensor><accelerometer site='s'/><rangefinder site='s'/><jointpos joint='h' delay='.01' nsample='4'/><ballquat "
          "joint='b'/></sensor>"
          "<keyframe><key time='1' qpos='1 1 0 0 0'/></keyframe>"),
    WORLD("integrator='RK4'", ARM, ""),
    WORLD("solver='CG' integrator='implicit'",
          "<flexcomp name='f' type='grid' count='3 3 1' spacing='.1 .1 .1' pos='0 0 .05' dim='2' radius='.02'><edge "
          "equality='true'/>"
          "<contact selfcollide='auto'/></flexcomp>",
          ""),
    "<mujoco><size memory='300K'/><option><flag sleep='enable' multiccd='enable'/></option><asset><mesh name='m' vertex='0 0 0 "
    ".1 0 0 0 .1 0 0 0 .1'/>"
    "<hfield name='h' nrow='4' ncol='5' size='1 1 .2 .1'/></asset><worldbody><geom type='hfield' hfield='h'/><body pos='0 0 "
    ".1'><freejoint/>"
    "<geom type='mesh' mesh='m'/></body><body pos='.1 0 .2'><freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>",
};

enum { NMODEL = sizeof(models) / sizeof(*models) };

static const mjModel* model_of(int kind) {
  static mjModel* made[NMODEL];
  if (!made[kind]) {
    char error[500] = "";
    mjSpec* spec = mj_parseXMLString(models[kind], NULL, error, sizeof(error));
    made[kind] = spec ? mj_compile(spec, NULL) : NULL;
    if (!made[kind]) {
      fprintf(stderr, "%s\n", spec ? mjs_getError(spec) : error);
      abort();
    }
    mj_deleteSpec(spec);
  }
  return made[kind];
}

static void try_state(const mjModel* m, mjData* d, const mjtNum* state, int how) {
  if (how & 1 && m->nkey) mj_resetDataKeyframe(m, d, 0);
  if (how & 2) mj_forward(m, d);
  mj_setState(m, d, state, how & 4 ? mjSTATE_FULLPHYSICS : mjSTATE_INTEGRATION);
  if (how & 8) mj_inverse(m, d);
  if (how & 16) {
    mj_step1(m, d);
    mj_step2(m, d);
  }
  for (int step = 0; step < 3; step++) mj_step(m, d);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 10) return 0;
  fuzz_begin();
  const mjModel* m = model_of(data[0] % NMODEL);
  int64_t before = fuzz_begin();
  int n = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* state = malloc(sizeof(mjtNum) * n);
  uint8_t* bytes = (uint8_t*)state;
  for (size_t i = 0; i < sizeof(mjtNum) * n; i++) bytes[i] = data[2 + i % ((size - 2) & ~(size_t)7)];

  mjData* volatile d = NULL;
  mju_user_error = fuzz_give_up;
  if (!setjmp(fuzz_escape)) {
    d = mj_makeData(m);
    if (d) try_state(m, d, state, data[1]);
  }
  mj_deleteData(d);
  mju_user_error = NULL;
  free(state);
  fuzz_end(before);
  return 0;
}
