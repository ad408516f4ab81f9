// SPDX-License-Identifier: Apache-2.0
// Pages of pictures that are kept: found again by what they are of, within bounds of memory.
#include "render/album.h"
#include "test.h"

static ig_PageKey page_of(int camera, int size) {
  return (ig_PageKey){.kind = INGOT_RGB, .quality = INGOT_MATCH, .camera = camera, .width = size, .height = size};
}

TEST(a_page_is_found_again_and_others_beside_it) {
  ig_Album album = {.worlds = 3};
  ig_album_begin(&album);
  ig_PageKey key = page_of(0, 8), other = page_of(0, 16), depth = page_of(0, 8);
  depth.kind = INGOT_DEPTH;
  ig_Page* page = ig_album_page(&album, &key, 1);
  CHECK(page && page->bytes == 3 * 8 * 8 && ig_print_equal(page->print[2], (ig_Print){0, 0}));
  ig_album_begin(&album);
  CHECK(ig_album_page(&album, &other, 1) != page);
  CHECK(ig_album_page(&album, &depth, 1) != page);
  CHECK(ig_album_page(&album, &key, 1) == page);
  ig_album_free(&album);
}

TEST(pages_that_need_more_than_there_is_go_or_are_not_made) {
  // 60 kB for a world and a camera, of which a picture of 128 x 128 takes 49,152 bytes
  ig_Album album = {.worlds = 1000};
  ig_album_begin(&album);
  ig_PageKey large = page_of(0, 150), first = page_of(0, 128), second = page_of(1, 128), third = page_of(2, 128);
  CHECK(!ig_album_page(&album, &large, 1));
  CHECK(ig_album_page(&album, &first, 2) != NULL);
  CHECK(ig_album_page(&album, &second, 2) != NULL);
  // both are in use by this call
  CHECK(!ig_album_page(&album, &third, 2));
  ig_album_begin(&album);
  CHECK(ig_album_page(&album, &second, 2) != NULL);
  CHECK(ig_album_page(&album, &third, 2) != NULL);
  CHECK(album.pages->next && !album.pages->next->next);
  // few worlds may keep large pictures
  ig_Album few = {.worlds = 2};
  ig_PageKey window = page_of(-1, 480);
  CHECK(ig_album_page(&few, &window, 1) != NULL);
  ig_album_free(&few);
  ig_album_free(&album);
}

TEST(prints_tell_what_differs) {
  char text[40] = "0123456789abcdefghijklmnopqrstuvwxyz";
  ig_Print whole = ig_print_bytes((ig_Print){1, 1}, text, sizeof text);
  for (size_t i = 0; i < sizeof text; i++) {
    text[i] ^= 1;
    CHECK(!ig_print_equal(whole, ig_print_bytes((ig_Print){1, 1}, text, sizeof text)));
    text[i] ^= 1;
    CHECK(!ig_print_equal(whole, ig_print_bytes((ig_Print){1, 1}, text, i)));
  }
  CHECK(ig_print_equal(whole, ig_print_bytes((ig_Print){1, 1}, text, sizeof text)));
}
