// SPDX-License-Identifier: Apache-2.0
// What stands behind an mjrContext: shapes and textures of the model, picture memory, and the work space of frames.
//
// The context's fields keep their public layout. Its numbers of OpenGL objects are small numbers of ours that say only that
// something is there; the renderer itself is found from the array `skinvertVBO`.
#ifndef INGOT_RENDER_RENDERER_H_
#define INGOT_RENDER_RENDERER_H_

#include <mujoco/mujoco.h>

#include "base/workers.h"
#include "render/font.h"
#include "render/frame.h"
#include "render/target.h"
#include "render/tile.h"

enum { IG_MAX_RENDER_THREADS = 64 };

typedef struct {
  ig_DrawShape unit[IG_NUNIT];
  int nplane, nmesh, nhfield, nskin, ntexture;
  ig_DrawShape *plane, *mesh, *hfield;  // mesh: surface and hull of each
  int numquads;                         // for height fields that are uploaded later
  ig_Texture* texture;
  struct {
    int nface;
    int* face;
    float* texcoord;
  } * skin;
  float haze_rgb[3];

  ig_Target off, window, aux[mjNAUX];
  ig_Target* bound;  // where drawing goes
  mjrRect view;      // of the last drawing, for text at relative places
  ig_Font font[2];   // normal and big

  ig_RenderFrame frame;
  ig_DrawShape* surface;  // flexes and skins of this frame
  int room_surface;
  ig_Tile* tile[IG_MAX_RENDER_THREADS];
  ig_Workers* workers;
  int threads;
} ig_Renderer;

// of a context that mjr_makeContext has filled; NULL otherwise
ig_Renderer* ig_renderer(const mjrContext* con);

// the renderer that this thread used last: some functions of the API have no context
ig_Renderer* ig_current_renderer(void);
void ig_use_renderer(ig_Renderer* r);

// bind the buffer that con->currentBuffer names
void ig_bind_current(const mjrContext* con);

// shapes of the model; false: no memory
bool ig_load_planes(ig_Renderer* r, const mjModel* m);
bool ig_load_mesh(ig_Renderer* r, const mjModel* m, int mesh);
bool ig_load_hfield(ig_Renderer* r, const mjModel* m, int hfield);
bool ig_load_skins(ig_Renderer* r, const mjModel* m);

// text with its lower left corner at a pixel of the bound target
void ig_draw_text(ig_Renderer* r, int font, const char* text, int length, int x, int y, const float rgb[3]);

// rectangle of pixels, blended; clipped to the target and, if not NULL, to another rectangle
void ig_fill(ig_Target* target, mjrRect rect, const mjrRect* clip, const float rgba[4]);

#endif  // INGOT_RENDER_RENDERER_H_
