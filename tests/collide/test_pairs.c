// SPDX-License-Identifier: Apache-2.0
// Closed-form pairs in random and aligned poses: counts and weighted sums recorded from MuJoCo 3.5.0 by record_pairs.py.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "model.h"
#include "test.h"

enum { POSES = 400 };

typedef struct {
  const char *type1, *type2;
  int count;
  double sum;
} ig_PairFigure;

static const ig_PairFigure figures[] = {
#include "pairs.inc"
};

static const char* shape_size(const char* type) {
  static const char* const sizes[][2] = {{"plane", "0 0 1"},     {"sphere", ".1"},      {"capsule", ".05 .12"},
                                         {"cylinder", ".07 .1"}, {"box", ".1 .06 .13"}, {"ellipsoid", ".1 .07 .05"}};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    if (!strcmp(sizes[i][0], type)) return sizes[i][1];
  }
  return "";
}

// a shape; all but planes move freely
static int write_shape(char* text, size_t room, const char* type, const char* size) {
  bool fixed = !strcmp(type, "plane");
  return snprintf(text, room, "%s<geom type='%s' size='%s' margin='.01'/>%s",
                  fixed ? "" : "<body><freejoint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>", type, size,
                  fixed ? "" : "</body>");
}

static mjModel* pair_model(const char* type1, const char* size1, const char* type2, const char* size2) {
  char text[1000];
  int end = snprintf(text, sizeof text, "<mujoco><worldbody>");
  end += write_shape(text + end, sizeof text - end, type1, size1);
  end += write_shape(text + end, sizeof text - end, type2, size2);
  snprintf(text + end, sizeof text - end, "</worldbody></mujoco>");
  return ig_test_model(text);
}

// as in the recorder
static void set_pose(const mjModel* m, mjData* d, int index, unsigned* seed) {
  for (int body = 0; body < m->nq / 7; body++) {
    mjtNum* qpos = d->qpos + 7 * body;
    for (int k = 0; k < 3; k++) {
      double x = 0.15 * ig_test_random(seed);
      qpos[k] = index % 5 == 0 ? floor(x * 100 + 0.5) / 100 : x;
    }
    for (int k = 0; k < 4; k++) {
      double x = ig_test_random(seed);
      qpos[3 + k] = index % 4 > 1 ? x : k == 0;
    }
    if (index % 4 == 1) qpos[4 + (index / 4 + body) % 3] = 1;
  }
  mj_kinematics(m, d);
  mj_comPos(m, d);
}

static double weigh(const mjContact* c) {
  double sum = c->dist;
  for (int i = 0; i < 3; i++) sum += (i + 2) * c->pos[i];
  for (int i = 0; i < 9; i++) sum += (i + 5) * c->frame[i];
  return sum;
}

TEST(closed_form_pairs_match_recorded_figures) {
  for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
    const ig_PairFigure* f = &figures[i];
    mjModel* m = pair_model(f->type1, shape_size(f->type1), f->type2, shape_size(f->type2));
    if (!m) return;
    mjData* d = mj_makeData(m);
    unsigned seed = 7;
    int count = 0;
    double sum = 0;
    for (int pose = 0; pose < POSES; pose++) {
      set_pose(m, d, pose, &seed);
      mj_collision(m, d);
      count += d->ncon;
      for (int k = 0; k < d->ncon; k++) sum += (k + 1) * (pose % 7 + 1) * weigh(d->contact + k);
    }
    if (count != f->count || !(fabs(sum - f->sum) <= 1e-9 * fabs(f->sum))) {
      ig_test_fail(__FILE__, __LINE__, "%s-%s: %d contacts, sum %.17g; expected %d, %.17g", f->type1, f->type2, count, sum,
                   f->count, f->sum);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// every number of every contact is a number, and normals have unit length
static void check_numbers(const mjData* d, const char* what) {
  for (int k = 0; k < d->ncon; k++) {
    const mjContact* c = d->contact + k;
    bool good = isfinite(c->dist);
    for (int i = 0; i < 3; i++) good = good && isfinite(c->pos[i]);
    for (int i = 0; i < 9; i++) good = good && isfinite(c->frame[i]);
    double length = c->frame[0] * c->frame[0] + c->frame[1] * c->frame[1] + c->frame[2] * c->frame[2];
    if (!good || fabs(length - 1) > 1e-9) ig_test_fail(__FILE__, __LINE__, "%s: contact %d is not finite", what, k);
  }
}

TEST(degenerate_sizes_and_coincident_centres_give_numbers) {
  static const char* const types[] = {"plane", "sphere", "capsule", "cylinder", "box"};
  static const char* const sizes[] = {"1e-9 1e-9 1e-9", "1e9 1e9 1e9", "1e-9 1e9 1", ".1 .1 .1"};
  for (int i = 0; i < 5; i++) {
    for (int j = i ? i : 1; j < 5; j++) {
      for (int s = 0; s < 16; s++) {
        mjModel* m = pair_model(types[i], sizes[s / 4], types[j], sizes[s % 4]);
        if (!m) return;
        mjData* d = mj_makeData(m);
        unsigned seed = 1;
        for (int pose = 0; pose < 40; pose++) {
          set_pose(m, d, pose, &seed);
          if (pose % 2) {
            for (int body = 0; body < m->nq / 7; body++) d->qpos[7 * body] = d->qpos[7 * body + 1] = d->qpos[7 * body + 2] = 0;
            mj_kinematics(m, d);
          }
          mj_collision(m, d);
          check_numbers(d, types[i]);
        }
        mj_deleteData(d);
        mj_deleteModel(m);
      }
    }
  }
}

TEST(box_on_plane_has_four_contacts) {
  mjModel* m = ig_test_model(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/>"
      "</body></worldbody></mujoco>");
  if (!m) return;
  mjData* d = mj_makeData(m);
  mj_kinematics(m, d);
  mj_collision(m, d);
  CHECK_INT(d->ncon, 4);
  for (int i = 0; i < d->ncon; i++) {
    CHECK_NEAR(d->contact[i].dist, -0.01, 1e-12);
    CHECK_NEAR(d->contact[i].pos[2], -0.005, 1e-12);
    CHECK_NEAR(d->contact[i].frame[2], 1, 1e-12);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the same poses through another library, when one is named: 10,000 poses per pair
typedef void (*ig_Collision)(const mjModel*, mjData*);

static int compare(const mjContact* a, int na, const mjContact* b, int nb) {
  if (na != nb) return 1;
  for (int k = 0; k < na; k++) {
    if (fabs(a[k].dist - b[k].dist) > 1e-9) return 1;
    for (int i = 0; i < 3; i++) {
      if (fabs(a[k].pos[i] - b[k].pos[i]) > 1e-9) return 1;
    }
    for (int i = 0; i < 9; i++) {
      if (fabs(a[k].frame[i] - b[k].frame[i]) > 1e-9) return 1;
    }
  }
  return 0;
}

TEST(closed_form_pairs_match_the_reference_live) {
  const char* path = getenv("INGOT_REFERENCE");
  void* library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND) : NULL;
  ig_Collision reference = library ? (ig_Collision)dlsym(library, "mj_collision") : NULL;
  if (!reference) SKIP("INGOT_REFERENCE does not name a library");
  mjContact* keep = calloc(mjMAXCONPAIR, sizeof(mjContact));
  for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
    const ig_PairFigure* f = &figures[i];
    mjModel* m = pair_model(f->type1, shape_size(f->type1), f->type2, shape_size(f->type2));
    if (!m) break;
    mjData* d = mj_makeData(m);
    unsigned seed = 11;
    int bad = 0;
    for (int pose = 0; pose < 10000; pose++) {
      set_pose(m, d, pose, &seed);
      reference(m, d);
      int count = d->ncon;
      memcpy(keep, d->contact, count * sizeof(mjContact));
      mj_collision(m, d);
      bad += compare(keep, count, d->contact, d->ncon);
    }
    // one pose in a thousand may sit on an edge of the formulas
    if (bad > 10) ig_test_fail(__FILE__, __LINE__, "%s-%s: %d of 10000 poses differ", f->type1, f->type2, bad);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  free(keep);
}

// the mesh of a fitted ellipsoid has no hull graph, so its vertices give contacts too; figures: mujoco==3.5.0 on this text
TEST(an_ellipsoid_fitted_to_a_mesh_touches_a_plane_with_the_vertices_of_the_mesh) {
  mjModel* m = ig_test_model(
      "<mujoco><asset><mesh name='m' vertex='0 0 0 .2 0 0 0 .2 0 0 0 .2' face='0 2 1 0 1 3 0 3 2 1 2 3'/></asset><worldbody>"
      "<geom type='plane' size='1 1 1'/><body pos='0 0 -.02'><freejoint/><geom type='ellipsoid' mesh='m'/></body></worldbody>"
      "</mujoco>");
  if (!m) return;
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  CHECK_INT(d->ncon, 3);
  CHECK_NEAR(d->contact[0].dist, -0.03708203957953608, 1e-12);
  CHECK_NEAR(d->contact[1].dist, -0.019999998357530507, 1e-12);
  CHECK_NEAR(d->contact[2].pos[0], 0.20000000637355556, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
