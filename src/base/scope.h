// SPDX-License-Identifier: Apache-2.0
// A load on this thread: what it has allocated, what it has cost, and what it may cost.
//
// While a scope is open, every block that the thread takes is noted in it. A load that ends early, with an error raised
// somewhere below, drops its scope, and with it whatever was half made; one that succeeds keeps what it made. Work is
// counted where it is done, in units of about a nanosecond. More work or memory than the scope allows is an error, which
// the guard around the load turns into a refusal that names the element at hand.
#ifndef INGOT_BASE_SCOPE_H_
#define INGOT_BASE_SCOPE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ig_Note_;

// bytes from the head of a block of ig_try_alloc to the block
enum { IG_BLOCK_HEAD = 64 };

// the head: its place among those of a scope
typedef struct ig_ScopeLink_ {
  struct ig_ScopeLink_ *before, *after;
  struct ig_Scope_* scope;  // NULL: none
  size_t bytes;
  void* raw;  // what the allocator gave
} ig_ScopeLink;

typedef struct ig_Scope_ {
  struct ig_Scope_* outer;
  const void* subject;  // what is being worked on, for messages; its kind is the owner's
  double work, max_work;
  double bytes, max_bytes, most_bytes;  // now, at most allowed, at most so far
  bool refused_memory;                  // an allocation failed since max_bytes would have been passed
  ig_ScopeLink blocks;                  // the first and the last of a ring
  struct ig_Note_* slot;                // other things by address, open addressing
  size_t nslot, count, holes;
} ig_Scope;

// every enter has its leave: keep, or drop
void ig_scope_enter(ig_Scope* scope, double max_work, double max_bytes);
void ig_scope_keep(ig_Scope* scope);   // what was noted belongs to the scope around, or to the caller
void ig_scope_drop(ig_Scope* scope);   // what was noted is released, what needs a function first
void ig_scope_close(ig_Scope* scope);  // only what needs a function is released, blocks are the caller's

// what a load may cost unless told otherwise: ten times what public models need, and more
#define IG_DEFAULT_WORK 6e9
#define IG_DEFAULT_MEMORY ((size_t)2500 << 20)

// no scope is open between the two: for what outlives a load (caches), and for code of the user's
ig_Scope* ig_scope_pause(void);
void ig_scope_resume(ig_Scope* paused);

// may this many bytes be taken? asked before they are
bool ig_scope_allows(size_t bytes);
// A block enters the scope that is open, and leaves the one that it is in. Scopes belong to threads: what other threads
// free is taken while none is open.
void ig_scope_link(ig_ScopeLink* head, size_t bytes);
void ig_scope_unlink(ig_ScopeLink* head);

// the same for blocks of another allocator (bytes > 0) and for things like open files; false: it may not be had
bool ig_scope_took(void* thing, size_t bytes, void (*release)(void* thing));
void ig_scope_gave(void* thing);

// what a scope that is dropped shall leave alone: a block of ig_try_alloc, or another thing. It belongs to the scope around then,
// or to the caller. NULL, and what the scope does not know, is left as it is.
void ig_scope_spare(ig_Scope* scope, void* block);
void ig_scope_spare_thing(ig_Scope* scope, void* thing);

// what is being worked on now
void ig_scope_subject(const void* subject);

// the same without an error, for code that has its own way out: false when it is too much
bool ig_try_spend(double units);
double ig_work_left(void);
double ig_bytes_left(void);

// count work; an error is raised when it is more than the scope allows
void ig_spend(double units);

#endif  // INGOT_BASE_SCOPE_H_
