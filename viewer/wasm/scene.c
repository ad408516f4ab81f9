// SPDX-License-Identifier: Apache-2.0
// What the page draws and what its mouse does: the engine's own scene, camera, options and perturbation, packed as
// numbers that JavaScript reads from the module's memory.
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "engine.h"

enum {
  GEOM_FLOATS = 32,   // what pack_geom writes
  LIGHT_FLOATS = 24,  // what pack_light writes
  ROOM = 4000,        // geoms at the beginning; more when a scene was full
  MOST_ROOM = 64000,
};

typedef struct {
  const mjModel* m;
  mjData* d;
  mjvScene scene;
  mjvOption option;
  mjvCamera camera;
  mjvPerturb perturb;
  float* geoms;
  float lights[mjMAXLIGHT * LIGHT_FLOATS];
  float eye[16];
  char* labels;  // "index<tab>text<newline>" for the geoms that have one
  size_t label_room;
} Scene;

static bool make_room(Scene* s, int room) {
  float* geoms = realloc(s->geoms, (size_t)room * GEOM_FLOATS * sizeof *geoms);
  if (!geoms) return false;
  s->geoms = geoms;
  mjv_freeScene(&s->scene);
  mjv_makeScene(s->m, &s->scene, room);
  return true;
}

static void build(void* argument) {
  Scene* s = argument;
  mjv_defaultScene(&s->scene);
  mjv_defaultOption(&s->option);
  mjv_defaultPerturb(&s->perturb);
  mjv_defaultFreeCamera(s->m, &s->camera);
  if (!make_room(s, ROOM)) mju_error("out of memory for the scene");
}

WEB_API void scene_free(Scene* s) {
  if (!s) return;
  mjv_freeScene(&s->scene);
  free(s->geoms);
  free(s->labels);
  free(s);
}

WEB_API Scene* scene_make(const mjModel* m, mjData* d) {
  Scene* s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->m = m;
  s->d = d;
  if (web_guard(build, s)) return s;
  scene_free(s);
  return NULL;
}

// packing ----------------------------------------------------------------------------------------------------------------

// type dataid objtype objid category matid texcoord segid transparent | size | pos | mat | rgba | emission specular
// shininess reflectance
static void pack_geom(float* out, const mjvGeom* g) {
  const int numbers[] = {g->type, g->dataid, g->objtype, g->objid, g->category, g->matid, g->texcoord, g->segid, g->transparent};
  for (int i = 0; i < 9; i++) out[i] = (float)numbers[i];
  memcpy(out + 9, g->size, sizeof g->size);
  memcpy(out + 12, g->pos, sizeof g->pos);
  memcpy(out + 15, g->mat, sizeof g->mat);
  memcpy(out + 24, g->rgba, sizeof g->rgba);
  const float looks[] = {g->emission, g->specular, g->shininess, g->reflectance};
  memcpy(out + 28, looks, sizeof looks);
}

// id type headlight castshadow | pos | dir | ambient | diffuse | specular | cutoff exponent | attenuation
static void pack_light(float* out, const mjvLight* light) {
  const float head[] = {(float)light->id, (float)light->type, light->headlight, light->castshadow};
  memcpy(out, head, sizeof head);
  memcpy(out + 4, light->pos, sizeof light->pos);
  memcpy(out + 7, light->dir, sizeof light->dir);
  memcpy(out + 10, light->ambient, sizeof light->ambient);
  memcpy(out + 13, light->diffuse, sizeof light->diffuse);
  memcpy(out + 16, light->specular, sizeof light->specular);
  out[19] = light->cutoff;
  out[20] = light->exponent;
  memcpy(out + 21, light->attenuation, sizeof light->attenuation);
}

static void pack_eye(Scene* s) {
  mjvGLCamera eye = mjv_averageCamera(&s->scene.camera[0], &s->scene.camera[1]);
  const float frustum[] = {eye.frustum_center, eye.frustum_width, eye.frustum_bottom,     eye.frustum_top,
                           eye.frustum_near,   eye.frustum_far,   (float)eye.orthographic};
  memcpy(s->eye, eye.pos, sizeof eye.pos);
  memcpy(s->eye + 3, eye.forward, sizeof eye.forward);
  memcpy(s->eye + 6, eye.up, sizeof eye.up);
  memcpy(s->eye + 9, frustum, sizeof frustum);
}

static void pack_labels(Scene* s) {
  size_t used = 0, most = sizeof s->scene.geoms->label + 16;
  for (int i = 0; i < s->scene.ngeom; i++) {
    const char* label = s->scene.geoms[i].label;
    if (!label[0]) continue;
    if (used + most > s->label_room) {
      size_t room = 2 * s->label_room + 4096;
      char* labels = realloc(s->labels, room);
      if (!labels) break;
      s->labels = labels;
      s->label_room = room;
    }
    used += (size_t)snprintf(s->labels + used, most, "%d\t%.100s\n", i, label);
  }
  if (s->labels) s->labels[used] = 0;
}

static void update(void* argument) {
  Scene* s = argument;
  mjv_updateScene(s->m, s->d, &s->option, &s->perturb, &s->camera, mjCAT_ALL, &s->scene);
  // a scene that was too full gets more room and is made again
  if (s->scene.status && s->scene.maxgeom < MOST_ROOM && make_room(s, 4 * s->scene.maxgeom)) {
    s->d->warning[mjWARN_VGEOMFULL].number = 0;
    mjv_updateScene(s->m, s->d, &s->option, &s->perturb, &s->camera, mjCAT_ALL, &s->scene);
  }
}

WEB_API int scene_update(Scene* s) {
  if (!web_guard(update, s)) return 0;
  for (int i = 0; i < s->scene.ngeom; i++) pack_geom(s->geoms + (size_t)i * GEOM_FLOATS, &s->scene.geoms[i]);
  for (int i = 0; i < s->scene.nlight; i++) pack_light(s->lights + (size_t)i * LIGHT_FLOATS, &s->scene.lights[i]);
  pack_eye(s);
  pack_labels(s);
  return 1;
}

WEB_API int scene_ngeom(const Scene* s) { return s->scene.ngeom; }
WEB_API int scene_nlight(const Scene* s) { return s->scene.nlight; }
WEB_API const float* scene_geoms(const Scene* s) { return s->geoms; }
WEB_API const float* scene_lights(const Scene* s) { return s->lights; }
WEB_API const float* scene_eye(const Scene* s) { return s->eye; }
WEB_API const char* scene_labels(const Scene* s) { return s->labels ? s->labels : ""; }

// how far one sees, in extents of the model: zfar fogstart fogend haze, and the colour of fog
WEB_API const float* scene_depths(const Scene* s) {
  static float depths[8];
  const mjVisual* vis = &s->m->vis;
  const float distances[] = {vis->map.zfar, vis->map.fogstart, vis->map.fogend, vis->map.haze};
  memcpy(depths, distances, sizeof distances);
  memcpy(depths + 4, vis->rgba.fog, sizeof vis->rgba.fog);
  return depths;
}

// deformable surfaces: faces of a flex as they are now (corners, normals, texture coordinates), vertices of a skin
WEB_API int scene_flex_faces(const Scene* s, int flex) { return s->scene.flexfaceused[flex]; }
WEB_API const float* scene_flex_face(const Scene* s, int flex) { return s->scene.flexface + 9 * s->scene.flexfaceadr[flex]; }
WEB_API const float* scene_flex_normal(const Scene* s, int flex) { return s->scene.flexnormal + 9 * s->scene.flexfaceadr[flex]; }
WEB_API const float* scene_flex_texcoord(const Scene* s, int flex) { return s->scene.flextexcoord + 6 * s->scene.flexfaceadr[flex]; }
WEB_API const float* scene_flex_vert(const Scene* s, int flex) { return s->scene.flexvert + 3 * s->scene.flexvertadr[flex]; }
WEB_API int scene_flex_nvert(const Scene* s, int flex) { return s->scene.flexvertnum[flex]; }
WEB_API const int* scene_flex_edge(const Scene* s, int flex) { return s->scene.flexedge + 2 * s->scene.flexedgeadr[flex]; }
WEB_API int scene_flex_nedge(const Scene* s, int flex) { return s->scene.flexedgenum[flex]; }
WEB_API const float* scene_skin_vert(const Scene* s, int skin) { return s->scene.skinvert + 3 * s->scene.skinvertadr[skin]; }
WEB_API const float* scene_skin_normal(const Scene* s, int skin) { return s->scene.skinnormal + 3 * s->scene.skinvertadr[skin]; }

// options and camera: JavaScript writes to them in place -------------------------------------------------------------------

WEB_API mjtByte* scene_flags(Scene* s) { return s->option.flags; }
WEB_API mjtByte* scene_groups(Scene* s) { return s->option.geomgroup; }  // geom site joint tendon actuator flex skin
WEB_API void scene_set_decor(Scene* s, int label, int frame) {
  s->option.label = label;
  s->option.frame = frame;
}
WEB_API void scene_set_depth(Scene* s, int bvh, int flex_layer) {
  s->option.bvh_depth = bvh;
  s->option.flex_layer = flex_layer;
}
WEB_API void scene_set_camera(Scene* s, int type, int fixed, int body, int orthographic) {
  s->camera.type = type;
  s->camera.fixedcamid = fixed;
  s->camera.trackbodyid = body;
  s->camera.orthographic = orthographic;
}
// lookat distance azimuth elevation, one after the other
WEB_API mjtNum* scene_orbit(Scene* s) { return s->camera.lookat; }

// the mouse --------------------------------------------------------------------------------------------------------------

typedef struct {
  Scene* s;
  mjtNum aspect, x, y;
  int action, body;
} MouseCall;

static void keep_selection(Scene* s, int body, const mjtNum* point) {
  s->perturb.select = body;
  mju_zero3(s->perturb.localpos);
  if (body > 0 && point) {
    mjtNum offset[3];
    mju_sub3(offset, point, s->d->xpos + 3 * body);
    mju_mulMatTVec(s->perturb.localpos, s->d->xmat + 9 * body, offset, 3, 3);
  }
}

static void pick(void* argument) {
  MouseCall* call = argument;
  Scene* s = call->s;
  mjtNum point[3];
  int geom = -1;
  call->body = mjv_select(s->m, s->d, &s->option, call->aspect, call->x, call->y, &s->scene, point, &geom,
                          &s->perturb.flexselect, &s->perturb.skinselect);
  keep_selection(s, call->body > 0 ? call->body : 0, point);
}

// body under a point of the picture (0 to 1 from left and bottom) becomes the selected one; -1: nothing is there
WEB_API int scene_pick(Scene* s, double aspect, double x, double y) {
  MouseCall call = {s, aspect, x, y, 0, -1};
  return web_guard(pick, &call) ? call.body : -1;
}

WEB_API void scene_select(Scene* s, int body) { keep_selection(s, body > 0 && body < s->m->nbody ? body : 0, NULL); }
WEB_API int scene_selected(const Scene* s) { return s->perturb.select; }
WEB_API const mjtNum* scene_local(const Scene* s) { return s->perturb.localpos; }

static void grab(void* argument) {
  const MouseCall* call = argument;
  mjv_initPerturb(call->s->m, call->s->d, &call->s->scene, &call->s->perturb);
  call->s->perturb.active = call->action;
}
// bits of mjtPertBit; 0 lets go
WEB_API int scene_grab(Scene* s, int bits) {
  if (bits) return s->perturb.select > 0 && web_guard(grab, &(MouseCall){.s = s, .action = bits});
  s->perturb.active = 0;
  mju_zero(s->d->xfrc_applied, (int)(6 * s->m->nbody));
  return 1;
}

static void drag(void* argument) {
  const MouseCall* call = argument;
  Scene* s = call->s;
  mjv_movePerturb(s->m, s->d, call->action, call->x, call->y, &s->scene, &s->perturb);
}
WEB_API int scene_drag(Scene* s, int action, double x, double y) {
  return web_guard(drag, &(MouseCall){.s = s, .x = x, .y = y, .action = action});
}

// time -------------------------------------------------------------------------------------------------------------------

static void advance(void* argument) {
  const MouseCall* call = argument;
  Scene* s = call->s;
  for (int i = 0; i < call->action; i++) {
    if (s->perturb.active) {
      mju_zero(s->d->xfrc_applied, (int)(6 * s->m->nbody));
      mjv_applyPerturbPose(s->m, s->d, &s->perturb, 0);
      mjv_applyPerturbForce(s->m, s->d, &s->perturb);
    }
    mj_step(s->m, s->d);
  }
}
// steps with the force of the mouse
WEB_API int scene_advance(Scene* s, int count) { return web_guard(advance, &(MouseCall){.s = s, .action = count}); }

static void stand_still(void* argument) {
  Scene* s = argument;
  if (s->perturb.active) mjv_applyPerturbPose(s->m, s->d, &s->perturb, 1);
  mj_forward(s->m, s->d);
}
// while time stands still the mouse moves bodies by hand
WEB_API int scene_stand(Scene* s) { return web_guard(stand_still, s); }

static void push(void* argument) {
  Scene* s = argument;
  mju_zero(s->d->xfrc_applied, (int)(6 * s->m->nbody));
  if (s->perturb.active) mjv_applyPerturbForce(s->m, s->d, &s->perturb);
}
// the force of the mouse on its own, for a simulation that runs elsewhere
WEB_API int scene_push(Scene* s) { return web_guard(push, s); }

static void energy(void* argument) {
  Scene* s = argument;
  mj_energyPos(s->m, s->d);
  mj_energyVel(s->m, s->d);
}
// whatever the model's flags ask for
WEB_API int scene_energy(Scene* s) { return web_guard(energy, s); }
