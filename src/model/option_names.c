// SPDX-License-Identifier: Apache-2.0
// Words for flags, timers, labels, frames and visual options, as user interfaces show them.
#include <mujoco/mujoco.h>

const char* mjDISABLESTRING[mjNDISABLE] = {
    "Constraint", "Equality",  "Frictionloss", "Limit",        "Contact",   "Spring",  "Damper",
    "Gravity",    "Clampctrl", "Warmstart",    "Filterparent", "Actuation", "Refsafe", "Sensor",
    "Midphase",   "Eulerdamp", "AutoReset",    "NativeCCD",    "Island",
};

const char* mjENABLESTRING[mjNENABLE] = {"Override", "Energy", "Fwdinv", "InvDiscrete", "MultiCCD", "Sleep"};

const char* mjTIMERSTRING[mjNTIMER] = {
    "step",           "forward",     "inverse",       "position", "velocity",    "actuation",      "constraint",      "advance",
    "pos_kinematics", "pos_inertia", "pos_collision", "pos_make", "pos_project", "col_broadphase", "col_narrowphase",
};

const char* mjLABELSTRING[mjNLABEL] = {
    "None",       "Body", "Joint", "Geom",      "Site",     "Camera",  "Light",        "Tendon", "Actuator",
    "Constraint", "Flex", "Skin",  "Selection", "SelPoint", "Contact", "ContactForce", "Island",
};

const char* mjFRAMESTRING[mjNFRAME] = {"None", "Body", "Geom", "Site", "Camera", "Light", "Contact", "World"};

// name, initial value, shortcut
const char* mjVISSTRING[mjNVISFLAG][3] = {
    {"Convex Hull", "0", "H"},    {"Texture", "1", "X"},        {"Joint", "0", "J"},         {"Camera", "0", "Q"},
    {"Actuator", "0", "U"},       {"Activation", "0", ","},     {"Light", "0", "Z"},         {"Tendon", "1", "V"},
    {"Range Finder", "1", "Y"},   {"Equality", "0", "E"},       {"Inertia", "0", "I"},       {"Scale Inertia", "0", "'"},
    {"Perturb Force", "0", "B"},  {"Perturb Object", "1", "O"}, {"Contact Point", "0", "C"}, {"Island", "0", "N"},
    {"Contact Force", "0", "F"},  {"Contact Split", "0", "P"},  {"Transparent", "0", "T"},   {"Auto Connect", "0", "A"},
    {"Center of Mass", "0", "M"}, {"Select Point", "0", ""},    {"Static Body", "1", "D"},   {"Skin", "1", ";"},
    {"Flex Vert", "0", ""},       {"Flex Edge", "1", ""},       {"Flex Face", "0", ""},      {"Flex Skin", "1", ""},
    {"Body Tree", "0", "`"},      {"Mesh Tree", "0", "\\"},     {"SDF iters", "0", ""},
};

const char* mjRNDSTRING[mjNRNDFLAG][3] = {
    {"Shadow", "1", "S"},  {"Wireframe", "0", "W"}, {"Reflection", "1", "R"}, {"Additive", "0", "L"},
    {"Skybox", "1", "K"},  {"Fog", "0", "G"},       {"Haze", "1", "/"},       {"Depth", "0", ""},
    {"Segment", "0", ","}, {"Id Color", "0", ""},   {"Cull Face", "1", ""},
};
