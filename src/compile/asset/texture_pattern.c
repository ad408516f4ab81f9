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

// Colours change slowly along a row, and one way on each side of its middle. On its left every eighth pixel is computed first;
// where both ends of a stretch have the same colour, so has what lies between, and only the other stretches are computed. Not so
// where a channel has one value throughout: the sum of its two shares wavers by a rounding, which can be a whole level.
enum { STRIDE = 8 };

static bool wavers(const mjsTexture* s) {
  for (int k = 0; k < 3; k++) {
    if (s->rgb1[k] == s->rgb2[k] && s->rgb1[k] != 0) return true;
  }
  return false;
}

// A piece of the rows of one square, or of two that are each other's opposite. Pixels on the right of the middle that are as far
// from it as their mates on the left, to the last bit, are copied from these; roundings leave one in five or so that is not.
typedef struct Piece_ {
  const mjsTexture* s;
  const Square* to[2];  // the second is NULL for one square
  int first, count;
  int left;                       // its pixels up to the middle
  int other[PIECE], nother;       // those behind it that are computed
  unsigned char mirrored[PIECE];  // the rest of those
  double square[PIECE];           // 1 + x^2
  bool wavers;
} Piece;

static double column_square(const Square* to, int col) {
  double x = centred(col, to->width);
  return 1 + x * x;
}

static void cut_piece(Piece* p, int first) {
  const Square* to = p->to[0];
  int half = (to->width + 1) / 2;
  p->first = first;
  p->count = mjMIN(to->width - first, PIECE);
  p->left = half < first ? 0 : mjMIN(half - first, p->count);
  p->nother = 0;
  for (int i = 0; i < p->count; i++) {
    p->square[i] = column_square(to, first + i);
    p->mirrored[i] = i >= p->left && p->square[i] == column_square(to, to->width - 1 - first - i);
    if (i >= p->left && !p->mirrored[i]) p->other[p->nother++] = i;
  }
}

// one row of a piece
typedef struct Row_ {
  int row;
  double y;
  unsigned char* rgb[2];  // of its first pixel
} Row;

// pixels of the list, in the colours of both squares
static void draw_listed(const Piece* p, const Row* row, const int* list, int n) {
  static const double sign[2] = {1, -1};
  double steps[PIECE], square[PIECE];
  unsigned char bytes[3 * PIECE];
  for (int i = 0; i < n; i++) square[i] = p->square[list[i]];
  elevations(steps, square, n, row->y, p->to[1] != NULL);
  for (int k = 0; k < 2 && row->rgb[k]; k++) {
    blend(bytes, steps, n, sign[k], p->s->rgb1, p->s->rgb2);
    for (int i = 0; i < n; i++) memcpy(row->rgb[k] + 3 * list[i], bytes + 3 * i, 3);
  }
}

static bool same_colours(unsigned char* const rgb[2], int a, int b) {
  return !memcmp(rgb[0] + 3 * a, rgb[0] + 3 * b, 3) && (!rgb[1] || !memcmp(rgb[1] + 3 * a, rgb[1] + 3 * b, 3));
}

static void draw_left(const Piece* p, const Row* row) {
  int list[PIECE], n = 0;
  for (int i = 0; i < p->left; i += STRIDE) list[n++] = i;
  if (list[n - 1] != p->left - 1) list[n++] = p->left - 1;
  draw_listed(p, row, list, n);
  n = 0;
  for (int a = 0; a < p->left - 1; a += STRIDE) {
    int b = mjMIN(a + STRIDE, p->left - 1);
    if (!p->wavers && same_colours(row->rgb, a, b)) {
      for (int k = 0; k < 2 && row->rgb[k]; k++) {
        for (int i = a + 1; i < b; i++) memcpy(row->rgb[k] + 3 * i, row->rgb[k] + 3 * a, 3);
      }
    } else {
      for (int i = a + 1; i < b; i++) list[n++] = i;
    }
  }
  if (n) draw_listed(p, row, list, n);
}

static void draw_right(const Piece* p, const Row* row) {
  if (p->nother) draw_listed(p, row, p->other, p->nother);
  for (int k = 0; k < 2 && row->rgb[k]; k++) {
    const unsigned char* last = pixel(p->to[k], row->row, p->to[k]->width - 1 - p->first);
    for (int i = p->left; i < p->count; i++) {
      if (p->mirrored[i]) memcpy(row->rgb[k] + 3 * i, last - 3 * i, 3);
    }
  }
}

// a lid looks the same in both directions: a row as far from its middle as one above it, to the last bit, is a copy of that
static bool copy_row(const Piece* p, const Row* row) {
  int height = p->to[0]->height, above = height - 1 - row->row;
  double y = centred_down(above, height);
  if (!p->to[1] || above >= row->row || y * y != row->y * row->y) return false;
  for (int k = 0; k < 2; k++) memcpy(row->rgb[k], pixel(p->to[k], above, p->first), 3 * (size_t)p->count);
  return true;
}

// one wall, or with a floor both lids: the floor is the ceiling upside down
static void horizon(const mjsTexture* s, const Square* to, const Square* floor) {
  Piece p = {.s = s, .to = {to, floor}, .wavers = wavers(s)};
  for (int first = 0; first < to->width; first += PIECE) {
    cut_piece(&p, first);
    for (int i = 0; i < to->height; i++) {
      Row row = {i, centred_down(i, to->height), {pixel(to, i, first), floor ? pixel(floor, i, first) : NULL}};
      if (copy_row(&p, &row)) continue;
      if (p.left) draw_left(&p, &row);
      if (p.left < p.count) draw_right(&p, &row);
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

// the Mersenne Twister of 64 bits, which a texture's random marks are defined by
typedef struct Twister_ {
  uint64_t state[312], drawn[312];
} Twister;

static void seed(Twister* t, uint64_t value) {
  for (int i = 0; i < 312; i++) {
    t->state[i] = value;
    value = 6364136223846793005u * (value ^ (value >> 62)) + (uint64_t)(i + 1);
  }
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

// all 312 at once, in loops that the compiler makes vectors of; returns how many they are
IG_CLONES static int renew(Twister* t) {
  uint64_t* s = t->state;
  for (int i = 0; i < 156; i++) s[i] = s[i + 156] ^ twist(s[i], s[i + 1]);
  for (int i = 156; i < 311; i++) s[i] = s[i - 156] ^ twist(s[i], s[i + 1]);
  s[311] = s[155] ^ twist(s[311], s[0]);
  for (int i = 0; i < 312; i++) t->drawn[i] = temper(s[i]);
  return 312;
}

// is one of eight less than the limit?
IG_WIDE_INLINE bool some_below(const uint64_t eight[8], uint64_t limit) {
  uint64_t some = 0;
  for (int i = 0; i < 8; i++) some |= (uint64_t)(eight[i] < limit);
  return some != 0;
}

// places of the first n drawn values that are less than the limit, mostly few; returns how many
IG_CLONES static int list_below(const Twister* t, int n, uint64_t limit, int list[312]) {
  int found = 0;
  for (int first = 0; first < n; first += 8) {
    if (!some_below(t->drawn + first, limit)) continue;
    for (int i = first; i < first + 8 && i < n; i++) {
      if (t->drawn[i] < limit) list[found++] = i;
    }
  }
  return found;
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

// a value is drawn for every pixel, row after row
static void mark_random(const mjsTexture* s, const Square* to, const unsigned char* colour) {
  Twister twister;
  int list[312];
  seed(&twister, 42);
  uint64_t limit = values_below(s->random);
  size_t all = (size_t)to->height * (size_t)to->width;
  for (size_t done = 0; done < all;) {
    int drawn = renew(&twister), left = all - done < (size_t)drawn ? (int)(all - done) : drawn;
    int found = list_below(&twister, left, limit, list);
    for (int i = 0; i < found; i++) memcpy(to->rgb + 3 * (done + (size_t)list[i]), colour, 3);
    done += (size_t)left;
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
  if (s->mark == mjMARK_EDGE) {
    mark_row(to, 0, mark), mark_row(to, to->height - 1, mark);
    mark_column(to, 0, mark), mark_column(to, to->width - 1, mark);
  } else if (s->mark == mjMARK_CROSS) {
    mark_row(to, to->height / 2, mark);
    mark_column(to, to->width / 2, mark);
  }
}

void ig_draw_texture(const mjsTexture* s, unsigned char* rgb) {
  int nface = s->type == mjTEXTURE_2D ? 1 : NFACE;
  Square whole = {rgb, s->width, s->height}, face[NFACE];
  for (int i = 0; i < nface; i++) {
    int side = s->height / nface;
    face[i] = (Square){rgb + (size_t)i * 3 * (size_t)side * (size_t)s->width, s->width, side};
  }
  if (nface == NFACE && s->builtin == mjBUILTIN_GRADIENT) {
    // a sky: the walls are all alike
    size_t bytes = 3 * (size_t)face[0].height * (size_t)face[0].width;
    horizon(s, &face[0], NULL);
    horizon(s, &face[UP], &face[DOWN]);
    for (int i = 1; i < NFACE; i++) {
      if (i != UP && i != DOWN) memcpy(face[i].rgb, face[0].rgb, bytes);
    }
  }
  for (int i = 0; i < nface; i++) draw_square(s, &face[i], i);
  if (s->mark == mjMARK_RANDOM && s->random > 0) {
    unsigned char mark[3];
    set_colour(mark, s->markrgb);
    mark_random(s, &whole, mark);
  }
}
