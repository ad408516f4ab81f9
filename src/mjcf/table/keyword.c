// SPDX-License-Identifier: Apache-2.0
#include "mjcf/table/keyword.h"

#include <mujoco/mjmodel.h>
#include <mujoco/mjspec.h>

#define WORDS(name, ...) const ig_Word name[] = {__VA_ARGS__, {0, 0}}

// words of the whole document; "auto" leaves the answer to the compiler
WORDS(ig_words_bool, {"false", 0}, {"true", 1});
WORDS(ig_words_auto, {"false", mjLIMITED_FALSE}, {"true", mjLIMITED_TRUE}, {"auto", mjLIMITED_AUTO});
WORDS(ig_words_enable, {"disable", 0}, {"enable", 1});
WORDS(ig_words_coordinate, {"local", 0}, {"global", 1});
WORDS(ig_words_angle, {"radian", 0}, {"degree", 1});

// options
WORDS(ig_words_lengthrange, {"none", mjLRMODE_NONE}, {"muscle", mjLRMODE_MUSCLE}, {"muscleuser", mjLRMODE_MUSCLEUSER},
      {"all", mjLRMODE_ALL});
WORDS(ig_words_integrator, {"Euler", mjINT_EULER}, {"RK4", mjINT_RK4}, {"implicit", mjINT_IMPLICIT},
      {"implicitfast", mjINT_IMPLICITFAST});
WORDS(ig_words_cone, {"pyramidal", mjCONE_PYRAMIDAL}, {"elliptic", mjCONE_ELLIPTIC});
WORDS(ig_words_jacobian, {"dense", mjJAC_DENSE}, {"sparse", mjJAC_SPARSE}, {"auto", mjJAC_AUTO});
WORDS(ig_words_solver, {"PGS", mjSOL_PGS}, {"CG", mjSOL_CG}, {"Newton", mjSOL_NEWTON});

// the tree
WORDS(ig_words_sleep, {"auto", mjSLEEP_AUTO}, {"never", mjSLEEP_NEVER}, {"allowed", mjSLEEP_ALLOWED}, {"init", mjSLEEP_INIT});
WORDS(ig_words_joint, {"free", mjJNT_FREE}, {"ball", mjJNT_BALL}, {"slide", mjJNT_SLIDE}, {"hinge", mjJNT_HINGE});
WORDS(ig_words_geom, {"plane", mjGEOM_PLANE}, {"hfield", mjGEOM_HFIELD}, {"sphere", mjGEOM_SPHERE}, {"capsule", mjGEOM_CAPSULE},
      {"ellipsoid", mjGEOM_ELLIPSOID}, {"cylinder", mjGEOM_CYLINDER}, {"box", mjGEOM_BOX}, {"mesh", mjGEOM_MESH},
      {"sdf", mjGEOM_SDF});
WORDS(ig_words_shell, {"false", mjINERTIA_VOLUME}, {"true", mjINERTIA_SHELL});
WORDS(ig_words_fluid, {"none", 0}, {"ellipsoid", 1});
WORDS(ig_words_projection, {"perspective", mjPROJ_PERSPECTIVE}, {"orthographic", mjPROJ_ORTHOGRAPHIC});
WORDS(ig_words_tracking, {"fixed", mjCAMLIGHT_FIXED}, {"track", mjCAMLIGHT_TRACK}, {"trackcom", mjCAMLIGHT_TRACKCOM},
      {"targetbody", mjCAMLIGHT_TARGETBODY}, {"targetbodycom", mjCAMLIGHT_TARGETBODYCOM});
WORDS(ig_words_light, {"spot", mjLIGHT_SPOT}, {"directional", mjLIGHT_DIRECTIONAL}, {"point", mjLIGHT_POINT},
      {"image", mjLIGHT_IMAGE});
WORDS(ig_words_directional, {"false", mjLIGHT_SPOT}, {"true", mjLIGHT_DIRECTIONAL});
WORDS(ig_words_camera_output, {"rgb", mjCAMOUT_RGB}, {"depth", mjCAMOUT_DEPTH}, {"distance", mjCAMOUT_DIST},
      {"normal", mjCAMOUT_NORMAL}, {"segmentation", mjCAMOUT_SEG});

// assets
WORDS(ig_words_texture, {"2d", mjTEXTURE_2D}, {"cube", mjTEXTURE_CUBE}, {"skybox", mjTEXTURE_SKYBOX});
WORDS(ig_words_colorspace, {"auto", mjCOLORSPACE_AUTO}, {"linear", mjCOLORSPACE_LINEAR}, {"sRGB", mjCOLORSPACE_SRGB});
WORDS(ig_words_builtin, {"none", mjBUILTIN_NONE}, {"gradient", mjBUILTIN_GRADIENT}, {"checker", mjBUILTIN_CHECKER},
      {"flat", mjBUILTIN_FLAT});
WORDS(ig_words_mark, {"none", mjMARK_NONE}, {"edge", mjMARK_EDGE}, {"cross", mjMARK_CROSS}, {"random", mjMARK_RANDOM});
WORDS(ig_words_role, {"rgb", mjTEXROLE_RGB}, {"occlusion", mjTEXROLE_OCCLUSION}, {"roughness", mjTEXROLE_ROUGHNESS},
      {"metallic", mjTEXROLE_METALLIC}, {"normal", mjTEXROLE_NORMAL}, {"opacity", mjTEXROLE_OPACITY},
      {"emissive", mjTEXROLE_EMISSIVE}, {"rgba", mjTEXROLE_RGBA}, {"orm", mjTEXROLE_ORM});
WORDS(ig_words_mesh_inertia, {"convex", mjMESH_INERTIA_CONVEX}, {"legacy", mjMESH_INERTIA_LEGACY},
      {"exact", mjMESH_INERTIA_EXACT}, {"shell", mjMESH_INERTIA_SHELL});
WORDS(ig_words_mesh_builtin, {"none", mjMESH_BUILTIN_NONE}, {"sphere", mjMESH_BUILTIN_SPHERE},
      {"hemisphere", mjMESH_BUILTIN_HEMISPHERE}, {"cone", mjMESH_BUILTIN_CONE}, {"supertorus", mjMESH_BUILTIN_SUPERTORUS},
      {"supersphere", mjMESH_BUILTIN_SUPERSPHERE}, {"wedge", mjMESH_BUILTIN_WEDGE}, {"plate", mjMESH_BUILTIN_PLATE});

// flexes
WORDS(ig_words_self, {"none", mjFLEXSELF_NONE}, {"narrow", mjFLEXSELF_NARROW}, {"bvh", mjFLEXSELF_BVH}, {"sap", mjFLEXSELF_SAP},
      {"auto", mjFLEXSELF_AUTO});
WORDS(ig_words_elastic, {"none", 0}, {"bend", 1}, {"stretch", 2}, {"both", 3});

// the macros have no enums in the public headers: the order here is that of their builders
WORDS(ig_words_flexcomp, {"grid", 0}, {"box", 1}, {"cylinder", 2}, {"ellipsoid", 3}, {"square", 4}, {"disc", 5}, {"circle", 6},
      {"mesh", 7}, {"gmsh", 8}, {"direct", 9});
WORDS(ig_words_dof, {"full", 0}, {"radial", 1}, {"trilinear", 2}, {"quadratic", 3});
WORDS(ig_words_flex_equality, {"false", 0}, {"true", 1}, {"vert", 2});
WORDS(ig_words_composite, {"particle", 0}, {"grid", 1}, {"cable", 2}, {"rope", 3}, {"loop", 4}, {"cloth", 5});
WORDS(ig_words_joint_kind, {"main", 0});
WORDS(ig_words_curve, {"s", 0}, {"cos(s)", 1}, {"sin(s)", 2}, {"0", 3});

// actuators
WORDS(ig_words_dynamics, {"none", mjDYN_NONE}, {"integrator", mjDYN_INTEGRATOR}, {"filter", mjDYN_FILTER},
      {"filterexact", mjDYN_FILTEREXACT}, {"muscle", mjDYN_MUSCLE}, {"user", mjDYN_USER});
WORDS(ig_words_gain, {"fixed", mjGAIN_FIXED}, {"affine", mjGAIN_AFFINE}, {"muscle", mjGAIN_MUSCLE}, {"user", mjGAIN_USER});
WORDS(ig_words_bias, {"none", mjBIAS_NONE}, {"affine", mjBIAS_AFFINE}, {"muscle", mjBIAS_MUSCLE}, {"user", mjBIAS_USER});
WORDS(ig_words_interpolation, {"zoh", 0}, {"linear", 1}, {"cubic", 2});

// sensors: the data words are bits, in the order in which their numbers are reported
WORDS(ig_words_stage, {"none", mjSTAGE_NONE}, {"pos", mjSTAGE_POS}, {"vel", mjSTAGE_VEL}, {"acc", mjSTAGE_ACC});
WORDS(ig_words_datatype, {"real", mjDATATYPE_REAL}, {"positive", mjDATATYPE_POSITIVE}, {"axis", mjDATATYPE_AXIS},
      {"quaternion", mjDATATYPE_QUATERNION});
WORDS(ig_words_contact_data, {"found", mjCONDATA_FOUND}, {"force", mjCONDATA_FORCE}, {"torque", mjCONDATA_TORQUE},
      {"dist", mjCONDATA_DIST}, {"pos", mjCONDATA_POS}, {"normal", mjCONDATA_NORMAL}, {"tangent", mjCONDATA_TANGENT});
WORDS(ig_words_ray_data, {"dist", mjRAYDATA_DIST}, {"dir", mjRAYDATA_DIR}, {"origin", mjRAYDATA_ORIGIN},
      {"point", mjRAYDATA_POINT}, {"normal", mjRAYDATA_NORMAL}, {"depth", mjRAYDATA_DEPTH});
WORDS(ig_words_reduce, {"none", 0}, {"mindist", 1}, {"maxforce", 2}, {"netforce", 3});
