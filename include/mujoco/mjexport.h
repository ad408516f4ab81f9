// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// How the shared library exports its functions.

#ifndef MUJOCO_MJEXPORT_H_
#define MUJOCO_MJEXPORT_H_

// what each platform calls it
#if defined _WIN32 || defined __CYGWIN__
  #define MUJOCO_HELPER_DLL_IMPORT __declspec(dllimport)
  #define MUJOCO_HELPER_DLL_EXPORT __declspec(dllexport)
  #define MUJOCO_HELPER_DLL_LOCAL
#else
  #if __GNUC__ >= 4
    #define MUJOCO_HELPER_DLL_IMPORT __attribute__ ((visibility ("default")))
    #define MUJOCO_HELPER_DLL_EXPORT __attribute__ ((visibility ("default")))
    #define MUJOCO_HELPER_DLL_LOCAL __attribute__ ((visibility ("hidden")))
  #else
    #define MUJOCO_HELPER_DLL_IMPORT
    #define MUJOCO_HELPER_DLL_EXPORT
    #define MUJOCO_HELPER_DLL_LOCAL
  #endif
#endif

// MJAPI: public; MJLOCAL: inside the library. MJ_STATIC is for static linking, MUJOCO_DLL_EXPORTS for building the library.
#ifdef MJ_STATIC
  #define MJAPI
  #define MJLOCAL
#else
  #ifdef MUJOCO_DLL_EXPORTS
    #define MJAPI MUJOCO_HELPER_DLL_EXPORT
  #else
    #define MJAPI MUJOCO_HELPER_DLL_IMPORT
  #endif
  #define MJLOCAL MUJOCO_HELPER_DLL_LOCAL
#endif

#endif
