// Numbers that are not finite or beyond all measure: refused where nothing can be stepped, named where the first step diverges.
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
      {WORLD("<body name='b'><freejoint/><geom size='.1' mass='inf'/></body>"), {"mass", "'b'"}},
      {WORLD("<body name='b' pos='inf 0 0'><freejoint/><geom size='.1'/></body>"), {"position", "'b'"}},
      {WORLD("<geom name='g' size='inf'/>"), {"size", "'g'"}},
      {WORLD("<body><joint name='j' armature='inf'/><geom size='.1'/></body>"), {"armature", "'j'"}},
      {WORLD("<body><joint name='j' damping='inf'/><geom size='.1'/></body>"), {"damping", "'j'"}},
      {"<mujoco><option gravity='0 0 inf'/></mujoco>", {"gravity", "finite"}},
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
