#include "compile/flex.h"

bool ig_compile_flex(ig_Compiler* c, ig_CFlex* flex) {
  return ig_refuse(c, flex, "flex '%s': flexes are not supported yet", ig_record_name(flex));
}

void ig_count_flexes(ig_Compiler* c) { c->n.nflex = c->list[mjOBJ_FLEX].n; }

void ig_write_flexes(const ig_Compiler* c, int bvhadr) {}
