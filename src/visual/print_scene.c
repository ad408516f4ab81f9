// SPDX-License-Identifier: Apache-2.0
// mjvScene as text: each struct is a list of members.
#include <stddef.h>

#include "print/print_text.h"

typedef enum { INT, BYTE, NUM, VEC, TEXT } Kind;

typedef struct {
  const char* name;
  size_t offset;
  Kind kind;
  int size;
} Member;

#define MEMBER(type, member, kind, size) \
  { #member, offsetof(type, member), kind, size }
#define GEOM(member, kind, size) MEMBER(mjvGeom, member, kind, size)
#define LIGHT(member, kind, size) MEMBER(mjvLight, member, kind, size)
#define CAMERA(member, kind, size) MEMBER(mjvGLCamera, member, kind, size)

static const Member geom_members[] = {
    GEOM(type, INT, 1),      GEOM(category, INT, 1),    GEOM(label, TEXT, 1), GEOM(objtype, INT, 1),  GEOM(objid, INT, 1),
    GEOM(pos, VEC, 3),       GEOM(mat, VEC, 9),         GEOM(size, VEC, 3),   GEOM(segid, INT, 1),    GEOM(dataid, INT, 1),
    GEOM(matid, INT, 1),     GEOM(texcoord, INT, 1),    GEOM(rgba, VEC, 4),   GEOM(emission, NUM, 1), GEOM(specular, NUM, 1),
    GEOM(shininess, NUM, 1), GEOM(reflectance, NUM, 1),
};
static const Member light_members[] = {
    LIGHT(id, INT, 1),          LIGHT(pos, VEC, 3),         LIGHT(dir, VEC, 3),       LIGHT(type, INT, 1),
    LIGHT(castshadow, BYTE, 1), LIGHT(headlight, BYTE, 1),  LIGHT(intensity, NUM, 1), LIGHT(range, NUM, 1),
    LIGHT(ambient, VEC, 3),     LIGHT(diffuse, VEC, 3),     LIGHT(specular, VEC, 3),  LIGHT(texid, INT, 1),
    LIGHT(exponent, NUM, 1),    LIGHT(attenuation, VEC, 3), LIGHT(cutoff, NUM, 1),    LIGHT(bulbradius, NUM, 1),
};
static const Member camera_members[] = {
    CAMERA(pos, VEC, 3),
    CAMERA(forward, VEC, 3),
    CAMERA(up, VEC, 3),
    CAMERA(orthographic, INT, 1),
    CAMERA(frustum_center, NUM, 1),
    CAMERA(frustum_width, NUM, 1),
    CAMERA(frustum_bottom, NUM, 1),
    CAMERA(frustum_top, NUM, 1),
    CAMERA(frustum_near, NUM, 1),
    CAMERA(frustum_far, NUM, 1),
};
static const Member flag_members[] = {
    MEMBER(mjvScene, flexvertopt, BYTE, 1), MEMBER(mjvScene, flexedgeopt, BYTE, 1), MEMBER(mjvScene, flexfaceopt, BYTE, 1),
    MEMBER(mjvScene, flexskinopt, BYTE, 1), MEMBER(mjvScene, stereo, INT, 1),
};
static const Member transform_members[] = {
    MEMBER(mjvScene, translate, VEC, 3),
    MEMBER(mjvScene, rotate, VEC, 4),
    MEMBER(mjvScene, scale, NUM, 1),
};
#define COUNT(list) ((int)(sizeof(list) / sizeof((list)[0])))

// indented name, then the value
static void begin(const ig_Print* p, int indent, const char* name) { fprintf(p->file, "%*s%-*s", indent, "", 21 - indent, name); }

static void print_value(const ig_Print* p, Kind kind, int size, const void* at) {
  if (kind == INT) fprintf(p->file, " %d", *(const int*)at);
  if (kind == BYTE) fprintf(p->file, " %d", *(const mjtByte*)at);
  if (kind == TEXT) fputs(at, p->file);
  if (kind == NUM) ig_print_num(p, *(const float*)at);
  for (int i = 0; kind == VEC && i < size; i++) {
    ig_print_num(p, ((const float*)at)[i]);
    fputc(' ', p->file);
  }
  fputc('\n', p->file);
}

static void print_members(const ig_Print* p, int indent, const Member* members, int count, const void* owner) {
  for (int i = 0; i < count; i++) {
    begin(p, indent, members[i].name);
    print_value(p, members[i].kind, members[i].size, (const char*)owner + members[i].offset);
  }
}

// an array of structs
static void print_list(const ig_Print* p, const char* plural, const char* title, int n, const void* first, size_t stride,
                       const Member* members, int count) {
  fprintf(p->file, "%s %d\n", plural, n);
  for (int i = 0; i < n; i++) {
    fprintf(p->file, "  %s %d\n", title, i);
    print_members(p, 4, members, count, (const char*)first + i * stride);
    fputc('\n', p->file);
  }
  fputc('\n', p->file);
}

// Surfaces are given by one array per property. Their vertices and faces are too many to print: only named.
typedef struct {
  const char* name;
  const int* data;  // NULL: only named
} Property;

static void print_surfaces(const ig_Print* p, const char* title, int n, const Property* properties, int count) {
  fprintf(p->file, "%s %d\n", title, n);
  for (int i = 0; i < n; i++) {
    fprintf(p->file, "  %s %d\n", title, i);
    for (int k = 0; k < count; k++) {
      begin(p, 4, properties[k].name);
      if (properties[k].data)
        fprintf(p->file, " %d\n", properties[k].data[i]);
      else
        fputs("...\n", p->file);
    }
    fputc('\n', p->file);
  }
  fputc('\n', p->file);
}

void mj_printFormattedScene(const mjvScene* s, const char* filename, const char* float_format) {
  ig_Print out, *p = &out;
  if (!ig_print_open(p, filename, float_format)) return;
  print_list(p, "GEOMS", "GEOM", s->ngeom, s->geoms, sizeof(mjvGeom), geom_members, COUNT(geom_members));
  print_list(p, "LIGHTS", "LIGHT", s->nlight, s->lights, sizeof(mjvLight), light_members, COUNT(light_members));
  print_list(p, "CAMERAS", "CAMERA", 2, s->camera, sizeof(mjvGLCamera), camera_members, COUNT(camera_members));

  const Property flex[] = {
      {"face_used", s->flexfaceused},
      {"edge_adr", s->flexedgeadr},
      {"edge_num", s->flexedgenum},
      {"vert_adr", s->flexvertadr},
      {"vert_num", s->flexvertnum},
      {"face_adr", s->flexfaceadr},
      {"face_num", s->flexfacenum},
      {"edges", NULL},
      {"verts", NULL},
      {"faces", NULL},
      {"normals", NULL},
      {"texcoords", NULL},
  };
  const Property skin[] = {
      {"face_num", s->skinfacenum},
      {"vert_adr", s->skinvertadr},
      {"vert_num", s->skinvertnum},
      {"verts", NULL},
      {"normals", NULL},
  };
  print_surfaces(p, "FLEX DATA", s->nflex, flex, COUNT(flex));
  print_surfaces(p, "SKIN DATA", s->nskin, skin, COUNT(skin));

  fputs("FLAGS\n", p->file);
  for (int i = 0; i < mjNRNDFLAG; i++) fprintf(p->file, "  " IG_NAME_FORMAT " %d\n", mjRNDSTRING[i][0], s->flags[i]);
  print_members(p, 2, flag_members, COUNT(flag_members), s);
  fprintf(p->file, "\n\nTRANSFORM %d\n", s->enabletransform);
  if (s->enabletransform) {
    print_members(p, 2, transform_members, COUNT(transform_members), s);
    fputc('\n', p->file);
  }
  fputc('\n', p->file);
  ig_print_close(p, filename);
}

void mj_printScene(const mjvScene* s, const char* filename) { mj_printFormattedScene(s, filename, IG_FLOAT_FORMAT); }
