// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// The abstract scene: what is to be drawn, independent of how.

#ifndef MUJOCO_MJVISUALIZE_H_
#define MUJOCO_MJVISUALIZE_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjtnum.h>

#define mjNGROUP         6                      // groups of geoms, sites and the like
#define mjMAXLIGHT       100                    // lights in a scene
#define mjMAXOVERLAY     500                    // chars of overlay text
#define mjMAXLINE        100                    // lines in a figure
#define mjMAXLINEPNT     1001                   // points of a line
#define mjMAXPLANEGRID   200                    // squares of a plane

// Categories of drawn geoms, one bit each.
typedef enum mjtCatBit_ {
  mjCAT_STATIC = 1,   // on bodies that cannot move
  mjCAT_DYNAMIC = 2,  // on bodies that move
  mjCAT_DECOR = 4,    // decoration
  mjCAT_ALL = 7       // all of them
} mjtCatBit;

// What dragging the mouse does.
typedef enum mjtMouse_ {
  mjMOUSE_NONE = 0,    // nothing
  mjMOUSE_ROTATE_V,    // rotate, up and down tilts
  mjMOUSE_ROTATE_H,    // rotate, up and down rolls
  mjMOUSE_MOVE_V,      // move in the vertical plane
  mjMOUSE_MOVE_H,      // move in the horizontal plane
  mjMOUSE_ZOOM,        // come nearer
  mjMOUSE_MOVE_V_REL,  // move in the vertical plane, about the target
  mjMOUSE_MOVE_H_REL,  // move in the horizontal plane, about the target
} mjtMouse;

// Perturbations, one bit each.
typedef enum mjtPertBit_ {
  mjPERT_TRANSLATE = 1,  // pull
  mjPERT_ROTATE = 2      // turn
} mjtPertBit;

// Kinds of abstract camera.
typedef enum mjtCamera_ {
  mjCAMERA_FREE = 0,  // moved by the user
  mjCAMERA_TRACKING,  // looks at a body
  mjCAMERA_FIXED,     // one of the model's
  mjCAMERA_USER       // the scene's cameras are set by the user
} mjtCamera;

// Which objects get a label.
typedef enum mjtLabel_ {
  mjLABEL_NONE = 0,      // none
  mjLABEL_BODY,          // bodies
  mjLABEL_JOINT,         // joints
  mjLABEL_GEOM,          // geoms
  mjLABEL_SITE,          // sites
  mjLABEL_CAMERA,        // cameras
  mjLABEL_LIGHT,         // lights
  mjLABEL_TENDON,        // tendons
  mjLABEL_ACTUATOR,      // actuators
  mjLABEL_CONSTRAINT,    // constraints
  mjLABEL_FLEX,          // flexes
  mjLABEL_SKIN,          // skins
  mjLABEL_SELECTION,     // what is selected
  mjLABEL_SELPNT,        // selected point: its coordinates
  mjLABEL_CONTACTPOINT,  // contacts: their geoms
  mjLABEL_CONTACTFORCE,  // contacts: size of the force
  mjLABEL_ISLAND,        // islands
  mjNLABEL               // how many there are
} mjtLabel;

// Which objects get their axes drawn.
typedef enum mjtFrame_ {
  mjFRAME_NONE = 0,  // none
  mjFRAME_BODY,      // bodies
  mjFRAME_GEOM,      // geoms
  mjFRAME_SITE,      // sites
  mjFRAME_CAMERA,    // cameras
  mjFRAME_LIGHT,     // lights
  mjFRAME_CONTACT,   // contacts
  mjFRAME_WORLD,     // the world
  mjNFRAME           // how many there are
} mjtFrame;

// What the abstract scene shows.
typedef enum mjtVisFlag_ {
  mjVIS_CONVEXHULL = 0,  // hulls in place of meshes
  mjVIS_TEXTURE,         // textures
  mjVIS_JOINT,           // joints
  mjVIS_CAMERA,          // cameras
  mjVIS_ACTUATOR,        // actuators
  mjVIS_ACTIVATION,      // activations
  mjVIS_LIGHT,           // lights
  mjVIS_TENDON,          // tendons
  mjVIS_RANGEFINDER,     // rangefinder rays
  mjVIS_CONSTRAINT,      // constraint errors
  mjVIS_INERTIA,         // equivalent inertia shapes
  mjVIS_SCLINERTIA,      // scale those by mass
  mjVIS_PERTFORCE,       // perturbation force
  mjVIS_PERTOBJ,         // perturbation target
  mjVIS_CONTACTPOINT,    // contact points
  mjVIS_ISLAND,          // colour by island
  mjVIS_CONTACTFORCE,    // contact forces
  mjVIS_CONTACTSPLIT,    // split into normal and tangent
  mjVIS_TRANSPARENT,     // moving geoms are transparent
  mjVIS_AUTOCONNECT,     // lines between joints and bodies
  mjVIS_COM,             // centres of mass
  mjVIS_SELECT,          // selected point
  mjVIS_STATIC,          // bodies that cannot move
  mjVIS_SKIN,            // skins
  mjVIS_FLEXVERT,        // flex vertices
  mjVIS_FLEXEDGE,        // flex edges
  mjVIS_FLEXFACE,        // flex faces
  mjVIS_FLEXSKIN,        // flexes with smooth skin
  mjVIS_BODYBVH,         // volumes of bodies
  mjVIS_MESHBVH,         // volumes of meshes
  mjVIS_SDFITER,         // descent of distance functions
  mjNVISFLAG             // how many there are
} mjtVisFlag;

// How the renderer draws.
typedef enum mjtRndFlag_ {
  mjRND_SHADOW = 0,  // shadows
  mjRND_WIREFRAME,   // lines only
  mjRND_REFLECTION,  // mirrors
  mjRND_ADDITIVE,    // transparency adds
  mjRND_SKYBOX,      // sky
  mjRND_FOG,         // fog
  mjRND_HAZE,        // haze at the horizon
  mjRND_DEPTH,       // depth as grey
  mjRND_SEGMENT,     // ids as colours
  mjRND_IDCOLOR,     // segmentation: segid+1, not random colours
  mjRND_CULL_FACE,   // leave out back faces
  mjNRNDFLAG         // how many there are
} mjtRndFlag;

// Stereo.
typedef enum mjtStereo_ {
  mjSTEREO_NONE = 0,      // the average of both eyes
  mjSTEREO_QUADBUFFERED,  // left and right buffers
  mjSTEREO_SIDEBYSIDE     // left and right half
} mjtStereo;

// What the user has selected and pulls at.
struct mjvPerturb_ {
  int select;           // body; 0 or less: none
  int flexselect;       // flex; -1: none
  int skinselect;       // skin; -1: none
  int active;           // bits of mjtPertBit while the mouse drags
  int active2;          // bits of mjtPertBit, a second kind
  mjtNum refpos[3];     // position that the body is pulled to
  mjtNum refquat[4];    // orientation that it is turned to
  mjtNum refselpos[3];  // position that the selected point is pulled to
  mjtNum localpos[3];   // selected point in the body
  mjtNum localmass;     // mass felt at that point
  mjtNum scale;         // from mouse movement to distance
};
typedef struct mjvPerturb_ mjvPerturb;

// Abstract camera.
struct mjvCamera_ {
  int type;          // mjtCamera
  int fixedcamid;    // camera of the model, for mjCAMERA_FIXED
  int trackbodyid;   // body, for mjCAMERA_TRACKING
  mjtNum lookat[3];  // point in the middle of the picture
  mjtNum distance;   // from that point
  mjtNum azimuth;    // degrees about z
  mjtNum elevation;  // degrees above the horizon
  int orthographic;  // parallel projection
};
typedef struct mjvCamera_ mjvCamera;

// Camera as OpenGL wants it.
struct mjvGLCamera_ {
  float pos[3];          // position
  float forward[3];      // viewing direction
  float up[3];           // upward direction
  float frustum_center;  // middle in x
  float frustum_width;   // half width; 0: from the aspect ratio
  float frustum_bottom;  // lower edge
  float frustum_top;     // upper edge
  float frustum_near;    // near plane
  float frustum_far;     // far plane
  int orthographic;      // parallel projection
};
typedef struct mjvGLCamera_ mjvGLCamera;

// One thing to draw.
struct mjvGeom_ {
  // what
  int type;             // mjtGeom
  int dataid;           // mesh, height field or plane; -1: none
  int objtype;          // kind of the object it stands for, mjtObj
  int objid;            // that object; -1: none
  int category;         // mjtCatBit
  int matid;            // material; -1: none
  int texcoord;         // has texture coordinates
  int segid;            // segmentation id; -1: not drawn there

  // where and how large
  float size[3];        // size
  float pos[3];         // position
  float mat[9];         // orientation

  // looks
  float rgba[4];        // colour
  float emission;       // light given off
  float specular;       // highlight
  float shininess;      // sharpness of the highlight
  float reflectance;    // mirror strength
  char label[100];      // text beside it

  // for the renderer
  float camdist;        // distance from the camera, for sorting
  float modelrbound;    // bounding radius in the model; 0: not from the model
  mjtByte transparent;  // is it transparent
};
typedef struct mjvGeom_ mjvGeom;

// One light of the scene.
struct mjvLight_ {
  int id;                // light of the model; -1: headlight
  float pos[3];          // position
  float dir[3];          // direction
  int type;              // mjtLightType
  int texid;             // texture of an image light
  float attenuation[3];  // constant, linear, quadratic
  float cutoff;          // half angle of the cone, degrees
  float exponent;        // how fast it fades towards the edge
  float ambient[3];      // ambient colour
  float diffuse[3];      // diffuse colour
  float specular[3];     // specular colour
  mjtByte headlight;     // goes with the camera
  mjtByte castshadow;    // throws shadows
  float bulbradius;      // radius that softens shadows
  float intensity;       // candela
  float range;           // reach
};
typedef struct mjvLight_ mjvLight;

// What to show.
struct mjvOption_ {
  int label;                        // mjtLabel
  int frame;                        // mjtFrame
  mjtByte geomgroup[mjNGROUP];      // groups of geoms
  mjtByte sitegroup[mjNGROUP];      // groups of sites
  mjtByte jointgroup[mjNGROUP];     // groups of joints
  mjtByte tendongroup[mjNGROUP];    // groups of tendons
  mjtByte actuatorgroup[mjNGROUP];  // groups of actuators
  mjtByte flexgroup[mjNGROUP];      // groups of flexes
  mjtByte skingroup[mjNGROUP];      // groups of skins
  mjtByte flags[mjNVISFLAG];        // by mjtVisFlag
  int bvh_depth;                    // depth of the volumes that are shown
  int flex_layer;                   // layer of flex elements that is shown
};
typedef struct mjvOption_ mjvOption;

// The abstract scene.
struct mjvScene_ {
  // geoms
  int maxgeom;                  // room
  int ngeom;                    // how many there are
  mjvGeom* geoms;               // the geoms
  int* geomorder;               // sorted by distance

  // flexes
  int nflex;                    // how many there are
  int* flexedgeadr;             // first edge
  int* flexedgenum;             // edges
  int* flexvertadr;             // first vertex
  int* flexvertnum;             // vertices
  int* flexfaceadr;             // first face
  int* flexfacenum;             // faces there is room for
  int* flexfaceused;            // faces in use
  int* flexedge;                // two vertices each
  float* flexvert;              // positions
  float* flexface;              // corners of the faces
  float* flexnormal;            // normals at the corners
  float* flextexcoord;          // texture coordinates
  mjtByte flexvertopt;          // mjVIS_FLEXVERT as it was
  mjtByte flexedgeopt;          // mjVIS_FLEXEDGE as it was
  mjtByte flexfaceopt;          // mjVIS_FLEXFACE as it was
  mjtByte flexskinopt;          // mjVIS_FLEXSKIN as it was

  // skins
  int nskin;                    // how many there are
  int* skinfacenum;             // faces
  int* skinvertadr;             // first vertex
  int* skinvertnum;             // vertices
  float* skinvert;              // positions
  float* skinnormal;            // normals

  // lights and cameras
  int nlight;                   // how many lights there are
  mjvLight lights[mjMAXLIGHT];  // the lights
  mjvGLCamera camera[2];        // left and right eye

  // from the model to the room
  mjtByte enabletransform;      // use it
  float translate[3];           // shift
  float rotate[4];              // turn
  float scale;                  // factor

  // for the renderer
  int stereo;                   // mjtStereo
  mjtByte flags[mjNRNDFLAG];    // by mjtRndFlag
  int framewidth;               // width of a frame around the picture; 0: none
  float framergb[3];            // its colour
  int status;                   // 0: fine, 1: geoms did not fit
};
typedef struct mjvScene_ mjvScene;

// A plot.
struct mjvFigure_ {
  // what is shown
  int flg_legend;                             // legend
  int flg_ticklabel[2];                       // numbers at the axes
  int flg_extend;                             // range grows with the data
  int flg_barplot;                            // bars
  int flg_selection;                          // vertical line at the selection
  int flg_symmetric;                          // y range symmetric about 0

  // looks
  float linewidth;                            // lines
  float gridwidth;                            // grid lines
  int gridsize[2];                            // grid points in x and y
  float gridrgb[3];                           // grid
  float figurergba[4];                        // background
  float panergba[4];                          // inside
  float legendrgba[4];                        // legend background
  float textrgb[3];                           // text
  float linergb[mjMAXLINE][3];                // the lines
  float range[2][2];                          // of the axes; second not above first: automatic
  char xformat[20];                           // printf format of x
  char yformat[20];                           // printf format of y
  char minwidth[20];                          // text as wide as y numbers may get

  // texts
  char title[1000];                           // over the plot
  char xlabel[100];                           // under the x axis
  char linename[mjMAXLINE][100];              // in the legend

  // state
  int legendoffset;                           // lines that the legend skips
  int subplot;                                // which of several plots, for the legend
  int highlight[2];                           // point to mark, pixels
  int highlightid;                            // line it is on; -1: none
  float selection;                            // x of the selection line

  // data
  int linepnt[mjMAXLINE];                     // points per line
  float linedata[mjMAXLINE][2*mjMAXLINEPNT];  // x, y of each point

  // computed by the renderer
  int xaxispixel[2];                          // x axis in pixels
  int yaxispixel[2];                          // y axis in pixels
  float xaxisdata[2];                         // x axis in data units
  float yaxisdata[2];                         // y axis in data units
};
typedef struct mjvFigure_ mjvFigure;

#endif
