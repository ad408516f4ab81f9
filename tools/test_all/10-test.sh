#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# make test: unit tests in a release and a sanitizer build, the reference, the Python package
exec make test
