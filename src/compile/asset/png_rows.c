// SPDX-License-Identifier: Apache-2.0
// Chunks, checksums and filters as in the PNG specification (W3C, third edition, clauses 5, 7 and 9). The pixels are inflated at
// once by libdeflate, which takes half the time of zlib's stream; everything that is unusual is left to libspng.
#include "compile/asset/png_rows.h"

#ifndef IG_LIBDEFLATE

bool ig_read_png_rows(const unsigned char* bytes, size_t size, int nchannel, ig_Image* image) {
  (void)bytes, (void)size, (void)nchannel, (void)image;
  return false;
}

#else

#include <libdeflate.h>
#include <string.h>

#include "base/memory.h"

enum { SIGNATURE = 8, CHUNK = 12, HEADER = 13 };

typedef struct {
  size_t width, height, nbyte;  // bytes of a pixel: 3 or 4
  bool srgb;
  size_t packed;     // bytes of the compressed pixels
  size_t first_end;  // end of the first chunk of them, 0: none yet
  bool several, ended;
} Layout;

static uint32_t big_endian(const unsigned char* b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | (uint32_t)b[3];
}

static bool is_type(const unsigned char* chunk, const char* type) { return !memcmp(chunk + 4, type, 4); }

// sizes and colour spaces, which are checked and not used, but for sRGB; each once, before the pixels
static bool read_small(const unsigned char* chunk, uint32_t length, Layout* l, unsigned* seen) {
  static const char* const type[] = {"sRGB", "gAMA", "pHYs"};
  const unsigned char* data = chunk + 8;
  for (unsigned k = 0; k < 3; k++) {
    if (!is_type(chunk, type[k])) continue;
    if (l->first_end || *seen >> k & 1) return false;
    *seen |= 1u << k;
    if (k == 0) return l->srgb = length == 1 && data[0] < 4;
    if (k == 1) return length == 4 && big_endian(data) && big_endian(data) < 1u << 31;
    return length == 9 && big_endian(data) < 1u << 31 && big_endian(data + 4) < 1u << 31 && data[8] < 2;
  }
  return false;
}

// every chunk up to the last is known and has its checksum
static bool read_layout(const unsigned char* bytes, size_t size, Layout* l) {
  static const unsigned char signature[SIGNATURE] = {137, 'P', 'N', 'G', '\r', '\n', 26, '\n'};
  unsigned seen = 0;
  bool first = true, pixels = false;
  if (size < SIGNATURE || memcmp(bytes, signature, SIGNATURE)) return false;
  for (size_t at = SIGNATURE; !l->ended;) {
    const unsigned char* chunk = bytes + at;
    if (size - at < CHUNK) return false;
    uint32_t length = big_endian(chunk);
    if (length > size - at - CHUNK) return false;
    if (libdeflate_crc32(0, chunk + 4, length + 4) != big_endian(chunk + 8 + length)) return false;
    at += CHUNK + length;
    if (first) {
      const unsigned char* data = chunk + 8;
      if (!is_type(chunk, "IHDR") || length != HEADER) return false;
      l->width = big_endian(data);
      l->height = big_endian(data + 4);
      l->nbyte = data[9] == 2 ? 3 : 4;
      // depth, colours, compression, filters, interlacing
      if (!l->width || !l->height || data[8] != 8 || (data[9] != 2 && data[9] != 6)) return false;
      if (data[10] || data[11] || data[12]) return false;
    } else if (is_type(chunk, "IDAT")) {
      if (l->first_end && !pixels) return false;
      l->several |= l->first_end != 0;
      if (!l->first_end) l->first_end = at - 4;
      l->packed += length;
      pixels = true;
    } else if (is_type(chunk, "IEND")) {
      if (length || !l->first_end) return false;
      l->ended = true;
    } else {
      pixels = false;
      if (!read_small(chunk, length, l, &seen)) return false;
    }
    first = false;
  }
  return true;
}

// the data of all chunks of pixels together
static void join_pixels(const unsigned char* bytes, unsigned char* to) {
  for (const unsigned char* chunk = bytes + SIGNATURE; !is_type(chunk, "IEND"); chunk += CHUNK + big_endian(chunk)) {
    if (!is_type(chunk, "IDAT")) continue;
    memcpy(to, chunk + 8, big_endian(chunk));
    to += big_endian(chunk);
  }
}

static bool inflate_pixels(const unsigned char* bytes, const Layout* l, unsigned char* rows, size_t nrows) {
  struct libdeflate_decompressor* inflater = libdeflate_alloc_decompressor();
  unsigned char* joined = l->several ? ig_try_alloc(l->packed) : NULL;
  bool good = inflater && (joined || !l->several);
  if (good) {
    if (joined) join_pixels(bytes, joined);
    const unsigned char* packed = joined ? joined : bytes + l->first_end - l->packed;
    // with no place for the number of bytes that were written, any other number than nrows is an error
    good = libdeflate_zlib_decompress(inflater, packed, l->packed, rows, nrows, NULL) == LIBDEFLATE_SUCCESS;
  }
  ig_free(joined);
  libdeflate_free_decompressor(inflater);
  return good;
}

// ------------------------------------------------ filters

// four samples of a pixel, wide enough for sums of three
typedef int16_t Samples __attribute__((vector_size(8)));

static inline __attribute__((always_inline)) Samples load(const unsigned char* at, size_t nbyte) {
  return (Samples){at[0], at[1], at[2], nbyte == 4 ? at[3] : 0};
}

static inline __attribute__((always_inline)) void store(unsigned char* at, Samples x, size_t nbyte) {
  for (size_t k = 0; k < nbyte; k++) at[k] = (unsigned char)x[k];
}

static inline Samples magnitude(Samples x) {
  Samples negative = x < 0;
  return (x ^ negative) - negative;
}

// of left, above and above left that which is nearest to left + above - above left, in this order
static inline Samples paeth(Samples left, Samples above, Samples corner) {
  Samples a = magnitude(above - corner), b = magnitude(left - corner), c = magnitude(left + above - 2 * corner);
  Samples is_left = (a <= b) & (a <= c), is_above = ~is_left & (b <= c);
  return (is_left & left) | (is_above & above) | (~is_left & ~is_above & corner);
}

// a row of n bytes, whose filter stands before it; `above` is the row before, zeros for the first
static inline __attribute__((always_inline)) bool unfilter(unsigned char* row, const unsigned char* above, size_t n,
                                                           size_t nbyte) {
  const Samples byte = {255, 255, 255, 255};
  Samples left = {0}, corner = {0};
  switch (row[-1]) {
    case 0: return true;
    case 1:
      for (size_t i = 0; i < n; i += nbyte) store(row + i, left = (load(row + i, nbyte) + left) & byte, nbyte);
      return true;
    case 2:
      for (size_t i = 0; i < n; i++) row[i] = (unsigned char)(row[i] + above[i]);
      return true;
    case 3:
      for (size_t i = 0; i < n; i += nbyte) {
        left = (load(row + i, nbyte) + ((left + load(above + i, nbyte)) >> 1)) & byte;
        store(row + i, left, nbyte);
      }
      return true;
    case 4:
      for (size_t i = 0; i < n; i += nbyte) {
        Samples up = load(above + i, nbyte);
        left = (load(row + i, nbyte) + paeth(left, up, corner)) & byte;
        store(row + i, left, nbyte);
        corner = up;
      }
      return true;
    default: return false;
  }
}

static bool unfilter_rows(unsigned char* rows, unsigned char* zeros, const Layout* l) {
  size_t n = l->width * l->nbyte;
  memset(zeros, 0, n);
  const unsigned char* above = zeros;
  for (size_t r = 0; r < l->height; r++) {
    unsigned char* row = rows + r * (n + 1) + 1;
    if (!(l->nbyte == 3 ? unfilter(row, above, n, 3) : unfilter(row, above, n, 4))) return false;
    above = row;
  }
  return true;
}

// the channels that are asked for; alpha that is missing is full
static void write_channels(unsigned char* to, const unsigned char* row, const Layout* l, size_t nchannel) {
  if (nchannel == l->nbyte) {
    memcpy(to, row, l->width * nchannel);
    return;
  }
  for (size_t i = 0; i < l->width; i++, to += nchannel, row += l->nbyte) {
    for (size_t k = 0; k < nchannel; k++) to[k] = k < l->nbyte ? row[k] : 255;
  }
}

bool ig_read_png_rows(const unsigned char* bytes, size_t size, int nchannel, ig_Image* image) {
  Layout l = {0};
  if (!read_layout(bytes, size, &l)) return false;
  // one row more: the zeros before the first
  size_t line = l.width * l.nbyte + 1, nrows = line * l.height, n = (size_t)nchannel;
  unsigned char* rows = ig_try_alloc(nrows + line);
  image->data = rows ? ig_try_alloc(l.width * l.height * n) : NULL;
  bool good = image->data && inflate_pixels(bytes, &l, rows, nrows) && unfilter_rows(rows, rows + nrows, &l);
  for (size_t r = 0; good && r < l.height; r++) write_channels(image->data + r * l.width * n, rows + r * line + 1, &l, n);
  ig_free(rows);
  if (!good) {
    ig_free(image->data);
    image->data = NULL;
    return false;
  }
  image->width = (int)l.width;
  image->height = (int)l.height;
  image->srgb = l.srgb;
  return true;
}

#endif  // IG_LIBDEFLATE
