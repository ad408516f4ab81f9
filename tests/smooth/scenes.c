#include "scenes.h"

#include "model.h"

#define BALL "<geom size='.1' mass='1'/>"
#define CAPSULE "<geom type='capsule' size='.05' fromto='0 0 0 .3 .1 .2'/>"

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
