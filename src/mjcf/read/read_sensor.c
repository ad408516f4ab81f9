// SPDX-License-Identifier: Apache-2.0
// Sensors: the rule of each says by its variant what it is attached to.
#include <stdio.h>
#include <string.h>

#include "mjcf/read/reader.h"
#include "mjcf/table/attr.h"
#include "mjcf/table/keyword.h"
#include "spec/container.h"

static bool missing(ig_Reader* r, const ig_Node* node, const char* name) {
  return ig_fail_node(r->diag, node, "required attribute missing: '%s' says what the sensor is attached to", name);
}

// what is measured
static bool set_object(ig_Reader* r, const ig_Node* node, mjsSensor* sensor, const char* attribute, mjtObj type) {
  const char* name = ig_xml_value(node, attribute);
  if (!name) return missing(r, node, attribute);
  sensor->objtype = type;
  ig_text_set(sensor->objname, name);
  return true;
}

// what it is measured against: a frame, the second geom, a site
static bool set_reference(ig_Reader* r, const ig_Node* node, mjsSensor* sensor, const char* attribute, mjtObj type) {
  const char* name = ig_xml_value(node, attribute);
  if (!name) return missing(r, node, attribute);
  sensor->reftype = type;
  ig_text_set(sensor->refname, name);
  return true;
}

// objtype and objname: anything with a frame
static bool read_object(ig_Reader* r, const ig_Node* node, mjsSensor* sensor) {
  const char* type = ig_xml_value(node, "objtype");
  if (!type) return missing(r, node, "objtype");
  return set_object(r, node, sensor, "objname", (mjtObj)mju_str2Type(type));
}

// the frame it is seen from, if any
static bool read_reference(ig_Reader* r, const ig_Node* node, mjsSensor* sensor) {
  const char *type = ig_xml_value(node, "reftype"), *name = ig_xml_value(node, "refname");
  if (type) return set_reference(r, node, sensor, "refname", (mjtObj)mju_str2Type(type));
  return !name || ig_fail_node(r->diag, node, "refname '%s' stands alone but reftype is missing", name);
}

// one of several attributes names the object; the answer is its place in the list, -1: none, -2: more than one
static int which_given(const ig_Node* node, int count, const char* const names[]) {
  int which = -1;
  for (int i = 0; i < count; i++) {
    if (!ig_xml_attr(node, names[i])) continue;
    which = which == -1 ? i : -2;
    if (which == -2) break;
  }
  return which;
}

// distances: a body stands for all of its geoms
static bool read_pair(ig_Reader* r, const ig_Node* node, mjsSensor* sensor) {
  static const char* const first[] = {"geom1", "body1"};
  static const char* const second[] = {"geom2", "body2"};
  static const mjtObj types[] = {mjOBJ_GEOM, mjOBJ_BODY};
  int a = which_given(node, 2, first), b = which_given(node, 2, second);
  if (a < 0) return ig_fail_node(r->diag, node, "the first object is unclear: give exactly one of (geom1, body1)");
  if (b < 0) return ig_fail_node(r->diag, node, "the second object is unclear: give exactly one of (geom2, body2)");
  return set_object(r, node, sensor, first[a], types[a]) && set_reference(r, node, sensor, second[b], types[b]);
}

// which data a sensor reports: keywords in the order in which they are reported; one bit each
static bool read_data(ig_Reader* r, const ig_Node* node, const ig_Word* words, int* bits) {
  int values[16];
  int n = ig_read_words(r, node, "data", words, values, 16);
  if (n < 0) return false;
  // without the attribute it is the first word
  *bits = 1;
  for (int i = 0; i < n; i++) {
    if (i && values[i] <= values[i - 1]) {
      char order[200] = "";
      size_t used = 0;
      for (const ig_Word* w = words; w->word && used < sizeof(order); w++) {
        used += (size_t)snprintf(order + used, sizeof(order) - used, "%s%s", w == words ? "" : ", ", w->word);
      }
      return ig_fail_node(r->diag, node, "data attributes must be in order: %s, none twice", order);
    }
    *bits = (i ? *bits : 0) | 1 << values[i];
  }
  return true;
}

// either side may be missing: then any contact of the other side counts
static bool read_contact(ig_Reader* r, const ig_Node* node, mjsSensor* sensor) {
  static const char* const first[] = {"geom1", "body1", "subtree1", "site"};
  static const char* const second[] = {"geom2", "body2", "subtree2"};
  static const mjtObj types[] = {mjOBJ_GEOM, mjOBJ_BODY, mjOBJ_XBODY, mjOBJ_SITE};
  int a = which_given(node, 4, first), b = which_given(node, 3, second);
  if (a == -2) {
    return ig_fail_node(r->diag, node,
                        "at most one of (geom1, body1, subtree1, site) can be specified as the first side of a contact");
  }
  if (b == -2) {
    return ig_fail_node(r->diag, node,
                        "at most one of (geom2, body2, subtree2) can be specified as the second side of a contact");
  }
  sensor->objtype = sensor->reftype = mjOBJ_UNKNOWN;
  if (a >= 0 && !set_object(r, node, sensor, first[a], types[a])) return false;
  if (b >= 0 && !set_reference(r, node, sensor, second[b], types[b])) return false;
  if (!ig_xml_attr(node, "num")) sensor->intprm[2] = 1;
  if (sensor->intprm[2] <= 0) {
    return ig_fail_node(r->diag, node, "'num' must be positive in sensor: it counts the contacts reported");
  }
  return read_data(r, node, ig_words_contact_data, &sensor->intprm[0]);
}

static bool read_rangefinder(ig_Reader* r, const ig_Node* node, mjsSensor* sensor) {
  static const char* const from[] = {"site", "camera"};
  static const mjtObj types[] = {mjOBJ_SITE, mjOBJ_CAMERA};
  int which = which_given(node, 2, from);
  if (which < 0) return ig_fail_node(r->diag, node, "the rays of a rangefinder start at a 'site' or at a 'camera': give one");
  return set_object(r, node, sensor, from[which], types[which]) && read_data(r, node, ig_words_ray_data, &sensor->intprm[0]);
}

// a user's sensor need not be attached, but half of an attachment is a mistake
static bool read_user(ig_Reader* r, const ig_Node* node, mjsSensor* sensor) {
  const char *type = ig_xml_value(node, "objtype"), *name = ig_xml_value(node, "objname");
  if (type && !name) return ig_fail_node(r->diag, node, "objtype '%s' given but it has no object: objname is missing", type);
  if (name && !type) return ig_fail_node(r->diag, node, "objname '%s' given but not what it is: objtype is missing", name);
  return !name || read_object(r, node, sensor);
}

// both pairs of type and name are free; a type that is not known counts as none
static bool read_plugin_sensor(ig_Reader* r, const ig_Node* node, mjsSensor* sensor) {
  if (!ig_read_plugin(r, node, &sensor->plugin)) return false;
  const char* given[4] = {ig_xml_value(node, "objtype"), ig_xml_value(node, "objname"), ig_xml_value(node, "reftype"),
                          ig_xml_value(node, "refname")};
  static const char* const kind[2] = {"obj", "ref"};
  mjtObj types[2];
  for (int i = 0; i < 2; i++) {
    const char *type = given[2 * i], *name = given[2 * i + 1];
    types[i] = type ? (mjtObj)mju_str2Type(type) : mjOBJ_UNKNOWN;
    bool named = name && name[0];
    if (types[i] != mjOBJ_UNKNOWN && !named) {
      return ig_fail_node(r->diag, node, "%stype is specified but %sname is not", kind[i], kind[i]);
    }
    if (types[i] == mjOBJ_UNKNOWN && named) {
      return ig_fail_node(r->diag, node, "%sname is specified but %stype is not", kind[i], kind[i]);
    }
  }
  sensor->objtype = types[0];
  if (given[2]) sensor->reftype = types[1];
  if (given[1]) ig_text_set(sensor->objname, given[1]);
  if (given[3]) ig_text_set(sensor->refname, given[3]);
  return true;
}

// the reader of an element follows from its rule's variant, so a new sensor of a known kind needs a row in the schema only
static bool read_attachment(ig_Reader* r, const ig_Node* node, mjsSensor* sensor) {
  uint32_t variant = node->rule->variant;
  // here the site is the reference, not the object
  if (node->rule->tag == mjSENS_INSIDESITE) {
    return set_reference(r, node, sensor, "site", mjOBJ_SITE) && read_object(r, node, sensor);
  }
  if (variant & IG_SENS_CAMERA && !set_reference(r, node, sensor, "camera", mjOBJ_CAMERA)) return false;
  if (variant & IG_SENS_SITE) return set_object(r, node, sensor, "site", mjOBJ_SITE);
  if (variant & IG_SENS_JOINT) return set_object(r, node, sensor, "joint", mjOBJ_JOINT);
  if (variant & IG_SENS_TENDON) return set_object(r, node, sensor, "tendon", mjOBJ_TENDON);
  if (variant & IG_SENS_ACTUATOR) return set_object(r, node, sensor, "actuator", mjOBJ_ACTUATOR);
  if (variant & IG_SENS_BODY) return set_object(r, node, sensor, "body", mjOBJ_BODY);
  if (variant & IG_SENS_OBJECT) {
    return read_object(r, node, sensor) && (!(variant & IG_SENS_REFERENCE) || read_reference(r, node, sensor));
  }
  if (variant & IG_SENS_PAIR) return read_pair(r, node, sensor);
  if (variant & IG_SENS_CONTACT) return read_contact(r, node, sensor);
  if (variant & IG_SENS_RAY) return read_rangefinder(r, node, sensor);
  if (variant & IG_SENS_USER) return read_user(r, node, sensor);
  if (variant & IG_SENS_PLUGIN) return read_plugin_sensor(r, node, sensor);
  if (variant & IG_SENS_TACTILE) {
    return set_reference(r, node, sensor, "geom", mjOBJ_GEOM) && set_object(r, node, sensor, "mesh", mjOBJ_MESH);
  }
  sensor->objtype = mjOBJ_UNKNOWN;
  return true;
}

bool ig_read_sensor(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    mjsSensor* sensor = mjs_addSensor(r->spec);
    sensor->type = (mjtSensor)node->rule->tag;
    if (!ig_read_attrs(r, node, sensor) || !read_attachment(r, node, sensor)) return false;
  }
  return true;
}
