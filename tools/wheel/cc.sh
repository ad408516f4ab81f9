#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A C compiler for another glibc and machine than those of this system: zig's clang with the target of INGOT_TARGET,
# such as aarch64-linux-gnu.2.28. CMake takes it for an ordinary compiler.
#
# zig's runtime has no part for C code that exceptions pass through with something to tidy up. Without it they pass all the same:
# all there is to tidy up is the rounding mode, and that is the caller's own again before his handler of errors is called.
exec "$INGOT_ZIG_PYTHON" -m ziglang cc -target "$INGOT_TARGET" "$@" -fno-exceptions -fasynchronous-unwind-tables
