// SPDX-License-Identifier: Apache-2.0
#include "base/scope.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"

typedef struct ig_Note_ {
  void* thing;  // NULL: free; HOLE: was in use
  size_t bytes;
  void (*release)(void* thing);
} Note;

static char hole_mark;
#define HOLE ((void*)&hole_mark)

static _Thread_local ig_Scope* current;

// ------------------------------------------------ the table

static size_t place_of(const ig_Scope* scope, const void* thing) {
  uint64_t h = (uint64_t)(uintptr_t)thing * 0x9e3779b97f4a7c15u;
  return (size_t)(h >> 32) & (scope->nslot - 1);
}

static Note* find(const ig_Scope* scope, const void* thing) {
  if (!scope->nslot) return NULL;
  for (size_t i = place_of(scope, thing);; i = (i + 1) & (scope->nslot - 1)) {
    if (scope->slot[i].thing == thing) return &scope->slot[i];
    if (!scope->slot[i].thing) return NULL;
  }
}

static void put(ig_Scope* scope, Note note) {
  // a hole is as good as a free place: an address that comes and goes finds its own again
  size_t i = place_of(scope, note.thing);
  while (scope->slot[i].thing && scope->slot[i].thing != HOLE) i = (i + 1) & (scope->nslot - 1);
  if (scope->slot[i].thing == HOLE) scope->holes--;
  scope->slot[i] = note;
  scope->count++;
}

// at most half full, holes counted
static bool make_room(ig_Scope* scope) {
  if (2 * (scope->count + scope->holes + 1) <= scope->nslot) return true;
  size_t nslot = 256, nold = scope->nslot;
  while (nslot < 4 * (scope->count + 1)) nslot *= 2;
  Note* old = scope->slot;
  Note* slot = calloc(nslot, sizeof *slot);
  if (!slot) return false;
  scope->slot = slot;
  scope->nslot = nslot;
  scope->count = scope->holes = 0;
  for (size_t i = 0; i < nold; i++) {
    if (old[i].thing && old[i].thing != HOLE) put(scope, old[i]);
  }
  free(old);
  return true;
}

// ------------------------------------------------ blocks

static void insert(ig_Scope* scope, ig_ScopeLink* head) {
  head->scope = scope;
  head->before = scope->blocks.before;
  head->after = &scope->blocks;
  head->before->after = head->after->before = head;
  scope->bytes += (double)head->bytes;
  if (scope->bytes > scope->most_bytes) scope->most_bytes = scope->bytes;
}

void ig_scope_link(ig_ScopeLink* head, size_t bytes) {
  head->bytes = bytes;
  head->scope = NULL;
  if (current) insert(current, head);
}

void ig_scope_unlink(ig_ScopeLink* head) {
  if (!head->scope) return;
  head->scope->bytes -= (double)head->bytes;
  head->before->after = head->after;
  head->after->before = head->before;
  head->scope = NULL;
}

// ------------------------------------------------ entering and leaving

void ig_scope_enter(ig_Scope* scope, double max_work, double max_bytes) {
  *scope = (ig_Scope){.outer = current, .max_work = max_work, .max_bytes = max_bytes};
  scope->blocks.before = scope->blocks.after = &scope->blocks;
  current = scope;
}

static void leave(ig_Scope* scope) {
  free(scope->slot);
  scope->slot = NULL;
  scope->nslot = scope->count = scope->holes = 0;
}

// blocks go to the enclosing scope, if there is one
static void hand_on(ig_Scope* scope) {
  current = scope->outer;
  for (ig_ScopeLink *head = scope->blocks.after, *next; head != &scope->blocks; head = next) {
    next = head->after;
    head->scope = NULL;
    if (current) insert(current, head);
  }
}

void ig_scope_keep(ig_Scope* scope) {
  hand_on(scope);
  for (size_t i = 0; current && i < scope->nslot; i++) {
    const Note* note = &scope->slot[i];
    // without room for the note, an outer load that fails loses sight of the thing: nothing worse
    if (note->thing && note->thing != HOLE && make_room(current)) {
      put(current, *note);
      current->bytes += (double)note->bytes;
    }
  }
  leave(scope);
}

// by their functions, which may free blocks: what they free is no longer noted after
static void release_things(ig_Scope* scope, bool blocks) {
  for (size_t i = 0; i < scope->nslot; i++) {
    Note note = scope->slot[i];
    if (!note.thing || note.thing == HOLE || (note.bytes > 0) != blocks) continue;
    scope->slot[i] = (Note){.thing = HOLE};
    note.release(note.thing);
  }
}

void ig_scope_drop(ig_Scope* scope) {
  current = scope;
  release_things(scope, false);
  release_things(scope, true);
  while (scope->blocks.after != &scope->blocks) ig_free((char*)scope->blocks.after + IG_BLOCK_HEAD);
  current = scope->outer;
  leave(scope);
}

void ig_scope_close(ig_Scope* scope) {
  current = scope;
  release_things(scope, false);
  hand_on(scope);
  leave(scope);
}

ig_Scope* ig_scope_pause(void) {
  ig_Scope* paused = current;
  current = NULL;
  return paused;
}

void ig_scope_resume(ig_Scope* paused) { current = paused; }

// ------------------------------------------------ counting

bool ig_scope_allows(size_t bytes) {
  ig_Scope* scope = current;
  if (!scope || scope->bytes + (double)bytes <= scope->max_bytes) return true;
  scope->refused_memory = true;
  return false;
}

bool ig_scope_took(void* thing, size_t bytes, void (*function)(void* thing)) {
  ig_Scope* scope = current;
  if (!scope) return true;
  if (!ig_scope_allows(bytes) || !make_room(scope)) return false;
  put(scope, (Note){thing, bytes, function});
  scope->bytes += (double)bytes;
  if (scope->bytes > scope->most_bytes) scope->most_bytes = scope->bytes;
  return true;
}

static void take_out(ig_Scope* scope, Note* note) {
  scope->bytes -= (double)note->bytes;
  *note = (Note){.thing = HOLE};
  scope->count--;
  scope->holes++;
}

void ig_scope_gave(void* thing) {
  ig_Scope* scope = current;
  Note* note = scope ? find(scope, thing) : NULL;
  if (note) take_out(scope, note);
}

void ig_scope_spare(ig_Scope* scope, void* block) {
  ig_ScopeLink* head = block ? (ig_ScopeLink*)(void*)((char*)block - IG_BLOCK_HEAD) : NULL;
  if (!head || head->scope != scope) return;
  ig_scope_unlink(head);
  if (scope->outer) insert(scope->outer, head);
}

void ig_scope_spare_thing(ig_Scope* scope, void* thing) {
  Note* note = thing ? find(scope, thing) : NULL;
  if (!note) return;
  Note spared = *note;
  take_out(scope, note);
  if (scope->outer && make_room(scope->outer)) put(scope->outer, spared);
}

void ig_scope_subject(const void* subject) {
  if (current) current->subject = subject;
}

double ig_work_left(void) { return current ? current->max_work - current->work : HUGE_VAL; }

double ig_bytes_left(void) { return current ? current->max_bytes - current->bytes : HUGE_VAL; }

bool ig_try_spend(double units) {
  if (current) current->work += units;
  return ig_work_left() >= 0;
}

void ig_spend(double units) {
  ig_Scope* scope = current;
  if (!scope) return;
  scope->work += units;
  if (scope->work > scope->max_work) {
    mju_error("loading takes more work than the limit allows: %.3g units (ingotLimits.work)", scope->max_work);
  }
}
