// SPDX-License-Identifier: Apache-2.0
// Models with one tendon each, for the tests of tendons.
#ifndef INGOT_TESTS_SMOOTH_TENDON_MODELS_H_
#define INGOT_TESTS_SMOOTH_TENDON_MODELS_H_

#define SPATIAL(path) "<tendon><spatial stiffness='100' damping='3'>" path "</spatial></tendon>"

static const char straight[] =
    "<mujoco><worldbody><body pos='0 0 1'><joint axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 0 0 -.5'/>"
    "<site name='a' pos='.1 0 0'/><body pos='0 0 -.5'><joint axis='1 1 0'/><geom type='capsule' size='.04' fromto='0 0 0 0 0 "
    "-.4'/>"
    "<site name='b' pos='0 .1 -.2'/></body></body></worldbody>" SPATIAL("<site site='a'/><site site='b'/>") "</mujoco>";
static const char freebody[] =
    "<mujoco><worldbody><site name='o'/><body pos='1 0 0' euler='0 45 0'><freejoint/><geom size='.05'/><site name='a' pos='.2 .1 "
    "0'/>"
    "<body pos='.1 0 0'><joint type='ball'/><geom size='.04' pos='.1 0 0'/><site name='b' pos='.2 .02 "
    ".1'/></body></body></worldbody>" SPATIAL("<site site='o'/><site site='a'/><site site='b'/>") "</mujoco>";
static const char fixed[] =
    "<mujoco><worldbody><body><joint name='a' axis='0 1 0'/><geom size='.1'/><body pos='.3 0 0'><joint name='b' "
    "type='slide'/><geom size='.1'/></body></body>"
    "</worldbody><tendon><fixed><joint joint='b' coef='3'/><joint joint='a' coef='-2'/></fixed></tendon></mujoco>";

#endif  // INGOT_TESTS_SMOOTH_TENDON_MODELS_H_
