// SPDX-License-Identifier: Apache-2.0
// Masses, inertias and frames. Figures: mujoco==3.5.0, MjModel.from_xml_string of the text in each test.
#include "compile/mesh/shape.h"
#include "compile/record/inertia.h"
#include "compiled.h"
#include "spec/pose.h"
#include "test.h"

static void check_all(const char* what, const mjtNum* value, const double* expected, int n) {
  for (int i = 0; i < n; i++) {
    double scale = fabs(expected[i]) > 1 ? fabs(expected[i]) : 1;
    if (!(fabs(value[i] - expected[i]) <= 1e-12 * scale)) {
      ig_test_fail(__FILE__, __LINE__, "%s[%d] is %.17g, expected %.17g", what, i, value[i], expected[i]);
    }
  }
}

TEST(primitives_have_the_mass_and_inertia_of_solids_and_shells) {
  static const struct {
    mjtGeom type;
    mjtGeomInertia kind;
    double size[3], figures[5];  // mass at density 1000, moments, bounding radius
  } shapes[] = {
      {mjGEOM_SPHERE, 0, {.3}, {113.09733552923255, 4.0715040790523718, 4.0715040790523718, 4.0715040790523718, 0.3}},
      {mjGEOM_CAPSULE, 0, {.1, .4}, {29.321531433504745, 2.2158700183320015, 2.2158700183320015, 0.14241886696273734, 0.5}},
      {mjGEOM_CYLINDER,
       0,
       {.2, .3},
       {75.398223686155035, 3.0159289474462017, 3.0159289474462017, 1.5079644737231008, 0.36055512754639896}},
      {mjGEOM_ELLIPSOID,
       0,
       {.1, .2, .3},
       {25.132741228718345, 0.65345127194667696, 0.50265482457436694, 0.25132741228718347, 0.3}},
      {mjGEOM_BOX,
       0,
       {.1, .2, .3},
       {48.000000000000007, 2.0800000000000005, 1.6000000000000003, 0.80000000000000027, 0.37416573867739417}},
      {mjGEOM_SPHERE, 1, {.3}, {1130.9733552923256, 67.858401317539531, 67.858401317539531, 67.858401317539531, 0.3}},
      {mjGEOM_CAPSULE, 1, {.1, .4}, {628.31853071795865, 55.292030703180373, 55.292030703180373, 5.8643062867009474, 0.5}},
      {mjGEOM_CYLINDER,
       1,
       {.2, .3},
       {1005.3096491487339, 62.831853071795869, 62.831853071795869, 35.18583772020569, 0.36055512754639896}},
      {mjGEOM_ELLIPSOID, 1, {.1, .2, .3}, {489.71933333717311, 18.075174882542342, 14.068366576335393, 8.1026809368049726, 0.3}},
      {mjGEOM_BOX, 1, {.1, .2, .3}, {880, 54.13333333333334, 42.13333333333334, 24.266666666666673, 0.37416573867739417}},
  };
  for (int i = 0; i < 10; i++) {
    double mass = 1000 * ig_shape_measure(shapes[i].type, shapes[i].kind, shapes[i].size), got[5] = {mass};
    ig_shape_moments(got + 1, shapes[i].type, shapes[i].kind, shapes[i].size, mass);
    got[4] = ig_shape_radius(shapes[i].type, shapes[i].size);
    check_all("figures", got, shapes[i].figures, 5);
  }
}

// the turns end when they are smaller than about 1e-6, as in the reference
TEST(principal_axes_rebuild_the_matrix) {
  const double full[6] = {1, 2, 3, .1, .2, .3};
  static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
  double quat[4], moments[3], mat[9];
  CHECK(ig_principal_axes(quat, moments, full));
  CHECK(moments[0] >= moments[1] && moments[1] >= moments[2]);
  mju_quat2Mat(mat, quat);
  for (int n = 0; n < 6; n++) {
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += mat[3 * row[n] + k] * moments[k] * mat[3 * col[n] + k];
    CHECK_NEAR(sum, full[n], 1e-5);
  }
  const double flat[6] = {1, 1, 1, 5, 5, 5};
  CHECK(!ig_principal_axes(quat, moments, flat));
}

TEST(bodies_take_mass_bounds_and_totals) {
  mjModel* m = ig_compiled_world(
      "<compiler settotalmass='7' boundmass='.5' boundinertia='.01' balanceinertia='true' inertiagrouprange='0 2'/>"
      "<size nuser_geom='3' nuserdata='4' njmax='200' nconmax='50'/>",
      "<body user='1 2'><joint/><geom size='.1' group='3'/><geom size='.1 .2 .1' type='ellipsoid' shellinertia='true'/>"
      "<geom size='.1 .2 .1' type='box' shellinertia='true' pos='1 0 0'/>"
      "<geom size='.1 .2' type='capsule' shellinertia='true' pos='0 1 0'/>"
      "<geom size='.1 .2' type='cylinder' shellinertia='true' mass='3' user='4 5'/></body>"
      "<body><joint/><inertial pos='0 0 1' mass='1' diaginertia='1 1 3'/></body>"
      "<body><joint/><inertial pos='0 0 1' mass='1' fullinertia='1 2 3 .1 .2 .3'/><geom size='.1'/></body>",
      "");
  CHECK(m != NULL);
  if (!m) return;
  const double mass[] = {0, 6.9859529079681693, 0.0070235460159154628, 0.0070235460159154628};
  const double inertia[] = {0,
                            0,
                            0,
                            3.4391822489764476,
                            2.8865441949915875,
                            0.75686176187623644,
                            0.011705910026525771,
                            0.011705910026525771,
                            0.011705910026525771,
                            0.014047092031830926,
                            0.014047092031830926,
                            0.014047092031830926};
  check_all("mass", m->body_mass, mass, 4);
  check_all("inertia", m->body_inertia, inertia, 12);
  const double iquat[] = {0.27149356734491281, 0.6529098275338906, -0.27149356734491281, 0.6529098275338906};
  const double ipos[] = {0.4021524970719122, 0.37901979912717298, 0};
  const double third[] = {0.11797009634430689, 0.73344289669506835, 0.076483618382263197, 0.66505250151790474};
  check_all("iquat", m->body_iquat + 4, iquat, 4);
  check_all("ipos", m->body_ipos + 3, ipos, 3);
  check_all("iquat of a full matrix", m->body_iquat + 12, third, 4);
  CHECK_INT(m->nuser_body, 2);
  CHECK_NEAR(m->geom_user[3 * 4 + 1], 5, 0);
  CHECK_NEAR(m->geom_user[3 * 4 + 2], 0, 0);
  mj_deleteModel(m);
}

TEST(free_bodies_are_moved_to_their_inertial_frame) {
  mjModel* m = ig_compiled_world(
      "<compiler alignfree='true' angle='radian' eulerseq='XYz'/>",
      "<body pos='1 2 3' euler='.1 .2 .3'><freejoint/><geom type='box' size='.1 .2 .3' pos='.1 .2 0' euler='.3 .2 .1'/>"
      "<geom size='.1' pos='.4 0 0'/><site pos='.1 0 0'/><camera pos='0 0 1' xyaxes='1 0 0 0 1 1'/>"
      "<light pos='0 0 2' dir='1 1 -1'/></body>",
      "");
  CHECK(m != NULL);
  if (!m) return;
  const double pos[] = {1.0671101087592403, 2.2113384482367184, 3.0080319579139574};
  const double quat[] = {0.85217486293627498, 0.32112922373835023, 0.21757835642338025, 0.35118895691186813};
  const double site[] = {-0.1129631060891834, -0.12885688595842612, 0.071075472581984656};
  const double cam[] = {0.95776543898277966, 0.11485770545378607, -0.19529549035934538, -0.17706705744806878};
  const double dir[] = {0.83576452126412559, -0.098554779674049131, -0.54017091776543003};
  check_all("body_pos", m->body_pos + 3, pos, 3);
  check_all("body_quat", m->body_quat + 4, quat, 4);
  check_all("qpos0", m->qpos0, pos, 3);
  check_all("site_pos", m->site_pos, site, 3);
  check_all("cam_quat", m->cam_quat, cam, 4);
  check_all("light_dir", m->light_dir, dir, 3);
  CHECK_INT(m->body_sameframe[1], mjSAMEFRAME_BODY);
  mj_deleteModel(m);
}

TEST(static_bodies_fuse_into_their_parents) {
  mjModel* m = ig_compiled_world(
      "<compiler fusestatic='true'/>",
      "<body name='s0' pos='0 0 .1'><geom size='.1'/><body name='s1' euler='10 20 30' pos='.1 .2 .3'>"
      "<geom type='box' size='.1 .2 .3' pos='.1 0 0'/><site name='x' pos='1 0 0'/>"
      "<body name='mv' pos='1 0 0' euler='0 0 40'><joint/><geom size='.2'/></body></body></body>"
      "<body name='a' pos='1 0 0'><freejoint/><geom size='.1 .2' type='capsule' margin='.01'/><body pos='0 1 0' euler='30 0 0'>"
      "<geom size='.1 .2 .3' type='ellipsoid' pos='.1 .1 .1' euler='0 0 30' margin='.02' contype='2'/>"
      "<body name='kept'><geom size='.2'/></body>"
      "<body name='deep' pos='.1 0 0'><joint/><geom size='.1'/><site name='f'/></body></body></body>",
      "<sensor><framepos objtype='body' objname='kept'/><force site='f'/></sensor>");
  CHECK(m != NULL);
  if (!m) return;
  const double inertia[] = {12.187649254954739, 11.427490112356615, 0.94534772250347354};
  const double quat[] = {0.79495676353349298, 0.16953066546789988, 0.092471964761485032, 0.57511045314053866};
  CHECK_INT(m->nbody, 5);
  check_all("body_inertia", m->body_inertia + 6, inertia, 3);
  check_all("body_quat", m->body_quat + 4, quat, 4);
  CHECK_NEAR(m->body_mass[2], 41.887902047863918, 1e-12);
  CHECK_NEAR(m->body_margin[2], .02, 0);
  CHECK_INT(m->body_contype[2], 3);
  CHECK_INT(m->geom_bodyid[4], 2);
  CHECK_INT(mj_name2id(m, mjOBJ_BODY, "s1"), -1);
  CHECK_INT(mj_name2id(m, mjOBJ_BODY, "kept"), 3);
  mj_deleteModel(m);
}

// the exclude names the last body; after two fusions its old number, 5, is beyond the four bodies left
TEST(fusing_ends_when_the_last_named_body_is_out_of_range) {
  mjModel* m = ig_compiled_world("<compiler fusestatic='true'/>",
                                 "<body name='a'><joint/><geom size='.1'/><body name='s1'><geom size='.1'/></body>"
                                 "<body name='s2'><geom size='.1'/></body></body>"
                                 "<body name='b'><joint/><geom size='.1'/><body name='s3'><geom size='.1'/></body></body>"
                                 "<body name='c'><joint/><geom size='.1'/></body>",
                                 "<contact><exclude body1='a' body2='c'/></contact>");
  CHECK(m != NULL);
  if (!m) return;
  CHECK_INT(m->nbody, 6);
  CHECK_INT(mj_name2id(m, mjOBJ_BODY, "s1"), -1);
  CHECK_INT(mj_name2id(m, mjOBJ_BODY, "s2"), 2);
  CHECK_INT(mj_name2id(m, mjOBJ_BODY, "s3"), 4);
  mj_deleteModel(m);
}

TEST(orientations_in_five_forms_agree) {
  mjsCompiler settings = {.degree = 1, .eulerseq = {'x', 'y', 'z'}};
  mjsOrientation alt;
  double a[4] = {1, 0, 0, 0}, b[4] = {1, 0, 0, 0}, s = 0.70710678118654757;
  mjs_defaultOrientation(&alt);
  alt.type = mjORIENTATION_EULER, alt.euler[2] = 90;
  CHECK(!ig_resolve_orientation(a, &settings, &alt));
  CHECK_NEAR(a[0], s, 1e-15);
  CHECK_NEAR(a[3], s, 1e-15);
  alt.type = mjORIENTATION_XYAXES, alt.xyaxes[1] = 2, alt.xyaxes[3] = -3, alt.xyaxes[4] = 1;
  CHECK(!ig_resolve_orientation(b, &settings, &alt));
  for (int i = 0; i < 4; i++) CHECK_NEAR(a[i], b[i], 1e-15);
  alt.type = mjORIENTATION_AXISANGLE, alt.axisangle[2] = 5, alt.axisangle[3] = 90;
  CHECK(!ig_resolve_orientation(b, &settings, &alt));
  for (int i = 0; i < 4; i++) CHECK_NEAR(a[i], b[i], 1e-15);
  alt.type = mjORIENTATION_ZAXIS, alt.zaxis[0] = 2;
  CHECK(!ig_resolve_orientation(b, &settings, &alt));
  CHECK_NEAR(b[2], s, 1e-15);
  settings.eulerseq[1] = 'a';
  alt.type = mjORIENTATION_EULER;
  CHECK(ig_resolve_orientation(b, &settings, &alt) != NULL);
}
