// SPDX-License-Identifier: Apache-2.0
#include "compile/asset/texture.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "base/scope.h"
#include "compile/asset/asset_file.h"
#include "compile/asset/png.h"
#include "compile/asset/texture_pattern.h"

enum { NFACE = 6, MAX_CELLS = 12, PIXEL_WORK = 12 };

static bool fail(ig_Compiler* c, const ig_CTexture* texture, const char* why) {
  return ig_refuse(c, texture, "texture '%s': %s", ig_record_name(texture), why);
}

static int64_t byte_count(const mjsTexture* s) { return (int64_t)s->nchannel * s->width * s->height; }

static bool check_size(ig_Compiler* c, const ig_CTexture* texture) {
  const mjsTexture* s = &texture->s;
  double bytes = (double)s->nchannel * s->width * s->height;
  if (bytes > (double)ig_compile_limits.bytes) return fail(c, texture, "the texture is too large");
  ig_spend(PIXEL_WORK * (double)s->width * s->height);
  return true;
}

// room for the whole texture; the size is known
static bool take_data(ig_Compiler* c, ig_CTexture* texture) {
  const mjsTexture* s = &texture->s;
  if (!check_size(c, texture)) return false;
  texture->data = ig_arena_take(&c->arena, (size_t)byte_count(s) + 1);
  if (texture->data) return true;
  return ig_refuse(c, texture, "texture '%s': no memory for %d x %d pixels", ig_record_name(texture), s->width, s->height);
}

// ------------------------------------------------ files

// two ints, width and height, then red, green and blue bytes
static bool read_binary(ig_Compiler* c, const ig_CTexture* texture, const ig_AssetFile* file, ig_Image* image) {
  int32_t size[2] = {0};
  const char* name = ig_record_name(texture);
  if (file->size >= 8) memcpy(size, file->bytes, sizeof(size));
  if (size[0] < 1 || size[1] < 1) {
    return ig_refuse(c, texture, "texture '%s': file '%s' is not a PNG, and announces no size as a binary file does", name,
                     file->name);
  }
  if ((double)size[0] * size[1] * 3 + 8 != file->size) {
    return ig_refuse(c, texture,
                     "texture '%s': file '%s' is not a PNG, and as a binary file has the wrong size: %d bytes for %d x %d pixels",
                     name, file->name, file->size, size[0], size[1]);
  }
  if (texture->s.nchannel > 3) return fail(c, texture, "files of the custom binary format have 3 channels");
  image->width = size[0];
  image->height = size[1];
  image->data = ig_arena_take(&c->arena, (size_t)file->size);
  if (!image->data) return fail(c, texture, "out of memory");
  memcpy(image->data, file->bytes + 8, (size_t)file->size - 8);
  return true;
}

// KTX files are kept as they are, one long row, for the renderer; bytes beyond the file are zero
static bool keep_bytes(ig_Compiler* c, const ig_CTexture* texture, const ig_AssetFile* file, ig_Image* image) {
  if (texture->s.hflip || texture->s.vflip) return fail(c, texture, "KTX textures are not decoded, and not flipped");
  image->width = file->size;
  image->height = 1;
  image->data = ig_arena_take(&c->arena, (size_t)file->size * (size_t)texture->s.nchannel);
  if (!image->data) return fail(c, texture, "out of memory");
  memcpy(image->data, file->bytes, (size_t)file->size);
  return true;
}

static void swap_pixels(unsigned char* a, unsigned char* b, int n) {
  for (int k = 0; k < n; k++) {
    unsigned char byte = a[k];
    a[k] = b[k];
    b[k] = byte;
  }
}

static void flip(const mjsTexture* s, unsigned char* data, int width, int height) {
  int n = s->nchannel;
  size_t row = (size_t)width * (size_t)n;
  for (int r = 0; s->hflip && r < height; r++) {
    for (int col = 0; col < width / 2; col++) swap_pixels(data + r * row + col * n, data + r * row + (width - 1 - col) * n, n);
  }
  for (int r = 0; s->vflip && r < height / 2; r++) swap_pixels(data + r * row, data + (height - 1 - r) * row, (int)row);
}

// the colour space, when left to the file, is that of the first one read
static bool read_image(ig_Compiler* c, ig_CTexture* texture, const char* path, ig_Image* image) {
  mjsTexture* s = &texture->s;
  ig_AssetFile file;
  ig_ContentType type = ig_content_type(s->content_type, path);
  bool png = !strcmp(type.text, "image/png"), ktx = !strcmp(type.text, "image/ktx");
  if (!png && !ktx && *type.text && strcmp(type.text, "image/vnd.mujoco.texture")) {
    return ig_refuse(c, texture, "texture '%s': unsupported content type: '%s'", ig_record_name(texture), type.text);
  }
  if (png && s->nchannel != 1 && s->nchannel != 3 && s->nchannel != 4) {
    return ig_refuse(c, texture, "texture '%s': a PNG file gives 1, 3 or 4 channels, not %d", ig_record_name(texture),
                     s->nchannel);
  }
  *image = (ig_Image){0};
  if (!ig_asset_open(c, texture, texture->r.from->compiler->texturedir, path, &file)) return false;
  bool good = png   ? ig_read_png(c, texture, &file, s->nchannel, image)
              : ktx ? keep_bytes(c, texture, &file, image)
                    : read_binary(c, texture, &file, image);
  ig_asset_close(&file);
  if (!good) return false;
  flip(s, image->data, image->width, image->height);
  if (s->colorspace == mjCOLORSPACE_AUTO) s->colorspace = image->srgb ? mjCOLORSPACE_SRGB : mjCOLORSPACE_LINEAR;
  return true;
}

static bool read_flat(ig_Compiler* c, ig_CTexture* texture) {
  ig_Image image;
  if (!read_image(c, texture, texture->file, &image)) return false;
  texture->s.width = image.width;
  texture->s.height = image.height;
  texture->data = image.data;
  return true;
}

// ------------------------------------------------ cubes

// a square of the image, its corner at (row, col), becomes a face
static void copy_face(ig_CTexture* texture, int face, const ig_Image* image, int row, int col) {
  size_t side = (size_t)texture->s.width, n = (size_t)texture->s.nchannel;
  unsigned char* to = texture->data + (size_t)face * side * side * n;
  for (size_t r = 0; r < side; r++) {
    memcpy(to + r * side * n, image->data + (((size_t)row + r) * (size_t)image->width + (size_t)col) * n, side * n);
  }
}

// faces that no file shows have the first colour
static void fill_faces(ig_CTexture* texture, const bool loaded[NFACE]) {
  size_t side = (size_t)texture->s.width, n = (size_t)texture->s.nchannel;
  unsigned char colour[3];
  for (int k = 0; k < 3; k++) colour[k] = ig_colour_byte(texture->s.rgb1[k]);
  for (int face = 0; face < NFACE; face++) {
    unsigned char* first = texture->data + (size_t)face * side * side * n;
    if (loaded[face]) continue;
    for (size_t i = 0; i < side * n; i++) first[i] = i % n < 3 ? colour[i % n] : 255;
    for (size_t row = 1; row < side; row++) memcpy(first + row * side * n, first, side * n);
  }
}

static bool set_cube(ig_Compiler* c, ig_CTexture* texture, int side) {
  if (side >= INT_MAX / NFACE) return fail(c, texture, "the image is too large for a cube");
  texture->s.width = side;
  texture->s.height = NFACE * side;
  return take_data(c, texture);
}

// one square for all faces, or a grid of squares with a letter for each
static bool read_grid(ig_Compiler* c, ig_CTexture* texture) {
  mjsTexture* s = &texture->s;
  int nrow = s->gridsize[0], ncol = s->gridsize[1];
  ig_Image image;
  if (nrow < 1 || ncol < 1 || (int64_t)nrow * ncol > MAX_CELLS) {
    return fail(c, texture, "gridsize must be positive, with 12 squares at most");
  }
  if (!read_image(c, texture, texture->file, &image)) return false;
  if (image.width / ncol != image.height / nrow || image.width % ncol || image.height % nrow) {
    return ig_refuse(c, texture, "texture '%s': the image '%s' can not be cut into squares by gridsize (id %d)",
                     ig_record_name(texture), texture->file, texture->r.id);
  }
  if (nrow == 1 && ncol == 1) {
    s->width = s->height = image.width;
    texture->data = image.data;
    return true;
  }
  if (!set_cube(c, texture, image.width / ncol)) return false;
  static const char letters[] = "RLUDFB";
  bool loaded[NFACE] = {false};
  for (int k = 0; k < nrow * ncol; k++) {
    if (s->gridlayout[k] == '.') continue;
    const char* letter = s->gridlayout[k] ? strchr(letters, s->gridlayout[k]) : NULL;
    if (!letter) return fail(c, texture, "gridlayout is written in the letters .RLUDFB");
    copy_face(texture, (int)(letter - letters), &image, s->width * (k / ncol), s->width * (k % ncol));
    loaded[letter - letters] = true;
  }
  fill_faces(texture, loaded);
  return true;
}

static bool read_faces(ig_Compiler* c, ig_CTexture* texture) {
  mjsTexture* s = &texture->s;
  bool loaded[NFACE] = {false};
  if (s->type == mjTEXTURE_2D) return fail(c, texture, "a 2D texture has one file");
  for (int face = 0; face < NFACE && face < ig_texts_count(s->cubefiles); face++) {
    const char* path = ig_asset_path(c, ig_texts_slot(s->cubefiles, face));
    ig_Image image;
    if (!path) continue;
    if (!read_image(c, texture, path, &image)) return false;
    if (image.width != image.height) {
      return ig_refuse(c, texture, "texture '%s': the sides of a cube are squares, '%s' is not (id %d)", ig_record_name(texture),
                       path, texture->r.id);
    }
    if (!texture->data && !set_cube(c, texture, image.width)) return false;
    if (s->width != image.width) {
      return ig_refuse(c, texture, "texture '%s': '%s' has another size than the sides before (id %d)", ig_record_name(texture),
                       path, texture->r.id);
    }
    copy_face(texture, face, &image, 0, 0);
    loaded[face] = true;
  }
  if (!texture->data) return fail(c, texture, "neither data nor file nor builtin is given");
  fill_faces(texture, loaded);
  return true;
}

// ------------------------------------------------ other sources

static bool copy_buffer(ig_Compiler* c, ig_CTexture* texture) {
  const mjsTexture* s = &texture->s;
  int given = IG_COUNT(char, s->data);
  if (s->width < 1 || s->height < 1 || (double)s->nchannel * s->width * s->height != given) {
    return ig_refuse(c, texture, "texture '%s': its data has %d bytes, not %d x %d x %d", ig_record_name(texture), given,
                     s->height, s->width, s->nchannel);
  }
  if (!take_data(c, texture)) return false;
  memcpy(texture->data, IG_ITEMS(char, s->data), (size_t)given);
  flip(s, texture->data, s->width, s->height);
  return true;
}

// Drawn when the model has its place for it: a sky has millions of pixels, and to keep them here first takes longer than
// drawing them.
static bool plan_drawing(ig_Compiler* c, ig_CTexture* texture) {
  mjsTexture* s = &texture->s;
  bool cube = s->type != mjTEXTURE_2D;
  if (s->width < 1 || (cube && s->width >= INT_MAX / NFACE)) return fail(c, texture, "width is missing or too large");
  if (cube) s->height = NFACE * s->width;
  if (s->height < 1) return fail(c, texture, "height is missing");
  if (s->nchannel < 3) return fail(c, texture, "builtin textures need three channels");
  if (!check_size(c, texture)) return false;
  // what the model will not have room for is refused here, where the texture is known
  texture->planned += (size_t)byte_count(s);
  if (!ig_scope_allows(texture->planned)) mju_error("out of memory: %zu bytes", texture->planned);
  return true;
}

bool ig_compile_texture(ig_Compiler* c, void* record) {
  ig_CTexture* texture = record;
  const mjsTexture* s = &texture->s;
  if (texture->r.id) texture->planned = IG_RECORD(ig_CTexture, c->list[mjOBJ_TEXTURE], texture->r.id - 1)->planned;
  texture->file = ig_asset_path(c, s->file);
  if (s->nchannel < 1) return ig_refuse(c, texture, "texture '%s': nchannel is %d", ig_record_name(texture), s->nchannel);
  if (IG_COUNT(char, s->data)) return copy_buffer(c, texture);
  if (s->builtin != mjBUILTIN_NONE) return plan_drawing(c, texture);
  if (!texture->file) return read_faces(c, texture);
  return s->type == mjTEXTURE_2D ? read_flat(c, texture) : read_grid(c, texture);
}

void ig_count_texture(mjModel* n, const void* record) { n->ntexdata += byte_count(&((const ig_CTexture*)record)->s); }

void ig_write_texture(const ig_Compiler* c, const void* record) {
  const ig_CTexture* texture = record;
  const mjsTexture* s = &texture->s;
  mjModel* m = c->model;
  int id = texture->r.id;
  m->tex_type[id] = s->type;
  m->tex_colorspace[id] = s->colorspace;
  m->tex_height[id] = s->height;
  m->tex_width[id] = s->width;
  m->tex_nchannel[id] = s->nchannel;
  m->tex_adr[id] = c->at.ntexdata;
  unsigned char* data = m->tex_data + c->at.ntexdata;
  if (texture->data) {
    memcpy(data, texture->data, (size_t)byte_count(s));
  } else {
    ig_draw_texture(s, data);
  }
}
