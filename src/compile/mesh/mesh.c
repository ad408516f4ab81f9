// SPDX-License-Identifier: Apache-2.0
#include "compile/mesh/mesh.h"

#include <math.h>
#include <string.h>

#include "compile/mesh/hull.h"
#include "compile/mesh/mesh_data.h"
#include "math/quat.h"
#include "math/vec3.h"

void ig_drop_meshes(ig_Compiler* c) {
  const ig_List* list = &c->spec->list[mjOBJ_MESH];
  for (int i = 0; i < list->count; i++) {
    ig_CMesh* mesh = list->item[i]->work;
    if (mesh) ig_release_mesh_data(mesh->data);
  }
}

// ------------------------------------------------ fitting

// sizes of the shape that has the mesh's moments of inertia, nearly
static bool fit_inertia(mjtGeom type, const double box[3], double size[3]) {
  switch (type) {
    case mjGEOM_SPHERE: size[0] = (box[0] + box[1] + box[2]) / 3; return true;
    case mjGEOM_CAPSULE:
      size[0] = (box[0] + box[1]) / 2;
      size[1] = mjMAX(0, box[2] - size[0] / 2);
      return true;
    case mjGEOM_CYLINDER:
      size[0] = (box[0] + box[1]) / 2;
      size[1] = box[2];
      return true;
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX: ig_copy3(size, box); return true;
    default: return false;
  }
}

// sizes of the smallest shape whose bounds contain those of the mesh
static bool fit_bounds(mjtGeom type, const double half[3], double size[3]) {
  switch (type) {
    case mjGEOM_SPHERE: size[0] = mjMAX(mjMAX(half[0], half[1]), half[2]); return true;
    case mjGEOM_CAPSULE:
      size[0] = mjMAX(half[0], half[1]);
      size[1] = half[2] - size[0];
      return true;
    case mjGEOM_CYLINDER:
      size[0] = mjMAX(half[0], half[1]);
      size[1] = half[2];
      return true;
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX: ig_copy3(size, half); return true;
    default: return false;
  }
}

bool ig_fit_geom(ig_Compiler* c, const ig_CMesh* mesh, ig_CGeom* geom, double centre[3]) {
  mjsGeom* s = &geom->s;
  bool fits;
  if (c->s.compiler.fitaabb) {
    double half[3];
    for (int k = 0; k < 3; k++) {
      centre[k] = (mesh->low[k] + mesh->high[k]) / 2;
      half[k] = mesh->high[k] - centre[k];
    }
    fits = fit_bounds(s->type, half, s->size);
  } else {
    fits = fit_inertia(s->type, mesh->inertiabox, s->size);
  }
  if (!fits) return ig_refuse(c, geom, "this type of geom cannot be fitted to mesh '%s'", ig_record_name(mesh));
  for (int k = 0; k < 3; k++) s->size[k] *= s->fitscale;
  return true;
}

// ------------------------------------------------ the model

static int hull_size(const ig_MeshData* d) { return d->hull ? ig_hull_size(d->hull[0], d->hull[1]) : 0; }

void ig_count_mesh(mjModel* n, const void* record) {
  const ig_MeshData* d = ((const ig_CMesh*)record)->data;
  n->nmeshvert += d->nvert;
  n->nmeshnormal += d->m.normal.n / 3;
  n->nmeshtexcoord += d->m.texcoord.n / 2;
  n->nmeshface += d->m.face.n / 3;
  n->nmeshgraph += hull_size(d);
  n->nmeshpoly += d->polygons.n;
  n->nmeshpolyvert += d->polygons.nvert;
  n->nmeshpolymap += d->polygons.nmap;
  n->nbvhstatic += d->bvh.n;
  n->noct += d->octree.n;
}

// as memcpy, but with nothing to copy the pointers do not matter
static void put(void* to, const void* from, size_t bytes) {
  if (bytes) memcpy(to, from, bytes);
}

void ig_write_mesh(const ig_Compiler* c, const void* record) {
  const ig_CMesh* mesh = record;
  const ig_MeshData* d = mesh->data;
  mjModel* m = c->model;
  const mjModel* at = &c->at;
  int id = mesh->r.id;
  IG_PUT(m->mesh_scale, id, mesh->s.scale, 3);
  IG_PUT(m->mesh_pos, id, mesh->pos, 3);
  IG_PUT(m->mesh_quat, id, mesh->quat, 4);

  // where its parts are; places go on to the next one
  m->mesh_vertadr[id] = (int)at->nmeshvert, m->mesh_vertnum[id] = d->nvert;
  m->mesh_normaladr[id] = (int)at->nmeshnormal, m->mesh_normalnum[id] = d->m.normal.n / 3;
  m->mesh_texcoordadr[id] = d->m.texcoord.n ? (int)at->nmeshtexcoord : -1, m->mesh_texcoordnum[id] = d->m.texcoord.n / 2;
  m->mesh_faceadr[id] = (int)at->nmeshface, m->mesh_facenum[id] = d->m.face.n / 3;
  m->mesh_graphadr[id] = d->hull ? (int)at->nmeshgraph : -1;
  m->mesh_polyadr[id] = (int)at->nmeshpoly, m->mesh_polynum[id] = d->polygons.n;
  m->mesh_bvhadr[id] = d->bvh.n ? (int)at->nbvhstatic : -1, m->mesh_bvhnum[id] = d->bvh.n;
  m->mesh_octadr[id] = d->octree.n ? (int)at->noct : -1, m->mesh_octnum[id] = d->octree.n;

  // the surface and its hull
  const ig_MeshFile* f = &d->m;
  for (int i = 0; i < 3 * d->nvert; i++) m->mesh_vert[3 * at->nmeshvert + i] = (float)d->vert[i];
  put(m->mesh_normal + 3 * at->nmeshnormal, f->normal.item, (size_t)f->normal.n * sizeof(float));
  put(m->mesh_texcoord + 2 * at->nmeshtexcoord, f->texcoord.item, (size_t)f->texcoord.n * sizeof(float));
  put(m->mesh_face + 3 * at->nmeshface, f->face.item, (size_t)f->face.n * sizeof(int));
  put(m->mesh_facenormal + 3 * at->nmeshface, f->facenormal.item, (size_t)f->face.n * sizeof(int));
  if (f->texcoord.n) {
    put(m->mesh_facetexcoord + 3 * at->nmeshface, f->facetexcoord.item, (size_t)f->face.n * sizeof(int));
  } else {
    memset(m->mesh_facetexcoord + 3 * at->nmeshface, 0, (size_t)f->face.n * sizeof(int));
  }
  put(m->mesh_graph + at->nmeshgraph, d->hull, (size_t)hull_size(d) * sizeof(int));

  // flat polygons, and those around each vertex
  const ig_Polygons* p = &d->polygons;
  for (int i = 0; i < p->n; i++) {
    m->mesh_polyvertadr[at->nmeshpoly + i] = (int)at->nmeshpolyvert + p->vertadr[i];
    m->mesh_polyvertnum[at->nmeshpoly + i] = p->vertnum[i];
  }
  for (int i = 0; i < d->nvert; i++) {
    m->mesh_polymapadr[at->nmeshvert + i] = (int)at->nmeshpolymap + p->mapadr[i];
    m->mesh_polymapnum[at->nmeshvert + i] = p->mapnum[i];
  }
  put(m->mesh_polynormal + 3 * at->nmeshpoly, p->normal, 3 * (size_t)p->n * sizeof(double));
  put(m->mesh_polyvert + at->nmeshpolyvert, p->vert, (size_t)p->nvert * sizeof(int));
  put(m->mesh_polymap + at->nmeshpolymap, p->map, (size_t)p->nmap * sizeof(int));

  // trees of boxes
  size_t n = (size_t)d->bvh.n, noct = (size_t)d->octree.n;
  put(m->bvh_aabb + 6 * at->nbvhstatic, d->bvh.box, 6 * n * sizeof(double));
  put(m->bvh_child + 2 * at->nbvhstatic, d->bvh.child, 2 * n * sizeof(int));
  put(m->bvh_nodeid + at->nbvhstatic, d->bvh.id, n * sizeof(int));
  put(m->bvh_depth + at->nbvhstatic, d->bvh.depth, n * sizeof(int));
  put(m->oct_aabb + 6 * at->noct, d->octree.box, 6 * noct * sizeof(double));
  put(m->oct_child + 8 * at->noct, d->octree.child, 8 * noct * sizeof(int));
  put(m->oct_depth + at->noct, d->octree.depth, noct * sizeof(int));
  put(m->oct_coeff + 8 * at->noct, d->octree.coeff, 8 * noct * sizeof(double));
}
