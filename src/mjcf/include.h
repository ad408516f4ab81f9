// SPDX-License-Identifier: Apache-2.0
// <include>: the elements of another file take its place.
#ifndef INGOT_MJCF_INCLUDE_H_
#define INGOT_MJCF_INCLUDE_H_

#include "mjcf/read/read.h"

// replaces all includes below root, and notes the directories that compiler elements name on the way
bool ig_expand_includes(ig_Reader* r, ig_Node* root);

// a file's text in the pool, its directory, or false with a message; `error` gets the reason for a file that cannot be opened
bool ig_load_text(ig_Reader* r, mjResource* resource, const char* name, ig_XmlFile* file);

#endif  // INGOT_MJCF_INCLUDE_H_
