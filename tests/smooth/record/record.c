// Prints the figures of the reference for tests/smooth/recorded.inc. With the wheel's library in $LIB:
//   cc -Iinclude -Itests -Itests/smooth tests/smooth/record/record.c tests/smooth/scenes.c tests/smooth/figures.c $LIB -o record
//   ./record > tests/smooth/recorded.inc
#include <stdarg.h>
#include <stdio.h>

#include "figures.h"
#include "scenes.h"
#include "test.h"

void ig_test_fail(const char* file, int line, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fprintf(stderr, " (%s:%d)\n", file, line);
}

int main(void) {
  for (int i = 0; i < ig_nscene; i++) {
    double figures[ig_nfigure];
    mjModel* m = ig_scene_model(ig_scenes[i].xml);
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
