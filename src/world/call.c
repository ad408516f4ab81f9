// SPDX-License-Identifier: Apache-2.0
// Functions of the API and of the caller's in every world.
#include <string.h>

#include <ingot/worlds.h>

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
} Call;

static void call_part(ingotWorlds* w, int world, void* argument) {
  const Call* call = argument;
  ig_world_load(w, world);
  if (call->plain)
    call->plain(ig_world_model(w, world), ingot_worldsData(w, world));
  else
    call->given(ig_world_model(w, world), ingot_worldsData(w, world), world, call->user);
  ig_world_store(w, world);
}

ingotStatus ingot_worldsCall(ingotWorlds* w, ingotWorldFunction function, void* user, const mjtByte* chosen,
                             ingotReport* report) {
  if (!w || !function) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and function must not be NULL");
  Call call = {.given = function, .user = user};
  return ig_worlds_each(w, chosen, call_part, &call, report);
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
    return ig_worlds_each(w, chosen, call_part, &call, report);
  }
  return ig_report(report, INGOT_BAD_ARGUMENT, "'%s' is not a function that takes a model and data only", function);
}

ingotStatus ingot_worldsForward(ingotWorlds* w, const mjtByte* chosen, ingotReport* report) {
  return ingot_worldsRun(w, "mj_forward", chosen, report);
}
