// SPDX-License-Identifier: Apache-2.0
// Skins: vertices follow their bones, normals the faces around them.
#include <math.h>
#include <string.h>

#include "math/quat.h"
#include "math/vec.h"
#include "math/vec3.h"
#include "visual/canvas.h"
#include "visual/defaults.h"
#include "visual/surface.h"

// how a bone has moved since the bind pose: x goes to turn x + shift
typedef struct {
  mjtNum turn[9], shift[3];
} Move;

// the body's pose after the inverse of the bind pose
static Move move_of_bone(const mjModel* m, const mjData* d, int bone) {
  const mjtNum *pos = d->xpos + 3 * m->skin_bonebodyid[bone], *quat = d->xquat + 4 * m->skin_bonebodyid[bone];
  const float *bind_pos = m->skin_bonebindpos + 3 * bone, *bind_quat = m->skin_bonebindquat + 4 * bone;
  mjtNum back[4] = {bind_quat[0], -(mjtNum)bind_quat[1], -(mjtNum)bind_quat[2], -(mjtNum)bind_quat[3]}, since[4];
  mjtNum origin[3] = {bind_pos[0], bind_pos[1], bind_pos[2]};
  Move move;
  ig_mulquat(since, quat, back);
  ig_quat2mat(move.turn, since);
  ig_mulmatvec3(origin, move.turn, origin);
  ig_sub3(move.shift, pos, origin);
  return move;
}

// what a bone holds goes where it would be if it moved with the bone alone, in proportion to its weight
static void add_bone(const mjModel* m, const Move* move, int bone, const float* rest, float* vert) {
  const int first = m->skin_bonevertadr[bone], *ids = m->skin_bonevertid + first;
  const float* weights = m->skin_bonevertweight + first;
  for (int k = 0; k < m->skin_bonevertnum[bone]; k++) {
    const float* from = rest + 3 * ids[k];
    float* to = vert + 3 * ids[k];
    mjtNum moved[3] = {from[0], from[1], from[2]};
    ig_mulmatvec3(moved, move->turn, moved);
    ig_addto3(moved, move->shift);
    for (int i = 0; i < 3; i++) to[i] += weights[k] * (float)moved[i];
  }
}

// in single precision, as vertices are
static ig_Vec edge(const float* from, const float* to) { return (ig_Vec){to[0] - from[0], to[1] - from[1], to[2] - from[2]}; }

// the product of two edges, twice the area long, counts for each corner
static void add_face_normal(const int corner[3], const float* vert, float* normal) {
  const float *p = vert + 3 * corner[0], *q = vert + 3 * corner[1], *r = vert + 3 * corner[2];
  ig_Vec product = ig_outer(edge(p, q), edge(p, r));
  for (int k = 0; k < 3; k++) {
    float* sum = normal + 3 * corner[k];
    sum[0] = (float)(sum[0] + product.x);
    sum[1] = (float)(sum[1] + product.y);
    sum[2] = (float)(sum[2] + product.z);
  }
}

static void update_skin(const mjModel* m, const mjData* d, int skin, float* vert, float* normal) {
  const float *rest = m->skin_vert + 3 * m->skin_vertadr[skin], inflate = m->skin_inflate[skin];
  for (int k = 0; k < m->skin_bonenum[skin]; k++) {
    int bone = m->skin_boneadr[skin] + k;
    Move move = move_of_bone(m, d, bone);
    add_bone(m, &move, bone, rest, vert);
  }
  for (int k = 0; k < m->skin_facenum[skin]; k++) add_face_normal(m->skin_face + 3 * (m->skin_faceadr[skin] + k), vert, normal);

  // normals come from the skin as it is, and then it is blown up along them
  float* const end = normal + 3 * m->skin_vertnum[skin];
  for (float* v = normal; v < end; v += 3) {
    float length = (float)sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    float scale = (float)(1 / (length > mjMINVAL ? length : mjMINVAL));
    for (int i = 0; i < 3; i++) v[i] *= scale;
  }
  for (int k = 0; inflate != 0 && k < end - normal; k++) vert[k] += inflate * normal[k];
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
