// SPDX-License-Identifier: Apache-2.0
// A crew on the host: its members are taken one after the other, each from one meeting to the next, forwards and backwards in
// turn. A thread that reads what another has not yet written, or writes what another still reads, always gets wrong numbers here.
#include "gpu/kernel.h"

#ifdef IG_GPU_HOST

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

enum { CREW_MOST = 32, CREW_STACK = 256 * 1024, CREW_NEAR = 256 * 1024 };

// one at a time: the emulated device locks its kernels
static struct {
  int size, now, done;
  ig_CrewWork work;
  const ig_GpuCall* call;
  ig_Data* d;
  jmp_buf here, member[CREW_MOST];
  uint64_t shown[CREW_MOST];
  alignas(16) char stack[CREW_MOST][CREW_STACK];
  alignas(16) char near[CREW_NEAR];
} the_crew;

extern "C" int ig_crew_size(void) { return the_crew.size; }
extern "C" int ig_crew_member(void) { return the_crew.now; }

extern "C" void ig_crew_meet(void) {
  if (!_setjmp(the_crew.member[the_crew.now])) _longjmp(the_crew.here, 1);
}

extern "C" uint64_t ig_crew_exchange(uint64_t mine, int from) {
  the_crew.shown[the_crew.now] = mine;
  ig_crew_meet();
  uint64_t theirs = the_crew.shown[from];
  ig_crew_meet();
  return theirs;
}

static void crew_main(void) {
  ig_crew_meet();
  the_crew.work(*the_crew.call, the_crew.d, the_crew.near);
  the_crew.done++;
  _longjmp(the_crew.here, 1);
}

// to its next meeting
static void crew_go_on(int member) {
  the_crew.now = member;
  if (!_setjmp(the_crew.here)) _longjmp(the_crew.member[member], 1);
}

// to its first, on a stack of its own
static void crew_start(int member) {
  static ucontext_t context;
  the_crew.now = member;
  getcontext(&context);
  context.uc_stack.ss_sp = the_crew.stack[member];
  context.uc_stack.ss_size = CREW_STACK;
  context.uc_link = nullptr;
  makecontext(&context, crew_main, 0);
  if (!_setjmp(the_crew.here)) setcontext(&context);
}

void ig_run_crew(const ig_GpuCall& call, int world, ig_CrewWork work) {
  the_crew.size = call.crew;
  the_crew.done = 0;
  the_crew.work = work;
  the_crew.call = &call;
  the_crew.d = lane_of(call, world);
  for (int k = 0; k < call.crew; k++) crew_start(k);
  for (bool forwards = true; !the_crew.done; forwards = !forwards) {
    for (int k = 0; k < call.crew; k++) crew_go_on(forwards ? k : call.crew - 1 - k);
    if (the_crew.done && the_crew.done != call.crew) {
      fprintf(stderr, "INGOT_GPU_EMULATE: %d of %d members of a crew have parted from the others\n", the_crew.done, call.crew);
      abort();
    }
  }
}

#endif
