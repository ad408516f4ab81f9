// SPDX-License-Identifier: Apache-2.0
// Textures, height fields and images. Hashes of patterns were recorded from MuJoCo 3.5.0:
//   m = mujoco.MjModel.from_xml_string(xml); FNV-1a over m.tex_data.tobytes()
#include <math.h>
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>

#include "asset_scene.h"
#include "base/memory.h"
#include "compiled.h"
#include "lane/elementary.h"
#include "model.h"
#include "spec/pose.h"
#include "test.h"

TEST(patterns_and_marks_are_drawn_to_the_byte) {
  static const struct {
    const char *type, *builtin, *mark;
    uint64_t hash;
  } cases[] = {
      {"2d", "gradient", "none", 0x6bd8c1575eef748eu},    {"2d", "gradient", "edge", 0xe0b08974fa850c1eu},
      {"2d", "gradient", "cross", 0xa46ed102c3460459u},   {"2d", "gradient", "random", 0x234c1284b3b1fdc3u},
      {"2d", "checker", "none", 0x3d1101f422172053u},     {"2d", "checker", "edge", 0x5907721ad8c98405u},
      {"2d", "checker", "cross", 0x3e3d9092bf276551u},    {"2d", "checker", "random", 0x4369d4e325194fd6u},
      {"2d", "flat", "none", 0x944a92d417d0f872u},        {"2d", "flat", "edge", 0x13eb0ff06cd369beu},
      {"2d", "flat", "cross", 0xc734060c6de76c51u},       {"2d", "flat", "random", 0xac9b82af9f609b44u},
      {"cube", "gradient", "none", 0x9c956036ad6b66b8u},  {"cube", "gradient", "edge", 0xa05f20857dee3150u},
      {"cube", "gradient", "cross", 0xa7f0f22decc68685u}, {"cube", "gradient", "random", 0x6575df81f8641901u},
      {"cube", "checker", "none", 0xfec0996e374a9ef9u},   {"cube", "checker", "edge", 0xe5dbb81095321019u},
      {"cube", "checker", "cross", 0x23992b4e18439f65u},  {"cube", "checker", "random", 0xa804fa8bdb2a4a5du},
      {"cube", "flat", "none", 0xb30cc683cfed4cfcu},      {"cube", "flat", "edge", 0xbd455572e42dc2b4u},
      {"cube", "flat", "cross", 0xe98bf8b5745e881du},     {"cube", "flat", "random", 0x52f0b4f117cc3732u},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
    char asset[400];
    snprintf(asset, sizeof(asset),
             "<texture name='t' type='%s' builtin='%s' mark='%s' random='.2' width='19' height='13' rgb1='.1 .5 .9' "
             "rgb2='1 .3 .2' markrgb='.7 .2 .6'/>",
             cases[i].type, cases[i].builtin, cases[i].mark);
    mjModel* m = ig_asset_model(asset, NULL);
    CHECK(m != NULL);
    if (!m) continue;
    CHECK_INT(m->ntexdata, 19 * 3 * (*cases[i].type == '2' ? 13 : 6 * 19));
    CHECK(ig_test_hash(m->tex_data, (size_t)m->ntexdata) == cases[i].hash);
    mj_deleteModel(m);
  }
}

// the colour of a pixel of a sky, by the formula alone: an elevation of -1 is straight down, 1 up
static void sky_pixel(unsigned char rgb[3], const double rgb1[3], const double rgb2[3], int side, int row, int col, int lid) {
  double x = 2 * col / (double)(side - 1) - 1, y = 1 - 2 * row / (double)(side - 1), length = sqrt(1 + x * x + y * y);
  double pos = lid ? 1 - ig_acos(1.0 / length) / (0.5 * IG_PI) : ig_asin(y / length) / (0.5 * IG_PI);
  double alpha = 0.5 * (1 + (lid < 0 ? -1 : 1) * (pos / sqrt(1 + pos * pos) / (1.0 / sqrt(2))));
  alpha = alpha < 0 ? 0 : alpha > 1 ? 1 : alpha;
  for (int k = 0; k < 3; k++) rgb[k] = (unsigned char)(int)(255 * (alpha * rgb1[k] + (1 - alpha) * rgb2[k]));
}

// copies stand for what is the same to the last bit only: sides of one to three pieces of a row, even and odd
TEST(skies_have_the_colours_of_their_formula) {
  static const int sides[] = {2, 3, 7, 64, 100, 255, 256, 257, 301, 520};
  static const double colours[2][2][3] = {{{.4, .6, .8}, {0, 0, 0}}, {{.3, .5, .7}, {.15, .25, .7}}};
  for (size_t i = 0; i < 2 * sizeof(sides) / sizeof(*sides); i++) {
    int side = sides[i / 2], wrong = 0;
    const double(*c)[3] = colours[i % 2];
    char asset[300];
    snprintf(asset, sizeof(asset), "<texture type='skybox' builtin='gradient' width='%d' height='%d' rgb1='%g %g %g' rgb2='%g %g %g'/>",
             side, side, c[0][0], c[0][1], c[0][2], c[1][0], c[1][1], c[1][2]);
    mjModel* m = ig_asset_model(asset, NULL);
    CHECK(m != NULL);
    if (!m) continue;
    for (int face = 0; face < 4; face++) {
      const unsigned char* data = m->tex_data + 3 * (size_t)face * (size_t)side * (size_t)side;
      for (int k = 0; k < side * side; k++) {
        unsigned char rgb[3];
        sky_pixel(rgb, c[0], c[1], side, k / side, k % side, face == 2 ? 1 : face == 3 ? -1 : 0);
        wrong += memcmp(rgb, data + 3 * k, 3) != 0;
      }
    }
    CHECK_INT(wrong, 0);
    mj_deleteModel(m);
  }
}

TEST(channels_of_an_image_are_kept_dropped_or_filled) {
  static const unsigned char rgba[8] = {10, 20, 30, 40, 50, 60, 70, 80};
  static const unsigned char expected[3][8] = {{10, 50}, {10, 20, 30, 50, 60, 70}, {10, 20, 30, 40, 50, 60, 70, 80}};
  static const int nchannel[3] = {1, 3, 4};
  ig_TestFile file = ig_test_png("t.png", 2, 1, 6, 8, 1, rgba);
  for (int i = 0; i < 3; i++) {
    char asset[100];
    snprintf(asset, sizeof(asset), "<texture type='2d' file='t.png' nchannel='%d'/>", nchannel[i]);
    mjModel* m = ig_asset_model(asset, &file);
    CHECK(m != NULL);
    if (!m) continue;
    CHECK_INT(m->tex_width[0], 2);
    CHECK_INT(m->tex_height[0], 1);
    CHECK_INT(m->tex_colorspace[0], mjCOLORSPACE_SRGB);
    CHECK_INT(m->ntexdata, 2 * nchannel[i]);
    CHECK(!memcmp(m->tex_data, expected[i], (size_t)(2 * nchannel[i])));
    CHECK_TEXT(m->paths + m->tex_pathadr[0], "t.png");
    CHECK_TEXT(m->names + m->name_texadr[0], "t");
    mj_deleteModel(m);
  }
  free((void*)file.bytes);
}

TEST(samples_of_16_bits_keep_their_upper_half) {
  static const uint16_t grey[3] = {0x1234, 0xff01, 0x00ff};
  ig_TestFile file = ig_test_png("t.png", 3, 1, 0, 16, 0, grey);
  mjModel* m = ig_asset_model("<texture type='2d' file='t.png'/>", &file);
  CHECK(m != NULL);
  if (m) {
    static const unsigned char expected[9] = {0x12, 0x12, 0x12, 0xff, 0xff, 0xff, 0, 0, 0};
    CHECK(!memcmp(m->tex_data, expected, 9));
    CHECK_INT(m->tex_colorspace[0], mjCOLORSPACE_LINEAR);
    mj_deleteModel(m);
  }
  free((void*)file.bytes);
}

TEST(a_cube_is_cut_out_of_a_grid) {
  // two rows of three squares, each one pixel
  static const unsigned char rgb[18] = {1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6};
  ig_TestFile file = ig_test_png("t.png", 3, 2, 2, 8, 0, rgb);
  mjModel* m = ig_asset_model("<texture type='cube' file='t.png' gridsize='2 3' gridlayout='.UDFR.' rgb1='1 .5 0'/>", &file);
  CHECK(m != NULL);
  if (m) {
    // right, left, up, down, front, back; faces without a square have the first colour
    static const unsigned char expected[18] = {5, 5, 5, 255, 127, 0, 2, 2, 2, 3, 3, 3, 4, 4, 4, 255, 127, 0};
    CHECK_INT(m->tex_height[0], 6);
    CHECK(!memcmp(m->tex_data, expected, 18));
    mj_deleteModel(m);
  }
  m = ig_asset_model("<texture type='2d' file='t.png' hflip='true' vflip='true'/>", &file);
  CHECK(m != NULL);
  if (m) {
    for (int i = 0; i < 18; i++) CHECK_INT(m->tex_data[i], rgb[17 - i]);
    mj_deleteModel(m);
  }
  free((void*)file.bytes);
}

TEST(height_fields_start_with_the_bottom_row_and_go_from_0_to_1) {
  static const unsigned char grey[4] = {10, 20, 30, 50};
  ig_TestFile file = ig_test_png("t.png", 2, 2, 0, 8, 0, grey);
  mjModel* m = ig_asset_model("<hfield file='t.png' size='1 2 3 4'/>", &file);
  free((void*)file.bytes);
  CHECK(m != NULL);
  if (!m) return;
  CHECK_NEAR(m->hfield_data[0], 0.5, 1e-7);
  CHECK_NEAR(m->hfield_data[1], 1, 1e-7);
  CHECK_NEAR(m->hfield_data[2], 0, 1e-7);
  CHECK_NEAR(m->hfield_data[3], 0.25, 1e-7);
  CHECK_NEAR(m->hfield_size[1], 2, 0);
  mj_deleteModel(m);
}

TEST(height_fields_from_a_binary_file) {
  struct {
    int32_t nrow, ncol;
    float data[6];
  } bytes = {2, 3, {-1, 0, 1, 3, 2, -1}};
  ig_TestFile file = {"h.bin", &bytes, sizeof(bytes)};
  mjModel* m = ig_asset_model("<hfield file='h.bin' size='1 2 3 4'/>", &file);
  CHECK(m != NULL);
  if (m) {
    CHECK_INT(m->hfield_nrow[0], 2);
    CHECK_INT(m->hfield_ncol[0], 3);
    for (int i = 0; i < 6; i++) CHECK_NEAR(m->hfield_data[i], (bytes.data[i] + 1) / 4, 1e-7);
    mj_deleteModel(m);
  }

  // sizes whose product overflows
  bytes.nrow = bytes.ncol = 65536;
  CHECK(!ig_asset_model("<hfield file='h.bin' size='1 2 3 4'/>", &file));
  CHECK_HAS(ig_compiled_error(), "h.bin");
}

TEST(a_wrong_checksum_of_a_comment_spoils_the_image) {
  static const unsigned char grey[4] = {10, 20, 30, 50}, text[] = {0, 0, 0, 3, 't', 'E', 'X', 't', 'a', 0, 'b', 1, 2, 3, 4};
  ig_TestFile file = ig_test_png("t.png", 2, 2, 0, 8, 0, grey);
  enum { HEAD = 33 };  // signature and first chunk
  char bytes[1000];
  CHECK(file.size + (int)sizeof(text) < (int)sizeof(bytes));
  memcpy(bytes, file.bytes, HEAD);
  memcpy(bytes + HEAD, text, sizeof(text));
  memcpy(bytes + HEAD + sizeof(text), (const char*)file.bytes + HEAD, (size_t)file.size - HEAD);
  free((void*)file.bytes);
  file = (ig_TestFile){"t.png", bytes, file.size + (int)sizeof(text)};
  CHECK(!ig_asset_model("<texture type='2d' file='t.png'/>", &file));
  CHECK_HAS(ig_compiled_error(), "error decoding PNG file");
}

// rows that are stored in any of the ways of PNG, in one chunk and in several
TEST(images_of_every_filter_are_read) {
  enum { W = 53, H = 47 };
  static const int filter[] = {SPNG_FILTER_CHOICE_NONE, SPNG_FILTER_CHOICE_SUB,   SPNG_FILTER_CHOICE_UP,
                               SPNG_FILTER_CHOICE_AVG,  SPNG_FILTER_CHOICE_PAETH, SPNG_FILTER_CHOICE_ALL};
  unsigned char samples[4 * W * H], expected[4 * W * H];
  unsigned seed = 5;
  for (int run = 0; run < 12; run++) {
    int from = run % 2 ? 4 : 3;
    // a slope with noise: all filters have something to predict, and sums of bytes run over
    for (int i = 0; i < from * W * H; i++) samples[i] = (unsigned char)(3 * i / from + (int)(60 * ig_test_random(&seed)));
    ig_TestFile file = ig_test_png_by("t.png", W, H, from == 4 ? 6 : 2, filter[run / 2], run > 5, samples);
    for (int to = 1; to <= 4; to += to == 1 ? 2 : 1) {
      char asset[100];
      snprintf(asset, sizeof asset, "<texture type='2d' file='t.png' nchannel='%d'/>", to);
      mj_clearCache(mj_getCache());
      mjModel* m = ig_asset_model(asset, &file);
      CHECK(m != NULL);
      if (!m) continue;
      for (int i = 0; i < W * H; i++) {
        for (int k = 0; k < to; k++) expected[to * i + k] = k < from ? samples[from * i + k] : 255;
      }
      CHECK_INT(m->ntexdata, to * W * H);
      CHECK(!memcmp(m->tex_data, expected, (size_t)(to * W * H)));
      CHECK_INT(m->tex_colorspace[0], run > 5 ? mjCOLORSPACE_SRGB : mjCOLORSPACE_LINEAR);
      mj_deleteModel(m);
    }
    free((void*)file.bytes);
  }
}

// a byte that is changed anywhere spoils the signature, a length or a checksum
TEST(images_with_a_changed_byte_are_refused) {
  unsigned char rgb[3 * 25];
  for (int i = 0; i < 75; i++) rgb[i] = (unsigned char)(7 * i);
  ig_TestFile good = ig_test_png("t.png", 5, 5, 2, 8, 1, rgb), file = good;
  char* bytes = malloc((size_t)good.size);
  file.bytes = bytes;
  for (int i = 0; i < good.size; i++) {
    memcpy(bytes, good.bytes, (size_t)good.size);
    bytes[i] ^= 0x21;
    mj_clearCache(mj_getCache());
    mjModel* m = ig_asset_model("<texture type='2d' file='t.png'/>", &file);
    // the image is whole without its last chunk
    if (i < good.size - 12) CHECK(!m);
    mj_deleteModel(m);
  }
  free(bytes);
  free((void*)good.bytes);
}

TEST(damaged_images_are_refused_by_name) {
  static const unsigned char grey[6] = {1, 2, 3, 4, 5, 6};
  mj_clearCache(mj_getCache());
  int64_t before = ig_live_bytes();
  ig_TestFile good = ig_test_png("t.png", 3, 2, 0, 8, 0, grey), file = good;
  char* bytes = malloc((size_t)good.size);
  file.bytes = bytes;

  // cut anywhere, or with one byte changed, nothing is read that is not there
  for (int size = 1; size < good.size; size++) {
    memcpy(bytes, good.bytes, (size_t)good.size);
    file.size = size;
    CHECK(!ig_asset_model("<texture type='2d' file='t.png'/>", &file));
    CHECK_HAS(ig_compiled_error(), "t.png");
  }
  file.size = good.size;
  for (int i = 0; i < good.size; i++) {
    memcpy(bytes, good.bytes, (size_t)good.size);
    bytes[i] ^= 0x55;
    mjModel* m = ig_asset_model("<hfield file='t.png' size='1 1 1 1'/>", &file);
    mj_deleteModel(m);
    if (i < 37) CHECK(!m);
  }
  free(bytes);
  free((void*)good.bytes);
  mj_clearCache(mj_getCache());
  CHECK_INT(ig_live_bytes(), before);
}

TEST(textures_that_can_not_be_are_refused) {
  static const struct {
    const char *asset, *words;
  } cases[] = {
      {"<texture name='t' type='2d' file='no.png'/>", "no.png"},
      {"<texture name='t' type='2d' builtin='flat' height='3'/>", "width"},
      {"<texture name='t' type='2d' builtin='flat' width='3'/>", "height"},
      {"<texture name='t' type='cube'/>", "builtin"},
      {"<texture name='t' type='2d' fileup='x.png'/>", "one file"},
      {"<texture name='t' type='2d' file='x.png' content_type='model/obj'/>", "content type"},
      {"<texture name='t' type='2d' builtin='flat' width='2000000000' height='2000000000'/>", "texture 't'"},
      {"<hfield name='h' size='1 1 0 1' nrow='2' ncol='2'/>", "size"},
      {"<hfield name='h' size='1 1 1 1'/>", "elevations"},
      {"<material name='m' texture='t'/>", "'t'"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
    CHECK(!ig_asset_model(cases[i].asset, NULL));
    CHECK_HAS(ig_compiled_error(), cases[i].words);
  }
}

TEST(a_buffer_of_the_caller_is_a_texture) {
  static const unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8}, flipped[8] = {5, 6, 7, 8, 1, 2, 3, 4};
  mjSpec* spec = mj_makeSpec();
  mjsTexture* texture = mjs_addTexture(spec);
  mjs_setName(texture->element, "t");
  texture->type = mjTEXTURE_2D;
  texture->width = 2, texture->height = 2, texture->nchannel = 2;
  texture->vflip = 1;
  mjs_setBuffer(texture->data, bytes, 8);
  mjModel* m = mj_compile(spec, NULL);
  CHECK(m != NULL);
  if (m) {
    CHECK_INT(m->ntexdata, 8);
    CHECK_INT(m->tex_colorspace[0], mjCOLORSPACE_AUTO);
    CHECK(!memcmp(m->tex_data, flipped, 8));
  }
  mj_deleteModel(m);
  texture->height = 3;
  CHECK(!mj_compile(spec, NULL));
  CHECK_HAS(mjs_getError(spec), "8 bytes");
  mj_deleteSpec(spec);
}
