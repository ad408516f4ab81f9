// SPDX-License-Identifier: Apache-2.0
// Exceptions of C++ (and whatever else uses the system's unwinder) that leave a function of the caller's on one of our threads.
// Such a thread has no handler of the caller's on its stack, and an exception without a handler ends the process.
#ifndef INGOT_BASE_EXCEPTION_H_
#define INGOT_BASE_EXCEPTION_H_

// Run a function. What it throws is returned, and has to be raised again or dropped; NULL: nothing. Where the platform's unwinder
// cannot be asked (Windows, compilers without -fexceptions), exceptions pass as they would without this.
void* ig_call_catching(void (*function)(void* argument), void* argument);

// Raise it on this thread, for whoever has a handler there. Does not return.
_Noreturn void ig_raise_again(void* exception);

void ig_drop_exception(void* exception);

#endif  // INGOT_BASE_EXCEPTION_H_
