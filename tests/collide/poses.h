// SPDX-License-Identifier: Apache-2.0
// One geom of every kind, and reproducible poses for pairs of them, from apart to deep.
#ifndef INGOT_TESTS_COLLIDE_POSES_H_
#define INGOT_TESTS_COLLIDE_POSES_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

extern const char* const ig_zoo_xml;

// the model of the zoo, or NULL with the running test failed
mjModel* ig_zoo(void);

// reproducible numbers in [0, 1)
double ig_random(unsigned long long* seed);

// put two geoms near each other; aligned: along the axes, at multiples of a grid, so that faces and edges meet
void ig_pose_pair(const mjModel* m, mjData* d, int geom1, int geom2, bool aligned, unsigned long long* seed);

// ways to run the colliders
typedef struct {
  const char* name;
  int disable, enable;
  mjtNum margin;
  bool aligned;
} ig_Way;

extern const ig_Way ig_ways[];
enum { IG_NWAY = 6 };

// pairs of geoms that have a collider, smaller type first; returns their number
enum { IG_MAX_PAIRS = 100 };
int ig_zoo_pairs(const mjModel* m, int pair[IG_MAX_PAIRS][2]);

// contacts over many poses of a pair: how many, and a weighted sum of distances, positions and normals
typedef struct {
  double count, sum;
} ig_Digest;

ig_Digest ig_digest_pair(mjModel* m, mjData* d, const int pair[2], const ig_Way* way);

// flexes among shapes and against themselves
typedef struct {
  const char *name, *inside;
} ig_Cloth;

enum { IG_NCLOTH = 11 };
extern const ig_Cloth ig_cloths[];

mjModel* ig_cloth(const ig_Cloth* cloth);
ig_Digest ig_digest_cloth(mjModel* m, mjData* d, bool midphase);

#endif  // INGOT_TESTS_COLLIDE_POSES_H_
