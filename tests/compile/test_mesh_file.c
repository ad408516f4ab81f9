// SPDX-License-Identifier: Apache-2.0
// Meshes from files, which stand in a virtual file system. Figures as in test_mesh.c.
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compiled.h"
#include "test.h"

// a house: gables of five corners, walls and roofs of four; what follows the second object is not read
static const char house[] =
    "# comment\r\n"
    "v 0 0 0\nv 2 0 0\nv 2.0e0 0 1\nv 1 0 2\nv 0 0 +1.0\n"
    "v 0 3 0\nv 2 3 0\nv 2 3 1\nv 1 3 2\n  v\t0 3 1 0.5 0.5 0.5\r"
    "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 .25\nvn 0 -1 0\nvn 0 1 0\n"
    "usemtl none\ns off\n"
    "f 1/1/1 2/2/1 3/3/1 4/4/1 5/1/1\nf -5//2 -1//2 -2//2 -3//2 -4//2\n"
    "f 1 6 7 2\nf 2 7 8 3\nf 3 8 9 4\nf 4 9 10 5\nf 5 10 6 1\n"
    "o second\nf 1 2 3\n";

static const char concave[] =
    "v 0 0 0\nv 3 0 0\nv 3 3 0\nv 2 1 0\nv 1 1 0\nv 0 3 0\nv 1.5 .5 2\n"
    "f 1 2 3 4 5 6\nf 2 1 7\nf 3 2 7\nf 4 3 7\nf 5 4 7\nf 6 5 7\nf 1 6 7\n";

static const float cube_vert[8][3] = {{-.5f, -.5f, -.5f}, {-.5f, -.5f, .5f}, {-.5f, .5f, -.5f}, {-.5f, .5f, .5f},
                                      {.5f, -.5f, -.5f},  {.5f, -.5f, .5f},  {.5f, .5f, -.5f},  {.5f, .5f, .5f}};
static const int cube_face[12][3] = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5}, {0, 4, 5}, {0, 5, 1},
                                     {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};

enum { STL_SIZE = 84 + 50 * 12, MSH_SIZE = 16 + 8 * 12 + 12 * 12 };

static void make_stl(char stl[STL_SIZE]) {
  int n = 12;
  memset(stl, 0, STL_SIZE);
  memcpy(stl + 80, &n, 4);
  for (int i = 0; i < 36; i++) memcpy(stl + 84 + 50 * (i / 3) + 12 + 12 * (i % 3), cube_vert[cube_face[i / 3][i % 3]], 12);
}

static void make_msh(char msh[MSH_SIZE]) {
  static const int head[4] = {8, 0, 0, 12};
  memcpy(msh, head, 16);
  memcpy(msh + 16, cube_vert, 8 * 12);
  memcpy(msh + 16 + 8 * 12, cube_face, 12 * 12);
}

static char message[2000];

// a model of one mesh file; NULL: message
static mjModel* load(const char* name, const void* bytes, size_t size, const char* attributes, const char* geom) {
  char xml[2000];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, name, bytes, (int)size);
  snprintf(xml, sizeof(xml),
           "<mujoco><asset><mesh name='m' file='%s' %s/></asset><worldbody><body><geom type='mesh' mesh='m' "
           "%s/></body></worldbody></mujoco>",
           name, attributes, geom);
  *message = 0;
  mjSpec* spec = mj_parseXMLString(xml, &vfs, message, sizeof(message));
  mjModel* m = spec ? mj_compile(spec, &vfs) : NULL;
  if (spec && !m) snprintf(message, sizeof(message), "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
  return m;
}

static void check_refused(const char* name, const void* bytes, size_t size, const char* words) {
  mjModel* m = load(name, bytes, size, "", "");
  if (m) ig_test_fail(__FILE__, __LINE__, "%s loads", name);
  CHECK_HAS(message, words);
  mj_deleteModel(m);
}

TEST(polygons_of_an_obj_are_cut_as_in_the_reference) {
  static const int face[48] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 5, 9, 8, 5, 8, 7, 5, 7, 6, 0, 5, 6, 0, 6, 1,
                               1, 6, 7, 1, 7, 2, 2, 7, 8, 2, 8, 3, 3, 8, 9, 3, 9, 4, 4, 9, 5, 4, 5, 0};
  static const float texcoord[8] = {0, 1, 1, 1, 1, 0, 0, .75f};
  static const int facetexcoord[10] = {0, 1, 2, 0, 2, 3, 0, 3, 0, -1};
  mjModel* m = load("house.obj", house, strlen(house), "inertia='exact'", "");
  CHECK_TEXT(message, "");
  if (!m) return;
  CHECK_INT(m->nmeshvert, 10);
  CHECK_INT(m->nmeshface, 16);
  CHECK_INT(m->nmeshnormal, 2);
  CHECK_INT(m->nmeshtexcoord, 4);
  for (int i = 0; i < 48; i++) CHECK_INT(m->mesh_face[i], face[i]);
  for (int i = 0; i < 8; i++) CHECK_NEAR(m->mesh_texcoord[i], texcoord[i], 0);
  for (int i = 0; i < 10; i++) CHECK_INT(m->mesh_facetexcoord[i], facetexcoord[i]);
  for (int i = 0; i < 48; i++) CHECK_INT(m->mesh_facenormal[i], i < 9 ? 0 : i < 18 ? 1 : -1);
  CHECK_NEAR(m->body_mass[1], 9000, 1e-9);
  CHECK_NEAR(m->body_ipos[5], 7.0 / 9, 1e-9);
  CHECK_NEAR(m->body_inertia[3], 9250, 1e-9);
  CHECK_NEAR(m->geom_rbound[0], 2.1780328648791905, 1e-9);
  CHECK_INT(m->nmeshpoly, 7);
  mj_deleteModel(m);
}

TEST(a_concave_polygon_is_cut_inside) {
  static const int face[30] = {1, 2, 3, 1, 3, 4, 4, 5, 0, 0, 1, 4, 1, 0, 6, 2, 1, 6, 3, 2, 6, 4, 3, 6, 5, 4, 6, 0, 5, 6};
  mjModel* m = load("c.obj", concave, strlen(concave), "", "contype='0' conaffinity='0'");
  CHECK_TEXT(message, "");
  if (!m) return;
  CHECK_INT(m->nmeshface, 10);
  for (int i = 0; i < 30 && m->nmeshface == 10; i++) CHECK_INT(m->mesh_face[i], face[i]);
  CHECK_NEAR(m->body_mass[1], 4554.230134544064, 1e-9);
  mj_deleteModel(m);
}

TEST(a_mirrored_mesh_is_turned_right_side_out) {
  char stl[STL_SIZE], msh[MSH_SIZE];
  make_stl(stl);
  make_msh(msh);
  mjModel* m[3] = {load("house.obj", house, strlen(house), "inertia='exact' scale='1 1 -1'", ""),
                   load("cube.stl", stl, STL_SIZE, "inertia='exact' scale='1 -1 1'", ""),
                   load("cube.msh", msh, MSH_SIZE, "inertia='exact' scale='-1 1 1'", "")};
  for (int k = 0; k < 3; k++) {
    CHECK(m[k] != NULL);
    if (m[k]) CHECK_NEAR(m[k]->body_mass[1], k ? 1000 : 9000, 1e-9);
    mj_deleteModel(m[k]);
  }
}

TEST(vertices_of_an_stl_are_merged) {
  char stl[STL_SIZE];
  make_stl(stl);
  mjModel* m = load("cube.STL", stl, STL_SIZE, "", "");
  CHECK_TEXT(message, "");
  if (!m) return;
  CHECK_INT(m->nmeshvert, 8);
  CHECK_INT(m->nmeshface, 12);
  CHECK_INT(m->mesh_face[5], 3);  // numbered as they come: 0 1 3, then 2
  CHECK_NEAR(m->body_mass[1], 1000, 1e-9);
  CHECK_TEXT(m->paths + m->mesh_pathadr[0], "cube.STL");
  mj_deleteModel(m);
}

TEST(a_content_type_counts_more_than_the_name) {
  char stl[STL_SIZE];
  make_stl(stl);
  mjModel* m = load("cube.dat", stl, STL_SIZE, "content_type='model/stl;version=1'", "");
  CHECK_TEXT(message, "");
  mj_deleteModel(m);
  CHECK(!load("cube.stl", stl, STL_SIZE, "content_type='model/unknown'", ""));
  CHECK_HAS(message, "unsupported mesh type: 'model/unknown'");
  CHECK(!load("cube.stl", stl, STL_SIZE, "content_type='model'", ""));
  CHECK_HAS(message, "invalid content type: 'model'");
}

TEST(files_that_lie_are_refused) {
  char stl[STL_SIZE + 1], msh[MSH_SIZE], short_obj[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 0\n";
  int many = 100000000;
  mj_clearCache(mj_getCache());
  int64_t before = ig_live_bytes();
  make_stl(stl);
  check_refused("a.stl", stl, 10, "within its header");
  check_refused("a.stl", stl, STL_SIZE - 1, "its 12 faces take");
  check_refused("a.stl", stl, STL_SIZE + 1, "a text file, maybe?");
  static const char ascii[] =
      "solid cube facet normal 0 0 0 outer loop vertex 0 0 0 vertex 0 0 1 vertex 1 0 0 endloop endfacet endsolid";
  check_refused("a.stl", ascii, sizeof(ascii) - 1, "a text file, maybe?");
  memcpy(stl + 80, &many, 4);
  check_refused("a.stl", stl, STL_SIZE, "1 to 200000 faces");
  make_stl(stl);
  memcpy(stl + 84 + 12, (float[]){3e9f}, 4);
  check_refused("a.stl", stl, STL_SIZE, "too large");

  make_msh(msh);
  check_refused("a.msh", msh, 10, "missing header");
  check_refused("a.msh", msh, MSH_SIZE - 4, "its header asks for");
  memcpy(msh + 12, &many, 4);
  check_refused("a.msh", msh, MSH_SIZE, "its header asks for");
  many = -1;
  memcpy(msh + 4, &many, 4);
  check_refused("a.msh", msh, MSH_SIZE, "cannot be right");

  check_refused("a.obj", short_obj, sizeof(short_obj) - 1, "no valid index");
  check_refused("a.obj", "v 0 0 0\nf 1 1 1\n", 16, "at least 4 vertices required");
  check_refused("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1e999\nf 1 2 3\n", 45, "is not finite");
  check_refused("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 5\n", 41, "vertex index 4 does not exist");
  check_refused("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 -NaN\nf 1 2 3\n", 43, "is not finite");
  check_refused("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 inf\n", 34, "qhull");
  check_refused("a.ply", "ply", 3, "unsupported mesh type");
  check_refused("a.xyz", "xyz", 3, "unknown or unsupported mesh file");
  CHECK_INT(ig_live_bytes(), before);
}

TEST(data_in_the_file_and_in_the_model_is_refused) {
  CHECK(!load("house.obj", house, strlen(house), "vertex='0 0 0'", ""));
  CHECK_HAS(message, "repeated vertex specification");
  CHECK(!load("house.obj", house, strlen(house), "face='0 1 2'", ""));
  CHECK_HAS(message, "repeated face specification");
}

// ------------------------------------------------ threads and cache

enum { NMESH = 12 };

// meshes of one large file each, so that threads are worth it
static mjModel* load_many(const mjVFS* vfs, bool threads) {
  static char xml[8000];
  int n = snprintf(xml, sizeof(xml), "<mujoco><compiler usethread='%s'/><asset>", threads ? "true" : "false");
  for (int i = 0; i < NMESH; i++) n += snprintf(xml + n, sizeof(xml) - (size_t)n, "<mesh name='m%d' file='f%d.obj'/>", i, i);
  n += snprintf(xml + n, sizeof(xml) - (size_t)n, "</asset><worldbody>");
  for (int i = 0; i < NMESH; i++) n += snprintf(xml + n, sizeof(xml) - (size_t)n, "<geom type='mesh' mesh='m%d'/>", i);
  snprintf(xml + n, sizeof(xml) - (size_t)n, "</worldbody></mujoco>");
  mjSpec* spec = mj_parseXMLString(xml, vfs, message, sizeof(message));
  mjModel* m = spec ? mj_compile(spec, vfs) : NULL;
  if (spec && !m) snprintf(message, sizeof(message), "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

// a wavy ball of n x n vertices
static size_t write_ball(char* text, size_t room, int n, double wave) {
  size_t at = 0;
  for (int i = 1; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double u = 3.14159265 * i / n, v = 6.28318530 * j / n, r = 1 + wave * sin(3 * u) * cos(2 * v);
      at += (size_t)snprintf(text + at, room - at, "v %.6f %.6f %.6f\n", r * sin(u) * cos(v), r * sin(u) * sin(v), r * cos(u));
    }
  }
  for (int i = 0; i + 2 < n; i++) {
    for (int j = 0; j < n; j++) {
      int a = i * n + j + 1, b = i * n + (j + 1) % n + 1;
      at += (size_t)snprintf(text + at, room - at, "f %d %d %d %d\n", a, a + n, b + n, b);
    }
  }
  return at;
}

static void fill(mjVFS* vfs) {
  enum { ROOM = 200000 };
  char* text = malloc(ROOM);
  mj_defaultVFS(vfs);
  for (int i = 0; i < NMESH; i++) {
    char name[20];
    snprintf(name, sizeof(name), "f%d.obj", i);
    mj_addBufferVFS(vfs, name, text, (int)write_ball(text, ROOM, 20 + i, 0.02 * i));
  }
  free(text);
}

static bool same_model(const mjModel* a, const mjModel* b) {
  if (!a || !b || a->nbuffer != b->nbuffer) return false;
  return !memcmp(a->mesh_vert, b->mesh_vert, 3 * (size_t)a->nmeshvert * sizeof(float)) &&
         !memcmp(a->mesh_graph, b->mesh_graph, (size_t)a->nmeshgraph * sizeof(int)) &&
         !memcmp(a->mesh_polynormal, b->mesh_polynormal, 3 * (size_t)a->nmeshpoly * sizeof(mjtNum)) &&
         !memcmp(a->bvh_aabb, b->bvh_aabb, 6 * (size_t)a->nbvh * sizeof(mjtNum)) &&
         !memcmp(a->geom_pos, b->geom_pos, 3 * (size_t)a->ngeom * sizeof(mjtNum));
}

TEST(threads_and_cache_do_not_change_the_model) {
  mjVFS vfs;
  fill(&vfs);
  mjCache* cache = mj_getCache();
  mj_clearCache(cache);
  CHECK_INT(mj_getCacheSize(cache), 0);
  CHECK_INT(mj_getCacheCapacity(cache), 500 << 20);
  mjModel* threads = load_many(&vfs, true);
  size_t size = mj_getCacheSize(cache);
  CHECK(size > 100000);
  mjModel* kept = load_many(&vfs, true);
  CHECK_INT(mj_getCacheSize(cache), size);
  mj_clearCache(cache);
  mjModel* alone = load_many(&vfs, false);
  CHECK(same_model(threads, alone));
  CHECK(same_model(threads, kept));

  // without room nothing is kept
  CHECK_INT(mj_setCacheCapacity(cache, 0), 0);
  CHECK_INT(mj_getCacheSize(cache), 0);
  mjModel* uncached = load_many(&vfs, true);
  CHECK(same_model(threads, uncached));
  CHECK_INT(mj_getCacheSize(cache), 0);
  mj_setCacheCapacity(cache, 500 << 20);
  mj_deleteModel(threads);
  mj_deleteModel(kept);
  mj_deleteModel(alone);
  mj_deleteModel(uncached);
  mj_deleteVFS(&vfs);
}

// a file that changes under its name is read again, and the same file with other settings is another mesh
TEST(the_cache_knows_what_a_mesh_depends_on) {
  char stl[STL_SIZE];
  make_stl(stl);
  mjModel* m = load("cube.stl", stl, STL_SIZE, "", "");
  mj_deleteModel(m);
  m = load("cube.stl", stl, STL_SIZE, "refpos='1 0 0'", "");
  CHECK(m != NULL);
  if (m) CHECK_NEAR(m->mesh_pos[0], -1, 1e-12);
  mj_deleteModel(m);
  for (int i = 0; i < 36; i++) {
    float* x = (float*)(void*)(stl + 84 + 50 * (i / 3) + 12 + 12 * (i % 3));
    float v;
    memcpy(&v, x, 4);
    v *= 2;
    memcpy(x, &v, 4);
  }
  m = load("cube.stl", stl, STL_SIZE, "", "");
  CHECK(m != NULL);
  if (m) CHECK_NEAR(m->body_mass[1], 2000, 1e-9);
  mj_deleteModel(m);
  mj_clearCache(mj_getCache());
}

// the first mesh that is wrong is named, whatever the threads do
TEST(the_first_wrong_mesh_is_named) {
  mjVFS vfs;
  fill(&vfs);
  mj_deleteFileVFS(&vfs, "f3.obj");
  mj_deleteFileVFS(&vfs, "f7.obj");
  mj_addBufferVFS(&vfs, "f3.obj", "v 0 0 0\n", 8);
  mj_addBufferVFS(&vfs, "f7.obj", "f 0\n", 4);
  for (int k = 0; k < 4; k++) {
    CHECK(!load_many(&vfs, k % 2));
    CHECK_HAS(message, "'m3'");
  }
  mj_clearCache(mj_getCache());
  mj_deleteVFS(&vfs);
}
