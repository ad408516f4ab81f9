// SPDX-License-Identifier: Apache-2.0
// Who is tested against whom, in which order, and where contacts go when there is no room.
#include <stdio.h>

#include "model.h"
#include "test.h"

typedef struct {
  mjModel* m;
  mjData* d;
} ig_Case;

static ig_Case open_case(const char* xml) {
  ig_Case c = {ig_test_model(xml), NULL};
  if (c.m) {
    c.d = mj_makeData(c.m);
    mj_kinematics(c.m, c.d);
    mj_comPos(c.m, c.d);
    mj_collision(c.m, c.d);
  }
  return c;
}

static void close_case(ig_Case c) {
  mj_deleteData(c.d);
  mj_deleteModel(c.m);
}

static int count_contacts(const char* xml) {
  ig_Case c = open_case(xml);
  int count = c.d ? c.d->ncon : -1;
  close_case(c);
  return count;
}

#define WORLD(text) "<mujoco><worldbody>" text "</worldbody></mujoco>"
#define BALL(name, more) "<body name='" name "'><freejoint/><geom name='" name "' size='.1' " more "/></body>"

TEST(masks_decide_who_collides) {
  CHECK_INT(count_contacts(WORLD(BALL("a", "") BALL("b", ""))), 1);
  CHECK_INT(count_contacts(WORLD(BALL("a", "contype='1' conaffinity='0'") BALL("b", "contype='0' conaffinity='1'"))), 1);
  CHECK_INT(count_contacts(WORLD(BALL("a", "contype='1' conaffinity='0'") BALL("b", "contype='1' conaffinity='0'"))), 0);
  CHECK_INT(count_contacts(WORLD(BALL("a", "contype='0' conaffinity='2'") BALL("b", "contype='2' conaffinity='0'"))), 1);
  CHECK_INT(count_contacts(WORLD(BALL("a", "contype='4' conaffinity='2'") BALL("b", "contype='1' conaffinity='8'"))), 0);
}

// a robot whose parts touch the ground and not each other, and a lone part
TEST(masks_that_know_the_ground_only_leave_its_contacts) {
#define GROUND "<geom type='plane' size='1 1 1' contype='0' conaffinity='1'/>"
#define PART(name) BALL(name, "contype='1' conaffinity='0'")
  CHECK_INT(count_contacts(WORLD(GROUND PART("a") PART("b") PART("c"))), 3);
  CHECK_INT(count_contacts(WORLD(GROUND PART("a") PART("b") BALL("c", "contype='0' conaffinity='1'"))), 4);
  CHECK_INT(count_contacts(WORLD(GROUND PART("a"))), 1);
  CHECK_INT(count_contacts(WORLD(GROUND BALL("a", "contype='0' conaffinity='0'"))), 0);
}

#define CHAIN                                                                                                     \
  "<worldbody><body name='a'><joint/><geom name='a' size='.1'/><body name='b'><joint/><geom name='b' size='.1'/>" \
  "<body name='w'><geom name='w' size='.1'/></body><body name='c'><joint/><geom name='c' "                        \
  "size='.1'/></body></body></body></worldbody>"

// a-b and b-c, w-c are parent and child (w is welded to b); a-c remain
TEST(parent_and_child_do_not_collide_unless_told) {
  CHECK_INT(count_contacts("<mujoco>" CHAIN "</mujoco>"), 1);
  CHECK_INT(count_contacts("<mujoco><option><flag filterparent='disable'/></option>" CHAIN "</mujoco>"), 5);
  CHECK_INT(count_contacts("<mujoco>" CHAIN "<contact><exclude body1='a' body2='c'/></contact></mujoco>"), 0);
}

// the world's children collide with the world; bodies welded to the world do not collide with each other
TEST(static_bodies_do_not_collide_with_each_other) {
  CHECK_INT(count_contacts(WORLD("<geom size='.1'/><body><geom size='.1'/></body>")), 0);
  CHECK_INT(count_contacts(WORLD("<geom size='.1'/><body><joint/><geom size='.1'/></body>")), 1);
  CHECK_INT(count_contacts(WORLD("<body><geom type='plane' size='1 1 1'/></body><body><joint/><geom size='.1'/></body>")), 1);
}

TEST(contacts_can_be_switched_off) {
  CHECK_INT(count_contacts("<mujoco><option><flag contact='disable'/></option><worldbody>" BALL("a", "")
                               BALL("b", "") "</worldbody></mujoco>"),
            0);
  CHECK_INT(count_contacts("<mujoco><option><flag constraint='disable'/></option><worldbody>" BALL("a", "")
                               BALL("b", "") "</worldbody></mujoco>"),
            0);
}

#define THREE BALL("a", "contype='0' conaffinity='0'") BALL("b", "") BALL("c", "")

TEST(explicit_pairs_ignore_masks_and_replace_the_automatic_pair) {
  ig_Case c = open_case("<mujoco><worldbody>" THREE
                        "</worldbody><contact><pair geom1='c' geom2='a' condim='1' gap='.1' margin='.2'/>"
                        "<pair geom1='b' geom2='c' condim='6' friction='2 3 4 5 6' solreffriction='.1 .2'/></contact></mujoco>");
  if (!c.d) return;
  CHECK_INT(c.d->ncon, 2);
  CHECK_INT(c.d->contact[0].dim, 1);
  CHECK_NEAR(c.d->contact[0].includemargin, 0.1, 1e-15);
  CHECK_INT(c.d->contact[0].geom[0], 0);
  CHECK_INT(c.d->contact[0].geom[1], 2);
  CHECK_INT(c.d->contact[1].dim, 6);
  for (int i = 0; i < 5; i++) CHECK_NEAR(c.d->contact[1].friction[i], 2 + i, 0);
  CHECK_NEAR(c.d->contact[1].solreffriction[0], 0.1, 0);
  CHECK_NEAR(c.d->contact[1].solreffriction[1], 0.2, 0);
  close_case(c);
}

// a pair of parent and child too
TEST(explicit_pairs_ignore_the_parent_filter) {
  CHECK_INT(count_contacts("<mujoco>" CHAIN "<contact><pair geom1='a' geom2='b'/></contact></mujoco>"), 2);
}

static int refuse_first(const mjModel* m, mjData* d, int geom1, int geom2) { return geom1 == 0 || geom2 == 0; }
static int accept_all(const mjModel* m, mjData* d, int geom1, int geom2) { return 0; }

TEST(user_filter_replaces_the_masks) {
  ig_Case c = open_case(WORLD(BALL("a", "contype='3'") BALL("b", "") BALL("c", "contype='2' conaffinity='2'")));
  if (!c.d) return;
  CHECK_INT(c.d->ncon, 2);
  mjcb_contactfilter = refuse_first;
  mj_collision(c.m, c.d);
  CHECK_INT(c.d->ncon, 0);
  mjcb_contactfilter = accept_all;
  mj_collision(c.m, c.d);
  CHECK_INT(c.d->ncon, 2);
  mjcb_contactfilter = NULL;
  close_case(c);
}

static long pair_key(const mjContact* c) { return 1000l * c->geom[0] + c->geom[1]; }

// contacts come by the geoms of the pair after the mid phase, by the geoms of the bodies without it
TEST(mid_phase_changes_the_order_of_contacts_only) {
  static const char* const text =
      "<mujoco><option>%s</option><worldbody><geom type='plane' size='1 1 1'/><body><freejoint/><geom type='box' size='.1 .1 "
      ".1'/>"
      "<geom type='capsule' size='.1 .1' pos='.1 0 0'/><geom size='.1' pos='0 .1 0'/></body><body pos='.05 .05 .1'><freejoint/>"
      "<geom size='.1'/><geom type='box' size='.1 .2 .1' pos='.1 0 0'/><geom type='capsule' size='.1 .2' pos='0 .1 "
      "0'/></body></worldbody></mujoco>";
  char with[1000], without[1000];
  snprintf(with, sizeof with, text, "");
  snprintf(without, sizeof without, text, "<flag midphase='disable'/>");
  ig_Case a = open_case(with), b = open_case(without);
  if (!a.d || !b.d) return;
  CHECK(a.d->ncon > 15);
  CHECK_INT(a.d->ncon, b.d->ncon);
  int found = 0, breaks = 0, active = 0, geoms = a.m->ngeom;
  for (int i = 0; i < a.d->ncon; i++) {
    const mjContact *c = a.d->contact + i, *last = i ? c - 1 : c;
    bool same_bodies = a.m->geom_bodyid[c->geom[0]] + a.m->geom_bodyid[c->geom[1]] ==
                       a.m->geom_bodyid[last->geom[0]] + a.m->geom_bodyid[last->geom[1]];
    breaks += same_bodies && pair_key(last) > pair_key(c);
    for (int j = 0; j < b.d->ncon; j++) {
      const mjContact* other = b.d->contact + j;
      found += pair_key(c) == pair_key(other) && !memcmp(c->pos, other->pos, sizeof c->pos) && c->dist == other->dist;
    }
  }
  for (int i = 0; i < a.m->nbvh; i++) active += a.d->bvh_active[i];
  CHECK_INT(found, a.d->ncon);
  CHECK_INT(breaks, 0);
  CHECK(active > geoms / 2);
  close_case(a);
  close_case(b);
}

TEST(margins_add_up_and_gap_makes_contacts_inactive) {
  ig_Case c =
      open_case(WORLD("<geom type='plane' size='1 1 1' margin='.1' gap='.05'/><body pos='0 0 .28'><freejoint/><geom size='.1' "
                      "margin='.1' gap='.05'/></body>"
                      "<body pos='1 0 .17'><freejoint/><geom size='.1' margin='.1' gap='.05'/></body>"));
  if (!c.d) return;
  CHECK_INT(c.d->ncon, 2);
  CHECK_NEAR(c.d->contact[0].includemargin, 0.1, 1e-15);
  CHECK_INT(c.d->contact[0].exclude, 1);
  CHECK_INT(c.d->contact[1].exclude, 0);
  close_case(c);
}

TEST(override_replaces_margin_and_parameters) {
  ig_Case c = open_case(
      "<mujoco><option o_margin='.3' o_solref='.5 .6' o_solimp='.1 .2 .3 .4 5' o_friction='1 2 3 0 5'><flag "
      "override='enable'/></option>"
      "<worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .35'><freejoint/><geom "
      "size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  CHECK_INT(c.d->ncon, 1);
  const mjContact* con = c.d->contact;
  CHECK_NEAR(con->includemargin, 0.3, 0);
  CHECK_NEAR(con->solref[0], 0.5, 0);
  CHECK_NEAR(con->solreffriction[1], 0.6, 0);
  CHECK_NEAR(con->solimp[4], 5, 0);
  CHECK_NEAR(con->friction[1], 2, 0);
  CHECK_NEAR(con->friction[3], mjMINMU, 0);
  close_case(c);
}

static void ignore(const char* text) { (void)text; }

TEST(full_arena_drops_contacts_and_counts_them) {
  mju_user_warning = ignore;
  ig_Case c = open_case(
      "<mujoco><size memory='40K'/><worldbody><geom type='plane' size='1 1 1'/>"
      "<replicate count='30' offset='.5 0 0'><body pos='0 0 .05'><freejoint/><geom "
      "size='.1'/></body></replicate></worldbody></mujoco>");
  if (!c.d) return;
  CHECK(c.d->ncon > 0 && c.d->ncon < 30);
  CHECK_INT(c.d->warning[mjWARN_CONTACTFULL].number > 0, 1);
  CHECK((size_t)c.d->parena == c.d->ncon * sizeof(mjContact));
  mju_user_warning = NULL;
  close_case(c);
}

TEST(added_contact_comes_last_and_ends_the_rows) {
  ig_Case c = open_case(WORLD(BALL("a", "") BALL("b", "")));
  if (!c.d) return;
  mjContact con = c.d->contact[0];
  con.dist = -0.5;
  c.d->contact[0].efc_address = 3;
  c.d->nefc = 7;
  CHECK_INT(mj_addContact(c.m, c.d, &con), 0);
  CHECK_INT(c.d->ncon, 2);
  CHECK_INT(c.d->nefc, 0);
  CHECK_INT(c.d->contact[0].efc_address, -1);
  CHECK_NEAR(c.d->contact[1].dist, -0.5, 0);
  close_case(c);
}
