// SPDX-License-Identifier: Apache-2.0
// A contact sheet: many worlds of one model side by side in one picture.
#ifndef INGOT_CLI_SHEET_H_
#define INGOT_CLI_SHEET_H_

#include <ingot/render.h>

typedef struct {
  int worlds;
  int width, height;  // of each world's picture
  int camera;         // -1: the free one
  int key;            // where the worlds start; -1: the model's own state
  double time;        // simulated before
  double noise;       // how far starts lie apart
  ingotQuality quality;
} ig_Sheet;

// The picture, to be freed, with its size; NULL after a complaint, with the exit code. World 0 starts where the model does.
unsigned char* ig_draw_sheet(const ig_Sheet* sheet, const mjModel* m, int* width, int* height, int* code);

#endif  // INGOT_CLI_SHEET_H_
