// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// The editable model: elements by name, before compilation.

#ifndef MUJOCO_INCLUDE_MJSPEC_H_
#define MUJOCO_INCLUDE_MJSPEC_H_

#include <stddef.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjtnum.h>

#ifdef __cplusplus

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

// Text and lists. The library keeps them in the memory layout of libc++, for which they are the standard containers. Other
// standard libraries lay out std::string differently: for them texts are the classes below, which read in place and write by
// the mjs_ functions. Vectors of numbers are the same in libstdc++; others read them by mjList.
#if __cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
  using mjByte = std::byte;
#else
  using mjByte = unsigned char;
#endif
#if defined(_LIBCPP_VERSION)
  using mjString = std::string;
  using mjStringVec = std::vector<std::string>;
#else

class mjString;
extern "C" MJAPI void mjs_setString(mjString* dest, const char* text);

// the text of an element, where it is: pass pointers and references, copy it as std::string
class mjString {
 public:
  mjString() = delete;
  mjString(const mjString&) = delete;
  mjString& operator=(const mjString& other) { return assign(other.c_str()); }
  mjString& operator=(const std::string& text) { return assign(text.c_str()); }
  mjString& operator=(const char* text) { return assign(text); }
  mjString& assign(const char* text) { mjs_setString(this, text); return *this; }
  mjString& assign(const std::string& text) { return assign(text.c_str()); }
  void clear() { assign(""); }
  const char* c_str() const { return is_long() ? static_cast<const char*>(word_[2]) : bytes() + 1; }
  const char* data() const { return c_str(); }
  std::size_t size() const { return is_long() ? reinterpret_cast<std::size_t>(word_[1]) : first() >> 1; }
  std::size_t length() const { return size(); }
  bool empty() const { return size() == 0; }
  const char* begin() const { return c_str(); }
  const char* end() const { return c_str() + size(); }
  const char& operator[](std::size_t i) const { return c_str()[i]; }
  std::string str() const { return std::string(c_str(), size()); }
  operator std::string() const { return str(); }
  int compare(const std::string& text) const { return str().compare(text); }

 private:
  void* word_[3];
  const char* bytes() const { return reinterpret_cast<const char*>(this); }
  std::size_t first() const { return static_cast<unsigned char>(*bytes()); }
  bool is_long() const { return (first() & 1) != 0; }
};

inline bool operator==(const mjString& a, const std::string& b) { return a.size() == b.size() && !std::memcmp(a.c_str(), b.data(), a.size()); }
inline bool operator==(const std::string& a, const mjString& b) { return b == a; }
inline bool operator==(const mjString& a, const mjString& b) { return a == b.str(); }
inline bool operator!=(const mjString& a, const std::string& b) { return !(a == b); }
inline bool operator!=(const std::string& a, const mjString& b) { return !(b == a); }
inline bool operator!=(const mjString& a, const mjString& b) { return !(a == b); }
inline std::string operator+(const std::string& a, const mjString& b) { return a + b.str(); }
inline std::string operator+(const mjString& a, const std::string& b) { return a.str() + b; }
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const mjString& text) { return out << text.c_str(); }

// a list of an element, where it is
template <class T>
class mjList {
 public:
  mjList() = delete;
  mjList(const mjList&) = delete;
  mjList& operator=(const mjList&) = delete;
  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  bool empty() const { return begin_ == end_; }
  const T* data() const { return begin_; }
  const T* begin() const { return begin_; }
  const T* end() const { return end_; }
  const T& operator[](std::size_t i) const { return begin_[i]; }
  const T& front() const { return *begin_; }
  const T& back() const { return end_[-1]; }

 private:
  const T *begin_, *end_, *limit_;
};

using mjStringVec = mjList<mjString>;
#endif

#if defined(_LIBCPP_VERSION) || defined(__GLIBCXX__)
  using mjIntVec = std::vector<int>;
  using mjIntVecVec = std::vector<std::vector<int>>;
  using mjFloatVec = std::vector<float>;
  using mjFloatVecVec = std::vector<std::vector<float>>;
  using mjDoubleVec = std::vector<double>;
  using mjByteVec = std::vector<mjByte>;
#else
  using mjIntVec = mjList<int>;
  using mjIntVecVec = mjList<mjList<int>>;
  using mjFloatVec = mjList<float>;
  using mjFloatVecVec = mjList<mjList<float>>;
  using mjDoubleVec = mjList<double>;
  using mjByteVec = mjList<mjByte>;
#endif

extern "C" {
#else
  // C has handles that only mjs_ functions open
  typedef void mjString;
  typedef void mjStringVec;
  typedef void mjIntVec;
  typedef void mjIntVecVec;
  typedef void mjFloatVec;
  typedef void mjFloatVecVec;
  typedef void mjDoubleVec;
  typedef void mjByteVec;
#endif

// Where the mass of a geom is.
typedef enum mjtGeomInertia_ {
  mjINERTIA_VOLUME = 0,  // throughout
  mjINERTIA_SHELL,       // on the surface
} mjtGeomInertia;

// How the inertia of a mesh is found.
typedef enum mjtMeshInertia_ {
  mjMESH_INERTIA_CONVEX = 0,  // of its hull
  mjMESH_INERTIA_EXACT,       // of its volume; wants a closed surface
  mjMESH_INERTIA_LEGACY,      // sum of pyramids, overlaps counted twice
  mjMESH_INERTIA_SHELL        // of its surface
} mjtMeshInertia;

// Meshes made by formula.
typedef enum mjtMeshBuiltin_ {
  mjMESH_BUILTIN_NONE = 0,     // none
  mjMESH_BUILTIN_SPHERE,       // sphere
  mjMESH_BUILTIN_HEMISPHERE,   // half a sphere
  mjMESH_BUILTIN_CONE,         // cone
  mjMESH_BUILTIN_SUPERSPHERE,  // superellipsoid
  mjMESH_BUILTIN_SUPERTORUS,   // supertoroid
  mjMESH_BUILTIN_WEDGE,        // part of a sphere
  mjMESH_BUILTIN_PLATE,        // flat plate
} mjtMeshBuiltin;

// Textures made by formula.
typedef enum mjtBuiltin_ {
  mjBUILTIN_NONE = 0,  // none
  mjBUILTIN_GRADIENT,  // from rgb1 to rgb2
  mjBUILTIN_CHECKER,   // squares of rgb1 and rgb2
  mjBUILTIN_FLAT       // rgb1
} mjtBuiltin;

// Marks on such textures.
typedef enum mjtMark_ {
  mjMARK_NONE = 0,  // none
  mjMARK_EDGE,      // along the edges
  mjMARK_CROSS,     // through the middle
  mjMARK_RANDOM     // random dots
} mjtMark;

// Is something limited?
typedef enum mjtLimited_ {
  mjLIMITED_FALSE = 0,  // no
  mjLIMITED_TRUE,       // yes
  mjLIMITED_AUTO,       // if it has a range
} mjtLimited;

// Is a free joint aligned with the inertial frame?
typedef enum mjtAlignFree_ {
  mjALIGNFREE_FALSE = 0,  // no
  mjALIGNFREE_TRUE,       // yes
  mjALIGNFREE_AUTO,       // as the compiler option says
} mjtAlignFree;

// Do bodies get their inertia from their geoms?
typedef enum mjtInertiaFromGeom_ {
  mjINERTIAFROMGEOM_FALSE = 0,  // never; they must have their own
  mjINERTIAFROMGEOM_TRUE,       // always
  mjINERTIAFROMGEOM_AUTO        // if they have none
} mjtInertiaFromGeom;

// Which form of mjsOrientation counts.
typedef enum mjtOrientation_ {
  mjORIENTATION_QUAT = 0,   // the quaternion beside it
  mjORIENTATION_AXISANGLE,  // axis and angle
  mjORIENTATION_XYAXES,     // x and y axes
  mjORIENTATION_ZAXIS,      // z axis, least rotation
  mjORIENTATION_EULER,      // Euler angles
} mjtOrientation;

// Head of every element.
typedef struct mjsElement_ {
  mjtObj elemtype;     // kind, mjtObj
  uint64_t signature;  // of the spec, after compilation
} mjsElement;

// Options of the compiler.
typedef struct mjsCompiler_ {
  mjtByte autolimits;        // a range means a limit
  double boundmass;          // masses are raised to this
  double boundinertia;       // moments are raised to this
  double settotalmass;       // masses are scaled to this sum; negative: not
  mjtByte balanceinertia;    // moments that break A + B >= C become their mean
  mjtByte fitaabb;           // geoms are fitted to a mesh's box, not its inertia
  mjtByte degree;            // angles are in degrees
  char eulerseq[3];          // axes of Euler angles; capitals: fixed axes
  mjtByte discardvisual;     // drop what only pictures need
  mjtByte usethread;         // compile meshes in parallel
  mjtByte fusestatic;        // merge bodies that cannot move into their parents
  int inertiafromgeom;       // mjtInertiaFromGeom
  int inertiagrouprange[2];  // groups of geoms that have mass
  mjtByte saveinertial;      // write inertials of all bodies
  int alignfree;             // align free joints with inertial frames
  mjLROpt LRopt;             // search for length ranges
  mjString* meshdir;         // folder of meshes and height fields
  mjString* texturedir;      // folder of textures
} mjsCompiler;

// A whole model, editable.
typedef struct mjSpec_ {
  // identity
  mjsElement* element;            // head
  mjString* modelname;            // name of the model

  // options
  mjsCompiler compiler;           // how to compile
  mjtByte strippath;              // drop folders from file names
  mjOption option;                // physics
  mjVisual visual;                // pictures
  mjStatistic stat;               // statistics; NaN: computed

  // sizes; -1: left to the compiler
  mjtSize memory;                 // bytes of the arena
  int nemax;                      // most equality rows
  int nuserdata;                  // user numbers in mjData
  int nuser_body;                 // user numbers per body
  int nuser_jnt;                  // user numbers per joint
  int nuser_geom;                 // user numbers per geom
  int nuser_site;                 // user numbers per site
  int nuser_cam;                  // user numbers per camera
  int nuser_tendon;               // user numbers per tendon
  int nuser_actuator;             // user numbers per actuator
  int nuser_sensor;               // user numbers per sensor
  int nkey;                       // keyframes
  int njmax;                      // legacy: most rows
  int nconmax;                    // legacy: most contacts
  mjtSize nstack;                 // legacy: stack, in numbers

  // others
  mjString* comment;              // written at the top of saved XML
  mjString* modelfiledir;         // folder of the model file
  mjtByte hasImplicitPluginElem;  // some element names a plugin without an instance
} mjSpec;

// Orientation in one of several forms.
typedef struct mjsOrientation_ {
  mjtOrientation type;  // mjtOrientation
  double axisangle[4];  // axis and angle
  double xyaxes[6];     // x axis, y axis
  double zaxis[3];      // z axis
  double euler[3];      // three angles
} mjsOrientation;

// Plugin of an element, or an instance by itself.
typedef struct mjsPlugin_ {
  mjsElement* element;    // head
  mjString* name;         // name of the instance
  mjString* plugin_name;  // name of the plugin
  mjtByte active;         // is it in use
  mjString* info;         // where it was read, for messages
} mjsPlugin;

// Body.
typedef struct mjsBody_ {
  // identity
  mjsElement* element;       // head
  mjString* childclass;      // default class of its children

  // frame
  double pos[3];             // position in the parent
  double quat[4];            // orientation in the parent
  mjsOrientation alt;        // orientation in another form

  // inertia
  double mass;               // mass
  double ipos[3];            // centre of mass
  double iquat[4];           // principal axes
  double inertia[3];         // principal moments
  mjsOrientation ialt;       // principal axes in another form
  double fullinertia[6];     // xx, yy, zz, xy, xz, yz; NaN: not given

  // others
  mjtByte mocap;             // moved by the user
  double gravcomp;           // compensated fraction of the weight
  mjtSleepPolicy sleep;      // may its tree sleep
  mjDoubleVec* userdata;     // user numbers
  mjtByte explicitinertial;  // inertia was given, not computed
  mjsPlugin plugin;          // passive force plugin
  mjString* info;            // where it was read, for messages
} mjsBody;

// Frame: a pose that its children inherit; gone after compilation.
typedef struct mjsFrame_ {
  mjsElement* element;   // head
  mjString* childclass;  // default class of its children
  double pos[3];         // position
  double quat[4];        // orientation
  mjsOrientation alt;    // orientation in another form
  mjString* info;        // where it was read, for messages
} mjsFrame;

// Joint.
typedef struct mjsJoint_ {
  mjsElement* element;             // head
  mjtJoint type;                   // mjtJoint

  // kinematics
  double pos[3];                   // anchor
  double axis[3];                  // axis
  double ref;                      // its value in the model as written
  int align;                       // align a free joint, mjtAlignFree

  // spring
  double stiffness;                // stiffness
  double springref;                // value at rest
  double springdamper[2];          // time constant, damping ratio; replaces stiffness and damping

  // limits
  int limited;                     // mjtLimited
  double range[2];                 // limits
  double margin;                   // acts from this distance on
  mjtNum solref_limit[mjNREF];     // reference acceleration
  mjtNum solimp_limit[mjNIMP];     // impedance
  int actfrclimited;               // actuator force, mjtLimited
  double actfrcrange[2];           // bounds of actuator force

  // dof
  double armature;                 // inertia added
  double damping;                  // damping
  double frictionloss;             // dry friction
  mjtNum solref_friction[mjNREF];  // dry friction: reference acceleration
  mjtNum solimp_friction[mjNIMP];  // dry friction: impedance

  // others
  int group;                       // visual group
  mjtByte actgravcomp;             // gravity compensation counts as actuator force
  mjDoubleVec* userdata;           // user numbers
  mjString* info;                  // where it was read, for messages
} mjsJoint;

// Geom.
typedef struct mjsGeom_ {
  mjsElement* element;         // head
  mjtGeom type;                // mjtGeom

  // frame and size
  double pos[3];               // position
  double quat[4];              // orientation
  mjsOrientation alt;          // orientation in another form
  double fromto[6];            // both ends, for long shapes; NaN: not given
  double size[3];              // size

  // contact
  int contype;                 // as in mjModel
  int conaffinity;             // as in mjModel
  int condim;                  // contact dimension
  int priority;                // the higher one decides contact parameters
  double friction[3];          // slide, spin, roll
  double solmix;               // weight in mixing
  mjtNum solref[mjNREF];       // reference acceleration
  mjtNum solimp[mjNIMP];       // impedance
  double margin;               // contacts are found from this distance on
  double gap;                  // margin - gap is where force begins

  // inertia
  double mass;                 // mass; NaN: from density
  double density;              // density
  mjtGeomInertia typeinertia;  // where the mass is

  // fluid
  mjtNum fluid_ellipsoid;      // use the ellipsoid model
  mjtNum fluid_coefs[5];       // its coefficients

  // looks
  mjString* material;          // material
  float rgba[4];               // colour
  int group;                   // visual group

  // others
  mjString* hfieldname;        // height field
  mjString* meshname;          // mesh
  double fitscale;             // scale after fitting to a mesh
  mjDoubleVec* userdata;       // user numbers
  mjsPlugin plugin;            // distance function plugin
  mjString* info;              // where it was read, for messages
} mjsGeom;

// Site.
typedef struct mjsSite_ {
  mjsElement* element;    // head
  double pos[3];          // position
  double quat[4];         // orientation
  mjsOrientation alt;     // orientation in another form
  double fromto[6];       // both ends; NaN: not given
  double size[3];         // size
  mjtGeom type;           // shape
  mjString* material;     // material
  int group;              // visual group
  float rgba[4];          // colour
  mjDoubleVec* userdata;  // user numbers
  mjString* info;         // where it was read, for messages
} mjsSite;

// Camera.
typedef struct mjsCamera_ {
  mjsElement* element;        // head
  double pos[3];              // position
  double quat[4];             // orientation
  mjsOrientation alt;         // orientation in another form
  mjtCamLight mode;           // what it follows
  mjString* targetbody;       // body it looks at
  mjtProjection proj;         // projection
  int resolution[2];          // width and height in pixels
  int output;                 // bits of mjtCamOutBit
  double fovy;                // vertical angle
  double ipd;                 // distance between the eyes
  float intrinsic[4];         // focal lengths and principal point
  float sensor_size[2];       // sensor, length units
  float focal_length[2];      // focal lengths, length units
  float focal_pixel[2];       // focal lengths, pixels
  float principal_length[2];  // principal point, length units
  float principal_pixel[2];   // principal point, pixels
  mjDoubleVec* userdata;      // user numbers
  mjString* info;             // where it was read, for messages
} mjsCamera;

// Light.
typedef struct mjsLight_ {
  mjsElement* element;   // head
  double pos[3];         // position
  double dir[3];         // direction
  mjtCamLight mode;      // what it follows
  mjString* targetbody;  // body it points at
  mjtByte active;        // is it on
  mjtLightType type;     // kind of source
  mjString* texture;     // texture of an image light
  mjtByte castshadow;    // throws shadows
  float bulbradius;      // radius that softens shadows
  float intensity;       // candela
  float range;           // reach
  float attenuation[3];  // constant, linear, quadratic
  float cutoff;          // half angle of the cone, degrees
  float exponent;        // how fast it fades towards the edge
  float ambient[3];      // ambient colour
  float diffuse[3];      // diffuse colour
  float specular[3];     // specular colour
  mjString* info;        // where it was read, for messages
} mjsLight;

// Flex: lines, triangles or tetrahedra that deform.
typedef struct mjsFlex_ {
  mjsElement* element;     // head

  // contact
  int contype;             // as for geoms
  int conaffinity;         // as for geoms
  int condim;              // contact dimension
  int priority;            // the higher one decides contact parameters
  double friction[3];      // slide, spin, roll
  double solmix;           // weight in mixing
  mjtNum solref[mjNREF];   // reference acceleration
  mjtNum solimp[mjNIMP];   // impedance
  double margin;           // contacts are found from this distance on
  double gap;              // margin - gap is where force begins

  // shape and behaviour
  int dim;                 // 1: lines, 2: triangles, 3: tetrahedra
  double radius;           // thickness, for collisions
  double size[3];          // half sides of the box at the start
  mjtByte internal;        // keep elements from turning over
  mjtByte flatskin;        // flat shading
  int selfcollide;         // mjtFlexSelf
  int vertcollide;         // vertices collide, not elements
  int passive;             // contacts as passive springs
  int activelayers;        // layers that collide with themselves
  int group;               // visual group
  double edgestiffness;    // spring of the edges
  double edgedamping;      // damper of the edges
  float rgba[4];           // colour
  mjString* material;      // material

  // elasticity
  double young;            // Young's modulus
  double poisson;          // Poisson's ratio
  double damping;          // Rayleigh damping
  double thickness;        // of a shell
  int elastic2d;           // shells: 0: none, 1: bend, 2: stretch, 3: both

  // mesh
  mjStringVec* nodebody;   // bodies of the nodes
  mjStringVec* vertbody;   // bodies of the vertices
  mjDoubleVec* node;       // nodes
  mjDoubleVec* vert;       // vertices
  mjIntVec* elem;          // vertices of the elements
  mjFloatVec* texcoord;    // texture coordinates
  mjIntVec* elemtexcoord;  // texture coordinates of the elements
  mjString* info;          // where it was read, for messages
} mjsFlex;

// Mesh.
typedef struct mjsMesh_ {
  mjsElement* element;         // head
  mjString* content_type;      // type of the file
  mjString* file;              // file
  double refpos[3];            // undo this shift
  double refquat[4];           // undo this turn
  double scale[3];             // factors
  mjtMeshInertia inertia;      // mjtMeshInertia
  mjtByte smoothnormal;        // average the normals across sharp edges
  mjtByte needsdf;             // build an octree of distances
  int maxhullvert;             // most vertices of the hull; -1: any

  // given directly
  mjFloatVec* uservert;        // vertices
  mjFloatVec* usernormal;      // normals
  mjFloatVec* usertexcoord;    // texture coordinates
  mjIntVec* userface;          // triangles
  mjIntVec* userfacenormal;    // normals of the triangles
  mjIntVec* userfacetexcoord;  // texture coordinates of the triangles

  // others
  mjsPlugin plugin;            // distance function plugin
  mjString* material;          // material of its geoms
  mjString* info;              // where it was read, for messages
} mjsMesh;

// Height field.
typedef struct mjsHField_ {
  mjsElement* element;     // head
  mjString* content_type;  // type of the file
  mjString* file;          // file
  double size[4];          // half sides in x and y, height, depth of the base
  int nrow;                // rows
  int ncol;                // columns
  mjFloatVec* userdata;    // elevations given directly
  mjString* info;          // where it was read, for messages
} mjsHField;

// Skin.
typedef struct mjsSkin_ {
  mjsElement* element;        // head
  mjString* file;             // file
  mjString* material;         // material
  float rgba[4];              // colour
  float inflate;              // vertices move out along their normals
  int group;                  // visual group

  // mesh
  mjFloatVec* vert;           // vertices
  mjFloatVec* texcoord;       // texture coordinates
  mjIntVec* face;             // triangles

  // bones
  mjStringVec* bodyname;      // bodies
  mjFloatVec* bindpos;        // bind positions
  mjFloatVec* bindquat;       // bind orientations
  mjIntVecVec* vertid;        // vertices of each
  mjFloatVecVec* vertweight;  // their weights
  mjString* info;             // where it was read, for messages
} mjsSkin;

// Texture.
typedef struct mjsTexture_ {
  mjsElement* element;       // head
  mjtTexture type;           // mjtTexture
  mjtColorSpace colorspace;  // mjtColorSpace

  // by formula
  int builtin;               // mjtBuiltin
  int mark;                  // mjtMark
  double rgb1[3];            // first colour
  double rgb2[3];            // second colour
  double markrgb[3];         // colour of the mark
  double random;             // probability of a dot
  int height;                // rows
  int width;                 // columns
  int nchannel;              // bytes per pixel

  // from one file
  mjString* content_type;    // type of the file
  mjString* file;            // file
  int gridsize[2];           // rows and columns of sides in it
  char gridlayout[12];       // which side is where

  // from six files, or given directly
  mjStringVec* cubefiles;    // right, left, up, down, front, back
  mjByteVec* data;           // pixels

  // flips
  mjtByte hflip;             // mirror left and right
  mjtByte vflip;             // mirror up and down
  mjString* info;            // where it was read, for messages
} mjsTexture;

// Material.
typedef struct mjsMaterial_ {
  mjsElement* element;    // head
  mjStringVec* textures;  // texture per role; empty: none
  mjtByte texuniform;     // repeats count per length unit
  float texrepeat[2];     // repeats
  float emission;         // light given off
  float specular;         // highlight
  float shininess;        // sharpness of the highlight
  float reflectance;      // mirror strength
  float metallic;         // metalness
  float roughness;        // roughness
  float rgba[4];          // colour
  mjString* info;         // where it was read, for messages
} mjsMaterial;

// Contact pair.
typedef struct mjsPair_ {
  mjsElement* element;            // head
  mjString* geomname1;            // first geom
  mjString* geomname2;            // second geom
  int condim;                     // contact dimension
  mjtNum solref[mjNREF];          // reference acceleration, normal
  mjtNum solreffriction[mjNREF];  // reference acceleration, friction
  mjtNum solimp[mjNIMP];          // impedance
  double margin;                  // contacts are found from this distance on
  double gap;                     // margin - gap is where force begins
  double friction[5];             // two slides, spin, two rolls
  mjString* info;                 // where it was read, for messages
} mjsPair;

// Excluded pair of bodies.
typedef struct mjsExclude_ {
  mjsElement* element;  // head
  mjString* bodyname1;  // first body
  mjString* bodyname2;  // second body
  mjString* info;       // where it was read, for messages
} mjsExclude;

// Equality constraint.
typedef struct mjsEquality_ {
  mjsElement* element;     // head
  mjtEq type;              // mjtEq
  double data[mjNEQDATA];  // parameters, by type
  mjtByte active;          // acts after a reset
  mjString* name1;         // first object
  mjString* name2;         // second object
  mjtObj objtype;          // kind of both
  mjtNum solref[mjNREF];   // reference acceleration
  mjtNum solimp[mjNIMP];   // impedance
  mjString* info;          // where it was read, for messages
} mjsEquality;

// Tendon.
typedef struct mjsTendon_ {
  mjsElement* element;             // head

  // spring, damper, friction
  double stiffness;                // stiffness
  double springlength[2];          // slack between these; negative: length at qpos0
  double damping;                  // damping
  double frictionloss;             // dry friction
  mjtNum solref_friction[mjNREF];  // dry friction: reference acceleration
  mjtNum solimp_friction[mjNIMP];  // dry friction: impedance
  double armature;                 // inertia along the length

  // limits
  int limited;                     // mjtLimited
  int actfrclimited;               // actuator force, mjtLimited
  double range[2];                 // limits of the length
  double actfrcrange[2];           // bounds of actuator force
  double margin;                   // acts from this distance on
  mjtNum solref_limit[mjNREF];     // reference acceleration
  mjtNum solimp_limit[mjNIMP];     // impedance

  // looks
  mjString* material;              // material
  double width;                    // width
  float rgba[4];                   // colour
  int group;                       // visual group

  // others
  mjDoubleVec* userdata;           // user numbers
  mjString* info;                  // where it was read, for messages
} mjsTendon;

// One object on a tendon's path.
typedef struct mjsWrap_ {
  mjsElement* element;  // head
  mjtWrap type;         // mjtWrap
  mjString* info;       // where it was read, for messages
} mjsWrap;

// Actuator.
typedef struct mjsActuator_ {
  mjsElement* element;      // head

  // force
  mjtGain gaintype;         // mjtGain
  double gainprm[mjNGAIN];  // its parameters
  mjtBias biastype;         // mjtBias
  double biasprm[mjNGAIN];  // its parameters
  mjtDyn dyntype;           // mjtDyn
  double dynprm[mjNDYN];    // its parameters
  int actdim;               // activations; -1: by type
  mjtByte actearly;         // force uses the activation after the step

  // transmission
  mjtTrn trntype;           // mjtTrn
  double gear[6];           // scales and directions
  mjString* target;         // what it acts on
  mjString* refsite;        // frame of a site transmission
  mjString* slidersite;     // slider of a slider-crank
  double cranklength;       // crank
  double lengthrange[2];    // feasible lengths
  double inheritrange;      // control range as a multiple of the target's range

  // limits
  int ctrllimited;          // control, mjtLimited
  double ctrlrange[2];      // its bounds
  int forcelimited;         // force, mjtLimited
  double forcerange[2];     // its bounds
  int actlimited;           // activation, mjtLimited
  double actrange[2];       // its bounds

  // others
  int group;                // visual group
  int nsample;              // samples of the delay buffer
  int interp;               // interpolation between them: 0, 1 or 3
  double delay;             // delay of the control
  mjDoubleVec* userdata;    // user numbers
  mjsPlugin plugin;         // actuator plugin
  mjString* info;           // where it was read, for messages
} mjsActuator;

// Sensor.
typedef struct mjsSensor_ {
  mjsElement* element;    // head
  mjtSensor type;         // mjtSensor

  // what it measures
  mjtObj objtype;         // kind of the object
  mjString* objname;      // object
  mjtObj reftype;         // kind of the reference
  mjString* refname;      // reference
  int intprm[mjNSENS];    // parameters

  // for user sensors
  mjtDataType datatype;   // mjtDataType
  mjtStage needstage;     // mjtStage
  int dim;                // numbers that it writes

  // output
  double cutoff;          // clamp; 0: none
  double noise;           // standard deviation
  int nsample;            // samples of the delay buffer
  int interp;             // interpolation between them: 0, 1 or 3
  double delay;           // delay of the output
  double interval[2];     // period and phase of sampling

  // others
  mjDoubleVec* userdata;  // user numbers
  mjsPlugin plugin;       // sensor plugin
  mjString* info;         // where it was read, for messages
} mjsSensor;

// Custom numbers.
typedef struct mjsNumeric_ {
  mjsElement* element;  // head
  mjDoubleVec* data;    // the numbers
  int size;             // how many; the rest are zeros
  mjString* info;       // where it was read, for messages
} mjsNumeric;

// Custom text.
typedef struct mjsText_ {
  mjsElement* element;  // head
  mjString* data;       // the text
  mjString* info;       // where it was read, for messages
} mjsText;

// Custom tuple of objects.
typedef struct mjsTuple_ {
  mjsElement* element;   // head
  mjIntVec* objtype;     // kinds
  mjStringVec* objname;  // names
  mjDoubleVec* objprm;   // numbers
  mjString* info;        // where it was read, for messages
} mjsTuple;

// Keyframe; what is empty is taken from the model.
typedef struct mjsKey_ {
  mjsElement* element;  // head
  double time;          // time
  mjDoubleVec* qpos;    // positions
  mjDoubleVec* qvel;    // velocities
  mjDoubleVec* act;     // activations
  mjDoubleVec* mpos;    // mocap positions
  mjDoubleVec* mquat;   // mocap orientations
  mjDoubleVec* ctrl;    // controls
  mjString* info;       // where it was read, for messages
} mjsKey;

// Default class: one prototype per kind.
typedef struct mjsDefault_ {
  mjsElement* element;    // head
  mjsJoint* joint;        // joint
  mjsGeom* geom;          // geom
  mjsSite* site;          // site
  mjsCamera* camera;      // camera
  mjsLight* light;        // light
  mjsFlex* flex;          // flex
  mjsMesh* mesh;          // mesh
  mjsMaterial* material;  // material
  mjsPair* pair;          // contact pair
  mjsEquality* equality;  // equality constraint
  mjsTendon* tendon;      // tendon
  mjsActuator* actuator;  // actuator
} mjsDefault;

#ifdef __cplusplus
}
#endif
#endif
