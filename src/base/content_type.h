// SPDX-License-Identifier: Apache-2.0
// What a file holds, by its extension.
#ifndef INGOT_BASE_CONTENT_TYPE_H_
#define INGOT_BASE_CONTENT_TYPE_H_

#include <mujoco/mujoco.h>

// "model/obj" and the like; "" for others
const char* ig_type_of_file(const char* path);

// by the decoder that is registered for the type, NULL: for that of its name; NULL with a warning where there is none
mjSpec* ig_decode_resource(mjResource* resource, const char* content_type, const mjVFS* vfs);

#endif  // INGOT_BASE_CONTENT_TYPE_H_
