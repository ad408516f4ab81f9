// SPDX-License-Identifier: Apache-2.0
#include "picture.h"

#include <ingot/render.h>
#include <math.h>
#include <spng.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "command.h"
#include "output.h"
#include "source.h"
#include "terminal.h"

bool ig_option_size(const char* text, int* width, int* height) {
  char rest;
  if (sscanf(text, "%dx%d%c", width, height, &rest) == 2 && *width > 0 && *height > 0 && *width <= 16384 && *height <= 16384)
    return true;
  ig_complain(IG_EXIT_USAGE, "--size: '%s' is not WIDTHxHEIGHT with numbers from 1 to 16384", text);
  return false;
}

bool ig_option_png(const char* option, const char* path) {
  const char* base = strrchr(path, '/');
  const char* dot = strrchr(base ? base : path, '.');
  if (!dot || dot == path || !strcasecmp(dot, ".png")) return true;
  ig_complain(IG_EXIT_USAGE, "%s: pictures are written as PNG: '%s' ends in '%s', not in .png", option, path, dot);
  return false;
}

int ig_picture_open(ig_Picture* p, mjModel* m, const char* camera, int width, int height) {
  *p = (ig_Picture){.m = m, .width = width, .height = height};
  mjv_defaultOption(&p->option);
  mjv_defaultFreeCamera(m, &p->camera);
  if (camera) {
    p->camera.type = mjCAMERA_FIXED;
    if ((p->camera.fixedcamid = ig_option_object(m, mjOBJ_CAMERA, "camera", camera)) < 0) return IG_EXIT_USAGE;
  }
  size_t pixels = (size_t)width * (size_t)height;
  p->rgb = malloc(3 * pixels);
  p->depth = malloc(sizeof(float) * pixels);
  if (!p->rgb || !p->depth) return ig_complain(IG_EXIT_ENGINE, "no memory for a picture of %d x %d", width, height);
  m->vis.global.offwidth = width;
  m->vis.global.offheight = height;
  mjv_defaultScene(&p->scene);
  mjv_makeScene(m, &p->scene, 10000 + (int)m->ngeom);
  mjr_makeContext(m, &p->context, mjFONTSCALE_100);
  p->context.readDepthMap = mjDEPTH_ZEROFAR;
  ingot_setRenderThreads(&p->context, (int)sysconf(_SC_NPROCESSORS_ONLN));
  return IG_EXIT_OK;
}

void ig_picture_close(ig_Picture* p) {
  free(p->rgb);
  free(p->depth);
  mjr_freeContext(&p->context);
  mjv_freeScene(&p->scene);
  *p = (ig_Picture){0};
}

static void flip(void* rows, size_t row, int height) {
  char* bytes = rows;
  char* spare = malloc(row);
  for (int low = 0, high = height - 1; spare && low < high; low++, high--) {
    memcpy(spare, bytes + row * (size_t)low, row);
    memcpy(bytes + row * (size_t)low, bytes + row * (size_t)high, row);
    memcpy(bytes + row * (size_t)high, spare, row);
  }
  free(spare);
}

void ig_picture_read(ig_Picture* p) {
  mjr_readPixels(p->rgb, NULL, (mjrRect){0, 0, p->width, p->height}, &p->context);
  flip(p->rgb, 3 * (size_t)p->width, p->height);
}

static void draw(ig_Picture* p, mjData* d, bool depth) {
  mjrRect view = {0, 0, p->width, p->height};
  // infinite planes lie where the camera was at the update before
  for (int i = 0; i < 2; i++) mjv_updateScene(p->m, d, &p->option, NULL, &p->camera, mjCAT_ALL, &p->scene);
  mjr_render(view, &p->scene, &p->context);
  mjr_readPixels(p->rgb, depth ? p->depth : NULL, view, &p->context);
  flip(p->rgb, 3 * (size_t)p->width, p->height);
}

void ig_picture_take(ig_Picture* p, mjData* d, bool depth) {
  // depth without smoothing, in the middle of pixels
  p->scene.flags[mjRND_SEGMENT] = depth;
  draw(p, d, depth);
  p->scene.flags[mjRND_SEGMENT] = 0;
  if (!depth) return;
  flip(p->depth, sizeof(float) * (size_t)p->width, p->height);
  // from the depth buffer to metres
  mjvGLCamera cam = mjv_averageCamera(p->scene.camera, p->scene.camera + 1);
  double near = cam.frustum_near, far = cam.frustum_far;
  for (size_t i = 0; i < (size_t)p->width * (size_t)p->height; i++) {
    double z = p->depth[i];
    p->depth[i] = (float)(cam.orthographic ? far - z * (far - near) : near * far / (near + z * (far - near)));
  }
}

void ig_picture_segments(ig_Picture* p, mjData* d) {
  p->scene.flags[mjRND_SEGMENT] = 1;
  p->scene.flags[mjRND_IDCOLOR] = 0;
  draw(p, d, false);
  p->scene.flags[mjRND_SEGMENT] = 0;
}

// two pixels in a character: the upper half block in the colour of the upper one, on that of the lower one
static void print_rows(const ig_Picture* p) {
  for (int y = 0; y + 1 < p->height; y += 2) {
    printf("  ");
    for (int x = 0; x < p->width; x++) {
      const unsigned char *up = p->rgb + 3 * (y * p->width + x), *down = up + 3 * p->width;
      printf("\033[38;2;%d;%d;%dm\033[48;2;%d;%d;%dm\342\226\200", up[0], up[1], up[2], down[0], down[1], down[2]);
    }
    printf("\033[0m\n");
  }
}

void ig_picture_print(mjModel* m, int columns) {
  const char* colours = getenv("COLORTERM");
  if (!*ig_colour(stdout, IG_BOLD) || !colours || (strcmp(colours, "truecolor") && strcmp(colours, "24bit"))) return;
  ig_Picture p;
  mjData* d = mj_makeData(m);
  if (d && !ig_picture_open(&p, m, NULL, columns, columns / 2)) {
    mj_forward(m, d);
    ig_picture_take(&p, d, false);
    print_rows(&p);
    ig_picture_close(&p);
  }
  mj_deleteData(d);
}

void* ig_png(const void* pixels, int width, int height, int channels, size_t* size) {
  spng_ctx* png = spng_ctx_new(SPNG_CTX_ENCODER);
  if (!png) return NULL;
  spng_set_option(png, SPNG_ENCODE_TO_BUFFER, 1);
  struct spng_ihdr head = {.width = (uint32_t)width,
                           .height = (uint32_t)height,
                           .bit_depth = channels == 1 ? 16 : 8,
                           .color_type = channels == 1 ? SPNG_COLOR_TYPE_GRAYSCALE : SPNG_COLOR_TYPE_TRUECOLOR};
  size_t bytes = (size_t)width * (size_t)height * (channels == 1 ? 2 : 3);
  int error = spng_set_ihdr(png, &head);
  if (!error) error = spng_encode_image(png, pixels, bytes, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
  void* out = error ? NULL : spng_get_png_buffer(png, size, &error);
  spng_ctx_free(png);
  return out;
}

bool ig_write_png(const char* path, const void* pixels, int width, int height, int channels) {
  size_t size = 0;
  ig_Output output;
  void* png = ig_png(pixels, width, height, channels, &size);
  if (!png) {
    ig_complain(IG_EXIT_ENGINE, "no memory for a PNG of %d x %d", width, height);
    return false;
  }
  bool opened = ig_output_open(&output, path);
  if (opened) fwrite(png, 1, size, output.stream);
  free(png);
  return opened && ig_output_commit(&output);
}
