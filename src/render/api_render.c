// SPDX-License-Identifier: Apache-2.0
// The public functions of pictures that the library calls too.
#include <mujoco/mujoco.h>

#include "render/context.h"
#include "render/pixels.h"
#include "render/render.h"

void mjr_defaultContext(mjrContext* con) { ig_context_default(con); }

void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale) { ig_context_make(m, con, fontscale); }

void mjr_freeContext(mjrContext* con) { ig_context_free(con); }

void mjr_resizeOffscreen(int width, int height, mjrContext* con) { ig_context_resize(width, height, con); }

void mjr_setBuffer(int framebuffer, mjrContext* con) { ig_set_buffer(framebuffer, con); }

void mjr_restoreBuffer(const mjrContext* con) { ig_restore_buffer(con); }

void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con) {
  ig_read_pixels(rgb, depth, viewport, con);
}

void mjr_setAux(int index, const mjrContext* con) { ig_set_aux(index, con); }

void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con) {
  ig_blit_aux(index, src, left, bottom, con);
}

void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con) { ig_render(viewport, scn, con); }
