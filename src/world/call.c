// SPDX-License-Identifier: Apache-2.0
// Functions of the API and of the caller's in every world.
#include <pthread.h>
#include <string.h>

#include <ingot/worlds.h>

#include "base/error.h"
#include "base/exception.h"
#include "base/guard.h"
#include "world/worlds.h"

typedef void (*Function)(const mjModel* m, mjData* d);

// what may run in any state of a world: it takes a model and data and changes the data alone
// clang-format off
#define FUNCTIONS                                                                                                      \
  X(mj_forward) X(mj_inverse) X(mj_step1) X(mj_step2) X(mj_fwdKinematics) X(mj_fwdPosition) X(mj_fwdVelocity)          \
  X(mj_fwdActuation) X(mj_fwdAcceleration) X(mj_fwdConstraint) X(mj_invPosition) X(mj_invVelocity) X(mj_invConstraint) \
  X(mj_compareFwdInv) X(mj_sensorPos) X(mj_sensorVel) X(mj_sensorAcc) X(mj_energyPos) X(mj_energyVel) X(mj_checkPos)   \
  X(mj_checkVel) X(mj_checkAcc) X(mj_kinematics) X(mj_comPos) X(mj_camlight) X(mj_flex) X(mj_tendon)                   \
  X(mj_transmission) X(mj_crb) X(mj_makeM) X(mj_factorM) X(mj_comVel) X(mj_passive) X(mj_subtreeVel)                   \
  X(mj_rnePostConstraint) X(mj_collision) X(mj_makeConstraint) X(mj_island) X(mj_projectConstraint)                    \
  X(mj_referenceConstraint)
// clang-format on

static const struct {
  const char* name;
  Function function;
} functions[] = {
#define X(name) {#name, name},
    FUNCTIONS
#undef X
};

enum { NFUNCTION = sizeof functions / sizeof functions[0] };

const char* ingot_worldsFunctionName(int number) { return number >= 0 && number < NFUNCTION ? functions[number].name : NULL; }

typedef struct {
  Function plain;
  ingotWorldFunction given;
  void* user;
  pthread_mutex_t mutex;
  void* exception;  // the one of the first world, to be raised on the caller's thread
  int thrower;
} Call;

static void plain_part(ingotWorlds* w, int world, void* argument) {
  const Call* call = argument;
  ig_world_load(w, world);
  call->plain(ig_world_model(w, world), ingot_worldsData(w, world));
  ig_world_store(w, world);
}

typedef struct {
  ingotWorlds* w;
  const Call* call;
  int world;
} Turn;

static void take_turn(void* turn) {
  const Turn* t = turn;
  t->call->given(ig_world_model(t->w, t->world), ingot_worldsData(t->w, t->world), t->world, t->call->user);
}

// whichever thread comes first
static void keep_first(Call* call, void* exception, int world) {
  void* other = exception;
  pthread_mutex_lock(&call->mutex);
  if (!call->exception || world < call->thrower) {
    other = call->exception;
    call->exception = exception;
    call->thrower = world;
  }
  pthread_mutex_unlock(&call->mutex);
  if (other) ig_drop_exception(other);
}

static void given_part(ingotWorlds* w, int world, void* argument) {
  Turn turn = {w, argument, world};
  ig_world_load(w, world);
  void* exception = ig_call_catching(take_turn, &turn);
  if (exception) {
    keep_first(argument, exception, world);
    mju_error("the function left with an exception");
  }
  ig_world_store(w, world);
}

ingotStatus ingot_worldsCall(ingotWorlds* w, ingotWorldFunction function, void* user, const mjtByte* chosen,
                             ingotReport* report) {
  if (!w || !function) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and function must not be NULL");
  Call call = {.given = function, .user = user, .mutex = PTHREAD_MUTEX_INITIALIZER};
  ingotStatus status = ig_worlds_each(w, chosen, given_part, &call, report);
  pthread_mutex_destroy(&call.mutex);
  if (call.exception) ig_raise_again(call.exception);
  return status;
}

ingotStatus ingot_worldsRun(ingotWorlds* w, const char* function, const mjtByte* chosen, ingotReport* report) {
  if (!w || !function) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and function must not be NULL");
  // lanes know these
  if (!strcmp(function, "mj_forward")) return ig_worlds_forward(w, chosen, report);
  if (!strcmp(function, "mj_rnePostConstraint")) return ig_worlds_called(w, IG_CALL_FORCES, chosen, report);
  if (!strcmp(function, "mj_subtreeVel")) return ig_worlds_called(w, IG_CALL_SUBTREES, chosen, report);
  for (int i = 0; i < NFUNCTION; i++) {
    if (strcmp(functions[i].name, function)) continue;
    Call call = {.plain = functions[i].function};
    return ig_worlds_each(w, chosen, plain_part, &call, report);
  }
  return ig_report(report, INGOT_BAD_ARGUMENT, "'%s' is not a function that takes a model and data only", function);
}

ingotStatus ingot_worldsForward(ingotWorlds* w, const mjtByte* chosen, ingotReport* report) {
  return ingot_worldsRun(w, "mj_forward", chosen, report);
}
