#include "smooth/awake.h"

mjtSleepState ig_tendon_sleep(const mjModel* m, const mjData* d, int tendon) {
  int trees = m->tendon_treenum[tendon];
  if (trees == 0) return mjS_STATIC;
  // only the first two trees are recorded: with more, one cannot tell
  if (trees > 2) return mjS_AWAKE;
  const int* tree = m->tendon_treeid + 2 * tendon;
  bool awake = d->tree_awake[tree[0]] || (trees == 2 && d->tree_awake[tree[1]]);
  return awake ? mjS_AWAKE : mjS_ASLEEP;
}

static mjtSleepState site_sleep(const mjModel* m, const mjData* d, int site) {
  return (mjtSleepState)d->body_awake[m->site_bodyid[site]];
}

mjtSleepState ig_actuator_sleep(const mjModel* m, const mjData* d, int actuator) {
  int target = m->actuator_trnid[2 * actuator];
  switch (m->actuator_trntype[actuator]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return (mjtSleepState)d->body_awake[m->jnt_bodyid[target]];
    case mjTRN_TENDON:
      return ig_tendon_sleep(m, d, target);
    case mjTRN_SITE:
      return site_sleep(m, d, target);
    case mjTRN_BODY:
      return (mjtSleepState)d->body_awake[target];
    case mjTRN_SLIDERCRANK: {
      int slider = m->actuator_trnid[2 * actuator + 1];
      bool awake = site_sleep(m, d, target) == mjS_AWAKE || site_sleep(m, d, slider) == mjS_AWAKE;
      return awake ? mjS_AWAKE : mjS_ASLEEP;
    }
    default:
      return mjS_AWAKE;
  }
}
