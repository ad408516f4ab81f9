// SPDX-License-Identifier: Apache-2.0
// Models, data and scenes as text. Lines are those that MuJoCo 3.5.0 writes for the same model
// (python: mujoco.mj_printModel(m, 'm.txt')).
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "case.h"
#include "print/print_text.h"
#include "test.h"

static const char small[] =
    "<mujoco model='small'><worldbody><light/><geom name='floor' type='plane' size='1 1 .1'/><body name='ball' pos='0 0 "
    ".099'><freejoint/><geom size='.1' mass='2'/>"
    "<body pos='.2 0 0'><joint name='h' range='-10 10' limited='true'/><geom size='.02' mass='.5'/></body></body></worldbody>"
    "<actuator><motor joint='h' ctrlrange='-1 1'/></actuator><custom><numeric name='n' data='1 2.5'/><text name='t' data='some "
    "words'/></custom>"
    "<keyframe><key name='k' time='1.5' ctrl='.5'/></keyframe></mujoco>";

static int warnings;
static void count_warning(const char* text) { warnings += text != NULL; }

// what a print function writes into a file; to be freed
static char* written(const char* path) {
  FILE* file = fopen(path, "r");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char* text = calloc(1, size + 1);
  size_t got = fread(text, 1, size, file);
  text[got] = 0;
  fclose(file);
  unlink(path);
  return text;
}

TEST(a_model_is_printed_as_the_reference_prints_it) {
  ig_Case c = ig_case(small);
  if (!c.d) return;
  char path[] = "/tmp/ingot_print_XXXXXX";
  close(mkstemp(path));
  mj_printModel(c.m, path);
  char* text = written(path);
  CHECK_HAS(text, "MuJoCo version 3.5.0\nmodel name     small\n\nMEMORY\n  total       ");
  CHECK_HAS(text, "SIZES\n  nq                  8\n  nv                  7\n  nu                  1\n");
  CHECK_HAS(text, "OPTION\n  timestep            0.002   \n  impratio            1       \n");
  CHECK_HAS(text, "  gravity             0         0        -9.8      \n");
  CHECK_HAS(text, "totalmass             2.5     \n\nSTATISTIC\n  meaninertia");
  CHECK_HAS(text, "qpos0                 0         0         0.099     1         0         0         0         0        \n");
  CHECK_HAS(text, "\nBODY 1:\n  name                  ball\n  body_parentid         0 \n");
  CHECK_HAS(text, "\nJOINT 1:\n  name                  h\n  jnt_type              3 \n");
  CHECK_HAS(text, "  jnt_range            -0.17      0.17     \n");
  CHECK_HAS(text, "\nNUMERIC 0:\n  name         n\n  size         2\n  value        1        2.5     \n");
  CHECK_HAS(text, "\nTEXT 0:\n  name         t\n  size         11\n  value        some words\n");
  CHECK_HAS(text, "key_name0    k\nkey_time0    1.5000\nkey_ctrl0    0.5     \n");
  CHECK_HAS(text, "M: reduced inertia matrix\n---------\n");
  CHECK_HAS(text, "BVH:\n  id      depth   nodeid  child[0]  child[1]\n");
  free(text);
  ig_case_free(&c);
}

TEST(data_are_printed_as_the_reference_prints_them) {
  ig_Case c = ig_case(small);
  if (!c.d) return;
  mj_forward(c.m, c.d);
  char path[] = "/tmp/ingot_print_XXXXXX";
  close(mkstemp(path));
  mj_printFormattedData(c.m, c.d, path, "%.3f");
  char* text = written(path);
  CHECK_HAS(text, "TIME = 0.000\n\nQPOS\n  0.000\n  0.000\n  0.099\n  1.000\n");
  CHECK_HAS(text, "  ncon                  1\n");
  CHECK_HAS(text,
            "CONTACT\n  0:\n     dim           3\n     geoms         floor : 1\n     exclude       0\n     efc_address   0\n");
  CHECK_HAS(text, "     dist          -0.001\n");
  CHECK_HAS(text, "GEOM_XPOS\n  0.000 0.000 0.000\n  0.000 0.000 0.099\n  0.200 0.000 0.099\n\n");
  CHECK_HAS(text, "EFC_TYPE\n  6\n  6\n  6\n  6\n\n");
  CHECK(!strstr(text, "QDERIV"));
  free(text);
  ig_case_free(&c);
}

TEST(a_scene_is_printed_as_the_reference_prints_it) {
  ig_Case c = ig_case(small);
  if (!c.d) return;
  mj_forward(c.m, c.d);
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjv_defaultScene(&scn);
  mjv_makeScene(c.m, &scn, 10);
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(c.m, &cam);
  opt.label = mjLABEL_GEOM;
  mjv_updateScene(c.m, c.d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  char path[] = "/tmp/ingot_print_XXXXXX";
  close(mkstemp(path));
  mj_printScene(&scn, path);
  char* text = written(path);
  CHECK_HAS(text, "GEOMS 3\n  GEOM 0\n    type              0\n    category          1\n    label            floor\n");
  CHECK_HAS(text,
            "    label            geom 1\n    objtype           5\n    objid             1\n    pos               0         0    "
            "     0.099    \n");
  CHECK_HAS(text, "LIGHTS 2\n  LIGHT 0\n    id                -1\n");
  CHECK_HAS(text, "SKIN DATA 0\n\nFLAGS\n  Shadow                1\n  Wireframe             0\n");
  CHECK_HAS(text, "  stereo              0\n\n\nTRANSFORM 0\n\n");
  free(text);
  mjv_freeScene(&scn);
  ig_case_free(&c);
}

TEST(formats_of_one_number_are_told_from_others) {
  static const char* const good[] = {"% -9.2g", "%f", "%.17g", "%+012.4E", "%#.3G", "%-5e", "%.f", "%999.999f"};
  static const char* const bad[] = {"",
                                    "%",
                                    "g",
                                    "%d",
                                    "%s",
                                    "%*f",
                                    "%--f",
                                    "%.2g ",
                                    "%f%f",
                                    "%.*g",
                                    "%0000000000000000000.1f",
                                    "%lf",
                                    "%1000f",
                                    "%.1000f",
                                    "%1000000000f",
                                    "%.2147483647e"};
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) CHECK(!ig_bad_float_format(good[i]));
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    if (!ig_bad_float_format(bad[i])) ig_test_fail(__FILE__, __LINE__, "'%s' is taken for a format", bad[i]);
  }
  CHECK(ig_bad_float_format(NULL) != NULL);
}

TEST(a_bad_format_or_file_warns) {
  ig_Case c = ig_case(small);
  if (!c.d) return;
  void (*before)(const char*) = mju_user_warning;
  mju_user_warning = count_warning;
  warnings = 0;
  char path[] = "/tmp/ingot_print_XXXXXX";
  close(mkstemp(path));
  mj_printFormattedModel(c.m, path, "%s%n");
  CHECK_INT(warnings, 1);
  char* text = written(path);
  CHECK_HAS(text, "totalmass             2.5     \n");
  free(text);
  mj_printData(c.m, c.d, "/nowhere/at/all.txt");
  CHECK_INT(warnings, 2);
  mju_user_warning = before;
  ig_case_free(&c);
}
