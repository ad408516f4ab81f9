// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// The functions of the library.

#ifndef MUJOCO_MUJOCO_H_
#define MUJOCO_MUJOCO_H_

// version of the API: major, minor and patch in three digits each
#define mjVERSION_HEADER 3005000

#include <stdlib.h>
#include <math.h>
#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjmacro.h>
#include <mujoco/mjplugin.h>
#include <mujoco/mjrender.h>
#include <mujoco/mjsan.h>
#include <mujoco/mjspec.h>
#include <mujoco/mjthread.h>
#include <mujoco/mjtnum.h>
#include <mujoco/mjui.h>
#include <mujoco/mjvisualize.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------- Handlers that replace the library's own; NULL: none -------------------------------------------------

// Called by mju_error instead of ending the program; it should not return.
MJAPI extern void (*mju_user_error)(const char*);

// Called by mju_warning.
MJAPI extern void (*mju_user_warning)(const char*);

// Serves every allocation; must return multiples of 64.
MJAPI extern void* (*mju_user_malloc)(size_t);

// Frees what mju_user_malloc gave.
MJAPI extern void (*mju_user_free)(void*);

// ---------- Callbacks into the pipeline; NULL: none -------------------------------------------------------------

// Adds to qfrc_passive.
MJAPI extern mjfGeneric mjcb_passive;

// Sets controls and applied forces, after the position and velocity stages.
MJAPI extern mjfGeneric mjcb_control;

// Decides in place of contype and conaffinity.
MJAPI extern mjfConFilt mjcb_contactfilter;

// Writes the user sensors of a stage.
MJAPI extern mjfSensor mjcb_sensor;

// Clock of the timers.
MJAPI extern mjfTime mjcb_time;

// Rate of a user activation.
MJAPI extern mjfAct mjcb_act_dyn;

// Gain of a user actuator.
MJAPI extern mjfAct mjcb_act_gain;

// Bias of a user actuator.
MJAPI extern mjfAct mjcb_act_bias;

// Collider of each pair of geom types, the lower type first.
MJAPI extern mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES];

// ---------- Names of flags --------------------------------------------------------------------------------------

// Names of the disable bits.
MJAPI extern const char* mjDISABLESTRING[mjNDISABLE];

// Names of the enable bits.
MJAPI extern const char* mjENABLESTRING[mjNENABLE];

// Names of the timers.
MJAPI extern const char* mjTIMERSTRING[mjNTIMER];

// Names of the label modes.
MJAPI extern const char* mjLABELSTRING[mjNLABEL];

// Names of the frame modes.
MJAPI extern const char* mjFRAMESTRING[mjNFRAME];

// Visual flags: name, default, key.
MJAPI extern const char* mjVISSTRING[mjNVISFLAG][3];

// Rendering flags: name, default, key.
MJAPI extern const char* mjRNDSTRING[mjNRNDFLAG][3];

// ---------- Virtual file system ---------------------------------------------------------------------------------

// Make an empty virtual file system.
MJAPI void mj_defaultVFS(mjVFS* vfs);

// Let a provider serve all names under a path. Returns 0, 2 if the path is taken, -1 if the provider fails.
MJAPI int mj_mountVFS(mjVFS* vfs, const char* filepath, const mjpResourceProvider* provider);

// Undo a mount. Returns 0, -1 if there is none.
MJAPI int mj_unmountVFS(mjVFS* vfs, const char* filename);

// Read a file from disk into the VFS. Nullable: directory. Returns 0, 2 for a repeated name, -1 if it cannot be read.
MJAPI int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename);

// Copy a buffer into the VFS under a name. Returns 0, 2 for a repeated name, -1 on failure.
MJAPI int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer);

// Drop a file. Returns 0, -1 if it is not there.
MJAPI int mj_deleteFileVFS(mjVFS* vfs, const char* filename);

// Free the VFS and all it holds.
MJAPI void mj_deleteVFS(mjVFS* vfs);

// ---------- Asset cache -----------------------------------------------------------------------------------------

// Bytes that the cache holds.
MJAPI size_t mj_getCacheSize(const mjCache* cache);

// Bytes that it may hold.
MJAPI size_t mj_getCacheCapacity(const mjCache* cache);

// Change what it may hold; drops assets that no longer fit. Returns the new capacity.
MJAPI size_t mj_setCacheCapacity(mjCache* cache, size_t size);

// The cache of the process.
MJAPI mjCache* mj_getCache(void);

// Drop every asset.
MJAPI void mj_clearCache(mjCache* cache);

// ---------- Read, compile, write --------------------------------------------------------------------------------

// Read MJCF or URDF and compile it. Nullable: vfs, error. Returns NULL with a message on failure.
MJAPI mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);

// Read a file into a spec. Nullable: vfs, error. Returns NULL with a message on failure.
MJAPI mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);

// The same from text.
MJAPI mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz);

// The same through the decoder of a content type. Nullable: content_type, vfs, error.
MJAPI mjSpec* mj_parse(const char* filename, const char* content_type,
                       const mjVFS* vfs, char* error, int error_sz);

// Compile a spec into a new model. Nullable: vfs. Returns NULL on failure; mjs_getError tells why.
MJAPI mjModel* mj_compile(mjSpec* s, const mjVFS* vfs);

// Copy the real-valued fields of a model into the spec that it came from. Returns 1 on success.
MJAPI int mj_copyBack(mjSpec* s, const mjModel* m);

// Compile again in place, keeping the state of what still exists. Nullable: vfs. Returns 0 on success.
MJAPI int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d);

// Write the model that mj_loadXML read last, with the numbers of m. Nullable: filename (standard output), m, error.
// Returns 1 on success.
MJAPI int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz);

// Free the spec that mj_loadXML keeps.
MJAPI void mj_freeLastXML(void);

// Write a compiled spec to text. Nullable: error. Returns 0, -1 on failure, or the size that is needed.
MJAPI int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz);

// Write a compiled spec to a file. Nullable: error. Returns 0, -1 on failure.
MJAPI int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz);

// List the files that a model file refers to, itself included.
MJAPI void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies);

// ---------- Main simulation -------------------------------------------------------------------------------------

// Advance the world by one time step.
MJAPI void mj_step(const mjModel* m, mjData* d);

// First half of a step, before controls are set.
MJAPI void mj_step1(const mjModel* m, mjData* d);

// Second half of a step, after controls are set. Not for RK4.
MJAPI void mj_step2(const mjModel* m, mjData* d);

// Everything that follows from the state and inputs, without integrating.
MJAPI void mj_forward(const mjModel* m, mjData* d);

// The forces that explain qacc.
MJAPI void mj_inverse(const mjModel* m, mjData* d);

// mj_forward without the stages up to skipstage (mjtStage), and without sensors if asked.
MJAPI void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);

// mj_inverse likewise.
MJAPI void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);

// ---------- Defaults, models, data ------------------------------------------------------------------------------

// Default options of the length range search.
MJAPI void mj_defaultLROpt(mjLROpt* opt);

// Default solref and solimp. Nullable: either.
MJAPI void mj_defaultSolRefImp(mjtNum* solref, mjtNum* solimp);

// Default physics options.
MJAPI void mj_defaultOption(mjOption* opt);

// Default visual settings.
MJAPI void mj_defaultVisual(mjVisual* vis);

// Copy a model; makes a new one if dest is NULL.
MJAPI mjModel* mj_copyModel(mjModel* dest, const mjModel* src);

// Save as MJB, to a file or, if buffer is given, to memory. Nullable: filename, buffer.
MJAPI void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz);

// Load an MJB file. Nullable: vfs. Returns NULL with a warning on failure.
MJAPI mjModel* mj_loadModel(const char* filename, const mjVFS* vfs);

// Load MJB bytes.
MJAPI mjModel* mj_loadModelBuffer(const void* buffer, int buffer_sz);

// Free a model. Nullable: m.
MJAPI void mj_deleteModel(mjModel* m);

// Bytes of the model as MJB.
MJAPI mjtSize mj_sizeModel(const mjModel* m);

// Make data for a model, reset. Returns NULL with a warning if there is no memory.
MJAPI mjData* mj_makeData(const mjModel* m);

// Copy data, with what the arena holds; makes new data if dest is NULL.
MJAPI mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src);

// Copy only what pictures need.
MJAPI mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src);

// Back to the model's defaults.
MJAPI void mj_resetData(const mjModel* m, mjData* d);

// The same, with everything that is computed later filled with a byte.
MJAPI void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value);

// Back to a keyframe; out of range: as mj_resetData.
MJAPI void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key);

#ifndef ADDRESS_SANITIZER
// Begin a stack frame.
MJAPI void mj_markStack(mjData* d);

// Free everything since the last mark.
MJAPI void mj_freeStack(mjData* d);

#endif
// Bytes on the stack, aligned. Overflow is an error.
MJAPI void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment);

// Numbers on the stack.
MJAPI mjtNum* mj_stackAllocNum(mjData* d, size_t size);

// Ints on the stack.
MJAPI int* mj_stackAllocInt(mjData* d, size_t size);

// Free data. Nullable: d.
MJAPI void mj_deleteData(mjData* d);

// Set all callbacks to NULL.
MJAPI void mj_resetCallbacks(void);

// Recompute what the compiler derives at qpos0, after fields of the model changed.
MJAPI void mj_setConst(mjModel* m, mjData* d);

// Find the length range of an actuator. Nullable: error. Returns 1 on success.
MJAPI int mj_setLengthRange(mjModel* m, mjData* d, int index,
                            const mjLROpt* opt, char* error, int error_sz);

// Make an empty spec.
MJAPI mjSpec* mj_makeSpec(void);

// Copy a spec. Returns NULL on failure.
MJAPI mjSpec* mj_copySpec(const mjSpec* s);

// Free a spec. Nullable: s.
MJAPI void mj_deleteSpec(mjSpec* s);

// Let the spec use a plugin. Returns 0 on success.
MJAPI int mjs_activatePlugin(mjSpec* s, const char* name);

// Attaching copies the child (1) or shares it (0). Returns 0 on success.
MJAPI int mjs_setDeepCopy(mjSpec* s, int deepcopy);

// ---------- Printing --------------------------------------------------------------------------------------------

// Write a model as text, numbers in the given format.
MJAPI void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format);

// Write a model as text.
MJAPI void mj_printModel(const mjModel* m, const char* filename);

// Write data as text, numbers in the given format.
MJAPI void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename,
                                 const char* float_format);

// Write data as text.
MJAPI void mj_printData(const mjModel* m, const mjData* d, const char* filename);

// Print a matrix.
MJAPI void mju_printMat(const mjtNum* mat, int nr, int nc);

// Print a sparse matrix.
MJAPI void mju_printMatSparse(const mjtNum* mat, int nr,
                              const int* rownnz, const int* rowadr, const int* colind);

// Write the MJCF schema as text or HTML, to a file or a buffer. Nullable: filename, buffer. Returns the length.
MJAPI int mj_printSchema(const char* filename, char* buffer, int buffer_sz,
                         int flg_html, int flg_pad);

// Write a scene as text.
MJAPI void mj_printScene(const mjvScene* s, const char* filename);

// Write a scene as text, numbers in the given format.
MJAPI void mj_printFormattedScene(const mjvScene* s, const char* filename,
                                  const char* float_format);

// ---------- Stages ----------------------------------------------------------------------------------------------

// Kinematics and what hangs on it: com, cameras, lights, flexes, tendons.
MJAPI void mj_fwdKinematics(const mjModel* m, mjData* d);

// All that depends on positions.
MJAPI void mj_fwdPosition(const mjModel* m, mjData* d);

// All that depends on velocities.
MJAPI void mj_fwdVelocity(const mjModel* m, mjData* d);

// Actuator forces and activation rates.
MJAPI void mj_fwdActuation(const mjModel* m, mjData* d);

// Smooth forces and the acceleration without constraints.
MJAPI void mj_fwdAcceleration(const mjModel* m, mjData* d);

// Constraint forces and the acceleration.
MJAPI void mj_fwdConstraint(const mjModel* m, mjData* d);

// Integrate by semi-implicit Euler.
MJAPI void mj_Euler(const mjModel* m, mjData* d);

// Integrate by Runge-Kutta of order N = 4.
MJAPI void mj_RungeKutta(const mjModel* m, mjData* d, int N);

// Integrate implicitly in velocity, by opt.integrator.
MJAPI void mj_implicit(const mjModel* m, mjData* d);

// Position part of inverse dynamics.
MJAPI void mj_invPosition(const mjModel* m, mjData* d);

// Velocity part of inverse dynamics.
MJAPI void mj_invVelocity(const mjModel* m, mjData* d);

// Constraint part of inverse dynamics: the closed form.
MJAPI void mj_invConstraint(const mjModel* m, mjData* d);

// Compare forward and inverse dynamics, into solver_fwdinv.
MJAPI void mj_compareFwdInv(const mjModel* m, mjData* d);

// ---------- Steps of the stages ---------------------------------------------------------------------------------

// Sensors that need positions.
MJAPI void mj_sensorPos(const mjModel* m, mjData* d);

// Sensors that need velocities.
MJAPI void mj_sensorVel(const mjModel* m, mjData* d);

// Sensors that need accelerations or forces.
MJAPI void mj_sensorAcc(const mjModel* m, mjData* d);

// Potential energy.
MJAPI void mj_energyPos(const mjModel* m, mjData* d);

// Kinetic energy.
MJAPI void mj_energyVel(const mjModel* m, mjData* d);

// Reset, with a warning, if qpos is bad.
MJAPI void mj_checkPos(const mjModel* m, mjData* d);

// Reset, with a warning, if qvel is bad.
MJAPI void mj_checkVel(const mjModel* m, mjData* d);

// Reset and run forward, with a warning, if qacc is bad.
MJAPI void mj_checkAcc(const mjModel* m, mjData* d);

// Poses of bodies, joints, geoms and sites.
MJAPI void mj_kinematics(const mjModel* m, mjData* d);

// Centres of mass, and axes and inertias about them.
MJAPI void mj_comPos(const mjModel* m, mjData* d);

// Poses of cameras and lights.
MJAPI void mj_camlight(const mjModel* m, mjData* d);

// Vertices, edges and boxes of flexes.
MJAPI void mj_flex(const mjModel* m, mjData* d);

// Paths, lengths and Jacobians of tendons.
MJAPI void mj_tendon(const mjModel* m, mjData* d);

// Lengths and moments of actuators.
MJAPI void mj_transmission(const mjModel* m, mjData* d);

// Composite inertias and the mass matrix qM.
MJAPI void mj_crb(const mjModel* m, mjData* d);

// The mass matrix with tendon armature, in both layouts.
MJAPI void mj_makeM(const mjModel* m, mjData* d);

// Factor of the mass matrix.
MJAPI void mj_factorM(const mjModel* m, mjData* d);

// x = inv(M) * y for n vectors; x may be y.
MJAPI void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n);

// x = sqrt(inv(D)) * inv(L') * y, half of the solution, for n vectors.
MJAPI void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y,
                      const mjtNum* sqrtInvD, int n);

// Velocities of bodies about the com, and cdof_dot.
MJAPI void mj_comVel(const mjModel* m, mjData* d);

// Springs, dampers, gravity compensation, fluid, plugins.
MJAPI void mj_passive(const mjModel* m, mjData* d);

// Momenta of subtrees.
MJAPI void mj_subtreeVel(const mjModel* m, mjData* d);

// Newton-Euler recursion: M*qacc + bias, without M*qacc if flg_acc is 0.
MJAPI void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result);

// Accelerations and wrenches of bodies, everything included.
MJAPI void mj_rnePostConstraint(const mjModel* m, mjData* d);

// Contacts.
MJAPI void mj_collision(const mjModel* m, mjData* d);

// Rows of all constraints.
MJAPI void mj_makeConstraint(const mjModel* m, mjData* d);

// Islands.
MJAPI void mj_island(const mjModel* m, mjData* d);

// The matrix of the dual problem.
MJAPI void mj_projectConstraint(const mjModel* m, mjData* d);

// Velocities and reference accelerations of the rows.
MJAPI void mj_referenceConstraint(const mjModel* m, mjData* d);

// States, forces and (nullable) cost of the rows for J*qacc - aref; contact Hessians if asked.
MJAPI void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar,
                               mjtNum cost[1], int flg_coneHessian);

// ---------- State, delays, keyframes ----------------------------------------------------------------------------

// Length of the state vector of a signature (bits of mjtState).
MJAPI int mj_stateSize(const mjModel* m, int sig);

// Copy state from data.
MJAPI void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, int sig);

// Pick a smaller state out of a larger one.
MJAPI void mj_extractState(const mjModel* m, const mjtNum* src, int srcsig,
                           mjtNum* dst, int dstsig);

// Copy state to data.
MJAPI void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, int sig);

// Copy state between data.
MJAPI void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig);

// Control of an actuator at a time, from its delay buffer. Interpolation -1: the model's.
MJAPI mjtNum mj_readCtrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp);

// Output of a sensor at a time: a pointer to it, or NULL with the numbers in result.
MJAPI const mjtNum* mj_readSensor(const mjModel* m, const mjData* d, int id, mjtNum time,
                                  mjtNum* result, int interp);

// Fill the delay buffer of an actuator. Nullable: times.
MJAPI void mj_initCtrlHistory(const mjModel* m, mjData* d, int id,
                              const mjtNum* times, const mjtNum* values);

// Fill the delay buffer of a sensor. Nullable: times.
MJAPI void mj_initSensorHistory(const mjModel* m, mjData* d, int id,
                                const mjtNum* times, const mjtNum* values, mjtNum phase);

// Store the state in a keyframe.
MJAPI void mj_setKeyframe(mjModel* m, const mjData* d, int k);

// Append a contact. Returns 0, 1 if there is no room.
MJAPI int mj_addContact(const mjModel* m, mjData* d, const mjContact* con);

// ---------- Which variant is in use -----------------------------------------------------------------------------

// Is the friction cone pyramidal?
MJAPI int mj_isPyramidal(const mjModel* m);

// Is the constraint Jacobian sparse?
MJAPI int mj_isSparse(const mjModel* m);

// Is the solver dual?
MJAPI int mj_isDual(const mjModel* m);

// ---------- Jacobians; jacp and jacr are (3 x nv), and nullable -------------------------------------------------

// res = J * vec, over constraint rows.
MJAPI void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// res = J' * vec.
MJAPI void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// Of a world point that moves with a body: translation and rotation.
MJAPI void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                  const mjtNum point[3], int body);

// Of a body's origin.
MJAPI void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);

// Of a body's centre of mass.
MJAPI void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);

// Of a subtree's centre of mass.
MJAPI void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body);

// Of a geom.
MJAPI void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom);

// Of a site.
MJAPI void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site);

// Of a point and an axis in a body. Nullable: jacPoint, jacAxis.
MJAPI void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis,
                           const mjtNum point[3], const mjtNum axis[3], int body);

// Time derivative of mj_jac.
MJAPI void mj_jacDot(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                     const mjtNum point[3], int body);

// Matrix (3 x nv) from qvel to the angular momentum of a subtree.
MJAPI void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body);

// ---------- Names, mass matrix, forces, distances ---------------------------------------------------------------

// Id of a name; -1: none.
MJAPI int mj_name2id(const mjModel* m, int type, const char* name);

// Name of an id; NULL: none.
MJAPI const char* mj_id2name(const mjModel* m, int type, int id);

// Mass matrix from the qM layout to (nv x nv).
MJAPI void mj_fullM(const mjModel* m, mjtNum* dst, const mjtNum* M);

// res = M * vec.
MJAPI void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// res = sqrt(D) * L * vec, half of the product.
MJAPI void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// Add M to a dense or (if the indices are given) sparse matrix. Nullable: rownnz, rowadr, colind.
MJAPI void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr, int* colind);

// Add to qfrc_target the force and torque at a world point of a body. Nullable: force, torque.
MJAPI void mj_applyFT(const mjModel* m, mjData* d, const mjtNum force[3], const mjtNum torque[3],
                      const mjtNum point[3], int body, mjtNum* qfrc_target);

// Velocity of an object: rotation, translation; in its own axes if flg_local.
MJAPI void mj_objectVelocity(const mjModel* m, const mjData* d,
                             int objtype, int objid, mjtNum res[6], int flg_local);

// Acceleration of an object likewise; needs mj_rnePostConstraint.
MJAPI void mj_objectAcceleration(const mjModel* m, const mjData* d,
                                 int objtype, int objid, mjtNum res[6], int flg_local);

// Signed distance between two geoms, distmax if larger. Nullable: fromto, the segment between them.
MJAPI mjtNum mj_geomDistance(const mjModel* m, const mjData* d, int geom1, int geom2,
                             mjtNum distmax, mjtNum fromto[6]);

// Force and torque of a contact, in its frame.
MJAPI void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum result[6]);

// Velocity that leads from qpos1 to qpos2 in time dt.
MJAPI void mj_differentiatePos(const mjModel* m, mjtNum* qvel, mjtNum dt,
                               const mjtNum* qpos1, const mjtNum* qpos2);

// Move qpos along qvel for time dt.
MJAPI void mj_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt);

// Normalise all quaternions in qpos.
MJAPI void mj_normalizeQuat(const mjModel* m, mjtNum* qpos);

// Pose in a body to pose in the world. Nullable: xpos, xmat.
MJAPI void mj_local2Global(mjData* d, mjtNum xpos[3], mjtNum xmat[9], const mjtNum pos[3],
                           const mjtNum quat[4], int body, mjtByte sameframe);

// Sum of the body masses.
MJAPI mjtNum mj_getTotalmass(const mjModel* m);

// Scale masses and inertias to this sum.
MJAPI void mj_setTotalmass(mjModel* m, mjtNum newmass);

// Value of a plugin attribute; NULL: not such a one, empty: not set.
MJAPI const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib);

// Load a library of plugins.
MJAPI void mj_loadPluginLibrary(const char* path);

// Load all libraries in a folder, sorted by name. Nullable: callback, told of each.
MJAPI void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback);

// Version as a number: 3005000.
MJAPI int mj_version(void);

// Version as text.
MJAPI const char* mj_versionString(void);

// ---------- Rays: distance to the first surface along vec, in multiples of it; -1: none. Nullable: normal -------

// Against all geoms but the excluded body's. Nullable: geomgroup (6 flags), geomid.
MJAPI mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3],
                    const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude,
                    int geomid[1], mjtNum normal[3]);

// Many rays from one point, up to a cutoff. Nullable: geomgroup, geomid, normal.
MJAPI void mj_multiRay(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec,
                       const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude,
                       int* geomid, mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff);

// Against a height field.
MJAPI mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid,
                          const mjtNum pnt[3], const mjtNum vec[3], mjtNum normal[3]);

// Against a mesh.
MJAPI mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid,
                        const mjtNum pnt[3], const mjtNum vec[3], mjtNum normal[3]);

// Against a simple shape.
MJAPI mjtNum mju_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                         const mjtNum pnt[3], const mjtNum vec[3], int geomtype,
                         mjtNum normal[3]);

// Against a flex. Nullable: vertid, the nearest vertex.
MJAPI mjtNum mj_rayFlex(const mjModel* m, const mjData* d, int flex_layer,
                        mjtByte flg_vert, mjtByte flg_edge, mjtByte flg_face,
                        mjtByte flg_skin, int flexid, const mjtNum pnt[3],
                        const mjtNum vec[3], int vertid[1], mjtNum normal[3]);

// Against the triangles of a skin. Nullable: vertid.
MJAPI mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert,
                         const mjtNum pnt[3], const mjtNum vec[3], int vertid[1]);

// ---------- Interaction -----------------------------------------------------------------------------------------

// Default camera.
MJAPI void mjv_defaultCamera(mjvCamera* cam);

// Free camera that sees the whole model.
MJAPI void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam);

// Default perturbation: none.
MJAPI void mjv_defaultPerturb(mjvPerturb* pert);

// Pose from the room to the model.
MJAPI void mjv_room2model(mjtNum modelpos[3], mjtNum modelquat[4], const mjtNum roompos[3],
                          const mjtNum roomquat[4], const mjvScene* scn);

// Pose from the model to the room.
MJAPI void mjv_model2room(mjtNum roompos[3], mjtNum roomquat[4], const mjtNum modelpos[3],
                          const mjtNum modelquat[4], const mjvScene* scn);

// Head, averaged over both eyes, in the model.
MJAPI void mjv_cameraInModel(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3],
                             const mjvScene* scn);

// Head in the room.
MJAPI void mjv_cameraInRoom(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3],
                            const mjvScene* scn);

// Height of the frustum at unit distance.
MJAPI mjtNum mjv_frustumHeight(const mjvScene* scn);

// Turn a horizontal vector with the camera.
MJAPI void mjv_alignToCamera(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]);

// Move the camera by a mouse action (mjtMouse).
MJAPI void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                          const mjvScene* scn, mjvCamera* cam);

// Move the perturbation by a mouse action.
MJAPI void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx,
                           mjtNum reldy, const mjvScene* scn, mjvPerturb* pert);

// Move the model in the room by a mouse action.
MJAPI void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                         const mjtNum roomup[3], mjvScene* scn);

// Begin a perturbation where the selected body is.
MJAPI void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert);

// Set the pose of mocap bodies and, while paused, of others.
MJAPI void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert,
                                int flg_paused);

// Set xfrc_applied of the selected body.
MJAPI void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert);

// Mean of two cameras.
MJAPI mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2);

// What is under the mouse: body id or -1, with point, geom, flex and skin.
MJAPI int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt,
                     mjtNum aspectratio, mjtNum relx, mjtNum rely,
                     const mjvScene* scn, mjtNum selpnt[3],
                     int geomid[1], int flexid[1], int skinid[1]);

// ---------- Abstract scene --------------------------------------------------------------------------------------

// Default visual options.
MJAPI void mjv_defaultOption(mjvOption* opt);

// Default figure.
MJAPI void mjv_defaultFigure(mjvFigure* fig);

// Set up a geom. Nullable: size, pos, mat, rgba.
MJAPI void mjv_initGeom(mjvGeom* geom, int type, const mjtNum size[3],
                        const mjtNum pos[3], const mjtNum mat[9], const float rgba[4]);

// Stretch a geom between two points.
MJAPI void mjv_connector(mjvGeom* geom, int type, mjtNum width,
                         const mjtNum from[3], const mjtNum to[3]);

// Empty scene.
MJAPI void mjv_defaultScene(mjvScene* scn);

// Allocate a scene for so many geoms. Nullable: m.
MJAPI void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom);

// Free a scene.
MJAPI void mjv_freeScene(mjvScene* scn);

// Fill the scene: geoms, lights, camera. Nullable: pert.
MJAPI void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt,
                           const mjvPerturb* pert, mjvCamera* cam, int catmask, mjvScene* scn);

// Copy only what pictures need.
MJAPI void mjv_copyModel(mjModel* dest, const mjModel* src);

// Add the geoms of some categories.
MJAPI void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt,
                        const mjvPerturb* pert, int catmask, mjvScene* scn);

// Fill in the lights.
MJAPI void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn);

// Fill in the cameras.
MJAPI void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn);

// Deform the skins.
MJAPI void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn);

// Position and axes of a camera. Nullable: each output.
MJAPI void mjv_cameraFrame(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], mjtNum right[3],
                           const mjData* d, const mjvCamera* cam);

// Angles and planes of a camera. Nullable: each output.
MJAPI void mjv_cameraFrustum(float zver[2], float zhor[2], float zclip[2], const mjModel* m,
                             const mjvCamera* cam);

// ---------- Rendering -------------------------------------------------------------------------------------------

// Empty context.
MJAPI void mjr_defaultContext(mjrContext* con);

// Upload the assets of a model.
MJAPI void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale);

// Change the font size.
MJAPI void mjr_changeFont(int fontscale, mjrContext* con);

// Make an auxiliary buffer.
MJAPI void mjr_addAux(int index, int width, int height, int samples, mjrContext* con);

// Free a context.
MJAPI void mjr_freeContext(mjrContext* con);

// Change the size of the offscreen image.
MJAPI void mjr_resizeOffscreen(int width, int height, mjrContext* con);

// Upload a texture again.
MJAPI void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid);

// Upload a mesh again.
MJAPI void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid);

// Upload a height field again.
MJAPI void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid);

// Make the chosen buffer OpenGL's current one.
MJAPI void mjr_restoreBuffer(const mjrContext* con);

// Choose window or offscreen.
MJAPI void mjr_setBuffer(int framebuffer, mjrContext* con);

// Read a rectangle. Nullable: rgb, depth.
MJAPI void mjr_readPixels(unsigned char* rgb, float* depth,
                          mjrRect viewport, const mjrContext* con);

// Write a rectangle. Nullable: rgb, depth.
MJAPI void mjr_drawPixels(const unsigned char* rgb, const float* depth,
                          mjrRect viewport, const mjrContext* con);

// Copy between window and offscreen.
MJAPI void mjr_blitBuffer(mjrRect src, mjrRect dst,
                          int flg_color, int flg_depth, const mjrContext* con);

// Render to an auxiliary buffer.
MJAPI void mjr_setAux(int index, const mjrContext* con);

// Copy an auxiliary buffer.
MJAPI void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con);

// Text at relative coordinates.
MJAPI void mjr_text(int font, const char* txt, const mjrContext* con,
                    float x, float y, float r, float g, float b);

// Text in a corner, in one or two columns. Nullable: overlay2.
MJAPI void mjr_overlay(int font, int gridpos, mjrRect viewport,
                       const char* overlay, const char* overlay2, const mjrContext* con);

// Whole area of the buffer.
MJAPI mjrRect mjr_maxViewport(const mjrContext* con);

// Filled rectangle.
MJAPI void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a);

// Filled rectangle with text.
MJAPI void mjr_label(mjrRect viewport, int font, const char* txt,
                     float r, float g, float b, float a, float rt, float gt, float bt,
                     const mjrContext* con);

// A plot.
MJAPI void mjr_figure(mjrRect viewport, mjvFigure* fig, const mjrContext* con);

// The scene.
MJAPI void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con);

// Wait for the graphics card.
MJAPI void mjr_finish(void);

// OpenGL's error.
MJAPI int mjr_getError(void);

// First rectangle that contains the point; -1: none.
MJAPI int mjr_findRect(int x, int y, int nrect, const mjrRect* rect);

// ---------- User interface --------------------------------------------------------------------------------------

// Distances of a built-in theme.
MJAPI mjuiThemeSpacing mjui_themeSpacing(int ind);

// Colours of a built-in theme.
MJAPI mjuiThemeColor mjui_themeColor(int ind);

// Add a table of definitions.
MJAPI void mjui_add(mjUI* ui, const mjuiDef* def);

// Add definitions to a section.
MJAPI void mjui_addToSection(mjUI* ui, int sect, const mjuiDef* def);

// Recompute sizes.
MJAPI void mjui_resize(mjUI* ui, const mjrContext* con);

// Redraw a section or item into the buffer; -1: all.
MJAPI void mjui_update(int section, int item, const mjUI* ui,
                       const mjuiState* state, const mjrContext* con);

// Handle an event. Returns the item that changed, or NULL.
MJAPI mjuiItem* mjui_event(mjUI* ui, mjuiState* state, const mjrContext* con);

// Copy the buffer to the window.
MJAPI void mjui_render(mjUI* ui, const mjuiState* state, const mjrContext* con);

// ---------- Errors and memory -----------------------------------------------------------------------------------

// Report an error: the thread's handler, the user's, or log and exit, in that order.
MJAPI void mju_error(const char* msg, ...) mjPRINTFLIKE(1, 2);

// The same with an int.
MJAPI void mju_error_i(const char* msg, int i);

// The same with text.
MJAPI void mju_error_s(const char* msg, const char* text);

// Report a warning: the thread's handler, the user's, or log and print.
MJAPI void mju_warning(const char* msg, ...) mjPRINTFLIKE(1, 2);

// The same with an int.
MJAPI void mju_warning_i(const char* msg, int i);

// The same with text.
MJAPI void mju_warning_s(const char* msg, const char* text);

// Set the handlers and allocators to NULL.
MJAPI void mju_clearHandlers(void);

// Allocate, aligned to 64 bytes; running out is an error.
MJAPI void* mju_malloc(size_t size);

// Free. Nullable: ptr.
MJAPI void mju_free(void* ptr);

// Count a warning in data; the first of its kind is reported.
MJAPI void mj_warning(mjData* d, int warning, int info);

// Append a line to MUJOCO_LOG.TXT.
MJAPI void mju_writeLog(const char* type, const char* msg);

// Last error or warning of a spec's compilation.
MJAPI const char* mjs_getError(mjSpec* s);

// Is it a warning?
MJAPI int mjs_isWarning(mjSpec* s);

// ---------- Elementary functions of the number type ------------------------------------------------------------------

#if !defined(mjUSESINGLE)
  #define mju_sqrt sqrt
  #define mju_exp exp
  #define mju_sin sin
  #define mju_cos cos
  #define mju_tan tan
  #define mju_asin asin
  #define mju_acos acos
  #define mju_atan2 atan2
  #define mju_tanh tanh
  #define mju_pow pow
  #define mju_abs fabs
  #define mju_log log
  #define mju_log10 log10
  #define mju_floor floor
  #define mju_ceil ceil
#else
  #define mju_sqrt sqrtf
  #define mju_exp expf
  #define mju_sin sinf
  #define mju_cos cosf
  #define mju_tan tanf
  #define mju_asin asinf
  #define mju_acos acosf
  #define mju_atan2 atan2f
  #define mju_tanh tanhf
  #define mju_pow powf
  #define mju_abs fabsf
  #define mju_log logf
  #define mju_log10 log10f
  #define mju_floor floorf
  #define mju_ceil ceilf
#endif

// ---------- Vectors of three ------------------------------------------------------------------------------------

// res = 0.
MJAPI void mju_zero3(mjtNum res[3]);

// res = data.
MJAPI void mju_copy3(mjtNum res[3], const mjtNum data[3]);

// res = vec * scl.
MJAPI void mju_scl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl);

// res = vec1 + vec2.
MJAPI void mju_add3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]);

// res = vec1 - vec2.
MJAPI void mju_sub3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]);

// res += vec.
MJAPI void mju_addTo3(mjtNum res[3], const mjtNum vec[3]);

// res -= vec.
MJAPI void mju_subFrom3(mjtNum res[3], const mjtNum vec[3]);

// res += vec * scl.
MJAPI void mju_addToScl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl);

// res = vec1 + vec2 * scl.
MJAPI void mju_addScl3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3], mjtNum scl);

// Scale to length 1, (1,0,0) if too short; returns the length before.
MJAPI mjtNum mju_normalize3(mjtNum vec[3]);

// Length.
MJAPI mjtNum mju_norm3(const mjtNum vec[3]);

// Inner product.
MJAPI mjtNum mju_dot3(const mjtNum vec1[3], const mjtNum vec2[3]);

// Distance between two points.
MJAPI mjtNum mju_dist3(const mjtNum pos1[3], const mjtNum pos2[3]);

// res = mat * vec.
MJAPI void mju_mulMatVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]);

// res = mat' * vec.
MJAPI void mju_mulMatTVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]);

// res = a x b.
MJAPI void mju_cross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]);

// ---------- Vectors of four -------------------------------------------------------------------------------------

// res = 0.
MJAPI void mju_zero4(mjtNum res[4]);

// res = (1,0,0,0).
MJAPI void mju_unit4(mjtNum res[4]);

// res = data.
MJAPI void mju_copy4(mjtNum res[4], const mjtNum data[4]);

// Scale to length 1, (1,0,0,0) if too short; returns the length before.
MJAPI mjtNum mju_normalize4(mjtNum vec[4]);

// ---------- Vectors of any length -------------------------------------------------------------------------------

// res = 0.
MJAPI void mju_zero(mjtNum* res, int n);

// All entries of res = val.
MJAPI void mju_fill(mjtNum* res, mjtNum val, int n);

// res = vec.
MJAPI void mju_copy(mjtNum* res, const mjtNum* vec, int n);

// Sum of the entries.
MJAPI mjtNum mju_sum(const mjtNum* vec, int n);

// Sum of absolute values.
MJAPI mjtNum mju_L1(const mjtNum* vec, int n);

// res = vec * scl.
MJAPI void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);

// res = vec1 + vec2.
MJAPI void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);

// res = vec1 - vec2.
MJAPI void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);

// res += vec.
MJAPI void mju_addTo(mjtNum* res, const mjtNum* vec, int n);

// res -= vec.
MJAPI void mju_subFrom(mjtNum* res, const mjtNum* vec, int n);

// res += vec * scl.
MJAPI void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);

// res = vec1 + vec2 * scl.
MJAPI void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n);

// Scale to length 1, first unit vector if too short; returns the length before.
MJAPI mjtNum mju_normalize(mjtNum* res, int n);

// Length.
MJAPI mjtNum mju_norm(const mjtNum* res, int n);

// Inner product, in four partial sums.
MJAPI mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n);

// ---------- Matrices, stored by rows ----------------------------------------------------------------------------

// res = mat * vec, mat is (nr x nc).
MJAPI void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);

// res = mat' * vec, mat is (nr x nc).
MJAPI void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);

// vec1' * mat * vec2.
MJAPI mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n);

// res = mat'.
MJAPI void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc);

// res = (mat + mat') / 2.
MJAPI void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n);

// Identity.
MJAPI void mju_eye(mjtNum* mat, int n);

// res = mat1 * mat2, (r1 x c1) by (c1 x c2).
MJAPI void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2,
                         int r1, int c1, int c2);

// res = mat1 * mat2', (r1 x c1) by (r2 x c1).
MJAPI void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2,
                          int r1, int c1, int r2);

// res = mat1' * mat2, (r1 x c1) by (r1 x c2).
MJAPI void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2,
                          int r1, int c1, int c2);

// res = mat' * diag * mat. Nullable: diag.
MJAPI void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc);

// Motion or force vector to another point and, if rotnew2old is given, other axes.
MJAPI void mju_transformSpatial(mjtNum res[6], const mjtNum vec[6], int flg_force,
                                const mjtNum newpos[3], const mjtNum oldpos[3],
                                const mjtNum rotnew2old[9]);

// ---------- Sparse matrices in compressed rows ------------------------------------------------------------------

// Dense to sparse with room for nnz. Returns 0, 1 if the room is too small.
MJAPI int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc,
                           int* rownnz, int* rowadr, int* colind, int nnz);

// Sparse to dense.
MJAPI void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc,
                            const int* rownnz, const int* rowadr, const int* colind);

// ---------- Quaternions -----------------------------------------------------------------------------------------

// Rotate a vector.
MJAPI void mju_rotVecQuat(mjtNum res[3], const mjtNum vec[3], const mjtNum quat[4]);

// Conjugate: the opposite rotation.
MJAPI void mju_negQuat(mjtNum res[4], const mjtNum quat[4]);

// Product.
MJAPI void mju_mulQuat(mjtNum res[4], const mjtNum quat1[4], const mjtNum quat2[4]);

// Product with a pure quaternion.
MJAPI void mju_mulQuatAxis(mjtNum res[4], const mjtNum quat[4], const mjtNum axis[3]);

// From a unit axis and an angle.
MJAPI void mju_axisAngle2Quat(mjtNum res[4], const mjtNum axis[3], mjtNum angle);

// To angular velocity over time dt.
MJAPI void mju_quat2Vel(mjtNum res[3], const mjtNum quat[4], mjtNum dt);

// Rotation from qb to qa as a vector, in qb's frame.
MJAPI void mju_subQuat(mjtNum res[3], const mjtNum qa[4], const mjtNum qb[4]);

// To a rotation matrix.
MJAPI void mju_quat2Mat(mjtNum res[9], const mjtNum quat[4]);

// From a rotation matrix.
MJAPI void mju_mat2Quat(mjtNum quat[4], const mjtNum mat[9]);

// Rate for an angular velocity.
MJAPI void mju_derivQuat(mjtNum res[4], const mjtNum quat[4], const mjtNum vel[3]);

// Turn by vel * scale.
MJAPI void mju_quatIntegrate(mjtNum quat[4], const mjtNum vel[3], mjtNum scale);

// Least rotation that takes z to vec.
MJAPI void mju_quatZ2Vec(mjtNum quat[4], const mjtNum vec[3]);

// Rotation part of any matrix, starting from quat. Returns the number of iterations.
MJAPI int mju_mat2Rot(mjtNum quat[4], const mjtNum mat[9]);

// From Euler angles; small letters turn with the body, capitals about fixed axes.
MJAPI void mju_euler2Quat(mjtNum quat[4], const mjtNum euler[3], const char* seq);

// ---------- Poses -----------------------------------------------------------------------------------------------

// Product of two poses.
MJAPI void mju_mulPose(mjtNum posres[3], mjtNum quatres[4],
                       const mjtNum pos1[3], const mjtNum quat1[4],
                       const mjtNum pos2[3], const mjtNum quat2[4]);

// The opposite pose.
MJAPI void mju_negPose(mjtNum posres[3], mjtNum quatres[4],
                       const mjtNum pos[3], const mjtNum quat[4]);

// Apply a pose to a point.
MJAPI void mju_trnVecPose(mjtNum res[3], const mjtNum pos[3], const mjtNum quat[4],
                          const mjtNum vec[3]);

// ---------- Factors and eigenvalues -----------------------------------------------------------------------------

// Cholesky factor in place; diagonals below mindiag are raised. Returns the rank.
MJAPI int mju_cholFactor(mjtNum* mat, int n, mjtNum mindiag);

// Solve with the factor; res may be vec.
MJAPI void mju_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n);

// Factor after adding (or subtracting) x*x'; x is used up. Returns the rank.
MJAPI int mju_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus);

// Factor of a banded matrix with dense rows at the end, diagonal raised. Returns the least diagonal, 0 on failure.
MJAPI mjtNum mju_cholFactorBand(mjtNum* mat, int ntotal, int nband, int ndense,
                                mjtNum diagadd, mjtNum diagmul);

// Solve with that factor.
MJAPI void mju_cholSolveBand(mjtNum* res, const mjtNum* mat, const mjtNum* vec,
                             int ntotal, int nband, int ndense);

// Banded to dense, symmetric if flg_sym, else lower triangle.
MJAPI void mju_band2Dense(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense,
                          mjtByte flg_sym);

// Dense to banded; the rest is dropped.
MJAPI void mju_dense2Band(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense);

// Banded matrix times nvec vectors.
MJAPI void mju_bandMulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec,
                             int ntotal, int nband, int ndense, int nvec, mjtByte flg_sym);

// Place of the diagonal entry i.
MJAPI int mju_bandDiag(int i, int ntotal, int nband, int ndense);

// Eigenvalues, largest first, and vectors of a symmetric 3 x 3 matrix. Returns the number of iterations.
MJAPI int mju_eig3(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9]);

// Minimise x'*H*x/2 + x'*g within bounds, from res. Nullable: index, lower, upper. Returns the number of free
// entries, -1 on failure.
MJAPI int mju_boxQP(mjtNum* res, mjtNum* R, int* index, const mjtNum* H, const mjtNum* g, int n,
                    const mjtNum* lower, const mjtNum* upper);

// Allocate the arrays of mju_boxQP. Nullable: lower, upper.
MJAPI void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n,
                           mjtNum** lower, mjtNum** upper);

// ---------- Actuators, cones, springs ---------------------------------------------------------------------------

// Active force of a muscle.
MJAPI mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum lengthrange[2],
                            mjtNum acc0, const mjtNum prm[9]);

// Passive force of a muscle.
MJAPI mjtNum mju_muscleBias(mjtNum len, const mjtNum lengthrange[2],
                            mjtNum acc0, const mjtNum prm[9]);

// Rate of a muscle's activation.
MJAPI mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum prm[3]);

// Contact force to pyramid edges.
MJAPI void mju_encodePyramid(mjtNum* pyramid, const mjtNum* force, const mjtNum* mu, int dim);

// Pyramid edges to contact force.
MJAPI void mju_decodePyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim);

// Position of a spring-damper after time dt, in closed form.
MJAPI mjtNum mju_springDamper(mjtNum pos0, mjtNum vel0, mjtNum Kp, mjtNum Kv, mjtNum dt);

// ---------- Numbers and text ------------------------------------------------------------------------------------

// The smaller one.
MJAPI mjtNum mju_min(mjtNum a, mjtNum b);

// The larger one.
MJAPI mjtNum mju_max(mjtNum a, mjtNum b);

// x within [min, max].
MJAPI mjtNum mju_clip(mjtNum x, mjtNum min, mjtNum max);

// -1, 0 or 1.
MJAPI mjtNum mju_sign(mjtNum x);

// Nearest int.
MJAPI int mju_round(mjtNum x);

// Name of an object kind (mjtObj); NULL: unknown.
MJAPI const char* mju_type2Str(int type);

// Object kind of a name; mjOBJ_UNKNOWN: none.
MJAPI int mju_str2Type(const char* str);

// Bytes as text with a unit; the text lives until the thread's next call.
MJAPI const char* mju_writeNumBytes(size_t nbytes);

// Text of a warning (mjtWarning); likewise.
MJAPI const char* mju_warningText(int warning, size_t info);

// Is it NaN or beyond mjMAXVAL?
MJAPI int mju_isBad(mjtNum x);

// Are all entries zero?
MJAPI int mju_isZero(const mjtNum* vec, int n);

// Random number, standard normal. Nullable: num2, a second one.
MJAPI mjtNum mju_standardNormal(mjtNum* num2);

// float to mjtNum.
MJAPI void mju_f2n(mjtNum* res, const float* vec, int n);

// mjtNum to float.
MJAPI void mju_n2f(float* res, const mjtNum* vec, int n);

// double to mjtNum.
MJAPI void mju_d2n(mjtNum* res, const double* vec, int n);

// mjtNum to double.
MJAPI void mju_n2d(double* res, const mjtNum* vec, int n);

// Sort, ascending.
MJAPI void mju_insertionSort(mjtNum* list, int n);

// Sort ints, ascending.
MJAPI void mju_insertionSortInt(int* list, int n);

// Entry of the Halton sequence of a base.
MJAPI mjtNum mju_Halton(int index, int base);

// Copy at most n-1 chars and end with a zero.
MJAPI char* mju_strncpy(char *dst, const char *src, int n);

// Smooth step from 0 to 1, of fifth order.
MJAPI mjtNum mju_sigmoid(mjtNum x);

// ---------- Signed distance functions ---------------------------------------------------------------------------

// Plugin of a geom's distance function.
MJAPI const mjpPlugin* mjc_getSDF(const mjModel* m, int id);

// Distance at a point.
MJAPI mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]);

// Its gradient.
MJAPI void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3],
                        const mjtNum x[3]);

// ---------- Derivatives -----------------------------------------------------------------------------------------

// Finite differences of a step: state and sensors by state and control. Nullable: A, B, C, D.
MJAPI void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_centered,
                            mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D);

// Finite differences of inverse dynamics: forces, sensors and mass matrix. Nullable: each output.
MJAPI void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_actuation,
                         mjtNum *DfDq, mjtNum *DfDv, mjtNum *DfDa,
                         mjtNum *DsDq, mjtNum *DsDv, mjtNum *DsDa,
                         mjtNum *DmDq);

// How mju_subQuat depends on qa (Da) and on qb (Db). Nullable: Da, Db.
MJAPI void mjd_subQuat(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]);

// Derivatives of mju_quatIntegrate. Nullable: each output.
MJAPI void mjd_quatIntegrate(const mjtNum vel[3], mjtNum scale,
                             mjtNum Dquat[9], mjtNum Dvel[9], mjtNum Dscale[3]);

// ---------- Plugins, providers, decoders ------------------------------------------------------------------------

// Empty plugin.
MJAPI void mjp_defaultPlugin(mjpPlugin* plugin);

// Register for the whole process. Returns the slot; the same again is fine, another of that name an error.
MJAPI int mjp_registerPlugin(const mjpPlugin* plugin);

// How many are registered.
MJAPI int mjp_pluginCount(void);

// By name. Nullable: slot. Returns NULL if there is none.
MJAPI const mjpPlugin* mjp_getPlugin(const char* name, int* slot);

// By slot; NULL: none.
MJAPI const mjpPlugin* mjp_getPluginAtSlot(int slot);

// Empty provider.
MJAPI void mjp_defaultResourceProvider(mjpResourceProvider* provider);

// Register for the whole process. Returns a number above 0, or -1 on failure.
MJAPI int mjp_registerResourceProvider(const mjpResourceProvider* provider);

// How many are registered.
MJAPI int mjp_resourceProviderCount(void);

// The one whose prefix a name has; NULL: none.
MJAPI const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name);

// By slot, from 1; NULL: none.
MJAPI const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot);

// Register for the whole process.
MJAPI void mjp_registerDecoder(const mjpDecoder* decoder);

// Empty decoder.
MJAPI void mjp_defaultDecoder(mjpDecoder* decoder);

// The one for a resource. Nullable: content_type. Returns NULL if there is none.
MJAPI const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type);

// ---------- Resources -------------------------------------------------------------------------------------------

// Open by name: VFS, provider, disk. Nullable: dir, vfs, error. Returns NULL with a message on failure.
MJAPI mjResource* mju_openResource(const char* dir, const char* name,
                                   const mjVFS* vfs, char* error, size_t nerror);

// Close. Nullable: resource.
MJAPI void mju_closeResource(mjResource* resource);

// Point buffer at the contents; returns their size, negative on failure.
MJAPI int mju_readResource(mjResource* resource, const void** buffer);

// Folder part of the name.
MJAPI void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir);

// Changed since the timestamp? 0: no, 1: yes, negative: unknown.
MJAPI int mju_isModifiedResource(const mjResource* resource, const char* timestamp);

// Resource to spec, by its decoder. Nullable: content_type, vfs. Returns NULL on failure.
MJAPI mjSpec* mju_decodeResource(mjResource* resource, const char* content_type,
                                 const mjVFS* vfs);

// ---------- Threads ---------------------------------------------------------------------------------------------

// Start a pool.
MJAPI mjThreadPool* mju_threadPoolCreate(size_t number_of_threads);

// Let the pipeline use it for this data.
MJAPI void mju_bindThreadPool(mjData* d, void* thread_pool);

// Hand over a task.
MJAPI void mju_threadPoolEnqueue(mjThreadPool* thread_pool, mjTask* task);

// Finish all tasks, stop and free the pool.
MJAPI void mju_threadPoolDestroy(mjThreadPool* thread_pool);

// Fresh task.
MJAPI void mju_defaultTask(mjTask* task);

// Wait until a task is done.
MJAPI void mju_taskJoin(mjTask* task);

// ---------- Spec: attaching and bodies --------------------------------------------------------------------------

// Attach a body or frame below another, names with prefix and suffix. Returns what was attached, NULL on failure.
MJAPI mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child,
                             const char* prefix, const char* suffix);

// Add a child body. Nullable: def.
MJAPI mjsBody* mjs_addBody(mjsBody* body, const mjsDefault* def);

// Add a site. Nullable: def.
MJAPI mjsSite* mjs_addSite(mjsBody* body, const mjsDefault* def);

// Add a joint. Nullable: def.
MJAPI mjsJoint* mjs_addJoint(mjsBody* body, const mjsDefault* def);

// Add a free joint.
MJAPI mjsJoint* mjs_addFreeJoint(mjsBody* body);

// Add a geom. Nullable: def.
MJAPI mjsGeom* mjs_addGeom(mjsBody* body, const mjsDefault* def);

// Add a camera. Nullable: def.
MJAPI mjsCamera* mjs_addCamera(mjsBody* body, const mjsDefault* def);

// Add a light. Nullable: def.
MJAPI mjsLight* mjs_addLight(mjsBody* body, const mjsDefault* def);

// Add a frame. Nullable: parentframe.
MJAPI mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe);

// Delete an element and what depends on it. Returns 0 on success.
MJAPI int mjs_delete(mjSpec* spec, mjsElement* element);

// ---------- Spec: other elements --------------------------------------------------------------------------------

// Add an actuator. Nullable: def.
MJAPI mjsActuator* mjs_addActuator(mjSpec* s, const mjsDefault* def);

// Add a sensor.
MJAPI mjsSensor* mjs_addSensor(mjSpec* s);

// Add a flex.
MJAPI mjsFlex* mjs_addFlex(mjSpec* s);

// Add a contact pair. Nullable: def.
MJAPI mjsPair* mjs_addPair(mjSpec* s, const mjsDefault* def);

// Add an excluded pair.
MJAPI mjsExclude* mjs_addExclude(mjSpec* s);

// Add an equality constraint. Nullable: def.
MJAPI mjsEquality* mjs_addEquality(mjSpec* s, const mjsDefault* def);

// Add a tendon. Nullable: def.
MJAPI mjsTendon* mjs_addTendon(mjSpec* s, const mjsDefault* def);

// Lead a tendon through a site.
MJAPI mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name);

// Lead a tendon around a geom, on the side of a site.
MJAPI mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite);

// Add a joint times a coefficient.
MJAPI mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef);

// Add a pulley.
MJAPI mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor);

// Add custom numbers.
MJAPI mjsNumeric* mjs_addNumeric(mjSpec* s);

// Add a custom text.
MJAPI mjsText* mjs_addText(mjSpec* s);

// Add a custom tuple.
MJAPI mjsTuple* mjs_addTuple(mjSpec* s);

// Add a keyframe.
MJAPI mjsKey* mjs_addKey(mjSpec* s);

// Add a plugin instance.
MJAPI mjsPlugin* mjs_addPlugin(mjSpec* s);

// Add a default class. Nullable: parent. Returns NULL if the name is taken.
MJAPI mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent);

// ---------- Spec: actuator shortcuts; each returns an empty text, or what is wrong ------------------------------

// Force is the control.
MJAPI const char* mjs_setToMotor(mjsActuator* actuator);

// Position servo. Nullable: kv, dampratio, timeconst.
MJAPI const char* mjs_setToPosition(mjsActuator* actuator, double kp, double kv[1],
                                    double dampratio[1], double timeconst[1], double inheritrange);

// Position servo on an integrated control. Nullable: kv, dampratio, timeconst.
MJAPI const char* mjs_setToIntVelocity(mjsActuator* actuator, double kp, double kv[1],
                                       double dampratio[1], double timeconst[1], double inheritrange);

// Velocity servo.
MJAPI const char* mjs_setToVelocity(mjsActuator* actuator, double kv);

// Active damper.
MJAPI const char* mjs_setToDamper(mjsActuator* actuator, double kv);

// Pneumatic or hydraulic cylinder.
MJAPI const char* mjs_setToCylinder(mjsActuator* actuator, double timeconst,
                                    double bias, double area, double diameter);

// Muscle.
MJAPI const char* mjs_setToMuscle(mjsActuator* actuator, double timeconst[2], double tausmooth,
                                  double range[2], double force, double scale, double lmin,
                                  double lmax, double vmax, double fpmax, double fvmax);

// Adhesion.
MJAPI const char* mjs_setToAdhesion(mjsActuator* actuator, double gain);

// ---------- Spec: assets ----------------------------------------------------------------------------------------

// Add a mesh. Nullable: def.
MJAPI mjsMesh* mjs_addMesh(mjSpec* s, const mjsDefault* def);

// Add a height field.
MJAPI mjsHField* mjs_addHField(mjSpec* s);

// Add a skin.
MJAPI mjsSkin* mjs_addSkin(mjSpec* s);

// Add a texture.
MJAPI mjsTexture* mjs_addTexture(mjSpec* s);

// Add a material. Nullable: def.
MJAPI mjsMaterial* mjs_addMaterial(mjSpec* s, const mjsDefault* def);

// Fill a mesh by formula. Returns 0 on success.
MJAPI int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams);

// ---------- Spec: finding; NULL where there is nothing ----------------------------------------------------------

// Spec of an element.
MJAPI mjSpec* mjs_getSpec(mjsElement* element);

// Attached spec by the name of its model.
MJAPI mjSpec* mjs_findSpec(mjSpec* spec, const char* name);

// Body by name.
MJAPI mjsBody* mjs_findBody(mjSpec* s, const char* name);

// Element by kind and name.
MJAPI mjsElement* mjs_findElement(mjSpec* s, mjtObj type, const char* name);

// Body by name below another.
MJAPI mjsBody* mjs_findChild(mjsBody* body, const char* name);

// Body that an element is in.
MJAPI mjsBody* mjs_getParent(mjsElement* element);

// Frame that an element is in.
MJAPI mjsFrame* mjs_getFrame(mjsElement* element);

// Frame by name.
MJAPI mjsFrame* mjs_findFrame(mjSpec* s, const char* name);

// Default class of an element.
MJAPI mjsDefault* mjs_getDefault(mjsElement* element);

// Default class by name.
MJAPI mjsDefault* mjs_findDefault(mjSpec* s, const char* classname);

// Topmost default class.
MJAPI mjsDefault* mjs_getSpecDefault(mjSpec* s);

// Id after compilation; -1: none.
MJAPI int mjs_getId(mjsElement* element);

// First element of a kind in a body, or also below it.
MJAPI mjsElement* mjs_firstChild(mjsBody* body, mjtObj type, int recurse);

// The one after it.
MJAPI mjsElement* mjs_nextChild(mjsBody* body, mjsElement* child, int recurse);

// First element of a kind in the spec.
MJAPI mjsElement* mjs_firstElement(mjSpec* s, mjtObj type);

// The one after it.
MJAPI mjsElement* mjs_nextElement(mjSpec* s, mjsElement* element);

// What a wrap passes.
MJAPI mjsElement* mjs_getWrapTarget(mjsWrap* wrap);

// Its side site.
MJAPI mjsSite* mjs_getWrapSideSite(mjsWrap* wrap);

// Its pulley divisor.
MJAPI double mjs_getWrapDivisor(mjsWrap* wrap);

// Its joint coefficient.
MJAPI double mjs_getWrapCoef(mjsWrap* wrap);

// ---------- Spec: setting ---------------------------------------------------------------------------------------

// Name an element. Returns 0, -1 if the name is taken.
MJAPI int mjs_setName(mjsElement* element, const char* name);

// Set bytes.
MJAPI void mjs_setBuffer(mjByteVec* dest, const void* array, int size);

// Set a text.
MJAPI void mjs_setString(mjString* dest, const char* text);

// Set a list to the words of a text.
MJAPI void mjs_setStringVec(mjStringVec* dest, const char* text);

// Set entry i of a list. Returns 1 on success.
MJAPI mjtByte mjs_setInStringVec(mjStringVec* dest, int i, const char* text);

// Append to a list of texts.
MJAPI void mjs_appendString(mjStringVec* dest, const char* text);

// Set a list of ints.
MJAPI void mjs_setInt(mjIntVec* dest, const int* array, int size);

// Append a list to a list of lists.
MJAPI void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size);

// Set a list of floats.
MJAPI void mjs_setFloat(mjFloatVec* dest, const float* array, int size);

// Append a list to a list of lists.
MJAPI void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size);

// Set a list of doubles.
MJAPI void mjs_setDouble(mjDoubleVec* dest, const double* array, int size);

// Set the attributes of a plugin instance.
MJAPI void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes);

// ---------- Spec: getting ---------------------------------------------------------------------------------------

// Name of an element.
MJAPI mjString* mjs_getName(mjsElement* element);

// Chars of a text.
MJAPI const char* mjs_getString(const mjString* source);

// Numbers of a list. Nullable: size.
MJAPI const double* mjs_getDouble(const mjDoubleVec* source, int* size);

// Objects on a tendon's path.
MJAPI int mjs_getWrapNum(const mjsTendon* tendonspec);

// One of them.
MJAPI mjsWrap* mjs_getWrap(const mjsTendon* tendonspec, int i);

// Attributes of a plugin instance.
MJAPI const void* mjs_getPluginAttributes(const mjsPlugin* plugin);

// ---------- Spec: others ----------------------------------------------------------------------------------------

// Give an element a default class.
MJAPI void mjs_setDefault(mjsElement* element, const mjsDefault* def);

// Put an element into a frame. Returns 0 on success.
MJAPI int mjs_setFrame(mjsElement* dest, mjsFrame* frame);

// Orientation in any form to a quaternion. Returns NULL, or what is wrong.
MJAPI const char* mjs_resolveOrientation(double quat[4], mjtByte degree, const char* sequence,
                                         const mjsOrientation* orientation);

// Replace a body by a frame with its children.
MJAPI mjsFrame* mjs_bodyToFrame(mjsBody** body);

// Keep a pointer under a key with an element.
MJAPI void mjs_setUserValue(mjsElement* element, const char* key, const void* data);

// The same, with a function that frees it.
MJAPI void mjs_setUserValueWithCleanup(mjsElement* element, const char* key,
                                       const void* data,
                                       void (*cleanup)(const void*));

// Pointer under a key; NULL: none.
MJAPI const void* mjs_getUserValue(mjsElement* element, const char* key);

// Drop a key.
MJAPI void mjs_deleteUserValue(mjsElement* element, const char* key);

// Numbers that a sensor writes.
MJAPI int mjs_sensorDim(const mjsSensor* sensor);

// ---------- Spec: default values --------------------------------------------------------------------------------

// Default values: spec.
MJAPI void mjs_defaultSpec(mjSpec* spec);

// Default values: orientation.
MJAPI void mjs_defaultOrientation(mjsOrientation* orient);

// Default values: body.
MJAPI void mjs_defaultBody(mjsBody* body);

// Default values: frame.
MJAPI void mjs_defaultFrame(mjsFrame* frame);

// Default values: joint.
MJAPI void mjs_defaultJoint(mjsJoint* joint);

// Default values: geom.
MJAPI void mjs_defaultGeom(mjsGeom* geom);

// Default values: site.
MJAPI void mjs_defaultSite(mjsSite* site);

// Default values: camera.
MJAPI void mjs_defaultCamera(mjsCamera* camera);

// Default values: light.
MJAPI void mjs_defaultLight(mjsLight* light);

// Default values: flex.
MJAPI void mjs_defaultFlex(mjsFlex* flex);

// Default values: mesh.
MJAPI void mjs_defaultMesh(mjsMesh* mesh);

// Default values: height field.
MJAPI void mjs_defaultHField(mjsHField* hfield);

// Default values: skin.
MJAPI void mjs_defaultSkin(mjsSkin* skin);

// Default values: texture.
MJAPI void mjs_defaultTexture(mjsTexture* texture);

// Default values: material.
MJAPI void mjs_defaultMaterial(mjsMaterial* material);

// Default values: contact pair.
MJAPI void mjs_defaultPair(mjsPair* pair);

// Default values: equality constraint.
MJAPI void mjs_defaultEquality(mjsEquality* equality);

// Default values: tendon.
MJAPI void mjs_defaultTendon(mjsTendon* tendon);

// Default values: actuator.
MJAPI void mjs_defaultActuator(mjsActuator* actuator);

// Default values: sensor.
MJAPI void mjs_defaultSensor(mjsSensor* sensor);

// Default values: custom numbers.
MJAPI void mjs_defaultNumeric(mjsNumeric* numeric);

// Default values: custom text.
MJAPI void mjs_defaultText(mjsText* text);

// Default values: custom tuple.
MJAPI void mjs_defaultTuple(mjsTuple* tuple);

// Default values: keyframe.
MJAPI void mjs_defaultKey(mjsKey* key);

// Default values: plugin.
MJAPI void mjs_defaultPlugin(mjsPlugin* plugin);

// ---------- Spec: an element as what it is; NULL if it is something else ----------------------------------------

// The element as body; NULL if it is something else.
MJAPI mjsBody* mjs_asBody(mjsElement* element);

// The element as geom; NULL if it is something else.
MJAPI mjsGeom* mjs_asGeom(mjsElement* element);

// The element as joint; NULL if it is something else.
MJAPI mjsJoint* mjs_asJoint(mjsElement* element);

// The element as site; NULL if it is something else.
MJAPI mjsSite* mjs_asSite(mjsElement* element);

// The element as camera; NULL if it is something else.
MJAPI mjsCamera* mjs_asCamera(mjsElement* element);

// The element as light; NULL if it is something else.
MJAPI mjsLight* mjs_asLight(mjsElement* element);

// The element as frame; NULL if it is something else.
MJAPI mjsFrame* mjs_asFrame(mjsElement* element);

// The element as actuator; NULL if it is something else.
MJAPI mjsActuator* mjs_asActuator(mjsElement* element);

// The element as sensor; NULL if it is something else.
MJAPI mjsSensor* mjs_asSensor(mjsElement* element);

// The element as flex; NULL if it is something else.
MJAPI mjsFlex* mjs_asFlex(mjsElement* element);

// The element as contact pair; NULL if it is something else.
MJAPI mjsPair* mjs_asPair(mjsElement* element);

// The element as equality constraint; NULL if it is something else.
MJAPI mjsEquality* mjs_asEquality(mjsElement* element);

// The element as excluded pair; NULL if it is something else.
MJAPI mjsExclude* mjs_asExclude(mjsElement* element);

// The element as tendon; NULL if it is something else.
MJAPI mjsTendon* mjs_asTendon(mjsElement* element);

// The element as custom numbers; NULL if it is something else.
MJAPI mjsNumeric* mjs_asNumeric(mjsElement* element);

// The element as custom text; NULL if it is something else.
MJAPI mjsText* mjs_asText(mjsElement* element);

// The element as custom tuple; NULL if it is something else.
MJAPI mjsTuple* mjs_asTuple(mjsElement* element);

// The element as keyframe; NULL if it is something else.
MJAPI mjsKey* mjs_asKey(mjsElement* element);

// The element as mesh; NULL if it is something else.
MJAPI mjsMesh* mjs_asMesh(mjsElement* element);

// The element as height field; NULL if it is something else.
MJAPI mjsHField* mjs_asHField(mjsElement* element);

// The element as skin; NULL if it is something else.
MJAPI mjsSkin* mjs_asSkin(mjsElement* element);

// The element as texture; NULL if it is something else.
MJAPI mjsTexture* mjs_asTexture(mjsElement* element);

// The element as material; NULL if it is something else.
MJAPI mjsMaterial* mjs_asMaterial(mjsElement* element);

// The element as plugin instance; NULL if it is something else.
MJAPI mjsPlugin* mjs_asPlugin(mjsElement* element);

#ifdef __cplusplus
}
#endif
#endif
