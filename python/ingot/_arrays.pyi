# SPDX-License-Identifier: Apache-2.0
# written by tools/python_tables.py
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ingot._named import ByName

class _Option:
    timestep: float
    impratio: float
    tolerance: float
    ls_tolerance: float
    noslip_tolerance: float
    ccd_tolerance: float
    sleep_tolerance: float
    density: float
    viscosity: float
    o_margin: float
    integrator: int
    cone: int
    jacobian: int
    solver: int
    iterations: int
    ls_iterations: int
    noslip_iterations: int
    ccd_iterations: int
    disableflags: int
    enableflags: int
    disableactuator: int
    sdf_initpoints: int
    sdf_iterations: int
    gravity: NDArray[np.float64]  # (3,)
    wind: NDArray[np.float64]  # (3,)
    magnetic: NDArray[np.float64]  # (3,)
    o_solref: NDArray[np.float64]  # (2,)
    o_solimp: NDArray[np.float64]  # (5,)
    o_friction: NDArray[np.float64]  # (5,)

class _Statistic:
    meaninertia: float
    meanmass: float
    meansize: float
    extent: float
    center: NDArray[np.float64]  # (3,)

class Model(ByName):
    nq: int
    nv: int
    nu: int
    na: int
    nbody: int
    nbvh: int
    nbvhstatic: int
    nbvhdynamic: int
    noct: int
    njnt: int
    ntree: int
    nM: int
    nB: int
    nC: int
    nD: int
    ngeom: int
    nsite: int
    ncam: int
    nlight: int
    nflex: int
    nflexnode: int
    nflexvert: int
    nflexedge: int
    nflexelem: int
    nflexelemdata: int
    nflexelemedge: int
    nflexshelldata: int
    nflexevpair: int
    nflextexcoord: int
    nJfe: int
    nJfv: int
    nmesh: int
    nmeshvert: int
    nmeshnormal: int
    nmeshtexcoord: int
    nmeshface: int
    nmeshgraph: int
    nmeshpoly: int
    nmeshpolyvert: int
    nmeshpolymap: int
    nskin: int
    nskinvert: int
    nskintexvert: int
    nskinface: int
    nskinbone: int
    nskinbonevert: int
    nhfield: int
    nhfielddata: int
    ntex: int
    ntexdata: int
    nmat: int
    npair: int
    nexclude: int
    neq: int
    ntendon: int
    nwrap: int
    nsensor: int
    nnumeric: int
    nnumericdata: int
    ntext: int
    ntextdata: int
    ntuple: int
    ntupledata: int
    nkey: int
    nmocap: int
    nplugin: int
    npluginattr: int
    nuser_body: int
    nuser_jnt: int
    nuser_geom: int
    nuser_site: int
    nuser_cam: int
    nuser_tendon: int
    nuser_actuator: int
    nuser_sensor: int
    nnames: int
    npaths: int
    nnames_map: int
    nJmom: int
    ngravcomp: int
    nemax: int
    njmax: int
    nconmax: int
    nuserdata: int
    nsensordata: int
    npluginstate: int
    nhistory: int
    narena: int
    nbuffer: int
    qpos0: NDArray[np.float64]  # (nq,)
    qpos_spring: NDArray[np.float64]  # (nq,)
    body_parentid: NDArray[np.int32]  # (nbody,)
    body_rootid: NDArray[np.int32]  # (nbody,)
    body_weldid: NDArray[np.int32]  # (nbody,)
    body_mocapid: NDArray[np.int32]  # (nbody,)
    body_jntnum: NDArray[np.int32]  # (nbody,)
    body_jntadr: NDArray[np.int32]  # (nbody,)
    body_dofnum: NDArray[np.int32]  # (nbody,)
    body_dofadr: NDArray[np.int32]  # (nbody,)
    body_treeid: NDArray[np.int32]  # (nbody,)
    body_geomnum: NDArray[np.int32]  # (nbody,)
    body_geomadr: NDArray[np.int32]  # (nbody,)
    body_simple: NDArray[np.uint8]  # (nbody,)
    body_sameframe: NDArray[np.uint8]  # (nbody,)
    body_pos: NDArray[np.float64]  # (nbody, 3)
    body_quat: NDArray[np.float64]  # (nbody, 4)
    body_ipos: NDArray[np.float64]  # (nbody, 3)
    body_iquat: NDArray[np.float64]  # (nbody, 4)
    body_mass: NDArray[np.float64]  # (nbody,)
    body_subtreemass: NDArray[np.float64]  # (nbody,)
    body_inertia: NDArray[np.float64]  # (nbody, 3)
    body_invweight0: NDArray[np.float64]  # (nbody, 2)
    body_gravcomp: NDArray[np.float64]  # (nbody,)
    body_margin: NDArray[np.float64]  # (nbody,)
    body_user: NDArray[np.float64]  # (nbody, nuser_body)
    body_plugin: NDArray[np.int32]  # (nbody,)
    body_contype: NDArray[np.int32]  # (nbody,)
    body_conaffinity: NDArray[np.int32]  # (nbody,)
    body_bvhadr: NDArray[np.int32]  # (nbody,)
    body_bvhnum: NDArray[np.int32]  # (nbody,)
    bvh_depth: NDArray[np.int32]  # (nbvh,)
    bvh_child: NDArray[np.int32]  # (nbvh, 2)
    bvh_nodeid: NDArray[np.int32]  # (nbvh,)
    bvh_aabb: NDArray[np.float64]  # (nbvhstatic, 6)
    oct_depth: NDArray[np.int32]  # (noct,)
    oct_child: NDArray[np.int32]  # (noct, 8)
    oct_aabb: NDArray[np.float64]  # (noct, 6)
    oct_coeff: NDArray[np.float64]  # (noct, 8)
    jnt_type: NDArray[np.int32]  # (njnt,)
    jnt_qposadr: NDArray[np.int32]  # (njnt,)
    jnt_dofadr: NDArray[np.int32]  # (njnt,)
    jnt_bodyid: NDArray[np.int32]  # (njnt,)
    jnt_group: NDArray[np.int32]  # (njnt,)
    jnt_limited: NDArray[np.uint8]  # (njnt,)
    jnt_actfrclimited: NDArray[np.uint8]  # (njnt,)
    jnt_actgravcomp: NDArray[np.uint8]  # (njnt,)
    jnt_solref: NDArray[np.float64]  # (njnt, 2)
    jnt_solimp: NDArray[np.float64]  # (njnt, 5)
    jnt_pos: NDArray[np.float64]  # (njnt, 3)
    jnt_axis: NDArray[np.float64]  # (njnt, 3)
    jnt_stiffness: NDArray[np.float64]  # (njnt,)
    jnt_range: NDArray[np.float64]  # (njnt, 2)
    jnt_actfrcrange: NDArray[np.float64]  # (njnt, 2)
    jnt_margin: NDArray[np.float64]  # (njnt,)
    jnt_user: NDArray[np.float64]  # (njnt, nuser_jnt)
    dof_bodyid: NDArray[np.int32]  # (nv,)
    dof_jntid: NDArray[np.int32]  # (nv,)
    dof_parentid: NDArray[np.int32]  # (nv,)
    dof_treeid: NDArray[np.int32]  # (nv,)
    dof_Madr: NDArray[np.int32]  # (nv,)
    dof_simplenum: NDArray[np.int32]  # (nv,)
    dof_solref: NDArray[np.float64]  # (nv, 2)
    dof_solimp: NDArray[np.float64]  # (nv, 5)
    dof_frictionloss: NDArray[np.float64]  # (nv,)
    dof_armature: NDArray[np.float64]  # (nv,)
    dof_damping: NDArray[np.float64]  # (nv,)
    dof_invweight0: NDArray[np.float64]  # (nv,)
    dof_M0: NDArray[np.float64]  # (nv,)
    dof_length: NDArray[np.float64]  # (nv,)
    tree_bodyadr: NDArray[np.int32]  # (ntree,)
    tree_bodynum: NDArray[np.int32]  # (ntree,)
    tree_dofadr: NDArray[np.int32]  # (ntree,)
    tree_dofnum: NDArray[np.int32]  # (ntree,)
    tree_sleep_policy: NDArray[np.int32]  # (ntree,)
    geom_type: NDArray[np.int32]  # (ngeom,)
    geom_contype: NDArray[np.int32]  # (ngeom,)
    geom_conaffinity: NDArray[np.int32]  # (ngeom,)
    geom_condim: NDArray[np.int32]  # (ngeom,)
    geom_bodyid: NDArray[np.int32]  # (ngeom,)
    geom_dataid: NDArray[np.int32]  # (ngeom,)
    geom_matid: NDArray[np.int32]  # (ngeom,)
    geom_group: NDArray[np.int32]  # (ngeom,)
    geom_priority: NDArray[np.int32]  # (ngeom,)
    geom_plugin: NDArray[np.int32]  # (ngeom,)
    geom_sameframe: NDArray[np.uint8]  # (ngeom,)
    geom_solmix: NDArray[np.float64]  # (ngeom,)
    geom_solref: NDArray[np.float64]  # (ngeom, 2)
    geom_solimp: NDArray[np.float64]  # (ngeom, 5)
    geom_size: NDArray[np.float64]  # (ngeom, 3)
    geom_aabb: NDArray[np.float64]  # (ngeom, 6)
    geom_rbound: NDArray[np.float64]  # (ngeom,)
    geom_pos: NDArray[np.float64]  # (ngeom, 3)
    geom_quat: NDArray[np.float64]  # (ngeom, 4)
    geom_friction: NDArray[np.float64]  # (ngeom, 3)
    geom_margin: NDArray[np.float64]  # (ngeom,)
    geom_gap: NDArray[np.float64]  # (ngeom,)
    geom_fluid: NDArray[np.float64]  # (ngeom, 12)
    geom_user: NDArray[np.float64]  # (ngeom, nuser_geom)
    geom_rgba: NDArray[np.float32]  # (ngeom, 4)
    site_type: NDArray[np.int32]  # (nsite,)
    site_bodyid: NDArray[np.int32]  # (nsite,)
    site_matid: NDArray[np.int32]  # (nsite,)
    site_group: NDArray[np.int32]  # (nsite,)
    site_sameframe: NDArray[np.uint8]  # (nsite,)
    site_size: NDArray[np.float64]  # (nsite, 3)
    site_pos: NDArray[np.float64]  # (nsite, 3)
    site_quat: NDArray[np.float64]  # (nsite, 4)
    site_user: NDArray[np.float64]  # (nsite, nuser_site)
    site_rgba: NDArray[np.float32]  # (nsite, 4)
    cam_mode: NDArray[np.int32]  # (ncam,)
    cam_bodyid: NDArray[np.int32]  # (ncam,)
    cam_targetbodyid: NDArray[np.int32]  # (ncam,)
    cam_pos: NDArray[np.float64]  # (ncam, 3)
    cam_quat: NDArray[np.float64]  # (ncam, 4)
    cam_poscom0: NDArray[np.float64]  # (ncam, 3)
    cam_pos0: NDArray[np.float64]  # (ncam, 3)
    cam_mat0: NDArray[np.float64]  # (ncam, 9)
    cam_projection: NDArray[np.int32]  # (ncam,)
    cam_fovy: NDArray[np.float64]  # (ncam,)
    cam_ipd: NDArray[np.float64]  # (ncam,)
    cam_resolution: NDArray[np.int32]  # (ncam, 2)
    cam_output: NDArray[np.int32]  # (ncam,)
    cam_sensorsize: NDArray[np.float32]  # (ncam, 2)
    cam_intrinsic: NDArray[np.float32]  # (ncam, 4)
    cam_user: NDArray[np.float64]  # (ncam, nuser_cam)
    light_mode: NDArray[np.int32]  # (nlight,)
    light_bodyid: NDArray[np.int32]  # (nlight,)
    light_targetbodyid: NDArray[np.int32]  # (nlight,)
    light_type: NDArray[np.int32]  # (nlight,)
    light_texid: NDArray[np.int32]  # (nlight,)
    light_castshadow: NDArray[np.uint8]  # (nlight,)
    light_bulbradius: NDArray[np.float32]  # (nlight,)
    light_intensity: NDArray[np.float32]  # (nlight,)
    light_range: NDArray[np.float32]  # (nlight,)
    light_active: NDArray[np.uint8]  # (nlight,)
    light_pos: NDArray[np.float64]  # (nlight, 3)
    light_dir: NDArray[np.float64]  # (nlight, 3)
    light_poscom0: NDArray[np.float64]  # (nlight, 3)
    light_pos0: NDArray[np.float64]  # (nlight, 3)
    light_dir0: NDArray[np.float64]  # (nlight, 3)
    light_attenuation: NDArray[np.float32]  # (nlight, 3)
    light_cutoff: NDArray[np.float32]  # (nlight,)
    light_exponent: NDArray[np.float32]  # (nlight,)
    light_ambient: NDArray[np.float32]  # (nlight, 3)
    light_diffuse: NDArray[np.float32]  # (nlight, 3)
    light_specular: NDArray[np.float32]  # (nlight, 3)
    flex_contype: NDArray[np.int32]  # (nflex,)
    flex_conaffinity: NDArray[np.int32]  # (nflex,)
    flex_condim: NDArray[np.int32]  # (nflex,)
    flex_priority: NDArray[np.int32]  # (nflex,)
    flex_solmix: NDArray[np.float64]  # (nflex,)
    flex_solref: NDArray[np.float64]  # (nflex, 2)
    flex_solimp: NDArray[np.float64]  # (nflex, 5)
    flex_friction: NDArray[np.float64]  # (nflex, 3)
    flex_margin: NDArray[np.float64]  # (nflex,)
    flex_gap: NDArray[np.float64]  # (nflex,)
    flex_internal: NDArray[np.uint8]  # (nflex,)
    flex_selfcollide: NDArray[np.int32]  # (nflex,)
    flex_activelayers: NDArray[np.int32]  # (nflex,)
    flex_passive: NDArray[np.int32]  # (nflex,)
    flex_dim: NDArray[np.int32]  # (nflex,)
    flex_matid: NDArray[np.int32]  # (nflex,)
    flex_group: NDArray[np.int32]  # (nflex,)
    flex_interp: NDArray[np.int32]  # (nflex,)
    flex_nodeadr: NDArray[np.int32]  # (nflex,)
    flex_nodenum: NDArray[np.int32]  # (nflex,)
    flex_vertadr: NDArray[np.int32]  # (nflex,)
    flex_vertnum: NDArray[np.int32]  # (nflex,)
    flex_edgeadr: NDArray[np.int32]  # (nflex,)
    flex_edgenum: NDArray[np.int32]  # (nflex,)
    flex_elemadr: NDArray[np.int32]  # (nflex,)
    flex_elemnum: NDArray[np.int32]  # (nflex,)
    flex_elemdataadr: NDArray[np.int32]  # (nflex,)
    flex_elemedgeadr: NDArray[np.int32]  # (nflex,)
    flex_shellnum: NDArray[np.int32]  # (nflex,)
    flex_shelldataadr: NDArray[np.int32]  # (nflex,)
    flex_evpairadr: NDArray[np.int32]  # (nflex,)
    flex_evpairnum: NDArray[np.int32]  # (nflex,)
    flex_texcoordadr: NDArray[np.int32]  # (nflex,)
    flex_nodebodyid: NDArray[np.int32]  # (nflexnode,)
    flex_vertbodyid: NDArray[np.int32]  # (nflexvert,)
    flex_vertedgeadr: NDArray[np.int32]  # (nflexvert,)
    flex_vertedgenum: NDArray[np.int32]  # (nflexvert,)
    flex_vertedge: NDArray[np.int32]  # (nflexedge, 2)
    flex_edge: NDArray[np.int32]  # (nflexedge, 2)
    flex_edgeflap: NDArray[np.int32]  # (nflexedge, 2)
    flex_elem: NDArray[np.int32]  # (nflexelemdata,)
    flex_elemtexcoord: NDArray[np.int32]  # (nflexelemdata,)
    flex_elemedge: NDArray[np.int32]  # (nflexelemedge,)
    flex_elemlayer: NDArray[np.int32]  # (nflexelem,)
    flex_shell: NDArray[np.int32]  # (nflexshelldata,)
    flex_evpair: NDArray[np.int32]  # (nflexevpair, 2)
    flex_vert: NDArray[np.float64]  # (nflexvert, 3)
    flex_vert0: NDArray[np.float64]  # (nflexvert, 3)
    flex_vertmetric: NDArray[np.float64]  # (nflexvert, 4)
    flex_node: NDArray[np.float64]  # (nflexnode, 3)
    flex_node0: NDArray[np.float64]  # (nflexnode, 3)
    flexedge_length0: NDArray[np.float64]  # (nflexedge,)
    flexedge_invweight0: NDArray[np.float64]  # (nflexedge,)
    flex_radius: NDArray[np.float64]  # (nflex,)
    flex_size: NDArray[np.float64]  # (nflex, 3)
    flex_stiffness: NDArray[np.float64]  # (nflexelem, 21)
    flex_bending: NDArray[np.float64]  # (nflexedge, 17)
    flex_damping: NDArray[np.float64]  # (nflex,)
    flex_edgestiffness: NDArray[np.float64]  # (nflex,)
    flex_edgedamping: NDArray[np.float64]  # (nflex,)
    flex_edgeequality: NDArray[np.int32]  # (nflex,)
    flex_rigid: NDArray[np.uint8]  # (nflex,)
    flexedge_rigid: NDArray[np.uint8]  # (nflexedge,)
    flex_centered: NDArray[np.uint8]  # (nflex,)
    flex_flatskin: NDArray[np.uint8]  # (nflex,)
    flex_bvhadr: NDArray[np.int32]  # (nflex,)
    flex_bvhnum: NDArray[np.int32]  # (nflex,)
    flexedge_J_rownnz: NDArray[np.int32]  # (nflexedge,)
    flexedge_J_rowadr: NDArray[np.int32]  # (nflexedge,)
    flexedge_J_colind: NDArray[np.int32]  # (nJfe,)
    flexvert_J_rownnz: NDArray[np.int32]  # (nflexvert, 2)
    flexvert_J_rowadr: NDArray[np.int32]  # (nflexvert, 2)
    flexvert_J_colind: NDArray[np.int32]  # (nJfv, 2)
    flex_rgba: NDArray[np.float32]  # (nflex, 4)
    flex_texcoord: NDArray[np.float32]  # (nflextexcoord, 2)
    mesh_vertadr: NDArray[np.int32]  # (nmesh,)
    mesh_vertnum: NDArray[np.int32]  # (nmesh,)
    mesh_faceadr: NDArray[np.int32]  # (nmesh,)
    mesh_facenum: NDArray[np.int32]  # (nmesh,)
    mesh_bvhadr: NDArray[np.int32]  # (nmesh,)
    mesh_bvhnum: NDArray[np.int32]  # (nmesh,)
    mesh_octadr: NDArray[np.int32]  # (nmesh,)
    mesh_octnum: NDArray[np.int32]  # (nmesh,)
    mesh_normaladr: NDArray[np.int32]  # (nmesh,)
    mesh_normalnum: NDArray[np.int32]  # (nmesh,)
    mesh_texcoordadr: NDArray[np.int32]  # (nmesh,)
    mesh_texcoordnum: NDArray[np.int32]  # (nmesh,)
    mesh_graphadr: NDArray[np.int32]  # (nmesh,)
    mesh_vert: NDArray[np.float32]  # (nmeshvert, 3)
    mesh_normal: NDArray[np.float32]  # (nmeshnormal, 3)
    mesh_texcoord: NDArray[np.float32]  # (nmeshtexcoord, 2)
    mesh_face: NDArray[np.int32]  # (nmeshface, 3)
    mesh_facenormal: NDArray[np.int32]  # (nmeshface, 3)
    mesh_facetexcoord: NDArray[np.int32]  # (nmeshface, 3)
    mesh_graph: NDArray[np.int32]  # (nmeshgraph,)
    mesh_scale: NDArray[np.float64]  # (nmesh, 3)
    mesh_pos: NDArray[np.float64]  # (nmesh, 3)
    mesh_quat: NDArray[np.float64]  # (nmesh, 4)
    mesh_pathadr: NDArray[np.int32]  # (nmesh,)
    mesh_polynum: NDArray[np.int32]  # (nmesh,)
    mesh_polyadr: NDArray[np.int32]  # (nmesh,)
    mesh_polynormal: NDArray[np.float64]  # (nmeshpoly, 3)
    mesh_polyvertadr: NDArray[np.int32]  # (nmeshpoly,)
    mesh_polyvertnum: NDArray[np.int32]  # (nmeshpoly,)
    mesh_polyvert: NDArray[np.int32]  # (nmeshpolyvert,)
    mesh_polymapadr: NDArray[np.int32]  # (nmeshvert,)
    mesh_polymapnum: NDArray[np.int32]  # (nmeshvert,)
    mesh_polymap: NDArray[np.int32]  # (nmeshpolymap,)
    skin_matid: NDArray[np.int32]  # (nskin,)
    skin_group: NDArray[np.int32]  # (nskin,)
    skin_rgba: NDArray[np.float32]  # (nskin, 4)
    skin_inflate: NDArray[np.float32]  # (nskin,)
    skin_vertadr: NDArray[np.int32]  # (nskin,)
    skin_vertnum: NDArray[np.int32]  # (nskin,)
    skin_texcoordadr: NDArray[np.int32]  # (nskin,)
    skin_faceadr: NDArray[np.int32]  # (nskin,)
    skin_facenum: NDArray[np.int32]  # (nskin,)
    skin_boneadr: NDArray[np.int32]  # (nskin,)
    skin_bonenum: NDArray[np.int32]  # (nskin,)
    skin_vert: NDArray[np.float32]  # (nskinvert, 3)
    skin_texcoord: NDArray[np.float32]  # (nskintexvert, 2)
    skin_face: NDArray[np.int32]  # (nskinface, 3)
    skin_bonevertadr: NDArray[np.int32]  # (nskinbone,)
    skin_bonevertnum: NDArray[np.int32]  # (nskinbone,)
    skin_bonebindpos: NDArray[np.float32]  # (nskinbone, 3)
    skin_bonebindquat: NDArray[np.float32]  # (nskinbone, 4)
    skin_bonebodyid: NDArray[np.int32]  # (nskinbone,)
    skin_bonevertid: NDArray[np.int32]  # (nskinbonevert,)
    skin_bonevertweight: NDArray[np.float32]  # (nskinbonevert,)
    skin_pathadr: NDArray[np.int32]  # (nskin,)
    hfield_size: NDArray[np.float64]  # (nhfield, 4)
    hfield_nrow: NDArray[np.int32]  # (nhfield,)
    hfield_ncol: NDArray[np.int32]  # (nhfield,)
    hfield_adr: NDArray[np.int32]  # (nhfield,)
    hfield_data: NDArray[np.float32]  # (nhfielddata,)
    hfield_pathadr: NDArray[np.int32]  # (nhfield,)
    tex_type: NDArray[np.int32]  # (ntex,)
    tex_colorspace: NDArray[np.int32]  # (ntex,)
    tex_height: NDArray[np.int32]  # (ntex,)
    tex_width: NDArray[np.int32]  # (ntex,)
    tex_nchannel: NDArray[np.int32]  # (ntex,)
    tex_adr: NDArray[np.int64]  # (ntex,)
    tex_data: NDArray[np.uint8]  # (ntexdata,)
    tex_pathadr: NDArray[np.int32]  # (ntex,)
    mat_texid: NDArray[np.int32]  # (nmat, 10)
    mat_texuniform: NDArray[np.uint8]  # (nmat,)
    mat_texrepeat: NDArray[np.float32]  # (nmat, 2)
    mat_emission: NDArray[np.float32]  # (nmat,)
    mat_specular: NDArray[np.float32]  # (nmat,)
    mat_shininess: NDArray[np.float32]  # (nmat,)
    mat_reflectance: NDArray[np.float32]  # (nmat,)
    mat_metallic: NDArray[np.float32]  # (nmat,)
    mat_roughness: NDArray[np.float32]  # (nmat,)
    mat_rgba: NDArray[np.float32]  # (nmat, 4)
    pair_dim: NDArray[np.int32]  # (npair,)
    pair_geom1: NDArray[np.int32]  # (npair,)
    pair_geom2: NDArray[np.int32]  # (npair,)
    pair_signature: NDArray[np.int32]  # (npair,)
    pair_solref: NDArray[np.float64]  # (npair, 2)
    pair_solreffriction: NDArray[np.float64]  # (npair, 2)
    pair_solimp: NDArray[np.float64]  # (npair, 5)
    pair_margin: NDArray[np.float64]  # (npair,)
    pair_gap: NDArray[np.float64]  # (npair,)
    pair_friction: NDArray[np.float64]  # (npair, 5)
    exclude_signature: NDArray[np.int32]  # (nexclude,)
    eq_type: NDArray[np.int32]  # (neq,)
    eq_obj1id: NDArray[np.int32]  # (neq,)
    eq_obj2id: NDArray[np.int32]  # (neq,)
    eq_objtype: NDArray[np.int32]  # (neq,)
    eq_active0: NDArray[np.uint8]  # (neq,)
    eq_solref: NDArray[np.float64]  # (neq, 2)
    eq_solimp: NDArray[np.float64]  # (neq, 5)
    eq_data: NDArray[np.float64]  # (neq, 11)
    tendon_adr: NDArray[np.int32]  # (ntendon,)
    tendon_num: NDArray[np.int32]  # (ntendon,)
    tendon_matid: NDArray[np.int32]  # (ntendon,)
    tendon_group: NDArray[np.int32]  # (ntendon,)
    tendon_treenum: NDArray[np.int32]  # (ntendon,)
    tendon_treeid: NDArray[np.int32]  # (ntendon, 2)
    tendon_limited: NDArray[np.uint8]  # (ntendon,)
    tendon_actfrclimited: NDArray[np.uint8]  # (ntendon,)
    tendon_width: NDArray[np.float64]  # (ntendon,)
    tendon_solref_lim: NDArray[np.float64]  # (ntendon, 2)
    tendon_solimp_lim: NDArray[np.float64]  # (ntendon, 5)
    tendon_solref_fri: NDArray[np.float64]  # (ntendon, 2)
    tendon_solimp_fri: NDArray[np.float64]  # (ntendon, 5)
    tendon_range: NDArray[np.float64]  # (ntendon, 2)
    tendon_actfrcrange: NDArray[np.float64]  # (ntendon, 2)
    tendon_margin: NDArray[np.float64]  # (ntendon,)
    tendon_stiffness: NDArray[np.float64]  # (ntendon,)
    tendon_damping: NDArray[np.float64]  # (ntendon,)
    tendon_armature: NDArray[np.float64]  # (ntendon,)
    tendon_frictionloss: NDArray[np.float64]  # (ntendon,)
    tendon_lengthspring: NDArray[np.float64]  # (ntendon, 2)
    tendon_length0: NDArray[np.float64]  # (ntendon,)
    tendon_invweight0: NDArray[np.float64]  # (ntendon,)
    tendon_user: NDArray[np.float64]  # (ntendon, nuser_tendon)
    tendon_rgba: NDArray[np.float32]  # (ntendon, 4)
    wrap_type: NDArray[np.int32]  # (nwrap,)
    wrap_objid: NDArray[np.int32]  # (nwrap,)
    wrap_prm: NDArray[np.float64]  # (nwrap,)
    actuator_trntype: NDArray[np.int32]  # (nu,)
    actuator_dyntype: NDArray[np.int32]  # (nu,)
    actuator_gaintype: NDArray[np.int32]  # (nu,)
    actuator_biastype: NDArray[np.int32]  # (nu,)
    actuator_trnid: NDArray[np.int32]  # (nu, 2)
    actuator_actadr: NDArray[np.int32]  # (nu,)
    actuator_actnum: NDArray[np.int32]  # (nu,)
    actuator_group: NDArray[np.int32]  # (nu,)
    actuator_history: NDArray[np.int32]  # (nu, 2)
    actuator_historyadr: NDArray[np.int32]  # (nu,)
    actuator_delay: NDArray[np.float64]  # (nu,)
    actuator_ctrllimited: NDArray[np.uint8]  # (nu,)
    actuator_forcelimited: NDArray[np.uint8]  # (nu,)
    actuator_actlimited: NDArray[np.uint8]  # (nu,)
    actuator_dynprm: NDArray[np.float64]  # (nu, 10)
    actuator_gainprm: NDArray[np.float64]  # (nu, 10)
    actuator_biasprm: NDArray[np.float64]  # (nu, 10)
    actuator_actearly: NDArray[np.uint8]  # (nu,)
    actuator_ctrlrange: NDArray[np.float64]  # (nu, 2)
    actuator_forcerange: NDArray[np.float64]  # (nu, 2)
    actuator_actrange: NDArray[np.float64]  # (nu, 2)
    actuator_gear: NDArray[np.float64]  # (nu, 6)
    actuator_cranklength: NDArray[np.float64]  # (nu,)
    actuator_acc0: NDArray[np.float64]  # (nu,)
    actuator_length0: NDArray[np.float64]  # (nu,)
    actuator_lengthrange: NDArray[np.float64]  # (nu, 2)
    actuator_user: NDArray[np.float64]  # (nu, nuser_actuator)
    actuator_plugin: NDArray[np.int32]  # (nu,)
    sensor_type: NDArray[np.int32]  # (nsensor,)
    sensor_datatype: NDArray[np.int32]  # (nsensor,)
    sensor_needstage: NDArray[np.int32]  # (nsensor,)
    sensor_objtype: NDArray[np.int32]  # (nsensor,)
    sensor_objid: NDArray[np.int32]  # (nsensor,)
    sensor_reftype: NDArray[np.int32]  # (nsensor,)
    sensor_refid: NDArray[np.int32]  # (nsensor,)
    sensor_intprm: NDArray[np.int32]  # (nsensor, 3)
    sensor_dim: NDArray[np.int32]  # (nsensor,)
    sensor_adr: NDArray[np.int32]  # (nsensor,)
    sensor_cutoff: NDArray[np.float64]  # (nsensor,)
    sensor_noise: NDArray[np.float64]  # (nsensor,)
    sensor_history: NDArray[np.int32]  # (nsensor, 2)
    sensor_historyadr: NDArray[np.int32]  # (nsensor,)
    sensor_delay: NDArray[np.float64]  # (nsensor,)
    sensor_interval: NDArray[np.float64]  # (nsensor, 2)
    sensor_user: NDArray[np.float64]  # (nsensor, nuser_sensor)
    sensor_plugin: NDArray[np.int32]  # (nsensor,)
    plugin: NDArray[np.int32]  # (nplugin,)
    plugin_stateadr: NDArray[np.int32]  # (nplugin,)
    plugin_statenum: NDArray[np.int32]  # (nplugin,)
    plugin_attr: NDArray[np.bytes_]  # (npluginattr,)
    plugin_attradr: NDArray[np.int32]  # (nplugin,)
    numeric_adr: NDArray[np.int32]  # (nnumeric,)
    numeric_size: NDArray[np.int32]  # (nnumeric,)
    numeric_data: NDArray[np.float64]  # (nnumericdata,)
    text_adr: NDArray[np.int32]  # (ntext,)
    text_size: NDArray[np.int32]  # (ntext,)
    text_data: NDArray[np.bytes_]  # (ntextdata,)
    tuple_adr: NDArray[np.int32]  # (ntuple,)
    tuple_size: NDArray[np.int32]  # (ntuple,)
    tuple_objtype: NDArray[np.int32]  # (ntupledata,)
    tuple_objid: NDArray[np.int32]  # (ntupledata,)
    tuple_objprm: NDArray[np.float64]  # (ntupledata,)
    key_time: NDArray[np.float64]  # (nkey,)
    key_qpos: NDArray[np.float64]  # (nkey, nq)
    key_qvel: NDArray[np.float64]  # (nkey, nv)
    key_act: NDArray[np.float64]  # (nkey, na)
    key_mpos: NDArray[np.float64]  # (nkey, nmocap*3)
    key_mquat: NDArray[np.float64]  # (nkey, nmocap*4)
    key_ctrl: NDArray[np.float64]  # (nkey, nu)
    name_bodyadr: NDArray[np.int32]  # (nbody,)
    name_jntadr: NDArray[np.int32]  # (njnt,)
    name_geomadr: NDArray[np.int32]  # (ngeom,)
    name_siteadr: NDArray[np.int32]  # (nsite,)
    name_camadr: NDArray[np.int32]  # (ncam,)
    name_lightadr: NDArray[np.int32]  # (nlight,)
    name_flexadr: NDArray[np.int32]  # (nflex,)
    name_meshadr: NDArray[np.int32]  # (nmesh,)
    name_skinadr: NDArray[np.int32]  # (nskin,)
    name_hfieldadr: NDArray[np.int32]  # (nhfield,)
    name_texadr: NDArray[np.int32]  # (ntex,)
    name_matadr: NDArray[np.int32]  # (nmat,)
    name_pairadr: NDArray[np.int32]  # (npair,)
    name_excludeadr: NDArray[np.int32]  # (nexclude,)
    name_eqadr: NDArray[np.int32]  # (neq,)
    name_tendonadr: NDArray[np.int32]  # (ntendon,)
    name_actuatoradr: NDArray[np.int32]  # (nu,)
    name_sensoradr: NDArray[np.int32]  # (nsensor,)
    name_numericadr: NDArray[np.int32]  # (nnumeric,)
    name_textadr: NDArray[np.int32]  # (ntext,)
    name_tupleadr: NDArray[np.int32]  # (ntuple,)
    name_keyadr: NDArray[np.int32]  # (nkey,)
    name_pluginadr: NDArray[np.int32]  # (nplugin,)
    names: NDArray[np.bytes_]  # (nnames,)
    names_map: NDArray[np.int32]  # (nnames_map,)
    paths: NDArray[np.bytes_]  # (npaths,)
    B_rownnz: NDArray[np.int32]  # (nbody,)
    B_rowadr: NDArray[np.int32]  # (nbody,)
    B_colind: NDArray[np.int32]  # (nB,)
    M_rownnz: NDArray[np.int32]  # (nv,)
    M_rowadr: NDArray[np.int32]  # (nv,)
    M_colind: NDArray[np.int32]  # (nC,)
    mapM2M: NDArray[np.int32]  # (nC,)
    D_rownnz: NDArray[np.int32]  # (nv,)
    D_rowadr: NDArray[np.int32]  # (nv,)
    D_diag: NDArray[np.int32]  # (nv,)
    D_colind: NDArray[np.int32]  # (nD,)
    mapM2D: NDArray[np.int32]  # (nD,)
    mapD2M: NDArray[np.int32]  # (nC,)
    @property
    def opt(self) -> _Option: ...
    @property
    def stat(self) -> _Statistic: ...
    def id(self, kind: str, name: str) -> int: ...
    def name(self, kind: str, index: int) -> str | None: ...
    def state_size(self, signature: int) -> int: ...
    def save(self, path: str) -> None: ...
    def to_bytes(self) -> bytes: ...

# arrays of mjData of all worlds, as the last call left them
class _Outputs:
    @property
    def narena(self) -> NDArray[np.int64]: ...  # (worlds,)
    @property
    def nbuffer(self) -> NDArray[np.int64]: ...  # (worlds,)
    @property
    def nplugin(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def pstack(self) -> NDArray[np.int64]: ...  # (worlds,)
    @property
    def pbase(self) -> NDArray[np.int64]: ...  # (worlds,)
    @property
    def parena(self) -> NDArray[np.int64]: ...  # (worlds,)
    @property
    def maxuse_stack(self) -> NDArray[np.int64]: ...  # (worlds,)
    @property
    def maxuse_arena(self) -> NDArray[np.int64]: ...  # (worlds,)
    @property
    def maxuse_con(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def maxuse_efc(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def ncon(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def ne(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def nf(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def nl(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def nefc(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def nJ(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def nA(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def nisland(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def nidof(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def ntree_awake(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def nbody_awake(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def nparent_awake(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def nv_awake(self) -> NDArray[np.int32]: ...  # (worlds,)
    @property
    def flg_energypos(self) -> NDArray[np.uint8]: ...  # (worlds,)
    @property
    def flg_energyvel(self) -> NDArray[np.uint8]: ...  # (worlds,)
    @property
    def flg_subtreevel(self) -> NDArray[np.uint8]: ...  # (worlds,)
    @property
    def flg_rnepost(self) -> NDArray[np.uint8]: ...  # (worlds,)
    @property
    def threadpool(self) -> NDArray[np.int64]: ...  # (worlds,)
    @property
    def qacc(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def act_dot(self) -> NDArray[np.float64]: ...  # (worlds, na)
    @property
    def tree_asleep(self) -> NDArray[np.int32]: ...  # (worlds, ntree)
    @property
    def plugin(self) -> NDArray[np.int32]: ...  # (worlds, nplugin)
    @property
    def plugin_data(self) -> NDArray[Any]: ...  # (worlds, nplugin)
    @property
    def xpos(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 3)
    @property
    def xquat(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 4)
    @property
    def xmat(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 9)
    @property
    def xipos(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 3)
    @property
    def ximat(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 9)
    @property
    def xanchor(self) -> NDArray[np.float64]: ...  # (worlds, njnt, 3)
    @property
    def xaxis(self) -> NDArray[np.float64]: ...  # (worlds, njnt, 3)
    @property
    def geom_xpos(self) -> NDArray[np.float64]: ...  # (worlds, ngeom, 3)
    @property
    def geom_xmat(self) -> NDArray[np.float64]: ...  # (worlds, ngeom, 9)
    @property
    def site_xpos(self) -> NDArray[np.float64]: ...  # (worlds, nsite, 3)
    @property
    def site_xmat(self) -> NDArray[np.float64]: ...  # (worlds, nsite, 9)
    @property
    def cam_xpos(self) -> NDArray[np.float64]: ...  # (worlds, ncam, 3)
    @property
    def cam_xmat(self) -> NDArray[np.float64]: ...  # (worlds, ncam, 9)
    @property
    def light_xpos(self) -> NDArray[np.float64]: ...  # (worlds, nlight, 3)
    @property
    def light_xdir(self) -> NDArray[np.float64]: ...  # (worlds, nlight, 3)
    @property
    def subtree_com(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 3)
    @property
    def cdof(self) -> NDArray[np.float64]: ...  # (worlds, nv, 6)
    @property
    def cinert(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 10)
    @property
    def flexvert_xpos(self) -> NDArray[np.float64]: ...  # (worlds, nflexvert, 3)
    @property
    def flexelem_aabb(self) -> NDArray[np.float64]: ...  # (worlds, nflexelem, 6)
    @property
    def flexedge_J(self) -> NDArray[np.float64]: ...  # (worlds, nJfe)
    @property
    def flexedge_length(self) -> NDArray[np.float64]: ...  # (worlds, nflexedge)
    @property
    def flexvert_J(self) -> NDArray[np.float64]: ...  # (worlds, nJfv, 2)
    @property
    def flexvert_length(self) -> NDArray[np.float64]: ...  # (worlds, nflexvert, 2)
    @property
    def bvh_aabb_dyn(self) -> NDArray[np.float64]: ...  # (worlds, nbvhdynamic, 6)
    @property
    def ten_wrapadr(self) -> NDArray[np.int32]: ...  # (worlds, ntendon)
    @property
    def ten_wrapnum(self) -> NDArray[np.int32]: ...  # (worlds, ntendon)
    @property
    def ten_J_rownnz(self) -> NDArray[np.int32]: ...  # (worlds, ntendon)
    @property
    def ten_J_rowadr(self) -> NDArray[np.int32]: ...  # (worlds, ntendon)
    @property
    def ten_J_colind(self) -> NDArray[np.int32]: ...  # (worlds, ntendon, nv)
    @property
    def ten_J(self) -> NDArray[np.float64]: ...  # (worlds, ntendon, nv)
    @property
    def ten_length(self) -> NDArray[np.float64]: ...  # (worlds, ntendon)
    @property
    def wrap_obj(self) -> NDArray[np.int32]: ...  # (worlds, nwrap, 2)
    @property
    def wrap_xpos(self) -> NDArray[np.float64]: ...  # (worlds, nwrap, 6)
    @property
    def actuator_length(self) -> NDArray[np.float64]: ...  # (worlds, nu)
    @property
    def moment_rownnz(self) -> NDArray[np.int32]: ...  # (worlds, nu)
    @property
    def moment_rowadr(self) -> NDArray[np.int32]: ...  # (worlds, nu)
    @property
    def moment_colind(self) -> NDArray[np.int32]: ...  # (worlds, nJmom)
    @property
    def actuator_moment(self) -> NDArray[np.float64]: ...  # (worlds, nJmom)
    @property
    def crb(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 10)
    @property
    def qM(self) -> NDArray[np.float64]: ...  # (worlds, nM)
    @property
    def M(self) -> NDArray[np.float64]: ...  # (worlds, nC)
    @property
    def qLD(self) -> NDArray[np.float64]: ...  # (worlds, nC)
    @property
    def qLDiagInv(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def bvh_active(self) -> NDArray[np.uint8]: ...  # (worlds, nbvh)
    @property
    def tree_awake(self) -> NDArray[np.int32]: ...  # (worlds, ntree)
    @property
    def body_awake(self) -> NDArray[np.int32]: ...  # (worlds, nbody)
    @property
    def body_awake_ind(self) -> NDArray[np.int32]: ...  # (worlds, nbody)
    @property
    def parent_awake_ind(self) -> NDArray[np.int32]: ...  # (worlds, nbody)
    @property
    def dof_awake_ind(self) -> NDArray[np.int32]: ...  # (worlds, nv)
    @property
    def flexedge_velocity(self) -> NDArray[np.float64]: ...  # (worlds, nflexedge)
    @property
    def ten_velocity(self) -> NDArray[np.float64]: ...  # (worlds, ntendon)
    @property
    def actuator_velocity(self) -> NDArray[np.float64]: ...  # (worlds, nu)
    @property
    def cvel(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 6)
    @property
    def cdof_dot(self) -> NDArray[np.float64]: ...  # (worlds, nv, 6)
    @property
    def qfrc_bias(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def qfrc_spring(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def qfrc_damper(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def qfrc_gravcomp(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def qfrc_fluid(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def qfrc_passive(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def subtree_linvel(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 3)
    @property
    def subtree_angmom(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 3)
    @property
    def qH(self) -> NDArray[np.float64]: ...  # (worlds, nC)
    @property
    def qHDiagInv(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def qDeriv(self) -> NDArray[np.float64]: ...  # (worlds, nD)
    @property
    def qLU(self) -> NDArray[np.float64]: ...  # (worlds, nD)
    @property
    def actuator_force(self) -> NDArray[np.float64]: ...  # (worlds, nu)
    @property
    def qfrc_actuator(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def qfrc_smooth(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def qacc_smooth(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def qfrc_constraint(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def qfrc_inverse(self) -> NDArray[np.float64]: ...  # (worlds, nv)
    @property
    def cacc(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 6)
    @property
    def cfrc_int(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 6)
    @property
    def cfrc_ext(self) -> NDArray[np.float64]: ...  # (worlds, nbody, 6)
    @property
    def maxuse_threadstack(self) -> NDArray[Any]: ...  # (worlds, mjMAXTHREAD)
    @property
    def solver(self) -> NDArray[Any]: ...  # (worlds, mjNISLAND, mjNSOLVER)
    @property
    def solver_niter(self) -> NDArray[np.int32]: ...  # (worlds, mjNISLAND)
    @property
    def solver_nnz(self) -> NDArray[np.int32]: ...  # (worlds, mjNISLAND)
    @property
    def solver_fwdinv(self) -> NDArray[np.float64]: ...  # (worlds, 2)
    @property
    def warning(self) -> NDArray[Any]: ...  # (worlds, mjNWARNING)
    @property
    def timer(self) -> NDArray[Any]: ...  # (worlds, mjNTIMER)

class Data(ByName):
    narena: int
    nbuffer: int
    nplugin: int
    pstack: int
    pbase: int
    parena: int
    maxuse_stack: int
    maxuse_arena: int
    maxuse_con: int
    maxuse_efc: int
    ncon: int
    ne: int
    nf: int
    nl: int
    nefc: int
    nJ: int
    nA: int
    nisland: int
    nidof: int
    ntree_awake: int
    nbody_awake: int
    nparent_awake: int
    nv_awake: int
    flg_energypos: int
    flg_energyvel: int
    flg_subtreevel: int
    flg_rnepost: int
    time: float
    threadpool: int
    qpos: NDArray[np.float64]  # (nq,)
    qvel: NDArray[np.float64]  # (nv,)
    act: NDArray[np.float64]  # (na,)
    history: NDArray[np.float64]  # (nhistory,)
    qacc_warmstart: NDArray[np.float64]  # (nv,)
    plugin_state: NDArray[np.float64]  # (npluginstate,)
    ctrl: NDArray[np.float64]  # (nu,)
    qfrc_applied: NDArray[np.float64]  # (nv,)
    xfrc_applied: NDArray[np.float64]  # (nbody, 6)
    eq_active: NDArray[np.uint8]  # (neq,)
    mocap_pos: NDArray[np.float64]  # (nmocap, 3)
    mocap_quat: NDArray[np.float64]  # (nmocap, 4)
    qacc: NDArray[np.float64]  # (nv,)
    act_dot: NDArray[np.float64]  # (na,)
    userdata: NDArray[np.float64]  # (nuserdata,)
    sensordata: NDArray[np.float64]  # (nsensordata,)
    tree_asleep: NDArray[np.int32]  # (ntree,)
    plugin: NDArray[np.int32]  # (nplugin,)
    plugin_data: NDArray[Any]  # (nplugin,)
    xpos: NDArray[np.float64]  # (nbody, 3)
    xquat: NDArray[np.float64]  # (nbody, 4)
    xmat: NDArray[np.float64]  # (nbody, 9)
    xipos: NDArray[np.float64]  # (nbody, 3)
    ximat: NDArray[np.float64]  # (nbody, 9)
    xanchor: NDArray[np.float64]  # (njnt, 3)
    xaxis: NDArray[np.float64]  # (njnt, 3)
    geom_xpos: NDArray[np.float64]  # (ngeom, 3)
    geom_xmat: NDArray[np.float64]  # (ngeom, 9)
    site_xpos: NDArray[np.float64]  # (nsite, 3)
    site_xmat: NDArray[np.float64]  # (nsite, 9)
    cam_xpos: NDArray[np.float64]  # (ncam, 3)
    cam_xmat: NDArray[np.float64]  # (ncam, 9)
    light_xpos: NDArray[np.float64]  # (nlight, 3)
    light_xdir: NDArray[np.float64]  # (nlight, 3)
    subtree_com: NDArray[np.float64]  # (nbody, 3)
    cdof: NDArray[np.float64]  # (nv, 6)
    cinert: NDArray[np.float64]  # (nbody, 10)
    flexvert_xpos: NDArray[np.float64]  # (nflexvert, 3)
    flexelem_aabb: NDArray[np.float64]  # (nflexelem, 6)
    flexedge_J: NDArray[np.float64]  # (nJfe,)
    flexedge_length: NDArray[np.float64]  # (nflexedge,)
    flexvert_J: NDArray[np.float64]  # (nJfv, 2)
    flexvert_length: NDArray[np.float64]  # (nflexvert, 2)
    bvh_aabb_dyn: NDArray[np.float64]  # (nbvhdynamic, 6)
    ten_wrapadr: NDArray[np.int32]  # (ntendon,)
    ten_wrapnum: NDArray[np.int32]  # (ntendon,)
    ten_J_rownnz: NDArray[np.int32]  # (ntendon,)
    ten_J_rowadr: NDArray[np.int32]  # (ntendon,)
    ten_J_colind: NDArray[np.int32]  # (ntendon, nv)
    ten_J: NDArray[np.float64]  # (ntendon, nv)
    ten_length: NDArray[np.float64]  # (ntendon,)
    wrap_obj: NDArray[np.int32]  # (nwrap, 2)
    wrap_xpos: NDArray[np.float64]  # (nwrap, 6)
    actuator_length: NDArray[np.float64]  # (nu,)
    moment_rownnz: NDArray[np.int32]  # (nu,)
    moment_rowadr: NDArray[np.int32]  # (nu,)
    moment_colind: NDArray[np.int32]  # (nJmom,)
    actuator_moment: NDArray[np.float64]  # (nJmom,)
    crb: NDArray[np.float64]  # (nbody, 10)
    qM: NDArray[np.float64]  # (nM,)
    M: NDArray[np.float64]  # (nC,)
    qLD: NDArray[np.float64]  # (nC,)
    qLDiagInv: NDArray[np.float64]  # (nv,)
    bvh_active: NDArray[np.uint8]  # (nbvh,)
    tree_awake: NDArray[np.int32]  # (ntree,)
    body_awake: NDArray[np.int32]  # (nbody,)
    body_awake_ind: NDArray[np.int32]  # (nbody,)
    parent_awake_ind: NDArray[np.int32]  # (nbody,)
    dof_awake_ind: NDArray[np.int32]  # (nv,)
    flexedge_velocity: NDArray[np.float64]  # (nflexedge,)
    ten_velocity: NDArray[np.float64]  # (ntendon,)
    actuator_velocity: NDArray[np.float64]  # (nu,)
    cvel: NDArray[np.float64]  # (nbody, 6)
    cdof_dot: NDArray[np.float64]  # (nv, 6)
    qfrc_bias: NDArray[np.float64]  # (nv,)
    qfrc_spring: NDArray[np.float64]  # (nv,)
    qfrc_damper: NDArray[np.float64]  # (nv,)
    qfrc_gravcomp: NDArray[np.float64]  # (nv,)
    qfrc_fluid: NDArray[np.float64]  # (nv,)
    qfrc_passive: NDArray[np.float64]  # (nv,)
    subtree_linvel: NDArray[np.float64]  # (nbody, 3)
    subtree_angmom: NDArray[np.float64]  # (nbody, 3)
    qH: NDArray[np.float64]  # (nC,)
    qHDiagInv: NDArray[np.float64]  # (nv,)
    qDeriv: NDArray[np.float64]  # (nD,)
    qLU: NDArray[np.float64]  # (nD,)
    actuator_force: NDArray[np.float64]  # (nu,)
    qfrc_actuator: NDArray[np.float64]  # (nv,)
    qfrc_smooth: NDArray[np.float64]  # (nv,)
    qacc_smooth: NDArray[np.float64]  # (nv,)
    qfrc_constraint: NDArray[np.float64]  # (nv,)
    qfrc_inverse: NDArray[np.float64]  # (nv,)
    cacc: NDArray[np.float64]  # (nbody, 6)
    cfrc_int: NDArray[np.float64]  # (nbody, 6)
    cfrc_ext: NDArray[np.float64]  # (nbody, 6)
    contact: NDArray[Any]  # (ncon,)
    efc_type: NDArray[np.int32]  # (nefc,)
    efc_id: NDArray[np.int32]  # (nefc,)
    efc_J_rownnz: NDArray[np.int32]  # (nefc,)
    efc_J_rowadr: NDArray[np.int32]  # (nefc,)
    efc_J_rowsuper: NDArray[np.int32]  # (nefc,)
    efc_J_colind: NDArray[np.int32]  # (nJ,)
    efc_J: NDArray[np.float64]  # (nJ,)
    efc_pos: NDArray[np.float64]  # (nefc,)
    efc_margin: NDArray[np.float64]  # (nefc,)
    efc_frictionloss: NDArray[np.float64]  # (nefc,)
    efc_diagApprox: NDArray[np.float64]  # (nefc,)
    efc_KBIP: NDArray[np.float64]  # (nefc, 4)
    efc_D: NDArray[np.float64]  # (nefc,)
    efc_R: NDArray[np.float64]  # (nefc,)
    tendon_efcadr: NDArray[np.int32]  # (ntendon,)
    efc_vel: NDArray[np.float64]  # (nefc,)
    efc_aref: NDArray[np.float64]  # (nefc,)
    efc_b: NDArray[np.float64]  # (nefc,)
    efc_state: NDArray[np.int32]  # (nefc,)
    efc_force: NDArray[np.float64]  # (nefc,)
    efc_AR_rownnz: NDArray[np.int32]  # (nefc,)
    efc_AR_rowadr: NDArray[np.int32]  # (nefc,)
    efc_AR_colind: NDArray[np.int32]  # (nA,)
    efc_AR: NDArray[np.float64]  # (nA,)
    tree_island: NDArray[np.int32]  # (ntree,)
    island_ntree: NDArray[np.int32]  # (nisland,)
    island_itreeadr: NDArray[np.int32]  # (nisland,)
    map_itree2tree: NDArray[np.int32]  # (ntree,)
    dof_island: NDArray[np.int32]  # (nv,)
    island_nv: NDArray[np.int32]  # (nisland,)
    island_idofadr: NDArray[np.int32]  # (nisland,)
    island_dofadr: NDArray[np.int32]  # (nisland,)
    map_dof2idof: NDArray[np.int32]  # (nv,)
    map_idof2dof: NDArray[np.int32]  # (nv,)
    ifrc_smooth: NDArray[np.float64]  # (nidof,)
    iacc_smooth: NDArray[np.float64]  # (nidof,)
    iM_rownnz: NDArray[np.int32]  # (nidof,)
    iM_rowadr: NDArray[np.int32]  # (nidof,)
    iM_colind: NDArray[np.int32]  # (nC,)
    iM: NDArray[np.float64]  # (nC,)
    iLD: NDArray[np.float64]  # (nC,)
    iLDiagInv: NDArray[np.float64]  # (nidof,)
    iacc: NDArray[np.float64]  # (nidof,)
    efc_island: NDArray[np.int32]  # (nefc,)
    island_ne: NDArray[np.int32]  # (nisland,)
    island_nf: NDArray[np.int32]  # (nisland,)
    island_nefc: NDArray[np.int32]  # (nisland,)
    island_iefcadr: NDArray[np.int32]  # (nisland,)
    map_efc2iefc: NDArray[np.int32]  # (nefc,)
    map_iefc2efc: NDArray[np.int32]  # (nefc,)
    iefc_type: NDArray[np.int32]  # (nefc,)
    iefc_id: NDArray[np.int32]  # (nefc,)
    iefc_J_rownnz: NDArray[np.int32]  # (nefc,)
    iefc_J_rowadr: NDArray[np.int32]  # (nefc,)
    iefc_J_rowsuper: NDArray[np.int32]  # (nefc,)
    iefc_J_colind: NDArray[np.int32]  # (nJ,)
    iefc_J: NDArray[np.float64]  # (nJ,)
    iefc_frictionloss: NDArray[np.float64]  # (nefc,)
    iefc_D: NDArray[np.float64]  # (nefc,)
    iefc_R: NDArray[np.float64]  # (nefc,)
    iefc_aref: NDArray[np.float64]  # (nefc,)
    iefc_state: NDArray[np.int32]  # (nefc,)
    iefc_force: NDArray[np.float64]  # (nefc,)
    ifrc_constraint: NDArray[np.float64]  # (nidof,)
    maxuse_threadstack: NDArray[Any]  # (mjMAXTHREAD,)
    solver: NDArray[Any]  # (mjNISLAND, mjNSOLVER)
    solver_niter: NDArray[np.int32]  # (mjNISLAND,)
    solver_nnz: NDArray[np.int32]  # (mjNISLAND,)
    solver_fwdinv: NDArray[np.float64]  # (2,)
    warning: NDArray[Any]  # (mjNWARNING,)
    timer: NDArray[Any]  # (mjNTIMER,)
    energy: NDArray[np.float64]  # (2,)
    @property
    def model(self) -> Model: ...
