// SPDX-License-Identifier: Apache-2.0
// Versions, for users.
#include <ingot/version.h>
#include <mujoco/mujoco.h>

#include "base/version.h"

int mj_version(void) { return mjVERSION_HEADER; }

const char* mj_versionString(void) { return IG_API_VERSION; }

const char* ingot_version(void) { return INGOT_VERSION; }
int ingot_versionNumber(void) { return INGOT_VERSION_NUMBER; }
