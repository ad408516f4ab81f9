// SPDX-License-Identifier: Apache-2.0
// Which kernels make a step of a model, and how many threads solve a world.
#ifndef INGOT_GPU_PLAN_H_
#define INGOT_GPU_PLAN_H_

#include "gpu/batch_inside.h"

// the kernel of a stage (step/stage.h), -1: it has none; whether a stage writes any of them
int ig_gpu_kernel_of(int stage);
bool ig_gpu_writes(int stage, const ig_Quantities* wanted);

// whether a step runs it: the model gives it something to do, and reads its results if they are an output (ig_gpu_observe makes
// outputs on request)
bool ig_gpu_wants(const ig_GpuBatch* b, int stage);

// the kernel at the end of a step
int ig_gpu_integrator(const ig_GpuBatch* b);

// the dual solvers have one thread for a world always
ig_GpuCrew ig_gpu_choose_crew(const mjModel* m, int nworld);

// the plan, for the crew; its kernels, and those that every batch needs
ingotStatus ig_gpu_make_plan(ig_GpuBatch* b, ingotReport* report);

#endif  // INGOT_GPU_PLAN_H_
