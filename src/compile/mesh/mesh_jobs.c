// SPDX-License-Identifier: Apache-2.0
// From the meshes of a spec to their data: files are opened in order, the work on them runs in threads, and the
// messages are looked at in order again, so that the result does not depend on the threads.
#include "compile/mesh/mesh_jobs.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/cache.h"
#include "base/float_mode.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/platform/machine.h"
#include "base/resource.h"
#include "base/scope.h"
#include "base/table.h"
#include "base/workers.h"
#include "compile/mesh/mesh.h"
#include "compile/mesh/mesh_data.h"
#include "compile/mesh/mesh_field.h"
#include "math/quat.h"
#include "math/vec3.h"

// fewer bytes of files are not worth a thread
enum { MAX_THREADS = 16, MIN_BYTES = 1 << 15, JOB_WORK = 50000, BYTE_WORK = 10 };

typedef struct Job_ {
  ig_CMesh* mesh;
  ig_MeshOrder order;
  mjResource* resource;  // NULL: no file
  bool field;            // a plugin has given the surface
  ig_MeshSource source;
  char* id;           // in the asset cache, NULL: not to be kept
  struct Job_* twin;  // an earlier mesh of the same file, made in the same way: its data is this one's too
  bool ready;         // nothing is left to do: came from the cache, or has a message already
  bool good;
} Job;

typedef struct Queue_ {
  Job* job;
  int n;
  atomic_int next;
  double max_work, max_bytes;  // of each thread
  _Atomic double work;         // of all
} Queue;

// ------------------------------------------------ what the user gave

static bool take_floats(ig_MeshFile* m, ig_FloatList* to, const void* from, const char* what) {
  int n = IG_COUNT(float, from);
  if (!n) return true;
  if (to->n) return ig_mesh_fail(m, "repeated %s specification: in the file and in the model", what);
  if (!ig_floats_reserve(to, n)) return ig_mesh_fail(m, "not enough memory");
  memcpy(to->item, IG_ITEMS(float, from), (size_t)n * sizeof(float));
  to->n = n;
  return true;
}

static bool take_ints(ig_MeshFile* m, ig_IntList* to, const void* from, const char* what) {
  int n = IG_COUNT(int, from);
  if (!n) return true;
  if (to->n) return ig_mesh_fail(m, "repeated %s specification: in the file and in the model", what);
  if (!ig_ints_reserve(to, n)) return ig_mesh_fail(m, "not enough memory");
  memcpy(to->item, IG_ITEMS(int, from), (size_t)n * sizeof(int));
  to->n = n;
  return true;
}

// indices of normals count only next to a file: so it is in 3.5.0
static bool take_given(ig_MeshFile* m, const mjsMesh* s, bool file) {
  return take_floats(m, &m->normal, s->usernormal, "normal") && take_floats(m, &m->texcoord, s->usertexcoord, "texcoord") &&
         take_ints(m, &m->face, s->userface, "face") && take_floats(m, &m->vert, s->uservert, "vertex") &&
         (!file || take_ints(m, &m->facenormal, s->userfacenormal, "facenormal")) &&
         take_ints(m, &m->facetexcoord, s->userfacetexcoord, "facetexcoord");
}

static bool nothing_given(const mjsMesh* s) {
  return !IG_COUNT(float, s->uservert) && !IG_COUNT(float, s->usernormal) && !IG_COUNT(float, s->usertexcoord) &&
         !IG_COUNT(int, s->userface) && !IG_COUNT(int, s->userfacenormal) && !IG_COUNT(int, s->userfacetexcoord);
}

// ------------------------------------------------ the work

static bool run(Job* job) {
  ig_MeshFile* m = &job->mesh->data->m;
  if (job->resource) {
    ig_MeshKind kind;
    if (!ig_mesh_kind(m, job->source.name, ig_text(job->mesh->s.content_type), &kind)) return false;
    if (!ig_mesh_read(m, kind, &job->source)) return false;
    job->order.obj = kind == IG_MESH_OBJ;
  }
  if (!job->field && !take_given(m, &job->mesh->s, job->resource != NULL)) return false;
  return ig_make_mesh(job->mesh->data, &job->order);
}

// what one thread does: jobs until none is left
static void work(int thread, void* context) {
  Queue* queue = context;
  ig_Scope scope;
  ig_scope_enter(&scope, queue->max_work, queue->max_bytes);
  for (int i; (i = atomic_fetch_add(&queue->next, 1)) < queue->n;) {
    Job* job = queue->job + i;
    if (job->ready) continue;
    bool allowed = ig_try_spend(JOB_WORK + BYTE_WORK * (double)job->source.size);
    job->good = allowed ? run(job)
                        : ig_mesh_fail(&job->mesh->data->m, "the meshes take more work than the limit allows (ingotLimits.work)");
  }
  ig_scope_keep(&scope);
  queue->work += scope.work;
}

static int thread_count(const Queue* queue) {
  int64_t bytes = 0;
  int todo = 0;
  for (int i = 0; i < queue->n; i++) {
    if (queue->job[i].ready) continue;
    todo++;
    bytes += queue->job[i].source.size;
  }
  int processors = ig_processors(), n = processors < todo ? processors : todo;
  return bytes < MIN_BYTES || n < 1 ? 1 : n < MAX_THREADS ? n : MAX_THREADS;
}

static void run_all(Queue* queue, bool threads) {
  queue->max_work = ig_work_left();
  queue->max_bytes = ig_bytes_left();
  ig_Scope* paused = ig_scope_pause();
  int wanted = threads ? thread_count(queue) : 1;
  ig_Workers* workers = wanted > 1 ? ig_workers_make(wanted) : NULL;
  if (workers) {
    ig_workers_run(workers, work, queue, wanted);
  } else {
    IG_FLOAT_SCOPE;
    work(0, queue);
  }
  ig_workers_free(workers);
  ig_scope_resume(paused);
}

// ------------------------------------------------ before and after

static void share_data(void* data) { ((ig_MeshData*)data)->references++; }
static void drop_data(void* data) { ig_release_mesh_data(data); }
static const ig_CacheKind cache_kind = {share_data, drop_data};

// everything that the data depends on, but for the bytes of the file
static char* cache_id(ig_Arena* arena, const Job* job) {
  const ig_MeshOrder* o = &job->order;
  const char* type = ig_text(job->mesh->s.content_type);
  size_t size = strlen(job->resource->name) + strlen(type) + 400;
  char* id = IG_NEW(arena, size, char);
  if (!id) return NULL;
  snprintf(id, size, "mesh %s %s %d %d %d %d %d %d %a %a %a %a %a %a %a %a %a %a", job->resource->name, type, (int)o->inertia,
           o->maxhullvert, o->smoothnormal, o->hull, o->octree, o->coeffs, o->scale[0], o->scale[1], o->scale[2], o->refpos[0],
           o->refpos[1], o->refpos[2], o->refquat[0], o->refquat[1], o->refquat[2], o->refquat[3]);
  return id;
}

// the job that came before with the same id, or NULL: this is the first
static Job* find_twin(const ig_Table* jobs, Job* job) {
  uintptr_t* slot = ig_table_first(jobs, ig_hash_text(0, job->id));
  while (*slot && strcmp(((Job*)*slot)->id, job->id)) slot = ig_table_next(jobs, slot);
  if (*slot) return (Job*)*slot;
  *slot = (uintptr_t)job;
  return NULL;
}

static void give_order(Job* job) {
  const mjsMesh* s = &job->mesh->s;
  ig_MeshOrder* o = &job->order;
  o->name = ig_record_name(job->mesh);
  ig_copy3(o->scale, s->scale);
  ig_copy3(o->refpos, s->refpos);
  ig_copy4(o->refquat, s->refquat);
  o->inertia = s->inertia;
  o->maxhullvert = s->maxhullvert;
  o->smoothnormal = s->smoothnormal;
  o->hull = job->mesh->hull;

  // a plugin knows its distances itself, and its surface stays where it is
  job->field = s->plugin.active && ig_text_empty(s->file);
  o->octree = s->needsdf && !job->field;
  o->coeffs = !s->plugin.active;
  o->in_place = job->field;
}

static bool open_file(ig_Compiler* c, Job* job, const ig_Table* jobs) {
  ig_CMesh* mesh = job->mesh;
  const ig_Element* from = mesh->r.from;
  ig_MeshFile* m = &job->mesh->data->m;
  mesh->file = ig_text(mesh->s.file);
  if (c->s.strippath) mesh->file = ig_path_file(mesh->file);
  const char* folder = ig_text_empty(&from->filedir) ? ig_text(c->s.modelfiledir) : ig_text(&from->filedir);
  char* path = ig_path_make(ig_text(from->compiler->meshdir), mesh->file);
  if (!path) return ig_mesh_fail(m, "not enough memory");
  job->resource = ig_resource_open(folder, path, c->vfs, m->error, sizeof(m->error));
  ig_free(path);
  if (!job->resource) return false;

  const double* scale = job->order.scale;
  job->source = (ig_MeshSource){.name = job->resource->name, .mirrored = !(scale[0] * scale[1] * scale[2] > 0)};
  if (nothing_given(&mesh->s)) job->id = cache_id(&c->arena, job);
  ig_MeshData* kept = job->id ? ig_cache_take(job->id, job->resource) : NULL;
  if (kept) {
    ig_release_mesh_data(job->mesh->data);
    job->mesh->data = kept;
    job->ready = job->good = true;
    job->id = NULL;
    return true;
  }
  job->twin = job->id ? find_twin(jobs, job) : NULL;
  if (job->twin) {
    job->ready = true;
    return true;
  }
  const void* bytes = NULL;
  job->source.size = ig_resource_read(job->resource, &bytes);
  job->source.bytes = bytes;
  return true;
}

// the data of meshes goes through other threads, and may be kept in the cache: it is no part of the compilation's scope
static bool prepare(ig_Compiler* c, Job* job, const ig_Table* jobs) {
  ig_Scope* paused = ig_scope_pause();
  job->mesh->data = ig_new_mesh_data();
  ig_scope_resume(paused);
  if (!job->mesh->data) return ig_refuse(c, job->mesh, "not enough memory");
  give_order(job);
  bool good = true;
  if (job->field) good = ig_mesh_from_field(c, job->mesh, &job->mesh->data->m);
  if (!ig_text_empty(job->mesh->s.file)) good = open_file(c, job, jobs);
  if (!good) job->ready = true;
  return true;
}

static void finish(Job* job) {
  ig_CMesh* mesh = job->mesh;
  if (job->twin) {
    // twins have the data of the first, and its message
    ig_release_mesh_data(mesh->data);
    mesh->data = job->twin->mesh->data;
    mesh->data->references++;
    job->good = job->twin->good;
    job->id = NULL;
  }
  ig_MeshData* d = mesh->data;
  if (job->good && job->id) ig_cache_put(job->id, job->resource, d, ig_mesh_data_bytes(d), &cache_kind);
  if (job->resource) ig_resource_close(job->resource);
  if (!job->good) return;
  ig_copy3(mesh->pos, d->pos);
  ig_copy4(mesh->quat, d->quat);
  ig_copy3(mesh->low, d->low);
  ig_copy3(mesh->high, d->high);
  ig_copy3(mesh->inertiabox, d->inertiabox);
  mesh->volume = d->volume;
  mesh->nvert = d->nvert;
}

bool ig_compile_meshes(ig_Compiler* c) {
  ig_Records* list = &c->list[mjOBJ_MESH];
  Queue queue = {.job = IG_NEW(&c->arena, list->n, Job), .n = list->n};
  size_t slots = ig_table_slots((size_t)list->n);
  uintptr_t* memory = IG_NEW(&c->arena, slots, uintptr_t);
  if (!queue.job || !memory) return ig_refuse(c, NULL, "not enough memory");
  ig_Table jobs = ig_table_in(memory, slots);

  // plugins first, since their code may leave with an error: no file is open then
  bool good = true;
  for (int i = 0; i < 2 * list->n && good; i++) {
    Job* job = queue.job + i % list->n;
    ig_CMesh* mesh = IG_RECORD(ig_CMesh, *list, i % list->n);
    bool field = mesh->s.plugin.active && ig_text_empty(mesh->s.file);
    if (field != (i < list->n)) continue;
    job->mesh = mesh;
    good = prepare(c, job, &jobs);
  }
  if (good) run_all(&queue, c->s.compiler.usethread);
  for (int i = 0; i < list->n; i++) {
    if (queue.job[i].mesh) finish(queue.job + i);
  }
  for (int i = 0; i < list->n && good; i++) {
    const Job* job = queue.job + i;
    if (job->good) continue;
    const char* error = job->mesh->data->m.error;
    good = *error ? ig_refuse(c, job->mesh, "%s", error) : false;
  }
  if (good) ig_spend(queue.work);
  return good;
}
