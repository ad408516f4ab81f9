// SPDX-License-Identifier: Apache-2.0
#include "render/follow.h"

#include <stddef.h>

#include "render/context.h"
#include "render/renderer.h"

// add numbers to a print where they differ from the shared ones; `which` tells one array from another
static void add_own(ig_Print* print, size_t which, const void* own, const void* shared, size_t bytes) {
  if (own == shared || !bytes || !memcmp(own, shared, bytes)) return;
  *print = ig_print_bytes(ig_print_word(*print, which), own, bytes);
}
#define ADD(print, array, count) \
  add_own(print, offsetof(mjModel, array), m->array, shared->array, (size_t)(count) * sizeof *m->array)
#define ADD_SETTING(print, setting) add_own(print, offsetof(mjModel, setting), &m->setting, &shared->setting, sizeof m->setting)

static ig_Loaded look(const mjModel* shared, const mjModel* m) {
  ig_Loaded own = {0};
  ADD(&own.materials, mat_texid, m->nmat * mjNTEXROLE);
  ADD(&own.materials, mat_texuniform, m->nmat);
  ADD(&own.materials, mat_texrepeat, 2 * m->nmat);
  ADD(&own.textures, tex_data, m->ntexdata);
  ADD(&own.hfields, hfield_size, 4 * m->nhfield);
  ADD(&own.hfields, hfield_data, m->nhfielddata);
  ADD(&own.meshes, mesh_vert, 3 * m->nmeshvert);
  ADD(&own.meshes, mesh_normal, 3 * m->nmeshnormal);
  ADD(&own.meshes, mesh_texcoord, 2 * m->nmeshtexcoord);
  // planes without a size depend on how far the eye sees and on the pattern of their material
  ADD(&own.planes, geom_size, 3 * m->ngeom);
  ADD(&own.planes, geom_matid, m->ngeom);
  ADD(&own.planes, mat_texrepeat, 2 * m->nmat);
  ADD_SETTING(&own.planes, stat.extent);
  ADD_SETTING(&own.planes, vis.map.zfar);
  return own;
}

static bool is_new(ig_Print* loaded, ig_Print own) {
  if (ig_print_equal(*loaded, own)) return false;
  *loaded = own;
  return true;
}

bool ig_follow(mjrContext* con, const mjModel* shared, const mjModel* m, ig_Loaded* loaded) {
  ig_context_look(m, con);
  // a world without numbers of its own, after others of its kind
  ig_Loaded own = {0};
  if (m != shared) own = look(shared, m);
  ig_Renderer* r = ig_renderer(con);
  bool fine = true;
  if (is_new(&loaded->materials, own.materials)) ig_context_materials(m, con);
  if (is_new(&loaded->planes, own.planes)) fine = ig_load_planes(r, m);
  if (is_new(&loaded->textures, own.textures)) {
    for (int i = 0; i < r->ntexture && fine; i++) fine = ig_texture_load(&r->texture[i], m, i);
  }
  if (is_new(&loaded->hfields, own.hfields)) {
    for (int i = 0; i < r->nhfield && fine; i++) fine = ig_load_hfield(r, m, i);
  }
  if (is_new(&loaded->meshes, own.meshes)) {
    for (int i = 0; i < r->nmesh && fine; i++) fine = ig_load_mesh(r, m, i);
  }
  return fine;
}
