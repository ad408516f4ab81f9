// SPDX-License-Identifier: Apache-2.0
// A model, a scene and a context of a small picture, for the tests of the renderer.
#ifndef INGOT_TESTS_RENDER_STAGE_H_
#define INGOT_TESTS_RENDER_STAGE_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

enum { IG_STAGE_MAX = 320 * 240 };

typedef struct {
  mjModel* m;
  mjData* d;
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjrContext con;
  int width, height;
  unsigned char rgb[3 * IG_STAGE_MAX];  // lowest row first
  float depth[IG_STAGE_MAX];
} ig_Stage;

// from a file of tests/ or models/ ("render/shapes.xml"), or from text; false: the running test has failed
bool ig_stage_open(ig_Stage* s, const char* model, int width, int height);
void ig_stage_close(ig_Stage* s);
void ig_stage_camera(ig_Stage* s, const char* name);

// update the scene, draw, read colours and depth
void ig_stage_draw(ig_Stage* s);
uint64_t ig_stage_hash(const ig_Stage* s);
const unsigned char* ig_stage_pixel(const ig_Stage* s, int x, int y);

#endif  // INGOT_TESTS_RENDER_STAGE_H_
