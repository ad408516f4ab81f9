// SPDX-License-Identifier: Apache-2.0
// The user interface: definitions, layout, mouse and keys.
#include "catch.h"
#include "test.h"

typedef struct {
  mjrContext con;
  mjUI ui;
  mjuiState state;
  int check, choice, line, select, whole;
  mjtNum number;
  char text[mjMAXUINAME];
} Panel;
static Panel p;

static void open_panel(void) {
  memset(&p, 0, sizeof p);
  snprintf(p.text, sizeof p.text, "abc");
  const mjuiDef def[] = {{mjITEM_SECTION, "First", mjSECT_OPEN, NULL, "AF", 0},
                         {mjITEM_CHECKINT, "Check", 1, &p.check, "Cx", 0},
                         {mjITEM_BUTTON, "Push", 1, NULL, " #290", 0},
                         {mjITEM_RADIO, "Radio", 1, &p.choice, "a\nb\nc", 0},
                         {mjITEM_RADIOLINE, "Line", 1, &p.line, "left\nright", 0},
                         {mjITEM_SELECT, "Select", 1, &p.select, "x\ny\nz", 0},
                         {mjITEM_SLIDERNUM, "Slider", 1, &p.number, "0 10", 0},
                         {mjITEM_EDITINT, "Whole", 1, &p.whole, "1 0 100", 0},
                         {mjITEM_EDITTXT, "Text", 1, p.text, "", 0},
                         {mjITEM_CHECKINT, "Off", 0, &p.check, "", 0},
                         {mjITEM_SECTION, "Second", mjSECT_CLOSED, NULL, "AS", 0},
                         {mjITEM_STATIC, "", 1, NULL, "hello", 0},
                         {mjITEM_END, "", 0, NULL, "", 0}};
  mjr_defaultContext(&p.con);
  mjr_makeContext(NULL, &p.con, mjFONTSCALE_100);
  p.ui.spacing = mjui_themeSpacing(0);
  p.ui.color = mjui_themeColor(0);
  p.ui.rectid = 1;
  mjui_add(&p.ui, def);
  mjui_resize(&p.ui, &p.con);
  mjr_addAux(0, p.ui.width, p.ui.maxheight, 4, &p.con);
  p.state.nrect = 2;
  p.state.rect[0] = (mjrRect){0, 0, 800, 600};
  p.state.rect[1] = (mjrRect){0, 0, p.ui.width, 600};
  mjui_update(-1, -1, &p.ui, &p.state, &p.con);
}

static void close_panel(void) { mjr_freeContext(&p.con); }

// an event at a place of an item, from 0 to 1 each way
static mjuiItem* mouse(int type, int section, int item, double x, double y) {
  mjrRect r = item < 0 ? p.ui.sect[section].rtitle : p.ui.sect[section].item[item].rect, window = p.state.rect[1];
  p.state.type = type;
  p.state.button = mjBUTTON_LEFT;
  p.state.x = window.left + r.left + x * r.width;
  p.state.y = window.bottom + (window.height - p.ui.height) + r.bottom + y * r.height;
  return mjui_event(&p.ui, &p.state, &p.con);
}

static mjuiItem* key(int code) {
  p.state.type = mjEVENT_KEY;
  p.state.key = code;
  return mjui_event(&p.ui, &p.state, &p.con);
}

TEST(items_change_what_they_stand_for) {
  open_panel();
  mjuiItem* item = p.ui.sect[0].item;
  CHECK(mouse(mjEVENT_PRESS, 0, 0, .5, .5) == &item[0]);
  CHECK_INT(p.check, 1);
  CHECK(mouse(mjEVENT_PRESS, 0, 1, .5, .5) == &item[1]);
  CHECK(mouse(mjEVENT_RELEASE, 0, 1, .5, .5) == NULL);
  CHECK(mouse(mjEVENT_PRESS, 0, 2, .75, .75) == &item[2]);
  CHECK_INT(p.choice, 1);
  CHECK(mouse(mjEVENT_PRESS, 0, 2, .25, .25) == &item[2]);
  CHECK_INT(p.choice, 2);
  CHECK(mouse(mjEVENT_PRESS, 0, 3, .9, .5) == &item[3]);
  CHECK_INT(p.line, 1);
  CHECK(mouse(mjEVENT_PRESS, 0, 5, .5, .5) == &item[5]);
  CHECK_NEAR(p.number, 5, .05);
  CHECK(mouse(mjEVENT_MOVE, 0, 5, 2, .5) == &item[5]);
  CHECK_NEAR(p.number, 10, 0);
  mouse(mjEVENT_RELEASE, 0, 5, 2, .5);
  // out of use
  CHECK(mouse(mjEVENT_PRESS, 0, 8, .5, .5) == NULL);
  CHECK_INT(p.check, 1);
  close_panel();
}

TEST(a_list_opens_below_its_selection) {
  open_panel();
  CHECK(mouse(mjEVENT_PRESS, 0, 4, .5, .5) == NULL);
  CHECK_INT(p.ui.mousesect, 1);
  mjui_render(&p.ui, &p.state, &p.con);
  // three rows below: the second
  CHECK(mouse(mjEVENT_RELEASE, 0, 4, .5, -1.5) == &p.ui.sect[0].item[4]);
  CHECK_INT(p.select, 1);
  CHECK_INT(p.ui.mousesect, 0);
  close_panel();
}

TEST(text_is_edited_by_keys) {
  open_panel();
  mouse(mjEVENT_PRESS, 0, 6, .9, .5);
  CHECK_INT(p.ui.editsect, 1);
  CHECK_TEXT(p.ui.edittext, "0");
  key(mjKEY_BACKSPACE);
  key('4');
  key('x');  // not a number's
  key(mjKEY_NUMPAD_0 + 2);
  CHECK_TEXT(p.ui.edittext, "42");
  CHECK(key(mjKEY_ENTER) == &p.ui.sect[0].item[6]);
  CHECK_INT(p.whole, 42);
  CHECK_INT(p.ui.editsect, 0);
  // beyond the range: stays open
  mouse(mjEVENT_PRESS, 0, 6, .9, .5);
  key('7');
  CHECK(key(mjKEY_ENTER) == NULL);
  CHECK_INT(p.ui.editsect, 1);
  key(mjKEY_ESCAPE);
  CHECK_INT(p.whole, 42);
  // a click elsewhere keeps the text
  mouse(mjEVENT_PRESS, 0, 7, .9, .5);
  key(mjKEY_HOME);
  p.state.shift = 1;
  key('X');
  p.state.shift = 0;
  key('Y');
  key(mjKEY_DELETE);
  CHECK(mouse(mjEVENT_PRESS, 0, 0, .5, .5) == &p.ui.sect[0].item[0]);
  CHECK(p.ui.editchanged == &p.ui.sect[0].item[7]);
  CHECK_TEXT(p.text, "Xybc");
  close_panel();
}

TEST(shortcuts_and_titles_fold_and_toggle) {
  open_panel();
  int height = p.ui.height;
  mouse(mjEVENT_PRESS, 1, -1, .5, .5);
  CHECK_INT(p.ui.sect[1].state, mjSECT_OPEN);
  CHECK(p.ui.height > height);
  p.state.alt = 1;
  key('S');
  p.state.alt = 0;
  CHECK_INT(p.ui.sect[0].state, mjSECT_CLOSED);
  CHECK_INT(p.ui.sect[1].state, mjSECT_OPEN);
  p.state.control = 1;
  CHECK(key('x') == &p.ui.sect[0].item[0]);
  p.state.control = 0;
  CHECK_INT(p.check, 1);
  CHECK(key(mjKEY_F1) == &p.ui.sect[0].item[1]);
  CHECK_INT(p.state.key, 0);
  close_panel();
}

TEST(the_interface_is_drawn_into_the_window) {
  open_panel();
  mjui_render(&p.ui, &p.state, &p.con);
  static unsigned char rgb[3 * 800 * 600];
  mjr_readPixels(rgb, NULL, (mjrRect){0, 0, 800, 600}, &p.con);
  // the first title's right end, below its symbol
  mjrRect r = p.ui.sect[0].rtitle;
  const unsigned char* title = rgb + 3 * ((600 - p.ui.height + r.bottom + r.height - 2) * 800 + r.left + r.width / 2);
  CHECK(title[0] > 100 && title[1] < 80);
  const unsigned char* background = rgb + 3 * (300 * 800 + 1);
  CHECK_INT(background[0], 64);
  CHECK_INT(rgb[3 * (300 * 800 + 700)], 0);
  // a window too low: the wheel scrolls
  p.state.rect[1].height = 100;
  p.state.type = mjEVENT_SCROLL;
  p.state.sy = -2;
  mjui_event(&p.ui, &p.state, &p.con);
  CHECK_INT(p.ui.scroll, 60);
  p.state.sy = -100;
  mjui_event(&p.ui, &p.state, &p.con);
  CHECK_INT(p.ui.scroll, p.ui.height - 100);
  mjui_render(&p.ui, &p.state, &p.con);
  close_panel();
}

TEST(wrong_definitions_are_refused) {
  static mjUI ui;
  const mjuiDef outside[] = {{mjITEM_BUTTON, "x", 1, NULL, "", 0}, {mjITEM_END, "", 0, NULL, "", 0}};
  CHECK_ERROR(mjui_add(&ui, outside), "first item must be a section");
  const mjuiDef shortcut[] = {{mjITEM_SECTION, "s", 1, NULL, "Qx", 0}, {mjITEM_END, "", 0, NULL, "", 0}};
  CHECK_ERROR(mjui_add(&ui, shortcut), "begins with C, S, A or a blank");
  memset(&ui, 0, sizeof ui);
  const mjuiDef slider[] = {
      {mjITEM_SECTION, "s", 1, NULL, "", 0}, {mjITEM_SLIDERNUM, "x", 1, &ui, "3", 0}, {mjITEM_END, "", 0, NULL, "", 0}};
  CHECK_ERROR(mjui_add(&ui, slider), "needs its ends");
}
