// SPDX-License-Identifier: Apache-2.0
// Attributes of assets and deformables: meshes, height fields, skins, textures, materials, flexes.
#include <stddef.h>

#include <mujoco/mjspec.h>

#include "mjcf/table/keyword.h"
#include "mjcf/table/said.h"
#include "mjcf/table/table.h"

#define AT(field) offsetof(mjsMesh, field)
// a class can give a mesh its scale, the size of its hull and the way it is weighed; the rest is its own
static const ig_Attr mesh_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, 0, IG_NODEFAULT},
    {"class", IG_ATTR_CLASS, 0, 0, NULL, 0, IG_NODEFAULT},
    {"content_type", IG_ATTR_TEXT, AT(content_type), 0, NULL, 0, IG_NODEFAULT},
    {"file", IG_ATTR_MESHFILE, AT(file), 0, NULL, 0, IG_NODEFAULT},
    {"vertex", IG_ATTR_FLOATS, AT(uservert), 0, NULL, 0, IG_NODEFAULT | IG_ANY},
    {"normal", IG_ATTR_FLOATS, AT(usernormal), 0, NULL, 0, IG_NODEFAULT},
    {"texcoord", IG_ATTR_FLOATS, AT(usertexcoord), 0, NULL, 0, IG_NODEFAULT},
    {"face", IG_ATTR_INTS, AT(userface), 0, NULL, 0, IG_NODEFAULT},
    {"refpos", IG_ATTR_REAL, AT(refpos), 3, NULL, 0, IG_NODEFAULT},
    {"refquat", IG_ATTR_REAL, AT(refquat), 4, NULL, 0, IG_NODEFAULT},
    {"scale", IG_ATTR_REAL, AT(scale), 3},
    {"smoothnormal", IG_ATTR_BYTE, AT(smoothnormal), 1, ig_words_bool, 0, IG_NODEFAULT},
    {"maxhullvert", IG_ATTR_INT, AT(maxhullvert), 1},
    {"inertia", IG_ATTR_WORD, AT(inertia), 1, ig_words_mesh_inertia},
    {"builtin", IG_ATTR_WORD, offsetof(ig_MeshSaid, builtin), 1, ig_words_mesh_builtin, 0, IG_NODEFAULT | IG_ASIDE},
    {"params", IG_ATTR_HAND, 0, 0, NULL, 0, IG_NODEFAULT},  // what they mean depends on the builtin
    {"material", IG_ATTR_TEXT, AT(material), 0, NULL, 0, IG_NODEFAULT},
};
const ig_AttrTable ig_table_mesh = IG_TABLE(mesh_rows, AT(info));
#undef AT

#define AT(field) offsetof(mjsHField, field)
static const ig_Attr hfield_rows[] = {
    {"name", IG_ATTR_NAME},
    {"content_type", IG_ATTR_TEXT, AT(content_type)},
    {"file", IG_ATTR_ASSETFILE, AT(file)},
    {"nrow", IG_ATTR_INT, AT(nrow), 1},
    {"ncol", IG_ATTR_INT, AT(ncol), 1},
    {"size", IG_ATTR_REAL, AT(size), 4, NULL, 0, IG_REQUIRED},
    {"elevation", IG_ATTR_HAND},  // from the top row down, kept the other way
};
const ig_AttrTable ig_table_hfield = IG_TABLE(hfield_rows, AT(info));
#undef AT

#define AT(field) offsetof(mjsSkin, field)
// a skin may also come whole from a file; its bones are children
static const ig_Attr skin_rows[] = {
    {"name", IG_ATTR_NAME},
    {"file", IG_ATTR_ASSETFILE, AT(file)},
    {"material", IG_ATTR_TEXT, AT(material)},
    {"rgba", IG_ATTR_FLOAT, AT(rgba), 4},
    {"inflate", IG_ATTR_FLOAT, AT(inflate), 1},
    {"vertex", IG_ATTR_FLOATS, AT(vert)},
    {"texcoord", IG_ATTR_FLOATS, AT(texcoord)},
    {"face", IG_ATTR_INTS, AT(face)},
    {"group", IG_ATTR_INT, AT(group), 1},
};
const ig_AttrTable ig_table_skin = IG_TABLE(skin_rows, AT(info));
#undef AT

static const ig_Attr bone_rows[] = {
    {"body", IG_ATTR_NOTE, offsetof(ig_BoneSaid, body), 0, NULL, 0, IG_REQUIRED},
    {"bindpos", IG_ATTR_FLOAT, offsetof(ig_BoneSaid, bindpos), 3, NULL, 0, IG_REQUIRED},
    {"bindquat", IG_ATTR_FLOAT, offsetof(ig_BoneSaid, bindquat), 4, NULL, 0, IG_REQUIRED},
    // these are appended to lists of the skin
    {"vertid", IG_ATTR_HAND, 0, 0, NULL, 0, IG_REQUIRED},
    {"vertweight", IG_ATTR_HAND, 0, 0, NULL, 0, IG_REQUIRED},
};
const ig_AttrTable ig_table_bone = IG_TABLE(bone_rows, 0);

#define AT(field) offsetof(mjsTexture, field)
static const ig_Attr texture_rows[] = {
    {"name", IG_ATTR_NAME},
    {"type", IG_ATTR_WORD, AT(type), 1, ig_words_texture},
    {"colorspace", IG_ATTR_WORD, AT(colorspace), 1, ig_words_colorspace},
    {"content_type", IG_ATTR_TEXT, AT(content_type)},
    {"file", IG_ATTR_TEXTUREFILE, AT(file)},
    {"gridsize", IG_ATTR_INT, AT(gridsize), 2},
    {"gridlayout", IG_ATTR_NOTE, offsetof(ig_TextureSaid, gridlayout), 0, NULL, 0, IG_ASIDE},
    // one text each of a list
    {"fileright", IG_ATTR_HAND},
    {"fileleft", IG_ATTR_HAND},
    {"fileup", IG_ATTR_HAND},
    {"filedown", IG_ATTR_HAND},
    {"filefront", IG_ATTR_HAND},
    {"fileback", IG_ATTR_HAND},
    {"builtin", IG_ATTR_WORD, AT(builtin), 1, ig_words_builtin},
    {"rgb1", IG_ATTR_REAL, AT(rgb1), 3},
    {"rgb2", IG_ATTR_REAL, AT(rgb2), 3},
    {"mark", IG_ATTR_WORD, AT(mark), 1, ig_words_mark},
    {"markrgb", IG_ATTR_REAL, AT(markrgb), 3},
    {"random", IG_ATTR_REAL, AT(random), 1},
    {"width", IG_ATTR_INT, AT(width), 1},
    {"height", IG_ATTR_INT, AT(height), 1},
    {"hflip", IG_ATTR_BYTE, AT(hflip), 1, ig_words_bool},
    {"vflip", IG_ATTR_BYTE, AT(vflip), 1, ig_words_bool},
    {"nchannel", IG_ATTR_INT, AT(nchannel), 1},
};
const ig_AttrTable ig_table_texture = IG_TABLE(texture_rows, AT(info));
#undef AT

#define AT(field) offsetof(mjsMaterial, field)
static const ig_Attr material_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, 0, IG_NODEFAULT},
    {"class", IG_ATTR_CLASS, 0, 0, NULL, 0, IG_NODEFAULT},
    {"texture", IG_ATTR_NOTE, offsetof(ig_MaterialSaid, texture), 0, NULL, 0, IG_ASIDE},
    {"texrepeat", IG_ATTR_FLOAT, AT(texrepeat), 2},
    {"texuniform", IG_ATTR_BYTE, AT(texuniform), 1, ig_words_bool},
    {"emission", IG_ATTR_FLOAT, AT(emission), 1},
    {"specular", IG_ATTR_FLOAT, AT(specular), 1},
    {"shininess", IG_ATTR_FLOAT, AT(shininess), 1},
    {"reflectance", IG_ATTR_FLOAT, AT(reflectance), 1},
    {"metallic", IG_ATTR_FLOAT, AT(metallic), 1},
    {"roughness", IG_ATTR_FLOAT, AT(roughness), 1},
    {"rgba", IG_ATTR_FLOAT, AT(rgba), 4},
};
const ig_AttrTable ig_table_material = IG_TABLE(material_rows, AT(info));
#undef AT

// which texture plays which role in a material, when it has several
static const ig_Attr layer_rows[] = {
    {"texture", IG_ATTR_NOTE, offsetof(ig_LayerSaid, texture), 0, NULL, 0, IG_REQUIRED},
    {"role", IG_ATTR_WORD, offsetof(ig_LayerSaid, role), 1, ig_words_role, 0, IG_REQUIRED},
};
const ig_AttrTable ig_table_layer = IG_TABLE(layer_rows, 0);

// another model, to be attached
static const ig_Attr model_rows[] = {
    {"name", IG_ATTR_NOTE, offsetof(ig_ModelSaid, name)},
    {"file", IG_ATTR_HAND, 0, 0, NULL, 0, IG_REQUIRED},  // where models are, not where assets are
    {"content_type", IG_ATTR_NOTE, offsetof(ig_ModelSaid, content_type)},
};
const ig_AttrTable ig_table_model = IG_TABLE(model_rows, 0);

#define AT(field) offsetof(mjsFlex, field)
static const ig_Attr flex_rows[] = {
    {"name", IG_ATTR_NAME},
    {"group", IG_ATTR_INT, AT(group), 1},
    {"dim", IG_ATTR_INT, AT(dim), 1},
    {"radius", IG_ATTR_REAL, AT(radius), 1},
    {"material", IG_ATTR_TEXT, AT(material)},
    {"rgba", IG_ATTR_FLOAT, AT(rgba), 4},
    {"flatskin", IG_ATTR_BYTE, AT(flatskin), 1, ig_words_bool},
    {"body", IG_ATTR_WORDS, AT(vertbody), 0, NULL, 0, IG_REQUIRED},
    {"vertex", IG_ATTR_REALS, AT(vert)},
    {"element", IG_ATTR_INTS, AT(elem), 0, NULL, 0, IG_REQUIRED},
    {"texcoord", IG_ATTR_FLOATS, AT(texcoord)},
    {"elemtexcoord", IG_ATTR_INTS, AT(elemtexcoord)},
    {"node", IG_ATTR_WORDS, AT(nodebody)},
};
const ig_AttrTable ig_table_flex = IG_TABLE(flex_rows, AT(info));

// children of <flex> and <flexcomp> are parts of it: their values go to the fields of the flex
static const ig_Attr flex_contact_rows[] = {
    {"contype", IG_ATTR_INT, AT(contype), 1},
    {"conaffinity", IG_ATTR_INT, AT(conaffinity), 1},
    {"condim", IG_ATTR_INT, AT(condim), 1},
    {"priority", IG_ATTR_INT, AT(priority), 1},
    {"friction", IG_ATTR_REAL, AT(friction), 3, NULL, 0, IG_SHORT},
    {"solmix", IG_ATTR_REAL, AT(solmix), 1},
    {"solref", IG_ATTR_REAL, AT(solref), mjNREF, NULL, 0, IG_SHORT},
    {"solimp", IG_ATTR_REAL, AT(solimp), mjNIMP, NULL, 0, IG_SHORT},
    {"margin", IG_ATTR_REAL, AT(margin), 1},
    {"gap", IG_ATTR_REAL, AT(gap), 1},
    {"internal", IG_ATTR_BYTE, AT(internal), 1, ig_words_bool},
    {"selfcollide", IG_ATTR_WORD, AT(selfcollide), 1, ig_words_self},
    {"activelayers", IG_ATTR_INT, AT(activelayers), 1},
    {"vertcollide", IG_ATTR_WORD, AT(vertcollide), 1, ig_words_bool},
    {"passive", IG_ATTR_WORD, AT(passive), 1, ig_words_bool},
};
const ig_AttrTable ig_table_flex_contact = IG_TABLE(flex_contact_rows, 0);

// the equality of a flexcomp's edges is not part of the flex
static const ig_Attr flex_edge_rows[] = {
    {"equality", IG_ATTR_HAND, 0, 1, ig_words_flex_equality, IG_IN_COMPOSITE},  // of the flexcomp around it
    {"solref", IG_ATTR_REAL, offsetof(mjsEquality, solref), mjNREF, NULL, IG_IN_COMPOSITE, IG_SHORT | IG_ASIDE},
    {"solimp", IG_ATTR_REAL, offsetof(mjsEquality, solimp), mjNIMP, NULL, IG_IN_COMPOSITE, IG_SHORT | IG_ASIDE},
    {"stiffness", IG_ATTR_REAL, AT(edgestiffness), 1},
    {"damping", IG_ATTR_REAL, AT(edgedamping), 1},
};
const ig_AttrTable ig_table_flex_edge = IG_TABLE(flex_edge_rows, 0);

static const ig_Attr flex_elasticity_rows[] = {
    {"young", IG_ATTR_REAL, AT(young), 1},
    {"poisson", IG_ATTR_REAL, AT(poisson), 1},
    {"damping", IG_ATTR_REAL, AT(damping), 1},
    {"thickness", IG_ATTR_REAL, AT(thickness), 1},
    {"elastic2d", IG_ATTR_WORD, AT(elastic2d), 1, ig_words_elastic},
};
const ig_AttrTable ig_table_flex_elasticity = IG_TABLE(flex_elasticity_rows, 0);
#undef AT
