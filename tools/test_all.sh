#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Everything that can be checked on this machine, in parts: each file tools/test_all/<part>.sh is one, in the order of its
# number. A part installs what it needs, exits 0 when it passed, 77 when it cannot run here (its last line says why), and
# anything else when it failed. All parts run, whatever happens to the ones before.
#
#   tools/test_all.sh [--list] [PART...]          PART: a name without number and .sh; none: all
#
# The output of a part goes to build/test-all/<part>.log; its end is shown when it fails. Parts are started in the root of
# the tree with JOBS set, and with INGOT_MODELS where the caller gave a folder of public models.
cd "$(dirname "$0")/.." || exit 1
JOBS=${JOBS:-$(nproc)}
LIMIT=${LIMIT:-2400} # seconds for one part
export JOBS
logs=build/test-all
mkdir -p $logs

if [ "$1" = --list ]; then
  for script in tools/test_all/*.sh; do
    name=${script##*/[0-9][0-9]-}
    printf '%-12s %s\n' "${name%.sh}" "$(sed -n '/SPDX/d; s/^# //p' "$script" | head -n 1)"
  done
  exit 0
fi

wanted() { # part, wanted parts
  part=$1
  shift
  [ $# = 0 ] && return 0
  for word in "$@"; do [ "$word" = "$part" ] && return 0; done
  return 1
}
for word in "$@"; do
  ls tools/test_all/[0-9][0-9]-"$word".sh >/dev/null 2>&1 || { echo "no such part: $word (--list shows them)" >&2; exit 2; }
done

passed=0 failed="" skipped="" begin=$(date +%s)
for script in tools/test_all/*.sh; do
  name=${script##*/[0-9][0-9]-}
  name=${name%.sh}
  wanted "$name" "$@" || continue
  start=$(date +%s)
  timeout "$LIMIT" sh "$script" >"$logs/$name.log" 2>&1
  code=$?
  seconds=$(($(date +%s) - start))
  case $code in
    0) verdict=passed passed=$((passed + 1)) ;;
    77) verdict="skipped: $(tail -n 1 "$logs/$name.log")" skipped="$skipped $name" ;;
    *) verdict="FAILED (exit $code)" failed="$failed $name" ;;
  esac
  printf '%-12s %5d s  %s\n' "$name" "$seconds" "$verdict"
  case $verdict in FAILED*) tail -n 30 "$logs/$name.log" | sed 's/^/    /' ;; esac
done
echo "$passed passed in $(($(date +%s) - begin)) s${skipped:+; skipped:$skipped}${failed:+; failed:$failed}"
[ -z "$failed" ]
