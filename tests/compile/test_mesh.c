// SPDX-License-Identifier: Apache-2.0
// Meshes against figures of MuJoCo 3.5.0, recorded with its Python package: arrays of MjModel.from_xml_string(xml, assets),
// sums of them as sum((i % 7 + 1) * x[i]).
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compiled.h"
#include "model.h"
#include "test.h"

#define CUBE "vertex='-.5 -.5 -.5 .5 -.5 -.5 -.5 .5 -.5 .5 .5 -.5 -.5 -.5 .5 .5 -.5 .5 -.5 .5 .5 .5 .5 .5'"

#define ELL                                                                                                              \
  "vertex='0 0 0 2 0 0 2 1 0 1 1 0 1 3 0 0 3 0  0 0 .5 2 0 .5 2 1 .5 1 1 .5 1 3 .5 0 3 .5' "                             \
  "face='0 3 1 1 3 2 0 5 3 3 5 4  6 7 9 7 8 9 6 9 11 9 10 11  0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9 4 5 11 " \
  "4 11 10 5 0 6 5 6 11'"

#define GEOM "<geom type='mesh' mesh='m'/>"
#define SHOWN "<geom type='mesh' mesh='m' contype='0' conaffinity='0'/>"

static mjModel* one_mesh(const char* attributes, const char* geom) {
  char asset[4000], body[1000];
  snprintf(asset, sizeof(asset), "<asset><mesh name='m' %s/></asset>", attributes);
  snprintf(body, sizeof(body), "<body>%s</body>", geom);
  return ig_compiled_world(asset, body, "");
}

static void check_refused(const char* attributes, const char* geom, const char* words) {
  mjModel* m = one_mesh(attributes, geom);
  if (m) ig_test_fail(__FILE__, __LINE__, "loads: %s", attributes);
  CHECK_HAS(ig_compiled_error(), words);
  mj_deleteModel(m);
}

static double float_sum(const float* x, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) sum += (double)(i % 7 + 1) * (double)x[i];
  return sum;
}

static double int_sum(const int* x, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) sum += (double)(i % 7 + 1) * x[i];
  return sum;
}

static double num_sum(const mjtNum* x, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; i++) sum += (double)(i % 7 + 1) * x[i];
  return sum;
}

static void check_ints(const int* x, const int* expected, int n) {
  for (int i = 0; i < n; i++) CHECK_INT(x[i], expected[i]);
}

TEST(a_convex_mesh_weighs_the_same_in_every_way) {
  static const char* const kinds[] = {"exact", "convex", "legacy"};
  for (int k = 0; k < 3; k++) {
    char text[600];
    snprintf(text, sizeof(text), CUBE " inertia='%s'", kinds[k]);
    mjModel* m = one_mesh(text, GEOM);
    CHECK(m != NULL);
    if (!m) continue;
    CHECK_NEAR(m->body_mass[1], 1000, 1e-9);
    for (int i = 0; i < 3; i++) CHECK_NEAR(m->body_inertia[3 + i], 500.0 / 3, 1e-9);
    mj_deleteModel(m);
  }
  mjModel* m = one_mesh(CUBE " inertia='shell'", GEOM);
  CHECK(m != NULL);
  if (!m) return;
  CHECK_NEAR(m->body_mass[1], 6000, 1e-9);
  for (int i = 0; i < 3; i++) CHECK_NEAR(m->body_inertia[3 + i], 5000.0 / 3, 1e-9);
  mj_deleteModel(m);
}

TEST(a_mesh_that_is_not_convex_weighs_differently_in_each_way) {
  static const struct {
    const char* kind;
    double mass, inertia[3];
  } cases[] = {
      {"inertia='exact'", 2000, {2083.33333333, 1708.33333333, 458.33333333}},
      {"inertia='convex'", 2500, {2427.777778, 1859.071687, 672.872757}},
      {"inertia='legacy'", 2080.718106, {2117.020606, 1720.609405, 481.762487}},
      {"", 2080.718106, {2117.020606, 1720.609405, 481.762487}},
      {"inertia='shell'", 13000, {16365.384615, 13235.670443, 4338.047505}},
  };
  for (int k = 0; k < 5; k++) {
    char text[900];
    snprintf(text, sizeof(text), ELL " %s", cases[k].kind);
    mjModel* m = one_mesh(text, GEOM);
    CHECK(m != NULL);
    if (!m) continue;
    CHECK_NEAR(m->body_mass[1], cases[k].mass, 1e-8);
    for (int i = 0; i < 3; i++) CHECK_NEAR(m->body_inertia[3 + i], cases[k].inertia[i], 1e-8);
    mj_deleteModel(m);
  }
}

TEST(the_hull_of_a_cube_is_laid_out_as_collisions_expect) {
  static const int graph[98] = {8,  12, 0, 7,  11, 18, 22, 29, 33, 37, 3,  2,  0, 1, 5,  4, 7, 6, 1, 2, 3, 4,  6, 7, -1,
                                0,  2,  7, -1, 0,  1,  3,  4,  5,  7,  -1, 0,  2, 4, -1, 3, 2, 5, 0, 6, 7, -1, 4, 2, 7,
                                -1, 4,  0, 7,  -1, 1,  2,  5,  0,  6,  4,  -1, 2, 3, 0,  3, 1, 0, 1, 5, 0, 5,  4, 0, 3,
                                5,  1,  5, 3,  7,  6,  2,  0,  4,  6,  0,  6,  3, 2, 3,  6, 7, 5, 6, 4, 6, 5,  7};
  static const int polyvert[24] = {5, 1, 3, 7, 3, 2, 6, 7, 6, 4, 5, 7, 2, 3, 1, 0, 1, 5, 4, 0, 6, 2, 0, 4};
  mjModel* m = one_mesh(CUBE, GEOM);
  CHECK(m != NULL);
  if (!m) return;
  CHECK_INT(m->nmeshgraph, 98);
  CHECK_INT(m->nmeshface, 12);
  CHECK_INT(m->nmeshpoly, 6);
  CHECK_INT(m->nmeshpolyvert, 24);
  if (m->nmeshgraph == 98) check_ints(m->mesh_graph, graph, 98);
  if (m->nmeshface == 12) check_ints(m->mesh_face, graph + 62, 36);
  if (m->nmeshpolyvert == 24) check_ints(m->mesh_polyvert, polyvert, 24);
  mj_deleteModel(m);
}

TEST(a_hull_keeps_to_its_limit_of_vertices) {
  mjModel* m = one_mesh(
      "builtin='supertorus' params='10 .3 1 1' maxhullvert='12' refpos='.1 .2 .3' refquat='1 .2 .3 .4' scale='1 2 3'", GEOM);
  CHECK(m != NULL);
  if (!m) return;
  static const double pos[3] = {-0.10155038759839885, -0.46821705426905763, -0.8209302325690423};
  static const double quat[4] = {0.8798507317490665, 0.3151928315889001, 0.15873908558508204, -0.31830499754671615};
  CHECK_INT(m->mesh_graph[0], 12);
  CHECK_INT(m->mesh_graph[1], 20);
  CHECK_NEAR(int_sum(m->mesh_graph, m->nmeshgraph), 13550, 0);
  for (int k = 0; k < 3; k++) CHECK_NEAR(m->mesh_pos[k], pos[k], 1e-9);
  for (int k = 0; k < 4; k++) CHECK_NEAR(m->mesh_quat[k], quat[k], 1e-9);
  CHECK_NEAR(m->body_mass[1], 15752.348722942575, 1e-9);
  mj_deleteModel(m);
}

TEST(shapes_by_formula_have_the_reference_numbers) {
  static const struct {
    const char *text, *geom;
    int nvert, nface, nnormal, npoly;
    double vert, normal, mass;
  } cases[] = {
      {"builtin='sphere' params='2'", GEOM, 162, 320, 162, 320, 2.01436666, 1.89769231, 4047.04466165},
      {"builtin='hemisphere' params='3'", GEOM, 42, 80, 42, 65, -4.69901121, 22.7151434, 1909.74369098},
      {"builtin='cone' params='6 .5'", GEOM, 12, 20, 12, 8, 13.0088833, 19.0599744, 3031.08885884},
      {"builtin='supersphere' params='9 .4 .6'", GEOM, 74, 144, 74, 107, 7.54296157, 20.4262434, 5852.69910159},
      {"builtin='supertorus' params='10 .4 .6 1.2'", GEOM, 100, 200, 100, 60, -1.70523396, 6.71410633, 3846.01443804},
      {"builtin='wedge' params='7 5 90 45 .5'", GEOM, 35, 66, 105, 36, -16.1363169, -126.561646, 704.744127301},
      {"builtin='plate' params='5 6'", SHOWN, 30, 40, 90, 1, -0.100000098, -116, 2666.66664282},
  };
  for (int k = 0; k < 7; k++) {
    mjModel* m = one_mesh(cases[k].text, cases[k].geom);
    CHECK(m != NULL);
    if (!m) continue;
    CHECK_INT(m->nmeshvert, cases[k].nvert);
    CHECK_INT(m->nmeshface, cases[k].nface);
    CHECK_INT(m->nmeshnormal, cases[k].nnormal);
    CHECK_INT(m->nmeshpoly, cases[k].npoly);
    CHECK_NEAR(float_sum(m->mesh_vert, 3 * m->nmeshvert), cases[k].vert, 1e-5);
    CHECK_NEAR(float_sum(m->mesh_normal, 3 * m->nmeshnormal), cases[k].normal, 1e-5);
    CHECK_NEAR(m->body_mass[1], cases[k].mass, 1e-7);  // vertices are floats
    mj_deleteModel(m);
  }
}

TEST(primitives_are_fitted_to_a_mesh) {
  static const struct {
    const char* type;
    double inertia[3], bounds[3];
  } cases[] = {
      {"sphere", {0.699676202756, 0, 0}, {1.35, 0, 0}},
      {"capsule", {0.461152339739, 0.946147758919, 0}, {0.590884637833, 0.759115362167, 0}},
      {"cylinder", {0.461152339739, 1.17672392879, 0}, {0.590884637833, 1.35, 0}},
      {"ellipsoid", {0.394896080361, 0.527408599117, 1.17672392879}, {0.440406945348, 0.590884637833, 1.35}},
      {"box", {0.394896080361, 0.527408599117, 1.17672392879}, {0.440406945348, 0.590884637833, 1.35}},
  };
  for (int k = 0; k < 10; k++) {
    bool bounds = k % 2;
    char geom[200];
    snprintf(geom, sizeof(geom), "<body><geom type='%s' mesh='m' pos='.1 .2 .3' fitscale='1.5'/></body>", cases[k / 2].type);
    mjModel* m = ig_compiled_world(
        bounds
            ? "<compiler fitaabb='true'/><asset><mesh name='m' builtin='supersphere' params='9 .4 .6' scale='.3 .4 .9'/></asset>"
            : "<asset><mesh name='m' builtin='supersphere' params='9 .4 .6' scale='.3 .4 .9'/></asset>",
        geom, "");
    CHECK(m != NULL);
    if (!m) continue;
    const double* size = bounds ? cases[k / 2].bounds : cases[k / 2].inertia;
    for (int i = 0; i < 3; i++) CHECK_NEAR(m->geom_size[i], size[i], 1e-7);
    CHECK_NEAR(m->geom_pos[0], bounds ? 0.0963476002216 : 0.101087189816, 1e-7);
    CHECK_INT(m->geom_dataid[0], 0);
    mj_deleteModel(m);
  }
}

TEST(an_octree_holds_the_distances_of_the_reference) {
  mjModel* m = one_mesh(CUBE " scale='.3 .4 .5'", "<geom type='sdf' mesh='m'/>");
  CHECK(m != NULL);
  if (!m) return;
  CHECK_INT(m->noct, 63497);
  CHECK_NEAR(num_sum(m->oct_coeff, 8 * m->noct), -6208.582751862154, 1e-9);
  CHECK_NEAR(num_sum(m->oct_aabb, 6 * m->noct), 4044.7034374999985, 1e-9);
  CHECK_NEAR(int_sum(m->oct_child, 8 * m->noct), 8066177480.0, 0);
  CHECK_NEAR(int_sum(m->oct_depth, m->noct), 1412150, 0);
  mj_deleteModel(m);
}

// every face is in one leaf, and every box holds its children's
TEST(a_tree_of_faces_is_whole) {
  mjModel* m = one_mesh("builtin='supertorus' params='23 .3 .7 1.3'", GEOM);
  CHECK(m != NULL);
  if (!m) return;
  int adr = m->mesh_bvhadr[0], n = m->mesh_bvhnum[0], nface = m->mesh_facenum[0], outside = 0, leaves = 0;
  CHECK_INT(n, 2 * nface - 1);
  char* seen = calloc((size_t)nface, 1);
  for (int i = 0; i < n; i++) {
    const int* child = m->bvh_child + 2 * (adr + i);
    if (child[0] < 0) leaves += !seen[m->bvh_nodeid[adr + i]]++;
    for (int c = 0; c < 2 && child[0] >= 0; c++) {
      const mjtNum *in = m->bvh_aabb + 6 * (adr + child[c]), *out = m->bvh_aabb + 6 * (adr + i);
      for (int k = 0; k < 3; k++) outside += fabs(in[k] - out[k]) + in[3 + k] > out[3 + k] + 1e-12;
      CHECK_INT(m->bvh_depth[adr + child[c]], m->bvh_depth[adr + i] + 1);
    }
  }
  CHECK_INT(leaves, nface);
  CHECK_INT(outside, 0);
  free(seen);
  mj_deleteModel(m);
}

// n x n points on steps, twice, and among their faces some whose second and third corner are in one place: such a face has no
// centre
static int count_tree(int n, int* nface) {
  char *text = malloc(200000), *end = text;
  end += sprintf(end, "<mujoco><asset><mesh name='m' inertia='shell' refquat='.9 .2 .3 .1' vertex='");
  for (int i = 0; i < 2 * n * n; i++) {
    int x = i % (n * n) / n, y = i % n;
    end += sprintf(end, "%g %g %g ", x / 8., y / 8., x * y % 3 / 4.);
  }
  end += sprintf(end, "' face='");
  for (int i = 0; i < n - 1; i++) {
    for (int j = 0; j < n - 1; j++) {
      int a = i * n + j;
      end += sprintf(end, "%d %d %d %d %d %d ", a, a + n, a + 1, a + 1, a + n, a + n + 1);
      if (!((i + j) % 4)) end += sprintf(end, "%d %d %d ", a, a + 1, n * n + a + 1);
    }
  }
  sprintf(end, "'/></asset><worldbody>" GEOM "</worldbody></mujoco>");
  mjModel* m = ig_test_model(text);
  free(text);
  if (!m) return -1;
  int sum = 0;
  *nface = m->mesh_facenum[0];
  for (int i = 0; i < m->mesh_bvhnum[0]; i++) sum += m->bvh_nodeid[m->mesh_bvhadr[0] + i] * (i % 97 + 1);
  mj_deleteModel(m);
  return sum;
}

TEST(faces_without_a_centre_come_in_their_order) {
  int nface = 0;
  CHECK_INT(count_tree(6, &nface), 61668);
  CHECK_INT(nface, 57);
  CHECK_INT(count_tree(12, &nface), 1775789);
  CHECK_INT(nface, 272);
}

TEST(meshes_that_are_none_are_refused) {
  int64_t before = ig_live_bytes();
  check_refused("vertex='0 0 0 1 0 0 0 1 0'", GEOM, "at least 4 vertices required");
  check_refused("vertex='0 0 0 1 0 0 0 1 0 1'", GEOM, "vertex: three numbers each");
  check_refused(CUBE " face='0 1'", GEOM, "face: three vertices each");
  check_refused(CUBE " face='0 1 2 0 1 9'", GEOM, "in face 1, vertex index 9 does not exist");
  check_refused(CUBE " face='0 1 -1'", GEOM, "in face 0, vertex index -1 does not exist");
  check_refused(CUBE " texcoord='0 0 1 1'", GEOM, "texcoord must be 2*nv");
  check_refused(CUBE " normal='0 0 1 1'", GEOM, "normal: three numbers each");
  check_refused("vertex='0 0 0 1 0 0 0 1 0 1 1 0'", GEOM, "qhull error");
  check_refused("vertex='1 1 1 1 1 1 1 1 1 1 1 1'", GEOM, "qhull error");
  check_refused("vertex='0 0 0 1 0 0 0 1 0 1 1 0' face='0 1 2 1 3 2'", SHOWN, "mesh volume is too small: m");
  check_refused("vertex='0 0 0 1 0 0 0 1 0 1 1 0' face='0 1 1 1 3 3'", SHOWN, "mesh surface area is too small: m");
  check_refused(CUBE " scale='1e-6 1e-6 1e-6'", GEOM, "mesh volume is too small: m");
  check_refused("builtin='supertorus' params='20 .3 1 1' inertia='exact' scale='1 1 -1'", GEOM, "mesh volume is negative");
  check_refused(ELL " inertia='exact' scale='-1 1 1'", GEOM, "mesh volume is negative");
  check_refused("vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1 0 1 3 0 2 3 1 2 3' inertia='exact'", GEOM,
                "have inconsistent orientation. Please check the faces containing the vertices 1 and 3");
  check_refused(CUBE, "<geom type='mesh' mesh='m' shellinertia='true'/>", "mesh asset");
  CHECK_INT(ig_live_bytes(), before);
}

TEST(faces_that_are_turned_do_not_matter_to_the_legacy_inertia) {
  mjModel* m = one_mesh(ELL " scale='-1 1 1'", GEOM);
  CHECK(m != NULL);
  if (!m) return;
  CHECK_NEAR(m->body_mass[1], 2080.718106, 1e-8);
  mj_deleteModel(m);
}
