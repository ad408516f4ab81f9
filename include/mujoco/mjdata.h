// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// The data: the state of a simulated world and everything computed from it.

#ifndef MUJOCO_MJDATA_H_
#define MUJOCO_MJDATA_H_

#include <stddef.h>
#include <stdint.h>
#include <mujoco/mjtnum.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjthread.h>

// Parts of a state vector, one bit each, in the order in which they are stored; then useful sums of them.
typedef enum mjtState_ {
  mjSTATE_TIME = 1<<0,          // time
  mjSTATE_QPOS = 1<<1,          // positions
  mjSTATE_QVEL = 1<<2,          // velocities
  mjSTATE_ACT = 1<<3,           // activations
  mjSTATE_HISTORY = 1<<4,       // delay buffers
  mjSTATE_WARMSTART = 1<<5,     // where the solver starts
  mjSTATE_CTRL = 1<<6,          // controls
  mjSTATE_QFRC_APPLIED = 1<<7,  // forces applied to dofs
  mjSTATE_XFRC_APPLIED = 1<<8,  // wrenches applied to bodies
  mjSTATE_EQ_ACTIVE = 1<<9,     // which equality constraints act
  mjSTATE_MOCAP_POS = 1<<10,    // mocap positions
  mjSTATE_MOCAP_QUAT = 1<<11,   // mocap orientations
  mjSTATE_USERDATA = 1<<12,     // user numbers
  mjSTATE_PLUGIN = 1<<13,       // states of plugins
  mjNSTATE = 14,                // how many parts there are
  // what moves by itself
  mjSTATE_PHYSICS = mjSTATE_QPOS | mjSTATE_QVEL | mjSTATE_ACT | mjSTATE_HISTORY,
  // with time and plugins
  mjSTATE_FULLPHYSICS = mjSTATE_TIME | mjSTATE_PHYSICS | mjSTATE_PLUGIN,
  // what the user sets
  mjSTATE_USER = mjSTATE_CTRL | mjSTATE_QFRC_APPLIED | mjSTATE_XFRC_APPLIED |
                          mjSTATE_EQ_ACTIVE | mjSTATE_MOCAP_POS | mjSTATE_MOCAP_QUAT |
                          mjSTATE_USERDATA,
  // everything that the next step depends on
  mjSTATE_INTEGRATION = mjSTATE_FULLPHYSICS | mjSTATE_USER | mjSTATE_WARMSTART
} mjtState;

// Kinds of constraint row, efc_type.
typedef enum mjtConstraint_ {
  mjCNSTR_EQUALITY = 0,          // equality
  mjCNSTR_FRICTION_DOF,          // dry friction of a dof
  mjCNSTR_FRICTION_TENDON,       // dry friction of a tendon
  mjCNSTR_LIMIT_JOINT,           // limit of a joint
  mjCNSTR_LIMIT_TENDON,          // limit of a tendon
  mjCNSTR_CONTACT_FRICTIONLESS,  // contact with a normal force only
  mjCNSTR_CONTACT_PYRAMIDAL,     // edge of a friction pyramid
  mjCNSTR_CONTACT_ELLIPTIC       // component of an elliptic contact
} mjtConstraint;

// Which piece of its cost a row is on, efc_state.
typedef enum mjtConstraintState_ {
  mjCNSTRSTATE_SATISFIED = 0,  // no cost, no force
  mjCNSTRSTATE_QUADRATIC,      // quadratic
  mjCNSTRSTATE_LINEARNEG,      // friction at its negative bound
  mjCNSTRSTATE_LINEARPOS,      // friction at its positive bound
  mjCNSTRSTATE_CONE            // on the surface of an elliptic cone
} mjtConstraintState;

// Counted warnings.
typedef enum mjtWarning_ {
  mjWARN_INERTIA = 0,  // mass matrix nearly singular
  mjWARN_CONTACTFULL,  // no room for a contact
  mjWARN_CNSTRFULL,    // no room for constraint rows
  mjWARN_VGEOMFULL,    // no room for a drawn geom
  mjWARN_BADQPOS,      // qpos is not finite or too large
  mjWARN_BADQVEL,      // qvel likewise
  mjWARN_BADQACC,      // qacc likewise
  mjWARN_BADCTRL,      // ctrl likewise
  mjNWARNING           // how many there are
} mjtWarning;

// Timers; they run when mjcb_time is set.
typedef enum mjtTimer_ {
  mjTIMER_STEP = 0,        // mj_step
  mjTIMER_FORWARD,         // mj_forward
  mjTIMER_INVERSE,         // mj_inverse
  mjTIMER_POSITION,        // position stage
  mjTIMER_VELOCITY,        // velocity stage
  mjTIMER_ACTUATION,       // actuator forces
  mjTIMER_CONSTRAINT,      // constraint solver
  mjTIMER_ADVANCE,         // integration
  mjTIMER_POS_KINEMATICS,  // of position: kinematics, com, tendons, transmission
  mjTIMER_POS_INERTIA,     // of position: mass matrix and its factor
  mjTIMER_POS_COLLISION,   // of position: collisions
  mjTIMER_POS_MAKE,        // of position: constraint rows
  mjTIMER_POS_PROJECT,     // of position: projection for dual solvers
  mjTIMER_COL_BROAD,       // of collisions: broad phase
  mjTIMER_COL_NARROW,      // of collisions: narrow phase
  mjNTIMER                 // how many there are
} mjtTimer;

// Is a body or tree awake?
typedef enum mjtSleepState_ {
  mjS_STATIC = -1,  // it cannot move
  mjS_ASLEEP = 0,   // it rests and is skipped
  mjS_AWAKE = 1     // it is simulated
} mjtSleepState;

// One contact point between two geoms or flexes.
struct mjContact_ {
  // from the collider
  mjtNum dist;                    // distance along the normal; negative: penetration
  mjtNum pos[3];                  // middle between the two surfaces, world frame
  mjtNum frame[9];                // rows: normal from the first to the second, two tangents

  // from the parameters of the two
  mjtNum includemargin;           // the row acts while dist is below this: margin - gap
  mjtNum friction[5];             // two slides, spin, two rolls
  mjtNum solref[mjNREF];          // reference acceleration, normal
  mjtNum solreffriction[mjNREF];  // reference acceleration, friction; 0: as normal
  mjtNum solimp[mjNIMP];          // impedance

  // for the solver
  mjtNum mu;                      // friction coefficient of the regularised cone
  mjtNum H[36];                   // cone Hessian; only in the Newton solver

  // who touches whom
  int dim;                        // contact dimension: 1, 3, 4 or 6
  int geom1;                      // first geom, older name of geom[0]
  int geom2;                      // second geom, older name of geom[1]
  int geom[2];                    // geoms; -1: a flex
  int flex[2];                    // flexes; -1: a geom
  int elem[2];                    // elements of the flexes; -1: a geom or a vertex
  int vert[2];                    // vertices of the flexes; -1: a geom or an element

  // its rows
  int exclude;                    // 0: has rows, 1: in the gap, 2: merged, 3: cannot move, 4: passive force
  int efc_address;                // first row; -1: none
};
typedef struct mjContact_ mjContact;

// Count of one warning.
struct mjWarningStat_ {
  int lastinfo;  // what the last one was about
  int number;    // how often since the reset
};
typedef struct mjWarningStat_ mjWarningStat;

// Sums of one timer.
struct mjTimerStat_ {
  mjtNum duration;  // time spent
  int number;       // calls
};
typedef struct mjTimerStat_ mjTimerStat;

// One iteration of the solver.
struct mjSolverStat_ {
  mjtNum improvement;  // decrease of the cost
  mjtNum gradient;     // norm of the gradient, scaled
  mjtNum lineslope;    // slope at the end of the line search, scaled
  int nactive;         // rows that are not satisfied
  int nchange;         // rows whose state changed
  int neval;           // cost evaluations of the line search
  int nupdate;         // rank-one updates of the factor
};
typedef struct mjSolverStat_ mjSolverStat;

// State and results of one world. Inputs and results lie in one block; contacts and rows in an arena that grows from
// one end of another block while scratch space grows from its other end.
struct mjData_ {
  // memory
  mjtSize narena;                            // bytes of arena and stack
  mjtSize nbuffer;                           // bytes of the main block
  int nplugin;                               // plugin instances
  size_t pstack;                             // stack: used bytes
  size_t pbase;                              // stack: start of the current frame
  size_t parena;                             // arena: used bytes

  // most memory used since the reset
  mjtSize maxuse_stack;                      // stack, bytes
  mjtSize maxuse_threadstack[mjMAXTHREAD];   // stack per thread, bytes
  mjtSize maxuse_arena;                      // arena and stack together, bytes
  int maxuse_con;                            // contacts
  int maxuse_efc;                            // rows

  // statistics
  mjSolverStat solver[mjNISLAND*mjNSOLVER];  // iterations, island by island  (mjNISLAND x mjNSOLVER)
  int solver_niter[mjNISLAND];               // iterations per island
  int solver_nnz[mjNISLAND];                 // nonzeros of the Hessian or of efc_AR, per island
  mjtNum solver_fwdinv[2];                   // forward against inverse: constraint force, applied force
  mjWarningStat warning[mjNWARNING];         // warnings
  mjTimerStat timer[mjNTIMER];               // timers

  // sizes that change with the state
  int ncon;                                  // contacts
  int ne;                                    // equality rows
  int nf;                                    // dry friction rows
  int nl;                                    // limit rows
  int nefc;                                  // all rows
  int nJ;                                    // nonzeros of the constraint Jacobian
  int nA;                                    // nonzeros of efc_AR
  int nisland;                               // islands
  int nidof;                                 // dofs in islands
  int ntree_awake;                           // trees awake
  int nbody_awake;                           // bodies awake or static
  int nparent_awake;                         // bodies whose parent is awake or static
  int nv_awake;                              // dofs awake

  // is it up to date?
  mjtByte flg_energypos;                     // potential energy
  mjtByte flg_energyvel;                     // kinetic energy
  mjtByte flg_subtreevel;                    // subtree velocities
  mjtByte flg_rnepost;                       // cacc, cfrc_int, cfrc_ext

  // time and energy
  mjtNum time;                               // simulated time
  mjtNum energy[2];                          // potential, kinetic

  // the blocks
  void* buffer;                              // holds the arrays down to cfrc_ext
  void* arena;                               // holds contacts and rows, and scratch space

  // state
  mjtNum* qpos;                              // positions  (nq)
  mjtNum* qvel;                              // velocities  (nv)
  mjtNum* act;                               // activations of actuators  (na)
  mjtNum* history;                           // delay buffers  (nhistory)
  mjtNum* qacc_warmstart;                    // acceleration where the solver starts  (nv)
  mjtNum* plugin_state;                      // states of plugins  (npluginstate)

  // inputs
  mjtNum* ctrl;                              // controls  (nu)
  mjtNum* qfrc_applied;                      // force on each dof  (nv)
  mjtNum* xfrc_applied;                      // force and torque on each body, world frame  (nbody x 6)
  mjtByte* eq_active;                        // which equality constraints act  (neq)
  mjtNum* mocap_pos;                         // mocap bodies: position  (nmocap x 3)
  mjtNum* mocap_quat;                        // mocap bodies: orientation  (nmocap x 4)

  // main results
  mjtNum* qacc;                              // accelerations  (nv)
  mjtNum* act_dot;                           // rates of the activations  (na)
  mjtNum* userdata;                          // user numbers; the engine leaves them alone  (nuserdata)
  mjtNum* sensordata;                        // outputs of the sensors  (nsensordata)
  int* tree_asleep;                          // awake: negative countdown; asleep: next tree of its sleeping cycle  (ntree)
  int* plugin;                               // copy of the model's plugin slots  (nplugin)
  uintptr_t* plugin_data;                    // pointer of each plugin instance  (nplugin)

  // after positions: poses in the world
  mjtNum* xpos;                              // bodies: position  (nbody x 3)
  mjtNum* xquat;                             // bodies: orientation  (nbody x 4)
  mjtNum* xmat;                              // bodies: orientation as a matrix  (nbody x 9)
  mjtNum* xipos;                             // bodies: centre of mass  (nbody x 3)
  mjtNum* ximat;                             // bodies: principal axes  (nbody x 9)
  mjtNum* xanchor;                           // joints: anchor  (njnt x 3)
  mjtNum* xaxis;                             // joints: axis  (njnt x 3)
  mjtNum* geom_xpos;                         // geoms: position  (ngeom x 3)
  mjtNum* geom_xmat;                         // geoms: orientation  (ngeom x 9)
  mjtNum* site_xpos;                         // sites: position  (nsite x 3)
  mjtNum* site_xmat;                         // sites: orientation  (nsite x 9)
  mjtNum* cam_xpos;                          // cameras: position  (ncam x 3)
  mjtNum* cam_xmat;                          // cameras: orientation  (ncam x 9)
  mjtNum* light_xpos;                        // lights: position  (nlight x 3)
  mjtNum* light_xdir;                        // lights: direction  (nlight x 3)

  // after positions: quantities about the centre of mass
  mjtNum* subtree_com;                       // centre of mass of each subtree  (nbody x 3)
  mjtNum* cdof;                              // motion axis of each dof: rotation, translation  (nv x 6)
  mjtNum* cinert;                            // inertia and mass of each body  (nbody x 10)

  // after positions: flexes
  mjtNum* flexvert_xpos;                     // vertices in the world  (nflexvert x 3)
  mjtNum* flexelem_aabb;                     // boxes of the elements: centre and half sides  (nflexelem x 6)
  mjtNum* flexedge_J;                        // Jacobian of the edge lengths  (nJfe)
  mjtNum* flexedge_length;                   // edge lengths  (nflexedge)
  mjtNum* flexvert_J;                        // Jacobian of the vertex metrics  (nJfv x 2)
  mjtNum* flexvert_length;                   // vertex metrics  (nflexvert x 2)
  mjtNum* bvh_aabb_dyn;                      // boxes of the trees that are refitted  (nbvhdynamic x 6)

  // after positions: tendons
  int* ten_wrapadr;                          // first point of the path  (ntendon)
  int* ten_wrapnum;                          // points of the path  (ntendon)
  int* ten_J_rownnz;                         // Jacobian: nonzeros of the row  (ntendon)
  int* ten_J_rowadr;                         // Jacobian: start of the row  (ntendon)
  int* ten_J_colind;                         // Jacobian: dofs  (ntendon x nv)
  mjtNum* ten_J;                             // Jacobian  (ntendon x nv)
  mjtNum* ten_length;                        // lengths  (ntendon)
  int* wrap_obj;                             // geom of the point; -1: site, -2: pulley  (nwrap x 2)
  mjtNum* wrap_xpos;                         // points of the path in the world  (nwrap x 6)

  // after positions: actuators
  mjtNum* actuator_length;                   // lengths  (nu)
  int* moment_rownnz;                        // moments: nonzeros of the row  (nu)
  int* moment_rowadr;                        // moments: start of the row  (nu)
  int* moment_colind;                        // moments: dofs  (nJmom)
  mjtNum* actuator_moment;                   // moments  (nJmom)

  // after positions: inertia
  mjtNum* crb;                               // composite inertia and mass of each subtree  (nbody x 10)
  mjtNum* qM;                                // mass matrix, ancestors of each dof in turn  (nM)
  mjtNum* M;                                 // mass matrix, lower triangle in compressed rows  (nC)
  mjtNum* qLD;                               // factor L'*D*L of M  (nC)
  mjtNum* qLDiagInv;                         // inverse of D  (nv)

  // after positions: what collided, what is awake
  mjtByte* bvh_active;                       // was the node tested  (nbvh)
  int* tree_awake;                           // is the tree awake  (ntree)
  int* body_awake;                           // mjtSleepState of each body  (nbody)
  int* body_awake_ind;                       // bodies awake or static, in order  (nbody)
  int* parent_awake_ind;                     // bodies whose parent is awake or static, in order  (nbody)
  int* dof_awake_ind;                        // dofs awake, in order  (nv)

  // after velocities
  mjtNum* flexedge_velocity;                 // flex edges  (nflexedge)
  mjtNum* ten_velocity;                      // tendons  (ntendon)
  mjtNum* actuator_velocity;                 // actuators  (nu)
  mjtNum* cvel;                              // bodies: rotation, translation, about the com  (nbody x 6)
  mjtNum* cdof_dot;                          // rate of cdof  (nv x 6)
  mjtNum* qfrc_bias;                         // Coriolis, centrifugal and gravity force  (nv)
  mjtNum* qfrc_spring;                       // springs  (nv)
  mjtNum* qfrc_damper;                       // dampers  (nv)
  mjtNum* qfrc_gravcomp;                     // gravity compensation  (nv)
  mjtNum* qfrc_fluid;                        // drag and lift  (nv)
  mjtNum* qfrc_passive;                      // all passive forces  (nv)
  mjtNum* subtree_linvel;                    // velocity of the subtree's centre of mass  (nbody x 3)
  mjtNum* subtree_angmom;                    // angular momentum about it  (nbody x 3)

  // for implicit integration
  mjtNum* qH;                                // factor of the modified mass matrix, as qLD  (nC)
  mjtNum* qHDiagInv;                         // inverse of its D  (nv)
  mjtNum* qDeriv;                            // derivative of smooth force by velocity  (nD)
  mjtNum* qLU;                               // factor of M - dt*qDeriv  (nD)

  // after actuation
  mjtNum* actuator_force;                    // force of each actuator  (nu)
  mjtNum* qfrc_actuator;                     // force of all on each dof  (nv)
  mjtNum* qfrc_smooth;                       // all forces but those of constraints  (nv)
  mjtNum* qacc_smooth;                       // acceleration without constraints  (nv)

  // after the solver
  mjtNum* qfrc_constraint;                   // force of all constraints on each dof  (nv)
  mjtNum* qfrc_inverse;                      // result of inverse dynamics  (nv)
  mjtNum* cacc;                              // bodies: acceleration about the com  (nbody x 6)
  mjtNum* cfrc_int;                          // wrench from the parent, about the com  (nbody x 6)
  mjtNum* cfrc_ext;                          // wrench from outside, about the com  (nbody x 6)

  // in the arena: contacts
  mjContact* contact;                        // contacts, in the order in which pairs are visited  (ncon)

  // in the arena: constraint rows
  int* efc_type;                             // mjtConstraint  (nefc)
  int* efc_id;                               // object of that kind  (nefc)
  int* efc_J_rownnz;                         // Jacobian: nonzeros of the row  (nefc)
  int* efc_J_rowadr;                         // Jacobian: start of the row  (nefc)
  int* efc_J_rowsuper;                       // Jacobian: following rows with the same pattern  (nefc)
  int* efc_J_colind;                         // Jacobian: dofs  (nJ)
  mjtNum* efc_J;                             // Jacobian, dense or sparse  (nJ)
  mjtNum* efc_pos;                           // position error  (nefc)
  mjtNum* efc_margin;                        // distance where the row begins to act  (nefc)
  mjtNum* efc_frictionloss;                  // bound of dry friction  (nefc)
  mjtNum* efc_diagApprox;                    // estimated diagonal of J*inv(M)*J'  (nefc)
  mjtNum* efc_KBIP;                          // stiffness, damping, impedance, its slope  (nefc x 4)
  mjtNum* efc_D;                             // 1 / R  (nefc)
  mjtNum* efc_R;                             // regulariser  (nefc)
  int* tendon_efcadr;                        // first equality row of a tendon's path length; -1: none  (ntendon)

  // in the arena: islands of dofs
  int* tree_island;                          // island of the tree; -1: none  (ntree)
  int* island_ntree;                         // trees  (nisland)
  int* island_itreeadr;                      // first entry in map_itree2tree  (nisland)
  int* map_itree2tree;                       // trees, island by island  (ntree)
  int* dof_island;                           // island of the dof; -1: none  (nv)
  int* island_nv;                            // dofs  (nisland)
  int* island_idofadr;                       // first dof in island order  (nisland)
  int* island_dofadr;                        // first dof in model order  (nisland)
  int* map_dof2idof;                         // model order to island order  (nv)
  int* map_idof2dof;                         // island order to model order  (nv)
  mjtNum* ifrc_smooth;                       // qfrc_smooth in island order  (nidof)
  mjtNum* iacc_smooth;                       // qacc_smooth in island order  (nidof)
  int* iM_rownnz;                            // M in island order: nonzeros  (nidof)
  int* iM_rowadr;                            // M in island order: start of the row  (nidof)
  int* iM_colind;                            // M in island order: columns  (nC)
  mjtNum* iM;                                // M in island order  (nC)
  mjtNum* iLD;                               // its factor  (nC)
  mjtNum* iLDiagInv;                         // inverse of its D  (nidof)
  mjtNum* iacc;                              // qacc in island order  (nidof)

  // in the arena: islands of rows
  int* efc_island;                           // island of the row  (nefc)
  int* island_ne;                            // equality rows  (nisland)
  int* island_nf;                            // dry friction rows  (nisland)
  int* island_nefc;                          // all rows  (nisland)
  int* island_iefcadr;                       // first row in island order  (nisland)
  int* map_efc2iefc;                         // model order to island order  (nefc)
  int* map_iefc2efc;                         // island order to model order  (nefc)
  int* iefc_type;                            // efc_type in island order  (nefc)
  int* iefc_id;                              // efc_id in island order  (nefc)
  int* iefc_J_rownnz;                        // Jacobian in island order: nonzeros  (nefc)
  int* iefc_J_rowadr;                        // Jacobian in island order: start of the row  (nefc)
  int* iefc_J_rowsuper;                      // Jacobian in island order: following rows with the same pattern  (nefc)
  int* iefc_J_colind;                        // Jacobian in island order: dofs of the island  (nJ)
  mjtNum* iefc_J;                            // Jacobian in island order  (nJ)
  mjtNum* iefc_frictionloss;                 // efc_frictionloss in island order  (nefc)
  mjtNum* iefc_D;                            // efc_D in island order  (nefc)
  mjtNum* iefc_R;                            // efc_R in island order  (nefc)

  // in the arena: the dual problem
  int* efc_AR_rownnz;                        // A + R: nonzeros  (nefc)
  int* efc_AR_rowadr;                        // A + R: start of the row  (nefc)
  int* efc_AR_colind;                        // A + R: columns  (nA)
  mjtNum* efc_AR;                            // J*inv(M)*J' + R  (nA)

  // in the arena: what depends on velocity, and the solution
  mjtNum* efc_vel;                           // velocity along the row, J*qvel  (nefc)
  mjtNum* efc_aref;                          // reference acceleration  (nefc)
  mjtNum* efc_b;                             // J*qacc_smooth - aref  (nefc)
  mjtNum* iefc_aref;                         // efc_aref in island order  (nefc)
  int* iefc_state;                           // mjtConstraintState in island order  (nefc)
  mjtNum* iefc_force;                        // force in island order  (nefc)
  int* efc_state;                            // mjtConstraintState  (nefc)
  mjtNum* efc_force;                         // force along the row  (nefc)
  mjtNum* ifrc_constraint;                   // qfrc_constraint in island order  (nidof)

  // others
  uintptr_t threadpool;                      // mjThreadPool bound to this data, as a number
  uint64_t signature;                        // of the model that it was made from
};
typedef struct mjData_ mjData;

// acts on model and data: mjcb_passive, mjcb_control
typedef void (*mjfGeneric)(const mjModel* m, mjData* d);

// contact filter: nonzero drops the pair of geoms
typedef int (*mjfConFilt)(const mjModel* m, mjData* d, int geom1, int geom2);

// user sensors of a stage: mjcb_sensor
typedef void (*mjfSensor)(const mjModel* m, mjData* d, int stage);

// clock for the timers: mjcb_time
typedef mjtNum (*mjfTime)(void);

// user actuator dynamics, gain or bias
typedef mjtNum (*mjfAct)(const mjModel* m, const mjData* d, int id);

// contacts between two geoms: writes them to con, returns how many
typedef int (*mjfCollision)(const mjModel* m, const mjData* d,
                            mjContact* con, int g1, int g2, mjtNum margin);

#endif
