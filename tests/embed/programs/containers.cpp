// SPDX-License-Identifier: Apache-2.0
// Texts and lists of a spec, read and written in place by C++, whatever its standard library.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include <mujoco/mujoco.h>

static void check(bool good, const char* what) {
  if (good) return;
  std::printf("not so: %s\n", what);
  std::exit(1);
}
#define CHECK(condition) check(condition, #condition)

int main() {
  const std::string longer = "a/folder/with/a/name/that/is/longer/than/short/texts/cube.obj";
  mjSpec* spec = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(spec, nullptr);
  CHECK(mesh->file->empty() && mesh->file->size() == 0 && mesh->file->c_str()[0] == 0);
  mjs_setString(mesh->file, "cube.obj");
  CHECK(mesh->file->size() == 8 && std::string(mesh->file->c_str()) == "cube.obj" && *mesh->file == "cube.obj");
  for (std::size_t length = 0; length <= longer.size(); length++) {
    *mesh->file = longer.substr(0, length);
    CHECK(mesh->file->size() == length && *mesh->file == longer.substr(0, length));
    CHECK(longer.substr(0, length) == mjs_getString(mesh->file));
  }
  std::string copy = *mesh->file;
  CHECK(copy == longer && "at " + copy == "at " + *mesh->file && (*mesh->file)[2] == 'f');

  mjsMaterial* material = mjs_addMaterial(spec, nullptr);
  mjs_setName(material->element, "grey");
  for (int i = 0; i < mjNTEXROLE; i++) mjs_setInStringVec(material->textures, i, i % 2 ? longer.c_str() : "t");
  CHECK(material->textures->size() == mjNTEXROLE && (*material->textures)[0] == std::string("t") && (*material->textures)[1] == longer);
  std::size_t sum = 0;
  for (const auto& name : *material->textures) sum += name.size();
  CHECK(sum == mjNTEXROLE / 2 * (1 + longer.size()));

  for (int i = 0; i < mjNTEXROLE; i++) mjs_setInStringVec(material->textures, i, "");

  const float vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjs_setFloat(mesh->uservert, vertices, 12);
  CHECK(mesh->uservert->size() == 12 && (*mesh->uservert)[3] == 1 && mesh->uservert->data()[11] == 1);
  const int faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  mjs_setInt(mesh->userface, faces, 12);
  CHECK(mesh->userface->size() == 12 && (*mesh->userface)[4] == 1);
  mesh->file->clear();
  mjs_setName(mesh->element, "tetrahedron");
  std::cout << *mjs_getName(mesh->element) << "\n";
  mjsGeom* geom = mjs_addGeom(mjs_findBody(spec, "world"), nullptr);
  geom->type = mjGEOM_MESH;
  *geom->meshname = "tetrahedron";
  mjModel* model = mj_compile(spec, nullptr);
  check(model && model->nmeshvert == 4, mjs_getError(spec));
  mj_deleteModel(model);
  mj_deleteSpec(spec);
}
