// SPDX-License-Identifier: Apache-2.0
// Attributes of the document as a whole: compiler, options, sizes, visual settings, defaults, plugins, custom data, keys.
// The order of rows is the order in which a model is written.
#include <stddef.h>

#include <mujoco/mjmodel.h>
#include <mujoco/mjspec.h>

#include "mjcf/table/keyword.h"
#include "mjcf/table/said.h"
#include "mjcf/table/table.h"

const ig_AttrTable ig_table_empty = {NULL, 0, 0};

static const ig_Attr mujoco_rows[] = {{"model", IG_ATTR_TEXT, offsetof(mjSpec, modelname), 0, NULL, 0, IG_UNWRITTEN}};
const ig_AttrTable ig_table_mujoco = IG_TABLE(mujoco_rows, 0);

#define AT(field) offsetof(mjSpec, field)
// models are written in radians whatever they were read in: the code of <compiler> says so there
static const ig_Attr compiler_rows[] = {
    {"autolimits", IG_ATTR_BYTE, AT(compiler.autolimits), 1, ig_words_bool},
    {"boundmass", IG_ATTR_REAL, AT(compiler.boundmass), 1},
    {"boundinertia", IG_ATTR_REAL, AT(compiler.boundinertia), 1},
    {"settotalmass", IG_ATTR_REAL, AT(compiler.settotalmass), 1},
    {"balanceinertia", IG_ATTR_BYTE, AT(compiler.balanceinertia), 1, ig_words_bool},
    {"strippath", IG_ATTR_BYTE, AT(strippath), 1, ig_words_bool},
    {"coordinate", IG_ATTR_HAND, 0, 1, ig_words_coordinate},  // one of the words is refused with advice
    {"angle", IG_ATTR_BYTE, AT(compiler.degree), 1, ig_words_angle, 0, IG_UNWRITTEN},
    {"fitaabb", IG_ATTR_BYTE, AT(compiler.fitaabb), 1, ig_words_bool},
    {"eulerseq", IG_ATTR_HAND},  // three letters, not a text
    {"meshdir", IG_ATTR_TEXT, AT(compiler.meshdir), 0, NULL, 0, IG_UNWRITTEN},
    {"texturedir", IG_ATTR_TEXT, AT(compiler.texturedir), 0, NULL, 0, IG_UNWRITTEN},
    {"discardvisual", IG_ATTR_BYTE, AT(compiler.discardvisual), 1, ig_words_bool},
    {"usethread", IG_ATTR_BYTE, AT(compiler.usethread), 1, ig_words_bool},
    {"fusestatic", IG_ATTR_BYTE, AT(compiler.fusestatic), 1, ig_words_bool},
    {"inertiafromgeom", IG_ATTR_WORD, AT(compiler.inertiafromgeom), 1, ig_words_auto},
    {"inertiagrouprange", IG_ATTR_INT, AT(compiler.inertiagrouprange), 2},
    {"saveinertial", IG_ATTR_BYTE, AT(compiler.saveinertial), 1, ig_words_bool},
    {"assetdir", IG_ATTR_HAND},  // stands for two other attributes
    {"alignfree", IG_ATTR_WORD, AT(compiler.alignfree), 1, ig_words_bool},
};
const ig_AttrTable ig_table_compiler = IG_TABLE(compiler_rows, 0);

// how many numbers a user has per element follows from the elements, so these counts are written by the code of <size>
static const ig_Attr size_rows[] = {
    {"memory", IG_ATTR_HAND},  // a number with a letter behind it
    {"njmax", IG_ATTR_HAND},   // this one and nstack cannot stand beside memory
    {"nconmax", IG_ATTR_SIZE, AT(nconmax), 1},
    {"nstack", IG_ATTR_HAND},
    {"nuserdata", IG_ATTR_INT, AT(nuserdata), 1},
    {"nkey", IG_ATTR_INT, AT(nkey), 1},
    {"nuser_body", IG_ATTR_SIZE, AT(nuser_body), 1, NULL, 0, IG_UNWRITTEN},
    {"nuser_jnt", IG_ATTR_SIZE, AT(nuser_jnt), 1, NULL, 0, IG_UNWRITTEN},
    {"nuser_geom", IG_ATTR_SIZE, AT(nuser_geom), 1, NULL, 0, IG_UNWRITTEN},
    {"nuser_site", IG_ATTR_SIZE, AT(nuser_site), 1, NULL, 0, IG_UNWRITTEN},
    {"nuser_cam", IG_ATTR_SIZE, AT(nuser_cam), 1, NULL, 0, IG_UNWRITTEN},
    {"nuser_tendon", IG_ATTR_SIZE, AT(nuser_tendon), 1, NULL, 0, IG_UNWRITTEN},
    {"nuser_actuator", IG_ATTR_SIZE, AT(nuser_actuator), 1, NULL, 0, IG_UNWRITTEN},
    {"nuser_sensor", IG_ATTR_SIZE, AT(nuser_sensor), 1, NULL, 0, IG_UNWRITTEN},
};
const ig_AttrTable ig_table_size = IG_TABLE(size_rows, 0);
#undef AT

#define AT(field) offsetof(mjLROpt, field)
// how the compiler finds the lengths that a muscle can have
static const ig_Attr lengthrange_rows[] = {
    {"mode", IG_ATTR_WORD, AT(mode), 1, ig_words_lengthrange},
    {"useexisting", IG_ATTR_WORD, AT(useexisting), 1, ig_words_bool},
    {"uselimit", IG_ATTR_WORD, AT(uselimit), 1, ig_words_bool},
    {"accel", IG_ATTR_REAL, AT(accel), 1},
    {"maxforce", IG_ATTR_REAL, AT(maxforce), 1, NULL, 0, IG_UNBOUNDED},
    {"timeconst", IG_ATTR_REAL, AT(timeconst), 1},
    {"timestep", IG_ATTR_REAL, AT(timestep), 1},
    {"inttotal", IG_ATTR_REAL, AT(inttotal), 1},
    {"interval", IG_ATTR_REAL, AT(interval), 1},
    {"tolrange", IG_ATTR_REAL, AT(tolrange), 1},
};
const ig_AttrTable ig_table_lengthrange = IG_TABLE(lengthrange_rows, 0);
#undef AT

#define AT(field) offsetof(mjOption, field)
static const ig_Attr option_rows[] = {
    {"timestep", IG_ATTR_REAL, AT(timestep), 1},
    {"impratio", IG_ATTR_REAL, AT(impratio), 1},
    {"tolerance", IG_ATTR_REAL, AT(tolerance), 1},
    {"ls_tolerance", IG_ATTR_REAL, AT(ls_tolerance), 1},
    {"noslip_tolerance", IG_ATTR_REAL, AT(noslip_tolerance), 1},
    {"ccd_tolerance", IG_ATTR_REAL, AT(ccd_tolerance), 1},
    {"sleep_tolerance", IG_ATTR_REAL, AT(sleep_tolerance), 1},
    {"gravity", IG_ATTR_REAL, AT(gravity), 3},
    {"wind", IG_ATTR_REAL, AT(wind), 3},
    {"magnetic", IG_ATTR_REAL, AT(magnetic), 3},
    {"density", IG_ATTR_REAL, AT(density), 1},
    {"viscosity", IG_ATTR_REAL, AT(viscosity), 1},
    {"o_margin", IG_ATTR_REAL, AT(o_margin), 1},
    {"o_solref", IG_ATTR_REAL, AT(o_solref), mjNREF, NULL, 0, IG_SHORT},
    {"o_solimp", IG_ATTR_REAL, AT(o_solimp), mjNIMP, NULL, 0, IG_SHORT},
    {"o_friction", IG_ATTR_REAL, AT(o_friction), 5, NULL, 0, IG_SHORT},
    {"integrator", IG_ATTR_WORD, AT(integrator), 1, ig_words_integrator},
    {"cone", IG_ATTR_WORD, AT(cone), 1, ig_words_cone},
    {"jacobian", IG_ATTR_WORD, AT(jacobian), 1, ig_words_jacobian},
    {"solver", IG_ATTR_WORD, AT(solver), 1, ig_words_solver},
    {"iterations", IG_ATTR_INT, AT(iterations), 1},
    {"ls_iterations", IG_ATTR_INT, AT(ls_iterations), 1},
    {"noslip_iterations", IG_ATTR_INT, AT(noslip_iterations), 1},
    {"ccd_iterations", IG_ATTR_INT, AT(ccd_iterations), 1},
    {"sdf_iterations", IG_ATTR_INT, AT(sdf_iterations), 1},
    {"sdf_initpoints", IG_ATTR_INT, AT(sdf_initpoints), 1},
    {"actuatorgroupdisable", IG_ATTR_HAND},  // numbers that become bits
};
const ig_AttrTable ig_table_option = IG_TABLE(option_rows, 0);

// the two words of a flag are the same; a part of the engine is on unless its bit is set, an extra is off unless it is
#define OFF(name, bit) \
  { name, IG_ATTR_DISABLE, AT(disableflags), bit, ig_words_enable }
#define ON(name, bit) \
  { name, IG_ATTR_ENABLE, AT(enableflags), bit, ig_words_enable }
static const ig_Attr flag_rows[] = {
    OFF("constraint", mjDSBL_CONSTRAINT),
    OFF("equality", mjDSBL_EQUALITY),
    OFF("frictionloss", mjDSBL_FRICTIONLOSS),
    OFF("limit", mjDSBL_LIMIT),
    OFF("contact", mjDSBL_CONTACT),
    OFF("spring", mjDSBL_SPRING),
    OFF("damper", mjDSBL_DAMPER),
    OFF("gravity", mjDSBL_GRAVITY),
    OFF("clampctrl", mjDSBL_CLAMPCTRL),
    OFF("warmstart", mjDSBL_WARMSTART),
    OFF("filterparent", mjDSBL_FILTERPARENT),
    OFF("actuation", mjDSBL_ACTUATION),
    OFF("refsafe", mjDSBL_REFSAFE),
    OFF("sensor", mjDSBL_SENSOR),
    OFF("midphase", mjDSBL_MIDPHASE),
    OFF("eulerdamp", mjDSBL_EULERDAMP),
    OFF("autoreset", mjDSBL_AUTORESET),
    OFF("nativeccd", mjDSBL_NATIVECCD),
    OFF("island", mjDSBL_ISLAND),
    ON("override", mjENBL_OVERRIDE),
    ON("energy", mjENBL_ENERGY),
    ON("fwdinv", mjENBL_FWDINV),
    ON("invdiscrete", mjENBL_INVDISCRETE),
    ON("multiccd", mjENBL_MULTICCD),
    ON("sleep", mjENBL_SLEEP),
};
const ig_AttrTable ig_table_flag = IG_TABLE(flag_rows, 0);
#undef AT

#define AT(field) offsetof(mjStatistic, field)
static const ig_Attr statistic_rows[] = {
    {"meaninertia", IG_ATTR_REAL, AT(meaninertia), 1}, {"meanmass", IG_ATTR_REAL, AT(meanmass), 1},
    {"meansize", IG_ATTR_REAL, AT(meansize), 1},       {"extent", IG_ATTR_REAL, AT(extent), 1},
    {"center", IG_ATTR_REAL, AT(center), 3},
};
const ig_AttrTable ig_table_statistic = IG_TABLE(statistic_rows, 0);
#undef AT

#define AT(field) offsetof(mjVisual, field)
// <visual>: one table per child, all of them into the one mjVisual
static const ig_Attr global_rows[] = {
    {"cameraid", IG_ATTR_INT, AT(global.cameraid), 1},
    {"orthographic", IG_ATTR_WORD, AT(global.orthographic), 1, ig_words_bool},
    {"fovy", IG_ATTR_FLOAT, AT(global.fovy), 1},
    {"ipd", IG_ATTR_FLOAT, AT(global.ipd), 1},
    {"azimuth", IG_ATTR_FLOAT, AT(global.azimuth), 1},
    {"elevation", IG_ATTR_FLOAT, AT(global.elevation), 1},
    {"linewidth", IG_ATTR_FLOAT, AT(global.linewidth), 1},
    {"glow", IG_ATTR_FLOAT, AT(global.glow), 1},
    {"offwidth", IG_ATTR_INT, AT(global.offwidth), 1},
    {"offheight", IG_ATTR_INT, AT(global.offheight), 1},
    {"realtime", IG_ATTR_FLOAT, AT(global.realtime), 1},
    {"ellipsoidinertia", IG_ATTR_WORD, AT(global.ellipsoidinertia), 1, ig_words_bool},
    {"bvactive", IG_ATTR_WORD, AT(global.bvactive), 1, ig_words_bool},
};
const ig_AttrTable ig_table_vis_global = IG_TABLE(global_rows, 0);

static const ig_Attr quality_rows[] = {
    {"shadowsize", IG_ATTR_INT, AT(quality.shadowsize), 1}, {"offsamples", IG_ATTR_INT, AT(quality.offsamples), 1},
    {"numslices", IG_ATTR_INT, AT(quality.numslices), 1},   {"numstacks", IG_ATTR_INT, AT(quality.numstacks), 1},
    {"numquads", IG_ATTR_INT, AT(quality.numquads), 1},
};
const ig_AttrTable ig_table_vis_quality = IG_TABLE(quality_rows, 0);

static const ig_Attr headlight_rows[] = {
    {"ambient", IG_ATTR_FLOAT, AT(headlight.ambient), 3},
    {"diffuse", IG_ATTR_FLOAT, AT(headlight.diffuse), 3},
    {"specular", IG_ATTR_FLOAT, AT(headlight.specular), 3},
    {"active", IG_ATTR_INT, AT(headlight.active), 1},
};
const ig_AttrTable ig_table_vis_headlight = IG_TABLE(headlight_rows, 0);

#define MAP(name) \
  { #name, IG_ATTR_FLOAT, AT(map.name), 1 }
static const ig_Attr map_rows[] = {
    MAP(stiffness), MAP(stiffnessrot), MAP(force), MAP(torque),     MAP(alpha),       MAP(fogstart),       MAP(fogend),
    MAP(znear),     MAP(zfar),         MAP(haze),  MAP(shadowclip), MAP(shadowscale), MAP(actuatortendon),
};
const ig_AttrTable ig_table_vis_map = IG_TABLE(map_rows, 0);

#define SCALE(name) \
  { #name, IG_ATTR_FLOAT, AT(scale.name), 1 }
static const ig_Attr scale_rows[] = {
    SCALE(forcewidth),     SCALE(contactwidth),  SCALE(contactheight), SCALE(connect),     SCALE(com),
    SCALE(camera),         SCALE(light),         SCALE(selectpoint),   SCALE(jointlength), SCALE(jointwidth),
    SCALE(actuatorlength), SCALE(actuatorwidth), SCALE(framelength),   SCALE(framewidth),  SCALE(constraint),
    SCALE(slidercrank),    SCALE(frustum),
};
const ig_AttrTable ig_table_vis_scale = IG_TABLE(scale_rows, 0);

#define RGBA(name) \
  { #name, IG_ATTR_FLOAT, AT(rgba.name), 4 }
static const ig_Attr rgba_rows[] = {
    RGBA(fog),
    RGBA(haze),
    RGBA(force),
    RGBA(inertia),
    RGBA(joint),
    RGBA(actuator),
    RGBA(actuatornegative),
    RGBA(actuatorpositive),
    RGBA(com),
    RGBA(camera),
    RGBA(light),
    RGBA(selectpoint),
    RGBA(connect),
    RGBA(contactpoint),
    RGBA(contactforce),
    RGBA(contactfriction),
    RGBA(contacttorque),
    RGBA(contactgap),
    RGBA(rangefinder),
    RGBA(constraint),
    RGBA(slidercrank),
    RGBA(crankbroken),
    RGBA(frustum),
    RGBA(bv),
    RGBA(bvactive),
};
const ig_AttrTable ig_table_vis_rgba = IG_TABLE(rgba_rows, 0);
#undef AT

// a default class is found or made by its reader, which then reads elements into it by their own tables
static const ig_Attr default_rows[] = {{"class", IG_ATTR_HAND}};
const ig_AttrTable ig_table_default = IG_TABLE(default_rows, 0);

// plugins: declared in <extension>, named with their settings, and referred to by elements
static const ig_Attr extension_plugin_rows[] = {
    {"plugin", IG_ATTR_NOTE, offsetof(ig_ExtensionSaid, plugin), 0, NULL, 0, IG_REQUIRED}};
const ig_AttrTable ig_table_extension_plugin = IG_TABLE(extension_plugin_rows, 0);

static const ig_Attr instance_rows[] = {{"name", IG_ATTR_TEXT, offsetof(mjsPlugin, name), 0, NULL, 0, IG_REQUIRED}};
const ig_AttrTable ig_table_instance = IG_TABLE(instance_rows, offsetof(mjsPlugin, info));

static const ig_Attr config_rows[] = {
    {"key", IG_ATTR_NOTE, offsetof(ig_ConfigSaid, key), 0, NULL, 0, IG_REQUIRED},
    {"value", IG_ATTR_NOTE, offsetof(ig_ConfigSaid, value), 0, NULL, 0, IG_REQUIRED},
};
const ig_AttrTable ig_table_config = IG_TABLE(config_rows, 0);

// read by ig_read_plugin, in whatever element they stand
static const ig_Attr plugin_rows[] = {{"plugin", IG_ATTR_HAND}, {"instance", IG_ATTR_HAND}};
const ig_AttrTable ig_table_plugin = IG_TABLE(plugin_rows, 0);

// custom data: numbers, text, and lists of objects
static const ig_Attr numeric_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, 0, IG_REQUIRED},
    {"size", IG_ATTR_INT, offsetof(mjsNumeric, size), 1, NULL, 0, IG_UNWRITTEN},
    {"data", IG_ATTR_REALS, offsetof(mjsNumeric, data), 0, NULL, 0, IG_ANY | IG_UNWRITTEN},
};
const ig_AttrTable ig_table_numeric = IG_TABLE(numeric_rows, offsetof(mjsNumeric, info));

static const ig_Attr text_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, 0, IG_REQUIRED},
    {"data", IG_ATTR_TEXT, offsetof(mjsText, data), 0, NULL, 0, IG_REQUIRED},
};
const ig_AttrTable ig_table_text = IG_TABLE(text_rows, offsetof(mjsText, info));

static const ig_Attr tuple_rows[] = {{"name", IG_ATTR_NAME, 0, 0, NULL, 0, IG_REQUIRED}};
const ig_AttrTable ig_table_tuple = IG_TABLE(tuple_rows, offsetof(mjsTuple, info));

static const ig_Attr tuple_element_rows[] = {
    {"objtype", IG_ATTR_NOTE, offsetof(ig_TupleSaid, objtype), 0, NULL, 0, IG_REQUIRED},
    {"objname", IG_ATTR_NOTE, offsetof(ig_TupleSaid, objname), 0, NULL, 0, IG_REQUIRED},
    {"prm", IG_ATTR_REAL, offsetof(ig_TupleSaid, prm), 1},
};
const ig_AttrTable ig_table_tuple_element = IG_TABLE(tuple_element_rows, 0);

#define AT(field) offsetof(mjsKey, field)
static const ig_Attr key_rows[] = {
    {"name", IG_ATTR_NAME},
    {"time", IG_ATTR_REAL, AT(time), 1},
    {"qpos", IG_ATTR_REALS, AT(qpos)},
    {"qvel", IG_ATTR_REALS, AT(qvel)},
    {"act", IG_ATTR_REALS, AT(act)},
    {"mpos", IG_ATTR_REALS, AT(mpos)},
    {"mquat", IG_ATTR_REALS, AT(mquat)},
    {"ctrl", IG_ATTR_REALS, AT(ctrl)},
};
const ig_AttrTable ig_table_key = IG_TABLE(key_rows, AT(info));
#undef AT
