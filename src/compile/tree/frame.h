// SPDX-License-Identifier: Apache-2.0
// Frames: poses between a body and its elements.
#ifndef INGOT_COMPILE_TREE_FRAME_H_
#define INGOT_COMPILE_TREE_FRAME_H_

#include "compile/record/record.h"

bool ig_compile_frame(ig_Compiler* c, void* record);

// the frame around an element, or NULL
static inline const ig_CFrame* ig_frame_of(const void* record) {
  const ig_Record* r = record;
  return r->from->frame ? r->from->frame->el.work : NULL;
}

// moves a pose from the element's frame to the body's
void ig_leave_frame(const void* record, double pos[3], double quat[4]);

// the same for a position with a direction (may be NULL)
void ig_leave_frame_axis(const void* record, double pos[3], double axis[3]);

#endif  // INGOT_COMPILE_TREE_FRAME_H_
