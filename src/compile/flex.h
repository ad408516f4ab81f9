// Flexes.
#ifndef INGOT_COMPILE_FLEX_H_
#define INGOT_COMPILE_FLEX_H_

#include "compile/compiler.h"

typedef struct ig_CFlex_ {
  ig_Record r;
  mjsFlex s;
  ig_Record* material;
  bool rigid;  // all vertices in one body
} ig_CFlex;

bool ig_compile_flex(ig_Compiler* c, ig_CFlex* flex);

// nflex..., nJfe, nJfv and nbvhdynamic in c->n
void ig_count_flexes(ig_Compiler* c);

// all arrays of flexes; bvhadr: first node after those of bodies and meshes
void ig_write_flexes(const ig_Compiler* c, int bvhadr);

#endif  // INGOT_COMPILE_FLEX_H_
