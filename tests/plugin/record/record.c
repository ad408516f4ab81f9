// SPDX-License-Identifier: Apache-2.0
// Prints the figures of the reference with its plugins: record scenes FOLDER, record shapes FOLDER (tools/record.py).
#include <stdio.h>
#include <string.h>

#include "figures.h"
#include "model.h"
#include "scenes.h"

static void print(const char* name, const double* figures, int n) {
  printf("// %s\n{", name);
  for (int k = 0; k < n; k++) printf("%.17g,%s", figures[k], k % 5 == 4 ? "\n " : " ");
  printf("},\n");
}

int main(int argc, char** argv) {
  if (argc < 3) return 1;
  mj_loadAllPluginLibraries(argv[2], NULL);
  for (int i = 0; !strcmp(argv[1], "scenes") && i < ig_nscene; i++) {
    char error[1000] = "";
    double figures[100];
    mjModel* m = ig_test_compile(ig_scenes[i].xml, error, sizeof error);
    if (!m) fprintf(stderr, "%s: %s\n", ig_scenes[i].name, error);
    if (!m) continue;
    mjData* d = mj_makeData(m);
    ig_figures(m, d, ig_scenes[i].steps, figures);
    print(ig_scenes[i].name, figures, ig_nfigure);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  for (int i = 0; !strcmp(argv[1], "shapes") && i < ig_nshape_case; i++) {
    double figures[IG_SHAPE_FIGURES] = {0};
    ig_shape_figures(ig_shape_cases + i, figures);
    print(ig_shape_cases[i].plugin, figures, IG_SHAPE_FIGURES);
  }
  return 0;
}
