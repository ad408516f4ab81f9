// SPDX-License-Identifier: Apache-2.0
// What is known while a model is read: the spec it becomes, where files are, how to refuse.
#ifndef INGOT_MJCF_TABLE_READER_H_
#define INGOT_MJCF_TABLE_READER_H_

#include <ingot/read.h>
#include <mujoco/mujoco.h>

#include "base/arena.h"
#include "mjcf/text/diag.h"

typedef struct ig_ModelChain_ {
  const char* file;
  const struct ig_ModelChain_* outer;
  int depth;
} ig_ModelChain;

typedef struct ig_Reader_ {
  mjSpec* spec;
  const mjVFS* vfs;
  const ingotLimits* limits;
  ig_Diag* diag;
  ig_Arena* pool;

  // directories: of the model file, and those that the compiler element names
  const char *modeldir, *assetdir, *meshdir, *texturedir;

  // names of the files this one was reached from, for models that contain themselves
  const ig_ModelChain* chain;
  int depth;

  // reads a model file on behalf of this one; type: its content type, or NULL
  mjSpec* (*parse)(const struct ig_Reader_* r, const char* path, const char* type, ig_Diag* diag);

  const char** classes;  // default classes read so far, for hints
  int nclass, class_room;

  double copies;  // made by replicate, against the limit
  double factor;  // of the replicates around the present element
} ig_Reader;

#endif  // INGOT_MJCF_TABLE_READER_H_
