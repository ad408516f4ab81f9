// SPDX-License-Identifier: Apache-2.0
#include <ingot/version.h>
#include <mujoco/mujoco.h>

int mj_version(void) { return mjVERSION_HEADER; }

const char* mj_versionString(void) { return "3.5.0"; }

const char* ingot_version(void) { return INGOT_VERSION; }
int ingot_versionNumber(void) { return INGOT_VERSION_NUMBER; }
