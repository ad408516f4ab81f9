#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# make lint: the format, clang-tidy and cppcheck, whole
tools/install.sh clang-tidy:clang-tidy cppcheck:cppcheck || exit
exec make lint
