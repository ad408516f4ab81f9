// SPDX-License-Identifier: Apache-2.0
// Prints the figures of the reference (tools/record.py).
#include <stdio.h>

#include "figures.h"
#include "model.h"
#include "scenes.h"

int main(void) {
  for (int i = 0; i < ig_nscene; i++) {
    double figures[ig_nfigure];
    mjModel* m = ig_test_model(ig_scenes[i].xml);
    mjData* d = mj_makeData(m);
    ig_figures(m, d, figures);
    printf("// %s\n{", ig_scenes[i].name);
    for (int k = 0; k < ig_nfigure; k++) printf("%.17g,%s", figures[k], k % 5 == 4 ? "\n " : " ");
    printf("},\n");
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  return 0;
}
