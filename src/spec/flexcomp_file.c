#include "spec/flexcomp_file.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "spec/gmsh.h"

// the file under the mesh folder, read through the resource providers; NULL: message set
static mjResource* open_file(ig_Flexcomp* f, const ig_Body* body, const mjVFS* vfs) {
  const ig_Spec* spec = body->el.spec;
  const char* file = ig_text(&f->file);
  const char* folder = ig_text(body->el.compiler->meshdir);
  if (spec->s.strippath) {
    const char* slash = strrchr(file, '/');
    if (slash) file = slash + 1;
  }
  ig_String path = {0};
  ig_text_set(&path, file);
  bool absolute = file[0] == '/' || strchr(file, ':');
  if (!absolute && *folder) {
    size_t n = strlen(folder);
    if (folder[n - 1] != '/') ig_text_wrap(&path, "/", "");
    ig_text_wrap(&path, folder, "");
  }
  mjResource* resource =
    mju_openResource(ig_text(&spec->modelfiledir), ig_text(&path), vfs, f->message, sizeof(f->message));
  ig_text_free(&path);
  return resource;
}

const char* ig_flexcomp_gmsh(ig_Flexcomp* f, const ig_Body* body, const mjVFS* vfs) {
  if (ig_text_empty(&f->file)) return "File is required";
  mjResource* resource = open_file(f, body, vfs);
  if (!resource) return f->message;
  const void* bytes = NULL;
  int size = mju_readResource(resource, &bytes);
  const char* wrong = "Could not read GMSH file";
  if (size >= 0) wrong = ig_gmsh_read(bytes, size, &f->point, &f->element, &f->def->s.flex->dim);
  mju_closeResource(resource);
  return wrong;
}

// the surface of a mesh, or tetrahedra between it and the origin; those turned inside out are left out
const char* ig_flexcomp_mesh(ig_Flexcomp* f, const ig_Body* body, const mjVFS* vfs) {
  if (ig_text_empty(&f->file)) return "File is required";
  if (f->def->s.flex->dim < 2) return "Flex dim must be at least 2 for mesh";
  return "flexcomp of type mesh: mesh files can not be read yet";
}
