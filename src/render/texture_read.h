// SPDX-License-Identifier: Apache-2.0
// Reading of textures, eight places at once, to become a part of the loop that reads: that loop is built for each level of SIMD.
#ifndef INGOT_RENDER_TEXTURE_READ_H_
#define INGOT_RENDER_TEXTURE_READ_H_

#include "render/texture.h"
#include "render/wide.h"

// numbers of a level for each place
typedef struct {
  ig_wi first, width, height;
} ig_Level;

IG_WIDE_INLINE ig_Level ig_level(const ig_Texture* texture, ig_wi level, ig_wi face) {
  ig_Level out = {{0}, {0}, {0}};
  int one = level[0];
  if (!ig_w_any(level != one)) {
    ig_wi none = {0};
    out.width = none + texture->width[one];
    out.height = none + texture->height[one];
    out.first = none + texture->first[one];
  } else {
    for (int i = 0; i < IG_EIGHT; i++) {
      out.width[i] = texture->width[level[i]];
      out.height[i] = texture->height[level[i]];
      out.first[i] = texture->first[level[i]];
    }
  }
  if (texture->cube) out.first += face * out.width * out.height;
  return out;
}

// four channels of the texels
IG_WIDE_INLINE void ig_texels(const ig_Texture* texture, ig_wi at, ig_wf out[4]) {
  ig_wi texel = {0};
  for (int i = 0; i < IG_EIGHT; i++) texel[i] = (int32_t)texture->texel[at[i]];
  out[0] = ig_w_float(texel & 255);
  out[1] = ig_w_float(texel >> 8 & 255);
  out[2] = ig_w_float(texel >> 16 & 255);
  out[3] = ig_w_float(texel >> 24 & 255);
}

// s and t from 0 to 1; channels from 0 to 255
IG_WIDE_INLINE void ig_bilinear(const ig_Texture* texture, ig_Level level, ig_wf s, ig_wf t, ig_wf out[4]) {
  ig_wf x = s * ig_w_float(level.width) - 0.5f, y = t * ig_w_float(level.height) - 0.5f;
  ig_wi x0 = ig_w_floor(x), y0 = ig_w_floor(y), x1 = x0 + 1, y1 = y0 + 1, wide = level.width - 1, high = level.height - 1;
  ig_wf wx = x - ig_w_float(x0), wy = y - ig_w_float(y0);
  // images repeat, sides of cubes end
  ig_wi repeat = (ig_wi){0} - (int)!texture->cube;
  x0 = ig_w_selecti(x0 < 0, wide & repeat, x0);
  y0 = ig_w_selecti(y0 < 0, high & repeat, y0);
  x1 = ig_w_selecti(x1 > wide, wide & ~repeat, x1);
  y1 = ig_w_selecti(y1 > high, high & ~repeat, y1);
  ig_wi low = level.first + y0 * level.width, up = level.first + y1 * level.width;
  ig_wf a[4], b[4], c[4], d[4];
  ig_texels(texture, low + x0, a);
  ig_texels(texture, low + x1, b);
  ig_texels(texture, up + x0, c);
  ig_texels(texture, up + x1, d);
  for (int k = 0; k < 4; k++) {
    ig_wf below = a[k] + (b[k] - a[k]) * wx, above = c[k] + (d[k] - c[k]) * wx;
    out[k] = below + (above - below) * wy;
  }
}

// from the change of texels per pixel
IG_WIDE_INLINE ig_wf ig_level_of_detail(ig_wf dsdx, ig_wf dtdx, ig_wf dsdy, ig_wf dtdy) {
  ig_wf most = ig_w_max(dsdx * dsdx + dtdx * dtdx, dsdy * dsdy + dtdy * dtdy);
  most = ig_w_min(ig_w_max(most, ig_w_all(1)), ig_w_all(1e30f));
  return 0.5f * ig_w_log2(most);
}

// colour from 0 to 1
IG_WIDE_INLINE void ig_trilinear(const ig_Texture* texture, ig_wi face, ig_wf s, ig_wf t, ig_wf lod, ig_wf out[4]) {
  lod = ig_w_min(lod, ig_w_all((float)(texture->nlevel - 1)));
  ig_wi level = ig_w_trunc(lod);
  ig_wf part = lod - ig_w_float(level);
  ig_bilinear(texture, ig_level(texture, level, face), s, t, out);
  if (ig_w_any(part > 0.0f)) {
    ig_wi last = (ig_wi){0} + (texture->nlevel - 1);
    ig_wf far[4];
    ig_bilinear(texture, ig_level(texture, ig_w_selecti(level < last, level + 1, last), face), s, t, far);
    for (int k = 0; k < 4; k++) out[k] = out[k] + (far[k] - out[k]) * part;
  }
  for (int k = 0; k < 4; k++) out[k] *= 1 / 255.0f;
}

// which side of a cube a direction meets, and where: OpenGL 2.1, table 3.19
IG_WIDE_INLINE void ig_read_cube(const ig_Texture* texture, const ig_wf v[3], const ig_wf dx[3], const ig_wf dy[3],
                                 ig_wf out[4]) {
  ig_wf zero = ig_w_all(0), a[3];
  for (int k = 0; k < 3; k++) a[k] = ig_w_max(v[k], -v[k]);
  ig_wi is_x = (a[0] >= a[1]) & (a[0] >= a[2]), is_y = ~is_x & (a[1] >= a[2]), is_z = ~is_x & ~is_y;
#define PICK(q, w)                             \
  ig_w_select(is_x,                            \
              (w)[(q) == 0   ? 0               \
                  : (q) == 1 ? 2               \
                             : 1],             \
              ig_w_select(is_y,                \
                          (w)[(q) == 0   ? 1   \
                              : (q) == 1 ? 0   \
                                         : 2], \
                          (w)[(q) == 0   ? 2   \
                              : (q) == 1 ? 0   \
                                         : 1]))
  ig_wf major = PICK(0, v), sc = PICK(1, v), tc = PICK(2, v);
  ig_wf mx = PICK(0, dx), sx = PICK(1, dx), tx = PICK(2, dx), my = PICK(0, dy), sy = PICK(1, dy), ty = PICK(2, dy);
#undef PICK
  ig_wi negative = major < zero;
  ig_wf sign = ig_w_select(negative, ig_w_all(-1), ig_w_all(1));
  ig_wf sign_s = ig_w_select(is_x, -sign, ig_w_select(is_z, sign, ig_w_all(1))), sign_t = ig_w_select(is_y, sign, ig_w_all(-1));
  ig_wf scale = 0.5f / ig_w_max(major * sign, ig_w_all(1e-20f)), w = ig_w_all((float)texture->width[0]);
  ig_wf s = sign_s * sc * scale, t = sign_t * tc * scale;
  // quotient rule, with the divisor's own change
  mx = 2.0f * sign * mx;
  my = 2.0f * sign * my;
  ig_wf lod = ig_level_of_detail((sign_s * sx - s * mx) * scale * w, (sign_t * tx - t * mx) * scale * w,
                                 (sign_s * sy - s * my) * scale * w, (sign_t * ty - t * my) * scale * w);
  ig_wi face = (is_y & 2) + (is_z & 4) + (negative & 1);
  ig_trilinear(texture, face, ig_w_clamp01(s + 0.5f), ig_w_clamp01(t + 0.5f), lod, out);
}

// what is left of a coordinate when whole numbers are taken away; zero when it is beyond all use
IG_WIDE_INLINE ig_wf ig_part(ig_wf x) {
  x = ig_w_select((x < 1e9f) & (x > -1e9f), x, ig_w_all(0));
  ig_wf part = x - ig_w_float(ig_w_floor(x));
  return ig_w_select(part < 1.0f, part, ig_w_all(0));
}

// colour from 0 to 1 at s, t (and r), whose changes per pixel to the right and upwards are given
IG_WIDE_INLINE void ig_texture_read(const ig_Texture* texture, const ig_wf coord[3], const ig_wf dx[3], const ig_wf dy[3],
                                    ig_wf out[4]) {
  if (!texture->nlevel) {
    for (int k = 0; k < 4; k++) out[k] = ig_w_all(1);
    return;
  }
  if (texture->cube) {
    ig_read_cube(texture, coord, dx, dy, out);
    return;
  }
  ig_wf w = ig_w_all((float)texture->width[0]), h = ig_w_all((float)texture->height[0]);
  ig_wf lod = ig_level_of_detail(dx[0] * w, dx[1] * h, dy[0] * w, dy[1] * h);
  // repetition makes large coordinates small, so that they can be counted in texels
  ig_trilinear(texture, (ig_wi){0}, ig_part(coord[0]), ig_part(coord[1]), lod, out);
}

#endif  // INGOT_RENDER_TEXTURE_READ_H_
