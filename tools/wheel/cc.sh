#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A C compiler for another glibc and machine than those of this system: zig's clang with the target of INGOT_TARGET,
# such as aarch64-linux-gnu.2.28. CMake takes it for an ordinary compiler.
exec "$INGOT_ZIG_PYTHON" -m ziglang cc -target "$INGOT_TARGET" "$@"
