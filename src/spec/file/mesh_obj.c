// SPDX-License-Identifier: Apache-2.0
// Wavefront OBJ: lines of vertices (v), normals (vn), texture coordinates (vt) and polygons (f) of them.
//
// Only the first object or group that has faces is read. Polygons are cut into triangles by clipping ears, in single
// precision and in the order of 3.5.0, so that the faces of a model keep their numbers. Numbers are read digit by
// digit as there: the last bit of a vertex may differ from the nearest float, and everything else follows from it.
#include "spec/file/mesh_obj.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "lane/elementary.h"

// places in the lists of the file, -1: none
typedef struct Corner_ {
  int vert, normal, texcoord;
} Corner;

typedef struct Corners_ {
  ig_IntList list;  // three numbers per corner
} Corners;

typedef struct Reader_ {
  ig_MeshFile* file;
  Corners polygon;   // of the faces of the current group, one after the other
  ig_IntList size;   // corners of each face
  Corners triangle;  // the result
  Corners rest;      // what is left of a polygon while ears are clipped
  bool other;        // the group has lines or points
  bool done;         // the first shape is complete
} Reader;

// a line: what is left of it
typedef struct Line_ {
  const char *at, *end;
} Line;

static Corner* corner(const Corners* c, int i) { return (Corner*)(void*)c->list.item + i; }

static bool add_corner(Corners* to, Corner c) {
  if (!ig_ints_reserve(&to->list, 3)) return false;
  memcpy(to->list.item + to->list.n, &c, sizeof(c));
  to->list.n += 3;
  return true;
}

// ------------------------------------------------ words and numbers

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void skip_blanks(Line* line) {
  while (line->at < line->end && is_blank(*line->at)) line->at++;
}

// sum of digit * 10^-place, from the left
static const char* add_decimals(const char* s, const char* end, double* value) {
  static const double tenth[] = {1,     1e-1,  1e-2,  1e-3,  1e-4,  1e-5,  1e-6,  1e-7,  1e-8,  1e-9,  1e-10,
                                 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16, 1e-17, 1e-18, 1e-19, 1e-20, 1e-21};
  const int known = sizeof(tenth) / sizeof(*tenth);
  for (int place = 1; s < end && is_digit(*s); place++, s++) {
    *value += (*s - '0') * (place < known ? tenth[place] : ig_pow(10.0, -place));
  }
  return s;
}

// value * 10^exponent as value * 5^exponent * 2^exponent
static double scale_ten(double value, int exponent) {
  double five = 1;
  int n = exponent < 0 ? -exponent : exponent;
  if (n <= 22) {
    for (int i = 0; i < n; i++) five *= 5;
    if (exponent < 0) five = 1 / five;
  } else {
    five = ig_pow(5.0, exponent);
  }
  value *= five;
  double two = exponent < 0 ? 0.5 : 2;
  for (int i = 0; i < n && value != 0 && isfinite(value); i++) value *= two;
  return value;
}

// does a word begin with these small letters, whatever its case?
static bool begins_with(const char* s, const char* end, const char* letters) {
  while (*letters && s < end && (*s | 0x20) == *letters) s++, letters++;
  return !*letters;
}

// false, and the value stays: not a number; infinities are the largest number there is
static bool parse_number(const char* s, const char* end, double* value) {
  bool negative = s < end && *s == '-';
  if (s < end && (*s == '+' || *s == '-')) s++;
  bool infinite = begins_with(s, end, "inf");
  if (infinite || begins_with(s, end, "nan")) {
    *value = !infinite ? NAN : negative ? -(double)FLT_MAX : (double)FLT_MAX;
    return true;
  }
  if (s == end || (!is_digit(*s) && *s != '.')) return false;
  double mantissa = 0;
  for (; s < end && is_digit(*s); s++) mantissa = mantissa * 10 + (*s - '0');
  if (s < end && *s == '.') s = add_decimals(s + 1, end, &mantissa);

  if (s < end && (*s == 'e' || *s == 'E')) {
    s++;
    bool below = s < end && *s == '-';
    if (s < end && (*s == '+' || *s == '-')) s++;
    if (s == end || !is_digit(*s)) return false;
    int exponent = 0;
    for (; s < end && is_digit(*s); s++) exponent = exponent < 10000 ? 10 * exponent + (*s - '0') : exponent;
    if (exponent) mantissa = scale_ten(mantissa, below ? -exponent : exponent);
  }
  *value = negative ? -mantissa : mantissa;
  return true;
}

// n numbers of a line; what is missing or malformed counts as zero
static bool add_numbers(ig_FloatList* to, Line line, int n) {
  if (!ig_floats_reserve(to, n)) return false;
  for (int i = 0; i < n; i++) {
    skip_blanks(&line);
    const char* end = line.at;
    while (end < line.end && !is_blank(*end)) end++;
    double value = 0;
    parse_number(line.at, end, &value);
    to->item[to->n++] = (float)value;
    line.at = end;
  }
  return true;
}

// places count from one, or back from the last one read so far; 0 is none, and so is what is no number
static bool parse_place(Line* line, int count, int* place) {
  const char* s = line->at;
  bool negative = s < line->end && *s == '-';
  if (s < line->end && (*s == '+' || *s == '-')) s++;
  long long value = 0;
  for (; s < line->end && is_digit(*s); s++) value = value < INT_MAX ? 10 * value + (*s - '0') : value;
  if (value > INT_MAX) value = INT_MAX;
  *place = (int)(negative ? count - value : value - 1);
  while (line->at < line->end && *line->at != '/' && !is_blank(*line->at)) line->at++;
  return value != 0;
}

static bool at_slash(Line* line) {
  if (line->at == line->end || *line->at != '/') return false;
  line->at++;
  return true;
}

// i, i/j, i//k or i/j/k
static bool parse_corner(const Reader* r, Line* line, Corner* c) {
  const ig_MeshFile* f = r->file;
  *c = (Corner){-1, -1, -1};
  if (!parse_place(line, f->vert.n / 3, &c->vert)) return false;
  if (!at_slash(line)) return true;
  if (at_slash(line)) return parse_place(line, f->normal.n / 3, &c->normal);
  if (!parse_place(line, f->texcoord.n / 2, &c->texcoord)) return false;
  return !at_slash(line) || parse_place(line, f->normal.n / 3, &c->normal);
}

// ------------------------------------------------ polygons

// a vertex, or NULL when there is none of that number
static const float* vertex(const Reader* r, int i) {
  return i >= 0 && i < r->file->vert.n / 3 ? r->file->vert.item + 3 * i : NULL;
}

// the two axes along which a polygon is seen best: at its first corner that is not straight
static void choose_axes(const Reader* r, const Corner* c, int n, int axes[2]) {
  axes[0] = 1, axes[1] = 2;
  for (int k = 0; k < n; k++) {
    const float *a = vertex(r, c[k].vert), *b = vertex(r, c[(k + 1) % n].vert), *d = vertex(r, c[(k + 2) % n].vert);
    if (!a || !b || !d) continue;
    float e[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, g[3] = {d[0] - b[0], d[1] - b[1], d[2] - b[2]};
    float x = fabsf(e[1] * g[2] - e[2] * g[1]), y = fabsf(e[2] * g[0] - e[0] * g[2]), z = fabsf(e[0] * g[1] - e[1] * g[0]);
    if (!(x > FLT_EPSILON || y > FLT_EPSILON || z > FLT_EPSILON)) continue;
    if (x > y && x > z) return;
    axes[0] = 0;
    if (z > x && z > y) axes[1] = 1;
    return;
  }
}

static float signed_area(const Reader* r, const Corner* c, int n, const int axes[2]) {
  float area = 0;
  for (int k = 0; k < n; k++) {
    const float *a = vertex(r, c[k].vert), *b = vertex(r, c[(k + 1) % n].vert);
    if (a && b) area += (a[axes[0]] * b[axes[1]] - a[axes[1]] * b[axes[0]]) * 0.5f;
  }
  return area;
}

// by counting the edges to the right of the point
static bool inside(const float x[3], const float y[3], float px, float py) {
  bool in = false;
  for (int i = 0, j = 2; i < 3; j = i++) {
    if ((y[i] > py) != (y[j] > py) && px < (x[j] - x[i]) * (py - y[i]) / (y[j] - y[i]) + x[i]) in = !in;
  }
  return in;
}

// can the corner after `first` be cut off?
static bool is_ear(const Reader* r, const Corner* c, int n, int first, const int axes[2], float area) {
  float x[3] = {0}, y[3] = {0};
  for (int k = 0; k < 3; k++) {
    const float* v = vertex(r, c[(first + k) % n].vert);
    if (v) x[k] = v[axes[0]], y[k] = v[axes[1]];
  }
  float cross = (x[1] - x[0]) * (y[2] - y[1]) - (y[1] - y[0]) * (x[2] - x[1]);
  if (cross * area < 0) return false;
  for (int k = 3; k < n; k++) {
    const float* v = vertex(r, c[(first + k) % n].vert);
    if (v && inside(x, y, v[axes[0]], v[axes[1]])) return false;
  }
  return true;
}

static bool add_triangle(Reader* r, Corner a, Corner b, Corner c) {
  return add_corner(&r->triangle, a) && add_corner(&r->triangle, b) && add_corner(&r->triangle, c);
}

// a polygon that can not be cut any further is left as it is
static bool clip_ears(Reader* r, const Corner* polygon, int n) {
  int axes[2], guess = 0, left = n, before = n;
  choose_axes(r, polygon, n, axes);
  float area = signed_area(r, polygon, n, axes);
  r->rest.list.n = 0;
  for (int k = 0; k < n; k++) {
    if (!add_corner(&r->rest, polygon[k])) return false;
  }
  Corner* c = corner(&r->rest, 0);
  while (n > 3 && left > 0) {
    if (guess >= n) guess -= n;
    left = before != n ? n : left - 1;
    before = n;
    if (!is_ear(r, c, n, guess, axes, area)) {
      guess++;
      continue;
    }
    int middle = (guess + 1) % n;
    if (!add_triangle(r, c[guess], c[middle], c[(guess + 2) % n])) return false;
    memmove(c + middle, c + middle + 1, (size_t)(n - 1 - middle) * sizeof(Corner));
    n--;
  }
  return n != 3 || add_triangle(r, c[0], c[1], c[2]);
}

// ------------------------------------------------ lines

// faces are kept until their group ends: they may name vertices that follow
static bool read_corners(Reader* r, Line line, char kind, int number, const char* name) {
  int n = 0;
  bool keep = kind == 'f' && !r->done;
  for (skip_blanks(&line); line.at < line.end; skip_blanks(&line), n++) {
    Corner c;
    if (!parse_corner(r, &line, &c)) {
      return ig_mesh_fail(r->file, "OBJ file '%s', line %d: no valid index (they count from 1)", name, number);
    }
    // what follows a complete corner, like a third slash, is its own corner and has no index
    if (keep && !add_corner(&r->polygon, c)) return ig_mesh_fail(r->file, "not enough memory for OBJ file '%s'", name);
  }
  if (kind != 'f') {
    r->other = true;
    return true;
  }
  if (!keep) return true;
  if (!ig_ints_reserve(&r->size, 1)) return ig_mesh_fail(r->file, "not enough memory for OBJ file '%s'", name);
  r->size.item[r->size.n++] = n;
  return true;
}

static bool end_group(Reader* r, bool object) {
  if (r->done) return true;
  // triangles of the current group join the shape
  for (int i = 0, first = 0; i < r->size.n; i++) {
    int n = r->size.item[i];
    if (n < 3) {
      first += n;
      continue;
    }
    const Corner* c = corner(&r->polygon, first);
    if (n == 3 ? !add_triangle(r, c[0], c[1], c[2]) : !clip_ears(r, c, n)) return false;
    first += n;
  }
  r->polygon.list.n = r->size.n = 0;
  r->done = r->triangle.list.n || (object && r->other);
  r->other = false;
  return true;
}

static bool read_line(Reader* r, Line line, int number, const char* name) {
  ig_MeshFile* f = r->file;
  skip_blanks(&line);
  long length = line.end - line.at;
  if (length < 2) return true;
  char first = line.at[0], second = line.at[1];
  bool room = true;
  if (is_blank(second)) {
    line.at += 2;
    switch (first) {
      case 'v': room = add_numbers(&f->vert, line, 3); break;
      case 'f':
      case 'l':
      case 'p': return read_corners(r, line, first, number, name);
      case 'g': room = end_group(r, false); break;
      case 'o': room = end_group(r, true); break;
      default: break;
    }
  } else if (first == 'v' && length > 2 && is_blank(line.at[2])) {
    line.at += 3;
    if (second == 'n') room = add_numbers(&f->normal, line, 3);
    if (second == 't') room = add_numbers(&f->texcoord, line, 2);
  }
  return room || ig_mesh_fail(f, "not enough memory for OBJ file '%s'", name);
}

// lines end with \n, \r or both; a zero byte ends what counts of a line
static bool read_lines(Reader* r, const ig_MeshSource* source) {
  const char *at = source->bytes, *end = at + source->size;
  for (int number = 1; at < end; number++) {
    const char* stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    const char* back = memchr(at, '\r', (size_t)(stop - at));
    if (back) stop = back;
    const char* zero = memchr(at, 0, (size_t)(stop - at));
    if (!read_line(r, (Line){at, zero ? zero : stop}, number, source->name)) return false;
    at = stop + 1;
    if (back && at < end && *at == '\n') at++;
  }
  return end_group(r, true) || ig_mesh_fail(r->file, "not enough memory for OBJ file '%s'", source->name);
}

// triangles as three lists
static bool split_triangles(Reader* r, bool mirrored) {
  ig_MeshFile* f = r->file;
  int n = r->triangle.list.n / 3;
  if (!ig_ints_reserve(&f->face, n) || !ig_ints_reserve(&f->facenormal, n) || !ig_ints_reserve(&f->facetexcoord, n)) return false;
  for (int i = 0; i < n; i++) {
    static const int turned[3] = {0, 1, -1};
    const Corner* c = corner(&r->triangle, mirrored ? i + turned[i % 3] : i);
    f->face.item[i] = c->vert;
    f->facenormal.item[i] = c->normal;
    f->facetexcoord.item[i] = c->texcoord;
  }
  f->face.n = n;
  f->facenormal.n = f->normal.n ? n : 0;
  f->facetexcoord.n = f->texcoord.n ? n : 0;
  return true;
}

bool ig_read_obj(ig_MeshFile* file, const ig_MeshSource* source) {
  if (source->size < 0) return ig_mesh_fail(file, "nothing could be read from OBJ file '%s'", source->name);
  Reader r = {.file = file};
  bool good = read_lines(&r, source);
  if (good && !split_triangles(&r, source->mirrored))
    good = ig_mesh_fail(file, "not enough memory for OBJ file '%s'", source->name);
  ig_free(r.polygon.list.item);
  ig_free(r.size.item);
  ig_free(r.triangle.list.item);
  ig_free(r.rest.list.item);

  // pictures count their rows from above
  for (int i = 1; i < file->texcoord.n; i += 2) file->texcoord.item[i] = 1 - file->texcoord.item[i];
  return good;
}
