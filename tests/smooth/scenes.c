// SPDX-License-Identifier: Apache-2.0
#include "scenes.h"

#include "model.h"

#define BALL "<geom size='.1' mass='1'/>"
#define CAPSULE "<geom type='capsule' size='.05' fromto='0 0 0 .3 .1 .2'/>"

// five links of a chain; LINKS opens bodies, ENDS closes them
#define LINK(axis)                                                          \
  "<body pos='.02 .05 .1' euler='5 0 10'><joint armature='.01' axis='" axis \
  "'/><geom type='capsule' size='.02 .05' pos='0 .01 .05'/>"
#define LINKS LINK("1 0 0") LINK("0 1 0") LINK("1 0 1") LINK("0 1 0") LINK("0 0 1")
#define ENDS "</body></body></body></body></body>"

const ig_Scene ig_scenes[] = {
    {"pendulum",
     "<mujoco><worldbody><body><joint axis='0 1 0' armature='.1'/><geom size='.1' pos='.3 0 .1'/><site pos='.2 0 0'/></body>"
     "</worldbody></mujoco>"},
    {"free box",
     "<mujoco><option timestep='.003' gravity='1 2 -9'/><worldbody><body pos='0 0 1'><freejoint/><geom type='box' size='.1 .2 "
     ".3'/>"
     "<site pos='.1 .1 .1' euler='10 20 30'/></body></worldbody></mujoco>"},
    {"balls", "<mujoco><worldbody><body pos='0 0 1'><joint type='ball' pos='.1 0 .2'/>" CAPSULE
              "<body pos='.3 .1 .2'><joint type='ball' stiffness='3'/>" BALL
              "<body pos='0 0 .3' euler='20 0 50'><joint type='hinge' axis='1 1 0' pos='0 .1 0'/>" CAPSULE
              "</body></body></body></worldbody></mujoco>"},
    {"sliders",
     "<mujoco><worldbody><body><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0' ref='.3'/>" BALL
     "<body pos='0 .2 .4'><joint type='slide' axis='1 1 1' stiffness='7' springref='.2'/><joint axis='0 0 1' ref='20'/>" CAPSULE
     "</body></body></worldbody></mujoco>"},
    {"branches",
     "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 1'><freejoint/>" CAPSULE
     "<body pos='.1 0 0'><joint axis='0 1 0'/>" CAPSULE "<body pos='.2 0 .1'><joint axis='1 0 0'/><joint axis='0 0 1'/>" CAPSULE
     "</body></body>"
     "<body pos='-.1 0 0'><joint axis='0 1 0' armature='.02'/>" CAPSULE "<body pos='0 .2 .1' quat='.5 .1 .2 .3'>" CAPSULE
     "<body pos='.1 .1 .1'><joint type='ball'/>" BALL "</body></body></body></body>"
     "<body pos='2 0 0'><joint/>" BALL "</body></worldbody></mujoco>"},
    {"mocap",
     "<mujoco><worldbody><body mocap='true' pos='1 2 3' quat='1 .2 .3 .4'>" BALL
     "<body pos='.2 .1 0'><joint axis='0 1 1'/>" CAPSULE "</body><body pos='0 0 .4'>" BALL "</body></body></worldbody></mujoco>"},
    {"views",
     "<mujoco><worldbody><camera name='fixed' pos='1 2 3' euler='10 20 30'/><light pos='0 0 3' dir='.1 .2 -1'/>"
     "<body name='a' pos='.1 .2 .3'><freejoint/>" CAPSULE
     "<camera pos='0 0 1' mode='track'/><camera pos='0 .3 1' mode='trackcom'/>"
     "<light pos='0 0 1' mode='track' dir='1 0 -1'/><light pos='.2 0 1' mode='trackcom'/><body name='b' pos='.2 .2 0'><joint "
     "axis='0 0 1'/>" CAPSULE
     "<camera pos='0 -1 .5' mode='targetbody' target='a'/><camera pos='1 -1 .5' mode='targetbodycom' target='a'/>"
     "<camera pos='.1 0 0' euler='0 90 0'/><light pos='.3 .3 2' mode='targetbody' target='a'/><light mode='targetbodycom' "
     "target='a' pos='.1 .1 2'/>"
     "<light pos='.1 0 0' dir='0 1 0'/></body></body></worldbody></mujoco>"},
    {"tendon armature",
     "<mujoco><worldbody><body><joint name='a' axis='0 1 0'/>" CAPSULE
     "<body pos='.3 0 .1'><joint name='b' axis='0 1 0'/>" CAPSULE "<body pos='.3 0 .2'><joint name='c' axis='1 0 0'/>" CAPSULE
     "</body></body></body></worldbody><tendon>"
     "<fixed armature='.3' stiffness='4' springlength='.1 .2'><joint joint='a' coef='2'/><joint joint='c' coef='-1'/></fixed>"
     "<fixed armature='.1'><joint joint='b' coef='1'/></fixed></tendon></mujoco>"},
    {"tendon armature, sparse",
     "<mujoco><option jacobian='sparse'/><worldbody><body><joint name='a' axis='0 1 0'/>" CAPSULE
     "<body pos='.3 0 .1'><joint name='b' axis='0 1 0'/>" CAPSULE
     "</body></body><body pos='1 0 0'><joint name='c' type='slide'/>" BALL
     "</body></worldbody><tendon><fixed armature='.3'><joint joint='a' coef='2'/><joint joint='b' coef='-1'/></fixed>"
     "<fixed armature='.2'><joint joint='c' coef='3'/></fixed></tendon></mujoco>"},
    {"simple bodies",
     "<mujoco><option><flag gravity='disable'/></option><worldbody><body pos='0 0 1'><freejoint/><geom size='.1'/></body>"
     "<body pos='1 0 1'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><joint type='slide' axis='0 0 1'/>"
     "<geom type='box' size='.1 .2 .3'/></body><body pos='2 0 1'><joint type='ball'/><geom type='capsule' size='.1 .2'/></body>"
     "<body pos='3 0 0'><inertial pos='.1 .2 .3' mass='2' diaginertia='.3 .2 .1' euler='10 20 30'/><joint/><geom size='.1' "
     "mass='0'/></body>"
     "</worldbody></mujoco>"},
    {"long chain",
     "<mujoco><worldbody>" LINKS LINKS LINKS LINKS LINKS LINKS LINKS LINKS LINKS ENDS ENDS ENDS ENDS ENDS ENDS ENDS ENDS ENDS
     "</worldbody></mujoco>"},
    {"chains that branch",
     "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 1'><freejoint/>" CAPSULE LINKS ENDS LINKS LINK(
         "0 1 1") "</body>" ENDS LINKS "<body pos='0 0 .2'><joint type='ball' pos='0 .02 0'/>" BALL
                  "</body>" LINK("1 1 0") "</body>" ENDS "</body>" LINK("1 0 0")
                      LINK("0 1 0") "</body></body></worldbody></mujoco>"},
    {"joints of one body",
     "<mujoco><worldbody><body pos='0 0 1' euler='10 0 30'><joint type='slide' axis='1 0 1'/><joint axis='0 1 0' pos='0 .1 .2'/>"
     "<joint type='slide' axis='0 1 0'/><joint axis='1 0 0' pos='.1 0 0' ref='30'/>" CAPSULE
     "<body pos='.2 0 .3'><joint type='slide' axis='0 0 1' ref='-.2'/><joint type='ball' pos='.1 .1 0'/>" BALL
     "<site pos='.1 .2 .3'/></body></body></worldbody></mujoco>"},
    {"nested frames",
     "<mujoco><compiler angle='radian'/><worldbody><frame pos='1 0 .5' euler='.3 .2 .1'><body pos='0 .2 0'>" BALL
     "<frame pos='.1 0 0' quat='1 1 0 0'><frame euler='0 .5 0'><body><joint axis='0 1 0'/>" CAPSULE
     "<frame pos='0 0 .3'><site pos='.1 0 0' euler='1 2 3'/><geom type='box' size='.1 .05 .02' euler='.2 .3 .4'/>"
     "<body euler='0 0 1'><joint axis='1 2 3' pos='0 .1 0'/>" BALL "</body></frame></body></frame></frame></body></frame>"
     "<body pos='0 0 2' euler='1 0 0'><body pos='.1 .1 .1'><body euler='0 1 0'><joint type='slide' axis='1 1 0'/>" BALL
     "</body></body></body></worldbody></mujoco>"},
    {"many free bodies",
     "<mujoco><worldbody><frame euler='0 40 0'><body pos='0 0 1'><freejoint/><geom type='ellipsoid' size='.1 .2 .3'/>"
     "<body pos='.3 0 0'><joint axis='0 0 1'/>" CAPSULE "</body></body></frame><body pos='1 1 1'><freejoint/>" CAPSULE
     "<body pos='0 .2 0'><joint type='ball'/>" BALL "<body pos='0 .2 0'>" BALL "</body></body></body>"
     "<body pos='-1 1 1' euler='30 60 90'><freejoint align='true'/><geom type='box' size='.1 .2 .3' pos='.1 .2 .3' euler='20 0 "
     "0'/>"
     "</body></worldbody></mujoco>"},
    {"wrapping tendons",
     "<mujoco><worldbody><site name='w' pos='0 .3 1'/><body pos='0 0 1'><joint axis='0 1 0'/><joint axis='1 0 0'/>" CAPSULE
     "<geom name='pulley' type='cylinder' size='.06 .1' euler='90 0 0'/><site name='side' pos='0 0 -.1'/>"
     "<site name='s1' pos='-.1 0 .1'/><body pos='.3 0 .1'><joint axis='0 1 0' range='-90 90'/>" CAPSULE
     "<geom name='ball' size='.05'/><site name='s2' pos='.2 .02 .1'/></body></body></worldbody><tendon>"
     "<spatial stiffness='3' damping='.2'><site site='w'/><geom geom='pulley' sidesite='side'/><site site='s1'/></spatial>"
     "<spatial><site site='s1'/><geom geom='ball'/><site site='s2'/><pulley divisor='2'/><site site='w'/><site site='s2'/>"
     "</spatial></tendon></mujoco>"},
    {"loop of bars",
     "<mujoco><worldbody><body name='a'><joint name='a' axis='0 1 0'/>" CAPSULE
     "<body name='b' pos='.3 .1 .2'><joint name='b' axis='0 1 0'/>" CAPSULE
     "</body></body><body name='c' pos='.8 0 0'><joint name='c' axis='0 1 0'/>" CAPSULE "</body></worldbody>"
     "<equality><connect body1='b' body2='c' anchor='.3 .1 .2'/><joint joint1='a' joint2='c' polycoef='.1 1 .2 0 0'/></equality>"
     "<tendon><fixed name='t'><joint joint='a' coef='1'/><joint joint='b' coef='-.5'/></fixed></tendon>"
     "<actuator><motor tendon='t' gear='2'/><position joint='c' kp='3'/></actuator></mujoco>"},
    {"sheet",
     "<mujoco><worldbody>" BALL "<flexcomp name='sheet' type='grid' dim='2' count='3 2 1' spacing='.1 .1 .1' pos='0 0 1' "
     "euler='20 0 0' mass='.6' radius='.01'><elasticity young='50' poisson='.2' "
     "thickness='.02'/></flexcomp></worldbody></mujoco>"},
    {"block of eight nodes", "<mujoco><worldbody>" BALL
                             "<flexcomp name='block' type='grid' dim='3' count='3 3 3' spacing='.1 .1 .1' pos='0 0 1' mass='2' "
                             "radius='.01' dof='trilinear'><contact selfcollide='none'/></flexcomp></worldbody></mujoco>"},
    {"two hands of mocap",
     "<mujoco><worldbody><body mocap='true' pos='0 0 1'>" BALL "</body><body mocap='true' pos='1 0 1' euler='0 30 0'>" CAPSULE
     "<body pos='0 .1 .2'><joint type='ball'/><joint type='slide' axis='1 0 0'/>" BALL "<body pos='.1 .1 .1'><joint/>" CAPSULE
     "</body></body><body euler='10 20 30'>" BALL "<body pos='0 0 .2'><joint axis='0 1 0'/>" BALL "</body></body></body>"
     "</worldbody></mujoco>"},
    {"given inertias",
     "<mujoco><worldbody><body pos='0 0 1' gravcomp='1'><inertial pos='.1 0 .2' mass='2' fullinertia='.3 .4 .5 .05 -.02 .01'/>"
     "<joint axis='0 1 0'/><geom size='.1' pos='.1 0 .2'/><body pos='.2 0 0'><inertial pos='0 0 0' mass='.5' diaginertia='.1 .1 "
     ".1' "
     "quat='1 .5 0 0'/><joint type='ball'/><geom type='box' size='.1 .1 .1'/><site/></body>"
     "<body pos='0 .3 0'><inertial pos='0 .1 0' mass='1e-3' diaginertia='1e-5 1e-5 1e-5'/><joint type='slide' axis='0 1 "
     "1'/>" CAPSULE "</body></body></worldbody></mujoco>"},
    {"wheel of spokes",
     "<mujoco><worldbody><body pos='0 0 1'><joint axis='0 0 1'/><geom type='cylinder' size='.2 .05'/>"
     "<replicate count='5' euler='0 0 72'><body pos='.3 0 0'><joint axis='0 1 0' pos='-.1 0 0'/>" CAPSULE
     "<body pos='.3 .1 .2'><joint type='slide' axis='1 0 0'/>" BALL "</body></body></replicate></body></worldbody></mujoco>"},
    {"planar walker",
     "<mujoco><worldbody><body pos='0 0 1.2'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1' ref='1.2'/>"
     "<joint axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 0 0 .4'/><replicate count='2' offset='0 .1 0'>"
     "<body><joint axis='0 -1 0'/><geom type='capsule' size='.04' fromto='0 0 0 0 0 -.4'/><body pos='0 0 -.4'>"
     "<joint axis='0 -1 0'/><geom type='capsule' size='.04' fromto='0 0 0 0 0 -.4'/><body pos='0 0 -.4'><joint axis='0 -1 0'/>"
     "<geom type='capsule' size='.04' fromto='-.05 0 0 .15 0 0'/></body></body></body></replicate></body></worldbody></mujoco>"},
};
const int ig_nscene = sizeof ig_scenes / sizeof ig_scenes[0];

void ig_scene_state(const mjModel* m, mjData* d, unsigned seed) {
  for (int i = 0; i < m->nq; i++) d->qpos[i] = m->qpos0[i] + ig_test_random(&seed);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 2 * ig_test_random(&seed);
  for (int i = 0; i < m->nv; i++) d->qacc[i] = 5 * ig_test_random(&seed);
  for (int i = 0; i < 3 * m->nmocap; i++) d->mocap_pos[i] = ig_test_random(&seed);
  for (int i = 0; i < 4 * m->nmocap; i++) d->mocap_quat[i] = ig_test_random(&seed);
  for (int i = 6; i < 6 * m->nbody; i++) d->xfrc_applied[i] = ig_test_random(&seed);
}
