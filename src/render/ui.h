// SPDX-License-Identifier: Apache-2.0
// The small user interface: where things lie and what is under the mouse.
#ifndef INGOT_RENDER_UI_H_
#define INGOT_RENDER_UI_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// pixels of the theme to pixels of the buffer
static inline int ig_ui_scale(int size, const mjrContext* con) {
  int scaled = (int)(size * 0.01 * con->fontScale + 0.5);
  return size < 0 ? 0 : scaled;
}

// width of the first `count` chars, -1: of all
int ig_ui_text_width(const char* text, const mjrContext* con, int count);

// columns of a block of radio buttons
static inline int ig_ui_columns(const mjUI* ui) { return ui->radiocol > 0 ? ui->radiocol : 2; }

// may an item be used now
bool ig_ui_enabled(const mjUI* ui, const mjuiItem* item);

static inline bool ig_ui_is_edit(int type) { return type >= mjITEM_EDITINT && type <= mjITEM_EDITTXT; }
static inline bool ig_ui_is_single(int type) {
  return type == mjITEM_BUTTON || type == mjITEM_CHECKINT || type == mjITEM_CHECKBYTE;
}

// cell of one choice of a block of radio buttons; borders of the choices of a line, one more than choices
mjrRect ig_ui_radio_cell(const mjuiItem* item, int choice, const mjUI* ui, const mjrContext* con);
void ig_ui_radio_borders(const mjuiItem* item, const mjrContext* con, int border[mjMAXUIMULTI + 1]);
// the list that a selection opens, below it
mjrRect ig_ui_select_list(const mjuiItem* item, const mjUI* ui, const mjrContext* con);
// scroll bar and its thumb, in the window
void ig_ui_scroll_bar(const mjUI* ui, mjrRect rect, const mjrContext* con, mjrRect* bar, mjrRect* thumb);

// What the mouse is over. section: number + 1, 0: nothing, -1: thumb, -2: below it, -3: above it.
// item: its number, -1: the title or the scroll bar, -2: the title's check box.
void ig_ui_under_mouse(const mjUI* ui, const mjuiState* state, const mjrContext* con, int* section, int* item);
// the mouse in the interface's own pixels
void ig_ui_mouse(const mjUI* ui, const mjuiState* state, int* x, int* y);
// choice of an open list under the mouse, -1: none
int ig_ui_select_under_mouse(const mjuiItem* item, const mjUI* ui, const mjuiState* state, const mjrContext* con);

// Text of an edit field to its numbers and back. Values are stored only if `store` and all are good; false: they are not.
bool ig_ui_read_text(const char* text, const mjuiItem* item, bool store);
void ig_ui_write_text(char text[mjMAXUITEXT], const mjuiItem* item);

// lay out all sections; draw one item, a section (item -1) or everything (section -1)
void ig_ui_resize(mjUI* ui, const mjrContext* con);
void ig_ui_update(int section, int item, const mjUI* ui, const mjuiState* state, const mjrContext* con);

#endif  // INGOT_RENDER_UI_H_
