#include "compile/skin.h"

bool ig_compile_skin(ig_Compiler* c, ig_CSkin* skin) {
  return ig_refuse(c, skin, "skin '%s': skins are not supported yet", ig_record_name(skin));
}

void ig_count_skins(ig_Compiler* c) { c->n.nskin = c->list[mjOBJ_SKIN].n; }

void ig_write_skins(const ig_Compiler* c) {}
