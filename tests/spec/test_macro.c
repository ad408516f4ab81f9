// SPDX-License-Identifier: Apache-2.0
// Composite and flexcomp: counts, names, figures of 3.5.0. The figures come from mujoco.MjSpec.from_string of the wheel, by
// printing the attributes of the elements the macro made.
#include "test.h"

#include <stdio.h>

#include "base/memory.h"
#include "spec/file/gmsh.h"
#include "spec/macro/composite.h"
#include "spec/macro/flexcomp.h"

static mjSpec* spec_with_body(mjsBody** body) {
  mjSpec* s = mj_makeSpec();
  *body = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjs_setName((*body)->element, "b");
  return s;
}

static int count_of(mjSpec* s, mjtObj type) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, type); e; e = mjs_nextElement(s, e)) n++;
  return n;
}

TEST(cable_is_a_chain_of_bodies) {
  int64_t before = ig_live_bytes();
  mjsBody* body;
  mjSpec* s = spec_with_body(&body);
  ig_Composite c;
  ig_composite_init(&c);
  ig_text_set(&c.prefix, "A");
  c.type = IG_COMPOSITE_CABLE;
  c.count[0] = 4;
  c.curve[0] = IG_CURVE_COS;
  c.curve[1] = IG_CURVE_SIN;
  c.size[1] = 1;
  c.size[2] = 1;
  ig_composite_groups(&c);
  c.def->s.geom->type = mjGEOM_CAPSULE;
  c.def->s.geom->size[0] = 0.01;
  const char* wrong = ig_composite_make(&c, body);
  CHECK(wrong == NULL);
  ig_composite_free(&c);
  CHECK_INT(count_of(s, mjOBJ_BODY), 5);
  CHECK_INT(count_of(s, mjOBJ_EXCLUDE), 2);
  CHECK_INT(count_of(s, mjOBJ_SITE), 2);
  mjsBody* middle = mjs_findBody(s, "AB_1");
  CHECK_NEAR(middle->pos[0], 1, 1e-7);  // chord of 60 degrees
  CHECK_NEAR(middle->quat[0], 0.86602541, 1e-7);
  CHECK_NEAR(fabs(middle->quat[3]), 0.49999998, 1e-7);
  CHECK(mjs_findBody(s, "AB_last") != NULL);
  CHECK_INT(mjs_asJoint(mjs_findElement(s, mjOBJ_JOINT, "AJ_first"))->type, mjJNT_BALL);
  mj_deleteSpec(s);
  CHECK_INT(ig_live_bytes(), before);
}

// 16 sheet vertices, 3 bones across: the corner bone carries its own vertex with weight 1
TEST(cable_of_boxes_has_a_skin) {
  mjsBody* body;
  mjSpec* s = spec_with_body(&body);
  ig_Composite c;
  ig_composite_init(&c);
  c.type = IG_COMPOSITE_CABLE;
  c.count[0] = 4;
  c.curve[0] = IG_CURVE_LINE;
  c.skinsubgrid = 1;
  ig_composite_groups(&c);
  c.def->s.geom->type = mjGEOM_BOX;
  c.def->s.geom->size[1] = 0.02;
  c.def->s.geom->size[2] = 0.01;
  CHECK(ig_composite_make(&c, body) == NULL);
  ig_composite_free(&c);
  mjsSkin* skin = mjs_asSkin(mjs_firstElement(s, mjOBJ_SKIN));
  CHECK_INT(IG_COUNT(float, skin->vert), 3 * 2 * 7 * 5);
  CHECK_INT(ig_texts_count(skin->bodyname), 12);
  CHECK_TEXT(ig_texts_at(skin->bodyname, 0), "B_first");
  CHECK_TEXT(ig_texts_at(skin->bodyname, 11), "B_last");
  CHECK_NEAR(skin->inflate, 0.02, 1e-8);
  CHECK_INT(IG_ITEMS(int, ig_vecs_at(skin->vertid, 0))[0], 0);
  CHECK_NEAR(IG_ITEMS(float, ig_vecs_at(skin->vertweight, 0))[0], 1, 0);

  // the weights of each vertex sum to 1
  double sum[70] = {0};
  for (int bone = 0; bone < 12; bone++) {
    const ig_Vector *id = ig_vecs_at(skin->vertid, bone), *w = ig_vecs_at(skin->vertweight, bone);
    for (int i = 0; i < IG_COUNT(int, id); i++) sum[IG_ITEMS(int, id)[i]] += IG_ITEMS(float, w)[i];
  }
  for (int i = 0; i < 70; i++) CHECK_NEAR(sum[i], 1, 1e-6);
  mj_deleteSpec(s);
}

TEST(old_composites_are_refused) {
  static const int types[] = {IG_COMPOSITE_PARTICLE, IG_COMPOSITE_GRID, IG_COMPOSITE_ROPE, IG_COMPOSITE_LOOP, IG_COMPOSITE_CLOTH};
  mjsBody* body;
  mjSpec* s = spec_with_body(&body);
  for (int i = 0; i < 5; i++) {
    ig_Composite c;
    ig_composite_init(&c);
    c.type = types[i];
    c.count[0] = 3;
    CHECK_HAS(ig_composite_make(&c, body), "deprecated");
    ig_composite_free(&c);
  }
  CHECK_INT(count_of(s, mjOBJ_BODY), 2);
  mj_deleteSpec(s);
}

typedef struct Shape_ {
  int type, dim, count[3], npoint, nelement;
  double first[3], last[3];
} Shape;

// spacing 0.1 0.12 0.15: number of points and elements, first and last point
TEST(flexcomp_shapes) {
  static const Shape shapes[] = {
      {IG_FLEXCOMP_GRID, 1, {5, 1, 1}, 5, 4, {-0.2, 0, 0}, {0.2, 0, 0}},
      {IG_FLEXCOMP_GRID, 2, {4, 5, 1}, 20, 24, {-0.15, -0.24, 0}, {0.15, 0.24, 0}},
      {IG_FLEXCOMP_GRID, 3, {3, 4, 3}, 36, 72, {-0.1, -0.18, -0.15}, {0.1, 0.18, 0.15}},
      {IG_FLEXCOMP_CIRCLE, 1, {7, 1, 1}, 6, 6, {0.1, 0, 0}, {0.05, -0.0866025403784438, 0}},
      {IG_FLEXCOMP_BOX, 3, {3, 4, 5}, 55, 104, {0, 0, 0}, {0.1, 0.06, 0.15}},
      {IG_FLEXCOMP_BOX, 2, {3, 4, 5}, 52, 92, {-0.1, -0.18, -0.3}, {0.1, 0.06, 0.3}},
      {IG_FLEXCOMP_ELLIPSOID, 3, {4, 5, 4}, 69, 132, {0, 0, 0}, {0.1285714285714286, 0.10285714285714284, 0.06428571428571427}},
      {IG_FLEXCOMP_DISC,
       2,
       {5, 7, 1},
       35,
       48,
       {-0.03496629104486151, -0.1132907829853513, 0},
       {0.03496629104486151, 0.1132907829853513, 0}},
  };
  for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
    const Shape* shape = shapes + i;
    mjsBody* body;
    mjSpec* s = spec_with_body(&body);
    ig_Flexcomp f;
    ig_flexcomp_init(&f);
    ig_text_set(&f.name, "f");
    f.type = shape->type;
    f.def->s.flex->dim = shape->dim;
    f.def->s.flex->radius = 0.001;
    memcpy(f.count, shape->count, sizeof(f.count));
    memcpy(f.spacing, (double[]){0.1, 0.12, 0.15}, sizeof(f.spacing));
    f.rigid = 1;
    const char* wrong = ig_flexcomp_make(&f, body, NULL);
    CHECK(wrong == NULL);
    ig_flexcomp_free(&f);
    mjsFlex* flex = mjs_asFlex(mjs_firstElement(s, mjOBJ_FLEX));
    int n = 0;
    const double* vert = mjs_getDouble(flex->vert, &n);
    CHECK_INT(n, 3 * shape->npoint);
    CHECK_INT(IG_COUNT(int, flex->elem), shape->nelement * (shape->dim + 1));
    for (int k = 0; k < 3 && n == 3 * shape->npoint; k++) {
      CHECK_NEAR(vert[k], shape->first[k], 1e-9);
      CHECK_NEAR(vert[n - 3 + k], shape->last[k], 1e-9);
    }
    mj_deleteSpec(s);
  }
}

static ig_Flexcomp cloth(void) {
  ig_Flexcomp f;
  ig_flexcomp_init(&f);
  ig_text_set(&f.name, "f");
  f.count[0] = 3;
  f.count[1] = 4;
  f.count[2] = 1;
  return f;
}

TEST(flexcomp_makes_bodies_but_for_pins) {
  int64_t before = ig_live_bytes();
  mjsBody* body;
  mjSpec* s = spec_with_body(&body);
  ig_Flexcomp f = cloth();
  f.equality = 1;
  ig_vec_append(&f.pinid, (int[]){0, 5}, 2, sizeof(int));
  ig_vec_append(&f.pingridrange, (int[]){2, 0, 2, 3}, 4, sizeof(int));
  CHECK(ig_flexcomp_make(&f, body, NULL) == NULL);
  ig_flexcomp_free(&f);
  CHECK_INT(count_of(s, mjOBJ_BODY), 2 + 6);
  CHECK_INT(count_of(s, mjOBJ_JOINT), 18);
  mjsFlex* flex = mjs_asFlex(mjs_firstElement(s, mjOBJ_FLEX));
  CHECK_TEXT(ig_texts_at(flex->vertbody, 0), "b");
  CHECK_TEXT(ig_texts_at(flex->vertbody, 1), "f_1");
  CHECK_NEAR(mjs_findBody(s, "f_1")->mass, 1.0 / 12, 1e-15);
  mjsEquality* eq = mjs_asEquality(mjs_firstElement(s, mjOBJ_EQUALITY));
  CHECK_INT(eq->type, mjEQ_FLEX);
  CHECK_TEXT(mjs_getString(eq->name1), "f");
  mj_deleteSpec(s);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(interpolated_flexcomp_has_nodes) {
  for (int quadratic = 0; quadratic < 2; quadratic++) {
    mjsBody* body;
    mjSpec* s = spec_with_body(&body);
    ig_Flexcomp f = cloth();
    f.count[2] = 3;
    f.def->s.flex->dim = 3;
    f.dof = quadratic ? IG_FLEXDOF_QUADRATIC : IG_FLEXDOF_TRILINEAR;
    CHECK(ig_flexcomp_make(&f, body, NULL) == NULL);
    ig_flexcomp_free(&f);
    mjsFlex* flex = mjs_asFlex(mjs_firstElement(s, mjOBJ_FLEX));
    CHECK_INT(ig_texts_count(flex->nodebody), quadratic ? 27 : 8);
    double mass = 0;
    for (mjsElement* e = mjs_firstElement(s, mjOBJ_BODY); e; e = mjs_nextElement(s, e)) mass += mjs_asBody(e)->mass;
    CHECK_NEAR(mass, 1, 1e-14);
    mj_deleteSpec(s);
  }
}

TEST(flexcomp_refusals) {
  static const char* const expected[] = {
      "Count too small",    "Spacing must be larger", "Mass and inertiabox", "Invalid dim",
      "pinid out of range", "Pin range number",       "Count too large",
  };
  for (int i = 0; i < 7; i++) {
    mjsBody* body;
    mjSpec* s = spec_with_body(&body);
    ig_Flexcomp f = cloth();
    if (i == 0) f.count[1] = 0;
    if (i == 1) f.spacing[0] = 1e-9;
    if (i == 2) f.mass = 0;
    if (i == 3) f.def->s.flex->dim = 4;
    if (i == 4) ig_vec_append(&f.pinid, (int[]){12}, 1, sizeof(int));
    if (i == 5) ig_vec_append(&f.pinrange, (int[]){1}, 1, sizeof(int));
    if (i == 6) f.count[0] = f.count[1] = 2000000000;
    CHECK_HAS(ig_flexcomp_make(&f, body, NULL), expected[i]);
    ig_flexcomp_free(&f);
    CHECK(mjs_firstElement(s, mjOBJ_FLEX) == NULL);
    mj_deleteSpec(s);
  }
}

static const char gmsh41[] =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1.5 0\n$EndNodes\n"
    "$Elements\n1 1 1 1\n2 1 2 1\n1 1 2 3\n$EndElements\n";
static const char gmsh22[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1.5 0\n$EndNodes\n"
    "$Elements\n1\n1 2 2 0 1 1 2 3\n$EndElements\n";

TEST(gmsh_text_is_read) {
  static const char* const files[] = {gmsh41, gmsh22};
  for (int i = 0; i < 2; i++) {
    ig_Vector point = {0}, element = {0};
    int dim = 0;
    const char* wrong = ig_gmsh_read(files[i], (int)strlen(files[i]), &point, &element, &dim);
    CHECK(wrong == NULL);
    CHECK_INT(dim, 2);
    CHECK_INT(IG_COUNT(double, &point), 9);
    CHECK_INT(IG_COUNT(int, &element), 3);
    if (!wrong) CHECK_NEAR(IG_ITEMS(double, &point)[7], 1.5, 0);
    if (!wrong) CHECK_INT(IG_ITEMS(int, &element)[2], 2);
    ig_vec_free(&point);
    ig_vec_free(&element);
  }
}

// cut off anywhere, or with any byte changed: refused or read, but never beyond its end
TEST(gmsh_damage_is_harmless) {
  static const char* const files[] = {gmsh41, gmsh22};
  int refused = 0;
  for (int i = 0; i < 2; i++) {
    int size = (int)strlen(files[i]);
    for (int k = 0; k < 2 * size; k++) {
      ig_Vector point = {0}, element = {0};
      int dim = 0, n = k < size ? k : size;
      char* copy = mju_malloc((size_t)size);
      memcpy(copy, files[i], (size_t)size);
      if (k >= size) copy[k - size] = '9';
      refused += ig_gmsh_read(copy, n, &point, &element, &dim) != NULL;
      mju_free(copy);
      ig_vec_free(&point);
      ig_vec_free(&element);
    }
  }
  CHECK(refused > 300);
}
