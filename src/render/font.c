// SPDX-License-Identifier: Apache-2.0
#include "render/font.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

// Strokes of the chars from 32 to 126: polylines, separated by spaces, of points with two digits of base 36 each, x and y + 4.
// Capitals are 12 units high, small letters 8, descenders reach 4 below the line.
static const char* const strokes[95] = {
    "",                                            // space
    "0g08 0504",                                   // !
    "0g0c 3g3c",                                   // "
    "3g14 7g54 0c8c 0888",                         // #
    "8e6g2g0e0c2a6a8886642406 4i42",               // $
    "8g04 1g0f0d1c2c3d3f2g1g 685755647485877868",  // %
    "842c2e3g5g6e6d0806245488",                    // &
    "0g0c",                                        // '
    "3h1e0a081431",                                // (
    "0h2e3a382401",                                // )
    "4g4a 1f7b 7f1b",                              // *
    "4c44 0888",                                   // +
    "151402",                                      // ,
    "0959",                                        // -
    "0515140405",                                  // .
    "6g03",                                        // /
    "24070d2g6g8d876424",                          // 0
    "2e5g54",                                      // 1
    "0e2g6g8e8c0484",                              // 2
    "0f2g6g8e8c6b3b 6b8986642405",                 // 3
    "646g0888",                                    // 4
    "8g1g0a2b6b8986642405",                        // 5
    "7g3g0c07246486896b2b09",                      // 6
    "0g8g34",                                      // 7
    "2b0d0e2g6g8e8d6b2b0906246486896b",            // 8
    "1454888d6g2g0e0b29698b",                      // 9
    "0b0c1c1b0b 0515140405",                       // :
    "1b1a 151402",                                 // ;
    "7c0874",                                      // <
    "0a8a 0686",                                   // =
    "0c7804",                                      // >
    "0e2g5g7e7c4a48 4544",                         // ?
    "a57333060d3g8gbdb897898d 8c6d4c3a486789",     // @
    "045ga4 2888",                                 // A
    "040g5g7f8e8c6a0a 6a88866404",                 // B
    "9e6g3g0d07346496",                            // C
    "040g5g9d975404",                              // D
    "8g0g0484 0a6a",                               // E
    "8g0g04 0a6a",                                 // F
    "9e6g3g0d073464969959",                        // G
    "040g 949g 0a9a",                              // H
    "040g",                                        // I
    "6g67442406",                                  // J
    "040g 8g09 3b84",                              // K
    "0g0474",                                      // L
    "040g56aga4",                                  // M
    "040g949g",                                    // N
    "34070d3g7gada77434",                          // O
    "040g6g8e8b6909",                              // P
    "34070d3g7gada77434 68a3",                     // Q
    "040g6g8e8b6909 5994",                         // R
    "8e6g2g0e0c2a6a8886642406",                    // S
    "0g8g 4g44",                                   // T
    "0g072474979g",                                // U
    "0g54ag",                                      // V
    "0g346g94cg",                                  // W
    "0g94 9g04",                                   // X
    "0g5aag 5a54",                                 // Y
    "0g8g0484",                                    // Z
    "3h0h0131",                                    // [
    "0g63",                                        // backslash
    "0h3h3101",                                    // ]
    "0a4g8a",                                      // ^
    "0282",                                        // _
    "0g3d",                                        // `
    "1b3c5c7a74 79290705144476",                   // a
    "0g04 0a2c5c7a76542406",                       // b
    "7b5c2c0a06245475",                            // c
    "7g74 7a5c2c0a06245476",                       // d
    "08787a5c2c0a06245475",                        // e
    "5g4g2e24 0c5c",                               // f
    "7c72502001 7a5c2c0a06245476",                 // g
    "0g04 0a2c5c7a74",                             // h
    "0c04 0g0f",                                   // i
    "2c221000 2g2f",                               // j
    "0g04 6c08 2964",                              // k
    "0g04",                                        // l
    "0c04 0a2c4c6a64 6a8caccac4",                  // m
    "0c04 0a2c5c7a74",                             // n
    "24060a2c5c7a765424",                          // o
    "0c00 0a2c5c7a76542406",                       // p
    "7c70 7a5c2c0a06245476",                       // q
    "0c04 0a2c4c",                                 // r
    "6b4c2c0a284866442405",                        // s
    "2g264454 0c5c",                               // t
    "0c06245476 7c74",                             // u
    "0c448c",                                      // v
    "0c245c84ac",                                  // w
    "0c74 7c04",                                   // x
    "0c44 8c2000",                                 // y
    "0c7c0474",                                    // z
    "4h3h2f2c0927233141",                          // {
    "0h01",                                        // |
    "0h1h2f2c4927231101",                          // }
    "092a6889",                                    // ~
};

// units: a line is 20 high, of which 5 lie below the letters' feet; x is narrower than y
#define LINE_UNITS 20.0f
#define BELOW 5.0f
#define NARROW 0.8f
#define BEARING 2.1f
#define SPACE 6.0f
#define SLIM 2.0f  // a dot or an upright bar has room as if it were this wide, or it drowns between its neighbours

static float digit(char c) { return c >= 'a' ? (float)(c - 'a' + 10) : (float)(c - '0'); }

// digits are all as wide as the widest, so that numbers do not jump
static float width_units(const char* text, bool is_digit) {
  float most = is_digit ? 8 : SLIM;
  for (const char* p = text; *p; p += p[0] == ' ' ? 1 : 2) {
    if (*p != ' ' && digit(*p) > most) most = digit(*p);
  }
  return *text ? most + 2 * BEARING : SPACE;
}

static float distance(float x, float y, float x0, float y0, float x1, float y1) {
  float dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy;
  float t = length > 0 ? ((x - x0) * dx + (y - y0) * dy) / length : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  float ex = x - x0 - t * dx, ey = y - y0 - t * dy;
  return sqrtf(ex * ex + ey * ey);
}

// to the nearest stroke
static float char_distance(const char* text, float unit, float x, float y) {
  const float far = 1e10f;
  float best = far, x0 = 0, y0 = 0;
  bool down = false;
  for (const char* p = text; *p;) {
    if (*p == ' ') {
      down = false;
      p++;
      continue;
    }
    float x1 = (digit(p[0]) + BEARING) * unit * NARROW, y1 = (digit(p[1]) - 4 + BELOW) * unit;
    if (down) {
      float d = distance(x, y, x0, y0, x1, y1);
      best = d < best ? d : best;
    }
    x0 = x1;
    y0 = y1;
    down = true;
    p += 2;
  }
  return best;
}

static uint8_t coverage(float x) { return (uint8_t)((x < 0 ? 0 : x > 1 ? 1 : x) * 255 + 0.5f); }

bool ig_font_make(ig_Font* font, int height) {
  ig_font_free(font);
  font->height = height;
  float unit = (float)height / LINE_UNITS;
  int total = 0;
  for (int c = 32; c < 127; c++) {
    font->width[c] = (int)(width_units(strokes[c - 32], c >= '0' && c <= '9') * unit * NARROW + 0.5f);
    font->offset[c] = total;
    total += font->width[c] * height;
  }
  font->bitmap = ig_try_alloc((size_t)total);
  font->halo = ig_try_alloc((size_t)total);
  if (!font->bitmap || !font->halo) {
    ig_font_free(font);
    return false;
  }
  float half = 0.04f * (float)height > 0.6f ? 0.04f * (float)height : 0.6f;
  for (int c = 32; c < 127; c++) {
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < font->width[c]; x++) {
        float d = char_distance(strokes[c - 32], unit, (float)x + 0.5f, (float)y + 0.5f);
        font->bitmap[font->offset[c] + y * font->width[c] + x] = coverage(half + 0.5f - d);
        font->halo[font->offset[c] + y * font->width[c] + x] = coverage(half + 2.0f - d);
      }
    }
  }
  return true;
}

void ig_font_free(ig_Font* font) {
  ig_free(font->bitmap);
  ig_free(font->halo);
  *font = (ig_Font){0};
}
