#include "compile/hfield.h"

bool ig_compile_hfield(ig_Compiler* c, ig_CHField* hfield) {
  return ig_refuse(c, hfield, "hfield '%s': height fields are not supported yet", ig_record_name(hfield));
}

void ig_count_hfields(ig_Compiler* c) { c->n.nhfield = c->list[mjOBJ_HFIELD].n; }

void ig_write_hfields(const ig_Compiler* c) {}
