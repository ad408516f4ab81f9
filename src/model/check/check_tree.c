// SPDX-License-Identifier: Apache-2.0
// The kinematic tree and the sparse patterns over its dofs. Both are fixed by the bodies' parents and joints, so that
// everything else must be what follows from these.
#include "model/check/check.h"

static const int nq_of[] = {7, 4, 1, 1}, nv_of[] = {6, 3, 1, 1};

// joints of a body: one after the other, in joints, positions and dofs
static bool joints_follow(const mjModel* m, int body, int next[3]) {
  int first = next[0], dofs = next[2];
  if (m->body_jntnum[body] < 0 || m->body_jntnum[body] > m->njnt - first) return false;
  for (int joint = first; joint < first + m->body_jntnum[body]; joint++) {
    int type = m->jnt_type[joint];
    if (type < 0 || type > mjJNT_HINGE || m->jnt_bodyid[joint] != body) return false;
    if (m->jnt_qposadr[joint] != next[1] || m->jnt_dofadr[joint] != next[2]) return false;
    if (nq_of[type] > m->nq - next[1] || nv_of[type] > m->nv - next[2]) return false;
    for (int dof = next[2]; dof < next[2] + nv_of[type]; dof++) {
      if (m->dof_bodyid[dof] != body || m->dof_jntid[dof] != joint) return false;
    }
    next[1] += nq_of[type];
    next[2] += nv_of[type];
  }
  next[0] = first + m->body_jntnum[body];
  if (m->body_dofnum[body] != next[2] - dofs) return false;
  if (m->body_jntadr[body] != (next[0] > first ? first : -1)) return false;
  return m->body_dofadr[body] == (next[2] > dofs ? dofs : -1);
}

// last dof on the way from a body to the world, -1: none
static int last_dof(const mjModel* m, int body) {
  while (body && !m->body_dofnum[body]) body = m->body_parentid[body];
  return body ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
}

static const char* check_body(const mjModel* m, int body, int next[3]) {
  int parent = m->body_parentid[body];
  if (body ? parent < 0 || parent >= body : parent) return "Invalid model: body_parentid must name a body before its child.";
  if (!joints_follow(m, body, next)) return "Invalid model: joints and dofs do not follow their bodies.";
  if (m->body_rootid[body] != (parent ? m->body_rootid[parent] : body)) {
    return "Invalid model: body_rootid is not the first body below the world.";
  }
  if (m->body_weldid[body] != (m->body_jntnum[body] ? body : m->body_weldid[parent]) && body) {
    return "Invalid model: body_weldid is not the body that moves with it.";
  }
  for (int dof = m->body_dofadr[body], k = 0; k < m->body_dofnum[body]; k++) {
    if (m->dof_parentid[dof + k] != (k ? dof + k - 1 : last_dof(m, parent))) {
      return "Invalid model: dof_parentid is not the dof before it on the way to the world.";
    }
  }
  return NULL;
}

// trees are runs of bodies, and of dofs, in order; a body without a tree cannot move
static const char* check_trees(const mjModel* m) {
  int dofs = 0;
  for (int tree = 0; tree < m->ntree; tree++) {
    int body = m->tree_bodyadr[tree], count = m->tree_bodynum[tree];
    if (count < 1 || !ig_id_within(body, 1, m->nbody) || count > m->nbody - body) return "Invalid model: bad tree_bodyadr.";
    if (m->tree_dofadr[tree] != dofs || m->tree_dofnum[tree] < 1 || m->tree_dofnum[tree] > m->nv - dofs) {
      return "Invalid model: bad tree_dofadr.";
    }
    for (int i = 0; i < count; i++) {
      if (m->body_treeid[body + i] != tree) return "Invalid model: bad body_treeid.";
    }
    dofs += m->tree_dofnum[tree];
  }
  if (dofs != m->nv) return "Invalid model: dofs outside of trees.";
  for (int dof = 0; dof < m->nv; dof++) {
    int tree = m->dof_treeid[dof];
    bool inside = dof >= m->tree_dofadr[tree] && dof < m->tree_dofadr[tree] + m->tree_dofnum[tree];
    if (!inside || m->body_treeid[m->dof_bodyid[dof]] != tree) return "Invalid model: bad dof_treeid.";
    int parent = m->dof_parentid[dof];
    if (parent >= 0 && m->dof_treeid[parent] != tree) return "Invalid model: bad dof_treeid.";
  }
  return NULL;
}

const char* ig_check_coordinates(const mjModel* m) {
  if (m->nbody < 1) return "Invalid model: there is no world body.";
  int next[3] = {0, 0, 0}, geoms = 0;
  for (int body = 0; body < m->nbody; body++) {
    const char* trouble = check_body(m, body, next);
    if (trouble) return trouble;
    if (m->body_geomnum[body] && m->body_geomadr[body] != geoms) return "Invalid model: bad body_geomadr.";
    for (int i = 0; i < m->body_geomnum[body]; i++) {
      if (m->geom_bodyid[geoms + i] != body) return "Invalid model: bad geom_bodyid.";
    }
    geoms += m->body_geomnum[body];
  }
  if (next[0] != m->njnt || next[1] != m->nq || next[2] != m->nv) return "Invalid model: coordinates without a joint.";
  if (geoms != m->ngeom) return "Invalid model: geoms without a body.";
  return check_trees(m);
}

// a row of the mass matrix: the dof alone, or it and all dofs above it, ascending
static bool inertia_row_holds(const mjModel* m, int dof) {
  int n = m->M_rownnz[dof], i = n - 1;
  const int* column = m->M_colind + m->M_rowadr[dof];
  if (n < 1 || column[i] != dof) return false;
  if (n == 1) return true;
  for (int above = m->dof_parentid[dof]; above >= 0; above = m->dof_parentid[above]) {
    if (--i < 0 || column[i] != above) return false;
  }
  return i == 0;
}

// a row of the full matrix begins with all dofs above, ascending, and the dof
static bool full_row_begins(const mjModel* m, int dof) {
  int at = m->D_diag[dof];
  const int* column = m->D_colind + m->D_rowadr[dof];
  if (!ig_id_within(at, 0, m->D_rownnz[dof])) return false;
  int above = dof;
  for (int i = at; i >= 0; i--, above = m->dof_parentid[above]) {
    if (above < 0 || column[i] != above) return false;
  }
  return above < 0;
}

// looked up in the row of the other, which begins well: not step by step up a chain, which would be cubic in its length
static bool is_above(const mjModel* m, int dof, int other) {
  const int* column = m->D_colind + m->D_rowadr[other];
  int low = 0, high = m->D_diag[other];
  while (low < high) {
    int middle = (low + high) / 2;
    if (column[middle] < dof)
      low = middle + 1;
    else
      high = middle;
  }
  return column[low] == dof;
}

// and ends with all dofs below: there are as many in all rows as above
static bool full_row_ends(const mjModel* m, int dof) {
  const int* column = m->D_colind + m->D_rowadr[dof];
  for (int i = m->D_diag[dof] + 1; i < m->D_rownnz[dof]; i++) {
    if (column[i] <= column[i - 1] || column[i] >= m->nv || !is_above(m, dof, column[i])) return false;
  }
  return true;
}

// dofs that move a body, ascending
static bool body_row_holds(const mjModel* m, int body) {
  const int* column = m->B_colind + m->B_rowadr[body];
  for (int i = 1; i < m->B_rownnz[body]; i++) {
    if (column[i] <= column[i - 1]) return false;
  }
  return true;
}

// rows one after the other, all entries used
static bool rows_follow(const int* adr, const int* nnz, mjtSize rows, mjtSize entries) {
  mjtSize next = 0;
  for (mjtSize i = 0; i < rows; i++) {
    if (adr[i] != next || nnz[i] < 0) return false;
    next += nnz[i];
  }
  return next == entries;
}

const char* ig_check_patterns(const mjModel* m) {
  if (!rows_follow(m->M_rowadr, m->M_rownnz, m->nv, m->nC)) return "Invalid model: bad M_rowadr.";
  if (!rows_follow(m->D_rowadr, m->D_rownnz, m->nv, m->nD)) return "Invalid model: bad D_rowadr.";
  if (!rows_follow(m->B_rowadr, m->B_rownnz, m->nbody, m->nB)) return "Invalid model: bad B_rowadr.";
  mjtSize entries = 0;
  for (int dof = 0; dof < m->nv; dof++) {
    if (!inertia_row_holds(m, dof)) return "Invalid model: bad M_colind.";
    if (m->dof_simplenum[dof] < 0 || m->dof_simplenum[dof] > m->nv - dof) return "Invalid model: bad dof_simplenum.";
    if (m->dof_Madr[dof] != entries) return "Invalid model: bad dof_Madr.";
    for (int above = dof; above >= 0; above = m->dof_parentid[above]) entries++;
  }
  if (entries != m->nM) return "Invalid model: bad nM.";
  if (m->nD != 2 * m->nM - m->nv) return "Invalid model: bad nD.";
  for (int dof = 0; dof < m->nv; dof++) {
    if (!full_row_begins(m, dof)) return "Invalid model: bad D_colind.";
  }
  for (int dof = 0; dof < m->nv; dof++) {
    if (!full_row_ends(m, dof)) return "Invalid model: bad D_colind.";
  }
  for (int body = 0; body < m->nbody; body++) {
    if (!body_row_holds(m, body)) return "Invalid model: bad B_colind.";
  }
  return NULL;
}

// a tree of boxes over things with ids in [0, count): parents before children, each node once, not too deep
static bool tree_holds(const mjModel* m, int adr, int n, int first, int count) {
  const int *child = m->bvh_child + 2 * (mjtSize)adr, *leaf = m->bvh_nodeid + adr, *depth = m->bvh_depth + adr;
  int children = 0;
  if (n && depth[0] != 0) return false;
  for (int i = 0; i < n; i++) {
    int a = child[2 * i], b = child[2 * i + 1];
    if (a == -1 && b == -1) {
      if (!ig_id_within(leaf[i], first, first + count)) return false;
      continue;
    }
    if (!ig_id_within(a, i + 1, n) || !ig_id_within(b, i + 1, n) || a == b || leaf[i] != -1) return false;
    if (depth[i] >= mjMAXTREEDEPTH || depth[a] != depth[i] + 1 || depth[b] != depth[i] + 1) return false;
    children += 2;
  }
  return n == 0 || children == n - 1;
}

// each child one level down and behind its parent
static bool octree_holds(const mjModel* m, int adr, int n) {
  for (int i = 0; i < n; i++) {
    const int* child = m->oct_child + 8 * ((mjtSize)adr + i);
    int missing = 0;
    for (int k = 0; k < 8; k++) {
      missing += child[k] == -1;
      if (child[k] != -1 && !ig_id_within(child[k], i + 1, n)) return false;
    }
    if (missing != 0 && missing != 8) return false;
  }
  return true;
}

const char* ig_check_volumes(const mjModel* m) {
  if (m->nbvhstatic + m->nbvhdynamic != m->nbvh) return "Invalid model: bad nbvh.";
  for (int body = 0; body < m->nbody; body++) {
    int adr = m->body_bvhadr[body], n = m->body_bvhnum[body];
    if (n && adr + n > m->nbvhstatic) return "Invalid model: body_bvhadr and body_bvhnum reach outside the static volumes.";
    if (n && !tree_holds(m, adr, n, m->body_geomadr[body], m->body_geomnum[body])) return "Invalid model: bad tree of a body.";
  }
  for (int mesh = 0; mesh < m->nmesh; mesh++) {
    int adr = m->mesh_bvhadr[mesh], n = m->mesh_bvhnum[mesh];
    if (n && adr + n > m->nbvhstatic) return "Invalid model: mesh_bvhadr and mesh_bvhnum reach outside the static volumes.";
    if (n && !tree_holds(m, adr, n, 0, m->mesh_facenum[mesh])) return "Invalid model: bad tree of a mesh.";
    if (m->mesh_octnum[mesh] && !octree_holds(m, m->mesh_octadr[mesh], m->mesh_octnum[mesh])) return "Invalid model: bad octree.";
  }
  for (int flex = 0; flex < m->nflex; flex++) {
    int adr = m->flex_bvhadr[flex], n = m->flex_bvhnum[flex];
    if (n && adr < m->nbvhstatic) return "Invalid model: flex_bvhadr reaches into the static volumes.";
    if (n && !tree_holds(m, adr, n, 0, m->flex_elemnum[flex])) return "Invalid model: bad tree of a flex.";
  }
  return NULL;
}
