#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Install Debian packages that are missing, each given as `file-or-command:package`. As root or with sudo; otherwise say
# what is needed and exit with 77, which skips a part of tools/test_all.sh.
packages=""
for pair in "$@"; do
  thing=${pair%%:*} package=${pair#*:}
  case $thing in
    /*) [ -e "$thing" ] || packages="$packages $package" ;;
    *) command -v "$thing" >/dev/null 2>&1 || packages="$packages $package" ;;
  esac
done
[ -n "$packages" ] || exit 0
become=""
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null 2>&1 || { echo "needed:$packages"; exit 77; }
  become=sudo
fi
# another process may hold the lock of the package manager for a while
options="-o DPkg::Lock::Timeout=600"
$become apt-get $options update -qq && $become env DEBIAN_FRONTEND=noninteractive apt-get $options install -y -qq --no-install-recommends $packages >/dev/null ||
  { echo "could not be installed:$packages"; exit 77; }
