// SPDX-License-Identifier: Apache-2.0
// Built-in themes. Colours are in the order of the struct's fields.
#include <mujoco/mujoco.h>

mjuiThemeSpacing mjui_themeSpacing(int ind) {
  static const mjuiThemeSpacing themes[2] = {
      {270, 15, 120, 8, 6, 6, 4, 4, 4, 8, 4, 30, 4},      // tight
      {310, 15, 120, 10, 10, 10, 7, 7, 7, 10, 5, 30, 4},  // wide
  };
  return themes[ind == 1];
}

#define GREY(x) \
  { x, x, x }

mjuiThemeColor mjui_themeColor(int ind) {
  static const mjuiThemeColor themes[4] = {
      {GREY(.25f),         GREY(.12f),         {.6f, .2f, .2f}, GREY(.1f),       {.45f, .17f, .17f}, {.45f, .17f, .17f},
       {.45f, .17f, .17f}, {.45f, .17f, .17f}, GREY(1),         GREY(.7f),       GREY(.1f),          GREY(.25f),
       GREY(.1f),          {0, 0, 1},          GREY(1),         GREY(.5f),       GREY(.3f),          GREY(.4f),
       {.6f, .4f, .4f},    {.4f, .4f, .7f},    {.4f, .6f, .4f}, {.4f, .6f, .6f}, {.2f, .3f, .3f},    {.3f, .2f, .3f},
       {.6f, .4f, .6f},    {.6f, .6f, .4f},    {.7f, 0, 0},     GREY(.9f)},
      {GREY(.2f),       GREY(.12f),      GREY(.3f), GREY(.15f),      GREY(.25f),      GREY(.25f),      GREY(.25f),
       GREY(.25f),      GREY(.8f),       GREY(.7f), GREY(.15f),      GREY(.2f),       GREY(.15f),      {0, 0, 1},
       GREY(.9f),       GREY(.5f),       GREY(.2f), GREY(.25f),      {.6f, .4f, .2f}, {.6f, .4f, .2f}, {.6f, .4f, .2f},
       {.6f, .4f, .2f}, {.3f, .2f, .1f}, GREY(.2f), {.6f, .4f, .2f}, {.6f, .4f, .2f}, {.7f, 0, 0},     GREY(.9f)},
      {GREY(.9f), GREY(.7f), GREY(.8f), GREY(1),    GREY(.95f), GREY(.95f), GREY(.95f),    GREY(.95f), {0, 0, .8f}, {0, 0, .8f},
       GREY(1),   GREY(.9f), GREY(1),   {0, 1, 1},  GREY(0),    GREY(.7f),  GREY(.95f),    GREY(.9f),  GREY(.8f),   GREY(.8f),
       GREY(.8f), GREY(.8f), GREY(.9f), GREY(.95f), GREY(.8f),  GREY(.8f),  {1, .3f, .3f}, GREY(.2f)},
      {GREY(.15f), GREY(.3f),     GREY(.25f),    GREY(0),    GREY(.2f),  GREY(.2f),       GREY(.2f),
       GREY(.2f),  {1, .3f, .3f}, {1, .3f, .3f}, GREY(0),    GREY(.15f), GREY(0),         {0, 0, 1},
       GREY(1),    GREY(.4f),     GREY(.1f),     GREY(.15f), GREY(.3f),  GREY(.3f),       GREY(.3f),
       GREY(.3f),  GREY(.15f),    GREY(.15f),    GREY(.3f),  GREY(.3f),  {.8f, .2f, .2f}, GREY(.8f)},
  };
  return themes[ind >= 1 && ind <= 3 ? ind : 0];
}
