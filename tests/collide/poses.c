// SPDX-License-Identifier: Apache-2.0
#include "poses.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "test.h"

enum { DIGEST_POSES = 60 };

const char* const ig_zoo_xml =
    "<mujoco><option sdf_initpoints='10'/><asset>"
    "<mesh name='cube' vertex='-.1 -.1 -.1 .1 -.1 -.1 -.1 .1 -.1 .1 .1 -.1 -.1 -.1 .1 .1 -.1 .1 -.1 .1 .1 .1 .1 .1'/>"
    "<mesh name='ball' builtin='sphere' params='1' scale='.15 .1 .2'/>"
    "<mesh name='ring' builtin='supertorus' params='12 .3 1 1' scale='.15 .1 .2'/>"
    "<hfield name='hills' nrow='4' ncol='5' size='.5 .4 .2 .1' elevation='0 1 2 3 2  1 0 1 2 3  4 5 6 5 4  3 2 1 1 2'/>"
    "</asset><worldbody>"
    "<geom type='plane' size='1 1 1'/><geom type='hfield' hfield='hills'/>"
    "<body><freejoint/><geom type='sphere' size='.1'/></body>"
    "<body><freejoint/><geom type='capsule' size='.07 .12'/></body>"
    "<body><freejoint/><geom type='ellipsoid' size='.1 .15 .06'/></body>"
    "<body><freejoint/><geom type='cylinder' size='.1 .08'/></body>"
    "<body><freejoint/><geom type='box' size='.05 .15 .1'/></body>"
    "<body><freejoint/><geom type='mesh' mesh='cube'/></body>"
    "<body><freejoint/><geom type='mesh' mesh='ball'/></body>"
    "<body><freejoint/><geom type='sdf' mesh='ring'/></body>"
    "</worldbody></mujoco>";

const ig_Way ig_ways[IG_NWAY] = {
    {"native", 0, 0, 0, false},
    {"native, margin", 0, 0, .02, false},
    {"native, many points, aligned", 0, mjENBL_MULTICCD, 0, true},
    {"native, many points, margin", 0, mjENBL_MULTICCD, .01, false},
    {"older", mjDSBL_NATIVECCD, 0, 0, false},
    {"older, many points, aligned", mjDSBL_NATIVECCD, mjENBL_MULTICCD, .01, true},
};

mjModel* ig_zoo(void) { return ig_test_model(ig_zoo_xml); }

double ig_random(unsigned long long* seed) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return (double)(*seed >> 11) / 9007199254740992.0;
}

static void quat_to_mat(mjtNum r[9], const mjtNum q[4]) {
  mjtNum s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    mjtNum a = q[1 + i], b = q[1 + j], c = q[1 + k], w = q[0];
    r[4 * i] = 1 - s * (b * b + c * c);
    r[3 * i + j] = s * (a * b - w * c);
    r[3 * i + k] = s * (a * c + w * b);
  }
}

static void turn(mjtNum mat[9], bool aligned, unsigned long long* seed) {
  mjtNum q[4] = {1, 0, 0, 0};
  if (!aligned) {
    for (int i = 0; i < 4; i++) q[i] = 2 * ig_random(seed) - 1;
  } else if (ig_random(seed) < .5) {
    // a quarter or half turn about an axis
    q[0] = ig_random(seed) < .5 ? 1 : 0;
    q[1 + (int)(3 * ig_random(seed))] = 1;
  }
  quat_to_mat(mat, q);
}

void ig_pose_pair(const mjModel* m, mjData* d, int geom1, int geom2, bool aligned, unsigned long long* seed) {
  mjtNum *pos1 = d->geom_xpos + 3 * geom1, *pos2 = d->geom_xpos + 3 * geom2, *mat1 = d->geom_xmat + 9 * geom1;
  mjtNum reach = m->geom_rbound[geom2], local[3];
  turn(mat1, aligned, seed);
  turn(d->geom_xmat + 9 * geom2, aligned, seed);
  bool ground = m->geom_type[geom1] == mjGEOM_HFIELD;
  if (m->geom_type[geom1] > mjGEOM_HFIELD) reach += m->geom_rbound[geom1];
  for (int i = 0; i < 3; i++) {
    mjtNum u = 2 * ig_random(seed) - 1;
    if (aligned) u = floor(4 * u) / 4;
    pos1[i] = aligned ? .1 : ig_random(seed);
    local[i] = u * reach * .6;
    if (ground) local[i] = i < 2 ? .4 * u : .1 + u * reach;
  }
  for (int i = 0; i < 3; i++)
    pos2[i] = pos1[i] + mat1[3 * i] * local[0] + mat1[3 * i + 1] * local[1] + mat1[3 * i + 2] * local[2];
}

int ig_zoo_pairs(const mjModel* m, int pair[IG_MAX_PAIRS][2]) {
  int n = 0;
  for (int a = 0; a < m->ngeom; a++) {
    for (int b = 0; b < m->ngeom && n < IG_MAX_PAIRS; b++) {
      int type1 = m->geom_type[a], type2 = m->geom_type[b];
      if (a == b || type1 > type2 || (type1 == type2 && a > b)) continue;
      if (type1 == mjGEOM_HFIELD && type2 == mjGEOM_SDF) continue;
      if (!mjCOLLISIONFUNC[type1][type2]) continue;
      pair[n][0] = a;
      pair[n++][1] = b;
    }
  }
  return n;
}

ig_Digest ig_digest_pair(mjModel* m, mjData* d, const int pair[2], const ig_Way* way) {
  static mjContact con[mjMAXCONPAIR];
  unsigned long long seed = 88172645463325252ull + 1000003ull * pair[0] + 7919ull * pair[1];
  ig_Digest r = {0, 0};
  m->opt.disableflags = way->disable;
  m->opt.enableflags = way->enable;
  mjfCollision collide = mjCOLLISIONFUNC[m->geom_type[pair[0]]][m->geom_type[pair[1]]];
  for (int pose = 0; pose < DIGEST_POSES; pose++) {
    ig_pose_pair(m, d, pair[0], pair[1], way->aligned, &seed);
    int n = collide(m, d, con, pair[0], pair[1], way->margin);
    r.count += n;
    for (int i = 0; i < n; i++) {
      double weight = 1 + .1 * i + .01 * pose;
      r.sum += weight * (3 * con[i].dist + con[i].pos[0] + .7 * con[i].pos[1] - .9 * con[i].pos[2]);
      r.sum += weight * (.3 * con[i].frame[0] - .2 * con[i].frame[1] + .5 * con[i].frame[2]);
    }
  }
  return r;
}

//---- flexes

#define GRID(dim, count, attributes, inside)                                                                            \
  "<flexcomp name='f' type='grid' dim='" dim "' count='" count "' spacing='.1 .1 .1' radius='.02' mass='1' " attributes \
  ">" inside "</flexcomp>"

const ig_Cloth ig_cloths[IG_NCLOTH] = {
    {"cable on shapes",
     "<geom type='plane' size='1 1 1' pos='0 0 -.01'/><geom size='.1' pos='-.2 0 -.05'/><geom type='capsule' size='.05 .2' "
     "euler='90 0 0' pos='0 0 -.04'/><geom type='box' size='.05 .1 .05' pos='.2 0 -.03'/><geom type='ellipsoid' size='.06 .05 "
     ".08' pos='.1 .05 0'/>" GRID("1", "7 1 1", "", "<contact selfcollide='none'/>")},
    {"sheet on shapes",
     "<geom type='plane' size='1 1 1' pos='0 0 -.01'/><geom size='.1' pos='-.15 0 -.05'/><geom type='capsule' size='.05 .2' "
     "euler='80 10 0' pos='0 0 -.04'/><geom type='box' size='.05 .1 .05' pos='.15 0 -.03' euler='20 30 0'/><geom "
     "type='ellipsoid' size='.06 .05 .08' pos='.1 .1 0'/><geom type='cylinder' size='.06 .05' pos='-.1 -.1 0'/>" GRID(
         "2", "5 4 1", "", "<contact selfcollide='none' margin='.01' gap='.002'/>")},
    {"solid on shapes",
     "<geom type='plane' size='1 1 1' pos='0 0 -.1'/><geom size='.1' pos='-.1 0 -.1'/><geom type='capsule' size='.05 .2' "
     "euler='80 10 0' pos='0 0 -.12'/><geom type='box' size='.05 .1 .05' pos='.15 0 -.1' euler='20 30 0'/><geom type='ellipsoid' "
     "size='.06 .05 .08' pos='.1 .1 .1'/>" GRID("3", "3 3 3", "", "<contact selfcollide='none' internal='false'/>")},
    {"sheet against itself, all pairs", GRID("2", "5 4 1", "", "<contact selfcollide='narrow'/>")},
    {"sheet against itself, tree", GRID("2", "5 4 1", "", "<contact selfcollide='bvh'/>")},
    {"sheet against itself, sweep", GRID("2", "5 4 1", "", "<contact selfcollide='sap'/>")},
    {"cable against itself", GRID("1", "9 1 1", "", "<contact selfcollide='auto' internal='true'/>")},
    {"solid against itself", GRID("3", "3 3 2", "", "<contact selfcollide='auto' internal='true' activelayers='1'/>")},
    {"solid without mid phase",
     GRID("3", "3 3 2", "", "<contact selfcollide='auto' internal='true'/>") "<geom type='box' size='.1 .1 .1'/>"},
    {"sheet on hills",
     "<geom type='hfield' hfield='hills' pos='0 0 -.1'/>" GRID("2", "4 4 1", "", "<contact selfcollide='none'/>")},
    {"solid and sheet",
     GRID("3", "3 3 2", "",
          "<contact selfcollide='none'/>") "<flexcomp name='g' type='grid' dim='2' count='4 4 1' spacing='.09 .08 .1' "
                                           "radius='.01' mass='1' pos='0 0 .06'><contact selfcollide='none'/></flexcomp>"},
};

mjModel* ig_cloth(const ig_Cloth* cloth) {
  char xml[4000];
  snprintf(xml, sizeof xml,
           "<mujoco><asset><hfield name='hills' nrow='4' ncol='5' size='.5 .4 .2 .1' elevation='0 1 2 3 2  1 0 1 2 3  4 5 6 5 4  "
           "3 2 1 1 2'/>"
           "</asset><worldbody>%s</worldbody></mujoco>",
           cloth->inside);
  return ig_test_model(xml);
}

// crumple it and look for contacts
ig_Digest ig_digest_cloth(mjModel* m, mjData* d, bool midphase) {
  unsigned long long seed = 88172645463325252ull;
  ig_Digest r = {0, 0};
  m->opt.disableflags = midphase ? 0 : mjDSBL_MIDPHASE;
  for (int round = 0; round < 6; round++) {
    mj_resetData(m, d);
    for (int i = 0; i < m->nq; i++) d->qpos[i] += .04 * round * (ig_random(&seed) - .5);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_flex(m, d);
    mj_collision(m, d);
    r.count += d->ncon;
    for (int i = 0; i < d->ncon; i++) {
      const mjContact* con = d->contact + i;
      double weight = 1 + .001 * i + .1 * round;
      r.sum += weight * (3 * con->dist + con->pos[0] + .7 * con->pos[1] - .9 * con->pos[2] + .1 * con->includemargin);
      r.sum += weight * (.3 * con->frame[0] - .2 * con->frame[1] + .5 * con->frame[2] + .4 * con->frame[4]);
      r.sum += weight * (.01 * con->elem[0] + .02 * con->elem[1] + .03 * con->vert[0] + .04 * con->vert[1] + .05 * con->geom[0]);
    }
  }
  return r;
}
