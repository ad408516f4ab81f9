#ifndef MUJOCO_MJVISUALIZE_H_
#define MUJOCO_MJVISUALIZE_H_ 
#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjtnum.h>
#define mjNGROUP 6
#define mjMAXLIGHT 100
#define mjMAXOVERLAY 500
#define mjMAXLINE 100
#define mjMAXLINEPNT 1001
#define mjMAXPLANEGRID 200
typedef enum mjtCatBit_ {
  mjCAT_STATIC = 1,
  mjCAT_DYNAMIC = 2,
  mjCAT_DECOR = 4,
  mjCAT_ALL = 7
} mjtCatBit;
typedef enum mjtMouse_ {
  mjMOUSE_NONE = 0,
  mjMOUSE_ROTATE_V,
  mjMOUSE_ROTATE_H,
  mjMOUSE_MOVE_V,
  mjMOUSE_MOVE_H,
  mjMOUSE_ZOOM,
  mjMOUSE_MOVE_V_REL,
  mjMOUSE_MOVE_H_REL,
} mjtMouse;
typedef enum mjtPertBit_ {
  mjPERT_TRANSLATE = 1,
  mjPERT_ROTATE = 2
} mjtPertBit;
typedef enum mjtCamera_ {
  mjCAMERA_FREE = 0,
  mjCAMERA_TRACKING,
  mjCAMERA_FIXED,
  mjCAMERA_USER
} mjtCamera;
typedef enum mjtLabel_ {
  mjLABEL_NONE = 0,
  mjLABEL_BODY,
  mjLABEL_JOINT,
  mjLABEL_GEOM,
  mjLABEL_SITE,
  mjLABEL_CAMERA,
  mjLABEL_LIGHT,
  mjLABEL_TENDON,
  mjLABEL_ACTUATOR,
  mjLABEL_CONSTRAINT,
  mjLABEL_FLEX,
  mjLABEL_SKIN,
  mjLABEL_SELECTION,
  mjLABEL_SELPNT,
  mjLABEL_CONTACTPOINT,
  mjLABEL_CONTACTFORCE,
  mjLABEL_ISLAND,
  mjNLABEL
} mjtLabel;
typedef enum mjtFrame_ {
  mjFRAME_NONE = 0,
  mjFRAME_BODY,
  mjFRAME_GEOM,
  mjFRAME_SITE,
  mjFRAME_CAMERA,
  mjFRAME_LIGHT,
  mjFRAME_CONTACT,
  mjFRAME_WORLD,
  mjNFRAME
} mjtFrame;
typedef enum mjtVisFlag_ {
  mjVIS_CONVEXHULL = 0,
  mjVIS_TEXTURE,
  mjVIS_JOINT,
  mjVIS_CAMERA,
  mjVIS_ACTUATOR,
  mjVIS_ACTIVATION,
  mjVIS_LIGHT,
  mjVIS_TENDON,
  mjVIS_RANGEFINDER,
  mjVIS_CONSTRAINT,
  mjVIS_INERTIA,
  mjVIS_SCLINERTIA,
  mjVIS_PERTFORCE,
  mjVIS_PERTOBJ,
  mjVIS_CONTACTPOINT,
  mjVIS_ISLAND,
  mjVIS_CONTACTFORCE,
  mjVIS_CONTACTSPLIT,
  mjVIS_TRANSPARENT,
  mjVIS_AUTOCONNECT,
  mjVIS_COM,
  mjVIS_SELECT,
  mjVIS_STATIC,
  mjVIS_SKIN,
  mjVIS_FLEXVERT,
  mjVIS_FLEXEDGE,
  mjVIS_FLEXFACE,
  mjVIS_FLEXSKIN,
  mjVIS_BODYBVH,
  mjVIS_MESHBVH,
  mjVIS_SDFITER,
  mjNVISFLAG
} mjtVisFlag;
typedef enum mjtRndFlag_ {
  mjRND_SHADOW = 0,
  mjRND_WIREFRAME,
  mjRND_REFLECTION,
  mjRND_ADDITIVE,
  mjRND_SKYBOX,
  mjRND_FOG,
  mjRND_HAZE,
  mjRND_DEPTH,
  mjRND_SEGMENT,
  mjRND_IDCOLOR,
  mjRND_CULL_FACE,
  mjNRNDFLAG
} mjtRndFlag;
typedef enum mjtStereo_ {
  mjSTEREO_NONE = 0,
  mjSTEREO_QUADBUFFERED,
  mjSTEREO_SIDEBYSIDE
} mjtStereo;
struct mjvPerturb_ {
  int select;
  int flexselect;
  int skinselect;
  int active;
  int active2;
  mjtNum refpos[3];
  mjtNum refquat[4];
  mjtNum refselpos[3];
  mjtNum localpos[3];
  mjtNum localmass;
  mjtNum scale;
};
typedef struct mjvPerturb_ mjvPerturb;
struct mjvCamera_ {
  int type;
  int fixedcamid;
  int trackbodyid;
  mjtNum lookat[3];
  mjtNum distance;
  mjtNum azimuth;
  mjtNum elevation;
  int orthographic;
};
typedef struct mjvCamera_ mjvCamera;
struct mjvGLCamera_ {
  float pos[3];
  float forward[3];
  float up[3];
  float frustum_center;
  float frustum_width;
  float frustum_bottom;
  float frustum_top;
  float frustum_near;
  float frustum_far;
  int orthographic;
};
typedef struct mjvGLCamera_ mjvGLCamera;
struct mjvGeom_ {
  int type;
  int dataid;
  int objtype;
  int objid;
  int category;
  int matid;
  int texcoord;
  int segid;
  float size[3];
  float pos[3];
  float mat[9];
  float rgba[4];
  float emission;
  float specular;
  float shininess;
  float reflectance;
  char label[100];
  float camdist;
  float modelrbound;
  mjtByte transparent;
};
typedef struct mjvGeom_ mjvGeom;
struct mjvLight_ {
  int id;
  float pos[3];
  float dir[3];
  int type;
  int texid;
  float attenuation[3];
  float cutoff;
  float exponent;
  float ambient[3];
  float diffuse[3];
  float specular[3];
  mjtByte headlight;
  mjtByte castshadow;
  float bulbradius;
  float intensity;
  float range;
};
typedef struct mjvLight_ mjvLight;
struct mjvOption_ {
  int label;
  int frame;
  mjtByte geomgroup[mjNGROUP];
  mjtByte sitegroup[mjNGROUP];
  mjtByte jointgroup[mjNGROUP];
  mjtByte tendongroup[mjNGROUP];
  mjtByte actuatorgroup[mjNGROUP];
  mjtByte flexgroup[mjNGROUP];
  mjtByte skingroup[mjNGROUP];
  mjtByte flags[mjNVISFLAG];
  int bvh_depth;
  int flex_layer;
};
typedef struct mjvOption_ mjvOption;
struct mjvScene_ {
  int maxgeom;
  int ngeom;
  mjvGeom* geoms;
  int* geomorder;
  int nflex;
  int* flexedgeadr;
  int* flexedgenum;
  int* flexvertadr;
  int* flexvertnum;
  int* flexfaceadr;
  int* flexfacenum;
  int* flexfaceused;
  int* flexedge;
  float* flexvert;
  float* flexface;
  float* flexnormal;
  float* flextexcoord;
  mjtByte flexvertopt;
  mjtByte flexedgeopt;
  mjtByte flexfaceopt;
  mjtByte flexskinopt;
  int nskin;
  int* skinfacenum;
  int* skinvertadr;
  int* skinvertnum;
  float* skinvert;
  float* skinnormal;
  int nlight;
  mjvLight lights[mjMAXLIGHT];
  mjvGLCamera camera[2];
  mjtByte enabletransform;
  float translate[3];
  float rotate[4];
  float scale;
  int stereo;
  mjtByte flags[mjNRNDFLAG];
  int framewidth;
  float framergb[3];
  int status;
};
typedef struct mjvScene_ mjvScene;
struct mjvFigure_ {
  int flg_legend;
  int flg_ticklabel[2];
  int flg_extend;
  int flg_barplot;
  int flg_selection;
  int flg_symmetric;
  float linewidth;
  float gridwidth;
  int gridsize[2];
  float gridrgb[3];
  float figurergba[4];
  float panergba[4];
  float legendrgba[4];
  float textrgb[3];
  float linergb[mjMAXLINE][3];
  float range[2][2];
  char xformat[20];
  char yformat[20];
  char minwidth[20];
  char title[1000];
  char xlabel[100];
  char linename[mjMAXLINE][100];
  int legendoffset;
  int subplot;
  int highlight[2];
  int highlightid;
  float selection;
  int linepnt[mjMAXLINE];
  float linedata[mjMAXLINE][2*mjMAXLINEPNT];
  int xaxispixel[2];
  int yaxispixel[2];
  float xaxisdata[2];
  float yaxisdata[2];
};
typedef struct mjvFigure_ mjvFigure;
#endif
