// SPDX-License-Identifier: Apache-2.0
// The sections that hold for the whole model, and the order in which all sections are read.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "mjcf/read/read.h"
#include "mjcf/table/attr.h"
#include "mjcf/table/keyword.h"
#include "mjcf/table/said.h"
#include "model/typename.h"
#include "spec/access.h"
#include "spec/add.h"
#include "spec/container.h"
#include "spec/copy.h"

enum { ACTUATOR_GROUPS = 31, NUMERIC_MAX = 500 };

// settings of the compiler come before all else: angles and directories decide how the rest is read
static bool read_compiler(ig_Reader* r, const ig_Node* node) {
  mjSpec* s = r->spec;
  int global = 0;
  if (ig_read_word(r, node, "coordinate", ig_words_coordinate, &global) < 0) return false;
  if (global) {
    return ig_fail_node(
        r->diag, node,
        "coordinate='global' is gone: versions up to 2.3.3 can load such a model and save it with local coordinates");
  }
  const char* sequence = ig_xml_value(node, "eulerseq");
  if (sequence) {
    if (strlen(sequence) != 3) {
      return ig_fail_node(r->diag, node, "eulerseq has 3 letters of xyzXYZ, one per turn");
    }
    memcpy(s->compiler.eulerseq, sequence, 3);
  }

  // the particular directories win over the common one
  const char* assetdir = ig_xml_value(node, "assetdir");
  if (assetdir) {
    ig_text_set(s->compiler.meshdir, assetdir);
    ig_text_set(s->compiler.texturedir, assetdir);
  }
  if (!ig_read_attrs(r, node, s)) return false;
  const ig_Node* range = ig_xml_child(node, "lengthrange");
  return !range || ig_read_attrs(r, range, &s->compiler.LRopt);
}

static bool read_option(ig_Reader* r, const ig_Node* node) {
  mjOption* option = &r->spec->option;
  if (!ig_read_attrs(r, node, option)) return false;
  int* groups;
  int n = ig_read_int_list(r, node, "actuatorgroupdisable", &groups);
  if (n < 0) return false;
  if (n > ACTUATOR_GROUPS) return ig_fail_node(r->diag, node, "attribute 'actuatorgroupdisable' has too much data");
  for (int i = 0; i < n; i++) {
    if (groups[i] < 0) return ig_fail_node(r->diag, node, "a group in actuatorgroupdisable must be non-negative");
    if (groups[i] >= ACTUATOR_GROUPS) {
      return ig_fail_node(r->diag, node, "a group in actuatorgroupdisable cannot exceed %d", ACTUATOR_GROUPS - 1);
    }
    option->disableactuator |= 1 << groups[i];
  }
  const ig_Node* flag = ig_xml_child(node, "flag");
  return !flag || ig_read_attrs(r, flag, option);
}

// a count of bytes: digits and at most one of the letters K M G T P E for powers of 1024
static bool scan_bytes(const char* text, uint64_t* bytes) {
  text = ig_skip_space(text);
  uint64_t value = 0;
  if (*text < '0' || *text > '9') return false;
  for (; *text >= '0' && *text <= '9'; text++) {
    uint64_t digit = (uint64_t)(*text - '0');
    if (value > (UINT64_MAX - digit) / 10) return false;
    value = value * 10 + digit;
  }
  static const char suffixes[] = "kmgtpe";
  int shift = 0;
  if (*text && !ig_is_space(*text)) {
    const char* found = strchr(suffixes, *text | 0x20);
    if (!found) return false;
    shift = 10 * ((int)(found - suffixes) + 1);
    text++;
  }
  if (*ig_skip_space(text) || value > UINT64_MAX >> shift) return false;
  *bytes = value << shift;
  return true;
}

// -1 leaves the size of the arena to the compiler
static bool read_memory(ig_Reader* r, const ig_Node* node) {
  const ig_XmlAttr* attr = ig_xml_attr(node, "memory");
  if (!attr) return true;
  const char* start = ig_skip_space(attr->value);
  if (!strncmp(start, "-1", 2) && !*ig_skip_space(start + 2)) return true;
  uint64_t bytes;
  if (!scan_bytes(attr->value, &bytes)) {
    return ig_fail_attr(r->diag, attr,
                        "'memory' takes a whole number and, if wanted, one of K, M, G, T, P, E; not more bytes than "
                        "can be counted");
  }
  r->spec->memory = (mjtSize)bytes;
  return true;
}

// sizes from before `memory`, which excludes them
static bool read_old_size(ig_Reader* r, const ig_Node* node, const char* name, int* value) {
  *value = -1;
  int given = ig_read_ints(r, node, name, value, 1);
  if (given <= 0) return given == 0;
  if (*value < -1) return ig_fail_node(r->diag, node, "%s must be >= -1", name);
  if (r->spec->memory != -1 && *value != -1) {
    return ig_fail_node(r->diag, node, "'memory' includes what '%s' says: give one of them", name);
  }
  return true;
}

static bool read_size(ig_Reader* r, const ig_Node* node) {
  mjSpec* s = r->spec;
  int nstack, njmax;
  if (!read_memory(r, node) || !ig_read_attrs(r, node, s)) return false;
  if (!read_old_size(r, node, "nstack", &nstack) || !read_old_size(r, node, "njmax", &njmax)) return false;
  if (ig_xml_attr(node, "nstack")) s->nstack = nstack;
  if (ig_xml_attr(node, "njmax")) s->njmax = njmax;
  return true;
}

static bool read_visual(ig_Reader* r, const ig_Node* section) {
  mjVisual* vis = &r->spec->visual;
  for (const ig_Node* node = section->first; node; node = node->next) {
    if (!ig_read_attrs(r, node, vis)) return false;
    if (!strcmp(node->name, "map") && vis->map.znear <= 0) {
      return ig_fail_node(r->diag, node, "znear must be strictly positive: it divides");
    }
    if (ig_xml_attr(node, "realtime") && vis->global.realtime <= 0) {
      return ig_fail_node(r->diag, node, "realtime must be above 0: 1 is the speed of the clock");
    }
  }
  return true;
}

// a NaN stands for "not given": the compiler then computes it
static bool read_statistic(ig_Reader* r, const ig_Node* node) {
  mjStatistic* stat = &r->spec->stat;
  if (!ig_read_attrs(r, node, stat)) return false;
  if (!isnan(stat->extent) && stat->extent <= 0) {
    return ig_fail_node(r->diag, node, "extent must be strictly positive: it is the size of the model");
  }
  return true;
}

// the three sections that other sections are read under
bool ig_read_settings(ig_Reader* r, const ig_Node* mujoco) {
  const ig_Node *compiler = ig_xml_child(mujoco, "compiler"), *option = ig_xml_child(mujoco, "option");
  const ig_Node* size = ig_xml_child(mujoco, "size");
  return (!compiler || read_compiler(r, compiler)) && (!option || read_option(r, option)) && (!size || read_size(r, size));
}

// ------------------------------------------------ default classes

// names of classes, for the hints of later messages
static void remember_class(ig_Reader* r, const char* name) {
  if (r->nclass == r->class_room) {
    int room = 2 * r->class_room + 32;
    const char** more = ig_arena_take(r->pool, (size_t)room * sizeof(char*));
    if (r->nclass) memcpy(more, r->classes, (size_t)r->nclass * sizeof(char*));
    r->classes = more;
    r->class_room = room;
  }
  r->classes[r->nclass++] = name;
}

// NULL after a failure
static const mjsDefault* class_named(ig_Reader* r, const ig_Node* node, const ig_XmlAttr* attr) {
  const mjsDefault* def = ig_find_class(r->spec, attr->value);
  if (!def) {
    char buffer[200];
    ig_Hint hint = ig_hint(attr->value);
    for (int i = 0; i < r->nclass; i++) ig_hint_offer(&hint, r->classes[i]);
    const char* name = ig_xml_value(node, "name");
    ig_fail_attr(r->diag, attr, "unknown default %s name '%s' in %s%s%s%s%s", attr->name, attr->value, node->name,
                 name ? " '" : "", name ? name : "", name ? "'" : "", ig_hint_text(&hint, buffer));
  }
  return def;
}

const mjsDefault* ig_own_class(ig_Reader* r, const ig_Node* node, const mjsDefault* otherwise) {
  for (int i = 0; i < node->nattr; i++) {
    const ig_XmlAttr* attr = &node->attrs[i];
    if (attr->row && attr->row->kind == IG_ATTR_CLASS) return class_named(r, node, attr);
  }
  return otherwise;
}

const mjsDefault* ig_read_class(ig_Reader* r, const ig_Node* node, const char* attribute, const mjsDefault* otherwise) {
  const ig_XmlAttr* attr = ig_xml_attr(node, attribute);
  return attr ? class_named(r, node, attr) : otherwise;
}

// a member is read into the class's own element, as if it stood in the model
static bool read_class_member(ig_Reader* r, const ig_Node* node, const mjsDefault* def) {
  switch (node->rule->tag) {
    case mjOBJ_MESH: return ig_read_mesh(r, node, def->mesh);
    case mjOBJ_MATERIAL: return ig_read_material(r, node, def->material);
    case mjOBJ_JOINT: return ig_read_attrs(r, node, def->joint);
    case mjOBJ_GEOM: return ig_read_attrs(r, node, def->geom);
    case mjOBJ_SITE: return ig_read_attrs(r, node, def->site);
    case mjOBJ_CAMERA: return ig_read_camera(r, node, def->camera);
    case mjOBJ_LIGHT: return ig_read_light(r, node, def->light);
    case mjOBJ_PAIR: return ig_read_attrs(r, node, def->pair);
    case mjOBJ_EQUALITY: return ig_read_attrs(r, node, def->equality);
    case mjOBJ_TENDON: return ig_read_one_tendon(r, node, def->tendon);
    case mjOBJ_ACTUATOR: return ig_read_one_actuator(r, node, def->actuator);
    default: return true;  // a nested class
  }
}

// a class starts as a copy of the one around it, so the members are read before the nested classes
static bool read_default(ig_Reader* r, const ig_Node* node, const mjsDefault* parent) {
  const char* name = ig_xml_value(node, "class");
  const mjsDefault* def = ig_root_class(r->spec);
  if (parent) {
    if (!name || !name[0]) return ig_fail_node(r->diag, node, "empty class name: a default below another needs 'class'");
    def = ig_add_class(r->spec, name, parent);
    if (!def) return ig_fail_node(r->diag, node, "repeated default class name '%s'", name);
  } else if (name && name[0] && strcmp(name, "main")) {
    return ig_fail_node(r->diag, node, "top-level default class 'main' cannot be renamed to '%s'", name);
  }
  remember_class(r, name && name[0] ? name : "main");
  for (const ig_Node* n = node->first; n; n = n->next) {
    if (!read_class_member(r, n, def)) return false;
  }
  for (const ig_Node* n = ig_xml_child(node, "default"); n; n = ig_xml_next(n, "default")) {
    if (!read_default(r, n, def)) return false;
  }
  return true;
}

static bool read_top_default(ig_Reader* r, const ig_Node* node) { return read_default(r, node, NULL); }

// ------------------------------------------------ plugins

// settings of a plugin: texts by key, which only the plugin understands
static bool read_configs(ig_Reader* r, const ig_Node* node, mjsPlugin* plugin) {
  ig_Map map;
  ig_map_init(&map);
  bool ok = true;
  for (const ig_Node* config = ig_xml_child(node, "config"); ok && config; config = ig_xml_next(config, "config")) {
    ig_ConfigSaid said = {0};
    ok = ig_read_attrs(r, config, &said);
    if (ok && ig_map_get(&map, said.key)) ok = ig_fail_node(r->diag, config, "duplicate config key: %s", said.key);
    if (ok) ig_map_set(&map, said.key, said.value);
  }
  if (ok) ig_set_plugin_config(plugin, &map);
  ig_map_free(&map);
  return ok;
}

// an element either refers to a named instance, or has one of its own that is made here
bool ig_read_plugin(ig_Reader* r, const ig_Node* node, mjsPlugin* plugin) {
  const char *name = ig_xml_value(node, "plugin"), *instance = ig_xml_value(node, "instance");
  plugin->active = 1;
  ig_text_set(plugin->plugin_name, name ? name : "");
  ig_text_set(plugin->name, instance ? instance : "");
  if (instance && instance[0]) {
    r->spec->hasImplicitPluginElem = 1;
    return true;
  }
  plugin->element = ig_add_plugin(r->spec)->element;
  return read_configs(r, node, plugin);
}

// a plugin must be activated before anything may use it
static bool read_extension(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    ig_ExtensionSaid said = {0};
    if (!ig_read_attrs(r, node, &said)) return false;
    if (ig_activate_named(r->spec, said.plugin)) {
      return ig_fail_node(r->diag, node, "plugin %s not found among those registered", said.plugin);
    }
    for (const ig_Node* n = node->first; n; n = n->next) {
      // ids of instances follow the order of the file, so those with names have to come first
      if (r->spec->hasImplicitPluginElem) {
        return ig_fail_node(r->diag, n,
                            "name the instances of plugins first: an element before this one has an unnamed instance");
      }
      mjsPlugin* plugin = ig_add_plugin(r->spec);
      ig_text_set(plugin->plugin_name, said.plugin);
      if (!ig_read_attrs(r, n, plugin) || !read_configs(r, n, plugin)) return false;
    }
  }
  return true;
}

// ------------------------------------------------ custom data and keyframes

// numbers beyond the given ones are zero; size alone makes room
static bool read_numeric(ig_Reader* r, const ig_Node* node) {
  mjsNumeric* numeric = ig_add_numeric(r->spec);
  if (!ig_read_attrs(r, node, numeric)) return false;
  double data[NUMERIC_MAX] = {0};
  int n = IG_COUNT(double, numeric->data);
  if (!ig_xml_attr(node, "size")) numeric->size = n;
  if (numeric->size < 1 || numeric->size > NUMERIC_MAX) {
    return ig_fail_node(r->diag, node, "size of a custom number must be 1 to %d", NUMERIC_MAX);
  }
  if (n > numeric->size) return ig_fail_node(r->diag, node, "attribute 'data' has too much data");
  if (n) memcpy(data, IG_ITEMS(double, numeric->data), (size_t)n * sizeof(double));
  ig_set_doubles(numeric->data, data, numeric->size);
  return true;
}

static bool read_text(ig_Reader* r, const ig_Node* node) {
  if (!ig_read_attrs(r, node, ig_add_text(r->spec))) return false;
  return ig_xml_value(node, "data")[0] || ig_fail_node(r->diag, node, "text field cannot be empty: put something into 'data'");
}

// the three arrays of a tuple run in parallel and are set as a whole
static bool read_tuple(ig_Reader* r, const ig_Node* node) {
  mjsTuple* tuple = ig_add_tuple(r->spec);
  if (!ig_read_attrs(r, node, tuple)) return false;
  int count = 0, i = 0;
  for (const ig_Node* n = node->first; n; n = n->next) count++;
  int* types = ig_arena_take(r->pool, (size_t)(count + 1) * sizeof(int));
  double* prm = ig_arena_take(r->pool, (size_t)(count + 1) * sizeof(double));
  ig_texts_split(tuple->objname, "");
  for (const ig_Node* n = node->first; n; n = n->next, i++) {
    ig_TupleSaid said = {0};
    if (!ig_read_attrs(r, n, &said)) return false;
    prm[i] = said.prm;
    types[i] = ig_object_type(said.objtype);
    if (types[i] == mjOBJ_UNKNOWN) return ig_fail_node(r->diag, n, "unknown object type '%s'", said.objtype);
    ig_texts_append(tuple->objname, said.objname);
  }
  ig_set_ints(tuple->objtype, types, count);
  ig_set_doubles(tuple->objprm, prm, count);
  return true;
}

static bool read_custom(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    bool ok = node->rule->tag == mjOBJ_NUMERIC ? read_numeric(r, node)
              : node->rule->tag == mjOBJ_TEXT  ? read_text(r, node)
                                               : read_tuple(r, node);
    if (!ok) return false;
  }
  return true;
}

static bool read_keyframe(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    if (!ig_read_attrs(r, node, ig_add_key(r->spec))) return false;
  }
  return true;
}

// ------------------------------------------------ sections

static bool read_world(ig_Reader* r, const ig_Node* section) {
  mjsBody* world = ig_find_body(r->spec, "world");
  if (section->nattr) return ig_fail_node(r->diag, section, "World body cannot have attributes, they belong to bodies");
  return ig_read_body(r, section, world, NULL);
}

// in the file sections may stand in any order; here, whatever is referred to comes first
bool ig_read_mujoco(ig_Reader* r, const ig_Node* root) {
  static const struct {
    const char* name;
    bool (*read)(ig_Reader*, const ig_Node*);
  } sections[] = {
      {"compiler", read_compiler},
      {"option", read_option},
      {"size", read_size},
      {"visual", read_visual},
      {"statistic", read_statistic},
      {"default", read_top_default},
      {"extension", read_extension},
      {"custom", read_custom},
      {"asset", ig_read_assets},
      {"contact", ig_read_contact},
      {"deformable", ig_read_deformable},
      {"equality", ig_read_equality},
      {"tendon", ig_read_tendon},
      {"actuator", ig_read_actuator},
      {"sensor", ig_read_sensor},
      {"keyframe", read_keyframe},
      {"worldbody", read_world},
  };
  if (!ig_read_attrs(r, root, r->spec)) return false;
  ig_text_set(r->spec->comment, root->comment ? root->comment : "");

  // attaching copies while a file is read: an asset may be attached more than once
  ig_set_deep_copy(r->spec, 1);
  ig_Spec* spec = ig_spec(r->spec);
  spec->reading = true;
  bool ok = true;
  for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
    for (const ig_Node* n = ig_xml_child(root, sections[i].name); ok && n; n = ig_xml_next(n, sections[i].name)) {
      ok = sections[i].read(r, n);
    }
  }
  spec->reading = false;
  if (ok && spec->merged) ig_settle(spec);
  ig_set_deep_copy(r->spec, 0);
  return ok;
}
