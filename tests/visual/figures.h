// SPDX-License-Identifier: Apache-2.0
// Scenes under every visual option, as a few numbers each, to compare with the reference.
#ifndef INGOT_TESTS_VISUAL_FIGURES_H_
#define INGOT_TESTS_VISUAL_FIGURES_H_

#include "case.h"

// defaults, all flags, each flag alone, each label, each frame, some cameras and categories
enum { ig_nview = 2 + mjNVISFLAG + mjNLABEL + mjNFRAME + 8, ig_nmodel = 4, ig_nmouse = 7 };

typedef struct {
  int ngeom, nlight;
  unsigned words;  // hash of ids, types and labels
  double numbers;  // weighted sum of sizes, poses, colours, cameras and lights
  double surface;  // of the vertices and faces of flexes and skins
} ig_View;

// one of the models, a little after its start, with a state that shows something
ig_Case ig_visual_case(int model);
ig_View ig_view(ig_Case* c, int view);

// select at a few points of the window, then perturb with a mouse action: hash of ids, sum of all results
typedef struct {
  unsigned words;
  double pick, perturb, camera, room;
} ig_Mouse;
ig_Mouse ig_mouse(ig_Case* c, int action);

#endif  // INGOT_TESTS_VISUAL_FIGURES_H_
