// SPDX-License-Identifier: Apache-2.0
#include "spec/macro/flexcomp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "spec/add.h"
#include "spec/default.h"
#include "spec/element.h"
#include "spec/macro/flexcomp_file.h"
#include "spec/macro/flexcomp_shape.h"
#include "spec/names.h"
#include "spec/pose.h"

// a model with more bodies than this is refused by the compiler anyway; rigid ones may have more points
enum { MAX_POINT = 10000000 };

void ig_flexcomp_init(ig_Flexcomp* f) {
  *f = (ig_Flexcomp){
      .count = {10, 10, 10},
      .spacing = {0.02, 0.02, 0.02},
      .scale = {1, 1, 1},
      .mass = 1,
      .inertiabox = 0.005,
      .quat = {1},
  };
  f->plugin.plugin_name = &f->plugin_name;
  f->plugin.name = &f->plugin_instance;
  f->def = ig_default_alone();
}

void ig_flexcomp_free(ig_Flexcomp* f) {
  ig_String* text[] = {&f->name, &f->file, &f->plugin_name, &f->plugin_instance};
  ig_Vector* vector[] = {&f->pinid, &f->pinrange, &f->pingrid,  &f->pingridrange,
                         &f->point, &f->element,  &f->texcoord, &f->elemtexcoord};
  for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) ig_text_free(text[i]);
  for (size_t i = 0; i < sizeof(vector) / sizeof(vector[0]); i++) ig_vec_free(vector[i]);
  ig_element_release(f->def);
}

static bool from_outside(const ig_Flexcomp* f) {
  return f->type == IG_FLEXCOMP_DIRECT || f->type == IG_FLEXCOMP_MESH || f->type == IG_FLEXCOMP_GMSH;
}

// vertices move with the corners of a box around them, rather than each by itself
static bool interpolated(const ig_Flexcomp* f) { return f->dof == IG_FLEXDOF_TRILINEAR || f->dof == IG_FLEXDOF_QUADRATIC; }

static int order(const ig_Flexcomp* f) { return f->dof == IG_FLEXDOF_QUADRATIC ? 2 : 1; }

static int npoint(const ig_Flexcomp* f) { return IG_COUNT(double, &f->point) / 3; }

// ------------------------------------------------ checks

static const char* check_settings(const ig_Flexcomp* f, const mjsBody* body) {
  const mjsFlex* flex = f->def->s.flex;
  if (ig_text_empty(&ig_body(body)->el.name)) return "a flexcomp names its bodies after the body around it, which has no name";
  if (flex->dim < 1 || flex->dim > 3) return "Invalid dim, must be between 1 and 3: lines, triangles or tetrahedra";
  double product = 1;
  for (int i = 0; i < 3; i++) {
    bool hollow = f->dof == IG_FLEXDOF_RADIAL && flex->dim == 3;
    if (f->count[i] < 1 || (hollow && f->count[i] < 2)) {
      return "Count too small: at least 1 in each direction, 2 for a radial solid";
    }
    product *= f->count[i];
  }
  if (!from_outside(f) && product > MAX_POINT) return "Count too large";
  double room = 2 * flex->radius + flex->margin;
  if (!from_outside(f) && (f->spacing[0] < room || f->spacing[1] < room || f->spacing[2] < room)) {
    return "Spacing must be larger than geometry size, which is twice the radius plus the margin";
  }
  if (f->scale[0] < mjMINVAL || f->scale[1] < mjMINVAL || f->scale[2] < mjMINVAL) {
    return "Scale must be larger than mjMINVAL in each direction";
  }
  if (f->mass < mjMINVAL || f->inertiabox < mjMINVAL) return "Mass and inertiabox must be larger than mjMINVAL, both of them";
  return NULL;
}

static const char* check_pins(const ig_Flexcomp* f) {
  int dim = f->def->s.flex->dim;
  bool by_grid = IG_COUNT(int, &f->pingrid) || IG_COUNT(int, &f->pingridrange);
  if (IG_COUNT(int, &f->pinrange) % 2) return "Pin range number is odd: 'range' of a pin takes pairs of first and last";
  if (IG_COUNT(int, &f->pingrid) % dim) return "'grid' of a pin takes one number per dimension for each point";
  if (IG_COUNT(int, &f->pingridrange) % (2 * dim)) return "'gridrange' of a pin takes two numbers per dimension for each block";
  if (by_grid && f->type != IG_FLEXCOMP_GRID && !interpolated(f)) {
    return "'grid' and 'gridrange' of a pin need type='grid' or an interpolated dof";
  }
  if (by_grid && dim == 1) return "'grid' and 'gridrange' of a pin need dim 2 or 3; a line is pinned with 'id' or 'range'";
  return NULL;
}

static const char* check_elements(ig_Flexcomp* f) {
  int n = npoint(f), nelement = IG_COUNT(int, &f->element), dim = f->def->s.flex->dim;
  if (!IG_COUNT(double, &f->point) || !nelement) return "Point and element required: both attributes, unless the type makes them";
  if (IG_COUNT(double, &f->point) % 3) return "Point size must be a multiple of 3: x, y and z of each point";
  if (nelement % (dim + 1)) return "Element size must be a multiple of dim+1, the number of corners of an element";
  for (int i = 0; i < nelement; i++) {
    int id = IG_ITEMS(int, &f->element)[i];
    if (id < 0 || id >= n) {
      snprintf(f->message, sizeof(f->message), "element %d has point id %d, number of points is %d (the first is 0)", i, id, n);
      return f->message;
    }
  }
  return NULL;
}

// points and elements of the shape
static const char* make_shape(ig_Flexcomp* f, const ig_Body* body, const mjVFS* vfs) {
  switch (f->type) {
    case IG_FLEXCOMP_GRID:
    case IG_FLEXCOMP_CIRCLE: return ig_flexcomp_grid(f);
    case IG_FLEXCOMP_BOX:
    case IG_FLEXCOMP_CYLINDER:
    case IG_FLEXCOMP_ELLIPSOID: return ig_flexcomp_box(f);
    case IG_FLEXCOMP_SQUARE:
    case IG_FLEXCOMP_DISC: return ig_flexcomp_square(f);
    case IG_FLEXCOMP_MESH: return ig_flexcomp_mesh(f, body, vfs);
    case IG_FLEXCOMP_GMSH: return ig_flexcomp_gmsh(f, body, vfs);
    case IG_FLEXCOMP_DIRECT: return NULL;
    default: return "'type' of the flexcomp is not known";
  }
}

// ------------------------------------------------ points

// into the frame of the body; box gets the bounds: lower, upper
static void place_points(ig_Flexcomp* f, double box[6]) {
  bool scaled = from_outside(f) && (f->scale[0] != 1 || f->scale[1] != 1 || f->scale[2] != 1);
  for (int k = 0; k < 3; k++) {
    box[k] = mjMAXVAL;
    box[3 + k] = -mjMAXVAL;
  }
  for (int i = 0, n = npoint(f); i < n; i++) {
    double* p = IG_ITEMS(double, &f->point) + 3 * i;
    for (int k = 0; scaled && k < 3; k++) p[k] *= f->scale[k];
    ig_rotvecquat(p, p, f->quat);
    ig_addto3(p, f->pos);
    for (int k = 0; k < 3; k++) {
      box[k] = mjMIN(box[k], p[k]);
      box[3 + k] = mjMAX(box[3 + k], p[k]);
    }
  }
}

// pin everything between two corners of the grid
static void pin_block(const ig_Flexcomp* f, mjtByte* pinned, int npinned, const int lower[3], const int upper[3]) {
  for (int ix = lower[0]; ix <= upper[0]; ix++) {
    for (int iy = lower[1]; iy <= upper[1]; iy++) {
      for (int iz = lower[2]; iz <= upper[2]; iz++) {
        int flat = ix * f->count[1] + iy, id = f->def->s.flex->dim == 2 ? flat : flat * f->count[2] + iz;
        if (id < npinned) pinned[id] = 1;
      }
    }
  }
}

static const char* pin_grid(const ig_Flexcomp* f, mjtByte* pinned, int npinned) {
  int dim = f->def->s.flex->dim, nodes = order(f) + 1;
  const int* grid = IG_ITEMS(int, &f->pingrid);
  const int* range = IG_ITEMS(int, &f->pingridrange);
  bool by_node = f->type != IG_FLEXCOMP_GRID && interpolated(f);
  for (int i = 0, n = IG_COUNT(int, &f->pingrid); i < n; i += dim) {
    int at[3] = {0};
    for (int k = 0; k < dim; k++) {
      at[k] = grid[i + k];
      if (at[k] < 0 || at[k] >= (by_node ? nodes : f->count[k])) return "'grid' of a pin reaches outside 'count'";
    }
    pin_block(f, pinned, npinned, at, at);
  }
  for (int i = 0, n = IG_COUNT(int, &f->pingridrange); i < n; i += 2 * dim) {
    int lower[3] = {0}, upper[3] = {0};
    for (int k = 0; k < dim; k++) {
      lower[k] = range[i + k];
      upper[k] = range[i + dim + k];
      bool inside = lower[k] >= 0 && lower[k] < f->count[k] && upper[k] >= 0 && upper[k] < f->count[k];
      if (!inside) return "'gridrange' of a pin reaches outside 'count'";
    }
    pin_block(f, pinned, npinned, lower, upper);
  }
  return NULL;
}

static const char* pin_points(const ig_Flexcomp* f, mjtByte* pinned, int npinned) {
  int n = npoint(f);
  const int* id = IG_ITEMS(int, &f->pinid);
  const int* range = IG_ITEMS(int, &f->pinrange);
  for (int i = 0; i < IG_COUNT(int, &f->pinid); i++) {
    if (id[i] < 0 || id[i] >= n) return "pinid out of range: no such point";
    pinned[id[i]] = 1;
  }
  for (int i = 0; i < IG_COUNT(int, &f->pinrange); i += 2) {
    if (range[i] < 0 || range[i] >= n || range[i + 1] < 0 || range[i + 1] >= n) {
      return "'range' of a pin names points that are not there";
    }
    for (int k = range[i]; k <= range[i + 1]; k++) pinned[k] = 1;
  }
  return pin_grid(f, pinned, npinned);
}

// points that no element uses are dropped
static void drop_unused(ig_Flexcomp* f, mjtByte* pinned) {
  int n = npoint(f), kept = 0, nelement = IG_COUNT(int, &f->element);
  int* element = IG_ITEMS(int, &f->element);
  int* place = ig_spec_alloc((size_t)n * sizeof(int));
  if (!place) return;
  double* point = IG_ITEMS(double, &f->point);
  bool textured = IG_COUNT(float, &f->texcoord) >= 2 * n;
  float* texcoord = IG_ITEMS(float, &f->texcoord);
  for (int i = 0; i < nelement; i++) place[element[i]] = 1;
  for (int i = 0; i < n; i++) {
    if (!place[i]) continue;
    memmove(point + 3 * kept, point + 3 * i, 3 * sizeof(double));
    if (textured) memmove(texcoord + 2 * kept, texcoord + 2 * i, 2 * sizeof(float));
    pinned[kept] = pinned[i];
    place[i] = kept++;
  }
  for (int i = 0; i < nelement; i++) element[i] = place[element[i]];
  ig_free(place);
  if (kept == n) return;
  ig_vec_resize(&f->point, 3 * (size_t)kept, sizeof(double));
  if (textured) ig_vec_resize(&f->texcoord, 2 * (size_t)kept, sizeof(float));
}

// ------------------------------------------------ building

typedef struct Build_ {
  ig_Flexcomp* f;
  ig_Body* parent;
  mjsFlex* flex;
  const mjtByte* pinned;
  double box[6];
} Build;

static void set_plugin(const ig_Flexcomp* f, mjsPlugin* plugin) {
  if (!f->plugin.active) return;
  plugin->active = 1;
  plugin->element = f->plugin.element;
  ig_container_copy(plugin->plugin_name, &f->plugin_name, IG_TEXT);
  ig_container_copy(plugin->name, &f->plugin_instance, IG_TEXT);
}

static void add_slide(ig_Body* body, double x, double y, double z) {
  mjsJoint* joint = IG_PUBLIC(mjsJoint, ig_add_child(body, mjOBJ_JOINT, NULL));
  joint->type = mjJNT_SLIDE;
  ig_zero3(joint->pos);
  ig_set3(joint->axis, x, y, z);
}

static void add_three_slides(ig_Body* body) {
  for (int k = 0; k < 3; k++) add_slide(body, k == 0, k == 1, k == 2);
}

// a small body with the inertia of a box, and a ball to collide with if asked for
static ig_Body* add_mass(const Build* b, const double pos[3], double mass, int group) {
  ig_Body* body = ig_add_child(b->parent, mjOBJ_BODY, NULL);
  double inertia = mass * (2.0 * b->f->inertiabox * b->f->inertiabox) / 3.0;
  ig_copy3(body->s.pos, pos);
  ig_zero3(body->s.ipos);
  body->s.mass = mass;
  ig_set3(body->s.inertia, inertia, inertia, inertia);
  body->s.explicitinertial = 1;
  if (b->flex->vertcollide) {
    mjsGeom* geom = IG_PUBLIC(mjsGeom, ig_add_child(body, mjOBJ_GEOM, NULL));
    geom->type = mjGEOM_SPHERE;
    geom->size[0] = b->flex->radius;
    if (group >= 0) geom->group = group;
  }
  return body;
}

static void add_node(const Build* b, int i, const int at[3], double* node) {
  static const double simpson[3] = {1.0 / 6, 2.0 / 3, 1.0 / 6};
  const ig_Flexcomp* f = b->f;
  double pos[3], step = 1.0 / order(f);
  for (int k = 0; k < 3; k++) pos[k] = b->box[k] + at[k] * step * (b->box[3 + k] - b->box[k]);
  if (b->pinned[i]) {
    ig_copy3(node, pos);
    ig_texts_append(b->flex->nodebody, ig_el_name(b->parent));
    return;
  }
  bool linear = f->dof == IG_FLEXDOF_TRILINEAR;
  double mass = linear ? f->mass / 8 : f->mass * simpson[at[0]] * simpson[at[1]] * simpson[at[2]];
  ig_Body* body = add_mass(b, pos, mass, -1);
  add_three_slides(body);
  char text[64];
  snprintf(text, sizeof(text), "_%d_%d_%d", at[0], at[1], at[2]);
  ig_text_set(&body->el.name, ig_text(&f->name));
  ig_text_wrap(&body->el.name, "", text);
  ig_names_enter(body->el.spec, &body->el);
  ig_texts_append(b->flex->nodebody, ig_el_name(body));
}

static mjsFlex* add_flex(const ig_Flexcomp* f, ig_Spec* spec) {
  ig_Element* el = ig_add_element(spec, mjOBJ_FLEX, NULL);
  ig_element_assign(el, ig_default_element(f->def, mjOBJ_FLEX));
  ig_container_copy(&el->name, &f->name, IG_TEXT);
  ig_names_enter(spec, el);
  mjsFlex* flex = IG_PUBLIC(mjsFlex, el);
  ig_container_copy(flex->elem, &f->element, IG_INTS);
  ig_container_copy(flex->texcoord, &f->texcoord, IG_FLOATS);
  ig_container_copy(flex->elemtexcoord, &f->elemtexcoord, IG_INTS);
  return flex;
}

static void add_vertices(const Build* b) {
  ig_Flexcomp* f = b->f;
  if (f->plugin.active && ig_text_empty(&f->plugin_instance)) {
    ig_text_set(&f->plugin_instance, "flexcomp_");
    ig_text_wrap(&f->plugin_instance, "", ig_text(&f->name));
    if (f->plugin.element) ig_container_copy(&ig_el(f->plugin.element)->name, &f->plugin_instance, IG_TEXT);
  }
  for (int i = 0, n = npoint(f); i < n; i++) {
    if (b->pinned[i] || interpolated(f)) {
      ig_texts_append(b->flex->vertbody, ig_el_name(b->parent));
      set_plugin(f, &b->parent->s.plugin);
    } else {
      char text[32];
      double* point = IG_ITEMS(double, &b->f->point) + 3 * i;
      ig_Body* body = add_mass(b, point, b->f->mass / npoint(b->f), 4);
      if (b->f->dof == IG_FLEXDOF_RADIAL) {
        double axis[3];
        ig_copy3(axis, point);
        ig_make_unit(axis, 3);
        add_slide(body, axis[0], axis[1], axis[2]);
      } else {
        add_three_slides(body);
      }
      snprintf(text, sizeof(text), "_%d", i);
      ig_text_set(&body->el.name, ig_text(&b->f->name));
      ig_text_wrap(&body->el.name, "", text);
      ig_names_enter(body->el.spec, &body->el);
      ig_texts_append(b->flex->vertbody, ig_el_name(body));
      set_plugin(b->f, &body->s.plugin);

      // the vertex now is where its body is
      ig_zero3(point);
    }
  }
}

static void add_equality(const ig_Flexcomp* f, ig_Spec* spec) {
  if (!f->equality) return;
  ig_Element* el = ig_add_element(spec, mjOBJ_EQUALITY, f->def);
  mjsEquality* equality = IG_PUBLIC(mjsEquality, el);
  ig_text_set(&el->classname, ig_el_name(spec->defaults.item[0]));
  equality->type = f->equality == 1 ? mjEQ_FLEX : mjEQ_FLEXVERT;
  equality->active = 1;
  ig_container_copy(equality->name1, &f->name, IG_TEXT);
}

static const char* build(Build* b, mjtByte* pinned, int npinned) {
  ig_Flexcomp* f = b->f;
  ig_Spec* spec = b->parent->el.spec;
  bool rigid = f->rigid, centred = false;
  if (!rigid) {
    const char* wrong = pin_points(f, pinned, npinned);
    if (wrong) return wrong;
    if (f->dof == IG_FLEXDOF_RADIAL) pinned[0] = 1;
    int n = npoint(f), count = 0;
    for (int i = 0; i < n; i++) count += pinned[i];
    rigid = count == n;
    centred = count == 0;
  }
  if (from_outside(f)) drop_unused(f, pinned);
  b->flex = add_flex(f, spec);
  if (rigid) {
    ig_container_copy(b->flex->vert, &f->point, IG_DOUBLES);
    ig_texts_append(b->flex->vertbody, ig_el_name(b->parent));
    return NULL;
  }
  add_vertices(b);
  if (interpolated(f)) {
    // the corners (and middles) of the box that the vertices are interpolated between
    int n = order(f) + 1, at[3], i = 0;
    double node[27 * 3] = {0};
    for (at[0] = 0; at[0] < n; at[0]++) {
      for (at[1] = 0; at[1] < n; at[1]++) {
        for (at[2] = 0; at[2] < n; at[2]++, i++) add_node(b, i, at, node + 3 * i);
      }
    }
    if (!centred) ig_vec_assign(b->flex->node, node, 3 * (size_t)i, sizeof(double));
  }
  if (!centred || interpolated(f)) ig_container_copy(b->flex->vert, &f->point, IG_DOUBLES);
  add_equality(f, spec);
  return NULL;
}

const char* ig_flexcomp_make(ig_Flexcomp* f, mjsBody* body, const mjVFS* vfs) {
  Build b = {.f = f, .parent = ig_body(body)};
  const mjsCompiler* compiler = b.parent->el.compiler;
  mjsFlex* flex = f->def->s.flex;
  const char* wrong = check_settings(f, body);
  if (!wrong) wrong = ig_orientation_quat(f->quat, compiler->degree, compiler->eulerseq, &f->alt);
  if (!wrong) wrong = make_shape(f, b.parent, vfs);
  if (wrong) return wrong;
  bool flat = f->type == IG_FLEXCOMP_BOX || f->type == IG_FLEXCOMP_CYLINDER;
  if (flat || (f->type == IG_FLEXCOMP_GRID && flex->dim == 3)) flex->flatskin = 1;
  wrong = check_pins(f);
  if (!wrong) wrong = check_elements(f);
  if (wrong) return wrong;
  place_points(f, b.box);
  int nnode = interpolated(f) ? (order(f) + 1) * (order(f) + 1) * (order(f) + 1) : 0;
  int npinned = npoint(f) > nnode ? npoint(f) : nnode;
  mjtByte* pinned = ig_spec_alloc((size_t)npinned);
  if (!pinned) return "out of memory";
  memset(pinned, f->rigid != 0, (size_t)npinned);
  b.pinned = pinned;
  wrong = build(&b, pinned, npinned);
  ig_free(pinned);
  return wrong;
}
