// SPDX-License-Identifier: Apache-2.0
// Pictures of many worlds: each thread borrows a set (scene, context, data of its own) that fits the world's model.
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include <ingot/render.h>

#include "base/guard.h"
#include "base/memory.h"
#include "model/data.h"
#include "model/state.h"
#include "render/context.h"
#include "render/pixels.h"
#include "render/render.h"
#include "render/target.h"
#include "smooth/flex/flex.h"
#include "smooth/position/com.h"
#include "smooth/position/kinematics.h"
#include "smooth/stages.h"
#include "smooth/tendon/tendon.h"
#include "step/reset.h"
#include "visual/camera.h"
#include "visual/defaults.h"
#include "visual/scene.h"

typedef struct Set_ {
  int group;  // of worlds with the same sizes
  bool furnished;
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
  ig_delete_data(set->d);
  ig_context_free(&set->con);
  ig_free_scene(&set->scn);
  ig_free(set->rgb);
  ig_free(set->depth);
  ig_free(set);
}

// errors of the API may end this halfway: the set is whole enough to be freed at any time
static bool furnish(const ingotStudio* s, const mjModel* m, Set* set) {
  size_t pixels = (size_t)s->width * (size_t)s->height;
  set->rgb = ig_try_alloc(3 * pixels);
  set->depth = ig_try_alloc(sizeof(float) * pixels);
  set->d = ig_make_data(m);
  if (!set->rgb || !set->depth || !set->d) return false;
  ig_make_scene(m, &set->scn, 10000 + (int)m->ngeom);
  ig_context_make(m, &set->con, mjFONTSCALE_100);
  ig_context_resize(s->width, s->height, &set->con);
  set->con.readDepthMap = mjDEPTH_ZEROFAR;
  set->furnished = true;
  return true;
}

static Set* make_set(int group) {
  Set* set = ig_try_alloc(sizeof *set);
  if (!set) return NULL;
  memset(set, 0, sizeof *set);
  set->group = group;
  ig_default_scene(&set->scn);
  ig_context_default(&set->con);
  return set;
}

static Set* borrow(ingotStudio* s, int group) {
  pthread_mutex_lock(&s->mutex);
  Set** link = &s->idle;
  while (*link && (*link)->group != group) link = &(*link)->next;
  Set* set = *link;
  if (set) *link = set->next;
  pthread_mutex_unlock(&s->mutex);
  return set ? set : make_set(group);
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
  ingotReport failure;
} Call;

// metres from the depth buffer
static void write_depth(const ingotStudio* s, const Set* set, float* out) {
  mjvGLCamera cam = ig_average_camera(set->scn.camera, set->scn.camera + 1);
  double near = cam.frustum_near, far = cam.frustum_far;
  for (int y = 0; y < s->height; y++) {
    const float* from = set->depth + (size_t)(s->height - 1 - y) * (size_t)s->width;
    for (int x = 0; x < s->width; x++) {
      double z = from[x];
      *out++ = (float)(cam.orthographic ? far - z * (far - near) : near * far / (near + z * (far - near)));
    }
  }
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

// one world's picture
typedef struct {
  const Call* call;
  const mjModel* m;
  const mjData* d;
  int world;
  Set* set;
  bool no_memory;
} Shot;

static void draw(void* argument) {
  Shot* shot = argument;
  const Call* call = shot->call;
  const ingotStudio* s = call->studio;
  const mjModel* m = shot->m;
  Set* set = shot->set;
  if (!set->furnished && !furnish(s, m, set)) {
    shot->no_memory = true;
    return;
  }
  // positions of everything that is drawn
  ig_copy_state(m, shot->d, set->d, mjSTATE_INTEGRATION);
  ig_kinematics(m, set->d);
  ig_com_positions(m, set->d);
  ig_pose_views(m, set->d);
  ig_flex(m, set->d);
  ig_tendon(m, set->d);
  mjvOption option;
  mjvCamera camera;
  ig_default_view(&option);
  ig_default_free_camera(m, &camera);
  if (call->camera >= 0) {
    camera.type = mjCAMERA_FIXED;
    camera.fixedcamid = call->camera;
  }
  mjrRect view = {0, 0, s->width, s->height};
  // depth too without smoothing, in the middle of pixels, as mujoco.Renderer takes it
  set->scn.flags[mjRND_SEGMENT] = set->scn.flags[mjRND_IDCOLOR] = call->kind != INGOT_RGB;
  // infinite planes lie where the camera was at the update before
  for (int i = 0; i < 2; i++) ig_update_scene(m, set->d, &option, NULL, &camera, mjCAT_ALL, &set->scn);
  ig_render(view, &set->scn, &set->con);
  ig_read_pixels(call->kind == INGOT_DEPTH ? NULL : set->rgb, call->kind == INGOT_DEPTH ? set->depth : NULL, view, &set->con);
  size_t at = (size_t)call->place[shot->world] * (size_t)s->width * (size_t)s->height;
  for (int y = 0; y < s->height && call->kind == INGOT_RGB; y++) {
    size_t row = 3 * (size_t)s->width;
    memcpy((unsigned char*)call->out + 3 * at + row * (size_t)y, set->rgb + row * (size_t)(s->height - 1 - y), row);
  }
  if (call->kind == INGOT_DEPTH) write_depth(s, set, (float*)call->out + at);
  if (call->kind == INGOT_SEGMENTATION) write_segments(s, set, (int*)call->out + 2 * at);
}

// A picture that fails says nothing about the world: the error ends here, or the worlds would count it as the world's own.
static void shoot(const mjModel* m, mjData* d, int world, void* user) {
  Call* call = user;
  int group, index;
  ingot_worldsPlace(call->studio->worlds, world, &group, &index, NULL);
  Shot shot = {.call = call, .m = m, .d = d, .world = world, .set = borrow(call->studio, group)};
  ingotReport report = {.status = INGOT_OK};
  if (!shot.set || (ig_guard(draw, &shot, &report) == INGOT_OK && shot.no_memory)) {
    ig_report(&report, INGOT_NO_MEMORY, "no memory");
  }
  bool good = report.status == INGOT_OK;
  pthread_mutex_lock(&call->studio->mutex);
  if (good) {
    shot.set->next = call->studio->idle;
    call->studio->idle = shot.set;
  } else if (call->failure.status == INGOT_OK) {
    // the first failure is the one that is reported
    ig_report(&call->failure, report.status, "picture of world %d: %.900s", world, report.text);
  }
  pthread_mutex_unlock(&call->studio->mutex);
  if (!good && shot.set) free_set(shot.set);
}

ingotStatus ingot_studioShoot(ingotStudio* s, ingotPicture kind, int camera, const mjtByte* chosen, void* out,
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
    if (chosen && !chosen[world]) continue;
    used++;
    int cameras = (int)ingot_worldsModel(s->worlds, world)->ncam;
    if (camera < -1 || camera >= cameras) {
      status = ig_report(report, INGOT_BAD_ARGUMENT, "world %d has no camera %d, it has %d", world, camera, cameras);
      break;
    }
  }
  Call call = {.studio = s, .kind = kind, .camera = camera, .place = place, .out = out};
  if (status == INGOT_OK) status = ingot_worldsCall(s->worlds, shoot, &call, chosen, report);
  ig_free(place);
  if (status == INGOT_OK && call.failure.status != INGOT_OK)
    status = ig_report(report, call.failure.status, "%s", call.failure.text);
  return status;
}
