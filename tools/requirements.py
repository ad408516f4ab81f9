#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""List the acceptance lines (tests/requirements/list.txt) that no test is named after, one a line, and their count.

A test of line R4.22 is TEST(R4_22_...), anywhere in tests/. Exits with 1 when a line has none.
"""
import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent / "tests"


def tested_lines():
    names = (name for path in TESTS.rglob("*.c") for name in re.findall(r"TEST\((R\d+_\d+)_", path.read_text()))
    return {name.replace("_", ".") for name in names}


if __name__ == "__main__":
    lines = re.findall(r"^(R\d+\.\d+) ", (TESTS / "requirements/list.txt").read_text(), re.M)
    tested = tested_lines()
    missing = [line for line in lines if line not in tested]
    unknown = sorted(tested - set(lines))
    print("\n".join(missing))
    print(f"{len(missing)} of {len(lines)} lines without a test", file=sys.stderr)
    if unknown:
        print("tests of lines that do not exist:", *unknown, file=sys.stderr)
    sys.exit(bool(missing or unknown))
