// SPDX-License-Identifier: Apache-2.0
// mjModel as text: sizes and options, then every object with the arrays that have one row per object of its kind.
#include <stddef.h>
#include <string.h>

#include <mujoco/mjxmacro.h>

#include "base/version.h"
#include "model/field.h"
#include "model/mjb.h"
#include "model/object.h"
#include "model/typename.h"
#include "print/print_size.h"
#include "print/print_text.h"

typedef struct {
  const mjModel* m;
  ig_Print p;
  int count;
  ig_Field fields[IG_MAX_FIELDS];
} Printout;

// ------------------------------------------------ head ----------------------------------

// arrays with a prefix, those that have one row per object left out
static size_t bulk_bytes(const Printout* out, const char* prefix, size_t objects) {
  size_t bytes = 0;
  for (int i = 0; i < out->count; i++) {
    const ig_Field* f = &out->fields[i];
    if (!strncmp(f->name, prefix, strlen(prefix)) && f->counted_by != objects) bytes += ig_field_bytes(f);
  }
  return bytes;
}

// the large parts by name, and what is left
static void print_memory(const Printout* out) {
  const size_t none = (size_t)-1;
  const struct {
    const char* label;
    size_t bytes;
  } parts[] = {
      {"meshes  ", out->m->nmesh ? bulk_bytes(out, "mesh_", offsetof(mjModel, nmesh)) : 0},
      {"bvhs    ", bulk_bytes(out, "bvh_", none) + bulk_bytes(out, "oct_", none)},
      {"textures", bulk_bytes(out, "tex_", offsetof(mjModel, ntex))},
      {"skins   ", out->m->nskin ? bulk_bytes(out, "skin_", offsetof(mjModel, nskin)) : 0},
  };
  size_t total = (size_t)ig_mjb_size(out->m), rest = total;
  fprintf(out->p.file, "MEMORY\n  total       %s\n", ig_size_text(total).text);
  for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
    if (parts[i].bytes) fprintf(out->p.file, "  %s    %s\n", parts[i].label, ig_size_text(parts[i].bytes).text);
    rest -= parts[i].bytes;
  }
  if (rest) fprintf(out->p.file, "  other       %s\n", ig_size_text(rest).text);
  fputc('\n', out->p.file);
}

static void print_sizes(const Printout* out) {
  ig_Size sizes[IG_MAX_FIELDS];
  int count = ig_model_sizes(sizes);
  fputs("SIZES\n", out->p.file);
  for (int i = 0; i < count; i++) {
    mjtSize value = ig_size_at(out->m, sizes[i].offset);
    if (value) fprintf(out->p.file, "  %-19s %lld\n", sizes[i].name, (long long)value);
  }
  fputc('\n', out->p.file);
}

static void begin_option(const Printout* out, const char* name) { fprintf(out->p.file, "  %-19s", name); }

// numbers, each followed by a blank or not
static void print_spaced(const Printout* out, const mjtNum* data, int n) {
  for (int i = 0; i < n; i++) {
    ig_print_num(&out->p, data[i]);
    fputc(' ', out->p.file);
  }
}
static void print_packed(const Printout* out, const mjtNum* data, int n) {
  for (int i = 0; i < n; i++) ig_print_num(&out->p, data[i]);
}

// the layout of each kind of number is that of the reference, so that outputs can be compared line by line
static void print_options(const Printout* out) {
  const mjOption* opt = &out->m->opt;
#define NUMBER(type, name) {#name, offsetof(mjOption, name), 1, sizeof(((mjOption*)0)->name) == sizeof(int)},
#define VECTOR(name, size) {#name, offsetof(mjOption, name), size, false},
  const struct {
    const char* name;
    size_t offset;
    int size;
    bool integer;
  } options[] = {
#define X NUMBER
      MJOPTION_FLOATS MJOPTION_INTS
#undef X
#define X VECTOR
          MJOPTION_VECTORS
#undef X
  };
  fputs("OPTION\n", out->p.file);
  for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
    const char* at = (const char*)opt + options[i].offset;
    begin_option(out, options[i].name);
    if (options[i].integer)
      fprintf(out->p.file, " %d", *(const int*)at);
    else if (options[i].size == 1)
      print_packed(out, (const mjtNum*)at, 1);
    else
      print_spaced(out, (const mjtNum*)at, options[i].size);
    fputc('\n', out->p.file);
  }
  fputc('\n', out->p.file);
}

static void print_statistics(const Printout* out) {
  const mjStatistic* stat = &out->m->stat;
  const struct {
    const char* name;
    const mjtNum* data;
    int size;
  } rows[] = {
      {"meaninertia", &stat->meaninertia, 1}, {"meanmass", &stat->meanmass, 1}, {"meansize", &stat->meansize, 1},
      {"extent", &stat->extent, 1},           {"center", stat->center, 3},
  };
  mjtNum mass = 0;
  for (int i = 0; i < out->m->nbody; i++) mass += out->m->body_mass[i];
  ig_print_name(&out->p, "totalmass");
  ig_print_num(&out->p, mass);
  fputs("\n\nSTATISTIC\n", out->p.file);
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
    begin_option(out, rows[i].name);
    print_packed(out, rows[i].data, rows[i].size);
    fputc('\n', out->p.file);
  }
  fputc('\n', out->p.file);
}

static void print_configuration(const Printout* out, const char* name, const mjtNum* qpos) {
  ig_print_name(&out->p, name);
  print_spaced(out, qpos, out->m->nq);
  fputs("\n\n", out->p.file);
}

// ------------------------------------------------ objects ----------------------------------

static void print_mesh_hull(const Printout* out, int mesh) {
  const mjModel* m = out->m;
  if (m->mesh_graphadr[mesh] < 0) return;
  const int* graph = m->mesh_graph + m->mesh_graphadr[mesh];
  fprintf(out->p.file, "  " IG_NAME_FORMAT " %d\n", "qhull face", graph[1]);
  fprintf(out->p.file, "  " IG_NAME_FORMAT " %d\n", "qhull vert", graph[0]);
}

static void print_tendon_path(const Printout* out, int tendon) {
  const mjModel* m = out->m;
  fputs("  path\n    type  objid  prm\n", out->p.file);
  for (int k = m->tendon_adr[tendon], end = k + m->tendon_num[tendon]; k < end; k++) {
    fprintf(out->p.file, "    %d     %d     ", m->wrap_type[k], m->wrap_objid[k]);
    ig_print_num(&out->p, m->wrap_prm[k]);
    fputc('\n', out->p.file);
  }
  fputc('\n', out->p.file);
}

// arrays of an object start with its prefix; objects of type unknown have no names
static const struct {
  const char *title, *prefix;
  size_t count;
  mjtObj type;
  void (*more)(const Printout* out, int id);
} kinds[] = {
    {"BODY", "body_", offsetof(mjModel, nbody), mjOBJ_BODY, NULL},
    {"JOINT", "jnt_", offsetof(mjModel, njnt), mjOBJ_JOINT, NULL},
    {"DOF", "dof_", offsetof(mjModel, nv), mjOBJ_UNKNOWN, NULL},
    {"TREE", "tree_", offsetof(mjModel, ntree), mjOBJ_UNKNOWN, NULL},
    {"GEOM", "geom_", offsetof(mjModel, ngeom), mjOBJ_GEOM, NULL},
    {"SITE", "site_", offsetof(mjModel, nsite), mjOBJ_SITE, NULL},
    {"CAMERA", "cam_", offsetof(mjModel, ncam), mjOBJ_CAMERA, NULL},
    {"LIGHT", "light_", offsetof(mjModel, nlight), mjOBJ_LIGHT, NULL},
    {"FLEX", "flex_", offsetof(mjModel, nflex), mjOBJ_FLEX, NULL},
    {"MESH", "mesh_", offsetof(mjModel, nmesh), mjOBJ_MESH, print_mesh_hull},
    {"SKIN", "skin_", offsetof(mjModel, nskin), mjOBJ_SKIN, NULL},
    {"HEIGHTFIELD", "hfield_", offsetof(mjModel, nhfield), mjOBJ_HFIELD, NULL},
    {"TEXTURE", "tex_", offsetof(mjModel, ntex), mjOBJ_TEXTURE, NULL},
    {"MATERIAL", "mat_", offsetof(mjModel, nmat), mjOBJ_MATERIAL, NULL},
    {"PAIR", "pair_", offsetof(mjModel, npair), mjOBJ_PAIR, NULL},
    {"EXCLUDE", "exclude_", offsetof(mjModel, nexclude), mjOBJ_EXCLUDE, NULL},
    {"EQUALITY", "eq_", offsetof(mjModel, neq), mjOBJ_EQUALITY, NULL},
    {"TENDON", "tendon_", offsetof(mjModel, ntendon), mjOBJ_TENDON, print_tendon_path},
    {"ACTUATOR", "actuator_", offsetof(mjModel, nu), mjOBJ_ACTUATOR, NULL},
    {"SENSOR", "sensor_", offsetof(mjModel, nsensor), mjOBJ_SENSOR, NULL},
};

static void print_row(const Printout* out, const ig_Field* field, int row) {
  const void* array = *ig_field_pointer(out->m, field);
  FILE* file = out->p.file;
  if (field->kind == IG_FIELD_CHAR || field->kind == IG_FIELD_OTHER || field->cols <= 0) return;
  fprintf(file, "  " IG_NAME_FORMAT, field->name);
  for (mjtSize c = 0; c < field->cols; c++) {
    size_t i = (size_t)(row * field->cols + c);
    switch (field->kind) {
      case IG_FIELD_NUM: ig_print_num(&out->p, ((const mjtNum*)array)[i]); break;
      case IG_FIELD_FLOAT: ig_print_num(&out->p, ((const float*)array)[i]); break;
      case IG_FIELD_INT: fprintf(file, " %d", ((const int*)array)[i]); break;
      case IG_FIELD_BYTE: fprintf(file, " %d", ((const mjtByte*)array)[i]); break;
      case IG_FIELD_SIZE: fprintf(file, " %lld", (long long)((const mjtSize*)array)[i]); break;
      default: break;
    }
    fputc(' ', file);
  }
  fputc('\n', file);
}

static const char* name_of(const mjModel* m, mjtObj type, int id) {
  const char* name = ig_object_name(m, type, id);
  return name ? name : "";
}

static void print_objects(const Printout* out) {
  for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
    int count = (int)ig_size_at(out->m, kinds[k].count);
    for (int id = 0; id < count; id++) {
      fprintf(out->p.file, "\n%s %d:\n", kinds[k].title, id);
      if (kinds[k].type != mjOBJ_UNKNOWN) {
        const char* gap = kinds[k].type == mjOBJ_HFIELD ? "  " : " ";
        fprintf(out->p.file, "  " IG_NAME_FORMAT "%s%s\n", "name", gap, name_of(out->m, kinds[k].type, id));
      }
      for (int i = 0; i < out->count; i++) {
        const ig_Field* f = &out->fields[i];
        if (f->counted_by == kinds[k].count && !strncmp(f->name, kinds[k].prefix, strlen(kinds[k].prefix))) print_row(out, f, id);
      }
      if (kinds[k].more) kinds[k].more(out, id);
    }
    if (count) fputc('\n', out->p.file);
  }
}

// ------------------------------------------------ custom fields and keyframes ----------------------------------

static void print_numerics(const Printout* out) {
  const mjModel* m = out->m;
  for (int i = 0; i < m->nnumeric; i++) {
    fprintf(out->p.file, "\nNUMERIC %d:\n  name         %s\n  size         %d\n  value       ", i, name_of(m, mjOBJ_NUMERIC, i),
            m->numeric_size[i]);
    print_packed(out, m->numeric_data + m->numeric_adr[i], m->numeric_size[i]);
    fputc('\n', out->p.file);
  }
  if (m->nnumeric) fputc('\n', out->p.file);
}

static void print_texts(const Printout* out) {
  const mjModel* m = out->m;
  for (int i = 0; i < m->ntext; i++) {
    fprintf(out->p.file, "\nTEXT %d:\n  name         %s\n  size         %d\n  value        %s\n", i, name_of(m, mjOBJ_TEXT, i),
            m->text_size[i], m->text_data + m->text_adr[i]);
  }
  if (m->ntext) fputc('\n', out->p.file);
}

static void print_tuples(const Printout* out) {
  const mjModel* m = out->m;
  for (int i = 0; i < m->ntuple; i++) {
    fprintf(out->p.file, "\nTUPLE %d:\n  name         %s\n  size         %d\n  elements\n", i, name_of(m, mjOBJ_TUPLE, i),
            m->tuple_size[i]);
    for (int k = m->tuple_adr[i], end = k + m->tuple_size[i]; k < end; k++) {
      const char* kind = ig_object_word(m->tuple_objtype[k]);
      fprintf(out->p.file, "       %s %d, prm = ", kind ? kind : "(null)", m->tuple_objid[k]);
      ig_print_num(&out->p, m->tuple_objprm[k]);
      fputc('\n', out->p.file);
    }
  }
  if (m->ntuple) fputc('\n', out->p.file);
}

// does a mocap body of the keyframe differ from the model's own pose
static bool mocap_moved(const mjModel* m, const mjtNum* key, const mjtNum* own, int n) {
  for (int body = 0; body < m->nbody; body++) {
    int id = m->body_mocapid[body];
    for (int k = 0; id >= 0 && k < n; k++) {
      if (own[n * body + k] != key[n * id + k]) return true;
    }
  }
  return false;
}

static bool differs(const mjtNum* key, const mjtNum* base, int n) {
  for (int i = 0; i < n; i++) {
    if (key[i] != (base ? base[i] : 0)) return true;
  }
  return false;
}

// what a keyframe sets other than the default
static void print_keyframe(const Printout* out, int i) {
  const mjModel* m = out->m;
  int nq = m->nq, nv = m->nv, na = m->na, nu = m->nu, np = 3 * m->nmocap, nr = 4 * m->nmocap;
  const mjtNum *qpos = m->key_qpos + i * nq, *qvel = m->key_qvel + i * nv, *act = m->key_act + i * na,
               *ctrl = m->key_ctrl + i * nu;
  const mjtNum *mpos = m->key_mpos + i * np, *mquat = m->key_mquat + i * nr;
  const struct {
    const char* name;
    const mjtNum* data;
    int size;
    bool set;
  } parts[] = {
      {"qpos", qpos, nq, differs(qpos, m->qpos0, nq)},
      {"qvel", qvel, nv, differs(qvel, NULL, nv)},
      {"act", act, na, differs(act, NULL, na)},
      {"mpos", mpos, np, mocap_moved(m, mpos, m->body_pos, 3)},
      {"mquat", mquat, nr, mocap_moved(m, mquat, m->body_quat, 4)},
      {"ctrl", ctrl, nu, differs(ctrl, NULL, nu)},
  };
  bool any = false;
  const char* name = ig_object_name(m, mjOBJ_KEY, i);
  if (name) fprintf(out->p.file, "key_name%d    %s\n", i, name);
  if (m->key_time[i] != 0) fprintf(out->p.file, "key_time%d    %.4f\n", i, m->key_time[i]);
  for (size_t k = 0; k < sizeof(parts) / sizeof(parts[0]); k++) {
    if (!parts[k].set) continue;
    any = true;
    fprintf(out->p.file, "key_%s%d   ", parts[k].name, i);
    print_packed(out, parts[k].data, parts[k].size);
    fputc('\n', out->p.file);
  }
  if (any) fputc('\n', out->p.file);
}

// ------------------------------------------------ structure ----------------------------------

// sparsity patterns drawn, then as lists; then the trees of boxes
static void print_structure(const Printout* out) {
  const mjModel* m = out->m;
  const ig_Print* p = &out->p;
  int nv = m->nv, nbody = m->nbody;
  ig_print_pattern(p, "B: body-dof matrix", &(ig_PrintPattern){nbody, nv, m->B_rownnz, m->B_rowadr, m->B_colind, NULL, NULL});
  ig_print_int_table(p, "B_ROWNNZ", 1, nbody, m->B_rownnz);
  ig_print_int_table(p, "B_ROWADR", 1, nbody, m->B_rowadr);
  ig_print_int_table(p, "B_COLIND", 1, m->nB, m->B_colind);

  ig_print_pattern(p, "M: reduced inertia matrix", &(ig_PrintPattern){nv, nv, m->M_rownnz, m->M_rowadr, m->M_colind, NULL, NULL});
  ig_print_int_table(p, "M_ROWNNZ", 1, nv, m->M_rownnz);
  ig_print_int_table(p, "M_ROWADR", 1, nv, m->M_rowadr);
  ig_print_int_table(p, "M_COLIND", 1, m->nC, m->M_colind);
  ig_print_int_table(p, "MAPM2M", 1, m->nC, m->mapM2M);

  ig_print_pattern(p, "D: dof-dof matrix", &(ig_PrintPattern){nv, nv, m->D_rownnz, m->D_rowadr, m->D_colind, m->D_diag, NULL});
  ig_print_int_table(p, "D_ROWNNZ", 1, nv, m->D_rownnz);
  ig_print_int_table(p, "D_ROWADR", 1, nv, m->D_rowadr);
  ig_print_int_table(p, "D_COLIND", 1, m->nD, m->D_colind);
  ig_print_int_table(p, "MAPM2D", 1, m->nD, m->mapM2D);
  ig_print_int_table(p, "MAPD2M", 1, m->nC, m->mapD2M);

  fprintf(p->file, "\nSIGNATURE\n  %llu\n\n", (unsigned long long)m->signature);
  fprintf(p->file, "BVH:\n  %-8s%-8s%-8s%-10s%s\n", "id", "depth", "nodeid", "child[0]", "child[1]");
  for (int i = 0; i < m->nbvh; i++) {
    fprintf(p->file, "  %-8d%-8d% -8d% -10d% -d\n", i, m->bvh_depth[i], m->bvh_nodeid[i], m->bvh_child[2 * i],
            m->bvh_child[2 * i + 1]);
  }
  fputc('\n', p->file);
}

void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format) {
  Printout out = {.m = m};
  if (!ig_print_open(&out.p, filename, float_format)) return;
  out.count = ig_model_fields(m, out.fields);
  fprintf(out.p.file, "MuJoCo version %s\nmodel name     %s\n\n", IG_API_VERSION, m->names);
  print_memory(&out);
  print_sizes(&out);
  print_options(&out);
  print_statistics(&out);
  print_configuration(&out, "qpos0", m->qpos0);
  print_configuration(&out, "qpos_spring", m->qpos_spring);
  print_objects(&out);
  print_numerics(&out);
  print_texts(&out);
  print_tuples(&out);
  for (int i = 0; i < m->nkey; i++) print_keyframe(&out, i);
  print_structure(&out);
  ig_print_close(&out.p, filename);
}

void mj_printModel(const mjModel* m, const char* filename) { mj_printFormattedModel(m, filename, IG_FLOAT_FORMAT); }
