// SPDX-License-Identifier: Apache-2.0
// The actuator shortcuts: settings of gain, bias and dynamics that make a motor, a servo, a muscle.
#include "spec/actuator.h"

#include <stdbool.h>

#include <mujoco/mujoco.h>

// what a kind fixes besides its parameters; KEEP leaves the setting as it is
enum { KEEP = -1 };

typedef struct {
  int dyn, gain, bias;
  bool limited;  // its control always has a range, and that is not negative
} Kind;

static const Kind motor = {mjDYN_NONE, mjGAIN_FIXED, mjBIAS_NONE, false};
static const Kind servo = {KEEP, mjGAIN_FIXED, mjBIAS_AFFINE, false};
static const Kind velocity = {mjDYN_NONE, mjGAIN_FIXED, mjBIAS_AFFINE, false};
static const Kind damper = {mjDYN_NONE, mjGAIN_AFFINE, mjBIAS_NONE, true};
static const Kind cylinder = {mjDYN_FILTER, mjGAIN_FIXED, mjBIAS_AFFINE, false};
static const Kind muscle = {mjDYN_MUSCLE, mjGAIN_MUSCLE, mjBIAS_MUSCLE, false};
static const Kind adhesion = {KEEP, mjGAIN_FIXED, mjBIAS_NONE, true};

static const char* become(mjsActuator* a, const Kind* kind) {
  if (kind->dyn != KEEP) a->dyntype = (mjtDyn)kind->dyn;
  a->gaintype = (mjtGain)kind->gain;
  a->biastype = (mjtBias)kind->bias;
  if (kind->limited) a->ctrllimited = 1;
  return "";
}

static bool negative_control(const mjsActuator* a) { return a->ctrlrange[0] < 0 || a->ctrlrange[1] < 0; }

static bool range_given(const double range[2]) { return range[0] || range[1]; }

// an optional number of a servo: NULL when it is not given, never negative
typedef struct {
  const double* value;
  double* place;
  double sign;  // it is stored with
  const char* refusal;
} Option;

// biasprm[2] holds either damping, as a negative number, or the damping ratio, as a positive one
static const char* set_options(mjsActuator* a, const double* kv, const double* dampratio, const double* timeconst) {
  const Option options[] = {
      {kv, a->biasprm + 2, -1, "kv cannot be negative: it must be 0 or more"},
      {dampratio, a->biasprm + 2, 1, "dampratio must be 0 or more"},
      {timeconst, a->dynprm, 1, "timeconst must be 0 or more"},
  };
  for (int i = 0; i < 3; i++) {
    const Option* option = options + i;
    if (!option->value) continue;
    if (*option->value < 0) return option->refusal;
    *option->place = option->sign * *option->value;
  }
  if (timeconst) a->dyntype = *timeconst == 0 ? mjDYN_NONE : mjDYN_FILTEREXACT;
  return NULL;
}

const char* ig_set_to_motor(mjsActuator* actuator) {
  actuator->gainprm[0] = 1;
  return become(actuator, &motor);
}

// force = kp (ctrl - length): what is set before a refusal stays
const char* ig_set_to_position(mjsActuator* actuator, double kp, double kv[1], double dampratio[1], double timeconst[1],
                               double inheritrange) {
  actuator->gainprm[0] = kp;
  actuator->biasprm[1] = -kp;
  if (kv && dampratio) return "kv and dampratio both say the damping: give one of them";
  const char* refusal = set_options(actuator, kv, dampratio, timeconst);
  if (refusal) return refusal;
  actuator->inheritrange = inheritrange;
  bool twice = inheritrange > 0 && range_given(actuator->ctrlrange);
  return twice ? "inheritrange takes the control range from the target: leave ctrlrange away" : become(actuator, &servo);
}

// a servo whose set point is the integral of the control; refusals of the servo are not passed on
const char* ig_set_to_integrated_velocity(mjsActuator* actuator, double kp, double kv[1], double dampratio[1],
                                          double timeconst[1], double inheritrange) {
  ig_set_to_position(actuator, kp, kv, dampratio, timeconst, inheritrange);
  actuator->dyntype = mjDYN_INTEGRATOR;
  actuator->actlimited = 1;
  bool twice = inheritrange > 0 && range_given(actuator->actrange);
  return twice ? "inheritrange takes the activation range from the target: leave actrange away" : "";
}

const char* ig_set_to_velocity(mjsActuator* actuator, double kv) {
  for (int i = 0; i < mjNBIAS; i++) actuator->biasprm[i] = i == 2 ? -kv : 0;
  actuator->gainprm[0] = kv;
  return become(actuator, &velocity);
}

const char* ig_set_to_damper(mjsActuator* actuator, double kv) {
  for (int i = 0; i < mjNGAIN; i++) actuator->gainprm[i] = i == 2 ? -kv : 0;
  const char* fine = become(actuator, &damper);
  if (kv < 0) return "damping coefficient cannot be negative: kv must be 0 or more";
  return negative_control(actuator) ? "control range cannot be negative for a damper: ctrlrange must be 0 or more" : fine;
}

// a diameter, if given, says the area
const char* ig_set_to_cylinder(mjsActuator* actuator, double timeconst, double bias, double area, double diameter) {
  actuator->dynprm[0] = timeconst;
  actuator->biasprm[0] = bias;
  actuator->gainprm[0] = diameter >= 0 ? mjPI / 4 * diameter * diameter : area;
  return become(actuator, &cylinder);
}

// a parameter that still has the built-in value of a general actuator takes that of a muscle; given ones are >= 0
static void set_muscle_prm(double* prm, double builtin, double typical, double given) {
  if (*prm == builtin) *prm = typical;
  if (given >= 0) *prm = given;
}

const char* ig_set_to_muscle(mjsActuator* actuator, double timeconst[2], double tausmooth, double range[2], double force,
                             double scale, double lmin, double lmax, double vmax, double fpmax, double fvmax) {
  const double unset = -1;
  bool refused = tausmooth < 0;
  const double given[9] = {range[0], range[1], force, scale, lmin, lmax, vmax, fpmax, fvmax};
  static const double builtin[9] = {1};
  static const double typical[9] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
  set_muscle_prm(&actuator->dynprm[0], 1, 0.01, refused ? unset : timeconst[0]);
  set_muscle_prm(&actuator->dynprm[1], 0, 0.04, refused ? unset : timeconst[1]);
  for (int i = 0; i < 9; i++) set_muscle_prm(&actuator->gainprm[i], builtin[i], typical[i], refused ? unset : given[i]);
  if (refused) return "muscle tausmooth cannot be negative: 0 switches smoothing off";
  actuator->dynprm[2] = tausmooth;
  for (int i = 0; i < 9; i++) actuator->biasprm[i] = actuator->gainprm[i];
  return become(actuator, &muscle);
}

const char* ig_set_to_adhesion(mjsActuator* actuator, double gain) {
  actuator->gainprm[0] = gain;
  const char* fine = become(actuator, &adhesion);
  if (gain < 0) return "gain of an adhesion must be 0 or more";
  return negative_control(actuator) ? "adhesion control range cannot be negative: ctrlrange must be 0 or more" : fine;
}
