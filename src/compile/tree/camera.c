// SPDX-License-Identifier: Apache-2.0
#include "compile/tree/camera.h"

#include "compile/tree/frame.h"
#include "lane/elementary.h"
#include "spec/pose.h"

// in single precision: the quotient is rounded first, as it is in the reference's arithmetic
static float half_angle(float opposite, float adjacent) {
  return adjacent > 0 ? (float)ig_atan2(opposite / adjacent, 1) : (float)ig_atan2(opposite, adjacent);
}

// focal length and principal point in length units: pixels win over lengths; fovy follows from them
static bool set_intrinsics(ig_Compiler* c, ig_CCamera* camera) {
  mjsCamera* s = &camera->s;
  const char* name = ig_record_name(camera);
  bool sensor = s->sensor_size[0] > 0 && s->sensor_size[1] > 0, lens = false;
  for (int i = 0; i < 2; i++) {
    lens = lens || s->focal_length[i] || s->focal_pixel[i] || s->principal_length[i] || s->principal_pixel[i];
  }
  if (lens && !sensor) {
    return ig_refuse(c, camera, "camera '%s' (id %d): focal/principal require sensorsize", name, camera->r.id);
  }
  if (sensor && (s->resolution[0] <= 0 || s->resolution[1] <= 0)) {
    return ig_refuse(c, camera, "camera '%s' (id %d): sensorsize requires positive resolution, not %d %d", name, camera->r.id,
                     s->resolution[0], s->resolution[1]);
  }
  // no sensor: fovy alone decides
  if (!sensor) {
    s->intrinsic[0] = s->intrinsic[1] = c->s.visual.map.znear;
    return true;
  }
  for (int i = 0; i < 2; i++) {
    float density = (float)s->resolution[i] / s->sensor_size[i];
    s->intrinsic[i] = s->focal_pixel[i] ? s->focal_pixel[i] / density : s->focal_length[i];
    s->intrinsic[2 + i] = s->principal_pixel[i] ? s->principal_pixel[i] / density : s->principal_length[i];
  }
  s->fovy = half_angle(s->sensor_size[1] / 2, s->intrinsic[1]) * 360.0 / IG_PI;
  return true;
}

bool ig_compile_camera(ig_Compiler* c, ig_CCamera* camera) {
  mjsCamera* s = &camera->s;
  if (!ig_check_user(c, camera, s->userdata, c->s.nuser_cam, "nuser_cam")) return false;
  const char* wrong = ig_resolve_orientation(s->quat, camera->r.from->compiler, &s->alt);
  if (wrong) return ig_refuse(c, camera, "camera: orientation can not be read, %s (id %d)", wrong, camera->r.id);
  ig_leave_frame(camera, s->pos, s->quat);
  ig_make_unit(s->quat, 4);
  if (!ig_text_empty(s->targetbody)) {
    camera->target = ig_lookup(c, mjOBJ_BODY, ig_text(s->targetbody));
    if (!camera->target) return ig_refuse(c, camera, "camera: target body '%s' not found", ig_text(s->targetbody));
  }
  if (s->fovy >= 180) {
    return ig_refuse(c, camera, "camera '%s' (id %d): fovy too large: %g, must stay below 180 degrees", ig_record_name(camera),
                     camera->r.id, s->fovy);
  }
  return set_intrinsics(c, camera);
}

void ig_write_camera(const ig_Compiler* c, const void* record) {
  const ig_CCamera* camera = record;
  mjModel* m = c->model;
  const mjsCamera* s = &camera->s;
  int id = camera->r.id;
  m->cam_bodyid[id] = camera->body->r.id;
  m->cam_mode[id] = s->mode;
  m->cam_targetbodyid[id] = ig_id(camera->target);
  IG_PUT(m->cam_pos, id, s->pos, 3);
  IG_PUT(m->cam_quat, id, s->quat, 4);
  m->cam_projection[id] = s->proj;
  m->cam_fovy[id] = s->fovy;
  m->cam_ipd[id] = s->ipd;
  IG_PUT(m->cam_resolution, id, s->resolution, 2);
  m->cam_output[id] = s->output;
  IG_PUT(m->cam_sensorsize, id, s->sensor_size, 2);
  IG_PUT(m->cam_intrinsic, id, s->intrinsic, 4);
  ig_put_user(m->cam_user, id, m->nuser_cam, s->userdata);
}
