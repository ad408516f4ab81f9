// SPDX-License-Identifier: Apache-2.0
// Numbers as the texts that users know.
#ifndef INGOT_BASE_WARNING_TEXT_H_
#define INGOT_BASE_WARNING_TEXT_H_

#include <stddef.h>

// of a counted warning; both texts are the thread's until its next call
const char* ig_warning_text(int warning, size_t info);

// "16M" where it is a multiple
const char* ig_bytes_text(size_t nbytes);

#endif  // INGOT_BASE_WARNING_TEXT_H_
