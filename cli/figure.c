// SPDX-License-Identifier: Apache-2.0
#include "figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"

enum { WIDTH = 1000, PANEL = 260, CELL = 170, CELLS = 3, MANY = 10 };

typedef struct {
  const ig_Recorder* recorder;
  mjrContext* context;
  mjvFigure* figure;
  int height;  // of the whole picture
} Sheet;

static int curves_of(const ig_Recorder* r, int panel) {
  int total = 0;
  for (int i = 0; i < r->ncolumn; i++) total += r->columns[i].panel == panel;
  return total;
}

static int height_of(int curves) { return curves > MANY ? (curves + CELLS - 1) / CELLS * CELL : PANEL; }

// dark lines on white, with the colours of the other drawings
static void set_looks(mjvFigure* f) {
  static const float colours[][3] = {{0, .45f, .70f}, {.84f, .37f, 0},    {0, .62f, .45f}, {.80f, .47f, .65f},
                                     {.90f, .62f, 0}, {.34f, .71f, .91f}, {0, 0, 0},       {.5f, .5f, .5f}};
  mjv_defaultFigure(f);
  for (int i = 0; i < 4; i++) f->figurergba[i] = f->panergba[i] = f->legendrgba[i] = 1;
  for (int i = 0; i < 3; i++) {
    f->textrgb[i] = 0;
    f->gridrgb[i] = .85f;
  }
  for (int line = 0; line < mjMAXLINE; line++) memcpy(f->linergb[line], colours[line % 8], sizeof colours[0]);
  f->flg_legend = 0;
  f->flg_ticklabel[0] = f->flg_ticklabel[1] = 1;
  f->gridsize[0] = f->gridsize[1] = 5;
  f->linewidth = 1.5f;
  f->gridwidth = 1;
  snprintf(f->xformat, sizeof f->xformat, "%%.3g");
  snprintf(f->yformat, sizeof f->yformat, "%%.3g");
  snprintf(f->minwidth, sizeof f->minwidth, "-0.0001");
}

// a line has room for a thousand points: of more, each stands for its neighbours
static void add_curve(const Sheet* sheet, int column, int line) {
  const ig_Recorder* r = sheet->recorder;
  mjvFigure* f = sheet->figure;
  size_t stride = (size_t)r->ncolumn + 1;
  int points = 0, every = r->nsample / mjMAXLINEPNT + 1;
  for (int i = 0; i < r->nsample && points < mjMAXLINEPNT; i += every) {
    double value = r->samples[(size_t)i * stride + (size_t)column + 1];
    if (!isfinite(value)) continue;
    f->linedata[line][2 * points] = (float)r->samples[(size_t)i * stride];
    f->linedata[line][2 * points + 1] = (float)value;
    points++;
  }
  f->linepnt[line] = points;
  snprintf(f->linename[line], sizeof f->linename[line], "%s", r->columns[column].label);
}

static void draw(const Sheet* sheet, int left, int top, int width, int height) {
  mjr_figure((mjrRect){left, sheet->height - top - height, width, height}, sheet->figure, sheet->context);
}

static void draw_panel(const Sheet* sheet, int panel, int top, const char* title) {
  const ig_Recorder* r = sheet->recorder;
  mjvFigure* f = sheet->figure;
  const ig_Panel* p = &r->panels[panel];
  int total = curves_of(r, panel), place = 0;
  for (int i = 0; i < r->ncolumn; i++) {
    if (r->columns[i].panel != panel) continue;
    if (total > MANY || place == 0) set_looks(f);
    add_curve(sheet, i, total > MANY ? 0 : place);
    if (total > MANY) {
      snprintf(f->title, sizeof f->title, "%s", r->columns[i].label);
      draw(sheet, place % CELLS * (WIDTH / CELLS), top + place / CELLS * CELL, WIDTH / CELLS, CELL);
    }
    place++;
  }
  if (total > MANY || !total) return;
  f->flg_legend = total > 1;
  snprintf(f->title, sizeof f->title, *p->unit ? "%s%s%s (%s)" : "%s%s%s", title, *title ? ": " : "", p->title, p->unit);
  snprintf(f->xlabel, sizeof f->xlabel, "time (s)");
  draw(sheet, 0, top, WIDTH, PANEL);
}

bool ig_write_figure(const ig_Recorder* recorder, const char* title, mjModel* m, const char* path) {
  int height = 0;
  for (int i = 0; i < recorder->npanel; i++) height += height_of(curves_of(recorder, i));
  ig_Picture picture;
  mjvFigure* figure = malloc(sizeof *figure);
  int before[2] = {m->vis.global.offwidth, m->vis.global.offheight};
  bool good = figure && ig_picture_open(&picture, m, NULL, WIDTH, height) == 0;
  if (good) {
    mjrRect whole = {0, 0, WIDTH, height};
    Sheet sheet = {recorder, &picture.context, figure, height};
    mjr_setBuffer(mjFB_OFFSCREEN, &picture.context);
    mjr_rectangle(whole, 1, 1, 1, 1);
    int top = 0;
    const char* name = strrchr(title, '/') ? strrchr(title, '/') + 1 : title;
    for (int i = 0; i < recorder->npanel; i++) {
      draw_panel(&sheet, i, top, i ? "" : name);
      top += height_of(curves_of(recorder, i));
    }
    ig_picture_read(&picture);
    good = ig_write_png(path, picture.rgb, WIDTH, height, 3);
    ig_picture_close(&picture);
  }
  m->vis.global.offwidth = before[0];
  m->vis.global.offheight = before[1];
  free(figure);
  return good;
}
