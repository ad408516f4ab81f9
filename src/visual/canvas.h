// SPDX-License-Identifier: Apache-2.0
// Drawing into the abstract scene: one geom after the other, in the order they were drawn.
//
// A new geom comes with default looks and belongs to the scene once it is kept; one that turns out to be invisible is
// simply not kept. When the scene is full, drawing goes on in a spare geom that is not drawn, and the scene's status
// says so. That way no drawing function has to ask.
#ifndef INGOT_VISUAL_CANVAS_H_
#define INGOT_VISUAL_CANVAS_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

typedef struct {
  const mjModel* m;
  mjData* d;
  const mjvOption* opt;
  const mjvPerturb* pert;
  int categories;  // the mjtCatBit that are drawn
  mjvScene* scn;
  float scale;  // mean size of the model's bodies, for decor
  mjvGeom spare;
} ig_Canvas;

// start a geom; keep it
mjvGeom* ig_new_geom(ig_Canvas* c, mjtObj type, int id, mjtCatBit category);
void ig_keep(ig_Canvas* c, const mjvGeom* geom);

static inline mjvGeom* ig_new_decor(ig_Canvas* c, mjtObj type, int id) { return ig_new_geom(c, type, id, mjCAT_DECOR); }

// place: type, three sizes as they are, position and orientation (NULL: keep)
void ig_put_geom(mjvGeom* geom, mjtGeom type, float x, float y, float z, const mjtNum pos[3], const mjtNum* mat);

// place a geom between two points, as mjv_connector does, for a type that can be one
void ig_connect(mjvGeom* geom, mjtGeom type, mjtNum width, const mjtNum from[3], const mjtNum to[3]);

void ig_paint(mjvGeom* geom, const float rgba[4]);

// the looks of a material (-1: none) and a colour that goes before the material's unless it is the default gray
void ig_paint_material(const ig_Canvas* c, mjvGeom* geom, int material, const float rgba[4]);

// a colour for the island that begins with a dof (-1: gray), paler when asleep
void ig_paint_island(mjvGeom* geom, int first_dof, bool awake);

// finished pieces of decor
void ig_draw_connector(ig_Canvas* c, mjtObj type, int id, mjtGeom shape, mjtNum width, const mjtNum from[3], const mjtNum to[3],
                       const float* rgba);
void ig_draw_triangle(ig_Canvas* c, mjtObj type, int id, const mjtNum corner[3][3], const float rgba[4]);
void ig_draw_frame(ig_Canvas* c, int id, const mjtNum pos[3], const mjtNum mat[9], float length, float width);

// axes of the usual size
void ig_draw_axes(ig_Canvas* c, int id, const mjtNum pos[3], const mjtNum mat[9]);

// name the geom after an object, by number if that has no name; ig_label does so when labels of this kind are on
void ig_name(const ig_Canvas* c, mjvGeom* geom, mjtObj type, int id);
void ig_label(const ig_Canvas* c, mjvGeom* geom, mjtLabel kind, mjtObj type, int id);

// selected objects shine
static inline void ig_glow(const ig_Canvas* c, mjvGeom* geom) { geom->emission += c->m->vis.global.glow; }

static inline bool ig_group_shown(const mjtByte groups[mjNGROUP], int group) {
  return groups[group < 0 ? 0 : group > mjNGROUP - 1 ? mjNGROUP - 1 : group];
}

// a body welded to the world is static, unless a mocap body carries it
static inline mjtCatBit ig_body_category(const mjModel* m, int body) {
  bool fixed = m->body_weldid[body] == 0 && m->body_mocapid[m->body_rootid[body]] == -1;
  return fixed ? mjCAT_STATIC : mjCAT_DYNAMIC;
}
static inline bool ig_body_shown(const ig_Canvas* c, int body) { return ig_body_category(c->m, body) & c->categories; }

static inline void ig_to_float(float* out, const mjtNum* in, int n) {
  for (int i = 0; i < n; i++) out[i] = (float)in[i];
}

// NULL stands for small, the origin, no turn, gray
void ig_init_geom(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3], const mjtNum mat[9], const float rgba[4]);

#endif  // INGOT_VISUAL_CANVAS_H_
