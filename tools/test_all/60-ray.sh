#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# worlds on a Ray cluster: the same bits, losses of actors and a node, Ctrl-C, the examples
tools/setup.sh && cmake --preset release >/dev/null && cmake --build build -j "$JOBS" --target libingot.so ingot_compat ingot_guard || exit
home=build/venv-cluster
if ! cmp -s tools/requirements-cluster.txt $home/requirements.txt; then
  rm -rf $home
  python3 -m venv $home && $home/bin/pip install -q --disable-pip-version-check -r tools/requirements-cluster.txt ||
    { echo "Ray could not be installed"; exit 77; }
  cp tools/requirements-cluster.txt $home/requirements.txt
fi
PYTHONPATH=python PYTHONDONTWRITEBYTECODE=1 exec $home/bin/python -m pytest -q -p no:cacheprovider --durations=10 tests/cluster
