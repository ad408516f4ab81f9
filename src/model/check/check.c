// SPDX-License-Identifier: Apache-2.0
// Is a model from outside safe to run? Every index and address must stay inside the array it points into.
#include "model/check/check.h"

#include <limits.h>
#include <stdio.h>

#include "model/field.h"
#include "model/model.h"
#include "model/object.h"

// an array of indices: each entry, or each run of `lengths` entries from it, lies inside [lowest, target)
typedef struct {
  const char* name;
  size_t array, lengths;  // offsets of the pointers in mjModel; lengths 0: single entries
  size_t count, target;   // offsets of the sizes in mjModel
  int per_row, lowest;
} Index;

#define AT(field) offsetof(mjModel, field)
#define INDEX(field, n, per, into, low) \
  { #field, AT(field), 0, AT(n), AT(into), per, low }
#define RANGE(field, num, n, into) \
  { #field, AT(field), AT(num), AT(n), AT(into), 1, -1 }

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
    INDEX(mapD2M, nC, 1, nD, 0),
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

static bool is_contact_dim(int dim) { return dim == 1 || dim == 3 || dim == 4 || dim == 6; }

static const char* check_geoms(const mjModel* m) {
  for (int geom = 0; geom < m->ngeom; geom++) {
    int type = m->geom_type[geom], data = m->geom_dataid[geom], dim = m->geom_condim[geom];
    if (type < 0 || type >= mjNGEOMTYPES) return "Invalid model: geom_type out of bounds.";
    if (!is_contact_dim(dim)) return "Invalid model: geom_condim is not 1, 3, 4 or 6.";
    mjtSize assets = type == mjGEOM_HFIELD ? m->nhfield : type == mjGEOM_MESH || type == mjGEOM_SDF ? m->nmesh : INT_MAX;
    if (data < -1 || data >= assets) return "Invalid model: geom_dataid names no mesh or height field.";
    bool needs_data = type == mjGEOM_HFIELD || type == mjGEOM_MESH || (type == mjGEOM_SDF && m->geom_plugin[geom] < 0);
    if (needs_data && data < 0) return "Invalid model: geom_dataid is missing.";
  }
  return NULL;
}

static const char* check_assets(const mjModel* m) {
  for (int skin = 0; skin < m->nskin; skin++) {
    mjtSize adr = 3 * (mjtSize)m->skin_faceadr[skin], count = m->skin_facenum[skin];
    if (!ig_ids_within(m->skin_face + adr, 3 * count, 0, m->skin_vertnum[skin])) return "Invalid model: skin_face out of bounds.";
  }
  for (int field = 0; field < m->nhfield; field++) {
    mjtSize rows = m->hfield_nrow[field], cols = m->hfield_ncol[field], adr = m->hfield_adr[field];
    if (rows < 1 || cols < 1 || adr < 0 || adr + rows * cols > m->nhfielddata) {
      return "Invalid model: hfield_adr, hfield_nrow or hfield_ncol reach outside hfield_data.";
    }
  }
  for (int tex = 0; tex < m->ntex; tex++) {
    mjtSize channels = m->tex_nchannel[tex], height = m->tex_height[tex], width = m->tex_width[tex], adr = m->tex_adr[tex];
    bool sane = channels >= 0 && channels <= 4 && height >= 0 && width >= 0 && adr >= 0;
    if (!sane || adr > m->ntexdata || channels * height > (m->ntexdata - adr) / (width ? width : 1)) {
      return "Invalid model: tex_adr or the size of a texture reach outside tex_data.";
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
    if (!is_contact_dim(m->pair_dim[i])) return "Invalid model: pair_dim out of bounds.";
  }
  for (int i = 0; i < m->nexclude; i++) {
    if (!bodies_of_signature_hold(m, m->exclude_signature[i])) return "Invalid model: exclude_signature out of bounds.";
  }
  return NULL;
}

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
        if (m->eq_objtype[eq] == mjOBJ_BODY)
          count = m->nbody;
        else if (m->eq_objtype[eq] == mjOBJ_SITE)
          count = m->nsite;
        else
          return "Invalid model: eq_objtype of a connect or weld must be a body or a site.";
        break;
      default: return "Invalid model: unknown eq_type.";
    }
    if (!ig_id_within(id1, 0, count)) return "Invalid model: eq_obj1id names no object of this equality.";
    if (!ig_id_within(id2, lowest2, count)) return "Invalid model: eq_obj2id names no object of this equality.";
  }
  return NULL;
}

// A few bytes may announce user data, sensor data or histories without end; the arrays of mjData are cleared as a whole,
// so what they need must be what a machine has.
static const char* check_data_size(const mjModel* m) {
  ig_Field fields[IG_MAX_FIELDS];
  const char* bad = "";
  mjtSize bytes = ig_block_size(fields, ig_data_fields(m, fields), &bad), most = (mjtSize)4 << 30;
  return bytes < 0 || bytes > most ? "Invalid model: its mjData would need more than 4 GiB." : NULL;
}

const char* ig_check_model(const mjModel* m) {
  static const char* (*const checks[])(const mjModel*) = {
      ig_check_options, check_indices,      check_names,      ig_check_coordinates, ig_check_patterns, check_geoms,
      check_assets,     ig_check_meshes,    ig_check_volumes, ig_check_flexes,      check_pairs,       check_equalities,
      ig_check_tendons, ig_check_actuators, ig_check_sensors, ig_check_plugins,     check_data_size,
  };
  for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
    const char* trouble = checks[i](m);
    if (trouble) return trouble;
  }
  return NULL;
}
