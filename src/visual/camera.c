// SPDX-License-Identifier: Apache-2.0
#include "visual/camera.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "lane/elementary.h"
#include "math/vec.h"
#include "math/vec3.h"
#include "visual/canvas.h"

// ------------------------------------------------ frame and frustum ----------------------------------

static void put(mjtNum* out, mjtNum x, mjtNum y, mjtNum z) {
  if (out) ig_set3(out, x, y, z);
}

// on a sphere around what it looks at
static void orbit_frame(const mjvCamera* cam, mjtNum* headpos, mjtNum* forward, mjtNum* up, mjtNum* right) {
  mjtNum ca, sa, ce, se;
  ig_sincos(cam->azimuth / 180.0 * mjPI, &sa, &ca);
  ig_sincos(cam->elevation / 180.0 * mjPI, &se, &ce);
  mjtNum gaze[3] = {ce * ca, ce * sa, se};
  put(forward, gaze[0], gaze[1], gaze[2]);
  put(up, -se * ca, -se * sa, ce);
  put(right, sa, -ca, 0);
  if (headpos) ig_addscl3(headpos, cam->lookat, gaze, -cam->distance);
}

void mjv_cameraFrame(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], mjtNum right[3], const mjData* d, const mjvCamera* cam) {
  if (cam->type == mjCAMERA_FREE || cam->type == mjCAMERA_TRACKING) {
    orbit_frame(cam, headpos, forward, up, right);
  } else if (cam->type == mjCAMERA_FIXED) {
    const mjtNum *pos = d->cam_xpos + 3 * cam->fixedcamid, *mat = d->cam_xmat + 9 * cam->fixedcamid;
    put(headpos, pos[0], pos[1], pos[2]);
    put(forward, -mat[2], -mat[5], -mat[8]);
    put(up, mat[1], mat[4], mat[7]);
    put(right, mat[0], mat[3], mat[6]);
  } else {
    mju_error("mjv_cameraFrame: no camera is of type %d", cam->type);
  }
}

void ig_sensor_frustum(float* zver, float* zhor, float znear, const float intrinsic[4], const float sensorsize[2]) {
  float* sides[2] = {zhor, zver};
  for (int k = 0; k < 2; k++) {
    if (!sides[k]) continue;
    float scale = znear / intrinsic[k], half = sensorsize[k] / 2.f, shift = intrinsic[2 + k];
    sides[k][0] = scale * (half - shift);
    sides[k][1] = scale * (half + shift);
  }
}

// the optics of a camera: those of a fixed one, or the model's for the viewer's own; false with an error raised if
// there is no such camera
typedef struct {
  bool orthographic;
  mjtNum fovy, ipd;
  const float *intrinsic, *sensorsize;
} Optics;

static bool optics_of(const mjModel* m, const mjvCamera* cam, Optics* optics) {
  int id = cam->fixedcamid;
  *optics = (Optics){m->vis.global.orthographic, m->vis.global.fovy, m->vis.global.ipd, NULL, NULL};
  if (cam->type == mjCAMERA_FREE || cam->type == mjCAMERA_TRACKING) return true;
  if (cam->type != mjCAMERA_FIXED) {
    mju_error("no camera is of type %d", cam->type);
    return false;
  }
  if (id < 0 || id >= m->ncam) {
    mju_error("there is no camera %d, the model has %d", id, (int)m->ncam);
    return false;
  }
  *optics = (Optics){m->cam_projection[id] == mjPROJ_ORTHOGRAPHIC, m->cam_fovy[id], m->cam_ipd[id], NULL, NULL};
  if (m->cam_sensorsize[2 * id + 1] != 0) {
    optics->sensorsize = m->cam_sensorsize + 2 * id;
    optics->intrinsic = m->cam_intrinsic + 4 * id;
  }
  return true;
}

void mjv_cameraFrustum(float zver[2], float zhor[2], float zclip[2], const mjModel* m, const mjvCamera* cam) {
  Optics optics;
  if (!optics_of(m, cam, &optics)) return;
  float znear = (float)(m->vis.map.znear * m->stat.extent);
  if (optics.intrinsic && !optics.orthographic) {
    ig_sensor_frustum(zver, zhor, znear, optics.intrinsic, optics.sensorsize);
  } else {
    mjtNum half = optics.orthographic ? optics.fovy / 2 : znear * ig_tan(optics.fovy * mjPI / 360.0);
    if (zver) zver[0] = zver[1] = (float)half;
    if (zhor) zhor[0] = zhor[1] = 0;
  }
  if (zclip) {
    zclip[0] = znear;
    zclip[1] = (float)(m->vis.map.zfar * m->stat.extent);
  }
}

void ig_update_camera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn) {
  if (!m || !cam || cam->type == mjCAMERA_USER) return;
  if (cam->type == mjCAMERA_TRACKING) {
    int body = cam->trackbodyid;
    if (body < 0 || body >= m->nbody) {
      mju_error("mjv_updateCamera: there is no body %d to track, the model has %d", body, (int)m->nbody);
      return;
    }
    ig_copy3(cam->lookat, d->subtree_com + 3 * body);
  }
  Optics optics;
  if (!optics_of(m, cam, &optics)) return;
  mjtNum head[3], forward[3], up[3], right[3];
  float zver[2], zhor[2], zclip[2];
  mjv_cameraFrame(head, forward, up, right, d, cam);
  mjv_cameraFrustum(zver, zhor, zclip, m, cam);

  // left and right eye
  for (int eye = 0; eye < 2; eye++) {
    mjvGLCamera* gl = scn->camera + eye;
    mjtNum side = eye ? optics.ipd : -optics.ipd;
    for (int i = 0; i < 3; i++) gl->pos[i] = (float)(head[i] + side * 0.5 * right[i]);
    ig_to_float(gl->forward, forward, 3);
    ig_to_float(gl->up, up, 3);
    gl->orthographic = optics.orthographic;
    gl->frustum_bottom = -zver[0];
    gl->frustum_top = zver[1];
    gl->frustum_center = (zhor[1] - zhor[0]) / 2;
    gl->frustum_width = (zhor[1] + zhor[0]) / 2;
    gl->frustum_near = zclip[0];
    gl->frustum_far = zclip[1];
  }

  // the model stands where the camera is told; the numbers of the transformation stay for later use
  scn->enabletransform = 0;
}

// ------------------------------------------------ both eyes as one ----------------------------------

// the numbers of a view volume
static const size_t frustum[] = {
    offsetof(mjvGLCamera, frustum_center), offsetof(mjvGLCamera, frustum_width), offsetof(mjvGLCamera, frustum_bottom),
    offsetof(mjvGLCamera, frustum_top),    offsetof(mjvGLCamera, frustum_near),  offsetof(mjvGLCamera, frustum_far),
};

static const float* frustum_field(const mjvGLCamera* cam, size_t i) { return (const float*)((const char*)cam + frustum[i]); }

mjvGLCamera ig_average_camera(const mjvGLCamera* cam1, const mjvGLCamera* cam2) {
  mjvGLCamera mean = *cam1;
  mjtNum forward[3], up[3], pos[3];
  if (cam1->orthographic != cam2->orthographic) {
    mju_error("mjv_averageCamera: an orthographic camera and another have no mean");
  }
  for (int i = 0; i < 3; i++) {
    pos[i] = ((mjtNum)cam1->pos[i] + cam2->pos[i]) * 0.5;
    forward[i] = (mjtNum)cam1->forward[i] + cam2->forward[i];
    up[i] = (mjtNum)cam1->up[i] + cam2->up[i];
  }
  ig_normalize3(forward);
  ig_addtoscl3(up, forward, -ig_dot3(up, forward));
  ig_normalize3(up);
  ig_to_float(mean.pos, pos, 3);
  ig_to_float(mean.forward, forward, 3);
  ig_to_float(mean.up, up, 3);
  for (size_t i = 0; i < sizeof(frustum) / sizeof(*frustum); i++) {
    float a = *frustum_field(cam1, i), b = *frustum_field(cam2, i);
    *(float*)frustum_field(&mean, i) = 0.5f * (a + b);
  }
  return mean;
}

mjtNum ig_frustum_height(const mjvScene* scn) {
  const mjvGLCamera *left = scn->camera, *right = scn->camera + 1;
  if (left->orthographic != right->orthographic) {
    mju_error("mjv_frustumHeight: an orthographic camera and another have no mean");
    return 0;
  }
  float height[2] = {left->frustum_top - left->frustum_bottom, right->frustum_top - right->frustum_bottom};
  if (!left->orthographic) {
    if (left->frustum_near < mjMINVAL || right->frustum_near < mjMINVAL) {
      mju_error("mjv_frustumHeight: frustum_near must be positive, it is %g and %g", left->frustum_near, right->frustum_near);
      return 0;
    }
    height[0] /= left->frustum_near;
    height[1] /= right->frustum_near;
  }
  return 0.5 * (height[0] + height[1]);
}

mjtNum ig_window_height_at(const mjvScene* scn, const mjtNum point[3], bool orthographic) {
  mjtNum head[3], forward[3];
  ig_camera_in_model(head, forward, NULL, scn);
  mjtNum height = ig_frustum_height(scn) * ig_inner(ig_minus(ig_vec(point), ig_vec(head)), ig_vec(forward));
  return orthographic ? height * 0.15 : height;
}
