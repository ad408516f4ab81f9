// SPDX-License-Identifier: Apache-2.0
// Exact derivatives of the next step in all worlds: matrices, and products with them.
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/guard.h"
#include "step/exact.h"
#include "world/access.h"
#include "world/worlds.h"

static double* row(double* rows, int world, size_t numbers) { return rows ? rows + (size_t)world * numbers : NULL; }
static const double* input(const double* rows, int world, size_t numbers) { return rows + (size_t)world * numbers; }

// an error of the world, which becomes one of the call
static void refuse(const char* obstacle) {
  if (obstacle) mju_error("exact derivatives: %s is not differentiated; finite differences may do", obstacle);
}

static void exact_look(const ig_Look* look, void* argument) {
  const ig_Exact* all = argument;
  const mjModel* m = look->m;
  size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu, ns = (size_t)m->nsensordata;
  ig_Exact out = {row(all->A, look->world, nx * nx), row(all->B, look->world, nx * nu), row(all->C, look->world, ns * nx),
                  row(all->D, look->world, ns * nu)};
  refuse(ig_exact_transition(m, look->d, &out));
}

ingotStatus ingot_worldsExactTransition(ingotWorlds* w, double* A, double* B, double* C, double* D, const mjtByte* chosen,
                                        ingotReport* report) {
  ingotStatus status = ig_worlds_of_one_model(w, report);
  if (status != INGOT_OK) return status;
  ig_Exact out = {A, B, C, D};
  return ig_worlds_look(w, chosen, exact_look, NULL, &out, report);
}

typedef struct {
  const double *from, *from_ctrl;
  double *to, *to_ctrl;
} Product;

static void pull_look(const ig_Look* look, void* argument) {
  const Product* p = argument;
  const mjModel* m = look->m;
  size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu;
  refuse(
      ig_step_pull(m, look->d, input(p->from, look->world, nx), row(p->to, look->world, nx), row(p->to_ctrl, look->world, nu)));
}

static void push_look(const ig_Look* look, void* argument) {
  const Product* p = argument;
  const mjModel* m = look->m;
  size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu;
  refuse(ig_step_push(m, look->d, input(p->from, look->world, nx), input(p->from_ctrl, look->world, nu),
                      row(p->to, look->world, nx)));
}

static ingotStatus multiply(ingotWorlds* w, ig_WorldLook look, Product* p, const mjtByte* chosen, ingotReport* report) {
  ingotStatus status = ig_worlds_of_one_model(w, report);
  return status == INGOT_OK ? ig_worlds_look(w, chosen, look, NULL, p, report) : status;
}

ingotStatus ingot_worldsVJP(ingotWorlds* w, const double* next, double* state, double* ctrl, const mjtByte* chosen,
                            ingotReport* report) {
  if (!next || !state || !ctrl)
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsVJP: next, state and ctrl must not be NULL");
  Product p = {.from = next, .to = state, .to_ctrl = ctrl};
  return multiply(w, pull_look, &p, chosen, report);
}

ingotStatus ingot_worldsJVP(ingotWorlds* w, const double* state, const double* ctrl, double* next, const mjtByte* chosen,
                            ingotReport* report) {
  if (!next || !state || !ctrl)
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsJVP: state, ctrl and next must not be NULL");
  Product p = {.from = state, .from_ctrl = ctrl, .to = next};
  return multiply(w, push_look, &p, chosen, report);
}
