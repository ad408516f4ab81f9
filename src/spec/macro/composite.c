// SPDX-License-Identifier: Apache-2.0
#include "spec/macro/composite.h"

#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "lane/elementary.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "spec/add.h"
#include "spec/default.h"
#include "spec/element.h"
#include "spec/list.h"
#include "spec/macro/composite_skin.h"
#include "spec/names.h"
#include "spec/pose.h"

// a model with more bodies than this is refused by the compiler anyway
enum { MAX_COUNT = 65534 };

void ig_composite_init(ig_Composite* c) {
  *c = (ig_Composite){
      .count = {1, 1, 1},
      .quat = {1},
      .size = {1},
      .curve = {IG_CURVE_ZERO, IG_CURVE_ZERO, IG_CURVE_ZERO},
      .skinrgba = {1, 1, 1, 1},
  };
  ig_text_set(&c->initial, "ball");
  c->plugin.plugin_name = &c->plugin_name;
  c->plugin.name = &c->plugin_instance;
  c->def = ig_default_alone();
  c->joint = ig_default_alone();
}

void ig_composite_free(ig_Composite* c) {
  ig_text_free(&c->prefix);
  ig_text_free(&c->initial);
  ig_text_free(&c->plugin_name);
  ig_text_free(&c->plugin_instance);
  ig_text_free(&c->skinmaterial);
  ig_vec_free(&c->vertex);
  ig_element_release(c->def);
  ig_element_release(c->joint);
}

// parts go to a group that is not drawn, unless nothing else would be seen
void ig_composite_groups(ig_Composite* c) {
  c->def->s.geom->group = !c->skin || c->type == IG_COMPOSITE_CABLE ? 0 : 3;
  c->def->s.site->group = 3;
  c->joint->s.joint->group = 3;
}

// ------------------------------------------------ checks

static const char* check_counts(ig_Composite* c) {
  for (int i = 0; i < 3; i++) {
    if (c->count[i] < 1) return "'count' of a composite must be at least 1 in each direction";
    if (c->count[i] > MAX_COUNT) return "Count too large in composite";
  }
  bool given = IG_COUNT(float, &c->vertex) > 0;
  if (!given && ig_dot3(c->size, c->size) < mjMINVAL) return "'size' of a composite must be positive, or 'vertex' given instead";
  if (given) {
    if (c->count[0] > 1) return "'vertex' of a composite says how many there are: leave 'count' away";
    c->count[0] = IG_COUNT(float, &c->vertex) / 3;
    c->count[1] = 1;
  }
  if ((c->count[0] == 1 && c->count[1] > 1) || (c->count[1] == 1 && c->count[2] > 1)) {
    return "a 'count' of 1 cannot stand before a larger one";
  }
  if (c->skin && c->skinsubgrid > 0 && c->type != IG_COMPOSITE_CABLE && (c->count[0] < 3 || c->count[1] < 3)) {
    return "'subgrid' of a skin needs a 'count' of at least 3 by 3";
  }
  return NULL;
}

static const char* check_plugin(ig_Composite* c) {
  if (!c->plugin.active) return NULL;
  if (c->type != IG_COMPOSITE_CABLE) return "a plugin can be given to a composite of type 'cable' alone";
  if (!ig_text_is(&c->plugin_name, "mujoco.elasticity.cable")) {
    return "the plugin of a composite must be mujoco.elasticity.cable";
  }

  // all bodies share one instance, so it needs a name
  if (ig_text_empty(&c->plugin_instance)) {
    ig_text_set(&c->plugin_instance, "composite");
    ig_text_wrap(&c->plugin_instance, "", ig_text(&c->prefix));
    ig_Plugin* plugin = (ig_Plugin*)(void*)c->plugin.element;
    if (plugin) {
      ig_container_copy(plugin->s.name, &c->plugin_instance, IG_TEXT);
      ig_container_copy(plugin->s.plugin_name, &c->plugin_name, IG_TEXT);
    }
  }
  return NULL;
}

static const char* check_type(const ig_Composite* c) {
  static const char* const refused[] = {
      [IG_COMPOSITE_PARTICLE] = "composite type 'particle' is deprecated: <replicate> makes the same",
      [IG_COMPOSITE_GRID] = "composite type 'grid' is deprecated: take a <flexcomp>",
      [IG_COMPOSITE_CABLE] = NULL,
      [IG_COMPOSITE_ROPE] = "composite type 'rope' is deprecated: take a cable",
      [IG_COMPOSITE_LOOP] = "composite type 'loop' is deprecated: take a <flexcomp>",
      [IG_COMPOSITE_CLOTH] = "composite type 'cloth' is deprecated: take a <flexcomp> with elastic2d",
  };
  if (c->type < 0 || c->type > IG_COMPOSITE_CLOTH) return "'type' of a composite is not known";
  return refused[c->type];
}

// ------------------------------------------------ the cable

// vertices along the curve, unless they were given
static void make_vertices(ig_Composite* c) {
  if (IG_COUNT(float, &c->vertex)) return;
  for (int i = 0; i < c->count[0]; i++) {
    double v[3];
    for (int k = 0; k < 3; k++) {
      double angle = mjPI * i * c->size[2] / (c->count[0] - 1);
      switch (c->curve[k]) {
        case IG_CURVE_LINE: v[k] = i * c->size[0] / (c->count[0] - 1); break;
        case IG_CURVE_COS: v[k] = c->size[1] * ig_cos(angle); break;
        case IG_CURVE_SIN: v[k] = c->size[1] * ig_sin(angle); break;
        default: v[k] = 0;
      }
    }
    ig_rotvecquat(v, v, c->quat);
    ig_vec_append(&c->vertex, (float[]){(float)v[0], (float)v[1], (float)v[2]}, 3, sizeof(float));
  }
}

// the moving frame along the cable: x along the edge, y the normal, carried over the bends without twist
typedef struct Moving_ {
  double normal[3];
  double quat[4];  // of the last edge
  double length;   // of the edge before
} Moving;

static void edge_between(const ig_Composite* c, int i, double edge[3]) {
  const float* v = IG_ITEMS(float, &c->vertex) + 3 * i;
  for (int k = 0; k < 3; k++) edge[k] = v[3 + k] - v[k];
}

static double unit_edge(const ig_Composite* c, int i, double edge[3]) {
  edge_between(c, i, edge);
  return ig_make_unit(edge, 3);
}

// orientation of edge i; updates the normal
static void advance(const ig_Composite* c, Moving* moving, int i, double quat[4]) {
  double tangent[3], binormal[3], neighbour[3];
  unit_edge(c, i, tangent);
  if (i == 0) {
    unit_edge(c, c->count[0] > 2 ? 1 : 0, neighbour);
    ig_cross(binormal, tangent, neighbour);
    ig_make_unit(binormal, 3);
    ig_cross(moving->normal, binormal, tangent);
    ig_make_unit(moving->normal, 3);
  } else {
    double turn[4];
    unit_edge(c, i - 1, neighbour);
    ig_cross(binormal, neighbour, tangent);
    double sine = ig_make_unit(binormal, 3);
    ig_axisangle2quat(turn, binormal, ig_atan2(sine, ig_dot3(neighbour, tangent)));
    ig_rotvecquat(moving->normal, moving->normal, turn);
    ig_make_unit(moving->normal, 3);
    ig_cross(binormal, tangent, moving->normal);
    ig_make_unit(binormal, 3);
  }
  ig_quat_from_axes(quat, tangent, moving->normal, binormal);
}

// "B_first", "B_1", ... "B_last"
static void part_name(const ig_Composite* c, char kind, int i, ig_String* name) {
  char text[32];
  int last = c->count[0] - 2;
  if (i == 0) {
    snprintf(text, sizeof(text), "%c_first", kind);
  } else if (i == last) {
    snprintf(text, sizeof(text), "%c_last", kind);
  } else {
    snprintf(text, sizeof(text), "%c_%d", kind, i);
  }
  ig_text_set(name, text);
  ig_text_wrap(name, ig_text(&c->prefix), "");
}

static void set_part_name(const ig_Composite* c, ig_Element* el, char kind, int i) {
  part_name(c, kind, i, &el->name);
  ig_names_enter(el->spec, el);
}

// a part takes its values from the macro, but belongs to the class of its body
static void* add_part(ig_Body* body, mjtObj type, const ig_Default* values) {
  ig_Element* el = ig_add_child(body, type, values);
  const ig_Default* def = ig_class_of(body->el.spec, ig_text(&body->el.classname));
  ig_text_set(&el->classname, def ? ig_el_name(def) : "main");
  return el;
}

static void add_geom(const ig_Composite* c, ig_Body* body, int i, double length) {
  ig_Element* el = add_part(body, mjOBJ_GEOM, c->def);
  mjsGeom* geom = IG_PUBLIC(mjsGeom, el);
  char text[32];
  snprintf(text, sizeof(text), "G%d", i);
  ig_text_set(&el->name, text);
  ig_text_wrap(&el->name, ig_text(&c->prefix), "");
  ig_names_enter(el->spec, el);
  if (geom->type == mjGEOM_BOX) {
    geom->pos[0] = geom->size[0] = length / 2;
    geom->pos[1] = geom->pos[2] = 0;
  } else {
    memset(geom->fromto, 0, sizeof(geom->fromto));
    geom->fromto[3] = length;
  }
}

static void add_joint(const ig_Composite* c, ig_Body* body, int i) {
  if (i == 0 && ig_text_is(&c->initial, "none")) return;
  ig_Element* el = add_part(body, mjOBJ_JOINT, c->joint);
  mjsJoint* joint = IG_PUBLIC(mjsJoint, el);
  joint->type = i == 0 && ig_text_is(&c->initial, "free") ? mjJNT_FREE : mjJNT_BALL;
  if (joint->type == mjJNT_FREE) joint->damping = joint->armature = joint->frictionloss = 0;
  set_part_name(c, el, 'J', i);
}

static void add_site(const ig_Composite* c, ig_Body* body, int i, double x) {
  ig_Element* el = add_part(body, mjOBJ_SITE, c->def);
  mjsSite* site = IG_PUBLIC(mjsSite, el);
  set_part_name(c, el, 'S', i);
  site->pos[0] = x;
  site->pos[1] = site->pos[2] = 0;
  ig_unit4(site->quat);
}

static ig_Body* add_link(const ig_Composite* c, ig_Body* parent, Moving* moving, int i) {
  const float* vertex = IG_ITEMS(float, &c->vertex) + 3 * i;
  double quat[4], edge[3];
  advance(c, moving, i, quat);
  edge_between(c, i, edge);
  double length = ig_norm3(edge);
  ig_Body* body = ig_add_child(parent, mjOBJ_BODY, NULL);
  set_part_name(c, &body->el, 'B', i);
  if (i == 0) {
    for (int k = 0; k < 3; k++) body->s.pos[k] = c->offset[k] + vertex[k];
    ig_copy4(body->s.quat, quat);
    if (c->frame) body->el.frame = ig_frame(c->frame);
  } else {
    double inverse[4];
    ig_negquat(inverse, moving->quat);
    ig_compose_quat(body->s.quat, inverse, quat);
    ig_set3(body->s.pos, moving->length, 0, 0);
  }
  add_geom(c, body, i, length);
  if (c->plugin.active) {
    body->s.plugin.active = 1;
    body->s.plugin.element = c->plugin.element;
    ig_container_copy(body->s.plugin.plugin_name, &c->plugin_name, IG_TEXT);
    ig_container_copy(body->s.plugin.name, &c->plugin_instance, IG_TEXT);
  }
  add_joint(c, body, i);
  bool last = i == c->count[0] - 2;
  if (!last) {
    mjsExclude* exclude = IG_PUBLIC(mjsExclude, ig_add_element(body->el.spec, mjOBJ_EXCLUDE, NULL));
    part_name(c, 'B', i, exclude->bodyname1);
    part_name(c, 'B', i + 1, exclude->bodyname2);
  }
  if (i == 0 || last) add_site(c, body, i, last ? length : 0);

  // the length as the next link sees it: 0 if the edge is too short to have a direction
  ig_copy4(moving->quat, quat);
  moving->length = ig_make_unit(edge, 3);
  return body;
}

const char* ig_composite_make(ig_Composite* c, mjsBody* s) {
  ig_Body* body = ig_body(s);
  ig_Spec* spec = body->el.spec;
  const char* wrong = check_counts(c);
  if (!wrong) wrong = check_plugin(c);
  if (!wrong) wrong = check_type(c);
  if (wrong) return wrong;
  mjtGeom shape = c->def->s.geom->type;
  if (c->count[0] < 2 || c->count[1] > 1 || c->count[2] > 1) {
    return "'count' of a cable is one number of at least 2: it is a line of bodies";
  }
  if (shape != mjGEOM_CYLINDER && shape != mjGEOM_CAPSULE && shape != mjGEOM_BOX) {
    return "the geom of a cable must be a cylinder, a capsule or a box";
  }

  // a text marks the model as having this composite
  ig_Element* text = ig_add_element(spec, mjOBJ_TEXT, NULL);
  ig_text_set(&text->name, ig_text(&c->prefix));
  ig_text_wrap(&text->name, "composite_", "");
  ig_names_enter(spec, text);
  ig_text_set(IG_PUBLIC(mjsText, text)->data, ig_text(&c->prefix));
  ig_text_wrap(IG_PUBLIC(mjsText, text)->data, "rope_", "");

  make_vertices(c);
  Moving moving = {.normal = {0, 1, 0}, .quat = {1}};
  for (int i = 0; i < c->count[0] - 1; i++) body = add_link(c, body, &moving, i);
  if (shape == mjGEOM_BOX) ig_composite_skin(c, spec);
  return NULL;
}
