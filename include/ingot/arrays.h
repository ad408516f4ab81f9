// SPDX-License-Identifier: Apache-2.0
// The arrays and numbers of mjModel and mjData by name: for bindings, and for programs that choose them at run time.
#ifndef INGOT_ARRAYS_H_
#define INGOT_ARRAYS_H_

#include <ingot/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ingotType_ {
  INGOT_DOUBLE = 0,
  INGOT_FLOAT,
  INGOT_INT,
  INGOT_BYTE,
  INGOT_CHAR,
  INGOT_SIZE,    // 64 bits
  INGOT_STRUCT,  // a struct of the API, such as mjContact
} ingotType;

// rows * columns elements in place, row by row
typedef struct ingotArray_ {
  void* data;
  ingotType type;
  int size;        // bytes of one element
  int dimensions;  // 0: a single number, 1: columns is 1, 2
  int fixed;       // 1: stays in its place as long as the model or data lives; 0: moves with every step
  mjtSize rows, columns;
  int structure;  // 1: sizes, indices, types and other numbers that memory safety rests on: to be read, never changed
} ingotArray;

// "body_mass", "opt.gravity", "stat.center", "nq", ...
MJAPI ingotStatus ingot_modelArray(const mjModel* m, const char* name, ingotArray* array, ingotReport* report);

// "xpos", "time", "ncon", "contact", "efc_force", ...
MJAPI ingotStatus ingot_dataArray(const mjModel* m, const mjData* d, const char* name, ingotArray* array, ingotReport* report);

// all of these names, by number from 0 on; NULL past the last
MJAPI const char* ingot_modelArrayName(int number);
MJAPI const char* ingot_dataArrayName(int number);

#ifdef __cplusplus
}
#endif

#endif  // INGOT_ARRAYS_H_
