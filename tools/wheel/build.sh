#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Self-contained wheels for Linux: tools/wheel/build.sh [x86_64] [aarch64]; they go to build/wheels.
# The compiler comes from PyPI (ziglang) and targets glibc 2.28, and the libraries that the engine needs are built in from
# the distribution's sources, so that the wheels install on systems older than this one and need nothing there but numpy.
set -e
cd "$(dirname "$0")/../.."
root=$(pwd)
glibc=2.28
home=build/venv-wheel
if [ ! -x $home/bin/auditwheel ]; then
  python3 -m venv $home
  $home/bin/pip install -q --disable-pip-version-check -r tools/wheel/requirements.txt
fi
sh viewer/wasm/fetch.sh build/wheel-sources
mkdir -p build/wheels
export INGOT_ZIG_PYTHON="$root/$home/bin/python"

# ccache would not see the target, which is in the environment: only the kernels for GPUs, the same for every machine, go through it
launcher=""
command -v ccache >/dev/null && launcher=ccache
export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1

for machine in ${@:-x86_64 aarch64}; do
  export INGOT_TARGET="$machine-linux-gnu.$glibc"
  raw=build/wheels/raw-$machine
  rm -rf "$raw"
  $home/bin/python -m build --wheel --no-isolation --outdir "$raw" \
    -C build-dir="build/wheel-$machine" -C wheel.py-api=py3 \
    -C cmake.define.CMAKE_SYSTEM_NAME=Linux -C cmake.define.CMAKE_SYSTEM_PROCESSOR="$machine" \
    -C cmake.define.CMAKE_C_COMPILER="$root/tools/wheel/cc.sh" \
    -C cmake.define.CMAKE_AR="$root/tools/wheel/ar.sh" -C cmake.define.CMAKE_RANLIB="$root/tools/wheel/ranlib.sh" \
    -C cmake.define.CMAKE_C_COMPILER_LAUNCHER="" -C cmake.define.INGOT_GPU_LAUNCHER="$launcher" \
    -C cmake.define.INGOT_BUNDLED="$root/build/wheel-sources" -C install.strip=false \
    -C cmake.define.CMAKE_SHARED_LINKER_FLAGS=-s -C cmake.define.CMAKE_EXE_LINKER_FLAGS=-s \
    > "$raw.log" 2>&1 || { tail -40 "$raw.log" >&2; exit 1; }
  # the tag of the machine it is for, if its files keep to it
  $home/bin/python tools/wheel/check.py --machine "$machine" --glibc $glibc "$raw"/*.whl
  $home/bin/python -m wheel tags --remove --platform-tag "manylinux_2_28_$machine" "$raw"/*.whl >/dev/null
  rm -f build/wheels/ingot-*_"$machine".whl
  mv "$raw"/*.whl build/wheels/
done
ls -l build/wheels/*.whl
