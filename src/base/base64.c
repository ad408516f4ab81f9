// SPDX-License-Identifier: Apache-2.0
#include "base/base64.h"

#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void ig_encode64(char* text, const void* bytes, size_t count) {
  const uint8_t* from = bytes;
  for (size_t i = 0; i < count; i += 3) {
    size_t left = count - i;
    uint32_t chunk = (uint32_t)from[i] << 16 | (left > 1 ? (uint32_t)from[i + 1] << 8 : 0) | (left > 2 ? from[i + 2] : 0);
    for (size_t k = 0; k < 4; k++) *text++ = k <= left ? digits[chunk >> (18 - 6 * k) & 63] : '=';
  }
  *text = 0;
}

int ig_decode64(void* bytes, size_t room, const char* text) {
  uint8_t* to = bytes;
  size_t length = strlen(text), count = 0, pad = length > 1 && text[length - 1] == '=' ? 1 + (text[length - 2] == '=') : 0;
  if (length % 4) return -1;
  for (size_t i = 0; i < length; i += 4) {
    uint32_t chunk = 0;
    for (size_t k = 0; k < 4; k++) {
      const char* digit = i + k < length - pad ? memchr(digits, text[i + k], 64) : digits;
      if (!digit) return -1;
      chunk = chunk << 6 | (uint32_t)(digit - digits);
    }
    size_t left = i + 4 == length ? 3 - pad : 3;
    for (size_t k = 0; k < left; k++) {
      if (count == room) return -1;
      to[count++] = (uint8_t)(chunk >> (16 - 8 * k));
    }
  }
  return (int)count;
}
