// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// Small macros.

#ifndef MUJOCO_MJMACRO_H_
#define MUJOCO_MJMACRO_H_

// the larger and the smaller of two; each argument may be evaluated twice
#define mjMAX(a,b) (((a) > (b)) ? (a) : (b))
#define mjMIN(a,b) (((a) < (b)) ? (a) : (b))

// is a flag set? these read a model named m where they stand
#define mjDISABLED(x) (m->opt.disableflags & (x))
#define mjENABLED(x) (m->opt.enableflags & (x))

// is actuator i switched off by its group?
#define mjACTUATORDISABLED(i) (m->opt.disableactuator & (1 << m->actuator_group[i]))

// lets the compiler check printf formats: argument n against those from m on
#ifndef mjPRINTFLIKE
  #if defined(__GNUC__)
    #define mjPRINTFLIKE(n, m) __attribute__((format(printf, n, m)))
  #else
    #define mjPRINTFLIKE(n, m)
  #endif
#endif

#endif
