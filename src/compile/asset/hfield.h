// SPDX-License-Identifier: Apache-2.0
// Height fields.
#ifndef INGOT_COMPILE_ASSET_HFIELD_H_
#define INGOT_COMPILE_ASSET_HFIELD_H_

#include "compile/record/record.h"

struct ig_CHField_ {
  ig_Record r;
  mjsHField s;
  const char* file;  // as it stands in the model's paths; NULL: none
  float* data;       // nrow x ncol, 0 to 1
};

bool ig_compile_hfield(ig_Compiler* c, void* record);
void ig_count_hfield(mjModel* n, const void* record);
void ig_write_hfield(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_ASSET_HFIELD_H_
