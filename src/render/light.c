// SPDX-License-Identifier: Apache-2.0
// The lighting of fixed-function OpenGL (OpenGL 2.1 specification, section 2.14.1), eight points at once.
#include "render/shade.h"
#include "render/wide.h"

// keeps quotients finite where a length, a distance or an attenuation is zero
static const float least = 1e-30f;

typedef struct {
  ig_wf x, y, z;
} Wide3;

IG_WIDE_INLINE ig_wf dot(Wide3 a, Wide3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
IG_WIDE_INLINE Wide3 unit(Wide3 a) {
  ig_wf scale = 1.0f / ig_w_sqrt(ig_w_max(dot(a, a), ig_w_all(least)));
  return (Wide3){a.x * scale, a.y * scale, a.z * scale};
}

// looks of the draws that eight points belong to
typedef struct {
  ig_wf color[3], emission, specular, shininess;
} Looks;

IG_WIDE_INLINE Looks gather(const ig_RenderFrame* f, const int draw[IG_EIGHT]) {
  Looks out;
  for (int i = 0; i < IG_EIGHT; i++) {
    const ig_Draw* d = &f->draw[draw[i]];
    for (int k = 0; k < 3; k++) out.color[k][i] = d->rgba[k];
    out.emission[i] = d->emission;
    out.specular[i] = d->specular;
    out.shininess[i] = d->shininess;
  }
  return out;
}

// add one light's share
IG_WIDE_INLINE void add_light(const ig_Light* light, bool mirror, Wide3 p, Wide3 n, Wide3 to_eye, const Looks* looks,
                              ig_wf sum[3]) {
  const float *pos = mirror ? light->mirror_pos : light->pos, *dir = mirror ? light->mirror_dir : light->dir;
  Wide3 to_light = {ig_w_all(-dir[0]), ig_w_all(-dir[1]), ig_w_all(-dir[2])};
  ig_wf strength = ig_w_all(1);
  if (light->positional) {
    Wide3 d = {pos[0] - p.x, pos[1] - p.y, pos[2] - p.z};
    ig_wf distance = ig_w_sqrt(ig_w_max(dot(d, d), ig_w_all(least)));
    ig_wf inverse = 1.0f / distance;
    to_light = (Wide3){d.x * inverse, d.y * inverse, d.z * inverse};
    const float* k = light->attenuation;
    strength = 1.0f / ig_w_max(k[0] + k[1] * distance + k[2] * distance * distance, ig_w_all(least));
    if (light->cos_cutoff > -1.5f) {
      ig_wf spot = -(to_light.x * dir[0] + to_light.y * dir[1] + to_light.z * dir[2]);
      ig_wf cone = light->exponent > 0 ? ig_w_pow(ig_w_clamp01(spot), ig_w_all(light->exponent)) : ig_w_all(1);
      strength = ig_w_select(spot >= light->cos_cutoff, strength * cone, ig_w_all(0));
    }
  }
  ig_wf facing = dot(n, to_light);
  ig_wi lit = facing > 0.0f;
  facing = ig_w_select(lit, facing, ig_w_all(0));
  ig_wf shine = ig_w_all(0);
  ig_wi shiny = lit & (looks->specular > 0.0f);
  if (ig_w_any(shiny) && (light->specular[0] > 0 || light->specular[1] > 0 || light->specular[2] > 0)) {
    Wide3 half = unit((Wide3){to_light.x + to_eye.x, to_light.y + to_eye.y, to_light.z + to_eye.z});
    ig_wf peak = ig_w_clamp01(dot(n, half));
    shine = ig_w_select(shiny, ig_w_pow(peak, looks->shininess) * looks->specular, ig_w_all(0));
  }
  for (int k = 0; k < 3; k++) {
    sum[k] += strength * (looks->color[k] * (light->ambient[k] + light->diffuse[k] * facing) + light->specular[k] * shine);
  }
}

IG_CLONES void ig_light_points(ig_Shader* s, const ig_RenderFrame* f, unsigned lights, bool base, bool mirror) {
  for (int i = s->npoint; i < s->npoint + IG_EIGHT - 1; i++) s->point_draw[i] = 0;
  for (int at = 0; at < s->npoint; at += IG_EIGHT) {
    Wide3 p = {ig_w_load(s->px + at), ig_w_load(s->py + at), ig_w_load(s->pz + at)};
    Wide3 n = unit((Wide3){ig_w_load(s->nx + at), ig_w_load(s->ny + at), ig_w_load(s->nz + at)});
    Wide3 to_eye = unit((Wide3){-p.x, -p.y, -p.z});
    Looks looks = gather(f, s->point_draw + at);
    ig_wf sum[3];
    for (int k = 0; k < 3; k++) sum[k] = base ? looks.color[k] * (looks.emission + f->ambient) : ig_w_all(0);
    for (int i = 0; i < f->nlight; i++) {
      if (lights >> i & 1) add_light(&f->light[i], mirror, p, n, to_eye, &looks, sum);
    }
    for (int k = 0; k < 3; k++) ig_w_store(s->color[k] + at, ig_w_clamp01(sum[k]));
  }
}
