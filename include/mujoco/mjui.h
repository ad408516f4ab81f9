// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// A small user interface drawn by the renderer.

#ifndef MUJOCO_MJUI_H_
#define MUJOCO_MJUI_H_

#include <mujoco/mjrender.h>

// limits
#define mjMAXUISECT      10                     // sections
#define mjMAXUIITEM      200                    // items per section
#define mjMAXUITEXT      300                    // chars of an edited text
#define mjMAXUINAME      40                     // chars of a name
#define mjMAXUIMULTI     35                     // choices of a radio or selection
#define mjMAXUIEDIT      7                      // numbers in one edit field
#define mjMAXUIRECT      25                     // rectangles of a window

// state bits of items and sections
#define mjSEPCLOSED      1000                   // separator: closed
#define mjPRESERVE       2000                   // keep the state when the interface is rebuilt

// keys beyond ASCII, numbered as in GLFW
#define mjKEY_ESCAPE     256
#define mjKEY_ENTER      257
#define mjKEY_TAB        258
#define mjKEY_BACKSPACE  259
#define mjKEY_INSERT     260
#define mjKEY_DELETE     261
#define mjKEY_RIGHT      262
#define mjKEY_LEFT       263
#define mjKEY_DOWN       264
#define mjKEY_UP         265
#define mjKEY_PAGE_UP    266
#define mjKEY_PAGE_DOWN  267
#define mjKEY_HOME       268
#define mjKEY_END        269
#define mjKEY_F1         290
#define mjKEY_F2         291
#define mjKEY_F3         292
#define mjKEY_F4         293
#define mjKEY_F5         294
#define mjKEY_F6         295
#define mjKEY_F7         296
#define mjKEY_F8         297
#define mjKEY_F9         298
#define mjKEY_F10        299
#define mjKEY_F11        300
#define mjKEY_F12        301
#define mjKEY_NUMPAD_0   320
#define mjKEY_NUMPAD_9   329

// Mouse buttons.
typedef enum mjtButton_ {
  mjBUTTON_NONE = 0,
  mjBUTTON_LEFT,
  mjBUTTON_RIGHT,
  mjBUTTON_MIDDLE
} mjtButton;

// Events.
typedef enum mjtEvent_ {
  mjEVENT_NONE = 0,  // none
  mjEVENT_MOVE,      // mouse moved
  mjEVENT_PRESS,     // button down
  mjEVENT_RELEASE,   // button up
  mjEVENT_SCROLL,    // wheel
  mjEVENT_KEY,       // key down
  mjEVENT_RESIZE,    // window resized
  mjEVENT_REDRAW,    // window needs drawing
  mjEVENT_FILESDROP  // files dropped
} mjtEvent;

// Kinds of item.
typedef enum mjtItem_ {
  mjITEM_END = -2,       // ends a list of definitions
  mjITEM_SECTION = -1,   // begins a section
  mjITEM_SEPARATOR = 0,  // divides a section
  mjITEM_STATIC,         // text
  mjITEM_BUTTON,         // button
  mjITEM_CHECKINT,       // check box, int
  mjITEM_CHECKBYTE,      // check box, mjtByte
  mjITEM_RADIO,          // one of several, in a block
  mjITEM_RADIOLINE,      // one of several, in a line
  mjITEM_SELECT,         // one of several, in a list
  mjITEM_SLIDERINT,      // slider, int
  mjITEM_SLIDERNUM,      // slider, mjtNum
  mjITEM_EDITINT,        // ints
  mjITEM_EDITNUM,        // mjtNums
  mjITEM_EDITFLOAT,      // floats
  mjITEM_EDITTXT,        // text
  mjNITEM                // how many kinds there are
} mjtItem;

// State of a section.
typedef enum mjtSection_ {
  mjSECT_CLOSED = 0,  // folded
  mjSECT_OPEN,        // unfolded
  mjSECT_FIXED        // always unfolded
} mjtSection;

// may items of this category be used now?
typedef int (*mjfItemEnable)(int category, void* data);

// Mouse, keyboard and rectangles of a window.
struct mjuiState_ {
  // rectangles, set by the user
  int nrect;                  // how many
  mjrRect rect[mjMAXUIRECT];  // the first is the whole window
  void* userdata;             // user's own

  // the event
  int type;                   // mjtEvent

  // mouse
  int left;                   // left button is down
  int right;                  // right button is down
  int middle;                 // middle button is down
  int doubleclick;            // last press was a double click
  int button;                 // button of the last press, mjtButton
  double buttontime;          // when that was
  double x;                   // position from the left
  double y;                   // position from the bottom
  double dx;                  // movement in x
  double dy;                  // movement in y
  double sx;                  // scrolling in x
  double sy;                  // scrolling in y

  // keyboard
  int control;                // control is down
  int shift;                  // shift is down
  int alt;                    // alt is down
  int key;                    // last key
  double keytime;             // when that was

  // who owns the mouse
  int mouserect;              // rectangle under it
  int dragrect;               // rectangle that was dragged from
  int dragbutton;             // button that drags

  // dropped files
  int dropcount;              // how many
  const char** droppaths;     // their paths
};
typedef struct mjuiState_ mjuiState;

// Distances of a theme, pixels.
struct mjuiThemeSpacing_ {
  int total;       // whole width
  int scroll;      // scroll bar
  int label;       // label column
  int section;     // gap between sections
  int cornersect;  // corner radius of sections
  int cornersep;   // corner radius of separators
  int itemside;    // gap beside items
  int itemmid;     // gap between items
  int itemver;     // gap above and below items
  int texthor;     // gap beside text
  int textver;     // gap above and below text
  int linescroll;  // pixels per scrolled line
  int samples;     // multisampling
};
typedef struct mjuiThemeSpacing_ mjuiThemeSpacing;

// Colours of a theme.
struct mjuiThemeColor_ {
  float master[3];             // background
  float thumb[3];              // scroll bar thumb
  float secttitle[3];          // section title
  float secttitle2[3];         // section title, lower end
  float secttitleuncheck[3];   // title with an empty check box
  float secttitleuncheck2[3];  // the same, lower end
  float secttitlecheck[3];     // title with a set check box
  float secttitlecheck2[3];    // the same, lower end
  float sectfont[3];           // section font
  float sectsymbol[3];         // section symbol
  float sectpane[3];           // section background
  float separator[3];          // separator title
  float separator2[3];         // separator title, lower end
  float shortcut[3];           // shortcut background
  float fontactive[3];         // font of items in use
  float fontinactive[3];       // font of items out of use
  float decorinactive[3];      // decoration out of use
  float decorinactive2[3];     // the same, lower end
  float button[3];             // button
  float check[3];              // check box
  float radio[3];              // radio
  float select[3];             // selection
  float select2[3];            // selection, lower end
  float slider[3];             // slider
  float slider2[3];            // slider, right of the value
  float edit[3];               // edit field
  float edit2[3];              // edit field, not valid
  float cursor[3];             // edit cursor
};
typedef struct mjuiThemeColor_ mjuiThemeColor;

// Check box or button.
struct mjuiItemSingle_ {
  int modifier;  // 0: none, 1: control, 2: shift, 4: alt
  int shortcut;  // key; 0: none
};

// Radio or selection.
struct mjuiItemMulti_ {
  int nelem;                             // choices
  char name[mjMAXUIMULTI][mjMAXUINAME];  // their names
};

// Slider.
struct mjuiItemSlider_ {
  double range[2];   // ends
  double divisions;  // steps between them
};

// Edit field.
struct mjuiItemEdit_ {
  int nelem;                     // numbers
  double range[mjMAXUIEDIT][2];  // bounds of each; both 0: none
};

// One item of a section.
struct mjuiItem_ {
  int type;                         // mjtItem
  char name[mjMAXUINAME];           // label
  int state;                        // 0: out of use, 1: in use, 2 and up: asks the predicate
  void *pdata;                      // what it shows or edits
  int sectionid;                    // section
  int itemid;                       // place in the section
  int userid;                       // the user's own number
  union {
    struct mjuiItemSingle_ single;  // check box or button
    struct mjuiItemMulti_ multi;    // radio or selection
    struct mjuiItemSlider_ slider;  // slider
    struct mjuiItemEdit_ edit;      // edit field
  };
  mjrRect rect;                     // where it is drawn
  int skip;                         // inside a closed separator
};
typedef struct mjuiItem_ mjuiItem;

// A foldable group of items.
struct mjuiSection_ {
  char name[mjMAXUINAME];      // title
  int state;                   // mjtSection
  int modifier;                // of the shortcut
  int shortcut;                // key that folds it; 0: none
  int checkbox;                // 0: none, 1: empty, 2: set
  int nitem;                   // items
  mjuiItem item[mjMAXUIITEM];  // the items
  mjrRect rtitle;              // where the title is drawn
  mjrRect rcontent;            // where the items are drawn
  int lastclick;               // last click was left or right
};
typedef struct mjuiSection_ mjuiSection;

// The whole interface.
struct mjUI_ {
  // set by the user
  mjuiThemeSpacing spacing;       // distances
  mjuiThemeColor color;           // colours
  mjfItemEnable predicate;        // decides which items may be used
  void* userdata;                 // handed to the predicate
  int rectid;                     // rectangle of mjuiState
  int auxid;                      // auxiliary buffer
  int radiocol;                   // columns of a radio block; 0: two

  // computed sizes
  int width;                      // width
  int height;                     // height
  int maxheight;                  // height with everything unfolded
  int scroll;                     // scrolled pixels

  // under the mouse
  int mousesect;                  // section; 0: none, -1: scroll bar
  int mouseitem;                  // item
  int mousehelp;                  // shortcuts are shown
  int mouseclicks;                // clicks on what is shown
  int mousesectcheck;             // section whose check box is under it

  // being edited
  int editsect;                   // section; 0: none
  int edititem;                   // item
  int editcursor;                 // place of the cursor
  int editscroll;                 // scrolled chars
  char edittext[mjMAXUITEXT];     // text
  mjuiItem* editchanged;          // item whose edit ended last; NULL: none

  // sections
  int nsect;                      // how many
  mjuiSection sect[mjMAXUISECT];  // the sections
};
typedef struct mjUI_ mjUI;

// A row of a table that defines an interface.
struct mjuiDef_ {
  int type;                 // mjtItem; mjITEM_END ends the table
  char name[mjMAXUINAME];   // label
  int state;                // as in the item
  void* pdata;              // what it shows or edits
  char other[mjMAXUITEXT];  // choices, range or shortcut, by type
  int otherint;             // section: state of its check box
};
typedef struct mjuiDef_ mjuiDef;

#endif
