// SPDX-License-Identifier: Apache-2.0
#include "mjcf/table/schema.h"

#include <string.h>

#include <mujoco/mjmodel.h>
#include <mujoco/mjspec.h>

#include "mjcf/table/table.h"

// The tree of rules. Children come before their parents; the order of siblings is the one that mj_printSchema shows.

#define CHILDREN(rules) .children = rules, .nchild = (int)(sizeof(rules) / sizeof((rules)[0]))
#define LEAF(name, occurs, table) \
  { name, occurs, &table, ~0u, 0, NULL, 0, false }
#define PICK(name, occurs, table, variant, tag) \
  { name, occurs, &table, variant, tag, NULL, 0, false }
#define CLASS(name, table, variant, tag) \
  { name, '?', &table, variant, tag, NULL, 0, true }

static const ig_Rule compiler_children[] = {LEAF("lengthrange", '?', ig_table_lengthrange)};
static const ig_Rule option_children[] = {LEAF("flag", '?', ig_table_flag)};
static const ig_Rule visual_children[] = {
    LEAF("global", '?', ig_table_vis_global),       LEAF("quality", '?', ig_table_vis_quality),
    LEAF("headlight", '?', ig_table_vis_headlight), LEAF("map", '?', ig_table_vis_map),
    LEAF("scale", '?', ig_table_vis_scale),         LEAF("rgba", '?', ig_table_vis_rgba),
};

static const ig_Rule material_children[] = {LEAF("layer", '*', ig_table_layer)};
static const ig_Rule default_children[] = {
    CLASS("mesh", ig_table_mesh, ~0u, mjOBJ_MESH),
    {.name = "material",
     .occurs = '?',
     .table = &ig_table_material,
     .variant = ~0u,
     .tag = mjOBJ_MATERIAL,
     CHILDREN(material_children),
     .in_default = true},
    CLASS("joint", ig_table_joint, IG_IN_SPEC, mjOBJ_JOINT),
    CLASS("geom", ig_table_geom, IG_IN_SPEC, mjOBJ_GEOM),
    CLASS("site", ig_table_site, IG_IN_SPEC, mjOBJ_SITE),
    CLASS("camera", ig_table_camera, ~0u, mjOBJ_CAMERA),
    CLASS("light", ig_table_light, ~0u, mjOBJ_LIGHT),
    CLASS("pair", ig_table_pair, ~0u, mjOBJ_PAIR),
    CLASS("equality", ig_table_equality, IG_EQ_CLASS, mjOBJ_EQUALITY),
    CLASS("tendon", ig_table_tendon, IG_IN_SPATIAL, mjOBJ_TENDON),
    CLASS("general", ig_table_actuator, IG_ACT_GENERAL, mjOBJ_ACTUATOR),
    CLASS("motor", ig_table_actuator, IG_ACT_MOTOR, mjOBJ_ACTUATOR),
    CLASS("position", ig_table_actuator, IG_ACT_POSITION, mjOBJ_ACTUATOR),
    CLASS("velocity", ig_table_actuator, IG_ACT_VELOCITY, mjOBJ_ACTUATOR),
    CLASS("intvelocity", ig_table_actuator, IG_ACT_INTVELOCITY, mjOBJ_ACTUATOR),
    CLASS("damper", ig_table_actuator, IG_ACT_DAMPER, mjOBJ_ACTUATOR),
    CLASS("cylinder", ig_table_actuator, IG_ACT_CYLINDER, mjOBJ_ACTUATOR),
    CLASS("muscle", ig_table_actuator, IG_ACT_MUSCLE, mjOBJ_ACTUATOR),
    CLASS("adhesion", ig_table_actuator, IG_ACT_ADHESION, mjOBJ_ACTUATOR),
};

static const ig_Rule config_children[] = {LEAF("config", '*', ig_table_config)};
#define PLUGIN \
  { .name = "plugin", .occurs = '*', .table = &ig_table_plugin, .variant = ~0u, CHILDREN(config_children) }
static const ig_Rule extension_plugin_children[] = {
    {.name = "instance", .occurs = '*', .table = &ig_table_instance, .variant = ~0u, CHILDREN(config_children)},
};
static const ig_Rule extension_children[] = {
    {.name = "plugin", .occurs = '*', .table = &ig_table_extension_plugin, .variant = ~0u, CHILDREN(extension_plugin_children)},
};

static const ig_Rule tuple_children[] = {LEAF("element", '*', ig_table_tuple_element)};
static const ig_Rule custom_children[] = {
    PICK("numeric", '*', ig_table_numeric, ~0u, mjOBJ_NUMERIC),
    PICK("text", '*', ig_table_text, ~0u, mjOBJ_TEXT),
    {.name = "tuple", .occurs = '*', .table = &ig_table_tuple, .variant = ~0u, .tag = mjOBJ_TUPLE, CHILDREN(tuple_children)},
};

static const ig_Rule plugin_children[] = {PLUGIN};
static const ig_Rule skin_children[] = {LEAF("bone", '*', ig_table_bone)};
#define SKIN \
  { .name = "skin", .occurs = '*', .table = &ig_table_skin, .variant = ~0u, .tag = mjOBJ_SKIN, CHILDREN(skin_children) }
static const ig_Rule asset_children[] = {
    {.name = "mesh", .occurs = '*', .table = &ig_table_mesh, .variant = ~0u, .tag = mjOBJ_MESH, CHILDREN(plugin_children)},
    PICK("hfield", '*', ig_table_hfield, ~0u, mjOBJ_HFIELD),
    SKIN,
    PICK("texture", '*', ig_table_texture, ~0u, mjOBJ_TEXTURE),
    {.name = "material",
     .occurs = '*',
     .table = &ig_table_material,
     .variant = ~0u,
     .tag = mjOBJ_MATERIAL,
     CHILDREN(material_children)},
    PICK("model", '*', ig_table_model, ~0u, mjOBJ_MODEL),
};

static const ig_Rule composite_children[] = {
    PICK("joint", '*', ig_table_joint, IG_IN_COMPOSITE, 0),
    LEAF("skin", '?', ig_table_composite_skin),
    PICK("geom", '?', ig_table_geom, IG_IN_COMPOSITE, 0),
    PICK("site", '?', ig_table_site, IG_IN_COMPOSITE, 0),
    PLUGIN,
};
static const ig_Rule flexcomp_children[] = {
    PICK("edge", '?', ig_table_flex_edge, IG_IN_COMPOSITE, 0),
    LEAF("elasticity", '?', ig_table_flex_elasticity),
    LEAF("contact", '?', ig_table_flex_contact),
    LEAF("pin", '*', ig_table_pin),
    PLUGIN,
};

// tags of the children of a body that are not objects
static const ig_Rule body_children[] = {
    LEAF("inertial", '?', ig_table_inertial),
    PICK("joint", '*', ig_table_joint, IG_IN_SPEC, mjOBJ_JOINT),
    PICK("freejoint", '*', ig_table_joint, IG_IN_FREEJOINT, 0),
    {.name = "geom", .occurs = '*', .table = &ig_table_geom, .variant = IG_IN_SPEC, .tag = mjOBJ_GEOM, CHILDREN(plugin_children)},
    LEAF("attach", '*', ig_table_attach),
    PICK("site", '*', ig_table_site, IG_IN_SPEC, mjOBJ_SITE),
    PICK("camera", '*', ig_table_camera, ~0u, mjOBJ_CAMERA),
    PICK("light", '*', ig_table_light, ~0u, mjOBJ_LIGHT),
    PLUGIN,
    {.name = "composite", .occurs = '*', .table = &ig_table_composite, .variant = ~0u, CHILDREN(composite_children)},
    {.name = "flexcomp", .occurs = '*', .table = &ig_table_flexcomp, .variant = ~0u, CHILDREN(flexcomp_children)},
};
static const ig_Rule rule_body = {
    .name = "body", .occurs = 'R', .table = &ig_table_body, .variant = ~0u, CHILDREN(body_children)};
const ig_Rule ig_rule_frame = {.name = "frame", .occurs = 'R', .table = &ig_table_frame, .variant = ~0u, CHILDREN(body_children)};
const ig_Rule ig_rule_replicate = {
    .name = "replicate", .occurs = 'R', .table = &ig_table_replicate, .variant = ~0u, CHILDREN(body_children)};

static const ig_Rule flex_children[] = {
    LEAF("contact", '?', ig_table_flex_contact),
    PICK("edge", '?', ig_table_flex_edge, IG_IN_SPEC, 0),
    LEAF("elasticity", '?', ig_table_flex_elasticity),
};
static const ig_Rule deformable_children[] = {
    {.name = "flex", .occurs = '*', .table = &ig_table_flex, .variant = ~0u, .tag = mjOBJ_FLEX, CHILDREN(flex_children)},
    SKIN,
};
static const ig_Rule contact_children[] = {
    PICK("pair", '*', ig_table_pair, ~0u, mjOBJ_PAIR),
    PICK("exclude", '*', ig_table_exclude, ~0u, mjOBJ_EXCLUDE),
};
static const ig_Rule equality_children[] = {
    PICK("connect", '*', ig_table_equality, IG_EQ_BODIES, mjEQ_CONNECT),
    PICK("weld", '*', ig_table_equality, IG_EQ_BODIES | IG_EQ_WELD, mjEQ_WELD),
    PICK("joint", '*', ig_table_equality, IG_EQ_JOINT, mjEQ_JOINT),
    PICK("tendon", '*', ig_table_equality, IG_EQ_TENDON, mjEQ_TENDON),
    PICK("flex", '*', ig_table_equality, IG_EQ_FLEX, mjEQ_FLEX),
    PICK("flexvert", '*', ig_table_equality, IG_EQ_FLEX, mjEQ_FLEXVERT),
};
static const ig_Rule spatial_children[] = {
    PICK("site", '*', ig_table_wrap_site, ~0u, mjWRAP_SITE),
    PICK("geom", '*', ig_table_wrap_geom, ~0u, mjWRAP_SPHERE),
    PICK("pulley", '*', ig_table_wrap_pulley, ~0u, mjWRAP_PULLEY),
};
static const ig_Rule fixed_children[] = {PICK("joint", '*', ig_table_wrap_joint, ~0u, mjWRAP_JOINT)};
static const ig_Rule tendon_children[] = {
    {.name = "spatial", .occurs = '*', .table = &ig_table_tendon, .variant = IG_IN_SPATIAL, CHILDREN(spatial_children)},
    {.name = "fixed", .occurs = '*', .table = &ig_table_tendon, .variant = IG_IN_FIXED, CHILDREN(fixed_children)},
};
static const ig_Rule actuator_children[] = {
    PICK("general", '*', ig_table_actuator, IG_ACT_GENERAL, 0),
    PICK("motor", '*', ig_table_actuator, IG_ACT_MOTOR, 0),
    PICK("position", '*', ig_table_actuator, IG_ACT_POSITION, 0),
    PICK("velocity", '*', ig_table_actuator, IG_ACT_VELOCITY, 0),
    PICK("intvelocity", '*', ig_table_actuator, IG_ACT_INTVELOCITY, 0),
    PICK("damper", '*', ig_table_actuator, IG_ACT_DAMPER, 0),
    PICK("cylinder", '*', ig_table_actuator, IG_ACT_CYLINDER, 0),
    PICK("muscle", '*', ig_table_actuator, IG_ACT_MUSCLE, 0),
    PICK("adhesion", '*', ig_table_actuator, IG_ACT_ADHESION, 0),
    {.name = "plugin", .occurs = '*', .table = &ig_table_actuator, .variant = IG_ACT_PLUGIN, CHILDREN(config_children)},
};

#define USUAL (IG_SENS_DELAY | IG_SENS_CUTOFF | IG_SENS_NOISE)
#define SENSOR(name, attached, type) PICK(name, '*', ig_table_sensor, (attached) | USUAL, type)
#define FRAMED (IG_SENS_OBJECT | IG_SENS_REFERENCE)
static const ig_Rule sensor_children[] = {
    SENSOR("touch", IG_SENS_SITE, mjSENS_TOUCH),
    SENSOR("accelerometer", IG_SENS_SITE, mjSENS_ACCELEROMETER),
    SENSOR("velocimeter", IG_SENS_SITE, mjSENS_VELOCIMETER),
    SENSOR("gyro", IG_SENS_SITE, mjSENS_GYRO),
    SENSOR("force", IG_SENS_SITE, mjSENS_FORCE),
    SENSOR("torque", IG_SENS_SITE, mjSENS_TORQUE),
    SENSOR("magnetometer", IG_SENS_SITE, mjSENS_MAGNETOMETER),
    SENSOR("camprojection", IG_SENS_SITE | IG_SENS_CAMERA, mjSENS_CAMPROJECTION),
    SENSOR("rangefinder", IG_SENS_RAY, mjSENS_RANGEFINDER),
    SENSOR("jointpos", IG_SENS_JOINT, mjSENS_JOINTPOS),
    SENSOR("jointvel", IG_SENS_JOINT, mjSENS_JOINTVEL),
    SENSOR("tendonpos", IG_SENS_TENDON, mjSENS_TENDONPOS),
    SENSOR("tendonvel", IG_SENS_TENDON, mjSENS_TENDONVEL),
    SENSOR("actuatorpos", IG_SENS_ACTUATOR, mjSENS_ACTUATORPOS),
    SENSOR("actuatorvel", IG_SENS_ACTUATOR, mjSENS_ACTUATORVEL),
    SENSOR("actuatorfrc", IG_SENS_ACTUATOR, mjSENS_ACTUATORFRC),
    SENSOR("jointactuatorfrc", IG_SENS_JOINT, mjSENS_JOINTACTFRC),
    SENSOR("tendonactuatorfrc", IG_SENS_TENDON, mjSENS_TENDONACTFRC),
    SENSOR("ballquat", IG_SENS_JOINT, mjSENS_BALLQUAT),
    SENSOR("ballangvel", IG_SENS_JOINT, mjSENS_BALLANGVEL),
    SENSOR("jointlimitpos", IG_SENS_JOINT, mjSENS_JOINTLIMITPOS),
    SENSOR("jointlimitvel", IG_SENS_JOINT, mjSENS_JOINTLIMITVEL),
    SENSOR("jointlimitfrc", IG_SENS_JOINT, mjSENS_JOINTLIMITFRC),
    SENSOR("tendonlimitpos", IG_SENS_TENDON, mjSENS_TENDONLIMITPOS),
    SENSOR("tendonlimitvel", IG_SENS_TENDON, mjSENS_TENDONLIMITVEL),
    SENSOR("tendonlimitfrc", IG_SENS_TENDON, mjSENS_TENDONLIMITFRC),
    SENSOR("framepos", FRAMED, mjSENS_FRAMEPOS),
    SENSOR("framequat", FRAMED, mjSENS_FRAMEQUAT),
    SENSOR("framexaxis", FRAMED, mjSENS_FRAMEXAXIS),
    SENSOR("frameyaxis", FRAMED, mjSENS_FRAMEYAXIS),
    SENSOR("framezaxis", FRAMED, mjSENS_FRAMEZAXIS),
    SENSOR("framelinvel", FRAMED, mjSENS_FRAMELINVEL),
    SENSOR("frameangvel", FRAMED, mjSENS_FRAMEANGVEL),
    SENSOR("framelinacc", IG_SENS_OBJECT, mjSENS_FRAMELINACC),
    SENSOR("frameangacc", IG_SENS_OBJECT, mjSENS_FRAMEANGACC),
    SENSOR("subtreecom", IG_SENS_BODY, mjSENS_SUBTREECOM),
    SENSOR("subtreelinvel", IG_SENS_BODY, mjSENS_SUBTREELINVEL),
    SENSOR("subtreeangmom", IG_SENS_BODY, mjSENS_SUBTREEANGMOM),
    SENSOR("insidesite", IG_SENS_SITE | IG_SENS_OBJECT, mjSENS_INSIDESITE),
    SENSOR("distance", IG_SENS_PAIR, mjSENS_GEOMDIST),
    SENSOR("normal", IG_SENS_PAIR, mjSENS_GEOMNORMAL),
    SENSOR("fromto", IG_SENS_PAIR, mjSENS_GEOMFROMTO),
    SENSOR("contact", IG_SENS_CONTACT, mjSENS_CONTACT),
    SENSOR("e_potential", 0, mjSENS_E_POTENTIAL),
    SENSOR("e_kinetic", 0, mjSENS_E_KINETIC),
    SENSOR("clock", 0, mjSENS_CLOCK),
    PICK("tactile", '*', ig_table_sensor, IG_SENS_TACTILE | IG_SENS_DELAY, mjSENS_TACTILE),
    PICK("user", '*', ig_table_sensor, IG_SENS_USER | IG_SENS_CUTOFF | IG_SENS_NOISE, mjSENS_USER),
    {.name = "plugin",
     .occurs = '*',
     .table = &ig_table_sensor,
     .variant = IG_SENS_PLUGIN | IG_SENS_CUTOFF,
     .tag = mjSENS_PLUGIN,
     CHILDREN(config_children)},
};
static const ig_Rule keyframe_children[] = {PICK("key", '*', ig_table_key, ~0u, mjOBJ_KEY)};

#define SECTION(title, table_, rules) \
  { .name = title, .occurs = '*', .table = &table_, .variant = ~0u, CHILDREN(rules) }
static const ig_Rule mujoco_children[] = {
    SECTION("compiler", ig_table_compiler, compiler_children),
    SECTION("option", ig_table_option, option_children),
    LEAF("size", '*', ig_table_size),
    SECTION("visual", ig_table_empty, visual_children),
    LEAF("statistic", '*', ig_table_statistic),
    {.name = "default", .occurs = 'R', .table = &ig_table_default, .variant = ~0u, CHILDREN(default_children)},
    SECTION("extension", ig_table_empty, extension_children),
    SECTION("custom", ig_table_empty, custom_children),
    SECTION("asset", ig_table_empty, asset_children),
    {.name = "worldbody", .occurs = 'R', .table = &ig_table_body, .variant = ~0u, CHILDREN(body_children)},
    SECTION("deformable", ig_table_empty, deformable_children),
    SECTION("contact", ig_table_empty, contact_children),
    SECTION("equality", ig_table_empty, equality_children),
    SECTION("tendon", ig_table_empty, tendon_children),
    SECTION("actuator", ig_table_empty, actuator_children),
    SECTION("sensor", ig_table_empty, sensor_children),
    SECTION("keyframe", ig_table_empty, keyframe_children),
};
const ig_Rule ig_rule_mujoco = {
    .name = "mujoco", .occurs = '!', .table = &ig_table_mujoco, .variant = ~0u, CHILDREN(mujoco_children)};

// ------------------------------------------------ lookup

bool ig_rule_has(const ig_Rule* rule, const ig_Attr* row) {
  if (rule->in_default && (row->flags & IG_NODEFAULT)) return false;
  return !row->in || (row->in & rule->variant);
}

const ig_Attr* ig_rule_row(const ig_Rule* rule, const char* name) {
  for (int i = 0; i < rule->table->nrow; i++) {
    const ig_Attr* row = &rule->table->rows[i];
    if (row->name[0] == name[0] && !strcmp(row->name, name) && ig_rule_has(rule, row)) return row;
  }
  return NULL;
}

const char* ig_word_of(const ig_Word* words, int value) {
  for (; words->word; words++) {
    if (words->value == value) return words->word;
  }
  return "";
}

const ig_Word* ig_word_find(const ig_Word* words, const char* text, size_t length) {
  for (; words->word; words++) {
    if (strlen(words->word) == length && !strncmp(words->word, text, length)) return words;
  }
  return NULL;
}

static bool is_tree(const ig_Rule* rule) { return rule->children == body_children; }

// rule for a child of that name
static const ig_Rule* child_rule(const ig_Rule* rule, const char* name) {
  for (int i = 0; i < rule->nchild; i++) {
    if (!strcmp(rule->children[i].name, name)) return &rule->children[i];
  }
  if (is_tree(rule)) {
    if (!strcmp(name, "body")) return &rule_body;
    if (!strcmp(name, "frame")) return &ig_rule_frame;
    if (!strcmp(name, "replicate")) return &ig_rule_replicate;
  } else if (rule->occurs == 'R' && !strcmp(rule->name, name)) {
    return rule;
  }
  // files made to be included have the parts of a body at their root: they load on their own too, and what stands there
  // is checked as a body and then not read
  bool part = !strcmp(name, "body") || !strcmp(name, "frame") || !strcmp(name, "replicate");
  return rule == &ig_rule_mujoco && part ? &rule_body : NULL;
}

// ------------------------------------------------ check

static bool fail_attribute(const ig_XmlAttr* attr, const ig_Rule* rule, ig_Diag* diag) {
  char buffer[200];
  ig_Hint hint = ig_hint(attr->name);
  for (int i = 0; i < rule->table->nrow; i++) {
    const ig_Attr* row = &rule->table->rows[i];
    if (ig_rule_has(rule, row)) ig_hint_offer(&hint, row->name);
  }
  return ig_fail_attr(diag, attr, "Schema violation: unrecognized attribute: '%s'%s", attr->name, ig_hint_text(&hint, buffer));
}

static bool fail_element(const ig_Node* node, const ig_Rule* parent, ig_Diag* diag) {
  char buffer[200];
  ig_Hint hint = ig_hint(node->name);
  for (int i = 0; i < parent->nchild; i++) ig_hint_offer(&hint, parent->children[i].name);
  if (is_tree(parent)) {
    ig_hint_offer(&hint, "body");
    ig_hint_offer(&hint, "frame");
    ig_hint_offer(&hint, "replicate");
  }
  return ig_fail_node(diag, node, "Schema violation: unrecognized element '%s' in '%s'%s", node->name, parent->name,
                      ig_hint_text(&hint, buffer));
}

// rules that say how often a child may stand in its parent
static bool check_counts(const ig_Node* node, const ig_Rule* rule, ig_Diag* diag) {
  for (int i = 0; i < rule->nchild; i++) {
    const ig_Rule* child = &rule->children[i];
    if (child->occurs != '?' && child->occurs != '!') continue;
    int count = 0;
    for (const ig_Node* n = node->first; n; n = n->next) count += n->rule == child;
    if (count > 1) {
      return ig_fail_node(diag, node, "Schema violation: unique element '%s' found %d times", child->name, count);
    }
    if (count < 1 && child->occurs == '!') {
      return ig_fail_node(diag, node, "Schema violation: element '%s' is required", child->name);
    }
  }
  return true;
}

// what stands inside a frame or replicate is not checked: 3.5.0 does not either, and files rely on it; attributes that
// have no row are then ignored, elements that have no rule are refused by the reader
static bool check(ig_Node* node, const ig_Rule* rule, bool strict, ig_Diag* diag) {
  node->rule = rule;
  strict = strict && rule != &ig_rule_frame && rule != &ig_rule_replicate;
  for (int i = 0; i < node->nattr; i++) {
    node->attrs[i].row = ig_rule_row(rule, node->attrs[i].name);
    if (strict && !node->attrs[i].row) return fail_attribute(&node->attrs[i], rule, diag);
  }
  for (ig_Node* child = node->first; child; child = child->next) {
    const ig_Rule* its = child_rule(rule, child->name);
    if (!its && strict) return fail_element(child, rule, diag);
    if (its && !check(child, its, strict, diag)) return false;
  }
  return !strict || check_counts(node, rule, diag);
}

bool ig_schema_check(ig_Node* root, ig_Diag* diag) {
  if (strcmp(root->name, ig_rule_mujoco.name)) {
    return ig_fail_node(diag, root, "Schema violation: unrecognized element");
  }
  return check(root, &ig_rule_mujoco, true, diag);
}

void ig_schema_mark(ig_Node* section) {
  ig_Diag ignored = {0};
  const ig_Rule* rule = child_rule(&ig_rule_mujoco, section->name);
  if (rule) check(section, rule, false, &ignored);
}
