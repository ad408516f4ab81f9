// SPDX-License-Identifier: Apache-2.0
// Quantities over time: chosen by name, sampled during a run, written as CSV or handed to the plot.
#ifndef INGOT_CLI_RECORD_H_
#define INGOT_CLI_RECORD_H_

#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdio.h>

enum { IG_MAX_PANELS = 16, IG_LABEL = 64 };

typedef struct {
  char label[IG_LABEL];
  const mjtNum* source;  // in mjData or in the recorder
  int panel;
  bool state;  // belongs to the beginning of a step before it is taken
} ig_Column;

// columns of one quantity share a panel of the plot
typedef struct {
  char title[IG_LABEL];
  const char* unit;
} ig_Panel;

typedef struct {
  ig_Column* columns;
  int ncolumn, npanel, column_room;
  ig_Panel panels[IG_MAX_PANELS];
  double* samples;  // time and columns, row by row
  int nsample, room;
  mjtNum counts[6];  // energy, kinetic, potential, contacts, rows, iterations
} ig_Recorder;

// "energy,qpos:elbow,sensor"; complains and returns false when a word is not known
bool ig_record_choose(ig_Recorder* recorder, const mjModel* m, const mjData* d, const char* quantities);
// what a step starts from, then what it computed
void ig_record_before(ig_Recorder* recorder, const mjData* d);
void ig_record_after(ig_Recorder* recorder, const mjData* d);
void ig_record_free(ig_Recorder* recorder);

void ig_write_csv(const ig_Recorder* recorder, FILE* stream);

// the known quantities with their units, for --help
#define IG_QUANTITY_HELP                                                                          \
  "                       energy, kinetic, potential        J\n"                                  \
  "                       contacts, rows, iterations        per step\n"                           \
  "                       qpos, qvel, qacc                  of all joints, or qpos:JOINT\n"       \
  "                       ctrl, force                       of all actuators, or ctrl:ACTUATOR\n" \
  "                       sensor, tendon (length)           of all, or sensor:NAME\n"             \
  "                       body:NAME, site:NAME              position x, y, z in the world\n"

int ig_total_iterations(const mjData* d);

#endif  // INGOT_CLI_RECORD_H_
