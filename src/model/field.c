// SPDX-License-Identifier: Apache-2.0
#include "model/field.h"
#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mjxmacro.h>

enum { ALIGNMENT = 64 };

// floats of the model are numbers in single precision
#ifdef IG_SINGLE
#define FLOAT_KIND
#else
#define FLOAT_KIND float* : IG_FIELD_FLOAT,
#endif
#define KIND(type) \
  _Generic((type*)NULL, mjtNum*: IG_FIELD_NUM, FLOAT_KIND int*: IG_FIELD_INT,               \
           mjtByte*: IG_FIELD_BYTE, char*: IG_FIELD_CHAR, mjtSize*: IG_FIELD_SIZE, default: IG_FIELD_OTHER)

#define ROW(owner, type, field, nr, nc, seen, by) \
  fields[count++] = (ig_Field){#field, offsetof(owner, field), sizeof(type), (nr), (nc), KIND(type), seen, by};

// sizes inside the lists are members of the model m or the data d
#undef MJ_M
#undef MJ_D
#define MJ_M(n) (m->n)
#define MJ_D(n) (d->n)
#undef XNV

int ig_model_fields(const mjModel* m, ig_Field fields[IG_MAX_FIELDS]) {
  int count = 0;
#define X(type, name, nr, nc) ROW(mjModel, type, name, m->nr, nc, true, offsetof(mjModel, nr))
#define XNV(type, name, nr, nc) ROW(mjModel, type, name, m->nr, nc, false, offsetof(mjModel, nr))
  MJMODEL_POINTERS
#undef X
#undef XNV
  IG_ASSERT(count <= IG_MAX_FIELDS);
  return count;
}

int ig_data_fields(const mjModel* m, ig_Field fields[IG_MAX_FIELDS]) {
  int count = 0;
#define X(type, name, nr, nc) ROW(mjData, type, name, m->nr, nc, true, 0)
#define XNV(type, name, nr, nc) ROW(mjData, type, name, m->nr, nc, false, 0)
  MJDATA_POINTERS
#undef X
#undef XNV
  IG_ASSERT(count <= IG_MAX_FIELDS);
  return count;
}

int ig_arena_fields(const mjModel* m, const mjData* d, ig_Field fields[IG_MAX_FIELDS]) {
  int count = 0;
#define X(type, name, nr, nc) ROW(mjData, type, name, nr, nc, true, 0)
#define XNV(type, name, nr, nc) ROW(mjData, type, name, nr, nc, false, 0)
  MJDATA_ARENA_POINTERS
#undef X
#undef XNV
  IG_ASSERT(count <= IG_MAX_FIELDS);
  return count;
}

int ig_model_sizes(ig_Size sizes[IG_MAX_FIELDS]) {
  int count = 0;
#define X(name) sizes[count++] = (ig_Size){#name, offsetof(mjModel, name)};
  MJMODEL_SIZES
#undef X
  IG_ASSERT(count <= IG_MAX_FIELDS);
  return count;
}

static size_t round_up(size_t offset) { return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

mjtSize ig_block_size(const ig_Field* fields, int count, const char** bad) {
  size_t end = 0;
  for (int i = 0; i < count; i++) {
    const ig_Field* f = &fields[i];
    size_t bytes;
    bool overflow = f->rows < 0 || f->cols < 0 || __builtin_mul_overflow((size_t)f->rows, (size_t)f->cols, &bytes) ||
                    __builtin_mul_overflow(bytes, f->size, &bytes) || __builtin_add_overflow(round_up(end), bytes, &end) ||
                    end > (size_t)PTRDIFF_MAX - ALIGNMENT;
    if (overflow) {
      *bad = f->name;
      return -1;
    }
  }
  return (mjtSize)end;
}

void ig_place_fields(void* owner, const ig_Field* fields, int count, void* block) {
  size_t end = 0;
  for (int i = 0; i < count; i++) {
    size_t start = round_up(end);
    *ig_field_pointer(owner, &fields[i]) = (char*)block + start;
    end = start + ig_field_bytes(&fields[i]);
  }
}
