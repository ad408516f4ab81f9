// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// OpenGL rendering of an abstract scene.

#ifndef MUJOCO_MJRENDER_H_
#define MUJOCO_MJRENDER_H_

#include <mujoco/mjmodel.h>

#if defined(__cplusplus)
extern "C" {
#endif
#define mjNAUX           10                     // auxiliary buffers
#define mjMAXTEXTURE     1000                   // most textures
#define mjMAXMATERIAL    1000                   // most materials with textures

// Places of overlay text.
typedef enum mjtGridPos_ {
  mjGRID_TOPLEFT = 0,
  mjGRID_TOPRIGHT,
  mjGRID_BOTTOMLEFT,
  mjGRID_BOTTOMRIGHT,
  mjGRID_TOP,
  mjGRID_BOTTOM,
  mjGRID_LEFT,
  mjGRID_RIGHT
} mjtGridPos;

// Target of rendering.
typedef enum mjtFramebuffer_ {
  mjFB_WINDOW = 0,  // the window
  mjFB_OFFSCREEN    // the offscreen image
} mjtFramebuffer;

// What depth 0 means when pixels are read.
typedef enum mjtDepthMap_ {
  mjDEPTH_ZERONEAR = 0,  // near plane is 0, far plane 1
  mjDEPTH_ZEROFAR = 1    // near plane is 1, far plane 0
} mjtDepthMap;

// Font sizes, percent.
typedef enum mjtFontScale_ {
  mjFONTSCALE_50 = 50,
  mjFONTSCALE_100 = 100,
  mjFONTSCALE_150 = 150,
  mjFONTSCALE_200 = 200,
  mjFONTSCALE_250 = 250,
  mjFONTSCALE_300 = 300
} mjtFontScale;

// Fonts.
typedef enum mjtFont_ {
  mjFONT_NORMAL = 0,  // plain
  mjFONT_SHADOW,      // with a shadow
  mjFONT_BIG          // large
} mjtFont;

// A rectangle of pixels.
struct mjrRect_ {
  int left;    // left edge
  int bottom;  // lower edge
  int width;   // width
  int height;  // height
};
typedef struct mjrRect_ mjrRect;

// What lives on the graphics card.
struct mjrContext_ {
  // from mjVisual
  float lineWidth;                          // width of lines
  float shadowClip;                         // reach of directional shadows
  float shadowScale;                        // part of a cone that throws shadows
  float fogStart;                           // fog begins
  float fogEnd;                             // fog is complete
  float fogRGBA[4];                         // its colour
  int shadowSize;                           // side of the shadow map
  int offWidth;                             // offscreen: width
  int offHeight;                            // offscreen: height
  int offSamples;                           // offscreen: multisampling

  // given by the user
  int fontScale;                            // font size, percent
  int auxWidth[mjNAUX];                     // auxiliary buffers: width
  int auxHeight[mjNAUX];                    // auxiliary buffers: height
  int auxSamples[mjNAUX];                   // auxiliary buffers: multisampling

  // openGL ids: buffers
  unsigned int offFBO;                      // offscreen framebuffer
  unsigned int offFBO_r;                    // the same, resolved
  unsigned int offColor;                    // colour
  unsigned int offColor_r;                  // colour, resolved
  unsigned int offDepthStencil;             // depth and stencil
  unsigned int offDepthStencil_r;           // depth and stencil, resolved
  unsigned int shadowFBO;                   // shadow framebuffer
  unsigned int shadowTex;                   // shadow map
  unsigned int auxFBO[mjNAUX];              // auxiliary framebuffers
  unsigned int auxFBO_r[mjNAUX];            // the same, resolved
  unsigned int auxColor[mjNAUX];            // their colour
  unsigned int auxColor_r[mjNAUX];          // their colour, resolved

  // materials and textures
  int mat_texid[mjMAXMATERIAL*mjNTEXROLE];  // textures of the materials, per role
  int mat_texuniform[mjMAXMATERIAL];        // copied from the model
  float mat_texrepeat[mjMAXMATERIAL*2];     // copied from the model
  int ntexture;                             // textures
  int textureType[mjMAXTEXTURE];            // mjtTexture
  unsigned int texture[mjMAXTEXTURE];       // OpenGL ids

  // openGL ids: first display list of a kind
  unsigned int basePlane;                   // planes
  unsigned int baseMesh;                    // meshes
  unsigned int baseHField;                  // height fields
  unsigned int baseBuiltin;                 // builtin shapes
  unsigned int baseFontNormal;              // plain font
  unsigned int baseFontShadow;              // shadow font
  unsigned int baseFontBig;                 // large font

  // display lists of a kind
  int rangePlane;                           // planes
  int rangeMesh;                            // meshes
  int rangeHField;                          // height fields
  int rangeBuiltin;                         // builtin shapes
  int rangeFont;                            // chars of a font

  // skins
  int nskin;                                // skins
  unsigned int* skinvertVBO;                // vertices
  unsigned int* skinnormalVBO;              // normals
  unsigned int* skintexcoordVBO;            // texture coordinates
  unsigned int* skinfaceVBO;                // triangles

  // fonts
  int charWidth[127];                       // widths, plain
  int charWidthBig[127];                    // widths, large
  int charHeight;                           // height, plain
  int charHeightBig;                        // height, large

  // what the window can do
  int glInitialized;                        // is OpenGL loaded
  int windowAvailable;                      // is there a window
  int windowSamples;                        // multisampling
  int windowStereo;                         // quad-buffered stereo
  int windowDoublebuffer;                   // double buffering
  int currentBuffer;                        // mjtFramebuffer
  int readPixelFormat;                      // format of colour when read
  int readDepthMap;                         // mjtDepthMap
};
typedef struct mjrContext_ mjrContext;

#if defined(__cplusplus)
}
#endif
#endif
