// SPDX-License-Identifier: Apache-2.0
// Planes, meshes, height fields and skins of a model, as shapes of the renderer's own: the model may go.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "render/renderer.h"

static double greater(double a, double b) { return a > b ? a : b; }

// lines of the quads that a plane is divided into along one axis; returns their number
static int plane_grid(const mjModel* m, int geom, int axis, double grid[mjMAXPLANEGRID + 2]) {
  double size = m->geom_size[3 * geom + axis], far = m->vis.map.zfar * m->stat.extent;
  if (size > 0) {
    // squares of twice the given spacing, an even number of them, and what is left at both ends
    double spacing = greater(m->geom_size[3 * geom + 2], size / (mjMAXPLANEGRID - 2));
    int count = (int)floor(size / greater(mjMINVAL, spacing));
    count -= count % 2;
    double pad = size - count * spacing;
    grid[0] = -size;
    for (int i = 0; i <= count; i++) grid[i + 1] = -size + pad + i * spacing * 2;
    grid[count + 2] = greater(size, grid[count + 1]);
    return count + 2;
  }
  // as far as the eye can see and one pattern more
  int material = m->geom_matid[geom];
  double pattern = material >= 0 && m->mat_texrepeat[2 * material + axis] > 0 ? 2 / m->mat_texrepeat[2 * material + axis]
                                                                              : 2.1 * far / (mjMAXPLANEGRID - 2);
  double step = (2.1 * far + 2 * pattern) / mjMAXPLANEGRID;
  for (int i = 0; i <= mjMAXPLANEGRID; i++) grid[i] = step * i - step * (mjMAXPLANEGRID / 2);
  return mjMAXPLANEGRID;
}

static bool load_plane(const mjModel* m, int geom, ig_DrawShape* out) {
  double grid[2][mjMAXPLANEGRID + 2];
  int count[2];
  for (int axis = 0; axis < 2; axis++) count[axis] = plane_grid(m, geom, axis, grid[axis]);
  double wide = grid[0][count[0]] - grid[0][0], high = grid[1][count[1]] - grid[1][0];
  ig_ShapeBuilder b = {0};
  if (!(wide > 0) || !(high > 0)) return ig_shape_finish(&b, out);
  int gu = ig_shape_grid(&b, grid[0], count[0]), gv = ig_shape_grid(&b, grid[1], count[1]);
  float o[3] = {(float)grid[0][0], (float)grid[1][0], 0}, u[3] = {(float)wide, 0, 0}, v[3] = {0, (float)high, 0},
        n[3] = {0, 0, 1};
  ig_shape_parallelogram(&b, o, u, v, n, n, gu, count[0], gv, count[1]);
  return ig_shape_finish(&b, out);
}

static void free_planes(ig_Renderer* r) {
  for (int i = 0; i < r->nplane; i++) ig_shape_free(&r->plane[i]);
  ig_free(r->plane);
  r->plane = NULL;
  r->nplane = 0;
}

bool ig_load_planes(ig_Renderer* r, const mjModel* m) {
  free_planes(r);
  for (int geom = 0; geom < m->ngeom; geom++) r->nplane += m->geom_type[geom] == mjGEOM_PLANE;
  if (!r->nplane) return true;
  r->plane = ig_try_alloc(sizeof(ig_DrawShape) * (size_t)r->nplane);
  if (!r->plane) {
    r->nplane = 0;
    return false;
  }
  memset(r->plane, 0, sizeof(ig_DrawShape) * (size_t)r->nplane);
  for (int geom = 0, plane = 0; geom < m->ngeom; geom++) {
    if (m->geom_type[geom] == mjGEOM_PLANE && !load_plane(m, geom, &r->plane[plane++])) return false;
  }
  return true;
}

// ---- meshes

static void face_normal(const float* a, const float* b, const float* c, float n[3]) {
  float u[3], v[3];
  for (int k = 0; k < 3; k++) {
    u[k] = b[k] - a[k];
    v[k] = c[k] - a[k];
  }
  n[0] = u[1] * v[2] - u[2] * v[1];
  n[1] = u[2] * v[0] - u[0] * v[2];
  n[2] = u[0] * v[1] - u[1] * v[0];
  float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const float least = 1e-10f;
  if (length < least) {
    n[0] = n[1] = 0;
    n[2] = 1;
    return;
  }
  for (int k = 0; k < 3; k++) n[k] /= length;
}

// room of a shape with faces of its own; false: no memory
static bool make_room(ig_DrawShape* out, int nvert, int nface, bool texcoord) {
  *out = (ig_DrawShape){0};
  float* pos = ig_try_alloc(sizeof(float) * 3 * (size_t)(nvert + 1));
  float* normal = ig_try_alloc(sizeof(float) * 9 * (size_t)(nface + 1));
  float* tex = texcoord ? ig_try_alloc(sizeof(float) * 6 * (size_t)(nface + 1)) : NULL;
  int* face = ig_try_alloc(sizeof(int) * 3 * (size_t)(nface + 1));
  if (!pos || !normal || !face || (texcoord && !tex)) {
    ig_free(pos);
    ig_free(normal);
    ig_free(tex);
    ig_free(face);
    return false;
  }
  *out = (ig_DrawShape){.nvert = nvert, .nface = nface, .pos = pos, .normal = normal, .texcoord = tex, .face = face};
  return true;
}

static bool load_surface(const mjModel* m, int mesh, ig_DrawShape* out) {
  int nvert = m->mesh_vertnum[mesh], nface = m->mesh_facenum[mesh], first = m->mesh_faceadr[mesh];
  int texture = m->mesh_texcoordadr[mesh];
  if (!make_room(out, nvert, nface, texture >= 0)) return false;
  memcpy((float*)out->pos, m->mesh_vert + 3 * m->mesh_vertadr[mesh], sizeof(float) * 3 * (size_t)nvert);
  memcpy((int*)out->face, m->mesh_face + 3 * first, sizeof(int) * 3 * (size_t)nface);
  const float* normals = m->mesh_normal + 3 * m->mesh_normaladr[mesh];
  for (int face = 0; face < nface; face++) {
    const int *v = m->mesh_face + 3 * (first + face), *n = m->mesh_facenormal + 3 * (first + face);
    float flat[3];
    face_normal(out->pos + 3 * v[0], out->pos + 3 * v[1], out->pos + 3 * v[2], flat);
    for (int k = 0; k < 3; k++) {
      const float* smooth = normals + 3 * n[k];
      // edges that are sharp stay so, unless the file had texture coordinates: then its normals are taken as they are
      bool sharp = texture < 0 && (double)(smooth[0] * flat[0] + smooth[1] * flat[1] + smooth[2] * flat[2]) < 0.8;
      memcpy((float*)out->normal + 9 * face + 3 * k, sharp ? flat : smooth, sizeof flat);
      if (texture < 0) continue;
      const float* t = m->mesh_texcoord + 2 * (m->mesh_facetexcoord[3 * (first + face) + k] + texture);
      memcpy((float*)out->texcoord + 6 * face + 2 * k, t, 2 * sizeof(float));
    }
  }
  ig_shape_bound(out);
  return true;
}

// the hull's faces in mesh_graph: numbers, addresses of edges, vertices, edges, faces
static bool load_hull(const mjModel* m, int mesh, ig_DrawShape* out) {
  *out = (ig_DrawShape){0};
  if (m->mesh_graphadr[mesh] < 0) return true;
  const int* graph = m->mesh_graph + m->mesh_graphadr[mesh];
  int hull_vert = graph[0], nface = graph[1], nvert = m->mesh_vertnum[mesh], texture = m->mesh_texcoordadr[mesh];
  const int* face = graph + 2 + 3 * hull_vert + 3 * nface;
  bool with_texture = texture >= 0 && m->mesh_texcoordnum[mesh] >= nvert;
  if (!make_room(out, nvert, nface, with_texture)) return false;
  memcpy((float*)out->pos, m->mesh_vert + 3 * m->mesh_vertadr[mesh], sizeof(float) * 3 * (size_t)nvert);
  memcpy((int*)out->face, face, sizeof(int) * 3 * (size_t)nface);
  for (int i = 0; i < nface; i++) {
    const int* v = face + 3 * i;
    float flat[3];
    face_normal(out->pos + 3 * v[0], out->pos + 3 * v[1], out->pos + 3 * v[2], flat);
    for (int k = 0; k < 3; k++) {
      memcpy((float*)out->normal + 9 * i + 3 * k, flat, sizeof flat);
      if (with_texture) memcpy((float*)out->texcoord + 6 * i + 2 * k, m->mesh_texcoord + 2 * (texture + v[k]), 2 * sizeof(float));
    }
  }
  ig_shape_bound(out);
  return true;
}

bool ig_load_mesh(ig_Renderer* r, const mjModel* m, int mesh) {
  ig_shape_free(&r->mesh[2 * mesh]);
  ig_shape_free(&r->mesh[2 * mesh + 1]);
  return load_surface(m, mesh, &r->mesh[2 * mesh]) && load_hull(m, mesh, &r->mesh[2 * mesh + 1]);
}

// ---- height fields

typedef struct {
  ig_ShapeBuilder b;
  const float* data;
  int nrow, ncol;
  float size[4];
} Field;

static float field_x(const Field* f, float c) { return f->size[0] * (c / (0.5f * (float)(f->ncol - 1)) - 1); }
static float field_y(const Field* f, float r) { return f->size[1] * (r / (0.5f * (float)(f->nrow - 1)) - 1); }

static void field_quad(Field* f, const float p[4][3], const float n[3]) {
  int vertex[4];
  float normal[12];
  for (int k = 0; k < 4; k++) {
    vertex[k] = ig_shape_vertex(&f->b, p[k], 1);
    memcpy(normal + 3 * k, n, 3 * sizeof(float));
  }
  ig_shape_quad(&f->b, vertex, normal);
}

// the surface: strips along the rows, two triangles with normals of their own in each quad
static void field_top(Field* f) {
  for (int r = 0; r < f->nrow; r++) {
    for (int c = 0; c < f->ncol; c++) {
      float p[3] = {field_x(f, (float)c), field_y(f, (float)r), f->data[r * f->ncol + c] * f->size[2]};
      ig_shape_vertex(&f->b, p, 1);
    }
  }
  for (int r = 0; r + 1 < f->nrow && !f->b.failed; r++) {
    for (int c = 0; c + 1 < f->ncol; c++) {
      int low = r * f->ncol + c, high = low + f->ncol;
      int cut[2][3] = {{high, low, high + 1}, {low, low + 1, high + 1}};
      for (int half = 0; half < 2 && !f->b.failed; half++) {
        float n[9];
        const float* pos = f->b.pos;
        face_normal(pos + 3 * cut[half][0], pos + 3 * cut[half][1], pos + 3 * cut[half][2], n);
        for (int i = 3; i < 9; i++) n[i] = n[i - 3];
        ig_shape_face(&f->b, cut[half], n, NULL);
      }
    }
  }
}

static void field_sides(Field* f) {
  float base = -f->size[3];
  for (int side = 0; side < 2; side++) {
    for (int r = 0; r + 1 < f->nrow && !f->b.failed; r++) {
      int first = side ? r : r + 1, second = side ? r + 1 : r, c = side ? f->ncol - 1 : 0;
      float x = side ? f->size[0] : -f->size[0], n[3] = {side ? 1.0f : -1.0f, 0, 0};
      float y0 = field_y(f, (float)first), y1 = field_y(f, (float)second);
      float p[4][3] = {{x, y0, base},
                       {x, y1, base},
                       {x, y1, f->data[second * f->ncol + c] * f->size[2]},
                       {x, y0, f->data[first * f->ncol + c] * f->size[2]}};
      field_quad(f, p, n);
    }
    for (int c = 0; c + 1 < f->ncol && !f->b.failed; c++) {
      int first = side ? c + 1 : c, second = side ? c : c + 1, r = side ? f->nrow - 1 : 0;
      float y = side ? f->size[1] : -f->size[1], n[3] = {0, side ? 1.0f : -1.0f, 0};
      float x0 = field_x(f, (float)first), x1 = field_x(f, (float)second);
      float p[4][3] = {{x0, y, base},
                       {x1, y, base},
                       {x1, y, f->data[r * f->ncol + second] * f->size[2]},
                       {x0, y, f->data[r * f->ncol + first] * f->size[2]}};
      field_quad(f, p, n);
    }
  }
}

bool ig_load_hfield(ig_Renderer* r, const mjModel* m, int hfield) {
  ig_shape_free(&r->hfield[hfield]);
  Field f = {.b = {.plain = true},
             .data = m->hfield_data + m->hfield_adr[hfield],
             .nrow = m->hfield_nrow[hfield],
             .ncol = m->hfield_ncol[hfield]};
  for (int k = 0; k < 4; k++) f.size[k] = (float)m->hfield_size[4 * hfield + k];
  field_top(&f);
  field_sides(&f);
  // the base, divided for lighting as other flat sides are
  static const float down[3] = {0, 0, -1};
  int quads = r->numquads;
  float dx = 2 * f.size[0] / (float)quads, dy = 2 * f.size[1] / (float)quads, z = -f.size[3];
  for (int i = 0; i < quads * quads && !f.b.failed; i++) {
    float x = (float)(i % quads) * dx - f.size[0], y = (float)(i / quads) * dy - f.size[1];
    float p[4][3] = {{x, y, z}, {x, y + dy, z}, {x + dx, y + dy, z}, {x + dx, y, z}};
    field_quad(&f, p, down);
  }
  return ig_shape_finish(&f.b, &r->hfield[hfield]);
}

// ---- skins

bool ig_load_skins(ig_Renderer* r, const mjModel* m) {
  if (!m->nskin) return true;
  r->skin = ig_try_alloc(sizeof *r->skin * (size_t)m->nskin);
  if (!r->skin) return false;
  memset(r->skin, 0, sizeof *r->skin * (size_t)m->nskin);
  r->nskin = (int)m->nskin;
  for (int i = 0; i < r->nskin; i++) {
    size_t faces = (size_t)m->skin_facenum[i], verts = (size_t)m->skin_vertnum[i];
    r->skin[i].nface = m->skin_facenum[i];
    r->skin[i].face = ig_try_alloc(sizeof(int) * 3 * (faces + 1));
    if (!r->skin[i].face) return false;
    memcpy(r->skin[i].face, m->skin_face + 3 * m->skin_faceadr[i], sizeof(int) * 3 * faces);
    if (m->skin_texcoordadr[i] < 0) continue;
    r->skin[i].texcoord = ig_try_alloc(sizeof(float) * 2 * (verts + 1));
    if (!r->skin[i].texcoord) return false;
    memcpy(r->skin[i].texcoord, m->skin_texcoord + 2 * m->skin_texcoordadr[i], sizeof(float) * 2 * verts);
  }
  return true;
}
