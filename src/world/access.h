// SPDX-License-Identifier: Apache-2.0
// What the files of this folder need from the worlds: a call over all of them, and one world's part in it.
#ifndef INGOT_WORLD_ACCESS_H_
#define INGOT_WORLD_ACCESS_H_

#include <stdbool.h>

#include <ingot/worlds.h>

#include "step/width.h"

// A part runs on one of the threads with the engine's errors caught: they fail that world alone. It is not begun for
// worlds outside the mask, nor after the call was cancelled.
typedef void (*ig_WorldPart)(ingotWorlds* worlds, int world, void* argument);
ingotStatus ig_worlds_each(ingotWorlds* worlds, const mjtByte* mask, ig_WorldPart part, void* argument, ingotReport* report);

// The same with scratch data that holds the state of the world: for queries about a state.
typedef struct {
  const mjModel* m;
  mjData* d;
  int world;
  const ig_Width* width;
  void* lanes;  // of that width, to be used meanwhile; NULL: there are none for the world's model
} ig_Look;
typedef void (*ig_WorldLook)(const ig_Look* look, void* argument);

// Worlds side by side in lanes, which have begun with their states. The lanes that are answered are returned; the worlds of the
// others are looked at alone.
typedef struct {
  const mjModel* m;
  const ig_Width* width;
  void* lanes;
  unsigned active;  // lanes that hold a world
  int world[8];     // of a lane; of one without a world that of another
} ig_LanesLook;
typedef unsigned (*ig_WorldsLook)(const ig_LanesLook* look, void* argument);

// `together` may be NULL: every world is looked at alone
ingotStatus ig_worlds_look(ingotWorlds* worlds, const mjtByte* mask, ig_WorldLook alone, ig_WorldsLook together, void* argument,
                           ingotReport* report);

// Inside a part. The fields are what callers see, mjData is what steps: load before, store after.
void ig_world_load(ingotWorlds* worlds, int world);
void ig_world_store(ingotWorlds* worlds, int world);

// the state of now in data of the caller's, made for the world's model
void ig_world_state(const ingotWorlds* worlds, int world, mjData* d);

// the model of a world; and the one of its group, without numbers of the world's own
const mjModel* ig_world_model(const ingotWorlds* worlds, int world);
const mjModel* ig_world_shared_model(const ingotWorlds* worlds, int world);

// what an upper layer keeps with the worlds: it is freed with them
typedef struct {
  void* thing;
  void (*free)(void* thing);
} ig_Attachment;
ig_Attachment* ig_worlds_attachment(ingotWorlds* worlds);

ingotWorldStatus* ig_world_status(ingotWorlds* worlds, int world);

// 0 to count - 1; the failure is reported
ingotStatus ig_check_world(const ingotWorlds* worlds, int world, ingotReport* report);

// an error for worlds of several models, whose answers cannot lie side by side
ingotStatus ig_worlds_of_one_model(const ingotWorlds* worlds, ingotReport* report);

#endif  // INGOT_WORLD_ACCESS_H_
