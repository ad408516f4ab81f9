#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is what is built hardened, and do its symbols have a prefix?

    tools/hardening.py ARCHIVE.a LIBRARY.so ... PROGRAM

Every library and program: tables of the linker read-only from the start (full RELRO), no executable stack, guarded frames
(stack protector), checked calls into the C library (FORTIFY). Every symbol that a library exports or the archive defines
for others begins with mj, ig_ or ingot_, so that none clashes with a program's own.
"""
import re
import subprocess
import sys

PREFIX = re.compile(r"^(mj|ig_|ingot_|_mjPRIVATE_)")
# MuJoCo's own test programs hand over a spec by this C++ function
ALLOWED = {"_Z16SetGlobalXmlSpecP7mjSpec_", "DW.ref.__gcc_personality_v0"}  # the second one is the compiler's
# what the linker and the C runtime define in every program
RUNTIME = re.compile(r"^(_init|_fini|_start|main|data_start|environ|stdin|stdout|stderr|_IO_stdin_used|_edata|_end|__.*|optarg|opt[a-z]*)$")


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def symbols(path, dynamic):
    lines = output("nm", "--defined-only", "--extern-only", *(["-D"] if dynamic else []), path).splitlines()
    return {words[2].split("@")[0] for words in map(str.split, lines) if len(words) == 3}


def faults_of_names(path, dynamic, program):
    for name in sorted(symbols(path, dynamic)):
        if not PREFIX.match(name) and name not in ALLOWED and not (program and RUNTIME.match(name)):
            yield f"{path}: the symbol '{name}' has no prefix"


def faults_of_binary(path):
    segments, dynamic = output("readelf", "-lW", path), output("readelf", "-dW", path)
    used = output("nm", "-D", "--undefined-only", path)
    if "GNU_RELRO" not in segments or not re.search(r"BIND_NOW|\bNOW\b", dynamic):
        yield f"{path}: not full RELRO"
    if re.search(r"GNU_STACK.*\bRWE\b", segments):
        yield f"{path}: the stack is executable"
    if "__stack_chk_fail" not in used:
        yield f"{path}: no stack protector"
    if not re.search(r"__\w+_chk\b", used.replace("__stack_chk_fail", "")):
        yield f"{path}: no FORTIFY"


def main(archive, *binaries):
    faults = list(faults_of_names(archive, False, False))
    for path in binaries:
        faults += faults_of_binary(path)
        faults += faults_of_names(path, True, ".so" not in path)
    print("\n".join(faults) or f"{len(binaries)} files are hardened, all symbols have a prefix")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
