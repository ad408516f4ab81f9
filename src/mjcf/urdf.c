// SPDX-License-Identifier: Apache-2.0
#include "mjcf/urdf.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform/files.h"
#include "base/resource.h"
#include "math/quat.h"
#include "mjcf/table/attr.h"
#include "mjcf/text/path.h"
#include "spec/access.h"
#include "spec/add.h"
#include "spec/builtin.h"
#include "spec/container.h"
#include "spec/pose.h"

// joints that no single MJCF joint stands for
enum { PLANAR = -1, FIXED = -2 };

static const ig_Word joint_types[] = {
    {"revolute", mjJNT_HINGE}, {"continuous", mjJNT_HINGE}, {"prismatic", mjJNT_SLIDE}, {"fixed", FIXED},
    {"floating", mjJNT_FREE},  {"planar", PLANAR},          {"spherical", mjJNT_BALL},  {0, 0},
};

typedef struct Link_ {
  const char* name;
  const ig_Node* node;
  struct Link_* parent;
  mjsBody* body;
} Link;

// materials are colours; the textures of URDF are not read
typedef struct Material_ {
  const char* name;
  float rgba[4];
  struct Material_* next;
} Material;

typedef struct MeshFile_ {
  const char* name;   // without folder and ending
  const char* given;  // name of the mesh: with a number when the same file has several scales
  double scale[3];
  struct MeshFile_* next;
} MeshFile;

typedef struct Names_ {
  const char* name;
  struct Names_* next;
} Names;

// everything found in the file so far; memory comes from the reader's pool
typedef struct Robot_ {
  ig_Reader* r;
  const ig_Node* root;
  Link* links;
  int nlink;
  Material* materials;
  MeshFile* meshes;
  Names* geoms;      // names in use
  Names* reported;   // elements that have been reported as ignored
  bool keeps_paths;  // some mesh is found through its package alone: names of files are not cut any more
} Robot;

static bool known(const Names* names, const char* name) {
  for (; names; names = names->next) {
    if (!strcmp(names->name, name)) return true;
  }
  return false;
}

static void add_name(Robot* u, Names** names, const char* name) {
  Names* more = ig_arena_take(u->r->pool, sizeof(Names));
  more->name = name;
  more->next = *names;
  *names = more;
}

// each kind of element that has no counterpart is named once
static void report(Robot* u, const ig_Node* node) {
  if (known(u->reported, node->name)) return;
  add_name(u, &u->reported, node->name);
  ig_Place place = ig_node_place(node);
  mju_warning("URDF element '%s' is ignored (%s:%d:%d)", node->name, place.file, place.line, place.column);
}

static const char* required(Robot* u, const ig_Node* node, const char* name) {
  const char* value = ig_xml_value(node, name);
  if (!value) ig_fail_node(u->r->diag, node, "required attribute missing: '%s' has to be given here", name);
  return value;
}

static const ig_Node* required_child(Robot* u, const ig_Node* node, const char* name) {
  const ig_Node* child = ig_xml_child(node, name);
  if (!child) ig_fail_node(u->r->diag, node, "missing element: '%s' has to stand in here", name);
  return child;
}

static bool listed(const char* const names[], const char* name) {
  for (; *names; names++) {
    if (!strcmp(*names, name)) return true;
  }
  return false;
}

// elements that their parent has once at most, looked for in those that are read at all
static bool check_unique(Robot* u, const ig_Node* node) {
  static const char* const single[] = {"inertial", "origin", "axis",    "limit",    "dynamics", "parent", "child",
                                       "geometry", "mass",   "inertia", "color",    "box",      "sphere", "cylinder",
                                       "capsule",  "mesh",   "mujoco",  "compiler", "option",   "size",   NULL};
  static const char* const read[] = {"link", "joint", "material", "inertial", "visual", "collision", "geometry", "mujoco", NULL};
  bool colour_only = !strcmp(node->name, "visual") && u->r->spec->compiler.discardvisual;
  for (const ig_Node* child = node->first; child; child = child->next) {
    if (colour_only && strcmp(child->name, "material")) continue;
    bool once = listed(single, child->name) || (node != u->root && !strcmp(child->name, "material"));
    if (once && ig_xml_next(child, child->name)) {
      return ig_fail_node(u->r->diag, child, "repeated element: '%s' may stand here once", child->name);
    }
    if (listed(read, child->name) && !check_unique(u, child)) return false;
  }
  return true;
}

static bool read_number(Robot* u, const ig_Node* node, const char* name, double* value, int count) {
  int given = ig_read_reals(u->r, node, name, value, count);
  if (given < 0) return false;
  return given || ig_fail_node(u->r->diag, node, "required attribute missing: '%s' has to be given here", name);
}

// roll, pitch, yaw are turns about the fixed axes x, y, z
static bool read_origin(Robot* u, const ig_Node* node, double pos[3], double quat[4]) {
  ig_zero3(pos);
  ig_unit4(quat);
  const ig_Node* origin = ig_xml_child(node, "origin");
  if (!origin) return true;
  mjsOrientation alt;
  ig_builtin_orientation(&alt);
  if (ig_read_reals(u->r, origin, "xyz", pos, 3) < 0) return false;
  int given = ig_read_reals(u->r, origin, "rpy", alt.euler, 3);
  if (given <= 0) return given == 0;
  alt.type = mjORIENTATION_EULER;
  ig_orientation_quat(quat, 0, "XYZ", &alt);
  return true;
}

// ------------------------------------------------ links and their tree

// links stand in any order and form a tree only through the joints, so they are collected before anything is built
static Link* find_link(Robot* u, const char* name) {
  for (int i = 0; i < u->nlink; i++) {
    if (!strcmp(u->links[i].name, name)) return &u->links[i];
  }
  return NULL;
}

static bool collect_links(Robot* u, const ig_Node* robot) {
  int count = 0;
  for (const ig_Node* n = ig_xml_child(robot, "link"); n; n = ig_xml_next(n, "link")) count++;
  u->links = ig_arena_take(u->r->pool, (size_t)(count + 1) * sizeof(Link));
  for (const ig_Node* n = ig_xml_child(robot, "link"); n; n = ig_xml_next(n, "link")) {
    const char* name = required(u, n, "name");
    if (!name) return false;
    if (find_link(u, name)) return ig_fail_node(u->r->diag, n, "repeated URDF name: '%s'", name);
    u->links[u->nlink++] = (Link){.name = name, .node = n};
  }
  return true;
}

static Link* joint_end(Robot* u, const ig_Node* joint, const char* end) {
  const ig_Node* node = required_child(u, joint, end);
  const char* name = node ? required(u, node, "link") : NULL;
  Link* link = name ? find_link(u, name) : NULL;
  if (name && !link) ig_fail_node(u->r->diag, joint, "a joint of the URDF names the link '%s', which is not there", name);
  return link;
}

static bool connect_links(Robot* u, const ig_Node* robot) {
  for (const ig_Node* n = ig_xml_child(robot, "joint"); n; n = ig_xml_next(n, "joint")) {
    Link *parent = joint_end(u, n, "parent"), *child = parent ? joint_end(u, n, "child") : NULL;
    if (!child) return false;
    if (child->parent) return ig_fail_node(u->r->diag, n, "URDF body has multiple parents: '%s'", child->name);
    child->parent = parent;
  }
  return true;
}

// bodies below a link, in the order of the file. A link called world is the world body.
static bool add_below(Robot* u, Link* parent, mjsBody* body, int depth) {
  if (depth > u->r->limits->depth) {
    return ig_fail(u->r->diag, "URDF links are nested more than %d deep", u->r->limits->depth);
  }
  for (int i = 0; i < u->nlink; i++) {
    Link* link = &u->links[i];
    if (link->parent != parent) continue;
    if (!strcmp(link->name, "world")) {
      link->body = ig_find_body(u->r->spec, "world");
    } else {
      link->body = ig_add_body(body, NULL);
      if (ig_set_name(link->body->element, link->name)) return ig_fail(u->r->diag, "%s", ig_spec_error(u->r->spec));
    }
    if (!add_below(u, link, link->body, depth + 1)) return false;
  }
  return true;
}

// what hangs on no root is on a cycle
static bool build_tree(Robot* u) {
  if (!add_below(u, NULL, ig_find_body(u->r->spec, "world"), 0)) return false;
  for (int i = 0; i < u->nlink; i++) {
    if (!u->links[i].body) {
      return ig_fail_node(u->r->diag, u->links[i].node, "URDF link '%s' is its own ancestor", u->links[i].name);
    }
  }
  return true;
}

// ------------------------------------------------ geoms

// Where a file of package://name/rest is looked for; `tried` names the places for the message when none has it.
typedef struct {
  Robot* u;
  const char *name, *rest;  // rest begins after the slash
  size_t length;            // of the name
  char tried[600];
} Search;

static bool exists(Search* s, const char* path) {
  mjResource* found = ig_resource_open("", path, s->u->r->vfs, NULL, 0);
  ig_resource_close(found);
  size_t used = strlen(s->tried);
  if (!found) snprintf(s->tried + used, sizeof s->tried - used, "%s%s", used ? ", " : "", path);
  return found;
}

// the package is this folder, or one in it
static const char* in_folder(Search* s, const char* folder) {
  const char* last = ig_path_file(folder);
  bool inside = strlen(last) == s->length && !strncmp(last, s->name, s->length);
  const char* path = ig_path_join(s->u->r->pool, folder, inside ? s->rest : s->name);
  return exists(s, path) ? path : NULL;
}

// from a folder upwards, until one holds the file
static const char* in_folders_around(Search* s, const char* folder) {
  char* dir = ig_arena_text(s->u->r->pool, folder, strlen(folder));
  size_t end = strlen(dir);
  for (;;) {
    while (end > 1 && dir[end - 1] == '/') dir[--end] = 0;
    const char* found = in_folder(s, end ? dir : ".");
    if (found || !strcmp(dir, "/")) return found;
    while (end && dir[end - 1] != '/') dir[--end] = 0;
    if (!end) return NULL;
  }
}

// INGOT_PACKAGE_PATH has entries name=folder, ROS_PACKAGE_PATH folders with packages in them
static const char* in_listed_folders(Search* s) {
  static const char* const lists[] = {"INGOT_PACKAGE_PATH", "ROS_PACKAGE_PATH"};
  for (int i = 0; i < 2; i++) {
    const char* list = getenv(lists[i]);
    while (list && *list) {
      size_t size = strcspn(list, ":");
      char* entry = ig_arena_text(s->u->r->pool, list, size);
      char* value = i ? NULL : strchr(entry, '=');
      const char* found = NULL;
      if (value) {
        bool meant = (size_t)(value - entry) == s->length && !strncmp(entry, s->name, s->length);
        const char* path = meant ? ig_path_join(s->u->r->pool, value + 1, s->rest) : NULL;
        found = path && exists(s, path) ? path : NULL;
      } else if (entry[0]) {
        found = in_folder(s, entry);
      }
      if (found) return found;
      list += size + (list[size] == ':');
    }
  }
  return NULL;
}

// Packages that were named come first, then the folders around the model file, of which the last search goes up to the root
// of the file system, also for a path that was given relative to the working folder.
static const char* find_package(Robot* u, const char* file, Search* s) {
  static const char scheme[] = "package://";
  *s = (Search){.u = u};
  if (strncmp(file, scheme, sizeof(scheme) - 1)) return NULL;
  s->name = file + sizeof(scheme) - 1;
  const char* slash = strchr(s->name, '/');
  if (!slash) return NULL;
  s->rest = slash + 1;
  s->length = (size_t)(slash - s->name);
  const char* found = in_listed_folders(s);
  if (!found) found = in_folders_around(s, u->r->modeldir);
  char whole[IG_PATH_ROOM];
  if (!found && !ig_path_absolute(u->r->modeldir) && ig_whole_path(u->r->modeldir[0] ? u->r->modeldir : ".", whole)) {
    s->tried[0] = 0;
    found = in_folders_around(s, whole);
  }
  return found;
}

// a file is one mesh per scale: the first has the name of the file, the others a number behind it
static const MeshFile* find_mesh(Robot* u, const char* file, const char* name, const double scale[3], const char* info) {
  int same = 0;
  for (const MeshFile* m = u->meshes; m; m = m->next) {
    if (strcmp(m->name, name)) continue;
    if (m->scale[0] == scale[0] && m->scale[1] == scale[1] && m->scale[2] == scale[2]) return m;
    same++;
  }
  MeshFile* mesh = ig_arena_take(u->r->pool, sizeof(MeshFile));
  size_t size = strlen(name) + 16;
  char* given = ig_arena_take(u->r->pool, size);
  snprintf(given, size, same ? "%s%d" : "%s", name, same);
  *mesh = (MeshFile){.name = name, .given = given, .scale = {scale[0], scale[1], scale[2]}, .next = u->meshes};
  u->meshes = mesh;
  mjsMesh* asset = ig_add_mesh(u->r->spec, NULL);
  ig_text_set(asset->file, file);
  ig_set_name(asset->element, given);
  ig_text_set(asset->info, info);
  ig_copy3(asset->scale, scale);
  return mesh;
}

// a file of this name lies where 3.5.0 looks for it: beside the model file or in the folder for meshes
static bool beside(Robot* u, const char* name) {
  const char* meshdir = u->r->spec->compiler.meshdir ? ig_text(u->r->spec->compiler.meshdir) : "";
  const char* path = ig_path_join(u->r->pool, meshdir, name);
  mjResource* found = ig_resource_open(u->r->modeldir, path, u->r->vfs, NULL, 0);
  ig_resource_close(found);
  return found;
}

// Meshes in other folders keep theirs, as a whole path, which no folder for meshes is put before.
static const char* keep_path(Robot* u, const char* path) {
  char whole[IG_PATH_ROOM];
  // one that only a virtual file system has is whole already
  const char* kept = ig_whole_path(path, whole) ? whole : path;
  if (!ig_path_absolute(kept)) return path;
  u->keeps_paths = true;
  return ig_arena_text(u->r->pool, kept, strlen(kept));
}

static bool read_mesh(Robot* u, const ig_Node* node, mjsGeom* geom) {
  double scale[3] = {1, 1, 1};
  const char* file = required(u, node, "filename");
  if (!file || ig_read_reals(u->r, node, "scale", scale, 3) < 0) return false;
  Search search;
  const char* resolved = find_package(u, file, &search);
  bool stripped = u->r->spec->strippath;
  if (resolved && stripped && !beside(u, ig_path_file(file))) resolved = keep_path(u, resolved);
  if (resolved && (!stripped || u->keeps_paths)) {
    file = resolved;
  } else if (stripped) {
    file = ig_path_file(file);
  }
  const char* base = ig_path_file(file);
  const char* name = ig_arena_text(u->r->pool, base, strlen(base) - strlen(ig_path_suffix(base)));
  ig_Place place = ig_node_place(node);
  char info[1000];
  int n = snprintf(info, sizeof info, "%s:%d:%d", place.file, place.line, place.column);
  if (!resolved && search.tried[0]) snprintf(info + n, sizeof info - (size_t)n, ", also looked for %s", search.tried);
  geom->type = mjGEOM_MESH;
  ig_text_set(geom->meshname, find_mesh(u, file, name, scale, info)->given);
  return true;
}

// lengths in URDF are whole, in MJCF half
static bool read_shape(Robot* u, const ig_Node* geometry, mjsGeom* geom) {
  const ig_Node* node;
  if ((node = ig_xml_child(geometry, "box"))) {
    geom->type = mjGEOM_BOX;
    if (!read_number(u, node, "size", geom->size, 3)) return false;
    for (int i = 0; i < 3; i++) geom->size[i] /= 2;
    return true;
  }
  if ((node = ig_xml_child(geometry, "sphere"))) {
    geom->type = mjGEOM_SPHERE;
    return read_number(u, node, "radius", geom->size, 1);
  }
  bool cylinder = (node = ig_xml_child(geometry, "cylinder")) != NULL;
  if (cylinder || (node = ig_xml_child(geometry, "capsule"))) {
    geom->type = cylinder ? mjGEOM_CYLINDER : mjGEOM_CAPSULE;
    if (!read_number(u, node, "radius", geom->size, 1) || !read_number(u, node, "length", geom->size + 1, 1)) {
      return false;
    }
    geom->size[1] /= 2;
    return true;
  }
  if ((node = ig_xml_child(geometry, "mesh"))) return read_mesh(u, node, geom);
  return ig_fail_node(u->r->diag, geometry,
                      "visual geometry specification not found; expected box, sphere, cylinder, "
                      "capsule or mesh");
}

// the first geom of a name keeps it, the others stay unnamed
static void name_geom(Robot* u, const ig_Node* node, mjsGeom* geom) {
  const char* name = ig_xml_value(node, "name");
  if (!name || !name[0]) return;
  if (known(u->geoms, name)) return;
  add_name(u, &u->geoms, name);
  ig_set_name(geom->element, name);
}

// visual shapes have no mass and touch nothing
static bool read_geom(Robot* u, const ig_Node* node, mjsBody* body, const float rgba[4]) {
  const ig_Node* geometry = required_child(u, node, "geometry");
  if (!geometry) return false;
  mjsGeom* geom = ig_add_geom(body, NULL);
  bool collision = !strcmp(node->name, "collision");
  geom->contype = geom->conaffinity = collision;
  if (!collision) {
    geom->group = 1;
    geom->density = 0;
  }
  if (rgba[0] >= 0) memcpy(geom->rgba, rgba, 4 * sizeof(float));
  if (!read_shape(u, geometry, geom) || !read_origin(u, node, geom->pos, geom->quat)) return false;
  name_geom(u, node, geom);
  return true;
}

// ------------------------------------------------ materials

static bool read_color(Robot* u, const ig_Node* material, float rgba[4], bool* given) {
  const ig_Node* color = ig_xml_child(material, "color");
  *given = color != NULL;
  if (!color) return true;
  int n = ig_read_floats(u->r, color, "rgba", rgba, 4);
  if (n < 0) return false;
  return n || ig_fail_node(u->r->diag, color, "required attribute missing: 'rgba'");
}

static const Material* find_material(const Robot* u, const char* name) {
  for (const Material* m = u->materials; m; m = m->next) {
    if (!strcmp(m->name, name)) return m;
  }
  return NULL;
}

// named colours anywhere in the file; the first of a name counts
static bool collect_materials(Robot* u, const ig_Node* node) {
  const char* name = ig_xml_value(node, "name");
  if (!strcmp(node->name, "material") && name && !find_material(u, name)) {
    Material* material = ig_arena_take(u->r->pool, sizeof(Material));
    bool given;
    material->name = name;
    if (!read_color(u, node, material->rgba, &given)) return false;
    if (given) {
      material->next = u->materials;
      u->materials = material;
    }
  }
  for (const ig_Node* n = node->first; n; n = n->next) {
    if (!collect_materials(u, n)) return false;
  }
  return true;
}

static bool read_material(Robot* u, const ig_Node* visual, float rgba[4]) {
  const ig_Node* node = ig_xml_child(visual, "material");
  if (!node) return true;
  bool given;
  if (!read_color(u, node, rgba, &given)) return false;
  if (given) return true;
  const char* name = required(u, node, "name");
  if (!name) return false;
  const Material* material = find_material(u, name);
  if (material) memcpy(rgba, material->rgba, 4 * sizeof(float));
  return true;
}

// ------------------------------------------------ links and joints

static bool read_inertial(Robot* u, const ig_Node* node, mjsBody* body) {
  static const char* const names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  const ig_Node *mass = required_child(u, node, "mass"), *inertia = mass ? required_child(u, node, "inertia") : NULL;
  if (!inertia) return false;
  body->explicitinertial = 1;
  if (!read_origin(u, node, body->ipos, body->iquat) || !read_number(u, mass, "value", &body->mass, 1)) return false;
  bool any = false;
  for (int i = 0; i < 6; i++) {
    if (!read_number(u, inertia, names[i], &body->fullinertia[i], 1)) return false;
    any |= body->fullinertia[i] != 0;
  }
  // all zero means unknown
  if (!any) body->fullinertia[0] = NAN;
  return true;
}

static mjsJoint* add_joint(mjsBody* body, const char* name, const char* ending, int type, const double axis[3]) {
  char full[1000];
  snprintf(full, sizeof(full), "%s%s", name, ending);
  mjsJoint* joint = ig_add_joint(body, NULL);
  ig_set_name(joint->element, full);
  joint->type = (mjtJoint)type;
  if (type != mjJNT_FREE) ig_copy3(joint->axis, axis);
  return joint;
}

// shortest turn of the z axis to a direction
static void turn_z(double quat[4], const double direction[3]) {
  const double least_sine = 1e-10;  // below it the direction is z's own, either way: any axis across will do
  double axis[3] = {-direction[1], direction[0], 0};
  double sine = ig_normalize3(axis), length = sqrt(ig_dot3(direction, direction));
  if (sine < least_sine) axis[0] = 1, axis[1] = axis[2] = 0;
  ig_axisangle2quat(quat, axis, ig_atan2(sine / length, direction[2] / length));
}

// a range counts when both ends are given in order; effort limits the actuators at the joint
static bool read_limit(Robot* u, const ig_Node* node, mjsJoint* joint) {
  double effort = 0;
  int lower = ig_read_reals(u->r, node, "lower", &joint->range[0], 1);
  int upper = ig_read_reals(u->r, node, "upper", &joint->range[1], 1);
  if (lower < 0 || upper < 0 || ig_read_reals(u->r, node, "effort", &effort, 1) < 0) return false;
  if (lower != upper || joint->range[0] > joint->range[1]) joint->limited = mjLIMITED_FALSE;
  if (effort) {
    joint->actfrcrange[0] = -fabs(effort);
    joint->actfrcrange[1] = fabs(effort);
  }
  return true;
}

// not so for fixed, floating, spherical and planar joints, nor for a name that no joint has
static bool has_one_coordinate(Robot* u, const char* name) {
  for (const ig_Node* n = ig_xml_child(u->root, "joint"); n; n = ig_xml_next(n, "joint")) {
    const char *given = ig_xml_value(n, "name"), *type = ig_xml_value(n, "type");
    if (!given || !type || strcmp(given, name)) continue;
    const ig_Word* kind = ig_word_find(joint_types, type, strlen(type));
    return kind && (kind->value == mjJNT_HINGE || kind->value == mjJNT_SLIDE);
  }
  return false;
}

// position = offset + multiplier * position of the other joint; with no coordinate to follow, it is passed over
static bool read_mimic(Robot* u, const ig_Node* node, const char* name) {
  double coef[2] = {0, 1};
  const char* other = ig_xml_value(node, "joint");
  if (ig_read_reals(u->r, node, "offset", &coef[0], 1) < 0 || ig_read_reals(u->r, node, "multiplier", &coef[1], 1) < 0) {
    return false;
  }
  if (!other || !strcmp(name, other) || !has_one_coordinate(u, name) || !has_one_coordinate(u, other)) {
    report(u, node);
    return true;
  }
  mjsEquality* equality = ig_add_equality(u->r->spec, NULL);
  equality->type = mjEQ_JOINT;
  ig_text_set(equality->name1, name);
  ig_text_set(equality->name2, other);
  memset(equality->data, 0, sizeof(equality->data));
  equality->data[0] = coef[0];
  equality->data[1] = coef[1];
  return true;
}

// the joint's origin is the pose of the child body in its parent
static bool read_joint(Robot* u, const ig_Node* node) {
  const char *type = required(u, node, "type"), *name = type ? required(u, node, "name") : NULL;
  if (!name) return false;
  const ig_Word* kind = ig_word_find(joint_types, type, strlen(type));
  if (!kind) return ig_fail_node(u->r->diag, node, "invalid joint type '%s' in the URDF", type);
  mjsBody* body = joint_end(u, node, "child")->body;
  double axis[3] = {1, 0, 0};
  const ig_Node* given = ig_xml_child(node, "axis");
  if (!read_origin(u, node, body->pos, body->quat)) return false;
  if (given && !read_number(u, given, "xyz", axis, 3)) return false;
  if (kind->value == FIXED) return true;

  mjsJoint* joints[3];
  int n = 1;
  if (kind->value == PLANAR) {
    double quat[4], mat[9];
    turn_z(quat, axis);
    ig_quat2mat(mat, quat);
    joints[0] = add_joint(body, name, "_TX", mjJNT_SLIDE, (double[3]){mat[0], mat[3], mat[6]});
    joints[1] = add_joint(body, name, "_TY", mjJNT_SLIDE, (double[3]){mat[1], mat[4], mat[7]});
    joints[2] = add_joint(body, name, "_RZ", mjJNT_HINGE, axis);
    n = 3;
  } else {
    joints[0] = add_joint(body, name, "", kind->value, axis);
  }

  // a planar joint is three: damping and friction go to all of them, limits to the first
  static const char* const read[] = {"parent", "child", "origin", "axis", "dynamics", "limit", "mimic", NULL};
  const ig_Node *dynamics = ig_xml_child(node, "dynamics"), *limit = ig_xml_child(node, "limit");
  const ig_Node* mimic = ig_xml_child(node, "mimic");
  if (dynamics && (ig_read_reals(u->r, dynamics, "damping", &joints[0]->damping, 1) < 0 ||
                   ig_read_reals(u->r, dynamics, "friction", &joints[0]->frictionloss, 1) < 0)) {
    return false;
  }
  for (int i = 1; i < n; i++) {
    joints[i]->damping = joints[0]->damping;
    joints[i]->frictionloss = joints[0]->frictionloss;
  }
  for (const ig_Node* part = node->first; part; part = part->next) {
    if (!listed(read, part->name)) report(u, part);
  }
  return (!limit || read_limit(u, limit, joints[0])) && (!mimic || read_mimic(u, mimic, name));
}

// a <mujoco> element may stand in a URDF, for compiler, option and size
static bool read_settings(Robot* u, ig_Node* robot) {
  ig_Reader* r = u->r;
  for (ig_Node* n = robot->first; n; n = n->next) {
    if (strcmp(n->name, "mujoco")) continue;
    for (ig_Node* section = n->first; section; section = section->next) ig_schema_mark(section);
    if (!ig_read_settings(r, n)) return false;
    break;
  }
  // angles in URDF are radians, whatever the settings say
  r->spec->compiler.degree = 0;
  const char* name = ig_xml_value(robot, "name");
  if (name) ig_text_set(r->spec->modelname, name);
  return true;
}

bool ig_read_urdf(ig_Reader* r, ig_Node* robot) {
  static const char* const read[] = {"link", "joint", "material", "mujoco", NULL};
  Robot u = {.r = r, .root = robot};
  mjSpec* s = r->spec;
  // defaults of URDF: meshes by file name alone, links fixed to each other become one body, no visuals
  s->strippath = s->compiler.fusestatic = s->compiler.discardvisual = 1;
  if (!read_settings(&u, robot) || !check_unique(&u, robot) || !collect_materials(&u, robot)) return false;
  if (!collect_links(&u, robot) || !connect_links(&u, robot) || !build_tree(&u)) return false;
  for (int i = 0; i < u.nlink; i++) {
    const Link* link = &u.links[i];
    const ig_Node* inertial = ig_xml_child(link->node, "inertial");
    if (inertial && !read_inertial(&u, inertial, link->body)) return false;
    // a collision shape has the colour of the visual before it
    float rgba[4] = {-1, 0, 0, 0};
    for (const ig_Node* n = link->node->first; n; n = n->next) {
      bool visual = !strcmp(n->name, "visual"), collision = !strcmp(n->name, "collision");
      if (visual && !read_material(&u, n, rgba)) return false;
      bool wanted = collision || (visual && !s->compiler.discardvisual);
      if (wanted && !read_geom(&u, n, link->body, rgba)) return false;
      if (!visual && !collision && n != inertial) report(&u, n);
    }
  }
  for (const ig_Node* n = robot->first; n; n = n->next) {
    if (!listed(read, n->name)) report(&u, n);
    if (!strcmp(n->name, "joint") && !read_joint(&u, n)) return false;
  }
  if (u.keeps_paths) s->strippath = 0;
  return true;
}
