// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_COMPILE_RELATION_SENSOR_H_
#define INGOT_COMPILE_RELATION_SENSOR_H_

#include "compile/record/record.h"

bool ig_compile_sensor(ig_Compiler* c, void* record);

void ig_count_sensor(mjModel* n, const void* record);
void ig_write_sensor(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_RELATION_SENSOR_H_
