// SPDX-License-Identifier: Apache-2.0
// A stable sort: equals keep their order, so that results do not depend on the sort.
#ifndef INGOT_BASE_SORT_H_
#define INGOT_BASE_SORT_H_

#include <stdbool.h>

// Defines `static type* name(type* list, type* spare, int n)`: merges runs of 1, 2, 4, ... items to and fro between both arrays
// and returns the one that has the result. before(a, b): does a have to stand before b? It may be a macro or a function on
// pointers.
#define IG_DEFINE_STABLE_SORT(name, type, before)                                                     \
  static type* name(type* list, type* spare, int n) {                                                 \
    for (int run = 1; run < n; run *= 2) {                                                            \
      for (int start = 0; start < n; start += 2 * run) {                                              \
        int left = start, middle = n - start < run ? n : start + run;                                 \
        int right = middle, end = n - middle < run ? n : middle + run;                                \
        for (int k = start; k < end; k++) {                                                           \
          bool from_right = right < end && (left == middle || before((list + right), (list + left))); \
          spare[k] = list[from_right ? right++ : left++];                                             \
        }                                                                                             \
      }                                                                                               \
      type* swap = list;                                                                              \
      list = spare;                                                                                   \
      spare = swap;                                                                                   \
    }                                                                                                 \
    return list;                                                                                      \
  }

#endif  // INGOT_BASE_SORT_H_
