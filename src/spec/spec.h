// SPDX-License-Identifier: Apache-2.0
// The editable model: what an mjSpec and its elements are inside.
//
// Every element of a spec is one allocation: an ig_Element header, the public struct (mjsBody, mjsGeom, ...), and the
// containers that the public struct points to. The public `element` pointer is the address of the header, so that
//   mjsElement* -> header -> public struct      works by the element's type, and
//   mjsGeom*    -> geom->element -> header      works for everything that came from this library.
//
// Elements are counted: an element that is attached by reference stands in the tree of the child spec and in that of
// the parent spec, and lives until both are gone. A list that holds an element holds one count.
#ifndef INGOT_SPEC_SPEC_H_
#define INGOT_SPEC_SPEC_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mjmodel.h>
#include <mujoco/mjplugin.h>
#include <mujoco/mjspec.h>

#include "spec/container.h"

struct ig_Spec_;
struct ig_Body_;
struct ig_Element_;

// Growing list of elements. What is removed near the front leaves a gap there: emptying a list from either end is cheap.
typedef struct ig_List_ {
  struct ig_Element_** item;  // the block begins `gap` places before it
  int count;
  int capacity;  // places in the block
  int gap;
} ig_List;

// a payload of the caller's, by key
typedef struct ig_UserValue_ {
  struct ig_UserValue_* next;
  char* key;
  const void* data;
  void (*cleanup)(const void* data);
} ig_UserValue;

// a piece of state that an element keeps under a name while the model around it is edited:
// joint: qpos and qvel, mocap body: mpos and mquat, actuator: ctrl and act
typedef struct ig_Saved_ {
  struct ig_Saved_* next;
  char* name;
  double position[7];  // qpos | mpos | ctrl
  double velocity[6];  // qvel | mquat
  bool has_position;
  bool has_velocity;
  double* act;  // actuators
  int nact;
} ig_Saved;

typedef struct ig_Element_ {
  mjsElement base;              // first: this is what the public `element` pointers point to
  struct ig_Spec_* spec;        // the spec that owns the element now
  const mjsCompiler* compiler;  // options it was written under: those of the spec it was made in
  struct ig_Body_* body;        // parent body; of a frame too; NULL outside of the tree
  struct ig_Frame_* frame;      // innermost frame around it, or NULL
  int id;                       // place in its spec's list, -1 while unknown; ig_element_id brings it up to date
  int place;                    // about where it stands in the block of the list it was added to last: a hint
  int references;
  bool detached;  // deleted: only handles know it
  ig_String name;
  ig_String classname;  // of bodies and frames: the childclass
  ig_String info;       // where the element was written: "line 7" and the like, for messages
  ig_String filedir;    // folder of the model file that an attached asset came with; empty: its spec's
  ig_UserValue* values;
  ig_Saved* saved;
  int address[2];       // joint: qpos and dof, actuator: act and its size, mocap body: mocap id; -1: none
  mjtJoint known_type;  // joint: its type when it was made, or at the last compilation
  void* work;           // for the compiler, while it runs
} ig_Element;

// where a walk through a tree goes on: trees may be deeper than the machine's stack (list.h)
typedef struct ig_Way_ {
  void* up;    // the element above, NULL at the root of the walk
  int next;    // the next child
  void* data;  // for the walk's own use
} ig_Way;

// element structs: header, public struct, containers; only those with more than that are spelled out here
typedef struct ig_Body_ {
  ig_Element el;
  mjsBody s;
  ig_List bodies;
  ig_List frames;
  ig_List joints;
  ig_List geoms;
  ig_List sites;
  ig_List cameras;
  ig_List lights;
  uint64_t path;  // hash of the way from the world to here, by the ordinals of the bodies on it
  int ordinal;    // rises among siblings; its position plus one when the whole spec is signed
  ig_Way way;
} ig_Body;

typedef struct ig_Frame_ {
  ig_Element el;
  mjsFrame s;
} ig_Frame;

typedef struct ig_Tendon_ {
  ig_Element el;
  mjsTendon s;
  ig_List path;  // wraps
} ig_Tendon;

typedef struct ig_Wrap_ {
  ig_Element el;
  mjsWrap s;  // sphere, cylinder: the name is that of a geom; site; joint; the target's name is el.name
  struct ig_Tendon_* tendon;
  ig_String sidesite;
  double prm;  // divisor of a pulley, coefficient of a joint
} ig_Wrap;

typedef struct ig_Plugin_ {
  ig_Element el;
  mjsPlugin s;
  ig_Map config;
  ig_Element* owner;  // the element that holds an unnamed instance, for messages
} ig_Plugin;

typedef struct ig_Default_ {
  ig_Element el;
  mjsDefault s;  // its members are full elements of their type
  struct ig_Default_* parent;
  ig_List children;
  ig_Way way;
} ig_Default;

// keyframe of an attached model, to be written once the whole model is known
typedef struct ig_PendingKey_ {
  char* name;
  double time;
  bool qpos, qvel, act, ctrl, mpos, mquat;
} ig_PendingKey;

#define IG_NLIST (mjNOBJECT + 1)  // one per object type, and frames
#define IG_FRAMES mjNOBJECT

typedef struct ig_Spec_ {
  mjsElement base;  // type mjOBJ_MODEL
  mjSpec s;
  int references;

  // elements: those outside of the tree stand here in the order they were added; the tree types are rebuilt from
  // the bodies, depth first, by ig_tree_lists
  ig_List list[IG_NLIST];
  ig_Body* world;
  bool tree_listed;  // the lists of the tree types, and the ids of the tree elements, are up to date
  bool numbered;     // the ids of the tree elements are shown: not before a compilation, as in 3.5.0

  struct ig_Names_* names;      // index by name, or NULL (names.h)
  bool names_lent;              // a name may have been changed in place: what the index does not know may be there
  struct ig_Classes_* classes;  // default classes by name, or NULL (names.h)

  ig_List defaults;  // defaults.item[0] is the root class
  ig_List detached;  // deleted elements: handles to them stay valid as long as the spec lives

  // specs that were attached to this one, or are assets of it
  struct ig_Spec_** attached;
  int nattached, attached_room;
  const mjsCompiler* known_compiler;  // of one of them: the last that was asked for
  int level, held;                    // specs one inside the other: below this one, and around it

  const mjpPlugin** plugin;  // active plugins and their slots, in the order of activation
  int* plugin_slot;
  int nplugin;

  ig_PendingKey* pending;
  int npending, pending_room;

  bool merged;       // something was attached while it was read
  bool reading;      // from a file: what goes through the whole tree waits for the end (ig_settle)
  bool deepcopy;     // attaching copies
  bool is_attached;  // by reference to another spec: can not be compiled
  bool compiled;

  // state addresses of the last compilation
  int nq, nv, na, nu, nmocap;

  // what compiling it may cost (ingotLimits), and what reading has cost of it
  double max_work, max_bytes, work;
  double spent_work, spent_bytes;  // of the last reading and compiling together; bytes: the most of the two

  char message[1000];
  bool is_warning;

  ig_String modelname, comment, modelfiledir, meshdir, texturedir;
} ig_Spec;

// ------------------------------------------------ from handles to insides

static inline ig_Element* ig_el(const mjsElement* element) { return (ig_Element*)element; }
static inline ig_Spec* ig_spec(const mjSpec* s) { return (ig_Spec*)s->element; }
static inline ig_Body* ig_body(const mjsBody* body) { return (ig_Body*)body->element; }
static inline ig_Frame* ig_frame(const mjsFrame* frame) { return (ig_Frame*)frame->element; }
static inline ig_Tendon* ig_tendon_of(const mjsTendon* tendon) { return (ig_Tendon*)tendon->element; }
static inline ig_Wrap* ig_wrap_of(const mjsWrap* wrap) { return (ig_Wrap*)wrap->element; }
static inline ig_Default* ig_default(const mjsDefault* def) { return (ig_Default*)def->element; }

// public struct of an element: IG_PUBLIC(mjsGeom, element)
#define IG_PUBLIC(type, element) ((type*)(void*)((ig_Element*)(void*)(element) + 1))

// element i of a list as its public struct: IG_ITEM(mjsGeom, spec->list[mjOBJ_GEOM], i)
#define IG_ITEM(type, list, i) IG_PUBLIC(type, (list).item[i])

static inline const char* ig_el_name(const void* element) { return ig_text(&((const ig_Element*)element)->name); }

// ------------------------------------------------ messages

// keep an error message, which names the element (may be NULL) and where it was written; always false
bool ig_spec_fail(ig_Spec* spec, const void* element, const char* format, ...) __attribute__((format(printf, 3, 4)));
void ig_spec_warn(ig_Spec* spec, const void* element, const char* format, ...) __attribute__((format(printf, 3, 4)));
void ig_spec_clear_message(ig_Spec* spec);

// ------------------------------------------------ memory

// zeroed memory of a spec; NULL only after mju_error
void* ig_spec_alloc(size_t bytes);
void* ig_spec_grow(void* old, size_t old_bytes, size_t bytes);  // contents kept, the rest zero
char* ig_spec_text(const char* text);                           // a copy

ig_Spec* ig_spec_new(void);
ig_Spec* ig_spec_bare_copy(const ig_Spec* other);  // options and texts only: neither world nor classes
void ig_spec_retain(ig_Spec* spec);
void ig_spec_release(ig_Spec* spec);

#endif  // INGOT_SPEC_SPEC_H_
