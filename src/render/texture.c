#include "render/texture.h"

#include <math.h>

#include "base/memory.h"
#include "lane/elementary.h"

typedef float Four __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(4)));

static uint32_t pack(const uint8_t* p, int channels) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (channels == 4 ? (uint32_t)p[3] : 255u) << 24;
}

static Four unpack(uint32_t texel) {
  Bytes bytes = {(uint8_t)texel, (uint8_t)(texel >> 8), (uint8_t)(texel >> 16), (uint8_t)(texel >> 24)};
  return __builtin_convertvector(bytes, Four);
}

// halve one image: each new texel is the linear reading in its middle, as a blit with linear filter gives it
static void halve(uint32_t* out, int ow, int oh, const uint32_t* in, int iw, int ih) {
  for (int y = 0; y < oh; y++) {
    float fy = ((float)y + 0.5f) * (float)ih / (float)oh - 0.5f;
    int y0 = (int)floorf(fy), y1 = y0 + 1 < ih ? y0 + 1 : ih - 1;
    float wy = fy - (float)y0;
    for (int x = 0; x < ow; x++) {
      float fx = ((float)x + 0.5f) * (float)iw / (float)ow - 0.5f;
      int x0 = (int)floorf(fx), x1 = x0 + 1 < iw ? x0 + 1 : iw - 1;
      float wx = fx - (float)x0;
      Four low = unpack(in[y0 * iw + x0]) * (1 - wx) + unpack(in[y0 * iw + x1]) * wx;
      Four high = unpack(in[y1 * iw + x0]) * (1 - wx) + unpack(in[y1 * iw + x1]) * wx;
      Four mean = low * (1 - wy) + high * wy + 0.5f;
      out[y * ow + x] = (uint32_t)mean[0] | (uint32_t)mean[1] << 8 | (uint32_t)mean[2] << 16 | (uint32_t)mean[3] << 24;
    }
  }
}

// from the curve of sRGB to light, in 8 bits
static void linearize(uint32_t* texel, size_t count) {
  uint8_t table[256];
  for (int i = 0; i < 256; i++) {
    double c = i / 255.0, light = c <= 0.04045 ? c / 12.92 : ig_pow((c + 0.055) / 1.055, 2.4);
    table[i] = (uint8_t)(light * 255 + 0.5);
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t t = texel[i];
    texel[i] = table[t & 255] | (uint32_t)table[t >> 8 & 255] << 8 | (uint32_t)table[t >> 16 & 255] << 16 | (t & 0xff000000u);
  }
}

bool ig_texture_load(ig_Texture* texture, const mjModel* m, int id) {
  ig_texture_free(texture);
  int width = m->tex_width[id], height = m->tex_height[id], channels = m->tex_nchannel[id];
  const uint8_t* data = m->tex_data + m->tex_adr[id];
  texture->cube = m->tex_type[id] != mjTEXTURE_2D;
  // a cube is six squares one above the other, or one that serves for all sides
  bool repeated = texture->cube && width == height;
  int faces = texture->cube ? 6 : 1, rows = texture->cube ? width : height;
  if (width < 1 || rows < 1) return true;
  for (int level = 0, w = width, h = rows; level < IG_MAX_LEVEL; level++) {
    size_t size = (size_t)w * (size_t)h;
    texture->texel[level] = ig_try_alloc(size * (size_t)faces * 4);
    if (!texture->texel[level]) return false;
    texture->width[level] = w;
    texture->height[level] = h;
    texture->nlevel = level + 1;
    for (int face = 0; face < faces; face++) {
      uint32_t* out = texture->texel[level] + size * (size_t)face;
      if (level == 0) {
        const uint8_t* in = data + (repeated ? 0 : size * (size_t)face * (size_t)channels);
        for (size_t i = 0; i < size; i++) out[i] = pack(in + i * (size_t)channels, channels);
        if (!texture->cube && m->tex_colorspace[id] == mjCOLORSPACE_SRGB) linearize(out, size);
      } else {
        int pw = texture->width[level - 1], ph = texture->height[level - 1];
        halve(out, w, h, texture->texel[level - 1] + (size_t)face * (size_t)pw * (size_t)ph, pw, ph);
      }
    }
    if (w == 1 && h == 1) break;
    w = w > 1 ? w / 2 : 1;
    h = h > 1 ? h / 2 : 1;
  }
  return true;
}

void ig_texture_free(ig_Texture* texture) {
  for (int i = 0; i < texture->nlevel; i++) ig_free(texture->texel[i]);
  *texture = (ig_Texture){0};
}

static int wrap(int i, int n) {
  i %= n;
  return i < 0 ? i + n : i;
}

static Four bilinear(const uint32_t* texel, int w, int h, float s, float t, bool repeat) {
  float x = s * (float)w - 0.5f, y = t * (float)h - 0.5f;
  float fx = floorf(x), fy = floorf(y);
  float wx = x - fx, wy = y - fy;
  int x0 = (int)fx, y0 = (int)fy, x1 = x0 + 1, y1 = y0 + 1;
  if (repeat) {
    x0 = wrap(x0, w), x1 = wrap(x1, w), y0 = wrap(y0, h), y1 = wrap(y1, h);
  } else {
    x0 = x0 < 0 ? 0 : x0, y0 = y0 < 0 ? 0 : y0;
    x1 = x1 > w - 1 ? w - 1 : x1, y1 = y1 > h - 1 ? h - 1 : y1;
  }
  Four low = unpack(texel[y0 * w + x0]) * (1 - wx) + unpack(texel[y0 * w + x1]) * wx;
  Four high = unpack(texel[y1 * w + x0]) * (1 - wx) + unpack(texel[y1 * w + x1]) * wx;
  return low * (1 - wy) + high * wy;
}

// binary logarithm, to 1e-3: enough to choose between levels
static float rough_log2(float x) {
  union {
    float f;
    uint32_t i;
  } bits = {x};
  int exponent = (int)(bits.i >> 23) - 127;
  bits.i = (bits.i & 0x007fffffu) | 0x3f800000u;
  float m = bits.f - 1;
  return (float)exponent + m * (1.4384244f + m * (-0.6780937f + m * (0.3239403f + m * -0.0843043f)));
}

// squared footprint of a pixel in texels to level of detail
static float level_of_detail(float dsdx, float dtdx, float dsdy, float dtdy) {
  float along = dsdx * dsdx + dtdx * dtdx, up = dsdy * dsdy + dtdy * dtdy, most = along > up ? along : up;
  return most > 1e-30f ? 0.5f * rough_log2(most) : -10.0f;
}

static void trilinear(const ig_Texture* texture, int face, float s, float t, float lod, bool repeat, float rgba[4]) {
  int top = texture->nlevel - 1;
  int level = lod > 0 ? (int)lod : 0;
  float part = lod > 0 ? lod - (float)level : 0;
  if (level >= top) level = top, part = 0;
  const int *w = texture->width, *h = texture->height;
  Four color = bilinear(texture->texel[level] + (size_t)face * (size_t)w[level] * (size_t)h[level], w[level], h[level], s, t, repeat);
  if (part > 0) {
    int next = level + 1;
    Four far = bilinear(texture->texel[next] + (size_t)face * (size_t)w[next] * (size_t)h[next], w[next], h[next], s, t, repeat);
    color = color * (1 - part) + far * part;
  }
  color *= 1 / 255.0f;
  for (int k = 0; k < 4; k++) rgba[k] = color[k];
}

// which side of a cube a direction meets, and where: OpenGL 2.1, table 3.19
static int cube_side(const float v[3], int* major, int* sc, int* tc, float* sign_s, float* sign_t) {
  float a[3] = {fabsf(v[0]), fabsf(v[1]), fabsf(v[2])};
  *major = a[0] >= a[1] && a[0] >= a[2] ? 0 : a[1] >= a[2] ? 1 : 2;
  bool positive = v[*major] >= 0;
  static const int s_axis[3] = {2, 0, 0}, t_axis[3] = {1, 2, 1};
  *sc = s_axis[*major];
  *tc = t_axis[*major];
  *sign_s = *major == 1 ? 1.0f : (*major == 0) == positive ? -1.0f : 1.0f;
  *sign_t = *major == 1 ? (positive ? 1.0f : -1.0f) : -1.0f;
  return 2 * *major + !positive;
}

static void read_cube(const ig_Texture* texture, const float v[3], const float dx[3], const float dy[3], float rgba[4]) {
  int major, sc, tc;
  float sign_s, sign_t;
  int side = cube_side(v, &major, &sc, &tc, &sign_s, &sign_t);
  float sign = v[major] >= 0 ? 1.0f : -1.0f;
  float scale = 0.5f / fmaxf(fabsf(v[major]), 1e-20f), w = (float)texture->width[0];
  float s = sign_s * v[sc] * scale, t = sign_t * v[tc] * scale;
  // quotient rule, with the divisor's own change
  float mx = 2 * sign * dx[major], my = 2 * sign * dy[major];
  float lod = level_of_detail((sign_s * dx[sc] - s * mx) * scale * w, (sign_t * dx[tc] - t * mx) * scale * w,
                              (sign_s * dy[sc] - s * my) * scale * w, (sign_t * dy[tc] - t * my) * scale * w);
  trilinear(texture, side, s + 0.5f, t + 0.5f, lod, false, rgba);
}

void ig_texture_read(const ig_Texture* texture, const float coord[3], const float dx[3], const float dy[3], float rgba[4]) {
  if (!texture->nlevel) {
    for (int k = 0; k < 4; k++) rgba[k] = 1;
    return;
  }
  if (texture->cube) {
    read_cube(texture, coord, dx, dy, rgba);
    return;
  }
  float w = (float)texture->width[0], h = (float)texture->height[0];
  float lod = level_of_detail(dx[0] * w, dx[1] * h, dy[0] * w, dy[1] * h);
  // repetition makes large coordinates small, so that they can be counted in texels
  float s = coord[0] - floorf(coord[0]), t = coord[1] - floorf(coord[1]);
  trilinear(texture, 0, s, t, lod, true, rgba);
}
