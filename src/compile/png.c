#include "compile/png.h"

#include <limits.h>
#include <spng.h>
#include <string.h>

#include "base/memory.h"

// deflate turns one byte into 1032 at most: an image that announces more than that is not in the file
enum { MAX_INFLATION = 1032 };

// bytes before the first chunk, and of each chunk without its data
enum { SIGNATURE = 8, CHUNK = 12 };

static void* zeroed(size_t n, size_t size) {
  if (size && n > SIZE_MAX / size) return NULL;
  void* block = ig_try_alloc(n * size);
  return block ? memset(block, 0, n * size) : NULL;
}

static bool fail(ig_Compiler* c, const void* record, const ig_AssetFile* file, const char* why) {
  const ig_Element* el = ((const ig_Record*)record)->from;
  return ig_refuse(c, record, "%s '%s': error decoding PNG file '%s': %s", mju_type2Str(el->base.elemtype), ig_el_name(el), file->name, why);
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

// keeps the first of the four channels, or the first three
static void drop_channels(unsigned char* to, const unsigned char* from, size_t npixel, int nchannel) {
  for (size_t i = 0; i < npixel; i++) memcpy(to + nchannel * i, from + 4 * i, (size_t)nchannel);
}

// NULL, or what is wrong
static const char* decode(ig_Compiler* c, spng_ctx* png, const ig_AssetFile* file, int nchannel, ig_Image* image) {
  struct spng_ihdr head;
  size_t size;
  uint8_t intent;
  int error = spng_set_png_buffer(png, file->bytes, (size_t)file->size);
  if (!error) error = spng_get_ihdr(png, &head);
  if (error) return spng_strerror(error);
  if (packed_size(&head) > (double)MAX_INFLATION * file->size) return "its header announces more pixels than it holds";
  if (!is_whole(file)) return "the file is cut off";
  error = spng_decoded_image_size(png, SPNG_FMT_RGBA8, &size);
  if (error) return spng_strerror(error);
  if (size > INT_MAX) return "the image is too large";

  unsigned char* pixels = ig_try_alloc(size);
  image->data = ig_arena_take(&c->arena, size / 4 * (size_t)nchannel + 1);
  if (!pixels || !image->data) error = SPNG_EMEM;
  if (!error) error = spng_decode_image(png, pixels, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
  if (!error) error = spng_decode_chunks(png);
  if (!error) drop_channels(image->data, pixels, size / 4, nchannel);
  ig_free(pixels);
  if (error) return spng_strerror(error);
  image->width = (int)head.width;
  image->height = (int)head.height;
  image->srgb = !spng_get_srgb(png, &intent);
  return NULL;
}

bool ig_read_png(ig_Compiler* c, const void* record, const ig_AssetFile* file, int nchannel, ig_Image* image) {
  struct spng_alloc alloc = {ig_try_alloc, ig_try_realloc, zeroed, ig_free};
  spng_ctx* png = spng_ctx_new2(&alloc, 0);
  if (!png) return fail(c, record, file, "out of memory");
  const char* wrong = decode(c, png, file, nchannel, image);
  spng_ctx_free(png);
  return !wrong || fail(c, record, file, wrong);
}
