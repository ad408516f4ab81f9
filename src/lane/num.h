// SPDX-License-Identifier: Apache-2.0
// The number of a world. Everything that is compiled per width (*.lane.c, *.gpu.c) and what these call for one world of a
// vector (colliders, rays, wraps) computes with it. Other numbers keep a type of their own:
//
//   num       state, results and scratch of worlds in kernels; `real` is a vector of it
//   mjtNum    numbers of mjModel and of mjData, and of the API; time. A model's number that enters a kernel becomes a `num`
//             there: by ig_param and ig_option, by ig_broadcast, or by assignment to a local
//   double    statistics and estimates of work, which have no influence on results
#ifndef INGOT_LANE_NUM_H_
#define INGOT_LANE_NUM_H_

typedef double num;

#endif  // INGOT_LANE_NUM_H_
