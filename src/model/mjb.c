// SPDX-License-Identifier: Apache-2.0
// The binary model format: a header of five ints, the sizes, the option structs, the arrays without padding.
#include "model/mjb.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/platform/files.h"
#include "base/resource.h"
#include "model/field.h"
#include "model/model.h"

enum { MAGIC = 54321, HEADER_INTS = 5 };

// what must be the same on both sides for the bytes to mean the same
static void make_header(int header[HEADER_INTS]) {
  static const mjModel empty;
  ig_Size sizes[IG_MAX_FIELDS];
  ig_Field fields[IG_MAX_FIELDS];
  header[0] = MAGIC;
  header[1] = sizeof(mjtNum);
  header[2] = ig_model_sizes(sizes);
  header[3] = mjVERSION_HEADER;
  header[4] = ig_model_fields(&empty, fields);
}

// a file or a memory buffer that is written from the front
typedef struct {
  FILE* file;
  char* memory;
  size_t used, room;
  bool failed;
} Sink;

static void put(Sink* sink, const void* bytes, size_t count) {
  if (!count || sink->failed) return;
  if (sink->file) {
    sink->failed = fwrite(bytes, 1, count, sink->file) != count;
  } else if (count > sink->room - sink->used) {
    sink->failed = true;
  } else {
    memcpy(sink->memory + sink->used, bytes, count);
    sink->used += count;
  }
}

// the tables of sizes and fields give the order, which is that of the headers
static void write_model(Sink* sink, const mjModel* m) {
  int header[HEADER_INTS];
  make_header(header);
  put(sink, header, sizeof header);
  ig_Size sizes[IG_MAX_FIELDS];
  int nsize = ig_model_sizes(sizes);
  for (int i = 0; i < nsize; i++) put(sink, (const char*)m + sizes[i].offset, sizeof(mjtSize));
  put(sink, &m->opt, sizeof m->opt);
  put(sink, &m->vis, sizeof m->vis);
  put(sink, &m->stat, sizeof m->stat);
  ig_Field fields[IG_MAX_FIELDS];
  int nfield = ig_model_fields(m, fields);
  for (int i = 0; i < nfield; i++) put(sink, *ig_field_pointer(m, &fields[i]), ig_field_bytes(&fields[i]));
}

mjtSize ig_mjb_size(const mjModel* m) {
  ig_Size sizes[IG_MAX_FIELDS];
  ig_Field fields[IG_MAX_FIELDS];
  size_t total = HEADER_INTS * sizeof(int) + sizeof(mjtSize) * (size_t)ig_model_sizes(sizes) + sizeof m->opt + sizeof m->vis +
                 sizeof m->stat;
  int nfield = ig_model_fields(m, fields);
  for (int i = 0; i < nfield; i++) total += ig_field_bytes(&fields[i]);
  return (mjtSize)total;
}

void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz) {
  Sink sink = {.memory = buffer, .room = buffer_sz > 0 ? (size_t)buffer_sz : 0};
  if (!buffer) {
    sink.file = filename ? ig_stream_open(filename, "wb") : NULL;
    if (!sink.file) {
      mju_warning("file '%s' cannot be written", filename ? filename : "");
      return;
    }
  }
  write_model(&sink, m);
  if (sink.file) {
    bool closed = fclose(sink.file) == 0;
    if (sink.failed || !closed) mju_warning("Could not write file '%s'", filename);
  } else if (sink.failed) {
    mju_error("mj_saveModel: the buffer of %d bytes is too small, %lld are needed", buffer_sz, (long long)ig_mjb_size(m));
  }
}

// bytes of a model, read from the front
typedef struct {
  const char* bytes;
  size_t left;
} Source;

static bool take(Source* source, void* to, size_t count) {
  if (count > source->left) return false;
  if (count) memcpy(to, source->bytes, count);
  source->bytes += count;
  source->left -= count;
  return true;
}

static const char* header_trouble(Source* source) {
  static const char* trouble[HEADER_INTS] = {
      "the header does not start as that of a model",        "the model was saved with another floating point precision",
      "the model was saved with another number of sizes",    "the model was saved with another version",
      "the model was saved with another number of pointers",
  };
  int header[HEADER_INTS], expected[HEADER_INTS];
  if (!take(source, header, sizeof header)) return "the file ends inside its header";
  make_header(expected);
  for (int i = 0; i < HEADER_INTS; i++) {
    if (header[i] != expected[i]) return trouble[i];
  }
  return NULL;
}

// the sizes must fit the bytes that follow before anything is allocated for them
static mjModel* make_from_sizes(Source* source, char* error, int error_size) {
  mjModel announced;
  memset(&announced, 0, sizeof announced);
  ig_Size sizes[IG_MAX_FIELDS];
  int nsize = ig_model_sizes(sizes);
  for (int i = 0; i < nsize; i++) {
    if (!take(source, ig_size_pointer(&announced, &sizes[i]), sizeof(mjtSize))) {
      snprintf(error, (size_t)error_size, "the file ends inside the sizes of the model");
      return NULL;
    }
    // counts fit an int; bytes stay where they can be added up
    bool bytes = !strcmp(sizes[i].name, "narena") || !strcmp(sizes[i].name, "nbuffer");
    if (*ig_size_pointer(&announced, &sizes[i]) > (bytes ? (mjtSize)1 << 48 : INT_MAX)) {
      snprintf(error, (size_t)error_size, "Invalid model: %s too large.", sizes[i].name);
      return NULL;
    }
    if (*ig_size_pointer(&announced, &sizes[i]) < 0 && !ig_may_be_unset(sizes[i].name)) {
      snprintf(error, (size_t)error_size, "Invalid model: %s is negative.", sizes[i].name);
      return NULL;
    }
  }
  ig_Field fields[IG_MAX_FIELDS];
  int nfield = ig_model_fields(&announced, fields);
  // three sums that must agree: the arrays' own, the one the file states, and the bytes that are left
  const char* bad = "";
  mjtSize block = ig_block_size(fields, nfield, &bad);
  if (block < 0) {
    snprintf(error, (size_t)error_size, "Invalid model: %s too large.", bad);
    return NULL;
  }
  if (block != announced.nbuffer) {
    snprintf(error, (size_t)error_size, "nbuffer of the file does not fit its sizes");
    return NULL;
  }
  mjtSize total = ig_mjb_size(&announced) - (mjtSize)(HEADER_INTS * sizeof(int) + sizeof(mjtSize) * (size_t)nsize);
  if (total != (mjtSize)source->left) {
    snprintf(error, (size_t)error_size,
             total > (mjtSize)source->left ? "Truncated model file - %lld bytes are missing"
                                           : "Model file is too large: %lld bytes are left over",
             (long long)(total > (mjtSize)source->left ? total - (mjtSize)source->left : (mjtSize)source->left - total));
    return NULL;
  }
  mjModel* m = ig_make_model(&announced, error, error_size);
  if (m && m->nnames_map != announced.nnames_map) {
    snprintf(error, (size_t)error_size, "Corrupted model, wrong nnames_map field");
    ig_delete_model(m);
    m = NULL;
  }
  return m;
}

// a file may say anything: what ig_check_model lets through, no later stage has to doubt
static mjModel* read_model(Source source, char* error, int error_size) {
  const char* trouble = header_trouble(&source);
  if (trouble) {
    snprintf(error, (size_t)error_size, "%s", trouble);
    return NULL;
  }
  mjModel* m = make_from_sizes(&source, error, error_size);
  if (!m) return NULL;
  bool whole =
      take(&source, &m->opt, sizeof m->opt) && take(&source, &m->vis, sizeof m->vis) && take(&source, &m->stat, sizeof m->stat);
  ig_Field fields[IG_MAX_FIELDS];
  int nfield = ig_model_fields(m, fields);
  for (int i = 0; i < nfield && whole; i++) whole = take(&source, *ig_field_pointer(m, &fields[i]), ig_field_bytes(&fields[i]));
  trouble = whole ? ig_check_model(m) : "Truncated model file";
  if (trouble) {
    snprintf(error, (size_t)error_size, "%s", trouble);
    ig_delete_model(m);
    return NULL;
  }
  return m;
}

mjModel* mj_loadModelBuffer(const void* buffer, int buffer_sz) {
  char error[512] = "";
  Source source = {buffer, buffer && buffer_sz > 0 ? (size_t)buffer_sz : 0};
  mjModel* m = read_model(source, error, sizeof error);
  if (!m) mju_warning("%s", error);
  return m;
}

mjModel* ig_load_mjb(const char* filename, const mjVFS* vfs) {
  char error[512] = "";
  mjResource* resource = ig_resource_open("", filename, vfs, error, sizeof error);
  if (!resource) {
    mju_warning("%s", error);
    return NULL;
  }
  const void* bytes = NULL;
  int count = ig_resource_read(resource, &bytes);
  mjModel* m = NULL;
  if (count < 1) {
    mju_warning("Could not read file '%s'", filename);
  } else {
    m = mj_loadModelBuffer(bytes, count);
  }
  ig_resource_close(resource);
  return m;
}
