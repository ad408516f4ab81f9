#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What needs a GPU: worlds on it against the CPU. The usual tests run the same kernels on the host.
#   tools/test_gpu.sh [DEVICE]        DEVICE: cuda unless given; INGOT_MODELS: a folder of more models
set -e
cd "$(dirname "$0")/.."
device=${1:-cuda}
python=build/venv-rl/bin/python
[ -x $python ] || python=python3
export PYTHONPATH=python INGOT_TEST_DEVICE=$device MUJOCO_GL=
$python -m pytest -q tests/python/test_device.py
$python tests/gpu/models.py --device "$device" models ${INGOT_MODELS:+"$INGOT_MODELS"}
if command -v compute-sanitizer >/dev/null 2>&1; then
  compute-sanitizer --error-exitcode 1 $python tests/gpu/models.py --device "$device" --worlds 40 --steps 20 models/quadruped.xml
fi
