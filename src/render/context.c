// SPDX-License-Identifier: Apache-2.0
// Contexts: made from a model, with buffers in memory in the place of those of a graphics card.
#include "render/context.h"

#include <stddef.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include <ingot/render.h>
#include "base/memory.h"
#include "render/pixels.h"
#include "render/renderer.h"

// The renderer stands before the array that con->skinvertVBO points to, so that the public struct keeps its layout.
typedef struct {
  ig_Renderer* renderer;
  unsigned int id[1];  // one per skin
} Handle;

ig_Renderer* ig_renderer(const mjrContext* con) {
  if (!con || !con->skinvertVBO) return NULL;
  return ((const Handle*)(const void*)((const char*)con->skinvertVBO - offsetof(Handle, id)))->renderer;
}

static _Thread_local ig_Renderer* current;
ig_Renderer* ig_current_renderer(void) { return current; }
void ig_use_renderer(ig_Renderer* r) { current = r; }

void ig_context_default(mjrContext* con) { memset(con, 0, sizeof *con); }

// ---- freeing

static void free_shapes(ig_DrawShape* shapes, int count) {
  for (int i = 0; i < count; i++) ig_shape_free(&shapes[i]);
}

static void free_renderer(ig_Renderer* r) {
  free_shapes(r->unit, IG_NUNIT);
  if (r->plane) free_shapes(r->plane, r->nplane);
  if (r->mesh) free_shapes(r->mesh, 2 * r->nmesh);
  if (r->hfield) free_shapes(r->hfield, r->nhfield);
  for (int i = 0; r->texture && i < r->ntexture; i++) ig_texture_free(&r->texture[i]);
  for (int i = 0; r->skin && i < r->nskin; i++) {
    ig_free(r->skin[i].face);
    ig_free(r->skin[i].texcoord);
  }
  ig_free(r->plane);
  ig_free(r->mesh);
  ig_free(r->hfield);
  ig_free(r->texture);
  ig_free(r->skin);
  ig_target_free(&r->off);
  ig_target_free(&r->window);
  for (int i = 0; i < mjNAUX; i++) ig_target_free(&r->aux[i]);
  for (int i = 0; i < 2; i++) ig_font_free(&r->font[i]);
  ig_frame_free(&r->frame);
  ig_free(r->surface);
  for (int i = 0; i < IG_MAX_RENDER_THREADS; i++) {
    if (!r->tile[i]) continue;
    ig_free(r->tile[i]->glass);
    ig_free(r->tile[i]->glass_first);
    ig_free(r->tile[i]);
  }
  if (r->workers) ig_workers_free(r->workers);
  if (current == r) current = NULL;
  ig_free(r);
}

void ig_context_free(mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (r) {
    free_renderer(r);
    ig_free((char*)con->skinvertVBO - offsetof(Handle, id));
    ig_free(con->skinnormalVBO);
    ig_free(con->skintexcoordVBO);
    ig_free(con->skinfaceVBO);
  }
  int initialized = con->glInitialized;
  ig_context_default(con);
  con->glInitialized = initialized;
}

// ---- making

static ig_Renderer* make_renderer(mjrContext* con, int nskin) {
  size_t ids = sizeof(unsigned int) * (size_t)(nskin + 1);
  Handle* handle = ig_try_alloc(sizeof(Handle) + ids);
  ig_Renderer* r = ig_try_alloc(sizeof *r);
  if (!handle || !r) {
    ig_free(handle);
    ig_free(r);
    return NULL;
  }
  memset(r, 0, sizeof *r);
  handle->renderer = r;
  for (int i = 0; i <= nskin; i++) handle->id[i] = (unsigned int)i + 1;
  con->skinvertVBO = handle->id;
  unsigned int** others[3] = {&con->skinnormalVBO, &con->skintexcoordVBO, &con->skinfaceVBO};
  for (int k = 0; k < 3 && nskin; k++) {
    *others[k] = ig_try_alloc(ids);
    for (int i = 0; *others[k] && i < nskin; i++) (*others[k])[i] = (unsigned int)i + 1;
  }
  r->threads = 1;
  r->bound = &r->off;
  return r;
}

static bool make_off(mjrContext* con, ig_Renderer* r) {
  con->offFBO = con->offFBO_r = con->offColor = con->offColor_r = con->offDepthStencil = con->offDepthStencil_r = 0;
  if (con->offWidth < 1 || con->offHeight < 1) {
    ig_target_free(&r->off);
    return true;
  }
  if (con->offWidth > IG_MAX_PICTURE || con->offHeight > IG_MAX_PICTURE ||
      !ig_target_make(&r->off, con->offWidth, con->offHeight, true)) {
    mju_error("Could not allocate an offscreen buffer of %d x %d pixels (at most %d each way)", con->offWidth, con->offHeight,
              IG_MAX_PICTURE);
    return false;
  }
  // four samples or one
  con->offSamples = con->offSamples > 1 ? 4 : 0;
  con->offFBO = con->offColor = con->offDepthStencil = 1;
  if (con->offSamples) con->offFBO_r = con->offColor_r = con->offDepthStencil_r = 1;
  return true;
}

static bool make_font(mjrContext* con, ig_Renderer* r, int scale) {
  // heights of lines at 100 %
  static const int height[2] = {19, 36};
  for (int i = 0; i < 2; i++) {
    if (!ig_font_make(&r->font[i], height[i] * scale / 100)) return false;
  }
  con->fontScale = scale;
  con->rangeFont = 128;
  con->baseFontNormal = 1;
  con->baseFontShadow = 1 + 128;
  con->baseFontBig = 1 + 2 * 128;
  for (int c = 0; c < 127; c++) {
    con->charWidth[c] = r->font[0].width[c];
    con->charWidthBig[c] = r->font[1].width[c];
  }
  con->charHeight = r->font[0].height;
  con->charHeightBig = r->font[1].height;
  return true;
}

void ig_context_materials(const mjModel* m, mjrContext* con) {
  memset(con->mat_texid, -1, sizeof con->mat_texid);
  memset(con->mat_texuniform, 0, sizeof con->mat_texuniform);
  memset(con->mat_texrepeat, 0, sizeof con->mat_texrepeat);
  for (int i = 0; i < m->ntex; i++) {
    if (m->tex_type[i] != mjTEXTURE_SKYBOX) continue;
    con->mat_texid[mjNTEXROLE * (mjMAXMATERIAL - 1) + mjTEXROLE_RGB] = i;
    break;
  }
  for (int i = 0; i < m->nmat; i++) {
    if (m->mat_texid[i * mjNTEXROLE + mjTEXROLE_RGB] < 0) continue;
    memcpy(con->mat_texid + i * mjNTEXROLE, m->mat_texid + i * mjNTEXROLE, sizeof(int) * mjNTEXROLE);
    con->mat_texuniform[i] = m->mat_texuniform[i];
    con->mat_texrepeat[2 * i] = m->mat_texrepeat[2 * i];
    con->mat_texrepeat[2 * i + 1] = m->mat_texrepeat[2 * i + 1];
  }
}

static bool materials_fit(const mjModel* m) {
  if (m->nmat < mjMAXMATERIAL - 1) return true;
  mju_error("mjr_makeContext: %d materials, there is room for %d", (int)m->nmat, mjMAXMATERIAL);
  return false;
}

void ig_context_look(const mjModel* m, mjrContext* con) {
  con->shadowClip = (float)m->stat.extent * m->vis.map.shadowclip;
  con->shadowScale = m->vis.map.shadowscale;
  con->fogStart = (float)(m->stat.extent * m->vis.map.fogstart);
  con->fogEnd = (float)(m->stat.extent * m->vis.map.fogend);
  memcpy(con->fogRGBA, m->vis.rgba.fog, sizeof con->fogRGBA);
  con->lineWidth = m->vis.global.linewidth;
  con->shadowSize = m->vis.quality.shadowsize;
  con->shadowFBO = con->shadowTex = con->shadowSize > 0;
}

static void* zeroed(size_t bytes) {
  void* block = ig_try_alloc(bytes);
  if (block) memset(block, 0, bytes);
  return block;
}

static bool load_textures(const mjModel* m, mjrContext* con, ig_Renderer* r) {
  if (!m->ntex) return true;
  r->texture = zeroed(sizeof(ig_Texture) * (size_t)m->ntex);
  if (!r->texture) return false;
  r->ntexture = con->ntexture = (int)m->ntex;
  for (int i = 0; i < m->ntex; i++) {
    con->textureType[i] = m->tex_type[i];
    con->texture[i] = (unsigned int)i + 1;
    if (!ig_texture_load(&r->texture[i], m, i)) return false;
  }
  return true;
}

static int at_least(int x, int low) { return x < low ? low : x; }

static bool load_shapes(const mjModel* m, mjrContext* con, ig_Renderer* r) {
  int slices = at_least(m->vis.quality.numslices, 3), stacks = at_least(m->vis.quality.numstacks, 2);
  r->numquads = at_least(m->vis.quality.numquads, 1);
  memcpy(r->haze_rgb, m->vis.rgba.haze, sizeof r->haze_rgb);
  for (int kind = 0; kind < IG_NUNIT; kind++) {
    if (!ig_shape_unit(&r->unit[kind], (ig_UnitShape)kind, slices, stacks, r->numquads, m->vis.map.haze)) return false;
  }
  if (!ig_load_planes(r, m) || !ig_load_skins(r, m)) return false;
  if (m->nmesh) {
    r->mesh = zeroed(sizeof(ig_DrawShape) * 2 * (size_t)m->nmesh);
    if (!r->mesh) return false;
    r->nmesh = (int)m->nmesh;
  }
  if (m->nhfield) {
    r->hfield = zeroed(sizeof(ig_DrawShape) * (size_t)m->nhfield);
    if (!r->hfield) return false;
    r->nhfield = (int)m->nhfield;
  }
  for (int i = 0; i < r->nmesh; i++) {
    if (!ig_load_mesh(r, m, i)) return false;
  }
  for (int i = 0; i < r->nhfield; i++) {
    if (!ig_load_hfield(r, m, i)) return false;
  }
  con->basePlane = con->baseMesh = con->baseHField = con->baseBuiltin = 1;
  con->rangePlane = r->nplane + 1;
  con->rangeMesh = 2 * r->nmesh;
  con->rangeHField = r->nhfield;
  con->rangeBuiltin = IG_NUNIT;
  con->nskin = r->nskin;
  return true;
}

static int round_scale(int scale) {
  scale = 50 * (int)((scale + 25) / 50);
  return scale < 100 ? 100 : scale > 300 ? 300 : scale;
}

void ig_context_make(const mjModel* m, mjrContext* con, int fontscale) {
  ig_context_free(con);
  con->glInitialized = 1;
  if (m && m->ntex > mjMAXTEXTURE) {
    mju_error("mjr_makeContext: %d textures, there is room for %d", (int)m->ntex, mjMAXTEXTURE);
    return;
  }
  ig_Renderer* r = make_renderer(con, m ? (int)m->nskin : 0);
  if (!r) {
    mju_error("mjr_makeContext: not enough memory");
    return;
  }
  bool fine;
  if (m) {
    con->offWidth = m->vis.global.offwidth;
    con->offHeight = m->vis.global.offheight;
    con->offSamples = m->vis.quality.offsamples;
    ig_context_look(m, con);
    fine = materials_fit(m);
    if (fine) ig_context_materials(m, con);
    fine = fine && load_textures(m, con, r) && load_shapes(m, con, r);
  } else {
    con->offWidth = 800;
    con->offHeight = 600;
    fine = true;
  }
  if (!fine || !make_font(con, r, round_scale(fontscale))) {
    ig_context_free(con);
    mju_error("mjr_makeContext: not enough memory");
    return;
  }
  if (!make_off(con, r)) return;
  ig_use_renderer(r);
  if (con->offFBO) ig_set_buffer(mjFB_WINDOW, con);
  con->readPixelFormat = 0x1907;  // GL_RGB
  con->readDepthMap = mjDEPTH_ZERONEAR;
}

void mjr_changeFont(int fontscale, mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (fontscale != 50 && round_scale(fontscale) != fontscale) {
    mju_error("Invalid fontscale");
    return;
  }
  if (!r || !make_font(con, r, fontscale))
    mju_error("mjr_changeFont: %s", r ? "not enough memory" : "the context has not been made");
}

void ig_context_resize(int width, int height, mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || (con->offWidth == width && con->offHeight == height)) return;
  con->offWidth = width;
  con->offHeight = height;
  if (width && height) make_off(con, r);
}

// ---- uploads

void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || texid < 0 || texid >= r->ntexture || texid >= m->ntex) {
    mju_error("mjr_uploadTexture: there is no texture %d", texid);
    return;
  }
  if (!ig_texture_load(&r->texture[texid], m, texid)) mju_error("mjr_uploadTexture: not enough memory");
}

void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || meshid < 0 || meshid >= m->nmesh || meshid >= r->nmesh) {
    mju_error("mjr_uploadMesh: there is no mesh %d", meshid);
    return;
  }
  if (!ig_load_mesh(r, m, meshid)) mju_error("mjr_uploadMesh: not enough memory");
}

void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || hfieldid < 0 || hfieldid >= m->nhfield || hfieldid >= r->nhfield) {
    mju_error("mjr_uploadHField: there is no height field %d", hfieldid);
    return;
  }
  if (!ig_load_hfield(r, m, hfieldid)) mju_error("mjr_uploadHField: not enough memory");
}

// ---- beyond the API

int ingot_setRenderThreads(const mjrContext* con, int threads) {
  ig_Renderer* r = ig_renderer(con);
  if (!r) return 0;
  if (threads < 1) threads = 1;
  if (threads > IG_MAX_RENDER_THREADS) threads = IG_MAX_RENDER_THREADS;
  if (threads == r->threads) return threads;
  if (r->workers) ig_workers_free(r->workers);
  r->workers = threads > 1 ? ig_workers_make(threads) : NULL;
  r->threads = threads > 1 && !r->workers ? 1 : threads;
  return r->threads;
}

int ingot_setWindow(mjrContext* con, int width, int height) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || width < 0 || height < 0 || width > IG_MAX_PICTURE || height > IG_MAX_PICTURE) return 0;
  ig_target_free(&r->window);
  con->windowAvailable = 0;
  if (!width || !height) return 1;
  if (!ig_target_make(&r->window, width, height, true)) return 0;
  con->windowAvailable = 1;
  con->windowSamples = 4;
  return 1;
}
