// SPDX-License-Identifier: Apache-2.0
// Pictures of worlds that are kept from one call to the next, with a print of what each shows: a picture whose print is the same
// again is copied instead of drawn. A page has the pictures of all worlds by one camera.
#ifndef INGOT_RENDER_ALBUM_H_
#define INGOT_RENDER_ALBUM_H_

#include <ingot/render.h>

#include "render/print.h"

typedef struct {
  ingotPicture kind;
  ingotQuality quality;
  int camera, width, height;
} ig_PageKey;

typedef struct ig_Page_ {
  ig_PageKey key;
  size_t bytes;     // of a picture
  ig_Print* print;  // per world; zeros: no picture
  char* pictures;   // per world
  uint64_t used;    // number of the call that used it last
  struct ig_Page_* next;
} ig_Page;

typedef struct {
  int worlds;
  uint64_t call;
  ig_Page* pages;
} ig_Album;

size_t ig_picture_bytes(const ig_PageKey* key);

// A new call by so many cameras: pages of calls before may go when room is short.
void ig_album_begin(ig_Album* album);

// The page of a call by `cameras` cameras. All pages together take at most 60 kB for each world and camera, or 16 MB where that
// is more. NULL: there is no room, the pictures are drawn each time.
ig_Page* ig_album_page(ig_Album* album, const ig_PageKey* key, int cameras);
void ig_album_free(ig_Album* album);

#endif  // INGOT_RENDER_ALBUM_H_
