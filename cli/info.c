// SPDX-License-Identifier: Apache-2.0
// ingot info: what is in a model.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "model/field.h"
#include "picture.h"
#include "source.h"
#include "terminal.h"
#include "units.h"

static const char help[] =
    "usage: ingot info [options] [model]\n\n"
    "Sizes, the tree of bodies, joints, actuators and sensors with units and ranges, and on a terminal with\n"
    "full colours (COLORTERM=truecolor) a small picture.\n\n"
    "  --all    also sizes that are zero\n"
    "  --json   for machines\n\n"
    "Example:\n"
    "  ingot info models/quadruped.xml\n";

static const char* const solver_names[] = {"PGS", "CG", "Newton"};
static const char* const cone_names[] = {"pyramidal", "elliptic"};
static const char* const integrator_names[] = {"Euler", "RK4", "implicit", "implicitfast"};

// a model from a file may have numbers that no name stands for
static const char* pick(const char* const* names, int count, int place) {
  return place >= 0 && place < count ? names[place] : "unknown";
}
#define PICK(names, place) pick(names, (int)(sizeof names / sizeof names[0]), place)

static double total_mass(const mjModel* m) {
  double mass = 0;
  for (int i = 0; i < m->nbody; i++) mass += m->body_mass[i];
  return mass;
}

static void print_options(const mjModel* m, const char* title) {
  ig_print_title(title);
  ig_print_pair("timestep", "%g s", m->opt.timestep);
  ig_print_pair("integrator", "%s", PICK(integrator_names, m->opt.integrator));
  ig_print_pair("solver", "%s, %s cones, %d iterations, tolerance %g", PICK(solver_names, m->opt.solver),
                PICK(cone_names, m->opt.cone), m->opt.iterations, m->opt.tolerance);
  ig_print_pair("gravity", "%g %g %g m/s\302\262", m->opt.gravity[0], m->opt.gravity[1], m->opt.gravity[2]);
  ig_print_pair("total mass", "%.6g kg", total_mass(m));
  ig_print_pair("model hash", "%016llx", (unsigned long long)ig_model_hash(m));
}

// in three columns
static void print_sizes(const mjModel* m, bool all) {
  ig_Size sizes[IG_MAX_FIELDS];
  int count = ig_model_sizes(sizes), shown = 0;
  printf("\n");
  ig_print_title("sizes");
  for (int i = 0; i < count; i++) {
    mjtSize size = ig_size_at(m, sizes[i].offset);
    if (!size && !all) continue;
    printf("  %-16s %10lld%s", sizes[i].name, (long long)size, shown++ % 3 == 2 ? "\n" : "");
  }
  if (shown % 3) printf("\n");
}

// children below their parent, drawn with lines; `stem` is what stands before the name
static void print_body(const mjModel* m, int body, const char* stem) {
  char name[128], next[512];
  int last = -1;
  for (int i = body + 1; i < m->nbody; i++) {
    if (m->body_parentid[i] == body) last = i;
  }
  for (int i = body + 1; i <= last; i++) {
    if (m->body_parentid[i] != body) continue;
    printf("  %s%s ", stem, i == last ? "\342\224\224\342\224\200" : "\342\224\234\342\224\200");
    ig_put_plain(stdout, ig_shown_name(m, mjOBJ_BODY, i, name));
    printf("%s  %.4g kg", ig_colour(stdout, IG_DIM), m->body_mass[i]);
    for (int k = 0; k < m->body_jntnum[i]; k++) printf(k ? ", %s" : "; %s", ig_joint_kind(m->jnt_type[m->body_jntadr[i] + k]));
    if (m->body_geomnum[i]) printf("; %d geom%s", m->body_geomnum[i], m->body_geomnum[i] > 1 ? "s" : "");
    if (m->body_mocapid[i] >= 0) printf("; mocap");
    printf("%s\n", ig_colour(stdout, IG_PLAIN));
    // deeper trees than the stem has room for are cut off, not the program
    if (strlen(stem) < sizeof next - 8) {
      snprintf(next, sizeof next, "%s%s", stem, i == last ? "   " : "\342\224\202  ");
      print_body(m, i, next);
    }
  }
}

static void print_tree(const mjModel* m) {
  printf("\n");
  ig_print_title("bodies");
  printf("  world\n");
  print_body(m, 0, "");
}

static void range_text(char text[80], bool limited, const mjtNum* range) {
  if (limited)
    snprintf(text, 80, "%.5g to %.5g", range[0], range[1]);
  else
    snprintf(text, 80, "-");
}

static void print_joints(const mjModel* m) {
  static const char* const headings[] = {"joint", "<kind", "<body", "range", "<unit", "damping", "stiffness", "armature"};
  if (!m->njnt) return;
  ig_Table table;
  ig_table_start(&table, 8, headings);
  char name[128], range[80];
  for (int i = 0; i < m->njnt; i++) {
    int dof = m->jnt_dofadr[i];
    ig_table_cell(&table, "%s", ig_shown_name(m, mjOBJ_JOINT, i, name));
    ig_table_cell(&table, "%s", ig_joint_kind(m->jnt_type[i]));
    ig_table_cell(&table, "%s", ig_shown_name(m, mjOBJ_BODY, m->jnt_bodyid[i], name));
    range_text(range, m->jnt_limited[i], m->jnt_range + 2 * i);
    ig_table_cell(&table, "%s", range);
    ig_table_cell(&table, "%s", ig_joint_unit(m->jnt_type[i]));
    ig_table_cell(&table, "%.4g", m->dof_damping[dof]);
    ig_table_cell(&table, "%.4g", m->jnt_stiffness[i]);
    ig_table_cell(&table, "%.4g", m->dof_armature[dof]);
  }
  printf("\n");
  ig_table_print(&table, stdout);
}

static void print_actuators(const mjModel* m) {
  static const char* const headings[] = {"actuator", "<kind", "<acts on", "gear", "control", "<unit", "force", "<unit"};
  if (!m->nu) return;
  ig_Table table;
  ig_table_start(&table, 8, headings);
  char name[128], range[80];
  for (int i = 0; i < m->nu; i++) {
    ig_table_cell(&table, "%s", ig_shown_name(m, mjOBJ_ACTUATOR, i, name));
    ig_table_cell(&table, "%s", ig_actuator_kind(m, i));
    char target[300];
    ig_table_cell(&table, "%s", ig_actuator_target(m, i, target));
    ig_table_cell(&table, "%.4g", m->actuator_gear[6 * i]);
    range_text(range, m->actuator_ctrllimited[i], m->actuator_ctrlrange + 2 * i);
    ig_table_cell(&table, "%s", range);
    ig_table_cell(&table, "%s", ig_control_unit(m, i));
    range_text(range, m->actuator_forcelimited[i], m->actuator_forcerange + 2 * i);
    ig_table_cell(&table, "%s", range);
    ig_table_cell(&table, "%s", ig_force_unit(m, i));
  }
  printf("\n");
  ig_table_print(&table, stdout);
}

static void print_sensors(const mjModel* m) {
  static const char* const headings[] = {"sensor", "<measures", "<of", "numbers", "<unit", "cutoff", "noise"};
  if (!m->nsensor) return;
  ig_Table table;
  ig_table_start(&table, 7, headings);
  char name[128];
  for (int i = 0; i < m->nsensor; i++) {
    const ig_SensorKind* kind = ig_sensor_kind(m->sensor_type[i]);
    ig_table_cell(&table, "%s", ig_shown_name(m, mjOBJ_SENSOR, i, name));
    ig_table_cell(&table, "%s", kind->name);
    ig_table_cell(&table, "%s", m->sensor_objid[i] >= 0 ? ig_shown_name(m, m->sensor_objtype[i], m->sensor_objid[i], name) : "-");
    ig_table_cell(&table, "%d", m->sensor_dim[i]);
    ig_table_cell(&table, "%s", ig_sensor_unit(m, i));
    if (m->sensor_cutoff[i] > 0)
      ig_table_cell(&table, "%.4g", m->sensor_cutoff[i]);
    else
      ig_table_cell(&table, "-");
    ig_table_cell(&table, "%.4g", m->sensor_noise[i]);
  }
  printf("\n");
  ig_table_print(&table, stdout);
}

// ---- json

// without a limit there is no range: the key is left out
static void json_range(ig_Json* json, const char* name, bool limited, const mjtNum* range) {
  if (limited) ig_json_numbers(json, name, range, 2);
}

static void json_bodies(ig_Json* json, const mjModel* m) {
  char name[128];
  ig_json_open(json, "bodies", '[');
  for (int i = 0; i < m->nbody; i++) {
    ig_json_open(json, NULL, '{');
    ig_json_text(json, "name", ig_shown_name(m, mjOBJ_BODY, i, name));
    ig_json_count(json, "parent", i ? m->body_parentid[i] : -1);
    ig_json_number(json, "mass", m->body_mass[i]);
    ig_json_count(json, "geoms", m->body_geomnum[i]);
    ig_json_close(json, '}');
  }
  ig_json_close(json, ']');
}

static void json_joints(ig_Json* json, const mjModel* m) {
  char name[128];
  ig_json_open(json, "joints", '[');
  for (int i = 0; i < m->njnt; i++) {
    ig_json_open(json, NULL, '{');
    ig_json_text(json, "name", ig_shown_name(m, mjOBJ_JOINT, i, name));
    ig_json_text(json, "kind", ig_joint_kind(m->jnt_type[i]));
    ig_json_count(json, "body", m->jnt_bodyid[i]);
    ig_json_text(json, "unit", ig_joint_unit(m->jnt_type[i]));
    json_range(json, "range", m->jnt_limited[i], m->jnt_range + 2 * i);
    ig_json_count(json, "qpos", m->jnt_qposadr[i]);
    ig_json_count(json, "dof", m->jnt_dofadr[i]);
    ig_json_close(json, '}');
  }
  ig_json_close(json, ']');
}

static void json_actuators(ig_Json* json, const mjModel* m) {
  char name[128], target[300];
  ig_json_open(json, "actuators", '[');
  for (int i = 0; i < m->nu; i++) {
    ig_json_open(json, NULL, '{');
    ig_json_text(json, "name", ig_shown_name(m, mjOBJ_ACTUATOR, i, name));
    ig_json_text(json, "kind", ig_actuator_kind(m, i));
    ig_json_text(json, "target", ig_actuator_target(m, i, target));
    json_range(json, "control_range", m->actuator_ctrllimited[i], m->actuator_ctrlrange + 2 * i);
    ig_json_text(json, "control_unit", ig_control_unit(m, i));
    json_range(json, "force_range", m->actuator_forcelimited[i], m->actuator_forcerange + 2 * i);
    ig_json_text(json, "force_unit", ig_force_unit(m, i));
    ig_json_close(json, '}');
  }
  ig_json_close(json, ']');
}

static void json_sensors(ig_Json* json, const mjModel* m) {
  char name[128];
  ig_json_open(json, "sensors", '[');
  for (int i = 0; i < m->nsensor; i++) {
    ig_json_open(json, NULL, '{');
    ig_json_text(json, "name", ig_shown_name(m, mjOBJ_SENSOR, i, name));
    ig_json_text(json, "kind", ig_sensor_kind(m->sensor_type[i])->name);
    ig_json_count(json, "numbers", m->sensor_dim[i]);
    ig_json_count(json, "address", m->sensor_adr[i]);
    ig_json_text(json, "unit", ig_sensor_unit(m, i));
    ig_json_close(json, '}');
  }
  ig_json_close(json, ']');
}

static void json_model(const mjModel* m, const char* title) {
  ig_Json json = {.stream = stdout};
  ig_Size sizes[IG_MAX_FIELDS];
  int count = ig_model_sizes(sizes);
  ig_json_open(&json, NULL, '{');
  ig_json_text(&json, "model", title);
  ig_json_number(&json, "timestep", m->opt.timestep);
  ig_json_text(&json, "integrator", PICK(integrator_names, m->opt.integrator));
  ig_json_text(&json, "solver", PICK(solver_names, m->opt.solver));
  ig_json_text(&json, "cone", PICK(cone_names, m->opt.cone));
  ig_json_number(&json, "total_mass", total_mass(m));
  ig_json_open(&json, "sizes", '{');
  for (int i = 0; i < count; i++) ig_json_count(&json, sizes[i].name, (long long)ig_size_at(m, sizes[i].offset));
  ig_json_close(&json, '}');
  json_bodies(&json, m);
  json_joints(&json, m);
  json_actuators(&json, m);
  json_sensors(&json, m);
  ig_json_close(&json, '}');
}

static int info_command(int argc, char** argv) {
  static const struct option known[] = {{"json", no_argument, 0, 'j'}, {"all", no_argument, 0, 'a'}, {0, 0, 0, 0}};
  bool json = false, all = false;
  for (int found; (found = getopt_long(argc, argv, "", known, NULL)) != -1;) {
    if (found == 'j')
      json = true;
    else if (found == 'a')
      all = true;
    else
      return ig_option_unknown(argv, known);
  }
  if (argc - optind > 1) return ig_complain(IG_EXIT_USAGE, "one model at a time, not also '%s'", argv[optind + 1]);
  const char* path = argc > optind ? argv[optind] : NULL;
  mjModel* m = ig_open_model(path);
  if (!m) return IG_EXIT_MODEL;
  if (json) {
    json_model(m, ig_model_title(path));
  } else {
    print_options(m, ig_model_title(path));
    ig_picture_print(m, 64);
    print_sizes(m, all);
    print_tree(m);
    print_joints(m);
    print_actuators(m);
    print_sensors(m);
  }
  mj_deleteModel(m);
  return IG_EXIT_OK;
}

const ig_Command ig_command_info = {"info", "sizes, bodies, joints, actuators, sensors with units and ranges", help,
                                    info_command};
