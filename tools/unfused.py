#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No fused multiply-add in these libraries, programs or objects, at any SIMD level: they would not give the same bits.

    tools/unfused.py [--objdump PROGRAM] FILE...

Prints the functions that have one. A file in which no arithmetic on doubles is found at all is an error too: its
instructions are of a machine that this script does not know.
"""
import argparse
import collections
import re
import subprocess
import sys

# x86: vfmadd132pd, vfmaddsub231pd, vfnmsub213sd, vfmaddpd (FMA4), vfmaddcph ... ARM: fmadd, fnmsub, fmla, fmls, fcmla, fmlal ...
FUSED = re.compile(r"^(vfn?m(add|sub)\w*|fn?m(add|sub)|fml[as]\w*|fcmla|bfml\w*|fn?m(ad|sb)|fml[as]l?[bt]?)$")
DOUBLES = re.compile(r"^(v?(add|mul)[sp]d|f(add|mul))$")
LINE = re.compile(r"^\s*[0-9a-f]+:\s+(\S+)")
LABEL = re.compile(r"^[0-9a-f]+ <(.+)>:")


def scan(objdump, path):
    """the fused instructions per function, and how many additions and products of doubles there are"""
    fused, doubles, function = collections.Counter(), 0, "?"
    with subprocess.Popen([objdump, "-d", "--no-show-raw-insn", path], stdout=subprocess.PIPE, text=True, errors="replace") as dump:
        for line in dump.stdout:
            if label := LABEL.match(line):
                function = label[1]
            elif word := LINE.match(line):
                name = word[1].split(".")[0]
                fused[function] += bool(FUSED.match(name))
                doubles += bool(DOUBLES.match(name))
    if dump.returncode:
        raise SystemExit(f"{objdump} could not read {path}")
    return +fused, doubles


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objdump", default="objdump")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    bad = 0
    for path in args.files:
        fused, doubles = scan(args.objdump, path)
        for function, count in fused.items():
            print(f"{path}: {count} fused instructions in {function}")
        if not doubles:
            print(f"{path}: no arithmetic found")
        bad += bool(fused) or not doubles
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
