// SPDX-License-Identifier: Apache-2.0
// From an mjSpec to MJCF text.
//
// What is written is what the spec says, not what the compiler makes of it: reading it back gives the same spec. Only
// angles and orientations are brought to one form (radians and quaternions), since elements that were attached from
// other models may have been written under other settings.
#ifndef INGOT_MJCF_WRITE_WRITER_H_
#define INGOT_MJCF_WRITE_WRITER_H_

#include "mjcf/table/schema.h"
#include "mjcf/write/output.h"
#include "spec/spec.h"

// of the files of one kind of asset
typedef struct ig_Folder_ {
  ig_String path;
  bool several;  // they lie in more than one
} ig_Folder;

typedef struct ig_Writer_ {
  ig_MjcfText out;
  ig_Spec* spec;
  ig_Default* builtin;  // a class with the built-in values
  ig_Diag* diag;
  struct ig_FlexMacro_* flexcomps;  // flexes that are written as macros
  ig_Folder meshes, textures;       // height fields and skins count as meshes here
} ig_Writer;

// the whole document
bool ig_write_mujoco(ig_Writer* w);

// rows of an element whose values differ from those of `base`
void ig_write_rows(ig_Writer* w, const ig_Rule* rule, const ig_Element* el, const void* object, const void* base);

// rule below the sections of the document: "asset", "mesh"
const ig_Rule* ig_rule_at(const char* section, const char* name);

// parts of the document
bool ig_write_assets(ig_Writer* w);
void ig_write_deformable(ig_Writer* w);
void ig_write_world(ig_Writer* w);
void ig_write_relations(ig_Writer* w);
void ig_write_sensors(ig_Writer* w);

// flexes that are written as flexcomps
void ig_plan_flexcomps(ig_Writer* w);
void ig_drop_flexcomps(ig_Writer* w);
bool ig_is_flexcomp(const ig_Writer* w, const ig_Element* flex);
int ig_write_flexcomp_at(ig_Writer* w, const ig_Body* body);   // the one that makes this body and as many more; 0: none does
void ig_write_flexcomps(ig_Writer* w, const ig_Body* parent);  // those that make no bodies

// files of assets
void ig_plan_folders(ig_Writer* w);
void ig_drop_folders(ig_Writer* w);
void ig_write_folders(ig_Writer* w);
void ig_put_file(ig_Writer* w, const char* name, const ig_Element* el, const char* file);

// pieces shared by them
void ig_write_name(ig_Writer* w, const ig_Element* el);
void ig_write_class(ig_Writer* w, const ig_Element* el, const char* inherited);
void ig_write_plugin(ig_Writer* w, const mjsPlugin* plugin);
void ig_write_layers(ig_Writer* w, const mjsMaterial* material, const mjsMaterial* base);
const void* ig_class_object(ig_Writer* w, const ig_Element* el);
void ig_put_value(ig_Writer* w, const char* name, const void* text);  // unless empty

#endif  // INGOT_MJCF_WRITE_WRITER_H_
