// SPDX-License-Identifier: Apache-2.0
// The hull of a mesh as a graph, and the climb over it to the vertex farthest along a direction.
#ifndef INGOT_COLLIDE_CONVEX_HULL_H_
#define INGOT_COLLIDE_CONVEX_HULL_H_

#include <mujoco/mujoco.h>

#include "lane/lane.h"
#include "lane/num.h"

typedef struct {
  const int* first;     // of each hull vertex: the start of its list of neighbours, which ends with a negative number
  const int* id;        // mesh vertex of each hull vertex
  const int* neighbor;  // the lists, in hull vertices
  const float* vert;    // of the mesh
} ig_Hull;

IG_INLINE ig_Hull ig_hull(const int* graph, const float* vert) {
  int n = graph[0];
  return (ig_Hull){.first = graph + 2, .id = graph + 2 + n, .neighbor = graph + 2 + 2 * n, .vert = vert};
}

IG_INLINE num ig_dot_vertex(const num dir[3], const float v[3]) {
  return dir[0] * (num)v[0] + dir[1] * (num)v[1] + dir[2] * (num)v[2];
}

// of n vertices the one farthest along dir, if it is farther than `most`; else the one given
IG_INLINE int ig_farthest_vertex(const float* vert, int n, const num dir[3], int best, num most) {
  for (int i = 0; i < n; i++) {
    num dot = ig_dot_vertex(dir, vert + 3 * i);
    if (dot > most) {
      most = dot;
      best = i;
    }
  }
  return best;
}

// where a climb stands: a hull vertex, and what a neighbour has to exceed
typedef struct {
  int at;
  num most;
} ig_Climb;

// to the top, from neighbour to neighbour
void ig_climb(ig_Climb* c, const ig_Hull* hull, const num dir[3]);

// two climbs at once, in less time than one after the other
void ig_climb_both(ig_Climb* a, const ig_Hull* hull_a, const num dir_a[3], ig_Climb* b, const ig_Hull* hull_b,
                   const num dir_b[3]);

#endif  // INGOT_COLLIDE_CONVEX_HULL_H_
