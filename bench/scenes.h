// SPDX-License-Identifier: Apache-2.0
// Models of the benchmarks, as MJCF text.
#ifndef INGOT_BENCH_SCENES_H_
#define INGOT_BENCH_SCENES_H_

#include <stddef.h>

typedef struct {
  const char* name;
  void (*write)(char* text, size_t size);
} ig_BenchScene;

extern const ig_BenchScene ig_bench_scenes[];
extern const int ig_nbench_scene;

// append, never past the end
void ig_bench_add(char* text, size_t size, const char* format, ...) __attribute__((format(printf, 3, 4)));

#endif  // INGOT_BENCH_SCENES_H_
