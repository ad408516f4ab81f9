// SPDX-License-Identifier: Apache-2.0
#include "render/album.h"

#include "base/memory.h"

size_t ig_picture_bytes(const ig_PageKey* key) {
  static const size_t pixel[] = {[INGOT_RGB] = 3, [INGOT_DEPTH] = sizeof(float), [INGOT_SEGMENTATION] = 2 * sizeof(int)};
  return pixel[key->kind] * (size_t)key->width * (size_t)key->height;
}

static bool same_key(const ig_PageKey* a, const ig_PageKey* b) {
  return a->kind == b->kind && a->quality == b->quality && a->camera == b->camera && a->width == b->width &&
         a->height == b->height;
}

static size_t page_bytes(const ig_Album* album, const ig_PageKey* key) {
  return (ig_picture_bytes(key) + sizeof(ig_Print)) * (size_t)album->worlds;
}

static void free_page(ig_Page* page) {
  ig_free(page->print);
  ig_free(page->pictures);
  ig_free(page);
}

static size_t room_in_use(const ig_Album* album) {
  size_t total = 0;
  for (const ig_Page* page = album->pages; page; page = page->next) total += page_bytes(album, &page->key);
  return total;
}

// the page that was not used for the longest time goes; false: all are in use
static bool drop_oldest(ig_Album* album) {
  ig_Page** oldest = NULL;
  for (ig_Page** link = &album->pages; *link; link = &(*link)->next) {
    if ((*link)->used < album->call && (!oldest || (*link)->used < (*oldest)->used)) oldest = link;
  }
  if (!oldest) return false;
  ig_Page* page = *oldest;
  *oldest = page->next;
  free_page(page);
  return true;
}

void ig_album_begin(ig_Album* album) { album->call++; }

static ig_Page* new_page(ig_Album* album, const ig_PageKey* key) {
  ig_Page* page = ig_try_zero(1, sizeof *page);
  if (!page) return NULL;
  *page = (ig_Page){.key = *key, .bytes = ig_picture_bytes(key), .used = album->call};
  page->print = ig_try_zero((size_t)album->worlds, sizeof(ig_Print));
  page->pictures = ig_try_alloc(page->bytes * (size_t)album->worlds);
  if (page->print && page->pictures) {
    page->next = album->pages;
    album->pages = page;
    return page;
  }
  free_page(page);
  return NULL;
}

ig_Page* ig_album_page(ig_Album* album, const ig_PageKey* key, int cameras) {
  for (ig_Page* page = album->pages; page; page = page->next) {
    if (!same_key(&page->key, key)) continue;
    page->used = album->call;
    return page;
  }
  const size_t each = 60000, least = (size_t)16 << 20;
  size_t room = each * (size_t)album->worlds * (size_t)cameras, wanted = page_bytes(album, key);
  if (room < least) room = least;
  if (wanted > room) return NULL;
  while (room_in_use(album) + wanted > room) {
    if (!drop_oldest(album)) return NULL;
  }
  return new_page(album, key);
}

void ig_album_free(ig_Album* album) {
  for (ig_Page *page = album->pages, *next; page; page = next) {
    next = page->next;
    free_page(page);
  }
  *album = (ig_Album){0};
}
