// SPDX-License-Identifier: Apache-2.0
// The lights of the scene: one on the viewer's head, then those of the model.
#include "visual/light.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "visual/camera.h"
#include "visual/canvas.h"

static mjvLight* next_light(mjvScene* scn, int id) {
  mjvLight* light = scn->lights + scn->nlight++;
  memset(light, 0, sizeof(*light));
  light->id = id;
  return light;
}

static void set_colours(mjvLight* light, const float ambient[3], const float diffuse[3], const float specular[3]) {
  memcpy(light->ambient, ambient, sizeof(light->ambient));
  memcpy(light->diffuse, diffuse, sizeof(light->diffuse));
  memcpy(light->specular, specular, sizeof(light->specular));
}

void ig_make_lights(const mjModel* m, const mjData* d, mjvScene* scn) {
  scn->nlight = 0;
  if (m->vis.headlight.active) {
    // it stands where the viewer is and looks where the viewer looks
    mjtNum pos[3], forward[3];
    ig_camera_in_model(pos, forward, NULL, scn);
    mjvLight* light = next_light(scn, -1);
    light->headlight = 1;
    light->type = mjLIGHT_DIRECTIONAL;
    light->texid = -1;
    light->bulbradius = 0.02f;
    light->range = 10;
    ig_to_float(light->pos, pos, 3);
    ig_to_float(light->dir, forward, 3);
    set_colours(light, m->vis.headlight.ambient, m->vis.headlight.diffuse, m->vis.headlight.specular);
  }
  for (int i = 0; i < m->nlight && scn->nlight < mjMAXLIGHT; i++) {
    if (!m->light_active[i]) continue;
    mjvLight* light = next_light(scn, i);
    light->type = m->light_type[i];
    light->texid = m->light_texid[i];
    light->castshadow = m->light_castshadow[i];
    light->bulbradius = m->light_bulbradius[i];
    light->intensity = m->light_intensity[i];
    light->range = m->light_range[i];
    // only spots fade and have an edge
    if (light->type == mjLIGHT_SPOT) {
      memcpy(light->attenuation, m->light_attenuation + 3 * i, sizeof(light->attenuation));
      light->exponent = m->light_exponent[i];
      light->cutoff = m->light_cutoff[i];
    }
    ig_to_float(light->pos, d->light_xpos + 3 * i, 3);
    ig_to_float(light->dir, d->light_xdir + 3 * i, 3);
    set_colours(light, m->light_ambient + 3 * i, m->light_diffuse + 3 * i, m->light_specular + 3 * i);
  }
}
