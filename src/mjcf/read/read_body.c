// SPDX-License-Identifier: Apache-2.0
// The kinematic tree: bodies, frames, what they hold, replicate and attach.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/scope.h"
#include "math/quat.h"
#include "mjcf/read/read.h"
#include "mjcf/table/attr.h"
#include "mjcf/table/keyword.h"
#include "mjcf/table/said.h"
#include "mjcf/table/table.h"
#include "spec/access.h"
#include "spec/add.h"
#include "spec/attach.h"
#include "spec/builtin.h"
#include "spec/delete.h"
#include "spec/list.h"
#include "spec/pose.h"

static bool in_world(ig_Reader* r, const mjsBody* body) { return body == ig_find_body(r->spec, "world"); }

bool ig_read_camera(ig_Reader* r, const ig_Node* node, mjsCamera* camera) {
  if (!ig_read_attrs(r, node, camera)) return false;
  if (ig_has_numbers(node, "fovy") && ig_has_numbers(node, "sensorsize")) {
    return ig_fail_node(r->diag, node, "two ways to say how wide the camera sees: give either 'fovy' or 'sensorsize'");
  }
  // user data of cameras does not come from the class
  if (!ig_xml_attr(node, "user")) ig_set_doubles(camera->userdata, NULL, 0);
  return true;
}

bool ig_read_light(ig_Reader* r, const ig_Node* node, mjsLight* light) {
  if (ig_xml_attr(node, "type") && ig_xml_attr(node, "directional")) {
    return ig_fail_node(r->diag, node, "directional is the older word for type: give one of them");
  }
  return ig_read_attrs(r, node, light);
}

// an inertia that is given keeps the compiler from computing one
static bool read_inertial(ig_Reader* r, const ig_Node* node, mjsBody* body) {
  if (in_world(r, body)) return ig_fail_node(r->diag, node, "World body cannot have inertia: it does not move");
  body->explicitinertial = 1;
  if (!ig_read_attrs(r, node, body)) return false;
  bool turned = ig_xml_attr(node, "quat") || ig_has_numbers(node, "axisangle") || ig_has_numbers(node, "xyaxes") ||
                ig_has_numbers(node, "zaxis") || ig_has_numbers(node, "euler");
  if (turned && ig_has_numbers(node, "fullinertia")) {
    return ig_fail_node(r->diag, node, "fullinertia and inertial orientation cannot both be specified: the first says both");
  }
  return true;
}

static bool read_freejoint(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* frame, const mjsDefault* def) {
  if (in_world(r, body)) return ig_fail_node(r->diag, node, "World body cannot have joints: it does not move");
  mjsJoint* joint = ig_add_free_joint(body);
  ig_set_frame(joint->element, frame);

  // a free joint takes nothing from its class, but remembers it
  ig_set_class(joint->element, def);
  return ig_read_attrs(r, node, joint);
}

// objects that live in a body and take a class
static bool read_object(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* frame, const mjsDefault* def) {
  mjsElement* element = NULL;
  bool ok = false;
  switch (node->rule->tag) {
    case mjOBJ_JOINT: {
      if (in_world(r, body)) return ig_fail_node(r->diag, node, "World body cannot have joints: it does not move");
      mjsJoint* joint = ig_add_joint(body, def);
      element = joint->element;
      ok = ig_read_attrs(r, node, joint);
      break;
    }
    case mjOBJ_GEOM: {
      mjsGeom* geom = ig_add_geom(body, def);
      element = geom->element;
      const ig_Node* plugin = ig_xml_child(node, "plugin");
      ok = ig_read_attrs(r, node, geom) && (!plugin || ig_read_plugin(r, plugin, &geom->plugin));
      break;
    }
    case mjOBJ_SITE: {
      mjsSite* site = ig_add_site(body, def);
      element = site->element;
      ok = ig_read_attrs(r, node, site);
      break;
    }
    case mjOBJ_CAMERA: {
      mjsCamera* camera = ig_add_camera(body, def);
      element = camera->element;
      ok = ig_read_camera(r, node, camera);
      break;
    }
    case mjOBJ_LIGHT: {
      mjsLight* light = ig_add_light(body, def);
      element = light->element;
      ok = ig_read_light(r, node, light);
      break;
    }
  }
  if (ok) ig_set_frame(element, frame);
  return ok;
}

// a frame passes its class on to what stands in it
static bool read_frame(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* outer, const mjsDefault* def) {
  def = ig_read_class(r, node, "childclass", def);
  if (!def) return false;
  mjsFrame* frame = ig_add_frame(body, outer);
  ig_set_class(frame->element, def);
  return ig_read_attrs(r, node, frame) && ig_read_body(r, node, body, frame);
}

// without a childclass of its own, a body passes on the one around it
static bool read_child(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* frame, const mjsDefault* def) {
  const mjsDefault* childclass = ig_read_class(r, node, "childclass", NULL);
  if (!childclass && ig_xml_attr(node, "childclass")) return false;
  mjsBody* child = ig_add_body(body, childclass);
  ig_set_class(child->element, childclass ? childclass : def);
  if (!ig_read_attrs(r, node, child)) return false;
  ig_set_frame(child->element, frame);
  return ig_read_body(r, node, child, NULL);
}

// ------------------------------------------------ replicate

// how much a replicate multiplies; nested ones multiply each other (see factor), and the product has a limit
static int count_nodes(const ig_Node* node) {
  int count = 1;
  for (const ig_Node* n = node->first; n; n = n->next) count += count_nodes(n);
  return count;
}

static bool make_copies(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* frame, const ig_ReplicateSaid* rep) {
  double pos[3] = {0, 0, 0};
  size_t size = strlen(rep->sep) + 16;
  char* suffix = ig_arena_take(r->pool, size);
  for (int i = 0; i < rep->count; i++) {
    // the pose of copy i: turned by i times the angles, moved by the offset of each copy before it in that copy's frame
    mjsOrientation alt;
    ig_builtin_orientation(&alt);
    alt.type = mjORIENTATION_EULER;
    for (int k = 0; k < 3; k++) alt.euler[k] = i * rep->euler[k];
    ig_orientation_quat(frame->quat, r->spec->compiler.degree, r->spec->compiler.eulerseq, &alt);
    ig_copy3(frame->pos, pos);
    double mat[9];
    ig_quat2mat(mat, frame->quat);
    for (int k = 0; k < 3; k++) {
      pos[k] += mat[3 * k] * rep->offset[0] + mat[3 * k + 1] * rep->offset[1] + mat[3 * k + 2] * rep->offset[2];
    }
    // the suffixes have as many digits as the count
    snprintf(suffix, size, "%s%0*d", rep->sep, snprintf(NULL, 0, "%d", rep->count), i);
    if (!ig_attach_child(body->element, frame->element, "", suffix)) {
      return ig_fail_node(r->diag, node, "%s", ig_spec_error(r->spec));
    }
  }
  return true;
}

// the contents are read once, into a body of their own, then attached `count` times
static bool read_replicate(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* outer, const mjsDefault* def) {
  ig_ReplicateSaid rep = {.sep = ""};
  if (!ig_read_attrs(r, node, &rep)) return false;
  double factor = r->factor;
  r->factor *= rep.count > 1 ? rep.count : 1;
  r->copies += r->factor * count_nodes(node);
  if (r->copies > r->limits->copies) {
    return ig_fail_node(r->diag, node, "replicate makes more than %.0f elements", r->limits->copies);
  }
  const mjsDefault* childclass = ig_read_class(r, node, "childclass", NULL);
  if (!childclass && ig_xml_attr(node, "childclass")) return false;
  mjsBody* subtree = ig_add_body(body, childclass);
  mjsFrame* frame = ig_add_frame(subtree, outer);
  ig_set_class(frame->element, childclass ? childclass : def);
  bool read = ig_read_body(r, node, subtree, frame);
  ig_scope_subject(node);
  if (!read || !make_copies(r, node, body, frame, &rep)) return false;
  r->factor = factor;
  if (ig_delete_element(r->spec, subtree->element)) return ig_fail_node(r->diag, node, "%s", ig_spec_error(r->spec));
  return true;
}

// ------------------------------------------------ attach

// a model of the assets, or one body of it
static mjsElement* find_attachment(ig_Reader* r, const ig_Node* node, const ig_AttachSaid* said) {
  mjSpec* asset = ig_find_attached(r->spec, said->model);
  if (!asset) {
    ig_fail_node(r->diag, node, "could not find model '%s' among the assets", said->model);
    return NULL;
  }
  if (!said->body[0]) return asset->element;
  mjsBody* body = ig_find_body(asset, said->body);
  if (!body) {
    ig_fail_node(r->diag, node, "could not find body '%s' in model '%s'", said->body, said->model);
    return NULL;
  }
  return body->element;
}

// attaching copies the whole asset at worst
static bool count_copies(ig_Reader* r, const ig_Node* node, const char* model) {
  mjSpec* asset = ig_find_attached(r->spec, model);
  double elements = 0;
  for (int i = 0; asset && ig_tree_types[i] != mjOBJ_UNKNOWN; i++) {
    elements += ig_spec_list(ig_spec(asset), ig_tree_types[i])->count;
  }
  r->copies += r->factor * elements;
  return r->copies <= r->limits->copies || ig_fail_node(r->diag, node, "attach makes more than %.0f elements", r->limits->copies);
}

static bool read_attach(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* frame) {
  ig_AttachSaid said = {.body = ""};
  if (!ig_read_attrs(r, node, &said)) return false;
  size_t size = strlen(said.prefix) + strlen(said.body) + 1;
  char* attached = ig_arena_take(r->pool, size);
  snprintf(attached, size, "%s%s", said.prefix, said.body);
  mjsBody* existing = ig_find_body(r->spec, attached);
  if (!frame) frame = ig_add_frame(body, NULL);

  // a body that an earlier element attached already is only moved into the frame
  if (existing) {
    return !ig_set_frame(existing->element, frame) || ig_fail_node(r->diag, node, "%s", ig_spec_error(r->spec));
  }
  mjsElement* child = find_attachment(r, node, &said);
  if (!child || !count_copies(r, node, said.model)) return false;
  return ig_attach_child(frame->element, child, said.prefix, "") || ig_fail_node(r->diag, node, "%s", ig_spec_error(r->spec));
}

// ------------------------------------------------ children of a body

// rules with a tag are plain objects; the others differ in what they make and are told apart by rule or table
static bool read_one(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* frame) {
  const mjsDefault* inherited = ig_class_for(frame ? frame->element : body->element);
  const mjsDefault* def = ig_own_class(r, node, inherited);
  const ig_Rule* rule = node->rule;
  if (!def) return false;
  if (!rule) return ig_fail_node(r->diag, node, "unrecognized model element '%s' in a body", node->name);
  if (rule->tag) return read_object(r, node, body, frame, def);
  if (rule == &ig_rule_frame) return read_frame(r, node, body, frame, def);
  if (rule == &ig_rule_replicate) return read_replicate(r, node, body, frame, def);
  if (rule->table == &ig_table_body) return read_child(r, node, body, frame, def);
  if (rule->table == &ig_table_inertial) return read_inertial(r, node, body);
  if (rule->table == &ig_table_joint) return read_freejoint(r, node, body, frame, def);
  if (rule->table == &ig_table_attach) return read_attach(r, node, body, frame);
  if (rule->table == &ig_table_plugin) return ig_read_plugin(r, node, &body->plugin);
  if (rule->table == &ig_table_composite) return ig_read_composite(r, node, body, frame);
  return ig_read_flexcomp(r, node, body);
}

bool ig_read_body(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* frame) {
  for (const ig_Node* child = node->first; child; child = child->next) {
    if (!read_one(r, child, body, frame)) return false;
  }
  return true;
}
