#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
exec "$INGOT_ZIG_PYTHON" -m ziglang ranlib "$@"
