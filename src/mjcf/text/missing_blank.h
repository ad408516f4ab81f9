// SPDX-License-Identifier: Apache-2.0
// Gaps: places where an attribute follows the value before it without a blank between, as in dim="3"mass="1".
//
// XML asks for the blank and expat refuses the file; 3.5.0 reads it, and such models exist.
#ifndef INGOT_MJCF_TEXT_MISSING_BLANK_H_
#define INGOT_MJCF_TEXT_MISSING_BLANK_H_

#include <stddef.h>

#include "base/arena.h"

typedef struct ig_Gaps_ {
  size_t* at;  // offsets of the names that lack their blank, rising
  int count;
} ig_Gaps;

ig_Gaps ig_find_gaps(ig_Arena* pool, const char* text, size_t length);

#endif  // INGOT_MJCF_TEXT_MISSING_BLANK_H_
