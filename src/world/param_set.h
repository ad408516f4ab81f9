// SPDX-License-Identifier: Apache-2.0
// Numbers of the model that each world of a group has of its own, by field: "body_mass", "opt.gravity", "opt.iterations".
// They are kept as doubles over the worlds, whatever their type in mjModel: number i of world e is at now[i * worlds + e].
#ifndef INGOT_WORLD_PARAM_SET_H_
#define INGOT_WORLD_PARAM_SET_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "model/field.h"
#include "step/width.h"

typedef struct {
  char name[48];
  size_t offset;      // in mjModel: of the pointer, or of the numbers themselves
  bool array;         // behind a pointer
  ig_FieldKind kind;  // numbers, floats, ints or bytes
  int count;          // numbers of a world; those of bvh_aabb are the first of the array: trees of meshes are shared
  int whole;          // numbers of the array
  bool laned;         // read lane by lane, else the worlds of a vector must agree in it
  bool host_only;     // kernels of devices have no place for it
  bool in_model;      // lanes read it in the model of the lane, and have no array of it
  int shape;  // bits that shape what lanes are made of: a world that differs from the model in one of them is stepped alone
  double *now, *last;
} ig_ParamColumn;

typedef struct {
  int worlds, n;
  ig_ParamColumn* list;
} ig_ParamSet;

// what a field of the model is, without numbers; false: there is no such field
bool ig_param_describe(const mjModel* m, const char* name, ig_ParamColumn* column);

// why worlds cannot have a field of their own, though it is made of numbers; NULL: they can
const char* ig_param_refusal(const char* name);

// no stage looks at it
bool ig_param_is_shown(const char* name);

// kernels of a device have it of each world, or look at it nowhere
bool ig_param_on_device(const ig_ParamColumn* column);

// An option that is a choice of few (solver, cone, ...): a number that is none of them. The text says what is expected.
bool ig_param_is_no_choice(const char* name, double number, char* text, size_t size);

// the numbers of a field, filled with the model's when they are new; NULL: no such field, or no memory
ig_ParamColumn* ig_param_column(ig_ParamSet* params, const mjModel* m, int worlds, const char* name);
const ig_ParamColumn* ig_param_find(const ig_ParamSet* params, const char* name);
void ig_params_free(ig_ParamSet* params);

// copy what is now into what was at the last step
void ig_params_snapshot(const ig_ParamSet* params, int world);

// a model that shares all arrays with m but those that have columns, to be given to ig_free; NULL: no memory
mjModel* ig_params_model(const ig_ParamSet* params, const mjModel* m);

// the numbers of one world into such a model; options and flags of m are taken over first
void ig_params_fill(const ig_ParamSet* params, const mjModel* m, mjModel* model, int world, bool last);

// the same into a model whose arrays are all its own; and back, of one field, as they are there
void ig_params_write(const ig_ParamSet* params, mjModel* model, int world, bool last);
void ig_param_read(const ig_ParamSet* params, const ig_ParamColumn* column, const mjModel* model, int world);

// the numbers of a world into a lane
void ig_params_to_lane(const ig_ParamSet* params, const ig_Width* width, const mjModel* m, void* lanes, int lane, int world,
                       bool last);

// order of two worlds by what must agree in a vector, now or at the last step: 0 when they may stand side by side
int ig_params_compare(const ig_ParamSet* params, int a, int b, bool last);

// the world's numbers of a field are not the model's
bool ig_param_differs(const ig_ParamSet* params, const mjModel* m, const ig_ParamColumn* column, int world);

// the world differs from the model in something that lanes cannot have
bool ig_params_alone(const ig_ParamSet* params, const mjModel* m, int world);

#endif  // INGOT_WORLD_PARAM_SET_H_
