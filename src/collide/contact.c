// SPDX-License-Identifier: Apache-2.0
#include "collide/contact.h"

#include <stdint.h>
#include <string.h>

#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

#include "base/error.h"
#include "base/sort.h"
#include "collide/frame.h"
#include "model/stack.h"
#include "model/warning.h"

// rows point into what lies behind the contacts: they end when contacts change
static void drop_rows(mjData* d) {
#define X(type, name, nr, nc) d->name = NULL;
  MJDATA_ARENA_POINTERS
#undef X
  d->contact = d->arena;
  d->nefc = d->nisland = 0;
  for (int i = 0; i < d->ncon; i++) d->contact[i].efc_address = -1;
}

// the arena ends behind the last contact
static void trim(mjData* d) { d->parena = d->ncon * sizeof(mjContact); }

void ig_contacts_clear(mjData* d) {
  d->ncon = 0;
  trim(d);
  drop_rows(d);
}

mjContact* ig_contacts_room(mjData* d) {
  mjContact* con = ig_data_arena(d, mjMAXCONPAIR * sizeof(mjContact), _Alignof(mjContact));
  if (!con) ig_warn(d, mjWARN_CONTACTFULL, d->ncon);
  return con;
}

mjContact* ig_contacts_reserve(mjData* d, int n) {
  if (!n) return NULL;
  mjContact* con = ig_data_arena(d, (size_t)n * sizeof(mjContact), _Alignof(mjContact));
  if (!con) {
    ig_warn(d, mjWARN_CONTACTFULL, d->ncon);
    return NULL;
  }
  d->ncon += n;
  return con;
}

// the part of a contact that the collider did not fill, the frame aside; includemargin is the margin less the gap
static void complete(mjContact* con, const ig_ContactIds* ids, const ig_ContactParam* p, mjtNum margin) {
  con->dim = p->dim;
  con->includemargin = margin - p->gap;
  memcpy(con->solref, p->solref, sizeof con->solref);
  memcpy(con->solreffriction, p->solreffriction, sizeof con->solreffriction);
  memcpy(con->solimp, p->solimp, sizeof con->solimp);
  memcpy(con->friction, p->friction, sizeof con->friction);
  con->exclude = con->dist >= con->includemargin;

  // filled in when rows are made
  con->efc_address = -1;
  con->mu = 0;
  memset(con->H, 0, sizeof con->H);

  memcpy(con->geom, ids->geom, sizeof con->geom);
  memcpy(con->flex, ids->flex, sizeof con->flex);
  memcpy(con->elem, ids->elem, sizeof con->elem);
  memcpy(con->vert, ids->vert, sizeof con->vert);
  con->geom1 = con->geom[0];
  con->geom2 = con->geom[1];
}

void ig_contacts_complete(mjContact* con, int count, const ig_ContactIds* ids, const ig_ContactParam* p, mjtNum margin) {
  mjtNum given[6];  // of the contact before: contacts of a face share their frame
  for (int i = 0; i < count; i++) {
    bool same = i && !memcmp(given, con[i].frame, sizeof given);
    if (!same) memcpy(given, con[i].frame, sizeof given);
    complete(con + i, ids, p, margin);
    if (same) {
      memcpy(con[i].frame, con[i - 1].frame, sizeof con[i].frame);
    } else {
      ig_complete_frame(con[i].frame);
    }
  }
}

void ig_contacts_take(mjData* d, mjContact* con, int count, const ig_ContactIds* ids, const ig_ContactParam* p, mjtNum margin) {
  IG_ASSERT(count >= 0 && count <= mjMAXCONPAIR);
  IG_ASSERT(con == d->contact + d->ncon);
  ig_contacts_complete(con, count, ids, p, margin);
  d->ncon += count;
  trim(d);
}

// a copy behind the last contact
static bool append(mjData* d, const mjContact* con) {
  trim(d);
  mjContact* place = ig_data_arena(d, sizeof(mjContact), _Alignof(mjContact));
  if (!place) {
    ig_warn(d, mjWARN_CONTACTFULL, d->ncon);
    return false;
  }
  *place = *con;
  d->ncon++;
  return true;
}

bool ig_contacts_append(const mjModel* m, mjData* d, mjContact* con, const ig_ContactIds* ids, const ig_ContactParam* p,
                        mjtNum margin) {
  (void)m;
  complete(con, ids, p, margin);
  ig_complete_frame(con->frame);
  return append(d, con);
}

int mj_addContact(const mjModel* m, mjData* d, const mjContact* con) {
  (void)m;
  drop_rows(d);
  return append(d, con) ? 0 : 1;
}

// id of one side, whatever it is
static uint64_t side_id(const mjContact* con, int side) {
  int id = con->geom[side] >= 0 ? con->geom[side] : con->elem[side] >= 0 ? con->elem[side] : con->vert[side];
  return (uint32_t)id;
}

typedef struct {
  uint64_t key;
  int place;
} ContactKey;

static inline bool key_before(const ContactKey* a, const ContactKey* b) { return a->key < b->key; }

IG_DEFINE_STABLE_SORT(sort_keys, ContactKey, key_before)

void ig_contacts_sort(mjData* d, int first) {
  int count = d->ncon - first;
  mjContact* con = d->contact + first;
  bool sorted = true;
  for (int i = 1; i < count && sorted; i++) {
    uint64_t a1 = side_id(con + i - 1, 0), b1 = side_id(con + i, 0);
    sorted = a1 < b1 || (a1 == b1 && side_id(con + i - 1, 1) <= side_id(con + i, 1));
  }
  if (sorted) return;

  ig_stack_mark(d);
  ContactKey* key = ig_stack_take(d, count * sizeof(ContactKey), _Alignof(ContactKey));
  ContactKey* spare = ig_stack_take(d, count * sizeof(ContactKey), _Alignof(ContactKey));
  mjContact* copy = ig_stack_take(d, count * sizeof(mjContact), _Alignof(mjContact));
  for (int i = 0; i < count; i++) key[i] = (ContactKey){side_id(con + i, 0) << 32 | side_id(con + i, 1), i};
  key = sort_keys(key, spare, count);
  memcpy(copy, con, count * sizeof(mjContact));
  for (int i = 0; i < count; i++) con[i] = copy[key[i].place];
  ig_stack_free(d);
}
