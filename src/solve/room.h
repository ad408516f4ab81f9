// SPDX-License-Identifier: Apache-2.0
// Memory of a problem's arrays, taken from a block from its start on. Without a block the bytes are only counted. A group of
// GPU threads has some near memory too, and takes that first.
#ifndef INGOT_SOLVE_ROOM_H_
#define INGOT_SOLVE_ROOM_H_

#include <stddef.h>
#include <stdint.h>

typedef struct {
  char* block;
  size_t used;
  char* near;  // of a group
  size_t near_used, near_room;
} ig_Room;

static inline void* ig_take(ig_Room* room, size_t bytes) {
  size_t start = room->used;
  room->used = (start + bytes + 63) & ~(size_t)63;
  return room->block ? room->block + start : NULL;
}

#endif  // INGOT_SOLVE_ROOM_H_
