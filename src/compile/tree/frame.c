// SPDX-License-Identifier: Apache-2.0
#include "compile/tree/frame.h"

#include "math/quat.h"
#include "math/vec3.h"
#include "spec/pose.h"

enum { MAX_NESTED = 1024 };

static ig_CFrame* outer_of(const ig_CFrame* frame) {
  return frame->r.from->frame ? (ig_CFrame*)frame->r.from->frame->el.work : NULL;
}

// the frames around it are done
static bool place_frame(ig_Compiler* c, ig_CFrame* frame) {
  const mjsFrame* s = IG_PUBLIC(mjsFrame, frame->r.from);
  ig_copy3(frame->pos, s->pos);
  ig_copy4(frame->quat, s->quat);
  const char* wrong = ig_resolve_orientation(frame->quat, frame->r.from->compiler, &s->alt);
  if (wrong) return ig_refuse(c, frame, "frame: orientation can not be read, %s", wrong);
  const ig_CFrame* outer = outer_of(frame);
  if (outer) {
    frame->depth = outer->depth + 1;
    ig_pose_prepend(outer->pos, outer->quat, frame->pos, frame->quat);
  }
  if (frame->depth >= MAX_NESTED) return ig_refuse(c, frame, "frames can be nested %d deep", MAX_NESTED);
  ig_make_unit(frame->quat, 4);
  frame->ready = true;
  return true;
}

// outer frames first; a chain ends at the body, and one that does not end holds itself
bool ig_compile_frame(ig_Compiler* c, void* record) {
  ig_CFrame* frame = record;
  if (frame->ready) return true;
  ig_CFrame* at = frame;
  at->inner = NULL;
  int unplaced = 0;
  for (ig_CFrame* outer; (outer = outer_of(at)) && !outer->ready; at = outer) {
    if (++unplaced >= MAX_NESTED) return ig_refuse(c, frame, "frames can be nested %d deep, and none in itself", MAX_NESTED);
    outer->inner = at;
  }
  for (; at; at = at->inner) {
    if (!place_frame(c, at)) return false;
  }
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
