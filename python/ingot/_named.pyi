# SPDX-License-Identifier: Apache-2.0
# written by tools/python_tables.py
from typing import Any

from numpy.typing import ArrayLike, NDArray

# a part of an array, which is written into when it is assigned
class _Part:
    def __get__(self, owner: object, kind: type | None = None) -> NDArray[Any]: ...
    def __set__(self, owner: object, value: ArrayLike) -> None: ...

class Named:
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str | None: ...

class _Actuator(Named):
    trntype: _Part  # actuator_trntype
    dyntype: _Part  # actuator_dyntype
    gaintype: _Part  # actuator_gaintype
    biastype: _Part  # actuator_biastype
    trnid: _Part  # actuator_trnid
    actadr: _Part  # actuator_actadr
    actnum: _Part  # actuator_actnum
    group: _Part  # actuator_group
    history: _Part  # actuator_history
    historyadr: _Part  # actuator_historyadr
    delay: _Part  # actuator_delay
    ctrllimited: _Part  # actuator_ctrllimited
    forcelimited: _Part  # actuator_forcelimited
    actlimited: _Part  # actuator_actlimited
    dynprm: _Part  # actuator_dynprm
    gainprm: _Part  # actuator_gainprm
    biasprm: _Part  # actuator_biasprm
    actearly: _Part  # actuator_actearly
    ctrlrange: _Part  # actuator_ctrlrange
    forcerange: _Part  # actuator_forcerange
    actrange: _Part  # actuator_actrange
    gear: _Part  # actuator_gear
    cranklength: _Part  # actuator_cranklength
    acc0: _Part  # actuator_acc0
    length0: _Part  # actuator_length0
    lengthrange: _Part  # actuator_lengthrange
    user: _Part  # actuator_user
    plugin: _Part  # actuator_plugin
    ctrl: _Part  # ctrl
    length: _Part  # actuator_length
    velocity: _Part  # actuator_velocity
    force: _Part  # actuator_force
    act: _Part  # act

class _Body(Named):
    parentid: _Part  # body_parentid
    rootid: _Part  # body_rootid
    weldid: _Part  # body_weldid
    mocapid: _Part  # body_mocapid
    jntnum: _Part  # body_jntnum
    jntadr: _Part  # body_jntadr
    dofnum: _Part  # body_dofnum
    dofadr: _Part  # body_dofadr
    treeid: _Part  # body_treeid
    geomnum: _Part  # body_geomnum
    geomadr: _Part  # body_geomadr
    simple: _Part  # body_simple
    sameframe: _Part  # body_sameframe
    pos: _Part  # body_pos
    quat: _Part  # body_quat
    ipos: _Part  # body_ipos
    iquat: _Part  # body_iquat
    mass: _Part  # body_mass
    subtreemass: _Part  # body_subtreemass
    inertia: _Part  # body_inertia
    invweight0: _Part  # body_invweight0
    gravcomp: _Part  # body_gravcomp
    margin: _Part  # body_margin
    user: _Part  # body_user
    plugin: _Part  # body_plugin
    contype: _Part  # body_contype
    conaffinity: _Part  # body_conaffinity
    bvhadr: _Part  # body_bvhadr
    bvhnum: _Part  # body_bvhnum
    xfrc_applied: _Part  # xfrc_applied
    xpos: _Part  # xpos
    xquat: _Part  # xquat
    xmat: _Part  # xmat
    xipos: _Part  # xipos
    ximat: _Part  # ximat
    subtree_com: _Part  # subtree_com
    cinert: _Part  # cinert
    crb: _Part  # crb
    body_awake: _Part  # body_awake
    body_awake_ind: _Part  # body_awake_ind
    parent_awake_ind: _Part  # parent_awake_ind
    cvel: _Part  # cvel
    subtree_linvel: _Part  # subtree_linvel
    subtree_angmom: _Part  # subtree_angmom
    cacc: _Part  # cacc
    cfrc_int: _Part  # cfrc_int
    cfrc_ext: _Part  # cfrc_ext

class _Camera(Named):
    mode: _Part  # cam_mode
    bodyid: _Part  # cam_bodyid
    targetbodyid: _Part  # cam_targetbodyid
    pos: _Part  # cam_pos
    quat: _Part  # cam_quat
    poscom0: _Part  # cam_poscom0
    pos0: _Part  # cam_pos0
    mat0: _Part  # cam_mat0
    projection: _Part  # cam_projection
    fovy: _Part  # cam_fovy
    ipd: _Part  # cam_ipd
    resolution: _Part  # cam_resolution
    output: _Part  # cam_output
    sensorsize: _Part  # cam_sensorsize
    intrinsic: _Part  # cam_intrinsic
    user: _Part  # cam_user
    xpos: _Part  # cam_xpos
    xmat: _Part  # cam_xmat

class _Equality(Named):
    type: _Part  # eq_type
    obj1id: _Part  # eq_obj1id
    obj2id: _Part  # eq_obj2id
    objtype: _Part  # eq_objtype
    active0: _Part  # eq_active0
    solref: _Part  # eq_solref
    solimp: _Part  # eq_solimp
    data: _Part  # eq_data
    active: _Part  # eq_active

class _Exclude(Named):
    signature: _Part  # exclude_signature

class _Geom(Named):
    type: _Part  # geom_type
    contype: _Part  # geom_contype
    conaffinity: _Part  # geom_conaffinity
    condim: _Part  # geom_condim
    bodyid: _Part  # geom_bodyid
    dataid: _Part  # geom_dataid
    matid: _Part  # geom_matid
    group: _Part  # geom_group
    priority: _Part  # geom_priority
    plugin: _Part  # geom_plugin
    sameframe: _Part  # geom_sameframe
    solmix: _Part  # geom_solmix
    solref: _Part  # geom_solref
    solimp: _Part  # geom_solimp
    size: _Part  # geom_size
    aabb: _Part  # geom_aabb
    rbound: _Part  # geom_rbound
    pos: _Part  # geom_pos
    quat: _Part  # geom_quat
    friction: _Part  # geom_friction
    margin: _Part  # geom_margin
    gap: _Part  # geom_gap
    fluid: _Part  # geom_fluid
    user: _Part  # geom_user
    rgba: _Part  # geom_rgba
    xpos: _Part  # geom_xpos
    xmat: _Part  # geom_xmat

class _Hfield(Named):
    size: _Part  # hfield_size
    nrow: _Part  # hfield_nrow
    ncol: _Part  # hfield_ncol
    adr: _Part  # hfield_adr
    pathadr: _Part  # hfield_pathadr

class _Joint(Named):
    type: _Part  # jnt_type
    qposadr: _Part  # jnt_qposadr
    dofadr: _Part  # jnt_dofadr
    bodyid: _Part  # dof_bodyid
    group: _Part  # jnt_group
    limited: _Part  # jnt_limited
    actfrclimited: _Part  # jnt_actfrclimited
    actgravcomp: _Part  # jnt_actgravcomp
    solref: _Part  # jnt_solref
    solimp: _Part  # jnt_solimp
    pos: _Part  # jnt_pos
    axis: _Part  # jnt_axis
    stiffness: _Part  # jnt_stiffness
    range: _Part  # jnt_range
    actfrcrange: _Part  # jnt_actfrcrange
    margin: _Part  # jnt_margin
    user: _Part  # jnt_user
    qpos0: _Part  # qpos0
    qpos_spring: _Part  # qpos_spring
    jntid: _Part  # dof_jntid
    parentid: _Part  # dof_parentid
    treeid: _Part  # dof_treeid
    Madr: _Part  # dof_Madr
    simplenum: _Part  # dof_simplenum
    frictionloss: _Part  # dof_frictionloss
    armature: _Part  # dof_armature
    damping: _Part  # dof_damping
    invweight0: _Part  # dof_invweight0
    M0: _Part  # dof_M0
    length: _Part  # dof_length
    xanchor: _Part  # xanchor
    xaxis: _Part  # xaxis
    qvel: _Part  # qvel
    qacc_warmstart: _Part  # qacc_warmstart
    qfrc_applied: _Part  # qfrc_applied
    qacc: _Part  # qacc
    cdof: _Part  # cdof
    qLDiagInv: _Part  # qLDiagInv
    dof_awake_ind: _Part  # dof_awake_ind
    cdof_dot: _Part  # cdof_dot
    qfrc_bias: _Part  # qfrc_bias
    qfrc_spring: _Part  # qfrc_spring
    qfrc_damper: _Part  # qfrc_damper
    qfrc_gravcomp: _Part  # qfrc_gravcomp
    qfrc_fluid: _Part  # qfrc_fluid
    qfrc_passive: _Part  # qfrc_passive
    qHDiagInv: _Part  # qHDiagInv
    qfrc_actuator: _Part  # qfrc_actuator
    qfrc_smooth: _Part  # qfrc_smooth
    qacc_smooth: _Part  # qacc_smooth
    qfrc_constraint: _Part  # qfrc_constraint
    qfrc_inverse: _Part  # qfrc_inverse
    qpos: _Part  # qpos

class _Keyframe(Named):
    time: _Part  # key_time
    qpos: _Part  # key_qpos
    qvel: _Part  # key_qvel
    act: _Part  # key_act
    mpos: _Part  # key_mpos
    mquat: _Part  # key_mquat
    ctrl: _Part  # key_ctrl

class _Light(Named):
    mode: _Part  # light_mode
    bodyid: _Part  # light_bodyid
    targetbodyid: _Part  # light_targetbodyid
    type: _Part  # light_type
    texid: _Part  # light_texid
    castshadow: _Part  # light_castshadow
    bulbradius: _Part  # light_bulbradius
    intensity: _Part  # light_intensity
    range: _Part  # light_range
    active: _Part  # light_active
    pos: _Part  # light_pos
    dir: _Part  # light_dir
    poscom0: _Part  # light_poscom0
    pos0: _Part  # light_pos0
    dir0: _Part  # light_dir0
    attenuation: _Part  # light_attenuation
    cutoff: _Part  # light_cutoff
    exponent: _Part  # light_exponent
    ambient: _Part  # light_ambient
    diffuse: _Part  # light_diffuse
    specular: _Part  # light_specular
    xpos: _Part  # light_xpos
    xdir: _Part  # light_xdir

class _Material(Named):
    texid: _Part  # mat_texid
    texuniform: _Part  # mat_texuniform
    texrepeat: _Part  # mat_texrepeat
    emission: _Part  # mat_emission
    specular: _Part  # mat_specular
    shininess: _Part  # mat_shininess
    reflectance: _Part  # mat_reflectance
    metallic: _Part  # mat_metallic
    roughness: _Part  # mat_roughness
    rgba: _Part  # mat_rgba

class _Mesh(Named):
    vertadr: _Part  # mesh_vertadr
    vertnum: _Part  # mesh_vertnum
    faceadr: _Part  # mesh_faceadr
    facenum: _Part  # mesh_facenum
    bvhadr: _Part  # mesh_bvhadr
    bvhnum: _Part  # mesh_bvhnum
    octadr: _Part  # mesh_octadr
    octnum: _Part  # mesh_octnum
    normaladr: _Part  # mesh_normaladr
    normalnum: _Part  # mesh_normalnum
    texcoordadr: _Part  # mesh_texcoordadr
    texcoordnum: _Part  # mesh_texcoordnum
    graphadr: _Part  # mesh_graphadr
    scale: _Part  # mesh_scale
    pos: _Part  # mesh_pos
    quat: _Part  # mesh_quat
    pathadr: _Part  # mesh_pathadr
    polynum: _Part  # mesh_polynum
    polyadr: _Part  # mesh_polyadr

class _Numeric(Named):
    adr: _Part  # numeric_adr
    size: _Part  # numeric_size
    data: _Part  # numeric_data

class _Pair(Named):
    dim: _Part  # pair_dim
    geom1: _Part  # pair_geom1
    geom2: _Part  # pair_geom2
    signature: _Part  # pair_signature
    solref: _Part  # pair_solref
    solreffriction: _Part  # pair_solreffriction
    solimp: _Part  # pair_solimp
    margin: _Part  # pair_margin
    gap: _Part  # pair_gap
    friction: _Part  # pair_friction

class _Sensor(Named):
    type: _Part  # sensor_type
    datatype: _Part  # sensor_datatype
    needstage: _Part  # sensor_needstage
    objtype: _Part  # sensor_objtype
    objid: _Part  # sensor_objid
    reftype: _Part  # sensor_reftype
    refid: _Part  # sensor_refid
    intprm: _Part  # sensor_intprm
    dim: _Part  # sensor_dim
    adr: _Part  # sensor_adr
    cutoff: _Part  # sensor_cutoff
    noise: _Part  # sensor_noise
    history: _Part  # sensor_history
    historyadr: _Part  # sensor_historyadr
    delay: _Part  # sensor_delay
    interval: _Part  # sensor_interval
    user: _Part  # sensor_user
    plugin: _Part  # sensor_plugin
    data: _Part  # sensordata

class _Site(Named):
    type: _Part  # site_type
    bodyid: _Part  # site_bodyid
    matid: _Part  # site_matid
    group: _Part  # site_group
    sameframe: _Part  # site_sameframe
    size: _Part  # site_size
    pos: _Part  # site_pos
    quat: _Part  # site_quat
    user: _Part  # site_user
    rgba: _Part  # site_rgba
    xpos: _Part  # site_xpos
    xmat: _Part  # site_xmat

class _Skin(Named):
    matid: _Part  # skin_matid
    group: _Part  # skin_group
    rgba: _Part  # skin_rgba
    inflate: _Part  # skin_inflate
    vertadr: _Part  # skin_vertadr
    vertnum: _Part  # skin_vertnum
    texcoordadr: _Part  # skin_texcoordadr
    faceadr: _Part  # skin_faceadr
    facenum: _Part  # skin_facenum
    boneadr: _Part  # skin_boneadr
    bonenum: _Part  # skin_bonenum
    pathadr: _Part  # skin_pathadr

class _Tendon(Named):
    adr: _Part  # tendon_adr
    num: _Part  # tendon_num
    matid: _Part  # tendon_matid
    group: _Part  # tendon_group
    treenum: _Part  # tendon_treenum
    treeid: _Part  # tendon_treeid
    limited: _Part  # tendon_limited
    actfrclimited: _Part  # tendon_actfrclimited
    width: _Part  # tendon_width
    solref_lim: _Part  # tendon_solref_lim
    solimp_lim: _Part  # tendon_solimp_lim
    solref_fri: _Part  # tendon_solref_fri
    solimp_fri: _Part  # tendon_solimp_fri
    range: _Part  # tendon_range
    actfrcrange: _Part  # tendon_actfrcrange
    margin: _Part  # tendon_margin
    stiffness: _Part  # tendon_stiffness
    damping: _Part  # tendon_damping
    armature: _Part  # tendon_armature
    frictionloss: _Part  # tendon_frictionloss
    lengthspring: _Part  # tendon_lengthspring
    length0: _Part  # tendon_length0
    invweight0: _Part  # tendon_invweight0
    user: _Part  # tendon_user
    rgba: _Part  # tendon_rgba
    wrapadr: _Part  # ten_wrapadr
    wrapnum: _Part  # ten_wrapnum
    J_rownnz: _Part  # ten_J_rownnz
    J_rowadr: _Part  # ten_J_rowadr
    J_colind: _Part  # ten_J_colind
    J: _Part  # ten_J
    length: _Part  # ten_length
    velocity: _Part  # ten_velocity

class _Text(Named):
    adr: _Part  # text_adr
    size: _Part  # text_size

class _Texture(Named):
    type: _Part  # tex_type
    colorspace: _Part  # tex_colorspace
    height: _Part  # tex_height
    width: _Part  # tex_width
    nchannel: _Part  # tex_nchannel
    adr: _Part  # tex_adr
    pathadr: _Part  # tex_pathadr

class _Tuple(Named):
    adr: _Part  # tuple_adr
    size: _Part  # tuple_size
    objtype: _Part  # tuple_objtype
    objid: _Part  # tuple_objid
    objprm: _Part  # tuple_objprm

class ByName:
    def actuator(self, key: str | int) -> _Actuator: ...
    def body(self, key: str | int) -> _Body: ...
    def camera(self, key: str | int) -> _Camera: ...
    def equality(self, key: str | int) -> _Equality: ...
    def exclude(self, key: str | int) -> _Exclude: ...
    def geom(self, key: str | int) -> _Geom: ...
    def hfield(self, key: str | int) -> _Hfield: ...
    def joint(self, key: str | int) -> _Joint: ...
    def keyframe(self, key: str | int) -> _Keyframe: ...
    def light(self, key: str | int) -> _Light: ...
    def material(self, key: str | int) -> _Material: ...
    def mesh(self, key: str | int) -> _Mesh: ...
    def numeric(self, key: str | int) -> _Numeric: ...
    def pair(self, key: str | int) -> _Pair: ...
    def sensor(self, key: str | int) -> _Sensor: ...
    def site(self, key: str | int) -> _Site: ...
    def skin(self, key: str | int) -> _Skin: ...
    def tendon(self, key: str | int) -> _Tendon: ...
    def text(self, key: str | int) -> _Text: ...
    def texture(self, key: str | int) -> _Texture: ...
    def tuple(self, key: str | int) -> _Tuple: ...
    def jnt(self, key: str | int) -> _Joint: ...
    def cam(self, key: str | int) -> _Camera: ...
    def eq(self, key: str | int) -> _Equality: ...
    def mat(self, key: str | int) -> _Material: ...
    def tex(self, key: str | int) -> _Texture: ...
    def key(self, key: str | int) -> _Keyframe: ...
    def ten(self, key: str | int) -> _Tendon: ...
