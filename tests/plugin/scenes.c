// SPDX-License-Identifier: Apache-2.0
#include "scenes.h"

#define EXTENSION(name) "<extension><plugin plugin='" name "'/></extension>"
#define CONFIG(key, value) "<config key='" key "' value='" value "'/>"
#define HINGE(name)                              \
  "<body pos='0 " name " 0'><joint name='j" name \
  "' axis='0 1 0' damping='.1'/><geom size='.05 .1' type='capsule' pos='.1 0 0'/></body>"
#define PID(joint, attributes, config) "<plugin joint='j" joint "' plugin='mujoco.pid' " attributes ">" config "</plugin>"

#define CABLE(attributes, geom, config) \
  "<mujoco>" EXTENSION("mujoco.elasticity.cable") "<worldbody><composite type='cable' curve='s cos(s) sin(s)' count='8 1 1' " \
  "size='.6 .2 2' offset='0 0 1' " attributes "><plugin plugin='mujoco.elasticity.cable'>" config "</plugin>" \
  "<joint kind='main' damping='.02'/><geom " geom "/></composite></worldbody></mujoco>"

// a shape fixed in the world, and something that falls on it
#define SHAPE(name, config, geom, faller)                                                                        \
  "<mujoco><extension><plugin plugin='mujoco.sdf." name "'><instance name='i'>" config                           \
  "</instance></plugin></extension>"                                                                             \
  "<option sdf_iterations='10' sdf_initpoints='20'/><asset><mesh name='m'><plugin instance='i'/></mesh></asset>" \
  "<worldbody><geom type='sdf' mesh='m' " geom                                                                   \
  "><plugin instance='i'/></geom>"                                                                               \
  "<body pos='0 0 .3'><freejoint/>" faller "</body></worldbody></mujoco>"

const ig_Scene ig_scenes[] = {
    {"pid: proportional and derivative, limited control",
     "<mujoco>" EXTENSION("mujoco.pid") "<worldbody>" HINGE("0")
         HINGE("1") "</worldbody><actuator>" PID("0", "ctrlrange='-.3 .3'", CONFIG("kp", "10") CONFIG("kd", "1"))
             PID("1", "", CONFIG("kp", " 3.5 ") CONFIG("kd", "")) "</actuator></mujoco>",
     1e-9, 100},

    {"pid: integral, its limit, limited set point speed",
     "<mujoco>" EXTENSION("mujoco.pid") "<worldbody>" HINGE("0") HINGE("1")
         HINGE("2") "</worldbody><actuator>" PID("0", "actdim='1'", CONFIG("kp", "10") CONFIG("ki", "40"))
             PID("1", "actdim='1'", CONFIG("ki", "30") CONFIG("imax", ".5") CONFIG("kd", ".2"))
                 PID("2", "actdim='2'", CONFIG("kp", "5") CONFIG("ki", "20") CONFIG("slewmax", "2")) "</actuator></mujoco>",
     1e-9, 100},

    {"pid: set points with dynamics, one instance for two actuators",
     "<mujoco><extension><plugin plugin='mujoco.pid'><instance name='two'>" CONFIG("kp", "8") CONFIG(
         "kd", ".5") "</instance></plugin></extension><worldbody>" HINGE("0") HINGE("1") HINGE("2")
         HINGE("3") "</worldbody><actuator>"
                    "<plugin joint='j0' instance='two' dyntype='integrator' actdim='1' actrange='-.2 .2'/>"
                    "<plugin joint='j1' instance='two' dyntype='filterexact' dynprm='.03' actdim='1' actearly='true'/>" PID(
                        "2", "dyntype='filter' dynprm='.05' actdim='3' actearly='true'",
                        CONFIG("kp", "5") CONFIG("ki", "20") CONFIG("slewmax", "1.5")) "<motor joint='j3'/></actuator></mujoco>",
     1e-9, 100},

    {"cable: capsules, curved at rest",
     CABLE("initial='none'", "type='capsule' size='.01' density='500'",
           CONFIG("twist", "2e6") CONFIG("bend", "5e5") CONFIG("vmax", ".05")),
     1e-8, 100},
    {"cable: boxes, straight at rest, free",
     CABLE("initial='free'", "type='box' size='.02 .008 .015' density='500'",
           CONFIG("twist", "1e6") CONFIG("bend", "4e5") CONFIG("flat", "true")),
     1e-8, 100},

    {"touch grid: all channels, cells drawn to the middle",
     "<mujoco>" EXTENSION(
         "mujoco.sensor.touch_grid") "<worldbody><geom type='plane' size='1 1 .1'/>"
                                     "<body pos='0 0 .11'><freejoint/><geom type='box' size='.2 .15 .1'/><site name='s' pos='.02 "
                                     "0 .1' euler='3 -4 20'/></body></worldbody>"
                                     "<sensor><plugin plugin='mujoco.sensor.touch_grid' objtype='site' objname='s'>" CONFIG(
                                         "size", "5 4") CONFIG("fov", "80 70") CONFIG("gamma", ".4")
                                         CONFIG("nchannel", "6") "</plugin></sensor></mujoco>",
     1e-8, 100},

    {"touch grid: on the lower body, normal forces only, cut off",
     "<mujoco>" EXTENSION("mujoco.sensor.touch_grid") "<worldbody><body pos='0 0 .1'><geom type='box' size='.2 .15 .1'/><site "
                                                      "name='s' euler='180 0 0'/></body>"
                                                      "<body pos='0 0 .24'><freejoint/><geom type='box' size='.1 .1 .05' "
                                                      "euler='0 0 30'/></body></worldbody>"
                                                      "<sensor><plugin plugin='mujoco.sensor.touch_grid' objtype='site' "
                                                      "objname='s' cutoff='6'>" CONFIG("size", "3 3")
                                                          CONFIG("fov", "90 90") "</plugin></sensor></mujoco>",
     1e-8, 100},

    {"torus and a capsule",
     SHAPE("torus", CONFIG("radius1", ".3") CONFIG("radius2", ".1"), "", "<geom type='capsule' size='.05 .3' euler='80 10 0'/>"),
     1e-7, 100},

    // gradients by differences of 1e-8 have eight digits less than the distances. The box rattles on the bolt's thread: what is
    // rounded otherwise is another motion after some tens of steps
    {"bolt and a box", SHAPE("bolt", "", "euler='90 0 0' pos='0 0 -.3'", "<geom type='box' size='.1 .15 .05'/>"), 2e-5, 10},
    {"gear and a ball",
     SHAPE("gear", CONFIG("alpha", ".1") CONFIG("diameter", ".8") CONFIG("teeth", "12") CONFIG("innerdiameter", ".2"),
           "pos='-.2 0 .1'", "<geom type='sphere' size='.08'/>"),
     2e-5, 100},

    {"taxels on a torus",
     "<mujoco><extension><plugin plugin='mujoco.sdf.torus'><instance name='i'>" CONFIG("radius1", ".3") CONFIG(
         "radius2", ".1") "</instance></plugin></extension>"
                          "<asset><mesh name='m'><plugin instance='i'/></mesh><mesh name='skin' builtin='plate' params='9 7' "
                          "scale='.2 .2 .1'/></asset>"
                          "<worldbody><geom type='sdf' mesh='m' pos='0 0 .1' euler='5 0 0'><plugin instance='i'/></geom><body "
                          "pos='.3 0 .29'><freejoint/><geom type='box' size='.2 .2 .1'/>"
                          "<geom name='skin' type='mesh' mesh='skin' mass='0' contype='0' conaffinity='0'/></body></worldbody>"
                          "<sensor><tactile geom='skin' mesh='skin'/></sensor></mujoco>",
     1e-7, 100},
};
const int ig_nscene = sizeof ig_scenes / sizeof *ig_scenes;
