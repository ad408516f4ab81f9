// SPDX-License-Identifier: Apache-2.0
// Buffers and their pixels: choosing, reading, writing, copying.
#include "render/pixels.h"

#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "render/renderer.h"

enum { FORMAT_RGB = 0x1907, FORMAT_RGBA = 0x1908, FORMAT_BGR = 0x80e0, FORMAT_BGRA = 0x80e1 };

static ig_Target* buffer_of(ig_Renderer* r, const mjrContext* con) {
  return con->currentBuffer == mjFB_WINDOW ? &r->window : &r->off;
}

void ig_bind_current(const mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  // auxiliary buffers stay bound until mjr_restoreBuffer
  if (r->bound == &r->off || r->bound == &r->window) r->bound = buffer_of(r, con);
}

void ig_set_buffer(int framebuffer, mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || (!con->windowAvailable && !con->offFBO)) {
    mju_error("mjr_setBuffer: the context has neither a window nor an offscreen buffer");
    return;
  }
  con->currentBuffer = !con->offFBO ? mjFB_WINDOW : !con->windowAvailable ? mjFB_OFFSCREEN : framebuffer;
  r->bound = buffer_of(r, con);
  ig_use_renderer(r);
}

void ig_restore_buffer(const mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r) return;
  r->bound = buffer_of(r, con);
  ig_use_renderer(r);
}

mjrRect mjr_maxViewport(const mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  mjrRect out = {0, 0, con->offWidth, con->offHeight};
  if (r && con->currentBuffer == mjFB_WINDOW) {
    out.width = r->window.width;
    out.height = r->window.height;
  }
  return out;
}

static void put_pixel(uint32_t color, int format, unsigned char* out) {
  unsigned char r = (unsigned char)color, g = (unsigned char)(color >> 8), b = (unsigned char)(color >> 16);
  bool swap = format == FORMAT_BGR || format == FORMAT_BGRA;
  out[0] = swap ? b : r;
  out[1] = g;
  out[2] = swap ? r : b;
  if (format == FORMAT_RGBA || format == FORMAT_BGRA) out[3] = (unsigned char)(color >> 24);
}

// one row of the target into one of the caller's
static void read_row(const uint32_t* from, int count, int format, unsigned char* out) {
  if (format == FORMAT_RGB) {
    for (int x = 0; x < count; x++) {
      out[3 * x] = (unsigned char)from[x];
      out[3 * x + 1] = (unsigned char)(from[x] >> 8);
      out[3 * x + 2] = (unsigned char)(from[x] >> 16);
    }
    return;
  }
  int size = format == FORMAT_RGBA || format == FORMAT_BGRA ? 4 : 3;
  for (int x = 0; x < count; x++) put_pixel(from[x], format, out + size * x);
}

void ig_read_pixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || (!rgb && !depth)) return;
  const ig_Target* t = buffer_of(r, con);
  int format = con->currentBuffer == mjFB_WINDOW ? FORMAT_RGB : con->readPixelFormat;
  size_t size = format == FORMAT_RGBA || format == FORMAT_BGRA ? 4 : 3;
  // columns that the target has; others stay as they are
  int first = viewport.left < 0 ? -viewport.left : 0, last = viewport.width;
  if (viewport.left + last > t->width) last = t->width - viewport.left;
  for (int y = 0; y < viewport.height && first < last; y++) {
    int ty = viewport.bottom + y;
    if (ty < 0 || ty >= t->height) continue;
    size_t from = (size_t)ty * (size_t)t->width + (size_t)(viewport.left + first);
    size_t to = (size_t)y * (size_t)viewport.width + (size_t)first;
    if (rgb) read_row(t->rgba + from, last - first, format, rgb + size * to);
    for (int x = 0; depth && x < last - first; x++) {
      // doubles in between, as in 3.5.0
      float z = t->depth[from + (size_t)x];
      depth[to + (size_t)x] = con->readDepthMap == mjDEPTH_ZERONEAR ? (float)(1.0 - z) : z;
    }
  }
}

void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport, const mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r) return;
  ig_bind_current(con);
  ig_Target* t = r->bound;
  for (int y = 0; y < viewport.height; y++) {
    for (int x = 0; x < viewport.width; x++) {
      int tx = viewport.left + x, ty = viewport.bottom + y;
      if (tx < 0 || ty < 0 || tx >= t->width || ty >= t->height) continue;
      size_t to = (size_t)ty * (size_t)t->width + (size_t)tx, from = (size_t)y * (size_t)viewport.width + (size_t)x;
      if (rgb)
        t->rgba[to] =
            (uint32_t)rgb[3 * from] | (uint32_t)rgb[3 * from + 1] << 8 | (uint32_t)rgb[3 * from + 2] << 16 | 0xff000000u;
      if (depth && t->depth) t->depth[to] = depth[from] < 0 ? 0 : depth[from] > 1 ? 1 : depth[from];
    }
  }
}

// linear reading at a place in pixels, clamped to the rectangle
static uint32_t read_linear(const ig_Target* t, mjrRect src, float x, float y) {
  float fx = floorf(x - 0.5f), fy = floorf(y - 0.5f), wx = x - 0.5f - fx, wy = y - 0.5f - fy;
  float sum[4] = {0};
  for (int corner = 0; corner < 4; corner++) {
    int px = (int)fx + (corner & 1), py = (int)fy + corner / 2;
    px = px < src.left ? src.left : px >= src.left + src.width ? src.left + src.width - 1 : px;
    py = py < src.bottom ? src.bottom : py >= src.bottom + src.height ? src.bottom + src.height - 1 : py;
    px = px < 0 ? 0 : px >= t->width ? t->width - 1 : px;
    py = py < 0 ? 0 : py >= t->height ? t->height - 1 : py;
    float w = (corner & 1 ? wx : 1 - wx) * (corner / 2 ? wy : 1 - wy);
    uint32_t c = t->rgba[(size_t)py * (size_t)t->width + (size_t)px];
    for (int k = 0; k < 4; k++) sum[k] += w * (float)(c >> (8 * k) & 255);
  }
  return ig_pack(sum[0] + 0.5f, sum[1] + 0.5f, sum[2] + 0.5f, (uint32_t)(sum[3] + 0.5f));
}

static void blit(const ig_Target* from, mjrRect src, ig_Target* to, mjrRect dst, bool color, bool depth) {
  bool linear = !depth && (src.width != dst.width || src.height != dst.height);
  if (src.width < 1 || src.height < 1 || !from->rgba || !to->rgba) return;
  for (int y = 0; y < dst.height; y++) {
    for (int x = 0; x < dst.width; x++) {
      int tx = dst.left + x, ty = dst.bottom + y;
      if (tx < 0 || ty < 0 || tx >= to->width || ty >= to->height) continue;
      float sx = (float)src.left + ((float)x + 0.5f) * (float)src.width / (float)dst.width;
      float sy = (float)src.bottom + ((float)y + 0.5f) * (float)src.height / (float)dst.height;
      int px = (int)floorf(sx), py = (int)floorf(sy);
      if (px < 0 || py < 0 || px >= from->width || py >= from->height) continue;
      size_t at = (size_t)ty * (size_t)to->width + (size_t)tx, source = (size_t)py * (size_t)from->width + (size_t)px;
      if (color) to->rgba[at] = linear ? read_linear(from, src, sx, sy) : from->rgba[source];
      if (depth && to->depth && from->depth) to->depth[at] = from->depth[source];
    }
  }
}

void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth, const mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || !con->windowAvailable || !con->offFBO) return;
  bool from_window = con->currentBuffer == mjFB_WINDOW;
  blit(from_window ? &r->window : &r->off, src, from_window ? &r->off : &r->window, dst, flg_color, flg_depth);
  ig_restore_buffer(con);
}

void mjr_addAux(int index, int width, int height, int samples, mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || index < 0 || index >= mjNAUX) {
    mju_error("auxiliary buffers have numbers from 0 to %d", mjNAUX - 1);
    return;
  }
  if (r->bound == &r->aux[index]) r->bound = buffer_of(r, con);
  ig_target_free(&r->aux[index]);
  con->auxFBO[index] = con->auxFBO_r[index] = con->auxColor[index] = con->auxColor_r[index] = 0;
  if (width < 1 || height < 1) return;
  if (width > IG_MAX_PICTURE || height > IG_MAX_PICTURE) {
    mju_error("Auxiliary buffer of %d x %d pixels is too large, at most %d each way", width, height, IG_MAX_PICTURE);
    return;
  }
  if (!ig_target_make(&r->aux[index], width, height, false)) {
    mju_error("mjr_addAux: no memory for %d x %d pixels", width, height);
    return;
  }
  con->auxWidth[index] = width;
  con->auxHeight[index] = height;
  con->auxSamples[index] = samples > 4 ? 4 : samples;
  con->auxFBO[index] = con->auxFBO_r[index] = con->auxColor[index] = con->auxColor_r[index] = 1;
}

void ig_set_aux(int index, const mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || index < 0 || index >= mjNAUX) {
    mju_error("auxiliary buffers have numbers from 0 to %d", mjNAUX - 1);
    return;
  }
  if (!con->auxFBO[index]) {
    mju_error("mjr_setAux: buffer %d has not been made (mjr_addAux)", index);
    return;
  }
  r->bound = &r->aux[index];
  ig_use_renderer(r);
}

void ig_blit_aux(int index, mjrRect src, int left, int bottom, const mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || index < 0 || index >= mjNAUX) {
    mju_error("auxiliary buffers have numbers from 0 to %d", mjNAUX - 1);
    return;
  }
  if (!con->auxFBO[index]) return;
  mjrRect dst = {left, bottom, src.width, src.height};
  blit(&r->aux[index], src, buffer_of(r, con), dst, true, false);
  ig_restore_buffer(con);
}

// nothing runs behind the caller's back, and errors are reported where they happen
void mjr_finish(void) {}
int mjr_getError(void) { return 0; }
