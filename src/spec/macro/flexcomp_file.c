// SPDX-License-Identifier: Apache-2.0
#include "spec/macro/flexcomp_file.h"

#include <stdio.h>
#include <strings.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/resource.h"
#include "math/vec3.h"
#include "spec/file/gmsh.h"
#include "spec/file/mesh_file.h"

// the file under the mesh folder, read through the resource providers; NULL: message set
static mjResource* open_file(ig_Flexcomp* f, const ig_Body* body, const mjVFS* vfs) {
  const ig_Spec* spec = body->el.spec;
  const char* file = ig_text(&f->file);
  char* path = ig_path_make(ig_text(body->el.compiler->meshdir), spec->s.strippath ? ig_path_file(file) : file);
  if (!path) return NULL;
  mjResource* resource = ig_resource_open(ig_text(&spec->modelfiledir), path, vfs, f->message, sizeof(f->message));
  ig_free(path);
  return resource;
}

const char* ig_flexcomp_gmsh(ig_Flexcomp* f, const ig_Body* body, const mjVFS* vfs) {
  if (ig_text_empty(&f->file)) return "File is required for this type of flexcomp";
  mjResource* resource = open_file(f, body, vfs);
  if (!resource) return f->message;
  const void* bytes = NULL;
  int size = ig_resource_read(resource, &bytes);
  const char* wrong = "nothing could be read from the GMSH file";
  if (size >= 0) wrong = ig_gmsh_read(bytes, size, &f->point, &f->element, &f->def->s.flex->dim);
  if (wrong && wrong != f->message) {
    snprintf(f->message, sizeof(f->message), "Error: %s", wrong);
    wrong = f->message;
  }
  ig_resource_close(resource);
  return wrong;
}

// ------------------------------------------------ meshes

// tetrahedra between the faces and the origin, which becomes the first point; those turned inside out are left out
static bool fill_mesh(ig_Flexcomp* f, const ig_MeshFile* mesh) {
  const double* point = IG_ITEMS(double, &f->point);
  for (int i = 0; i + 2 < mesh->face.n; i += 3) {
    int corner[4] = {0};
    double side[3][3], normal[3];
    for (int k = 0; k < 3; k++) {
      corner[k + 1] = mesh->face.item[i + k] + 1;
      ig_sub3(side[k], point + 3 * corner[k + 1], f->origin);
    }
    ig_cross(normal, side[0], side[1]);
    if (ig_dot3(normal, side[2]) < mjMINVAL) continue;
    if (!ig_vec_append(&f->element, corner, 4, sizeof(int))) return false;
  }
  return true;
}

// points of a mesh, and its surface or what it holds
static bool take_mesh(ig_Flexcomp* f, const ig_MeshFile* mesh) {
  int solid = f->def->s.flex->dim == 3;
  if (!ig_vec_resize(&f->point, (size_t)mesh->vert.n + 3 * (size_t)solid, sizeof(double))) return false;
  double* point = IG_ITEMS(double, &f->point);
  if (solid) ig_copy3(point, f->origin);
  for (int i = 0; i < mesh->vert.n; i++) point[3 * solid + i] = mesh->vert.item[i];
  if (mesh->texcoord.n) {
    if (!ig_vec_assign(&f->texcoord, mesh->texcoord.item, (size_t)mesh->texcoord.n, sizeof(float))) return false;
    if (!ig_vec_assign(&f->elemtexcoord, mesh->facetexcoord.item, (size_t)mesh->facetexcoord.n, sizeof(int))) return false;
  }
  return solid ? fill_mesh(f, mesh) : ig_vec_assign(&f->element, mesh->face.item, (size_t)mesh->face.n, sizeof(int));
}

// every face must have its vertices
static bool check_faces(ig_MeshFile* mesh) {
  if (!mesh->vert.n || !mesh->face.n) return ig_mesh_fail(mesh, "Vertex and face data required: the mesh file has none");
  for (int i = 0; i < mesh->face.n; i++) {
    int vert = mesh->face.item[i];
    if (vert < 0 || vert >= mesh->vert.n / 3) return ig_mesh_fail(mesh, "face %d has no vertex %d", i / 3, vert);
  }
  return true;
}

const char* ig_flexcomp_mesh(ig_Flexcomp* f, const ig_Body* body, const mjVFS* vfs) {
  if (ig_text_empty(&f->file)) return "File is required for this type of flexcomp";
  if (f->def->s.flex->dim < 2) return "a flexcomp of type 'mesh' is a surface or a solid: dim must be 2 or 3";
  if (!strcasecmp(ig_path_suffix(ig_text(&f->file)), ".msh")) {
    return "a flexcomp takes no mesh in .msh format; use .obj or .stl, or type='gmsh'";
  }
  mjResource* resource = open_file(f, body, vfs);
  if (!resource) return f->message;
  ig_MeshFile mesh = {0};
  ig_MeshKind kind;
  const void* bytes = NULL;
  int size = ig_resource_read(resource, &bytes);
  ig_MeshSource source = {.name = resource->name, .bytes = bytes, .size = size, .merge = true};
  bool good = ig_mesh_kind(&mesh, resource->name, "", &kind) && ig_mesh_read(&mesh, kind, &source) && check_faces(&mesh);
  if (good && !take_mesh(f, &mesh)) good = ig_mesh_fail(&mesh, "not enough memory");
  if (!good) snprintf(f->message, sizeof(f->message), "%s", mesh.error);
  ig_mesh_file_free(&mesh);
  ig_resource_close(resource);
  return good ? NULL : f->message;
}
