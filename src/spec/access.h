// SPDX-License-Identifier: Apache-2.0
// Looking into a spec and setting single values of its elements.
#ifndef INGOT_SPEC_ACCESS_H_
#define INGOT_SPEC_ACCESS_H_

#include <mujoco/mujoco.h>

// what went wrong last, or only deserved a warning
const char* ig_spec_error(mjSpec* s);
int ig_spec_warned(mjSpec* s);

// whether what is attached is copied
int ig_set_deep_copy(mjSpec* s, int deepcopy);

// by name; NULL: none
mjSpec* ig_find_attached(mjSpec* s, const char* name);
mjsElement* ig_find_named(mjSpec* s, mjtObj type, const char* name);
mjsBody* ig_find_body(mjSpec* s, const char* name);

// classes: by name, the root, that of an element
mjsDefault* ig_find_class(mjSpec* s, const char* classname);
mjsDefault* ig_root_class(mjSpec* s);
mjsDefault* ig_class_for(mjsElement* element);

// -1 where the name is taken
int ig_set_name(mjsElement* element, const char* name);
void ig_set_class(mjsElement* element, const mjsDefault* def);

// -1 where the frame can not hold it
int ig_set_frame(mjsElement* dest, mjsFrame* frame);

// the attributes are a std::map, which is emptied
void ig_set_plugin_config(mjsPlugin* plugin, void* attributes);

// 0: there is no such place
mjtByte ig_set_text_at(mjStringVec* dest, int i, const char* text);

// lists of numbers
void ig_set_ints(mjIntVec* dest, const int* array, int size);
void ig_set_floats(mjFloatVec* dest, const float* array, int size);
void ig_set_doubles(mjDoubleVec* dest, const double* array, int size);
void ig_append_ints(mjIntVecVec* dest, const int* array, int size);
void ig_append_floats(mjFloatVecVec* dest, const float* array, int size);

#endif  // INGOT_SPEC_ACCESS_H_
