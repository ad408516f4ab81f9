// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// The model: everything about a simulated world that stays the same while it runs.

#ifndef MUJOCO_MJMODEL_H_
#define MUJOCO_MJMODEL_H_

#include <stddef.h>
#include <stdint.h>
#include <mujoco/mjtnum.h>

// numbers that hold everywhere
#define mjPI             3.14159265358979323846  // ratio of circumference to diameter
#define mjMAXVAL         1E+10                  // a state entry beyond this counts as divergence
#define mjMINMU          1E-5                   // friction coefficients are raised to this
#define mjMINIMP         0.0001                 // impedance stays above this
#define mjMAXIMP         0.9999                 // impedance stays below this
#define mjMAXCONPAIR     50                     // most contacts between two geoms
#define mjMAXTREEDEPTH   50                     // deepest bounding volume tree
#define mjMAXFLEXNODES   27                     // most nodes of an interpolated flex
#define mjMINAWAKE       10                     // steps of rest before a tree falls asleep

// lengths of the parameter vectors
#define mjNEQDATA        11                     // eq_data
#define mjNDYN           10                     // actuator_dynprm
#define mjNGAIN          10                     // actuator_gainprm
#define mjNBIAS          10                     // actuator_biasprm
#define mjNFLUID         12                     // geom_fluid
#define mjNREF           2                      // every solref
#define mjNIMP           5                      // every solimp
#define mjNSENS          3                      // sensor_intprm
#define mjNSOLVER        200                    // iterations whose statistics mjData keeps
#define mjNISLAND        20                     // islands whose statistics mjData keeps

// Parts of the engine that opt.disableflags switches off, one bit each.
typedef enum mjtDisableBit_ {
  mjDSBL_CONSTRAINT = 1<<0,     // the whole constraint solver
  mjDSBL_EQUALITY = 1<<1,       // equality rows
  mjDSBL_FRICTIONLOSS = 1<<2,   // dry friction of dofs and tendons
  mjDSBL_LIMIT = 1<<3,          // limits of joints and tendons
  mjDSBL_CONTACT = 1<<4,        // collision detection and contact rows
  mjDSBL_SPRING = 1<<5,         // springs of joints, tendons and flexes
  mjDSBL_DAMPER = 1<<6,         // dampers of joints, tendons and flexes
  mjDSBL_GRAVITY = 1<<7,        // gravity counts as zero
  mjDSBL_CLAMPCTRL = 1<<8,      // controls are used unclamped
  mjDSBL_WARMSTART = 1<<9,      // the solver starts from qacc_smooth
  mjDSBL_FILTERPARENT = 1<<10,  // a body may hit its parent
  mjDSBL_ACTUATION = 1<<11,     // actuator forces
  mjDSBL_REFSAFE = 1<<12,       // time constants below two steps are kept
  mjDSBL_SENSOR = 1<<13,        // sensors
  mjDSBL_MIDPHASE = 1<<14,      // bounding volume trees between broad and narrow phase
  mjDSBL_EULERDAMP = 1<<15,     // implicit joint damping of the Euler integrator
  mjDSBL_AUTORESET = 1<<16,     // reset after divergence
  mjDSBL_NATIVECCD = 1<<17,     // own convex collider; libccd takes over
  mjDSBL_ISLAND = 1<<18,        // splitting the constraints into islands
  mjNDISABLE = 19               // how many bits there are
} mjtDisableBit;

// Optional parts that opt.enableflags switches on, one bit each.
typedef enum mjtEnableBit_ {
  mjENBL_OVERRIDE = 1<<0,     // contacts take o_margin, o_solref, o_solimp and o_friction
  mjENBL_ENERGY = 1<<1,       // potential and kinetic energy
  mjENBL_FWDINV = 1<<2,       // comparison of forward with inverse dynamics
  mjENBL_INVDISCRETE = 1<<3,  // inverse dynamics of the discrete-time step
  mjENBL_MULTICCD = 1<<4,     // several contacts per convex pair
  mjENBL_SLEEP = 1<<5,        // resting trees fall asleep
  mjNENABLE = 6               // how many bits there are
} mjtEnableBit;

// Joint types; the numbers are entries of qpos + entries of qvel.
typedef enum mjtJoint_ {
  mjJNT_FREE = 0,  // 7 + 6: position and orientation in the world
  mjJNT_BALL,      // 4 + 3: rotation about a point
  mjJNT_SLIDE,     // 1 + 1: translation along an axis
  mjJNT_HINGE      // 1 + 1: rotation about an axis
} mjtJoint;

// Shapes of geoms and sites, then shapes that only a picture has.
typedef enum mjtGeom_ {
  mjGEOM_PLANE = 0,    // infinite for collisions, drawn with its size
  mjGEOM_HFIELD,       // terrain over a grid
  mjGEOM_SPHERE,       // ball
  mjGEOM_CAPSULE,      // cylinder with round ends along z
  mjGEOM_ELLIPSOID,    // three half axes
  mjGEOM_CYLINDER,     // along z
  mjGEOM_BOX,          // three half sides
  mjGEOM_MESH,         // triangles; collides as its hull
  mjGEOM_SDF,          // signed distance function
  mjNGEOMTYPES,        // how many types can be in a model
  mjGEOM_ARROW = 100,  // arrow with a head
  mjGEOM_ARROW1,       // shaft without a head
  mjGEOM_ARROW2,       // heads at both ends
  mjGEOM_LINE,         // line
  mjGEOM_LINEBOX,      // edges of a box
  mjGEOM_FLEX,         // deformable mesh
  mjGEOM_SKIN,         // skin
  mjGEOM_LABEL,        // text only
  mjGEOM_TRIANGLE,     // one triangle
  mjGEOM_NONE = 1001   // no shape
} mjtGeom;

// How a camera projects.
typedef enum mjtProjection_ {
  mjPROJ_PERSPECTIVE = 0,  // rays from one point
  mjPROJ_ORTHOGRAPHIC      // parallel rays
} mjtProjection;

// What a camera or light follows.
typedef enum mjtCamLight_ {
  mjCAMLIGHT_FIXED = 0,     // moves with its body
  mjCAMLIGHT_TRACK,         // keeps its offset from the body, orientation fixed in the world
  mjCAMLIGHT_TRACKCOM,      // the same from the centre of mass of the body's subtree
  mjCAMLIGHT_TARGETBODY,    // moves with its body, looks at the target body
  mjCAMLIGHT_TARGETBODYCOM  // looks at the centre of mass of the target's subtree
} mjtCamLight;

// Kinds of light source.
typedef enum mjtLightType_ {
  mjLIGHT_SPOT = 0,     // cone
  mjLIGHT_DIRECTIONAL,  // parallel
  mjLIGHT_POINT,        // in all directions
  mjLIGHT_IMAGE,        // surroundings given by a texture
} mjtLightType;

// Kinds of texture.
typedef enum mjtTexture_ {
  mjTEXTURE_2D = 0,  // flat image
  mjTEXTURE_CUBE,    // six sides around an object
  mjTEXTURE_SKYBOX   // six sides around the scene
} mjtTexture;

// What a texture means to a material.
typedef enum mjtTextureRole_ {
  mjTEXROLE_USER = 0,   // left to the user
  mjTEXROLE_RGB,        // base colour
  mjTEXROLE_OCCLUSION,  // ambient occlusion
  mjTEXROLE_ROUGHNESS,  // roughness
  mjTEXROLE_METALLIC,   // metalness
  mjTEXROLE_NORMAL,     // normals
  mjTEXROLE_OPACITY,    // opacity
  mjTEXROLE_EMISSIVE,   // light given off
  mjTEXROLE_RGBA,       // base colour and opacity
  mjTEXROLE_ORM,        // occlusion, roughness and metalness in one
  mjNTEXROLE            // how many roles there are
} mjtTextureRole;

// Encoding of the colours of a texture.
typedef enum mjtColorSpace_ {
  mjCOLORSPACE_AUTO = 0,  // as the file says, else linear
  mjCOLORSPACE_LINEAR,    // linear
  mjCOLORSPACE_SRGB       // sRGB
} mjtColorSpace;

// Time integrators.
typedef enum mjtIntegrator_ {
  mjINT_EULER = 0,    // semi-implicit Euler
  mjINT_RK4,          // Runge-Kutta, fourth order
  mjINT_IMPLICIT,     // implicit in velocity, all derivatives
  mjINT_IMPLICITFAST  // implicit in velocity, without Coriolis derivatives
} mjtIntegrator;

// Friction cones.
typedef enum mjtCone_ {
  mjCONE_PYRAMIDAL = 0,  // a pyramid of edge forces
  mjCONE_ELLIPTIC        // the elliptic cone itself
} mjtCone;

// How the constraint Jacobian is stored.
typedef enum mjtJacobian_ {
  mjJAC_DENSE = 0,  // all entries
  mjJAC_SPARSE,     // nonzeros only
  mjJAC_AUTO        // sparse from 60 dofs on
} mjtJacobian;

// Constraint solvers.
typedef enum mjtSolver_ {
  mjSOL_PGS = 0,  // projected Gauss-Seidel, over forces
  mjSOL_CG,       // nonlinear conjugate gradients, over accelerations
  mjSOL_NEWTON    // Newton's method, over accelerations
} mjtSolver;

// Kinds of equality constraint.
typedef enum mjtEq_ {
  mjEQ_CONNECT = 0,  // two points coincide
  mjEQ_WELD,         // two frames coincide
  mjEQ_JOINT,        // one joint is a polynomial of another
  mjEQ_TENDON,       // one tendon length is a polynomial of another
  mjEQ_FLEX,         // edges of a flex keep their lengths
  mjEQ_FLEXVERT,     // vertices of a flex keep their surroundings
  mjEQ_DISTANCE      // no longer built; the number stays taken
} mjtEq;

// What a tendon passes, one entry of wrap_type.
typedef enum mjtWrap_ {
  mjWRAP_NONE = 0,  // nothing
  mjWRAP_JOINT,     // joint with a coefficient
  mjWRAP_PULLEY,    // division of what follows
  mjWRAP_SITE,      // point
  mjWRAP_SPHERE,    // around a sphere
  mjWRAP_CYLINDER   // around a cylinder
} mjtWrap;

// What an actuator acts on.
typedef enum mjtTrn_ {
  mjTRN_JOINT = 0,        // joint, axis in the joint's frame
  mjTRN_JOINTINPARENT,    // joint, axis in the parent's frame
  mjTRN_SLIDERCRANK,      // site driven by a slider and a crank
  mjTRN_TENDON,           // tendon
  mjTRN_SITE,             // wrench at a site
  mjTRN_BODY,             // adhesion to what the body touches
  mjTRN_UNDEFINED = 1000  // not set yet
} mjtTrn;

// How an actuator's activation moves.
typedef enum mjtDyn_ {
  mjDYN_NONE = 0,     // no activation; the control acts directly
  mjDYN_INTEGRATOR,   // rate is the control
  mjDYN_FILTER,       // first-order filter of the control
  mjDYN_FILTEREXACT,  // the filter, integrated exactly
  mjDYN_MUSCLE,       // muscle with separate rise and fall times
  mjDYN_USER          // mjcb_act_dyn
} mjtDyn;

// Gain of an actuator: force = gain * input + bias.
typedef enum mjtGain_ {
  mjGAIN_FIXED = 0,  // constant
  mjGAIN_AFFINE,     // constant + kp * length + kv * velocity
  mjGAIN_MUSCLE,     // active muscle curve
  mjGAIN_USER        // mjcb_act_gain
} mjtGain;

// Bias of an actuator: force = gain * input + bias.
typedef enum mjtBias_ {
  mjBIAS_NONE = 0,  // zero
  mjBIAS_AFFINE,    // constant + kp * length + kv * velocity
  mjBIAS_MUSCLE,    // passive muscle curve
  mjBIAS_USER       // mjcb_act_bias
} mjtBias;

// Kinds of object in a model, for names and references.
typedef enum mjtObj_ {
  mjOBJ_UNKNOWN = 0,  // none
  mjOBJ_BODY,         // body, with its inertial frame where a frame is meant
  mjOBJ_XBODY,        // body, with its own frame where a frame is meant
  mjOBJ_JOINT,        // joint
  mjOBJ_DOF,          // degree of freedom
  mjOBJ_GEOM,         // geom
  mjOBJ_SITE,         // site
  mjOBJ_CAMERA,       // camera
  mjOBJ_LIGHT,        // light
  mjOBJ_FLEX,         // flex
  mjOBJ_MESH,         // mesh
  mjOBJ_SKIN,         // skin
  mjOBJ_HFIELD,       // height field
  mjOBJ_TEXTURE,      // texture
  mjOBJ_MATERIAL,     // material
  mjOBJ_PAIR,         // explicit contact pair
  mjOBJ_EXCLUDE,      // body pair that never collides
  mjOBJ_EQUALITY,     // equality constraint
  mjOBJ_TENDON,       // tendon
  mjOBJ_ACTUATOR,     // actuator
  mjOBJ_SENSOR,       // sensor
  mjOBJ_NUMERIC,      // custom numbers
  mjOBJ_TEXT,         // custom text
  mjOBJ_TUPLE,        // custom tuple
  mjOBJ_KEY,          // keyframe
  mjOBJ_PLUGIN,       // plugin instance
  mjNOBJECT,          // how many kinds a model has
  mjOBJ_FRAME = 100,  // frame; only in mjSpec
  mjOBJ_DEFAULT,      // default class; only in mjSpec
  mjOBJ_MODEL         // whole model; only in mjSpec
} mjtObj;

// Sensor types.
typedef enum mjtSensor_ {
  mjSENS_TOUCH = 0,       // sum of normal forces inside a site
  mjSENS_ACCELEROMETER,   // linear acceleration at a site, gravity included
  mjSENS_VELOCIMETER,     // linear velocity at a site
  mjSENS_GYRO,            // angular velocity at a site
  mjSENS_FORCE,           // force between a site's body and its parent
  mjSENS_TORQUE,          // torque between a site's body and its parent
  mjSENS_MAGNETOMETER,    // magnetic field at a site
  mjSENS_RANGEFINDER,     // distance along rays from a site or camera
  mjSENS_CAMPROJECTION,   // pixel where a camera sees a site
  mjSENS_JOINTPOS,        // position of a hinge or slide
  mjSENS_JOINTVEL,        // velocity of a hinge or slide
  mjSENS_TENDONPOS,       // length of a tendon
  mjSENS_TENDONVEL,       // velocity of a tendon
  mjSENS_ACTUATORPOS,     // length of an actuator
  mjSENS_ACTUATORVEL,     // velocity of an actuator
  mjSENS_ACTUATORFRC,     // force of an actuator
  mjSENS_JOINTACTFRC,     // force of all actuators on a joint
  mjSENS_TENDONACTFRC,    // force of all actuators on a tendon
  mjSENS_BALLQUAT,        // orientation of a ball joint
  mjSENS_BALLANGVEL,      // angular velocity of a ball joint
  mjSENS_JOINTLIMITPOS,   // distance of a joint from its limit
  mjSENS_JOINTLIMITVEL,   // velocity of a limit that acts, joint
  mjSENS_JOINTLIMITFRC,   // force of a limit that acts, joint
  mjSENS_TENDONLIMITPOS,  // distance of a tendon from its limit
  mjSENS_TENDONLIMITVEL,  // velocity of a limit that acts, tendon
  mjSENS_TENDONLIMITFRC,  // force of a limit that acts, tendon
  mjSENS_FRAMEPOS,        // position of an object
  mjSENS_FRAMEQUAT,       // orientation of an object
  mjSENS_FRAMEXAXIS,      // x axis of an object
  mjSENS_FRAMEYAXIS,      // y axis of an object
  mjSENS_FRAMEZAXIS,      // z axis of an object
  mjSENS_FRAMELINVEL,     // linear velocity of an object
  mjSENS_FRAMEANGVEL,     // angular velocity of an object
  mjSENS_FRAMELINACC,     // linear acceleration of an object
  mjSENS_FRAMEANGACC,     // angular acceleration of an object
  mjSENS_SUBTREECOM,      // centre of mass of a subtree
  mjSENS_SUBTREELINVEL,   // velocity of that centre
  mjSENS_SUBTREEANGMOM,   // angular momentum about that centre
  mjSENS_INSIDESITE,      // 1 while an object is inside a site
  mjSENS_GEOMDIST,        // smallest distance between geoms or bodies
  mjSENS_GEOMNORMAL,      // direction of that distance
  mjSENS_GEOMFROMTO,      // the two nearest points
  mjSENS_CONTACT,         // chosen contacts and their data
  mjSENS_E_POTENTIAL,     // potential energy
  mjSENS_E_KINETIC,       // kinetic energy
  mjSENS_CLOCK,           // time
  mjSENS_TACTILE,         // pressure and slip over a mesh
  mjSENS_PLUGIN,          // computed by a plugin
  mjSENS_USER             // filled in by mjcb_sensor
} mjtSensor;

// Stages of the pipeline, for skipping and for sensors.
typedef enum mjtStage_ {
  mjSTAGE_NONE = 0,  // none
  mjSTAGE_POS,       // needs positions
  mjSTAGE_VEL,       // needs velocities
  mjSTAGE_ACC        // needs accelerations or forces
} mjtStage;

// What a sensor's numbers are.
typedef enum mjtDataType_ {
  mjDATATYPE_REAL = 0,   // any number
  mjDATATYPE_POSITIVE,   // not negative
  mjDATATYPE_AXIS,       // unit vector of three
  mjDATATYPE_QUATERNION  // unit quaternion
} mjtDataType;

// Fields of a contact sensor, in the order of its output.
typedef enum mjtConDataField_ {
  mjCONDATA_FOUND = 0,  // how many contacts matched
  mjCONDATA_FORCE,      // contact force
  mjCONDATA_TORQUE,     // contact torque
  mjCONDATA_DIST,       // penetration
  mjCONDATA_POS,        // contact point
  mjCONDATA_NORMAL,     // normal
  mjCONDATA_TANGENT,    // first tangent
  mjNCONDATA            // how many fields there are
} mjtConDataField;

// Fields of a rangefinder, in the order of its output.
typedef enum mjtRayDataField_ {
  mjRAYDATA_DIST = 0,  // distance along the ray; -1 where nothing is hit
  mjRAYDATA_DIR,       // direction of the ray
  mjRAYDATA_ORIGIN,    // start of the ray
  mjRAYDATA_POINT,     // where it hits
  mjRAYDATA_NORMAL,    // surface normal there
  mjRAYDATA_DEPTH,     // distance from the camera plane
  mjNRAYDATA           // how many fields there are
} mjtRayDataField;

// Images a camera delivers, one bit each.
typedef enum mjtCamOutBit_ {
  mjCAMOUT_RGB = 1<<0,     // colour
  mjCAMOUT_DEPTH = 1<<1,   // distance from the camera plane
  mjCAMOUT_DIST = 1<<2,    // distance from the camera
  mjCAMOUT_NORMAL = 1<<3,  // normals
  mjCAMOUT_SEG = 1<<4,     // object ids
  mjNCAMOUT = 5            // how many there are
} mjtCamOutBit;

// Shortcut: how a frame relates to that of its body.
typedef enum mjtSameFrame_ {
  mjSAMEFRAME_NONE = 0,   // no relation
  mjSAMEFRAME_BODY,       // is the body frame
  mjSAMEFRAME_INERTIA,    // is the inertial frame
  mjSAMEFRAME_BODYROT,    // has the body's orientation
  mjSAMEFRAME_INERTIAROT  // has the inertial orientation
} mjtSameFrame;

// May a tree fall asleep? The first three are decided by the compiler.
typedef enum mjtSleepPolicy_ {
  mjSLEEP_AUTO = 0,      // not decided
  mjSLEEP_AUTO_NEVER,    // decided: no
  mjSLEEP_AUTO_ALLOWED,  // decided: yes
  mjSLEEP_NEVER,         // no, says the user
  mjSLEEP_ALLOWED,       // yes, says the user
  mjSLEEP_INIT,          // asleep from the start
} mjtSleepPolicy;

// Which actuators get a length range.
typedef enum mjtLRMode_ {
  mjLRMODE_NONE = 0,    // none
  mjLRMODE_MUSCLE,      // muscles
  mjLRMODE_MUSCLEUSER,  // muscles and user-defined ones
  mjLRMODE_ALL          // all
} mjtLRMode;

// How a flex collides with itself.
typedef enum mjtFlexSelf_ {
  mjFLEXSELF_NONE = 0,  // not at all
  mjFLEXSELF_NARROW,    // narrow phase on all pairs
  mjFLEXSELF_BVH,       // bounding volume tree
  mjFLEXSELF_SAP,       // sweep and prune
  mjFLEXSELF_AUTO       // sweep for dimension 3, tree otherwise
} mjtFlexSelf;

// What a signed distance query combines.
typedef enum mjtSDFType_ {
  mjSDFTYPE_SINGLE = 0,    // one shape
  mjSDFTYPE_INTERSECTION,  // common part of two
  mjSDFTYPE_MIDSURFACE,    // surface halfway between two
  mjSDFTYPE_COLLISION,     // objective whose minimum is the contact
} mjtSDFType;

// How mj_setLengthRange searches: it pulls each actuator both ways and watches the length settle.
struct mjLROpt_ {
  int mode;          // which actuators, mjtLRMode
  int useexisting;   // keep ranges that the model has
  int uselimit;      // take limits of joint or tendon where there are any
  mjtNum accel;      // acceleration that the pulling force aims at
  mjtNum maxforce;   // bound on that force; 0: none
  mjtNum timeconst;  // velocity is damped over this time
  mjtNum timestep;   // time step of the search; 0: the model's own
  mjtNum inttotal;   // simulated time per direction
  mjtNum interval;   // the last part of it, over which the length is measured
  mjtNum tolrange;   // how far the length may still move, relative to its range
};
typedef struct mjLROpt_ mjLROpt;

// Handle of the asset cache.
struct mjCache_ {
  void* impl_;  // ours
};
typedef struct mjCache_ mjCache;

// Handle of a virtual file system; start with mj_defaultVFS, end with mj_deleteVFS.
struct mjVFS_ {
  void* impl_;  // ours
};
typedef struct mjVFS_ mjVFS;

// Physics options; they may change between steps.
struct mjOption_ {
  // numbers
  mjtNum timestep;          // time of one step
  mjtNum impratio;          // friction impedance over normal impedance
  mjtNum tolerance;         // the solver stops below this improvement
  mjtNum ls_tolerance;      // the same for its line search
  mjtNum noslip_tolerance;  // the same for the noslip pass
  mjtNum ccd_tolerance;     // accuracy of the convex collider
  mjtNum sleep_tolerance;   // speed below which a tree may fall asleep
  mjtNum gravity[3];        // acceleration of gravity
  mjtNum wind[3];           // velocity of the medium
  mjtNum magnetic[3];       // magnetic flux
  mjtNum density;           // of the medium
  mjtNum viscosity;         // of the medium

  // contact parameters under mjENBL_OVERRIDE
  mjtNum o_margin;          // margin
  mjtNum o_solref[mjNREF];  // reference acceleration
  mjtNum o_solimp[mjNIMP];  // impedance
  mjtNum o_friction[5];     // friction

  // choices
  int integrator;           // mjtIntegrator
  int cone;                 // mjtCone
  int jacobian;             // mjtJacobian
  int solver;               // mjtSolver
  int iterations;           // most iterations of the solver
  int ls_iterations;        // most iterations of its line search
  int noslip_iterations;    // iterations of the noslip pass; 0: no such pass
  int ccd_iterations;       // most iterations of the convex collider
  int disableflags;         // bits of mjtDisableBit
  int enableflags;          // bits of mjtEnableBit
  int disableactuator;      // bit k switches actuators of group k off
  int sdf_initpoints;       // starting points of a collision between distance functions
  int sdf_iterations;       // steps of descent from each
};
typedef struct mjOption_ mjOption;

// Settings of pictures.
struct mjVisual_ {
  // camera, window, overall looks
  struct {
    int cameraid;               // camera to start with; -1: free
    int orthographic;           // the free camera projects in parallel
    float fovy;                 // vertical angle of the free camera, degrees, or its extent if orthographic
    float ipd;                  // distance between the eyes
    float azimuth;              // of the free camera at the start, degrees
    float elevation;            // of the free camera at the start, degrees
    float linewidth;            // of wireframes and rays
    float glow;                 // emission of what is selected
    float realtime;             // speed at the start, 1: real time
    int offwidth;               // offscreen image: width
    int offheight;              // offscreen image: height
    int ellipsoidinertia;       // equivalent inertia as an ellipsoid, not a box
    int bvactive;               // mark bounding volumes that were tested
  } global;

  // effort
  struct {
    int shadowsize;             // side of the shadow map, pixels
    int offsamples;             // multisampling offscreen
    int numslices;              // around a builtin shape
    int numstacks;              // along a builtin shape
    int numquads;               // per side of a plane or box
  } quality;

  // light that goes with the camera
  struct {
    float ambient[3];           // ambient colour
    float diffuse[3];           // diffuse colour
    float specular[3];          // specular colour
    int active;                 // is it on
  } headlight;

  // from physical to drawn quantities
  struct {
    float stiffness;            // perturbation: force per displacement
    float stiffnessrot;         // perturbation: torque per angle
    float force;                // length of an arrow per force
    float torque;               // length of an arrow per torque
    float alpha;                // opacity under mjVIS_TRANSPARENT
    float fogstart;             // fog begins, in extents
    float fogend;               // fog is complete, in extents
    float znear;                // near plane, in extents
    float zfar;                 // far plane, in extents
    float haze;                 // width of the haze, relative
    float shadowclip;           // reach of directional shadows, in extents
    float shadowscale;          // part of a spot light's cone that throws shadows
    float actuatortendon;       // width of an actuated tendon, relative
  } map;

  // sizes of decorations, relative to meansize
  struct {
    float forcewidth;           // force arrow
    float contactwidth;         // contact disc, radius
    float contactheight;        // contact disc, height
    float connect;              // autoconnect capsule
    float com;                  // centre of mass
    float camera;               // camera
    float light;                // light
    float selectpoint;          // selected point
    float jointlength;          // joint arrow, length
    float jointwidth;           // joint arrow, width
    float actuatorlength;       // actuator arrow, length
    float actuatorwidth;        // actuator arrow, width
    float framelength;          // frame axes, length
    float framewidth;           // frame axes, width
    float constraint;           // constraint error
    float slidercrank;          // slider and crank
    float frustum;              // distance at which a frustum is drawn
  } scale;

  // colours of decorations
  struct {
    float fog[4];               // fog
    float haze[4];              // haze
    float force[4];             // external force
    float inertia[4];           // inertia shape
    float joint[4];             // joint
    float actuator[4];          // actuator, neutral
    float actuatornegative[4];  // actuator at its lower end
    float actuatorpositive[4];  // actuator at its upper end
    float com[4];               // centre of mass
    float camera[4];            // camera
    float light[4];             // light
    float selectpoint[4];       // selected point
    float connect[4];           // autoconnect
    float contactpoint[4];      // contact point
    float contactforce[4];      // contact force
    float contactfriction[4];   // friction part of it
    float contacttorque[4];     // contact torque
    float contactgap[4];        // contact inside its gap
    float rangefinder[4];       // rangefinder ray
    float constraint[4];        // constraint error
    float slidercrank[4];       // slider and crank
    float crankbroken[4];       // crank that cannot reach
    float frustum[4];           // camera frustum
    float bv[4];                // bounding volume
    float bvactive[4];          // bounding volume that was tested
  } rgba;
};
typedef struct mjVisual_ mjVisual;

// What is typical of the model; computed by the compiler unless given.
struct mjStatistic_ {
  mjtNum meaninertia;  // mean diagonal entry of the mass matrix
  mjtNum meanmass;     // mean mass of the bodies
  mjtNum meansize;     // mean size of the bodies
  mjtNum extent;       // radius of the whole scene
  mjtNum center[3];    // middle of the scene
};
typedef struct mjStatistic_ mjStatistic;

// The compiled model. All arrays lie in one block; sizes first, then options, then arrays kind by kind.
struct mjModel_ {
  // sizes: the moving parts
  mjtSize nq;                      // entries of qpos
  mjtSize nv;                      // degrees of freedom, entries of qvel
  mjtSize nu;                      // actuators, entries of ctrl
  mjtSize na;                      // entries of act
  mjtSize nbody;                   // bodies, the world included
  mjtSize nbvh;                    // nodes of all bounding volume trees
  mjtSize nbvhstatic;              // those whose boxes stay as they are
  mjtSize nbvhdynamic;             // those whose boxes are refitted, for flexes
  mjtSize noct;                    // cells of all octrees
  mjtSize njnt;                    // joints
  mjtSize ntree;                   // kinematic trees under the world
  mjtSize nM;                      // entries of the mass matrix in the qM layout
  mjtSize nB;                      // nonzeros of the body-dof matrix B
  mjtSize nC;                      // nonzeros of the lower triangle of M
  mjtSize nD;                      // nonzeros of the full dof-dof matrix D

  // sizes: what is attached to bodies
  mjtSize ngeom;                   // geoms
  mjtSize nsite;                   // sites
  mjtSize ncam;                    // cameras
  mjtSize nlight;                  // lights

  // sizes: flexes
  mjtSize nflex;                   // flexes
  mjtSize nflexnode;               // nodes of all flexes
  mjtSize nflexvert;               // vertices of all flexes
  mjtSize nflexedge;               // edges of all flexes
  mjtSize nflexelem;               // elements of all flexes
  mjtSize nflexelemdata;           // vertex ids in elements
  mjtSize nflexelemedge;           // edge ids in elements
  mjtSize nflexshelldata;          // vertex ids in border fragments
  mjtSize nflexevpair;             // element-vertex pairs
  mjtSize nflextexcoord;           // texture coordinates
  mjtSize nJfe;                    // nonzeros of the Jacobian of edge lengths
  mjtSize nJfv;                    // nonzeros of the Jacobian of vertex metrics

  // sizes: meshes
  mjtSize nmesh;                   // meshes
  mjtSize nmeshvert;               // vertices of all meshes
  mjtSize nmeshnormal;             // normals of all meshes
  mjtSize nmeshtexcoord;           // texture coordinates of all meshes
  mjtSize nmeshface;               // triangles of all meshes
  mjtSize nmeshgraph;              // ints of all hull graphs
  mjtSize nmeshpoly;               // polygons of all hulls
  mjtSize nmeshpolyvert;           // vertex ids of those polygons
  mjtSize nmeshpolymap;            // polygon ids around vertices

  // sizes: skins and other assets
  mjtSize nskin;                   // skins
  mjtSize nskinvert;               // vertices of all skins
  mjtSize nskintexvert;            // those with texture coordinates
  mjtSize nskinface;               // triangles of all skins
  mjtSize nskinbone;               // bones of all skins
  mjtSize nskinbonevert;           // vertex ids of bones
  mjtSize nhfield;                 // height fields
  mjtSize nhfielddata;             // points of all height fields
  mjtSize ntex;                    // textures
  mjtSize ntexdata;                // bytes of all textures
  mjtSize nmat;                    // materials

  // sizes: relations
  mjtSize npair;                   // explicit contact pairs
  mjtSize nexclude;                // excluded body pairs
  mjtSize neq;                     // equality constraints
  mjtSize ntendon;                 // tendons
  mjtSize nwrap;                   // objects on all tendon paths
  mjtSize nsensor;                 // sensors
  mjtSize nnumeric;                // custom number lists
  mjtSize nnumericdata;            // numbers in them
  mjtSize ntext;                   // custom texts
  mjtSize ntextdata;               // chars in them, with the final zeros
  mjtSize ntuple;                  // custom tuples
  mjtSize ntupledata;              // objects in them
  mjtSize nkey;                    // keyframes
  mjtSize nmocap;                  // mocap bodies
  mjtSize nplugin;                 // plugin instances
  mjtSize npluginattr;             // chars of their attributes

  // sizes: user numbers per object
  mjtSize nuser_body;              // per body
  mjtSize nuser_jnt;               // per joint
  mjtSize nuser_geom;              // per geom
  mjtSize nuser_site;              // per site
  mjtSize nuser_cam;               // per camera
  mjtSize nuser_tendon;            // per tendon
  mjtSize nuser_actuator;          // per actuator
  mjtSize nuser_sensor;            // per sensor

  // sizes: text
  mjtSize nnames;                  // chars of all names
  mjtSize npaths;                  // chars of all asset paths
  mjtSize nnames_map;              // slots of the name hash tables

  // sizes: of mjData
  mjtSize nJmom;                   // nonzeros of the actuator moments
  mjtSize ngravcomp;               // bodies with gravity compensation
  mjtSize nemax;                   // most equality rows
  mjtSize njmax;                   // most rows, legacy: -1 where not set
  mjtSize nconmax;                 // most contacts, legacy: -1 where not set
  mjtSize nuserdata;               // user numbers in mjData
  mjtSize nsensordata;             // numbers of all sensors
  mjtSize npluginstate;            // state numbers of all plugins
  mjtSize nhistory;                // numbers of all delay buffers
  mjtSize narena;                  // bytes of arena and stack
  mjtSize nbuffer;                 // bytes of the block of this model

  // options
  mjOption opt;                    // physics
  mjVisual vis;                    // pictures
  mjStatistic stat;                // what is typical

  // the block, and the default configuration
  void* buffer;                    // holds every array below
  mjtNum* qpos0;                   // configuration of the model as written  (nq)
  mjtNum* qpos_spring;             // configuration in which springs are relaxed  (nq)

  // bodies
  int* body_parentid;              // body above; 0 for the world itself  (nbody)
  int* body_rootid;                // topmost body of the same branch, just below the world  (nbody)
  int* body_weldid;                // highest body that moves as one with this  (nbody)
  int* body_mocapid;               // mocap index; -1: not a mocap body  (nbody)
  int* body_jntnum;                // joints of the body  (nbody)
  int* body_jntadr;                // first of them; -1: none  (nbody)
  int* body_dofnum;                // dofs of the body  (nbody)
  int* body_dofadr;                // first of them; -1: none  (nbody)
  int* body_treeid;                // kinematic tree; -1: cannot move  (nbody)
  int* body_geomnum;               // geoms of the body  (nbody)
  int* body_geomadr;               // first of them; -1: none  (nbody)
  mjtByte* body_simple;            // mass matrix part is diagonal (1), and only slides (2)  (nbody)
  mjtByte* body_sameframe;         // relation of inertial to body frame, mjtSameFrame  (nbody)
  mjtNum* body_pos;                // position in the parent  (nbody x 3)
  mjtNum* body_quat;               // orientation in the parent  (nbody x 4)
  mjtNum* body_ipos;               // centre of mass in the body  (nbody x 3)
  mjtNum* body_iquat;              // orientation of the principal axes in the body  (nbody x 4)
  mjtNum* body_mass;               // mass  (nbody)
  mjtNum* body_subtreemass;        // mass of the body and all below  (nbody)
  mjtNum* body_inertia;            // principal moments  (nbody x 3)
  mjtNum* body_invweight0;         // mean inverse inertia at qpos0: translation, rotation  (nbody x 2)
  mjtNum* body_gravcomp;           // fraction of the weight that is compensated  (nbody)
  mjtNum* body_margin;             // largest margin + gap of its geoms  (nbody)
  mjtNum* body_user;               // user numbers  (nbody x nuser_body)
  int* body_plugin;                // plugin instance; -1: none  (nbody)
  int* body_contype;               // contypes of its geoms, or-ed  (nbody)
  int* body_conaffinity;           // conaffinities of its geoms, or-ed  (nbody)
  int* body_bvhadr;                // first node of its tree of geoms; -1: none  (nbody)
  int* body_bvhnum;                // nodes of that tree  (nbody)

  // bounding volume trees
  int* bvh_depth;                  // depth of the node in its tree  (nbvh)
  int* bvh_child;                  // left and right child, from the tree's first node; -1: none  (nbvh x 2)
  int* bvh_nodeid;                 // geom, face or element in a leaf; -1: inner node  (nbvh)
  mjtNum* bvh_aabb;                // centre and half sides  (nbvhstatic x 6)

  // octrees of meshes with a distance function
  int* oct_depth;                  // depth of the cell  (noct)
  int* oct_child;                  // children, from the tree's first cell; -1: none  (noct x 8)
  mjtNum* oct_aabb;                // centre and half sides  (noct x 6)
  mjtNum* oct_coeff;               // distance at the eight corners  (noct x 8)

  // joints
  int* jnt_type;                   // mjtJoint  (njnt)
  int* jnt_qposadr;                // first entry in qpos  (njnt)
  int* jnt_dofadr;                 // first dof  (njnt)
  int* jnt_bodyid;                 // body that it moves  (njnt)
  int* jnt_group;                  // visual group  (njnt)
  mjtByte* jnt_limited;            // has limits  (njnt)
  mjtByte* jnt_actfrclimited;      // total actuator force is limited  (njnt)
  mjtByte* jnt_actgravcomp;        // gravity compensation counts as actuator force  (njnt)
  mjtNum* jnt_solref;              // limit: reference acceleration  (njnt x mjNREF)
  mjtNum* jnt_solimp;              // limit: impedance  (njnt x mjNIMP)
  mjtNum* jnt_pos;                 // anchor in the body  (njnt x 3)
  mjtNum* jnt_axis;                // axis in the body  (njnt x 3)
  mjtNum* jnt_stiffness;           // spring stiffness  (njnt)
  mjtNum* jnt_range;               // limits  (njnt x 2)
  mjtNum* jnt_actfrcrange;         // bounds of total actuator force  (njnt x 2)
  mjtNum* jnt_margin;              // limit acts from this distance on  (njnt)
  mjtNum* jnt_user;                // user numbers  (njnt x nuser_jnt)

  // degrees of freedom
  int* dof_bodyid;                 // body  (nv)
  int* dof_jntid;                  // joint  (nv)
  int* dof_parentid;               // next dof towards the world; -1: none  (nv)
  int* dof_treeid;                 // kinematic tree  (nv)
  int* dof_Madr;                   // place of the diagonal entry in qM  (nv)
  int* dof_simplenum;              // how many simple dofs follow, this one included  (nv)
  mjtNum* dof_solref;              // dry friction: reference acceleration  (nv x mjNREF)
  mjtNum* dof_solimp;              // dry friction: impedance  (nv x mjNIMP)
  mjtNum* dof_frictionloss;        // dry friction  (nv)
  mjtNum* dof_armature;            // inertia added to the diagonal  (nv)
  mjtNum* dof_damping;             // damping  (nv)
  mjtNum* dof_invweight0;          // diagonal of the inverse inertia at qpos0  (nv)
  mjtNum* dof_M0;                  // diagonal of the inertia at qpos0  (nv)
  mjtNum* dof_length;              // 1 for translations, arm length for rotations  (nv)

  // kinematic trees
  int* tree_bodyadr;               // first body  (ntree)
  int* tree_bodynum;               // bodies  (ntree)
  int* tree_dofadr;                // first dof  (ntree)
  int* tree_dofnum;                // dofs  (ntree)
  int* tree_sleep_policy;          // mjtSleepPolicy  (ntree)

  // geoms
  int* geom_type;                  // mjtGeom  (ngeom)
  int* geom_contype;               // collides with a geom whose conaffinity shares a bit  (ngeom)
  int* geom_conaffinity;           // the other side of that test  (ngeom)
  int* geom_condim;                // contact dimension: 1, 3, 4 or 6  (ngeom)
  int* geom_bodyid;                // body  (ngeom)
  int* geom_dataid;                // mesh or height field; -1: none  (ngeom)
  int* geom_matid;                 // material; -1: none  (ngeom)
  int* geom_group;                 // visual group  (ngeom)
  int* geom_priority;              // the higher one decides contact parameters  (ngeom)
  int* geom_plugin;                // plugin instance; -1: none  (ngeom)
  mjtByte* geom_sameframe;         // relation to the body's frames, mjtSameFrame  (ngeom)
  mjtNum* geom_solmix;             // weight in mixing contact parameters  (ngeom)
  mjtNum* geom_solref;             // contact: reference acceleration  (ngeom x mjNREF)
  mjtNum* geom_solimp;             // contact: impedance  (ngeom x mjNIMP)
  mjtNum* geom_size;               // meaning depends on the type  (ngeom x 3)
  mjtNum* geom_aabb;               // box around it: centre and half sides  (ngeom x 6)
  mjtNum* geom_rbound;             // radius around the centre; 0: unbounded plane  (ngeom)
  mjtNum* geom_pos;                // position in the body  (ngeom x 3)
  mjtNum* geom_quat;               // orientation in the body  (ngeom x 4)
  mjtNum* geom_friction;           // slide, spin, roll  (ngeom x 3)
  mjtNum* geom_margin;             // contacts are found from this distance on  (ngeom)
  mjtNum* geom_gap;                // margin - gap is the distance where force begins  (ngeom)
  mjtNum* geom_fluid;              // fluid interaction  (ngeom x mjNFLUID)
  mjtNum* geom_user;               // user numbers  (ngeom x nuser_geom)
  float* geom_rgba;                // colour without a material  (ngeom x 4)

  // sites
  int* site_type;                  // shape, mjtGeom  (nsite)
  int* site_bodyid;                // body  (nsite)
  int* site_matid;                 // material; -1: none  (nsite)
  int* site_group;                 // visual group  (nsite)
  mjtByte* site_sameframe;         // relation to the body's frames, mjtSameFrame  (nsite)
  mjtNum* site_size;               // size of the shape  (nsite x 3)
  mjtNum* site_pos;                // position in the body  (nsite x 3)
  mjtNum* site_quat;               // orientation in the body  (nsite x 4)
  mjtNum* site_user;               // user numbers  (nsite x nuser_site)
  float* site_rgba;                // colour without a material  (nsite x 4)

  // cameras
  int* cam_mode;                   // what it follows, mjtCamLight  (ncam)
  int* cam_bodyid;                 // body  (ncam)
  int* cam_targetbodyid;           // body it looks at; -1: none  (ncam)
  mjtNum* cam_pos;                 // position in the body  (ncam x 3)
  mjtNum* cam_quat;                // orientation in the body  (ncam x 4)
  mjtNum* cam_poscom0;             // from the subtree's centre of mass, at qpos0  (ncam x 3)
  mjtNum* cam_pos0;                // from the body, world axes, at qpos0  (ncam x 3)
  mjtNum* cam_mat0;                // orientation in the world at qpos0  (ncam x 9)
  int* cam_projection;             // mjtProjection  (ncam)
  mjtNum* cam_fovy;                // vertical angle, degrees, or extent if orthographic  (ncam)
  mjtNum* cam_ipd;                 // distance between the eyes  (ncam)
  int* cam_resolution;             // width and height in pixels  (ncam x 2)
  int* cam_output;                 // bits of mjtCamOutBit  (ncam)
  float* cam_sensorsize;           // sensor in length units; 0: fovy is used  (ncam x 2)
  float* cam_intrinsic;            // focal lengths and principal point  (ncam x 4)
  mjtNum* cam_user;                // user numbers  (ncam x nuser_cam)

  // lights
  int* light_mode;                 // what it follows, mjtCamLight  (nlight)
  int* light_bodyid;               // body  (nlight)
  int* light_targetbodyid;         // body it points at; -1: none  (nlight)
  int* light_type;                 // mjtLightType  (nlight)
  int* light_texid;                // texture of an image light; -1: none  (nlight)
  mjtByte* light_castshadow;       // throws shadows  (nlight)
  float* light_bulbradius;         // radius that softens shadows  (nlight)
  float* light_intensity;          // candela  (nlight)
  float* light_range;              // reach  (nlight)
  mjtByte* light_active;           // is it on  (nlight)
  mjtNum* light_pos;               // position in the body  (nlight x 3)
  mjtNum* light_dir;               // direction in the body  (nlight x 3)
  mjtNum* light_poscom0;           // from the subtree's centre of mass, at qpos0  (nlight x 3)
  mjtNum* light_pos0;              // from the body, world axes, at qpos0  (nlight x 3)
  mjtNum* light_dir0;              // direction in the world at qpos0  (nlight x 3)
  float* light_attenuation;        // constant, linear, quadratic  (nlight x 3)
  float* light_cutoff;             // half angle of the cone, degrees  (nlight)
  float* light_exponent;           // how fast it fades towards the edge  (nlight)
  float* light_ambient;            // ambient colour  (nlight x 3)
  float* light_diffuse;            // diffuse colour  (nlight x 3)
  float* light_specular;           // specular colour  (nlight x 3)

  // flexes: contact
  int* flex_contype;               // as geom_contype  (nflex)
  int* flex_conaffinity;           // as geom_conaffinity  (nflex)
  int* flex_condim;                // contact dimension  (nflex)
  int* flex_priority;              // the higher one decides contact parameters  (nflex)
  mjtNum* flex_solmix;             // weight in mixing contact parameters  (nflex)
  mjtNum* flex_solref;             // contact: reference acceleration  (nflex x mjNREF)
  mjtNum* flex_solimp;             // contact: impedance  (nflex x mjNIMP)
  mjtNum* flex_friction;           // slide, spin, roll  (nflex x 3)
  mjtNum* flex_margin;             // contacts are found from this distance on  (nflex)
  mjtNum* flex_gap;                // margin - gap is the distance where force begins  (nflex)
  mjtByte* flex_internal;          // contacts that keep elements from turning over  (nflex)
  int* flex_selfcollide;           // mjtFlexSelf  (nflex)
  int* flex_activelayers;          // layers of elements that collide with themselves  (nflex)
  int* flex_passive;               // contacts act as passive springs  (nflex)

  // flexes: parts; addresses count into the arrays of all flexes
  int* flex_dim;                   // 1: lines, 2: triangles, 3: tetrahedra  (nflex)
  int* flex_matid;                 // material; -1: none  (nflex)
  int* flex_group;                 // visual group  (nflex)
  int* flex_interp;                // order of interpolation from nodes; 0: vertices move by themselves  (nflex)
  int* flex_nodeadr;               // first node  (nflex)
  int* flex_nodenum;               // nodes  (nflex)
  int* flex_vertadr;               // first vertex  (nflex)
  int* flex_vertnum;               // vertices  (nflex)
  int* flex_edgeadr;               // first edge  (nflex)
  int* flex_edgenum;               // edges  (nflex)
  int* flex_elemadr;               // first element  (nflex)
  int* flex_elemnum;               // elements  (nflex)
  int* flex_elemdataadr;           // first entry in flex_elem  (nflex)
  int* flex_elemedgeadr;           // first entry in flex_elemedge  (nflex)
  int* flex_shellnum;              // border fragments  (nflex)
  int* flex_shelldataadr;          // first entry in flex_shell  (nflex)
  int* flex_evpairadr;             // first element-vertex pair  (nflex)
  int* flex_evpairnum;             // element-vertex pairs  (nflex)
  int* flex_texcoordadr;           // first texture coordinate; -1: none  (nflex)
  int* flex_nodebodyid;            // body of the node  (nflexnode)
  int* flex_vertbodyid;            // body of the vertex; -1: interpolated  (nflexvert)
  int* flex_vertedgeadr;           // first edge around the vertex  (nflexvert)
  int* flex_vertedgenum;           // edges around the vertex  (nflexvert)
  int* flex_vertedge;              // ids of those edges  (nflexedge x 2)
  int* flex_edge;                  // two vertices, from the flex's first  (nflexedge x 2)
  int* flex_edgeflap;              // the two vertices across the edge; -1: border  (nflexedge x 2)
  int* flex_elem;                  // vertices of the elements, dim+1 each, from the flex's first  (nflexelemdata)
  int* flex_elemtexcoord;          // texture coordinates of the elements, likewise  (nflexelemdata)
  int* flex_elemedge;              // edges of the elements  (nflexelemedge)
  int* flex_elemlayer;             // distance from the border; 0: on it  (nflexelem)
  int* flex_shell;                 // vertices of the border fragments, dim each  (nflexshelldata)
  int* flex_evpair;                // element and vertex that may collide  (nflexevpair x 2)

  // flexes: shape and elasticity
  mjtNum* flex_vert;               // vertices in their bodies  (nflexvert x 3)
  mjtNum* flex_vert0;              // vertices at qpos0, scaled to the unit box  (nflexvert x 3)
  mjtNum* flex_vertmetric;         // inverse of the reference shape at a vertex  (nflexvert x 4)
  mjtNum* flex_node;               // nodes in their bodies  (nflexnode x 3)
  mjtNum* flex_node0;              // nodes at qpos0 in the world  (nflexnode x 3)
  mjtNum* flexedge_length0;        // length at qpos0  (nflexedge)
  mjtNum* flexedge_invweight0;     // inverse inertia along the edge  (nflexedge)
  mjtNum* flex_radius;             // thickness of the elements, for collisions  (nflex)
  mjtNum* flex_size;               // half sides of the box at qpos0  (nflex x 3)
  mjtNum* flex_stiffness;          // stiffness of the elements  (nflexelem x 21)
  mjtNum* flex_bending;            // bending stiffness over the edges  (nflexedge x 17)
  mjtNum* flex_damping;            // damping relative to stiffness  (nflex)
  mjtNum* flex_edgestiffness;      // spring of the edges  (nflex)
  mjtNum* flex_edgedamping;        // damper of the edges  (nflex)
  int* flex_edgeequality;          // edges are held: 1 by length, 2 by vertex  (nflex)
  mjtByte* flex_rigid;             // all vertices in one body  (nflex)
  mjtByte* flexedge_rigid;         // both ends in one body  (nflexedge)
  mjtByte* flex_centered;          // all vertices at their bodies' origins  (nflex)
  mjtByte* flex_flatskin;          // drawn with flat shading  (nflex)
  int* flex_bvhadr;                // first node of its tree; -1: none  (nflex)
  int* flex_bvhnum;                // nodes of that tree  (nflex)
  int* flexedge_J_rownnz;          // edge Jacobian: nonzeros of the row  (nflexedge)
  int* flexedge_J_rowadr;          // edge Jacobian: start of the row  (nflexedge)
  int* flexedge_J_colind;          // edge Jacobian: dofs  (nJfe)
  int* flexvert_J_rownnz;          // vertex Jacobian: nonzeros of the row  (nflexvert x 2)
  int* flexvert_J_rowadr;          // vertex Jacobian: start of the row  (nflexvert x 2)
  int* flexvert_J_colind;          // vertex Jacobian: dofs  (nJfv x 2)
  float* flex_rgba;                // colour without a material  (nflex x 4)
  float* flex_texcoord;            // texture coordinates  (nflextexcoord x 2)

  // meshes
  int* mesh_vertadr;               // first vertex  (nmesh)
  int* mesh_vertnum;               // vertices  (nmesh)
  int* mesh_faceadr;               // first triangle  (nmesh)
  int* mesh_facenum;               // triangles  (nmesh)
  int* mesh_bvhadr;                // first node of its tree of triangles  (nmesh)
  int* mesh_bvhnum;                // nodes of that tree  (nmesh)
  int* mesh_octadr;                // first cell of its octree  (nmesh)
  int* mesh_octnum;                // cells of that octree  (nmesh)
  int* mesh_normaladr;             // first normal  (nmesh)
  int* mesh_normalnum;             // normals  (nmesh)
  int* mesh_texcoordadr;           // first texture coordinate; -1: none  (nmesh)
  int* mesh_texcoordnum;           // texture coordinates  (nmesh)
  int* mesh_graphadr;              // start of the hull graph; -1: none  (nmesh)
  float* mesh_vert;                // vertices in the mesh's inertial frame  (nmeshvert x 3)
  float* mesh_normal;              // unit normals  (nmeshnormal x 3)
  float* mesh_texcoord;            // texture coordinates  (nmeshtexcoord x 2)
  int* mesh_face;                  // three vertices, from the mesh's first  (nmeshface x 3)
  int* mesh_facenormal;            // three normals, from the mesh's first  (nmeshface x 3)
  int* mesh_facetexcoord;          // three texture coordinates, from the mesh's first  (nmeshface x 3)
  int* mesh_graph;                 // hull: counts, addresses, vertex ids, neighbours, triangles  (nmeshgraph)
  mjtNum* mesh_scale;              // scale given to the asset  (nmesh x 3)
  mjtNum* mesh_pos;                // shift that centred the asset  (nmesh x 3)
  mjtNum* mesh_quat;               // turn that aligned the asset  (nmesh x 4)
  int* mesh_pathadr;               // path of the file; -1: none  (nmesh)
  int* mesh_polynum;               // polygons of the hull  (nmesh)
  int* mesh_polyadr;               // first polygon  (nmesh)
  mjtNum* mesh_polynormal;         // normals of the polygons  (nmeshpoly x 3)
  int* mesh_polyvertadr;           // first vertex id of the polygon  (nmeshpoly)
  int* mesh_polyvertnum;           // vertices of the polygon  (nmeshpoly)
  int* mesh_polyvert;              // vertex ids around the polygons  (nmeshpolyvert)
  int* mesh_polymapadr;            // first polygon id of the vertex  (nmeshvert)
  int* mesh_polymapnum;            // polygons around the vertex  (nmeshvert)
  int* mesh_polymap;               // polygon ids around the vertices  (nmeshpolymap)

  // skins
  int* skin_matid;                 // material; -1: none  (nskin)
  int* skin_group;                 // visual group  (nskin)
  float* skin_rgba;                // colour without a material  (nskin x 4)
  float* skin_inflate;             // vertices move out along their normals  (nskin)
  int* skin_vertadr;               // first vertex  (nskin)
  int* skin_vertnum;               // vertices  (nskin)
  int* skin_texcoordadr;           // first texture coordinate; -1: none  (nskin)
  int* skin_faceadr;               // first triangle  (nskin)
  int* skin_facenum;               // triangles  (nskin)
  int* skin_boneadr;               // first bone  (nskin)
  int* skin_bonenum;               // bones  (nskin)
  float* skin_vert;                // vertices as drawn at the bind pose  (nskinvert x 3)
  float* skin_texcoord;            // texture coordinates  (nskintexvert x 2)
  int* skin_face;                  // three vertices  (nskinface x 3)
  int* skin_bonevertadr;           // first vertex of the bone  (nskinbone)
  int* skin_bonevertnum;           // vertices of the bone  (nskinbone)
  float* skin_bonebindpos;         // bind pose: position  (nskinbone x 3)
  float* skin_bonebindquat;        // bind pose: orientation  (nskinbone x 4)
  int* skin_bonebodyid;            // body that moves the bone  (nskinbone)
  int* skin_bonevertid;            // vertices of the bones  (nskinbonevert)
  float* skin_bonevertweight;      // their weights  (nskinbonevert)
  int* skin_pathadr;               // path of the file; -1: none  (nskin)

  // height fields
  mjtNum* hfield_size;             // half sides in x and y, height, depth of the base  (nhfield x 4)
  int* hfield_nrow;                // rows, along y  (nhfield)
  int* hfield_ncol;                // columns, along x  (nhfield)
  int* hfield_adr;                 // first point  (nhfield)
  float* hfield_data;              // elevation between 0 and 1  (nhfielddata)
  int* hfield_pathadr;             // path of the file; -1: none  (nhfield)

  // textures
  int* tex_type;                   // mjtTexture  (ntex)
  int* tex_colorspace;             // mjtColorSpace  (ntex)
  int* tex_height;                 // rows  (ntex)
  int* tex_width;                  // columns  (ntex)
  int* tex_nchannel;               // bytes per pixel  (ntex)
  mjtSize* tex_adr;                // first byte  (ntex)
  mjtByte* tex_data;               // pixels  (ntexdata)
  int* tex_pathadr;                // path of the file; -1: none  (ntex)

  // materials
  int* mat_texid;                  // texture per role; -1: none  (nmat x mjNTEXROLE)
  mjtByte* mat_texuniform;         // repeats count per length unit  (nmat)
  float* mat_texrepeat;            // repeats of a flat texture  (nmat x 2)
  float* mat_emission;             // light given off, times colour  (nmat)
  float* mat_specular;             // highlight, times white  (nmat)
  float* mat_shininess;            // sharpness of the highlight  (nmat)
  float* mat_reflectance;          // mirror strength; 0: none  (nmat)
  float* mat_metallic;             // metalness  (nmat)
  float* mat_roughness;            // roughness  (nmat)
  float* mat_rgba;                 // colour  (nmat x 4)

  // contact pairs and excluded pairs
  int* pair_dim;                   // contact dimension  (npair)
  int* pair_geom1;                 // first geom  (npair)
  int* pair_geom2;                 // second geom  (npair)
  int* pair_signature;             // body1 << 16 + body2  (npair)
  mjtNum* pair_solref;             // reference acceleration, normal  (npair x mjNREF)
  mjtNum* pair_solreffriction;     // reference acceleration, friction; 0: as normal  (npair x mjNREF)
  mjtNum* pair_solimp;             // impedance  (npair x mjNIMP)
  mjtNum* pair_margin;             // contacts are found from this distance on  (npair)
  mjtNum* pair_gap;                // margin - gap is the distance where force begins  (npair)
  mjtNum* pair_friction;           // two slides, spin, two rolls  (npair x 5)
  int* exclude_signature;          // body1 << 16 + body2  (nexclude)

  // equality constraints
  int* eq_type;                    // mjtEq  (neq)
  int* eq_obj1id;                  // first object  (neq)
  int* eq_obj2id;                  // second object; -1: none  (neq)
  int* eq_objtype;                 // kind of both, mjtObj  (neq)
  mjtByte* eq_active0;             // acts after a reset  (neq)
  mjtNum* eq_solref;               // reference acceleration  (neq x mjNREF)
  mjtNum* eq_solimp;               // impedance  (neq x mjNIMP)
  mjtNum* eq_data;                 // meaning depends on the type  (neq x mjNEQDATA)

  // tendons
  int* tendon_adr;                 // first object of the path  (ntendon)
  int* tendon_num;                 // objects of the path  (ntendon)
  int* tendon_matid;               // material; -1: none  (ntendon)
  int* tendon_group;               // visual group  (ntendon)
  int* tendon_treenum;             // trees that it touches  (ntendon)
  int* tendon_treeid;              // the first two of them; -1: none  (ntendon x 2)
  mjtByte* tendon_limited;         // has limits  (ntendon)
  mjtByte* tendon_actfrclimited;   // total actuator force is limited  (ntendon)
  mjtNum* tendon_width;            // width of the drawing  (ntendon)
  mjtNum* tendon_solref_lim;       // limit: reference acceleration  (ntendon x mjNREF)
  mjtNum* tendon_solimp_lim;       // limit: impedance  (ntendon x mjNIMP)
  mjtNum* tendon_solref_fri;       // dry friction: reference acceleration  (ntendon x mjNREF)
  mjtNum* tendon_solimp_fri;       // dry friction: impedance  (ntendon x mjNIMP)
  mjtNum* tendon_range;            // limits of the length  (ntendon x 2)
  mjtNum* tendon_actfrcrange;      // bounds of total actuator force  (ntendon x 2)
  mjtNum* tendon_margin;           // limit acts from this distance on  (ntendon)
  mjtNum* tendon_stiffness;        // spring stiffness  (ntendon)
  mjtNum* tendon_damping;          // damping  (ntendon)
  mjtNum* tendon_armature;         // inertia along the length  (ntendon)
  mjtNum* tendon_frictionloss;     // dry friction  (ntendon)
  mjtNum* tendon_lengthspring;     // lengths between which the spring is slack  (ntendon x 2)
  mjtNum* tendon_length0;          // length at qpos0  (ntendon)
  mjtNum* tendon_invweight0;       // inverse inertia along the length  (ntendon)
  mjtNum* tendon_user;             // user numbers  (ntendon x nuser_tendon)
  float* tendon_rgba;              // colour without a material  (ntendon x 4)

  // tendon paths
  int* wrap_type;                  // mjtWrap  (nwrap)
  int* wrap_objid;                 // joint, site or geom  (nwrap)
  mjtNum* wrap_prm;                // coefficient, divisor or side site, by type  (nwrap)

  // actuators
  int* actuator_trntype;           // mjtTrn  (nu)
  int* actuator_dyntype;           // mjtDyn  (nu)
  int* actuator_gaintype;          // mjtGain  (nu)
  int* actuator_biastype;          // mjtBias  (nu)
  int* actuator_trnid;             // target, and second site where there is one  (nu x 2)
  int* actuator_actadr;            // first activation; -1: none  (nu)
  int* actuator_actnum;            // activations  (nu)
  int* actuator_group;             // visual group, also for opt.disableactuator  (nu)
  int* actuator_history;           // delay buffer: samples and interpolation order  (nu x 2)
  int* actuator_historyadr;        // start of the delay buffer; -1: none  (nu)
  mjtNum* actuator_delay;          // delay of the control  (nu)
  mjtByte* actuator_ctrllimited;   // control is clamped  (nu)
  mjtByte* actuator_forcelimited;  // force is clamped  (nu)
  mjtByte* actuator_actlimited;    // activation is clamped  (nu)
  mjtNum* actuator_dynprm;         // parameters of the dynamics  (nu x mjNDYN)
  mjtNum* actuator_gainprm;        // parameters of the gain  (nu x mjNGAIN)
  mjtNum* actuator_biasprm;        // parameters of the bias  (nu x mjNBIAS)
  mjtByte* actuator_actearly;      // force uses the activation after the step  (nu)
  mjtNum* actuator_ctrlrange;      // bounds of the control  (nu x 2)
  mjtNum* actuator_forcerange;     // bounds of the force  (nu x 2)
  mjtNum* actuator_actrange;       // bounds of the activation  (nu x 2)
  mjtNum* actuator_gear;           // scales length and force; direction for joints and sites  (nu x 6)
  mjtNum* actuator_cranklength;    // of a slider-crank  (nu)
  mjtNum* actuator_acc0;           // acceleration from unit force at qpos0  (nu)
  mjtNum* actuator_length0;        // length at qpos0  (nu)
  mjtNum* actuator_lengthrange;    // feasible lengths  (nu x 2)
  mjtNum* actuator_user;           // user numbers  (nu x nuser_actuator)
  int* actuator_plugin;            // plugin instance; -1: none  (nu)

  // sensors
  int* sensor_type;                // mjtSensor  (nsensor)
  int* sensor_datatype;            // mjtDataType  (nsensor)
  int* sensor_needstage;           // stage that computes it, mjtStage  (nsensor)
  int* sensor_objtype;             // kind of the object, mjtObj  (nsensor)
  int* sensor_objid;               // object  (nsensor)
  int* sensor_reftype;             // kind of the reference frame, mjtObj  (nsensor)
  int* sensor_refid;               // reference frame; -1: the world  (nsensor)
  int* sensor_intprm;              // parameters  (nsensor x mjNSENS)
  int* sensor_dim;                 // numbers that it writes  (nsensor)
  int* sensor_adr;                 // place in sensordata  (nsensor)
  mjtNum* sensor_cutoff;           // clamp; 0: none  (nsensor)
  mjtNum* sensor_noise;            // standard deviation; for the user  (nsensor)
  int* sensor_history;             // delay buffer: samples and interpolation order  (nsensor x 2)
  int* sensor_historyadr;          // start of the delay buffer; -1: none  (nsensor)
  mjtNum* sensor_delay;            // delay of the output  (nsensor)
  mjtNum* sensor_interval;         // period and phase of sampling  (nsensor x 2)
  mjtNum* sensor_user;             // user numbers  (nsensor x nuser_sensor)
  int* sensor_plugin;              // plugin instance; -1: none  (nsensor)

  // plugin instances
  int* plugin;                     // slot in the registry  (nplugin)
  int* plugin_stateadr;            // start of its state  (nplugin)
  int* plugin_statenum;            // entries of its state  (nplugin)
  char* plugin_attr;               // attribute values, one zero after each  (npluginattr)
  int* plugin_attradr;             // start of its attributes  (nplugin)

  // custom data
  int* numeric_adr;                // first number  (nnumeric)
  int* numeric_size;               // numbers  (nnumeric)
  mjtNum* numeric_data;            // the numbers  (nnumericdata)
  int* text_adr;                   // first char  (ntext)
  int* text_size;                  // chars, with the final zero  (ntext)
  char* text_data;                 // the texts  (ntextdata)
  int* tuple_adr;                  // first object  (ntuple)
  int* tuple_size;                 // objects  (ntuple)
  int* tuple_objtype;              // kind, mjtObj  (ntupledata)
  int* tuple_objid;                // object  (ntupledata)
  mjtNum* tuple_objprm;            // number that goes with it  (ntupledata)

  // keyframes
  mjtNum* key_time;                // time  (nkey)
  mjtNum* key_qpos;                // positions  (nkey x nq)
  mjtNum* key_qvel;                // velocities  (nkey x nv)
  mjtNum* key_act;                 // activations  (nkey x na)
  mjtNum* key_mpos;                // mocap positions  (nkey x MJ_M(nmocap)
  mjtNum* key_mquat;               // mocap orientations  (nkey x MJ_M(nmocap)
  mjtNum* key_ctrl;                // controls  (nkey x nu)

  // names: addresses in names, an empty name where there is none
  int* name_bodyadr;               // bodies  (nbody)
  int* name_jntadr;                // joints  (njnt)
  int* name_geomadr;               // geoms  (ngeom)
  int* name_siteadr;               // sites  (nsite)
  int* name_camadr;                // cameras  (ncam)
  int* name_lightadr;              // lights  (nlight)
  int* name_flexadr;               // flexes  (nflex)
  int* name_meshadr;               // meshes  (nmesh)
  int* name_skinadr;               // skins  (nskin)
  int* name_hfieldadr;             // height fields  (nhfield)
  int* name_texadr;                // textures  (ntex)
  int* name_matadr;                // materials  (nmat)
  int* name_pairadr;               // contact pairs  (npair)
  int* name_excludeadr;            // excluded pairs  (nexclude)
  int* name_eqadr;                 // equality constraints  (neq)
  int* name_tendonadr;             // tendons  (ntendon)
  int* name_actuatoradr;           // actuators  (nu)
  int* name_sensoradr;             // sensors  (nsensor)
  int* name_numericadr;            // custom numbers  (nnumeric)
  int* name_textadr;               // custom texts  (ntext)
  int* name_tupleadr;              // custom tuples  (ntuple)
  int* name_keyadr;                // keyframes  (nkey)
  int* name_pluginadr;             // plugin instances  (nplugin)
  char* names;                     // all names, the model's first  (nnames)
  int* names_map;                  // hash tables from name to id, kind by kind  (nnames_map)
  char* paths;                     // paths of asset files  (npaths)

  // sparse patterns, all in compressed rows
  int* B_rownnz;                   // bodies to dofs: nonzeros  (nbody)
  int* B_rowadr;                   // bodies to dofs: start of the row  (nbody)
  int* B_colind;                   // bodies to dofs: dofs  (nB)
  int* M_rownnz;                   // mass matrix, lower triangle: nonzeros  (nv)
  int* M_rowadr;                   // mass matrix, lower triangle: start of the row  (nv)
  int* M_colind;                   // mass matrix, lower triangle: columns  (nC)
  int* mapM2M;                     // place in qM of each entry of M  (nC)
  int* D_rownnz;                   // dofs to dofs, both triangles: nonzeros  (nv)
  int* D_rowadr;                   // dofs to dofs: start of the row  (nv)
  int* D_diag;                     // dofs to dofs: place of the diagonal in the row  (nv)
  int* D_colind;                   // dofs to dofs: columns  (nD)
  int* mapM2D;                     // for each entry of D, the entry of M  (nD)
  int* mapD2M;                     // for each entry of M, the entry of D  (nC)

  // identity
  uint64_t signature;              // of the compiled structure; shared with the mjData made from it
};
typedef struct mjModel_ mjModel;

#endif
