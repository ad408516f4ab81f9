// SPDX-License-Identifier: Apache-2.0
// Prints the figures of the reference for the tests of this folder: record pairs, record cloths (tools/record.py).
#include <stdio.h>
#include <string.h>

#include "poses.h"

static void record_pairs(void) {
  mjModel* m = ig_zoo();
  mjData* d = mj_makeData(m);
  int pair[IG_MAX_PAIRS][2], n = ig_zoo_pairs(m, pair);
  for (int i = 0; i < n; i++) {
    printf("{{%d, %d}, {", pair[i][0], pair[i][1]);
    for (int way = 0; way < IG_NWAY; way++) {
      ig_Digest digest = ig_digest_pair(m, d, pair[i], &ig_ways[way]);
      printf("{%g, %.17g}%s", digest.count, digest.sum, way < IG_NWAY - 1 ? ", " : "}},\n");
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void record_cloths(void) {
  for (int i = 0; i < IG_NCLOTH; i++) {
    mjModel* m = ig_cloth(&ig_cloths[i]);
    mjData* d = mj_makeData(m);
    ig_Digest with = ig_digest_cloth(m, d, true), without = ig_digest_cloth(m, d, false);
    printf("{{%g, %.17g}, {%g, %.17g}},  // %s\n", with.count, with.sum, without.count, without.sum, ig_cloths[i].name);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  if (!strcmp(argv[1], "pairs")) record_pairs();
  if (!strcmp(argv[1], "cloths")) record_cloths();
  return 0;
}
