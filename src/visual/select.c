// SPDX-License-Identifier: Apache-2.0
// What is under the mouse.
#include <mujoco/mujoco.h>

#include "collide/ray/ray.h"
#include "collide/ray_scene.h"
#include "math/vec3.h"
#include "smooth/flex/flex_shape.h"
#include "visual/camera.h"
#include "visual/surface.h"

// something that the ray hits
typedef struct {
  mjtNum dist;  // negative: nothing
  int id, body;
  mjtNum point[3];
} Hit;

static bool closer(mjtNum dist, const Hit* hit) { return dist >= 0 && (hit->dist < 0 || dist < hit->dist); }

// from the eye through a point of the window, given as fractions of its width and height from the lower left
static void window_ray(const mjvScene* scn, mjtNum aspect, mjtNum relx, mjtNum rely, mjtNum pos[3], mjtNum ray[3]) {
  mjvGLCamera cam = ig_average_camera(scn->camera, scn->camera + 1);
  mjtNum forward[3], up[3], right[3], height = cam.frustum_top - cam.frustum_bottom;
  ig_camera_in_model(pos, forward, up, scn);
  ig_cross(right, forward, up);
  ig_normalize3(right);

  // parallel rays start at different points, the others go in different directions
  mjtNum* moved = cam.orthographic ? pos : ray;
  ig_scl3(ray, forward, cam.orthographic ? 1 : cam.frustum_near);
  ig_addtoscl3(moved, up, cam.frustum_bottom + rely * height);
  ig_addtoscl3(moved, right, cam.frustum_center + (2 * relx - 1) * (0.5 * aspect * height));
  if (!cam.orthographic) ig_normalize3(ray);
}

static Hit hit_geom(const mjModel* m, const mjData* d, const mjvOption* opt, const mjtNum pos[3], const mjtNum ray[3]) {
  Hit hit = {.dist = -1, .id = -1, .body = -1};
  hit.dist = ig_ray(m, d, pos, ray, opt->geomgroup, opt->flags[mjVIS_STATIC], -1, &hit.id, NULL);
  if (hit.dist < 0 || hit.id < 0) return hit;
  hit.body = m->geom_bodyid[hit.id];
  ig_addscl3(hit.point, pos, ray, hit.dist);
  return hit;
}

// of an interpolated flex the node that moves the vertex most is taken, else the vertex itself
static void flex_hit(const mjModel* m, const mjData* d, int flex, int vertex, Hit* hit) {
  int at = m->flex_vertadr[flex] + vertex, order = m->flex_interp[flex];
  if (!order) {
    hit->body = m->flex_vertbodyid[at];
    ig_copy3(hit->point, d->flexvert_xpos + 3 * at);
    return;
  }
  int best = 0;
  mjtNum largest = 0;
  for (int k = 0; k < m->flex_nodenum[flex]; k++) {
    mjtNum weight = ig_flex_weight(m->flex_vert0 + 3 * at, k, order);
    if (weight > largest) best = k, largest = weight;
  }
  int node = m->flex_nodeadr[flex] + best;
  hit->body = m->flex_nodebodyid[node];
  ig_copy3(hit->point, d->xpos + 3 * hit->body);
  if (!m->flex_centered[flex]) {
    mjtNum offset[3];
    ig_mulmatvec3(offset, d->xmat + 9 * hit->body, m->flex_node + 3 * node);
    ig_addto3(hit->point, offset);
  }
}

static Hit hit_flex(const mjModel* m, const mjData* d, const mjvOption* opt, const mjtNum pos[3], const mjtNum ray[3]) {
  Hit hit = {.dist = -1, .id = -1, .body = -1};
  const mjtByte* flags = opt->flags;
  if (!ig_flexes_shown(opt)) return hit;
  for (int i = 0; i < m->nflex; i++) {
    int vertex = -1;
    mjtNum dist = ig_ray_flex(m, d, opt->flex_layer, flags[mjVIS_FLEXVERT], flags[mjVIS_FLEXEDGE], flags[mjVIS_FLEXFACE],
                              flags[mjVIS_FLEXSKIN], i, pos, ray, &vertex, NULL);
    if (!closer(dist, &hit) || vertex < 0) continue;
    hit.dist = dist;
    hit.id = i;
    flex_hit(m, d, i, vertex, &hit);
  }
  return hit;
}

// the bone with the largest weight at a vertex of a skin, -1 if none holds it
static int strongest_bone(const mjModel* m, int skin, int vertex) {
  int bone = -1;
  float strongest = -1;
  for (int j = m->skin_boneadr[skin], end = j + m->skin_bonenum[skin]; j < end; j++) {
    for (int k = m->skin_bonevertadr[j], last = k + m->skin_bonevertnum[j]; k < last; k++) {
      if (m->skin_bonevertid[k] == vertex && m->skin_bonevertweight[k] > strongest) {
        strongest = m->skin_bonevertweight[k];
        bone = j;
      }
    }
  }
  return bone;
}

static Hit hit_skin(const mjModel* m, const mjvOption* opt, const mjvScene* scn, const mjtNum pos[3], const mjtNum ray[3]) {
  Hit hit = {.dist = -1, .id = -1, .body = -1};
  for (int i = 0; opt->flags[mjVIS_SKIN] && i < m->nskin; i++) {
    const float* vert = scn->skinvert + 3 * m->skin_vertadr[i];
    int vertex = -1;
    mjtNum dist =
        ig_ray_skin(m->skin_facenum[i], m->skin_vertnum[i], m->skin_face + 3 * m->skin_faceadr[i], vert, pos, ray, &vertex);
    if (!closer(dist, &hit)) continue;
    hit.dist = dist;
    int bone = strongest_bone(m, i, vertex);
    if (bone < 0) continue;
    hit.id = i;
    hit.body = m->skin_bonebodyid[bone];
    for (int k = 0; k < 3; k++) hit.point[k] = vert[3 * vertex + k];
  }
  return hit;
}

int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, mjtNum aspectratio, mjtNum relx, mjtNum rely,
               const mjvScene* scn, mjtNum selpnt[3], int geomid[1], int flexid[1], int skinid[1]) {
  mjtNum pos[3], ray[3];
  window_ray(scn, aspectratio, relx, rely, pos, ray);
  Hit hits[3] = {hit_geom(m, d, vopt, pos, ray), hit_flex(m, d, vopt, pos, ray), hit_skin(m, vopt, scn, pos, ray)};
  int* ids[3] = {geomid, flexid, skinid};

  // the nearest, the earlier in a tie; only its id is told
  int best = -1;
  for (int k = 0; k < 3; k++) {
    *ids[k] = -1;
    if (hits[k].dist >= 0 && (best < 0 || hits[k].dist < hits[best].dist)) best = k;
  }
  if (best < 0) return -1;
  *ids[best] = hits[best].id;
  ig_copy3(selpnt, hits[best].point);
  return hits[best].body;
}
