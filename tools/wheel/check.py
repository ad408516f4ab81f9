# SPDX-License-Identifier: Apache-2.0
"""A wheel keeps to what its tag promises: every file of machine code is for the machine, and asks for no newer glibc.

    check.py --machine aarch64 --glibc 2.28 file.whl
"""
import argparse
import io
import re
import sys
import zipfile

from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection

MACHINES = {"x86_64": "EM_X86_64", "aarch64": "EM_AARCH64"}
ALLOWED = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def numbers(text):
    return tuple(int(part) for part in text.split("."))


def faults(name, content, machine, glibc):
    elf = ELFFile(io.BytesIO(content))
    if elf["e_machine"] != MACHINES[machine]:
        yield f"{name} is for {elf['e_machine']}"
    dynamic = elf.get_section_by_name(".dynamic")
    for tag in dynamic.iter_tags("DT_NEEDED") if dynamic else ():
        if tag.needed not in ALLOWED and not tag.needed.startswith("libingot.so"):
            yield f"{name} needs {tag.needed}"
    for section in elf.iter_sections():
        if isinstance(section, GNUVerNeedSection):
            for _, versions in section.iter_versions():
                for version in versions:
                    wanted = re.fullmatch(r"GLIBC_([0-9.]+)", version.name)
                    if wanted and numbers(wanted[1]) > numbers(glibc):
                        yield f"{name} asks for {version.name}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--machine", choices=MACHINES, required=True)
    parser.add_argument("--glibc", required=True)
    parser.add_argument("wheel")
    options = parser.parse_args()
    found, files = [], 0
    with zipfile.ZipFile(options.wheel) as wheel:
        for name in wheel.namelist():
            content = wheel.read(name)
            if content[:4] == b"\x7fELF":
                files += 1
                found += faults(name, content, options.machine, options.glibc)
    print("\n".join(found) or f"{options.wheel}: {files} files for {options.machine}, glibc {options.glibc} or older")
    return bool(found) or not files


if __name__ == "__main__":
    sys.exit(main())
