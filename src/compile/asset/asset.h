// SPDX-License-Identifier: Apache-2.0
// What is common to assets: names from files, references to materials, textures, meshes and height fields.
#ifndef INGOT_COMPILE_ASSET_ASSET_H_
#define INGOT_COMPILE_ASSET_ASSET_H_

#include "compile/record/record.h"

// assets without a name are called as their file; meshes, height fields, textures and materials need one
bool ig_name_assets(ig_Compiler* c);

// geoms, sites, tendons, skins, flexes and materials find what they refer to
bool ig_resolve_assets(ig_Compiler* c);

void ig_write_material(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_ASSET_ASSET_H_
