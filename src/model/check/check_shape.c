// SPDX-License-Identifier: Apache-2.0
// Shapes: meshes with their hulls, flexes.
#include "model/check/check.h"

// counts, addresses of the neighbour lists, vertex ids, neighbour lists that end with -1, triangles
static bool hull_graph_holds(const mjModel* m, int mesh) {
  const int* graph = m->mesh_graph + m->mesh_graphadr[mesh];
  mjtSize room = m->nmeshgraph - m->mesh_graphadr[mesh], total = m->mesh_vertnum[mesh];
  if (room < 2) return false;
  mjtSize verts = graph[0], faces = graph[1], edges = verts + 3 * faces;
  if (verts < 1 || faces < 0 || 2 + 2 * verts + edges + 3 * faces > room) return false;
  const int *adr = graph + 2, *id = adr + verts, *next = id + verts, *face = next + edges;
  return ig_ids_within(adr, verts, 0, edges) && ig_ids_within(id, verts, 0, total) && ig_ids_within(next, edges, -1, verts) &&
         next[edges - 1] == -1 && ig_ids_within(face, 3 * faces, 0, total);
}

// corners of the polygons are vertices, and the lists around vertices name polygons
static bool polygons_hold(const mjModel* m, int mesh) {
  int vert = m->mesh_vertadr[mesh], poly = m->mesh_polyadr[mesh];
  for (int i = 0; i < m->mesh_polynum[mesh]; i++) {
    if (!ig_ids_within(m->mesh_polyvert + m->mesh_polyvertadr[poly + i], m->mesh_polyvertnum[poly + i], 0, m->mesh_vertnum[mesh]))
      return false;
  }
  for (int i = 0; i < m->mesh_vertnum[mesh]; i++) {
    if (!ig_ids_within(m->mesh_polymap + m->mesh_polymapadr[vert + i], m->mesh_polymapnum[vert + i], 0, m->mesh_polynum[mesh]))
      return false;
  }
  return true;
}

const char* ig_check_meshes(const mjModel* m) {
  for (int mesh = 0; mesh < m->nmesh; mesh++) {
    mjtSize face = 3 * (mjtSize)m->mesh_faceadr[mesh], count = 3 * (mjtSize)m->mesh_facenum[mesh];
    if (m->mesh_vertnum[mesh] < 1) return "Invalid model: mesh without vertices.";
    if (!ig_ids_within(m->mesh_face + face, count, 0, m->mesh_vertnum[mesh])) return "Invalid model: mesh_face out of bounds.";
    // -1: a corner without a normal or texture coordinate of its own
    if (!ig_ids_within(m->mesh_facenormal + face, count, -1, m->mesh_normalnum[mesh]))
      return "Invalid model: mesh_facenormal out of bounds.";
    if (m->mesh_texcoordnum[mesh] && !ig_ids_within(m->mesh_facetexcoord + face, count, -1, m->mesh_texcoordnum[mesh])) {
      return "Invalid model: mesh_facetexcoord out of bounds.";
    }
    if (m->mesh_graphadr[mesh] >= 0 && !hull_graph_holds(m, mesh)) return "Invalid model: bad mesh_graph.";
    if (!polygons_hold(m, mesh)) return "Invalid model: bad polygons of a mesh.";
  }
  return NULL;
}

// lists of elements and borders: long enough, and their vertices and edges are the flex's own
static bool elements_hold(const mjModel* m, int flex) {
  static const int edges_of[] = {0, 1, 3, 6};
  mjtSize dim = m->flex_dim[flex], elems = m->flex_elemnum[flex], shells = m->flex_shellnum[flex];
  mjtSize data = m->flex_elemdataadr[flex], edge = m->flex_elemedgeadr[flex], shell = m->flex_shelldataadr[flex];
  mjtSize verts = m->flex_vertnum[flex], edges = m->flex_edgenum[flex];
  if (shells < 0 || (elems && (data < 0 || edge < 0)) || (shells && shell < 0)) return false;
  if (elems && (data + (dim + 1) * elems > m->nflexelemdata || edge + edges_of[dim] * elems > m->nflexelemedge)) return false;
  if (shells && shell + dim * shells > m->nflexshelldata) return false;
  return (!elems || (ig_ids_within(m->flex_elem + data, (dim + 1) * elems, 0, verts) &&
                     ig_ids_within(m->flex_elemedge + edge, edges_of[dim] * elems, 0, edges))) &&
         (!shells || ig_ids_within(m->flex_shell + shell, dim * shells, 0, verts));
}

static bool edges_hold(const mjModel* m, int flex) {
  mjtSize edge = m->flex_edgeadr[flex], edges = m->flex_edgenum[flex], vert = m->flex_vertadr[flex],
          verts = m->flex_vertnum[flex];
  mjtSize pair = m->flex_evpairadr[flex];
  if (edges && (!ig_ids_within(m->flex_edge + 2 * edge, 2 * edges, 0, verts) ||
                !ig_ids_within(m->flex_edgeflap + 2 * edge, 2 * edges, -1, verts))) {
    return false;
  }
  for (int i = 0; i < m->flex_evpairnum[flex]; i++) {
    const int* ids = m->flex_evpair + 2 * (pair + i);
    if (!ig_id_within(ids[0], 0, m->flex_elemnum[flex]) || !ig_id_within(ids[1], 0, verts)) return false;
  }
  for (mjtSize i = vert; i < vert + verts; i++) {
    mjtSize adr = m->flex_vertedgeadr[i], n = m->flex_vertedgenum[i];
    if (n < 0 || (n && (adr < 0 || adr + n > 2 * m->nflexedge || !ig_ids_within(m->flex_vertedge + adr, n, 0, edges))))
      return false;
  }
  return true;
}

// interpolated flexes have a grid of nodes, the others a body per vertex
static bool nodes_hold(const mjModel* m, int flex) {
  int order = m->flex_interp[flex];
  if (order < 0 || order > 2) return false;
  if (order) return m->flex_nodenum[flex] == (order + 1) * (order + 1) * (order + 1) && m->flex_nodenum[flex] <= mjMAXFLEXNODES;
  return ig_ids_within(m->flex_vertbodyid + m->flex_vertadr[flex], m->flex_vertnum[flex], 0, m->nbody);
}

// rows of a sparse Jacobian over dofs, ascending
static bool jacobian_holds(const int* adr, const int* nnz, const int* column, mjtSize rows, mjtSize entries, mjtSize nv) {
  for (mjtSize i = 0; i < rows; i++) {
    if (nnz[i] < 0 || nnz[i] > nv || (nnz[i] && (adr[i] < 0 || adr[i] + (mjtSize)nnz[i] > entries))) return false;
    for (int k = 0; k < nnz[i]; k++) {
      if (!ig_id_within(column[adr[i] + k], k ? column[adr[i] + k - 1] + 1 : 0, nv)) return false;
    }
  }
  return true;
}

const char* ig_check_flexes(const mjModel* m) {
  mjtSize verts = 0, edges = 0, elems = 0;
  for (int flex = 0; flex < m->nflex; flex++) {
    if (m->flex_dim[flex] < 1 || m->flex_dim[flex] > 3) return "Invalid model: flex_dim out of bounds.";
    bool follow = m->flex_vertadr[flex] == verts && m->flex_elemadr[flex] == elems &&
                  (!m->flex_edgenum[flex] || m->flex_edgeadr[flex] == edges);
    if (!follow) return "Invalid model: parts of flexes do not follow each other.";
    if (!nodes_hold(m, flex)) return "Invalid model: bad nodes of a flex.";
    if (!elements_hold(m, flex)) return "Invalid model: bad elements of a flex.";
    if (!edges_hold(m, flex)) return "Invalid model: bad edges of a flex.";
    verts += m->flex_vertnum[flex];
    edges += m->flex_edgenum[flex];
    elems += m->flex_elemnum[flex];
  }
  if (verts != m->nflexvert || edges != m->nflexedge || elems != m->nflexelem) return "Invalid model: parts without a flex.";
  if (!jacobian_holds(m->flexedge_J_rowadr, m->flexedge_J_rownnz, m->flexedge_J_colind, m->nflexedge, m->nJfe, m->nv)) {
    return "Invalid model: bad flexedge_J.";
  }
  if (!jacobian_holds(m->flexvert_J_rowadr, m->flexvert_J_rownnz, m->flexvert_J_colind, 2 * m->nflexvert, 2 * m->nJfv, m->nv)) {
    return "Invalid model: bad flexvert_J.";
  }
  return NULL;
}
