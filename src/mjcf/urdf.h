// SPDX-License-Identifier: Apache-2.0
// URDF robots as MJCF models: as 3.5.0 imports them, and with mimic joints, package names and a word on what is ignored.
#ifndef INGOT_MJCF_URDF_H_
#define INGOT_MJCF_URDF_H_

#include "mjcf/read/read.h"

bool ig_read_urdf(ig_Reader* r, ig_Node* robot);

#endif  // INGOT_MJCF_URDF_H_
