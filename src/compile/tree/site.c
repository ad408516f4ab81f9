// SPDX-License-Identifier: Apache-2.0
#include "compile/tree/site.h"

#include "compile/tree/frame.h"
#include "compile/tree/geom.h"
#include "spec/pose.h"

bool ig_compile_site(ig_Compiler* c, ig_CSite* site) {
  mjsSite* s = &site->s;
  if (!ig_check_user(c, site, s->userdata, c->s.nuser_site, "nuser_site")) return false;
  if ((int)s->type < 0 || s->type >= mjNGEOMTYPES) return ig_refuse(c, site, "site: no such type: %d", (int)s->type);
  if (s->type == mjGEOM_MESH || s->type == mjGEOM_HFIELD || s->type == mjGEOM_PLANE) {
    return ig_refuse(c, site, "site: a site can not be a mesh, hfield or plane");
  }
  if (ig_given(s->fromto[0])) {
    if (!ig_apply_fromto(c, site, "site", s->type, s->fromto, s->size, s->pos, s->quat)) return false;
  } else {
    const char* wrong = ig_resolve_orientation(s->quat, site->r.from->compiler, &s->alt);
    if (wrong) return ig_refuse(c, site, "site: orientation can not be read, %s (id %d)", wrong, site->r.id);
  }
  ig_leave_frame(site, s->pos, s->quat);
  ig_make_unit(s->quat, 4);
  return ig_check_size(c, site, "site", s->type, s->size);
}

void ig_write_site(const ig_Compiler* c, const void* record) {
  const ig_CSite* site = record;
  mjModel* m = c->model;
  const mjsSite* s = &site->s;
  int id = site->r.id;
  m->site_type[id] = s->type;
  m->site_bodyid[id] = site->body->r.id;
  m->site_matid[id] = ig_id(site->material);
  m->site_group[id] = s->group;
  IG_PUT(m->site_size, id, s->size, 3);
  IG_PUT(m->site_pos, id, s->pos, 3);
  IG_PUT(m->site_quat, id, s->quat, 4);
  m->site_sameframe[id] = ig_frame_shared(s->pos, s->quat, site->body->s.ipos, site->body->s.iquat);
  ig_put_user(m->site_user, id, m->nuser_site, s->userdata);
  IG_PUT(m->site_rgba, id, s->rgba, 4);
}
