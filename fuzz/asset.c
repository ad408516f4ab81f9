// SPDX-License-Identifier: Apache-2.0
// Fuzz targets: bytes of an image, height field, skin, GMSH or mesh file through its reader, the compiler and a few
// steps (docs/fuzz.md). The first byte chooses what the file is taken for; built with FUZZ_FORMAT, only files of that
// format are tried. Check sums of PNG chunks are made right, so that more than they is tried.
#include <string.h>

#include "run.h"

#define MODEL(asset, world) \
  "<mujoco><asset>" asset "</asset><worldbody><body name='a'><geom size='.1'/>" world "</body></worldbody></mujoco>"

static const struct {
  const char *format, *file, *xml;
} kinds[] = {
    {"hfield", "f.png", MODEL("<hfield file='f.png' size='1 1 1 1'/>", "")},
    {"texture", "f.png", MODEL("<texture type='2d' file='f.png' hflip='true'/>", "")},
    {"texture", "f.png", MODEL("<texture type='2d' file='f.png' nchannel='4' vflip='true'/>", "")},
    {"texture", "f.png", MODEL("<texture type='cube' file='f.png' gridsize='2 3' gridlayout='RLUDFB'/>", "")},
    {"texture", "f.png", MODEL("<texture name='t' type='skybox' fileup='f.png'/>", "")},
    {"hfield", "f.bin", MODEL("<hfield file='f.bin' size='1 1 1 1'/>", "")},
    {"texture", "f.bin", MODEL("<texture type='2d' file='f.bin'/>", "")},
    {"texture", "f.ktx", MODEL("<texture type='2d' file='f.ktx' content_type='image/ktx'/>", "")},
    {"skin", "f.skn", MODEL("<skin file='f.skn'/>", "")},
    {"gmsh", "f.msh", MODEL("", "<flexcomp name='f' type='gmsh' file='f.msh' radius='.001'/>")},
    {"gmsh", "f.msh",
     MODEL("",
           "<flexcomp name='f' type='gmsh' file='f.msh' radius='.001' dof='trilinear'><contact selfcollide='none' "
           "internal='false'/></flexcomp>")},
    {"obj", "f.obj", MODEL("", "<flexcomp name='f' type='mesh' file='f.obj' dim='3' radius='.001'/>")},
    {"obj", "f.obj", MODEL("<mesh name='m' file='f.obj'/>", "<geom type='mesh' mesh='m'/>")},
    {"stl", "f.stl", MODEL("<mesh name='m' file='f.stl'/>", "<geom type='mesh' mesh='m'/>")},
    {"msh", "f.msh", MODEL("<mesh name='m' file='f.msh' inertia='shell'/>", "<geom type='mesh' mesh='m'/>")},
};

enum { NKIND = sizeof(kinds) / sizeof(*kinds) };

static uint32_t check_sum(const uint8_t* bytes, size_t n) {
  uint32_t sum = 0xFFFFFFFFu;
  for (size_t i = 0; i < n; i++) {
    sum ^= bytes[i];
    for (int k = 0; k < 8; k++) sum = (sum >> 1) ^ (sum & 1 ? 0xEDB88320u : 0);
  }
  return ~sum;
}

static void mend_chunks(uint8_t* bytes, size_t size) {
  for (size_t at = 8; at + 12 <= size;) {
    uint8_t* chunk = bytes + at;
    uint32_t n = (uint32_t)chunk[0] << 24 | (uint32_t)chunk[1] << 16 | (uint32_t)chunk[2] << 8 | chunk[3];
    if (n > size - at - 12) return;
    uint32_t sum = check_sum(chunk + 4, n + 4);
    for (int k = 0; k < 4; k++) chunk[8 + n + k] = (uint8_t)(sum >> (24 - 8 * k));
    at += 12 + n;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  int kind = data[0] % NKIND;
#ifdef FUZZ_FORMAT
  if (strcmp(kinds[kind].format, FUZZ_FORMAT)) return -1;  // not kept for the corpus
#endif
  uint8_t* bytes = malloc(size);
  if (!bytes) return 0;
  memcpy(bytes, data + 1, size - 1);
  if (strstr(kinds[kind].file, "png")) mend_chunks(bytes, size - 1);

  int64_t before = fuzz_begin();
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, kinds[kind].file, bytes, (int)size - 1);
  fuzz_load(kinds[kind].xml, &vfs);
  mj_deleteVFS(&vfs);
  fuzz_end(before);
  free(bytes);
  return 0;
}
