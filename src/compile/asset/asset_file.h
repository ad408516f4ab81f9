// SPDX-License-Identifier: Apache-2.0
// Files of assets: where they are, what they hold, and their bytes.
#ifndef INGOT_COMPILE_ASSET_ASSET_FILE_H_
#define INGOT_COMPILE_ASSET_ASSET_FILE_H_

#include "compile/record/record.h"

typedef struct ig_AssetFile_ {
  mjResource* resource;
  const char* name;  // full, for messages
  const char* bytes;
  int size;  // at least 1
} ig_AssetFile;

// the file as it stands in the model's paths: without its folder under strippath; NULL for an empty name
const char* ig_asset_path(ig_Compiler* c, const void* file);

// opens and reads a file under a folder (meshdir or texturedir of the compiler settings that the element was written
// under); false: refused, nothing to close
bool ig_asset_open(ig_Compiler* c, const void* record, const void* folder, const char* path, ig_AssetFile* file);
void ig_asset_close(ig_AssetFile* file);

// "type/subtype" as given, else by the file's suffix; empty: neither says, or what is given is malformed
typedef struct ig_ContentType_ {
  char text[80];
} ig_ContentType;

ig_ContentType ig_content_type(const void* given, const char* path);

#endif  // INGOT_COMPILE_ASSET_ASSET_FILE_H_
