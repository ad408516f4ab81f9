// SPDX-License-Identifier: Apache-2.0
// Attributes of the tree: bodies, frames, what hangs on them, and the elements that make whole parts of a tree.
#include <stddef.h>

#include <mujoco/mjspec.h>

#include "mjcf/table/keyword.h"
#include "mjcf/table/said.h"
#include "mjcf/table/table.h"
#include "spec/macro/composite.h"
#include "spec/macro/flexcomp.h"

// what has a row: the element itself, its form inside a composite or as a flexcomp, or a freejoint
enum { SPEC = IG_IN_SPEC, BOTH = IG_IN_SPEC | IG_IN_COMPOSITE, COMPOSITE = IG_IN_COMPOSITE, FREE = IG_IN_FREEJOINT };

#define AT(field) offsetof(mjsBody, field)
static const ig_Attr body_rows[] = {
    {"name", IG_ATTR_NAME},
    {"childclass", IG_ATTR_TEXT, AT(childclass), 0, NULL, 0, IG_UNWRITTEN},
    {"pos", IG_ATTR_REAL, AT(pos), 3},
    {"quat", IG_ATTR_QUAT, AT(quat), 4},
    {"mocap", IG_ATTR_BYTE, AT(mocap), 1, ig_words_bool},
    IG_ORIENTATIONS(mjsBody, alt),
    {"gravcomp", IG_ATTR_REAL, AT(gravcomp), 1},
    {"sleep", IG_ATTR_WORD, AT(sleep), 1, ig_words_sleep},
    {"user", IG_ATTR_REALS, AT(userdata), 0, NULL, 0, IG_ANY},
};
const ig_AttrTable ig_table_body = IG_TABLE(body_rows, AT(info));

// <inertial> is a part of its body: its values go to the body's fields
static const ig_Attr inertial_rows[] = {
    {"pos", IG_ATTR_REAL, AT(ipos), 3, NULL, 0, IG_REQUIRED},
    {"quat", IG_ATTR_QUAT, AT(iquat), 4},
    {"mass", IG_ATTR_REAL, AT(mass), 1, NULL, 0, IG_REQUIRED},
    {"diaginertia", IG_ATTR_REAL, AT(inertia), 3},
    IG_ORIENTATIONS(mjsBody, ialt),
    {"fullinertia", IG_ATTR_REAL, AT(fullinertia), 6},
};
const ig_AttrTable ig_table_inertial = IG_TABLE(inertial_rows, 0);
#undef AT

#define AT(field) offsetof(mjsFrame, field)
static const ig_Attr frame_rows[] = {
    {"name", IG_ATTR_NAME},
    {"childclass", IG_ATTR_TEXT, AT(childclass), 0, NULL, 0, IG_UNWRITTEN},
    {"pos", IG_ATTR_REAL, AT(pos), 3},
    {"quat", IG_ATTR_QUAT, AT(quat), 4},
    IG_ORIENTATIONS(mjsFrame, alt),
};
const ig_AttrTable ig_table_frame = IG_TABLE(frame_rows, AT(info));
#undef AT

// copies and parts of other models are made while reading and leave no element of their own
static const ig_Attr replicate_rows[] = {
    {"count", IG_ATTR_INT, offsetof(ig_ReplicateSaid, count), 1, NULL, 0, IG_REQUIRED},
    {"offset", IG_ATTR_REAL, offsetof(ig_ReplicateSaid, offset), 3},
    {"euler", IG_ATTR_REAL, offsetof(ig_ReplicateSaid, euler), 3},
    {"sep", IG_ATTR_NOTE, offsetof(ig_ReplicateSaid, sep)},
    {"childclass", IG_ATTR_HAND},  // a class for what stands inside
};
const ig_AttrTable ig_table_replicate = IG_TABLE(replicate_rows, 0);

static const ig_Attr attach_rows[] = {
    {"model", IG_ATTR_NOTE, offsetof(ig_AttachSaid, model), 0, NULL, 0, IG_REQUIRED},
    {"body", IG_ATTR_NOTE, offsetof(ig_AttachSaid, body)},
    {"prefix", IG_ATTR_NOTE, offsetof(ig_AttachSaid, prefix), 0, NULL, 0, IG_REQUIRED},
};
const ig_AttrTable ig_table_attach = IG_TABLE(attach_rows, 0);

#define AT(field) offsetof(mjsJoint, field)
// a freejoint keeps only what makes sense for it, and a composite's joint has no place or name of its own
static const ig_Attr joint_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, SPEC | FREE, IG_NODEFAULT},
    {"class", IG_ATTR_CLASS, 0, 0, NULL, SPEC, IG_NODEFAULT},
    {"kind", IG_ATTR_HAND, 0, 1, ig_words_joint_kind, COMPOSITE, IG_REQUIRED},  // only checked
    {"type", IG_ATTR_WORD, AT(type), 1, ig_words_joint, BOTH},
    {"group", IG_ATTR_INT, AT(group), 1, NULL, BOTH | FREE},
    {"align", IG_ATTR_WORD, AT(align), 1, ig_words_auto, FREE},
    {"pos", IG_ATTR_REAL, AT(pos), 3, NULL, SPEC, IG_WRITTEN},
    {"axis", IG_ATTR_REAL, AT(axis), 3, NULL, BOTH, IG_WRITTEN},
    {"springdamper", IG_ATTR_REAL, AT(springdamper), 2, NULL, SPEC},
    {"limited", IG_ATTR_WORD, AT(limited), 1, ig_words_auto, BOTH},
    {"actuatorfrclimited", IG_ATTR_WORD, AT(actfrclimited), 1, ig_words_auto, SPEC},
    {"solreffix", IG_ATTR_REAL, offsetof(mjsEquality, solref), mjNREF, NULL, COMPOSITE, IG_SHORT | IG_ASIDE},
    {"solimpfix", IG_ATTR_REAL, offsetof(mjsEquality, solimp), mjNIMP, NULL, COMPOSITE, IG_SHORT | IG_ASIDE},
    {"solreflimit", IG_ATTR_REAL, AT(solref_limit), mjNREF, NULL, BOTH, IG_SHORT | IG_TRIM},
    {"solimplimit", IG_ATTR_REAL, AT(solimp_limit), mjNIMP, NULL, BOTH, IG_SHORT | IG_TRIM},
    {"solreffriction", IG_ATTR_REAL, AT(solref_friction), mjNREF, NULL, BOTH, IG_SHORT | IG_TRIM},
    {"solimpfriction", IG_ATTR_REAL, AT(solimp_friction), mjNIMP, NULL, BOTH, IG_SHORT | IG_TRIM},
    {"stiffness", IG_ATTR_REAL, AT(stiffness), 1, NULL, BOTH},
    {"range", IG_ATTR_REAL, AT(range), 2, NULL, BOTH, IG_UNBOUNDED},
    {"actuatorfrcrange", IG_ATTR_REAL, AT(actfrcrange), 2, NULL, SPEC, IG_UNBOUNDED},
    {"actuatorgravcomp", IG_ATTR_BYTE, AT(actgravcomp), 1, ig_words_bool, SPEC},
    {"margin", IG_ATTR_REAL, AT(margin), 1, NULL, BOTH},
    {"ref", IG_ATTR_REAL, AT(ref), 1, NULL, SPEC},
    {"springref", IG_ATTR_REAL, AT(springref), 1, NULL, SPEC},
    {"armature", IG_ATTR_REAL, AT(armature), 1, NULL, BOTH},
    {"damping", IG_ATTR_REAL, AT(damping), 1, NULL, BOTH},
    {"frictionloss", IG_ATTR_REAL, AT(frictionloss), 1, NULL, BOTH},
    {"user", IG_ATTR_REALS, AT(userdata), 0, NULL, SPEC, IG_ANY},
};
const ig_AttrTable ig_table_joint = IG_TABLE(joint_rows, AT(info));
#undef AT

#define AT(field) offsetof(mjsGeom, field)
static const ig_Attr geom_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, SPEC, IG_NODEFAULT},
    {"class", IG_ATTR_CLASS, 0, 0, NULL, SPEC, IG_NODEFAULT},
    {"type", IG_ATTR_WORD, AT(type), 1, ig_words_geom},
    {"contype", IG_ATTR_INT, AT(contype), 1},
    {"conaffinity", IG_ATTR_INT, AT(conaffinity), 1},
    {"condim", IG_ATTR_INT, AT(condim), 1},
    {"group", IG_ATTR_INT, AT(group), 1},
    {"priority", IG_ATTR_INT, AT(priority), 1},
    {"size", IG_ATTR_REAL, AT(size), 3, NULL, 0, IG_SHORT | IG_TRIM},
    {"material", IG_ATTR_TEXT, AT(material)},
    {"friction", IG_ATTR_REAL, AT(friction), 3, NULL, 0, IG_SHORT | IG_TRIM},
    {"mass", IG_ATTR_REAL, AT(mass), 1},
    {"density", IG_ATTR_REAL, AT(density), 1},
    {"shellinertia", IG_ATTR_WORD, AT(typeinertia), 1, ig_words_shell, SPEC},
    {"solmix", IG_ATTR_REAL, AT(solmix), 1},
    {"solref", IG_ATTR_REAL, AT(solref), mjNREF, NULL, 0, IG_SHORT | IG_TRIM},
    {"solimp", IG_ATTR_REAL, AT(solimp), mjNIMP, NULL, 0, IG_SHORT | IG_TRIM},
    {"margin", IG_ATTR_REAL, AT(margin), 1},
    {"gap", IG_ATTR_REAL, AT(gap), 1},
    {"fromto", IG_ATTR_REAL, AT(fromto), 6, NULL, SPEC},
    {"pos", IG_ATTR_REAL, AT(pos), 3, NULL, SPEC},
    {"quat", IG_ATTR_QUAT, AT(quat), 4, NULL, SPEC},
    {"axisangle", IG_ATTR_AXISANGLE, AT(alt), 4, NULL, SPEC},
    {"xyaxes", IG_ATTR_XYAXES, AT(alt), 6, NULL, SPEC},
    {"zaxis", IG_ATTR_ZAXIS, AT(alt), 3, NULL, SPEC},
    {"euler", IG_ATTR_EULER, AT(alt), 3, NULL, SPEC},
    {"hfield", IG_ATTR_TEXT, AT(hfieldname), 0, NULL, SPEC},
    {"mesh", IG_ATTR_TEXT, AT(meshname), 0, NULL, SPEC},
    {"fitscale", IG_ATTR_REAL, AT(fitscale), 1, NULL, SPEC},
    {"rgba", IG_ATTR_FLOAT, AT(rgba), 4},
    {"fluidshape", IG_ATTR_WORDREAL, AT(fluid_ellipsoid), 1, ig_words_fluid, SPEC},
    {"fluidcoef", IG_ATTR_REAL, AT(fluid_coefs), 5, NULL, SPEC, IG_SHORT},
    {"user", IG_ATTR_REALS, AT(userdata), 0, NULL, SPEC, IG_ANY},
};
const ig_AttrTable ig_table_geom = IG_TABLE(geom_rows, AT(info));
#undef AT

#define AT(field) offsetof(mjsSite, field)
static const ig_Attr site_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, SPEC, IG_NODEFAULT},
    {"class", IG_ATTR_CLASS, 0, 0, NULL, SPEC, IG_NODEFAULT},
    {"pos", IG_ATTR_REAL, AT(pos), 3, NULL, SPEC, IG_WRITTEN},
    {"quat", IG_ATTR_QUAT, AT(quat), 4, NULL, SPEC},
    {"type", IG_ATTR_WORD, AT(type), 1, ig_words_geom, SPEC},
    {"group", IG_ATTR_INT, AT(group), 1},
    {"material", IG_ATTR_TEXT, AT(material)},
    {"size", IG_ATTR_REAL, AT(size), 3, NULL, 0, IG_SHORT | IG_TRIM},
    {"fromto", IG_ATTR_REAL, AT(fromto), 6, NULL, SPEC},
    {"axisangle", IG_ATTR_AXISANGLE, AT(alt), 4, NULL, SPEC},
    {"xyaxes", IG_ATTR_XYAXES, AT(alt), 6, NULL, SPEC},
    {"zaxis", IG_ATTR_ZAXIS, AT(alt), 3, NULL, SPEC},
    {"euler", IG_ATTR_EULER, AT(alt), 3, NULL, SPEC},
    {"rgba", IG_ATTR_FLOAT, AT(rgba), 4},
    {"user", IG_ATTR_REALS, AT(userdata), 0, NULL, SPEC, IG_ANY},
};
const ig_AttrTable ig_table_site = IG_TABLE(site_rows, AT(info));
#undef AT

#define AT(field) offsetof(mjsCamera, field)
static const ig_Attr camera_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, 0, IG_NODEFAULT},
    {"class", IG_ATTR_CLASS, 0, 0, NULL, 0, IG_NODEFAULT},
    {"projection", IG_ATTR_WORD, AT(proj), 1, ig_words_projection},
    {"fovy", IG_ATTR_REAL, AT(fovy), 1},
    {"ipd", IG_ATTR_REAL, AT(ipd), 1},
    {"resolution", IG_ATTR_INT, AT(resolution), 2},
    {"output", IG_ATTR_BITS, AT(output), 1, ig_words_camera_output},
    {"pos", IG_ATTR_REAL, AT(pos), 3, NULL, 0, IG_WRITTEN},
    {"quat", IG_ATTR_QUAT, AT(quat), 4},
    IG_ORIENTATIONS(mjsCamera, alt),
    {"mode", IG_ATTR_WORD, AT(mode), 1, ig_words_tracking},
    {"target", IG_ATTR_TEXT, AT(targetbody), 0, NULL, 0, IG_NODEFAULT},
    {"focal", IG_ATTR_FLOAT, AT(focal_length), 2},
    {"focalpixel", IG_ATTR_FLOAT, AT(focal_pixel), 2},
    {"principal", IG_ATTR_FLOAT, AT(principal_length), 2},
    {"principalpixel", IG_ATTR_FLOAT, AT(principal_pixel), 2},
    {"sensorsize", IG_ATTR_FLOAT, AT(sensor_size), 2},
    {"user", IG_ATTR_REALS, AT(userdata), 0, NULL, 0, IG_ANY},
};
const ig_AttrTable ig_table_camera = IG_TABLE(camera_rows, AT(info));
#undef AT

#define AT(field) offsetof(mjsLight, field)
static const ig_Attr light_rows[] = {
    {"name", IG_ATTR_NAME, 0, 0, NULL, 0, IG_NODEFAULT},
    {"class", IG_ATTR_CLASS, 0, 0, NULL, 0, IG_NODEFAULT},
    {"directional", IG_ATTR_WORD, AT(type), 1, ig_words_directional, 0, IG_UNWRITTEN},
    {"type", IG_ATTR_WORD, AT(type), 1, ig_words_light},
    {"castshadow", IG_ATTR_BYTE, AT(castshadow), 1, ig_words_bool},
    {"active", IG_ATTR_BYTE, AT(active), 1, ig_words_bool},
    {"pos", IG_ATTR_REAL, AT(pos), 3, NULL, 0, IG_WRITTEN},
    {"dir", IG_ATTR_REAL, AT(dir), 3, NULL, 0, IG_WRITTEN},
    {"bulbradius", IG_ATTR_FLOAT, AT(bulbradius), 1},
    {"intensity", IG_ATTR_FLOAT, AT(intensity), 1},
    {"range", IG_ATTR_FLOAT, AT(range), 1, NULL, 0, IG_UNBOUNDED},
    {"attenuation", IG_ATTR_FLOAT, AT(attenuation), 3},
    {"cutoff", IG_ATTR_FLOAT, AT(cutoff), 1},
    {"exponent", IG_ATTR_FLOAT, AT(exponent), 1},
    {"ambient", IG_ATTR_FLOAT, AT(ambient), 3},
    {"diffuse", IG_ATTR_FLOAT, AT(diffuse), 3},
    {"specular", IG_ATTR_FLOAT, AT(specular), 3},
    {"mode", IG_ATTR_WORD, AT(mode), 1, ig_words_tracking},
    {"target", IG_ATTR_TEXT, AT(targetbody), 0, NULL, 0, IG_NODEFAULT},
    {"texture", IG_ATTR_TEXT, AT(texture), 0, NULL, 0, IG_NODEFAULT},
};
const ig_AttrTable ig_table_light = IG_TABLE(light_rows, AT(info));
#undef AT

// composite and flexcomp are macros: what their builders take, and (IN_COMPOSITE) what the made elements take
#define AT(field) offsetof(ig_Composite, field)
static const ig_Attr composite_rows[] = {
    {"prefix", IG_ATTR_TEXT, AT(prefix), 0, NULL, 0, IG_EMBEDDED},
    {"type", IG_ATTR_WORD, AT(type), 1, ig_words_composite, 0, IG_REQUIRED},
    {"count", IG_ATTR_INT, AT(count), 3, NULL, 0, IG_SHORT},
    {"offset", IG_ATTR_REAL, AT(offset), 3},
    {"vertex", IG_ATTR_FLOATS, AT(vertex), 0, NULL, 0, IG_EMBEDDED},
    {"initial", IG_ATTR_TEXT, AT(initial), 0, NULL, 0, IG_EMBEDDED},
    {"curve", IG_ATTR_HAND, 0, 3, ig_words_curve},  // words that may come again
    {"size", IG_ATTR_REAL, AT(size), 3, NULL, 0, IG_SHORT},
    {"quat", IG_ATTR_REAL, AT(quat), 4},
};
const ig_AttrTable ig_table_composite = IG_TABLE(composite_rows, 0);

static const ig_Attr composite_skin_rows[] = {
    {"texcoord", IG_ATTR_BYTE, AT(skintexcoord), 1, ig_words_bool},
    {"material", IG_ATTR_TEXT, AT(skinmaterial), 0, NULL, 0, IG_EMBEDDED},
    {"group", IG_ATTR_INT, AT(skingroup), 1},
    {"rgba", IG_ATTR_FLOAT, AT(skinrgba), 4},
    {"inflate", IG_ATTR_FLOAT, AT(skininflate), 1},
    {"subgrid", IG_ATTR_INT, AT(skinsubgrid), 1},
};
const ig_AttrTable ig_table_composite_skin = IG_TABLE(composite_skin_rows, 0);
#undef AT

#define AT(field) offsetof(ig_Flexcomp, field)
#define FLEX(field) offsetof(mjsFlex, field)
static const ig_Attr flexcomp_rows[] = {
    {"name", IG_ATTR_TEXT, AT(name), 0, NULL, SPEC, IG_REQUIRED | IG_EMBEDDED},
    {"type", IG_ATTR_WORD, AT(type), 1, ig_words_flexcomp, SPEC},
    {"group", IG_ATTR_INT, FLEX(group), 1, NULL, COMPOSITE},
    {"dim", IG_ATTR_INT, FLEX(dim), 1, NULL, COMPOSITE},
    {"dof", IG_ATTR_WORD, AT(dof), 1, ig_words_dof, SPEC},
    {"count", IG_ATTR_INT, AT(count), 3, NULL, SPEC},
    {"spacing", IG_ATTR_REAL, AT(spacing), 3, NULL, SPEC},
    {"radius", IG_ATTR_REAL, FLEX(radius), 1, NULL, COMPOSITE},
    {"rigid", IG_ATTR_BYTE, AT(rigid), 1, ig_words_bool, SPEC},
    {"mass", IG_ATTR_REAL, AT(mass), 1, NULL, SPEC},
    {"inertiabox", IG_ATTR_REAL, AT(inertiabox), 1, NULL, SPEC},
    {"scale", IG_ATTR_REAL, AT(scale), 3, NULL, SPEC},
    {"file", IG_ATTR_HAND},  // where models are, not where assets are
    {"point", IG_ATTR_REALS, AT(point), 0, NULL, SPEC, IG_EMBEDDED},
    {"element", IG_ATTR_HAND},  // appended, as pins are
    {"texcoord", IG_ATTR_FLOATS, AT(texcoord), 0, NULL, SPEC, IG_EMBEDDED},
    {"material", IG_ATTR_TEXT, FLEX(material), 0, NULL, COMPOSITE},
    {"rgba", IG_ATTR_FLOAT, FLEX(rgba), 4, NULL, COMPOSITE},
    {"flatskin", IG_ATTR_BYTE, FLEX(flatskin), 1, ig_words_bool, COMPOSITE},
    {"pos", IG_ATTR_REAL, AT(pos), 3, NULL, SPEC},
    {"quat", IG_ATTR_QUAT, AT(quat), 4, NULL, SPEC},
    {"axisangle", IG_ATTR_AXISANGLE, AT(alt), 4, NULL, SPEC},
    {"xyaxes", IG_ATTR_XYAXES, AT(alt), 6, NULL, SPEC},
    {"zaxis", IG_ATTR_ZAXIS, AT(alt), 3, NULL, SPEC},
    {"euler", IG_ATTR_EULER, AT(alt), 3, NULL, SPEC},
    {"origin", IG_ATTR_REAL, AT(origin), 3, NULL, SPEC},
};
const ig_AttrTable ig_table_flexcomp = IG_TABLE(flexcomp_rows, 0);
#undef AT

// each pin adds to the lists
static const ig_Attr pin_rows[] = {
    {"id", IG_ATTR_HAND}, {"range", IG_ATTR_HAND}, {"grid", IG_ATTR_HAND}, {"gridrange", IG_ATTR_HAND}};
const ig_AttrTable ig_table_pin = IG_TABLE(pin_rows, 0);
