// SPDX-License-Identifier: Apache-2.0
// URDF gives every link one joint to its parent, at the origin of the link. So a body with several joints becomes a chain
// of links, all but the last without mass, and the frame of a link stands at the anchor of its joint.
#include "urdf_writer.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "source.h"

typedef struct {
  const mjModel* m;
  FILE* stream;
  int meshes, others;  // shapes that URDF has no word for
} Writer;

const char* ig_urdf_obstacle(const mjModel* m) {
  for (int i = 0; i < m->njnt; i++) {
    if (m->jnt_type[i] == mjJNT_BALL) return "it has a ball joint";
    bool root = m->body_parentid[m->jnt_bodyid[i]] == 0;
    if (m->jnt_type[i] == mjJNT_FREE && !root) return "it has a free joint below the world";
  }
  return m->nflex ? "it has flexes" : NULL;
}

// names in URDF are attribute values
static void write_name(Writer* writer, int type, int id, const char* suffix) {
  char text[128];
  for (const char* c = ig_shown_name(writer->m, type, id, text); *c; c++) {
    if (*c == '&' || *c == '<' || *c == '"')
      fprintf(writer->stream, "&#%d;", *c);
    else
      fputc(*c == ' ' ? '_' : *c, writer->stream);
  }
  fputs(suffix, writer->stream);
}

// roll, pitch and yaw about fixed axes
static void write_origin(Writer* writer, const mjtNum pos[3], const mjtNum quat[4]) {
  mjtNum r[9];
  mju_quat2Mat(r, quat);
  double pitch = asin(fmax(-1, fmin(1, -r[6]))), roll = atan2(r[7], r[8]), yaw = atan2(r[3], r[0]);
  fprintf(writer->stream, "<origin xyz=\"%.17g %.17g %.17g\" rpy=\"%.17g %.17g %.17g\"/>", pos[0], pos[1], pos[2], roll, pitch,
          yaw);
}

static void write_inertial(Writer* writer, int body, const mjtNum shift[3]) {
  const mjModel* m = writer->m;
  const mjtNum* inertia = m->body_inertia + 3 * body;
  mjtNum pos[3];
  mju_sub3(pos, m->body_ipos + 3 * body, shift);
  fputs("    <inertial>", writer->stream);
  write_origin(writer, pos, m->body_iquat + 4 * body);
  fprintf(
      writer->stream,
      "<mass value=\"%.17g\"/><inertia ixx=\"%.17g\" iyy=\"%.17g\" izz=\"%.17g\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>\n",
      m->body_mass[body], inertia[0], inertia[1], inertia[2]);
}

static void write_shape(Writer* writer, const char* role, const mjtNum pos[3], const mjtNum quat[4], const char* shape) {
  fprintf(writer->stream, "    <%s>", role);
  write_origin(writer, pos, quat);
  fprintf(writer->stream, "<geometry>%s</geometry></%s>\n", shape, role);
}

// a capsule is a cylinder with a ball on either end
static void write_capsule_ends(Writer* writer, const char* role, const mjtNum pos[3], const mjtNum quat[4], const mjtNum* size) {
  char shape[128];
  snprintf(shape, sizeof shape, "<sphere radius=\"%.17g\"/>", size[0]);
  for (int side = -1; side <= 1; side += 2) {
    mjtNum offset[3] = {0, 0, side * size[1]}, end[3];
    mju_rotVecQuat(end, offset, quat);
    mju_addTo3(end, pos);
    write_shape(writer, role, end, quat, shape);
  }
}

static void write_geom(Writer* writer, int geom, const mjtNum shift[3]) {
  const mjModel* m = writer->m;
  const mjtNum* size = m->geom_size + 3 * geom;
  const mjtNum* quat = m->geom_quat + 4 * geom;
  bool collides = m->geom_contype[geom] || m->geom_conaffinity[geom];
  mjtNum pos[3];
  mju_sub3(pos, m->geom_pos + 3 * geom, shift);
  char shape[256];
  switch (m->geom_type[geom]) {
    case mjGEOM_SPHERE: snprintf(shape, sizeof shape, "<sphere radius=\"%.17g\"/>", size[0]); break;
    case mjGEOM_BOX:
      snprintf(shape, sizeof shape, "<box size=\"%.17g %.17g %.17g\"/>", 2 * size[0], 2 * size[1], 2 * size[2]);
      break;
    case mjGEOM_CYLINDER:
    case mjGEOM_CAPSULE:
      snprintf(shape, sizeof shape, "<cylinder radius=\"%.17g\" length=\"%.17g\"/>", size[0], 2 * size[1]);
      break;
    case mjGEOM_MESH: writer->meshes++; return;
    default: writer->others++; return;
  }
  for (int role = 0; role < 1 + collides; role++) {
    const char* name = role ? "collision" : "visual";
    write_shape(writer, name, pos, quat, shape);
    if (m->geom_type[geom] == mjGEOM_CAPSULE) write_capsule_ends(writer, name, pos, quat, size);
  }
}

static const mjtNum origin[3] = {0, 0, 0};

// the anchor of a body's last joint, where its link has its frame
static const mjtNum* link_shift(const mjModel* m, int body) {
  int last = m->body_jntadr[body] + m->body_jntnum[body] - 1;
  return m->body_jntnum[body] && m->jnt_type[last] != mjJNT_FREE ? m->jnt_pos + 3 * last : origin;
}

static void write_link(Writer* writer, int body) {
  const mjModel* m = writer->m;
  const mjtNum* shift = link_shift(m, body);
  fputs("  <link name=\"", writer->stream);
  write_name(writer, mjOBJ_BODY, body, "\">\n");
  if (body) write_inertial(writer, body, shift);
  for (int i = 0; i < m->body_geomnum[body]; i++) write_geom(writer, m->body_geomadr[body] + i, shift);
  fputs("  </link>\n", writer->stream);
}

static void write_limits(Writer* writer, int joint) {
  const mjModel* m = writer->m;
  const mjtNum *range = m->jnt_range + 2 * joint, *force = m->jnt_actfrcrange + 2 * joint;
  double effort = m->jnt_actfrclimited[joint] ? fmax(fabs(force[0]), fabs(force[1])) : 1e6;
  if (m->jnt_limited[joint]) {
    fprintf(writer->stream, "    <limit lower=\"%.17g\" upper=\"%.17g\" effort=\"%.17g\" velocity=\"1e6\"/>\n", range[0],
            range[1], effort);
  } else if (m->jnt_type[joint] == mjJNT_SLIDE) {
    fprintf(writer->stream, "    <limit lower=\"-1e6\" upper=\"1e6\" effort=\"%.17g\" velocity=\"1e6\"/>\n", effort);
  }
  int dof = m->jnt_dofadr[joint];
  if (m->dof_damping[dof] > 0 || m->dof_frictionloss[dof] > 0) {
    fprintf(writer->stream, "    <dynamics damping=\"%.17g\" friction=\"%.17g\"/>\n", m->dof_damping[dof],
            m->dof_frictionloss[dof]);
  }
}

static const char* joint_word(const mjModel* m, int joint) {
  if (joint < 0) return "fixed";
  switch (m->jnt_type[joint]) {
    case mjJNT_FREE: return "floating";
    case mjJNT_SLIDE: return "prismatic";
    default: return m->jnt_limited[joint] ? "revolute" : "continuous";
  }
}

// the link between joints of one body
static void write_between(Writer* writer, int body, int step) {
  char suffix[32];
  snprintf(suffix, sizeof suffix, "__%d", step);
  write_name(writer, mjOBJ_BODY, body, suffix);
}

// Joint `step` of a body's chain. The first starts from the parent's link frame, the others from the link before.
static void write_joint(Writer* writer, int body, int step, int count) {
  const mjModel* m = writer->m;
  int joint = count ? m->body_jntadr[body] + step : -1, parent = m->body_parentid[body];
  const mjtNum* here = joint >= 0 && m->jnt_type[joint] != mjJNT_FREE ? m->jnt_pos + 3 * joint : origin;
  const mjtNum unit[4] = {1, 0, 0, 0};
  mjtNum pos[3];
  if (step == 0) {
    mju_rotVecQuat(pos, here, m->body_quat + 4 * body);
    mju_addTo3(pos, m->body_pos + 3 * body);
    mju_subFrom3(pos, link_shift(m, parent));
  } else {
    mju_sub3(pos, here, m->jnt_pos + 3 * (joint - 1));
  }
  fputs("  <joint name=\"", writer->stream);
  if (joint >= 0)
    write_name(writer, mjOBJ_JOINT, joint, "\"");
  else
    write_name(writer, mjOBJ_BODY, body, "__fixed\"");
  fprintf(writer->stream, " type=\"%s\">\n    <parent link=\"", joint_word(m, joint));
  if (step == 0)
    write_name(writer, mjOBJ_BODY, parent, "");
  else
    write_between(writer, body, step);
  fputs("\"/>\n    <child link=\"", writer->stream);
  if (step >= count - 1)
    write_name(writer, mjOBJ_BODY, body, "");
  else
    write_between(writer, body, step + 1);
  fputs("\"/>\n    ", writer->stream);
  write_origin(writer, pos, step ? unit : m->body_quat + 4 * body);
  fputc('\n', writer->stream);
  if (joint >= 0 && m->jnt_type[joint] != mjJNT_FREE) {
    const mjtNum* axis = m->jnt_axis + 3 * joint;
    fprintf(writer->stream, "    <axis xyz=\"%.17g %.17g %.17g\"/>\n", axis[0], axis[1], axis[2]);
    write_limits(writer, joint);
  }
  fputs("  </joint>\n", writer->stream);
}

static void write_body(Writer* writer, int body) {
  int count = writer->m->body_jntnum[body];
  for (int step = 1; step < count; step++) {
    fputs("  <link name=\"", writer->stream);
    write_between(writer, body, step);
    fputs("\"/>\n", writer->stream);
  }
  write_link(writer, body);
  for (int step = 0; step < count || step == 0; step++) write_joint(writer, body, step, count);
}

static void note_left_out(const Writer* writer, FILE* notes) {
  const mjModel* m = writer->m;
  const struct {
    mjtSize count;
    const char* what;
  } lost[] = {{writer->meshes, "meshes"}, {writer->others, "planes and other shapes"},
              {m->ntendon, "tendons"},    {m->nu, "actuators"},
              {m->nsensor, "sensors"},    {m->neq, "equalities"},
              {m->nkey, "keyframes"},     {m->nsite, "sites"}};
  for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++) {
    if (lost[i].count) fprintf(notes, "note: %lld %s left out\n", (long long)lost[i].count, lost[i].what);
  }
}

void ig_write_urdf(const mjModel* m, FILE* stream, FILE* notes) {
  Writer writer = {.m = m, .stream = stream};
  fputs("<?xml version=\"1.0\"?>\n<robot name=\"", stream);
  for (const char* c = m->names; *c; c++) {
    if (*c == '&' || *c == '<' || *c == '"')
      fprintf(stream, "&#%d;", *c);
    else
      fputc(*c, stream);
  }
  fputs("\">\n", stream);
  write_link(&writer, 0);
  for (int i = 1; i < m->nbody; i++) write_body(&writer, i);
  fputs("</robot>\n", stream);
  note_left_out(&writer, notes);
}
