// SPDX-License-Identifier: Apache-2.0
// Sections and items from a table of definitions.
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "render/ui.h"

#define FAIL(...) return mju_error("mjui_add: " __VA_ARGS__), false

// "C#262", " x": modifier and key; an empty text is none
static bool read_shortcut(const char* text, int* modifier, int* key) {
  *modifier = *key = 0;
  if (!text[0]) return true;
  static const char letters[] = {' ', 'C', 'S', 'A'};
  static const int values[] = {0, 1, 2, 4};
  int which = -1;
  for (int i = 0; i < 4; i++) which = text[0] == letters[i] ? i : which;
  size_t length = strlen(text);
  if (length < 2 || length > 5) FAIL("a shortcut is a modifier and a key, two to five characters, not '%s'", text);
  if (which < 0) FAIL("a shortcut begins with C, S, A or a blank, not with '%c'", text[0]);
  *modifier = values[which];
  if (text[1] == '#') {
    if (sscanf(text + 2, "%d", key) == 1) return true;
    FAIL("the shortcut '%s' has no number after #", text);
  }
  if (text[2]) FAIL("the shortcut '%s' has more than one key", text);
  *key = text[1];
  return true;
}

static bool add_section(mjUI* ui, const mjuiDef* def) {
  if (ui->nsect >= mjMAXUISECT) FAIL("there is room for %d sections", mjMAXUISECT);
  if (strnlen(def->name, mjMAXUINAME) >= mjMAXUINAME - 1) {
    FAIL("the name of a section has %d characters at most", mjMAXUINAME - 2);
  }
  if (def->state != mjSECT_CLOSED && def->state != mjSECT_OPEN && def->state != mjSECT_FIXED && def->state != mjPRESERVE) {
    FAIL("section '%s' has no state %d", def->name, def->state);
  }
  // what was folded before stays so, for those that ask for it
  mjuiSection* s = &ui->sect[ui->nsect++];
  int state = s->state, item_state[mjMAXUIITEM];
  for (int i = 0; i < mjMAXUIITEM; i++) item_state[i] = s->item[i].state;
  memset(s, 0, sizeof *s);
  for (int i = 0; i < mjMAXUIITEM; i++) s->item[i].state = item_state[i];
  s->state = def->state == mjPRESERVE ? state : def->state;
  snprintf(s->name, sizeof s->name, "%s", def->name);
  s->checkbox = def->otherint;
  return read_shortcut(def->other, &s->modifier, &s->shortcut);
}

// names of choices or lines of text, one a line
static bool read_choices(mjuiItem* item, const char* text) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    if (item->multi.nelem >= mjMAXUIMULTI) FAIL("'%s' has more than %d choices", item->name, mjMAXUIMULTI);
    if (length == 0 || length >= mjMAXUINAME - 1) {
      FAIL("choice %d of '%s' is empty or longer than %d characters", item->multi.nelem, item->name, mjMAXUINAME - 2);
    }
    char* name = item->multi.name[item->multi.nelem++];
    memcpy(name, text, length);
    name[length] = 0;
    text += length + (text[length] != 0);
  }
  return true;
}

static bool read_slider(mjuiItem* item, const char* text) {
  double x[3];
  int count = sscanf(text, "%lf %lf %lf", x, x + 1, x + 2);
  if (count < 2) FAIL("the slider '%s' needs its ends, and may say its steps: '%s'", item->name, text);
  item->slider.range[0] = x[0];
  item->slider.range[1] = x[1];
  double steps = count == 3 ? x[2] : item->type == mjITEM_SLIDERINT ? x[1] - x[0] : 200;
  item->slider.divisions = steps > 1 ? steps : 1;
  return true;
}

// number of values and, if any, the range of each
static bool read_edit(mjuiItem* item, const char* text) {
  double x[1 + 2 * mjMAXUIEDIT];
  int count = 0;
  for (int used = 0; count < 1 + 2 * mjMAXUIEDIT && sscanf(text, "%lf%n", x + count, &used) == 1; text += used) count++;
  if (count < 1) FAIL("the field '%s' does not say how many values it has", item->name);
  item->edit.nelem = (int)(x[0] + (x[0] < 0 ? -0.5 : 0.5));
  if (item->edit.nelem < 1 || item->edit.nelem > mjMAXUIEDIT) {
    FAIL("the field '%s' has %d values, 1 to %d are possible", item->name, item->edit.nelem, mjMAXUIEDIT);
  }
  if (count > 1 && count - 1 != 2 * item->edit.nelem) {
    FAIL("the field '%s' of %d values needs two limits for each, or none", item->name, item->edit.nelem);
  }
  for (int i = 0; count > 1 && i < item->edit.nelem; i++) {
    item->edit.range[i][0] = x[1 + 2 * i];
    item->edit.range[i][1] = x[2 + 2 * i];
  }
  return true;
}

static bool add_item(mjUI* ui, const mjuiDef* def) {
  if (ui->nsect <= 0) FAIL("the first item must be a section, not '%.40s'", def->name);
  mjuiSection* s = &ui->sect[ui->nsect - 1];
  bool shows = def->type > mjITEM_BUTTON;
  if (s->nitem >= mjMAXUIITEM) FAIL("section '%s' has room for %d items", s->name, mjMAXUIITEM);
  if (strnlen(def->name, mjMAXUINAME) >= mjMAXUINAME) FAIL("the name of an item has %d characters at most", mjMAXUINAME - 1);
  if (def->state < 0) FAIL("item '%s' has no state %d", def->name, def->state);
  if (shows && !def->pdata) FAIL("item '%s' shows a value, but pdata is NULL", def->name);
  if (!shows && def->pdata) FAIL("item '%s' shows no value, but pdata is not NULL", def->name);
  mjuiItem* item = &s->item[s->nitem++];
  int state = item->state;
  memset(item, 0, sizeof *item);
  bool kept = def->type == mjITEM_SEPARATOR && def->state == mjPRESERVE;
  item->state = !kept ? def->state : state < mjSEPCLOSED ? mjSEPCLOSED : state;
  item->type = def->type;
  item->pdata = def->pdata;
  snprintf(item->name, sizeof item->name, "%s", def->name);
  item->sectionid = ui->nsect - 1;
  item->itemid = s->nitem - 1;
  item->userid = def->otherint;
  switch (item->type) {
    case mjITEM_BUTTON:
    case mjITEM_CHECKINT:
    case mjITEM_CHECKBYTE: return read_shortcut(def->other, &item->single.modifier, &item->single.shortcut);
    case mjITEM_STATIC:
    case mjITEM_RADIO:
    case mjITEM_RADIOLINE:
    case mjITEM_SELECT: return read_choices(item, def->other);
    case mjITEM_SLIDERINT:
    case mjITEM_SLIDERNUM: return read_slider(item, def->other);
    case mjITEM_EDITINT:
    case mjITEM_EDITNUM:
    case mjITEM_EDITFLOAT: return read_edit(item, def->other);
    default: return true;
  }
}

void mjui_add(mjUI* ui, const mjuiDef* def) {
  for (; def->type != mjITEM_END; def++) {
    if (def->type != mjITEM_SECTION && (def->type < 0 || def->type >= mjNITEM)) {
      mju_error("mjui_add: no item has type %d", def->type);
      return;
    }
    if (!(def->type == mjITEM_SECTION ? add_section(ui, def) : add_item(ui, def))) return;
  }
}

void mjui_addToSection(mjUI* ui, int sect, const mjuiDef* def) {
  int count = ui->nsect;
  ui->nsect = sect + 1;
  mjui_add(ui, def);
  ui->nsect = count;
}
