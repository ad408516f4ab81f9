// SPDX-License-Identifier: Apache-2.0
// mjData as text: a list of sections, most of them one array with a row per object.
#include <stddef.h>
#include <stdint.h>

#include <mujoco/mjxmacro.h>

#include "math/scalar.h"
#include "model/object.h"
#include "model/row_kind.h"
#include "print/print_size.h"
#include "print/print_text.h"
#include "smooth/contact_force.h"

typedef struct {
  const mjModel* m;
  const mjData* d;
  ig_Print p;
} Printout;

// ------------------------------------------------ head ----------------------------------

// the counts of mjData; addresses inside its memory are not for people
static void print_counts(const Printout* out) {
  enum { INT, SIZE, BYTE, OTHER };
  static const struct {
    const char* name;
    size_t offset;
    int kind;
  } counts[] = {
#define X(type, name) \
  {#name, offsetof(mjData, name), _Generic(((mjData*)0)->name, int : INT, mjtSize : SIZE, mjtByte : BYTE, default : OTHER)},
      MJDATA_SCALAR
#undef X
  };
  fputs("SIZES\n", out->p.file);
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
    const char* at = (const char*)out->d + counts[i].offset;
    int kind = counts[i].kind;
    if (kind == OTHER) continue;
    long long value = kind == INT ? *(const int*)at : kind == SIZE ? *(const mjtSize*)at : *(const mjtByte*)at;
    fprintf(out->p.file, "  " IG_NAME_FORMAT " %lld\n", counts[i].name, value);
  }
  fprintf(out->p.file, "  " IG_NAME_FORMAT " %d\n\n", "threadpool", out->d->threadpool != 0);
}

static void print_warnings(const Printout* out) {
  const mjWarningStat* warning = out->d->warning;
  int total = 0;
  for (int i = 0; i < mjNWARNING; i++) total += warning[i].number;
  if (!total) return;
  fputs("WARNING\n", out->p.file);
  for (int i = 0; i < mjNWARNING; i++) {
    if (warning[i].number) {
      fprintf(out->p.file, "    %d:  lastinfo = %d   number = %d\n", i, warning[i].lastinfo, warning[i].number);
    }
  }
  fputc('\n', out->p.file);
}

static void print_timers(const Printout* out) {
  const mjTimerStat* timer = out->d->timer;
  mjtNum total = 0;
  for (int i = 0; i < mjNTIMER; i++) total += timer[i].duration;
  if (total == 0) return;
  fputs("TIMER\n", out->p.file);
  for (int i = 0; i < mjNTIMER; i++) {
    fprintf(out->p.file, "    %d:  duration = ", i);
    ig_print_num(&out->p, timer[i].duration);
    fprintf(out->p.file, "   number = %d\n", timer[i].number);
  }
  fputc('\n', out->p.file);
}

static void print_solver(const Printout* out) {
  const mjData* d = out->d;
  if (!d->nefc) return;
  fputs("SOLVER STAT\n", out->p.file);
  ig_print_vector(&out->p, "  solver_fwdinv = ", d->solver_fwdinv, 2);
  int islands = d->nisland < 1 ? 1 : d->nisland > mjNISLAND ? mjNISLAND : d->nisland;
  for (int k = 0; k < islands; k++) {
    int iterations = d->solver_niter[k] < mjNSOLVER ? d->solver_niter[k] : mjNSOLVER;
    if (!iterations) continue;
    fprintf(out->p.file, "  ISLAND %d\n    solver_niter = %d\n    solver_nnz = %d\n", k, d->solver_niter[k], d->solver_nnz[k]);
    for (int i = 0; i < iterations; i++) {
      const mjSolverStat* stat = d->solver + k * mjNSOLVER + i;
      fprintf(out->p.file, "      %d:  improvement = ", i);
      ig_print_num(&out->p, stat->improvement);
      fputs("    gradient = ", out->p.file);
      ig_print_num(&out->p, stat->gradient);
      fputs("    lineslope = ", out->p.file);
      ig_print_num(&out->p, stat->lineslope);
      fprintf(out->p.file, "\n          nactive = %d   nchange = %d   neval = %d   nupdate = %d\n", stat->nactive, stat->nchange,
              stat->neval, stat->nupdate);
    }
    fputc('\n', out->p.file);
  }
}

static void print_head(const Printout* out) {
  const mjData* d = out->d;
  fprintf(out->p.file, "MEMORY\n  total         %s\n", ig_size_text(sizeof(mjData) + d->nbuffer + d->narena).text);
  fprintf(out->p.file, "  struct        %s\n  buffer        %s\n", ig_size_text(sizeof(mjData)).text,
          ig_size_text(d->nbuffer).text);
  fprintf(out->p.file, "  arena         %s, used %.1f%%\n\n", ig_size_text(d->narena).text,
          100 * d->maxuse_arena / (double)d->narena);
  print_counts(out);
  print_warnings(out);
  print_timers(out);
  print_solver(out);
  ig_print_vector(&out->p, "ENERGY = ", out->d->energy, 2);
  fputs("\nTIME = ", out->p.file);
  ig_print_num(&out->p, out->d->time);
  fputs("\n\n", out->p.file);
}

// ------------------------------------------------ histories ----------------------------------

static void print_packed(const Printout* out, const mjtNum* data, int n) {
  for (int i = 0; i < n; i++) ig_print_num(&out->p, data[i]);
  fputc('\n', out->p.file);
}

// a buffer: phase, cursor, times, samples of a size
static void print_history(const Printout* out, const mjtNum* buffer, int samples, int size) {
  if (samples <= 0) return;
  const mjtNum *times = buffer + 2, *values = times + samples;
  fputs("    phase  = ", out->p.file);
  print_packed(out, buffer, 1);
  fprintf(out->p.file, "    cursor =  %d\n    times  = ", (int)buffer[1]);
  print_packed(out, times, samples);
  fputs(size == 1 ? "    values = " : "    values:\n", out->p.file);
  if (size == 1) print_packed(out, values, samples);
  for (int i = 0; size != 1 && i < samples; i++) {
    fprintf(out->p.file, "      [%d] =", i);
    print_packed(out, values + i * size, size);
  }
}

// the line above a buffer; long names are cut
static void print_owner(const Printout* out, const char* kind, mjtObj type, int id) {
  char text[100];
  const char* name = ig_object_name(out->m, type, id);
  snprintf(text, sizeof(text), "%s %d%s'%s'", kind, id, type == mjOBJ_SENSOR ? "  " : " ", name ? name : "");
  fprintf(out->p.file, "  %s:\n", text);
}

static void print_histories(const Printout* out) {
  const mjModel* m = out->m;
  if (!m->nhistory) return;
  fputs("DELAY\n", out->p.file);
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_historyadr[i] < 0 || m->actuator_history[2 * i] <= 0) continue;
    print_owner(out, "actuator", mjOBJ_ACTUATOR, i);
    print_history(out, out->d->history + m->actuator_historyadr[i], m->actuator_history[2 * i], 1);
  }
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_historyadr[i] < 0 || m->sensor_history[2 * i] <= 0) continue;
    print_owner(out, "sensor", mjOBJ_SENSOR, i);
    print_history(out, out->d->history + m->sensor_historyadr[i], m->sensor_history[2 * i], m->sensor_dim[i]);
  }
  fputc('\n', out->p.file);
}

// ------------------------------------------------ matrices ----------------------------------

static void print_equalities(const Printout* out) {
  if (!out->m->neq) return;
  ig_print_name(&out->p, "EQ_ACTIVE");
  for (int i = 0; i < out->m->neq; i++) fprintf(out->p.file, " %d", out->d->eq_active[i]);
  fputs("\n\n", out->p.file);
}

static void print_flex_edges(const Printout* out) {
  const mjModel* m = out->m;
  ig_PrintPattern s = {m->nflexedge, m->nv, m->flexedge_J_rownnz, m->flexedge_J_rowadr, m->flexedge_J_colind, NULL, NULL};
  ig_print_pattern(&out->p, "FLEXEDGE_J: flex edge connectivity", &s);
  ig_print_sparse(&out->p, "FLEXEDGE_J", &s, out->d->flexedge_J);
}

static void print_tendons(const Printout* out) {
  const mjModel* m = out->m;
  const mjData* d = out->d;
  ig_PrintPattern s = {m->ntendon, m->nv, d->ten_J_rownnz, d->ten_J_rowadr, d->ten_J_colind, NULL, NULL};
  if (ig_is_sparse(m)) {
    ig_print_pattern(&out->p, "TEN_J: tendon moments", &s);
    ig_print_int_table(&out->p, "TEN_J_ROWNNZ", m->ntendon, 1, d->ten_J_rownnz);
    ig_print_int_table(&out->p, "TEN_J_ROWADR", m->ntendon, 1, d->ten_J_rowadr);
    ig_print_sparse(&out->p, "TEN_J", &s, d->ten_J);
  } else {
    ig_print_table(&out->p, "TEN_MOMENT", m->ntendon, m->nv, d->ten_J);
  }
  for (int i = 0; i < m->ntendon; i++) {
    fprintf(out->p.file, "TENDON %d: %d wrap points\n", i, d->ten_wrapnum[i]);
    for (int k = d->ten_wrapadr[i], end = k + d->ten_wrapnum[i]; k < end; k++) {
      fprintf(out->p.file, "    %d:  ", d->wrap_obj[k]);
      ig_print_vector(&out->p, "", d->wrap_xpos + 3 * k, 3);
    }
    fputc('\n', out->p.file);
  }
}

static void print_moments(const Printout* out) {
  const mjData* d = out->d;
  ig_PrintPattern s = {out->m->nu, out->m->nv, d->moment_rownnz, d->moment_rowadr, d->moment_colind, NULL, NULL};
  ig_print_pattern(&out->p, "actuator_moment", &s);
  ig_print_sparse(&out->p, "ACTUATOR_MOMENT", &s, d->actuator_moment);
}

// lower triangle of the joint-space inertia: where dofs are no ancestors of each other it stays empty
static void print_legacy_inertia(const Printout* out) {
  const mjModel* m = out->m;
  int nv = m->nv;
  if (!nv || nv > IG_PRINT_MAX) return;
  fputs("QM\n", out->p.file);
  for (int i = 0; i < nv; i++) {
    fputc(' ', out->p.file);
    int adr = (i == nv - 1 ? m->nM : m->dof_Madr[i + 1]) - 1;
    for (int k = 0; k <= i; k++) {
      int j = i;
      while (j > k) j = m->dof_parentid[j];
      if (j == k) {
        fputc(' ', out->p.file);
        ig_print_num(&out->p, out->d->qM[adr--]);
      } else {
        fprintf(out->p.file, "%*s", out->p.width + 1, "");
      }
    }
    fputc('\n', out->p.file);
  }
  fputc('\n', out->p.file);
}

static ig_PrintPattern inertia_pattern(const mjModel* m) {
  return (ig_PrintPattern){m->nv, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind, NULL, NULL};
}

static void print_inertia(const Printout* out) {
  const mjData* d = out->d;
  ig_PrintPattern s = inertia_pattern(out->m);
  print_legacy_inertia(out);
  ig_print_sparse(&out->p, "M", &s, d->M);
  ig_print_sparse(&out->p, "QLD", &s, d->qLD);
  ig_print_table(&out->p, "QLDIAGINV", out->m->nv, 1, d->qLDiagInv);
}

// a matrix whose blocks belong to islands: rows in island order, each with its entity and columns counted inside the block
typedef struct {
  const char* title;
  ig_PrintPattern pattern;
  const int *entity, *island_of;
} Blocks;

static void print_blocks(const Printout* out, const Blocks* b) {
  const ig_PrintPattern* s = &b->pattern;
  const mjData* d = out->d;
  FILE* file = out->p.file;
  if (!s->rows || !s->cols || s->cols > IG_PRINT_MAX || !s->nnz) return;
  fprintf(file, "%s\n", b->title);
  for (int c = 0; c < s->cols + 2; c++) fputc('-', file);
  fputc('\n', file);
  for (int r = 0; r < s->rows; r++) {
    int island = b->island_of[b->entity[r]];
    fputc(' ', file);
    if (island < 0 || island >= d->nisland) {
      fprintf(file, "%*s | row %d is in no island\n", s->cols, "", r);
      continue;
    }
    for (int c = 0, k = 0; c < s->cols; c++) {
      int inside = c - d->island_idofadr[island];
      while (k < s->nnz[r] && s->col[s->adr[r] + k] < inside) k++;
      bool set = inside >= 0 && inside < d->island_nv[island] && k < s->nnz[r] && s->col[s->adr[r] + k] == inside;
      fputc(!set ? ' ' : island < 10 ? '0' + island : 'x', file);
    }
    fputs(" |", file);
    if (s->super && s->super[r] > 0) fprintf(file, " %d", s->super[r]);
    fputc('\n', file);
  }
  for (int c = 0; c < s->cols + 2; c++) fputc('-', file);
  fputs("\n\n", file);
}

static void print_island_inertia(const Printout* out) {
  const mjModel* m = out->m;
  const mjData* d = out->d;
  if (d->nisland) {
    ig_PrintPattern s = inertia_pattern(m);
    ig_print_pattern(&out->p, "M: inertia structure", &s);
    print_blocks(out, &(Blocks){"iM: block-diagonal inertia (nnzs are island ids)",
                                {d->nidof, d->nidof, d->iM_rownnz, d->iM_rowadr, d->iM_colind, NULL, NULL},
                                d->map_idof2dof,
                                d->dof_island});
  }
  if (!ig_is_zero(d->qHDiagInv, m->nv)) {
    ig_PrintPattern s = inertia_pattern(m);
    ig_print_sparse(&out->p, "QH", &s, d->qH);
    ig_print_table(&out->p, "QHDIAGINV", m->nv, 1, d->qHDiagInv);
  }
}

static void print_derivatives(const Printout* out) {
  const mjModel* m = out->m;
  ig_PrintPattern s = {m->nv, m->nv, m->D_rownnz, m->D_rowadr, m->D_colind, NULL, NULL};
  if (!ig_is_zero(out->d->qDeriv, m->nD)) ig_print_sparse(&out->p, "QDERIV", &s, out->d->qDeriv);
  if (!ig_is_zero(out->d->qLU, m->nD)) ig_print_sparse(&out->p, "QLU", &s, out->d->qLU);
}

// ------------------------------------------------ contacts and constraints ----------------------------------

static void print_contacts(const Printout* out) {
  if (!out->d->ncon) return;
  fputs("CONTACT\n", out->p.file);
  for (int i = 0; i < out->d->ncon; i++) {
    const mjContact* con = out->d->contact + i;
    const ig_Print* p = &out->p;
    fprintf(p->file, "  %d:\n     dim           %d\n", i, con->dim);
    if (con->geom[0] >= 0 && con->geom[1] >= 0) {
      fputs("     geoms         ", p->file);
      for (int k = 0; k < 2; k++) {
        const char* name = ig_object_name(out->m, mjOBJ_GEOM, con->geom[k]);
        if (name)
          fputs(name, p->file);
        else
          fprintf(p->file, "%d", con->geom[k]);
        fputs(k == 0 ? " : " : "\n", p->file);
      }
    } else {
      fprintf(p->file, "     gfev          %d %d %d %d : %d %d %d %d\n", con->geom[0], con->flex[0], con->elem[0], con->vert[0],
              con->geom[1], con->flex[1], con->elem[1], con->vert[1]);
    }
    fprintf(p->file, "     exclude       %d\n     efc_address   %d\n", con->exclude, con->efc_address);
    ig_print_vector(p, "     solref       ", con->solref, mjNREF);
    ig_print_vector(p, "     solimp       ", con->solimp, mjNIMP);
    ig_print_vector(p, "     dist         ", &con->dist, 1);
    ig_print_vector(p, "     includemargin", &con->includemargin, 1);
    ig_print_vector(p, "     pos          ", con->pos, 3);
    ig_print_vector(p, "     frame        ", con->frame, 9);
    ig_print_vector(p, "     friction     ", con->friction, 5);
    ig_print_vector(p, "     mu           ", &con->mu, 1);
    mjtNum force[6] = {0, 0, 0, 0, 0, 0};
    ig_contact_force(out->m, out->d, i, force);
    ig_print_vector(p, "     force        ", force, 6);
  }
  fputc('\n', out->p.file);
}

static void print_dots(const Printout* out, int cols) {
  for (int c = 0; c < cols; c++) {
    for (int i = 0; i < out->p.width; i++) fputc('.', out->p.file);
    fputc(' ', out->p.file);
  }
}

// dense Jacobian by islands: each island's rows start where its first row would in the whole matrix, packed to its own width
static void print_island_jacobian(const Printout* out) {
  const mjData* d = out->d;
  if (!d->nisland || !d->iefc_J || !d->nefc || !d->nidof) return;
  fputs("IEFC_J\n", out->p.file);
  for (int k = 0; k < d->nisland; k++) {
    const mjtNum* data = d->iefc_J + (size_t)d->island_iefcadr[k] * d->nidof;
    int first = d->island_idofadr[k], width = d->island_nv[k];
    for (int r = 0; r < d->island_nefc[k]; r++, data += width) {
      fputc(' ', out->p.file);
      print_dots(out, first);
      for (int c = 0; c < width; c++) {
        fputc(' ', out->p.file);
        ig_print_num(&out->p, data[c]);
      }
      print_dots(out, d->nidof - first - width);
      fputc('\n', out->p.file);
    }
  }
  fputc('\n', out->p.file);
}

static void print_sparse_rows(const Printout* out) {
  const mjData* d = out->d;
  int n = d->nefc;
  ig_PrintPattern jac = {n, out->m->nv, d->efc_J_rownnz, d->efc_J_rowadr, d->efc_J_colind, NULL, d->efc_J_rowsuper};
  ig_print_int_table(&out->p, "EFC_J_ROWNNZ", n, 1, d->efc_J_rownnz);
  ig_print_int_table(&out->p, "EFC_J_ROWADR", n, 1, d->efc_J_rowadr);
  ig_print_sparse(&out->p, "EFC_J", &jac, d->efc_J);
  ig_print_pattern(&out->p, "J: constraint Jacobian", &jac);
  if (d->nisland) {
    print_blocks(out, &(Blocks){"IEFC_J: block-diagonalized constraint Jacobian (nnzs are island ids)",
                                {n, d->nidof, d->iefc_J_rownnz, d->iefc_J_rowadr, d->iefc_J_colind, NULL, d->iefc_J_rowsuper},
                                d->map_iefc2efc,
                                d->efc_island});
  }
  if (!ig_is_dual(out->m)) return;
  ig_PrintPattern dual = {n, n, d->efc_AR_rownnz, d->efc_AR_rowadr, d->efc_AR_colind, NULL, NULL};
  ig_print_int_table(&out->p, "EFC_AR_ROWNNZ", n, 1, d->efc_AR_rownnz);
  ig_print_int_table(&out->p, "EFC_AR_ROWADR", n, 1, d->efc_AR_rowadr);
  ig_print_sparse(&out->p, "EFC_AR", &dual, d->efc_AR);
  ig_print_pattern(&out->p, "efc_AR: inverse constraint inertia", &dual);
}

static void print_constraint_rows(const Printout* out) {
  const mjData* d = out->d;
  if (ig_is_sparse(out->m)) {
    print_sparse_rows(out);
    return;
  }
  ig_print_table(&out->p, "EFC_J", d->nefc, out->m->nv, d->efc_J);
  print_island_jacobian(out);
  ig_print_table(&out->p, "EFC_AR", d->nefc, d->nefc, d->efc_AR);
}

// ------------------------------------------------ islands ----------------------------------

// title and numbers on one line, with a bar where the island changes if the numbers are ids that have one; nothing when
// there is no such array, as without constraints
static void print_line(const Printout* out, const char* title, const int* data, int n, const int* island_of) {
  if (!data) return;
  ig_print_name(&out->p, title);
  for (int i = 0; i < n; i++) {
    if (island_of && i > 0 && island_of[data[i]] != island_of[data[i - 1]]) fputs(" |", out->p.file);
    fprintf(out->p.file, " %d", data[i]);
  }
  fputs("\n\n", out->p.file);
}

static void print_islands(const Printout* out) {
  const mjModel* m = out->m;
  const mjData* d = out->d;
  if (d->nisland) {
    ig_print_int_table(&out->p, "TREE_ISLAND", 1, m->ntree, d->tree_island);
    ig_print_int_table(&out->p, "ISLAND_NTREE", 1, d->nisland, d->island_ntree);
    ig_print_int_table(&out->p, "ISLAND_ITREEADR", 1, d->nisland, d->island_itreeadr);
    ig_print_int_table(&out->p, "MAP_ITREE2TREE", 1, m->ntree, d->map_itree2tree);
    print_line(out, "DOF_ISLAND", d->dof_island, m->nv, NULL);
    print_line(out, "ISLAND_NV", d->island_nv, d->nisland, NULL);
    print_line(out, "ISLAND_IDOFADR", d->island_idofadr, d->nisland, NULL);
    print_line(out, "MAP_IDOF2DOF", d->map_idof2dof, m->nv, d->dof_island);
    print_line(out, "EFC_ISLAND", d->efc_island, d->nefc, NULL);
    print_line(out, "ISLAND_NEFC", d->island_nefc, d->nisland, NULL);
    print_line(out, "ISLAND_IEFCADR", d->island_iefcadr, d->nisland, NULL);
    print_line(out, "MAP_IEFC2EFC", d->map_iefc2efc, d->nefc, d->efc_island);
  }
  if (m->ntendon) print_line(out, "TENDON_EFCADR", d->tendon_efcadr, m->ntendon, NULL);
}

// ------------------------------------------------ sections ----------------------------------

typedef enum { BY_MODEL, BY_DATA } Owner;  // what counts the rows
typedef struct {
  const char* title;
  size_t array;  // in mjData
  Owner owner;
  size_t count;
  int cols;
  bool integer, across;  // across: all on one line
  void (*print)(const Printout* out);
} Section;

#define NUMS(title, array, size, cols) \
  { title, offsetof(mjData, array), BY_MODEL, offsetof(mjModel, size), cols, false, false, NULL }
#define INTS(title, array, size) \
  { title, offsetof(mjData, array), BY_MODEL, offsetof(mjModel, size), 1, true, false, NULL }
#define LINE(title, array, size) \
  { title, offsetof(mjData, array), BY_MODEL, offsetof(mjModel, size), 1, true, true, NULL }
#define LIVE(title, array, size) \
  { title, offsetof(mjData, array), BY_DATA, offsetof(mjData, size), 1, true, true, NULL }
#define ROWS(title, array, cols) \
  { title, offsetof(mjData, array), BY_DATA, offsetof(mjData, nefc), cols, false, false, NULL }
#define TAGS(title, array) \
  { title, offsetof(mjData, array), BY_DATA, offsetof(mjData, nefc), 1, true, false, NULL }
#define MORE(function) \
  { .print = function }

static const Section sections[] = {
    MORE(print_head),
    NUMS("QPOS", qpos, nq, 1),
    NUMS("QVEL", qvel, nv, 1),
    NUMS("ACT", act, na, 1),
    MORE(print_histories),
    NUMS("QACC_WARMSTART", qacc_warmstart, nv, 1),
    NUMS("CTRL", ctrl, nu, 1),
    NUMS("QFRC_APPLIED", qfrc_applied, nv, 1),
    NUMS("XFRC_APPLIED", xfrc_applied, nbody, 6),
    MORE(print_equalities),
    NUMS("MOCAP_POS", mocap_pos, nmocap, 3),
    NUMS("MOCAP_QUAT", mocap_quat, nmocap, 4),
    NUMS("QACC", qacc, nv, 1),
    NUMS("ACT_DOT", act_dot, na, 1),
    NUMS("USERDATA", userdata, nuserdata, 1),
    NUMS("SENSOR", sensordata, nsensordata, 1),
    INTS("TREE_ASLEEP", tree_asleep, ntree),
    NUMS("XPOS", xpos, nbody, 3),
    NUMS("XQUAT", xquat, nbody, 4),
    NUMS("XMAT", xmat, nbody, 9),
    NUMS("XIPOS", xipos, nbody, 3),
    NUMS("XIMAT", ximat, nbody, 9),
    NUMS("XANCHOR", xanchor, njnt, 3),
    NUMS("XAXIS", xaxis, njnt, 3),
    NUMS("GEOM_XPOS", geom_xpos, ngeom, 3),
    NUMS("GEOM_XMAT", geom_xmat, ngeom, 9),
    NUMS("SITE_XPOS", site_xpos, nsite, 3),
    NUMS("SITE_XMAT", site_xmat, nsite, 9),
    NUMS("CAM_XPOS", cam_xpos, ncam, 3),
    NUMS("CAM_XMAT", cam_xmat, ncam, 9),
    NUMS("LIGHT_XPOS", light_xpos, nlight, 3),
    NUMS("LIGHT_XDIR", light_xdir, nlight, 3),
    NUMS("SUBTREE_COM", subtree_com, nbody, 3),
    NUMS("CDOF", cdof, nv, 6),
    NUMS("CINERT", cinert, nbody, 10),
    NUMS("FLEXVERT_XPOS", flexvert_xpos, nflexvert, 3),
    NUMS("FLEXELEM_AABB", flexelem_aabb, nflexelem, 6),
    MORE(print_flex_edges),
    NUMS("FLEXEDGE_LENGTH", flexedge_length, nflexedge, 1),
    NUMS("TEN_LENGTH", ten_length, ntendon, 1),
    MORE(print_tendons),
    NUMS("ACTUATOR_LENGTH", actuator_length, nu, 1),
    MORE(print_moments),
    NUMS("CRB", crb, nbody, 10),
    MORE(print_inertia),
    MORE(print_island_inertia),
    LINE("TREE_AWAKE", tree_awake, ntree),
    LINE("BODY_AWAKE", body_awake, nbody),
    LIVE("BODY_AWAKE_IND", body_awake_ind, nbody_awake),
    LIVE("PARENT_AWAKE_IND", parent_awake_ind, nparent_awake),
    LIVE("DOF_AWAKE_IND", dof_awake_ind, nv_awake),
    MORE(print_derivatives),
    MORE(print_contacts),
    TAGS("EFC_TYPE", efc_type),
    TAGS("EFC_ID", efc_id),
    MORE(print_constraint_rows),
    ROWS("EFC_POS", efc_pos, 1),
    ROWS("EFC_MARGIN", efc_margin, 1),
    ROWS("EFC_FRICTIONLOSS", efc_frictionloss, 1),
    ROWS("EFC_DIAGAPPROX", efc_diagApprox, 1),
    ROWS("EFC_KBIP", efc_KBIP, 4),
    ROWS("EFC_D", efc_D, 1),
    ROWS("EFC_R", efc_R, 1),
    NUMS("FLEXEDGE_VELOCITY", flexedge_velocity, nflexedge, 1),
    NUMS("TEN_VELOCITY", ten_velocity, ntendon, 1),
    NUMS("ACTUATOR_VELOCITY", actuator_velocity, nu, 1),
    NUMS("CVEL", cvel, nbody, 6),
    NUMS("CDOF_DOT", cdof_dot, nv, 6),
    NUMS("QFRC_BIAS", qfrc_bias, nv, 1),
    NUMS("QFRC_SPRING", qfrc_spring, nv, 1),
    NUMS("QFRC_DAMPER", qfrc_damper, nv, 1),
    NUMS("QFRC_GRAVCOMP", qfrc_gravcomp, nv, 1),
    NUMS("QFRC_FLUID", qfrc_fluid, nv, 1),
    NUMS("QFRC_PASSIVE", qfrc_passive, nv, 1),
    ROWS("EFC_VEL", efc_vel, 1),
    ROWS("EFC_AREF", efc_aref, 1),
    NUMS("SUBTREE_LINVEL", subtree_linvel, nbody, 3),
    NUMS("SUBTREE_ANGMOM", subtree_angmom, nbody, 3),
    NUMS("ACTUATOR_FORCE", actuator_force, nu, 1),
    NUMS("QFRC_ACTUATOR", qfrc_actuator, nv, 1),
    NUMS("QFRC_SMOOTH", qfrc_smooth, nv, 1),
    NUMS("QACC_SMOOTH", qacc_smooth, nv, 1),
    ROWS("EFC_B", efc_b, 1),
    ROWS("EFC_FORCE", efc_force, 1),
    TAGS("EFC_STATE", efc_state),
    NUMS("QFRC_CONSTRAINT", qfrc_constraint, nv, 1),
    NUMS("QFRC_INVERSE", qfrc_inverse, nv, 1),
    NUMS("CACC", cacc, nbody, 6),
    NUMS("CFRC_INT", cfrc_int, nbody, 6),
    NUMS("CFRC_EXT", cfrc_ext, nbody, 6),
    MORE(print_islands),
};

static void print_section(const Printout* out, const Section* s) {
  if (s->print) {
    s->print(out);
    return;
  }
  const char* owner = s->owner == BY_MODEL ? (const char*)out->m : (const char*)out->d;
  int count = s->owner == BY_MODEL ? (int)*(const mjtSize*)(owner + s->count) : *(const int*)(owner + s->count);
  const void* array = *(void* const*)((const char*)out->d + s->array);
  if (s->integer)
    ig_print_int_table(&out->p, s->title, s->across ? 1 : count, s->across ? count : s->cols, array);
  else
    ig_print_table(&out->p, s->title, count, s->cols, array);
}

void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename, const char* float_format) {
  if (d->pstack) {
    mju_error("mj_printFormattedData: the stack of mjData is in use");
    return;
  }
  Printout out = {.m = m, .d = d};
  if (!ig_print_open(&out.p, filename, float_format)) return;
  for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) print_section(&out, &sections[i]);
  ig_print_close(&out.p, filename);
}

void mj_printData(const mjModel* m, const mjData* d, const char* filename) {
  mj_printFormattedData(m, d, filename, IG_FLOAT_FORMAT);
}
