// The actuator shortcuts: settings of gain, bias and dynamics that make a motor, a servo, a muscle.
#include <stdbool.h>
#include <string.h>

#include <mujoco/mujoco.h>

static void set_types(mjsActuator* a, mjtDyn dyn, mjtGain gain, mjtBias bias) {
  a->dyntype = dyn;
  a->gaintype = gain;
  a->biastype = bias;
}

const char* mjs_setToMotor(mjsActuator* actuator) {
  actuator->gainprm[0] = 1;
  set_types(actuator, mjDYN_NONE, mjGAIN_FIXED, mjBIAS_NONE);
  return "";
}

// biasprm[2] holds either damping, as a negative number, or the damping ratio, as a positive one
const char* mjs_setToPosition(mjsActuator* actuator, double kp, double kv[1], double dampratio[1], double timeconst[1],
                              double inheritrange) {
  actuator->gainprm[0] = kp;
  actuator->biasprm[1] = -kp;
  if (kv && dampratio) return "kv and dampratio cannot both be defined";
  if (kv) {
    if (*kv < 0) return "kv cannot be negative";
    actuator->biasprm[2] = -*kv;
  }
  if (dampratio) {
    if (*dampratio < 0) return "dampratio cannot be negative";
    actuator->biasprm[2] = *dampratio;
  }
  if (timeconst) {
    if (*timeconst < 0) return "timeconst cannot be negative";
    actuator->dynprm[0] = *timeconst;
    actuator->dyntype = *timeconst == 0 ? mjDYN_NONE : mjDYN_FILTEREXACT;
  }
  actuator->inheritrange = inheritrange;
  if (inheritrange > 0 && (actuator->ctrlrange[0] || actuator->ctrlrange[1])) {
    return "ctrlrange and inheritrange cannot both be defined";
  }
  actuator->gaintype = mjGAIN_FIXED;
  actuator->biastype = mjBIAS_AFFINE;
  return "";
}

const char* mjs_setToIntVelocity(mjsActuator* actuator, double kp, double kv[1], double dampratio[1],
                                 double timeconst[1], double inheritrange) {
  mjs_setToPosition(actuator, kp, kv, dampratio, timeconst, inheritrange);
  actuator->dyntype = mjDYN_INTEGRATOR;
  actuator->actlimited = 1;
  if (inheritrange > 0 && (actuator->actrange[0] || actuator->actrange[1])) {
    return "actrange and inheritrange cannot both be defined";
  }
  return "";
}

const char* mjs_setToVelocity(mjsActuator* actuator, double kv) {
  memset(actuator->biasprm, 0, sizeof(actuator->biasprm));
  actuator->gainprm[0] = kv;
  actuator->biasprm[2] = -kv;
  set_types(actuator, mjDYN_NONE, mjGAIN_FIXED, mjBIAS_AFFINE);
  return "";
}

const char* mjs_setToDamper(mjsActuator* actuator, double kv) {
  memset(actuator->gainprm, 0, sizeof(actuator->gainprm));
  actuator->gainprm[2] = -kv;
  actuator->ctrllimited = 1;
  set_types(actuator, mjDYN_NONE, mjGAIN_AFFINE, mjBIAS_NONE);
  if (kv < 0) return "damping coefficient cannot be negative";
  if (actuator->ctrlrange[0] < 0 || actuator->ctrlrange[1] < 0) return "damper control range cannot be negative";
  return "";
}

// a diameter, if given, says the area
const char* mjs_setToCylinder(mjsActuator* actuator, double timeconst, double bias, double area, double diameter) {
  actuator->dynprm[0] = timeconst;
  actuator->biasprm[0] = bias;
  actuator->gainprm[0] = diameter >= 0 ? mjPI / 4 * diameter * diameter : area;
  set_types(actuator, mjDYN_FILTER, mjGAIN_FIXED, mjBIAS_AFFINE);
  return "";
}

// a parameter that still has the built-in value of a general actuator takes that of a muscle; given ones are >= 0
static void set_muscle_prm(double* prm, double builtin, double muscle, double given) {
  if (*prm == builtin) *prm = muscle;
  if (given >= 0) *prm = given;
}

const char* mjs_setToMuscle(mjsActuator* actuator, double timeconst[2], double tausmooth, double range[2],
                            double force, double scale, double lmin, double lmax, double vmax, double fpmax,
                            double fvmax) {
  const double unset = -1;
  bool refused = tausmooth < 0;
  const double given[9] = {range[0], range[1], force, scale, lmin, lmax, vmax, fpmax, fvmax};
  static const double builtin[9] = {1};
  static const double muscle[9] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
  set_muscle_prm(&actuator->dynprm[0], 1, 0.01, refused ? unset : timeconst[0]);
  set_muscle_prm(&actuator->dynprm[1], 0, 0.04, refused ? unset : timeconst[1]);
  for (int i = 0; i < 9; i++) set_muscle_prm(&actuator->gainprm[i], builtin[i], muscle[i], refused ? unset : given[i]);
  if (refused) return "muscle tausmooth cannot be negative";
  actuator->dynprm[2] = tausmooth;
  for (int i = 0; i < 9; i++) actuator->biasprm[i] = actuator->gainprm[i];
  set_types(actuator, mjDYN_MUSCLE, mjGAIN_MUSCLE, mjBIAS_MUSCLE);
  return "";
}

const char* mjs_setToAdhesion(mjsActuator* actuator, double gain) {
  actuator->gainprm[0] = gain;
  actuator->ctrllimited = 1;
  actuator->gaintype = mjGAIN_FIXED;
  actuator->biastype = mjBIAS_NONE;
  if (gain < 0) return "adhesion gain cannot be negative";
  if (actuator->ctrlrange[0] < 0 || actuator->ctrlrange[1] < 0) return "adhesion control range cannot be negative";
  return "";
}
