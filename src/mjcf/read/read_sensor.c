// SPDX-License-Identifier: Apache-2.0
// Sensors: the rule of each says by its variant what it is attached to.
#include <stdio.h>
#include <string.h>

#include "mjcf/read/read.h"
#include "mjcf/table/attr.h"
#include "mjcf/table/keyword.h"
#include "mjcf/table/said.h"
#include "model/typename.h"
#include "spec/add.h"
#include "spec/container.h"

static bool missing(ig_Reader* r, const ig_Node* node, const char* name) {
  return ig_fail_node(r->diag, node, "required attribute missing: '%s' says what the sensor is attached to", name);
}

// a sensor being read, and what it says it is attached to
typedef struct {
  ig_Reader* r;
  const ig_Node* node;
  mjsSensor* sensor;
  ig_SensorSaid said;
} Reading;

// one way to say it: the value, if given, and the type of object that its attribute stands for
typedef struct {
  const char *attribute, *name;
  mjtObj type;
} Way;

// what is measured
static bool set_object(Reading* g, const char* attribute, const char* name, mjtObj type) {
  mjsSensor* sensor = g->sensor;
  if (!name) return missing(g->r, g->node, attribute);
  sensor->objtype = type;
  ig_text_set(sensor->objname, name);
  return true;
}

// what it is measured against: a frame, the second geom, a site
static bool set_reference(Reading* g, const char* attribute, const char* name, mjtObj type) {
  mjsSensor* sensor = g->sensor;
  if (!name) return missing(g->r, g->node, attribute);
  sensor->reftype = type;
  ig_text_set(sensor->refname, name);
  return true;
}

// objtype and objname: anything with a frame
static bool read_object(Reading* g) {
  if (!g->said.objtype) return missing(g->r, g->node, "objtype");
  return set_object(g, "objname", g->said.objname, (mjtObj)ig_object_type(g->said.objtype));
}

// the frame it is seen from, if any
static bool read_reference(Reading* g) {
  const char* name = g->said.refname;
  if (g->said.reftype) return set_reference(g, "refname", name, (mjtObj)ig_object_type(g->said.reftype));
  return !name || ig_fail_node(g->r->diag, g->node, "refname '%s' stands alone but reftype is missing", name);
}

// one of several attributes names the object; the answer is its place in the list, -1: none, -2: more than one
static int which_given(const Way* ways, int count) {
  int which = -1;
  for (int i = 0; i < count && which != -2; i++) {
    if (ways[i].name) which = which == -1 ? i : -2;
  }
  return which;
}

// distances: a body stands for all of its geoms
static bool read_pair(Reading* g) {
  const ig_SensorSaid* s = &g->said;
  const Way first[] = {{"geom1", s->geom1, mjOBJ_GEOM}, {"body1", s->body1, mjOBJ_BODY}};
  const Way second[] = {{"geom2", s->geom2, mjOBJ_GEOM}, {"body2", s->body2, mjOBJ_BODY}};
  int a = which_given(first, 2), b = which_given(second, 2);
  if (a < 0) return ig_fail_node(g->r->diag, g->node, "the first object is unclear: give exactly one of (geom1, body1)");
  if (b < 0) return ig_fail_node(g->r->diag, g->node, "the second object is unclear: give exactly one of (geom2, body2)");
  return set_object(g, first[a].attribute, first[a].name, first[a].type) &&
         set_reference(g, second[b].attribute, second[b].name, second[b].type);
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
static bool read_contact(Reading* g) {
  const ig_SensorSaid* s = &g->said;
  mjsSensor* sensor = g->sensor;
  const Way first[] = {{"geom1", s->geom1, mjOBJ_GEOM},
                       {"body1", s->body1, mjOBJ_BODY},
                       {"subtree1", s->subtree1, mjOBJ_XBODY},
                       {"site", s->site, mjOBJ_SITE}};
  const Way second[] = {{"geom2", s->geom2, mjOBJ_GEOM}, {"body2", s->body2, mjOBJ_BODY}, {"subtree2", s->subtree2, mjOBJ_XBODY}};
  int a = which_given(first, 4), b = which_given(second, 3);
  if (a == -2) {
    return ig_fail_node(g->r->diag, g->node,
                        "at most one of (geom1, body1, subtree1, site) can be specified as the first side of a contact");
  }
  if (b == -2) {
    return ig_fail_node(g->r->diag, g->node,
                        "at most one of (geom2, body2, subtree2) can be specified as the second side of a contact");
  }
  sensor->objtype = sensor->reftype = mjOBJ_UNKNOWN;
  if (a >= 0 && !set_object(g, first[a].attribute, first[a].name, first[a].type)) return false;
  if (b >= 0 && !set_reference(g, second[b].attribute, second[b].name, second[b].type)) return false;
  if (!ig_xml_attr(g->node, "num")) sensor->intprm[2] = 1;
  if (sensor->intprm[2] <= 0) {
    return ig_fail_node(g->r->diag, g->node, "'num' must be positive in sensor: it counts the contacts reported");
  }
  return read_data(g->r, g->node, ig_words_contact_data, &sensor->intprm[0]);
}

static bool read_rangefinder(Reading* g) {
  const Way from[] = {{"site", g->said.site, mjOBJ_SITE}, {"camera", g->said.camera, mjOBJ_CAMERA}};
  int which = which_given(from, 2);
  if (which < 0) {
    return ig_fail_node(g->r->diag, g->node, "the rays of a rangefinder start at a 'site' or at a 'camera': give one");
  }
  return set_object(g, from[which].attribute, from[which].name, from[which].type) &&
         read_data(g->r, g->node, ig_words_ray_data, &g->sensor->intprm[0]);
}

// a user's sensor need not be attached, but half of an attachment is a mistake
static bool read_user(Reading* g) {
  const char *type = g->said.objtype, *name = g->said.objname;
  ig_Diag* diag = g->r->diag;
  if (type && !name) return ig_fail_node(diag, g->node, "objtype '%s' given but it has no object: objname is missing", type);
  if (name && !type) return ig_fail_node(diag, g->node, "objname '%s' given but not what it is: objtype is missing", name);
  return !name || read_object(g);
}

// both pairs of type and name are free; a type that is not known counts as none
static bool read_plugin_sensor(Reading* g) {
  mjsSensor* sensor = g->sensor;
  if (!ig_read_plugin(g->r, g->node, &sensor->plugin)) return false;
  const char* given[4] = {g->said.objtype, g->said.objname, g->said.reftype, g->said.refname};
  static const char* const kind[2] = {"obj", "ref"};
  mjtObj types[2];
  for (int i = 0; i < 2; i++) {
    const char *type = given[2 * i], *name = given[2 * i + 1];
    types[i] = type ? (mjtObj)ig_object_type(type) : mjOBJ_UNKNOWN;
    bool named = name && name[0];
    if (types[i] != mjOBJ_UNKNOWN && !named) {
      return ig_fail_node(g->r->diag, g->node, "%stype is specified but %sname is not", kind[i], kind[i]);
    }
    if (types[i] == mjOBJ_UNKNOWN && named) {
      return ig_fail_node(g->r->diag, g->node, "%sname is specified but %stype is not", kind[i], kind[i]);
    }
  }
  sensor->objtype = types[0];
  if (given[2]) sensor->reftype = types[1];
  if (given[1]) ig_text_set(sensor->objname, given[1]);
  if (given[3]) ig_text_set(sensor->refname, given[3]);
  return true;
}

// the reader of an element follows from its rule's variant, so a new sensor of a known kind needs a row in the schema only
static bool read_attachment(Reading* g) {
  uint32_t variant = g->node->rule->variant;
  const ig_SensorSaid* s = &g->said;
  // here the site is the reference, not the object
  if (g->node->rule->tag == mjSENS_INSIDESITE) return set_reference(g, "site", s->site, mjOBJ_SITE) && read_object(g);
  if (variant & IG_SENS_CAMERA && !set_reference(g, "camera", s->camera, mjOBJ_CAMERA)) return false;
  if (variant & IG_SENS_SITE) return set_object(g, "site", s->site, mjOBJ_SITE);
  if (variant & IG_SENS_JOINT) return set_object(g, "joint", s->joint, mjOBJ_JOINT);
  if (variant & IG_SENS_TENDON) return set_object(g, "tendon", s->tendon, mjOBJ_TENDON);
  if (variant & IG_SENS_ACTUATOR) return set_object(g, "actuator", s->actuator, mjOBJ_ACTUATOR);
  if (variant & IG_SENS_BODY) return set_object(g, "body", s->body, mjOBJ_BODY);
  if (variant & IG_SENS_OBJECT) return read_object(g) && (!(variant & IG_SENS_REFERENCE) || read_reference(g));
  if (variant & IG_SENS_PAIR) return read_pair(g);
  if (variant & IG_SENS_CONTACT) return read_contact(g);
  if (variant & IG_SENS_RAY) return read_rangefinder(g);
  if (variant & IG_SENS_USER) return read_user(g);
  if (variant & IG_SENS_PLUGIN) return read_plugin_sensor(g);
  if (variant & IG_SENS_TACTILE)
    return set_reference(g, "geom", s->geom, mjOBJ_GEOM) && set_object(g, "mesh", s->mesh, mjOBJ_MESH);
  g->sensor->objtype = mjOBJ_UNKNOWN;
  return true;
}

bool ig_read_sensor(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    mjsSensor* sensor = ig_add_sensor(r->spec);
    sensor->type = (mjtSensor)node->rule->tag;
    Reading reading = {.r = r, .node = node, .sensor = sensor};
    if (!ig_read_attrs(r, node, sensor) || !ig_read_aside(r, node, &reading.said) || !read_attachment(&reading)) return false;
  }
  return true;
}
