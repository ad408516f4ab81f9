// SPDX-License-Identifier: Apache-2.0
// Arrays by name, for users.
#include <ingot/arrays.h>

#include "model/array.h"

ingotStatus ingot_modelArray(const mjModel* m, const char* name, ingotArray* array, ingotReport* report) {
  return ig_model_array(m, name, array, report);
}

ingotStatus ingot_dataArray(const mjModel* m, const mjData* d, const char* name, ingotArray* array, ingotReport* report) {
  return ig_data_array(m, d, name, array, report);
}
