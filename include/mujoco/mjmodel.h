#ifndef MUJOCO_MJMODEL_H_
#define MUJOCO_MJMODEL_H_ 
#include <stddef.h>
#include <stdint.h>
#include <mujoco/mjtnum.h>
#define mjPI 3.14159265358979323846
#define mjMAXVAL 1E+10
#define mjMINMU 1E-5
#define mjMINIMP 0.0001
#define mjMAXIMP 0.9999
#define mjMAXCONPAIR 50
#define mjMAXTREEDEPTH 50
#define mjMAXFLEXNODES 27
#define mjMINAWAKE 10
#define mjNEQDATA 11
#define mjNDYN 10
#define mjNGAIN 10
#define mjNBIAS 10
#define mjNFLUID 12
#define mjNREF 2
#define mjNIMP 5
#define mjNSENS 3
#define mjNSOLVER 200
#define mjNISLAND 20
typedef enum mjtDisableBit_ {
  mjDSBL_CONSTRAINT = 1<<0,
  mjDSBL_EQUALITY = 1<<1,
  mjDSBL_FRICTIONLOSS = 1<<2,
  mjDSBL_LIMIT = 1<<3,
  mjDSBL_CONTACT = 1<<4,
  mjDSBL_SPRING = 1<<5,
  mjDSBL_DAMPER = 1<<6,
  mjDSBL_GRAVITY = 1<<7,
  mjDSBL_CLAMPCTRL = 1<<8,
  mjDSBL_WARMSTART = 1<<9,
  mjDSBL_FILTERPARENT = 1<<10,
  mjDSBL_ACTUATION = 1<<11,
  mjDSBL_REFSAFE = 1<<12,
  mjDSBL_SENSOR = 1<<13,
  mjDSBL_MIDPHASE = 1<<14,
  mjDSBL_EULERDAMP = 1<<15,
  mjDSBL_AUTORESET = 1<<16,
  mjDSBL_NATIVECCD = 1<<17,
  mjDSBL_ISLAND = 1<<18,
  mjNDISABLE = 19
} mjtDisableBit;
typedef enum mjtEnableBit_ {
  mjENBL_OVERRIDE = 1<<0,
  mjENBL_ENERGY = 1<<1,
  mjENBL_FWDINV = 1<<2,
  mjENBL_INVDISCRETE = 1<<3,
  mjENBL_MULTICCD = 1<<4,
  mjENBL_SLEEP = 1<<5,
  mjNENABLE = 6
} mjtEnableBit;
typedef enum mjtJoint_ {
  mjJNT_FREE = 0,
  mjJNT_BALL,
  mjJNT_SLIDE,
  mjJNT_HINGE
} mjtJoint;
typedef enum mjtGeom_ {
  mjGEOM_PLANE = 0,
  mjGEOM_HFIELD,
  mjGEOM_SPHERE,
  mjGEOM_CAPSULE,
  mjGEOM_ELLIPSOID,
  mjGEOM_CYLINDER,
  mjGEOM_BOX,
  mjGEOM_MESH,
  mjGEOM_SDF,
  mjNGEOMTYPES,
  mjGEOM_ARROW = 100,
  mjGEOM_ARROW1,
  mjGEOM_ARROW2,
  mjGEOM_LINE,
  mjGEOM_LINEBOX,
  mjGEOM_FLEX,
  mjGEOM_SKIN,
  mjGEOM_LABEL,
  mjGEOM_TRIANGLE,
  mjGEOM_NONE = 1001
} mjtGeom;
typedef enum mjtProjection_ {
  mjPROJ_PERSPECTIVE = 0,
  mjPROJ_ORTHOGRAPHIC
} mjtProjection;
typedef enum mjtCamLight_ {
  mjCAMLIGHT_FIXED = 0,
  mjCAMLIGHT_TRACK,
  mjCAMLIGHT_TRACKCOM,
  mjCAMLIGHT_TARGETBODY,
  mjCAMLIGHT_TARGETBODYCOM
} mjtCamLight;
typedef enum mjtLightType_ {
  mjLIGHT_SPOT = 0,
  mjLIGHT_DIRECTIONAL,
  mjLIGHT_POINT,
  mjLIGHT_IMAGE,
} mjtLightType;
typedef enum mjtTexture_ {
  mjTEXTURE_2D = 0,
  mjTEXTURE_CUBE,
  mjTEXTURE_SKYBOX
} mjtTexture;
typedef enum mjtTextureRole_ {
  mjTEXROLE_USER = 0,
  mjTEXROLE_RGB,
  mjTEXROLE_OCCLUSION,
  mjTEXROLE_ROUGHNESS,
  mjTEXROLE_METALLIC,
  mjTEXROLE_NORMAL,
  mjTEXROLE_OPACITY,
  mjTEXROLE_EMISSIVE,
  mjTEXROLE_RGBA,
  mjTEXROLE_ORM,
  mjNTEXROLE
} mjtTextureRole;
typedef enum mjtColorSpace_ {
  mjCOLORSPACE_AUTO = 0,
  mjCOLORSPACE_LINEAR,
  mjCOLORSPACE_SRGB
} mjtColorSpace;
typedef enum mjtIntegrator_ {
  mjINT_EULER = 0,
  mjINT_RK4,
  mjINT_IMPLICIT,
  mjINT_IMPLICITFAST
} mjtIntegrator;
typedef enum mjtCone_ {
  mjCONE_PYRAMIDAL = 0,
  mjCONE_ELLIPTIC
} mjtCone;
typedef enum mjtJacobian_ {
  mjJAC_DENSE = 0,
  mjJAC_SPARSE,
  mjJAC_AUTO
} mjtJacobian;
typedef enum mjtSolver_ {
  mjSOL_PGS = 0,
  mjSOL_CG,
  mjSOL_NEWTON
} mjtSolver;
typedef enum mjtEq_ {
  mjEQ_CONNECT = 0,
  mjEQ_WELD,
  mjEQ_JOINT,
  mjEQ_TENDON,
  mjEQ_FLEX,
  mjEQ_FLEXVERT,
  mjEQ_DISTANCE
} mjtEq;
typedef enum mjtWrap_ {
  mjWRAP_NONE = 0,
  mjWRAP_JOINT,
  mjWRAP_PULLEY,
  mjWRAP_SITE,
  mjWRAP_SPHERE,
  mjWRAP_CYLINDER
} mjtWrap;
typedef enum mjtTrn_ {
  mjTRN_JOINT = 0,
  mjTRN_JOINTINPARENT,
  mjTRN_SLIDERCRANK,
  mjTRN_TENDON,
  mjTRN_SITE,
  mjTRN_BODY,
  mjTRN_UNDEFINED = 1000
} mjtTrn;
typedef enum mjtDyn_ {
  mjDYN_NONE = 0,
  mjDYN_INTEGRATOR,
  mjDYN_FILTER,
  mjDYN_FILTEREXACT,
  mjDYN_MUSCLE,
  mjDYN_USER
} mjtDyn;
typedef enum mjtGain_ {
  mjGAIN_FIXED = 0,
  mjGAIN_AFFINE,
  mjGAIN_MUSCLE,
  mjGAIN_USER
} mjtGain;
typedef enum mjtBias_ {
  mjBIAS_NONE = 0,
  mjBIAS_AFFINE,
  mjBIAS_MUSCLE,
  mjBIAS_USER
} mjtBias;
typedef enum mjtObj_ {
  mjOBJ_UNKNOWN = 0,
  mjOBJ_BODY,
  mjOBJ_XBODY,
  mjOBJ_JOINT,
  mjOBJ_DOF,
  mjOBJ_GEOM,
  mjOBJ_SITE,
  mjOBJ_CAMERA,
  mjOBJ_LIGHT,
  mjOBJ_FLEX,
  mjOBJ_MESH,
  mjOBJ_SKIN,
  mjOBJ_HFIELD,
  mjOBJ_TEXTURE,
  mjOBJ_MATERIAL,
  mjOBJ_PAIR,
  mjOBJ_EXCLUDE,
  mjOBJ_EQUALITY,
  mjOBJ_TENDON,
  mjOBJ_ACTUATOR,
  mjOBJ_SENSOR,
  mjOBJ_NUMERIC,
  mjOBJ_TEXT,
  mjOBJ_TUPLE,
  mjOBJ_KEY,
  mjOBJ_PLUGIN,
  mjNOBJECT,
  mjOBJ_FRAME = 100,
  mjOBJ_DEFAULT,
  mjOBJ_MODEL
} mjtObj;
typedef enum mjtSensor_ {
  mjSENS_TOUCH = 0,
  mjSENS_ACCELEROMETER,
  mjSENS_VELOCIMETER,
  mjSENS_GYRO,
  mjSENS_FORCE,
  mjSENS_TORQUE,
  mjSENS_MAGNETOMETER,
  mjSENS_RANGEFINDER,
  mjSENS_CAMPROJECTION,
  mjSENS_JOINTPOS,
  mjSENS_JOINTVEL,
  mjSENS_TENDONPOS,
  mjSENS_TENDONVEL,
  mjSENS_ACTUATORPOS,
  mjSENS_ACTUATORVEL,
  mjSENS_ACTUATORFRC,
  mjSENS_JOINTACTFRC,
  mjSENS_TENDONACTFRC,
  mjSENS_BALLQUAT,
  mjSENS_BALLANGVEL,
  mjSENS_JOINTLIMITPOS,
  mjSENS_JOINTLIMITVEL,
  mjSENS_JOINTLIMITFRC,
  mjSENS_TENDONLIMITPOS,
  mjSENS_TENDONLIMITVEL,
  mjSENS_TENDONLIMITFRC,
  mjSENS_FRAMEPOS,
  mjSENS_FRAMEQUAT,
  mjSENS_FRAMEXAXIS,
  mjSENS_FRAMEYAXIS,
  mjSENS_FRAMEZAXIS,
  mjSENS_FRAMELINVEL,
  mjSENS_FRAMEANGVEL,
  mjSENS_FRAMELINACC,
  mjSENS_FRAMEANGACC,
  mjSENS_SUBTREECOM,
  mjSENS_SUBTREELINVEL,
  mjSENS_SUBTREEANGMOM,
  mjSENS_INSIDESITE,
  mjSENS_GEOMDIST,
  mjSENS_GEOMNORMAL,
  mjSENS_GEOMFROMTO,
  mjSENS_CONTACT,
  mjSENS_E_POTENTIAL,
  mjSENS_E_KINETIC,
  mjSENS_CLOCK,
  mjSENS_TACTILE,
  mjSENS_PLUGIN,
  mjSENS_USER
} mjtSensor;
typedef enum mjtStage_ {
  mjSTAGE_NONE = 0,
  mjSTAGE_POS,
  mjSTAGE_VEL,
  mjSTAGE_ACC
} mjtStage;
typedef enum mjtDataType_ {
  mjDATATYPE_REAL = 0,
  mjDATATYPE_POSITIVE,
  mjDATATYPE_AXIS,
  mjDATATYPE_QUATERNION
} mjtDataType;
typedef enum mjtConDataField_ {
  mjCONDATA_FOUND = 0,
  mjCONDATA_FORCE,
  mjCONDATA_TORQUE,
  mjCONDATA_DIST,
  mjCONDATA_POS,
  mjCONDATA_NORMAL,
  mjCONDATA_TANGENT,
  mjNCONDATA
} mjtConDataField;
typedef enum mjtRayDataField_ {
  mjRAYDATA_DIST = 0,
  mjRAYDATA_DIR,
  mjRAYDATA_ORIGIN,
  mjRAYDATA_POINT,
  mjRAYDATA_NORMAL,
  mjRAYDATA_DEPTH,
  mjNRAYDATA
} mjtRayDataField;
typedef enum mjtCamOutBit_ {
  mjCAMOUT_RGB = 1<<0,
  mjCAMOUT_DEPTH = 1<<1,
  mjCAMOUT_DIST = 1<<2,
  mjCAMOUT_NORMAL = 1<<3,
  mjCAMOUT_SEG = 1<<4,
  mjNCAMOUT = 5
} mjtCamOutBit;
typedef enum mjtSameFrame_ {
  mjSAMEFRAME_NONE = 0,
  mjSAMEFRAME_BODY,
  mjSAMEFRAME_INERTIA,
  mjSAMEFRAME_BODYROT,
  mjSAMEFRAME_INERTIAROT
} mjtSameFrame;
typedef enum mjtSleepPolicy_ {
  mjSLEEP_AUTO = 0,
  mjSLEEP_AUTO_NEVER,
  mjSLEEP_AUTO_ALLOWED,
  mjSLEEP_NEVER,
  mjSLEEP_ALLOWED,
  mjSLEEP_INIT,
} mjtSleepPolicy;
typedef enum mjtLRMode_ {
  mjLRMODE_NONE = 0,
  mjLRMODE_MUSCLE,
  mjLRMODE_MUSCLEUSER,
  mjLRMODE_ALL
} mjtLRMode;
typedef enum mjtFlexSelf_ {
  mjFLEXSELF_NONE = 0,
  mjFLEXSELF_NARROW,
  mjFLEXSELF_BVH,
  mjFLEXSELF_SAP,
  mjFLEXSELF_AUTO
} mjtFlexSelf;
typedef enum mjtSDFType_ {
  mjSDFTYPE_SINGLE = 0,
  mjSDFTYPE_INTERSECTION,
  mjSDFTYPE_MIDSURFACE,
  mjSDFTYPE_COLLISION,
} mjtSDFType;
struct mjLROpt_ {
  int mode;
  int useexisting;
  int uselimit;
  mjtNum accel;
  mjtNum maxforce;
  mjtNum timeconst;
  mjtNum timestep;
  mjtNum inttotal;
  mjtNum interval;
  mjtNum tolrange;
};
typedef struct mjLROpt_ mjLROpt;
struct mjCache_ {
  void* impl_;
};
typedef struct mjCache_ mjCache;
struct mjVFS_ {
  void* impl_;
};
typedef struct mjVFS_ mjVFS;
struct mjOption_ {
  mjtNum timestep;
  mjtNum impratio;
  mjtNum tolerance;
  mjtNum ls_tolerance;
  mjtNum noslip_tolerance;
  mjtNum ccd_tolerance;
  mjtNum sleep_tolerance;
  mjtNum gravity[3];
  mjtNum wind[3];
  mjtNum magnetic[3];
  mjtNum density;
  mjtNum viscosity;
  mjtNum o_margin;
  mjtNum o_solref[mjNREF];
  mjtNum o_solimp[mjNIMP];
  mjtNum o_friction[5];
  int integrator;
  int cone;
  int jacobian;
  int solver;
  int iterations;
  int ls_iterations;
  int noslip_iterations;
  int ccd_iterations;
  int disableflags;
  int enableflags;
  int disableactuator;
  int sdf_initpoints;
  int sdf_iterations;
};
typedef struct mjOption_ mjOption;
struct mjVisual_ {
  struct {
    int cameraid;
    int orthographic;
    float fovy;
    float ipd;
    float azimuth;
    float elevation;
    float linewidth;
    float glow;
    float realtime;
    int offwidth;
    int offheight;
    int ellipsoidinertia;
    int bvactive;
  } global;
  struct {
    int shadowsize;
    int offsamples;
    int numslices;
    int numstacks;
    int numquads;
  } quality;
  struct {
    float ambient[3];
    float diffuse[3];
    float specular[3];
    int active;
  } headlight;
  struct {
    float stiffness;
    float stiffnessrot;
    float force;
    float torque;
    float alpha;
    float fogstart;
    float fogend;
    float znear;
    float zfar;
    float haze;
    float shadowclip;
    float shadowscale;
    float actuatortendon;
  } map;
  struct {
    float forcewidth;
    float contactwidth;
    float contactheight;
    float connect;
    float com;
    float camera;
    float light;
    float selectpoint;
    float jointlength;
    float jointwidth;
    float actuatorlength;
    float actuatorwidth;
    float framelength;
    float framewidth;
    float constraint;
    float slidercrank;
    float frustum;
  } scale;
  struct {
    float fog[4];
    float haze[4];
    float force[4];
    float inertia[4];
    float joint[4];
    float actuator[4];
    float actuatornegative[4];
    float actuatorpositive[4];
    float com[4];
    float camera[4];
    float light[4];
    float selectpoint[4];
    float connect[4];
    float contactpoint[4];
    float contactforce[4];
    float contactfriction[4];
    float contacttorque[4];
    float contactgap[4];
    float rangefinder[4];
    float constraint[4];
    float slidercrank[4];
    float crankbroken[4];
    float frustum[4];
    float bv[4];
    float bvactive[4];
  } rgba;
};
typedef struct mjVisual_ mjVisual;
struct mjStatistic_ {
  mjtNum meaninertia;
  mjtNum meanmass;
  mjtNum meansize;
  mjtNum extent;
  mjtNum center[3];
};
typedef struct mjStatistic_ mjStatistic;
struct mjModel_ {
  mjtSize nq;
  mjtSize nv;
  mjtSize nu;
  mjtSize na;
  mjtSize nbody;
  mjtSize nbvh;
  mjtSize nbvhstatic;
  mjtSize nbvhdynamic;
  mjtSize noct;
  mjtSize njnt;
  mjtSize ntree;
  mjtSize nM;
  mjtSize nB;
  mjtSize nC;
  mjtSize nD;
  mjtSize ngeom;
  mjtSize nsite;
  mjtSize ncam;
  mjtSize nlight;
  mjtSize nflex;
  mjtSize nflexnode;
  mjtSize nflexvert;
  mjtSize nflexedge;
  mjtSize nflexelem;
  mjtSize nflexelemdata;
  mjtSize nflexelemedge;
  mjtSize nflexshelldata;
  mjtSize nflexevpair;
  mjtSize nflextexcoord;
  mjtSize nJfe;
  mjtSize nJfv;
  mjtSize nmesh;
  mjtSize nmeshvert;
  mjtSize nmeshnormal;
  mjtSize nmeshtexcoord;
  mjtSize nmeshface;
  mjtSize nmeshgraph;
  mjtSize nmeshpoly;
  mjtSize nmeshpolyvert;
  mjtSize nmeshpolymap;
  mjtSize nskin;
  mjtSize nskinvert;
  mjtSize nskintexvert;
  mjtSize nskinface;
  mjtSize nskinbone;
  mjtSize nskinbonevert;
  mjtSize nhfield;
  mjtSize nhfielddata;
  mjtSize ntex;
  mjtSize ntexdata;
  mjtSize nmat;
  mjtSize npair;
  mjtSize nexclude;
  mjtSize neq;
  mjtSize ntendon;
  mjtSize nwrap;
  mjtSize nsensor;
  mjtSize nnumeric;
  mjtSize nnumericdata;
  mjtSize ntext;
  mjtSize ntextdata;
  mjtSize ntuple;
  mjtSize ntupledata;
  mjtSize nkey;
  mjtSize nmocap;
  mjtSize nplugin;
  mjtSize npluginattr;
  mjtSize nuser_body;
  mjtSize nuser_jnt;
  mjtSize nuser_geom;
  mjtSize nuser_site;
  mjtSize nuser_cam;
  mjtSize nuser_tendon;
  mjtSize nuser_actuator;
  mjtSize nuser_sensor;
  mjtSize nnames;
  mjtSize npaths;
  mjtSize nnames_map;
  mjtSize nJmom;
  mjtSize ngravcomp;
  mjtSize nemax;
  mjtSize njmax;
  mjtSize nconmax;
  mjtSize nuserdata;
  mjtSize nsensordata;
  mjtSize npluginstate;
  mjtSize nhistory;
  mjtSize narena;
  mjtSize nbuffer;
  mjOption opt;
  mjVisual vis;
  mjStatistic stat;
  void* buffer;
  mjtNum* qpos0;
  mjtNum* qpos_spring;
  int* body_parentid;
  int* body_rootid;
  int* body_weldid;
  int* body_mocapid;
  int* body_jntnum;
  int* body_jntadr;
  int* body_dofnum;
  int* body_dofadr;
  int* body_treeid;
  int* body_geomnum;
  int* body_geomadr;
  mjtByte* body_simple;
  mjtByte* body_sameframe;
  mjtNum* body_pos;
  mjtNum* body_quat;
  mjtNum* body_ipos;
  mjtNum* body_iquat;
  mjtNum* body_mass;
  mjtNum* body_subtreemass;
  mjtNum* body_inertia;
  mjtNum* body_invweight0;
  mjtNum* body_gravcomp;
  mjtNum* body_margin;
  mjtNum* body_user;
  int* body_plugin;
  int* body_contype;
  int* body_conaffinity;
  int* body_bvhadr;
  int* body_bvhnum;
  int* bvh_depth;
  int* bvh_child;
  int* bvh_nodeid;
  mjtNum* bvh_aabb;
  int* oct_depth;
  int* oct_child;
  mjtNum* oct_aabb;
  mjtNum* oct_coeff;
  int* jnt_type;
  int* jnt_qposadr;
  int* jnt_dofadr;
  int* jnt_bodyid;
  int* jnt_group;
  mjtByte* jnt_limited;
  mjtByte* jnt_actfrclimited;
  mjtByte* jnt_actgravcomp;
  mjtNum* jnt_solref;
  mjtNum* jnt_solimp;
  mjtNum* jnt_pos;
  mjtNum* jnt_axis;
  mjtNum* jnt_stiffness;
  mjtNum* jnt_range;
  mjtNum* jnt_actfrcrange;
  mjtNum* jnt_margin;
  mjtNum* jnt_user;
  int* dof_bodyid;
  int* dof_jntid;
  int* dof_parentid;
  int* dof_treeid;
  int* dof_Madr;
  int* dof_simplenum;
  mjtNum* dof_solref;
  mjtNum* dof_solimp;
  mjtNum* dof_frictionloss;
  mjtNum* dof_armature;
  mjtNum* dof_damping;
  mjtNum* dof_invweight0;
  mjtNum* dof_M0;
  mjtNum* dof_length;
  int* tree_bodyadr;
  int* tree_bodynum;
  int* tree_dofadr;
  int* tree_dofnum;
  int* tree_sleep_policy;
  int* geom_type;
  int* geom_contype;
  int* geom_conaffinity;
  int* geom_condim;
  int* geom_bodyid;
  int* geom_dataid;
  int* geom_matid;
  int* geom_group;
  int* geom_priority;
  int* geom_plugin;
  mjtByte* geom_sameframe;
  mjtNum* geom_solmix;
  mjtNum* geom_solref;
  mjtNum* geom_solimp;
  mjtNum* geom_size;
  mjtNum* geom_aabb;
  mjtNum* geom_rbound;
  mjtNum* geom_pos;
  mjtNum* geom_quat;
  mjtNum* geom_friction;
  mjtNum* geom_margin;
  mjtNum* geom_gap;
  mjtNum* geom_fluid;
  mjtNum* geom_user;
  float* geom_rgba;
  int* site_type;
  int* site_bodyid;
  int* site_matid;
  int* site_group;
  mjtByte* site_sameframe;
  mjtNum* site_size;
  mjtNum* site_pos;
  mjtNum* site_quat;
  mjtNum* site_user;
  float* site_rgba;
  int* cam_mode;
  int* cam_bodyid;
  int* cam_targetbodyid;
  mjtNum* cam_pos;
  mjtNum* cam_quat;
  mjtNum* cam_poscom0;
  mjtNum* cam_pos0;
  mjtNum* cam_mat0;
  int* cam_projection;
  mjtNum* cam_fovy;
  mjtNum* cam_ipd;
  int* cam_resolution;
  int* cam_output;
  float* cam_sensorsize;
  float* cam_intrinsic;
  mjtNum* cam_user;
  int* light_mode;
  int* light_bodyid;
  int* light_targetbodyid;
  int* light_type;
  int* light_texid;
  mjtByte* light_castshadow;
  float* light_bulbradius;
  float* light_intensity;
  float* light_range;
  mjtByte* light_active;
  mjtNum* light_pos;
  mjtNum* light_dir;
  mjtNum* light_poscom0;
  mjtNum* light_pos0;
  mjtNum* light_dir0;
  float* light_attenuation;
  float* light_cutoff;
  float* light_exponent;
  float* light_ambient;
  float* light_diffuse;
  float* light_specular;
  int* flex_contype;
  int* flex_conaffinity;
  int* flex_condim;
  int* flex_priority;
  mjtNum* flex_solmix;
  mjtNum* flex_solref;
  mjtNum* flex_solimp;
  mjtNum* flex_friction;
  mjtNum* flex_margin;
  mjtNum* flex_gap;
  mjtByte* flex_internal;
  int* flex_selfcollide;
  int* flex_activelayers;
  int* flex_passive;
  int* flex_dim;
  int* flex_matid;
  int* flex_group;
  int* flex_interp;
  int* flex_nodeadr;
  int* flex_nodenum;
  int* flex_vertadr;
  int* flex_vertnum;
  int* flex_edgeadr;
  int* flex_edgenum;
  int* flex_elemadr;
  int* flex_elemnum;
  int* flex_elemdataadr;
  int* flex_elemedgeadr;
  int* flex_shellnum;
  int* flex_shelldataadr;
  int* flex_evpairadr;
  int* flex_evpairnum;
  int* flex_texcoordadr;
  int* flex_nodebodyid;
  int* flex_vertbodyid;
  int* flex_vertedgeadr;
  int* flex_vertedgenum;
  int* flex_vertedge;
  int* flex_edge;
  int* flex_edgeflap;
  int* flex_elem;
  int* flex_elemtexcoord;
  int* flex_elemedge;
  int* flex_elemlayer;
  int* flex_shell;
  int* flex_evpair;
  mjtNum* flex_vert;
  mjtNum* flex_vert0;
  mjtNum* flex_vertmetric;
  mjtNum* flex_node;
  mjtNum* flex_node0;
  mjtNum* flexedge_length0;
  mjtNum* flexedge_invweight0;
  mjtNum* flex_radius;
  mjtNum* flex_size;
  mjtNum* flex_stiffness;
  mjtNum* flex_bending;
  mjtNum* flex_damping;
  mjtNum* flex_edgestiffness;
  mjtNum* flex_edgedamping;
  int* flex_edgeequality;
  mjtByte* flex_rigid;
  mjtByte* flexedge_rigid;
  mjtByte* flex_centered;
  mjtByte* flex_flatskin;
  int* flex_bvhadr;
  int* flex_bvhnum;
  int* flexedge_J_rownnz;
  int* flexedge_J_rowadr;
  int* flexedge_J_colind;
  int* flexvert_J_rownnz;
  int* flexvert_J_rowadr;
  int* flexvert_J_colind;
  float* flex_rgba;
  float* flex_texcoord;
  int* mesh_vertadr;
  int* mesh_vertnum;
  int* mesh_faceadr;
  int* mesh_facenum;
  int* mesh_bvhadr;
  int* mesh_bvhnum;
  int* mesh_octadr;
  int* mesh_octnum;
  int* mesh_normaladr;
  int* mesh_normalnum;
  int* mesh_texcoordadr;
  int* mesh_texcoordnum;
  int* mesh_graphadr;
  float* mesh_vert;
  float* mesh_normal;
  float* mesh_texcoord;
  int* mesh_face;
  int* mesh_facenormal;
  int* mesh_facetexcoord;
  int* mesh_graph;
  mjtNum* mesh_scale;
  mjtNum* mesh_pos;
  mjtNum* mesh_quat;
  int* mesh_pathadr;
  int* mesh_polynum;
  int* mesh_polyadr;
  mjtNum* mesh_polynormal;
  int* mesh_polyvertadr;
  int* mesh_polyvertnum;
  int* mesh_polyvert;
  int* mesh_polymapadr;
  int* mesh_polymapnum;
  int* mesh_polymap;
  int* skin_matid;
  int* skin_group;
  float* skin_rgba;
  float* skin_inflate;
  int* skin_vertadr;
  int* skin_vertnum;
  int* skin_texcoordadr;
  int* skin_faceadr;
  int* skin_facenum;
  int* skin_boneadr;
  int* skin_bonenum;
  float* skin_vert;
  float* skin_texcoord;
  int* skin_face;
  int* skin_bonevertadr;
  int* skin_bonevertnum;
  float* skin_bonebindpos;
  float* skin_bonebindquat;
  int* skin_bonebodyid;
  int* skin_bonevertid;
  float* skin_bonevertweight;
  int* skin_pathadr;
  mjtNum* hfield_size;
  int* hfield_nrow;
  int* hfield_ncol;
  int* hfield_adr;
  float* hfield_data;
  int* hfield_pathadr;
  int* tex_type;
  int* tex_colorspace;
  int* tex_height;
  int* tex_width;
  int* tex_nchannel;
  mjtSize* tex_adr;
  mjtByte* tex_data;
  int* tex_pathadr;
  int* mat_texid;
  mjtByte* mat_texuniform;
  float* mat_texrepeat;
  float* mat_emission;
  float* mat_specular;
  float* mat_shininess;
  float* mat_reflectance;
  float* mat_metallic;
  float* mat_roughness;
  float* mat_rgba;
  int* pair_dim;
  int* pair_geom1;
  int* pair_geom2;
  int* pair_signature;
  mjtNum* pair_solref;
  mjtNum* pair_solreffriction;
  mjtNum* pair_solimp;
  mjtNum* pair_margin;
  mjtNum* pair_gap;
  mjtNum* pair_friction;
  int* exclude_signature;
  int* eq_type;
  int* eq_obj1id;
  int* eq_obj2id;
  int* eq_objtype;
  mjtByte* eq_active0;
  mjtNum* eq_solref;
  mjtNum* eq_solimp;
  mjtNum* eq_data;
  int* tendon_adr;
  int* tendon_num;
  int* tendon_matid;
  int* tendon_group;
  int* tendon_treenum;
  int* tendon_treeid;
  mjtByte* tendon_limited;
  mjtByte* tendon_actfrclimited;
  mjtNum* tendon_width;
  mjtNum* tendon_solref_lim;
  mjtNum* tendon_solimp_lim;
  mjtNum* tendon_solref_fri;
  mjtNum* tendon_solimp_fri;
  mjtNum* tendon_range;
  mjtNum* tendon_actfrcrange;
  mjtNum* tendon_margin;
  mjtNum* tendon_stiffness;
  mjtNum* tendon_damping;
  mjtNum* tendon_armature;
  mjtNum* tendon_frictionloss;
  mjtNum* tendon_lengthspring;
  mjtNum* tendon_length0;
  mjtNum* tendon_invweight0;
  mjtNum* tendon_user;
  float* tendon_rgba;
  int* wrap_type;
  int* wrap_objid;
  mjtNum* wrap_prm;
  int* actuator_trntype;
  int* actuator_dyntype;
  int* actuator_gaintype;
  int* actuator_biastype;
  int* actuator_trnid;
  int* actuator_actadr;
  int* actuator_actnum;
  int* actuator_group;
  int* actuator_history;
  int* actuator_historyadr;
  mjtNum* actuator_delay;
  mjtByte* actuator_ctrllimited;
  mjtByte* actuator_forcelimited;
  mjtByte* actuator_actlimited;
  mjtNum* actuator_dynprm;
  mjtNum* actuator_gainprm;
  mjtNum* actuator_biasprm;
  mjtByte* actuator_actearly;
  mjtNum* actuator_ctrlrange;
  mjtNum* actuator_forcerange;
  mjtNum* actuator_actrange;
  mjtNum* actuator_gear;
  mjtNum* actuator_cranklength;
  mjtNum* actuator_acc0;
  mjtNum* actuator_length0;
  mjtNum* actuator_lengthrange;
  mjtNum* actuator_user;
  int* actuator_plugin;
  int* sensor_type;
  int* sensor_datatype;
  int* sensor_needstage;
  int* sensor_objtype;
  int* sensor_objid;
  int* sensor_reftype;
  int* sensor_refid;
  int* sensor_intprm;
  int* sensor_dim;
  int* sensor_adr;
  mjtNum* sensor_cutoff;
  mjtNum* sensor_noise;
  int* sensor_history;
  int* sensor_historyadr;
  mjtNum* sensor_delay;
  mjtNum* sensor_interval;
  mjtNum* sensor_user;
  int* sensor_plugin;
  int* plugin;
  int* plugin_stateadr;
  int* plugin_statenum;
  char* plugin_attr;
  int* plugin_attradr;
  int* numeric_adr;
  int* numeric_size;
  mjtNum* numeric_data;
  int* text_adr;
  int* text_size;
  char* text_data;
  int* tuple_adr;
  int* tuple_size;
  int* tuple_objtype;
  int* tuple_objid;
  mjtNum* tuple_objprm;
  mjtNum* key_time;
  mjtNum* key_qpos;
  mjtNum* key_qvel;
  mjtNum* key_act;
  mjtNum* key_mpos;
  mjtNum* key_mquat;
  mjtNum* key_ctrl;
  int* name_bodyadr;
  int* name_jntadr;
  int* name_geomadr;
  int* name_siteadr;
  int* name_camadr;
  int* name_lightadr;
  int* name_flexadr;
  int* name_meshadr;
  int* name_skinadr;
  int* name_hfieldadr;
  int* name_texadr;
  int* name_matadr;
  int* name_pairadr;
  int* name_excludeadr;
  int* name_eqadr;
  int* name_tendonadr;
  int* name_actuatoradr;
  int* name_sensoradr;
  int* name_numericadr;
  int* name_textadr;
  int* name_tupleadr;
  int* name_keyadr;
  int* name_pluginadr;
  char* names;
  int* names_map;
  char* paths;
  int* B_rownnz;
  int* B_rowadr;
  int* B_colind;
  int* M_rownnz;
  int* M_rowadr;
  int* M_colind;
  int* mapM2M;
  int* D_rownnz;
  int* D_rowadr;
  int* D_diag;
  int* D_colind;
  int* mapM2D;
  int* mapD2M;
  uint64_t signature;
};
typedef struct mjModel_ mjModel;
#endif
