// SPDX-License-Identifier: Apache-2.0
// Poses of bodies, geoms, sites, cameras and lights from qpos.
#ifndef INGOT_SMOOTH_POSITION_KINEMATICS_H_
#define INGOT_SMOOTH_POSITION_KINEMATICS_H_

#include "batch/data.h"

// xpos, xquat, xmat, xanchor, xaxis; trees asleep that were moved are marked in tree_awake
void IG_NAME(ig_pose_bodies)(const mjModel* m, ig_Data* d);

// inertial frames, geoms and sites, from the poses of the bodies
void IG_NAME(ig_pose_frames)(const mjModel* m, ig_Data* d);

// cameras and lights, from the poses of the bodies and the centres of mass
void IG_NAME(ig_pose_views)(const mjModel* m, ig_Data* d);

#endif  // INGOT_SMOOTH_POSITION_KINEMATICS_H_
