// SPDX-License-Identifier: Apache-2.0
// Numbers of a model chosen by name at run time: examples_arrays body_mass opt.gravity
#include <stdio.h>

#include <ingot/arrays.h>

static const char box[] =
    "<mujoco><worldbody><body name='box'><freejoint/><geom type='box' size='.1 .2 .3'/></body></worldbody></mujoco>";

static int print(const mjModel* m, const char* name) {
  ingotArray array;
  ingotReport report;
  if (ingot_modelArray(m, name, &array, &report) != INGOT_OK) {
    fprintf(stderr, "%s\n", report.text);
    return 1;
  }
  printf("%s, %lld x %lld:", name, (long long)array.rows, (long long)array.columns);
  for (mjtSize i = 0; array.type == INGOT_DOUBLE && i < array.rows * array.columns; i++) printf(" %g", ((double*)array.data)[i]);
  printf("\n");
  return 0;
}

int main(int argc, char** argv) {
  char error[500] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "box.xml", box, sizeof box - 1);
  mjModel* m = mj_loadXML("box.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  int failures = 0;
  for (int i = 1; i < argc; i++) failures += print(m, argv[i]);
  if (argc == 1) failures = print(m, "body_inertia") + print(m, "opt.gravity");
  mj_deleteModel(m);
  return failures > 0;
}
