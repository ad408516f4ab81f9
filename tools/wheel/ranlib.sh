#!/bin/sh
exec "$INGOT_ZIG_PYTHON" -m ziglang ranlib "$@"
