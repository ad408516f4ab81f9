// SPDX-License-Identifier: Apache-2.0
// The arrays of mjModel and mjData as a table: where the pointer is, how large the array is.
// Allocation, copying, MJB and printing are loops over it.
#ifndef INGOT_MODEL_FIELD_H_
#define INGOT_MODEL_FIELD_H_

#include <stdbool.h>
#include <stddef.h>

#include <mujoco/mujoco.h>

typedef enum {
  IG_FIELD_NUM,
  IG_FIELD_FLOAT,
  IG_FIELD_INT,
  IG_FIELD_BYTE,
  IG_FIELD_CHAR,
  IG_FIELD_SIZE,
  IG_FIELD_OTHER
} ig_FieldKind;

typedef struct {
  const char* name;
  size_t offset;  // of the pointer in mjModel or mjData
  size_t size;    // bytes of one element
  mjtSize rows, cols;
  ig_FieldKind kind;
  bool visual;        // needed for visualisation
  size_t counted_by;  // of a model's array: offset in mjModel of its number of rows
} ig_Field;

enum { IG_MAX_FIELDS = 512 };

// the arrays in memory order; returns their count
int ig_model_fields(const mjModel* m, ig_Field fields[IG_MAX_FIELDS]);
int ig_data_fields(const mjModel* m, ig_Field fields[IG_MAX_FIELDS]);

// arrays in the arena of mjData, with the sizes they have now
int ig_arena_fields(const mjModel* m, const mjData* d, ig_Field fields[IG_MAX_FIELDS]);

// the sizes of mjModel, in the order of the binary format
typedef struct {
  const char* name;
  size_t offset;
} ig_Size;
int ig_model_sizes(ig_Size sizes[IG_MAX_FIELDS]);

static inline mjtSize* ig_size_pointer(mjModel* m, const ig_Size* size) { return (mjtSize*)((char*)m + size->offset); }
static inline mjtSize ig_size_at(const mjModel* m, size_t offset) { return *(const mjtSize*)((const char*)m + offset); }

static inline char** ig_field_pointer(const void* owner, const ig_Field* field) { return (char**)((char*)owner + field->offset); }
static inline size_t ig_field_bytes(const ig_Field* field) { return field->size * (size_t)field->rows * (size_t)field->cols; }

// bytes of a block that holds all arrays, each at a multiple of 64; -1 if that overflows or a size is negative,
// then *bad is the array's name
mjtSize ig_block_size(const ig_Field* fields, int count, const char** bad);

// point the owner's arrays into the block
void ig_place_fields(void* owner, const ig_Field* fields, int count, void* block);

#endif  // INGOT_MODEL_FIELD_H_
