// SPDX-License-Identifier: Apache-2.0
#include "figures.h"

#include <stdbool.h>
#include <string.h>

#include "model.h"
#include "scenes.h"

// ------------------------------------------------ sums ----------------------------------

typedef struct {
  unsigned seed, words;
  double sum;
} Figure;

// the boxes of infinite planes would drown the rest
static double tame(double value) { return value > 1e6 ? 100 : value < -1e6 ? -100 : value; }

static void add(Figure* f, const float* values, int n) {
  for (int i = 0; i < n; i++) f->sum += tame(values[i]) * ig_test_random(&f->seed);
}
static void add_nums(Figure* f, const mjtNum* values, int n) {
  for (int i = 0; i < n; i++) f->sum += values[i] * ig_test_random(&f->seed);
}
static void add_int(Figure* f, int value) { f->words = (f->words ^ (unsigned)value) * 16777619u; }
static void add_text(Figure* f, const char* text) {
  for (; *text; text++) add_int(f, *text);
}

static void add_geom(Figure* f, const mjvGeom* g) {
  const int ints[] = {g->type, g->dataid, g->objtype, g->objid, g->category, g->matid, g->texcoord, g->segid, g->transparent};
  for (size_t i = 0; i < sizeof ints / sizeof ints[0]; i++) add_int(f, ints[i]);
  add_text(f, g->label);
  add(f, g->size, 3);
  add(f, g->pos, 3);
  add(f, g->mat, 9);
  add(f, g->rgba, 4);
  const float looks[] = {g->emission, g->specular, g->shininess, g->reflectance, g->modelrbound, g->camdist};
  add(f, looks, 6);
}

static void add_light(Figure* f, const mjvLight* l) {
  const int ints[] = {l->id, l->type, l->texid, l->headlight, l->castshadow};
  for (size_t i = 0; i < sizeof ints / sizeof ints[0]; i++) add_int(f, ints[i]);
  add(f, l->pos, 3);
  add(f, l->dir, 3);
  add(f, l->attenuation, 3);
  add(f, l->ambient, 3);
  add(f, l->diffuse, 3);
  add(f, l->specular, 3);
  const float looks[] = {l->cutoff, l->exponent, l->bulbradius, l->intensity, l->range};
  add(f, looks, 5);
}

static void add_eyes(Figure* f, const mjvGLCamera eyes[2]) {
  for (int k = 0; k < 2; k++) {
    add_int(f, eyes[k].orthographic);
    add(f, eyes[k].pos, 3);
    add(f, eyes[k].forward, 3);
    add(f, eyes[k].up, 3);
    const float frustum[] = {eyes[k].frustum_center, eyes[k].frustum_width, eyes[k].frustum_bottom,
                             eyes[k].frustum_top,    eyes[k].frustum_near,  eyes[k].frustum_far};
    add(f, frustum, 6);
  }
}

// only what the options ask for has been written
static double surface_of(const mjModel* m, const mjvOption* opt, const mjvScene* scn) {
  Figure f = {.seed = 7};
  bool flexes =
      opt->flags[mjVIS_FLEXVERT] || opt->flags[mjVIS_FLEXEDGE] || opt->flags[mjVIS_FLEXFACE] || opt->flags[mjVIS_FLEXSKIN];
  for (int i = 0; flexes && i < scn->nflex; i++) {
    size_t adr = (size_t)scn->flexfaceadr[i];
    int used = scn->flexfaceused[i];
    add(&f, (float[]){(float)used, (float)scn->flexfacenum[i]}, 2);
    add(&f, scn->flexface + 9 * adr, 9 * used);
    add(&f, scn->flexnormal + 9 * adr, 9 * used);
    if (m->flex_texcoordadr[i] >= 0) add(&f, scn->flextexcoord + 6 * adr, 6 * used);
  }
  if (opt->flags[mjVIS_SKIN] && scn->nskin)
    add(&f, scn->skinvert, 3 * (int)m->nskinvert), add(&f, scn->skinnormal, 3 * (int)m->nskinvert);
  return f.sum;
}

// ------------------------------------------------ cases ----------------------------------

ig_Case ig_visual_case(int model) {
  const char* const texts[ig_nmodel] = {ig_scene_shapes, ig_scene_machine, ig_scene_pile, ig_scene_soft};
  ig_Case c = ig_case(texts[model]);
  if (!c.d) return c;

  // generic where nothing collides: solver results are no part of the figures
  unsigned seed = 3;
  for (int i = 0; i < c.m->nu; i++) c.d->ctrl[i] = ig_test_random(&seed);
  for (int i = 0; i < c.m->na; i++) c.d->act[i] = ig_test_random(&seed);
  if (model == 0) {
    c.d->qpos[0] = .3;
    mjtNum quat[4] = {.8, .2, .4, .4};
    memcpy(c.d->qpos + 1, quat, sizeof quat);
    c.d->mocap_pos[0] = .8;
  }
  c.d->xfrc_applied[6] = 3;
  mj_forward(c.m, c.d);

  // what a tactile sensor would feel
  for (int i = 0; i < c.m->nsensor; i++) {
    mjtNum* reading = c.d->sensordata + c.m->sensor_adr[i];
    for (int k = 0; c.m->sensor_type[i] == mjSENS_TACTILE && k < c.m->sensor_dim[i]; k++)
      reading[k] = k % 4 ? ig_test_random(&seed) : 0;
  }
  return c;
}

static void choose_camera(const ig_Case* c, int k, mjvOption* opt, mjvCamera* cam, int* categories) {
  static const int masks[3] = {mjCAT_STATIC, mjCAT_DYNAMIC, mjCAT_DECOR};
  memset(opt->flags, 1, sizeof opt->flags);
  if (k < 3) {
    *categories = masks[k];
    opt->flags[mjVIS_FLEXSKIN] = 0;
    opt->flex_layer = k;
  } else if (k == 3) {
    opt->flags[mjVIS_STATIC] = 0;
    cam->type = mjCAMERA_TRACKING;
    cam->trackbodyid = 1;
  } else if (k - 4 < c->m->ncam) {
    cam->type = mjCAMERA_FIXED;
    cam->fixedcamid = k - 4;
  }
}

// option number `view`; labels and frames come with a selected body
static void choose(const ig_Case* c, int view, mjvOption* opt, mjvPerturb* pert, mjvCamera* cam, int* categories) {
  int flag = view - 2, label = flag - mjNVISFLAG, frame = label - mjNLABEL, camera = frame - mjNFRAME;
  mjv_defaultOption(opt);
  mjv_defaultPerturb(pert);
  mjv_defaultFreeCamera(c->m, cam);
  *categories = mjCAT_ALL;
  if (view == 0) return;
  memset(opt->geomgroup, 1, sizeof opt->geomgroup);
  memset(opt->sitegroup, 1, sizeof opt->sitegroup);
  memset(opt->flags, view == 1 || label >= 0, sizeof opt->flags);
  if (flag >= 0 && label < 0) opt->flags[flag] = 1;
  if (label >= 0 && frame < 0) {
    opt->label = label;
    opt->flags[mjVIS_INERTIA] = label & 1;
    pert->select = 1 + label % (int)(c->m->nbody - 1);
    pert->active = mjPERT_TRANSLATE | mjPERT_ROTATE;
    pert->active2 = label & 3;
    pert->flexselect = pert->skinselect = 0;
    mju_copy3(pert->localpos, c->m->stat.center);
  }
  if (frame >= 0 && camera < 0) {
    opt->frame = frame;
    opt->bvh_depth = frame;
    opt->flags[mjVIS_CONTACTSPLIT] = opt->flags[mjVIS_INERTIA] = frame & 1;
  }
  if (camera >= 0) choose_camera(c, camera, opt, cam, categories);
}

ig_View ig_view(ig_Case* c, int view) {
  mjvScene scn;
  mjvOption opt;
  mjvPerturb pert;
  mjvCamera cam;
  int categories;
  mjv_defaultScene(&scn);
  mjv_makeScene(c->m, &scn, 2000);
  choose(c, view, &opt, &pert, &cam, &categories);

  // infinite planes follow the camera of the last update
  mjv_updateCamera(c->m, c->d, &cam, &scn);
  mjv_updateScene(c->m, c->d, &opt, &pert, &cam, categories, &scn);
  Figure f = {.seed = 1, .words = 2166136261u};
  for (int i = 0; i < scn.ngeom; i++) add_geom(&f, scn.geoms + i);
  for (int i = 0; i < scn.nlight; i++) add_light(&f, scn.lights + i);
  add_eyes(&f, scn.camera);
  ig_View result = {scn.ngeom, scn.nlight, f.words, f.sum, surface_of(c->m, &opt, &scn)};
  mjv_freeScene(&scn);
  return result;
}

// ------------------------------------------------ mouse ----------------------------------

static void add_perturb(Figure* f, const mjvPerturb* pert) {
  add_nums(f, pert->refpos, 3);
  add_nums(f, pert->refquat, 4);
  add_nums(f, pert->refselpos, 3);
  add_nums(f, &pert->localmass, 1);
  add_nums(f, &pert->scale, 1);
}

static void perturb(ig_Case* c, const mjvScene* scn, int body, int action, const mjtNum point[3], Figure* f) {
  mjvPerturb pert;
  mjtNum away[3], *wrench = c->d->xfrc_applied + 6 * body;
  mjv_defaultPerturb(&pert);
  pert.select = body;
  pert.active = 1 + action % 3;
  mju_sub3(away, point, c->d->xpos + 3 * body);
  mju_mulMatTVec3(pert.localpos, c->d->xmat + 9 * body, away);
  mjv_initPerturb(c->m, c->d, scn, &pert);
  add_perturb(f, &pert);
  mjv_movePerturb(c->m, c->d, action, .1, -.2, scn, &pert);
  add_perturb(f, &pert);
  mjv_applyPerturbForce(c->m, c->d, &pert);
  add_nums(f, wrench, 6);
  mju_zero(wrench, 6);
  mjv_applyPerturbPose(c->m, c->d, &pert, action & 1);
  add_nums(f, c->d->qpos, (int)c->m->nq);
  if (c->m->nmocap) add_nums(f, c->d->mocap_pos, 3), add_nums(f, c->d->mocap_quat, 4);
}

static double pick_points(ig_Case* c, const mjvScene* scn, const mjvOption* opt, int action, unsigned* words, double* perturbed) {
  Figure f = {.seed = 5, .words = 2166136261u}, p = {.seed = 6};
  for (int i = 0; i < 49; i++) {
    mjtNum point[3] = {0, 0, 0};
    int geom, flex, skin,
        body = mjv_select(c->m, c->d, opt, 1.3, (i % 7 + .5) / 7, (i / 7 + .5) / 7, scn, point, &geom, &flex, &skin);
    const int ids[] = {body, geom, flex, skin};
    for (int k = 0; k < 4; k++) add_int(&f, ids[k]);
    add_nums(&f, point, 3);
    if (body > 0) perturb(c, scn, body, action, point, &p);
  }
  *words = f.words;
  *perturbed = p.sum;
  return f.sum;
}

// where the mouse puts the model, and how room and model see each other then
static double move_model(const mjModel* m, mjvScene* scn, int action) {
  Figure f = {.seed = 9};
  mjtNum up[3] = {.1, 0, 1}, pos[3] = {1, 2, 3}, quat[4] = {.5, .5, -.5, .5}, pos2[3], quat2[4], back[3], forward[3];
  scn->enabletransform = 1;
  scn->scale = 1.5f;
  mjv_moveModel(m, action, .1, -.2, up, scn);
  add(&f, scn->translate, 3);
  add(&f, scn->rotate, 4);
  add(&f, &scn->scale, 1);
  mjv_room2model(pos2, quat2, pos, quat, scn);
  add_nums(&f, pos2, 3);
  add_nums(&f, quat2, 4);
  mjv_model2room(back, quat, pos2, quat2, scn);
  add_nums(&f, back, 3);
  mjv_cameraInRoom(pos, forward, up, scn);
  add_nums(&f, pos, 3);
  add_nums(&f, forward, 3);
  mjv_cameraInModel(pos, forward, up, scn);
  add_nums(&f, pos, 3);
  add_nums(&f, forward, 3);
  return f.sum;
}

ig_Mouse ig_mouse(ig_Case* c, int action) {
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  ig_Mouse result;
  mjv_defaultScene(&scn);
  mjv_makeScene(c->m, &scn, 2000);
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(c->m, &cam);
  mjv_updateScene(c->m, c->d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  result.pick = pick_points(c, &scn, &opt, action, &result.words, &result.perturb);

  Figure f = {.seed = 8};
  mjv_moveCamera(c->m, action, .3, -.4, &scn, &cam);
  add_nums(&f, cam.lookat, 3);
  add_nums(&f, (mjtNum[]){cam.distance, cam.azimuth, cam.elevation}, 3);
  mjv_updateCamera(c->m, c->d, &cam, &scn);
  add_eyes(&f, scn.camera);
  result.camera = f.sum;
  result.room = move_model(c->m, &scn, action);
  mjv_freeScene(&scn);
  return result;
}
