// SPDX-License-Identifier: Apache-2.0
// Tendon models that several files use: each is one kind of path.
#ifndef INGOT_TESTS_REQUIREMENTS_TENDONS_H_
#define INGOT_TESTS_REQUIREMENTS_TENDONS_H_

#define MJCF(world, rest) "<mujoco><worldbody>" world "</worldbody>" rest "</mujoco>"
#define PATH(name, attributes, path) "<spatial name='" name "' " attributes ">" path "</spatial>"
#define SITE(name) "<site site='" name "'/>"

// two links; where the far site is, attributes of the tendon, what else
#define TWO_LINKS(far, attributes, rest)                                                                                    \
  MJCF(                                                                                                                     \
      "<body pos='0 0 1'><joint name='upper' axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 0 0 -.55'/><site " \
      "name='s1'/>"                                                                                                         \
      "<body pos='0 0 -.55'><joint name='lower' axis='0 1 0'/><geom type='capsule' size='.04' fromto='0 0 0 0 0 -.45'/>"    \
      "<site name='s2' pos='" far "'/></body></body>",                                                                      \
      "<tendon>" PATH("rope", attributes, SITE("s1") SITE("s2")) "</tendon>" rest)

// A to L of the lines: straight, over a sphere, over a cylinder, pulley, side site, three sites, limit and muscle,
// collinear, cylinder with side site, forced wrap, free body, mixed
#define STRAIGHT                                                   \
  TWO_LINKS("0 0 -.25", "stiffness='90' damping='8'",              \
            "<actuator><motor tendon='rope' gear='3'/></actuator>" \
            "<sensor><tendonpos tendon='rope'/><tendonvel tendon='rope'/></sensor>")

// two bodies with sites on either side of the origin; joints, places, what is at the origin, paths
#define ACROSS(joint, left, right, middle, paths)                                                   \
  MJCF("<body pos='" left "'><joint " joint                                                         \
       "/><geom size='.02' contype='0' conaffinity='0'/><site name='s1' pos='.02 .01 0'/></body>"   \
       "<body>" middle                                                                              \
       "</body>"                                                                                    \
       "<body pos='" right "'><joint " joint                                                        \
       "/><geom size='.02' contype='0' conaffinity='0'/><site name='s2' pos='-.01 .02 0'/></body>", \
       "<tendon>" paths "</tendon>")

#define TURN "axis='0 0 1'"
#define SLIDE "type='slide' axis='1 0 0'"
#define BALL "<geom name='ball' size='.12'/>"
#define ROLL "<geom name='roll' type='cylinder' size='.09 .3'/>"
#define SIDES "<site name='up' pos='0 .3 0'/><site name='down' pos='0 -.3 0'/>"
#define AROUND(name, geom) PATH(name, "stiffness='150'", SITE("s1") "<geom geom='" geom "'/>" SITE("s2"))
#define BESIDE(name, geom, side) PATH(name, "", SITE("s1") "<geom geom='" geom "' sidesite='" side "'/>" SITE("s2"))

#define SPHERE_AT(left, right) ACROSS(TURN, left, right, BALL, AROUND("rope", "ball"))
#define SPHERE SPHERE_AT("-.33 .04 0", ".32 .03 0")
#define CYLINDER ACROSS(SLIDE, "-.32 .09 .2", ".33 -.06 -.25", ROLL, AROUND("rope", "roll"))
#define PULLEY                                                                                            \
  MJCF(                                                                                                   \
      "<body pos='0 0 .6'><joint type='slide' axis='0 0 1'/><geom size='.02'/><site name='s1'/></body>"   \
      "<body><site name='s2'/><site name='s3'/></body>"                                                   \
      "<body pos='0 0 -.4'><joint type='slide' axis='0 0 1'/><geom size='.02'/><site name='s4'/></body>", \
      "<tendon>" PATH("rope", "stiffness='90'",                                                           \
                      SITE("s1") SITE("s2") "<pulley divisor='2'/>" SITE("s3") SITE("s4")) "</tendon>")
#define SPHERE_SIDE                                    \
  ACROSS(TURN, "-.32 .15 0", ".31 -.06 0", BALL SIDES, \
         BESIDE("up", "ball", "up") BESIDE("down", "ball", "down") AROUND("free", "ball"))
#define THREE_SITES                                                                                                         \
  MJCF(                                                                                                                     \
      "<body pos='0 0 1'><joint axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 0 0 -.55'/><site name='s1'/>"   \
      "<body pos='0 0 -.55'><joint axis='0 1 0'/><geom type='capsule' size='.04' fromto='0 0 0 0 0 -.45'/><site name='s2' " \
      "pos='0 0 -.2'/>"                                                                                                     \
      "<body pos='0 0 -.45'><joint axis='0 1 0'/><geom type='capsule' size='.03' fromto='0 0 0 0 0 -.3'/><site name='s3' "  \
      "pos='0 0 -.1'/>"                                                                                                     \
      "</body></body></body>",                                                                                              \
      "<tendon>" PATH("rope", "stiffness='90' damping='8'", SITE("s1") SITE("s2") SITE("s3")) "</tendon>")
#define MUSCLE_AT(far, limits)                         \
  TWO_LINKS(far, "stiffness='90' damping='8' " limits, \
            "<actuator><muscle name='flex' tendon='rope' force='90' lengthrange='.3 .95'/></actuator>")
#define MUSCLE MUSCLE_AT("0 0 -.25", "limited='true' range='.4 .95'")
#define COLLINEAR                                                                                                     \
  MJCF("<body pos='-.35 0 0'><joint type='slide' axis='0 1 0'/><geom size='.02'/><site name='s1'/></body><body>" BALL \
       "</body>"                                                                                                      \
       "<body pos='.35 0 0'><joint type='slide' axis='0 1 0'/><geom size='.02'/><site name='s2'/></body>",            \
       "<tendon>" AROUND("rope", "ball") "</tendon>")
#define CYLINDER_SIDE \
  ACROSS(SLIDE, "-.32 .09 .2", ".33 -.06 -.25", ROLL SIDES, BESIDE("up", "roll", "up") BESIDE("down", "roll", "down"))
#define FORCED                                       \
  ACROSS(TURN, "-.33 .2 0", ".31 .19 0", BALL SIDES, \
         BESIDE("forced", "ball", "down") BESIDE("same", "ball", "up") AROUND("none", "ball"))
#define FREE_BODY                                                                                                         \
  MJCF(                                                                                                                   \
      "<site name='anchor'/><body pos='.9 0 .1' euler='0 40 0'><freejoint/><geom size='.05'/><site name='s' pos='.2 .15 " \
      "0'/></body>",                                                                                                      \
      "<tendon>" PATH("rope", "stiffness='90'", SITE("anchor") SITE("s")) "</tendon>")
#define MIXED                                                                                                        \
  MJCF(                                                                                                              \
      "<body pos='0 0 1'><joint axis='0 1 0'/><geom type='capsule' size='.04' fromto='0 0 0 0 0 -.5' contype='0' "   \
      "conaffinity='0'/><site name='s1' pos='.1 .3 0'/>"                                                             \
      "<body pos='0 0 -.5'><joint axis='0 1 0'/><geom type='capsule' size='.03' fromto='0 0 0 0 0 -.4' contype='0' " \
      "conaffinity='0'/><site name='s2' pos='.03 .12 0'/>"                                                           \
      "<body pos='0 0 -.2'><geom name='ball' size='.09' contype='0' conaffinity='0'/></body>"                        \
      "<body pos='0 0 -.4'><joint axis='0 1 0'/><geom type='capsule' size='.02' fromto='0 0 0 0 0 -.3' contype='0' " \
      "conaffinity='0'/>"                                                                                            \
      "<site name='s3' pos='.02 0 -.05'/></body></body></body>",                                                     \
      "<tendon>" PATH("rope", "stiffness='90'", SITE("s1") SITE("s2") "<geom geom='ball'/>" SITE("s3"))              \
          PATH("first", "", SITE("s1") SITE("s2")) PATH("second", "", SITE("s2") "<geom geom='ball'/>" SITE("s3")) "</tendon>")

#endif  // INGOT_TESTS_REQUIREMENTS_TENDONS_H_
