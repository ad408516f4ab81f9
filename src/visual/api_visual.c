// SPDX-License-Identifier: Apache-2.0
// The public functions of the scene that the library calls too.
#include <mujoco/mujoco.h>

#include "visual/camera.h"
#include "visual/defaults.h"
#include "visual/draw/draw.h"
#include "visual/light.h"
#include "visual/room.h"
#include "visual/scene.h"

mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2) { return ig_average_camera(cam1, cam2); }

mjtNum mjv_frustumHeight(const mjvScene* scn) { return ig_frustum_height(scn); }

void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn) { ig_update_camera(m, d, cam, scn); }

void mjv_defaultCamera(mjvCamera* cam) { ig_default_camera(cam); }

void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam) { ig_default_free_camera(m, cam); }

void mjv_defaultOption(mjvOption* opt) { ig_default_view(opt); }

void mjv_defaultPerturb(mjvPerturb* pert) { ig_default_perturb(pert); }

void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert, int catmask, mjvScene* scn) {
  ig_add_geoms(m, d, opt, pert, catmask, scn);
}

void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn) { ig_make_lights(m, d, scn); }

void mjv_cameraInRoom(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn) {
  ig_camera_in_room(headpos, forward, up, scn);
}

void mjv_defaultScene(mjvScene* scn) { ig_default_scene(scn); }

void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom) { ig_make_scene(m, scn, maxgeom); }

void mjv_freeScene(mjvScene* scn) { ig_free_scene(scn); }

void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert, mjvCamera* cam, int catmask,
                     mjvScene* scn) {
  ig_update_scene(m, d, opt, pert, cam, catmask, scn);
}
