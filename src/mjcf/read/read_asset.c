// SPDX-License-Identifier: Apache-2.0
// Assets and deformable objects.
#include <limits.h>
#include <string.h>

#include "base/scope.h"
#include "mjcf/read/read.h"
#include "mjcf/table/attr.h"
#include "mjcf/table/said.h"
#include "mjcf/text/path.h"
#include "spec/access.h"
#include "spec/add.h"
#include "spec/attach.h"
#include "spec/container.h"
#include "spec/macro/mesh_shape.h"

enum { GRID_LAYOUT_MAX = 12, CUBE_FACES = 6 };

bool ig_read_mesh(ig_Reader* r, const ig_Node* node, mjsMesh* mesh) {
  if (!ig_read_attrs(r, node, mesh)) return false;
  if (ig_xml_attr(node, "maxhullvert") && mesh->maxhullvert != -1 && mesh->maxhullvert < 4) {
    return ig_fail_node(r->diag, node, "maxhullvert takes at least 4, or -1 for no limit");
  }
  const ig_Node* plugin = ig_xml_child(node, "plugin");
  if (plugin && !ig_read_plugin(r, plugin, &mesh->plugin)) return false;

  // a shape made from a few numbers; mjs_makeMesh fills the same fields that a file or the vertex attribute would
  ig_MeshSaid said = {.builtin = -1};
  if (!ig_read_aside(r, node, &said)) return false;
  if (said.builtin < 0) return true;
  double* params;
  int n = ig_read_real_list(r, node, "params", &params);
  if (n < 0) return false;
  if (!n) return ig_fail_node(r->diag, node, "required attribute missing: 'params'");
  if (ig_xml_attr(node, "file")) {
    return ig_fail_node(r->diag, node, "builtin and file exclude each other");
  }
  if (ig_has_numbers(node, "vertex")) {
    return ig_fail_node(r->diag, node, "builtin mesh cannot be used with user vertex data: give one of the two");
  }
  if (ig_make_builtin_mesh(mesh, (mjtMeshBuiltin)said.builtin, params, n))
    return ig_fail_node(r->diag, node, "%s", ig_spec_error(r->spec));
  return true;
}

// textures[role] names the texture of a role; `texture` is the short way to say rgb
bool ig_read_material(ig_Reader* r, const ig_Node* node, mjsMaterial* material) {
  ig_MaterialSaid said = {0};
  if (!ig_read_attrs(r, node, material) || !ig_read_aside(r, node, &said)) return false;
  if (said.texture) ig_set_text_at(material->textures, mjTEXROLE_RGB, said.texture);
  for (const ig_Node* layer = node->first; layer; layer = layer->next) {
    if (said.texture) {
      return ig_fail_node(r->diag, layer,
                          "A material with a texture attribute cannot have layer sub-elements, give textures in one way");
    }
    ig_LayerSaid one = {0};
    if (!ig_read_attrs(r, layer, &one)) return false;
    ig_set_text_at(material->textures, one.role, one.texture);
  }
  return true;
}

// a cube is one file cut into a grid (gridlayout has a letter per cell), or a file per face
static bool read_texture(ig_Reader* r, const ig_Node* node) {
  static const char* const faces[CUBE_FACES] = {"fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"};
  mjsTexture* texture = ig_add_texture(r->spec);
  ig_TextureSaid said = {0};
  if (!ig_read_attrs(r, node, texture) || !ig_read_aside(r, node, &said)) return false;
  if (said.gridlayout) {
    size_t length = strlen(said.gridlayout);
    if (length > GRID_LAYOUT_MAX) {
      return ig_fail_node(r->diag, node, "gridlayout length cannot exceed %d characters", GRID_LAYOUT_MAX);
    }
    if ((double)length != (double)texture->gridsize[0] * texture->gridsize[1]) {
      return ig_fail_node(r->diag, node, "gridlayout needs one letter per cell: its length must match gridsize");
    }
    memcpy(texture->gridlayout, said.gridlayout, length);
  }
  for (int i = 0; i < CUBE_FACES; i++) {
    const char* file = ig_read_file(r, node, faces[i], ig_texture_dir(r));
    ig_set_text_at(texture->cubefiles, i, file ? file : "");
  }
  return true;
}

// elevations are written from the top row down and kept from the bottom row up; without any, all are zero
static bool read_elevation(ig_Reader* r, const ig_Node* node, mjsHField* hfield) {
  int64_t nrow = hfield->nrow, ncol = hfield->ncol;
  if (ig_xml_attr(node, "file") || nrow <= 0 || ncol <= 0) return true;
  if (nrow * ncol > INT_MAX / 4) {
    return ig_fail_node(r->diag, node, "height field of %d x %d points is too large", hfield->nrow, hfield->ncol);
  }
  float* data;
  int n = ig_read_float_list(r, node, "elevation", &data);
  if (n < 0) return false;
  if (n && n != nrow * ncol) {
    return ig_fail_node(r->diag, node, "elevation holds too few or too many numbers: data length must match nrow*ncol");
  }
  float* flipped = ig_arena_take(r->pool, (size_t)(nrow * ncol) * sizeof(float));
  for (int64_t i = 0; n && i < nrow; i++) {
    memcpy(flipped + (nrow - 1 - i) * ncol, data + i * ncol, (size_t)ncol * sizeof(float));
  }
  ig_set_floats(hfield->userdata, flipped, (int)(nrow * ncol));
  return true;
}

// what a bone has: a body, its pose when the skin was bound, and the vertices that follow it
static bool read_bone(ig_Reader* r, const ig_Node* node, mjsSkin* skin, float bindpos[3], float bindquat[4]) {
  int* ids;
  float* weights;
  ig_BoneSaid said = {0};
  if (!ig_read_attrs(r, node, &said)) return false;
  memcpy(bindpos, said.bindpos, sizeof(said.bindpos));
  memcpy(bindquat, said.bindquat, sizeof(said.bindquat));
  int given[2] = {ig_read_int_list(r, node, "vertid", &ids), ig_read_float_list(r, node, "vertweight", &weights)};
  if (given[0] < 0 || given[1] < 0) return false;
  if (!given[0] || !given[1]) return ig_fail_node(r->diag, node, "required attribute missing: a bone has vertices and weights");
  ig_texts_append(skin->bodyname, said.body);
  ig_append_ints(skin->vertid, ids, given[0]);
  ig_append_floats(skin->vertweight, weights, given[1]);
  return true;
}

// poses of all bones go into two arrays, which are set as a whole
static bool read_skin(ig_Reader* r, const ig_Node* node) {
  mjsSkin* skin = ig_add_skin(r->spec);
  if (!ig_read_attrs(r, node, skin)) return false;
  if (skin->group < 0 || skin->group >= mjNGROUP) {
    return ig_fail_node(r->diag, node, "skin group must be between 0 and %d", mjNGROUP - 1);
  }
  int count = 0, i = 0;
  for (const ig_Node* bone = node->first; bone; bone = bone->next) count++;
  float* bindpos = ig_arena_take(r->pool, (size_t)(3 * count + 1) * sizeof(float));
  float* bindquat = ig_arena_take(r->pool, (size_t)(4 * count + 1) * sizeof(float));
  for (const ig_Node* bone = node->first; bone; bone = bone->next, i++) {
    if (!read_bone(r, bone, skin, bindpos + 3 * i, bindquat + 4 * i)) return false;
  }
  ig_set_floats(skin->bindpos, bindpos, 3 * count);
  ig_set_floats(skin->bindquat, bindquat, 4 * count);
  return true;
}

// a model to attach later. The chain of files being read goes along, so that models that name each other are refused.
static bool read_model(ig_Reader* r, const ig_Node* node) {
  ig_ModelSaid said = {0};
  if (!ig_read_attrs(r, node, &said)) return false;
  const char* file = ig_read_file(r, node, "file", r->modeldir);
  const char* path = ig_path_join(r->pool, r->modeldir, file);
  ig_Diag inner = {0};
  mjSpec* child = r->parse(r, path, said.content_type, &inner);
  ig_scope_subject(node);
  if (!child) {
    return ig_fail_node(r->diag, node, "the model in this file has an error: %s", inner.message);
  }
  if (said.name) ig_text_set(child->modelname, said.name);
  ig_hold_spec(ig_spec(r->spec), ig_spec(child));
  return true;
}

// classes of assets start at the top: there is no childclass outside of bodies
bool ig_read_assets(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    const mjsDefault* def = ig_own_class(r, node, ig_root_class(r->spec));
    if (!def) return false;
    bool ok = true;
    switch (node->rule->tag) {
      case mjOBJ_MESH: ok = ig_read_mesh(r, node, ig_add_mesh(r->spec, def)); break;
      case mjOBJ_HFIELD: {
        mjsHField* hfield = ig_add_hfield(r->spec);
        ok = ig_read_attrs(r, node, hfield) && read_elevation(r, node, hfield);
        break;
      }
      case mjOBJ_SKIN: ok = read_skin(r, node); break;
      case mjOBJ_TEXTURE: ok = read_texture(r, node); break;
      case mjOBJ_MATERIAL: ok = ig_read_material(r, node, ig_add_material(r->spec, def)); break;
      case mjOBJ_MODEL: ok = read_model(r, node); break;
    }
    if (!ok) return false;
  }
  return true;
}

// children are parts of the flex and share its struct
static bool read_flex(ig_Reader* r, const ig_Node* node) {
  mjsFlex* flex = ig_add_flex(r->spec);
  if (!ig_read_attrs(r, node, flex)) return false;
  for (const ig_Node* part = node->first; part; part = part->next) {
    if (!ig_read_attrs(r, part, flex)) return false;
  }
  return true;
}

bool ig_read_deformable(ig_Reader* r, const ig_Node* section) {
  for (const ig_Node* node = section->first; node; node = node->next) {
    if (!(node->rule->tag == mjOBJ_FLEX ? read_flex(r, node) : read_skin(r, node))) return false;
  }
  return true;
}
