// SPDX-License-Identifier: Apache-2.0
// Buffers of a context and their pixels.
#ifndef INGOT_RENDER_PIXELS_H_
#define INGOT_RENDER_PIXELS_H_

#include <mujoco/mujoco.h>

// which buffer is drawn to; mjtFramebuffer
void ig_set_buffer(int framebuffer, mjrContext* con);

// the one that was set, after an auxiliary one
void ig_restore_buffer(const mjrContext* con);

// either may be NULL
void ig_read_pixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con);

// an auxiliary buffer drawn to, and copied to the one that was set
void ig_set_aux(int index, const mjrContext* con);
void ig_blit_aux(int index, mjrRect src, int left, int bottom, const mjrContext* con);

#endif  // INGOT_RENDER_PIXELS_H_
