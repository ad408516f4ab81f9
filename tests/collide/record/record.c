// Writes the figures of the reference for the tests of this folder. With the wheel's library in $LIB:
//   cc -Iinclude -Itests -Itests/collide tests/collide/record/record.c tests/collide/poses.c tests/{model,record}.c $LIB -lm -o
//   record && ./record
#include <stdio.h>

#include "poses.h"

static void record_pairs(FILE* out) {
  mjModel* m = ig_zoo();
  mjData* d = mj_makeData(m);
  int pair[IG_MAX_PAIRS][2], n = ig_zoo_pairs(m, pair);
  for (int i = 0; i < n; i++) {
    fprintf(out, "{{%d, %d}, {", pair[i][0], pair[i][1]);
    for (int way = 0; way < IG_NWAY; way++) {
      ig_Digest digest = ig_digest_pair(m, d, pair[i], &ig_ways[way]);
      fprintf(out, "{%g, %.17g}%s", digest.count, digest.sum, way < IG_NWAY - 1 ? ", " : "}},\n");
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void record_cloths(FILE* out) {
  for (int i = 0; i < IG_NCLOTH; i++) {
    mjModel* m = ig_cloth(&ig_cloths[i]);
    mjData* d = mj_makeData(m);
    ig_Digest with = ig_digest_cloth(m, d, true), without = ig_digest_cloth(m, d, false);
    fprintf(out, "{{%g, %.17g}, {%g, %.17g}},  // %s\n", with.count, with.sum, without.count, without.sum, ig_cloths[i].name);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(void) {
  FILE* out = fopen("tests/collide/recorded_pairs.inc", "w");
  if (!out) return 1;
  record_pairs(out);
  fclose(out);
  out = fopen("tests/collide/recorded_cloths.inc", "w");
  if (!out) return 1;
  record_cloths(out);
  fclose(out);
  return 0;
}
