// SPDX-License-Identifier: Apache-2.0
#include "scenes.h"

const char ig_scene_flags[] =
    "<mujoco><option timestep='0.004' o_margin='.01' o_solref='.04 1'/>"
    "<worldbody><geom type='plane' size='2 2 .1'/>"
    "  <body pos='0 0 .6'><joint name='a' type='hinge' axis='0 1 0' damping='.3' stiffness='2' springref='20' range='-30 -1' "
    "limited='true' solreflimit='.005 1'/>"
    "    <geom type='capsule' fromto='0 0 0 .25 0 0' size='.03' mass='.6'/>"
    "    <body pos='.25 0 0'><joint name='b' type='hinge' axis='0 1 0' frictionloss='.05' damping='.02'/>"
    "      <geom type='capsule' fromto='0 0 0 .25 0 0' size='.03' mass='.4'/>"
    "      <body pos='.25 0 0'><joint name='c' type='ball' damping='.01'/><geom size='.05' pos='.02 0 0' mass='.2'/><site "
    "name='tip'/></body></body></body>"
    "  <body name='box' pos='.3 .5 .0995'><freejoint/><geom type='box' size='.1 .1 .1' mass='1'/></body>"
    "  <body name='ball' pos='.31 .52 .295'><freejoint/><geom size='.1' mass='.5' condim='4'/></body>"
    "  <body pos='-.5 0 .4'><joint name='s' type='slide' axis='0 0 1' damping='2'/><geom size='.05' mass='.3'/></body>"
    "</worldbody>"
    "<tendon><fixed name='t' stiffness='3' damping='.2'><joint joint='a' coef='1'/><joint joint='s' coef='-1'/></fixed></tendon>"
    "<equality><joint joint1='s' joint2='b' polycoef='0 .2 0 0 0'/></equality>"
    "<actuator><position joint='a' kp='4' kv='.1' ctrlrange='-.4 .4' ctrllimited='true'/>"
    "  <general joint='b' dyntype='filterexact' dynprm='.05' gainprm='.5' biastype='affine' biasprm='0 0 -.05'/>"
    "  <muscle tendon='t' lengthrange='-.5 .5' force='2'/></actuator>"
    "<sensor><accelerometer site='tip'/><framelinvel objtype='site' objname='tip'/></sensor></mujoco>";

const char ig_scene_sleep[] =
    "<mujoco><option timestep='0.004'><flag sleep='enable'/></option><worldbody><geom type='plane' size='5 5 .1'/>"
    "<body name='low' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body name='high' pos='0 0 .3'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body name='apart' pos='1 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body name='drop' pos='1.02 0 1.5'><freejoint/><geom type='box' size='.08 .08 .08'/></body>"
    "</worldbody></mujoco>";

const char ig_scene_fluid[] =
    "<mujoco><option timestep='0.0005' density='900' viscosity='.5' wind='.3 -.2 .1'/>"
    "<default><joint armature='.01'/></default><worldbody>"
    "  <body pos='0 0 1'><freejoint/><geom type='ellipsoid' size='.1 .06 .04' density='800' fluidshape='ellipsoid' fluidcoef='.6 "
    ".3 1.2 .9 1.1'/>"
    "    <body pos='.12 0 0'><joint name='h' type='hinge' axis='0 0 1' damping='.02'/><geom type='capsule' fromto='0 0 0 .15 0 "
    "0' size='.02' density='700'/>"
    "      <site name='p' pos='.05 .03 0'/>"
    "      <body pos='.16 0 0'><joint name='k' type='ball'/><geom type='box' size='.04 .03 .02' pos='.04 0 0' "
    "density='600'/><site name='q' pos='.05 0 .02'/>"
    "        <body pos='.1 0 0'><joint name='l' type='slide' axis='1 0 0'/><joint name='n' type='hinge' axis='0 1 0'/>"
    "          <geom type='cylinder' size='.02 .03' density='900' fluidshape='ellipsoid'/></body></body></body></body>"
    "</worldbody>"
    "<tendon><spatial name='t' damping='.4' stiffness='5'><site site='p'/><site site='q'/></spatial>"
    "  <fixed name='f'><joint joint='h' coef='.3'/><joint joint='n' coef='-.2'/></fixed></tendon>"
    "<actuator><velocity joint='l' kv='.3'/><damper joint='n' kv='.2' ctrlrange='0 1'/>"
    "  <muscle tendon='f' lengthrange='-.4 .4' force='3'/>"
    "  <general joint='h' gaintype='affine' gainprm='1 .2 -.1' dyntype='integrator' biastype='affine' biasprm='0 -.1 -.05' "
    "actearly='true'"
    "    actlimited='true' actrange='-1 1'/></actuator></mujoco>";

const char ig_scene_soft[] =
    "<mujoco><option timestep='0.002' integrator='implicitfast'/><worldbody><geom type='plane' size='2 2 .1'/>"
    "<flexcomp name='soft' type='grid' count='4 4 4' spacing='.07 .07 .07' pos='0 0 .125' dim='3' mass='2' radius='.005' "
    "dof='trilinear'>"
    "<elasticity young='5e4' poisson='.1' damping='.01'/><contact selfcollide='none' "
    "internal='false'/></flexcomp></worldbody></mujoco>";

const char ig_scene_limbs[] =
    "<mujoco><option timestep='.004'/><default><joint damping='.1' range='-60 60' limited='true'/>"
    "<geom type='capsule' size='.04'/></default><worldbody><geom type='plane' size='2 2 .1'/>"
    "<body name='trunk' pos='0 0 .25'><freejoint/><geom fromto='-.1 0 0 .1 0 0'/><geom fromto='0 -.1 0 0 .1 0'/>"
    "<body pos='.15 0 0'><joint name='a' axis='0 1 0'/><geom fromto='0 0 0 .1 0 -.1'/><geom fromto='0 0 0 .1 .05 -.1'/>"
    "<body pos='.1 0 -.1'><joint axis='0 1 0'/><joint axis='0 0 1'/><geom fromto='0 0 0 .1 0 -.1'/></body>"
    "<body pos='.1 .1 -.1'><joint axis='1 0 0'/><joint axis='0 1 0'/><joint axis='0 0 1'/><geom fromto='0 0 0 .1 0 -.1'/>"
    "<geom size='.05' type='sphere' pos='.1 0 -.1'/></body></body>"
    "<body pos='-.15 0 0'><joint axis='0 1 0'/><joint axis='1 0 0'/><geom fromto='0 0 0 -.1 0 -.1'/>"
    "<body pos='-.1 0 -.1'><joint type='ball' range='0 60'/><geom fromto='0 0 0 0 0 -.15'/><geom fromto='0 0 0 .1 0 -.1'/>"
    "<body pos='0 0 -.15'><joint name='b' axis='0 1 0'/><joint axis='0 0 1'/><geom fromto='0 0 0 .1 0 0'/></body>"
    "</body></body></body></worldbody>"
    "<actuator><motor name='a' joint='a'/><motor name='b' joint='b'/></actuator></mujoco>";
