// URDF robots as MJCF models.
#ifndef INGOT_MJCF_URDF_H_
#define INGOT_MJCF_URDF_H_

#include "mjcf/reader.h"

bool ig_read_urdf(ig_Reader* r, const ig_Node* robot);

#endif  // INGOT_MJCF_URDF_H_
