// SPDX-License-Identifier: Apache-2.0
// The points that a search for contacts has visited, start by start, to be shown in a scene.
#ifndef INGOT_PLUGIN_SDF_TRACE_H_
#define INGOT_PLUGIN_SDF_TRACE_H_

#include <mujoco/mujoco.h>

// ten points for each start of as many as a pair may have contacts, generously
enum { IG_TRACE_POINTS = 10 * (mjMAXCONPAIR + 1) * (mjMAXCONPAIR + 1) };

typedef struct {
  int nstart;
  int end[IG_TRACE_POINTS];  // first point after those of each start
  mjtNum point[IG_TRACE_POINTS][3];
} ig_Trace;

void ig_trace_clear(ig_Trace* trace);
void ig_trace_start(ig_Trace* trace);
void ig_trace_add(ig_Trace* trace, const mjtNum point[3]);

// balls at the ends of each path, lines between its points
void ig_trace_draw(const ig_Trace* trace, const mjModel* m, mjData* d, mjvScene* scn, int instance);

#endif  // INGOT_PLUGIN_SDF_TRACE_H_
