// SPDX-License-Identifier: Apache-2.0
// Bytes as text, for the timestamps of resources.
#ifndef INGOT_BASE_BASE64_H_
#define INGOT_BASE_BASE64_H_

#include <stddef.h>
#include <stdint.h>

// text has room for 4 * ((count + 2) / 3) + 1 characters
void ig_encode64(char* text, const void* bytes, size_t count);

// number of bytes, or -1 if the text is not well-formed or has more than room
int ig_decode64(void* bytes, size_t room, const char* text);

#endif  // INGOT_BASE_BASE64_H_
