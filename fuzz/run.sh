#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One fuzz target for some seconds: fuzz/run.sh build/fuzz load 60. New inputs go to build/fuzz/found-load, an input that
# fails to build/fuzz/load-crash-..., and the exit status says that there is one.
set -eu
build=$1 target=$2 seconds=$3
here=$(dirname "$0")
mkdir -p "$build/found-$target"
set -- -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -artifact_prefix="$build/$target-" -print_final_stats=1
case $target in
  load) set -- "$@" -max_len=4096 ;;
  mjb) set -- "$@" -max_len=24000 ;;
  *) set -- "$@" -max_len=2500 ;;
esac
# formats of the target asset share its seeds
seeds=$target
[ -d "$here/corpus/$target" ] || seeds=asset
if [ -f "$here/$seeds.dict" ]; then set -- "$@" -dict="$here/$seeds.dict"; fi
echo "fuzz $target"
UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 "$build/fuzz_$target" "$@" "$build/found-$target" "$here/corpus/$seeds" 2>"$build/$target.log" ||
  { tail -n 40 "$build/$target.log"; exit 1; }
grep -a -e number_of_executed -e new_units -e peak_rss "$build/$target.log"
