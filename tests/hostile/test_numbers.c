// SPDX-License-Identifier: Apache-2.0
// Numbers that are not finite or beyond all measure: refused where nothing can be stepped, named where the first step diverges.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <ingot/status.h>

#include "model.h"
#include "test.h"

#define WORLD(contents) "<mujoco><worldbody>" contents "</worldbody></mujoco>"

TEST(what_cannot_be_stepped_is_refused_with_its_owner) {
  static const struct {
    const char *model, *words[2];
  } cases[] = {
      {WORLD("<body name='b'><freejoint/><geom size='1e300'/></body>"), {"mass", "'b'"}},
      {WORLD("<body name='b'><freejoint/><geom size='1e100'/></body>"), {"inertia", "'b'"}},
      {WORLD("<body name='b' pos='inf 0 0'><freejoint/><geom size='.1'/></body>"), {"infinite number", "Element 'body'"}},
      {"<mujoco><option gravity='0 0 inf'/></mujoco>", {"infinite number", "Element 'option'"}},
      // a needle whose moments are rounded to those of no body, and so to no numbers
      {"<mujoco><asset><mesh name='m' vertex='10 0 0 4.1 1 38834 0 0 0 8.1 1 81000 1 0 4' face='0 2 1'/></asset><worldbody><body "
       "name='b'><geom size='.1'/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>",
       {"finite, with positive eigenvalues", "'b'"}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char error[500] = "";
    mjModel* m = ig_test_compile(cases[i].model, error, sizeof error);
    if (m) ig_test_fail(__FILE__, __LINE__, "accepted: %s", cases[i].model);
    for (int k = 0; !m && k < 2; k++) {
      if (!strstr(error, cases[i].words[k])) ig_test_fail(__FILE__, __LINE__, "no '%s' in '%s'", cases[i].words[k], error);
    }
    mj_deleteModel(m);
  }
}

// so can be those of a file that flexcomp reads
TEST(vertices_of_a_flex_are_at_finite_places) {
  static const char text[] =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 %s 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
      "$Elements\n1\n1 4 2 0 1 1 2 3 4\n$EndElements\n";
  static const char rigid[] = WORLD("<flexcomp name='f' type='gmsh' file='a.msh' dim='3' radius='.01' rigid='true'/>");
  static const char* const numbers[] = {"1", "nan", "inf"};
  for (int i = 0; i < 3; i++) {
    char file[400], error[500] = "";
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    mj_addBufferVFS(&vfs, "a.msh", file, snprintf(file, sizeof file, text, numbers[i]));
    mj_addBufferVFS(&vfs, "a.xml", rigid, sizeof rigid - 1);
    mjModel* m = mj_loadXML("a.xml", &vfs, error, sizeof error);
    if (i == 0 && !m) ig_test_fail(__FILE__, __LINE__, "%s", error);
    if (i > 0 && m) ig_test_fail(__FILE__, __LINE__, "accepted: %s", numbers[i]);
    if (i > 0 && !strstr(error, "finite place")) ig_test_fail(__FILE__, __LINE__, "%s", error);
    mj_deleteModel(m);
    mj_deleteVFS(&vfs);
  }
}

// through a spec any number can be given
TEST(numbers_of_a_spec_are_looked_at_too) {
  static const struct {
    int which;
    const char *word, *owner;
  } cases[] = {
      {0, "position", "'b'"}, {1, "inertia", "'b'"}, {2, "damping", "'j'"}, {3, "gravity", "finite"}, {4, "position", "'s'"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mjSpec* spec = mj_makeSpec();
    mjsBody* body = mjs_addBody(mjs_findBody(spec, "world"), NULL);
    mjsJoint* joint = mjs_addJoint(body, NULL);
    mjsGeom* geom = mjs_addGeom(body, NULL);
    mjsSite* site = mjs_addSite(body, NULL);
    mjs_setName(body->element, "b");
    mjs_setName(joint->element, "j");
    mjs_setName(geom->element, "g");
    mjs_setName(site->element, "s");
    geom->size[0] = 0.1;
    geom->mass = 1;
    double* target[] = {&body->pos[1], &geom->size[0], &joint->damping, &spec->option.gravity[0], &site->pos[2]};
    *target[cases[i].which] = INFINITY;
    mjModel* m = mj_compile(spec, NULL);
    CHECK(m == NULL);
    const char* error = mjs_getError(spec);
    if (!m && (!strstr(error, cases[i].word) || !strstr(error, cases[i].owner))) {
      ig_test_fail(__FILE__, __LINE__, "no '%s' and '%s' in '%s'", cases[i].word, cases[i].owner, error);
    }
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
}

// they load in mujoco==3.5.0, and so they do here: with a warning that says where
TEST(a_first_step_that_diverges_is_a_warning_with_joint_and_body) {
  static const char* const models[] = {
      WORLD("<body name='b' pos='-1e300 0 0'><freejoint name='j'/><geom size='.1'/></body>"),
      WORLD("<body name='b'><joint name='j' ref='1e300'/><geom size='.1'/></body>"),
      WORLD("<body name='b'><joint name='j' stiffness='1e300' springref='1'/><geom size='.1'/></body>"),
      WORLD("<body name='b' gravcomp='1e300'><freejoint name='j'/><geom size='.1'/></body>"),
  };
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    mj_addBufferVFS(&vfs, "m.xml", models[i], (int)strlen(models[i]));
    char error[500] = "";
    mjModel* m = mj_loadXML("m.xml", &vfs, error, sizeof error);
    CHECK(m != NULL);
    if (!strstr(error, "joint 'j'") || !strstr(error, "body 'b'")) ig_test_fail(__FILE__, __LINE__, "%s: '%s'", models[i], error);
    mj_deleteModel(m);
    mj_deleteVFS(&vfs);
  }
  mj_freeLastXML();
}
