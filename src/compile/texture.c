#include "compile/texture.h"

bool ig_compile_texture(ig_Compiler* c, ig_CTexture* texture) {
  return ig_refuse(c, texture, "texture '%s': textures are not supported yet", ig_record_name(texture));
}

void ig_count_textures(ig_Compiler* c) { c->n.ntex = c->list[mjOBJ_TEXTURE].n; }

void ig_write_textures(const ig_Compiler* c) {}
