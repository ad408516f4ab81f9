// SPDX-License-Identifier: Apache-2.0
// Skins: vertices follow their bones, normals the faces around them.
#include <math.h>
#include <string.h>

#include "math/quat.h"
#include "math/vec3.h"
#include "visual/canvas.h"
#include "visual/defaults.h"
#include "visual/surface.h"

// add the bone's share to the vertices it holds: where they would be if they moved with it from the bind pose
static void add_bone(const mjModel* m, const mjData* d, int bone, const float* rest, float* vert) {
  int body = m->skin_bonebodyid[bone];
  mjtNum bind_pos[3], bind_quat[4], quat[4], rotate[9], translate[3];
  for (int i = 0; i < 3; i++) bind_pos[i] = m->skin_bonebindpos[3 * bone + i];
  for (int i = 0; i < 4; i++) bind_quat[i] = m->skin_bonebindquat[4 * bone + i];
  ig_negquat(quat, bind_quat);
  ig_mulquat(quat, d->xquat + 4 * body, quat);
  ig_quat2mat(rotate, quat);
  ig_mulmatvec3(translate, rotate, bind_pos);
  ig_sub3(translate, d->xpos + 3 * body, translate);
  for (int k = m->skin_bonevertadr[bone], end = k + m->skin_bonevertnum[bone]; k < end; k++) {
    int vertex = m->skin_bonevertid[k];
    mjtNum pos[3] = {rest[3 * vertex], rest[3 * vertex + 1], rest[3 * vertex + 2]};
    ig_mulmatvec3(pos, rotate, pos);
    ig_addto3(pos, translate);
    for (int i = 0; i < 3; i++) vert[3 * vertex + i] += m->skin_bonevertweight[k] * (float)pos[i];
  }
}

// sum of the normals of the faces around a vertex, weighted by area
static void add_face_normal(const int corner[3], const float* vert, float* normal) {
  mjtNum a[3], b[3], n[3];
  for (int i = 0; i < 3; i++) {
    a[i] = vert[3 * corner[1] + i] - vert[3 * corner[0] + i];
    b[i] = vert[3 * corner[2] + i] - vert[3 * corner[0] + i];
  }
  ig_cross(n, a, b);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) normal[3 * corner[k] + i] = (float)(normal[3 * corner[k] + i] + n[i]);
  }
}

static void update_skin(const mjModel* m, const mjData* d, int skin, float* vert, float* normal) {
  int count = m->skin_vertnum[skin];
  const float* rest = m->skin_vert + 3 * m->skin_vertadr[skin];
  const int* face = m->skin_face + 3 * m->skin_faceadr[skin];
  float inflate = m->skin_inflate[skin];
  for (int k = 0; k < m->skin_bonenum[skin]; k++) add_bone(m, d, m->skin_boneadr[skin] + k, rest, vert);
  for (int k = 0; k < m->skin_facenum[skin]; k++) add_face_normal(face + 3 * k, vert, normal);
  for (int k = 0; k < count; k++) {
    float* v = normal + 3 * k;
    float length = (float)sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    float scale = (float)(1 / (length > mjMINVAL ? length : mjMINVAL));
    for (int i = 0; i < 3; i++) v[i] *= scale;
  }
  // normals come from the skin as it is, and then it is blown up along them
  for (int k = 0; inflate != 0 && k < 3 * count; k++) vert[k] += inflate * normal[k];
}

void ig_update_skins(const mjModel* m, const mjData* d, mjvScene* scn, const mjvOption* opt) {
  for (int i = 0; i < m->nskin; i++) {
    float *vert = scn->skinvert + 3 * m->skin_vertadr[i], *normal = scn->skinnormal + 3 * m->skin_vertadr[i];
    size_t bytes = 3 * (size_t)m->skin_vertnum[i] * sizeof(float);
    memset(vert, 0, bytes);
    memset(normal, 0, bytes);
    if (ig_group_shown(opt->skingroup, m->skin_group[i])) update_skin(m, d, i, vert, normal);
  }
}

void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn) {
  mjvOption opt;
  ig_default_view(&opt);
  ig_update_skins(m, d, scn, &opt);
  mju_warning("mjv_updateSkin is deprecated: mjv_updateScene updates the visible skins");
}
