// SPDX-License-Identifier: Apache-2.0
#include "force_scenes.h"

#define ARM                                                                                                                     \
  "<site name='o' pos='.1 .2 .9' euler='20 30 40'/><body pos='0 0 1' gravcomp='.7'><joint name='a' axis='0 1 0' stiffness='3' " \
  "damping='.2' springref='20'/>"                                                                                               \
  "<geom name='g' size='.1' mass='1'/><site name='s' pos='.2 .1 0'/><body pos='.4 0 .1' gravcomp='1'><joint name='b' "          \
  "type='ball' stiffness='2' damping='.1'/>"                                                                                    \
  "<geom type='capsule' size='.05 .1' mass='1'/><site name='t' pos='.1 0 .2' euler='10 50 0'/><body pos='.2 .1 0'><joint "      \
  "name='c' type='slide' axis='1 1 0' actuatorgravcomp='true' actuatorfrcrange='-2 2'/>"                                        \
  "<geom type='box' size='.1 .05 .02' mass='.5'/><site name='u' pos='0 .1 .1'/></body></body></body>"                           \
  "<body pos='1 0 0'><freejoint name='f'/><geom type='ellipsoid' size='.1 .2 .15' mass='1' fluidshape='ellipsoid'/><site "      \
  "name='v'/></body>"
#define FIXED                                                                                                                    \
  "<fixed name='k' stiffness='5' damping='.3' springlength='-.1 .2' actuatorfrclimited='true' actuatorfrcrange='-1 1.5'><joint " \
  "joint='c' coef='2'/><joint joint='a' coef='-1'/></fixed>"
#define SPATIAL                                                                                                                \
  "<spatial name='p' stiffness='9' damping='.4' springlength='.3 .6'><site site='o'/><geom geom='g'/><site site='t'/><pulley " \
  "divisor='2'/><site site='u'/><site site='v'/></spatial>"
#define MUSCLE                                                                                                           \
  "<muscle tendon='k' lengthrange='-1 1' force='30'/><general joint='a' dyntype='filterexact' dynprm='.05' gainprm='3' " \
  "actearly='true' actlimited='true' actrange='0 .6'/>"
#define MOTORS                                                                                                                   \
  "<motor joint='a' gear='3'/><position joint='c' kp='5' kv='1' ctrlrange='-.4 .3' forcerange='-1 1'/><motor joint='b' gear='1 " \
  "2 3'/>"                                                                                                                       \
  "<motor jointinparent='b' gear='1 2 3'/><motor jointinparent='f' gear='1 2 3 4 5 6'/><motor tendon='k' gear='2'/>"             \
  "<general joint='a' dyntype='integrator' gaintype='affine' gainprm='1 2 3' biastype='affine' biasprm='.1 .2 .3'/>"

const ig_Scene ig_force_scenes[] = {
    {"joint drives in water", "<mujoco><option density='1000' viscosity='1' wind='.1 .2 .3'/><worldbody>" ARM
                              "</worldbody><tendon>" FIXED "</tendon><actuator>" MOTORS MUSCLE "</actuator></mujoco>"},
    {"joint drives in water, sparse", "<mujoco><option density='1000' viscosity='1' jacobian='sparse'/><worldbody>" ARM
                                      "</worldbody><tendon>" FIXED "</tendon><actuator>" MOTORS MUSCLE "</actuator></mujoco>"},
    {"spatial tendons and sites",
     "<mujoco><option viscosity='.3'/><worldbody>" ARM "</worldbody><tendon>" FIXED SPATIAL "</tendon><actuator>" MOTORS
     "<motor tendon='p'/><motor site='t' gear='1 2 3 .1 .2 .3'/><motor site='u' refsite='o' gear='1 2 3 .1 .2 .3'/>"
     "<general cranksite='t' slidersite='o' cranklength='.7'/></actuator></mujoco>"},
    {"spatial tendons and sites, sparse",
     "<mujoco><option density='1.2' jacobian='sparse'/><worldbody>" ARM "</worldbody><tendon>" SPATIAL FIXED
     "</tendon><actuator>" MUSCLE "<motor tendon='p'/><motor site='t' gear='1 2 3 .1 .2 .3'/><motor site='u' refsite='s' gear='1 "
     "2 3 .1 .2 .3'/></actuator></mujoco>"},
};
const int ig_nforce_scene = sizeof ig_force_scenes / sizeof ig_force_scenes[0];
