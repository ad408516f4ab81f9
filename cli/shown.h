// SPDX-License-Identifier: Apache-2.0
// What the viewer's commands show: a model, recorded states or a saved one, a keyframe to begin with.
#ifndef INGOT_CLI_SHOWN_H_
#define INGOT_CLI_SHOWN_H_

#include <stdbool.h>
#include <stddef.h>

#include "bundle.h"
#include "command.h"
#include "trajectory.h"

typedef struct {
  const char* model;
  ig_Trajectory trajectory;
  double* states;  // mjSTATE_INTEGRATION each
  size_t nstate;   // numbers in all
  int key;         // -1: none
} ig_Shown;

// Arguments as given: MODEL, MODEL STATES, or STATES alone, which name their model; key by name or number, or NULL.
// A model that cannot be loaded is a complaint, and an error unless `broken` allows it.
// `use` gets them with the viewer's page and its own options, and its answer is returned.
ig_Exit ig_show(int count, char** arguments, const char* key, bool broken,
                ig_Exit (*use)(const void* options, const ig_Shown* shown, const ig_Bytes* page), const void* options);

#endif  // INGOT_CLI_SHOWN_H_
