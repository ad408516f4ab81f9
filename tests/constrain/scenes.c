// SPDX-License-Identifier: Apache-2.0
#include "scenes.h"

const char ig_scene_all_rows[] =
    "<mujoco><option timestep='0.004'/>"
    "<worldbody>"
    "  <geom name='floor' type='plane' size='2 2 .1' condim='3'/>"
    "  <body name='a' pos='0 0 .5'><freejoint/><geom size='.06' mass='1' pos='.05 0 0'/><site name='sa' pos='.1 0 0' euler='10 "
    "20 30'/></body>"
    "  <body name='b' pos='.4 0 .5'><freejoint/><geom type='box' size='.05 .06 .07' mass='2'/><site name='sb' pos='-.1 .02 "
    "0'/></body>"
    "  <body name='c' pos='.8 0 .5'><joint name='h1' type='hinge' axis='0 1 0' range='-5 5' limited='true' frictionloss='.3'"
    "    solreflimit='.03 .8' solimplimit='.8 .92 .01 .3 3' margin='.02'/>"
    "    <geom type='capsule' fromto='0 0 0 .2 0 0' size='.03' mass='.5'/><site name='sc' pos='.1 0 .05'/>"
    "    <body pos='.2 0 0'><joint name='b1' type='ball' range='0 4' limited='true' frictionloss='.1' solreffriction='.05 .6'/>"
    "      <geom size='.05' pos='.1 0 0' mass='.4'/><site name='sd' pos='.1 .05 0'/>"
    "      <body pos='.2 0 0'><joint name='s1' type='slide' axis='1 0 0' range='-.001 .02' limited='true'/><geom size='.04' "
    "mass='.3'/></body></body></body>"
    "  <body name='p1' pos='-.5 0 .0495'><freejoint/><geom size='.05' condim='1' mass='.2'/></body>"
    "  <body name='p3' pos='-.5 .3 .0495'><freejoint/><geom size='.05' condim='3' mass='.2' friction='.7'/></body>"
    "  <body name='p4' pos='-.5 .6 .0495'><freejoint/><geom size='.05' condim='4' mass='.2' friction='.6 .02'/></body>"
    "  <body name='p6' pos='-.5 .9 .0495'><freejoint/><geom size='.05' condim='6' mass='.2' friction='.5 .03 .002' solref='-300 "
    "-20'/></body>"
    "  <body name='m' mocap='true' pos='-.5 -.3 .1'><geom size='.06' type='sphere'/></body>"
    "  <body name='q' pos='-.5 -.3 .2'><freejoint/><geom type='box' size='.05 .05 .05' mass='.3'/></body>"
    "</worldbody>"
    "<tendon>"
    "  <spatial name='t1' limited='true' range='.1 .15' frictionloss='.2' margin='.01'><site site='sa'/><site "
    "site='sc'/></spatial>"
    "  <fixed name='t2' limited='true' range='.5 1'><joint joint='h1' coef='1.5'/><joint joint='s1' coef='-2'/></fixed>"
    "  <fixed name='t3'><joint joint='h1' coef='1'/></fixed>"
    "</tendon>"
    "<equality>"
    "  <connect body1='a' body2='b' anchor='.2 0 .1' solref='.05 1.2'/>"
    "  <weld site1='sb' site2='sc' torquescale='.7'/>"
    "  <weld body1='p1' body2='p3' relpose='0 .31 0 1 .1 0 0' solimp='.7 .9 .02 .5 2'/>"
    "  <connect site1='sd' site2='sa'/>"
    "  <joint joint1='h1' joint2='s1' polycoef='.1 2 -.5 .3 .7'/>"
    "  <joint joint1='s1' polycoef='.003 0 0 0 0'/>"
    "  <tendon tendon1='t3' tendon2='t1' polycoef='.02 .5 .1 0 0'/>"
    "</equality></mujoco>";

const ig_RowScene ig_row_scenes[] = {
    {"all rows", ig_scene_all_rows},
    {"pendulum limits",
     "<mujoco><worldbody><body><joint type='hinge' axis='0 1 0' limited='true' range='-40 -10' damping='.1'/>"
     "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.02'/><body pos='.3 0 0'><joint type='hinge' axis='0 1 0' limited='true' "
     "range='10 40'"
     " frictionloss='.05'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.02'/></body></body></worldbody></mujoco>"},
    {"stack",
     "<mujoco><option impratio='3'/><worldbody><geom type='plane' size='1 1 .1'/>"
     "<body pos='0 0 .0995'><freejoint/><geom type='box' size='.1 .1 .1' condim='4'/></body>"
     "<body pos='.02 .01 .299' euler='0 0 20'><freejoint/><geom type='box' size='.1 .1 .1' condim='6' friction='.8 .01 "
     ".001'/></body>"
     "<body pos='1 0 .049'><freejoint/><geom size='.05'/></body></worldbody></mujoco>"},
    {"cloth",
     "<mujoco><worldbody><flexcomp name='cloth' type='grid' count='4 4 1' spacing='.1 .1 .1' pos='0 0 .3' dim='2' mass='.4' "
     "radius='.02'>"
     "<contact selfcollide='none' internal='false' condim='3'/><edge equality='true' damping='.01'/><pin id='0 3'/></flexcomp>"
     "<body pos='.03 .02 .345'><freejoint/><geom size='.03' mass='.1'/></body></worldbody></mujoco>"},
};

const int ig_nrow_scene = sizeof ig_row_scenes / sizeof ig_row_scenes[0];
