// SPDX-License-Identifier: Apache-2.0
#include "world/dlpack.h"

#include "base/memory.h"

typedef struct {
  int32_t type, id;
} Device;

typedef struct {
  uint8_t code, bits;
  uint16_t lanes;
} Type;

enum { FLOAT = 2 };  // code of a Type

typedef struct {
  void* data;
  Device device;
  int32_t ndim;
  Type type;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} Tensor;

typedef struct Managed_ {
  Tensor tensor;
  void* context;
  void (*deleter)(struct Managed_* self);
} Managed;

typedef struct Versioned_ {
  uint32_t major, minor;
  void* context;
  void (*deleter)(struct Versioned_* self);
  uint64_t flags;
  Tensor tensor;
} Versioned;

// what is handed out, and what it needs
typedef struct {
  union {
    Managed plain;
    Versioned versioned;
  } form;
  int64_t shape[3], strides[3];
  ig_Keeper keeper;
} Loan;

static void end(Loan* loan) {
  ig_Keeper keeper = loan->keeper;
  ig_free(loan);
  keeper.let_go(keeper.owner);
}

static void delete_plain(Managed* self) { end(self->context); }
static void delete_versioned(Versioned* self) { end(self->context); }

static Tensor describe(const ig_Tensor* from, Loan* loan) {
  for (int i = 0; i < from->ndim; i++) {
    loan->shape[i] = from->shape[i];
    loan->strides[i] = from->strides[i];
  }
  return (Tensor){.data = from->data,
                  .device = {from->place, from->device},
                  .ndim = from->ndim,
                  .type = {FLOAT, 64, 1},
                  .shape = loan->shape,
                  .strides = loan->strides};
}

void* ig_dlpack_make(const ig_Tensor* tensor, ig_Keeper keeper, bool versioned) {
  Loan* loan = ig_try_zero(1, sizeof *loan);
  if (!loan) return NULL;
  loan->keeper = keeper;
  if (versioned) {
    loan->form.versioned =
        (Versioned){.major = 1, .context = loan, .deleter = delete_versioned, .tensor = describe(tensor, loan)};
  } else {
    loan->form.plain = (Managed){.context = loan, .deleter = delete_plain, .tensor = describe(tensor, loan)};
  }
  return &loan->form;
}

void ig_dlpack_discard(void* made, bool versioned) {
  if (versioned) {
    ((Versioned*)made)->deleter(made);
  } else {
    ((Managed*)made)->deleter(made);
  }
}
