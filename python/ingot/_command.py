# SPDX-License-Identifier: Apache-2.0
"""The command `ingot` of an installed package: the program that lies beside the modules."""
import os
import pathlib
import sys


def main():
    """Become the program; its messages name it as it was called."""
    package = pathlib.Path(__file__).resolve().parent
    built = package.parent.parent / "build"
    for place in (package / "bin" / "ingot", built / "ingot", built / "python" / "ingot"):
        if place.is_file():
            try:
                os.execv(place, ["ingot", *sys.argv[1:]])
            except OSError as error:
                sys.exit(f"ingot: {place}: {error.strerror}")
    sys.exit(f"ingot: the program is not in {package}; install the package with 'pip install .', or build the project first")
