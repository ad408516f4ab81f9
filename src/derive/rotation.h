// SPDX-License-Identifier: Apache-2.0
// Derivatives on the tangent space of unit quaternions. Each result may be NULL.
#ifndef INGOT_DERIVE_ROTATION_H_
#define INGOT_DERIVE_ROTATION_H_

#include <mujoco/mujoco.h>

// of the rotation vector from qb to qa, by changes of qa and of qb
void ig_quat_difference_rate(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]);

// of a quaternion turned by scale * vel, by changes of the quaternion, of vel and of scale
void ig_quat_integration_rate(const mjtNum vel[3], mjtNum scale, mjtNum Dquat[9], mjtNum Dvel[9], mjtNum Dscale[3]);

#endif  // INGOT_DERIVE_ROTATION_H_
