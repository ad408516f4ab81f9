// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_COMPILE_RELATION_SENSOR_H_
#define INGOT_COMPILE_RELATION_SENSOR_H_

#include "compile/compiler.h"

bool ig_compile_sensor(ig_Compiler* c, ig_CSensor* sensor);

// adr, historyadr: first number in sensordata and in the history
void ig_write_sensor(const ig_Compiler* c, const ig_CSensor* sensor, int adr, int historyadr);

#endif  // INGOT_COMPILE_RELATION_SENSOR_H_
