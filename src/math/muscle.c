// SPDX-License-Identifier: Apache-2.0
#include "math/muscle.h"

#include <mujoco/mujoco.h>

mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0, const mjtNum prm[9]) {
  return ig_muscle_gain(len, vel, lengthrange, acc0, prm);
}

mjtNum mju_muscleBias(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0, const mjtNum prm[9]) {
  return ig_muscle_bias(len, lengthrange, acc0, prm);
}

mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum prm[3]) { return ig_muscle_dynamics(ctrl, act, prm); }

mjtNum mju_sigmoid(mjtNum x) { return ig_sigmoid(x); }
