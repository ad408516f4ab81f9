// SPDX-License-Identifier: Apache-2.0
#include "compile/tree/fuse.h"

#include <string.h>

#include "base/error.h"
#include "compile/mesh/mesh.h"
#include "compile/record/inertia.h"
#include "compile/tree/body.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "spec/pose.h"

static void relist_body(ig_Compiler* c, ig_CBody* body) {
  static const mjtObj types[] = {mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT};
  ig_Records* lists[] = {&body->joints, &body->geoms, &body->sites, &body->cameras, &body->lights};
  for (int t = 0; t < 5; t++) {
    ig_Records* all = &c->list[types[t]];
    IG_ASSERT(all->n + lists[t]->n <= c->spec->list[types[t]].count);
    for (int i = 0; i < lists[t]->n; i++) all->item[all->n++] = lists[t]->item[i];
  }
  ig_Records* all = &c->list[mjOBJ_BODY];
  all->item[all->n++] = &body->r;
  for (int i = 0; i < body->bodies.n; i++) relist_body(c, IG_RECORD(ig_CBody, body->bodies, i));
}

static void mark(const ig_Compiler* c, const void* name) {
  ig_CBody* body = (ig_CBody*)(void*)ig_lookup(c, mjOBJ_BODY, ig_text(name));
  if (body) body->named = true;
}

static bool is_body(int type) { return type == mjOBJ_BODY || type == mjOBJ_XBODY; }

// bodies that cameras, lights, skins, excludes, equalities, actuators, sensors and tuples call by name
static void mark_named(const ig_Compiler* c) {
  ig_List* list = c->spec->list;
  for (int i = 0; i < list[mjOBJ_CAMERA].count; i++) mark(c, IG_ITEM(mjsCamera, list[mjOBJ_CAMERA], i)->targetbody);
  for (int i = 0; i < list[mjOBJ_LIGHT].count; i++) mark(c, IG_ITEM(mjsLight, list[mjOBJ_LIGHT], i)->targetbody);
  for (int i = 0; i < list[mjOBJ_SKIN].count; i++) {
    const mjsSkin* skin = IG_ITEM(mjsSkin, list[mjOBJ_SKIN], i);
    for (int k = 0; k < ig_texts_count(skin->bodyname); k++) mark(c, ig_texts_slot(skin->bodyname, k));
  }
  for (int i = 0; i < list[mjOBJ_EXCLUDE].count; i++) {
    const mjsExclude* exclude = IG_ITEM(mjsExclude, list[mjOBJ_EXCLUDE], i);
    mark(c, exclude->bodyname1);
    mark(c, exclude->bodyname2);
  }
  for (int i = 0; i < list[mjOBJ_EQUALITY].count; i++) {
    const mjsEquality* eq = IG_ITEM(mjsEquality, list[mjOBJ_EQUALITY], i);
    if ((eq->type != mjEQ_CONNECT && eq->type != mjEQ_WELD) || eq->objtype != mjOBJ_BODY) continue;
    mark(c, eq->name1);
    mark(c, eq->name2);
  }
  for (int i = 0; i < list[mjOBJ_ACTUATOR].count; i++) {
    const mjsActuator* act = IG_ITEM(mjsActuator, list[mjOBJ_ACTUATOR], i);
    if (act->trntype == mjTRN_BODY) mark(c, act->target);
  }
  for (int i = 0; i < list[mjOBJ_SENSOR].count; i++) {
    const mjsSensor* sensor = IG_ITEM(mjsSensor, list[mjOBJ_SENSOR], i);
    if (is_body(sensor->objtype)) mark(c, sensor->objname);
    if (is_body(sensor->reftype)) mark(c, sensor->refname);
  }
  for (int i = 0; i < list[mjOBJ_TUPLE].count; i++) {
    const mjsTuple* tuple = IG_ITEM(mjsTuple, list[mjOBJ_TUPLE], i);
    for (int k = 0; k < IG_COUNT(int, tuple->objtype) && k < ig_texts_count(tuple->objname); k++) {
      if (is_body(IG_ITEMS(int, tuple->objtype)[k])) mark(c, ig_texts_slot(tuple->objname, k));
    }
  }
}

// a force or torque sensor measures between the body of its site and the parent
static void mark_force_sensors(const ig_Compiler* c) {
  const ig_List* list = &c->spec->list[mjOBJ_SENSOR];
  for (int i = 0; i < list->count; i++) {
    const mjsSensor* sensor = IG_ITEM(mjsSensor, *list, i);
    if (sensor->objtype != mjOBJ_SITE || (sensor->type != mjSENS_FORCE && sensor->type != mjSENS_TORQUE)) continue;
    const ig_CSite* site = (const ig_CSite*)(void*)ig_lookup(c, mjOBJ_SITE, ig_text(sensor->objname));
    if (site) site->body->force_sensor = true;
  }
}

// children, geoms, sites, cameras and lights into the frame of the parent; the lists follow when all bodies were seen
static void lift_poses(ig_CBody* body) {
  const double *pos = body->s.pos, *quat = body->s.quat;
  ig_CBody* parent = body->parent;
  for (int i = 0; i < body->bodies.n; i++) {
    ig_CBody* child = IG_RECORD(ig_CBody, body->bodies, i);
    ig_pose_prepend(pos, quat, child->s.pos, child->s.quat);
    child->parent = parent;
  }
  for (int i = 0; i < body->geoms.n; i++) {
    ig_CGeom* geom = IG_RECORD(ig_CGeom, body->geoms, i);
    ig_pose_prepend(pos, quat, geom->s.pos, geom->s.quat);
    geom->body = parent;
  }
  for (int i = 0; i < body->sites.n; i++) {
    ig_CSite* site = IG_RECORD(ig_CSite, body->sites, i);
    ig_pose_prepend(pos, quat, site->s.pos, site->s.quat);
    site->body = parent;
  }
  for (int i = 0; i < body->cameras.n; i++) {
    ig_CCamera* camera = IG_RECORD(ig_CCamera, body->cameras, i);
    ig_pose_prepend(pos, quat, camera->s.pos, camera->s.quat);
    camera->body = parent;
  }
  for (int i = 0; i < body->lights.n; i++) {
    ig_CLight* light = IG_RECORD(ig_CLight, body->lights, i);
    double none[4] = {1, 0, 0, 0};
    ig_pose_prepend(pos, quat, light->s.pos, none);
    ig_rotvecquat(light->s.dir, light->s.dir, quat);
    light->body = parent;
  }
}

// ------------------------------------------------ the lists, once

enum { NLIFTED = 4 };

static ig_Records* lifted_list(ig_CBody* body, int k) {
  ig_Records* const lists[NLIFTED] = {&body->geoms, &body->sites, &body->cameras, &body->lights};
  return lists[k];
}

// what the fused bodies held comes after the parent's own, in the order of the bodies
static void lift_elements(ig_Compiler* c, ig_CBody** fused, int n, int nbody) {
  int* more = IG_NEW(&c->arena, nbody, int);
  for (int k = 0; k < NLIFTED; k++) {
    memset(more, 0, nbody * sizeof(int));
    for (int i = 0; i < n; i++) more[fused[i]->parent->r.id] += lifted_list(fused[i], k)->n;
    for (int i = 0; i < n; i++) {
      ig_Records *from = lifted_list(fused[i], k), *to = lifted_list(fused[i]->parent, k);
      int* room = &more[fused[i]->parent->r.id];
      if (*room) {
        ig_Record** item = IG_NEW(&c->arena, to->n + *room, ig_Record*);
        if (to->n) memcpy(item, to->item, to->n * sizeof(ig_Record*));
        to->item = item;
      }
      *room = 0;
      for (int e = 0; e < from->n; e++) to->item[to->n++] = from->item[e];
    }
  }
}

// the children of a fused body take its place among its siblings
static int place_children(const ig_CBody* body, ig_Record** item) {
  int n = 0;
  for (int i = 0; i < body->bodies.n; i++) {
    const ig_CBody* child = IG_RECORD(ig_CBody, body->bodies, i);
    if (child->fused)
      n += place_children(child, item ? item + n : NULL);
    else if (item)
      item[n++] = body->bodies.item[i];
    else
      n++;
  }
  return n;
}

static void lift_children(ig_Compiler* c, const ig_Records* kept) {
  for (int i = 0; i < kept->n; i++) {
    ig_CBody* body = IG_RECORD(ig_CBody, *kept, i);
    ig_Records all = {IG_NEW(&c->arena, place_children(body, NULL), ig_Record*), 0};
    all.n = place_children(body, all.item);
    body->bodies = all;
  }
}

// the reference places the child's mass at ipos + R(iquat) pos, with the axes of iquat; so here
static bool lift_mass(ig_Compiler* c, ig_CBody* body) {
  mjsBody *to = &body->parent->s, *from = &body->s;
  ig_Part parts[2] = {{.mass = to->mass}, {.mass = from->mass}}, whole;
  double turned[4];
  ig_copy3(parts[0].moments, to->inertia);
  ig_copy3(parts[0].pos, to->ipos);
  ig_copy4(parts[0].quat, to->iquat);
  ig_copy3(parts[1].moments, from->inertia);
  ig_copy3(parts[1].pos, from->ipos);
  ig_copy4(parts[1].quat, from->iquat);
  ig_copy4(turned, from->iquat);
  ig_pose_append(parts[1].pos, turned, from->pos, from->quat);

  if (to->mass + from->mass < mjMINVAL) {
    to->mass = 0;
    ig_zero3(to->inertia);
    ig_zero3(to->ipos);
    ig_unit4(to->iquat);
    return true;
  }
  if (!ig_combine_parts(&whole, to->fullinertia, parts, 2)) {
    return ig_refuse(c, NULL, "fusestatic: the inertia of two bodies together must be finite, with positive eigenvalues");
  }
  to->mass = whole.mass;
  ig_copy3(to->ipos, whole.pos);
  ig_copy4(to->iquat, whole.quat);
  ig_copy3(to->inertia, whole.moments);
  return true;
}

static int last_named(const ig_Records* all) {
  int last = all->n - 1;
  while (last > 0 && !IG_RECORD(ig_CBody, *all, last)->named) last--;
  return last;
}

// The reference looks up named bodies by the numbers they had at first. Once the last of them has a number that no body has any
// more, looking it up fails and bodies with names before it are not fused.
bool ig_fuse_static(ig_Compiler* c) {
  mark_named(c);
  mark_force_sensors(c);
  ig_Records* all = &c->list[mjOBJ_BODY];
  int nbody = all->n, kept = 1, nfused = 0, last = last_named(all);
  ig_CBody** fused = IG_NEW(&c->arena, nbody, ig_CBody*);
  for (int i = 1; i < nbody; i++) {
    ig_CBody* body = IG_RECORD(ig_CBody, *all, i);
    bool named = *ig_record_name(body) != 0;
    bool lost = last > i && last >= kept + nbody - i;
    bool stays = body->joints.n || body->s.mocap || (named && (lost || body->named || body->force_sensor));
    if (stays) {
      all->item[kept++] = &body->r;
      continue;
    }
    if (body->parent->r.id != 0 && body->s.mass >= mjMINVAL && !lift_mass(c, body)) return false;
    lift_poses(body);
    body->fused = true;
    fused[nfused++] = body;
    body->r.from->id = -1;
  }
  all->n = kept;
  lift_elements(c, fused, nfused, nbody);
  lift_children(c, all);
  for (int i = 0; nfused && i < kept; i++) ig_gather_contact(IG_RECORD(ig_CBody, *all, i));
  // bring the lists of the tree to the order of the bodies and renumber
  static const mjtObj types[] = {mjOBJ_BODY, mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT};
  ig_CBody* world = IG_RECORD(ig_CBody, c->list[mjOBJ_BODY], 0);
  for (int t = 0; t < 6; t++) c->list[types[t]].n = 0;
  relist_body(c, world);
  for (int t = 0; t < 6; t++) ig_renumber(&c->list[types[t]]);
  return true;
}

static int drop(ig_Records* list, bool (*unwanted)(const ig_Record*)) {
  int kept = 0, before = list->n;
  for (int i = 0; i < before; i++) {
    if (unwanted(list->item[i])) {
      list->item[i]->from->id = -1;
    } else {
      list->item[kept++] = list->item[i];
    }
  }
  list->n = kept;
  return before - kept;
}

static bool geom_only_shows(const ig_Record* r) { return ((const ig_CGeom*)(const void*)r)->visual; }
static bool mesh_only_shows(const ig_Record* r) { return ((const ig_CMesh*)(const void*)r)->visual; }

void ig_discard_visual(ig_Compiler* c) {
  // a mesh stays with the geoms that use it
  for (int i = 0; i < c->list[mjOBJ_GEOM].n; i++) {
    const ig_CGeom* geom = IG_RECORD(ig_CGeom, c->list[mjOBJ_GEOM], i);
    if (geom->mesh && !geom->visual) geom->mesh->visual = false;
  }
  for (int i = 0; i < c->list[mjOBJ_BODY].n; i++) drop(&IG_RECORD(ig_CBody, c->list[mjOBJ_BODY], i)->geoms, geom_only_shows);
  drop(&c->list[mjOBJ_GEOM], geom_only_shows);
  drop(&c->list[mjOBJ_MESH], mesh_only_shows);
  ig_renumber(&c->list[mjOBJ_GEOM]);
  ig_renumber(&c->list[mjOBJ_MESH]);
}
