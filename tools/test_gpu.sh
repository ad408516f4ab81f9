#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What needs a GPU: worlds on it against the CPU. The usual tests run the same kernels on the host.
#   tools/test_gpu.sh [DEVICE]        DEVICE: cuda unless given; INGOT_MODELS: a folder of more models
#
# The interface (tests/python/test_device.py: masks, resets, own parameters, divergence, streams, a graph of steps, arrays shared with
# torch), every model for 1,000 steps with all bits compared, and one under compute-sanitizer, where that is installed.
set -e
cd "$(dirname "$0")/.."
device=${1:-cuda}
python=
for one in build/venv-rl/bin/python python3; do
  if [ -z "$python" ] && "$one" -c "import numpy, pytest, torch; assert torch.cuda.is_available()" 2>/dev/null; then python=$one; fi
done
if [ -z "$python" ]; then
  echo "needed: a Python with numpy, pytest and torch that sees a GPU" >&2
  exit 1
fi
export PYTHONPATH=python INGOT_TEST_DEVICE="$device" MUJOCO_GL=
$python -m pytest -q tests/python/test_device.py
$python tests/gpu/models.py --device "$device" --seconds 120 models ${INGOT_MODELS:+"$INGOT_MODELS"}
if command -v compute-sanitizer >/dev/null 2>&1; then
  compute-sanitizer --error-exitcode 1 $python tests/gpu/models.py --device "$device" --worlds 40 --steps 20 models/quadruped.xml
else
  echo "compute-sanitizer is not installed: memory accesses of the kernels were not checked"
fi
