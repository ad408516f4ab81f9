// SPDX-License-Identifier: Apache-2.0
// Pictures of a model's state, and files of them.
#ifndef INGOT_CLI_PICTURE_H_
#define INGOT_CLI_PICTURE_H_

#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  const mjModel* m;
  int width, height;
  mjvScene scene;
  mjvOption option;
  mjvCamera camera;
  mjrContext context;
  unsigned char* rgb;  // height x width x 3, the uppermost row first
  float* depth;        // metres along the sight, likewise
} ig_Picture;

// camera: NULL for the free one, else a name or a number; complains and returns an exit code
int ig_picture_open(ig_Picture* picture, mjModel* m, const char* camera, int width, int height);
void ig_picture_close(ig_Picture* picture);

// what was drawn into the context by other means
void ig_picture_read(ig_Picture* picture);

// draw a state whose positions are up to date: colours, and depth if asked
void ig_picture_take(ig_Picture* picture, mjData* d, bool depth);
// draw each object in a colour of its own; scene.geoms[i].segid are the numbers behind the colours
void ig_picture_segments(ig_Picture* picture, mjData* d);

// "640x480"; complains and returns false
// pictures of another kind than PNG are refused; a name without an ending is fine
bool ig_option_png(const char* option, const char* path);
bool ig_option_size(const char* text, int* width, int* height);

// A small picture of the model's first state in the characters of a terminal; nothing where colours are not shown in full.
void ig_picture_print(mjModel* m, int columns);

// A PNG in memory, to be freed; channels: 3 colours of a byte, or 1 grey of two bytes. NULL: no memory.
void* ig_png(const void* pixels, int width, int height, int channels, size_t* size);
// complains and returns false
bool ig_write_png(const char* path, const void* pixels, int width, int height, int channels);

// ---- moving pictures, by the file's ending: .mp4, .webm and .mkv through ffmpeg, .gif, .png and .apng by ourselves
typedef struct ig_Video_ ig_Video;
ig_Video* ig_video_open(const char* path, int width, int height, double frames_per_second);  // NULL after a complaint
bool ig_video_add(ig_Video* video, const unsigned char* rgb);
bool ig_video_close(ig_Video* video, bool keep);  // complains and returns false when the file is not there

#endif  // INGOT_CLI_PICTURE_H_
