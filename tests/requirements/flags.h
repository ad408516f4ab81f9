// SPDX-License-Identifier: Apache-2.0
// A scene in which every enable and disable flag changes something.
#ifndef INGOT_TESTS_REQUIREMENTS_FLAGS_H_
#define INGOT_TESTS_REQUIREMENTS_FLAGS_H_

#define FLAGS                                                                                                                    \
  "<mujoco><compiler angle='radian'/><option timestep='.004' wind='.2 .1 0' density='1.2' viscosity='.00002' o_margin='.012' "   \
  "o_solref='.03 .8' o_friction='.6 .6 .01 .001 .001'>"                                                                          \
  "%s</option><worldbody><geom type='plane' size='5 5 .1'/><site name='hook' pos='0 .1 1.4'/>"                                   \
  "<body name='cart' pos='0 0 .6'><joint name='x' type='slide' axis='1 0 0' damping='.4' stiffness='3' springref='.25' "         \
  "range='-.25 .25'/><geom type='box' size='.1 .1 .05' mass='1.1'/>"                                                             \
  "<body><joint name='th' axis='0 1 0' damping='.06' frictionloss='.08' armature='.01'/><geom type='capsule' size='.03' "        \
  "fromto='0 0 0 0 0 .45' mass='.3'/><site name='tip' pos='0 0 .45'/></body></body>"                                             \
  "<body pos='.6 0 .099' gravcomp='.3'><freejoint/><geom size='.1' mass='.5' condim='4'/><site name='touch' size='.11'/></body>" \
  "<body pos='.75 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' mass='.6'/></body>"                                         \
  "<body name='w1' pos='-1 0 .5'><freejoint/><geom type='capsule' size='.05 .1' mass='.2'/></body>"                              \
  "<body name='w2' pos='-1.3 0 .5'><freejoint/><geom type='box' size='.1 .05 .1' mass='.25'/></body>"                            \
  "<body pos='0 1 .5'><joint name='p1' axis='0 1 0'/><geom size='.1'/><body pos='.16 0 0'><joint name='p2' axis='0 0 1'/><geom " \
  "size='.1'/></body></body>"                                                                                                    \
  "</worldbody><equality><connect body1='w1' body2='w2' anchor='-.15 0 0'/></equality>"                                          \
  "<tendon><spatial stiffness='6' damping='.3'><site site='tip'/><site site='hook'/></spatial></tendon>"                         \
  "<actuator><motor joint='x' ctrlrange='-1 1' gear='3'/><position joint='th' kp='2' group='1'/>"                                \
  "<general joint='p1' dyntype='filter' dynprm='.1' gainprm='1' actrange='-1 1'/></actuator>"                                    \
  "<sensor><jointpos joint='x'/><framelinacc objtype='site' objname='tip'/><touch site='touch'/><subtreecom "                    \
  "body='cart'/></sensor></mujoco>"

#endif  // INGOT_TESTS_REQUIREMENTS_FLAGS_H_
