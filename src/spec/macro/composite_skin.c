// SPDX-License-Identifier: Apache-2.0
// Two sheets of vertices, above and below the boxes, closed by thin triangles along the rim. The bones stand in a grid:
// along the cable one per vertex of the cable, across it 2, or 3 if the sheets are refined. With a refinement, each
// vertex hangs on the 4 x 4 bones around its square by bicubic interpolation; slopes are central differences, one-sided
// at the ends.
#include "spec/macro/composite_skin.h"

#include <stdio.h>

#include <mujoco/mujoco.h>

#include "spec/add.h"

typedef struct Sheet_ {
  int nx, ny;  // vertices along and across
} Sheet;

static int vertex_id(const Sheet* s, int side, int ix, int iy) { return (side * s->nx + ix) * s->ny + iy; }

static void add_face(void* face, int a, int b, int c) { ig_vec_append(face, (int[]){a, b, c}, 3, sizeof(int)); }

// the two sheets, with opposite orientation
static void add_sheets(const ig_Composite* c, mjsSkin* skin, const Sheet* s) {
  for (int side = 0; side < 2; side++) {
    for (int ix = 0; ix < s->nx; ix++) {
      for (int iy = 0; iy < s->ny; iy++) {
        ig_vec_append(skin->vert, NULL, 3, sizeof(float));
        if (c->skintexcoord) {
          const float uv[2] = {ix / (float)(s->nx - 1), iy / (float)(s->ny - 1)};
          ig_vec_append(skin->texcoord, uv, 2, sizeof(float));
        }
        if (ix == s->nx - 1 || iy == s->ny - 1) continue;
        int here = vertex_id(s, side, ix, iy), below = side == 1, above = side == 0;
        add_face(skin->face, here, vertex_id(s, side, ix + 1, iy + below), vertex_id(s, side, ix + 1, iy + above));
        add_face(skin->face, here, vertex_id(s, side, ix + above, iy + 1), vertex_id(s, side, ix + below, iy + 1));
      }
    }
  }
}

// a strip between the sheets along one edge of the rim; the flag turns it inside out
static void add_strip(mjsSkin* skin, int a0, int a1, int other, bool turned) {
  if (turned) {
    add_face(skin->face, a0, other + a1, a1);
    add_face(skin->face, a0, other + a0, other + a1);
  } else {
    add_face(skin->face, a0, a1, other + a1);
    add_face(skin->face, a0, other + a1, other + a0);
  }
}

static void add_rim(mjsSkin* skin, const Sheet* s) {
  int other = s->nx * s->ny;
  for (int side = 0; side < 2; side++) {
    int iy = side ? s->ny - 1 : 0;
    for (int ix = 0; ix < s->nx - 1; ix++) {
      add_strip(skin, vertex_id(s, 0, ix, iy), vertex_id(s, 0, ix + 1, iy), other, side == 0);
    }
  }
  for (int side = 0; side < 2; side++) {
    int ix = side ? s->nx - 1 : 0;
    for (int iy = 0; iy < s->ny - 1; iy++) {
      add_strip(skin, vertex_id(s, 0, ix, iy), vertex_id(s, 0, ix, iy + 1), other, side == 1);
    }
  }
}

// the last two rows of bones sit on the last body
static void add_bones(const ig_Composite* c, mjsSkin* skin, int nacross) {
  const mjsGeom* geom = c->def->s.geom;
  int n = c->count[0];
  for (int ix = 0; ix < n; ix++) {
    char text[32];
    if (ix == 0) {
      snprintf(text, sizeof(text), "B_first");
    } else if (ix >= n - 2) {
      snprintf(text, sizeof(text), "B_last");
    } else {
      snprintf(text, sizeof(text), "B_%d", ix);
    }
    for (int iy = 0; iy < nacross; iy++) {
      double across = iy == 0 ? -geom->size[1] : iy == nacross - 1 ? geom->size[1] : 0;
      const float pos[3] = {ix == n - 1 ? (float)(-2 * geom->size[0]) : 0, (float)across, 0};
      const float quat[4] = {1, 0, 0, 0};
      ig_texts_append(skin->bodyname, text);
      ig_text_wrap(ig_texts_slot(skin->bodyname, ig_texts_count(skin->bodyname) - 1), ig_text(&c->prefix), "");
      ig_vec_append(skin->bindpos, pos, 3, sizeof(float));
      ig_vec_append(skin->bindquat, quat, 4, sizeof(float));
    }
  }
}

// one-dimensional cubic from 0 to 1: coefficient of each power by (value at 0, value at 1, slope at 0, slope at 1)
static const double cubic[4][4] = {{1, 0, 0, 0}, {0, 0, 1, 0}, {-3, 3, -2, -1}, {2, -2, 1, 1}};

// the same four numbers from the four nodes around the interval; first and last interval have one neighbour less
static void node_differences(double d[4][4], bool at_start, bool at_end) {
  static const double central[2][4] = {{-0.5, 0, 0.5, 0}, {0, -0.5, 0, 0.5}};
  static const double one_sided[4] = {0, -1, 1, 0};
  for (int k = 0; k < 4; k++) {
    d[0][k] = k == 1;
    d[1][k] = k == 2;
    d[2][k] = at_start ? one_sided[k] : central[0][k];
    d[3][k] = at_end ? one_sided[k] : central[1][k];
  }
}

// which of the four numbers a datum of the square takes in x and y: values at the corners (0,0) (1,0) (1,1) (0,1), then
// slopes in x, slopes in y, mixed slopes at the same corners
static int datum_x(int i) { return (i % 4 == 1 || i % 4 == 2) + 2 * (i / 4 % 2); }
static int datum_y(int i) { return (i % 4 >= 2) + 2 * (i / 8); }

// weights of the 4 x 4 nodes around the square at (x, y). Terms that cancel leave a rounding error behind, and 3.5.0
// hangs the vertex on that bone all the same: the order of the sums is its order.
static void bicubic_weights(double w[16], double x, double y, double dx[4][4], double dy[4][4]) {
  double datum[16] = {0};
  for (int power = 0; power < 16; power++) {
    double term = 1;
    for (int k = 0; k < power / 4; k++) term *= x;
    for (int k = 0; k < power % 4; k++) term *= y;
    if (term == 0) continue;
    for (int i = 0; i < 16; i++) datum[i] += cubic[power / 4][datum_x(i)] * cubic[power % 4][datum_y(i)] * term;
  }
  for (int k = 0; k < 16; k++) w[k] = 0;
  for (int i = 0; i < 16; i++) {
    if (datum[i] == 0) continue;
    for (int k = 0; k < 16; k++) w[k] += dx[datum_x(i)][k / 4] * dy[datum_y(i)][k % 4] * datum[i];
  }
}

static void bind_vertex(mjsSkin* skin, int bone, int vertex, int other, double weight) {
  if (weight == 0) return;
  const int id[2] = {vertex, vertex + other};
  const float w[2] = {(float)weight, (float)weight};
  ig_vec_append(IG_ITEMS(ig_Vector, skin->vertid) + bone, id, 2, sizeof(int));
  ig_vec_append(IG_ITEMS(ig_Vector, skin->vertweight) + bone, w, 2, sizeof(float));
}

// the vertices of one square between the bones; the last square in each direction also owns its far edge
static void bind_square(const ig_Composite* c, mjsSkin* skin, const Sheet* s, int ix, int iy, int nacross) {
  int fine = 1 + c->skinsubgrid, n = c->count[0];
  double step = 1.0 / fine, dx[4][4], dy[4][4], w[16];
  node_differences(dx, ix == 0, ix == n - 2);
  node_differences(dy, iy == 0, iy == nacross - 2);
  for (int sx = 0; sx < fine + (ix == n - 2); sx++) {
    for (int sy = 0; sy < fine + (iy == nacross - 2); sy++) {
      int vertex = vertex_id(s, 0, ix * fine + sx, iy * fine + sy);
      bicubic_weights(w, sx * step, sy * step, dx, dy);
      for (int k = 0; k < 16; k++) {
        int bx = ix + k / 4 - 1, by = iy + k % 4 - 1;
        if (bx < 0 || bx >= n || by < 0 || by >= nacross) continue;
        bind_vertex(skin, bx * nacross + by, vertex, s->nx * s->ny, w[k]);
      }
    }
  }
}

void ig_composite_skin(const ig_Composite* c, ig_Spec* spec) {
  ig_Element* el = ig_add_element(spec, mjOBJ_SKIN, NULL);
  mjsSkin* skin = IG_PUBLIC(mjsSkin, el);
  ig_text_set(&el->name, ig_text(&c->prefix));
  ig_text_wrap(&el->name, "", "Skin");
  ig_container_copy(skin->material, &c->skinmaterial, IG_TEXT);
  for (int k = 0; k < 4; k++) skin->rgba[k] = c->skinrgba[k];
  skin->inflate = (float)(2 * c->def->s.geom->size[2]);
  skin->group = c->skingroup;

  int subgrid = c->skinsubgrid > 0 ? c->skinsubgrid : 0, nacross = subgrid ? 3 : 2;
  const Sheet sheet = {c->count[0] + (c->count[0] - 1) * subgrid, nacross + (nacross - 1) * subgrid};
  add_sheets(c, skin, &sheet);
  add_rim(skin, &sheet);
  add_bones(c, skin, nacross);
  int nbone = c->count[0] * nacross;
  for (int i = 0; i < nbone; i++) {
    ig_vecs_append(skin->vertid, NULL, 0, sizeof(int));
    ig_vecs_append(skin->vertweight, NULL, 0, sizeof(float));
  }
  if (!subgrid) {
    for (int i = 0; i < nbone; i++) bind_vertex(skin, i, i, sheet.nx * sheet.ny, 1);
    return;
  }
  for (int ix = 0; ix < c->count[0] - 1; ix++) {
    for (int iy = 0; iy < nacross - 1; iy++) bind_square(c, skin, &sheet, ix, iy, nacross);
  }
}
