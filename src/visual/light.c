// SPDX-License-Identifier: Apache-2.0
// The lights of the scene: one on the viewer's head, then those of the model.
#include "visual/light.h"

#include <stddef.h>

#include <mujoco/mujoco.h>

#include "visual/camera.h"
#include "visual/canvas.h"

static void set_colours(mjvLight* light, const float ambient[3], const float diffuse[3], const float specular[3]) {
  for (int k = 0; k < 3; k++) {
    light->ambient[k] = ambient[k];
    light->diffuse[k] = diffuse[k];
    light->specular[k] = specular[k];
  }
}

// it stands where the viewer is and looks where the viewer looks
static mjvLight viewers_light(const mjModel* m, const mjvScene* scn) {
  mjtNum pos[3], forward[3];
  mjvLight light = {.id = -1, .headlight = 1, .type = mjLIGHT_DIRECTIONAL, .texid = -1, .bulbradius = 0.02f, .range = 10};
  ig_camera_in_model(pos, forward, NULL, scn);
  ig_to_float(light.pos, pos, 3);
  ig_to_float(light.dir, forward, 3);
  set_colours(&light, m->vis.headlight.ambient, m->vis.headlight.diffuse, m->vis.headlight.specular);
  return light;
}

static mjvLight model_light(const mjModel* m, const mjData* d, int id) {
  mjvLight light = {
      .id = id,
      .type = m->light_type[id],
      .texid = m->light_texid[id],
      .castshadow = m->light_castshadow[id],
      .bulbradius = m->light_bulbradius[id],
      .intensity = m->light_intensity[id],
      .range = m->light_range[id],
  };
  const int at = 3 * id;
  ig_to_float(light.pos, d->light_xpos + at, 3);
  ig_to_float(light.dir, d->light_xdir + at, 3);
  set_colours(&light, m->light_ambient + at, m->light_diffuse + at, m->light_specular + at);

  // only spots fade and have an edge
  if (light.type == mjLIGHT_SPOT) {
    light.exponent = m->light_exponent[id];
    light.cutoff = m->light_cutoff[id];
    for (int k = 0; k < 3; k++) light.attenuation[k] = m->light_attenuation[at + k];
  }
  return light;
}

void ig_make_lights(const mjModel* m, const mjData* d, mjvScene* scn) {
  int count = 0;
  if (m->vis.headlight.active) scn->lights[count++] = viewers_light(m, scn);
  for (int id = 0; id < m->nlight && count < mjMAXLIGHT; id++) {
    if (m->light_active[id]) scn->lights[count++] = model_light(m, d, id);
  }
  scn->nlight = count;
}
