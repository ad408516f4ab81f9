// SPDX-License-Identifier: Apache-2.0
// Two-dimensional drawing: rectangles, text, labels, overlays.
#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "render/renderer.h"

static int clamp_int(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

// from 0 to 1; what is no number is 0
static float part(float x) { return !(x > 0) ? 0 : x > 1 ? 1 : x; }

void ig_fill(ig_Target* target, mjrRect rect, const mjrRect* clip, const float rgba[4]) {
  int x0 = clamp_int(rect.left, 0, target->width), x1 = clamp_int(rect.left + rect.width, 0, target->width);
  int y0 = clamp_int(rect.bottom, 0, target->height), y1 = clamp_int(rect.bottom + rect.height, 0, target->height);
  if (clip) {
    x0 = x0 < clip->left ? clip->left : x0;
    y0 = y0 < clip->bottom ? clip->bottom : y0;
    x1 = x1 > clip->left + clip->width ? clip->left + clip->width : x1;
    y1 = y1 > clip->bottom + clip->height ? clip->bottom + clip->height : y1;
  }
  float rgb[3], alpha = part(rgba[3]);
  for (int k = 0; k < 3; k++) rgb[k] = part(rgba[k]) * 255;
  for (int y = y0; y < y1; y++) {
    uint32_t* row = target->rgba + (size_t)y * (size_t)target->width;
    for (int x = x0; x < x1; x++) row[x] = ig_blend(row[x], rgb, alpha);
  }
}

static void stamp(ig_Target* t, const uint8_t* bitmap, int width, int height, int left, int bottom, const float rgb[3]) {
  float color[3] = {part(rgb[0]) * 255, part(rgb[1]) * 255, part(rgb[2]) * 255};
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      int px = left + x, py = bottom + y;
      uint8_t cover = bitmap[y * width + x];
      if (!cover || px < 0 || py < 0 || px >= t->width || py >= t->height) continue;
      uint32_t* at = &t->rgba[(size_t)py * (size_t)t->width + (size_t)px];
      *at = ig_blend(*at, color, (float)cover / 255) | 0xff000000u;
    }
  }
}

void ig_draw_text(ig_Renderer* r, int font, const char* text, int length, int x, int y, const float rgb[3]) {
  const ig_Font* f = &r->font[font == mjFONT_BIG];
  static const float black[3] = {0, 0, 0};
  // the dark rim of all chars lies below all chars
  for (int pass = font == mjFONT_SHADOW ? 0 : 1; pass < 2; pass++) {
    for (int i = 0, at = x; i < length && text[i]; i++) {
      int c = (unsigned char)text[i];
      if (c < 32 || c > 126) continue;
      stamp(r->bound, (pass ? f->bitmap : f->halo) + f->offset[c], f->width[c], f->height, at, y, pass ? rgb : black);
      at += f->width[c];
    }
  }
}

static int char_width(const mjrContext* con, int font, char c) {
  int i = (unsigned char)c;
  return i > 126 ? 0 : font == mjFONT_BIG ? con->charWidthBig[i] : con->charWidth[i];
}

static ig_Renderer* begin(const mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r) return NULL;
  ig_use_renderer(r);
  ig_bind_current(con);
  return r->bound->rgba ? r : NULL;
}

// places are relative to the view of what was drawn last, or to the buffer
void mjr_text(int font, const char* txt, const mjrContext* con, float x, float y, float r, float g, float b) {
  ig_Renderer* renderer = begin(con);
  if (!renderer || !txt) return;
  mjrRect view = renderer->view.width > 0 ? renderer->view : (mjrRect){0, 0, renderer->bound->width, renderer->bound->height};
  if (x < 0 || x > 1 || y < 0 || y > 1) return;
  float rgb[3] = {r, g, b};
  ig_draw_text(renderer, font, txt, (int)strlen(txt), view.left + (int)(x * (float)view.width),
               view.bottom + (int)(y * (float)view.height), rgb);
}

void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a) {
  ig_Renderer* renderer = ig_current_renderer();
  if (!renderer || !renderer->bound->rgba || viewport.width <= 0 || viewport.height <= 0) return;
  float rgba[4] = {r, g, b, a};
  renderer->view = viewport;
  ig_fill(renderer->bound, viewport, NULL, rgba);
}

void mjr_label(mjrRect viewport, int font, const char* txt, float r, float g, float b, float a, float rt, float gt, float bt,
               const mjrContext* con) {
  ig_Renderer* renderer = begin(con);
  if (!renderer || viewport.width <= 0 || viewport.height <= 0) return;
  float back[4] = {r, g, b, a}, front[3] = {rt, gt, bt};
  renderer->view = viewport;
  ig_fill(renderer->bound, viewport, NULL, back);
  if (!txt) return;
  int width = 0, height = font == mjFONT_BIG ? con->charHeightBig : con->charHeight;
  for (int i = 0; txt[i]; i++) width += char_width(con, font, txt[i]);
  int x = (viewport.width - width) / 2, y = (viewport.height - height) / 2;
  // text that would begin below the rectangle is not drawn
  if (y < 0) return;
  ig_draw_text(renderer, font, txt, (int)strlen(txt), viewport.left + (x > 0 ? x : 0), viewport.bottom + y, front);
}

// ---- overlays

enum { PAD = 5 };

// one column of text on a dark block; returns its width
static int overlay_column(ig_Renderer* r, int font, mjrRect view, int skip, int grid, float bright, const char* text,
                          const mjrContext* con) {
  int line = font == mjFONT_BIG ? con->charHeightBig : con->charHeight;
  int length = (int)strnlen(text, mjMAXOVERLAY), rows = line, widest = 0, width = 0;
  for (int i = 0; i < length; i++) {
    if (text[i] == '\n') {
      rows += PAD + line;
      width = 0;
      continue;
    }
    width += char_width(con, font, text[i]);
    widest = width > widest ? width : widest;
  }
  int w = PAD + widest + 8, h = PAD + rows;

  // lower left corner of the block of w x h pixels
  bool left = grid == mjGRID_TOPLEFT || grid == mjGRID_BOTTOMLEFT || grid == mjGRID_LEFT;
  bool middle_x = grid == mjGRID_TOP || grid == mjGRID_BOTTOM;
  bool top = grid == mjGRID_TOPLEFT || grid == mjGRID_TOPRIGHT || grid == mjGRID_TOP;
  bool middle_y = grid == mjGRID_LEFT || grid == mjGRID_RIGHT;
  int x = view.left + (left ? skip + PAD : middle_x ? (view.width - skip - w) / 2 - 1 - PAD : view.width - skip - 1 - PAD - w);
  int y = view.bottom + (top ? view.height - 1 - PAD - h : middle_y ? (view.height - h) / 2 - 1 - PAD : PAD);
  static const float dark[4] = {0, 0, 0, 0.5f};
  ig_fill(r->bound, (mjrRect){x, y, w, h}, NULL, dark);
  float rgb[3] = {bright, bright, bright};
  for (int start = 0, down = line; start < length; down += PAD + line) {
    int end = start;
    while (end < length && text[end] != '\n') end++;
    ig_draw_text(r, font, text + start, end - start, x + 3, y + h - down, rgb);
    start = end + 1;
  }
  return w - 2;
}

void mjr_overlay(int font, int gridpos, mjrRect viewport, const char* overlay, const char* overlay2, const mjrContext* con) {
  ig_Renderer* r = begin(con);
  if (!r || viewport.width <= 0 || viewport.height <= 0 || !overlay) return;
  if (!overlay2 || !overlay2[0]) {
    overlay_column(r, font, viewport, 0, gridpos, 1, overlay, con);
    return;
  }
  // names are grey, and outside
  bool left = gridpos == mjGRID_TOPLEFT || gridpos == mjGRID_BOTTOMLEFT;
  int skip = overlay_column(r, font, viewport, 0, gridpos, left ? 0.7f : 1.0f, left ? overlay : overlay2, con);
  overlay_column(r, font, viewport, skip, gridpos, left ? 1.0f : 0.7f, left ? overlay2 : overlay, con);
}

int mjr_findRect(int x, int y, int nrect, const mjrRect* rect) {
  for (int i = 0; i < nrect; i++) {
    if (x >= rect[i].left && x < rect[i].left + rect[i].width && y >= rect[i].bottom && y < rect[i].bottom + rect[i].height)
      return i;
  }
  return -1;
}
