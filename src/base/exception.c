// SPDX-License-Identifier: Apache-2.0
// A frame that catches everything, in C: the unwinder asks the personality routine of each frame whether it has a handler
// (Itanium C++ ABI: Exception Handling, level I), and ours says yes. It leaves by longjmp, since C has no landing pads.
#include "base/exception.h"

#include <stdlib.h>

#if defined(IG_UNWINDS) && defined(__ELF__) && (defined(__x86_64__) || defined(__aarch64__))

#include <setjmp.h>
#include <stddef.h>
#include <unwind.h>

typedef struct Catch_ {
  jmp_buf back;
  struct _Unwind_Exception* caught;
  struct Catch_* outer;
} Catch;

static _Thread_local Catch* innermost;

// what the C++ runtime counts per thread (the same document, level II, 2.2.2); not there without such a runtime
typedef struct {
  void* caught;
  unsigned uncaught;
} CxxGlobals;
__attribute__((weak)) CxxGlobals* __cxa_get_globals(void);

static void count_uncaught(int change) {
  if (__cxa_get_globals) __cxa_get_globals()->uncaught += (unsigned)change;
}

_Unwind_Reason_Code ig_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                   struct _Unwind_Exception* exception, struct _Unwind_Context* context);

__attribute__((used)) _Unwind_Reason_Code ig_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                                         struct _Unwind_Exception* exception, struct _Unwind_Context* context) {
  (void)version, (void)kind, (void)context;
  // a thread that is cancelled goes on to its end
  if (actions & _UA_FORCE_UNWIND) return _URC_CONTINUE_UNWIND;
  if (actions & _UA_SEARCH_PHASE) return _URC_HANDLER_FOUND;
  innermost->caught = exception;
  longjmp(innermost->back, 1);
}

// the frame with the personality, which is named relative to its place in 4 bytes (0x1b: DW_EH_PE_pcrel | DW_EH_PE_sdata4)
__attribute__((noinline)) static void call(void (*function)(void*), void* argument) {
  __asm__ volatile(".cfi_personality 0x1b, ig_personality");
  function(argument);
  __asm__ volatile("");  // not a tail call, which would have no frame
}

void* ig_call_catching(void (*function)(void* argument), void* argument) {
  Catch here = {.outer = innermost};
  innermost = &here;
  if (!setjmp(here.back)) call(function, argument);
  innermost = here.outer;
  if (here.caught) count_uncaught(-1);
  return here.caught;
}

void ig_raise_again(void* exception) {
  count_uncaught(1);
  _Unwind_RaiseException(exception);
  // nobody has a handler
  abort();
}

void ig_drop_exception(void* exception) { _Unwind_DeleteException(exception); }

#else

void* ig_call_catching(void (*function)(void* argument), void* argument) {
  function(argument);
  return NULL;
}

void ig_raise_again(void* exception) {
  (void)exception;
  abort();
}

void ig_drop_exception(void* exception) { (void)exception; }

#endif
