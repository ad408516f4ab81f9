// SPDX-License-Identifier: Apache-2.0
// Arrays of mjData copied out of worlds, row by row.
#ifndef INGOT_WORLD_OUTPUT_H_
#define INGOT_WORLD_OUTPUT_H_

#include <stdbool.h>

#include <ingot/worlds.h>

// An output looked up once for all worlds of a group. Arrays of the arena, and worlds of other groups, are looked up anew.
typedef struct {
  const ingotOutput* output;
  ingotArray array;    // of the first world of the group
  bool known, inside;  // whether `offset` is good for the group, and whether the array lies in mjData itself
  size_t offset;       // in mjData, of the array or of the pointer to it
  int group, field;    // field: -1 if it is none
  int quantity;        // that steps fill for all worlds of the group, -1: looked up in the data of worlds
} ig_OutputPlan;

// all outputs exist in every world of the mask, with a type that they can be given as; fills one plan for each
ingotStatus ig_outputs_plan(ingotWorlds* worlds, const ingotOutput* outputs, int noutput, const mjtByte* mask,
                            ig_OutputPlan* plans, ingotReport* report);

// from now on every step fills the outputs for all worlds of the groups; those without numbers are looked up in the data of
// worlds
ingotStatus ig_outputs_fill(ingotWorlds* worlds, ig_OutputPlan* plans, int noutput, const mjtByte* mask, ingotReport* report);

// one of the moments of a rollout: the row of world e is e * moments + moment
typedef struct {
  ig_OutputPlan* plans;
  int noutput, moment, moments;
} ig_Moment;

// the outputs of all worlds of the mask to their rows
ingotStatus ig_outputs_write(ingotWorlds* worlds, const ig_Moment* moment, const mjtByte* mask, ingotReport* report);

// numbers over worlds to a row
void ig_output_numbers(const ingotOutput* output, const ingotView* view, mjtSize row);

enum { IG_MAX_OUTPUTS = 64 };

#endif  // INGOT_WORLD_OUTPUT_H_
