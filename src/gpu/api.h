// SPDX-License-Identifier: Apache-2.0
// What kernels need of the API where the GPU compiler takes them as C++: the types, not the functions.
#ifndef INGOT_GPU_API_H_
#define INGOT_GPU_API_H_

#define MUJOCO_MUJOCO_H_
#include <mujoco/mjtnum.h>

#include <mujoco/mjmodel.h>

#include <mujoco/mjdata.h>

// A thread of a GPU cannot report errors: the host has checked all that could raise one.
template <class... Values>
static inline void mju_error(const char* message, Values... values) {}

#endif  // INGOT_GPU_API_H_
