// SPDX-License-Identifier: Apache-2.0
// Built-in values of every element: what an attribute has that was not given.
#include "spec/builtin.h"

#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "model/defaults.h"

// "not given", for numbers that have no value of their own for it
#define UNSET NAN

// constraint softness
#define SOLREF \
  { 0.02, 1 }
#define SOLIMP \
  { 0.9, 0.95, 0.001, 0.5, 2 }

#define GRAY \
  { 0.5f, 0.5f, 0.5f, 1 }

// how a geom and a flex collide
#define SURFACE \
  .contype = 1, .conaffinity = 1, .condim = 3, .friction = {1, 0.005, 0.0001}, .solmix = 1, .solref = SOLREF, .solimp = SOLIMP

void ig_builtin_spec(mjSpec* spec) {
  *spec = (mjSpec){
      .compiler =
          {
              .autolimits = 1,
              .settotalmass = -1,
              .degree = 1,
              .eulerseq = {'x', 'y', 'z'},
              .usethread = 1,
              .inertiafromgeom = mjINERTIAFROMGEOM_AUTO,
              .inertiagrouprange = {0, mjNGROUP - 1},
          },
      .stat = {.meaninertia = UNSET, .meanmass = UNSET, .meansize = UNSET, .extent = UNSET, .center = {UNSET}},
      .memory = -1,
      .nuser_body = -1,
      .nuser_jnt = -1,
      .nuser_geom = -1,
      .nuser_site = -1,
      .nuser_cam = -1,
      .nuser_tendon = -1,
      .nuser_actuator = -1,
      .nuser_sensor = -1,
      .njmax = -1,
      .nconmax = -1,
      .nstack = -1,
  };
  ig_default_length_range(&spec->compiler.LRopt);
  ig_default_option(&spec->option);
  ig_default_visual(&spec->visual);
}

void ig_builtin_orientation(mjsOrientation* orient) { *orient = (mjsOrientation){0}; }

void ig_builtin_body(mjsBody* body) { *body = (mjsBody){.quat = {1}, .ipos = {UNSET}, .iquat = {1}, .fullinertia = {UNSET}}; }

void ig_builtin_frame(mjsFrame* frame) { *frame = (mjsFrame){.quat = {1}}; }

void ig_builtin_joint(mjsJoint* joint) {
  *joint = (mjsJoint){
      .type = mjJNT_HINGE,
      .axis = {0, 0, 1},
      .align = mjALIGNFREE_AUTO,
      .limited = mjLIMITED_AUTO,
      .actfrclimited = mjLIMITED_AUTO,
      .solref_limit = SOLREF,
      .solimp_limit = SOLIMP,
      .solref_friction = SOLREF,
      .solimp_friction = SOLIMP,
  };
}

void ig_builtin_geom(mjsGeom* geom) {
  *geom = (mjsGeom){
      .type = mjGEOM_SPHERE,
      .quat = {1},
      .fromto = {UNSET},
      SURFACE,
      .mass = UNSET,
      .density = 1000,
      .typeinertia = mjINERTIA_VOLUME,
      .fluid_coefs = {0.5, 0.25, 1.5, 1, 1},  // blunt, slender and angular drag, Kutta and Magnus lift
      .rgba = GRAY,
      .fitscale = 1,
  };
}

void ig_builtin_site(mjsSite* site) {
  *site = (mjsSite){
      .quat = {1},
      .fromto = {UNSET},
      .size = {0.005, 0.005, 0.005},
      .type = mjGEOM_SPHERE,
      .rgba = GRAY,
  };
}

void ig_builtin_camera(mjsCamera* camera) {
  *camera = (mjsCamera){
      .quat = {1},
      .mode = mjCAMLIGHT_FIXED,
      .resolution = {1, 1},
      .output = mjCAMOUT_RGB,
      .fovy = 45,
      .ipd = 0.068,
  };
}

void ig_builtin_light(mjsLight* light) {
  *light = (mjsLight){
      .dir = {0, 0, -1},
      .mode = mjCAMLIGHT_FIXED,
      .active = 1,
      .castshadow = 1,
      .bulbradius = 0.02f,
      .range = 10,
      .attenuation = {1},
      .cutoff = 45,
      .exponent = 10,
      .diffuse = {0.7f, 0.7f, 0.7f},
      .specular = {0.3f, 0.3f, 0.3f},
  };
}

void ig_builtin_flex(mjsFlex* flex) {
  *flex = (mjsFlex){
      SURFACE, .dim = 2, .radius = 0.005, .selfcollide = mjFLEXSELF_AUTO, .activelayers = 1, .rgba = GRAY, .thickness = -1,
  };
}

void ig_builtin_mesh(mjsMesh* mesh) {
  *mesh = (mjsMesh){
      .refquat = {1},
      .scale = {1, 1, 1},
      .inertia = mjMESH_INERTIA_LEGACY,
      .maxhullvert = -1,
  };
}

void ig_builtin_hfield(mjsHField* hfield) { *hfield = (mjsHField){0}; }

void ig_builtin_skin(mjsSkin* skin) { *skin = (mjsSkin){.rgba = GRAY}; }

void ig_builtin_texture(mjsTexture* texture) {
  *texture = (mjsTexture){
      .type = mjTEXTURE_CUBE,
      .colorspace = mjCOLORSPACE_AUTO,
      .rgb1 = {0.8, 0.8, 0.8},
      .rgb2 = {0.5, 0.5, 0.5},
      .random = 0.01,
      .nchannel = 3,
      .gridsize = {1, 1},
  };
  memset(texture->gridlayout, '.', sizeof(texture->gridlayout));
}

void ig_builtin_material(mjsMaterial* material) {
  *material = (mjsMaterial){
      .texrepeat = {1, 1},
      .specular = 0.5f,
      .shininess = 0.5f,
      .metallic = -1,
      .roughness = -1,
      .rgba = {1, 1, 1, 1},
  };
}

void ig_builtin_pair(mjsPair* pair) {
  *pair = (mjsPair){
      .condim = 3,
      .solref = SOLREF,
      .solimp = SOLIMP,
      .friction = {1, 1, 0.005, 0.0001, 0.0001},
  };
}

void ig_builtin_equality(mjsEquality* equality) {
  // data[10] is the torque to force ratio of a weld, data[1] the linear coefficient of a joint
  *equality = (mjsEquality){
      .type = mjEQ_CONNECT,
      .data = {[1] = 1, [10] = 1},
      .active = 1,
      .solref = SOLREF,
      .solimp = SOLIMP,
  };
}

void ig_builtin_tendon(mjsTendon* tendon) {
  *tendon = (mjsTendon){
      .springlength = {-1, -1},
      .solref_friction = SOLREF,
      .solimp_friction = SOLIMP,
      .limited = mjLIMITED_AUTO,
      .solref_limit = SOLREF,
      .solimp_limit = SOLIMP,
      .width = 0.003,
      .rgba = GRAY,
  };
}

void ig_builtin_actuator(mjsActuator* actuator) {
  *actuator = (mjsActuator){
      .gaintype = mjGAIN_FIXED,
      .gainprm = {1},
      .biastype = mjBIAS_NONE,
      .dyntype = mjDYN_NONE,
      .dynprm = {1},
      .actdim = -1,
      .trntype = mjTRN_UNDEFINED,
      .gear = {1},
      .ctrllimited = mjLIMITED_AUTO,
      .forcelimited = mjLIMITED_AUTO,
      .actlimited = mjLIMITED_AUTO,
  };
}

void ig_builtin_sensor(mjsSensor* sensor) {
  *sensor = (mjsSensor){.type = mjSENS_TOUCH, .datatype = mjDATATYPE_REAL, .needstage = mjSTAGE_ACC};
}

void ig_builtin_numeric(mjsNumeric* numeric) { *numeric = (mjsNumeric){0}; }

void ig_builtin_text(mjsText* text) { *text = (mjsText){0}; }

void ig_builtin_tuple(mjsTuple* tuple) { *tuple = (mjsTuple){0}; }

void ig_builtin_key(mjsKey* key) { *key = (mjsKey){0}; }

void ig_builtin_plugin(mjsPlugin* plugin) { *plugin = (mjsPlugin){0}; }
