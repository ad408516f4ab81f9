// SPDX-License-Identifier: Apache-2.0
// Assets and deformable objects.
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "mjcf/table/keyword.h"
#include "mjcf/table/table.h"
#include "mjcf/write/writer.h"
#include "spec/element.h"
#include "spec/list.h"

// one texture of the usual role is an attribute, others are layers
void ig_write_layers(ig_Writer* w, const mjsMaterial* material, const mjsMaterial* base) {
  bool layers = false, differ = false;
  int n = ig_texts_count(material->textures);
  for (int i = 0; i < n; i++) {
    layers |= i != mjTEXROLE_RGB && ig_texts_at(material->textures, i)[0];
    differ |= strcmp(ig_texts_at(material->textures, i), ig_texts_at(base->textures, i)) != 0;
  }
  if (!differ) return;
  if (!layers) {
    ig_put_text(&w->out, "texture", ig_texts_at(material->textures, mjTEXROLE_RGB));
    return;
  }
  for (int i = 1; i < n; i++) {
    if (!ig_texts_at(material->textures, i)[0]) continue;
    ig_open(&w->out, "layer");
    ig_put_text(&w->out, "texture", ig_texts_at(material->textures, i));
    ig_put_text(&w->out, "role", ig_word_of(ig_words_role, i));
    ig_close(&w->out);
  }
}

static bool write_texture(ig_Writer* w, const ig_Element* el, const mjsTexture* base) {
  static const char* const faces[] = {"fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"};
  const mjsTexture* texture = IG_PUBLIC(mjsTexture, el);
  bool any = texture->builtin != mjBUILTIN_NONE || !ig_text_empty(texture->file);
  ig_open(&w->out, "texture");
  ig_write_name(w, el);
  ig_write_rows(w, ig_rule_at("asset", "texture"), el, texture, base);
  for (int i = 0; i < ig_texts_count(texture->cubefiles) && i < 6; i++) {
    if (!ig_texts_at(texture->cubefiles, i)[0]) continue;
    ig_put_file(w, faces[i], el, ig_texts_at(texture->cubefiles, i));
    any = true;
  }
  if (texture->gridsize[0] != 1 || texture->gridsize[1] != 1) {
    char layout[sizeof(texture->gridlayout) + 1] = "";
    memcpy(layout, texture->gridlayout, sizeof(texture->gridlayout));
    int64_t cells = (int64_t)texture->gridsize[0] * texture->gridsize[1];
    if (cells >= 0 && cells < (int64_t)sizeof(layout)) layout[cells] = 0;
    ig_put_text(&w->out, "gridlayout", layout);
  }
  ig_close(&w->out);
  return any || ig_fail(w->diag, "XML Error: no support for buffer textures.");
}

static void write_mesh(ig_Writer* w, const ig_Element* el) {
  const mjsMesh* mesh = IG_PUBLIC(mjsMesh, el);
  ig_open(&w->out, "mesh");
  ig_write_name(w, el);
  ig_write_class(w, el, "main");
  ig_write_rows(w, ig_rule_at("asset", "mesh"), el, mesh, ig_class_object(w, el));
  if (mesh->plugin.active) {
    ig_open(&w->out, "plugin");
    ig_write_plugin(w, &mesh->plugin);
    ig_close(&w->out);
  }
  ig_close(&w->out);
}

static void write_material(ig_Writer* w, const ig_Element* el) {
  ig_open(&w->out, "material");
  ig_write_name(w, el);
  ig_write_class(w, el, "main");
  ig_write_rows(w, ig_rule_at("asset", "material"), el, IG_PUBLIC(void, el), ig_class_object(w, el));
  ig_write_layers(w, IG_PUBLIC(mjsMaterial, el), ig_class_object(w, el));
  ig_close(&w->out);
}

// elevations are kept from the bottom row up and written from the top row down
static void write_hfield(ig_Writer* w, const ig_Element* el, const mjsHField* base) {
  const mjsHField* hfield = IG_PUBLIC(mjsHField, el);
  int64_t nrow = hfield->nrow, ncol = hfield->ncol;
  const float* data = IG_ITEMS(float, hfield->userdata);
  ig_open(&w->out, "hfield");
  ig_write_name(w, el);
  ig_write_rows(w, ig_rule_at("asset", "hfield"), el, hfield, base);
  if (ig_text_empty(hfield->file) && nrow > 0 && ncol > 0 && IG_COUNT(float, hfield->userdata) == nrow * ncol) {
    float* flipped = ig_alloc((size_t)(nrow * ncol) * sizeof(float));
    for (int64_t i = 0; i < nrow; i++) {
      memcpy(flipped + i * ncol, data + (nrow - 1 - i) * ncol, (size_t)ncol * sizeof(float));
    }
    ig_put_floats(&w->out, "elevation", flipped, (int)(nrow * ncol));
    ig_free(flipped);
  }
  ig_close(&w->out);
}

bool ig_write_assets(ig_Writer* w) {
  ig_List* list = w->spec->list;
  ig_Element* texture = ig_element_new(w->spec, ig_type(mjOBJ_TEXTURE));
  ig_Element* hfield = ig_element_new(w->spec, ig_type(mjOBJ_HFIELD));
  bool ok = true;
  ig_open(&w->out, "asset");
  for (int i = 0; ok && i < list[mjOBJ_TEXTURE].count; i++) {
    ok = write_texture(w, list[mjOBJ_TEXTURE].item[i], IG_PUBLIC(mjsTexture, texture));
  }
  for (int i = 0; i < list[mjOBJ_MATERIAL].count; i++) write_material(w, list[mjOBJ_MATERIAL].item[i]);
  for (int i = 0; i < list[mjOBJ_MESH].count; i++) write_mesh(w, list[mjOBJ_MESH].item[i]);
  for (int i = 0; i < list[mjOBJ_HFIELD].count; i++) {
    write_hfield(w, list[mjOBJ_HFIELD].item[i], IG_PUBLIC(mjsHField, hfield));
  }
  ig_close_or_drop(&w->out);
  ig_element_release(texture);
  ig_element_release(hfield);
  return ok;
}

// with a file, all but the looks comes from there
static void write_skin(ig_Writer* w, const ig_Element* el, const mjsSkin* base) {
  const mjsSkin* skin = IG_PUBLIC(mjsSkin, el);
  ig_open(&w->out, "skin");
  ig_write_name(w, el);
  ig_write_rows(w, ig_rule_at("deformable", "skin"), el, skin, base);
  if (ig_text_empty(skin->file)) {
    // a spec may hold less than a skin needs, which only compiling it would say
    const float *bindpos = IG_ITEMS(float, skin->bindpos), *bindquat = IG_ITEMS(float, skin->bindquat);
    int npos = IG_COUNT(float, skin->bindpos) / 3, nquat = IG_COUNT(float, skin->bindquat) / 4;
    for (int i = 0; i < ig_texts_count(skin->bodyname); i++) {
      const ig_Vector* ids = i < ig_vecs_count(skin->vertid) ? ig_vecs_at(skin->vertid, i) : NULL;
      const ig_Vector* weights = i < ig_vecs_count(skin->vertweight) ? ig_vecs_at(skin->vertweight, i) : NULL;
      ig_open(&w->out, "bone");
      ig_put_text(&w->out, "body", ig_texts_at(skin->bodyname, i));
      if (i < npos) ig_put_floats(&w->out, "bindpos", bindpos + 3 * i, 3);
      if (i < nquat) ig_put_floats(&w->out, "bindquat", bindquat + 4 * i, 4);
      if (ids) ig_put_ints(&w->out, "vertid", IG_ITEMS(int, ids), IG_COUNT(int, ids));
      if (weights) ig_put_floats(&w->out, "vertweight", IG_ITEMS(float, weights), IG_COUNT(float, weights));
      ig_close(&w->out);
    }
  }
  ig_close(&w->out);
}

void ig_write_deformable(ig_Writer* w) {
  ig_List* list = w->spec->list;
  ig_Element* flex = ig_element_new(w->spec, ig_type(mjOBJ_FLEX));
  ig_Element* skin = ig_element_new(w->spec, ig_type(mjOBJ_SKIN));
  const ig_Rule* rule = ig_rule_at("deformable", "flex");
  ig_open(&w->out, "deformable");
  for (int i = 0; i < list[mjOBJ_FLEX].count; i++) {
    const ig_Element* el = list[mjOBJ_FLEX].item[i];
    if (ig_is_flexcomp(w, el)) continue;
    ig_open(&w->out, "flex");
    ig_write_name(w, el);
    ig_write_rows(w, rule, el, IG_PUBLIC(mjsFlex, el), IG_PUBLIC(mjsFlex, flex));
    for (int k = 0; k < rule->nchild; k++) {
      ig_open(&w->out, rule->children[k].name);
      ig_write_rows(w, &rule->children[k], el, IG_PUBLIC(mjsFlex, el), IG_PUBLIC(mjsFlex, flex));
      ig_close_or_drop(&w->out);
    }
    ig_close(&w->out);
  }
  for (int i = 0; i < list[mjOBJ_SKIN].count; i++) write_skin(w, list[mjOBJ_SKIN].item[i], IG_PUBLIC(mjsSkin, skin));
  ig_close_or_drop(&w->out);
  ig_element_release(flex);
  ig_element_release(skin);
}
