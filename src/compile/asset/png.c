// SPDX-License-Identifier: Apache-2.0
#include "compile/asset/png.h"

#include <spng.h>
#include <stdio.h>
#include <string.h>

#include "base/cache.h"
#include "base/memory.h"
#include "base/scope.h"
#include "compile/asset/png_rows.h"
#include "model/typename.h"

// deflate turns one byte into 1032 at most: an image that announces more than that is not in the file
enum { MAX_INFLATION = 1032 };

// bytes before the first chunk, and of each chunk without its data
enum { SIGNATURE = 8, CHUNK = 12 };

// of an image, and what each costs
enum { MAX_PIXELS = 200000000, PIXEL_WORK = 10 };

// bytes of an ancillary chunk when it is unpacked, and of all of them
enum { MAX_CHUNK = 8 << 20, MAX_CHUNKS = 32 << 20 };

static bool fail(ig_Compiler* c, const void* record, const ig_AssetFile* file, const char* why) {
  const ig_Element* el = ((const ig_Record*)record)->from;
  return ig_refuse(c, record, "%s '%s': error decoding PNG file '%s': %s", ig_object_word(el->base.elemtype), ig_el_name(el),
                   file->name, why);
}

// bytes of the rows as they are compressed, each with the byte that names its filter
static double packed_size(const struct spng_ihdr* head) {
  static const int samples[7] = {1, 0, 3, 1, 2, 0, 4};
  double bits = (double)head->width * samples[head->color_type % 7] * head->bit_depth;
  return head->height * (bits / 8 + 1);
}

// do whole chunks follow each other up to the last one?
static bool is_whole(const ig_AssetFile* file) {
  const unsigned char* bytes = (const unsigned char*)file->bytes;
  for (int64_t at = SIGNATURE; at + CHUNK <= file->size;) {
    const unsigned char* chunk = bytes + at;
    if (!memcmp(chunk + 4, "IEND", 4)) return true;
    at += CHUNK + ((int64_t)chunk[0] << 24 | chunk[1] << 16 | chunk[2] << 8 | chunk[3]);
  }
  return false;
}

// a decoded image, as the asset cache keeps it
typedef struct Picture_ {
  _Atomic int references;
  ig_Image image;
} Picture;

static void share_picture(void* picture) { ((Picture*)picture)->references++; }

static void drop_picture(void* picture) {
  Picture* p = picture;
  if (--p->references) return;
  ig_free(p->image.data);
  ig_free(p);
}

static const ig_CacheKind cache_kind = {share_picture, drop_picture};

// NULL, or what is wrong
static const char* decode(spng_ctx* png, const ig_AssetFile* file, int nchannel, ig_Image* image) {
  struct spng_ihdr head;
  size_t size;
  uint8_t intent;
  // a damaged chunk spoils the image, even one that is not needed for it
  spng_set_crc_action(png, SPNG_CRC_ERROR, SPNG_CRC_ERROR);
  // texts and colour profiles, which no texture uses, may be compressed: what they grow to has a limit
  spng_set_chunk_limits(png, MAX_CHUNK, MAX_CHUNKS);
  int error = spng_set_png_buffer(png, file->bytes, (size_t)file->size);
  if (!error) error = spng_get_ihdr(png, &head);
  if (error) return spng_strerror(error);
  if (packed_size(&head) > (double)MAX_INFLATION * file->size) return "its header announces more pixels than it holds";
  if (!is_whole(file)) return "the file is cut off";
  if ((double)head.width * head.height > MAX_PIXELS) return "the image is too large: more than 2e8 pixels";
  if (ig_read_png_rows((const unsigned char*)file->bytes, (size_t)file->size, nchannel, image)) return NULL;
  // a row that comes as it is in the file is not taken apart by the decoder, which is slow
  bool as_stored = head.color_type == SPNG_COLOR_TYPE_TRUECOLOR_ALPHA && head.bit_depth == 8;
  int format = nchannel == 3 && !as_stored ? SPNG_FMT_RGB8 : SPNG_FMT_RGBA8;
  error = spng_decoded_image_size(png, format, &size);
  if (error) return spng_strerror(error);

  image->data = ig_try_alloc(size);
  if (!image->data) error = SPNG_EMEM;
  if (!error) error = spng_decode_image(png, image->data, size, format, format == SPNG_FMT_RGBA8 ? SPNG_DECODE_TRNS : 0);
  if (!error) error = spng_decode_chunks(png);
  if (error) return spng_strerror(error);
  if (format == SPNG_FMT_RGBA8 && nchannel < 4) {
    // the first samples of each pixel
    size_t to = (size_t)nchannel;
    for (size_t i = 0; i < size / 4; i++) {
      for (size_t k = 0; k < to; k++) image->data[to * i + k] = image->data[4 * i + k];
    }
  }
  image->width = (int)head.width;
  image->height = (int)head.height;
  image->srgb = !spng_get_srgb(png, &intent);
  return NULL;
}

// a share of the picture; NULL: *wrong says why
static Picture* read_picture(const ig_AssetFile* file, int nchannel, const char** wrong) {
  struct spng_alloc alloc = {ig_try_alloc, ig_try_realloc, ig_try_zero, ig_free};
  Picture* picture = ig_try_alloc(sizeof(Picture));
  spng_ctx* png = picture ? spng_ctx_new2(&alloc, 0) : NULL;
  *wrong = "out of memory";
  if (png) {
    *picture = (Picture){.references = 1};
    *wrong = decode(png, file, nchannel, &picture->image);
    spng_ctx_free(png);
    if (!*wrong) return picture;
    ig_free(picture->image.data);
  }
  ig_free(picture);
  return NULL;
}

bool ig_read_png(ig_Compiler* c, const void* record, const ig_AssetFile* file, int nchannel, ig_Image* image) {
  const char* wrong = NULL;
  double pixels = 0;
  size_t room = strlen(file->name) + 20;
  char* id = IG_NEW(&c->arena, room, char);
  if (!id) return fail(c, record, file, "out of memory");
  snprintf(id, room, "png %d %s", nchannel, file->name);
  Picture* picture = ig_cache_take(id, file->resource);
  bool kept = picture != NULL;
  if (!kept) {
    // for the cache, and so no part of the compilation's scope
    ig_Scope* paused = ig_scope_pause();
    picture = read_picture(file, nchannel, &wrong);
    ig_scope_resume(paused);
    if (picture) pixels = (double)picture->image.width * picture->image.height;
  }
  if (!picture) return fail(c, record, file, wrong);
  size_t bytes = (size_t)picture->image.width * (size_t)picture->image.height * (size_t)nchannel;
  if (!kept) ig_cache_put(id, file->resource, picture, bytes + sizeof(Picture), &cache_kind);
  *image = picture->image;
  image->data = ig_arena_take(&c->arena, bytes + 1);
  if (image->data) memcpy(image->data, picture->image.data, bytes);
  drop_picture(picture);
  ig_spend(PIXEL_WORK * pixels);
  return image->data || fail(c, record, file, "out of memory");
}
