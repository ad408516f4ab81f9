// SPDX-License-Identifier: Apache-2.0
// One number per array of constraint rows and islands, to compare with the reference.
#ifndef INGOT_TESTS_CONSTRAIN_FIGURES_H_
#define INGOT_TESTS_CONSTRAIN_FIGURES_H_

#include "case.h"

enum { ig_nrow_figure = 33, ig_nrow_variant = 4 };

// dense and sparse Jacobians, both cones, on a generic state; PGS, so that there is a dual matrix
void ig_row_figures(ig_Case* c, int variant, double figures[ig_nrow_figure]);

const char* ig_row_figure_name(int figure);

#endif  // INGOT_TESTS_CONSTRAIN_FIGURES_H_
