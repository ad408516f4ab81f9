#include "compile/mesh.h"

bool ig_compile_mesh(ig_Compiler* c, ig_CMesh* mesh) {
  return ig_refuse(c, mesh, "mesh '%s': meshes are not supported yet", ig_record_name(mesh));
}

bool ig_fit_geom(ig_Compiler* c, const ig_CMesh* mesh, ig_CGeom* geom, double centre[3]) {
  return ig_refuse(c, geom, "geom can not be fitted to mesh '%s': meshes are not supported yet", ig_record_name(mesh));
}

void ig_count_meshes(ig_Compiler* c) { c->n.nmesh = c->list[mjOBJ_MESH].n; }

int ig_write_meshes(const ig_Compiler* c, int bvhadr) { return bvhadr; }
