// SPDX-License-Identifier: Apache-2.0
#include "render/shape.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/table.h"
#include "render/grow.h"

// room for one more entry of `size` bytes
static bool grow(ig_ShapeBuilder* b, void* array, int count, int* room, size_t size) {
  enum { LEAST = 64 };
  b->failed = b->failed || !ig_grow(array, room, (int64_t)count + 1, size, LEAST);
  return !b->failed;
}

int ig_shape_vertex(ig_ShapeBuilder* b, const float pos[3], float alpha) {
  int room = b->room_vert;
  if (!grow(b, &b->pos, b->nvert, &room, 3 * sizeof(float))) return 0;
  room = b->room_vert;
  if (!grow(b, &b->alpha, b->nvert, &room, sizeof(float))) return 0;
  b->room_vert = room;
  memcpy(b->pos + 3 * b->nvert, pos, 3 * sizeof(float));
  b->alpha[b->nvert] = alpha;
  return b->nvert++;
}

static int add_face(ig_ShapeBuilder* b, const int vertex[3], const float normal[9], const float* texcoord, int patch,
                    const float* uv) {
  int room[5] = {b->room_face, b->room_face, b->room_face, b->room_face, b->room_face};
  bool fits =
      grow(b, &b->face, b->nface, &room[0], 3 * sizeof(int)) && grow(b, &b->normal, b->nface, &room[1], 9 * sizeof(float)) &&
      grow(b, &b->texcoord, b->nface, &room[2], 6 * sizeof(float)) && grow(b, &b->patch_of, b->nface, &room[3], sizeof(int)) &&
      grow(b, &b->patch_uv, b->nface, &room[4], 6 * sizeof(float));
  if (!fits) return 0;
  b->room_face = room[0];
  memcpy(b->face + 3 * b->nface, vertex, 3 * sizeof(int));
  memcpy(b->normal + 9 * b->nface, normal, 9 * sizeof(float));
  float none[6] = {0};
  memcpy(b->texcoord + 6 * b->nface, texcoord ? texcoord : none, sizeof none);
  memcpy(b->patch_uv + 6 * b->nface, uv ? uv : none, sizeof none);
  b->patch_of[b->nface] = patch;
  return b->nface++;
}

static int wire_vertex(ig_ShapeBuilder* b, const float pos[3], const float normal[3]) {
  int room = b->room_wire;
  if (!grow(b, &b->wire_pos, b->nwire, &room, 3 * sizeof(float))) return 0;
  room = b->room_wire;
  if (!grow(b, &b->wire_normal, b->nwire, &room, 3 * sizeof(float))) return 0;
  b->room_wire = room;
  memcpy(b->wire_pos + 3 * b->nwire, pos, 3 * sizeof(float));
  memcpy(b->wire_normal + 3 * b->nwire, normal, 3 * sizeof(float));
  return b->nwire++;
}

static void wire_line(ig_ShapeBuilder* b, const float p0[3], const float n0[3], const float p1[3], const float n1[3]) {
  if (b->plain) return;
  int first = wire_vertex(b, p0, n0), second = wire_vertex(b, p1, n1);
  if (!grow(b, &b->line, b->nline, &b->room_line, 2 * sizeof(int))) return;
  b->line[2 * b->nline] = first;
  b->line[2 * b->nline + 1] = second;
  b->nline++;
}

static void outline(ig_ShapeBuilder* b, const int* vertex, const float* normal, int corners) {
  for (int i = 0; i < corners && !b->failed; i++) {
    int j = (i + 1) % corners;
    float p0[3], p1[3];
    memcpy(p0, b->pos + 3 * vertex[i], sizeof p0);
    memcpy(p1, b->pos + 3 * vertex[j], sizeof p1);
    wire_line(b, p0, normal + 3 * i, p1, normal + 3 * j);
  }
}

void ig_shape_face(ig_ShapeBuilder* b, const int vertex[3], const float normal[9], const float* texcoord) {
  add_face(b, vertex, normal, texcoord, -1, NULL);
  outline(b, vertex, normal, 3);
}

// corners 0 1 3 and 1 2 3, the way in which Mesa cuts a quad
void ig_shape_quad(ig_ShapeBuilder* b, const int vertex[4], const float normal[12]) {
  static const int cut[2][3] = {{0, 1, 3}, {1, 2, 3}};
  for (int half = 0; half < 2; half++) {
    int corner[3];
    float n[9];
    for (int k = 0; k < 3; k++) {
      corner[k] = vertex[cut[half][k]];
      memcpy(n + 3 * k, normal + 3 * cut[half][k], 3 * sizeof(float));
    }
    add_face(b, corner, n, NULL, -1, NULL);
  }
  outline(b, vertex, normal, 4);
}

int ig_shape_grid(ig_ShapeBuilder* b, const double* lines, int count) {
  int first = b->ngrid;
  for (int i = 0; i <= count; i++) {
    if (!grow(b, &b->grids, b->ngrid, &b->room_grid, sizeof(float))) return 0;
    b->grids[b->ngrid++] = (float)((lines[i] - lines[0]) / (lines[count] - lines[0]));
  }
  return first;
}

int ig_shape_even_grid(ig_ShapeBuilder* b, int count) {
  int first = b->ngrid;
  for (int i = 0; i <= count; i++) {
    if (!grow(b, &b->grids, b->ngrid, &b->room_grid, sizeof(float))) return 0;
    b->grids[b->ngrid++] = (float)i / (float)count;
  }
  return first;
}

// grids are numbers into `grids` until the shape is finished, since that array may move
static ig_Patch* add_patch(ig_ShapeBuilder* b, int grid_u, int nu, int grid_v, int nv) {
  if (!grow(b, &b->patch, b->npatch, &b->room_patch, sizeof(ig_Patch))) return NULL;
  ig_Patch* patch = &b->patch[b->npatch];
  *patch = (ig_Patch){.gu = (const float*)(intptr_t)grid_u, .gv = (const float*)(intptr_t)grid_v, .nu = nu, .nv = nv};
  return patch;
}

void ig_shape_parallelogram(ig_ShapeBuilder* b, const float o[3], const float u[3], const float v[3], const float n0[3],
                            const float n1[3], int grid_u, int nu, int grid_v, int nv) {
  ig_Patch* patch = add_patch(b, grid_u, nu, grid_v, nv);
  if (!patch) return;
  float corner[4][3];
  for (int k = 0; k < 3; k++) {
    patch->o[k] = o[k];
    patch->u[k] = u[k];
    patch->v[k] = v[k];
    patch->n0[k] = n0[k];
    patch->n1[k] = n1[k];
    corner[0][k] = o[k];
    corner[1][k] = o[k] + u[k];
    corner[2][k] = o[k] + u[k] + v[k];
    corner[3][k] = o[k] + v[k];
  }
  int vertex[4];
  for (int i = 0; i < 4; i++) vertex[i] = ig_shape_vertex(b, corner[i], 1);
  static const float uv[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  static const int cut[2][3] = {{0, 1, 3}, {1, 2, 3}};
  for (int half = 0; half < 2 && !b->failed; half++) {
    int face[3];
    float n[9], params[6];
    for (int k = 0; k < 3; k++) {
      int c = cut[half][k];
      face[k] = vertex[c];
      memcpy(n + 3 * k, uv[c][0] > 0 ? n1 : n0, 3 * sizeof(float));
      memcpy(params + 2 * k, uv[c], 2 * sizeof(float));
    }
    add_face(b, face, n, NULL, b->npatch, params);
  }
  b->npatch++;
}

void ig_shape_fan(ig_ShapeBuilder* b, const float centre[3], const float first[3], const float second[3], const float normal[3],
                  int grid_v, int nv) {
  int grid_u = ig_shape_even_grid(b, 1);
  ig_Patch* patch = add_patch(b, grid_u, 1, grid_v, nv);
  if (!patch) return;
  patch->fan = true;
  for (int k = 0; k < 3; k++) {
    patch->o[k] = centre[k];
    patch->v[k] = first[k] - centre[k];
    patch->q[k] = second[k] - first[k];
    patch->n0[k] = patch->n1[k] = normal[k];
  }
  int vertex[3] = {ig_shape_vertex(b, centre, 1), ig_shape_vertex(b, first, 1), ig_shape_vertex(b, second, 1)};
  float n[9], params[6] = {0, 0, 0, 1, 1, 1};
  for (int k = 0; k < 9; k++) n[k] = normal[k % 3];
  // the side that faces along the normal goes counter-clockwise
  float cross = (first[0] - centre[0]) * (second[1] - centre[1]) - (first[1] - centre[1]) * (second[0] - centre[0]);
  if (cross * normal[2] < 0) {
    int swap = vertex[1];
    vertex[1] = vertex[2];
    vertex[2] = swap;
    params[2] = 1;
    params[4] = 0;
  }
  add_face(b, vertex, n, NULL, b->npatch, params);
  b->npatch++;
}

void ig_shape_bound(ig_DrawShape* shape) {
  float low[3] = {0}, high[3] = {0};
  for (int i = 0; i < shape->nvert; i++) {
    for (int k = 0; k < 3; k++) {
      float x = shape->pos[3 * i + k];
      if (!i || x < low[k]) low[k] = x;
      if (!i || x > high[k]) high[k] = x;
    }
  }
  float most = 0;
  for (int k = 0; k < 3; k++) shape->centre[k] = 0.5f * (low[k] + high[k]);
  for (int i = 0; i < shape->nvert; i++) {
    float d2 = 0;
    for (int k = 0; k < 3; k++) {
      float d = shape->pos[3 * i + k] - shape->centre[k];
      d2 += d * d;
    }
    if (d2 > most) most = d2;
  }
  shape->radius = sqrtf(most);
}

// Make vertices at the same place one. Builders add corners face by face, and a vertex that is there once is transformed once.
static void weld(ig_ShapeBuilder* b) {
  if (!b->nvert) return;
  size_t slots = ig_table_slots((size_t)b->nvert);
  uintptr_t* memory = ig_try_alloc(sizeof(uintptr_t) * slots);
  int* map = ig_try_alloc(sizeof(int) * (size_t)b->nvert);
  if (memory && map) {
    ig_Table table = ig_table_in(memory, slots);
    int kept = 0;
    for (int i = 0; i < b->nvert; i++) {
      float key[4] = {b->pos[3 * i] + 0.0f, b->pos[3 * i + 1] + 0.0f, b->pos[3 * i + 2] + 0.0f, b->alpha[i]};
      uint64_t hash = 0;
      for (int k = 0; k < 4; k++) hash = ig_hash_number(hash, key[k]);
      uintptr_t* slot = ig_table_first(&table, hash);
      while (*slot && (memcmp(b->pos + 3 * (*slot - 1), key, 3 * sizeof(float)) || b->alpha[*slot - 1] != key[3]))
        slot = ig_table_next(&table, slot);
      if (!*slot) {
        memcpy(b->pos + 3 * kept, key, 3 * sizeof(float));
        b->alpha[kept] = key[3];
        *slot = (uintptr_t)++kept;
      }
      map[i] = (int)*slot - 1;
    }
    for (int i = 0; i < 3 * b->nface; i++) b->face[i] = map[b->face[i]];
    b->nvert = kept;
  }
  ig_free(memory);
  ig_free(map);
}

bool ig_shape_finish(ig_ShapeBuilder* b, ig_DrawShape* out) {
  *out = (ig_DrawShape){0};
  if (b->failed) {
    void* arrays[] = {b->pos,         b->normal, b->texcoord, b->patch_uv, b->alpha, b->wire_pos,
                      b->wire_normal, b->face,   b->patch_of, b->line,     b->patch, b->grids};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) ig_free(arrays[i]);
    return false;
  }
  weld(b);
  for (int i = 0; i < b->npatch; i++) {
    b->patch[i].gu = b->grids + (intptr_t)b->patch[i].gu;
    b->patch[i].gv = b->grids + (intptr_t)b->patch[i].gv;
  }
  *out = (ig_DrawShape){.nvert = b->nvert,
                        .nface = b->nface,
                        .pos = b->pos,
                        .face = b->face,
                        .normal = b->normal,
                        .texcoord = b->texcoord,
                        .patch_of = b->patch_of,
                        .patch_uv = b->patch_uv,
                        .patch = b->patch,
                        .npatch = b->npatch,
                        .grids = b->grids,
                        .alpha = b->alpha,
                        .nline = b->nline,
                        .line = b->line,
                        .wire_pos = b->wire_pos,
                        .wire_normal = b->wire_normal};
  if (!b->npatch) {
    ig_free(b->patch_of);
    ig_free(b->patch_uv);
    out->patch_of = NULL;
    out->patch_uv = NULL;
  }
  ig_shape_bound(out);
  return true;
}

void ig_shape_free(ig_DrawShape* shape) {
  const void* arrays[] = {shape->pos,   shape->face,  shape->normal, shape->texcoord, shape->patch_of, shape->patch_uv,
                          shape->patch, shape->grids, shape->alpha,  shape->line,     shape->wire_pos, shape->wire_normal};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) ig_free((void*)arrays[i]);
  *shape = (ig_DrawShape){0};
}
