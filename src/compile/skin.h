// Skins.
#ifndef INGOT_COMPILE_SKIN_H_
#define INGOT_COMPILE_SKIN_H_

#include "compile/compiler.h"

typedef struct ig_CSkin_ {
  ig_Record r;
  mjsSkin s;
  const char* file;  // as it stands in the model's paths; NULL: none
  ig_Record* material;
} ig_CSkin;

bool ig_compile_skin(ig_Compiler* c, ig_CSkin* skin);

// nskin... in c->n
void ig_count_skins(ig_Compiler* c);
void ig_write_skins(const ig_Compiler* c);

#endif  // INGOT_COMPILE_SKIN_H_
