// SPDX-License-Identifier: Apache-2.0
// A library with the C API of MuJoCo 3.5.0: this program's own engine, or another one in a link namespace of its own, so
// that the two do not see each other's symbols.
#ifndef INGOT_CLI_ENGINE_H_
#define INGOT_CLI_ENGINE_H_

#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdint.h>

// the functions that the program uses: type, name, arguments
#define IG_ENGINE_FUNCTIONS(X)                                               \
  X(void, mj_defaultVFS, (mjVFS*))                                           \
  X(int, mj_addBufferVFS, (mjVFS*, const char*, const void*, int))           \
  X(void, mj_deleteVFS, (mjVFS*))                                            \
  X(mjModel*, mj_loadXML, (const char*, const mjVFS*, char*, int))           \
  X(mjModel*, mj_loadModel, (const char*, const mjVFS*))                     \
  X(void, mj_deleteModel, (mjModel*))                                        \
  X(mjData*, mj_makeData, (const mjModel*))                                  \
  X(void, mj_deleteData, (mjData*))                                          \
  X(void, mj_resetData, (const mjModel*, mjData*))                           \
  X(void, mj_resetDataKeyframe, (const mjModel*, mjData*, int))              \
  X(void, mj_step, (const mjModel*, mjData*))                                \
  X(void, mj_forward, (const mjModel*, mjData*))                             \
  X(void, mj_getState, (const mjModel*, const mjData*, mjtNum*, int))        \
  X(void, mj_setState, (const mjModel*, mjData*, const mjtNum*, int))        \
  X(int, mj_stateSize, (const mjModel*, int))                                \
  X(void, mj_integratePos, (const mjModel*, mjtNum*, const mjtNum*, mjtNum)) \
  X(int, mj_version, (void))

typedef struct {
#define X(type, name, arguments) type(*name) arguments;
  IG_ENGINE_FUNCTIONS(X)
#undef X
  mjfTime* mjcb_time;
  const char* label;
  void* handle;
} ig_Engine;

ig_Engine ig_own_engine(void);
// complains and returns false when the file is no such library
bool ig_open_engine(const char* path, ig_Engine* engine);

// a model as this engine reads it; complains and returns NULL
mjModel* ig_engine_model(const ig_Engine* engine, const char* path);

// reproducible numbers: uniform in [0, 1)
double ig_random(uint64_t* state);
// a control for each actuator, inside of its range or in [-1, 1]
void ig_random_controls(const mjModel* m, mjData* d, uint64_t* state);

#endif  // INGOT_CLI_ENGINE_H_
