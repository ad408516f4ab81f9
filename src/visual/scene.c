// SPDX-License-Identifier: Apache-2.0
// The scene as memory, and bringing it up to date.
#include "visual/scene.h"

#include <stddef.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "base/memory.h"
#include "base/registry.h"
#include "model/warning.h"
#include "visual/camera.h"
#include "visual/draw/draw.h"
#include "visual/light.h"
#include "visual/surface.h"

void ig_default_scene(mjvScene* scn) { memset(scn, 0, sizeof(*scn)); }

// ------------------------------------------------ memory ----------------------------------

// every buffer that a scene owns
static const size_t buffers[] = {
    offsetof(mjvScene, geoms),       offsetof(mjvScene, geomorder),    offsetof(mjvScene, flexedgeadr),
    offsetof(mjvScene, flexedgenum), offsetof(mjvScene, flexvertadr),  offsetof(mjvScene, flexvertnum),
    offsetof(mjvScene, flexfaceadr), offsetof(mjvScene, flexfacenum),  offsetof(mjvScene, flexfaceused),
    offsetof(mjvScene, flexedge),    offsetof(mjvScene, flexvert),     offsetof(mjvScene, flexface),
    offsetof(mjvScene, flexnormal),  offsetof(mjvScene, flextexcoord), offsetof(mjvScene, skinfacenum),
    offsetof(mjvScene, skinvertadr), offsetof(mjvScene, skinvertnum),  offsetof(mjvScene, skinvert),
    offsetof(mjvScene, skinnormal),
};

void ig_free_scene(mjvScene* scn) {
  for (size_t i = 0; i < sizeof(buffers) / sizeof(buffers[0]); i++) ig_free(*(void**)((char*)scn + buffers[i]));
  ig_default_scene(scn);
}

// zeroed, NULL for nothing
static void* allocate(size_t count, size_t size) {
  void* block = count ? ig_user_alloc(count * size) : NULL;
  if (block) memset(block, 0, count * size);
  return block;
}

static int* copy_ints(const int* source, size_t count) {
  int* copy = allocate(count, sizeof(int));
  if (copy) memcpy(copy, source, count * sizeof(int));
  return copy;
}

void ig_make_scene(const mjModel* m, mjvScene* scn, int maxgeom) {
  ig_free_scene(scn);
  if (maxgeom > 0) {
    scn->geoms = allocate(maxgeom, sizeof(mjvGeom));
    scn->geomorder = allocate(maxgeom, sizeof(int));
    scn->maxgeom = scn->geoms && scn->geomorder ? maxgeom : 0;
  }
  for (int i = 0; i < mjNRNDFLAG; i++) scn->flags[i] = mjRNDSTRING[i][1][0] == '1';
  scn->scale = 1;
  scn->rotate[0] = 1;
  if (m && m->nflex) {
    size_t n = m->nflex, faces = 0;
    scn->nflex = m->nflex;
    scn->flexedgeadr = copy_ints(m->flex_edgeadr, n);
    scn->flexedgenum = copy_ints(m->flex_edgenum, n);
    scn->flexvertadr = copy_ints(m->flex_vertadr, n);
    scn->flexvertnum = copy_ints(m->flex_vertnum, n);
    scn->flexfaceadr = allocate(n, sizeof(int));
    scn->flexfacenum = allocate(n, sizeof(int));
    scn->flexfaceused = allocate(n, sizeof(int));
    scn->flexedge = copy_ints(m->flex_edge, 2 * m->nflexedge);
    scn->flexvert = allocate(3 * m->nflexvert, sizeof(float));
    for (size_t i = 0; i < n; i++) {
      scn->flexfaceadr[i] = (int)faces;
      scn->flexfacenum[i] = ig_flex_max_faces(m, (int)i);
      faces += scn->flexfacenum[i];
    }
    scn->flexface = allocate(9 * faces, sizeof(float));
    scn->flexnormal = allocate(9 * faces, sizeof(float));
    scn->flextexcoord = allocate(6 * faces, sizeof(float));
  }
  if (m && m->nskin) {
    scn->nskin = m->nskin;
    scn->skinfacenum = copy_ints(m->skin_facenum, m->nskin);
    scn->skinvertadr = copy_ints(m->skin_vertadr, m->nskin);
    scn->skinvertnum = copy_ints(m->skin_vertnum, m->nskin);
    scn->skinvert = allocate(3 * m->nskinvert, sizeof(float));
    scn->skinnormal = allocate(3 * m->nskinvert, sizeof(float));
  }
}

// ------------------------------------------------ update ----------------------------------

void ig_update_scene(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert, mjvCamera* cam, int catmask,
                     mjvScene* scn) {
  IG_FLOAT_SCOPE;
  scn->ngeom = 0;
  scn->status = 0;
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = ig_plugin_at(m->plugin[i]);
    if (!plugin)
      mju_error("mjv_updateScene: invalid plugin slot: %d", m->plugin[i]);
    else if (plugin->visualize)
      plugin->visualize(m, d, opt, scn, i);
  }
  ig_add_geoms(m, d, opt, pert, catmask, scn);
  ig_update_camera(m, d, cam, scn);
  ig_make_lights(m, d, scn);
  if (ig_flexes_shown(opt)) ig_update_flexes(m, d, scn, opt);
  if (opt->flags[mjVIS_SKIN]) ig_update_skins(m, d, scn, opt);
  if (scn->status) ig_warn(d, mjWARN_VGEOMFULL, scn->maxgeom);
}
