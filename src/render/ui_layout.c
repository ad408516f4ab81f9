// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2021 DeepMind Technologies Limited, Apache-2.0) step by step: programs keep the
// rectangles that it computes.
//
// Where sections and items lie. Heights are counted from the top and turned over at the end.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "render/target.h"
#include "render/ui.h"

int ig_ui_text_width(const char* text, const mjrContext* con, int count) {
  int width = 0;
  for (int i = 0; text[i] && (count < 0 || i < count); i++) {
    int c = (unsigned char)text[i];
    width += c < 127 ? con->charWidth[c] : 0;
  }
  return width;
}

bool ig_ui_enabled(const mjUI* ui, const mjuiItem* item) {
  return item->state > 0 && (item->state == 1 || !ui->predicate || ui->predicate(item->state, ui->userdata));
}

// ---- sizes

typedef struct {
  const mjUI* ui;
  const mjrContext* con;
  int section, side, middle, gap, text_gap, label, line, column;
} Sizes;

static Sizes sizes_of(const mjUI* ui, const mjrContext* con) {
  const mjuiThemeSpacing* t = &ui->spacing;
  Sizes s = {.ui = ui,
             .con = con,
             .section = ig_ui_scale(t->section, con),
             .side = ig_ui_scale(t->itemside, con),
             .middle = ig_ui_scale(t->itemmid, con),
             .gap = ig_ui_scale(t->itemver, con),
             .text_gap = ig_ui_scale(t->textver, con),
             .label = ig_ui_scale(t->label, con)};
  s.line = con->charHeight + 2 * s.text_gap;
  s.column = (ig_ui_scale(t->total, con) - ig_ui_scale(t->scroll, con) - 2 * s.section - 2 * s.side - s.middle) / 2;
  return s;
}

// items from the section's top, which is `top` pixels below that of the interface
static void place_items(const Sizes* z, mjuiSection* s, int top) {
  for (int i = 0; i < s->nitem; i++) {
    mjuiItem* item = &s->item[i];
    item->rect = (mjrRect){0};
    if (item->skip) continue;
    s->rcontent.height += item->type == mjITEM_SEPARATOR ? z->section : z->gap;
    int height = z->line;
    if (item->type == mjITEM_STATIC) height = (z->con->charHeight + z->text_gap) * item->multi.nelem;
    if (item->type == mjITEM_RADIO) height *= (item->multi.nelem - 1) / ig_ui_columns(z->ui) + 1;
    int bottom = top + s->rcontent.height + height, left = s->rcontent.left + z->side;
    int wide = s->rcontent.width - 2 * z->side;
    bool labelled = item->name[0] && (item->type >= mjITEM_RADIO || item->type == mjITEM_STATIC),
         single = ig_ui_is_single(item->type);
    item->rect = (mjrRect){labelled ? left + z->label : left, bottom,
                           single     ? z->column
                           : labelled ? wide - z->label
                                      : wide,
                           height};
    // a pair of buttons or boxes stands side by side
    if (single && i + 1 < s->nitem && s->item[i + 1].type == item->type) {
      s->item[i + 1].rect = (mjrRect){left + z->column + z->middle, bottom, z->column, height};
      i++;
    }
    s->rcontent.height += height;
  }
  s->rcontent.height += z->gap;
  s->rcontent.bottom = top + s->rcontent.height;
}

// place everything; returns the height with sections folded as they are, and with none folded
static int place_sections(mjUI* ui, const Sizes* z, bool all, int* unfolded) {
  int width = ig_ui_scale(ui->spacing.total, z->con) - ig_ui_scale(ui->spacing.scroll, z->con) - 2 * z->section, height = 0;
  *unfolded = 0;
  for (int n = 0; n < ui->nsect; n++) {
    mjuiSection* s = &ui->sect[n];
    // items behind a closed separator are not seen
    bool hidden = false;
    for (int i = 0; i < s->nitem; i++) {
      if (s->item[i].type == mjITEM_SEPARATOR) hidden = s->item[i].state == mjSEPCLOSED;
      s->item[i].skip = !all && hidden && s->item[i].type != mjITEM_SEPARATOR;
    }
    height += z->section;
    int title = s->state == mjSECT_FIXED ? 0 : z->line;
    s->rtitle = (mjrRect){z->section, height + title, width, title};
    s->rcontent = (mjrRect){z->section, 0, width, 0};
    height += title;
    place_items(z, s, height);
    *unfolded += z->section + title + s->rcontent.height;
    if (s->state != mjSECT_CLOSED) height += s->rcontent.height;
  }
  *unfolded += z->section;
  return height + z->section;
}

static void lay_out(mjUI* ui, const mjrContext* con) {
  Sizes z = sizes_of(ui, con);
  int ignored;
  place_sections(ui, &z, true, &ui->maxheight);
  ui->height = place_sections(ui, &z, false, &ignored);
  ui->width = ig_ui_scale(ui->spacing.total, con);
  for (int n = 0; n < ui->nsect; n++) {
    mjuiSection* s = &ui->sect[n];
    s->rtitle.bottom = ui->height - s->rtitle.bottom;
    s->rcontent.bottom = ui->height - s->rcontent.bottom;
    for (int i = 0; i < s->nitem; i++) s->item[i].rect.bottom = ui->height - s->item[i].rect.bottom;
  }
  if (ui->maxheight > IG_MAX_PICTURE) ui->maxheight = IG_MAX_PICTURE;
}

void ig_ui_resize(mjUI* ui, const mjrContext* con) {
  lay_out(ui, con);
  // what does not fit into a buffer is folded, the sections first whose last click is longest ago
  while (ui->height > ui->maxheight) {
    int oldest = -1;
    for (int n = 0; n < ui->nsect; n++) {
      if (ui->sect[n].state == mjSECT_OPEN && (oldest < 0 || ui->sect[n].lastclick < ui->sect[oldest].lastclick)) oldest = n;
    }
    if (oldest < 0) {
      mju_error("the interface needs %d pixels with all sections folded that can be, its buffer has %d", ui->height,
                ui->maxheight);
      return;
    }
    ui->sect[oldest].state = mjSECT_CLOSED;
    lay_out(ui, con);
  }
}

// ---- parts of items

mjrRect ig_ui_radio_cell(const mjuiItem* item, int choice, const mjUI* ui, const mjrContext* con) {
  int middle = ig_ui_scale(ui->spacing.itemmid, con), columns = ig_ui_columns(ui), rows = (item->multi.nelem - 1) / columns + 1;
  int width = (item->rect.width - (columns - 1) * middle) / columns,
      height = con->charHeight + 2 * ig_ui_scale(ui->spacing.textver, con);
  int column = choice % columns, left = column * (width + middle);
  return (mjrRect){item->rect.left + left, item->rect.bottom + (rows - 1 - choice / columns) * height,
                   column == columns - 1 ? item->rect.width - left : width, height};
}

static int rounded(double x) { return (int)floor(x + 0.5); }

void ig_ui_radio_borders(const mjuiItem* item, const mjrContext* con, int border[mjMAXUIMULTI + 1]) {
  int n = item->multi.nelem, total = 0;
  for (int i = 0; i < n; i++) total += ig_ui_text_width(item->multi.name[i], con, -1);
  // what is left of the width is shared out
  double extra = n ? (double)(item->rect.width - total) / n : 0;
  border[0] = 0;
  for (int i = 0; i < n; i++) {
    border[i + 1] = border[i] + ig_ui_text_width(item->multi.name[i], con, -1) + rounded((i + 1) * extra) - rounded(i * extra);
  }
  border[n] = item->rect.width;
}

mjrRect ig_ui_select_list(const mjuiItem* item, const mjUI* ui, const mjrContext* con) {
  mjrRect r = item->rect;
  r.height = item->multi.nelem * (con->charHeight + 2 * ig_ui_scale(ui->spacing.textver, con));
  r.bottom -= r.height;
  return r;
}

void ig_ui_scroll_bar(const mjUI* ui, mjrRect rect, const mjrContext* con, mjrRect* bar, mjrRect* thumb) {
  int width = ig_ui_scale(ui->spacing.scroll, con);
  *bar = (mjrRect){rect.left + rect.width - width, rect.bottom, width, rect.height};
  double from = (double)ui->scroll / ui->height, to = (double)(ui->scroll + rect.height) / ui->height;
  *thumb = *bar;
  thumb->bottom = rect.bottom + rounded(rect.height * (1 - to));
  thumb->height = rounded(rect.height * (to - from));
}

// ---- the mouse

static bool inside(int x, int y, mjrRect r) {
  return x >= r.left && x <= r.left + r.width && y >= r.bottom && y <= r.bottom + r.height;
}

// buttons are round at their ends
static bool inside_oval(int x, int y, mjrRect r) {
  int radius = r.height / 2, dy = y - (r.bottom + radius);
  int dx = x < r.left + radius ? x - (r.left + radius) : x > r.left + r.width - radius ? x - (r.left + r.width - radius) : 0;
  return inside(x, y, r) && (dx == 0 || dx * dx + dy * dy < radius * radius);
}

void ig_ui_mouse(const mjUI* ui, const mjuiState* state, int* x, int* y) {
  mjrRect rect = state->rect[ui->rectid];
  int scroll = ui->height > rect.height ? ui->scroll : 0;
  *x = (int)state->x - rect.left;
  *y = (int)state->y - scroll - (rect.height - ui->height) - rect.bottom;
}

void ig_ui_under_mouse(const mjUI* ui, const mjuiState* state, const mjrContext* con, int* section, int* item) {
  *section = *item = 0;
  int x = (int)state->x, y = (int)state->y;
  mjrRect rect = state->rect[ui->rectid];
  if (ui->height > rect.height) {
    mjrRect bar, thumb;
    ig_ui_scroll_bar(ui, rect, con, &bar, &thumb);
    if (inside(x, y, bar)) {
      *section = inside(x, y, thumb) ? -1 : y < thumb.bottom ? -2 : -3;
      *item = -1;
      return;
    }
  }
  ig_ui_mouse(ui, state, &x, &y);
  for (int n = 0; n < ui->nsect; n++) {
    const mjuiSection* s = &ui->sect[n];
    if (s->state != mjSECT_FIXED && inside(x, y, s->rtitle)) {
      mjrRect check = s->rtitle;
      if (check.height < check.width) check.width = check.height;
      *section = n + 1;
      *item = s->checkbox > 0 && inside(x, y, check) ? -2 : -1;
      return;
    }
    if (s->state == mjSECT_CLOSED || !inside(x, y, s->rcontent)) continue;
    for (int i = 0; i < s->nitem; i++) {
      bool hit = s->item[i].type == mjITEM_BUTTON ? inside_oval(x, y, s->item[i].rect) : inside(x, y, s->item[i].rect);
      if (!hit || s->item[i].rect.height == 0) continue;
      *section = n + 1;
      *item = i;
      return;
    }
  }
}

int ig_ui_select_under_mouse(const mjuiItem* item, const mjUI* ui, const mjuiState* state, const mjrContext* con) {
  int x, y;
  ig_ui_mouse(ui, state, &x, &y);
  mjrRect r = ig_ui_select_list(item, ui, con);
  if (x <= r.left || x >= r.left + r.width || y <= r.bottom || y >= r.bottom + r.height) return -1;
  int row = (y - r.bottom) * item->multi.nelem / r.height;
  return item->multi.nelem - 1 - row;
}

// ---- values of edit fields

bool ig_ui_read_text(const char* text, const mjuiItem* item, bool store) {
  if (item->type == mjITEM_EDITTXT) {
    if (store) snprintf(item->pdata, mjMAXUINAME, "%s", text);
    return true;
  }
  double x[mjMAXUIEDIT] = {0};
  int count = 0;
  for (int used = 0; count < mjMAXUIEDIT && sscanf(text, "%lf%n", x + count, &used) == 1; text += used) count++;
  if (count != item->edit.nelem) return false;
  for (int i = 0; i < count; i++) {
    const double* range = item->edit.range[i];
    if (range[0] < range[1] && !(x[i] >= range[0] && x[i] <= range[1])) return false;
    if (item->type == mjITEM_EDITINT && (!(fabs(x[i]) < 2147483648.0) || x[i] != (double)(int)x[i])) return false;
  }
  for (int i = 0; store && i < count; i++) {
    if (item->type == mjITEM_EDITINT) ((int*)item->pdata)[i] = (int)x[i];
    if (item->type == mjITEM_EDITNUM) ((mjtNum*)item->pdata)[i] = x[i];
    if (item->type == mjITEM_EDITFLOAT) ((float*)item->pdata)[i] = (float)x[i];
  }
  return true;
}

void ig_ui_write_text(char text[mjMAXUITEXT], const mjuiItem* item) {
  text[0] = 0;
  if (item->type == mjITEM_EDITTXT) {
    snprintf(text, mjMAXUINAME, "%s", (const char*)item->pdata);
    return;
  }
  for (int i = 0, used = 0; i < item->edit.nelem && used < mjMAXUITEXT - 1; i++) {
    const char* gap = i ? "  " : "";
    size_t room = (size_t)(mjMAXUITEXT - used);
    if (item->type == mjITEM_EDITINT) {
      used += snprintf(text + used, room, "%s%d", gap, ((const int*)item->pdata)[i]);
    } else {
      double x = item->type == mjITEM_EDITNUM ? ((const mjtNum*)item->pdata)[i] : (double)((const float*)item->pdata)[i];
      used += snprintf(text + used, room, "%s%.4g", gap, x);
    }
  }
}
