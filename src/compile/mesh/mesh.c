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

// fitting -------------------------------------------------------------------------------------------------------------------

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

// the model -----------------------------------------------------------------------------------------------------------------

static int hull_size(const ig_MeshData* d) { return d->hull ? ig_hull_size(d->hull[0], d->hull[1]) : 0; }

void ig_count_meshes(ig_Compiler* c) {
  mjModel* n = &c->n;
  n->nmesh = c->list[mjOBJ_MESH].n;
  for (int i = 0; i < n->nmesh; i++) {
    const ig_MeshData* d = IG_RECORD(ig_CMesh, c->list[mjOBJ_MESH], i)->data;
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
}

// places of the next mesh in the arrays of the model
typedef struct Places_ {
  int vert, normal, texcoord, face, graph, poly, polyvert, polymap, bvh, oct;
} Places;

// as memcpy, but with nothing to copy the pointers do not matter
static void put(void* to, const void* from, size_t bytes) {
  if (bytes) memcpy(to, from, bytes);
}

static void write_surface(mjModel* m, const ig_MeshData* d, const Places* at) {
  const ig_MeshFile* f = &d->m;
  for (int i = 0; i < 3 * d->nvert; i++) m->mesh_vert[3 * at->vert + i] = (float)d->vert[i];
  put(m->mesh_normal + 3 * at->normal, f->normal.item, (size_t)f->normal.n * sizeof(float));
  put(m->mesh_texcoord + 2 * at->texcoord, f->texcoord.item, (size_t)f->texcoord.n * sizeof(float));
  put(m->mesh_face + 3 * at->face, f->face.item, (size_t)f->face.n * sizeof(int));
  put(m->mesh_facenormal + 3 * at->face, f->facenormal.item, (size_t)f->face.n * sizeof(int));
  if (f->texcoord.n) {
    put(m->mesh_facetexcoord + 3 * at->face, f->facetexcoord.item, (size_t)f->face.n * sizeof(int));
  } else {
    memset(m->mesh_facetexcoord + 3 * at->face, 0, (size_t)f->face.n * sizeof(int));
  }
  put(m->mesh_graph + at->graph, d->hull, (size_t)hull_size(d) * sizeof(int));
}

static void write_polygons(mjModel* m, const ig_Polygons* p, int nvert, const Places* at) {
  for (int i = 0; i < p->n; i++) {
    m->mesh_polyvertadr[at->poly + i] = at->polyvert + p->vertadr[i];
    m->mesh_polyvertnum[at->poly + i] = p->vertnum[i];
  }
  for (int i = 0; i < nvert; i++) {
    m->mesh_polymapadr[at->vert + i] = at->polymap + p->mapadr[i];
    m->mesh_polymapnum[at->vert + i] = p->mapnum[i];
  }
  put(m->mesh_polynormal + 3 * at->poly, p->normal, 3 * (size_t)p->n * sizeof(double));
  put(m->mesh_polyvert + at->polyvert, p->vert, (size_t)p->nvert * sizeof(int));
  put(m->mesh_polymap + at->polymap, p->map, (size_t)p->nmap * sizeof(int));
}

static void write_trees(mjModel* m, const ig_MeshData* d, const Places* at) {
  size_t n = (size_t)d->bvh.n, noct = (size_t)d->octree.n;
  put(m->bvh_aabb + 6 * at->bvh, d->bvh.box, 6 * n * sizeof(double));
  put(m->bvh_child + 2 * at->bvh, d->bvh.child, 2 * n * sizeof(int));
  put(m->bvh_nodeid + at->bvh, d->bvh.id, n * sizeof(int));
  put(m->bvh_depth + at->bvh, d->bvh.depth, n * sizeof(int));
  put(m->oct_aabb + 6 * at->oct, d->octree.box, 6 * noct * sizeof(double));
  put(m->oct_child + 8 * at->oct, d->octree.child, 8 * noct * sizeof(int));
  put(m->oct_depth + at->oct, d->octree.depth, noct * sizeof(int));
  put(m->oct_coeff + 8 * at->oct, d->octree.coeff, 8 * noct * sizeof(double));
}

// the header of a mesh; places go on to the next one
static void write_header(mjModel* m, int i, const ig_MeshData* d, Places* at) {
  m->mesh_vertadr[i] = at->vert, m->mesh_vertnum[i] = d->nvert;
  m->mesh_normaladr[i] = at->normal, m->mesh_normalnum[i] = d->m.normal.n / 3;
  m->mesh_texcoordadr[i] = d->m.texcoord.n ? at->texcoord : -1, m->mesh_texcoordnum[i] = d->m.texcoord.n / 2;
  m->mesh_faceadr[i] = at->face, m->mesh_facenum[i] = d->m.face.n / 3;
  m->mesh_graphadr[i] = d->hull ? at->graph : -1;
  m->mesh_polyadr[i] = at->poly, m->mesh_polynum[i] = d->polygons.n;
  m->mesh_bvhadr[i] = d->bvh.n ? at->bvh : -1, m->mesh_bvhnum[i] = d->bvh.n;
  m->mesh_octadr[i] = d->octree.n ? at->oct : -1, m->mesh_octnum[i] = d->octree.n;
  at->vert += d->nvert;
  at->normal += d->m.normal.n / 3;
  at->texcoord += d->m.texcoord.n / 2;
  at->face += d->m.face.n / 3;
  at->graph += hull_size(d);
  at->poly += d->polygons.n;
  at->polyvert += d->polygons.nvert;
  at->polymap += d->polygons.nmap;
  at->bvh += d->bvh.n;
  at->oct += d->octree.n;
}

int ig_write_meshes(const ig_Compiler* c, int bvhadr) {
  mjModel* m = c->model;
  Places at = {.bvh = bvhadr};
  for (int i = 0; i < m->nmesh; i++) {
    const ig_CMesh* mesh = IG_RECORD(ig_CMesh, c->list[mjOBJ_MESH], i);
    const ig_MeshData* d = mesh->data;
    IG_PUT(m->mesh_scale, i, mesh->s.scale, 3);
    IG_PUT(m->mesh_pos, i, mesh->pos, 3);
    IG_PUT(m->mesh_quat, i, mesh->quat, 4);
    write_surface(m, d, &at);
    write_polygons(m, &d->polygons, d->nvert, &at);
    write_trees(m, d, &at);
    write_header(m, i, d, &at);
  }
  return at.bvh;
}
