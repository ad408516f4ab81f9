#include "compile/tree/frame.h"

#include "math/quat.h"
#include "math/vec3.h"
#include "spec/pose.h"

bool ig_compile_frame(ig_Compiler* c, ig_CFrame* frame) {
  if (frame->ready) return true;
  const mjsFrame* s = IG_PUBLIC(mjsFrame, frame->r.from);
  ig_copy3(frame->pos, s->pos);
  ig_copy4(frame->quat, s->quat);
  const char* wrong = ig_resolve_orientation(frame->quat, frame->r.from->compiler, &s->alt);
  if (wrong) return ig_refuse(c, frame, "frame: orientation can not be read, %s", wrong);

  // outer frames first; a chain ends at the body
  ig_CFrame* outer = frame->r.from->frame ? frame->r.from->frame->el.work : NULL;
  if (outer) {
    if (!ig_compile_frame(c, outer)) return false;
    ig_pose_prepend(outer->pos, outer->quat, frame->pos, frame->quat);
  }
  ig_make_unit(frame->quat, 4);
  frame->ready = true;
  return true;
}

void ig_leave_frame(const void* record, double pos[3], double quat[4]) {
  const ig_CFrame* frame = ig_frame_of(record);
  if (frame) ig_pose_prepend(frame->pos, frame->quat, pos, quat);
}

void ig_leave_frame_axis(const void* record, double pos[3], double axis[3]) {
  const ig_CFrame* frame = ig_frame_of(record);
  if (!frame) return;
  double none[4] = {1, 0, 0, 0};
  ig_pose_prepend(frame->pos, frame->quat, pos, none);
  if (axis) ig_rotvecquat(axis, axis, frame->quat);
}
