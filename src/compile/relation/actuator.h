// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_COMPILE_RELATION_ACTUATOR_H_
#define INGOT_COMPILE_RELATION_ACTUATOR_H_

#include "compile/compiler.h"

bool ig_compile_actuator(ig_Compiler* c, ig_CActuator* actuator);

// numbers that a delay keeps: user value, cursor, times, values
static inline int ig_history_size(int nsample, int dim) { return nsample > 0 ? 2 + nsample + nsample * dim : 0; }

// entries of its row in the sparse moment matrix, at most
int ig_moment_size(const ig_Compiler* c, const ig_CActuator* actuator);

// actadr, historyadr: first activation and first history number
void ig_write_actuator(const ig_Compiler* c, const ig_CActuator* actuator, int actadr, int historyadr);

#endif  // INGOT_COMPILE_RELATION_ACTUATOR_H_
