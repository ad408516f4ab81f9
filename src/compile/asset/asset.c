// SPDX-License-Identifier: Apache-2.0
#include "compile/asset/asset.h"

#include <string.h>

#include "compile/asset/skin.h"
#include "compile/asset/texture.h"
#include "compile/flex/flex.h"
#include "compile/mesh/mesh.h"
#include "model/typename.h"

// the file without folder and extension
static void name_after_file(ig_Element* element, const void* file) {
  if (!ig_text_empty(&element->name) || ig_text_empty(file)) return;
  const char *text = ig_text(file), *start = text;
  for (const char* p = text; *p; p++) {
    if (*p == '/' || *p == '\\') start = p + 1;
  }
  const char* dot = strrchr(start, '.');
  ig_text_set_n(&element->name, start, dot ? (size_t)(dot - start) : strlen(start));
}

bool ig_name_assets(ig_Compiler* c) {
  ig_List* list = c->spec->list;
  for (int i = 0; i < list[mjOBJ_MESH].count; i++)
    name_after_file(list[mjOBJ_MESH].item[i], IG_ITEM(mjsMesh, list[mjOBJ_MESH], i)->file);
  for (int i = 0; i < list[mjOBJ_SKIN].count; i++)
    name_after_file(list[mjOBJ_SKIN].item[i], IG_ITEM(mjsSkin, list[mjOBJ_SKIN], i)->file);
  for (int i = 0; i < list[mjOBJ_HFIELD].count; i++)
    name_after_file(list[mjOBJ_HFIELD].item[i], IG_ITEM(mjsHField, list[mjOBJ_HFIELD], i)->file);
  for (int i = 0; i < list[mjOBJ_TEXTURE].count; i++)
    name_after_file(list[mjOBJ_TEXTURE].item[i], IG_ITEM(mjsTexture, list[mjOBJ_TEXTURE], i)->file);

  static const mjtObj types[] = {mjOBJ_MESH, mjOBJ_HFIELD, mjOBJ_TEXTURE, mjOBJ_MATERIAL};
  static const char* const words[] = {"mesh", "height field", "texture", "material"};
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < list[types[t]].count; i++) {
      ig_Element* element = list[types[t]].item[i];
      if (!ig_text_empty(&element->name)) continue;
      if (types[t] == mjOBJ_TEXTURE && IG_PUBLIC(mjsTexture, element)->type == mjTEXTURE_SKYBOX) continue;
      return ig_spec_fail(c->spec, element, "%s without a name", words[t]);
    }
  }
  return true;
}

// NULL and true for an empty name
static bool find_asset(ig_Compiler* c, const void* record, mjtObj type, const void* name, const char* holder, ig_Record** found) {
  *found = NULL;
  if (ig_text_empty(name)) return true;
  *found = ig_lookup(c, type, ig_text(name));
  if (*found) return true;
  const ig_Record* r = record;
  return ig_refuse(c, record, "%s: %s '%s' not found (%s %d)", holder, ig_object_word(type), ig_text(name), holder, r->id);
}

static bool resolve_geom(ig_Compiler* c, ig_CGeom* geom) {
  ig_Record *mesh, *hfield;
  if (!find_asset(c, geom, mjOBJ_MESH, geom->s.meshname, "geom", &mesh)) return false;
  if (!find_asset(c, geom, mjOBJ_HFIELD, geom->s.hfieldname, "geom", &hfield)) return false;
  geom->mesh = (ig_CMesh*)(void*)mesh;
  geom->hfield = (ig_CHField*)(void*)hfield;

  // a geom without a material takes the mesh's
  const void* material = geom->s.material;
  if (geom->mesh) {
    geom->mesh->s.needsdf |= geom->s.type == mjGEOM_SDF;
    if (ig_text_empty(material)) material = geom->mesh->s.material;
  }
  return c->s.compiler.discardvisual || find_asset(c, geom, mjOBJ_MATERIAL, material, "geom", &geom->material);
}

bool ig_resolve_assets(ig_Compiler* c) {
  ig_Records* list = c->list;
  bool shows = !c->s.compiler.discardvisual;
  for (int i = 0; i < list[mjOBJ_GEOM].n; i++) {
    if (!resolve_geom(c, IG_RECORD(ig_CGeom, list[mjOBJ_GEOM], i))) return false;
  }
  for (int i = 0; shows && i < list[mjOBJ_SKIN].n; i++) {
    ig_CSkin* skin = IG_RECORD(ig_CSkin, list[mjOBJ_SKIN], i);
    if (!find_asset(c, skin, mjOBJ_MATERIAL, skin->s.material, "skin", &skin->material)) return false;
  }
  for (int i = 0; shows && i < list[mjOBJ_SITE].n; i++) {
    ig_CSite* site = IG_RECORD(ig_CSite, list[mjOBJ_SITE], i);
    if (!find_asset(c, site, mjOBJ_MATERIAL, site->s.material, "site", &site->material)) return false;
  }
  for (int i = 0; shows && i < list[mjOBJ_TENDON].n; i++) {
    ig_CTendon* tendon = IG_RECORD(ig_CTendon, list[mjOBJ_TENDON], i);
    if (!find_asset(c, tendon, mjOBJ_MATERIAL, tendon->s.material, "tendon", &tendon->material)) return false;
  }
  for (int i = 0; i < list[mjOBJ_MATERIAL].n; i++) {
    ig_CMaterial* material = IG_RECORD(ig_CMaterial, list[mjOBJ_MATERIAL], i);
    for (int k = 0; k < mjNTEXROLE && k < ig_texts_count(material->s.textures); k++) {
      const void* name = ig_texts_slot(material->s.textures, k);
      if (!find_asset(c, material, mjOBJ_TEXTURE, name, "material", &material->texture[k])) return false;
    }
  }
  return true;
}

void ig_write_material(const ig_Compiler* c, const void* record) {
  const ig_CMaterial* material = record;
  mjModel* m = c->model;
  const mjsMaterial* s = &material->s;
  int id = material->r.id;
  for (int k = 0; k < mjNTEXROLE; k++) m->mat_texid[mjNTEXROLE * id + k] = ig_id(material->texture[k]);
  m->mat_texuniform[id] = s->texuniform;
  IG_PUT(m->mat_texrepeat, id, s->texrepeat, 2);
  m->mat_emission[id] = s->emission;
  m->mat_specular[id] = s->specular;
  m->mat_shininess[id] = s->shininess;
  m->mat_reflectance[id] = s->reflectance;
  m->mat_metallic[id] = s->metallic;
  m->mat_roughness[id] = s->roughness;
  IG_PUT(m->mat_rgba, id, s->rgba, 4);
}
