// SPDX-License-Identifier: Apache-2.0
// Defaults of what the viewer owns: options, camera, perturbation, figure.
#include "visual/defaults.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "math/scalar.h"
#include "math/vec3.h"

void ig_default_view(mjvOption* opt) {
  mjtByte* groups[] = {opt->geomgroup,     opt->sitegroup, opt->jointgroup, opt->tendongroup,
                       opt->actuatorgroup, opt->flexgroup, opt->skingroup};
  for (size_t k = 0; k < sizeof(groups) / sizeof(groups[0]); k++) {
    for (int i = 0; i < mjNGROUP; i++) groups[k][i] = i < 3;
  }
  for (int i = 0; i < mjNVISFLAG; i++) opt->flags[i] = mjVISSTRING[i][1][0] == '1';
  opt->label = mjLABEL_NONE;
  opt->frame = mjFRAME_NONE;
  opt->bvh_depth = 1;
  opt->flex_layer = 0;
}

void ig_default_camera(mjvCamera* cam) {
  *cam = (mjvCamera){.type = mjCAMERA_FREE, .fixedcamid = -1, .trackbodyid = -1, .distance = 2, .azimuth = 90, .elevation = -45};
}

void ig_default_free_camera(const mjModel* m, mjvCamera* cam) {
  ig_default_camera(cam);
  ig_copy3(cam->lookat, m->stat.center);
  cam->distance = 1.5 * m->stat.extent;
  cam->azimuth = m->vis.global.azimuth;
  cam->elevation = m->vis.global.elevation;
  cam->orthographic = m->vis.global.orthographic;
}

void ig_default_perturb(mjvPerturb* pert) {
  *pert = (mjvPerturb){.flexselect = -1, .skinselect = -1, .refquat = {1, 0, 0, 0}, .scale = 1};
}

void mjv_defaultFigure(mjvFigure* fig) {
  memset(fig, 0, sizeof(*fig));
  fig->highlightid = -1;
  fig->flg_legend = fig->flg_extend = 1;
  fig->linewidth = 3;
  fig->gridwidth = 1;
  for (int i = 0; i < 2; i++) {
    fig->flg_ticklabel[i] = 1;
    fig->gridsize[i] = 2;
    fig->range[i][1] = 1;
  }
  for (int i = 0; i < 3; i++) {
    fig->gridrgb[i] = 0.4f;
    fig->textrgb[i] = 1;
  }
  fig->figurergba[3] = fig->panergba[3] = 1;
  fig->legendrgba[3] = 0.3f;
  memcpy(fig->xformat, "%.0f", sizeof("%.0f"));
  memcpy(fig->yformat, "%.2g", sizeof("%.2g"));
  memcpy(fig->minwidth, "XXX", sizeof("XXX"));
  // a few chosen line colours, then scattered ones
  static const float chosen[8][3] = {
      {1, 0.3f, 0.3f}, {0.1f, 1, 0.1f}, {0.3f, 0.3f, 1}, {0.1f, 1, 1},
      {1, 0.2f, 1},    {1, 1, 0.1f},    {1, 0.6f, 0.2f}, {0.6f, 0.7f, 0.4f},
  };
  static const int bases[3] = {2, 3, 5};
  memcpy(fig->linergb, chosen, sizeof(chosen));
  for (int line = 8; line < mjMAXLINE; line++) {
    for (int k = 0; k < 3; k++) fig->linergb[line][k] = (float)(0.1f + 0.8f * ig_halton(line, bases[k]));
  }
}
