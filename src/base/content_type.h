// SPDX-License-Identifier: Apache-2.0
// What a file holds, by its extension.
#ifndef INGOT_BASE_CONTENT_TYPE_H_
#define INGOT_BASE_CONTENT_TYPE_H_

// "model/obj" and the like; "" for others
const char* ig_type_of_file(const char* path);

#endif  // INGOT_BASE_CONTENT_TYPE_H_
