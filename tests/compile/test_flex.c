// SPDX-License-Identifier: Apache-2.0
// Flexes. Numbers were recorded from MuJoCo 3.5.0 with the same text: FNV-1a over the bytes of int arrays, and for
// numbers sum(x[i] * cos(i)).
#include <stdio.h>

#include "asset_scene.h"
#include "base/memory.h"
#include "compiled.h"
#include "test.h"

typedef struct Record_ {
  const char *attributes, *inner;
  int nvert, nedge, nelem, nshelldata, nevpair, nJfe, nJfv, nbvh, interp;
  uint64_t elem, edge, shell, evpair, layer;
  double stiffness, bending, vert0;
} Record;

#define EMPTY 0xcbf29ce484222325u
#define NO_CONTACT "<contact selfcollide='none' internal='false'/>"

static const Record records[] = {
    {"type='grid' dim='3' count='4 3 3' spacing='.1 .12 .09' radius='.01'", "<elasticity young='1e4' poisson='.2'/>", 36, 139, 72,
     192, 0, 834, 942, 99, 0, 0xe3cfa5b18184da25u, 0xe0412a48434dcd36u, 0xb7ebbc4da2cd23b5u, EMPTY, 0x77c539983241a365u,
     -115762.3039281822, 0, 0.45387633882363443},
    {"type='grid' dim='2' count='4 3 1' spacing='.1 .12 .09' radius='.01'",
     "<elasticity young='1e4' poisson='.2' thickness='.01' elastic2d='both'/>", 12, 23, 12, 20, 24, 138, 174, 23, 0,
     0x453573c06c5da77du, 0x3e8e595206e5784eu, 0x3a88de2e66f1b555u, 0xf312bc7daee968edu, 0xa09d945a1cd8d6e5u, 32.15028374389874,
     -0.92106587922200045, -0.48100613838803885},
    {"type='grid' dim='1' count='6 1 1' spacing='.1 .12 .09' radius='.01'", "<edge stiffness='3'/>", 6, 5, 5, 2, 4, 30, 48, 9, 0,
     0x69688455c4887450u, 0x69688455c4887450u, 0x88e29c08790d8af0u, 0xd9271dc80ddd0607u, 0xee85fafd354b0935u, 0, 0,
     -1.2569254683330182},
    {"type='grid' dim='3' dof='trilinear' count='4 4 4' spacing='.1 .12 .09' radius='.01'",
     "<elasticity young='1e4' poisson='.2'/>" NO_CONTACT, 64, 279, 162, 324, 0, 0, 0, 179, 1, 0xbad20b5ce402ee45u,
     0xdc03a22fbbe29deau, 0xb4557103a20db9e5u, EMPTY, 0x47fb629433a90f75u, 294.03658144231986, 0, -0.46563796626197929},
    {"type='grid' dim='3' dof='quadratic' count='5 5 5' spacing='.1 .12 .09' radius='.01'",
     "<elasticity young='1e4' poisson='.2'/>" NO_CONTACT, 125, 604, 384, 576, 0, 0, 0, 335, 2, 0x45c97e08c1b8d3c5u,
     0x766f2caae6bd0719u, 0xf2b3ec8b51722c85u, EMPTY, 0xca229c9d8aab7225u, -46374.439213848964, 0, -1.2690981884105756},
    {"type='disc' dim='2' count='5 5 1' spacing='.1 .1 .09' radius='.01'", "<pin id='0 3 7'/>", 25, 56, 32, 32, 48, 297, 363, 63,
     0, 0x69f5df16c175f495u, 0xf45ec4c90af39f9du, 0x5f58d2d56eb0c245u, 0xd97a71cc8a206745u, 0x8421ae126c7ced25u, 0, 0,
     -0.3778998320778808},
};

static mjModel* flexcomp(const char* attributes, const char* inner) {
  char world[1000];
  snprintf(world, sizeof(world), "<body name='p' pos='.1 .2 1' euler='10 20 30'><flexcomp name='f' %s>%s</flexcomp></body>",
           attributes, inner);
  return ig_compiled_world("", world, "");
}

static double wave(const mjtNum* x, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) sum += x[i] * cos((double)i);
  return sum;
}

static uint64_t hash_ints(const int* x, int64_t n) { return ig_test_hash(x, (size_t)n * sizeof(int)); }

TEST(flexes_have_the_recorded_arrays) {
  for (size_t i = 0; i < sizeof(records) / sizeof(*records); i++) {
    const Record* r = records + i;
    mjModel* m = flexcomp(r->attributes, r->inner);
    CHECK(m != NULL);
    if (!m) continue;
    CHECK_INT(m->nflexvert, r->nvert);
    CHECK_INT(m->nflexedge, r->nedge);
    CHECK_INT(m->nflexelem, r->nelem);
    CHECK_INT(m->nflexshelldata, r->nshelldata);
    CHECK_INT(m->nflexevpair, r->nevpair);
    CHECK_INT(m->nJfe, r->nJfe);
    CHECK_INT(m->nJfv, r->nJfv);
    CHECK_INT(m->nbvhdynamic, r->nbvh);
    CHECK_INT(m->flex_interp[0], r->interp);
    CHECK(hash_ints(m->flex_elem, m->nflexelemdata) == r->elem);
    CHECK(hash_ints(m->flex_edge, 2 * m->nflexedge) == r->edge);
    CHECK(hash_ints(m->flex_shell, m->nflexshelldata) == r->shell);
    CHECK(hash_ints(m->flex_evpair, 2 * m->nflexevpair) == r->evpair);
    CHECK(hash_ints(m->flex_elemlayer, m->nflexelem) == r->layer);
    CHECK_NEAR(wave(m->flex_stiffness, 21 * m->nflexelem), r->stiffness, 1e-9);
    CHECK_NEAR(wave(m->flex_bending, 17 * m->nflexedge), r->bending, 1e-9);
    CHECK_NEAR(wave(m->flex_vert0, 3 * m->nflexvert), r->vert0, 1e-9);
    mj_deleteModel(m);
  }
}

// what every border, tree and pattern obeys
TEST(a_solid_is_closed_by_its_shell) {
  mjModel* m = flexcomp("type='grid' dim='3' count='5 5 5' spacing='.1 .1 .1'", "<contact activelayers='1'/>");
  CHECK(m != NULL);
  if (!m) return;
  int leaves = 0, border = 0;
  for (int i = 0; i < m->nflexelem; i++) border += m->flex_elemlayer[i] == 0;
  for (int i = 0; i < m->flex_bvhnum[0]; i++) leaves += m->bvh_nodeid[m->flex_bvhadr[0] + i] >= 0;
  CHECK_INT(leaves, border);
  CHECK(border < m->nflexelem);

  // every edge of the shell is passed as often in one direction as in the other
  int64_t sum = 0;
  for (int i = 0; i < m->flex_shellnum[0]; i++) {
    const int* v = m->flex_shell + 3 * i;
    for (int k = 0; k < 3; k++) {
      int64_t from = v[k], to = v[(k + 1) % 3], low = from < to ? from : to;
      sum += (from < to ? 1 : -1) * (low * 1009 + (from + to - low)) * (low * 31 + 7 * (from + to));
    }
  }
  CHECK_INT(sum, 0);
  CHECK_INT(m->flex_shellnum[0], 2 * 6 * 16);
  mj_deleteModel(m);
}

#define BODIES                                                                                                              \
  "<body name='a'><joint type='slide'/><geom size='.1'/><body name='b' pos='1 0 0'><joint/><geom size='.1'/></body></body>" \
  "<body name='c' pos='0 1 0'><freejoint/><geom size='.1'/></body><body name='d' pos='0 0 1'><geom size='.1'/></body>"

static mjModel* flex(const char* text) {
  char after[500];
  snprintf(after, sizeof(after), "<deformable>%s</deformable>", text);
  return ig_compiled_world("", BODIES, after);
}

TEST(jacobians_of_edges_hold_the_dofs_of_both_chains) {
  mjModel* m = flex("<flex name='f' dim='3' body='a b c d' element='0 1 2 3'><elasticity young='100' poisson='.2'/></flex>");
  CHECK(m != NULL);
  if (!m) return;
  CHECK_INT(m->nJfe, 26);
  CHECK_INT(m->nJfv, 32);
  CHECK_NEAR(wave(m->flex_stiffness, 21), 23.109801560177843, 1e-9);
  CHECK_NEAR(m->flex_size[0], 0.5, 1e-12);
  mj_deleteModel(m);
}

TEST(a_flex_in_one_body_is_rigid) {
  mjModel* m = flex("<flex name='f' dim='2' body='a' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2'/>");
  CHECK(m != NULL);
  if (!m) return;
  CHECK_INT(m->flex_rigid[0], 1);
  CHECK_INT(m->flex_centered[0], 0);
  CHECK_INT(m->nJfe, 0);
  for (int i = 0; i < 3; i++) CHECK_INT(m->flex_vertbodyid[i], 1);
  for (int i = 0; i < 3; i++) CHECK_INT(m->flexedge_rigid[i], 1);
  mj_deleteModel(m);
}

TEST(flexes_that_can_not_be_are_refused) {
  static const struct {
    const char *text, *words;
  } cases[] = {
      {"<flex name='f' dim='4' body='a b c' element='0 1 2'/>", "dim"},
      {"<flex name='f' dim='2' body='a b c' element='0 1'/>", "elem"},
      {"<flex name='f' dim='2' body='a b c' element='0 1 3'/>", "out of range"},
      {"<flex name='f' dim='2' body='a b c' element='0 1 1'/>", "twice"},
      {"<flex name='f' dim='2' body='a b zz' element='0 1 2'/>", "zz"},
      {"<flex name='f' dim='2' body='a b' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2'/>", "vertbody"},
      {"<flex name='f' dim='2' body='a b c' element='0 1 2' material='m'/>", "'m'"},
      {"<flex name='f' dim='2' body='a b c' element='0 1 2' texcoord='0 1'/>", "texcoord"},
      {"<flex name='f' dim='2' body='a b c' element='0 1 2' texcoord='0 1' elemtexcoord='0 0 1'/>", "elemtexcoord"},
      {"<flex name='f' dim='2' body='a b c' element='0 1 2'><edge stiffness='1'/></flex>", "stiffness"},
      {"<flex name='f' dim='2' body='a b c' element='0 1 2'><elasticity young='1' poisson='.5'/></flex>", "poisson"},
      {"<flex name='f' dim='2' body='a b c' element='0 1 2'><elasticity young='1' elastic2d='bend' thickness='.1'/></flex>",
       "pins"},
      {"<flex name='f' dim='2' body='a' node='a b c' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2'><contact internal='false' "
       "selfcollide='none'/></flex>",
       "vertbody"},
      {"<flex name='f' dim='2' body='a a a' node='a b c' vertex='0 0 0 1 0 0 0 1 0' element='0 1 2'><contact internal='false' "
       "selfcollide='none'/></flex>",
       "nodes"},
  };
  int64_t before = ig_live_bytes();
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
    CHECK(!flex(cases[i].text));
    CHECK_HAS(ig_compiled_error(), cases[i].words);
  }
  CHECK_INT(ig_live_bytes(), before);
}

TEST(flexcomp_takes_the_surface_of_a_mesh_or_what_it_holds) {
  static const char cube[] =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
      "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
  static const char text[] =
      "<mujoco><worldbody><body name='p'><flexcomp name='f' type='mesh' file='c.obj' dim='%d' origin='.5 .5 .5' "
      "radius='.01'/></body></worldbody></mujoco>";
  char xml[400];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "c.obj", cube, sizeof(cube) - 1);
  for (int dim = 2; dim <= 3; dim++) {
    snprintf(xml, sizeof(xml), text, dim);
    mjModel* m = ig_compiled_vfs(xml, &vfs);
    CHECK(m != NULL);
    if (!m) continue;
    CHECK_INT(m->nflexelem, 12);
    CHECK_INT(m->nflexvert, dim == 2 ? 8 : 9);
    mj_deleteModel(m);
  }
  mj_deleteVFS(&vfs);
  snprintf(xml, sizeof(xml), text, 2);
  CHECK(!ig_compiled(xml));
  CHECK_HAS(ig_compiled_error(), "c.obj");
}
