// SPDX-License-Identifier: Apache-2.0
// Models for worlds on a GPU: between them they use every kernel. Joints, contacts of all kinds of shapes, solvers and cones,
// integrators, equalities, friction, limits, actuators, tendons, fluids, islands.
#ifndef INGOT_TESTS_GPU_SCENES_H_
#define INGOT_TESTS_GPU_SCENES_H_

#include <stddef.h>
#include <stdio.h>

typedef struct {
  const char *name, *xml;
} ig_GpuScene;

#define BOX "<body pos='%s'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
#define FLOOR "<geom type='plane' size='3 3 .1'/>"

// a body with two legs, arms and a waist: 21 dofs, the shape of a humanoid
#define LEG(side, y)                                                                                                        \
  "<body pos='0 " y                                                                                                         \
  " -.1'><joint axis='1 0 0' range='-25 5' limited='true' damping='5' armature='.01' stiffness='10'/>"                      \
  "<joint name='hip" side                                                                                                   \
  "' axis='0 1 0' range='-110 20' limited='true' damping='5' armature='.01' stiffness='10'/>"                               \
  "<geom type='capsule' fromto='0 0 0 0 .01 -.34' size='.06'/><body pos='0 .01 -.4'><joint name='knee" side                 \
  "' axis='0 -1 0' range='-160 2' limited='true' damping='1' armature='.006'/><geom type='capsule' fromto='0 0 0 0 0 -.3' " \
  "size='.049'/><body pos='0 0 -.4'><joint name='ankle" side                                                                \
  "' axis='0 1 0' range='-50 50' limited='true' damping='1' "                                                               \
  "armature='.006'/><geom type='capsule' fromto='-.07 -.02 0 .14 -.04 0' size='.027'/><geom type='capsule' "                \
  "fromto='-.07 .02 0 .14 .04 0' size='.027'/></body></body></body>"
#define ARM(side, y)                                                                                                         \
  "<body pos='0 " y                                                                                                          \
  " .06'><joint axis='2 1 1' range='-85 60' limited='true' damping='.2' armature='.0068'/><joint axis='0 -1 1' "             \
  "range='-85 60' limited='true' damping='.2' armature='.0068'/><geom type='capsule' fromto='0 0 0 .16 0 -.16' size='.04'/>" \
  "<body pos='.18 0 -.18'><joint name='elbow" side                                                                           \
  "' axis='0 -1 1' range='-90 50' limited='true' damping='.2'/>"                                                             \
  "<geom type='capsule' fromto='.01 .01 .01 .17 .17 .17' size='.031'/><geom size='.04' pos='.18 .18 .18'/></body></body>"
#define BIPED \
  "<worldbody>" FLOOR "<body name='torso' pos='0 0 1.2'><freejoint/><geom type='capsule' fromto='0 -.07 0 0 .07 0' size='.07'/>"  \
  "<geom pos='0 0 .19' size='.09'/><body pos='-.01 0 -.16'><joint name='waist' axis='0 0 1' range='-45 45' limited='true' "      \
  "damping='5' armature='.02'/><joint axis='0 1 0' range='-75 30' limited='true' damping='5'/><geom type='capsule' "             \
  "fromto='-.02 -.07 0 -.02 .07 0' size='.09'/>" LEG("_r", "-.1") LEG("_l", ".1") "</body>" ARM("_r", "-.17") ARM("_l", ".17")    \
  "</body></worldbody><actuator><motor joint='waist' gear='40' ctrlrange='-.4 .4' ctrllimited='true'/><motor joint='hip_r' "     \
  "gear='120'/><motor joint='knee_r' gear='80'/><motor joint='ankle_r' gear='20'/><motor joint='hip_l' gear='120'/><position "   \
  "joint='knee_l' kp='30'/><velocity joint='ankle_l' kv='3'/><general joint='elbow_r' dyntype='filter' dynprm='.05' "           \
  "gainprm='5'/><general joint='elbow_l' dyntype='integrator' gainprm='4' biastype='affine' biasprm='0 -4 -.5' actlimited='true' " \
  "actrange='-1 1'/></actuator>"

// shapes of all kinds on the floor and on each other
#define SHAPES                                                                                                               \
  "<worldbody>" FLOOR                                                                                                        \
  "<body pos='0 0 .12'><freejoint/><geom type='box' size='.1 .1 .1'/></body><body pos='.03 .02 .33'><freejoint/>"            \
  "<geom type='box' size='.09 .1 .1' euler='5 3 20'/></body><body pos='.4 0 .1'><freejoint/><geom type='cylinder' size='.1 " \
  ".08'/></body>"                                                                                                            \
  "<body pos='.4 .05 .3'><freejoint/><geom type='capsule' size='.08 .1' euler='0 80 0'/></body><body pos='-.4 0 "            \
  ".1'><freejoint/>"                                                                                                         \
  "<geom type='ellipsoid' size='.1 .12 .09'/></body><body pos='-.4 0 .31'><freejoint/><geom size='.1'/></body></worldbody>"

#define MESHES                                                                                                                   \
  "<asset><mesh name='wedge' vertex='-.1 -.1 -.08 .1 -.1 -.08 .1 .1 -.08 -.1 .1 -.08 -.1 0 .1 .1 0 .1'/><mesh name='gem' "       \
  "vertex='0 0 .12 .1 0 0 0 .1 0 -.1 0 0 0 -.1 0 0 0 -.12 .07 .07 .03 -.07 .07 -.03'/></asset><worldbody>" FLOOR                 \
  "<body pos='0 0 .1'><freejoint/><geom type='mesh' mesh='wedge'/></body><body pos='.02 .01 .32'><freejoint/><geom type='mesh' " \
  "mesh='gem'/></body><body pos='.05 0 .5'><freejoint/><geom type='box' size='.08 .08 .05'/></body></worldbody>"

// one tree of 78 dofs
#define SNAKE                                                                                                           \
  "<worldbody>" FLOOR                                                                                                   \
  "<geom type='box' size='.1 .1 .05' pos='.3 0 .05'/><composite type='cable' prefix='s' curve='s' "                     \
  "count='26 1 1' size='1.2' offset='-.4 0 .02' initial='free'><joint kind='main' damping='.01'/><geom type='capsule' " \
  "size='.015' density='800'/></composite></worldbody>"

static const ig_GpuScene ig_gpu_scenes[] = {
    {"biped", "<mujoco>" BIPED "</mujoco>"},
    {"biped, CG", "<mujoco><option solver='CG' iterations='30'/>" BIPED "</mujoco>"},
    {"biped, PGS", "<mujoco><option solver='PGS' iterations='30'/>" BIPED "</mujoco>"},
    {"biped, elliptic", "<mujoco><option cone='elliptic'/>" BIPED "</mujoco>"},
    {"biped, elliptic CG", "<mujoco><option cone='elliptic' solver='CG' iterations='30'/>" BIPED "</mujoco>"},
    // contacts that leave no trace of the inertia in the Hessian
    {"rough ball",
     "<mujoco><worldbody><geom size='1'/><body><freejoint/><body><body pos='.003 -.3 -.2'><geom size='.07' condim='6' "
     "friction='1e-5 6e-5 200' priority='1'/></body></body></body></worldbody></mujoco>"},
    {"biped, elliptic PGS", "<mujoco><option cone='elliptic' solver='PGS' iterations='30'/>" BIPED "</mujoco>"},
    {"biped, noslip", "<mujoco><option cone='elliptic' noslip_iterations='5'/>" BIPED "</mujoco>"},
    {"biped, RK4", "<mujoco><option integrator='RK4'/>" BIPED "</mujoco>"},
    {"biped, implicitfast", "<mujoco><option integrator='implicitfast'/>" BIPED "</mujoco>"},
    {"biped, sparse", "<mujoco><option jacobian='sparse'/>" BIPED "</mujoco>"},
    {"biped, torsion", "<mujoco><default><geom condim='4' friction='1 .02 .001'/></default>" BIPED "</mujoco>"},
    {"biped, rolling",
     "<mujoco><option cone='elliptic'/><default><geom condim='6' friction='1 .02 .01'/></default>" BIPED "</mujoco>"},
    {"biped, without friction", "<mujoco><default><geom condim='1'/></default>" BIPED "</mujoco>"},
    {"shapes", "<mujoco>" SHAPES "</mujoco>"},
    {"shapes, elliptic", "<mujoco><option cone='elliptic'/>" SHAPES "</mujoco>"},
    {"shapes, without islands", "<mujoco><option><flag island='disable'/></option>" SHAPES "</mujoco>"},
    {"shapes, PGS", "<mujoco><option solver='PGS' iterations='20'/>" SHAPES "</mujoco>"},
    {"shapes, many contacts of meshes", "<mujoco><option><flag multiccd='enable'/></option>" MESHES "</mujoco>"},
    {"meshes", "<mujoco>" MESHES "</mujoco>"},
    {"meshes, elliptic RK4", "<mujoco><option cone='elliptic' integrator='RK4'/>" MESHES "</mujoco>"},
    {"hills",
     "<mujoco><asset><hfield name='hills' nrow='4' ncol='4' size='1 1 .3 .1' elevation='0 1 0 1 1 0 1 0 0 1 0 1 1 0 1 "
     "0'/></asset>"
     "<worldbody><geom type='hfield' hfield='hills'/><body pos='.1 .1 .5'><freejoint/><geom size='.1'/></body><body pos='-.3 .2 "
     ".5'>"
     "<freejoint/><geom type='box' size='.1 .08 .06'/></body><body pos='.3 -.3 .5'><freejoint/><geom type='capsule' size='.06 "
     ".1'/>"
     "</body></worldbody></mujoco>"},
    {"equalities",
     "<mujoco><worldbody><body name='a' pos='0 0 1'><joint name='j' axis='0 1 0' frictionloss='.1'/><geom type='capsule' "
     "fromto='0 0 0 "
     ".3 0 0' size='.03'/><body name='b' pos='.3 0 0'><joint name='k' type='ball' damping='.02'/><geom size='.05' pos='.1 0 "
     "0'/></body>"
     "</body><body name='c' pos='.3 .3 1'><freejoint/><geom type='box' size='.1 .05 .05'/></body><body name='d' pos='0 .5 "
     "1'><joint "
     "name='s' type='slide' axis='1 0 0' stiffness='3' springref='.1'/><geom size='.05'/></body></worldbody><equality><connect "
     "body1='b' body2='c' anchor='.1 0 0'/><weld body1='c' body2='d' solref='.05 1'/><joint joint1='j' joint2='s' polycoef='0 1 "
     ".5 0 0'/>"
     "</equality></mujoco>"},
    {"tendons",
     "<mujoco><worldbody>" FLOOR
     "<body pos='0 0 .5'><joint name='a' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/>"
     "<body pos='.3 0 0'><joint name='b' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/></body></body>"
     "</worldbody><tendon><fixed name='t' limited='true' range='-.2 .5' frictionloss='.05' stiffness='2' damping='.1'><joint "
     "joint='a' "
     "coef='1'/><joint joint='b' coef='-.7'/></fixed></tendon><equality><tendon tendon1='t' active='false'/></equality><actuator>"
     "<motor tendon='t' gear='2'/><position joint='a' kp='2'/></actuator></mujoco>"},
    {"water",
     "<mujoco><option density='1000' viscosity='.1' wind='.1 0 0'/><worldbody><body pos='0 0 1'><freejoint/><geom "
     "type='ellipsoid' "
     "size='.2 .1 .05' fluidshape='ellipsoid'/><body pos='.3 0 0'><joint axis='0 1 0'/><geom type='capsule' size='.05 "
     ".1'/></body></body>"
     "</worldbody></mujoco>"},
    {"gravity compensated",
     "<mujoco><option><flag energy='enable'/></option><worldbody><body pos='0 0 1' gravcomp='.8'><joint axis='0 1 0' "
     "actuatorgravcomp='true'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/><body pos='.3 0 0' gravcomp='1'><joint "
     "type='ball' stiffness='.5'/><geom size='.05' pos='.1 0 0'/></body></body><body mocap='true' pos='.5 0 1'><geom "
     "size='.1'/></body>"
     "</worldbody></mujoco>"},
    {"sensors",
     "<mujoco><option magnetic='0 -.5 .1'/><worldbody>" FLOOR
     "<site name='fixed' pos='0 0 1'/><camera name='eye' pos='0 -1 1'/><body "
     "name='arm' pos='0 0 .6'><joint name='h' axis='0 1 0' range='-20 20' limited='true' damping='.1'/><geom name='rod' "
     "type='capsule' "
     "fromto='0 0 0 .3 0 0' size='.03'/><site name='tip' pos='.3 0 0' size='.05'/><body pos='.3 0 0'><joint name='b' "
     "type='ball'/><geom "
     "name='bob' size='.05' pos='.1 0 0'/><site name='end' pos='.15 0 0'/></body></body><body name='box' pos='.1 .2 "
     ".1'><freejoint/>"
     "<geom type='box' size='.1 .1 .1'/><site name='imu' euler='10 20 30'/></body></worldbody><equality><weld body1='arm' "
     "body2='box' active='false'/></equality><tendon><fixed name='pull' limited='true' "
     "range='-.1 .1'><joint joint='h' coef='2'/></fixed></tendon><actuator><motor name='m' joint='h'/><motor tendon='pull' "
     "gear='3'/></actuator>"
     "<sensor><force site='tip'/><torque site='tip'/><accelerometer site='imu'/><gyro site='imu' cutoff='.5'/><velocimeter "
     "site='tip'/><magnetometer site='imu'/><jointpos "
     "joint='h'/><jointvel joint='h'/><tendonpos tendon='pull'/><tendonvel tendon='pull'/><actuatorpos "
     "actuator='m'/><actuatorvel "
     "actuator='m'/><actuatorfrc actuator='m'/><jointactuatorfrc joint='h'/><tendonactuatorfrc tendon='pull'/><ballquat "
     "joint='b'/>"
     "<ballangvel joint='b'/><jointlimitpos joint='h'/><jointlimitvel joint='h'/><jointlimitfrc joint='h'/><tendonlimitpos "
     "tendon='pull'/><tendonlimitfrc tendon='pull'/><framepos objtype='body' objname='box' reftype='site' "
     "refname='tip'/><framepos "
     "objtype='camera' objname='eye' reftype='body' refname='arm'/><framequat objtype='geom' objname='bob'/><framequat "
     "objtype='site' "
     "objname='imu' reftype='xbody' refname='arm'/><framexaxis objtype='site' objname='end'/><framezaxis objtype='xbody' "
     "objname='box' "
     "reftype='geom' refname='rod'/><framelinvel objtype='body' objname='box' reftype='body' refname='arm'/><frameangvel "
     "objtype='geom' "
     "objname='rod'/><framelinacc objtype='body' objname='box'/><frameangacc objtype='site' objname='end'/><subtreecom "
     "body='arm'/>"
     "<subtreelinvel body='arm'/><subtreeangmom body='box'/><insidesite site='tip' objtype='geom' "
     "objname='bob'/><clock/></sensor>"
     "</mujoco>"},
    {"touch", "<mujoco><option cone='elliptic'/><worldbody>" FLOOR
              "<body pos='0 0 .12'><freejoint/><geom type='box' size='.1 .1 .1'/><site "
              "name='a' type='box' size='.11 .11 .11'/><site name='b' type='sphere' size='.05' pos='.1 .1 -.1'/></body><body "
              "pos='.02 .03 .31'>"
              "<freejoint/><geom size='.1'/><site name='c' type='capsule' size='.05 .1'/><site name='d' type='ellipsoid' "
              "size='.1 .2 .1'/><site "
              "name='e' type='cylinder' size='.1 .12'/></body></worldbody><sensor><touch site='a'/><touch site='b'/><touch "
              "site='c'/><touch "
              "site='d' cutoff='2'/><touch site='e'/></sensor></mujoco>"},
    {"touch, pyramids",
     "<mujoco><worldbody>" FLOOR "<body pos='0 0 .12'><freejoint/><geom type='box' size='.1 .1 .1' condim='4'/><site name='a' "
     "type='box' size='.11 .11 .11'/></body></worldbody><sensor><touch site='a'/></sensor></mujoco>"},
    {"rangefinders",
     "<mujoco><asset><hfield name='hills' nrow='4' ncol='4' size='1 1 .3 .1' elevation='0 1 0 1 1 0 1 0 0 1 0 1 1 0 1 0'/><mesh "
     "name='gem' "
     "vertex='0 0 .1 .1 0 0 0 .1 0 -.1 0 0 0 -.1 0 0 0 -.1'/></asset><worldbody><geom type='hfield' hfield='hills'/><geom "
     "type='plane' "
     "size='3 3 .1' pos='0 0 -.2'/><geom type='mesh' mesh='gem' pos='.5 0 .6'/><geom type='cylinder' size='.1 .1' pos='-.5 0 "
     ".6'/><geom "
     "type='ellipsoid' size='.1 .2 .1' pos='0 .6 .6'/><geom type='box' size='.1 .1 .1' pos='0 -.6 .6' rgba='1 0 0 0'/><geom "
     "type='capsule' size='.1 .1' pos='0 -.9 .6'/><body pos='0 0 .6'><freejoint/><geom size='.1'/><site name='down' zaxis='0 0 "
     "-1'/><site "
     "name='x' zaxis='1 0 0'/><site name='back' zaxis='-1 0 .1'/><site name='y' zaxis='0 1 0'/><site name='left' zaxis='.1 -1 "
     "0'/></body></worldbody><sensor><rangefinder site='down' data='dist dir origin point normal depth'/><rangefinder site='x' "
     "data='dist normal'/>"
     "<rangefinder site='back'/><rangefinder site='y' cutoff='.3'/><rangefinder site='left' data='point "
     "depth'/></sensor></mujoco>"},
    {"spatial tendons",
     "<mujoco><worldbody>" FLOOR
     "<site name='s0' pos='0 0 1.2'/><geom name='drum' type='cylinder' size='.08 .2' pos='.2 0 1' euler='90 0 0' contype='0' "
     "conaffinity='0'/><site name='over' pos='.2 0 1.2'/><body pos='.5 0 1'><joint name='a' axis='0 1 0' damping='.1'/><geom "
     "type='capsule' "
     "fromto='0 0 0 .3 0 0' size='.02'/><site name='s1' pos='.1 0 .03'/><site name='s2' pos='.25 0 .03'/><body pos='.3 0 "
     "0'><joint axis='0 1 "
     "0' damping='.1'/><joint axis='0 0 1' damping='.1'/><geom type='capsule' fromto='0 0 0 .2 0 -.1' size='.02'/><geom "
     "name='ball' size='.05' "
     "contype='0' conaffinity='0'/><site name='s3' pos='.1 .02 -.05'/><site name='in' pos='.01 0 0'/></body></body><body pos='0 "
     ".5 1'><freejoint/><geom "
     "size='.1'/><site name='s4' pos='0 0 .1'/></body></worldbody><tendon><spatial name='t0' range='.2 .62' limited='true' "
     "stiffness='50' "
     "damping='2' springlength='.3'><site site='s0'/><geom geom='drum' sidesite='over'/><site site='s1'/></spatial><spatial "
     "name='t1' frictionloss='.2'>"
     "<site site='s2'/><geom geom='ball'/><site site='s3'/><pulley divisor='2'/><site site='s0'/><site site='s4'/><site "
     "site='s3'/></spatial><spatial "
     "name='t2'><site site='s2'/><geom geom='ball' sidesite='in'/><site site='s3'/></spatial><fixed name='f'><joint joint='a' "
     "coef='2'/></fixed></tendon><actuator><motor tendon='t0' gear='-20'/><position tendon='t1' kp='8'/><muscle tendon='t2' "
     "force='10'/><motor "
     "tendon='f'/></actuator><sensor><tendonpos tendon='t1'/><tendonvel tendon='t0'/><tendonlimitfrc "
     "tendon='t0'/></sensor></mujoco>"},
    {"actuators at sites",
     "<mujoco><worldbody>" FLOOR
     "<site name='frame' pos='.1 .2 .3' euler='10 20 30'/><body pos='0 0 1'><freejoint/><geom type='box' "
     "size='.1 .1 .02'/><site name='r1' pos='.1 0 0'/><site name='r2' pos='-.1 .1 0' euler='5 0 0'/><body pos='0 0 -.1'><joint "
     "name='h' "
     "axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0 0 -.3' size='.03'/><site name='tip' pos='0 0 -.3'/></body></body><body "
     "pos='1 0 "
     ".5'><joint axis='0 1 0' damping='.1'/><geom type='capsule' fromto='0 0 0 0 0 -.2' size='.02'/><site name='pin' pos='0 0 "
     "-.2'/></body><body pos='1.2 0 .3'><joint type='slide' axis='1 0 0'/><geom size='.03'/><site name='slider' zaxis='1 0 "
     "0'/></body></worldbody><actuator><motor site='r1' gear='0 0 8 0 0 -.02'/><motor site='r2' gear='0 0 8 0 0 .02'/><general "
     "site='tip' refsite='frame' gear='1 0 2 0 0 0' gainprm='5' biastype='affine' biasprm='0 -5 -1'/><general site='tip' "
     "refsite='r1' gear='0 0 0 "
     "0 1 0' gainprm='2' biastype='affine' biasprm='0 -2 -.5'/><general cranksite='pin' slidersite='slider' cranklength='.4' "
     "gainprm='3' "
     "biastype='affine' biasprm='0 -1 -.2'/><motor cranksite='pin' slidersite='r1' cranklength='.1'/></actuator></mujoco>"},
    {"pairs and excludes",
     "<mujoco><worldbody>" FLOOR
     "<body name='p' pos='0 0 .2'><freejoint/><geom name='x' size='.1'/><geom name='y' type='capsule' "
     "fromto='0 0 0 .2 0 0' size='.05' contype='0' conaffinity='0'/></body><body name='q' pos='.1 0 .42'><freejoint/><geom "
     "name='z' "
     "type='box' size='.1 .1 .1'/><geom type='cylinder' size='.05 .05' pos='.2 0 0'/></body></worldbody><contact><pair geom1='y' "
     "geom2='z' condim='4' friction='.7 .7 .01 .001 .001' margin='.01' gap='.005'/><exclude body1='world' "
     "body2='q'/></contact></mujoco>"},
    {"noslip, a lone tree",
     "<mujoco><option noslip_iterations='4'/><worldbody>" FLOOR
     "<body pos='0 0 .11'><freejoint/><geom type='box' size='.1 .1 .1'/><body "
     "pos='.2 0 0'><joint axis='0 1 0' range='-10 10' limited='true' damping='.1'/><geom type='capsule' fromto='0 0 0 .3 0 0' "
     "size='.04'/>"
     "</body></body><body pos='2 0 5'><freejoint/><geom size='.1' pos='.05 0 0'/></body></worldbody></mujoco>"},
    {"snake", "<mujoco>" SNAKE "</mujoco>"},
    {"snake, elliptic CG", "<mujoco><option cone='elliptic' solver='CG' timestep='.0004'/>" SNAKE "</mujoco>"},
    {"snake, PGS", "<mujoco><option solver='PGS' iterations='30'/>" SNAKE "</mujoco>"},
};
enum { ig_gpu_nscene = sizeof ig_gpu_scenes / sizeof ig_gpu_scenes[0] };

// a stack of boxes: more contacts than the first guess has room for
static inline const char* ig_gpu_stack(char* text, size_t size) {
  size_t n = (size_t)snprintf(text, size, "<mujoco><worldbody>" FLOOR);
  for (int i = 0; i < 10; i++) {
    n += (size_t)snprintf(text + n, size - n, "<body pos='%g %g %g'><freejoint/><geom type='box' size='.1 .1 .02'/></body>",
                          0.01 * i, 0.003 * i, 0.019 + 0.038 * i);
  }
  snprintf(text + n, size - n, "</worldbody></mujoco>");
  return text;
}

#endif  // INGOT_TESTS_GPU_SCENES_H_
