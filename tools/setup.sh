#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Install what a build needs, and with the argument `python` what the tests need (`wheel`: what wheels need), `gpu` the compiler of kernels
# for GPUs, `viewer` what the viewer is built with, `browser` what its tests need. As root, or with sudo; otherwise print the command and stop.
# A Python environment with the reference goes to build/venv; without it the tests against the reference are skipped.
set -e
cd "$(dirname "$0")/.."

packages=""
need() { # command or absolute path of a file, package
  case $1 in
    /*) [ -e "$1" ] || packages="$packages $2" ;;
    *) command -v "$1" >/dev/null 2>&1 || packages="$packages $2" ;;
  esac
}
need cc gcc
need cmake cmake
need ninja ninja-build
need pkg-config pkg-config
need /usr/include/expat.h libexpat1-dev
need /usr/include/libqhull_r/libqhull_r.h libqhull-dev
need /usr/include/spng.h libspng-dev
need /usr/include/ccd/ccd.h libccd-dev
need /usr/include/libdeflate.h libdeflate-dev # may be missing: PNG textures load more slowly then
if [ "$1" = wheel ] || [ "$(uname -m)" = aarch64 ]; then need dpkg-source dpkg-dev; fi # the sources of bundled libraries
if [ "$1" = python ]; then need g++ g++; fi # the headers are compiled as C++ too
if [ "$1" = viewer ]; then
  need emcc emscripten
  need node nodejs
  need npm npm
  need dpkg-source dpkg-dev
  need /usr/include/microhttpd.h libmicrohttpd-dev
  need /usr/share/nodejs/acorn node-acorn
fi
if [ "$1" = browser ]; then # what the viewer's tests look at the page with
  need chromium chromium
  need curl curl
fi
python3 -c "import ensurepip" >/dev/null 2>&1 || packages="$packages python3-venv"

if [ -n "$packages" ]; then
  install="apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends$packages"
  if [ "$(id -u)" = 0 ]; then
    echo "installing:$packages"
    sh -c "$install" >/dev/null
  elif command -v sudo >/dev/null 2>&1; then
    echo "installing with sudo:$packages"
    sudo sh -c "$install" >/dev/null
  else
    echo "packages are missing; run as root:" >&2
    echo "  $install" >&2
    exit 1
  fi
fi

# kernels for GPUs: without these the library is built without them
if [ "$1" = gpu ] && { ! command -v clang-19 >/dev/null 2>&1 || ! command -v llc-19 >/dev/null 2>&1; }; then
  gpu="DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends clang-19 llvm-19"
  if [ "$(id -u)" = 0 ]; then
    { sh -c "$gpu" || sh -c "apt-get update -qq && $gpu"; } >/dev/null 2>&1 || echo "without clang-19 and llvm-19: no kernels for GPUs"
  else
    echo "for the kernels of GPUs, as root: $gpu"
  fi
fi

# ARM's packages of the libraries that compute fuse products with sums: libraries are built from source (INGOT_BUNDLED)
if [ "$(uname -m)" = aarch64 ]; then viewer/wasm/fetch.sh build/sources; fi

[ "$1" = python ] || exit 0
if [ ! -x build/venv/bin/python ] || ! cmp -s tools/requirements.txt build/venv/requirements.txt; then
  rm -rf build/venv
  mkdir -p build
  python3 -m venv build/venv
  if build/venv/bin/pip install -q --disable-pip-version-check -r tools/requirements.txt; then
    cp tools/requirements.txt build/venv/requirements.txt
  else
    echo "the reference could not be installed: tests against it are skipped" >&2
  fi
fi

# NVIDIA's assembler, for the test that looks at the kernels as the driver will
assembler=nvidia-cuda-nvcc-cu12==12.9.86
if [ "$(cat build/venv-gpu/assembler 2>/dev/null)" != $assembler ]; then
  rm -rf build/venv-gpu
  python3 -m venv build/venv-gpu
  if build/venv-gpu/bin/pip install -q --disable-pip-version-check $assembler 2>/dev/null; then
    echo $assembler >build/venv-gpu/assembler
  else
    echo "ptxas could not be installed: the kernels for GPUs are not assembled in the tests" >&2
  fi
fi
