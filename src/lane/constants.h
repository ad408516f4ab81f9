// SPDX-License-Identifier: Apache-2.0
// The constants of lane/elementary.h, for each type of number: its format, numbers in two parts, ends of the ranges, and the
// polynomials, which tools/minimax.py makes.
//
// A part that is multiplied by an integer has so few bits that the product is exact: those of pi/2 leave room for the quarters
// of IG_QUICK_ANGLE, those of log 2 for the exponents, IG_EIGHTH_HI for four.
#ifndef INGOT_LANE_CONSTANTS_H_
#define INGOT_LANE_CONSTANTS_H_

#include "lane/num.h"

#ifdef IG_SINGLE

enum { IG_NUM_BITS = 32, IG_FRACTION_BITS = 23, IG_BIAS = 127 };
#define IG_SIGN_BIT 0x80000000u
#define IG_FRACTION 0x007fffffu
#define IG_UPPER_HALF 0xfffff000u  // 12 bits of 24
#define IG_ONE 0x3f800000u
#define IG_ROOT_HALF 0x3f3504f3u     // sqrt(1/2)
#define IG_ROUNDER 0x1.8p23          // adding it rounds to an integer, which then stands in the low bits
#define IG_ROUNDER_BITS 0x4b400000u  // its own
#define IG_INTEGERS 0x1p23           // from here on all numbers are integers
#define IG_LEAST_NORMAL 0x1p-126
#define IG_LIFT 0x1p25  // makes the least number a normal one

#define IG_QUICK_ANGLE 0x1p11
#define IG_QUARTER_0 0x1.921p+0
#define IG_QUARTER_1 0x1.f6ap-13
#define IG_QUARTER_2 0x1.11p-26
#define IG_QUARTER_3 0x1.68c234p-39
#define IG_TWO_OVER_PI 0x1.45f306p-1
#define IG_HALF_PI_HI 0x1.921fb6p+0
#define IG_HALF_PI_LO -0x1.777a5cp-25
#define IG_EIGHTH_HI 0x1.921fbp-1
#define IG_EIGHTH_LO 0x1.5110b4p-23
// an arc tangent of numbers beyond IG_ATAN_FAR or below IG_ATAN_NEAR is that of smaller or larger ones: no sum overflows, no
// error term of a quotient gets lost
#define IG_ATAN_FAR 0x1p125
#define IG_ATAN_SHRINK 0x1p-10
#define IG_ATAN_NEAR 0x1p40
#define IG_ATAN_STRETCH 0x1p80

#define IG_LOG2_E 0x1.715476p+0
#define IG_LOG_2_HI 0x1.62e4p-1
#define IG_LOG_2_LO 0x1.7f7d1cp-20
#define IG_LOG10_E_HI 0x1.bcb7b2p-2
#define IG_LOG10_E_LO -0x1.5b235ep-27
#define IG_2_5THS_HI 0x1.99999ap-2
#define IG_2_5THS_LO -0x1.99999ap-28
#define IG_2_3RDS_HI 0x1.555556p-1
#define IG_2_3RDS_LO -0x1.555556p-26
#define IG_EXP_MOST 89  // e^x is infinite, and 0 below the least
#define IG_EXP_LEAST -104
#define IG_TANH_ONE 10

#define IG_POLY_SINE \
  { -0x1.5555560000000p-3, 0x1.1111080000000p-7, -0x1.a00f9e0000000p-13, 0x1.6cd8380000000p-19 }
#define IG_POLY_COSINE \
  { 0x1.55554a0000000p-5, -0x1.6c0c8a0000000p-10, 0x1.9a020a0000000p-16 }
#define IG_POLY_ARC_TANGENT \
  { -0x1.55554a0000000p-2, 0x1.9991ac0000000p-3, -0x1.23b6ac0000000p-3, 0x1.b201520000000p-4, -0x1.f251a20000000p-5 }
#define IG_POLY_ARC_SINE                                                                                          \
  {                                                                                                               \
    0x1.55554c0000000p-3, 0x1.3338900000000p-4, 0x1.6cabf80000000p-5, 0x1.04a8b00000000p-5, 0x1.d7cccc0000000p-7, \
        0x1.33c9900000000p-5                                                                                      \
  }
#define IG_POLY_EXP \
  { 0x1.5555560000000p-3, 0x1.5554e60000000p-5, 0x1.1110940000000p-7, 0x1.6d4eea0000000p-10, 0x1.a19c2a0000000p-13 }
#define IG_POLY_LOG \
  { 0x1.2492bc0000000p-2, 0x1.c69e340000000p-3, 0x1.8a9a140000000p-3 }

#else

enum { IG_NUM_BITS = 64, IG_FRACTION_BITS = 52, IG_BIAS = 1023 };
#define IG_SIGN_BIT 0x8000000000000000u
#define IG_FRACTION 0x000fffffffffffffu
#define IG_UPPER_HALF 0xfffffffff8000000u  // 26 bits of 53
#define IG_ONE 0x3ff0000000000000u
#define IG_ROOT_HALF 0x3fe6a09e667f3bcdu
#define IG_ROUNDER 0x1.8p52
#define IG_ROUNDER_BITS 0x4338000000000000u
#define IG_INTEGERS 0x1p52
#define IG_LEAST_NORMAL 0x1p-1022
#define IG_LIFT 0x1p54

#define IG_QUICK_ANGLE 0x1p20
#define IG_QUARTER_0 0x1.921fb544p+0
#define IG_QUARTER_1 0x1.0b4611a6p-34
#define IG_QUARTER_2 0x1.3198a2ep-69
#define IG_QUARTER_3 0x1.b839a252049c1p-104
#define IG_TWO_OVER_PI 0x1.45f306dc9c883p-1
#define IG_HALF_PI_HI 0x1.921fb54442d18p+0
#define IG_HALF_PI_LO 0x1.1a62633145c07p-54
#define IG_EIGHTH_HI 0x1.921fb54442d18p-1
#define IG_EIGHTH_LO 0x1.1a62633145c07p-55
#define IG_ATAN_FAR 0x1p500
#define IG_ATAN_SHRINK 0x1p-600
#define IG_ATAN_NEAR 0x1p-500
#define IG_ATAN_STRETCH 0x1p600

#define IG_LOG2_E 0x1.71547652b82fep+0
#define IG_LOG_2_HI 0x1.62e42fefa38p-1
#define IG_LOG_2_LO 0x1.ef35793c76730p-45
#define IG_LOG10_E_HI 0x1.bcb7b1526e50ep-2
#define IG_LOG10_E_LO 0x1.95355baaafad3p-57
#define IG_2_5THS_HI 0x1.999999999999ap-2
#define IG_2_5THS_LO -0x1.999999999999ap-56
#define IG_2_3RDS_HI 0x1.5555555555555p-1
#define IG_2_3RDS_LO 0x1.5555555555555p-55
#define IG_EXP_MOST 710
#define IG_EXP_LEAST -746
#define IG_TANH_ONE 22

#define IG_POLY_SINE                                                                                                    \
  {                                                                                                                     \
    -0x1.5555555555555p-3, 0x1.111111111110bp-7, -0x1.a01a01a018ae4p-13, 0x1.71de3a5339716p-19, -0x1.ae6452984512cp-26, \
        0x1.612092b3ec17bp-33, -0x1.aaa54589b68acp-41                                                                   \
  }
#define IG_POLY_COSINE                                                                                                  \
  {                                                                                                                     \
    0x1.5555555555555p-5, -0x1.6c16c16c16c10p-10, 0x1.a01a01a018de9p-16, -0x1.27e4fb75fd6f0p-22, 0x1.1eed8ca3a2a1cp-29, \
        -0x1.9393383a2a121p-37, 0x1.aac5a9e7e96a1p-45                                                                   \
  }
#define IG_POLY_ARC_TANGENT                                                                                             \
  {                                                                                                                     \
    -0x1.5555555555554p-2, 0x1.9999999999659p-3, -0x1.2492492475cdep-3, 0x1.c71c71b7752b7p-4, -0x1.745d14bf4e6e5p-4,    \
        0x1.3b136ea39d6a2p-4, -0x1.110c7934c4b3cp-4, 0x1.e17276c66aebcp-5, -0x1.ab80584b8a34fp-5, 0x1.70f8579d8d793p-5, \
        -0x1.12507b5f129eep-5, 0x1.f249958d9b4d0p-7                                                                     \
  }
#define IG_POLY_ARC_SINE                                                                                              \
  {                                                                                                                   \
    0x1.5555555555578p-3, 0x1.333333332df42p-4, 0x1.6db6db7229066p-5, 0x1.f1c71a8c979e3p-6, 0x1.6e8bdfc8d3709p-6,     \
        0x1.1c49e039c241bp-6, 0x1.ca210c43fe7e8p-7, 0x1.75796ca79c11dp-7, 0x1.617fccbd5f52ap-7, 0x1.e20684f95d32ep-9, \
        0x1.64cc24884a023p-6, -0x1.59a7e16572e0ep-6, 0x1.0bcb16239b9ecp-5                                             \
  }
#define IG_POLY_EXP                                                                                                        \
  {                                                                                                                        \
    0x1.5555555555555p-3, 0x1.5555555555558p-5, 0x1.1111111111114p-7, 0x1.6c16c16c1504cp-10, 0x1.a01a01a017a9cp-13,        \
        0x1.a01a01ad63bb3p-16, 0x1.71de3a621bc5ap-19, 0x1.27e4cc4e60f9fp-22, 0x1.ae640fdc5ccd1p-26, 0x1.1f8b7af8c4048p-29, \
        0x1.61e889a897bc9p-33                                                                                              \
  }
#define IG_POLY_LOG                                                                                               \
  {                                                                                                               \
    0x1.2492492492489p-2, 0x1.c71c71c71f2a5p-3, 0x1.745d174344f73p-3, 0x1.3b13b282a3207p-3, 0x1.1110afafb7e63p-3, \
        0x1.e2053db927f4ap-4, 0x1.ab50bd9de3141p-4, 0x1.c06c4579ef95dp-4                                          \
  }

#endif
#endif  // INGOT_LANE_CONSTANTS_H_
