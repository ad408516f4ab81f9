// SPDX-License-Identifier: Apache-2.0
#include "render/texture.h"

#include <math.h>

#include "base/memory.h"
#include "lane/elementary.h"

typedef float Four __attribute__((vector_size(16)));

static Four unpack(uint32_t t) {
  return (Four){(float)(t & 255), (float)(t >> 8 & 255), (float)(t >> 16 & 255), (float)(t >> 24)};
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
  int64_t total = 0;
  for (int w = width, h = rows; texture->nlevel < IG_MAX_LEVEL;) {
    int level = texture->nlevel++;
    texture->width[level] = w;
    texture->height[level] = h;
    texture->first[level] = (int)total;
    total += (int64_t)w * h * faces;
    if (total > INT32_MAX) {
      texture->nlevel = 0;
      return false;
    }
    if (w == 1 && h == 1) break;
    w = w > 1 ? w / 2 : 1;
    h = h > 1 ? h / 2 : 1;
  }
  texture->texel = ig_try_alloc((size_t)total * sizeof(uint32_t));
  if (!texture->texel) {
    texture->nlevel = 0;
    return false;
  }
  for (int level = 0; level < texture->nlevel; level++) {
    int w = texture->width[level], h = texture->height[level];
    size_t size = (size_t)w * (size_t)h;
    for (int face = 0; face < faces; face++) {
      uint32_t* out = texture->texel + texture->first[level] + size * (size_t)face;
      if (level == 0) {
        const uint8_t* in = data + (repeated ? 0 : size * (size_t)face * (size_t)channels);
        for (size_t i = 0; i < size; i++, in += channels) {
          uint32_t alpha = channels == 4 ? in[3] : 255;
          out[i] = (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | alpha << 24;
        }
        if (!texture->cube && m->tex_colorspace[id] == mjCOLORSPACE_SRGB) linearize(out, size);
      } else {
        int pw = texture->width[level - 1], ph = texture->height[level - 1];
        halve(out, w, h, texture->texel + texture->first[level - 1] + (size_t)face * (size_t)pw * (size_t)ph, pw, ph);
      }
    }
  }
  return true;
}

void ig_texture_free(ig_Texture* texture) {
  ig_free(texture->texel);
  *texture = (ig_Texture){0};
}
