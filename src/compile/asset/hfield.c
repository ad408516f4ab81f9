// SPDX-License-Identifier: Apache-2.0
#include "compile/asset/hfield.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "compile/asset/asset_file.h"
#include "compile/asset/png.h"
#include "spec/pose.h"

static bool take_data(ig_Compiler* c, ig_CHField* hfield, int64_t nrow, int64_t ncol) {
  hfield->s.nrow = (int)nrow, hfield->s.ncol = (int)ncol;
  hfield->data = IG_NEW(&c->arena, nrow * ncol, float);
  return hfield->data ||
         ig_refuse(c, hfield, "hfield '%s': no memory for %d x %d points", ig_record_name(hfield), (int)nrow, (int)ncol);
}

// images start with the top row, height fields with the bottom row
static bool read_image(ig_Compiler* c, ig_CHField* hfield, const ig_AssetFile* file) {
  ig_Image image;
  if (!ig_read_png(c, hfield, file, 1, &image) || !take_data(c, hfield, image.height, image.width)) return false;
  for (int row = 0; row < image.height; row++) {
    const unsigned char* from = image.data + (size_t)(image.height - 1 - row) * (size_t)image.width;
    float* to = hfield->data + (size_t)row * (size_t)image.width;
    for (int col = 0; col < image.width; col++) to[col] = from[col];
  }
  return true;
}

// two ints, number of rows and columns, then the elevations as floats
static bool read_binary(ig_Compiler* c, ig_CHField* hfield, const ig_AssetFile* file) {
  const char* name = ig_record_name(hfield);
  int32_t size[2];
  if (file->size < (int)sizeof(size)) return ig_refuse(c, hfield, "hfield '%s': file '%s' has no header", name, file->name);
  memcpy(size, file->bytes, sizeof(size));
  if (size[0] < 1 || size[1] < 1) {
    return ig_refuse(c, hfield, "hfield '%s': file '%s' announces %d x %d points", name, file->name, size[0], size[1]);
  }
  if ((int64_t)size[0] * size[1] != (file->size - 8) / 4 || file->size % 4) {
    return ig_refuse(c, hfield, "hfield '%s': file '%s' has %d bytes, which are not %d x %d points", name, file->name, file->size,
                     size[0], size[1]);
  }
  if (!take_data(c, hfield, size[0], size[1])) return false;
  memcpy(hfield->data, file->bytes + 8, (size_t)file->size - 8);
  return true;
}

static bool read_file(ig_Compiler* c, ig_CHField* hfield) {
  ig_AssetFile file;
  ig_ContentType type = ig_content_type(hfield->s.content_type, hfield->file);
  bool png = !strcmp(type.text, "image/png");
  if (!png && *type.text && strcmp(type.text, "image/vnd.mujoco.hfield")) {
    return ig_refuse(c, hfield, "hfield '%s': unsupported content type: '%s'", ig_record_name(hfield), type.text);
  }
  if (!ig_asset_open(c, hfield, hfield->r.from->compiler->meshdir, hfield->file, &file)) return false;
  bool good = png ? read_image(c, hfield, &file) : read_binary(c, hfield, &file);
  ig_asset_close(&file);
  return good;
}

bool ig_compile_hfield(ig_Compiler* c, void* record) {
  ig_CHField* hfield = record;
  mjsHField* s = &hfield->s;
  const char* name = ig_record_name(hfield);
  int given = IG_COUNT(float, s->userdata);
  hfield->file = ig_asset_path(c, s->file);
  if (hfield->file) s->nrow = s->ncol = 0;
  if (given && (int64_t)s->nrow * s->ncol != given) {
    return ig_refuse(c, hfield, "elevation data length must match nrow*ncol");
  }
  for (int i = 0; i < 4; i++) {
    if (!(s->size[i] > 0)) return ig_refuse(c, hfield, "hfield '%s': all four of size must be positive", name);
  }
  if (hfield->file) {
    if (!read_file(c, hfield)) return false;
  } else if (given && s->nrow > 0) {
    if (!take_data(c, hfield, s->nrow, s->ncol)) return false;
    memcpy(hfield->data, IG_ITEMS(float, s->userdata), (size_t)given * sizeof(float));
  } else {
    return ig_refuse(c, hfield, "hfield '%s': neither a file nor elevations are given", name);
  }

  // to the range 0 to 1; a flat field only down to 0
  int n = s->nrow * s->ncol;
  const float far = 1e10f;  // beyond every elevation
  float low = far, high = -far, *data = hfield->data;
  for (int i = 0; i < n; i++) {
    if (data[i] < low) low = data[i];
    if (data[i] > high) high = data[i];
  }
  if (low > high) return ig_refuse(c, hfield, "hfield '%s': its elevations are not finite numbers", name);
  for (int i = 0; i < n; i++) {
    data[i] -= low;
    if (high - low > IG_EPS) data[i] /= high - low;
  }
  return true;
}

void ig_count_hfield(mjModel* n, const void* record) {
  const mjsHField* s = &((const ig_CHField*)record)->s;
  n->nhfielddata += (int64_t)s->nrow * s->ncol;
}

void ig_write_hfield(const ig_Compiler* c, const void* record) {
  const ig_CHField* hfield = record;
  mjModel* m = c->model;
  int id = hfield->r.id;
  int64_t adr = c->at.nhfielddata, count = (int64_t)hfield->s.nrow * hfield->s.ncol;
  IG_PUT(m->hfield_size, id, hfield->s.size, 4);
  m->hfield_nrow[id] = hfield->s.nrow;
  m->hfield_ncol[id] = hfield->s.ncol;
  m->hfield_adr[id] = (int)adr;
  memcpy(m->hfield_data + adr, hfield->data, (size_t)count * sizeof(float));
}
