// SPDX-License-Identifier: Apache-2.0
// Questions about the states of all worlds: derivatives, inverse dynamics, rays, Jacobians, energies; and about contacts.
#include <string.h>

#include "base/guard.h"
#include "collide/ray_lanes.h"
#include "collide/ray_scene.h"
#include "smooth/contact_force.h"
#include "smooth/force/energy.h"
#include "smooth/jacobian.h"
#include "step/inverse.h"
#include "step/transition.h"
#include "step/walk.h"
#include "world/access.h"
#include "world/worlds.h"

// ------------------------------------------------ derivatives

static double* row(double* rows, int world, size_t numbers) { return rows ? rows + (size_t)world * numbers : NULL; }

static void transition_look(const ig_Look* look, void* argument) {
  const ig_Transition* all = argument;
  const mjModel* m = look->m;
  size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu, ns = (size_t)m->nsensordata;
  ig_Transition t = {.eps = all->eps,
                     .centered = all->centered,
                     .A = row(all->A, look->world, nx * nx),
                     .B = row(all->B, look->world, nx * nu),
                     .C = row(all->C, look->world, ns * nx),
                     .D = row(all->D, look->world, ns * nu)};
  ig_transition(m, look->d, &t, look->width, look->lanes);
}

ingotStatus ig_worlds_of_one_model(const ingotWorlds* w, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  for (int e = 0; e < w->nworld; e++) {
    if (w->worlds[e].group != w->worlds[0].group)
      return ig_report(report, INGOT_BAD_ARGUMENT, "world %d has another model than world 0", e);
  }
  return INGOT_OK;
}

ingotStatus ingot_worldsTransition(ingotWorlds* w, double eps, int centered, double* A, double* B, double* C, double* D,
                                   const mjtByte* chosen, ingotReport* report) {
  ingotStatus status = ig_worlds_of_one_model(w, report);
  if (status != INGOT_OK) return status;
  if (!(eps > 0)) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsTransition: eps is %g, it must be positive", eps);
  ig_Transition t = {eps, centered != 0, A, B, C, D};
  return ig_worlds_look(w, chosen, transition_look, NULL, &t, report);
}

// ------------------------------------------------ inverse dynamics

typedef struct {
  const double* qacc;
  double* qfrc;
} Inverse;

static void inverse_look(const ig_Look* look, void* argument) {
  const Inverse* i = argument;
  const mjModel* m = look->m;
  mjData* d = look->d;
  size_t nv = (size_t)m->nv;
  if (nv) memcpy(d->qacc, i->qacc + (size_t)look->world * nv, sizeof(double) * nv);
  ig_inverse_past(m, d, mjSTAGE_NONE, true);
  if (nv) memcpy(i->qfrc + (size_t)look->world * nv, d->qfrc_inverse, sizeof(double) * nv);
}

// number k of lane l is at [width * k + l] there
static void rows_to_lanes(const ig_LanesLook* look, int quantity, const double* rows) {
  int n, width = look->width->width;
  double* to = look->width->numbers(look->m, look->lanes, quantity, &n);
  for (int lane = 0; lane < width; lane++) {
    const double* from = rows + (size_t)look->world[lane] * (size_t)n;
    for (int k = 0; k < n; k++) to[width * k + lane] = from[k];
  }
}

static void rows_from_lanes(const ig_LanesLook* look, int quantity, unsigned which, double* rows) {
  int n, width = look->width->width;
  look->width->bring(look->m, look->lanes, quantity);
  const double* from = look->width->numbers(look->m, look->lanes, quantity, &n);
  for (int lane = 0; lane < width; lane++) {
    double* to = rows + (size_t)look->world[lane] * (size_t)n;
    for (int k = 0; (which >> lane & 1) && k < n; k++) to[k] = from[width * k + lane];
  }
}

static unsigned inverse_together(const ig_LanesLook* look, void* argument) {
  const Inverse* i = argument;
  rows_to_lanes(look, IG_Q_qacc, i->qacc);
  unsigned well = look->width->inverse(look->m, look->lanes, look->active, mjSTAGE_NONE, true);
  rows_from_lanes(look, IG_Q_qfrc_inverse, well, i->qfrc);
  return well;
}

ingotStatus ingot_worldsInverse(ingotWorlds* w, const double* qacc, double* qfrc, const mjtByte* chosen, ingotReport* report) {
  ingotStatus status = ig_worlds_of_one_model(w, report);
  if (status != INGOT_OK) return status;
  if (!qacc || !qfrc) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsInverse: qacc and qfrc must not be NULL");
  Inverse i = {qacc, qfrc};
  return ig_worlds_look(w, chosen, inverse_look, inverse_together, &i, report);
}

// ------------------------------------------------ rays

// rays see geoms where they are in d
static void cast_rays(const ingotRays* r, const mjModel* m, const mjData* d, int world) {
  for (int i = 0; i < r->count; i++) {
    size_t at = (size_t)world * (size_t)r->count + (size_t)i;
    int geom = -1;
    mjtNum normal[3] = {0, 0, 0};
    r->distance[at] = ig_ray(m, d, r->origin + 3 * at, r->direction + 3 * at, r->geomgroup, (mjtByte)(r->with_static != 0),
                             r->except_body, &geom, r->normal ? normal : NULL);
    if (r->geom) r->geom[at] = geom;
    if (r->normal) memcpy(r->normal + 3 * at, normal, sizeof normal);
  }
}

static void ray_look(const ig_Look* look, void* argument) {
  ig_walk(look->m, look->d, IG_STAGE_BODIES, IG_STAGE_FRAMES);
  cast_rays(argument, look->m, look->d, look->world);
}

static unsigned ray_together(const ig_LanesLook* look, void* argument) {
  const ingotRays* r = argument;
  ig_LaneRays rays = {.count = r->count, .who = {r->geomgroup, r->with_static != 0, r->except_body}};
  for (int lane = 0; lane < look->width->width; lane++) {
    size_t at = (size_t)look->world[lane] * (size_t)r->count;
    rays.origin[lane] = r->origin + 3 * at;
    rays.direction[lane] = r->direction + 3 * at;
    rays.distance[lane] = r->distance + at;
    rays.geom[lane] = r->geom ? r->geom + at : NULL;
    rays.normal[lane] = r->normal ? r->normal + 3 * at : NULL;
  }
  return look->width->rays(look->m, look->lanes, &rays);
}

ingotStatus ingot_worldsRays(ingotWorlds* w, const ingotRays* rays, const mjtByte* chosen, ingotReport* report) {
  if (!w || !rays || rays->count < 0 || (rays->count && (!rays->origin || !rays->direction || !rays->distance)))
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsRays: worlds, rays or their arrays are NULL, or count is negative");
  return ig_worlds_look(w, chosen, ray_look, ray_together, (void*)rays, report);
}

// ------------------------------------------------ Jacobians

typedef struct {
  ingotJacobian of;
  int id;
  const double* points;
  double *jacp, *jacr;
} Jacobian;

static void jacobian_look(const ig_Look* look, void* argument) {
  const Jacobian* j = argument;
  const mjModel* m = look->m;
  mjData* d = look->d;
  size_t numbers = 3 * (size_t)m->nv;
  double *jacp = row(j->jacp, look->world, numbers), *jacr = row(j->jacr, look->world, numbers);
  const mjtNum* point = NULL;
  int body = j->id;
  ig_walk(m, d, IG_STAGE_BODIES, IG_STAGE_COM);
  switch (j->of) {
    case INGOT_JAC_BODY: point = d->xpos + 3 * body; break;
    case INGOT_JAC_BODY_COM: point = d->xipos + 3 * body; break;
    case INGOT_JAC_POINT: point = j->points + 3 * (size_t)look->world; break;
    case INGOT_JAC_GEOM:
      body = m->geom_bodyid[j->id];
      point = d->geom_xpos + 3 * j->id;
      break;
    case INGOT_JAC_SITE:
      body = m->site_bodyid[j->id];
      point = d->site_xpos + 3 * j->id;
      break;
    case INGOT_JAC_SUBTREE: break;
  }
  if (point)
    ig_jac(m, d, jacp, jacr, point, body);
  else if (jacp)
    ig_jac_subtree(m, d, jacp, body);
}

ingotStatus ingot_worldsJacobian(ingotWorlds* w, ingotJacobian of, int id, const double* points, double* jacp, double* jacr,
                                 const mjtByte* chosen, ingotReport* report) {
  ingotStatus status = ig_worlds_of_one_model(w, report);
  if (status != INGOT_OK) return status;
  const mjModel* m = w->groups[w->worlds[0].group].model;
  const mjtSize count = of == INGOT_JAC_GEOM ? m->ngeom : of == INGOT_JAC_SITE ? m->nsite : m->nbody;
  if ((unsigned)of > INGOT_JAC_SUBTREE || id < 0 || id >= count || (of == INGOT_JAC_POINT && !points))
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsJacobian: there is no such object (%d), or points are missing", id);
  Jacobian j = {of, id, points, jacp, jacr};
  return ig_worlds_look(w, chosen, jacobian_look, NULL, &j, report);
}

// ------------------------------------------------ energies

static void energy_look(const ig_Look* look, void* argument) {
  double* to = (double*)argument + 2 * (size_t)look->world;
  ig_walk(look->m, look->d, IG_STAGE_BODIES, IG_STAGE_INERTIA);
  ig_potential_energy(look->m, look->d);
  ig_kinetic_energy(look->m, look->d);
  memcpy(to, look->d->energy, sizeof look->d->energy);
}

ingotStatus ingot_worldsEnergy(ingotWorlds* w, double* energy, const mjtByte* chosen, ingotReport* report) {
  if (!w || !energy) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsEnergy: worlds and energy must not be NULL");
  return ig_worlds_look(w, chosen, energy_look, NULL, energy, report);
}

// ------------------------------------------------ contacts of the last call

typedef struct {
  int limit, *counts;
  double* forces;
} Forces;

static void forces_part(ingotWorlds* w, int world, void* argument) {
  const Forces* f = argument;
  const mjData* d = ingot_worldsData(w, world);
  double* to = f->forces + (size_t)world * (size_t)f->limit * 6;
  if (f->counts) f->counts[world] = d->ncon;
  memset(to, 0, sizeof(double) * 6 * (size_t)f->limit);
  for (int i = 0; i < d->ncon && i < f->limit; i++) ig_contact_force(ig_world_model(w, world), d, i, to + 6 * i);
}

ingotStatus ingot_worldsContactForces(ingotWorlds* w, int limit, double* forces, int* counts, const mjtByte* chosen,
                                      ingotReport* report) {
  if (!w || !forces || limit < 0)
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsContactForces: worlds or forces is NULL, or limit is negative");
  Forces f = {limit, counts, forces};
  return ig_worlds_each(w, chosen, forces_part, &f, report);
}
