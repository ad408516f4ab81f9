#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check that the folders of src/ are layers: a folder includes itself and folders below it, nothing else.

    tools/layers.py [root]

Also checked: a source with a header of its own includes it before anything else, headers inside src/ are named from
src/ on ("math/vec3.h"), and none is included twice by one file.
"""
import pathlib
import re
import sys

# what a folder may include, besides itself and all that these may include
BELOW = {
    "base": [],
    "lane": ["base"],
    "math": ["lane"],
    "model": ["math"],
    "batch": ["model"],
    "smooth": ["batch"],
    "collide": ["smooth"],
    "constrain": ["collide"],
    "solve": ["constrain"],
    "sense": ["solve"],
    "derive": ["sense"],
    "step": ["derive"],
    "world": ["step"],
    "visual": ["step"],
    "render": ["visual", "world"],
    "spec": ["model"],
    "mjcf": ["spec"],
    "compile": ["spec", "step"],
    "plugin": ["math"],
    "gpu": ["base"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)


def reach(layer):
    found = {layer}
    for below in BELOW[layer]:
        found |= reach(below)
    return found


def own_header(source):
    name = source.name.removesuffix(".c").removesuffix(".lane") + ".h"
    header = source.with_name(name)
    return header if header.exists() else None


def faults(root):
    src = root / "src"
    allowed = {layer: reach(layer) for layer in BELOW}
    for path in sorted(src.rglob("*.[ch]")):
        layer = path.relative_to(src).parts[0]
        if layer not in allowed:
            yield path, f"the folder {layer} is not among the layers of tools/layers.py"
            continue
        included = INCLUDE.findall(path.read_text())
        for kind, name in included:
            folder = name.split("/")[0]
            if (src / name).exists() and folder not in allowed[layer]:
                yield path, f"{layer} is below {folder}: {name}"
            if kind == '"' and not (src / name).exists():
                yield path, f"not named from src/ on: {name}"
        names = [name for _, name in included]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield path, f"included twice: {name}"
        header = own_header(path) if path.suffix == ".c" else None
        if header and names[:1] != [str(header.relative_to(src))]:
            yield path, f"its own header {header.name} does not come first"


if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    found = list(faults(root))
    for path, fault in found:
        print(f"{path.relative_to(root)}: {fault}")
    print(f"{len(found)} faults")
    sys.exit(1 if found else 0)
