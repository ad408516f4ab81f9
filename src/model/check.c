// Is a model from outside safe to run? Every index and address must stay inside the array it points into.
#include <limits.h>
#include <stdio.h>

#include "model/field.h"
#include "model/model.h"
#include "model/object.h"

// an array of indices: each entry, or each run of `lengths` entries from it, lies inside [lowest, target)
typedef struct {
  const char* name;
  size_t array, lengths;   // offsets of the pointers in mjModel; lengths 0: single entries
  size_t count, target;    // offsets of the sizes in mjModel
  int per_row, lowest;
} Index;

#define AT(field) offsetof(mjModel, field)
#define INDEX(field, n, per, into, low) {#field, AT(field), 0, AT(n), AT(into), per, low}
#define RANGE(field, num, n, into) {#field, AT(field), AT(num), AT(n), AT(into), 1, -1}

static const Index indices[] = {
    // the tree
    INDEX(body_parentid, nbody, 1, nbody, 0),
    INDEX(body_rootid, nbody, 1, nbody, 0),
    INDEX(body_weldid, nbody, 1, nbody, 0),
    INDEX(body_mocapid, nbody, 1, nmocap, -1),
    RANGE(body_jntadr, body_jntnum, nbody, njnt),
    RANGE(body_dofadr, body_dofnum, nbody, nv),
    INDEX(body_treeid, nbody, 1, ntree, -1),
    RANGE(body_geomadr, body_geomnum, nbody, ngeom),
    RANGE(body_bvhadr, body_bvhnum, nbody, nbvh),
    INDEX(body_plugin, nbody, 1, nplugin, -1),
    INDEX(jnt_qposadr, njnt, 1, nq, 0),
    INDEX(jnt_dofadr, njnt, 1, nv, 0),
    INDEX(jnt_bodyid, njnt, 1, nbody, 0),
    INDEX(dof_bodyid, nv, 1, nbody, 0),
    INDEX(dof_jntid, nv, 1, njnt, 0),
    INDEX(dof_parentid, nv, 1, nv, -1),
    INDEX(dof_treeid, nv, 1, ntree, 0),
    INDEX(dof_Madr, nv, 1, nM, 0),
    RANGE(tree_bodyadr, tree_bodynum, ntree, nbody),
    RANGE(tree_dofadr, tree_dofnum, ntree, nv),
    // sparse structures
    RANGE(M_rowadr, M_rownnz, nv, nC),
    INDEX(M_colind, nC, 1, nv, 0),
    INDEX(mapM2M, nC, 1, nM, 0),
    RANGE(B_rowadr, B_rownnz, nbody, nB),
    INDEX(B_colind, nB, 1, nv, 0),
    RANGE(D_rowadr, D_rownnz, nv, nD),
    INDEX(D_colind, nD, 1, nv, 0),
    INDEX(mapM2D, nD, 1, nC, -1),
    INDEX(mapD2M, nC, 1, nD, -1),
    // what hangs on bodies
    INDEX(geom_bodyid, ngeom, 1, nbody, 0),
    INDEX(geom_matid, ngeom, 1, nmat, -1),
    INDEX(geom_plugin, ngeom, 1, nplugin, -1),
    INDEX(site_bodyid, nsite, 1, nbody, 0),
    INDEX(site_matid, nsite, 1, nmat, -1),
    INDEX(cam_bodyid, ncam, 1, nbody, 0),
    INDEX(cam_targetbodyid, ncam, 1, nbody, -1),
    INDEX(light_bodyid, nlight, 1, nbody, 0),
    INDEX(light_targetbodyid, nlight, 1, nbody, -1),
    INDEX(light_texid, nlight, 1, ntex, -1),
    // assets
    RANGE(mesh_vertadr, mesh_vertnum, nmesh, nmeshvert),
    RANGE(mesh_normaladr, mesh_normalnum, nmesh, nmeshnormal),
    RANGE(mesh_texcoordadr, mesh_texcoordnum, nmesh, nmeshtexcoord),
    RANGE(mesh_faceadr, mesh_facenum, nmesh, nmeshface),
    RANGE(mesh_bvhadr, mesh_bvhnum, nmesh, nbvh),
    RANGE(mesh_octadr, mesh_octnum, nmesh, noct),
    INDEX(mesh_graphadr, nmesh, 1, nmeshgraph, -1),
    RANGE(mesh_polyadr, mesh_polynum, nmesh, nmeshpoly),
    RANGE(mesh_polyvertadr, mesh_polyvertnum, nmeshpoly, nmeshpolyvert),
    RANGE(mesh_polymapadr, mesh_polymapnum, nmeshvert, nmeshpolymap),
    INDEX(mesh_pathadr, nmesh, 1, npaths, -1),
    INDEX(skin_matid, nskin, 1, nmat, -1),
    RANGE(skin_vertadr, skin_vertnum, nskin, nskinvert),
    INDEX(skin_texcoordadr, nskin, 1, nskintexvert, -1),
    RANGE(skin_faceadr, skin_facenum, nskin, nskinface),
    RANGE(skin_boneadr, skin_bonenum, nskin, nskinbone),
    RANGE(skin_bonevertadr, skin_bonevertnum, nskinbone, nskinbonevert),
    INDEX(skin_bonebodyid, nskinbone, 1, nbody, 0),
    INDEX(skin_bonevertid, nskinbonevert, 1, nskinvert, 0),
    INDEX(skin_pathadr, nskin, 1, npaths, -1),
    INDEX(hfield_pathadr, nhfield, 1, npaths, -1),
    INDEX(tex_pathadr, ntex, 1, npaths, -1),
    INDEX(mat_texid, nmat, mjNTEXROLE, ntex, -1),
    // flexes
    INDEX(flex_matid, nflex, 1, nmat, -1),
    RANGE(flex_nodeadr, flex_nodenum, nflex, nflexnode),
    RANGE(flex_vertadr, flex_vertnum, nflex, nflexvert),
    RANGE(flex_edgeadr, flex_edgenum, nflex, nflexedge),
    RANGE(flex_elemadr, flex_elemnum, nflex, nflexelem),
    RANGE(flex_evpairadr, flex_evpairnum, nflex, nflexevpair),
    INDEX(flex_elemdataadr, nflex, 1, nflexelemdata, -1),
    INDEX(flex_elemedgeadr, nflex, 1, nflexelemedge, -1),
    INDEX(flex_shelldataadr, nflex, 1, nflexshelldata, -1),
    INDEX(flex_texcoordadr, nflex, 1, nflextexcoord, -1),
    INDEX(flex_nodebodyid, nflexnode, 1, nbody, 0),
    INDEX(flex_vertbodyid, nflexvert, 1, nbody, -1),
    INDEX(flex_edge, nflexedge, 2, nflexvert, -1),
    INDEX(flex_elem, nflexelemdata, 1, nflexvert, 0),
    INDEX(flex_elemedge, nflexelemedge, 1, nflexedge, 0),
    INDEX(flex_shell, nflexshelldata, 1, nflexvert, 0),
    RANGE(flex_bvhadr, flex_bvhnum, nflex, nbvh),
    // relations
    INDEX(pair_geom1, npair, 1, ngeom, 0),
    INDEX(pair_geom2, npair, 1, ngeom, 0),
    RANGE(tendon_adr, tendon_num, ntendon, nwrap),
    INDEX(tendon_matid, ntendon, 1, nmat, -1),
    INDEX(tendon_treeid, ntendon, 2, ntree, -1),
    INDEX(actuator_plugin, nu, 1, nplugin, -1),
    RANGE(actuator_actadr, actuator_actnum, nu, na),
    INDEX(actuator_historyadr, nu, 1, nhistory, -1),
    INDEX(sensor_plugin, nsensor, 1, nplugin, -1),
    INDEX(sensor_historyadr, nsensor, 1, nhistory, -1),
    RANGE(plugin_stateadr, plugin_statenum, nplugin, npluginstate),
    INDEX(plugin_attradr, nplugin, 1, npluginattr, -1),
    RANGE(numeric_adr, numeric_size, nnumeric, nnumericdata),
    RANGE(text_adr, text_size, ntext, ntextdata),
    RANGE(tuple_adr, tuple_size, ntuple, ntupledata),
};

static const int* ints_at(const mjModel* m, size_t offset) { return *(int* const*)((const char*)m + offset); }

static bool index_holds(const mjModel* m, const Index* index) {
  const int *array = ints_at(m, index->array), *lengths = index->lengths ? ints_at(m, index->lengths) : NULL;
  mjtSize count = ig_size_at(m, index->count) * index->per_row, target = ig_size_at(m, index->target);
  for (mjtSize i = 0; i < count; i++) {
    mjtSize first = array[i], length = lengths ? lengths[i] : 1;
    // an empty run may have any harmless address
    if (lengths && length == 0 && first >= -1 && first <= target) continue;
    if (first == -1 && index->lowest == -1 && (!lengths || length <= 0)) continue;
    if (first < 0 || length < 0 || first + length > target) return false;
  }
  return true;
}

static const char* check_indices(const mjModel* m) {
  static _Thread_local char text[128];
  for (size_t i = 0; i < sizeof indices / sizeof indices[0]; i++) {
    if (!index_holds(m, &indices[i])) {
      snprintf(text, sizeof text, "Invalid model: %s out of bounds.", indices[i].name);
      return text;
    }
  }
  return NULL;
}

static const char* check_names(const mjModel* m) {
  if (m->nnames > 0 && m->names[m->nnames - 1]) return "Invalid model: names are not terminated.";
  if (m->npaths > 0 && m->paths[m->npaths - 1]) return "Invalid model: paths are not terminated.";
  const int* map = m->names_map;
  for (int k = 0; k < IG_NAMED_KINDS; k++) {
    int count = (int)ig_size_at(m, ig_named_kinds[k].count);
    const int* adr = ints_at(m, ig_named_kinds[k].name_adr);
    for (int i = 0; i < count; i++) {
      if (adr[i] < 0 || adr[i] >= m->nnames) return "Invalid model: name address out of bounds.";
    }
    for (int i = 0; i < IG_MAP_LOAD * count; i++) {
      if (map[i] < -1 || map[i] >= count) return "Invalid model: names_map out of bounds.";
    }
    map += IG_MAP_LOAD * count;
  }
  return NULL;
}

// parents come before their children; joints fit their coordinates
static const char* check_tree(const mjModel* m) {
  static const int nq_of[] = {7, 4, 1, 1}, nv_of[] = {6, 3, 1, 1};
  for (int body = 0; body < m->nbody; body++) {
    if (body && m->body_parentid[body] >= body) return "Invalid model: bad body_parentid.";
    if (m->body_rootid[body] > body) return "Invalid model: bad body_rootid.";
    if (m->body_weldid[body] > body) return "Invalid model: bad body_weldid.";
  }
  for (int joint = 0; joint < m->njnt; joint++) {
    int type = m->jnt_type[joint];
    if (type < 0 || type > mjJNT_HINGE) return "Invalid model: jnt_type out of bounds.";
    if (m->jnt_qposadr[joint] + nq_of[type] > m->nq) return "Invalid model: jnt_qposadr out of bounds.";
    if (m->jnt_dofadr[joint] + nv_of[type] > m->nv) return "Invalid model: jnt_dofadr out of bounds.";
  }
  for (int dof = 0; dof < m->nv; dof++) {
    if (m->dof_parentid[dof] >= dof) return "Invalid model: bad dof_parentid.";
  }
  return NULL;
}

static const char* check_geoms(const mjModel* m) {
  for (int geom = 0; geom < m->ngeom; geom++) {
    int type = m->geom_type[geom], data = m->geom_dataid[geom], dim = m->geom_condim[geom];
    if (type < 0 || type >= mjNGEOMTYPES) return "Invalid model: geom_type out of bounds.";
    if (dim < 0 || dim > 6) return "Invalid model: geom_condim out of bounds.";
    mjtSize assets = type == mjGEOM_HFIELD ? m->nhfield : type == mjGEOM_MESH || type == mjGEOM_SDF ? m->nmesh : INT_MAX;
    if (data < -1 || data >= assets) return "Invalid model: geom_dataid out of bounds.";
    if ((type == mjGEOM_HFIELD || type == mjGEOM_MESH) && data < 0) return "Invalid model: geom_dataid is missing.";
  }
  return NULL;
}

// vertex, normal and texture indices of faces count from the mesh's own first
static bool faces_hold(const int* face, mjtSize count, mjtSize limit) {
  for (mjtSize i = 0; i < 3 * count; i++) {
    if (face[i] < 0 || face[i] >= limit) return false;
  }
  return true;
}

static const char* check_assets(const mjModel* m) {
  for (int mesh = 0; mesh < m->nmesh; mesh++) {
    mjtSize adr = 3 * (mjtSize)m->mesh_faceadr[mesh], count = m->mesh_facenum[mesh];
    if (!faces_hold(m->mesh_face + adr, count, m->mesh_vertnum[mesh])) return "Invalid model: mesh_face out of bounds.";
  }
  for (int skin = 0; skin < m->nskin; skin++) {
    mjtSize adr = 3 * (mjtSize)m->skin_faceadr[skin], count = m->skin_facenum[skin];
    if (!faces_hold(m->skin_face + adr, count, m->skin_vertnum[skin])) return "Invalid model: skin_face out of bounds.";
  }
  for (int field = 0; field < m->nhfield; field++) {
    mjtSize rows = m->hfield_nrow[field], cols = m->hfield_ncol[field], adr = m->hfield_adr[field];
    if (rows < 0 || cols < 0 || adr < 0 || adr + rows * cols > m->nhfielddata) return "Invalid model: hfield_adr out of bounds.";
  }
  for (int tex = 0; tex < m->ntex; tex++) {
    mjtSize channels = m->tex_nchannel[tex], height = m->tex_height[tex], width = m->tex_width[tex], adr = m->tex_adr[tex];
    bool sane = channels >= 0 && channels <= 4 && height >= 0 && width >= 0 && adr >= 0;
    if (!sane || adr > m->ntexdata || channels * height > (m->ntexdata - adr) / (width ? width : 1)) {
      return "Invalid model: tex_adr out of bounds.";
    }
  }
  return NULL;
}

static bool bodies_of_signature_hold(const mjModel* m, int signature) {
  return (signature & 0xFFFF) < m->nbody && signature >= 0 && (signature >> 16) < m->nbody;
}

static const char* check_pairs(const mjModel* m) {
  for (int i = 0; i < m->npair; i++) {
    if (!bodies_of_signature_hold(m, m->pair_signature[i])) return "Invalid model: pair_signature out of bounds.";
  }
  for (int i = 0; i < m->nexclude; i++) {
    if (!bodies_of_signature_hold(m, m->exclude_signature[i])) return "Invalid model: exclude_signature out of bounds.";
  }
  return NULL;
}

static bool within(int id, int lowest, mjtSize count) { return id >= lowest && id < count; }

static const char* check_equalities(const mjModel* m) {
  for (int eq = 0; eq < m->neq; eq++) {
    int id1 = m->eq_obj1id[eq], id2 = m->eq_obj2id[eq], lowest2 = -1;
    mjtSize count = 0;
    switch (m->eq_type[eq]) {
      case mjEQ_JOINT: count = m->njnt; break;
      case mjEQ_TENDON: count = m->ntendon; break;
      case mjEQ_FLEX:
      case mjEQ_FLEXVERT: count = m->nflex; break;
      case mjEQ_CONNECT:
      case mjEQ_WELD:
        lowest2 = 0;
        if (m->eq_objtype[eq] == mjOBJ_BODY) count = m->nbody;
        else if (m->eq_objtype[eq] == mjOBJ_SITE) count = m->nsite;
        else return "Invalid model: eq_objtype is not body or site.";
        break;
      default: return "Invalid model: unknown eq_type.";
    }
    if (!within(id1, 0, count)) return "Invalid model: eq_obj1id out of bounds.";
    if (!within(id2, lowest2, count)) return "Invalid model: eq_obj2id out of bounds.";
  }
  return NULL;
}

static const char* check_wraps(const mjModel* m) {
  for (int i = 0; i < m->nwrap; i++) {
    int id = m->wrap_objid[i];
    bool holds = true;
    switch (m->wrap_type[i]) {
      case mjWRAP_NONE:
      case mjWRAP_PULLEY: break;
      case mjWRAP_JOINT: holds = within(id, 0, m->njnt); break;
      case mjWRAP_SITE: holds = within(id, 0, m->nsite); break;
      case mjWRAP_SPHERE:
      case mjWRAP_CYLINDER:
        // the side site is stored as a number; -1: none
        holds = within(id, 0, m->ngeom) && m->wrap_prm[i] >= -1 && m->wrap_prm[i] < (mjtNum)m->nsite;
        break;
      default: return "Invalid model: unknown wrap_type.";
    }
    if (!holds) return "Invalid model: wrap_objid out of bounds.";
  }
  return NULL;
}

static const char* check_actuators(const mjModel* m) {
  for (int i = 0; i < m->nu; i++) {
    int id = m->actuator_trnid[2 * i], second = m->actuator_trnid[2 * i + 1];
    bool holds = true;
    switch (m->actuator_trntype[i]) {
      case mjTRN_JOINT:
      case mjTRN_JOINTINPARENT: holds = within(id, 0, m->njnt); break;
      case mjTRN_TENDON: holds = within(id, 0, m->ntendon); break;
      case mjTRN_SITE: holds = within(id, 0, m->nsite) && within(second, -1, m->nsite); break;
      case mjTRN_SLIDERCRANK: holds = within(id, 0, m->nsite) && within(second, 0, m->nsite); break;
      case mjTRN_BODY: holds = within(id, 0, m->nbody); break;
      case mjTRN_UNDEFINED: break;
      default: return "Invalid model: unknown actuator_trntype.";
    }
    if (!holds) return "Invalid model: actuator_trnid out of bounds.";
  }
  return NULL;
}

static const char* check_object(const mjModel* m, int type, int id, int lowest, const char* bad_type, const char* bad_id) {
  int count = ig_object_count(m, type);
  if (count == -2) return bad_type;
  return count == -1 || within(id, lowest, count) ? NULL : bad_id;
}

static const char* check_sensors(const mjModel* m) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] < 0 || m->sensor_type[i] > mjSENS_USER) return "Invalid model: Bad sensor_type.";
    if (m->sensor_dim[i] < 0 || m->sensor_adr[i] < 0 || m->sensor_adr[i] > m->nsensordata - m->sensor_dim[i]) {
      return "Invalid model: sensor_adr out of bounds.";
    }
    const char* trouble = check_object(m, m->sensor_objtype[i], m->sensor_objid[i], 0, "Invalid model: invalid sensor_objtype",
                                       "Invalid model: invalid sensor_objid");
    if (!trouble) {
      trouble = check_object(m, m->sensor_reftype[i], m->sensor_refid[i], -1, "Invalid model: invalid sensor_reftype",
                             "Invalid model: invalid sensor_refid");
    }
    if (trouble) return trouble;
  }
  for (int i = 0; i < m->ntupledata; i++) {
    const char* trouble = check_object(m, m->tuple_objtype[i], m->tuple_objid[i], 0, "Invalid model: invalid tuple_objtype",
                                       "Invalid model: invalid tuple_objid");
    if (trouble) return trouble;
  }
  return NULL;
}

const char* ig_check_model(const mjModel* m) {
  static const char* (*const checks[])(const mjModel*) = {
      check_indices, check_names, check_tree,      check_geoms,     check_assets,
      check_pairs,   check_equalities, check_wraps, check_actuators, check_sensors,
  };
  for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
    const char* trouble = checks[i](m);
    if (trouble) return trouble;
  }
  return NULL;
}
