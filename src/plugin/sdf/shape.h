// SPDX-License-Identifier: Apache-2.0
// Shapes by signed distance: what each of them brings, and the plugin that is made of it.
#ifndef INGOT_PLUGIN_SDF_SHAPE_H_
#define INGOT_PLUGIN_SDF_SHAPE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

enum { IG_SHAPE_ATTRIBUTES = 5 };

typedef struct {
  const char* name;
  int nattribute;
  const char* attribute[IG_SHAPE_ATTRIBUTES];
  mjtNum standard[IG_SHAPE_ATTRIBUTES];  // where none is given
  mjtNum (*distance)(const mjtNum point[3], const mjtNum* attribute);
  void (*box)(mjtNum aabb[6], const mjtNum* attribute);  // centre and half sizes
  // NULL: by differences, and the points where it was asked for are kept to be shown
  void (*gradient)(mjtNum gradient[3], const mjtNum point[3], const mjtNum* attribute);
} ig_SdfShape;

// numbers of attributes from their texts; false and an error when one is no number
bool ig_shape_attributes(const ig_SdfShape* shape, mjtNum* attribute, const char* const* text);

// the functions of a plugin that can not see whose they are
typedef struct {
  int (*init)(const mjModel* m, mjData* d, int instance);
  void (*attribute)(mjtNum attribute[], const char* name[], const char* value[]);
} ig_ShapeCalls;

int ig_shape_init(const ig_SdfShape* shape, const mjModel* m, mjData* d, int instance);
void ig_shape_register(const ig_SdfShape* shape, const ig_ShapeCalls* calls);

// registers a shape when the library is loaded
#define IG_SHAPE_PLUGIN(shape)                                                                                        \
  static int init_plugin(const mjModel* m, mjData* d, int instance) { return ig_shape_init(&shape, m, d, instance); } \
  static void read_attributes(mjtNum attribute[], const char* name[], const char* value[]) {                          \
    ig_shape_attributes(&shape, attribute, value);                                                                    \
  }                                                                                                                   \
  mjPLUGIN_LIB_INIT { ig_shape_register(&shape, &(ig_ShapeCalls){init_plugin, read_attributes}); }

// ------------------------------------------------ two shapes as one, by their distances

static inline mjtNum ig_join(mjtNum a, mjtNum b) { return a < b ? a : b; }
static inline mjtNum ig_overlap(mjtNum a, mjtNum b) { return a > b ? a : b; }
static inline mjtNum ig_cut(mjtNum a, mjtNum b) { return ig_overlap(a, -b); }

#endif  // INGOT_PLUGIN_SDF_SHAPE_H_
