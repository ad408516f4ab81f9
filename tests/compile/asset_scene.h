// SPDX-License-Identifier: Apache-2.0
// Models with files in memory, for the tests of assets.
#ifndef INGOT_TESTS_COMPILE_ASSET_SCENE_H_
#define INGOT_TESTS_COMPILE_ASSET_SCENE_H_

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

typedef struct ig_TestFile_ {
  const char* name;
  const void* bytes;
  int size;
} ig_TestFile;

// contents of <asset>, with one file; NULL with the message in ig_compiled_error()
mjModel* ig_asset_model(const char* asset, const ig_TestFile* file);

// an image of 8 or 16 bits per sample; colour: 0 grey, 2 RGB, 6 RGBA. The caller frees it with free
ig_TestFile ig_test_png(const char* name, int width, int height, int colour, int depth, int srgb, const void* samples);

// of 8 bits, with rows stored by one of libspng's choices of filters
ig_TestFile ig_test_png_by(const char* name, int width, int height, int colour, int filter, int srgb, const void* samples);

// FNV-1a over bytes
uint64_t ig_test_hash(const void* bytes, size_t n);

#endif  // INGOT_TESTS_COMPILE_ASSET_SCENE_H_
