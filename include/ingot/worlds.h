// SPDX-License-Identifier: Apache-2.0
// Many worlds, each with its own state, stepped together on threads.
//
// The worlds may share one model or have several; worlds with the same model form a group. Results are the same bits as
// stepping each world alone with mj_step, for every number of threads. A step allocates nothing but counted, bounded
// scratch beyond a full arena.
//
// Threads: worlds belong to one caller at a time; two calls on the same worlds at once are not allowed, but for
// ingot_worldsCancel, which any thread may call. Different worlds are independent. Functions of the caller's that run in
// worlds are called from several threads at once; calls over the same worlds from within them are refused (INGOT_BAD_ARGUMENT).
// A function or poll that leaves a call by longjmp or an exception, on the thread that made the call, ends it: worlds that were
// not done keep their fields, and the next call clears what was in hand. Until then errors of the engine on that thread have no
// guard. After fork() the child has no threads of its parent's: it must make its own worlds.
//
// Lifetime: models are copied when worlds are created, and the caller may delete its own. Models, data and views that the
// functions below return belong to the worlds and are good until those are deleted, or until ingot_worldsReplace for the
// world they belong to. Arrays of mjData stay in their places but for those of contacts and constraint rows, which move
// with every step.
//
// State fields are kept as arrays over the worlds of a group: number i of world e stands at data[i * worlds + e].
// They are read when a step begins and written when it ends. Worlds of one model are stepped several at a time, one in
// each lane of the processor's vectors (ingot_worldsWidth). A world keeps its fields alone: everything else that its last
// step computed is made when somebody looks, in an mjData of the world (ingot_worldsData), or for all worlds as an
// array (ingot_worldsOutput).
#ifndef INGOT_WORLDS_H_
#define INGOT_WORLDS_H_

#include <stddef.h>

#include <ingot/arrays.h>
#include <ingot/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ingotWorlds_ ingotWorlds;

typedef enum ingotField_ {
  INGOT_TIME = 0,
  INGOT_QPOS,
  INGOT_QVEL,
  INGOT_ACT,
  INGOT_HISTORY,
  INGOT_WARMSTART,
  INGOT_CTRL,
  INGOT_QFRC_APPLIED,
  INGOT_XFRC_APPLIED,
  INGOT_EQ_ACTIVE,
  INGOT_MOCAP_POS,
  INGOT_MOCAP_QUAT,
  INGOT_USERDATA,
  INGOT_PLUGIN,
  INGOT_SENSORDATA,  // output only
  INGOT_NFIELD
} ingotField;

// numbers in place: number i of world e at data[i * stride + e * world_stride]
typedef struct ingotView_ {
  double* data;
  int count;  // numbers per world
  int worlds;
  ptrdiff_t stride;        // from one number to the next
  ptrdiff_t world_stride;  // from one world to the next
} ingotView;

typedef enum ingotPolicy_ {
  INGOT_RESET = 0,  // back to the initial state, as mj_step does
  INGOT_RESET_KEY,  // back to a keyframe
  INGOT_FREEZE,     // the world stands still until it is reset; its state is left for inspection
  INGOT_REPORT,     // carry on, only report
} ingotPolicy;

typedef enum ingotWorldState_ {
  INGOT_WORLD_OK = 0,
  INGOT_WORLD_DIVERGED,  // a number that is not finite or too large was found
  INGOT_WORLD_FROZEN,    // diverged under INGOT_FREEZE
  INGOT_WORLD_FAILED,    // the engine raised an error; the world stands still until it is reset
} ingotWorldState;

typedef struct ingotWorldStatus_ {
  ingotWorldState state;
  int divergences;       // since creation or ingot_worldsClearStatus
  int contacts_dropped;  // steps that lost contacts or rows to a full arena
  mjtWarning kind;       // of the last divergence: qpos, qvel or qacc
  int dof, body;         // where, -1 if unknown
  double time;           // when, in the world's time
  int bad_controls;      // steps with a control that was not a number or too large, in which all were taken as 0
  int control;           // the last such control, -1 if there was none
} ingotWorldStatus;

// models[e] is the model of world e; the models are copied. threads counts the caller: 1 means no others.
MJAPI ingotStatus ingot_worldsCreate(const mjModel* const* models, int nworld, int threads, ingotWorlds** worlds,
                                     ingotReport* report);
MJAPI void ingot_worldsDelete(ingotWorlds* worlds);

// sizes: worlds, groups; the group of a world and its place there
MJAPI int ingot_worldsCount(const ingotWorlds* worlds);
MJAPI int ingot_worldsGroups(const ingotWorlds* worlds);
MJAPI ingotStatus ingot_worldsPlace(const ingotWorlds* worlds, int world, int* group, int* index, ingotReport* report);

// a field of all worlds of a group, or of one world
MJAPI ingotStatus ingot_worldsField(ingotWorlds* worlds, int group, ingotField field, ingotView* view, ingotReport* report);
MJAPI ingotStatus ingot_worldsView(ingotWorlds* worlds, int world, ingotField field, ingotView* view, ingotReport* report);

// How many worlds are stepped together with this one: 8 or 4, or 1 with the reason (which may be NULL) saying why, else "".
MJAPI int ingot_worldsWidth(const ingotWorlds* worlds, int world, const char** reason);

// Numbers of the model that each world of a group has its own of: an array of mjModel ("body_mass"), an option
// ("opt.gravity") or "stat.meaninertia", in place. With `own` they are made when they are not there yet, with the numbers of
// the model; else data is NULL then. Worlds that differ in options are stepped together with their like, and a world that
// differs from the model in an array of integers is stepped alone.
MJAPI ingotStatus ingot_worldsParameter(ingotWorlds* worlds, int group, const char* name, int own, ingotView* view,
                                        ingotReport* report);

// An array of mjData of all worlds of a group ("xpos", "cfrc_ext"), as the last step left it; it is filled by every step
// from now on. Those of mj_rnePostConstraint and mj_subtreeVel are as after a call of these.
MJAPI ingotStatus ingot_worldsOutput(ingotWorlds* worlds, int group, const char* name, ingotView* view, ingotReport* report);

// A world's model and data. The model is that of its group, with the world's own numbers (valid until the next call for
// this world); with `own` the world gets a copy of its own, in which numbers may be changed, and is stepped alone. The data
// is what the last step saw and computed; it is made by this call, and a later call is needed after a later step.
//
// In a model of its own may be changed what says how much, how far or how stiff: opt, body_mass, geom_size, geom_friction,
// dof_damping, actuator_gainprm and other arrays of real numbers. What says how many, which and where must stay as it is: sizes
// (nq, nbody, ...), ids, addresses and counts (body_parentid, jnt_qposadr, geom_dataid, wrap_objid, ...), kinds (jnt_type,
// geom_type, sensor_type, ...), names and pointers: a step goes by them without asking. Checked builds (debug and sanitizers)
// look at sizes and ids before each step and fail the world where they are wrong.
MJAPI const mjModel* ingot_worldsModel(const ingotWorlds* worlds, int world);
MJAPI mjModel* ingot_worldsOwnModel(ingotWorlds* worlds, int world, ingotReport* report);
MJAPI mjData* ingot_worldsData(ingotWorlds* worlds, int world);

// whether a world has a model of its own
MJAPI int ingot_worldsHasOwnModel(const ingotWorlds* worlds, int world);

// another model for one world, which starts from its initial state; the others keep every bit
MJAPI ingotStatus ingot_worldsReplace(ingotWorlds* worlds, int world, const mjModel* model, ingotReport* report);

// Step every world nstep times with the controls that are in the fields; mask (one byte per world, NULL: all) leaves out
// worlds where it is 0. Failed worlds do not stop the others.
MJAPI ingotStatus ingot_worldsStep(ingotWorlds* worlds, int nstep, const mjtByte* mask, ingotReport* report);

// The same with a control for each step, known beforehand: number i of world e in step k stands at
// controls[(e * nstep + k) * width + i], where width is at least the largest nu. No world waits for the others in between.
MJAPI ingotStatus ingot_worldsFollow(ingotWorlds* worlds, int nstep, const double* controls, int width, const mjtByte* mask,
                                     ingotReport* report);

// Where an array of mjData goes, or a part of one: a row for each world, or for each moment of each world.
typedef struct ingotOutput_ {
  const char* name;  // "qpos", "xpos", "sensordata", "contact", ...; fields are read as callers see them
  ingotType type;    // of the elements in data: those of the array itself, or INGOT_FLOAT for an array of doubles
  void* data;        // the first row
  mjtSize first;     // the first element of the array that is wanted
  mjtSize count;     // how many are wanted; elements that a world does not have are written as 0
  ptrdiff_t stride;  // elements from one row to the next
  int* counts;       // how many elements each row has from its world; NULL: not wanted
} ingotOutput;

// arrays of all worlds of the mask, as the last call left them
MJAPI ingotStatus ingot_worldsGather(ingotWorlds* worlds, const ingotOutput* outputs, int noutput, const mjtByte* mask,
                                     ingotReport* report);

// the status of every world: `size` is sizeof(ingotWorldStatus) as the caller knows it
MJAPI ingotStatus ingot_worldsStatuses(const ingotWorlds* worlds, ingotWorldStatus* statuses, size_t size, ingotReport* report);

// the reverse, for worlds that are a copy of others
MJAPI ingotStatus ingot_worldsSetStatuses(ingotWorlds* worlds, const ingotWorldStatus* statuses, size_t size,
                                          ingotReport* report);

// All that worlds are beside their models, as bytes: fields, numbers of their own, statuses, and what their last call was. Worlds
// made of the same models, in the same order, with the same models of their own, go on from there with the same bits and show
// what these show. With a NULL buffer only the size is found. What plugins and sleep keep beside the state is made again from the
// last call. The bytes are for the same version on the same kind of machine; what does not fit is refused, and the worlds are
// then to be reset.
MJAPI ingotStatus ingot_worldsSave(ingotWorlds* worlds, void* buffer, size_t* size, ingotReport* report);
MJAPI ingotStatus ingot_worldsRestore(ingotWorlds* worlds, const void* buffer, size_t size, ingotReport* report);

// A run of many steps whose outputs are kept: after every `every` steps, moment k of world e goes to row
// e * (nstep / every) + k of each output. Controls as for ingot_worldsFollow, or NULL: those in the fields. No world waits
// for the others. A world that stands still has the same outputs from then on.
MJAPI ingotStatus ingot_worldsRollout(ingotWorlds* worlds, int nstep, int every, const double* controls, int width,
                                      const ingotOutput* outputs, int noutput, const mjtByte* mask, ingotReport* report);

// Numbers of the model, one row of `width` doubles for each world: "body_mass", "opt.gravity", "geom_friction", ...
// Set, a world has numbers of its own from then on; structure (ingotArray) cannot be set. What the compiler derives from
// masses, poses, sizes and lengths (dof_invweight0, geom_rbound, actuator_acc0, ...) follows when ingot_worldsSetConst is called;
// where the structure of the model has no room for what would follow, that is refused. Floats and integers are converted.
MJAPI ingotStatus ingot_worldsSetParameter(ingotWorlds* worlds, const char* name, const double* rows, mjtSize width,
                                           const mjtByte* mask, ingotReport* report);
MJAPI ingotStatus ingot_worldsGetParameter(ingotWorlds* worlds, const char* name, double* rows, mjtSize width,
                                           const mjtByte* mask, ingotReport* report);
// How worlds have a field of their own: "lanes": side by side with others; "host": likewise, but on no device; "alike": worlds
// that agree in it share a vector; "alone": a world that differs from the model is stepped by itself; "shown": no step looks at
// it. NULL: they cannot, for the reason given.
MJAPI const char* ingot_worldsParameterKind(const mjModel* m, const char* name, ingotReport* report);

MJAPI ingotStatus ingot_worldsSetConst(ingotWorlds* worlds, const mjtByte* mask, ingotReport* report);

// The next three are questions. One that has no answer in a world (an integrator that has no derivatives) is an error that names
// the first such world, and no world and no status is changed by it.

// Derivatives of the next step by the state and the controls, as of mjd_transitionFD, one matrix after the other: A of world
// e at A + e * nx * nx with nx = 2 nv + na, B (nx x nu), C (nsensordata x nx), D (nsensordata x nu); each may be NULL. The
// worlds have to be of one model, and none changes.
MJAPI ingotStatus ingot_worldsTransition(ingotWorlds* worlds, double eps, int centered, double* A, double* B, double* C,
                                         double* D, const mjtByte* mask, ingotReport* report);

// The same from formulas, see ingot_transition in ingot/derivatives.h, and products with these matrices: next = A state + B ctrl
// (JVP), and state = A^T next, ctrl = B^T next (VJP); rows of nx and nu numbers, those of world e at e * nx and e * nu. What
// cannot be differentiated is an error with its name.
MJAPI ingotStatus ingot_worldsExactTransition(ingotWorlds* worlds, double* A, double* B, double* C, double* D,
                                              const mjtByte* mask, ingotReport* report);
MJAPI ingotStatus ingot_worldsJVP(ingotWorlds* worlds, const double* state, const double* ctrl, double* next, const mjtByte* mask,
                                  ingotReport* report);
MJAPI ingotStatus ingot_worldsVJP(ingotWorlds* worlds, const double* next, double* state, double* ctrl, const mjtByte* mask,
                                  ingotReport* report);

// The forces that give accelerations in the states that the fields have, as of mj_inverse (qfrc_inverse): rows of nv numbers,
// those of world e at qacc + e * nv. What is no state counts as in new data. The worlds have to be of one model, and none
// changes.
MJAPI ingotStatus ingot_worldsInverse(ingotWorlds* worlds, const double* qacc, double* qfrc, const mjtByte* mask,
                                      ingotReport* report);

// `count` rays in every world, as of mj_ray, in the states that the fields have: ray i of world e at e * count + i. Rows of
// worlds outside the mask are left as they are. A ray without a direction has no answer.
typedef struct ingotRays_ {
  int count;
  const double* origin;      // 3 each
  const double* direction;   // 3 each
  const mjtByte* geomgroup;  // mjNGROUP bytes, geoms of groups with a 0 are not seen; NULL: all are
  int with_static;           // static geoms are seen
  int except_body;           // whose geoms are not seen, -1: none
  double* distance;          // -1: nothing was hit
  int* geom;                 // NULL: not wanted
  double* normal;            // 3 each, NULL: not wanted
} ingotRays;
MJAPI ingotStatus ingot_worldsRays(ingotWorlds* worlds, const ingotRays* rays, const mjtByte* mask, ingotReport* report);

// Jacobians in every world, as of mj_jacBody and its relatives, in the states that the fields have: rows of 3 x nv numbers, those
// of world e at jacp + e * 3 * nv; each of the two may be NULL, and jacr is that of the body. `id` is that of the body, geom or
// site; points have 3 numbers for each world and are fixed to the body. The worlds have to be of one model, and none changes.
typedef enum ingotJacobian_ {
  INGOT_JAC_BODY = 0,  // its frame
  INGOT_JAC_BODY_COM,  // its centre of mass
  INGOT_JAC_GEOM,
  INGOT_JAC_SITE,
  INGOT_JAC_POINT,    // of a body, in the world's frame
  INGOT_JAC_SUBTREE,  // its centre of mass; there is no jacr
} ingotJacobian;
MJAPI ingotStatus ingot_worldsJacobian(ingotWorlds* worlds, ingotJacobian of, int id, const double* points, double* jacp,
                                       double* jacr, const mjtByte* mask, ingotReport* report);

// Potential and kinetic energy of every world in the states that the fields have, 2 numbers each, as of mj_energyPos and
// mj_energyVel.
MJAPI ingotStatus ingot_worldsEnergy(ingotWorlds* worlds, double* energy, const mjtByte* mask, ingotReport* report);

// Forces and torques of the contacts that the last call found, as of mj_contactForce: 6 numbers each, in the frame of the
// contact; contact i of world e at (e * limit + i) * 6, as many as there is room for; the rest is 0. counts (which may be NULL)
// has how many contacts a world has.
MJAPI ingotStatus ingot_worldsContactForces(ingotWorlds* worlds, int limit, double* forces, int* counts, const mjtByte* mask,
                                            ingotReport* report);

// mj_forward in every world, without advancing
MJAPI ingotStatus ingot_worldsForward(ingotWorlds* worlds, const mjtByte* mask, ingotReport* report);

// A function of the caller's in every world, on the threads. It is given the world's index and the caller's pointer, and
// must leave other worlds alone. What it raises by mju_error fails its world. An exception fails its world too; when all worlds
// are done, the one of the first world that threw is thrown again, out of ingot_worldsCall on the caller's thread (Linux on
// x86-64 and ARM; elsewhere no exception may leave it). It must not leave by longjmp: it may run on another thread than the
// caller's.
typedef void (*ingotWorldFunction)(const mjModel* m, mjData* d, int world, void* user);
MJAPI ingotStatus ingot_worldsCall(ingotWorlds* worlds, ingotWorldFunction function, void* user, const mjtByte* mask,
                                   ingotReport* report);

// A function of the API in every world, by name: those that take a model and data and nothing else, such as
// "mj_rnePostConstraint" and "mj_subtreeVel". ingot_worldsFunctionName counts them from 0; NULL past the last.
MJAPI ingotStatus ingot_worldsRun(ingotWorlds* worlds, const char* function, const mjtByte* mask, ingotReport* report);
MJAPI const char* ingot_worldsFunctionName(int number);

// Cut short the call that is running, from any thread, also from a signal handler: within a step of each thread's world
// it returns INGOT_CANCELLED, and every world stands after a whole number of steps. Without a running call: nothing.
MJAPI void ingot_worldsCancel(ingotWorlds* worlds);

// A question for calls that take long: asked on the thread of the caller about every ten milliseconds, an answer other
// than 0 cancels the call. NULL: none.
MJAPI void ingot_worldsSetPoll(ingotWorlds* worlds, int (*poll)(void* user), void* user);

// as mj_resetData for key -1, or mj_resetDataKeyframe for a keyframe, in the worlds of the mask
MJAPI ingotStatus ingot_worldsReset(ingotWorlds* worlds, const mjtByte* mask, int key, ingotReport* report);

// State vectors of mj_getState, one row of `width` numbers per world (width at least the largest mj_stateSize of the
// worlds in the mask). Setting resets the world first, so that what the signature leaves out is as after mj_resetData.
MJAPI ingotStatus ingot_worldsGetState(ingotWorlds* worlds, const mjtByte* mask, int sig, double* states, int width,
                                       ingotReport* report);
MJAPI ingotStatus ingot_worldsSetState(ingotWorlds* worlds, const mjtByte* mask, int sig, const double* states, int width,
                                       ingotReport* report);

// what to do with a world that diverges; key is for INGOT_RESET_KEY
MJAPI ingotStatus ingot_worldsSetPolicy(ingotWorlds* worlds, ingotPolicy policy, int key, ingotReport* report);
MJAPI ingotStatus ingot_worldsStatus(const ingotWorlds* worlds, int world, ingotWorldStatus* status, ingotReport* report);
MJAPI ingotStatus ingot_worldsClearStatus(ingotWorlds* worlds, const mjtByte* mask, ingotReport* report);

#ifdef __cplusplus
}
#endif

#endif  // INGOT_WORLDS_H_
