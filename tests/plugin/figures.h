// SPDX-License-Identifier: Apache-2.0
// What is measured on a scene, here and in the reference.
#ifndef INGOT_TESTS_PLUGIN_FIGURES_H_
#define INGOT_TESTS_PLUGIN_FIGURES_H_

#include <mujoco/mujoco.h>

extern const char* const ig_figure_names[];
extern const int ig_nfigure;

void ig_figures(const mjModel* m, mjData* d, int steps, double* figures);

// distances of a shape at some points, and its box
typedef struct {
  const char* plugin;
  mjtNum attribute[5];
} ig_ShapeCase;
enum { IG_SHAPE_POINTS = 8, IG_SHAPE_FIGURES = IG_SHAPE_POINTS + 6 };
extern const ig_ShapeCase ig_shape_cases[];
extern const int ig_nshape_case;
void ig_shape_figures(const ig_ShapeCase* shape, double figures[IG_SHAPE_FIGURES]);

#endif  // INGOT_TESTS_PLUGIN_FIGURES_H_
