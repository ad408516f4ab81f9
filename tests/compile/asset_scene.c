// SPDX-License-Identifier: Apache-2.0
#include "asset_scene.h"

#include <spng.h>
#include <stdio.h>

#include "compiled.h"

mjModel* ig_asset_model(const char* asset, const ig_TestFile* file) {
  char xml[4000];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  if (file) mj_addBufferVFS(&vfs, file->name, file->bytes, file->size);
  snprintf(xml, sizeof(xml), "<mujoco><asset>%s</asset><worldbody><body name='a'/><body name='b'/></worldbody></mujoco>", asset);
  mjModel* m = ig_compiled_vfs(xml, &vfs);
  mj_deleteVFS(&vfs);
  return m;
}

static ig_TestFile encode(const char* name, int width, int height, int colour, int depth, int filter, int srgb,
                          const void* samples) {
  int channels = colour == 0 ? 1 : colour == 2 ? 3 : 4, error;
  size_t size;
  struct spng_ihdr head = {
      .width = (uint32_t)width, .height = (uint32_t)height, .bit_depth = (uint8_t)depth, .color_type = (uint8_t)colour};
  spng_ctx* png = spng_ctx_new(SPNG_CTX_ENCODER);
  spng_set_option(png, SPNG_ENCODE_TO_BUFFER, 1);
  spng_set_ihdr(png, &head);
  if (filter) spng_set_option(png, SPNG_FILTER_CHOICE, filter);
  if (srgb) spng_set_srgb(png, 0);
  spng_encode_image(png, samples, (size_t)(width * height * channels * depth / 8), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
  void* bytes = spng_get_png_buffer(png, &size, &error);
  spng_ctx_free(png);
  return (ig_TestFile){name, bytes, (int)size};
}

ig_TestFile ig_test_png(const char* name, int width, int height, int colour, int depth, int srgb, const void* samples) {
  return encode(name, width, height, colour, depth, 0, srgb, samples);
}

ig_TestFile ig_test_png_by(const char* name, int width, int height, int colour, int filter, int srgb, const void* samples) {
  return encode(name, width, height, colour, 8, filter, srgb, samples);
}

uint64_t ig_test_hash(const void* bytes, size_t n) {
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < n; i++) h = (h ^ ((const unsigned char*)bytes)[i]) * 0x100000001b3u;
  return h;
}
