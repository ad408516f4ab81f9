// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_COMPILE_TREE_GEOM_H_
#define INGOT_COMPILE_TREE_GEOM_H_

#include "compile/record/record.h"

bool ig_compile_geom(ig_Compiler* c, ig_CGeom* geom);
void ig_write_geom(const ig_Compiler* c, const void* record);

// size, pos and quat from the end points; `element` for the message: geom or site
bool ig_apply_fromto(ig_Compiler* c, const void* record, const char* element, mjtGeom type, const double fromto[6],
                     double size[3], double pos[3], double quat[4]);

// are the sizes that the type uses positive?
bool ig_check_size(ig_Compiler* c, const void* record, const char* element, mjtGeom type, const double size[3]);

#endif  // INGOT_COMPILE_TREE_GEOM_H_
