// SPDX-License-Identifier: Apache-2.0
// Surfaces of fields on grids: closed, outward, of the right volume, for every pattern of signs.
#include <stdio.h>
#include <stdlib.h>

#include "compile/mesh/mesh_march.h"
#include "compiled.h"
#include "test.h"

// faces that have no neighbour along one of their edges, in the opposite direction
static int open_edges(const ig_MeshFile* m) {
  int open = 0;
  for (int i = 0; i < m->face.n; i++) {
    const int* f = m->face.item + i / 3 * 3;
    int a = f[i % 3], b = f[(i + 1) % 3], found = 0;
    for (int j = 0; j < m->face.n; j++) {
      const int* g = m->face.item + j / 3 * 3;
      found += g[j % 3] == b && g[(j + 1) % 3] == a;
    }
    open += found != 1;
  }
  return open;
}

static double volume(const ig_MeshFile* m) {
  double sum = 0;
  for (int i = 0; i < m->face.n; i += 3) {
    const float *a = m->vert.item + 3 * m->face.item[i], *b = m->vert.item + 3 * m->face.item[i + 1],
                *c = m->vert.item + 3 * m->face.item[i + 2];
    sum += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
  }
  return sum;
}

// one cell of every pattern in the middle of positive values
TEST(every_pattern_of_signs_gives_a_closed_surface) {
  for (int pattern = 1; pattern < 256; pattern++) {
    float field[64];
    int n[3] = {4, 4, 4};
    for (int i = 0; i < 64; i++) field[i] = 1;
    for (int c = 0; c < 8; c++) {
      int x = 1 + (c & 1), y = 1 + (c >> 1 & 1), z = 1 + (c >> 2);
      if (pattern >> c & 1) field[(z * 4 + y) * 4 + x] = -1;
    }
    ig_MeshFile m = {0};
    CHECK(ig_march(&m, field, n));
    CHECK_INT(open_edges(&m), 0);
    CHECK(volume(&m) > 0);
    ig_mesh_file_free(&m);
  }
}

TEST(a_ball_has_its_volume_and_normals) {
  enum { N = 21 };
  static float field[N * N * N];
  for (int i = 0; i < N * N * N; i++) {
    double x = i % N - 10, y = i / N % N - 10, z = i / N / N - 10;
    field[i] = (float)(sqrt(x * x + y * y + z * z) - 8);
  }
  ig_MeshFile m = {0};
  CHECK(ig_march(&m, field, (int[3]){N, N, N}));
  CHECK_NEAR(volume(&m), 4.0 / 3 * 3.14159265 * 512, 0.01);
  CHECK_INT(m.normal.n, m.vert.n);
  double worst = 1;
  for (int i = 0; i < m.vert.n; i += 3) {
    const float *v = m.vert.item + i, *n = m.normal.item + i;
    double dot = ((v[0] - 10) * n[0] + (v[1] - 10) * n[1] + (v[2] - 10) * n[2]) / 8;
    if (dot < worst) worst = dot;
  }
  CHECK(worst > 0.97);
  ig_mesh_file_free(&m);
}

// a plugin: a ball whose radius is an attribute
static int no_state(const mjModel* m, int instance) { return 0; }
static mjtNum ball_distance(const mjtNum p[3], const mjtNum* attribute) {
  return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - attribute[0];
}
static void ball_attribute(mjtNum attribute[], const char* name[], const char* value[]) { attribute[0] = atof(value[0]); }
static void ball_box(mjtNum box[6], const mjtNum* attribute) {
  for (int k = 0; k < 3; k++) box[k] = 0, box[3 + k] = 1.2 * attribute[0];
}

TEST(a_plugin_gives_its_mesh) {
  static const char* const names[] = {"radius"};
  static mjpPlugin ball = {.name = "test.ball",
                           .nattribute = 1,
                           .attributes = names,
                           .capabilityflags = mjPLUGIN_SDF,
                           .nstate = no_state,
                           .sdf_staticdistance = ball_distance,
                           .sdf_attribute = ball_attribute,
                           .sdf_aabb = ball_box};
  mjp_registerPlugin(&ball);
  mjModel* m = ig_compiled_world(
      "<extension><plugin plugin='test.ball'><instance name='b'><config key='radius' value='.5'/></instance></plugin></extension>"
      "<asset><mesh name='m'><plugin instance='b'/></mesh></asset>",
      "<body><freejoint/><geom type='mesh' mesh='m' contype='0' conaffinity='0'/></body>", "");
  CHECK_TEXT(ig_compiled_error(), "");
  if (!m) return;
  CHECK_NEAR(m->body_mass[1], 1000 * 4.0 / 3 * 3.14159265 / 8, 1e-3);
  CHECK_NEAR(m->geom_size[0], 0.5, 1e-3);
  for (int k = 0; k < 3; k++) CHECK_NEAR(m->mesh_pos[k], 0, 0);
  CHECK_NEAR(m->mesh_quat[0], 1, 0);
  mj_deleteModel(m);
}
