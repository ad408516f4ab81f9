// SPDX-License-Identifier: Apache-2.0
// Attributes of elements that name others: contact pairs, equalities, tendons, actuators, sensors.
#include <stddef.h>

#include <mujoco/mjspec.h>

#include "mjcf/table/keyword.h"
#include "mjcf/table/said.h"
#include "mjcf/table/table.h"

#define AT(field) offsetof(mjsPair, field)
// the names of a pair, unlike its solver parameters, cannot come from a class
static const ig_Attr pair_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, 0, IG_NODEFAULT},
    {"class", IG_ATTR_CLASS, 0, 0, NULL, 0, IG_NODEFAULT},
    {"geom1", IG_ATTR_TEXT, AT(geomname1), 0, NULL, 0, IG_NODEFAULT},
    {"geom2", IG_ATTR_TEXT, AT(geomname2), 0, NULL, 0, IG_NODEFAULT},
    {"condim", IG_ATTR_INT, AT(condim), 1},
    {"friction", IG_ATTR_REAL, AT(friction), 5, NULL, 0, IG_SHORT},
    {"solref", IG_ATTR_REAL, AT(solref), mjNREF, NULL, 0, IG_SHORT | IG_TRIM},
    {"solreffriction", IG_ATTR_REAL, AT(solreffriction), mjNREF, NULL, 0, IG_SHORT},
    {"solimp", IG_ATTR_REAL, AT(solimp), mjNIMP, NULL, 0, IG_SHORT | IG_TRIM},
    {"gap", IG_ATTR_REAL, AT(gap), 1},
    {"margin", IG_ATTR_REAL, AT(margin), 1},
};
const ig_AttrTable ig_table_pair = IG_TABLE(pair_rows, AT(info));
#undef AT

#define AT(field) offsetof(mjsExclude, field)
static const ig_Attr exclude_rows[] = {
    {"name", IG_ATTR_NAME},
    {"body1", IG_ATTR_TEXT, AT(bodyname1), 0, NULL, 0, IG_REQUIRED},
    {"body2", IG_ATTR_TEXT, AT(bodyname2), 0, NULL, 0, IG_REQUIRED},
};
const ig_AttrTable ig_table_exclude = IG_TABLE(exclude_rows, AT(info));
#undef AT

#define AT(field) offsetof(mjsEquality, field)
// one struct for all kinds: names are those of two bodies, sites, joints, tendons or flexes, and data means something else
// in each. IG_EQ_CLASS is the form in a default class, which has no kind.
static const ig_Attr equality_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, (uint32_t)~IG_EQ_CLASS},
    {"class", IG_ATTR_CLASS, 0, 0, NULL, (uint32_t)~IG_EQ_CLASS},
    {"body1", IG_ATTR_TEXT, AT(name1), 0, NULL, IG_EQ_BODIES, IG_UNWRITTEN},
    {"body2", IG_ATTR_TEXT, AT(name2), 0, NULL, IG_EQ_BODIES, IG_UNWRITTEN},
    {"site1", IG_ATTR_TEXT, AT(name1), 0, NULL, IG_EQ_BODIES, IG_UNWRITTEN},
    {"site2", IG_ATTR_TEXT, AT(name2), 0, NULL, IG_EQ_BODIES, IG_UNWRITTEN},
    {"anchor", IG_ATTR_REAL, AT(data), 3, NULL, IG_EQ_BODIES, IG_UNWRITTEN},
    {"relpose", IG_ATTR_REAL, AT(data) + 3 * sizeof(double), 7, NULL, IG_EQ_WELD, IG_UNWRITTEN},
    {"torquescale", IG_ATTR_REAL, AT(data) + 10 * sizeof(double), 1, NULL, IG_EQ_WELD, IG_UNWRITTEN},
    {"joint1", IG_ATTR_TEXT, AT(name1), 0, NULL, IG_EQ_JOINT, IG_REQUIRED | IG_UNWRITTEN},
    {"joint2", IG_ATTR_TEXT, AT(name2), 0, NULL, IG_EQ_JOINT, IG_UNWRITTEN},
    {"tendon1", IG_ATTR_TEXT, AT(name1), 0, NULL, IG_EQ_TENDON, IG_REQUIRED | IG_UNWRITTEN},
    {"tendon2", IG_ATTR_TEXT, AT(name2), 0, NULL, IG_EQ_TENDON, IG_UNWRITTEN},
    {"polycoef", IG_ATTR_REAL, AT(data), 5, NULL, IG_EQ_JOINT | IG_EQ_TENDON, IG_SHORT | IG_UNWRITTEN},
    {"flex", IG_ATTR_TEXT, AT(name1), 0, NULL, IG_EQ_FLEX, IG_REQUIRED | IG_UNWRITTEN},
    {"active", IG_ATTR_BYTE, AT(active), 1, ig_words_bool},
    {"solref", IG_ATTR_REAL, AT(solref), mjNREF, NULL, 0, IG_SHORT | IG_TRIM},
    {"solimp", IG_ATTR_REAL, AT(solimp), mjNIMP, NULL, 0, IG_SHORT | IG_TRIM},
};
const ig_AttrTable ig_table_equality = IG_TABLE(equality_rows, AT(info));
#undef AT

#define AT(field) offsetof(mjsTendon, field)
static const ig_Attr tendon_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, 0, IG_NODEFAULT},
    {"class", IG_ATTR_CLASS, 0, 0, NULL, 0, IG_NODEFAULT},
    {"group", IG_ATTR_INT, AT(group), 1},
    {"limited", IG_ATTR_WORD, AT(limited), 1, ig_words_auto},
    {"actuatorfrclimited", IG_ATTR_WORD, AT(actfrclimited), 1, ig_words_auto, 0, IG_NODEFAULT},
    {"range", IG_ATTR_REAL, AT(range), 2, NULL, 0, IG_UNBOUNDED},
    {"actuatorfrcrange", IG_ATTR_REAL, AT(actfrcrange), 2, NULL, 0, IG_NODEFAULT | IG_UNBOUNDED},
    {"solreflimit", IG_ATTR_REAL, AT(solref_limit), mjNREF, NULL, 0, IG_SHORT | IG_TRIM},
    {"solimplimit", IG_ATTR_REAL, AT(solimp_limit), mjNIMP, NULL, 0, IG_SHORT | IG_TRIM},
    {"solreffriction", IG_ATTR_REAL, AT(solref_friction), mjNREF, NULL, 0, IG_SHORT | IG_TRIM},
    {"solimpfriction", IG_ATTR_REAL, AT(solimp_friction), mjNIMP, NULL, 0, IG_SHORT | IG_TRIM},
    {"frictionloss", IG_ATTR_REAL, AT(frictionloss), 1},
    {"springlength", IG_ATTR_REAL, AT(springlength), 2, NULL, 0, IG_SHORT | IG_UNBOUNDED | IG_TRIM},
    {"width", IG_ATTR_REAL, AT(width), 1, NULL, IG_IN_SPATIAL},
    {"material", IG_ATTR_TEXT, AT(material), 0, NULL, IG_IN_SPATIAL},
    {"margin", IG_ATTR_REAL, AT(margin), 1},
    {"stiffness", IG_ATTR_REAL, AT(stiffness), 1},
    {"damping", IG_ATTR_REAL, AT(damping), 1},
    {"armature", IG_ATTR_REAL, AT(armature), 1, NULL, 0, IG_NODEFAULT},
    {"rgba", IG_ATTR_FLOAT, AT(rgba), 4, NULL, IG_IN_SPATIAL},
    {"user", IG_ATTR_REALS, AT(userdata), 0, NULL, 0, IG_ANY},
};
const ig_AttrTable ig_table_tendon = IG_TABLE(tendon_rows, AT(info));
#undef AT

// stations along the path of a tendon; they have no place in a spec struct, but are added in turn
static const ig_Attr wrap_site_rows[] = {{"site", IG_ATTR_NOTE, offsetof(ig_WrapSaid, site), 0, NULL, 0, IG_REQUIRED}};
const ig_AttrTable ig_table_wrap_site = IG_TABLE(wrap_site_rows, 0);
static const ig_Attr wrap_geom_rows[] = {{"geom", IG_ATTR_NOTE, offsetof(ig_WrapSaid, geom), 0, NULL, 0, IG_REQUIRED},
                                         {"sidesite", IG_ATTR_NOTE, offsetof(ig_WrapSaid, sidesite)}};
const ig_AttrTable ig_table_wrap_geom = IG_TABLE(wrap_geom_rows, 0);
static const ig_Attr wrap_pulley_rows[] = {{"divisor", IG_ATTR_REAL, offsetof(ig_WrapSaid, divisor), 1, NULL, 0, IG_REQUIRED}};
const ig_AttrTable ig_table_wrap_pulley = IG_TABLE(wrap_pulley_rows, 0);
static const ig_Attr wrap_joint_rows[] = {
    {"joint", IG_ATTR_NOTE, offsetof(ig_WrapSaid, joint), 0, NULL, 0, IG_REQUIRED},
    {"coef", IG_ATTR_REAL, offsetof(ig_WrapSaid, coef), 1, NULL, 0, IG_REQUIRED},
};
const ig_AttrTable ig_table_wrap_joint = IG_TABLE(wrap_joint_rows, 0);

// general has the parameters themselves; the shortcuts have numbers from which theirs are made
enum {
  GENERAL = IG_ACT_GENERAL,
  EXPLICIT = IG_ACT_GENERAL | IG_ACT_PLUGIN,
  SERVO = IG_ACT_POSITION | IG_ACT_INTVELOCITY,
  NOT_ADHESION = ~IG_ACT_ADHESION,
  SITES = ~(IG_ACT_ADHESION | IG_ACT_MUSCLE),
};
#define AT(field) offsetof(mjsActuator, field)
#define SAID(field) offsetof(ig_ActuatorSaid, field)
static const ig_Attr actuator_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, 0, IG_NODEFAULT},
    {"class", IG_ATTR_CLASS, 0, 0, NULL, 0, IG_NODEFAULT},
    // as in every element that may be a plugin's: ig_read_plugin
    {"plugin", IG_ATTR_HAND, 0, 0, NULL, IG_ACT_PLUGIN},
    {"instance", IG_ATTR_HAND, 0, 0, NULL, IG_ACT_PLUGIN},
    {"group", IG_ATTR_INT, AT(group), 1},
    {"nsample", IG_ATTR_INT, AT(nsample), 1},
    {"interp", IG_ATTR_WORD, AT(interp), 1, ig_words_interpolation},
    {"delay", IG_ATTR_REAL, AT(delay), 1},
    {"ctrllimited", IG_ATTR_WORD, AT(ctrllimited), 1, ig_words_auto, ~(IG_ACT_DAMPER | IG_ACT_ADHESION)},
    {"forcelimited", IG_ATTR_WORD, AT(forcelimited), 1, ig_words_auto},
    {"actlimited", IG_ATTR_WORD, AT(actlimited), 1, ig_words_auto, EXPLICIT},
    {"ctrlrange", IG_ATTR_REAL, AT(ctrlrange), 2, NULL, 0, IG_UNBOUNDED},
    {"forcerange", IG_ATTR_REAL, AT(forcerange), 2, NULL, 0, IG_UNBOUNDED},
    {"actrange", IG_ATTR_REAL, AT(actrange), 2, NULL, EXPLICIT | IG_ACT_INTVELOCITY, IG_UNBOUNDED},
    {"lengthrange", IG_ATTR_REAL, AT(lengthrange), 2, NULL, NOT_ADHESION, IG_NODEFAULT | IG_UNBOUNDED},
    {"gear", IG_ATTR_REAL, AT(gear), 6, NULL, NOT_ADHESION, IG_SHORT},
    {"cranklength", IG_ATTR_REAL, AT(cranklength), 1, NULL, NOT_ADHESION},
    {"user", IG_ATTR_REALS, AT(userdata), 0, NULL, 0, IG_ANY},
    {"joint", IG_ATTR_TEXT, AT(target), 0, NULL, NOT_ADHESION, IG_NODEFAULT | IG_UNWRITTEN},
    {"jointinparent", IG_ATTR_TEXT, AT(target), 0, NULL, NOT_ADHESION, IG_NODEFAULT | IG_UNWRITTEN},
    {"tendon", IG_ATTR_TEXT, AT(target), 0, NULL, NOT_ADHESION, IG_NODEFAULT | IG_UNWRITTEN},
    {"slidersite", IG_ATTR_TEXT, AT(slidersite), 0, NULL, NOT_ADHESION, IG_NODEFAULT | IG_UNWRITTEN},
    {"cranksite", IG_ATTR_TEXT, AT(target), 0, NULL, NOT_ADHESION, IG_NODEFAULT | IG_UNWRITTEN},
    {"site", IG_ATTR_TEXT, AT(target), 0, NULL, SITES, IG_NODEFAULT | IG_UNWRITTEN},
    {"refsite", IG_ATTR_TEXT, AT(refsite), 0, NULL, SITES & ~IG_ACT_PLUGIN, IG_NODEFAULT | IG_UNWRITTEN},
    {"body", IG_ATTR_TEXT, AT(target), 0, NULL, GENERAL | IG_ACT_ADHESION, IG_NODEFAULT | IG_UNWRITTEN},
    {"actdim", IG_ATTR_INT, AT(actdim), 1, NULL, EXPLICIT},
    {"dyntype", IG_ATTR_WORD, AT(dyntype), 1, ig_words_dynamics, EXPLICIT},
    {"gaintype", IG_ATTR_WORD, AT(gaintype), 1, ig_words_gain, GENERAL},
    {"biastype", IG_ATTR_WORD, AT(biastype), 1, ig_words_bias, GENERAL},
    {"dynprm", IG_ATTR_REAL, AT(dynprm), mjNDYN, NULL, EXPLICIT, IG_SHORT},
    {"gainprm", IG_ATTR_REAL, AT(gainprm), mjNGAIN, NULL, GENERAL, IG_SHORT | IG_TRIM},
    {"biasprm", IG_ATTR_REAL, AT(biasprm), mjNBIAS, NULL, GENERAL, IG_SHORT | IG_TRIM},
    {"actearly", IG_ATTR_BYTE, AT(actearly), 1, ig_words_bool, EXPLICIT},
    {"inheritrange", IG_ATTR_REAL, SAID(inheritrange), 1, NULL, SERVO, IG_ASIDE},
    {"kp", IG_ATTR_REAL, SAID(kp), 1, NULL, SERVO, IG_ASIDE},
    {"kv", IG_ATTR_REAL, SAID(kv), 1, NULL, SERVO | IG_ACT_VELOCITY | IG_ACT_DAMPER, IG_ASIDE},
    {"dampratio", IG_ATTR_REAL, SAID(dampratio), 1, NULL, SERVO, IG_ASIDE},
    {"timeconst", IG_ATTR_REAL, SAID(timeconst), 1, NULL, IG_ACT_POSITION | IG_ACT_CYLINDER, IG_ASIDE},
    {"timeconst", IG_ATTR_REAL, SAID(timeconst), 2, NULL, IG_ACT_MUSCLE, IG_ASIDE},
    {"area", IG_ATTR_REAL, SAID(area), 1, NULL, IG_ACT_CYLINDER, IG_ASIDE},
    {"diameter", IG_ATTR_REAL, SAID(diameter), 1, NULL, IG_ACT_CYLINDER, IG_ASIDE},
    {"bias", IG_ATTR_REAL, SAID(bias), 3, NULL, IG_ACT_CYLINDER, IG_ASIDE},
    {"tausmooth", IG_ATTR_REAL, SAID(tausmooth), 1, NULL, IG_ACT_MUSCLE, IG_NODEFAULT | IG_ASIDE},
    {"range", IG_ATTR_REAL, SAID(range), 2, NULL, IG_ACT_MUSCLE, IG_ASIDE},
    {"force", IG_ATTR_REAL, SAID(force), 1, NULL, IG_ACT_MUSCLE, IG_ASIDE},
    {"scale", IG_ATTR_REAL, SAID(scale), 1, NULL, IG_ACT_MUSCLE, IG_ASIDE},
    {"lmin", IG_ATTR_REAL, SAID(lmin), 1, NULL, IG_ACT_MUSCLE, IG_ASIDE},
    {"lmax", IG_ATTR_REAL, SAID(lmax), 1, NULL, IG_ACT_MUSCLE, IG_ASIDE},
    {"vmax", IG_ATTR_REAL, SAID(vmax), 1, NULL, IG_ACT_MUSCLE, IG_ASIDE},
    {"fpmax", IG_ATTR_REAL, SAID(fpmax), 1, NULL, IG_ACT_MUSCLE, IG_ASIDE},
    {"fvmax", IG_ATTR_REAL, SAID(fvmax), 1, NULL, IG_ACT_MUSCLE, IG_ASIDE},
    {"gain", IG_ATTR_REAL, SAID(gain), 1, NULL, IG_ACT_ADHESION, IG_ASIDE},
};
const ig_AttrTable ig_table_actuator = IG_TABLE(actuator_rows, AT(info));
#undef AT
#undef SAID

// what a sensor is attached to sets the type of the object as well as its name
#define SAID(field) offsetof(ig_SensorSaid, field)
enum { OBJECT = IG_SENS_OBJECT | IG_SENS_USER | IG_SENS_PLUGIN, PAIRS = IG_SENS_PAIR | IG_SENS_CONTACT };
#define AT(field) offsetof(mjsSensor, field)
static const ig_Attr sensor_rows[] = {
    {"name", IG_ATTR_NAME},
    {"nsample", IG_ATTR_INT, AT(nsample), 1, NULL, IG_SENS_DELAY},
    {"interp", IG_ATTR_WORD, AT(interp), 1, ig_words_interpolation, IG_SENS_DELAY},
    {"delay", IG_ATTR_REAL, AT(delay), 1, NULL, IG_SENS_DELAY},
    {"interval", IG_ATTR_REAL, AT(interval), 2, NULL, IG_SENS_DELAY, IG_SHORT},
    {"cutoff", IG_ATTR_REAL, AT(cutoff), 1, NULL, IG_SENS_CUTOFF, IG_UNBOUNDED},
    {"noise", IG_ATTR_REAL, AT(noise), 1, NULL, IG_SENS_NOISE},
    {"user", IG_ATTR_REALS, AT(userdata), 0, NULL, 0, IG_ANY},
    {"site", IG_ATTR_NOTE, SAID(site), 0, NULL, IG_SENS_SITE | IG_SENS_CONTACT | IG_SENS_RAY, IG_ASIDE},
    {"camera", IG_ATTR_NOTE, SAID(camera), 0, NULL, IG_SENS_CAMERA | IG_SENS_RAY, IG_ASIDE},
    {"joint", IG_ATTR_NOTE, SAID(joint), 0, NULL, IG_SENS_JOINT, IG_ASIDE},
    {"tendon", IG_ATTR_NOTE, SAID(tendon), 0, NULL, IG_SENS_TENDON, IG_ASIDE},
    {"actuator", IG_ATTR_NOTE, SAID(actuator), 0, NULL, IG_SENS_ACTUATOR, IG_ASIDE},
    {"body", IG_ATTR_NOTE, SAID(body), 0, NULL, IG_SENS_BODY, IG_ASIDE},
    {"objtype", IG_ATTR_NOTE, SAID(objtype), 0, NULL, OBJECT, IG_ASIDE},
    {"objname", IG_ATTR_NOTE, SAID(objname), 0, NULL, OBJECT, IG_ASIDE},
    {"reftype", IG_ATTR_NOTE, SAID(reftype), 0, NULL, IG_SENS_REFERENCE | IG_SENS_PLUGIN, IG_ASIDE},
    {"refname", IG_ATTR_NOTE, SAID(refname), 0, NULL, IG_SENS_REFERENCE | IG_SENS_PLUGIN, IG_ASIDE},
    {"geom1", IG_ATTR_NOTE, SAID(geom1), 0, NULL, PAIRS, IG_ASIDE},
    {"geom2", IG_ATTR_NOTE, SAID(geom2), 0, NULL, PAIRS, IG_ASIDE},
    {"body1", IG_ATTR_NOTE, SAID(body1), 0, NULL, PAIRS, IG_ASIDE},
    {"body2", IG_ATTR_NOTE, SAID(body2), 0, NULL, PAIRS, IG_ASIDE},
    {"subtree1", IG_ATTR_NOTE, SAID(subtree1), 0, NULL, IG_SENS_CONTACT, IG_ASIDE},
    {"subtree2", IG_ATTR_NOTE, SAID(subtree2), 0, NULL, IG_SENS_CONTACT, IG_ASIDE},
    {"num", IG_ATTR_INT, AT(intprm) + 2 * sizeof(int), 1, NULL, IG_SENS_CONTACT},
    {"data", IG_ATTR_HAND, 0, 0, NULL, IG_SENS_CONTACT | IG_SENS_RAY},  // words in a certain order
    {"reduce", IG_ATTR_WORD, AT(intprm) + 1 * sizeof(int), 1, ig_words_reduce, IG_SENS_CONTACT},
    {"geom", IG_ATTR_NOTE, SAID(geom), 0, NULL, IG_SENS_TACTILE, IG_ASIDE},
    {"mesh", IG_ATTR_NOTE, SAID(mesh), 0, NULL, IG_SENS_TACTILE, IG_ASIDE},
    {"datatype", IG_ATTR_WORD, AT(datatype), 1, ig_words_datatype, IG_SENS_USER, IG_WRITTEN},
    {"needstage", IG_ATTR_WORD, AT(needstage), 1, ig_words_stage, IG_SENS_USER},
    {"dim", IG_ATTR_INT, AT(dim), 1, NULL, IG_SENS_USER, IG_REQUIRED},
    {"plugin", IG_ATTR_HAND, 0, 0, NULL, IG_SENS_PLUGIN},
    {"instance", IG_ATTR_HAND, 0, 0, NULL, IG_SENS_PLUGIN},
};
const ig_AttrTable ig_table_sensor = IG_TABLE(sensor_rows, AT(info));
#undef AT
#undef SAID
