// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_COMPILE_RELATION_ACTUATOR_H_
#define INGOT_COMPILE_RELATION_ACTUATOR_H_

#include "compile/record/record.h"

bool ig_compile_actuator(ig_Compiler* c, void* record);

// nJmom in c->n: entries of the sparse moment matrix, at most
void ig_count_moments(ig_Compiler* c);

void ig_count_actuator(mjModel* n, const void* record);
void ig_write_actuator(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_RELATION_ACTUATOR_H_
