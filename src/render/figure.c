// SPDX-License-Identifier: Apache-2.0
// Plots of lines over a pane with grid, ticks, title and legend.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "lane/elementary.h"
#include "render/renderer.h"

static float greater(float a, float b) { return a > b ? a : b; }
static float lesser(float a, float b) { return a < b ? a : b; }

enum { MAX_TICKS = 20 };

typedef struct {
  ig_Renderer* r;
  const mjrContext* con;
  mjvFigure* fig;
  mjrRect view;  // what is left of the figure; at the end the pane
  int pad;
  float range[2][2];
} Plot;

static int text_width(const mjrContext* con, const char* text, int length) {
  int width = 0;
  for (int i = 0; i < length && text[i]; i++) {
    int c = (unsigned char)text[i];
    width += c < 127 ? con->charWidth[c] : 0;
  }
  return width;
}

static int full_width(const mjrContext* con, const char* text) { return text_width(con, text, 1000); }

// ---- range

static void find_range(Plot* p, int axis) {
  mjvFigure* fig = p->fig;
  float* range = p->range[axis];
  range[0] = fig->range[axis][0];
  range[1] = fig->range[axis][1];
  bool any = range[0] < range[1];
  if (!any || fig->flg_extend) {
    for (int n = 0; n < mjMAXLINE; n++) {
      for (int i = 0; i < fig->linepnt[n] && i < mjMAXLINEPNT; i++) {
        float x = fig->linedata[n][2 * i + axis];
        if (!isfinite(x)) continue;
        if (!any || x < range[0]) range[0] = x;
        if (!any || x > range[1]) range[1] = x;
        any = true;
      }
    }
  }
  const float least = 1e-5f;  // a range that can be divided
  float missing = least - (range[1] - range[0]);
  if (missing > 0) {
    range[0] -= 0.5f * missing;
    range[1] += 0.5f * missing;
  }
  if (axis == 1) {
    // outwards to a round number: multiples of the power of ten of the range
    float span = range[1] - range[0];
    if (span > 0) {
      float power = (float)ig_pow(10, floor(ig_log(span) / 2.30258509299404568402));
      range[0] = floorf(range[0] / power) * power;
      range[1] = ceilf(range[1] / power) * power;
    }
    if (fig->flg_symmetric) {
      float most = greater(fabsf(range[0]), fabsf(range[1]));
      range[0] = -most;
      range[1] = most;
    }
  }
}

// ---- text

static void put(const Plot* p, int font, const char* text, int length, float x, float y, const float rgb[3]) {
  ig_draw_text(p->r, font, text, length, p->view.left + (int)x, p->view.bottom + (int)y, rgb);
}

// a number without the zeros that say nothing
static void number_text(char out[100], const char* format, float x) {
  snprintf(out, 100, format, (double)x);
  if (!strchr(out, '.')) return;
  size_t end = strlen(out);
  if (strspn(strchr(out, '.') + 1, "0123456789") != strlen(strchr(out, '.') + 1)) return;
  while (end > 1 && out[end - 1] == '0') end--;
  if (end > 1 && out[end - 1] == '.') end--;
  out[end] = 0;
}

// titles of several plots stand in one text, two spaces between them; first char and length of the chosen one
static void find_title(const char* title, int plot, int* first, int* length) {
  int at = 0, count = 0, end = (int)strnlen(title, 1000);
  while (count < plot && at < end) {
    while (at < end && title[at] != ' ') at++;
    int spaces = 0;
    while (at < end && title[at] == ' ') at++, spaces++;
    count += spaces > 1;
  }
  int n = 0;
  while ((at + n < end && title[at + n] != ' ') || (at + n + 1 < end && title[at + n + 1] != ' ')) n++;
  *first = at;
  *length = n;
}

// the chosen title in the middle, its neighbours beside it and fainter; returns the height
static int draw_title(const Plot* p) {
  const mjvFigure* fig = p->fig;
  int first, length, line = p->con->charHeight;
  find_title(fig->title, fig->subplot, &first, &length);
  if (!length) return 0;
  int left = p->view.width / 2 - text_width(p->con, fig->title + first, length) / 2;
  if (left < 0) left = 0;
  int from = first, x = left;
  while (from > 0 && x >= text_width(p->con, fig->title + from - 1, 1)) x -= text_width(p->con, fig->title + --from, 1);
  int count = 0, right = x;
  while (fig->title[from + count] && right + text_width(p->con, fig->title + from + count, 1) < p->view.width) {
    right += text_width(p->con, fig->title + from + count++, 1);
  }
  float faint[3];
  for (int k = 0; k < 3; k++) faint[k] = 0.4f * fig->textrgb[k] + 0.6f * fig->figurergba[k];
  float y = (float)(p->view.height - p->pad - line);
  put(p, mjFONT_NORMAL, fig->title + from, count, (float)x, y, faint);
  put(p, mjFONT_NORMAL, fig->title + first, length, (float)left, y, fig->textrgb);
  return line;
}

// title above and name of the x axis below; what is left is the view
static void draw_names(Plot* p) {
  const mjvFigure* fig = p->fig;
  int above = fig->title[0] ? draw_title(p) : 0, below = 0;
  if (fig->xlabel[0]) {
    int width = full_width(p->con, fig->xlabel), x = p->view.width / 2 - width / 2;
    below = p->con->charHeight;
    put(p, mjFONT_NORMAL, fig->xlabel, 100, (float)(x > 0 ? x : 0), (float)p->pad, fig->textrgb);
  }
  if (below) {
    p->view.bottom += below + p->pad / 2;
    p->view.height -= below + p->pad / 2;
  }
  if (above) p->view.height -= above + p->pad;
}

static float tick_value(const Plot* p, int axis, int i, int n) {
  return p->range[axis][0] + (p->range[axis][1] - p->range[axis][0]) * (float)i / (float)(n - 1);
}

static int tick_count(const mjvFigure* fig, int axis) {
  return fig->gridsize[axis] < MAX_TICKS ? fig->gridsize[axis] : MAX_TICKS;
}

static void draw_ticks(Plot* p) {
  const mjvFigure* fig = p->fig;
  if (fig->gridsize[0] < 2 || fig->gridsize[1] < 2) return;
  const mjrContext* con = p->con;
  char text[100];
  int height = fig->flg_ticklabel[0] ? con->charHeight + p->pad : 0, width = 0, nx = tick_count(fig, 0), ny = tick_count(fig, 1);
  // the reference takes red for all three
  const float grey[3] = {fig->textrgb[0], fig->textrgb[0], fig->textrgb[0]};
  if (fig->flg_ticklabel[1]) {
    width = fig->minwidth[0] ? full_width(con, fig->minwidth) : 0;
    for (int i = 0; i < ny; i++) {
      number_text(text, fig->yformat, tick_value(p, 1, i, ny));
      int w = full_width(con, text);
      width = w > width ? w : width;
    }
    width += p->pad;
  }
  for (int i = 0; fig->flg_ticklabel[0] && i < nx; i++) {
    number_text(text, fig->xformat, tick_value(p, 0, i, nx));
    int w = full_width(con, text), shift = i == 0 ? 0 : i == nx - 1 ? -w : -w / 2;
    float x = (float)(p->pad + width + shift) + (float)((p->view.width - 2 * p->pad - width) * i) / (float)(nx - 1);
    put(p, mjFONT_NORMAL, text, 100, x, (float)p->pad, grey);
  }
  for (int i = 0; fig->flg_ticklabel[1] && i < ny; i++) {
    number_text(text, fig->yformat, tick_value(p, 1, i, ny));
    float y =
        (float)(p->pad + height - con->charHeight / 2) + (float)((p->view.height - 2 * p->pad - height) * i) / (float)(ny - 1);
    put(p, mjFONT_NORMAL, text, 100, (float)(width - full_width(con, text)), y, grey);
  }
  p->view.left += width;
  p->view.width -= width;
  p->view.bottom += height;
  p->view.height -= height;
}

// ---- lines

// A line of some width with smooth edges, inside the pane. Each pixel of its box is weighed by its distance.
static void draw_segment(const Plot* p, float x0, float y0, float x1, float y1, float width, const float rgb[3]) {
  ig_Target* t = p->r->bound;
  float half = 0.5f * (width > 1 ? width : 1);
  int left = p->view.left, right = left + p->view.width - 1, bottom = p->view.bottom, top = bottom + p->view.height - 1;
  float fx0 = greater(lesser(x0, x1) - half - 1, (float)left), fx1 = lesser(greater(x0, x1) + half + 1, (float)right);
  float fy0 = greater(lesser(y0, y1) - half - 1, (float)bottom), fy1 = lesser(greater(y0, y1) + half + 1, (float)top);
  float dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy, color[3] = {rgb[0] * 255, rgb[1] * 255, rgb[2] * 255};
  for (int y = (int)fy0; (float)y <= fy1; y++) {
    for (int x = (int)fx0; (float)x <= fx1; x++) {
      if (x < 0 || y < 0 || x >= t->width || y >= t->height) continue;
      float px = (float)x + 0.5f - x0, py = (float)y + 0.5f - y0, s = length > 0 ? (px * dx + py * dy) / length : 0;
      s = s < 0 ? 0 : s > 1 ? 1 : s;
      float ex = px - s * dx, ey = py - s * dy, cover = half + 0.5f - sqrtf(ex * ex + ey * ey);
      cover = cover < 0 ? 0 : cover > 1 ? 1 : cover;
      uint32_t* at = &t->rgba[(size_t)y * (size_t)t->width + (size_t)x];
      if (cover > 0) *at = ig_blend(*at, color, cover) | 0xff000000u;
    }
  }
}

// places in the pane, with a little room at the ends
static float pane_x(const Plot* p, float part) { return (float)p->view.left + (part + 0.001f) / 1.002f * (float)p->view.width; }
static float pane_y(const Plot* p, float part) {
  return (float)p->view.bottom + (part + 0.001f) / 1.002f * (float)p->view.height;
}
static float data_x(const Plot* p, float x) { return pane_x(p, (x - p->range[0][0]) / (p->range[0][1] - p->range[0][0])); }
static float data_y(const Plot* p, float y) { return pane_y(p, (y - p->range[1][0]) / (p->range[1][1] - p->range[1][0])); }

static void draw_grid(const Plot* p) {
  const mjvFigure* fig = p->fig;
  if (fig->gridsize[0] < 2 || fig->gridsize[1] < 2) return;
  for (int axis = 0; axis < 2; axis++) {
    int n = tick_count(fig, axis);
    for (int i = 0; i < n; i++) {
      float part = (float)i / (float)(n - 1);
      if (axis == 0) {
        draw_segment(p, pane_x(p, part), pane_y(p, 0), pane_x(p, part), pane_y(p, 1), fig->gridwidth, fig->gridrgb);
      } else {
        draw_segment(p, pane_x(p, 0), pane_y(p, part), pane_x(p, 1), pane_y(p, part), fig->gridwidth, fig->gridrgb);
      }
    }
  }
}

static void draw_curve(const Plot* p, int line, float width) {
  const mjvFigure* fig = p->fig;
  int count = fig->linepnt[line] < mjMAXLINEPNT ? fig->linepnt[line] : mjMAXLINEPNT;
  for (int i = 0; i + 1 < count; i += fig->flg_barplot ? 2 : 1) {
    const float* q = fig->linedata[line] + 2 * i;
    if (!isfinite(q[0]) || !isfinite(q[1]) || !isfinite(q[2]) || !isfinite(q[3])) continue;
    draw_segment(p, data_x(p, q[0]), data_y(p, q[1]), data_x(p, q[2]), data_y(p, q[3]), width, fig->linergb[line]);
  }
}

// ---- legend

// names of lines in the upper right corner; returns the line under the mouse, or the one that was highlighted
static int draw_legend(const Plot* p) {
  const mjvFigure* fig = p->fig;
  int line = p->con->charHeight, width = 0, count = 0, shown[mjMAXLINE];
  for (int n = fig->legendoffset < 0 ? 0 : fig->legendoffset; n < mjMAXLINE; n++) {
    if (!fig->linename[n][0]) continue;
    if ((count + 1) * line + 2 * p->pad >= p->view.height) break;
    int w = full_width(p->con, fig->linename[n]);
    width = w > width ? w : width;
    shown[count++] = n;
  }
  if (!count) return fig->highlightid;
  int height = count * line;
  mjrRect back = {p->view.left + p->view.width - 2 * p->pad - width, p->view.bottom + p->view.height - 2 * p->pad - height,
                  width + 2 * p->pad, height + 2 * p->pad};
  ig_fill(p->r->bound, back, &p->view, fig->legendrgba);
  int hx = fig->highlight[0] - p->view.left, hy = fig->highlight[1] - p->view.bottom, chosen = fig->highlightid;
  bool over = hx >= p->view.width - p->pad - width && hx <= p->view.width - p->pad && hy >= p->view.height - p->pad - height &&
              hy <= p->view.height - p->pad;
  for (int i = 0; i < count; i++) {
    const char* name = fig->linename[shown[i]];
    put(p, mjFONT_SHADOW, name, 100, (float)(p->view.width - p->pad - full_width(p->con, name)),
        (float)(p->view.height - p->pad - (i + 1) * line), fig->linergb[shown[i]]);
    if (over && (p->view.height - p->pad - hy) / line == i) chosen = shown[i];
  }
  return chosen;
}

static void draw_highlight(const Plot* p, int line) {
  const mjvFigure* fig = p->fig;
  draw_curve(p, line, 5 * fig->linewidth);
  if (!fig->flg_selection || fig->linepnt[line] < 1) return;
  int best = 0;
  for (int i = 1; i < fig->linepnt[line] && i < mjMAXLINEPNT; i++) {
    if (fabsf(fig->selection - fig->linedata[line][2 * i]) < fabsf(fig->selection - fig->linedata[line][2 * best])) best = i;
  }
  char text[100];
  snprintf(text, sizeof text, "( %.4g : %.4g )", (double)fig->linedata[line][2 * best],
           (double)fig->linedata[line][2 * best + 1]);
  float x = pane_x(p, 0.1f) - (float)p->view.left, y = pane_y(p, 0.1f) - (float)p->view.bottom;
  put(p, mjFONT_SHADOW, text, 100, x, y, fig->textrgb);
}

void mjr_figure(mjrRect viewport, mjvFigure* fig, const mjrContext* con) {
  ig_Renderer* r = ig_renderer(con);
  if (!r || viewport.width <= 0 || viewport.height <= 0) return;
  ig_use_renderer(r);
  ig_bind_current(con);
  if (!r->bound->rgba) return;
  r->view = viewport;
  Plot p = {.r = r, .con = con, .fig = fig, .view = viewport, .pad = con->charHeight / 2};
  ig_fill(r->bound, viewport, NULL, fig->figurergba);
  for (int axis = 0; axis < 2; axis++) find_range(&p, axis);
  memcpy(fig->xaxisdata, p.range[0], sizeof fig->xaxisdata);
  memcpy(fig->yaxisdata, p.range[1], sizeof fig->yaxisdata);
  if (viewport.width <= 1 || viewport.height <= 1) return;
  draw_names(&p);
  if (p.view.width <= 0 || p.view.height <= 0) return;
  draw_ticks(&p);
  p.view.left += p.pad;
  p.view.width -= 2 * p.pad;
  p.view.bottom += p.pad;
  p.view.height -= 2 * p.pad;
  if (p.view.width <= 0 || p.view.height <= 0) return;
  fig->xaxispixel[0] = p.view.left;
  fig->xaxispixel[1] = p.view.left + p.view.width - 1;
  fig->yaxispixel[0] = p.view.bottom;
  fig->yaxispixel[1] = p.view.bottom + p.view.height - 1;

  ig_fill(r->bound, p.view, NULL, fig->panergba);
  draw_grid(&p);
  // the first line lies on top
  for (int n = mjMAXLINE - 1; n >= 0; n--) draw_curve(&p, n, fig->linewidth);
  static const float white[3] = {1, 1, 1};
  if (fig->flg_selection)
    draw_segment(&p, data_x(&p, fig->selection), pane_y(&p, 0), data_x(&p, fig->selection), pane_y(&p, 1), 3, white);
  int chosen = fig->flg_legend ? draw_legend(&p) : fig->highlightid;
  if (chosen >= 0 && chosen < mjMAXLINE) draw_highlight(&p, chosen);
}
