// SPDX-License-Identifier: Apache-2.0
// What one picture is made of: draws (a shape with its pose and looks), the triangles of them that can be seen, and for each
// light that casts shadows the triangles that stand in its way. The arrays grow with the first pictures and are kept.
#ifndef INGOT_RENDER_FRAME_H_
#define INGOT_RENDER_FRAME_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "base/clones.h"
#include "render/shape.h"
#include "render/texture.h"

enum {
  IG_TILE = 32,  // pixels
  IG_TILE_PIXELS = IG_TILE * IG_TILE,
  IG_MAX_SAMPLES = 4,
  IG_MAX_GL_LIGHTS = 8,  // as many as fixed-function OpenGL has: more are ignored by the reference too
  IG_SUBPIXEL = 256,     // of a pixel, for coverage
};
#define IG_NO_TRIANGLE 0xffffffffu

// when a draw comes in the picture; draws are made in this order
typedef enum {
  IG_PHASE_OPAQUE,
  IG_PHASE_MIRROR,        // seen in the mirror
  IG_PHASE_MIRROR_GLASS,  // transparent and seen in the mirror
  IG_PHASE_HAZE,
  IG_PHASE_GLASS,
  IG_NPHASE
} ig_Phase;

typedef enum { IG_TEX_NONE, IG_TEX_COORD, IG_TEX_PLANAR, IG_TEX_CUBE } ig_TexMode;

typedef struct {
  const ig_DrawShape* shape;
  ig_Phase phase;
  int geom;         // in the scene; -1: sky and haze
  float clip[16];   // from the shape to clip coordinates, row by row
  float eye[12];    // from the shape to the eye, row by row
  float normal[9];  // of normals, row by row
  float rgba[4], emission, specular, shininess;
  bool lit, wire, line;  // line: `shape` is NULL, from the origin to (0, 0, 1)
  bool mirror;           // shows what it reflects
  bool casts;            // shadows
  bool gets;             // shadows
  int cull;              // 1: back faces, -1: front faces, 0: none
  float width;           // of lines, pixels
  ig_TexMode tex_mode;
  const ig_Texture* texture;
  float tex_scale[3];
  bool sky;
} ig_Draw;

// one triangle or line that can be seen
typedef struct {
  int32_t draw, face;
} ig_Tri;

// a convex part of it that lies within the view, counter-clockwise, in 1/256 of pixels
typedef struct {
  int32_t x[3], y[3];
  uint32_t tri;
  uint32_t small;    // all of it in few pixels: integers of 32 bits do
  double z, zx, zy;  // depth at the origin and its change per pixel
} ig_Piece;

// the smallest and the largest of three coordinates
IG_WIDE_INLINE void ig_bounds3(const int32_t x[3], int32_t* low, int32_t* high) {
  int32_t l = x[0] < x[1] ? x[0] : x[1], h = x[0] < x[1] ? x[1] : x[0];
  *low = x[2] < l ? x[2] : l;
  *high = x[2] > h ? x[2] : h;
}

// a triangle in a light's view, square from -1 to 1: edges a x + b y + c >= 0 inside, depth z + zx x + zy y with its offset
typedef struct {
  float a[3], b[3], c[3];
  float z, zx, zy;
} ig_Caster;

// bounds of eight of them, in a list of their own: most are looked at, few are entered. Places without a caster overlap nothing.
typedef struct {
  float low[2][8], high[2][8], nearest[8];
} ig_CasterBoxes;

// neighbours in the list, for passing over many at once
enum { IG_GROUP_BOXES = 4 };
typedef struct {
  float low[2], high[2], nearest;
} ig_CasterGroup;

typedef struct {
  float ambient[3], diffuse[3], specular[3];
  float pos[3], dir[3];                // in the eye's frame; dir: where it shines
  float mirror_pos[3], mirror_dir[3];  // for what is seen in the mirror
  bool positional;
  float attenuation[3], cos_cutoff, exponent;  // cos_cutoff < -1: no cone
  bool shadows;
  // eye to the light's view, row by row, and its map
  float to_map[16];
  float texel;  // of the reference's shadow map, for its depth offset
  ig_Caster* caster;
  ig_CasterBoxes* box;
  int ncaster, room_caster, room_box;
  ig_CasterGroup* group;  // of IG_GROUP_BOXES each
  int ngroup, room_group;
} ig_Light;

typedef struct {
  int left, bottom, width, height;  // of the view in the target
  int samples;
  float lens[16];  // projection
  float view[12];  // model to eye, with the scene's transform
  bool orthographic;
  int ntile_x, ntile_y;
  int clip_left, clip_bottom, clip_right, clip_top;  // the part of the view that lies in the target, from its left and bottom

  bool segment, fog;
  float fog_start, fog_end, fog_rgb[3];
  float ambient;  // of the scene, when it has no light
  bool additive;
  const float* haze_rgb;

  ig_Light light[IG_MAX_GL_LIGHTS];
  int nlight;
  float mirror_clip[4];  // plane in the eye's frame: what is mirrored lies on its positive side
  bool has_mirror;

  ig_Draw* draw;
  int ndraw, room_draw;
  ig_Tri* tri;
  int ntri, room_tri;
  ig_Piece* piece;
  int npiece, room_piece;
  int phase_end[IG_NPHASE];  // pieces of a phase end here
  float* vertex;             // clip coordinates of one shape
  int room_vertex;
  int* bin_first;  // per tile: first entry of bin, and one more
  int room_tile;
  uint32_t* bin;
  int room_bin;
  bool failed;  // memory ended
} ig_RenderFrame;

// room for `count` entries of `size` bytes; what was there is kept
bool ig_frame_room(ig_RenderFrame* f, void* array, int* room, int64_t count, size_t size);
void ig_frame_free(ig_RenderFrame* f);

// triangles of the draws that can be seen, sorted into tiles
void ig_frame_geometry(ig_RenderFrame* f);
// triangles in the way of a light
void ig_frame_casters(ig_RenderFrame* f, ig_Light* light);

// corner k of a triangle: place in the shape, normal, texture coordinates (where the draw has such), clip coordinates
typedef struct {
  float pos[3], normal[3], texcoord[2], alpha;
} ig_Corner;
void ig_corner(const ig_Draw* draw, int face, int k, ig_Corner* out);

// vertex of a corner; shapes without a list of faces have their corners one after the other
static inline int ig_face_vertex(const ig_DrawShape* s, int face, int k) {
  return s->face ? s->face[3 * face + k] : 3 * face + k;
}

static inline void ig_to_clip(const float m[16], const float p[3], float out[4]) {
  for (int i = 0; i < 4; i++) out[i] = m[4 * i] * p[0] + m[4 * i + 1] * p[1] + m[4 * i + 2] * p[2] + m[4 * i + 3];
}
static inline void ig_to_eye(const float m[12], const float p[3], float out[3]) {
  for (int i = 0; i < 3; i++) out[i] = m[4 * i] * p[0] + m[4 * i + 1] * p[1] + m[4 * i + 2] * p[2] + m[4 * i + 3];
}

// the four points in clip coordinates of a line that is as wide as the draw says
void ig_line_quad(const ig_RenderFrame* f, const ig_Draw* draw, int line, float quad[4][4]);

#endif  // INGOT_RENDER_FRAME_H_
