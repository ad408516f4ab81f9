// SPDX-License-Identifier: Apache-2.0
// Contacts and rows of worlds side by side have the bits of each world alone, at every width and level of this build.
#include "model.h"
#include "scenes.h"
#include "side_by_side.h"
#include "test.h"

#include <stdio.h>

#include "collide/pair_table.h"

static const ig_SideBySide* const widths[] = {
#ifdef IG_BASE_WIDTHS
    &ig_side_by_side_w4_base,
    &ig_side_by_side_w8_base,
#endif
#ifdef IG_X86_LEVELS
    &ig_side_by_side_w4_avx2,
    &ig_side_by_side_w8_avx512,
#endif
};
enum { nwidth = sizeof widths / sizeof widths[0], MOST = 8 };

// ------------------------------------------------ worlds

typedef struct {
  mjModel *m, *models[MOST];
  mjData* worlds[MOST];
} Group;

static Group make_group(const char* xml) {
  Group g = {.m = ig_test_model(xml)};
  for (int i = 0; g.m && i < MOST; i++) {
    g.models[i] = mj_copyModel(NULL, g.m);
    g.worlds[i] = mj_makeData(g.m);
  }
  return g;
}

static void free_group(Group* g) {
  for (int i = 0; g->m && i < MOST; i++) {
    mj_deleteData(g->worlds[i]);
    mj_deleteModel(g->models[i]);
  }
  mj_deleteModel(g->m);
}

// a pose near the initial one, some equalities off
static void pose(const mjModel* m, mjData* d, unsigned seed, double reach) {
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = reach * ig_test_random(&seed);
  mj_integratePos(m, d->qpos, d->qvel, 1);
  for (int i = 0; i < m->neq; i++) d->eq_active[i] = ig_test_random(&seed) > -0.5;
  mj_fwdPosition(m, d);
}

// all widths on several vectors of states; returns what was compared
static ig_SideReport compare_poses(Group* g, const char* name, const char* const* fields, double reach, int vectors) {
  ig_SideReport sum = {.left = 0};
  for (int v = 0; g->m && v < vectors; v++) {
    // the first world of each vector is far from the others' contacts
    for (int i = 0; i < MOST; i++) pose(g->models[i], g->worlds[i], (unsigned)(17 + MOST * v + i), i ? reach : 5 * reach);
    for (int w = 0; w < nwidth; w++) {
      if (widths[w]->level > ig_cpu_level()) continue;
      ig_SideReport r;
      widths[w]->compare(g->m, g->models, fields, g->worlds, 0, 0, &r);
      sum.left += r.left;
      sum.contacts += r.contacts;
      sum.rows += r.rows;
      if (r.difference[0]) {
        ig_test_fail(__FILE__, __LINE__, "%s, width %d, level %d: %s", name, widths[w]->width, widths[w]->level, r.difference);
      }
    }
  }
  return sum;
}

// ------------------------------------------------ every kind of row

static void compare_rows(int cone, int jacobian) {
  for (int i = 0; i < ig_nrow_scene; i++) {
    Group g = make_group(ig_row_scenes[i].xml);
    if (!g.m) continue;
    // spatial tendons have a pattern of their own in each world when the Jacobian is sparse
    bool runs = !ig_collide_alone_reason(g.m) && !(i == 0 && jacobian == mjJAC_SPARSE);
    for (int k = 0; k < MOST; k++) g.models[k]->opt.cone = cone, g.models[k]->opt.jacobian = jacobian;
    g.m->opt.cone = cone, g.m->opt.jacobian = jacobian;
    if (runs) {
      ig_SideReport r = compare_poses(&g, ig_row_scenes[i].name, NULL, 0.1, 3);
      CHECK(r.rows > 50);
    }
    free_group(&g);
  }
}

TEST(rows_of_lanes_have_the_bits_of_single_worlds_pyramids_dense) { compare_rows(mjCONE_PYRAMIDAL, mjJAC_DENSE); }
TEST(rows_of_lanes_have_the_bits_of_single_worlds_ellipses_dense) { compare_rows(mjCONE_ELLIPTIC, mjJAC_DENSE); }
TEST(rows_of_lanes_have_the_bits_of_single_worlds_pyramids_sparse) { compare_rows(mjCONE_PYRAMIDAL, mjJAC_SPARSE); }
TEST(rows_of_lanes_have_the_bits_of_single_worlds_ellipses_sparse) { compare_rows(mjCONE_ELLIPTIC, mjJAC_SPARSE); }

// couplings of fixed tendons, with a slope of zero among them
static const char tendons[] =
    "<mujoco><worldbody><body><joint name='a' type='hinge' axis='0 1 0'/><geom size='.05' pos='.1 0 0'/>"
    "<body pos='.2 0 0'><joint name='b' type='slide' axis='1 0 0' limited='true' range='-.05 .02'/><geom size='.05'/>"
    "<body pos='.2 0 0'><joint name='c' type='ball' limited='true' range='0 10'/><geom size='.05' pos='.02 0 "
    "0'/></body></body></body>"
    "</worldbody><tendon><fixed name='s'><joint joint='a' coef='1'/></fixed>"
    "<fixed name='t' frictionloss='.1' limited='true' range='-.02 .03' margin='.001'><joint joint='a' coef='-2'/><joint "
    "joint='b' coef='0'/></fixed>"
    "<fixed name='u' limited='true' range='.01 .02'><joint joint='b' coef='1.5'/></fixed></tendon>"
    "<equality><tendon tendon1='s' tendon2='t' polycoef='0 0 1 0 0'/><tendon tendon1='u' tendon2='t' polycoef='.1 0 0 0 0'/>"
    "<tendon tendon1='t' polycoef='.1'/><joint joint1='a' joint2='b' polycoef='0 0 0 0 0'/></equality></mujoco>";

TEST(coupled_tendons_keep_the_signs_of_their_zeros) {
  for (int jacobian = mjJAC_DENSE; jacobian <= mjJAC_SPARSE; jacobian++) {
    Group g = make_group(tendons);
    if (!g.m) return;
    for (int k = 0; k < MOST; k++) g.models[k]->opt.jacobian = jacobian;
    g.m->opt.jacobian = jacobian;
    CHECK(compare_poses(&g, "tendons", NULL, 0.05, 4).rows > 100);
    free_group(&g);
  }
}

// ------------------------------------------------ every pair of shapes

static const char* const shapes[] = {
    "type='sphere' size='.1'",       "type='capsule' size='.06 .1'",  "type='ellipsoid' size='.1 .13 .07'",
    "type='cylinder' size='.1 .08'", "type='box' size='.06 .12 .09'", "type='mesh' mesh='cube'",
    "type='mesh' mesh='ball'",
};
enum { nshape = sizeof shapes / sizeof shapes[0] };

// two of each shape around the origin, above a floor or hills; the second one belongs to a body of two geoms
static void zoo(char* xml, size_t size, const char* a, const char* b, const char* option, const char* ground) {
  snprintf(xml, size,
           "<mujoco><option %s/><asset>"
           "<mesh name='cube' vertex='-.1 -.1 -.1 .1 -.1 -.1 -.1 .1 -.1 .1 .1 -.1 -.1 -.1 .1 .1 -.1 .1 -.1 .1 .1 .1 .1 .1'/>"
           "<mesh name='ball' builtin='sphere' params='1' scale='.15 .1 .2'/>"
           "<hfield name='hills' nrow='4' ncol='5' size='.5 .4 .2 .1' elevation='0 1 2 3 2  1 0 1 2 3  4 5 6 5 4  3 2 1 1 2'/>"
           "</asset><worldbody>%s"
           "<body pos='0 0 .1'><freejoint/><geom %s condim='4' margin='.01'/></body>"
           "<body pos='.15 0 .12'><freejoint/><geom %s condim='3' friction='.4 .1 .1' solmix='2'/>"
           "<geom type='sphere' size='.02' pos='.15 0 0' priority='1' gap='.001'/></body>"
           "<body pos='0 .15 .1'><freejoint/><geom %s condim='6' solref='-100 -10'/></body>"
           "</worldbody></mujoco>",
           option, ground, a, b, a);
}

static void compare_shapes(const char* option, const char* ground) {
  char xml[4000], name[200];
  for (int i = 0; i < nshape; i++) {
    for (int j = i; j < nshape; j++) {
      zoo(xml, sizeof xml, shapes[i], shapes[j], option, ground);
      snprintf(name, sizeof name, "%s : %s", shapes[i], shapes[j]);
      Group g = make_group(xml);
      ig_SideReport r = compare_poses(&g, name, NULL, 0.1, 2);
      if (r.contacts < 40) ig_test_fail(__FILE__, __LINE__, "%s: only %d contacts", name, r.contacts);
      free_group(&g);
    }
  }
}

static const char floor_xml[] = "<geom type='plane' size='1 1 1'/>",
                  hills_xml[] = "<geom type='hfield' hfield='hills' pos='0 0 -.1'/>";
TEST(pairs_of_shapes_on_a_floor) { compare_shapes("cone='elliptic'", floor_xml); }
TEST(pairs_of_shapes_on_hills) { compare_shapes("cone='pyramidal'", hills_xml); }
TEST(pairs_of_shapes_by_the_older_collider) { compare_shapes("ccd_iterations='200'", floor_xml); }

// parallel capsules, concentric spheres, spheres at the centre of boxes and cylinders, beside ordinary poses
TEST(degenerate_poses_in_some_lanes) {
  static const char* const pairs[][2] = {{"type='sphere' size='.1'", "type='sphere' size='.05'"},
                                         {"type='capsule' size='.05 .1'", "type='capsule' size='.04 .1'"},
                                         {"type='sphere' size='.05'", "type='box' size='.1 .1 .1'"},
                                         {"type='sphere' size='.05'", "type='cylinder' size='.1 .1'"},
                                         {"type='cylinder' size='.05 .1'", "type='plane' size='1 1 1'"},
                                         {"type='capsule' size='.05 .1'", "type='box' size='.1 .1 .1'"},
                                         {"type='box' size='.1 .1 .1'", "type='box' size='.1 .1 .1'"}};
  for (size_t p = 0; p < sizeof pairs / sizeof pairs[0]; p++) {
    char xml[1000];
    snprintf(xml, sizeof xml,
             "<mujoco><worldbody><geom %s/><body pos='0 0 .05'><freejoint/><geom %s margin='.02'/></body></worldbody></mujoco>",
             pairs[p][1], pairs[p][0]);
    Group g = make_group(xml);
    if (!g.m) return;
    for (int v = 0; v < 3; v++) {
      for (int i = 0; i < MOST; i++) {
        mj_resetData(g.m, g.worlds[i]);
        unsigned seed = (unsigned)(i + 20 * v);
        if (i % 3 == 0) g.worlds[i]->qpos[2] = v == 0 ? 0 : 0.1;
        if (i % 3 == 1) g.worlds[i]->qpos[0] = 0.02 * v;
        for (int k = 0; k < 7 && i % 3 == 2; k++) g.worlds[i]->qpos[k] += 0.05 * ig_test_random(&seed);
        mj_fwdPosition(g.m, g.worlds[i]);
      }
      for (int w = 0; w < nwidth; w++) {
        if (widths[w]->level > ig_cpu_level()) continue;
        ig_SideReport r;
        widths[w]->compare(g.m, g.models, NULL, g.worlds, 0, 0, &r);
        if (r.difference[0]) ig_test_fail(__FILE__, __LINE__, "%s, width %d: %s", pairs[p][0], widths[w]->width, r.difference);
        CHECK(r.contacts > 0 && r.left == 0);
      }
    }
    free_group(&g);
  }
}

// explicit pairs before automatic ones, excluded bodies, two geoms that an explicit pair takes out of the automatic test
TEST(explicit_pairs_and_exclusions) {
  static const char xml[] =
      "<mujoco><option cone='elliptic' impratio='2'/><worldbody><geom name='floor' type='plane' size='1 1 1'/>"
      "<body name='a' pos='0 0 .09'><freejoint/><geom name='a1' size='.1'/><geom name='a2' type='box' size='.05 .05 .05' pos='.1 "
      "0 0'/></body>"
      "<body name='b' pos='.15 0 .09'><freejoint/><geom name='b1' size='.1'/><geom name='b2' type='capsule' size='.05 .05' "
      "pos='0 .1 0'/></body>"
      "<body name='c' pos='0 .15 .09'><freejoint/><geom name='c1' type='box' size='.1 .1 .1'/></body></worldbody>"
      "<contact><pair geom1='b1' geom2='a1' condim='6' friction='.5 .6 .01 .02 .03' solreffriction='.03 .7' margin='.02' "
      "gap='.01'/>"
      "<pair geom1='c1' geom2='floor' condim='1' solref='-200 -20'/><exclude body1='b' body2='c'/></contact></mujoco>";
  Group g = make_group(xml);
  CHECK(compare_poses(&g, "pairs", NULL, 0.06, 4).contacts > 200);
  free_group(&g);
}

// ------------------------------------------------ numbers of each world's own

static void vary(mjModel* m, unsigned seed) {
  for (int i = 0; i < m->ngeom; i++) {
    for (int k = 0; k < 3; k++) m->geom_friction[3 * i + k] *= 1 + 0.5 * ig_test_random(&seed);
    m->geom_solref[2 * i] *= 1 + 0.3 * ig_test_random(&seed);
    m->geom_solimp[5 * i] = 0.85 + 0.1 * ig_test_random(&seed);
    m->geom_solimp[5 * i + 4] = 2 + ig_test_random(&seed);
    m->geom_margin[i] = ig_test_random(&seed) > 0 ? 0.01 : 0;
    m->geom_gap[i] = ig_test_random(&seed) > 0 ? 0.004 : 0;
    m->geom_solmix[i] = ig_test_random(&seed) > 0 ? 1 : 0;
  }
  // a zero beside others in one vector: rows that only some lanes have
  for (int i = 0; i < m->nv; i++) m->dof_frictionloss[i] = ig_test_random(&seed) > 0 ? 0.2 : 0;
  for (int i = 0; i < m->ntendon; i++) m->tendon_frictionloss[i] = ig_test_random(&seed) > 0 ? 0.1 : 0;
  for (int i = 0; i < m->njnt; i++) m->jnt_margin[i] = ig_test_random(&seed) > 0 ? 0.05 : 0;
  for (int i = 0; i < m->neq; i++) m->eq_data[mjNEQDATA * i] += 0.02 * ig_test_random(&seed);
  for (int i = 0; i < 2 * m->nbody; i++) m->body_invweight0[i] *= 1 + 0.2 * ig_test_random(&seed);
  m->opt.timestep = ig_test_random(&seed) > 0 ? 0.004 : 0.02;
}

TEST(worlds_with_friction_margins_and_limits_of_their_own) {
  static const char* const fields[] = {
      "geom_friction",       "geom_solref", "geom_solimp", "geom_margin",     "geom_gap", "geom_solmix", "dof_frictionloss",
      "tendon_frictionloss", "jnt_margin",  "eq_data",     "body_invweight0", "timestep", NULL};
  char xml[4000];
  zoo(xml, sizeof xml, shapes[1], shapes[4], "cone='elliptic'", floor_xml);
  const char* const scenes[] = {ig_scene_all_rows, ig_row_scenes[1].xml, ig_row_scenes[2].xml, xml};
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
    Group g = make_group(scenes[i]);
    if (!g.m) return;
    for (int k = 0; k < MOST; k++) vary(g.models[k], (unsigned)(5 + k));
    CHECK(compare_poses(&g, "own numbers", fields, 0.1, 3).rows > 100);
    free_group(&g);
  }
}

// a solref of mixed signs is a warning of a single world: the lane leaves
TEST(a_lane_with_a_warning_leaves) {
  static const char* const fields[] = {"geom_solref", NULL};
  Group g = make_group(ig_row_scenes[2].xml);
  if (!g.m) return;
  for (int k = 0; k < MOST; k++) pose(g.models[k], g.worlds[k], 3, 0.001);
  for (int i = 0; i < g.m->ngeom; i++) g.models[1]->geom_solref[2 * i] = -1;
  ig_SideReport r;
  widths[0]->compare(g.m, g.models, fields, g.worlds, 0, 0, &r);
  CHECK_INT(r.left, 1);
  CHECK_TEXT(r.difference, "");
  free_group(&g);
}

TEST(lanes_without_room_leave_and_the_others_stay) {
  Group g = make_group(ig_row_scenes[2].xml);
  if (!g.m) return;
  for (int k = 0; k < MOST; k++) pose(g.models[k], g.worlds[k], (unsigned)k, k % 2 ? 0.001 : 5);
  for (int w = 0; w < nwidth; w++) {
    if (widths[w]->level > ig_cpu_level()) continue;
    int many_contacts = 0, many_rows = 0;
    for (int k = 0; k < widths[w]->width; k++) many_contacts += g.worlds[k]->ncon > 2, many_rows += g.worlds[k]->nefc > 5;
    CHECK(many_contacts > 0 && many_contacts < widths[w]->width);
    ig_SideReport r;
    widths[w]->compare(g.m, g.models, NULL, g.worlds, 2, 200, &r);
    CHECK_INT(r.left, many_contacts);
    CHECK_TEXT(r.difference, "");
    widths[w]->compare(g.m, g.models, NULL, g.worlds, 30, 5, &r);
    CHECK_INT(r.left, many_rows);
    CHECK_TEXT(r.difference, "");
  }
  free_group(&g);
}

// the comparison itself can fail
TEST(a_changed_bit_of_a_row_is_seen) {
  Group g = make_group(ig_row_scenes[2].xml);
  if (!g.m) return;
  for (int k = 0; k < MOST; k++) pose(g.models[k], g.worlds[k], (unsigned)k, 0.001);
  g.worlds[2]->efc_J[3] = nextafter(g.worlds[2]->efc_J[3], 100);
  ig_SideReport r;
  widths[0]->compare(g.m, g.models, NULL, g.worlds, 0, 0, &r);
  CHECK_HAS(r.difference, "lane 2");
  free_group(&g);
}

static int no_contacts(const mjModel* m, mjData* d, int geom1, int geom2) { return 1; }

TEST(models_that_collide_one_at_a_time_say_why) {
  Group g = make_group(ig_row_scenes[2].xml), cloth = make_group(ig_row_scenes[3].xml);
  if (!g.m || !cloth.m) return;
  CHECK(ig_collide_alone_reason(g.m) == NULL);
  mjcb_contactfilter = no_contacts;
  CHECK_HAS(ig_collide_alone_reason(g.m), "filter");
  mjcb_contactfilter = NULL;
  mjfCollision was = mjCOLLISIONFUNC[mjGEOM_BOX][mjGEOM_BOX];
  mjCOLLISIONFUNC[mjGEOM_BOX][mjGEOM_BOX] = NULL;
  CHECK_HAS(ig_collide_alone_reason(g.m), "replaced");
  mjCOLLISIONFUNC[mjGEOM_BOX][mjGEOM_BOX] = was;
  CHECK_HAS(ig_collide_alone_reason(cloth.m), "flex");
  // the compiler refuses this one, a binary file may have it
  int type = g.m->geom_type[3];
  g.m->geom_type[3] = mjGEOM_PLANE;
  CHECK_HAS(ig_collide_alone_reason(g.m), "plane");
  g.m->geom_type[3] = type;
  g.m->opt.enableflags |= mjENBL_SLEEP;
  CHECK_HAS(ig_collide_alone_reason(g.m), "asleep");
  free_group(&g);
  free_group(&cloth);
}
