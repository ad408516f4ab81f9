// SPDX-License-Identifier: Apache-2.0
// Programs over many worlds: what the checker generates, prints, reads back and makes smaller.
#ifndef INGOT_TESTS_WORLD_CHECKER_PROGRAM_H_
#define INGOT_TESTS_WORLD_CHECKER_PROGRAM_H_

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// ------------------------------------------------ numbers from a seed

typedef struct {
  uint64_t state;
} Random;

static inline uint64_t random_bits(Random* r) {
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// a stream of its own for each pair: what is left out changes no other
static inline Random random_of(uint32_t seed, uint32_t stream) {
  Random r = {(uint64_t)seed << 32 | stream};
  random_bits(&r);
  return r;
}

static inline int random_below(Random* r, int n) { return n > 0 ? (int)(random_bits(r) % (uint64_t)n) : 0; }
static inline double random_unit(Random* r) { return (double)(random_bits(r) >> 11) / (double)(1ull << 53); }
static inline double random_signed(Random* r) { return 2 * random_unit(r) - 1; }

// ------------------------------------------------ a program

// what a scene has beside a chain of joints
typedef enum {
  HAS_FLOOR,
  HAS_FREE,    // bodies with a free joint
  HAS_MANY,    // more of them
  HAS_LIMITS,  // limits, friction and springs in the joints
  HAS_ACTUATORS,
  HAS_TENDONS,
  HAS_WRAPPING,
  HAS_MOCAP,
  HAS_EQUALITIES,
  HAS_SENSORS,
  HAS_SIGHT,  // sensors that look at the scene
  HAS_DELAYS,
  HAS_HFIELD,
  HAS_MESH,
  HAS_MEDIUM,  // fluid, wind, compensation of gravity
  HAS_OPTIONS,
  HAS_FLAGS,
  HAS_ARENA,    // a small one
  HAS_KINETIC,  // a sensor that looks back at the step before
  HAS_SLEEP,
  HAS_COUNT
} Feature;

typedef struct {
  uint32_t seed, features;
} Scene;

// clang-format off
#define CALLS                                                                                                       \
  X(step) X(follow) X(rollout) X(forward) X(reset) X(set_state) X(write) X(policy) X(parameter) X(setting) X(choice) \
  X(own_model) X(output) X(look) X(gather) X(function) X(question) X(clear) X(replace) X(move)
// clang-format on

typedef enum {
#define X(name) CALL_##name,
  CALLS
#undef X
      CALL_COUNT
} CallKind;

// what n, a and b say depends on the kind; numbers come from the seed
typedef struct {
  CallKind kind;
  uint64_t mask;
  int n, a, b;
  uint32_t seed;
} Call;

enum { MOST_CALLS = 64, MOST_WORLDS = 24, MOST_SCENES = 2 };

typedef struct {
  int nworld, threads, width, nscene, ncall;
  Scene scene[MOST_SCENES];  // world e has scene e % nscene
  Call call[MOST_CALLS];
} Program;

extern const char* const call_names[CALL_COUNT];

// `widths`: how many tables there are; `device`: whether there is one to move to
Program program_make(uint32_t seed, int widths, bool device);

void program_print(const Program* p, FILE* to);
bool program_read(Program* p, FILE* from);

#endif  // INGOT_TESTS_WORLD_CHECKER_PROGRAM_H_
