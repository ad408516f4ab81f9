// SPDX-License-Identifier: Apache-2.0
// Pictures of many worlds: each thread borrows a set (scene, context, data of its own) that fits the world's model.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <ingot/render.h>

#include "base/guard.h"
#include "base/memory.h"
#include "render/target.h"

typedef struct Set_ {
  int group;  // of worlds with the same sizes
  mjData* d;  // the pose that is drawn; the world's own data stays as it is
  mjvScene scn;
  mjrContext con;
  unsigned char* rgb;
  float* depth;
  struct Set_* next;
} Set;

struct ingotStudio_ {
  ingotWorlds* worlds;
  int width, height;
  pthread_mutex_t mutex;
  Set* idle;
};

static void free_set(Set* set) {
  mj_deleteData(set->d);
  mjr_freeContext(&set->con);
  mjv_freeScene(&set->scn);
  ig_free(set->rgb);
  ig_free(set->depth);
  ig_free(set);
}

static Set* make_set(const ingotStudio* s, const mjModel* m, int group) {
  Set* set = ig_try_alloc(sizeof *set);
  size_t pixels = (size_t)s->width * (size_t)s->height;
  if (!set) return NULL;
  memset(set, 0, sizeof *set);
  set->group = group;
  set->rgb = ig_try_alloc(3 * pixels);
  set->depth = ig_try_alloc(sizeof(float) * pixels);
  set->d = mj_makeData(m);
  if (!set->rgb || !set->depth || !set->d) {
    free_set(set);
    return NULL;
  }
  mjv_defaultScene(&set->scn);
  mjv_makeScene(m, &set->scn, 10000 + (int)m->ngeom);
  mjr_makeContext(m, &set->con, mjFONTSCALE_100);
  mjr_resizeOffscreen(s->width, s->height, &set->con);
  set->con.readDepthMap = mjDEPTH_ZEROFAR;
  return set;
}

static Set* borrow(ingotStudio* s, const mjModel* m, int group) {
  pthread_mutex_lock(&s->mutex);
  Set** link = &s->idle;
  while (*link && (*link)->group != group) link = &(*link)->next;
  Set* set = *link;
  if (set) *link = set->next;
  pthread_mutex_unlock(&s->mutex);
  return set ? set : make_set(s, m, group);
}

static void give_back(ingotStudio* s, Set* set) {
  pthread_mutex_lock(&s->mutex);
  set->next = s->idle;
  s->idle = set;
  pthread_mutex_unlock(&s->mutex);
}

ingotStatus ingot_studioCreate(ingotWorlds* worlds, int width, int height, ingotStudio** studio, ingotReport* report) {
  if (!worlds || !studio) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and studio must not be NULL");
  *studio = NULL;
  if (width < 1 || height < 1 || width > IG_MAX_PICTURE || height > IG_MAX_PICTURE) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "a picture of %d x %d pixels: each must be from 1 to %d", width, height,
                     IG_MAX_PICTURE);
  }
  ingotStudio* s = ig_try_alloc(sizeof *s);
  if (!s) return ig_report(report, INGOT_NO_MEMORY, "no memory");
  *s = (ingotStudio){.worlds = worlds, .width = width, .height = height};
  pthread_mutex_init(&s->mutex, NULL);
  *studio = s;
  return ig_report(report, INGOT_OK, "%s", "");
}

void ingot_studioDelete(ingotStudio* s) {
  if (!s) return;
  while (s->idle) {
    Set* set = s->idle;
    s->idle = set->next;
    free_set(set);
  }
  pthread_mutex_destroy(&s->mutex);
  ig_free(s);
}

// ---- one call

typedef struct {
  ingotStudio* studio;
  ingotPicture kind;
  int camera;
  const int* place;  // of each world among those of the mask
  void* out;
  int no_memory;
} Call;

// metres from the depth buffer
static void write_depth(const ingotStudio* s, const Set* set, float* out) {
  mjvGLCamera cam = mjv_averageCamera(set->scn.camera, set->scn.camera + 1);
  double near = cam.frustum_near, far = cam.frustum_far;
  for (int y = 0; y < s->height; y++) {
    const float* from = set->depth + (size_t)(s->height - 1 - y) * (size_t)s->width;
    for (int x = 0; x < s->width; x++) {
      double z = from[x];
      *out++ = (float)(cam.orthographic ? far - z * (far - near) : near * far / (near + z * (far - near)));
    }
  }
}

static void write_rgb(const ingotStudio* s, const Set* set, unsigned char* out) {
  size_t row = 3 * (size_t)s->width;
  for (int y = 0; y < s->height; y++) memcpy(out + row * (size_t)y, set->rgb + row * (size_t)(s->height - 1 - y), row);
}

// colours are numbers of geoms, which are found by their segid
static void write_segments(const ingotStudio* s, const Set* set, int* out) {
  int* geom_of = (int*)set->depth;  // not in use in this kind of picture
  int room = s->width * s->height, known = set->scn.ngeom + 1 < room ? set->scn.ngeom + 1 : room;
  for (int i = 0; i < known; i++) geom_of[i] = -1;
  for (int i = 0; i < set->scn.ngeom; i++) {
    int id = set->scn.geoms[i].segid + 1;
    if (id > 0 && id < known) geom_of[id] = i;
  }
  for (int y = s->height - 1; y >= 0; y--) {
    for (int x = 0; x < s->width; x++) {
      const unsigned char* c = set->rgb + 3 * ((size_t)y * (size_t)s->width + (size_t)x);
      int id = c[0] | c[1] << 8 | c[2] << 16, geom = id > 0 && id < known ? geom_of[id] : -1;
      *out++ = geom < 0 ? -1 : set->scn.geoms[geom].objid;
      *out++ = geom < 0 ? -1 : set->scn.geoms[geom].objtype;
    }
  }
}

// positions of everything that is drawn
static void pose(const mjModel* m, const mjData* from, mjData* d) {
  mj_copyState(m, from, d, mjSTATE_INTEGRATION);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_flex(m, d);
  mj_tendon(m, d);
}

static void shoot(const mjModel* m, mjData* d, int world, void* user) {
  Call* call = user;
  ingotStudio* s = call->studio;
  int group, index;
  ingot_worldsPlace(s->worlds, world, &group, &index, NULL);
  Set* set = borrow(s, m, group);
  if (!set) {
    __atomic_store_n(&call->no_memory, 1, __ATOMIC_RELAXED);
    return;
  }
  pose(m, d, set->d);
  mjvOption option;
  mjvCamera camera;
  mjv_defaultOption(&option);
  mjv_defaultFreeCamera(m, &camera);
  if (call->camera >= 0) {
    camera.type = mjCAMERA_FIXED;
    camera.fixedcamid = call->camera;
  }
  mjrRect view = {0, 0, s->width, s->height};
  // depth too without smoothing, in the middle of pixels, as mujoco.Renderer takes it
  set->scn.flags[mjRND_SEGMENT] = set->scn.flags[mjRND_IDCOLOR] = call->kind != INGOT_RGB;
  // infinite planes lie where the camera was at the update before
  for (int i = 0; i < 2; i++) mjv_updateScene(m, set->d, &option, NULL, &camera, mjCAT_ALL, &set->scn);
  mjr_render(view, &set->scn, &set->con);
  mjr_readPixels(call->kind == INGOT_DEPTH ? NULL : set->rgb, call->kind == INGOT_DEPTH ? set->depth : NULL, view, &set->con);
  size_t at = (size_t)call->place[world] * (size_t)s->width * (size_t)s->height;
  if (call->kind == INGOT_RGB) write_rgb(s, set, (unsigned char*)call->out + 3 * at);
  if (call->kind == INGOT_DEPTH) write_depth(s, set, (float*)call->out + at);
  if (call->kind == INGOT_SEGMENTATION) write_segments(s, set, (int*)call->out + 2 * at);
  give_back(s, set);
}

ingotStatus ingot_studioShoot(ingotStudio* s, ingotPicture kind, int camera, const mjtByte* mask, void* out,
                              ingotReport* report) {
  if (!s || !out) return ig_report(report, INGOT_BAD_ARGUMENT, "studio and out must not be NULL");
  if (kind < INGOT_RGB || kind > INGOT_SEGMENTATION)
    return ig_report(report, INGOT_BAD_ARGUMENT, "no kind of picture is called %d", (int)kind);
  int count = ingot_worldsCount(s->worlds), used = 0;
  int* place = ig_try_alloc(sizeof(int) * (size_t)(count + 1));
  if (!place) return ig_report(report, INGOT_NO_MEMORY, "no memory");
  ingotStatus status = INGOT_OK;
  for (int world = 0; world < count; world++) {
    place[world] = used;
    if (mask && !mask[world]) continue;
    used++;
    int cameras = (int)ingot_worldsModel(s->worlds, world)->ncam;
    if (camera < -1 || camera >= cameras) {
      status = ig_report(report, INGOT_BAD_ARGUMENT, "world %d has no camera %d, it has %d", world, camera, cameras);
      break;
    }
  }
  Call call = {s, kind, camera, place, out, 0};
  if (status == INGOT_OK) status = ingot_worldsCall(s->worlds, shoot, &call, mask, report);
  ig_free(place);
  if (status == INGOT_OK && call.no_memory) status = ig_report(report, INGOT_NO_MEMORY, "no memory for pictures");
  return status;
}
