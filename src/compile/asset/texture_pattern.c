// SPDX-License-Identifier: Apache-2.0
#include "compile/asset/texture_pattern.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/clones.h"
#include "lane/elementary.h"
#include "spec/pose.h"

enum { NFACE = 6, UP = 2, DOWN = 3, FRONT = 4 };

typedef struct Square_ {
  unsigned char* rgb;
  int width, height;
} Square;

static unsigned char* pixel(const Square* to, int row, int col) {
  return to->rgb + 3 * ((size_t)row * (size_t)to->width + (size_t)col);
}

// a colour that no int holds is black
static int colour_int(double colour) {
  double scaled = 255 * colour;
  return (int)(fabs(scaled) < INT32_MAX ? scaled : 0);
}

unsigned char ig_colour_byte(double colour) { return (unsigned char)colour_int(colour); }

static void set_colour(unsigned char rgb[3], const double colour[3]) {
  for (int k = 0; k < 3; k++) rgb[k] = ig_colour_byte(colour[k]);
}

// ------------------------------------------------ patterns

// rows are drawn in pieces of this many pixels
enum { PIECE = 256 };

// a smooth step from -1 at -1 to 1 at 1
static double step(double pos) { return pos / sqrt(1 + pos * pos) / (1.0 / sqrt(2)); }

// from `low` at a step of -1 to `high` at 1
IG_CLONES static void blend(unsigned char* rgb, const double* steps, int count, double sign, const double high[3],
                            const double low[3]) {
  int bytes[3][PIECE];
  for (int i = 0; i < count; i++) {
    double alpha = 0.5 * (1 + sign * steps[i]);
    alpha = alpha < 0 ? 0 : alpha;
    alpha = alpha > 1 ? 1 : alpha;
    for (int k = 0; k < 3; k++) bytes[k][i] = colour_int(alpha * high[k] + (1 - alpha) * low[k]);
  }
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < 3; k++) rgb[3 * i + k] = (unsigned char)bytes[k][i];
  }
}

// -1 to 1 over the pixels
static double centred(int i, int n) { return 2 * i / (double)(n - 1) - 1; }
static double centred_down(int i, int n) { return 1 - 2 * i / (double)(n - 1); }

// from rgb1 in the middle to rgb2 outside
static void radial(const mjsTexture* s, const Square* to) {
  double steps[PIECE];
  for (int row = 0; row < to->height; row++) {
    double y = centred_down(row, to->height);
    for (int first = 0; first < to->width; first += PIECE) {
      int count = mjMIN(to->width - first, PIECE);
      for (int i = 0; i < count; i++) {
        double x = centred(first + i, to->width);
        steps[i] = step(2 * sqrt(x * x + y * y) - 1);
      }
      blend(pixel(to, row, first), steps, count, 1, s->rgb2, s->rgb1);
    }
  }
}

// steps in part of a row, of the elevation above the horizon seen from the middle of the cube: -1 straight down, 1 up
IG_CLONES static void elevations(double* steps, const double* square, int count, double y, bool lid) {
  for (int i = 0; i < count; i++) {
    double length = sqrt(square[i] + y * y);
    steps[i] = step(lid ? 1 - ig_acos(1.0 / length) / (0.5 * IG_PI) : ig_asin(y / length) / (0.5 * IG_PI));
  }
}

// Colours change slowly along a row, and one way on each side of its middle. Every eighth pixel is computed first; where both
// ends of a stretch have the same colour, so has what lies between, and only the other stretches are computed. Not so where
// a channel has one value throughout: the sum of its two shares wavers by a rounding, which can be a whole level.
enum { STRIDE = 8 };

static bool wavers(const mjsTexture* s) {
  for (int k = 0; k < 3; k++) {
    if (s->rgb1[k] == s->rgb2[k] && s->rgb1[k] != 0) return true;
  }
  return false;
}

typedef struct Row_ {
  const double* square;  // 1 + x^2 of the piece's pixels
  int count, middle;     // of the piece; the row's middle, counted from its first pixel
  double y;
  bool lid, wavers;
} Row;

// pixels of the list, in the colours of `sign`
static void draw_listed(const mjsTexture* s, const Row* row, const int* list, int n, const double sign[2],
                        unsigned char* const rgb[2]) {
  double steps[PIECE], square[PIECE];
  unsigned char bytes[3 * PIECE];
  for (int i = 0; i < n; i++) square[i] = row->square[list[i]];
  elevations(steps, square, n, row->y, row->lid);
  for (int k = 0; k < 2 && rgb[k]; k++) {
    blend(bytes, steps, n, sign[k], s->rgb1, s->rgb2);
    for (int i = 0; i < n; i++) memcpy(rgb[k] + 3 * list[i], bytes + 3 * i, 3);
  }
}

static bool same_colours(unsigned char* const rgb[2], int a, int b) {
  return !memcmp(rgb[0] + 3 * a, rgb[0] + 3 * b, 3) && (!rgb[1] || !memcmp(rgb[1] + 3 * a, rgb[1] + 3 * b, 3));
}

// part of a row of one square, or of two that are each other's opposite
static void draw_row(const mjsTexture* s, const Row* row, unsigned char* const rgb[2]) {
  static const double sign[2] = {1, -1};
  int list[PIECE], n = 0;
  for (int i = 0; i < row->count; i += STRIDE) list[n++] = i;
  if (list[n - 1] != row->count - 1) list[n++] = row->count - 1;
  draw_listed(s, row, list, n, sign, rgb);
  n = 0;
  for (int a = 0; a < row->count - 1; a += STRIDE) {
    int b = mjMIN(a + STRIDE, row->count - 1);
    bool turns = a < row->middle && row->middle <= b;
    if (!turns && !row->wavers && same_colours(rgb, a, b)) {
      for (int k = 0; k < 2 && rgb[k]; k++) {
        for (int i = a + 1; i < b; i++) memcpy(rgb[k] + 3 * i, rgb[k] + 3 * a, 3);
      }
    } else {
      for (int i = a + 1; i < b; i++) list[n++] = i;
    }
  }
  if (n) draw_listed(s, row, list, n, sign, rgb);
}

// one wall, or with a floor both lids: the floor is the ceiling upside down
static void horizon(const mjsTexture* s, const Square* to, const Square* floor) {
  double square[PIECE];
  for (int first = 0; first < to->width; first += PIECE) {
    int count = mjMIN(to->width - first, PIECE);
    for (int i = 0; i < count; i++) {
      double x = centred(first + i, to->width);
      square[i] = 1 + x * x;
    }
    for (int row = 0; row < to->height; row++) {
      Row part = {square, count, to->width / 2 - first, centred_down(row, to->height), floor != NULL, wavers(s)};
      unsigned char* const rgb[2] = {pixel(to, row, first), floor ? pixel(floor, row, first) : NULL};
      draw_row(s, &part, rgb);
    }
  }
}

// a row that looks as one above it
static void repeat_row(const Square* to, int row, int above) {
  memcpy(pixel(to, row, 0), pixel(to, above, 0), 3 * (size_t)to->width);
}

// the rows of each half are the same
static void checker(const Square* to, const unsigned char* colour1, const unsigned char* colour2) {
  for (int row = 0; row < to->height; row++) {
    bool upper = row < to->height / 2;
    int first = upper ? 0 : to->height / 2;
    if (row > first) {
      repeat_row(to, row, first);
      continue;
    }
    for (int col = 0; col < to->width; col++) {
      bool same = upper == (col < to->width / 2);
      memcpy(pixel(to, row, col), same ? colour1 : colour2, 3);
    }
  }
}

static void fill(const Square* to, const unsigned char* colour) {
  for (int col = 0; to->height > 0 && col < to->width; col++) memcpy(pixel(to, 0, col), colour, 3);
  for (int row = 1; row < to->height; row++) repeat_row(to, row, 0);
}

// ------------------------------------------------ marks

static void mark_row(const Square* to, int row, const unsigned char* colour) {
  for (int col = 0; col < to->width; col++) memcpy(pixel(to, row, col), colour, 3);
}

static void mark_column(const Square* to, int col, const unsigned char* colour) {
  for (int row = 0; row < to->height; row++) memcpy(pixel(to, row, col), colour, 3);
}

static void mark_lines(const mjsTexture* s, const Square* to, const unsigned char* colour) {
  if (s->mark == mjMARK_EDGE) {
    mark_row(to, 0, colour), mark_row(to, to->height - 1, colour);
    mark_column(to, 0, colour), mark_column(to, to->width - 1, colour);
  } else if (s->mark == mjMARK_CROSS) {
    mark_row(to, to->height / 2, colour);
    mark_column(to, to->width / 2, colour);
  }
}

// the Mersenne Twister of 64 bits, which a texture's random marks are defined by
typedef struct Twister_ {
  uint64_t state[312], drawn[312];
  int next;
} Twister;

static void seed(Twister* t, uint64_t value) {
  for (int i = 0; i < 312; i++) {
    t->state[i] = value;
    value = 6364136223846793005u * (value ^ (value >> 62)) + (uint64_t)(i + 1);
  }
  t->next = 312;
}

static inline uint64_t twist(uint64_t upper, uint64_t lower) {
  uint64_t mixed = (upper & 0xFFFFFFFF80000000u) | (lower & 0x7FFFFFFFu);
  return (mixed >> 1) ^ (-(mixed & 1) & 0xB5026F5AA96619E9u);
}

static inline uint64_t temper(uint64_t x) {
  x ^= (x >> 29) & 0x5555555555555555u;
  x ^= (x << 17) & 0x71D67FFFEDA60000u;
  x ^= (x << 37) & 0xFFF7EEE000000000u;
  return x ^ (x >> 43);
}

// all 312 at once, in loops that the compiler makes vectors of
IG_CLONES static void renew(Twister* t) {
  uint64_t* s = t->state;
  for (int i = 0; i < 156; i++) s[i] = s[i + 156] ^ twist(s[i], s[i + 1]);
  for (int i = 156; i < 311; i++) s[i] = s[i - 156] ^ twist(s[i], s[i + 1]);
  s[311] = s[155] ^ twist(s[311], s[0]);
  for (int i = 0; i < 312; i++) t->drawn[i] = temper(s[i]);
  t->next = 0;
}

static uint64_t draw(Twister* t) {
  if (t->next == 312) renew(t);
  return t->drawn[t->next++];
}

// the number of drawn values that count as less than p: those whose fraction of 2^64, as a double, is
static uint64_t values_below(double p) {
  uint64_t low = 0, high = UINT64_MAX;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if ((double)middle * 0x1p-64 < p)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void mark_random(const mjsTexture* s, const Square* to, const unsigned char* colour) {
  Twister twister;
  seed(&twister, 42);
  uint64_t limit = values_below(s->random);
  for (int row = 0; row < to->height; row++) {
    for (int col = 0; col < to->width; col++) {
      if (draw(&twister) < limit) memcpy(pixel(to, row, col), colour, 3);
    }
  }
}

// ------------------------------------------------ all

static void draw_square(const mjsTexture* s, const Square* to, int face) {
  unsigned char colour1[3], colour2[3], mark[3];
  set_colour(colour1, s->rgb1);
  set_colour(colour2, s->rgb2);
  set_colour(mark, s->markrgb);
  switch (s->builtin) {
    case mjBUILTIN_GRADIENT:
      if (s->type == mjTEXTURE_2D) radial(s, to);
      break;
    case mjBUILTIN_CHECKER:
      // neighbouring sides of a cube do not start with the same colour
      if (face >= FRONT)
        checker(to, colour2, colour1);
      else
        checker(to, colour1, colour2);
      break;
    case mjBUILTIN_FLAT: fill(to, face == DOWN ? colour2 : colour1); break;
  }
  mark_lines(s, to, mark);
}

// a sky: the walls are all alike
static void draw_horizon(const mjsTexture* s, const Square face[NFACE]) {
  size_t bytes = 3 * (size_t)face[0].height * (size_t)face[0].width;
  horizon(s, &face[0], NULL);
  horizon(s, &face[UP], &face[DOWN]);
  for (int i = 1; i < NFACE; i++) {
    if (i != UP && i != DOWN) memcpy(face[i].rgb, face[0].rgb, bytes);
  }
}

void ig_draw_texture(const mjsTexture* s, unsigned char* rgb) {
  int nface = s->type == mjTEXTURE_2D ? 1 : NFACE;
  Square whole = {rgb, s->width, s->height}, face[NFACE];
  for (int i = 0; i < nface; i++) {
    int side = s->height / nface;
    face[i] = (Square){rgb + (size_t)i * 3 * (size_t)side * (size_t)s->width, s->width, side};
  }
  if (nface == NFACE && s->builtin == mjBUILTIN_GRADIENT) draw_horizon(s, face);
  for (int i = 0; i < nface; i++) draw_square(s, &face[i], i);
  if (s->mark == mjMARK_RANDOM && s->random > 0) {
    unsigned char mark[3];
    set_colour(mark, s->markrgb);
    mark_random(s, &whole, mark);
  }
}
