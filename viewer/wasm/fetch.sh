#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sources of the libraries that the engine needs, for the wasm build and for wheels: those of the distribution, so that all builds
# compute with the same code; and of the server of `ingot view`, for wheels. They go to the folder given as the argument; nothing
# of the system's set-up is changed: apt works with lists of its own there.
set -e
mkdir -p "$1"
target=$(cd "$1" && pwd)
missing=""
for package in expat qhull libspng libccd zlib libmicrohttpd; do
  [ -e "$target/$package/.complete" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
command -v dpkg-source >/dev/null || { echo "needed: dpkg-dev" >&2; exit 1; }

# the system's package sources, asked for source code
apt="$target/.apt"
mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/parts"
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  [ -e "$file" ] && sed -n 's/^deb[[:space:]]/deb-src /p' "$file"
done > "$apt/sources.list"
for file in /etc/apt/sources.list.d/*.sources; do
  [ -e "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" > "$apt/parts/$(basename "$file")"
done
options="-qq -o Dir::Etc::SourceList=$apt/sources.list -o Dir::Etc::SourceParts=$apt/parts -o Dir::State::Lists=$apt/lists
  -o Dir::Cache=$apt/cache -o APT::Sandbox::User=root"
apt-get $options update

# the newest version first; a mirror that is behind may have only the one before
download() {
  for version in $(apt-cache $options showsrc --only-source "$1" | sed -n 's/^Version: //p' | sort -rVu); do
    (cd "$apt/$1" && apt-get $options source "$1=$version" >/dev/null 2>"$apt/log") && return
  done
  cat "$apt/log" >&2
  return 1
}

for package in $missing; do
  rm -rf "$target/$package" "$apt/$package"
  mkdir -p "$apt/$package"
  download "$package"
  mv "$(find "$apt/$package" -mindepth 1 -maxdepth 1 -type d)" "$target/$package"
  touch "$target/$package/.complete"
  echo "fetched $(sed -n '1s/ (\([^)]*\)).*/ \1/p' "$target/$package/debian/changelog")"
done
