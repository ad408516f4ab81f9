// SPDX-License-Identifier: Apache-2.0
// A scene as draws, and the frame made of them. The order of passes and blending is that of MuJoCo's own renderer: what the
// mirror shows, opaque geoms, light by light those that cast shadows, sky and haze, then transparent geoms from near to far
// and back again.
#include "render/render.h"

#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "base/memory.h"
#include "lane/elementary.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/scalar.h"
#include "math/vec3.h"
#include "render/renderer.h"
#include "visual/camera.h"

static float greater(float a, float b) { return a > b ? a : b; }

// the radius of what is never out of sight, and the distance of what is behind all else
static const float everywhere = 1e10f;

// ---- poses: three rows of four

typedef struct {
  double m[12];
} Pose;

static Pose identity(void) { return (Pose){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}}; }

static Pose times(const Pose* a, const Pose* b) {
  Pose out;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 4; j++) {
      double sum = j == 3 ? a->m[4 * i + 3] : 0;
      for (int k = 0; k < 3; k++) sum += a->m[4 * i + k] * b->m[4 * k + j];
      out.m[4 * i + j] = sum;
    }
  }
  return out;
}

static Pose move(const Pose* a, double x, double y, double z) {
  Pose shift = identity();
  shift.m[3] = x;
  shift.m[7] = y;
  shift.m[11] = z;
  return times(a, &shift);
}

static Pose stretch(const Pose* a, double x, double y, double z) {
  Pose out = *a;
  for (int i = 0; i < 3; i++) {
    out.m[4 * i] *= x;
    out.m[4 * i + 1] *= y;
    out.m[4 * i + 2] *= z;
  }
  return out;
}

static Pose place(const float pos[3], const float mat[9]) {
  Pose out;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) out.m[4 * i + j] = mat[3 * i + j];
    out.m[4 * i + 3] = pos[i];
  }
  return out;
}

// general inverse; a pose that has none gives zeros
static Pose inverse(const Pose* a) {
  const double* m = a->m;
  double c[9] = {m[5] * m[10] - m[6] * m[9], m[2] * m[9] - m[1] * m[10], m[1] * m[6] - m[2] * m[5],
                 m[6] * m[8] - m[4] * m[10], m[0] * m[10] - m[2] * m[8], m[2] * m[4] - m[0] * m[6],
                 m[4] * m[9] - m[5] * m[8],  m[1] * m[8] - m[0] * m[9],  m[0] * m[5] - m[1] * m[4]};
  double det = m[0] * c[0] + m[1] * c[3] + m[2] * c[6], scale = det != 0 ? 1 / det : 0;
  Pose out;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) out.m[4 * i + j] = c[3 * i + j] * scale;
    out.m[4 * i + 3] = -(c[3 * i] * m[3] + c[3 * i + 1] * m[7] + c[3 * i + 2] * m[11]) * scale;
  }
  return out;
}

static void unit3(double v[3]) {
  double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const double least = 1e-10;
  if (length < least) {
    v[0] = v[1] = 0;
    v[2] = 1;
    return;
  }
  for (int k = 0; k < 3; k++) v[k] /= length;
}

static void cross3(double out[3], const double a[3], const double b[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

// the frame of an eye that looks along `forward`: x to the right, y up, z backwards
static Pose look(const float eye[3], const float forward[3], const float up[3]) {
  double f[3] = {forward[0], forward[1], forward[2]}, above[3] = {up[0], up[1], up[2]}, s[3], u[3];
  unit3(f);
  cross3(s, f, above);
  unit3(s);
  cross3(u, s, f);
  unit3(u);
  Pose out;
  for (int k = 0; k < 3; k++) {
    out.m[k] = s[k];
    out.m[4 + k] = u[k];
    out.m[8 + k] = -f[k];
  }
  for (int i = 0; i < 3; i++) out.m[4 * i + 3] = -(out.m[4 * i] * eye[0] + out.m[4 * i + 1] * eye[1] + out.m[4 * i + 2] * eye[2]);
  return out;
}

// Projections to depth 1 at the near plane and 0 at the far plane: with floats, what is far keeps its precision.
static void perspective(double out[16], double left, double right, double bottom, double top, double near, double far) {
  memset(out, 0, 16 * sizeof(double));
  out[0] = 2 * near / (right - left);
  out[2] = (right + left) / (right - left);
  out[5] = 2 * near / (top - bottom);
  out[6] = (top + bottom) / (top - bottom);
  out[10] = near / (far - near);
  out[11] = far * near / (far - near);
  out[14] = -1;
}

static void parallel(double out[16], double left, double right, double bottom, double top, double near, double far) {
  memset(out, 0, 16 * sizeof(double));
  out[0] = 2 / (right - left);
  out[3] = -(right + left) / (right - left);
  out[5] = 2 / (top - bottom);
  out[7] = -(top + bottom) / (top - bottom);
  out[10] = 1 / (far - near);
  out[11] = far / (far - near);
  out[15] = 1;
}

static void project(const double lens[16], const Pose* pose, float out[16]) {
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      double sum = j == 3 ? lens[4 * i + 3] : 0;
      for (int k = 0; k < 3; k++) sum += lens[4 * i + k] * pose->m[4 * k + j];
      out[4 * i + j] = (float)sum;
    }
  }
}

// ---- draws

typedef struct {
  ig_Renderer* r;
  const mjrContext* con;
  mjvScene* scn;
  ig_RenderFrame* f;
  double lens[16];
  Pose view;      // model to eye
  Pose mirrored;  // the same for what is seen in the mirror
  float head[3];
  int nsurface;
  ig_Phase phase;
  bool mirror;  // now drawing what is seen in the mirror
  float dim;    // factor on colours there
} Scene;

static bool is_behind(const Scene* s, const mjvGeom* g) {
  return (s->head[0] - g->pos[0]) * g->mat[2] + (s->head[1] - g->pos[1]) * g->mat[5] + (s->head[2] - g->pos[2]) * g->mat[8] < 0;
}

static bool is_mirror(const mjvGeom* g) {
  return (g->type == mjGEOM_PLANE || g->type == mjGEOM_BOX) && !g->transparent && g->reflectance > 0;
}

static void set_pose(Scene* s, ig_Draw* d, const Pose* model) {
  Pose eye = times(s->mirror ? &s->mirrored : &s->view, model);
  project(s->lens, &eye, d->clip);
  for (int k = 0; k < 12; k++) d->eye[k] = (float)eye.m[k];
  // normals by the cofactors, which are the inverse transposed up to a factor; mirrored ones the other way round
  const double* m = eye.m;
  double c[9] = {m[5] * m[10] - m[6] * m[9], m[6] * m[8] - m[4] * m[10], m[4] * m[9] - m[5] * m[8],
                 m[2] * m[9] - m[1] * m[10], m[0] * m[10] - m[2] * m[8], m[1] * m[8] - m[0] * m[9],
                 m[1] * m[6] - m[2] * m[5],  m[2] * m[4] - m[0] * m[6],  m[0] * m[5] - m[1] * m[4]};
  double det = m[0] * c[0] + m[1] * c[1] + m[2] * c[2], largest = 0;
  for (int k = 0; k < 9; k++) largest = fabs(c[k]) > largest ? fabs(c[k]) : largest;
  double scale = largest > 0 ? (det < 0 ? -1 : 1) / largest : 0;
  for (int k = 0; k < 9; k++) d->normal[k] = (float)(c[k] * scale);
}

// texture of the geom's material
static void set_texture(const Scene* s, ig_Draw* d, const mjvGeom* g) {
  if (g->matid < 0 || g->matid >= mjMAXMATERIAL) return;
  const mjrContext* con = s->con;
  int id = con->mat_texid[mjNTEXROLE * g->matid + mjTEXROLE_RGB];
  if (id < 0 || id >= s->r->ntexture) return;
  const ig_Texture* texture = &s->r->texture[id];
  bool uniform = con->mat_texuniform[g->matid];
  if (g->texcoord) {
    if (texture->cube) return;
    d->tex_mode = IG_TEX_COORD;
  } else if (!texture->cube) {
    d->tex_mode = IG_TEX_PLANAR;
    for (int k = 0; k < 2; k++) {
      float scale = con->mat_texrepeat[2 * g->matid + k], size = g->size[k];
      // shapes of the model's own have their size already
      const float least = 1e-15f;
      if (g->dataid >= 0 && size > 0) scale /= size > least ? size : least;
      if (uniform && size > 0) scale *= size;
      d->tex_scale[k] = scale;
    }
  } else {
    d->tex_mode = IG_TEX_CUBE;
    for (int k = 0; k < 3; k++) d->tex_scale[k] = uniform ? g->size[k] : 1;
  }
  d->texture = texture;
}

static ig_Draw* new_draw(Scene* s) {
  ig_RenderFrame* f = s->f;
  if (!ig_frame_room(f, &f->draw, &f->room_draw, (int64_t)f->ndraw + 1, sizeof(ig_Draw))) return NULL;
  IG_ASSERT(f->ndraw < f->room_draw);
  ig_Draw* d = &f->draw[f->ndraw++];
  memset(d, 0, sizeof *d);
  d->phase = s->phase;
  d->geom = -1;
  return d;
}

// a draw with the looks of a geom
static ig_Draw* geom_draw(Scene* s, const mjvGeom* g) {
  ig_Draw* d = new_draw(s);
  if (!d) return NULL;
  ig_RenderFrame* f = s->f;
  d->geom = (int)(g - s->scn->geoms);
  memcpy(d->rgba, g->rgba, sizeof d->rgba);
  for (int k = 0; k < 3; k++) d->rgba[k] *= s->dim;
  if (g->type == mjGEOM_PLANE && is_behind(s, g)) d->rgba[3] *= 0.3f;
  d->emission = g->emission;
  d->specular = g->specular;
  d->shininess = g->shininess * 128;
  d->shininess = d->shininess < 0 ? 0 : d->shininess > 128 ? 128 : d->shininess;
  d->lit = !f->segment;
  d->wire = s->scn->flags[mjRND_WIREFRAME] && !f->segment;
  d->width = s->con->lineWidth;
  d->gets = s->phase == IG_PHASE_OPAQUE;
  // shadows of lines are too thin to be seen
  d->casts = (s->phase == IG_PHASE_OPAQUE || s->phase == IG_PHASE_GLASS) && g->type != mjGEOM_LINE &&
             g->category != mjCAT_DECOR && !d->wire;
  d->mirror = s->phase == IG_PHASE_OPAQUE && is_mirror(g);
  d->cull = s->scn->flags[mjRND_CULL_FACE] ? (s->mirror ? -1 : 1) : 0;
  if (f->segment) {
    int id = g->segid + 1;
    for (int k = 0; k < 3; k++) {
      static const int base[3] = {2, 3, 5};
      d->rgba[k] = s->scn->flags[mjRND_IDCOLOR] ? (float)(id >> (8 * k) & 255) / 255
                                                : 0.1f + 0.8f * (float)ig_halton(g->segid + 10, base[k]);
    }
    d->rgba[3] = 1;
  } else {
    set_texture(s, d, g);
  }
  return d;
}

static void draw_shape(Scene* s, const mjvGeom* g, const ig_DrawShape* shape, const Pose* pose) {
  if (!shape->nface) return;
  ig_Draw* d = geom_draw(s, g);
  if (!d) return;
  d->shape = shape;
  set_pose(s, d, pose);
  if (g->type == mjGEOM_TRIANGLE) d->cull = 0;
  // planes are seen from behind too
  if (g->type == mjGEOM_PLANE && is_behind(s, g)) d->cull = -d->cull;
}

static void draw_line(Scene* s, const mjvGeom* g, const Pose* pose, const float from[3], const float to[3], float width) {
  ig_Draw* d = geom_draw(s, g);
  if (!d) return;
  d->line = true;
  d->lit = d->casts = d->gets = d->wire = false;
  d->texture = NULL;
  d->cull = 0;
  d->width = width;
  Pose segment = identity();
  for (int i = 0; i < 3; i++) {
    segment.m[4 * i + 2] = to[i] - from[i];
    segment.m[4 * i + 3] = from[i];
  }
  segment = times(pose, &segment);
  set_pose(s, d, &segment);
}

static void draw_line_box(Scene* s, const mjvGeom* g, const Pose* pose) {
  for (int axis = 0; axis < 3; axis++) {
    for (int corner = 0; corner < 4; corner++) {
      float from[3], to[3];
      int a = (axis + 1) % 3, b = (axis + 2) % 3;
      from[axis] = -g->size[axis];
      to[axis] = g->size[axis];
      from[a] = to[a] = corner & 1 ? g->size[a] : -g->size[a];
      from[b] = to[b] = corner & 2 ? g->size[b] : -g->size[b];
      draw_line(s, g, pose, from, to, 1.5f * s->con->lineWidth);
    }
  }
}

static void draw_capsule(Scene* s, const mjvGeom* g, const Pose* pose) {
  const ig_DrawShape* unit = s->r->unit;
  double radius = 0.5 * (g->size[0] + g->size[1]), half = g->size[2];
  Pose tube = stretch(pose, g->size[0], g->size[1], half);
  draw_shape(s, g, &unit[IG_UNIT_TUBE], &tube);
  Pose cap = stretch(pose, g->size[0], g->size[1], radius);
  double shift = radius > 0 ? (half - radius) / radius : 0;
  Pose top = move(&cap, 0, 0, shift), bottom = move(&cap, 0, 0, -shift);
  draw_shape(s, g, &unit[IG_UNIT_DOME], &top);
  draw_shape(s, g, &unit[IG_UNIT_BOWL], &bottom);
}

static void draw_arrow(Scene* s, const mjvGeom* g, const Pose* pose) {
  const ig_DrawShape* unit = s->r->unit;
  double head = g->type == mjGEOM_ARROW1 ? 1 : 1.75;
  if (g->type == mjGEOM_ARROW2) {
    Pose shaft = stretch(pose, g->size[0], g->size[1], g->size[2] / 3);
    draw_shape(s, g, &unit[IG_UNIT_TUBE], &shaft);
    Pose tips = stretch(&shaft, head, head, 0.5), up = move(&tips, 0, 0, 2), down = move(&tips, 0, 0, -2);
    Pose turned = stretch(&down, 1, -1, -1);
    draw_shape(s, g, &unit[IG_UNIT_CONE], &turned);
    draw_shape(s, g, &unit[IG_UNIT_CONE], &up);
    return;
  }
  Pose scaled = stretch(pose, g->size[0], g->size[1], g->size[2] / 6), shaft = move(&scaled, 0, 0, 1);
  draw_shape(s, g, &unit[IG_UNIT_CYLINDER], &shaft);
  Pose end = move(&shaft, 0, 0, 1), tip = stretch(&end, head, head, 1);
  draw_shape(s, g, &unit[IG_UNIT_CONE], &tip);
}

// a shape that lasts for this frame
static ig_DrawShape* new_surface(Scene* s) {
  ig_Renderer* r = s->r;
  if (s->nsurface >= r->room_surface) return NULL;
  ig_DrawShape* shape = &r->surface[s->nsurface++];
  *shape = (ig_DrawShape){0};
  return shape;
}

// flexes and skins are not culled: their bounds change with every frame
static void finish_surface(ig_DrawShape* shape) { shape->radius = everywhere; }

static void flex_edges(Scene* s, const mjvGeom* g, int flex) {
  const mjvScene* scn = s->scn;
  for (int e = scn->flexedgeadr[flex]; e < scn->flexedgeadr[flex] + scn->flexedgenum[flex]; e++) {
    const float* a = scn->flexvert + 3 * (scn->flexvertadr[flex] + scn->flexedge[2 * e]);
    const float* b = scn->flexvert + 3 * (scn->flexvertadr[flex] + scn->flexedge[2 * e + 1]);
    mjtNum along[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, quat[4], mat[9];
    mjtNum length = ig_normalize3(along);
    ig_quat_z2vec(quat, along);
    ig_quat2mat(mat, quat);
    float middle[3], axes[9];
    for (int k = 0; k < 3; k++) middle[k] = 0.5f * (a[k] + b[k]);
    for (int k = 0; k < 9; k++) axes[k] = (float)mat[k];
    Pose pose = place(middle, axes);
    pose = stretch(&pose, g->size[0], g->size[0], 0.5 * length);
    draw_shape(s, g, &s->r->unit[IG_UNIT_TUBE], &pose);
  }
}

static void draw_flex(Scene* s, const mjvGeom* g) {
  const mjvScene* scn = s->scn;
  int flex = g->objid, first = s->f->ndraw;
  bool skinned = scn->flexskinopt && scn->flexfaceused[flex];
  if (g->size[0] > 0 && scn->flexvertopt && !skinned) {
    for (int v = scn->flexvertadr[flex]; v < scn->flexvertadr[flex] + scn->flexvertnum[flex]; v++) {
      Pose pose = identity();
      pose = move(&pose, scn->flexvert[3 * v], scn->flexvert[3 * v + 1], scn->flexvert[3 * v + 2]);
      pose = stretch(&pose, g->size[0], g->size[0], g->size[0]);
      draw_shape(s, g, &s->r->unit[IG_UNIT_SPHERE], &pose);
    }
  }
  if (g->size[0] > 0 && scn->flexedgeopt && !skinned) flex_edges(s, g, flex);
  // points and edges have no texture
  for (int i = first; i < s->f->ndraw; i++) s->f->draw[i].texture = NULL;
  int faces = scn->flexfaceused[flex], address = scn->flexfaceadr[flex];
  ig_DrawShape* shape = faces ? new_surface(s) : NULL;
  if (!shape) return;
  shape->nvert = 3 * faces;
  shape->nface = faces;
  shape->pos = scn->flexface + 9 * address;
  shape->normal = scn->flexnormal + 9 * address;
  shape->texcoord = g->texcoord && g->matid >= 0 ? scn->flextexcoord + 6 * address : NULL;
  finish_surface(shape);
  Pose pose = identity();
  draw_shape(s, g, shape, &pose);
}

static void draw_skin(Scene* s, const mjvGeom* g) {
  const mjvScene* scn = s->scn;
  int skin = g->objid;
  ig_DrawShape* shape = skin >= 0 && skin < s->r->nskin ? new_surface(s) : NULL;
  if (!shape) return;
  shape->nvert = scn->skinvertnum[skin];
  shape->nface = scn->skinfacenum[skin];
  shape->pos = scn->skinvert + 3 * scn->skinvertadr[skin];
  shape->face = s->r->skin[skin].face;
  shape->normal = scn->skinnormal + 3 * scn->skinvertadr[skin];
  shape->normal_index = shape->face;
  shape->texcoord = s->r->skin[skin].texcoord;
  shape->texcoord_index = shape->face;
  finish_surface(shape);
  Pose pose = identity();
  draw_shape(s, g, shape, &pose);
}

static void draw_plane(Scene* s, const mjvGeom* g, const Pose* pose) {
  ig_Renderer* r = s->r;
  if (g->dataid >= 0) {
    if (g->dataid < r->nplane) draw_shape(s, g, &r->plane[g->dataid], pose);
    return;
  }
  Pose scaled = stretch(pose, g->size[0], g->size[1], 1);
  draw_shape(s, g, &r->unit[IG_UNIT_SQUARE], &scaled);
}

static void draw_geom(Scene* s, const mjvGeom* g) {
  ig_Renderer* r = s->r;
  const float* size = g->size;
  Pose pose = place(g->pos, g->mat), scaled = stretch(&pose, size[0], size[1], size[2]);
  switch (g->type) {
    case mjGEOM_PLANE: draw_plane(s, g, &pose); break;
    case mjGEOM_HFIELD:
      if (g->dataid >= 0 && g->dataid < r->nhfield) draw_shape(s, g, &r->hfield[g->dataid], &pose);
      break;
    case mjGEOM_SPHERE:
    case mjGEOM_ELLIPSOID: draw_shape(s, g, &r->unit[IG_UNIT_SPHERE], &scaled); break;
    case mjGEOM_CAPSULE: draw_capsule(s, g, &pose); break;
    case mjGEOM_CYLINDER: draw_shape(s, g, &r->unit[IG_UNIT_CYLINDER], &scaled); break;
    case mjGEOM_BOX: draw_shape(s, g, &r->unit[IG_UNIT_BOX], &scaled); break;
    case mjGEOM_MESH:
    case mjGEOM_SDF:
      if (g->dataid >= 0 && g->dataid < 2 * r->nmesh) draw_shape(s, g, &r->mesh[g->dataid], &pose);
      break;
    case mjGEOM_ARROW:
    case mjGEOM_ARROW1:
    case mjGEOM_ARROW2: draw_arrow(s, g, &pose); break;
    case mjGEOM_LINE: draw_line(s, g, &pose, (float[3]){0, 0, 0}, (float[3]){0, 0, size[2]}, size[0] * s->con->lineWidth); break;
    case mjGEOM_LINEBOX: draw_line_box(s, g, &pose); break;
    case mjGEOM_TRIANGLE:
      scaled = stretch(&pose, size[0], size[1], 1);
      draw_shape(s, g, &r->unit[IG_UNIT_TRIANGLE], &scaled);
      break;
    case mjGEOM_FLEX: draw_flex(s, g); break;
    case mjGEOM_SKIN: draw_skin(s, g); break;
    default: break;
  }
}

// ---- sky

static void draw_haze(Scene* s, const Pose* sky, float reach) {
  for (int i = 0; i < s->scn->ngeom; i++) {
    const mjvGeom* g = &s->scn->geoms[i];
    if (g->type != mjGEOM_PLANE || g->size[0] != 0 || g->size[1] != 0) continue;
    // how high the head is over the first infinite plane
    float height = 0;
    for (int k = 0; k < 3; k++) height += (s->head[k] - g->pos[k]) * g->mat[3 * k + 2];
    height /= reach;
    if (height < 0) return;
    static const float origin[3] = {0};
    Pose turned = place(origin, g->mat);
    Pose pose = times(sky, &turned);
    pose = move(&pose, 0, 0, -height);
    pose = stretch(&pose, 1, 1, height);
    s->phase = IG_PHASE_HAZE;
    ig_Draw* d = new_draw(s);
    if (!d) return;
    d->shape = &s->r->unit[IG_UNIT_HAZE];
    memcpy(d->rgba, s->r->haze_rgb, sizeof s->r->haze_rgb);
    d->rgba[3] = 1;
    d->cull = s->scn->flags[mjRND_CULL_FACE] ? -1 : 0;
    set_pose(s, d, &pose);
    return;
  }
}

static bool sky_pose(const Scene* s, const mjvGLCamera* cam, Pose* pose, float* reach, const ig_Texture** texture) {
  if (!s->scn->flags[mjRND_SKYBOX]) return false;
  *texture = NULL;
  for (int i = 0; i < s->con->ntexture && !*texture; i++) {
    if (s->con->textureType[i] == mjTEXTURE_SKYBOX) *texture = &s->r->texture[i];
  }
  if (!*texture) return false;
  // just inside of the far plane, in its corners too
  *reach = cam->frustum_far * 0.7f;
  if (s->scn->enabletransform) *reach /= s->scn->scale;
  *pose = identity();
  *pose = move(pose, s->head[0], s->head[1], s->head[2]);
  *pose = stretch(pose, *reach, *reach, *reach);
  return true;
}

// ---- lights

static void to_eye(const Pose* view, const float v[3], bool point, float out[3]) {
  for (int i = 0; i < 3; i++) {
    double sum = point ? view->m[4 * i + 3] : 0;
    for (int k = 0; k < 3; k++) sum += view->m[4 * i + k] * v[k];
    out[i] = (float)sum;
  }
}

static void unit_float(float v[3]) {
  double w[3] = {v[0], v[1], v[2]};
  unit3(w);
  for (int k = 0; k < 3; k++) v[k] = (float)w[k];
}

// from the eye to the view of a light's shadow map
static void shadow_view(Scene* s, const mjvLight* in, ig_Light* out, const mjvGLCamera* cam) {
  // any upward direction that is not the light's own
  double dir[3] = {in->dir[0], in->dir[1], in->dir[2]}, side[3] = {-1, 0, 0}, up[3];
  cross3(up, dir, side);
  if (up[0] * up[0] + up[1] * up[1] + up[2] * up[2] <= 0.01) {
    side[0] = 0;
    side[1] = 1;
    cross3(up, dir, side);
  }
  unit3(up);
  float above[3] = {(float)up[0], (float)up[1], (float)up[2]};
  Pose light = look(in->pos, in->dir, above), back = inverse(&s->view), from_eye = times(&light, &back);
  double lens[16];
  if (out->positional) {
    double angle = 2 * in->cutoff * s->con->shadowScale;
    if (angle > 160) angle = 160;
    double half = ig_tan(angle / 360 * mjPI) * cam->frustum_near;
    perspective(lens, -half, half, -half, half, cam->frustum_near, cam->frustum_far);
  } else {
    double reach = s->con->shadowClip;
    parallel(lens, -reach, reach, -reach, reach, cam->frustum_near, cam->frustum_far);
  }
  project(lens, &from_eye, out->to_map);
  out->texel = 2.0f / (float)s->con->shadowSize;
}

static void set_lights(Scene* s, const mjvGLCamera* cam) {
  ig_RenderFrame* f = s->f;
  const mjvScene* scn = s->scn;
  f->nlight = scn->nlight < IG_MAX_GL_LIGHTS ? scn->nlight : IG_MAX_GL_LIGHTS;
  f->ambient = scn->nlight ? 0 : 0.3f;
  for (int i = 0; i < f->nlight; i++) {
    const mjvLight* in = &scn->lights[i];
    ig_Light* out = &f->light[i];
    memcpy(out->ambient, in->ambient, sizeof out->ambient);
    memcpy(out->diffuse, in->diffuse, sizeof out->diffuse);
    memcpy(out->specular, in->specular, sizeof out->specular);
    out->positional = in->type == mjLIGHT_SPOT;
    out->shadows =
        in->castshadow && scn->flags[mjRND_SHADOW] && s->con->shadowFBO && (out->positional || in->type == mjLIGHT_DIRECTIONAL);
    out->ncaster = out->ngroup = 0;
    if (!out->positional && in->type != mjLIGHT_DIRECTIONAL) {
      // kinds that fixed-function OpenGL does not have shine along the sight, as its lights do by default
      static const float ahead[3] = {0, 0, -1};
      memcpy(out->dir, ahead, sizeof out->dir);
      memcpy(out->mirror_dir, ahead, sizeof out->mirror_dir);
      continue;
    }
    to_eye(&s->view, in->pos, true, out->pos);
    to_eye(&s->view, in->dir, false, out->dir);
    to_eye(&s->mirrored, in->pos, true, out->mirror_pos);
    to_eye(&s->mirrored, in->dir, false, out->mirror_dir);
    unit_float(out->dir);
    unit_float(out->mirror_dir);
    memcpy(out->attenuation, in->attenuation, sizeof out->attenuation);
    // cones wider than a half sphere do not exist
    out->cos_cutoff = in->cutoff >= 0 && in->cutoff <= 90 ? (float)ig_cos(in->cutoff * mjPI / 180) : -2;
    out->exponent = in->exponent < 0 ? 0 : in->exponent > 128 ? 128 : in->exponent;
    if (out->shadows) shadow_view(s, in, out, cam);
  }
}

// ---- transparency

static float bounding_radius(const mjvGeom* g) {
  if (g->modelrbound > 0) return g->modelrbound;
  const float* size = g->size;
  switch (g->type) {
    case mjGEOM_SPHERE: return size[0];
    case mjGEOM_CAPSULE: return size[0] + size[2];
    case mjGEOM_ELLIPSOID: return greater(greater(size[0], size[1]), size[2]);
    case mjGEOM_CYLINDER: return sqrtf(size[0] * size[0] + size[2] * size[2]);
    case mjGEOM_BOX: return sqrtf(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
    default: return 0;
  }
}

// transparent geoms by distance, nearest first; those at the same distance keep their order
static int sort_transparent(Scene* s) {
  mjvScene* scn = s->scn;
  int count = 0;
  for (int i = 0; i < scn->ngeom; i++) {
    mjvGeom* g = &scn->geoms[i];
    g->transparent = g->rgba[3] < 0.995f || (g->type == mjGEOM_PLANE && is_behind(s, g));
    if (!g->transparent) continue;
    float d2 = 0;
    for (int k = 0; k < 3; k++) d2 += (g->pos[k] - s->head[k]) * (g->pos[k] - s->head[k]);
    g->camdist = g->type == mjGEOM_PLANE ? everywhere : sqrtf(d2) - bounding_radius(g);
    int at = count++;
    for (; at > 0 && scn->geoms[scn->geomorder[at - 1]].camdist > g->camdist; at--) scn->geomorder[at] = scn->geomorder[at - 1];
    scn->geomorder[at] = i;
  }
  return count;
}

// the first geom that reflects; others stop doing so
static int find_mirror(mjvScene* scn) {
  int found = -1;
  for (int i = 0; i < scn->ngeom; i++) {
    if (found >= 0) {
      scn->geoms[i].reflectance = 0;
    } else if (is_mirror(&scn->geoms[i])) {
      found = i;
    }
  }
  return found;
}

// ---- the frame

static void set_camera(Scene* s, const mjvGLCamera* cam, mjrRect view) {
  ig_RenderFrame* f = s->f;
  double half =
      cam->frustum_width != 0 ? cam->frustum_width : 0.5 * view.width / view.height * (cam->frustum_top - cam->frustum_bottom);
  double left = cam->frustum_center - half, right = cam->frustum_center + half;
  (cam->orthographic ? parallel : perspective)(s->lens, left, right, cam->frustum_bottom, cam->frustum_top, cam->frustum_near,
                                               cam->frustum_far);
  for (int k = 0; k < 16; k++) f->lens[k] = (float)s->lens[k];
  s->view = look(cam->pos, cam->forward, cam->up);
  const mjvScene* scn = s->scn;
  if (scn->enabletransform) {
    mjtNum quat[4] = {scn->rotate[0], scn->rotate[1], scn->rotate[2], scn->rotate[3]}, mat[9];
    ig_quat2mat(mat, quat);
    float axes[9];
    for (int k = 0; k < 9; k++) axes[k] = (float)mat[k] * scn->scale;
    Pose room = place(scn->translate, axes);
    s->view = times(&s->view, &room);
  }
  s->mirrored = s->view;
  for (int k = 0; k < 12; k++) f->view[k] = (float)s->view.m[k];
}

// the mirror's own plane: of a box, its upper side
static bool set_mirror(Scene* s, const mjvGeom* g) {
  float pos[3] = {g->pos[0], g->pos[1], g->pos[2]}, n[3] = {g->mat[2], g->mat[5], g->mat[8]};
  if (g->type == mjGEOM_BOX) {
    for (int k = 0; k < 3; k++) pos[k] += g->size[2] * n[k];
  }
  float height = 0, level = 0;
  for (int k = 0; k < 3; k++) {
    height += (s->head[k] - pos[k]) * n[k];
    level += pos[k] * n[k];
  }
  if (height < 0) return false;
  Pose flip;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) flip.m[4 * i + j] = (i == j) - 2.0 * n[i] * n[j];
    flip.m[4 * i + 3] = 2.0 * n[i] * level;
  }
  s->mirrored = times(&s->view, &flip);
  // plane (-n, level) of the model in the eye's frame
  Pose back = inverse(&s->view);
  double plane[4] = {-n[0], -n[1], -n[2], level};
  for (int j = 0; j < 4; j++) {
    double sum = j == 3 ? plane[3] : 0;
    for (int k = 0; k < 3; k++) sum += plane[k] * back.m[4 * k + j];
    s->f->mirror_clip[j] = (float)sum;
  }
  return true;
}

static void draw_list(Scene* s, int transparent, int mirror) {
  const mjvScene* scn = s->scn;
  ig_RenderFrame* f = s->f;
  // opaque: the mirror first
  s->phase = IG_PHASE_OPAQUE;
  if (mirror >= 0) draw_geom(s, &scn->geoms[mirror]);
  for (int i = 0; i < scn->ngeom; i++) {
    if (!scn->geoms[i].transparent && i != mirror) draw_geom(s, &scn->geoms[i]);
  }
  if (!f->has_mirror) return;
  s->mirror = true;
  s->dim = scn->geoms[mirror].reflectance;
  s->phase = IG_PHASE_MIRROR;
  for (int i = 0; i < scn->ngeom; i++) {
    if (!scn->geoms[i].transparent && i != mirror) draw_geom(s, &scn->geoms[i]);
  }
  s->phase = IG_PHASE_MIRROR_GLASS;
  for (int i = 0; i < transparent; i++) draw_geom(s, &scn->geoms[scn->geomorder[i]]);
  s->mirror = false;
  s->dim = 1;
}

static void build(Scene* s, const mjvGLCamera* cam) {
  mjvScene* scn = s->scn;
  ig_RenderFrame* f = s->f;
  f->ndraw = 0;
  s->dim = 1;
  if (f->segment) {
    f->has_mirror = false;
    f->nlight = 0;
    s->phase = IG_PHASE_OPAQUE;
    for (int i = 0; i < scn->ngeom; i++) {
      if (scn->geoms[i].segid >= 0) draw_geom(s, &scn->geoms[i]);
    }
    return;
  }
  int transparent = sort_transparent(s), mirror = find_mirror(scn);
  f->has_mirror = mirror >= 0 && scn->flags[mjRND_REFLECTION] && !scn->flags[mjRND_DEPTH] && set_mirror(s, &scn->geoms[mirror]);
  set_lights(s, cam);
  Pose sky;
  float reach = 0;
  const ig_Texture* texture = NULL;
  bool has_sky = sky_pose(s, cam, &sky, &reach, &texture);
  if (has_sky) {
    s->phase = IG_PHASE_OPAQUE;
    ig_Draw* d = new_draw(s);
    if (d) {
      d->shape = &s->r->unit[IG_UNIT_SKY];
      d->sky = true;
      d->texture = texture;
      d->tex_mode = IG_TEX_CUBE;
      for (int k = 0; k < 4; k++) d->rgba[k] = 1;
      set_pose(s, d, &sky);
    }
  }
  draw_list(s, transparent, mirror);
  if (has_sky && scn->flags[mjRND_HAZE]) draw_haze(s, &sky, reach);
  s->phase = IG_PHASE_GLASS;
  for (int i = 0; i < transparent; i++) draw_geom(s, &scn->geoms[scn->geomorder[i]]);
}

typedef struct {
  ig_Renderer* r;
  ig_Target* target;
  int next;
  int count;
} TileJob;

// a thread takes tiles until none is left, with a work space of its own
static void draw_one_tile(int thread, void* context) {
  TileJob* job = context;
  ig_Tile* t = job->r->tile[thread];
  for (int tile; (tile = __atomic_fetch_add(&job->next, 1, __ATOMIC_RELAXED)) < job->count;) {
    ig_tile_draw(t, &job->r->frame, tile, job->target);
  }
}

static void draw_tiles(ig_Renderer* r, ig_Target* target) {
  TileJob job = {.r = r, .target = target, .count = r->frame.ntile_x * r->frame.ntile_y};
  int threads = job.count < r->threads ? job.count : r->threads;
  for (int i = 0; i < threads; i++) {
    if (r->tile[i]) continue;
    r->tile[i] = ig_try_alloc(sizeof(ig_Tile));
    if (!r->tile[i]) {
      r->frame.failed = true;
      return;
    }
    memset(r->tile[i], 0, sizeof(ig_Tile));
  }
  if (threads > 1 && r->workers) {
    ig_workers_run(r->workers, draw_one_tile, &job, threads);
  } else {
    draw_one_tile(0, &job);
  }
  for (int i = 1; i < threads; i++) ig_tile_match(r->tile[0], r->tile[i]);
  for (int i = 1; i < threads; i++) ig_tile_match(r->tile[i], r->tile[0]);
  for (int i = 0; i < threads; i++) r->frame.failed |= r->tile[i]->failed;
}

static int clamp_int(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

static bool surfaces_fit(ig_Renderer* r, const mjvScene* scn) {
  // flexes and skins are drawn at most three times: as they are, in the mirror, and once more through glass
  int used = 0;
  for (int i = 0; i < scn->ngeom; i++) used += scn->geoms[i].type == mjGEOM_FLEX || scn->geoms[i].type == mjGEOM_SKIN;
  int wanted = 3 * used;
  if (wanted <= r->room_surface) return true;
  ig_DrawShape* bigger = ig_try_realloc(r->surface, sizeof(ig_DrawShape) * (size_t)wanted);
  if (!bigger) return false;
  r->surface = bigger;
  r->room_surface = wanted;
  return true;
}

static void render_view(const mjrContext* con, ig_Renderer* r, mjvScene* scn, mjrRect view, int eye) {
  ig_RenderFrame* f = &r->frame;
  mjvGLCamera mean = ig_average_camera(scn->camera, scn->camera + 1), cam = eye < 0 ? mean : scn->camera[eye];
  ig_Target* target = r->bound;
  f->left = view.left;
  f->bottom = view.bottom;
  f->width = view.width;
  f->height = view.height;
  f->samples = target == &r->off ? con->offSamples : target == &r->window ? con->windowSamples : 4;
  f->samples = f->samples > 1 ? 4 : 1;
  f->clip_left = clamp_int(-view.left, 0, view.width);
  f->clip_bottom = clamp_int(-view.bottom, 0, view.height);
  f->clip_right = clamp_int(target->width - view.left, 0, view.width);
  f->clip_top = clamp_int(target->height - view.bottom, 0, view.height);
  f->ntile_x = (view.width + IG_TILE - 1) / IG_TILE;
  f->ntile_y = (view.height + IG_TILE - 1) / IG_TILE;
  f->segment = scn->flags[mjRND_SEGMENT];
  f->fog = scn->flags[mjRND_FOG] && !f->segment;
  f->fog_start = con->fogStart;
  f->fog_end = con->fogEnd;
  memcpy(f->fog_rgb, con->fogRGBA, sizeof f->fog_rgb);
  f->additive = scn->flags[mjRND_ADDITIVE];
  f->failed = !surfaces_fit(r, scn);

  Scene s = {.r = r, .con = con, .scn = scn, .f = f};
  mjtNum head[3];
  ig_camera_in_model(head, NULL, NULL, scn);
  for (int k = 0; k < 3; k++) s.head[k] = (float)head[k];
  set_camera(&s, &cam, view);
  build(&s, &mean);
  if (!f->failed) ig_frame_geometry(f);
  for (int i = 0; i < f->nlight && !f->failed; i++) {
    if (f->light[i].shadows) ig_frame_casters(f, &f->light[i]);
  }
  if (!f->failed) draw_tiles(r, target);
  if (f->failed) mju_warning("mjr_render: not enough memory, the picture is not complete");
}

// names beside geoms, over everything
static void draw_labels(ig_Renderer* r, const mjvScene* scn, mjrRect view) {
  const ig_RenderFrame* f = &r->frame;
  for (int i = 0; i < scn->ngeom; i++) {
    const mjvGeom* g = &scn->geoms[i];
    if (!g->label[0]) continue;
    float eye[3], c[4];
    ig_to_eye(f->view, g->pos, eye);
    ig_to_clip(f->lens, eye, c);
    // what is out of the view has no label, as with OpenGL's raster position
    if (!(c[3] > 0 && fabsf(c[0]) <= c[3] && fabsf(c[1]) <= c[3] && c[2] >= 0 && c[2] <= c[3])) continue;
    int x = view.left + (int)((c[0] / c[3] + 1) * 0.5f * (float)view.width),
        y = view.bottom + (int)((c[1] / c[3] + 1) * 0.5f * (float)view.height);
    static const float white[3] = {1, 1, 1};
    ig_draw_text(r, mjFONT_SHADOW, g->label, (int)strnlen(g->label, sizeof g->label), x, y, white);
  }
}

// depth as grey: near is white
static void show_depth(ig_Renderer* r, mjrRect view) {
  ig_Target* t = r->bound;
  for (int y = 0; y < view.height && t->depth; y++) {
    for (int x = 0; x < view.width; x++) {
      int px = view.left + x, py = view.bottom + y;
      if (px < 0 || py < 0 || px >= t->width || py >= t->height) continue;
      size_t at = (size_t)py * (size_t)t->width + (size_t)px;
      float grey = floorf(t->depth[at] * 255 + 0.5f);
      t->rgba[at] = ig_pack(grey, grey, grey, 255);
    }
  }
}

void ig_render(mjrRect viewport, mjvScene* scn, const mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r) {
    mju_error("mjr_render: the context has not been made (mjr_makeContext)");
    return;
  }
  ig_use_renderer(r);
  ig_bind_current(con);
  if (viewport.width <= 0 || viewport.height <= 0) return;
  if (viewport.width > IG_MAX_PICTURE || viewport.height > IG_MAX_PICTURE) {
    mju_error("mjr_render: a picture of %d x %d pixels is too large, at most %d each way", viewport.width, viewport.height,
              IG_MAX_PICTURE);
    return;
  }
  mjvGLCamera cam = ig_average_camera(scn->camera, scn->camera + 1);
  if (cam.frustum_near < mjMINVAL) {
    if (scn->ngeom) mju_error("mjr_render: frustum_near must be positive, it is %g", cam.frustum_near);
    return;
  }
  if (!r->bound->rgba) return;
  r->view = viewport;
  // without a window there are no left and right buffers: two eyes are drawn side by side
  if (scn->stereo == mjSTEREO_NONE) {
    render_view(con, r, scn, viewport, -1);
    draw_labels(r, scn, viewport);
  } else {
    viewport.width /= 2;
    for (int eye = 0; eye < 2; eye++) {
      mjrRect half = viewport;
      half.left += eye * viewport.width;
      if (viewport.width > 0) render_view(con, r, scn, half, eye);
      draw_labels(r, scn, half);
    }
    viewport.left += viewport.width;
  }
  if (scn->framewidth) {
    // a border
    int w = scn->framewidth;
    const float rgba[4] = {scn->framergb[0], scn->framergb[1], scn->framergb[2], 1};
    mjrRect sides[4] = {{viewport.left, viewport.bottom, viewport.width, w},
                        {viewport.left, viewport.bottom + viewport.height - w, viewport.width, w},
                        {viewport.left, viewport.bottom, w, viewport.height},
                        {viewport.left + viewport.width - w, viewport.bottom, w, viewport.height}};
    for (int i = 0; i < 4; i++) ig_fill(r->bound, sides[i], NULL, rgba);
  }
  if (scn->flags[mjRND_DEPTH]) show_depth(r, viewport);
}
