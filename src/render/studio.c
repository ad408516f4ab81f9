// SPDX-License-Identifier: Apache-2.0
// Pictures of many worlds: each thread borrows a set (scene, context, data of its own) that fits the world's model. Sets and an
// album of pictures are kept with the worlds.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <ingot/render.h>

#include "base/guard.h"
#include "base/memory.h"
#include "base/try.h"
#include "model/data.h"
#include "render/album.h"
#include "render/context.h"
#include "render/follow.h"
#include "render/grow.h"
#include "render/pixels.h"
#include "render/render.h"
#include "render/target.h"
#include "sense/sensor.h"
#include "smooth/flex/flex.h"
#include "smooth/position/com.h"
#include "smooth/position/kinematics.h"
#include "smooth/stages.h"
#include "smooth/tendon/tendon.h"
#include "step/reset.h"
#include "visual/camera.h"
#include "visual/defaults.h"
#include "visual/scene.h"
#include "world/access.h"

typedef struct Set_ {
  int group;  // of worlds with the same sizes
  bool furnished;
  mjData* d;  // the pose that is drawn; the world's own data stays as it is
  mjvScene scn;
  mjrContext con;
  ig_Loaded loaded;
  int samples;         // of the model
  unsigned char* row;  // of a picture of segments
  int room_row;
  int* geom_of;  // by segment
  int room_geom;
  struct Set_* next;
} Set;

// what is kept with the worlds
typedef struct {
  pthread_mutex_t mutex;
  Set* idle;
  ig_Album album;
} Stock;

static void free_set(Set* set) {
  ig_delete_data(set->d);
  ig_context_free(&set->con);
  ig_free_scene(&set->scn);
  ig_free(set->row);
  ig_free(set->geom_of);
  ig_free(set);
}

static void free_stock(void* argument) {
  Stock* stock = argument;
  while (stock->idle) {
    Set* set = stock->idle;
    stock->idle = set->next;
    free_set(set);
  }
  ig_album_free(&stock->album);
  pthread_mutex_destroy(&stock->mutex);
  ig_free(stock);
}

// NULL: no memory
static Stock* stock_of(ingotWorlds* w) {
  ig_Attachment* attachment = ig_worlds_attachment(w);
  if (attachment->thing) return attachment->thing;
  Stock* stock = ig_try_zero(1, sizeof *stock);
  if (!stock) return NULL;
  pthread_mutex_init(&stock->mutex, NULL);
  stock->album.worlds = ingot_worldsCount(w);
  *attachment = (ig_Attachment){stock, free_stock};
  return stock;
}

// errors of the API may end this halfway: the set is whole enough to be freed at any time
static bool furnish(const mjModel* m, Set* set) {
  set->d = ig_make_data(m);
  if (!set->d) return false;
  ig_make_scene(m, &set->scn, 10000 + (int)m->ngeom);
  // the buffer gets its size with the first picture
  mjModel small = *m;
  small.vis.global.offwidth = small.vis.global.offheight = 1;
  ig_context_make(&small, &set->con, mjFONTSCALE_100);
  set->samples = set->con.offSamples;
  set->con.readDepthMap = mjDEPTH_ZEROFAR;
  set->furnished = true;
  return true;
}

static Set* make_set(int group) {
  Set* set = ig_try_zero(1, sizeof *set);
  if (!set) return NULL;
  set->group = group;
  ig_default_scene(&set->scn);
  ig_context_default(&set->con);
  return set;
}

static Set* borrow(Stock* stock, int group) {
  pthread_mutex_lock(&stock->mutex);
  Set** link = &stock->idle;
  while (*link && (*link)->group != group) link = &(*link)->next;
  Set* set = *link;
  if (set) *link = set->next;
  pthread_mutex_unlock(&stock->mutex);
  return set ? set : make_set(group);
}

// ---- one call

typedef struct {
  Stock* stock;
  const ingotPictures* what;
  const int* place;  // of each world in the arrays
  ig_Page** page;    // (cameras, kinds), NULL where pictures are not kept
  ingotReport failure;
} Call;

enum { NKIND = INGOT_SEGMENTATION + 1 };

static void* array_of(const ingotPictures* what, ingotPicture kind) {
  return kind == INGOT_RGB ? (void*)what->rgb : kind == INGOT_DEPTH ? (void*)what->depth : what->segmentation;
}

static ig_PageKey key_of(const ingotPictures* what, int camera, ingotPicture kind) {
  // depth and segments are the same in every quality
  return (ig_PageKey){.kind = kind,
                      .quality = kind == INGOT_RGB ? what->quality : INGOT_MATCH,
                      .camera = what->camera[camera],
                      .width = what->width,
                      .height = what->height};
}

// one world's pictures
typedef struct {
  const Call* call;
  const ingotWorlds* w;
  const mjModel* m;
  int world;
  Set* set;
  bool no_memory;
} Shot;

// where a picture of the shot goes; NULL: it is not wanted
static void* destination(const Shot* shot, int camera, ingotPicture kind) {
  const Call* call = shot->call;
  char* array = array_of(call->what, kind);
  ig_PageKey key = key_of(call->what, camera, kind);
  size_t at = (size_t)call->place[shot->world] * (size_t)call->what->ncamera + (size_t)camera;
  return array ? array + at * ig_picture_bytes(&key) : NULL;
}

// ---- pixels

static void write_rgb(const Shot* shot, unsigned char* out) {
  int width = shot->call->what->width, height = shot->call->what->height;
  for (int y = height - 1; y >= 0; y--, out += 3 * width) {
    ig_read_pixels(out, NULL, (mjrRect){0, y, width, 1}, &shot->set->con);
  }
}

// metres from the depth buffer
static void write_depth(const Shot* shot, float* out) {
  int width = shot->call->what->width, height = shot->call->what->height;
  mjvGLCamera cam = ig_average_camera(shot->set->scn.camera, shot->set->scn.camera + 1);
  double near = cam.frustum_near, far = cam.frustum_far;
  for (int y = height - 1; y >= 0; y--) {
    ig_read_pixels(NULL, out, (mjrRect){0, y, width, 1}, &shot->set->con);
    for (int x = 0; x < width; x++, out++) {
      double z = *out;
      *out = (float)(cam.orthographic ? far - z * (far - near) : near * far / (near + z * (far - near)));
    }
  }
}

// colours are numbers of geoms, which are found by their segid
static bool write_segments(const Shot* shot, int* out) {
  enum { LEAST = 64 };
  Set* set = shot->set;
  int width = shot->call->what->width, height = shot->call->what->height, known = set->scn.ngeom + 1;
  if (!ig_grow(&set->geom_of, &set->room_geom, known, sizeof(int), LEAST)) return false;
  if (!ig_grow(&set->row, &set->room_row, width, 3, LEAST)) return false;
  for (int i = 0; i < known; i++) set->geom_of[i] = -1;
  for (int i = 0; i < set->scn.ngeom; i++) {
    int id = set->scn.geoms[i].segid + 1;
    if (id > 0 && id < known) set->geom_of[id] = i;
  }
  for (int y = height - 1; y >= 0; y--) {
    ig_read_pixels(set->row, NULL, (mjrRect){0, y, width, 1}, &set->con);
    const unsigned char* c = set->row;
    for (int x = 0; x < width; x++, c += 3) {
      int id = c[0] | c[1] << 8 | c[2] << 16, geom = id > 0 && id < known ? set->geom_of[id] : -1;
      *out++ = geom < 0 ? -1 : set->scn.geoms[geom].objid;
      *out++ = geom < 0 ? -1 : set->scn.geoms[geom].objtype;
    }
  }
  return true;
}

// ---- what a picture shows

static ig_Print print_light(ig_Print p, const mjvLight* light) {
  // without the padding behind the flags
  p = ig_print_bytes(p, light, offsetof(mjvLight, headlight));
  p = ig_print_word(p, (uint64_t)light->headlight | (uint64_t)light->castshadow << 8);
  return ig_print_bytes(p, &light->bulbradius, sizeof *light - offsetof(mjvLight, bulbradius));
}

static ig_Print print_surfaces(ig_Print p, const mjModel* m, const mjvScene* scn) {
  for (int i = 0; i < scn->nflex; i++) {
    size_t faces = (size_t)scn->flexfaceused[i], at = (size_t)scn->flexfaceadr[i];
    p = ig_print_bytes(p, scn->flexface + 9 * at, 9 * faces * sizeof(float));
    p = ig_print_bytes(p, scn->flexnormal + 9 * at, 9 * faces * sizeof(float));
    p = ig_print_bytes(p, scn->flextexcoord + 6 * at, 6 * faces * sizeof(float));
  }
  if (scn->nflex) p = ig_print_bytes(p, scn->flexvert, 3 * (size_t)m->nflexvert * sizeof(float));
  if (!scn->nskin) return p;
  p = ig_print_bytes(p, scn->skinvert, 3 * (size_t)m->nskinvert * sizeof(float));
  return ig_print_bytes(p, scn->skinnormal, 3 * (size_t)m->nskinvert * sizeof(float));
}

// everything that the renderer looks at, before it leaves its own marks there
static ig_Print print_scene(const Shot* shot) {
  const Set* set = shot->set;
  const mjvScene* scn = &set->scn;
  const mjrContext* con = &set->con;
  // an even print of nothing is kept for what is not there
  ig_Print p = ig_print_word((ig_Print){1, 1}, (uint64_t)set->group);
  for (int i = 0; i < scn->ngeom; i++) {
    p = ig_print_bytes(p, &scn->geoms[i], offsetof(mjvGeom, label));
    p = ig_print_bytes(p, &scn->geoms[i].modelrbound, sizeof scn->geoms[i].modelrbound);
  }
  for (int i = 0; i < scn->nlight; i++) p = print_light(p, &scn->lights[i]);
  p = ig_print_bytes(p, scn->camera, sizeof scn->camera);
  p = print_surfaces(p, shot->m, scn);
  p = ig_print_bytes(p, &set->loaded, sizeof set->loaded);
  float look[] = {con->shadowClip, con->shadowScale, con->lineWidth};
  p = ig_print_bytes(p, look, sizeof look);
  p = ig_print_word(p, (uint64_t)con->shadowSize);
  return p.a || p.b ? p : (ig_Print){1, 1};
}

// a picture that shows the same as the one that is kept
static bool take_kept(const Shot* shot, int camera, ingotPicture kind, ig_Print print) {
  const ig_Page* page = shot->call->page[NKIND * camera + (int)kind];
  if (!page || !ig_print_equal(page->print[shot->world], print)) return false;
  memcpy(destination(shot, camera, kind), page->pictures + page->bytes * (size_t)shot->world, page->bytes);
  return true;
}

static void keep(const Shot* shot, int camera, ingotPicture kind, ig_Print print) {
  ig_Page* page = shot->call->page[NKIND * camera + (int)kind];
  if (!page) return;
  memcpy(page->pictures + page->bytes * (size_t)shot->world, destination(shot, camera, kind), page->bytes);
  page->print[shot->world] = print;
}

// ---- drawing

static void set_flags(Set* set, ingotQuality quality, bool colours) {
  static const struct {
    bool samples, shadows, reflections;
  } qualities[] = {
      [INGOT_MATCH] = {true, true, true}, [INGOT_FAST] = {false, false, false}, [INGOT_FAST_SHADOWS] = {false, true, false}};
  // depth too without smoothing, in the middle of pixels, as mujoco.Renderer takes it
  set->scn.flags[mjRND_SEGMENT] = set->scn.flags[mjRND_IDCOLOR] = !colours;
  set->scn.flags[mjRND_SHADOW] = qualities[quality].shadows;
  set->scn.flags[mjRND_REFLECTION] = qualities[quality].reflections;
  set->con.offSamples = qualities[quality].samples ? set->samples : 0;
}

// colours, or depth and segments, of which those are drawn that are not kept; false: no memory
static bool draw_kinds(Shot* shot, int camera, ig_Print print, ingotPicture first, ingotPicture last) {
  Set* set = shot->set;
  const ingotPictures* what = shot->call->what;
  bool drawn = false;
  for (int kind = (int)first; kind <= (int)last; kind++) {
    void* out = destination(shot, camera, (ingotPicture)kind);
    if (!out || take_kept(shot, camera, (ingotPicture)kind, print)) continue;
    if (!drawn) {
      set_flags(set, what->quality, first == INGOT_RGB);
      ig_render((mjrRect){0, 0, what->width, what->height}, &set->scn, &set->con);
      drawn = true;
    }
    if (kind == INGOT_RGB) write_rgb(shot, out);
    if (kind == INGOT_DEPTH) write_depth(shot, out);
    if (kind == INGOT_SEGMENTATION && !write_segments(shot, out)) return false;
    keep(shot, camera, (ingotPicture)kind, print);
  }
  return true;
}

// Rays and distances that are drawn. Other sensors are not looked at, and what the fields have of these is of the last step.
static void measure_drawn(const mjModel* m, mjData* d) {
  if (m->nsensordata) memset(d->sensordata, 0, sizeof(mjtNum) * (size_t)m->nsensordata);
  for (int i = 0; i < m->nsensor && !(m->opt.disableflags & mjDSBL_SENSOR); i++) {
    if (m->sensor_type[i] != mjSENS_RANGEFINDER && m->sensor_type[i] != mjSENS_GEOMFROMTO) continue;
    ig_measure(m, d, i, d->sensordata + m->sensor_adr[i]);
  }
}

// positions of everything that is drawn
static void pose(const Shot* shot) {
  const mjModel* m = shot->m;
  mjData* d = shot->set->d;
  ig_world_state(shot->w, shot->world, d);
  ig_kinematics(m, d);
  ig_com_positions(m, d);
  ig_pose_views(m, d);
  ig_flex(m, d);
  ig_tendon(m, d);
  measure_drawn(m, d);
}

static void draw(void* argument) {
  Shot* shot = argument;
  Set* set = shot->set;
  const ingotPictures* what = shot->call->what;
  const mjModel *m = shot->m, *shared = ig_world_shared_model(shot->w, shot->world);
  shot->no_memory = true;
  if (!set->furnished && !furnish(shared, set)) return;
  if (!ig_follow(&set->con, shared, m, &set->loaded)) return;
  ig_context_resize(what->width, what->height, &set->con);
  pose(shot);
  mjvOption option;
  ig_default_view(&option);
  for (int i = 0; i < what->ncamera; i++) {
    mjvCamera camera;
    ig_default_free_camera(m, &camera);
    if (what->camera[i] >= 0) {
      camera.type = mjCAMERA_FIXED;
      camera.fixedcamid = what->camera[i];
    }
    // infinite planes lie where the camera was before the update
    ig_update_camera(m, set->d, &camera, &set->scn);
    ig_update_scene(m, set->d, &option, NULL, &camera, mjCAT_ALL, &set->scn);
    ig_Print print = print_scene(shot);
    if (!draw_kinds(shot, i, print, INGOT_RGB, INGOT_RGB) || !draw_kinds(shot, i, print, INGOT_DEPTH, INGOT_SEGMENTATION)) return;
  }
  shot->no_memory = false;
}

// A picture that fails says nothing about the world: the error ends here, or the worlds would count it as the world's own.
static void shoot(ingotWorlds* w, int world, void* user) {
  Call* call = user;
  Stock* stock = call->stock;
  int group;
  ingot_worldsPlace(w, world, &group, NULL, NULL);
  Shot shot = {.call = call, .w = w, .m = ig_world_model(w, world), .world = world, .set = borrow(stock, group)};
  ingotReport report = {.status = INGOT_OK};
  if (!shot.set || !shot.m || (ig_guard(draw, &shot, &report) == INGOT_OK && shot.no_memory)) {
    ig_report(&report, INGOT_NO_MEMORY, "no memory");
  }
  bool good = report.status == INGOT_OK;
  pthread_mutex_lock(&stock->mutex);
  if (good) {
    shot.set->next = stock->idle;
    stock->idle = shot.set;
  } else if (call->failure.status == INGOT_OK) {
    // the first failure is the one that is reported
    ig_report(&call->failure, report.status, "picture of world %d: %.900s", world, report.text);
  }
  pthread_mutex_unlock(&stock->mutex);
  if (!good && shot.set) free_set(shot.set);
}

// ---- checks

static ingotStatus check_size(int width, int height, ingotReport* report) {
  if (width >= 1 && height >= 1 && width <= IG_MAX_PICTURE && height <= IG_MAX_PICTURE) return INGOT_OK;
  return ig_report(report, INGOT_BAD_ARGUMENT, "a picture of %d x %d pixels: each must be from 1 to %d", width, height,
                   IG_MAX_PICTURE);
}

static ingotStatus check_cameras(const ingotWorlds* w, const ingotPictures* what, const mjtByte* chosen, ingotReport* report) {
  if (what->ncamera < 1 || !what->camera) return ig_report(report, INGOT_BAD_ARGUMENT, "there is no camera to draw by");
  for (int world = 0; world < ingot_worldsCount(w); world++) {
    if (chosen && !chosen[world]) continue;
    int cameras = (int)ig_world_shared_model(w, world)->ncam;
    for (int i = 0; i < what->ncamera; i++) {
      if (what->camera[i] >= -1 && what->camera[i] < cameras) continue;
      return ig_report(report, INGOT_BAD_ARGUMENT, "world %d has no camera %d, it has %d", world, what->camera[i], cameras);
    }
  }
  return INGOT_OK;
}

static ingotStatus check(const ingotWorlds* w, const ingotPictures* what, const mjtByte* chosen, ingotReport* report) {
  IG_TRY(check_size(what->width, what->height, report));
  if ((unsigned)what->quality > INGOT_FAST_SHADOWS)
    return ig_report(report, INGOT_BAD_ARGUMENT, "no quality of pictures is called %d", (int)what->quality);
  if (!what->rgb && !what->depth && !what->segmentation)
    return ig_report(report, INGOT_BAD_ARGUMENT, "rgb, depth and segmentation are all NULL: there is nothing to draw");
  return check_cameras(w, what, chosen, report);
}

// ---- public

// place: of each world in the arrays
static ingotStatus render_at(ingotWorlds* w, const ingotPictures* what, const int* place, const mjtByte* chosen,
                             ingotReport* report) {
  Stock* stock = stock_of(w);
  ig_Page** page = ig_try_zero((size_t)(NKIND * what->ncamera), sizeof(ig_Page*));
  if (!stock || !page) {
    ig_free(page);
    return ig_report(report, INGOT_NO_MEMORY, "no memory");
  }
  ig_album_begin(&stock->album);
  for (int i = 0; i < NKIND * what->ncamera; i++) {
    ig_PageKey key = key_of(what, i / NKIND, (ingotPicture)(i % NKIND));
    if (array_of(what, key.kind)) page[i] = ig_album_page(&stock->album, &key, what->ncamera);
  }
  Call call = {.stock = stock, .what = what, .place = place, .page = page};
  ingotStatus status = ig_worlds_each(w, chosen, shoot, &call, report);
  ig_free(page);
  if (status == INGOT_OK && call.failure.status != INGOT_OK)
    status = ig_report(report, call.failure.status, "%s", call.failure.text);
  return status;
}

// places from 0 on: of all worlds, or of those of the chosen alone. NULL: no memory.
static int* make_places(const ingotWorlds* w, const mjtByte* chosen) {
  int count = ingot_worldsCount(w), used = 0;
  int* place = ig_try_alloc(sizeof(int) * (size_t)(count + 1));
  for (int world = 0; place && world < count; world++) {
    place[world] = used;
    used += !chosen || chosen[world];
  }
  return place;
}

static ingotStatus render(ingotWorlds* w, const ingotPictures* what, bool close, const mjtByte* chosen, ingotReport* report) {
  IG_TRY(check(w, what, chosen, report));
  int* place = make_places(w, close ? chosen : NULL);
  if (!place) return ig_report(report, INGOT_NO_MEMORY, "no memory");
  ingotStatus status = render_at(w, what, place, chosen, report);
  ig_free(place);
  return status;
}

ingotStatus ingot_worldsRender(ingotWorlds* w, const ingotPictures* pictures, const mjtByte* chosen, ingotReport* report) {
  if (!w || !pictures) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and pictures must not be NULL");
  return render(w, pictures, false, chosen, report);
}

struct ingotStudio_ {
  ingotWorlds* worlds;
  int width, height;
};

ingotStatus ingot_studioCreate(ingotWorlds* worlds, int width, int height, ingotStudio** studio, ingotReport* report) {
  if (!worlds || !studio) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and studio must not be NULL");
  *studio = NULL;
  IG_TRY(check_size(width, height, report));
  ingotStudio* s = ig_try_alloc(sizeof *s);
  if (!s) return ig_report(report, INGOT_NO_MEMORY, "no memory");
  *s = (ingotStudio){.worlds = worlds, .width = width, .height = height};
  *studio = s;
  return ig_report(report, INGOT_OK, "%s", "");
}

void ingot_studioDelete(ingotStudio* s) { ig_free(s); }

ingotStatus ingot_studioShoot(ingotStudio* s, ingotPicture kind, int camera, const mjtByte* chosen, void* out,
                              ingotReport* report) {
  if (!s || !out) return ig_report(report, INGOT_BAD_ARGUMENT, "studio and out must not be NULL");
  ingotPictures what = {.width = s->width, .height = s->height, .ncamera = 1, .camera = &camera};
  if (kind == INGOT_RGB) what.rgb = out;
  if (kind == INGOT_DEPTH) what.depth = out;
  if (kind == INGOT_SEGMENTATION) what.segmentation = out;
  if ((unsigned)kind >= NKIND) return ig_report(report, INGOT_BAD_ARGUMENT, "no kind of picture is called %d", (int)kind);
  return render(s->worlds, &what, true, chosen, report);
}
