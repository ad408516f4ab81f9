// SPDX-License-Identifier: Apache-2.0
// Rays against every kind of geom: hits and sums recorded from MuJoCo 3.5.0 by record_rays.py; and properties.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model.h"
#include "test.h"

enum { RAYS = 2000, GEOMS = 10 };

static const char* const scene =
    "<mujoco><asset><mesh name='fin' vertex='0 0 0 .3 0 0 0 .3 0 0 0 .3 .3 .3 .3'/>"
    "<hfield name='hill' nrow='4' ncol='5' size='1 .7 .3 .1' elevation='0 1 2 3 4 5 4 3 2 1 0 1 0 1 0 3 3 2 1 1'/></asset>"
    "<worldbody><geom type='plane' size='2 2 .1' pos='0 0 -.6'/><geom type='plane' size='0 0 .1' pos='0 0 -.9' group='2'/>"
    "<geom type='hfield' hfield='hill' pos='.1 .2 -.4' euler='10 5 30'/>"
    "<body pos='1 0 0'><freejoint/><geom type='box' size='.1 .2 .3' euler='10 20 30'/><geom size='.2' pos='.3 0 0'/></body>"
    "<body pos='-1 0 .3'><freejoint/><geom type='capsule' size='.1 .2' euler='10 20 30' group='1'/>"
    "<geom type='ellipsoid' size='.2 .1 .3' pos='.3 0 .2'/></body>"
    "<body pos='0 1 .3'><freejoint/><geom type='cylinder' size='.1 .2' euler='10 20 30'/>"
    "<geom type='mesh' mesh='fin' pos='.3 0 .2'/></body>"
    "<body pos='0 -1 .3'><freejoint/><geom rgba='1 1 1 0' size='.3'/></body>"
    "<flexcomp name='soft' type='grid' dim='3' count='3 3 3' spacing='.1 .1 .1' pos='0 0 1' radius='.01' dof='full'/>"
    "</worldbody></mujoco>";
// end of scene

static const struct {
  int count;
  double sum;
} figures[] = {
#include "rays.inc"
};

static mjData* posed(const mjModel* m) {
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  return d;
}

static double weigh(double x, const mjtNum normal[3]) { return x + 2 * normal[0] + 3 * normal[1] + 5 * normal[2]; }

static void check_figure(int index, int count, double sum) {
  CHECK_INT(count, figures[index].count);
  CHECK_NEAR(sum, figures[index].sum, 1e-9);
}

TEST(rays_match_recorded_figures) {
  mjModel* m = ig_test_model(scene);
  if (!m) return;
  mjData* d = posed(m);
  static const mjtByte groups[mjNGROUP] = {1, 1, 0, 1, 1, 1};
  unsigned seed = 5;
  int hits[GEOMS] = {0}, many_hits = 0, flex_hits = 0, verts = 0;
  double sums[GEOMS] = {0}, many_sum = 0, flex_sum = 0;
  CHECK_INT(m->ngeom, GEOMS);
  for (int i = 0; i < RAYS && m->ngeom == GEOMS; i++) {
    mjtNum point[3], vec[3], normal[3], many[9], dists[3], normals[9];
    int geom, ids[3], vert;
    for (int k = 0; k < 3; k++) point[k] = 2 * ig_test_random(&seed);
    for (int k = 0; k < 3; k++) vec[k] = d->geom_xpos[3 * (i % GEOMS) + k] + 0.3 * ig_test_random(&seed) - point[k];
    mjtNum x = mj_ray(m, d, point, vec, NULL, 1, -1, &geom, normal);
    if (x >= 0) {
      hits[geom]++;
      sums[geom] += weigh(x, normal);
    }

    for (int k = 0; k < 9; k++) many[k] = vec[k % 3] + (k == 3 ? 0.1 : k == 8 ? 0.2 : 0);
    mj_multiRay(m, d, point, many, groups, 1, 1, ids, dists, normals, 3, 3.0);
    for (int k = 0; k < 3; k++) {
      many_hits += dists[k] >= 0;
      many_sum += ids[k] + weigh(dists[k], normals + 3 * k);
    }

    for (int layer = 0; layer < 2; layer++) {
      for (int k = 0; k < 3; k++) vec[k] = d->flexvert_xpos[3 * (i % m->nflexvert) + k] - point[k] + 0.01;
      x = mj_rayFlex(m, d, layer, layer, i % 2, 1, i % 3 == 0, 0, point, vec, &vert, normal);
      if (x < 0) continue;
      flex_hits++;
      flex_sum += weigh(x, normal);
      verts += vert;
    }
  }
  for (int i = 0; i < GEOMS; i++) check_figure(i, hits[i], sums[i]);
  check_figure(GEOMS, many_hits, many_sum);
  check_figure(GEOMS + 1, flex_hits, flex_sum);
  CHECK_INT(verts, figures[GEOMS + 2].count);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the hit lies on the surface: a ray from there along the normal leaves, and one against it hits at once
TEST(normals_point_out) {
  static const mjtNum pos[3] = {0.1, 0.2, 0.3}, size[3] = {0.2, 0.3, 0.4};
  static const int types[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_ELLIPSOID, mjGEOM_CYLINDER, mjGEOM_BOX};
  mjtNum quat[4] = {0.5, 0.5, -0.1, 0.7}, mat[9];
  mju_normalize4(quat);
  mju_quat2Mat(mat, quat);
  unsigned seed = 3;
  for (int i = 0; i < 500; i++) {
    mjtNum point[3], vec[3], normal[3], back[3], hit[3], out[3];
    int type = types[i % 5];
    for (int k = 0; k < 3; k++) {
      point[k] = 3 * ig_test_random(&seed);
      vec[k] = pos[k] + 0.05 * ig_test_random(&seed) - point[k];
    }
    if (mju_dist3(point, pos) < 1) continue;
    mjtNum x = mju_rayGeom(pos, mat, size, point, vec, type, normal);
    CHECK(x > 0 && x < 1);
    CHECK_NEAR(mju_norm3(normal), 1, 1e-12);
    CHECK(mju_dot3(normal, vec) < 0);
    mju_addScl3(hit, point, vec, x);
    mju_addScl3(out, hit, normal, 1e-6);
    CHECK_NEAR(mju_rayGeom(pos, mat, size, out, normal, type, NULL), -1, 0);
    mju_scl3(back, normal, -1);
    CHECK_NEAR(mju_rayGeom(pos, mat, size, out, back, type, NULL), 1e-6, 1e-8);
  }
}

TEST(groups_static_geoms_and_a_body_can_be_left_out) {
  mjModel* m = ig_test_model(
      "<mujoco><worldbody><geom type='plane' size='1 1 1' group='1'/><body pos='0 0 1'><freejoint/><geom size='.1' "
      "group='2'/></body>"
      "<body pos='0 0 2'><freejoint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><geom size='.1' "
      "group='9'/></body></worldbody></mujoco>");
  if (!m) return;
  mjData* d = posed(m);
  mjtNum point[3] = {0, 0, 5}, vec[3] = {0, 0, -1};
  mjtByte all[mjNGROUP] = {1, 1, 1, 1, 1, 1}, none[mjNGROUP] = {0}, second[mjNGROUP] = {0, 0, 1, 0, 0, 0},
          last[mjNGROUP] = {0, 0, 0, 0, 0, 1};
  int geom;
  CHECK_NEAR(mj_ray(m, d, point, vec, all, 1, -1, &geom, NULL), 2.9, 1e-12);
  CHECK_INT(geom, 2);
  CHECK_NEAR(mj_ray(m, d, point, vec, last, 1, -1, NULL, NULL), 2.9, 1e-12);
  CHECK_NEAR(mj_ray(m, d, point, vec, NULL, 1, 2, &geom, NULL), 3.9, 1e-12);
  CHECK_NEAR(mj_ray(m, d, point, vec, second, 1, 2, &geom, NULL), 3.9, 1e-12);
  CHECK_NEAR(mj_ray(m, d, point, vec, second, 1, 1, &geom, NULL), -1, 0);
  CHECK_INT(geom, -1);
  CHECK_NEAR(mj_ray(m, d, point, vec, none, 1, -1, &geom, NULL), -1, 0);
  point[0] = 0.5;
  CHECK_NEAR(mj_ray(m, d, point, vec, NULL, 1, -1, &geom, NULL), 5, 1e-12);
  CHECK_NEAR(mj_ray(m, d, point, vec, NULL, 0, -1, &geom, NULL), -1, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(skin_reports_the_nearest_vertex) {
  static const float vert[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const int face[6] = {0, 1, 2, 0, 2, 3};
  mjtNum point[3] = {0.1, 0.7, 5}, vec[3] = {0, 0, -2};
  int id = -1;
  CHECK_NEAR(mju_raySkin(2, 4, face, vert, point, vec, &id), 2.5, 1e-12);
  CHECK_INT(id, 2);
  point[0] = 0.6;
  CHECK_NEAR(mju_raySkin(2, 4, face, vert, point, vec, &id), -1, 0);
}

// a ramp of 200 columns, so that the elevation under a ray is known; rays of all slopes cross many cells
TEST(a_wide_height_field_is_hit_where_it_is) {
  enum { COLS = 200 };
  char text[4000] = "<mujoco><asset><hfield name='ramp' nrow='3' ncol='200' size='2 1 .5 .1' elevation='";
  for (int i = 0; i < 3 * COLS; i++) snprintf(text + strlen(text), sizeof text - strlen(text), "%d ", i % COLS);
  strcat(text, "'/></asset><worldbody><geom type='hfield' hfield='ramp'/></worldbody></mujoco>");
  mjModel* m = ig_test_model(text);
  if (!m) return;
  mjData* d = posed(m);
  for (int i = 0; i < 400; i++) {
    // z = (x + 2) / 8 on the ramp
    mjtNum x = -1.99 + 3.98 * i / 399, slope = (i % 7 - 3) * 0.9, normal[3];
    mjtNum vec[3] = {slope, 0.1, -1}, point[3] = {x - slope, 0.2 - 0.1, (x + 2) / 8 + 1};
    if (fabs(point[0]) > 2) continue;
    CHECK_NEAR(mj_rayHfield(m, d, 0, point, vec, normal), 1, 1e-6);
    CHECK_NEAR(normal[0], -0.125 / sqrt(1 + 0.125 * 0.125), 1e-4);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

TEST(collision_clears_what_rays_have_marked) {
  mjModel* m = ig_test_model(
      "<mujoco><asset><mesh name='a' builtin='sphere' params='2' scale='.1 .1 .1'/>"
      "<mesh name='b' builtin='sphere' params='2' scale='.2 .2 .2'/></asset><worldbody><geom type='mesh' mesh='a'/>"
      "<geom type='mesh' mesh='b' pos='1 0 0'/></worldbody></mujoco>");
  if (!m) return;
  mjData* d = posed(m);
  for (int geom = 0; geom < 2; geom++) {
    int marked = 0, left = 0;
    mjtNum point[3] = {geom, 0, 1}, vec[3] = {0.01, 0.01, -1};
    CHECK(mj_rayMesh(m, d, geom, point, vec, NULL) > 0);
    for (int i = 0; i < m->nbvh; i++) marked += d->bvh_active[i];
    CHECK(marked > 1);
    mj_collision(m, d);
    for (int i = 0; i < m->nbvh; i++) left += d->bvh_active[i];
    CHECK_INT(left, 0);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a triangle on the ray's way, by its own formula (Moller and Trumbore); 1e10: none
static double triangle_on_way(double a[3], double b[3], double c[3], const double p[3], const double v[3]) {
  double e1[3], e2[3], h[3], s[3], q[3];
  mju_sub3(e1, b, a);
  mju_sub3(e2, c, a);
  mju_cross(h, v, e2);
  double det = mju_dot3(e1, h);
  if (fabs(det) < 1e-12) return 1e10;
  mju_sub3(s, p, a);
  mju_cross(q, s, e1);
  double u = mju_dot3(s, h) / det, w = mju_dot3(v, q) / det, t = mju_dot3(e2, q) / det;
  return u >= 0 && w >= 0 && u + w <= 1 && t >= 0 ? t : 1e10;
}

static void surface_point(const mjModel* m, int row, int col, double r[3]) {
  const mjtNum* size = m->hfield_size;
  r[0] = 2 * size[0] * col / (m->hfield_ncol[0] - 1) - size[0];
  r[1] = 2 * size[1] * row / (m->hfield_nrow[0] - 1) - size[1];
  r[2] = m->hfield_data[row * m->hfield_ncol[0] + col] * size[2];
}

// long rays over many cells find what a search of all of them finds
TEST(rays_across_a_wide_field_find_the_nearest_triangle) {
  mjModel* m = ig_test_model(
      "<mujoco><asset><hfield name='f' nrow='41' ncol='57' size='4 3 .6 .1'/></asset><worldbody><geom type='hfield' hfield='f'/>"
      "</worldbody></mujoco>");
  if (!m) return;
  unsigned seed = 11;
  int nrow = m->hfield_nrow[0], ncol = m->hfield_ncol[0], hits = 0;
  for (int i = 0; i < nrow * ncol; i++) m->hfield_data[i] = (float)(0.5 + 0.5 * ig_test_random(&seed));
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  for (int ray = 0; ray < 300; ray++) {
    double p[3] = {3.9 * ig_test_random(&seed), 2.9 * ig_test_random(&seed), 0.7}, v[3], best = 1e10;
    v[0] = ig_test_random(&seed);
    v[1] = ray % 5 ? ig_test_random(&seed) : ray % 2 ? 0 : 0.01 * ig_test_random(&seed);
    v[2] = -0.02 - 0.05 * fabs(ig_test_random(&seed));
    for (int row = 0; row + 1 < nrow; row++) {
      for (int col = 0; col + 1 < ncol; col++) {
        double a[3], b[3], c[3], e[3];
        surface_point(m, row, col, a);
        surface_point(m, row, col + 1, b);
        surface_point(m, row + 1, col + 1, c);
        surface_point(m, row + 1, col, e);
        best = fmin(best, fmin(triangle_on_way(a, b, c, p, v), triangle_on_way(a, c, e, p, v)));
      }
    }
    if (best > 1e9) continue;
    hits++;
    CHECK_NEAR(mj_rayHfield(m, d, 0, p, v, NULL), best, 1e-9);
  }
  CHECK(hits > 100);
  mj_deleteData(d);
  mj_deleteModel(m);
}
