# SPDX-License-Identifier: Apache-2.0
"""Small scenes that between them use every part of a step: name -> MJCF. tools/hashes.py keeps a hash of each."""

ROCK = "vertex='0 0 0  .16 .02 0  .03 .17 .01  .02 .03 .15  .13 .14 .12  -.02 .1 .11  .09 -.03 .1'"
SHAPES = {
    "sphere": "type='sphere' size='.1'",
    "capsule": "type='capsule' size='.06 .1'",
    "ellipsoid": "type='ellipsoid' size='.12 .08 .06'",
    "cylinder": "type='cylinder' size='.08 .1'",
    "box": "type='box' size='.1 .08 .06'",
    "mesh": "type='mesh' mesh='rock'",
}
ASSET = f"<asset><mesh name='rock' {ROCK}/><mesh name='wedge' builtin='supersphere' params='8 .5 1.2' scale='.8 .7 .2'/>" \
        "<hfield name='hills' nrow='6' ncol='7' size='1.5 1.5 .3 .1' elevation='" + " ".join(
            str((3 * row * row + 5 * col + row * col) % 7 / 8) for row in range(6) for col in range(7)) + "'/></asset>"


def scene(body, options="", flags="", rest="", asset=ASSET, default=""):
    flag = f"<flag {flags}/>" if flags else ""
    return f"<mujoco><option {options}>{flag}</option>{default}{asset}<worldbody>{body}</worldbody>{rest}</mujoco>"


def falling(ground, condim=3):
    """two layers of all shapes above a ground, so that each meets it and most of the others"""
    bodies, names = [], list(SHAPES)
    for layer in range(2):
        for i, name in enumerate(names):
            place = (i + 2 * layer) % len(names)
            x, y = .19 * (place % 3) - .2 + .01 * layer, .2 * (place // 3) - .1
            bodies.append(f"<body pos='{x:.3f} {y:.3f} {.25 + .24 * layer:.3f}' euler='{11 * i} {7 * i + 20 * layer} {5 * i}'>"
                          f"<freejoint/><geom {SHAPES[name]} condim='{condim}' friction='.8 .02 .003'/></body>")
    return ground + "".join(bodies)


PLANE = "<geom type='plane' size='3 3 .1'/>"
GROUNDS = {
    "plane": PLANE,
    "box": "<geom type='box' size='1.5 1.5 .1' pos='0 0 -.1'/>",
    "hills": "<geom type='hfield' hfield='hills' pos='0 0 -.3'/>",
    "mesh": "<geom type='mesh' mesh='wedge' pos='0 0 -.2' euler='3 4 5'/><geom type='mesh' mesh='rock' pos='.3 .1 0'/>",
    "bowl": "<geom type='sphere' size='1.5' pos='0 0 -1.5'/><geom type='capsule' size='.1 .6' pos='.2 0 .02' euler='90 20 0'/>"
            "<geom type='cylinder' size='.4 .1' pos='-.3 .2 0'/><geom type='ellipsoid' size='.3 .2 .1' pos='-.1 -.3 .05'/>",
}

ARM = """
<site name='hook' pos='0 .1 1.2'/>
<body name='upper' pos='0 0 1'><joint name='shoulder' type='ball' range='0 100' limited='true' damping='.1'/>
  <geom name='u' type='capsule' fromto='0 0 0 .3 0 0' size='.03' mass='.5'/><site name='us' pos='.15 0 .05'/>
  <body name='fore' pos='.3 0 0'><joint name='elbow' axis='0 1 0' range='-120 10' damping='.05' armature='.01' frictionloss='.02' stiffness='.3'/>
    <geom name='f' type='capsule' fromto='0 0 0 .25 0 0' size='.025' mass='.3'/><site name='fs' pos='.12 0 .04'/>
    <geom name='pulley' type='cylinder' size='.03 .05' euler='90 0 0' contype='0' conaffinity='0'/><site name='side' pos='0 0 .06'/>
    <body name='hand' pos='.25 0 0'><joint name='slide' type='slide' axis='1 0 0' range='-.05 .05' springref='.02' stiffness='20'/>
      <joint name='wrist' axis='0 0 1' solreflimit='.03 .8'/>
      <geom name='h' type='box' size='.04 .03 .02' mass='.1'/><site name='hs' pos='.05 0 0' size='.03'/><camera name='c' pos='0 0 .1'/></body></body></body>
<body name='ball' pos='.5 .2 1.3'><freejoint name='free'/><geom name='b' size='.06' mass='.2'/><site name='bs'/></body>
<body name='target' mocap='true' pos='.4 -.2 1'><geom size='.02' contype='0' conaffinity='0'/></body>
<body name='held' pos='.4 -.25 1'><freejoint/><geom type='box' size='.03 .03 .03' mass='.1'/></body>
"""
TENDONS = """<tendon>
<fixed name='fixed' armature='.01' range='-2 .4' limited='true' damping='.1' stiffness='1'><joint joint='elbow' coef='1'/><joint joint='slide' coef='3'/></fixed>
<spatial name='rope' range='0 .7' limited='true' frictionloss='.1'><site site='hook'/><geom geom='pulley' sidesite='side'/><site site='fs'/>
  <pulley divisor='2'/><site site='us'/><site site='bs'/></spatial>
<spatial name='around' stiffness='5' springlength='.1 .3'><site site='hook'/><geom geom='b'/><site site='hs'/></spatial></tendon>"""
EQUALITIES = """<equality><connect body1='hand' body2='ball' anchor='.1 0 0' active='false'/><connect site1='bs' site2='hs' solref='.05 1'/>
<weld body1='held' body2='target' relpose='0 .05 0 1 0 0 0' torquescale='.5'/><joint joint1='wrist' joint2='elbow' polycoef='.1 .5 .2 0 0'/>
<tendon tendon1='around' tendon2='fixed' polycoef='0 .1 0 0 0' solimp='.5 .9 .01'/></equality>"""
ACTUATORS = """<actuator><motor joint='shoulder' gear='1 .5 .2'/><position joint='elbow' kp='5' kv='.2' ctrlrange='-1 .1'/>
<velocity joint='wrist' kv='.3'/><intvelocity joint='wrist' kp='2' actrange='-1 1'/><damper joint='slide' kv='2' ctrlrange='0 1'/>
<muscle joint='elbow' lengthrange='-.5 2' force='3' ctrlrange='0 1'/><muscle tendon='rope' lengthrange='.2 .9' timeconst='.02 .06' tausmooth='.1'/>
<general joint='slide' dyntype='filter' dynprm='.05' gainprm='2' biastype='affine' biasprm='0 -3 -.1' forcerange='-1 1'/>
<general joint='wrist' dyntype='filterexact' dynprm='.03' gaintype='affine' gainprm='1 .1 .1'/><general tendon='fixed' dyntype='integrator' actrange='-1 1' actearly='true'/>
<motor site='hs' refsite='hook' gear='1 0 0 .1 0 0'/><motor jointinparent='free' gear='.1 0 0 0 0 .01'/><adhesion body='ball' ctrlrange='0 1' gain='1'/>
<general cranksite='us' slidersite='fs' cranklength='.2' gainprm='.1'/><motor joint='elbow' delay='.008' nsample='5' interp='linear' gear='.2'/></actuator>"""
SENSORS = """<sensor><touch site='hs'/><accelerometer site='hs'/><velocimeter site='hs'/><gyro site='fs'/><force site='us'/><torque site='us'/><magnetometer site='hs'/>
<rangefinder site='bs'/><camprojection site='bs' camera='c'/><jointpos joint='elbow'/><jointvel joint='slide'/><tendonpos tendon='rope'/><tendonvel tendon='rope'/>
<actuatorpos actuator='m'/><actuatorvel actuator='m'/><actuatorfrc actuator='m'/><jointactuatorfrc joint='elbow'/><tendonactuatorfrc tendon='rope'/>
<ballquat joint='shoulder'/><ballangvel joint='shoulder'/><jointlimitpos joint='elbow'/><jointlimitvel joint='elbow'/><jointlimitfrc joint='elbow'/>
<tendonlimitpos tendon='fixed'/><tendonlimitvel tendon='fixed'/><tendonlimitfrc tendon='fixed'/><framepos objtype='site' objname='hs' reftype='body' refname='ball'/>
<framequat objtype='body' objname='hand'/><framexaxis objtype='geom' objname='h'/><framelinvel objtype='site' objname='hs' reftype='body' refname='ball'/>
<frameangvel objtype='xbody' objname='hand'/><framelinacc objtype='site' objname='hs'/><frameangacc objtype='body' objname='fore'/><subtreecom body='upper'/>
<subtreelinvel body='upper'/><subtreeangmom body='upper'/><insidesite site='hs' objtype='body' objname='ball'/><distance geom1='b' geom2='h' cutoff='2'/>
<normal geom1='b' body2='upper' cutoff='2'/><fromto geom1='b' geom2='f' cutoff='2'/><contact geom1='b' num='2' data='found force dist pos normal'/>
<e_potential/><e_kinetic/><clock/><jointpos joint='wrist' delay='.01' nsample='4' interval='.004 0' noise='.1'/></sensor>"""


def arm(options="", flags=""):
    return scene(PLANE + ARM, options, flags, TENDONS + EQUALITIES + ACTUATORS.replace("<velocity", "<velocity name='m'") + SENSORS)


def flexcomp(kind, count, dim, extra, inside):
    return (f"<flexcomp name='f' type='{kind}' count='{count}' spacing='.08 .08 .08' pos='0 0 .25' dim='{dim}' radius='.01' mass='.5' {extra}>"
            f"{inside}</flexcomp>")


STONE = "<body pos='.03 .02 .5'><freejoint/><geom type='box' size='.06 .05 .04' mass='.3'/></body><body pos='-.1 0 .6'><freejoint/><geom size='.05' mass='.2'/></body>"
FLEXES = {
    "rope": flexcomp("grid", "12 1 1", 1, "", "<edge equality='true'/><contact selfcollide='none'/><pin id='0'/>"),
    "cloth": flexcomp("grid", "6 5 1", 2, "", "<edge equality='true' damping='.01'/><contact selfcollide='auto'/><pin id='0 5'/>"),
    "springs": flexcomp("grid", "10 1 1", 1, "", "<edge stiffness='200' damping='.5'/><contact selfcollide='none'/>"),
    "shell": flexcomp("grid", "5 4 1", 2, "", "<elasticity young='3e4' poisson='.2' thickness='.01' damping='.01' elastic2d='both'/><contact selfcollide='none'/>"),
    "solid": flexcomp("grid", "3 4 3", 3, "", "<elasticity young='2e4' poisson='.2' damping='.01'/><contact selfcollide='none' internal='false'/>"),
    "soft": flexcomp("grid", "4 4 4", 3, "dof='trilinear'", "<elasticity young='2e4' poisson='.1' damping='.01'/><contact selfcollide='none' internal='false'/>"),
    "quadratic": flexcomp("grid", "5 5 5", 3, "dof='quadratic'", "<elasticity young='2e4' poisson='.1' damping='.01'/><contact selfcollide='none' internal='false'/>"),
    "radial": flexcomp("grid", "4 4 4", 3, "dof='radial'", "<edge equality='true'/><contact selfcollide='none' internal='false'/>"),
}
TREE = "".join(f"<body pos='{.3 * i} 0 .6'><freejoint/><geom type='capsule' size='.04 .08'/>"
               "<body pos='0 0 .15'><joint axis='0 1 0' damping='.05' range='-60 60'/><geom type='capsule' fromto='0 0 0 0 .15 .05' size='.03'/>"
               "<body pos='0 .15 .05'><joint axis='1 0 0' stiffness='1'/><geom type='box' size='.03 .05 .02'/></body></body></body>" for i in range(4))
FISH = """<body pos='0 0 1'><freejoint/><geom type='ellipsoid' size='.1 .06 .04' density='800' fluidshape='ellipsoid' fluidcoef='.6 .3 1.2 .9 1.1'/>
<body pos='.12 0 0'><joint axis='0 0 1' damping='.02'/><geom type='capsule' fromto='0 0 0 .15 0 0' size='.02' density='700'/>
<body pos='.16 0 0' gravcomp='.7'><joint type='ball'/><geom type='box' size='.04 .03 .02' pos='.04 0 0' density='600'/></body></body></body>"""


def scenes():
    made = {}
    for ground, geom in GROUNDS.items():
        made[f"pile_{ground}"] = scene(falling(geom), "timestep='.004'")
    made["pile_plane_old_ccd"] = scene(falling(GROUNDS["plane"]), "timestep='.004'", "nativeccd='disable'")
    made["pile_box_multiccd"] = scene(falling(GROUNDS["box"]), "timestep='.004'", "multiccd='enable'")
    for solver in ("PGS", "CG", "Newton"):
        for cone in ("pyramidal", "elliptic"):
            for jacobian in ("dense", "sparse"):
                made[f"solve_{solver}_{cone}_{jacobian}"] = scene(
                    PLANE + TREE, f"timestep='.004' solver='{solver}' cone='{cone}' jacobian='{jacobian}' impratio='2'")
    for condim in (1, 4, 6):
        for cone in ("pyramidal", "elliptic"):
            made[f"condim{condim}_{cone}"] = scene(falling(PLANE, condim), f"timestep='.005' cone='{cone}' noslip_iterations='{condim % 4}'")
    for integrator in ("Euler", "RK4", "implicit", "implicitfast"):
        made[f"arm_{integrator}"] = arm(f"timestep='.003' integrator='{integrator}'")
        made[f"fish_{integrator}"] = scene(FISH, f"timestep='.004' density='900' viscosity='.5' wind='.3 -.2 .1' integrator='{integrator}'")
    made["arm_energy"] = arm("timestep='.003'", "energy='enable'").replace("<e_kinetic/>", "")
    made["arm_cg_elliptic"] = arm("solver='CG' cone='elliptic'")
    made["arm_pgs_sparse"] = arm("solver='PGS' jacobian='sparse' noslip_iterations='3'")
    made["arm_no_islands"] = arm("", "island='disable' warmstart='disable' eulerdamp='disable'")
    made["arm_override"] = arm("o_margin='.02' o_solref='.03 1' o_friction='.9 .9 .01 .001 .001'", "override='enable' invdiscrete='enable' fwdinv='enable'")
    made["islands_cg"] = scene(PLANE + TREE, "timestep='.005' solver='CG' jacobian='sparse'")
    for name, flex in FLEXES.items():
        made[f"flex_{name}"] = scene(PLANE + flex + STONE, "timestep='.001' solver='CG' tolerance='1e-6'")
    made["flex_shell_implicit"] = scene(PLANE + FLEXES["shell"] + STONE, "timestep='.002' integrator='implicitfast'")
    made["sdf"] = scene("<geom type='sdf' mesh='rock' pos='0 0 0'/>" + STONE.replace(".5", ".3"), "sdf_iterations='10' sdf_initpoints='20'")
    made["asleep"] = scene(PLANE + TREE + "<body pos='0 2 .1' sleep='init'><freejoint/><geom size='.1'/></body>", "timestep='.005'", "sleep='enable'")
    made["pairs"] = scene(PLANE + "<body pos='0 0 .3'><freejoint/><geom name='a' size='.1' contype='0' conaffinity='0'/></body>"
                          "<body pos='.05 0 .6'><freejoint/><geom name='b' type='box' size='.1 .1 .1' contype='0' conaffinity='0' margin='.02' gap='.01'/></body>"
                          "<geom name='p' type='plane' size='1 1 1' contype='0' conaffinity='0' pos='0 0 .05'/>",
                          rest="<contact><pair geom1='a' geom2='p' condim='6' friction='1 .8 .01 .001 .002' solreffriction='.05 1'/>"
                               "<pair geom1='b' geom2='p' condim='4'/><pair geom1='a' geom2='b' margin='.01' gap='.005' solref='.01 1.2'/></contact>")
    made["chain"] = scene("<replicate count='12' offset='.1 0 0' euler='0 0 3'><body pos='0 0 1'><joint type='hinge' axis='0 1 0'/>"
                          "<geom type='capsule' fromto='0 0 0 .09 0 0' size='.02'/></body></replicate>")
    made["meshes"] = scene(PLANE + "".join(f"<body pos='{.25 * i - .5} 0 .3' euler='{10 * i} 20 0'><freejoint/><geom type='mesh' mesh='{kind}'/></body>"
                                           for i, kind in enumerate(("ball", "cone", "ring", "plate", "thin"))),
                           asset="<asset><mesh name='ball' builtin='sphere' params='1' scale='.1 .1 .1'/><mesh name='cone' builtin='cone' params='7 .3' scale='.1 .1 .1'/>"
                                 "<mesh name='ring' builtin='supertorus' params='8 .4 1 1' scale='.1 .1 .1'/><mesh name='plate' builtin='hemisphere' params='2' scale='.1 .1 .1' inertia='shell'/>"
                                 f"<mesh name='thin' {ROCK} maxhullvert='6' refpos='.1 0 0'/></asset>")
    return made
