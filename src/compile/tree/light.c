// SPDX-License-Identifier: Apache-2.0
#include "compile/tree/light.h"

#include "compile/tree/frame.h"
#include "spec/pose.h"

bool ig_compile_light(ig_Compiler* c, ig_CLight* light) {
  mjsLight* s = &light->s;
  ig_leave_frame_axis(light, s->pos, s->dir);
  if (ig_make_unit(s->dir, 3) < IG_EPS) return ig_refuse(c, light, "light: dir has no length");
  if (!ig_text_empty(s->targetbody)) {
    light->target = ig_lookup(c, mjOBJ_BODY, ig_text(s->targetbody));
    if (!light->target) return ig_refuse(c, light, "light: target body '%s' not found", ig_text(s->targetbody));
  }
  if (!ig_text_empty(s->texture)) {
    light->texture = ig_lookup(c, mjOBJ_TEXTURE, ig_text(s->texture));
    if (!light->texture) return ig_refuse(c, light, "light: texture '%s' not found", ig_text(s->texture));
  }
  return true;
}

void ig_write_light(const ig_Compiler* c, const void* record) {
  const ig_CLight* light = record;
  mjModel* m = c->model;
  const mjsLight* s = &light->s;
  int id = light->r.id;
  m->light_bodyid[id] = light->body->r.id;
  m->light_mode[id] = s->mode;
  m->light_targetbodyid[id] = ig_id(light->target);
  m->light_type[id] = s->type;
  m->light_texid[id] = ig_id(light->texture);
  m->light_castshadow[id] = s->castshadow;
  m->light_active[id] = s->active;
  IG_PUT(m->light_pos, id, s->pos, 3);
  IG_PUT(m->light_dir, id, s->dir, 3);
  m->light_bulbradius[id] = s->bulbradius;
  m->light_intensity[id] = s->intensity;
  m->light_range[id] = s->range;
  IG_PUT(m->light_attenuation, id, s->attenuation, 3);
  m->light_cutoff[id] = s->cutoff;
  m->light_exponent[id] = s->exponent;
  IG_PUT(m->light_ambient, id, s->ambient, 3);
  IG_PUT(m->light_diffuse, id, s->diffuse, 3);
  IG_PUT(m->light_specular, id, s->specular, 3);
}
