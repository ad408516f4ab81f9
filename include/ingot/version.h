// SPDX-License-Identifier: Apache-2.0
// The version of Ingot: the only place where it stands.
//
// Before 1.0 a minor version may change structs and functions of include/ingot: programs are compiled anew, and the
// library's soname changes with it. From 1.0 on functions and codes are only added within a major version, and structs
// that may grow say how: those that a caller fills carry their size, those that are written as arrays take it as an
// argument. What include/mujoco declares has the layout of MuJoCo 3.5.0 and stays as it is.
#ifndef INGOT_VERSION_H_
#define INGOT_VERSION_H_

#include <mujoco/mjexport.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INGOT_VERSION "0.1.0"
#define INGOT_VERSION_NUMBER 100  // 10000 * major + 100 * minor + patch

// those of the library that is running, to compare with what the program was compiled with
MJAPI const char* ingot_version(void);
MJAPI int ingot_versionNumber(void);

#ifdef __cplusplus
}
#endif

#endif  // INGOT_VERSION_H_
