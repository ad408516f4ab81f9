// SPDX-License-Identifier: Apache-2.0
// One number per result of the smooth stages, to compare with the reference.
#ifndef INGOT_TESTS_SMOOTH_FIGURES_H_
#define INGOT_TESTS_SMOOTH_FIGURES_H_

#include <mujoco/mujoco.h>

enum { ig_nfigure = 44 };

// run all stages on a random state of the model and sum up each result with uneven weights
void ig_figures(const mjModel* m, mjData* d, double figures[ig_nfigure]);

// what the figure stands for
const char* ig_figure_name(int figure);

#endif  // INGOT_TESTS_SMOOTH_FIGURES_H_
