// SPDX-License-Identifier: Apache-2.0
#include "compile/asset/skin.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/path.h"
#include "compile/asset/asset_file.h"
#include "spec/pose.h"

#define REFUSE(c, skin, text, ...) ig_refuse(c, skin, "skin '%s': " text, ig_record_name(skin), __VA_ARGS__)

// ------------------------------------------------ file

enum { HEAD_WORDS = 4, NAME_BYTES = 40, BONE_WORDS = 18 };

// a file in words of four bytes, copied to where words are aligned
typedef struct Words_ {
  const int32_t* next;
  int64_t left;
  const char* name;
} Words;

static const void* read_words(Words* w, int64_t n) {
  if (n < 0 || n > w->left) return NULL;
  const int32_t* start = w->next;
  w->next += n;
  w->left -= n;
  return start;
}

// name of the body in 40 bytes, position, quaternion, number of vertices, their ids, their weights
static bool read_bone(ig_Compiler* c, ig_CSkin* skin, Words* w, int i) {
  ig_CBone* bone = skin->bone + i;
  const int32_t* head = read_words(w, BONE_WORDS);
  if (!head) return REFUSE(c, skin, "file '%s' ends within bone %d", w->name, i);
  char* name = ig_arena_take(&c->arena, NAME_BYTES);
  if (!name) return REFUSE(c, skin, "%s", "out of memory");
  memcpy(name, head, NAME_BYTES - 1);
  bone->bodyname = name;
  memcpy(bone->bindpos, head + 10, sizeof(bone->bindpos));
  memcpy(bone->bindquat, head + 13, sizeof(bone->bindquat));
  bone->nvert = head[17];
  if (bone->nvert < 1) return REFUSE(c, skin, "file '%s': bone %d has no vertices", w->name, i);
  bone->vertid = read_words(w, bone->nvert);
  const float* weight = read_words(w, bone->nvert);
  if (!bone->vertid || !weight) return REFUSE(c, skin, "file '%s' ends within the vertices of bone %d", w->name, i);
  bone->weight = IG_NEW(&c->arena, bone->nvert, float);
  if (!bone->weight) return REFUSE(c, skin, "%s", "out of memory");
  memcpy(bone->weight, weight, (size_t)bone->nvert * sizeof(float));
  return true;
}

static bool read_skn(ig_Compiler* c, ig_CSkin* skin, const ig_AssetFile* file) {
  Words w = {.left = file->size / 4, .name = file->name};
  int32_t* copy = IG_NEW(&c->arena, w.left + 1, int32_t);
  if (!copy) return REFUSE(c, skin, "%s", "out of memory");
  memcpy(copy, file->bytes, (size_t)file->size);
  w.next = copy;
  const int32_t* head = read_words(&w, HEAD_WORDS);
  if (!head) return REFUSE(c, skin, "file '%s' has no header", w.name);
  for (int k = 0; k < HEAD_WORDS; k++) {
    if (head[k] < 0) return REFUSE(c, skin, "file '%s' announces a negative size", w.name);
  }
  skin->nvert = head[0], skin->ntexcoord = head[1], skin->nface = head[2], skin->nbone = head[3];
  skin->vert = read_words(&w, 3 * (int64_t)skin->nvert);
  skin->texcoord = read_words(&w, 2 * (int64_t)skin->ntexcoord);
  skin->face = read_words(&w, 3 * (int64_t)skin->nface);
  if (!skin->vert || !skin->texcoord || !skin->face || (int64_t)skin->nbone * BONE_WORDS > w.left) {
    return REFUSE(c, skin, "file '%s' is too short for the %d vertices, %d faces and %d bones it announces", w.name, skin->nvert,
                  skin->nface, skin->nbone);
  }
  skin->bone = IG_NEW(&c->arena, skin->nbone, ig_CBone);
  if (!skin->bone) return REFUSE(c, skin, "%s", "out of memory");
  for (int i = 0; i < skin->nbone; i++) {
    if (!read_bone(c, skin, &w, i)) return false;
  }
  if (w.left || file->size % 4) return REFUSE(c, skin, "file '%s' goes on after its last bone", w.name);
  return true;
}

static bool read_file(ig_Compiler* c, ig_CSkin* skin) {
  const mjsSkin* s = &skin->s;
  ig_AssetFile file;
  bool data = IG_COUNT(float, s->vert) || IG_COUNT(float, s->texcoord) || IG_COUNT(int, s->face) || ig_texts_count(s->bodyname) ||
              IG_COUNT(float, s->bindpos) || IG_COUNT(float, s->bindquat) || ig_vecs_count(s->vertid) ||
              ig_vecs_count(s->vertweight);
  if (data) return REFUSE(c, skin, "it has data of its own and a file too: '%s'", skin->file);
  if (strcasecmp(ig_path_suffix(skin->file), ".skn")) return REFUSE(c, skin, "only .skn files can be read, not '%s'", skin->file);
  if (!ig_asset_open(c, skin, skin->r.from->compiler->meshdir, skin->file, &file)) return false;
  bool good = read_skn(c, skin, &file);
  ig_asset_close(&file);
  return good;
}

// ------------------------------------------------ data in the model

static bool take_data(ig_Compiler* c, ig_CSkin* skin) {
  const mjsSkin* s = &skin->s;
  int nvert = IG_COUNT(float, s->vert), ntexcoord = IG_COUNT(float, s->texcoord), nface = IG_COUNT(int, s->face);
  if (nvert % 3) return REFUSE(c, skin, "vertex coordinates come in threes: there are %d", nvert);
  if (ntexcoord % 2) return REFUSE(c, skin, "texture coordinates come in pairs: there are %d", ntexcoord);
  if (nface % 3) return REFUSE(c, skin, "faces have three vertices: there are %d", nface);
  skin->nvert = nvert / 3, skin->ntexcoord = ntexcoord / 2, skin->nface = nface / 3;
  skin->vert = IG_ITEMS(float, s->vert);
  skin->texcoord = IG_ITEMS(float, s->texcoord);
  skin->face = IG_ITEMS(int, s->face);
  int n = ig_texts_count(s->bodyname);
  if (IG_COUNT(float, s->bindpos) != 3 * n) return REFUSE(c, skin, "bindpos has not three numbers for each of %d bones", n);
  if (IG_COUNT(float, s->bindquat) != 4 * n) return REFUSE(c, skin, "bindquat has not four numbers for each of %d bones", n);
  if (ig_vecs_count(s->vertid) != n) return REFUSE(c, skin, "vertid has not one list for each of %d bones", n);
  if (ig_vecs_count(s->vertweight) != n) return REFUSE(c, skin, "vertweight has not one list for each of %d bones", n);
  skin->nbone = n;
  skin->bone = IG_NEW(&c->arena, n, ig_CBone);
  if (!skin->bone) return REFUSE(c, skin, "%s", "out of memory");
  for (int i = 0; i < n; i++) {
    ig_CBone* bone = skin->bone + i;
    const ig_Vector *ids = ig_vecs_at(s->vertid, i), *weights = ig_vecs_at(s->vertweight, i);
    bone->bodyname = ig_texts_at(s->bodyname, i);
    memcpy(bone->bindpos, IG_ITEMS(float, s->bindpos) + 3 * i, sizeof(bone->bindpos));
    memcpy(bone->bindquat, IG_ITEMS(float, s->bindquat) + 4 * i, sizeof(bone->bindquat));
    bone->nvert = IG_COUNT(int, ids);
    if (!bone->nvert || IG_COUNT(float, weights) != bone->nvert) {
      return REFUSE(c, skin, "bone %d has no vertices, or not a weight for each", i);
    }
    bone->vertid = (const int*)(const void*)ids->begin;
    bone->weight = IG_NEW(&c->arena, bone->nvert, float);
    if (!bone->weight) return REFUSE(c, skin, "%s", "out of memory");
    memcpy(bone->weight, weights->begin, (size_t)bone->nvert * sizeof(float));
  }
  return true;
}

// ------------------------------------------------ checks

static bool check_faces(ig_Compiler* c, const ig_CSkin* skin) {
  if (!skin->nvert || !skin->nface || !skin->nbone) return REFUSE(c, skin, "%s", "vertices, faces or bones are missing");
  if (skin->ntexcoord && skin->ntexcoord != skin->nvert) {
    return REFUSE(c, skin, "%d vertices, but %d texture coordinates", skin->nvert, skin->ntexcoord);
  }
  for (int i = 0; i < 3 * skin->nface; i++) {
    if (skin->face[i] < 0 || skin->face[i] >= skin->nvert) {
      return REFUSE(c, skin, "face %d has no vertex %d", i / 3, skin->face[i]);
    }
  }
  return true;
}

static bool find_bodies(ig_Compiler* c, ig_CSkin* skin) {
  for (int i = 0; i < skin->nbone; i++) {
    skin->bone[i].body = ig_lookup(c, mjOBJ_BODY, skin->bone[i].bodyname);
    if (!skin->bone[i].body) return REFUSE(c, skin, "body '%s' not found", skin->bone[i].bodyname);
  }
  return true;
}

// the weights of a vertex sum to one over its bones
static bool share_vertices(ig_Compiler* c, ig_CSkin* skin) {
  float* total = IG_NEW(&c->arena, skin->nvert, float);
  if (!total) return REFUSE(c, skin, "%s", "out of memory");
  for (int i = 0; i < skin->nbone; i++) {
    const ig_CBone* bone = skin->bone + i;
    for (int k = 0; k < bone->nvert; k++) {
      int vert = bone->vertid[k];
      if (vert < 0 || vert >= skin->nvert) return REFUSE(c, skin, "a bone has vertex %d, which is not there", vert);
      total[vert] += bone->weight[k];
    }
  }
  for (int vert = 0; vert < skin->nvert; vert++) {
    if (total[vert] <= mjMINVAL) return REFUSE(c, skin, "the weights of vertex %d do not sum to something positive", vert);
  }
  for (int i = 0; i < skin->nbone; i++) {
    for (int k = 0; k < skin->bone[i].nvert; k++) skin->bone[i].weight[k] /= total[skin->bone[i].vertid[k]];
  }
  return true;
}

bool ig_compile_skin(ig_Compiler* c, void* record) {
  ig_CSkin* skin = record;
  if (!skin->material && !ig_text_empty(skin->s.material)) {
    return REFUSE(c, skin, "material '%s' is not there: discardvisual takes all of them", ig_text(skin->s.material));
  }
  skin->file = ig_asset_path(c, skin->s.file);
  if (!(skin->file ? read_file(c, skin) : take_data(c, skin))) return false;
  if (!check_faces(c, skin) || !find_bodies(c, skin) || !share_vertices(c, skin)) return false;
  for (int i = 0; i < skin->nbone; i++) {
    double quat[4];
    for (int k = 0; k < 4; k++) quat[k] = skin->bone[i].bindquat[k];
    ig_make_unit(quat, 4);
    for (int k = 0; k < 4; k++) skin->bone[i].bindquat[k] = (float)quat[k];
  }
  return true;
}

// ------------------------------------------------ model

void ig_count_skin(mjModel* n, const void* record) {
  const ig_CSkin* skin = record;
  n->nskinvert += skin->nvert;
  n->nskintexvert += skin->ntexcoord;
  n->nskinface += skin->nface;
  n->nskinbone += skin->nbone;
  for (int k = 0; k < skin->nbone; k++) n->nskinbonevert += skin->bone[k].nvert;
}

static void write_bones(mjModel* m, const ig_CSkin* skin, const mjModel* at) {
  int adr = (int)at->nskinbonevert;
  for (int k = 0; k < skin->nbone; k++) {
    const ig_CBone* bone = skin->bone + k;
    int id = (int)at->nskinbone + k;
    IG_PUT(m->skin_bonebindpos, id, bone->bindpos, 3);
    IG_PUT(m->skin_bonebindquat, id, bone->bindquat, 4);
    m->skin_bonebodyid[id] = ig_id(bone->body);
    m->skin_bonevertadr[id] = adr;
    m->skin_bonevertnum[id] = bone->nvert;
    memcpy(m->skin_bonevertid + adr, bone->vertid, (size_t)bone->nvert * sizeof(int));
    memcpy(m->skin_bonevertweight + adr, bone->weight, (size_t)bone->nvert * sizeof(float));
    adr += bone->nvert;
  }
}

void ig_write_skin(const ig_Compiler* c, const void* record) {
  const ig_CSkin* skin = record;
  const mjModel* at = &c->at;
  mjModel* m = c->model;
  int id = skin->r.id;
  m->skin_matid[id] = ig_id(skin->material);
  m->skin_group[id] = skin->s.group;
  IG_PUT(m->skin_rgba, id, skin->s.rgba, 4);
  m->skin_inflate[id] = skin->s.inflate;
  m->skin_vertadr[id] = (int)at->nskinvert, m->skin_vertnum[id] = skin->nvert;
  m->skin_texcoordadr[id] = skin->ntexcoord ? (int)at->nskintexvert : -1;
  m->skin_faceadr[id] = (int)at->nskinface, m->skin_facenum[id] = skin->nface;
  m->skin_boneadr[id] = (int)at->nskinbone, m->skin_bonenum[id] = skin->nbone;
  memcpy(m->skin_vert + 3 * at->nskinvert, skin->vert, 3 * (size_t)skin->nvert * sizeof(float));
  if (skin->ntexcoord) {
    memcpy(m->skin_texcoord + 2 * at->nskintexvert, skin->texcoord, 2 * (size_t)skin->ntexcoord * sizeof(float));
  }
  memcpy(m->skin_face + 3 * at->nskinface, skin->face, 3 * (size_t)skin->nface * sizeof(int));
  write_bones(m, skin, at);
}
