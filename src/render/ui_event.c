// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2021 DeepMind Technologies Limited, Apache-2.0) step by step: programs answer to
// the states that events lead to.
//
// Mouse and keyboard.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "render/ui.h"

typedef struct {
  mjUI* ui;
  mjuiState* state;
  const mjrContext* con;
} Event;

static mjuiItem* item_at(mjUI* ui, int section, int item) {
  return section > 0 && item >= 0 ? &ui->sect[section - 1].item[item] : NULL;
}

static void redraw(const Event* e, int section, int item) { ig_ui_update(section, item, e->ui, e->state, e->con); }

static void redraw_all(const Event* e) {
  ig_ui_resize(e->ui, e->con);
  redraw(e, -1, -1);
}

static int rounded(double x) { return (int)floor(x + 0.5); }

static void clamp_scroll(const Event* e) {
  mjUI* ui = e->ui;
  int most = ui->height - e->state->rect[ui->rectid].height;
  ui->scroll = ui->scroll > most ? most : ui->scroll;
  ui->scroll = ui->scroll < 0 ? 0 : ui->scroll;
}

// the mouse in a rectangle, from 0 to 1
static double mouse_part(const Event* e, mjrRect r, bool upwards) {
  int x, y;
  ig_ui_mouse(e->ui, e->state, &x, &y);
  return upwards ? (double)(y - r.bottom) / r.height : (double)(x - r.left) / r.width;
}

// ---- items under the mouse

static void move_slider(const Event* e, mjuiItem* item) {
  double part = mouse_part(e, item->rect, false), steps = item->slider.divisions;
  part = part < 0 ? 0 : part > 1 ? 1 : part;
  part = rounded(part * steps) / (steps > 1 ? steps : 1);
  part = part > 1 ? 1 : part;
  double value = item->slider.range[0] * (1 - part) + item->slider.range[1] * part;
  if (item->type == mjITEM_SLIDERINT) {
    *(int*)item->pdata = rounded(value);
  } else {
    *(mjtNum*)item->pdata = value;
  }
}

// -1: between the choices
static int radio_choice(const Event* e, const mjuiItem* item) {
  if (item->type == mjITEM_RADIOLINE) {
    int border[mjMAXUIMULTI + 1], x = rounded(mouse_part(e, item->rect, false) * item->rect.width);
    ig_ui_radio_borders(item, e->con, border);
    for (int i = 0; i < item->multi.nelem; i++) {
      if (x >= border[i] && x < border[i + 1]) return i;
    }
    return -1;
  }
  int columns = ig_ui_columns(e->ui), rows = (item->multi.nelem - 1) / columns + 1;
  int row = (int)floor((1 - mouse_part(e, item->rect, true)) * rows),
      column = (int)floor(mouse_part(e, item->rect, false) * columns);
  row = row < 0 ? 0 : row > rows - 1 ? rows - 1 : row;
  column = column < 0 ? 0 : column > columns - 1 ? columns - 1 : column;
  return row * columns + column < item->multi.nelem ? row * columns + column : -1;
}

static void toggle(mjuiItem* item) {
  if (item->type == mjITEM_CHECKINT) *(int*)item->pdata = 1 - *(int*)item->pdata;
  if (item->type == mjITEM_CHECKBYTE) *(mjtByte*)item->pdata = (mjtByte)(1 - *(mjtByte*)item->pdata);
}

// ---- the edited text

// scroll the text so that the cursor is seen
static void reveal_cursor(const Event* e, mjrRect r) {
  mjUI* ui = e->ui;
  if (ui->editcursor <= ui->editscroll) {
    ui->editscroll = ui->editcursor;
    return;
  }
  int room = r.width - 2 * ig_ui_scale(ui->spacing.texthor, e->con);
  while (ui->editscroll < ui->editcursor &&
         ig_ui_text_width(ui->edittext + ui->editscroll, e->con, ui->editcursor - ui->editscroll) > room) {
    ui->editscroll++;
  }
}

// between the chars nearest to the mouse
static void place_cursor(const Event* e, mjrRect r) {
  mjUI* ui = e->ui;
  int gap = ig_ui_scale(ui->spacing.texthor, e->con), length = (int)strlen(ui->edittext);
  mjrRect inner = {r.left + gap, r.bottom, r.width - 2 * gap, r.height};
  double part = mouse_part(e, inner, false);
  if (part < 0) {
    ui->editcursor = ui->editscroll = 0;
    return;
  }
  if (part > 1) {
    ui->editcursor = length;
    reveal_cursor(e, r);
    return;
  }
  int x = rounded(inner.width * part), best = ui->editscroll;
  for (int i = ui->editscroll, at = 0; i < length; i++) {
    int before = abs(ig_ui_text_width(ui->edittext + ui->editscroll, e->con, best - ui->editscroll) - x);
    at += ig_ui_text_width(ui->edittext + i, e->con, 1);
    if (abs(at - x) < before) best = i + 1;
  }
  ui->editcursor = best;
}

// the char of a key, 0: it has no place in the text
static int char_of_key(const mjuiState* state, int key, int length, int type) {
  if (type == mjITEM_EDITTXT) {
    static const char plain[] = "`-=[]\\;',./", shifted[] = "~_+{}|:\"<>?";
    if (length >= mjMAXUINAME - 1 || key < 32 || key > 127) return 0;
    if (key >= 'A' && key <= 'Z') return state->shift ? key : key + 'a' - 'A';
    const char* found = state->shift ? strchr(plain, key) : NULL;
    return found ? shifted[found - plain] : key;
  }
  if (length >= mjMAXUITEXT - 1) return 0;
  if (key >= mjKEY_NUMPAD_0 && key <= mjKEY_NUMPAD_9) return key - mjKEY_NUMPAD_0 + '0';
  if (key == '=' || key == '+') return '+';
  if (key == ' ' || key == '-' || (key >= '0' && key <= '9')) return key;
  if (type == mjITEM_EDITINT) return 0;
  return key == '.' ? '.' : key == 'e' || key == 'E' ? 'e' : 0;
}

static mjuiItem* edit_key(const Event* e, mjuiItem* item) {
  mjUI* ui = e->ui;
  int section = ui->editsect, number = ui->edititem, key = e->state->key, length = (int)strlen(ui->edittext);
  char* text = ui->edittext;
  e->state->key = 0;
  if (key == mjKEY_ENTER && ig_ui_read_text(text, item, true)) {
    ui->editsect = 0;
    redraw(e, section - 1, number);
    return ui->editchanged = item;
  }
  bool far = e->state->control;
  size_t tail = (size_t)length - (size_t)ui->editcursor;  // characters behind the cursor
  switch (key) {
    case mjKEY_ENTER: break;  // not yet a value
    case mjKEY_ESCAPE: ui->editsect = 0; break;
    case mjKEY_LEFT: ui->editcursor = far || ui->editcursor < 1 ? 0 : ui->editcursor - 1; break;
    case mjKEY_RIGHT: ui->editcursor = far || ui->editcursor >= length ? length : ui->editcursor + 1; break;
    case mjKEY_HOME: ui->editcursor = 0; break;
    case mjKEY_END: ui->editcursor = length; break;
    case mjKEY_BACKSPACE:
      if (ui->editcursor > 0) {
        memmove(text + ui->editcursor - 1, text + ui->editcursor, tail + 1);
        ui->editcursor--;
      }
      break;
    case mjKEY_DELETE:
      if (ui->editcursor < length) memmove(text + ui->editcursor, text + ui->editcursor + 1, tail);
      break;
    default: {
      int c = char_of_key(e->state, key, length, item->type);
      if (!c) break;
      memmove(text + ui->editcursor + 1, text + ui->editcursor, tail + 1);
      text[ui->editcursor++] = (char)c;
    }
  }
  if (ui->editsect > 0) reveal_cursor(e, item->rect);
  redraw(e, section - 1, number);
  return NULL;
}

// ---- shortcuts

static bool matches(const mjuiState* state, int modifier, int key) {
  return key && state->key == key && (state->control != 0) + 2 * (state->shift != 0) + 4 * (state->alt != 0) == modifier;
}

static mjuiItem* shortcut_key(const Event* e) {
  mjUI* ui = e->ui;
  for (int n = 0; n < ui->nsect; n++) {
    if (!matches(e->state, ui->sect[n].modifier, ui->sect[n].shortcut)) continue;
    // this section alone is open
    for (int i = 0; i < ui->nsect; i++) {
      if (ui->sect[i].state != mjSECT_FIXED) ui->sect[i].state = i == n ? mjSECT_OPEN : mjSECT_CLOSED;
    }
    redraw_all(e);
    e->state->key = 0;
    return NULL;
  }
  for (int n = 0; n < ui->nsect; n++) {
    for (int i = 0; i < ui->sect[n].nitem; i++) {
      mjuiItem* item = &ui->sect[n].item[i];
      if (!ig_ui_is_single(item->type) || !matches(e->state, item->single.modifier, item->single.shortcut)) continue;
      e->state->key = 0;
      if (!ig_ui_enabled(ui, item)) return NULL;
      toggle(item);
      if (item->type != mjITEM_BUTTON) redraw(e, n, i);
      return item;
    }
  }
  return NULL;
}

// ---- mouse buttons

static void press_title(const Event* e, int section, int part) {
  mjUI* ui = e->ui;
  mjuiSection* s = &ui->sect[section - 1];
  // what check boxes mean is the user's business
  ui->mousesectcheck = part == -2 && s->checkbox > 0 ? section : 0;
  if (ui->mousesectcheck) return;
  if (e->state->doubleclick) {
    // the first click folded or unfolded it; the second makes the others like it
    for (int i = 0; i < ui->nsect; i++) {
      if (ui->sect[i].state != mjSECT_FIXED && s->state != mjSECT_FIXED) ui->sect[i].state = s->state;
    }
  } else if (s->state != mjSECT_FIXED) {
    s->state = s->state == mjSECT_OPEN ? mjSECT_CLOSED : mjSECT_OPEN;
  }
  redraw_all(e);
}

static mjuiItem* press_item(const Event* e, int section, int number) {
  mjUI* ui = e->ui;
  mjuiItem* item = item_at(ui, section, number);
  if (!ig_ui_enabled(ui, item)) return ui->editchanged;
  if (item->type == mjITEM_SEPARATOR) {
    if (item->state == mjSEPCLOSED || item->state == mjSEPCLOSED + 1) {
      item->state = 2 * mjSEPCLOSED + 1 - item->state;
      redraw_all(e);
    }
    return ui->editchanged;
  }
  bool changed = false, tracked = false;
  switch (item->type) {
    case mjITEM_BUTTON: changed = tracked = true; break;
    case mjITEM_CHECKINT:
    case mjITEM_CHECKBYTE:
      toggle(item);
      changed = true;
      break;
    case mjITEM_RADIO:
    case mjITEM_RADIOLINE: {
      int choice = radio_choice(e, item);
      if (choice >= 0) *(int*)item->pdata = choice;
      changed = choice >= 0;
      break;
    }
    case mjITEM_SELECT: tracked = true; break;
    case mjITEM_SLIDERINT:
    case mjITEM_SLIDERNUM:
      move_slider(e, item);
      changed = tracked = true;
      break;
    case mjITEM_STATIC: break;
    default:
      ig_ui_write_text(ui->edittext, item);
      ui->editscroll = 0;
      place_cursor(e, item->rect);
      ui->editsect = section;
      ui->edititem = number;
      tracked = true;
  }
  if (tracked) {
    ui->mousesect = section;
    ui->mouseitem = number;
  }
  redraw(e, section - 1, number);
  return changed ? item : ui->editchanged;
}

static mjuiItem* press(const Event* e, int section, int item) {
  mjUI* ui = e->ui;
  if (section > 0) ui->sect[section - 1].lastclick = ui->mouseclicks;
  if (ui->editsect > 0) {
    mjuiItem* edited = item_at(ui, ui->editsect, ui->edititem);
    if (ui->editsect == section && ui->edititem == item) {
      ui->mousesect = section;
      ui->mouseitem = item;
      place_cursor(e, edited->rect);
      redraw(e, section - 1, item);
      return NULL;
    }
    // a click elsewhere ends it, and keeps the value if it is one
    if (ig_ui_read_text(ui->edittext, edited, true)) ui->editchanged = edited;
    int before = ui->editsect;
    ui->editsect = 0;
    redraw(e, before - 1, ui->edititem);
  }
  ui->mousesect = 0;
  if (section == -1) {
    ui->mousesect = -1;
    ui->mouseitem = 0;
  } else if (section == -2) {
    ui->scroll = ui->height - e->state->rect[ui->rectid].height;
  } else if (section == -3) {
    ui->scroll = 0;
  } else if (section > 0 && item < 0) {
    press_title(e, section, item);
    if (ui->mousesectcheck) return NULL;
  } else if (section > 0) {
    return press_item(e, section, item);
  }
  return ui->editchanged;
}

static mjuiItem* drag(const Event* e) {
  mjUI* ui = e->ui;
  int section = ui->mousesect;
  if (section == -1) {
    ui->scroll -= rounded(e->state->dy * ui->height / e->state->rect[ui->rectid].height);
    clamp_scroll(e);
    return NULL;
  }
  mjuiItem* item = item_at(ui, section, ui->mouseitem);
  if (!item) return NULL;
  bool slider = item->type == mjITEM_SLIDERINT || item->type == mjITEM_SLIDERNUM;
  if (slider) move_slider(e, item);
  if (ig_ui_is_edit(item->type)) place_cursor(e, item->rect);
  redraw(e, section - 1, ui->mouseitem);
  return slider ? item : NULL;
}

static mjuiItem* release(const Event* e) {
  mjUI* ui = e->ui;
  int section = ui->mousesect;
  mjuiItem *item = item_at(ui, section, ui->mouseitem), *changed = NULL;
  ui->mousesect = 0;
  if (item && item->type == mjITEM_SELECT) {
    int choice = ig_ui_select_under_mouse(item, ui, e->state, e->con);
    if (choice >= 0) {
      *(int*)item->pdata = choice;
      changed = item;
    }
    redraw(e, -1, -1);
  } else if (item && item->type == mjITEM_BUTTON) {
    redraw(e, section - 1, ui->mouseitem);
  }
  return changed;
}

mjuiItem* mjui_event(mjUI* ui, mjuiState* state, const mjrContext* con) {
  Event e = {ui, state, con};
  ui->editchanged = NULL;
  if (state->type == mjEVENT_PRESS) ui->mouseclicks++;
  bool mouse = state->type == mjEVENT_PRESS || state->type == mjEVENT_MOVE || state->type == mjEVENT_RELEASE;
  if (mouse && state->button != mjBUTTON_LEFT) {
    // the right button shows shortcuts as long as it is held
    if (state->button == mjBUTTON_RIGHT && state->type != mjEVENT_MOVE) {
      ui->mousehelp = state->type == mjEVENT_PRESS;
      redraw(&e, -1, -1);
    }
    return NULL;
  }
  int section, item;
  ig_ui_under_mouse(ui, state, con, &section, &item);
  switch (state->type) {
    case mjEVENT_MOVE: return drag(&e);
    case mjEVENT_PRESS: return press(&e, section, item);
    case mjEVENT_RELEASE: return release(&e);
    case mjEVENT_SCROLL:
      ui->scroll -= rounded(state->sy * ig_ui_scale(ui->spacing.linescroll, con));
      clamp_scroll(&e);
      return NULL;
    case mjEVENT_KEY: return ui->editsect > 0 ? edit_key(&e, item_at(ui, ui->editsect, ui->edititem)) : shortcut_key(&e);
    case mjEVENT_RESIZE: clamp_scroll(&e); return NULL;
    default: return NULL;
  }
}
