// SPDX-License-Identifier: Apache-2.0
// The interface as a picture in its auxiliary buffer, and that buffer in the window.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "render/pixels.h"
#include "render/renderer.h"
#include "render/ui.h"

typedef struct {
  ig_Renderer* r;
  const mjUI* ui;
  const mjrContext* con;
  int pad_x, pad_y, label, side;
  int mouse_section, mouse_item;
} Draw;

// ---- shapes

static void fill(const Draw* d, mjrRect rect, const float rgb[3]) {
  const float rgba[4] = {rgb[0], rgb[1], rgb[2], 1};
  ig_fill(d->r->bound, rect, NULL, rgba);
}

// filled, or only its border when there is a colour for the inside
static void box(const Draw* d, mjrRect rect, const float rgb[3], const float* inside) {
  fill(d, rect, rgb);
  int w = ig_ui_scale(1, d->con);
  mjrRect inner = {rect.left + w, rect.bottom + w, rect.width - 2 * w, rect.height - 2 * w};
  if (inside && inner.width > 0 && inner.height > 0) fill(d, inner, inside);
}

// from the lower to the upper colour
static void gradient(const Draw* d, mjrRect rect, const float low[3], const float high[3]) {
  for (int y = 0; y < rect.height; y++) {
    float part = ((float)y + 0.5f) / (float)rect.height, rgb[3];
    for (int k = 0; k < 3; k++) rgb[k] = low[k] + part * (high[k] - low[k]);
    fill(d, (mjrRect){rect.left, rect.bottom + y, rect.width, 1}, rgb);
  }
}

static void put(const Draw* d, int x, int y, const float rgb[3], float cover) {
  ig_Target* t = d->r->bound;
  if (x < 0 || y < 0 || x >= t->width || y >= t->height || cover <= 0) return;
  float color[3] = {rgb[0] * 255, rgb[1] * 255, rgb[2] * 255};
  uint32_t* at = &t->rgba[(size_t)y * (size_t)t->width + (size_t)x];
  *at = ig_blend(*at, color, cover > 1 ? 1 : cover) | 0xff000000u;
}

// with half circles at both ends
static void oval(const Draw* d, mjrRect rect, const float rgb[3], const float* inside) {
  float radius = 0.5f * (float)rect.height, border = (float)ig_ui_scale(1, d->con);
  for (int y = 0; y < rect.height; y++) {
    for (int x = 0; x < rect.width; x++) {
      float px = (float)x + 0.5f, py = (float)y + 0.5f - radius;
      float over = px < radius ? radius - px : px > (float)rect.width - radius ? px - ((float)rect.width - radius) : 0;
      float away = sqrtf(over * over + py * py);
      put(d, rect.left + x, rect.bottom + y, rgb, radius + 0.5f - away);
      if (inside) put(d, rect.left + x, rect.bottom + y, inside, radius - border + 0.5f - away);
    }
  }
}

// take the corners away
static void round_corners(const Draw* d, mjrRect rect, int radius, const float back[3], bool bottom) {
  if (2 * radius > rect.width || 2 * radius > rect.height) return;
  for (int corner = bottom ? 0 : 2; corner < 4; corner++) {
    for (int y = 0; y < radius; y++) {
      for (int x = 0; x < radius; x++) {
        float dx = (float)(radius - x) - 0.5f, dy = (float)(radius - y) - 0.5f,
              away = sqrtf(dx * dx + dy * dy) - (float)radius + 0.5f;
        int px = corner % 2 ? rect.left + rect.width - 1 - x : rect.left + x,
            py = corner < 2 ? rect.bottom + y : rect.bottom + rect.height - 1 - y;
        put(d, px, py, back, away);
      }
    }
  }
}

// triangle at the right end of a title: down when open, to the left when closed
static void fold_symbol(const Draw* d, mjrRect rect, bool open) {
  int size = d->con->charHeight / 2, left = rect.left + rect.width - d->pad_x - size,
      bottom = rect.bottom + (rect.height - size) / 2;
  for (int i = 0; i < size; i++) {
    int length = size - i, start = i / 2;
    mjrRect bar = open ? (mjrRect){left + start, bottom + size - 1 - i, length, 1}
                       : (mjrRect){left + size - 1 - i, bottom + start, 1, length};
    fill(d, bar, d->ui->color.sectsymbol);
  }
}

// as many chars as fit
static void text_in(const Draw* d, const char* text, int x, int y, int width, const float rgb[3]) {
  int length = 0, used = 0;
  while (text[length]) {
    used += ig_ui_text_width(text + length, d->con, 1);
    if (used >= width) break;
    length++;
  }
  ig_draw_text(d->r, mjFONT_NORMAL, text, length, x, y, rgb);
}

static void text_beside(const Draw* d, const char* text, mjrRect rect, const float rgb[3]) {
  text_in(d, text, rect.left + d->pad_x, rect.bottom + d->pad_y, rect.width - 2 * d->pad_x, rgb);
}

// ---- shortcuts

static void shortcut_name(int modifier, int key, char out[50]) {
  static const struct {
    int key;
    const char* name;
  } names[] = {{' ', "Space"},
               {mjKEY_ESCAPE, "Esc"},
               {mjKEY_ENTER, "Enter"},
               {mjKEY_TAB, "Tab"},
               {mjKEY_BACKSPACE, "BackSpace"},
               {mjKEY_INSERT, "Ins"},
               {mjKEY_DELETE, "Del"},
               {mjKEY_RIGHT, "Right"},
               {mjKEY_LEFT, "Left"},
               {mjKEY_DOWN, "Down"},
               {mjKEY_UP, "Up"},
               {mjKEY_PAGE_UP, "PgUp"},
               {mjKEY_PAGE_DOWN, "PgDn"},
               {mjKEY_HOME, "Home"},
               {mjKEY_END, "End"}};
  const char* before = modifier == 1 ? "Ctrl " : modifier == 2 ? "Shift " : modifier == 4 ? "Alt " : "";
  char name[12] = "";
  if (key > ' ' && key <= '~') snprintf(name, sizeof name, "%c", key);
  if (key >= mjKEY_F1 && key <= mjKEY_F12) snprintf(name, sizeof name, "F%d", key - mjKEY_F1 + 1);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (names[i].key == key) snprintf(name, sizeof name, "%s", names[i].name);
  }
  snprintf(out, 50, "%s%s", before, name);
}

static void draw_shortcut(const Draw* d, mjrRect rect, int modifier, int key) {
  if (!d->ui->mousehelp || !key) return;
  char text[50];
  shortcut_name(modifier, key, text);
  int width = ig_ui_text_width(text, d->con, -1) + 2 * d->pad_y;
  mjrRect r = {rect.left + rect.width - width, rect.bottom + d->pad_y, width, rect.height - 2 * d->pad_y};
  fill(d, r, d->ui->color.shortcut);
  text_in(d, text, r.left + d->pad_y, r.bottom, r.width, d->ui->color.fontactive);
}

// ---- sections

static void draw_title(const Draw* d, const mjuiSection* s) {
  const mjuiThemeColor* c = &d->ui->color;
  mjrRect r = s->rtitle, name = r;
  if (!s->checkbox) {
    gradient(d, r, c->secttitle2, c->secttitle);
  } else {
    const float* high = s->checkbox == 1 ? c->secttitleuncheck : c->secttitlecheck;
    const float* low = s->checkbox == 1 ? c->secttitleuncheck2 : c->secttitlecheck2;
    gradient(d, r, low, high);
    int gap = r.height / 4;
    float inside[3];
    for (int k = 0; k < 3; k++) inside[k] = 0.5f * (high[k] + low[k]);
    mjrRect mark = {r.left + gap, r.bottom + gap, r.height - 2 * gap, r.height - 2 * gap};
    box(d, mark, c->sectsymbol, s->checkbox == 1 ? inside : NULL);
    name.left += r.height - d->pad_x;
    name.width -= r.height - d->pad_x;
  }
  fold_symbol(d, r, s->state == mjSECT_OPEN);
  text_beside(d, s->name, name, c->sectfont);
  draw_shortcut(d, r, s->modifier, s->shortcut);
}

static void draw_section(const Draw* d, const mjuiSection* s) {
  const mjuiThemeColor* c = &d->ui->color;
  if (s->state != mjSECT_FIXED) draw_title(d, s);
  if (s->state != mjSECT_CLOSED) fill(d, s->rcontent, c->sectpane);
  mjrRect whole = s->state == mjSECT_FIXED ? s->rcontent : s->rtitle;
  if (s->state == mjSECT_OPEN) {
    whole.bottom = s->rcontent.bottom;
    whole.height += s->rcontent.height;
  }
  round_corners(d, whole, ig_ui_scale(d->ui->spacing.cornersect, d->con), c->master, true);
}

// ---- items

static void draw_separator(const Draw* d, const mjuiItem* item) {
  const mjuiThemeColor* c = &d->ui->color;
  gradient(d, item->rect, c->separator2, c->separator);
  text_beside(d, item->name, item->rect, c->sectfont);
  if (item->state < mjSEPCLOSED) return;
  bool open = item->state > mjSEPCLOSED;
  fold_symbol(d, item->rect, open);
  round_corners(d, item->rect, ig_ui_scale(d->ui->spacing.cornersep, d->con), c->sectpane, !open);
}

static void draw_static(const Draw* d, const mjuiItem* item, const float font[3]) {
  int line = d->con->charHeight + d->pad_y;
  fill(d, item->rect, d->ui->color.sectpane);
  for (int k = 0; k < item->multi.nelem; k++) {
    mjrRect row = {item->rect.left, item->rect.bottom + (item->multi.nelem - 1 - k) * line, item->rect.width, line};
    text_beside(d, item->multi.name[k], row, font);
  }
}

static int chosen(const mjuiItem* item) {
  int value = *(const int*)item->pdata;
  return value < 0 || value >= item->multi.nelem ? -1 : value;
}

static void draw_radio(const Draw* d, const mjuiItem* item, const float font[3], const float decor[3]) {
  box(d, item->rect, decor, d->ui->color.sectpane);
  if (chosen(item) >= 0) fill(d, ig_ui_radio_cell(item, chosen(item), d->ui, d->con), decor);
  for (int k = 0; k < item->multi.nelem; k++) text_beside(d, item->multi.name[k], ig_ui_radio_cell(item, k, d->ui, d->con), font);
}

static void draw_radio_line(const Draw* d, const mjuiItem* item, const float font[3], const float decor[3]) {
  int border[mjMAXUIMULTI + 1];
  ig_ui_radio_borders(item, d->con, border);
  box(d, item->rect, decor, d->ui->color.sectpane);
  for (int k = 0; k < item->multi.nelem; k++) {
    mjrRect cell = {item->rect.left + border[k], item->rect.bottom, border[k + 1] - border[k], item->rect.height};
    if (chosen(item) == k) fill(d, cell, decor);
    int spare = (cell.width - ig_ui_text_width(item->multi.name[k], d->con, -1)) / 2;
    text_in(d, item->multi.name[k], cell.left + (spare > 0 ? spare : 0), cell.bottom + d->pad_y, cell.width + 1, font);
  }
}

static void draw_slider(const Draw* d, const mjuiItem* item, const float font[3], const float back[3], const float front[3]) {
  double value = item->type == mjITEM_SLIDERINT ? *(const int*)item->pdata : *(const mjtNum*)item->pdata;
  const double least = 1e-10;
  double span = item->slider.range[1] - item->slider.range[0];
  double part = (value - item->slider.range[0]) / (span > least ? span : least);
  part = part < 0 ? 0 : part > 1 ? 1 : part;
  fill(d, item->rect, back);
  mjrRect r = item->rect;
  r.width = (int)(r.width * part + 0.5);
  fill(d, r, front);
  if (item->slider.divisions <= 20) {
    r.width = ig_ui_scale(2, d->con);
    r.height = d->pad_y;
    for (int k = 1; k < (int)item->slider.divisions; k++) {
      r.left = item->rect.left - r.width / 2 + (int)(item->rect.width * k / item->slider.divisions);
      fill(d, r, d->ui->color.sectpane);
    }
  }
  char text[50];
  snprintf(text, sizeof text, item->type == mjITEM_SLIDERINT ? "%.0f" : "%.3g", value);
  text_beside(d, text, item->rect, font);
}

static void draw_edit(const Draw* d, const mjuiItem* item, bool active, const float font[3], const float decor[3]) {
  const mjUI* ui = d->ui;
  char text[mjMAXUITEXT];
  if (!active) {
    box(d, item->rect, decor, ui->color.sectpane);
    ig_ui_write_text(text, item);
    text_beside(d, text, item->rect, font);
    return;
  }
  fill(d, item->rect, ig_ui_read_text(ui->edittext, item, false) ? decor : ui->color.edit2);
  int at = ig_ui_text_width(ui->edittext + ui->editscroll, d->con, ui->editcursor - ui->editscroll),
      thin = ig_ui_scale(1, d->con);
  mjrRect cursor = {item->rect.left + d->pad_x + at - thin, item->rect.bottom + d->pad_y / 2, 2 * thin,
                    item->rect.height - 2 * (d->pad_y / 2)};
  fill(d, cursor, ui->color.cursor);
  text_beside(d, ui->edittext + ui->editscroll, item->rect, font);
}

static void draw_item(const Draw* d, int section, int number) {
  const mjUI* ui = d->ui;
  const mjuiThemeColor* c = &ui->color;
  const mjuiSection* s = &ui->sect[section];
  const mjuiItem* item = &s->item[number];
  if (item->rect.height == 0) return;
  bool on = ig_ui_enabled(ui, item);
  const float* font = on ? c->fontactive : c->fontinactive;
  if (item->type >= mjITEM_RADIO || item->type == mjITEM_STATIC) {
    // the name in the column of labels, at the height of the item's first line
    int line = d->con->charHeight + (item->type == mjITEM_STATIC ? d->pad_y : 2 * d->pad_y);
    int y = item->rect.bottom + item->rect.height - line + d->pad_y;
    text_in(d, item->name, s->rcontent.left + d->side + d->pad_x, y, d->label - 2 * d->pad_x, font);
  }
  switch (item->type) {
    case mjITEM_SEPARATOR: draw_separator(d, item); break;
    case mjITEM_STATIC: draw_static(d, item, font); break;
    case mjITEM_BUTTON: {
      bool held =
          ui->mousesect == section + 1 && ui->mouseitem == number && d->mouse_section == section + 1 && d->mouse_item == number;
      oval(d, item->rect, on ? c->button : c->decorinactive, held ? NULL : c->sectpane);
      break;
    }
    case mjITEM_CHECKINT:
      box(d, item->rect, on ? c->check : c->decorinactive, *(const int*)item->pdata ? NULL : c->sectpane);
      break;
    case mjITEM_CHECKBYTE:
      box(d, item->rect, on ? c->check : c->decorinactive, *(const mjtByte*)item->pdata ? NULL : c->sectpane);
      break;
    case mjITEM_RADIO: draw_radio(d, item, font, on ? c->radio : c->decorinactive); break;
    case mjITEM_RADIOLINE: draw_radio_line(d, item, font, on ? c->radio : c->decorinactive); break;
    case mjITEM_SELECT:
      fill(d, item->rect, on ? c->select : c->decorinactive);
      if (chosen(item) >= 0) text_beside(d, item->multi.name[chosen(item)], item->rect, font);
      break;
    case mjITEM_SLIDERINT:
    case mjITEM_SLIDERNUM:
      draw_slider(d, item, font, on ? c->slider : c->decorinactive, on ? c->slider2 : c->decorinactive2);
      break;
    default:
      draw_edit(d, item, ui->editsect == section + 1 && ui->edititem == number, font, on ? c->edit : c->decorinactive);
      break;
  }
  if (ig_ui_is_single(item->type)) {
    text_beside(d, item->name, item->rect, font);
    draw_shortcut(d, item->rect, item->single.modifier, item->single.shortcut);
  }
}

static Draw begin(const mjUI* ui, const mjrContext* con) {
  return (Draw){.r = ig_renderer(con),
                .ui = ui,
                .con = con,
                .pad_x = ig_ui_scale(ui->spacing.texthor, con),
                .pad_y = ig_ui_scale(ui->spacing.textver, con),
                .label = ig_ui_scale(ui->spacing.label, con),
                .side = ig_ui_scale(ui->spacing.itemside, con)};
}

void ig_ui_update(int section, int item, const mjUI* ui, const mjuiState* state, const mjrContext* con) {
  Draw d = begin(ui, con);
  if (!d.r) return;
  ig_ui_under_mouse(ui, state, con, &d.mouse_section, &d.mouse_item);
  ig_set_aux(ui->auxid, con);
  if (!con->auxFBO[ui->auxid]) return;
  if (section < 0) fill(&d, (mjrRect){0, 0, d.r->bound->width, d.r->bound->height}, ui->color.master);
  for (int n = section < 0 ? 0 : section; n < (section < 0 ? ui->nsect : section + 1); n++) {
    const mjuiSection* s = &ui->sect[n];
    bool whole = section < 0 || item < 0;
    if (whole) draw_section(&d, s);
    if (s->state == mjSECT_CLOSED) continue;
    for (int i = whole ? 0 : item; i < (whole ? s->nitem : item + 1); i++) draw_item(&d, n, i);
  }
  ig_restore_buffer(con);
}

// the open list of a selection lies over everything
static void draw_select_list(const Draw* d, const mjuiItem* item, const mjuiState* state, mjrRect rect, int shift) {
  const mjUI* ui = d->ui;
  int row = d->con->charHeight + 2 * d->pad_y;
  mjrRect r = ig_ui_select_list(item, ui, d->con);
  r.left += rect.left;
  r.bottom += shift;
  fill(d, (mjrRect){r.left - d->side, r.bottom - d->side, r.width + 2 * d->side, r.height + d->side}, ui->color.sectpane);
  fill(d, r, ui->color.select2);
  int under = ig_ui_select_under_mouse(item, ui, state, d->con);
  for (int k = 0; k < item->multi.nelem; k++) {
    mjrRect line = {r.left, r.bottom + (item->multi.nelem - 1 - k) * row, r.width, row};
    if (k == under) fill(d, line, ui->color.select);
    text_beside(d, item->multi.name[k], line, ui->color.fontactive);
  }
}

void mjui_render(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  Draw d = begin(ui, con);
  if (!d.r) return;
  ig_restore_buffer(con);
  mjrRect rect = state->rect[ui->rectid];
  fill(&d, rect, ui->color.master);
  if (ui->scroll > 0 && ui->height - ui->scroll < rect.height)
    ui->scroll = ui->height > rect.height ? ui->height - rect.height : 0;
  // rows of the buffer that are seen, and how far below the window's top they begin
  int left_over = ui->height - ui->scroll - rect.height, seen = left_over < 0 ? ui->height - ui->scroll : rect.height;
  mjrRect part = {0, left_over > 0 ? left_over : 0, ui->width, seen};
  ig_blit_aux(ui->auxid, part, rect.left, rect.bottom + (left_over < 0 ? -left_over : 0), con);
  if (ui->height > rect.height) {
    mjrRect bar, thumb;
    ig_ui_scroll_bar(ui, rect, con, &bar, &thumb);
    fill(&d, thumb, ui->color.thumb);
  }
  if (ui->mousesect > 0 && ui->mouseitem >= 0) {
    const mjuiItem* item = &ui->sect[ui->mousesect - 1].item[ui->mouseitem];
    if (item->type == mjITEM_SELECT) draw_select_list(&d, item, state, rect, rect.bottom - left_over);
  }
}
