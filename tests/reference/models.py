# SPDX-License-Identifier: Apache-2.0
"""Small models that between them use every array of mjModel that the MJB reader has to place."""

PENDULUM = "<body><joint name='j' axis='0 1 0' damping='.1'/><geom name='g' type='capsule' fromto='0 0 0 0 0 -1' size='.05'/></body>"
TETRA = "vertex='0 0 0  1 0 0  0 1 0  0 0 1'"

MODELS = {
    "empty": "<mujoco/>",
    "pendulum": f"<mujoco model='p'><worldbody>{PENDULUM}</worldbody></mujoco>",
    "free box": "<mujoco><worldbody><geom type='plane' size='1 1 .1'/><body pos='0 0 .09'><freejoint/>"
                "<geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>",
    "elliptic": "<mujoco><option cone='elliptic' solver='CG' integrator='implicitfast'/><worldbody><geom type='plane' size='1 1 .1'/>"
                "<body pos='0 0 .1'><freejoint/><geom type='ellipsoid' size='.1 .12 .1' condim='6'/></body></worldbody></mujoco>",
    "ball chain": "<mujoco><worldbody><body><joint type='ball' limited='true' range='0 60'/><geom size='.1' pos='.2 0 0'/><body pos='.4 0 0'>"
                  "<joint type='slide' axis='1 0 0' range='-1 1' limited='true' frictionloss='.1'/><geom size='.1'/></body></body></worldbody></mujoco>",
    "actuators": f"<mujoco><worldbody><site name='w' pos='1 0 0'/>{PENDULUM}<body name='b' pos='2 0 0'><freejoint/><geom size='.1'/><site name='s'/></body>"
                 "</worldbody><actuator><motor joint='j' gear='2'/><position joint='j' kp='10'/><intvelocity joint='j' kp='5' actrange='-1 1'/>"
                 "<muscle joint='j' lengthrange='.5 1.5'/><motor site='s' refsite='w' gear='1 0 0 0 0 0'/><adhesion body='b' ctrlrange='0 1' gain='2'/>"
                 "<general site='s' cranksite='w' slidersite='s' cranklength='.5'/></actuator></mujoco>".replace(
                     "<general site='s' cranksite='w'", "<general cranksite='w'"),
    "delays": f"<mujoco><worldbody>{PENDULUM}</worldbody><actuator><motor joint='j' delay='.01' nsample='8' interp='linear'/></actuator>"
              "<sensor><jointpos joint='j' delay='.01' nsample='8' interval='.004 0'/></sensor></mujoco>",
    "tendons": f"<mujoco><worldbody><site name='a' pos='1 0 0'/>{PENDULUM.replace('</body>', '')}<site name='b' pos='0 0 -1'/>"
               "<site name='c' pos='.2 0 0'/><geom name='w' type='cylinder' size='.05 .1' pos='0 0 -.5'/></body></worldbody>"
               "<tendon><fixed name='f' limited='true' range='-1 1' armature='.1'><joint joint='j' coef='2'/></fixed>"
               "<spatial name='t' stiffness='3' frictionloss='.1'><site site='a'/><geom geom='w' sidesite='c'/><site site='b'/>"
               "<pulley divisor='2'/><site site='b'/><site site='a'/></spatial></tendon><actuator><motor tendon='t'/></actuator></mujoco>",
    "equalities": "<mujoco><worldbody><body name='a'><joint name='x'/><geom size='.1'/></body><body name='b' pos='0 0 1'><joint name='y'/><geom size='.1'/></body>"
                  "<body name='c' pos='0 0 2'><freejoint/><geom size='.1'/></body></worldbody><equality><joint joint1='x' joint2='y'/>"
                  "<connect body1='a' body2='b' anchor='0 0 .5'/><weld body1='c'/></equality></mujoco>",
    "mesh": f"<mujoco><asset><mesh name='m' {TETRA}/></asset><worldbody><geom type='plane' size='1 1 .1'/><body pos='0 0 .1'><freejoint/>"
            "<geom type='mesh' mesh='m'/></body><body pos='0 0 1.2'><freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>",
    "height field": "<mujoco><asset><hfield name='h' nrow='4' ncol='5' size='1 1 .2 .1'/></asset><worldbody><geom type='hfield' hfield='h'/>"
                    "<body pos='0 0 .1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
    "textures": "<mujoco><asset><texture name='t' type='2d' builtin='checker' width='8' height='8' rgb1='1 0 0'/>"
                "<texture name='k' type='skybox' builtin='gradient' width='4' height='24'/><material name='m' texture='t' texrepeat='2 2'/></asset>"
                "<worldbody><light/><camera name='c' mode='targetbody' target='b'/><body name='b'><geom size='.1' material='m'/></body></worldbody></mujoco>",
    "sensors": "<mujoco><worldbody><body name='b'><freejoint/><geom name='g' size='.1'/><site name='s'/><camera name='c'/></body><geom name='f' type='plane' size='1 1 1'/>"
               "</worldbody><sensor><touch site='s'/><accelerometer site='s'/><gyro site='s'/><force site='s'/><rangefinder site='s'/><framepos objtype='body' objname='b'/>"
               "<subtreecom body='b'/><distance geom1='g' geom2='f' cutoff='5'/><camprojection site='s' camera='c'/><contact geom1='g' num='2' data='found force'/>"
               "<e_kinetic/><clock/></sensor></mujoco>",
    "cloth": "<mujoco><worldbody><geom type='plane' size='1 1 .1'/><flexcomp name='f' type='grid' count='3 3 1' spacing='.1 .1 .1' pos='0 0 .1' dim='2' radius='.01'>"
             "<edge equality='true'/></flexcomp></worldbody></mujoco>",
    "solid": "<mujoco><worldbody><flexcomp name='f' type='grid' count='2 2 2' spacing='.1 .1 .1' pos='0 0 .2' dim='3' radius='.01' mass='1'>"
             "<elasticity young='1e3' poisson='.2' damping='.01'/><contact selfcollide='none'/></flexcomp></worldbody></mujoco>",
    "trilinear": "<mujoco><worldbody><flexcomp name='f' type='grid' count='3 3 3' spacing='.1 .1 .1' pos='0 0 .2' dim='3' radius='.01' dof='trilinear' mass='1'>"
                 "<elasticity young='1e3' poisson='.2'/><contact selfcollide='none'/></flexcomp></worldbody></mujoco>",
    "pairs": "<mujoco><worldbody><body name='a'><freejoint/><geom name='a' size='.1'/></body><body name='b' pos='0 0 .15'><freejoint/><geom name='b' size='.1'/></body>"
             "<body name='c' pos='0 0 .3'><freejoint/><geom size='.1'/></body></worldbody><contact><pair geom1='a' geom2='b' condim='4'/>"
             "<exclude body1='b' body2='c'/></contact></mujoco>",
    "custom": f"<mujoco><size nuser_geom='2' nuserdata='3'/><worldbody>{PENDULUM}<body name='m' mocap='true'><geom size='.1' user='1 2'/></body></worldbody>"
              "<custom><numeric name='n' data='1 2 3'/><text name='t' data='words'/><tuple name='u'><element objtype='joint' objname='j' prm='2'/></tuple></custom>"
              "<keyframe><key name='k' qpos='1' mpos='1 2 3'/></keyframe></mujoco>",
    "skin": "<mujoco><asset><skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'><bone body='b' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2' vertweight='1 1 1'/></skin></asset>"
            "<worldbody><body name='b'><joint/><geom size='.1'/></body></worldbody></mujoco>".replace("<mujoco><asset>", "<mujoco><deformable>").replace("</asset>", "</deformable>"),
    "sleep": "<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='5 5 .1'/><body pos='0 0 .1' sleep='init'><freejoint/><geom size='.1'/></body>"
             "<body pos='1 0 .5'><freejoint/><geom type='cylinder' size='.1 .1'/></body></worldbody></mujoco>",
    "gravity compensation": "<mujoco><option density='1.2' viscosity='.001'/><worldbody><body gravcomp='1'><freejoint/><geom type='ellipsoid' size='.1 .2 .3' fluidshape='ellipsoid'/></body>"
                            "</worldbody></mujoco>",
    "distance function": f"<mujoco><asset><mesh name='m' {TETRA}/></asset><worldbody><geom type='sdf' mesh='m'/><body pos='.2 .2 1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
}
