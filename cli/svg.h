// SPDX-License-Identifier: Apache-2.0
// Curves over time as SVG: one panel per quantity, below each other, with axes, ticks and a legend.
#ifndef INGOT_CLI_SVG_H_
#define INGOT_CLI_SVG_H_

#include <stdio.h>

#include "record.h"

void ig_write_svg(const ig_Recorder* recorder, const char* title, FILE* stream);

#endif  // INGOT_CLI_SVG_H_
