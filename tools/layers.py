#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check that the folders of src/ are layers: a folder includes itself and folders below it, nothing else.

    tools/layers.py [root] [--build FOLDER]

With the folder of a build, the symbols of its object files too: what one layer calls is defined there or below. The public
header declares everything to everyone, so includes alone would let a low layer call an upper one. And inside src/ nothing calls a
public function of another file: it calls the ig_ function of a layer's header that the public one is a wrapper of. PUBLIC_CALLS are
the exceptions, each with its reason; one that nothing needs any more is a fault too, so that the list gets shorter only.

Folders inside a layer have no cycles, by includes and by symbols; what stands beside them, at the top of the layer, is either below all of
them or above (ON_TOP).

Also checked: a source with a header of its own includes it before anything else, headers inside src/ are named from
src/ on ("math/vec3.h"), and none is included twice by one file but lists of rows (.def).
"""
import argparse
import pathlib
import re
import subprocess
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
    "print": ["constrain"],
    "spec": ["model"],
    "mjcf": ["spec"],
    "compile": ["spec", "step"],
    "load": ["mjcf", "compile"],
    "world": ["load", "gpu"],
    "visual": ["step", "print"],
    "render": ["visual", "world"],
    "plugin": ["math"],
    "gpu": ["step"],
}
# layers whose own files are above their folders; elsewhere they are what the folders share
ON_TOP = {"compile", "mjcf"}
# functions of the public API, by name
PUBLIC = re.compile(r"(mj|mju|mjs|mjv|mjr|mjui|mjp|mjc|mjd|ingot)_")
# public functions that sources of the library may call all the same: pattern of the function, of the source, reason
PUBLIC_CALLS = [
    (r"mju_(error|warning)", r".*", "how errors leave the library; they lie in the lowest layer and take any number of arguments"),
    (r"mj_\w+", r"world/call\.c", "a table of the public functions that may run in every world, by their public names"),
    (r"ingot_worlds\w+", r"(world|render)/.*", "worlds as their users have them: pictures, outputs and devices are made of these"),
]
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
        # a list of rows is read once for each thing made of it
        for name in sorted({name for name in names if names.count(name) > 1 and not name.endswith(".def")}):
            yield path, f"included twice: {name}"
        header = own_header(path) if path.suffix == ".c" else None
        if header and names[:1] != [str(header.relative_to(src))]:
            yield path, f"its own header {header.name} does not come first"


def inner(path):
    """layer and folder inside it of a path from src/ on; files at the top of a layer: '.'"""
    parts = pathlib.PurePath(path).parts
    return parts[0], parts[1] if len(parts) > 2 else "."


def include_uses(root):
    src = root / "src"
    for path in src.rglob("*.[ch]"):
        for _, name in INCLUDE.findall(path.read_text()):
            if (src / name).exists():
                yield path.relative_to(src).as_posix(), name


def symbol_uses(defined, used):
    for name in used.keys() & defined.keys():
        for source in used[name]:
            for home in defined[name]:
                yield source, home


def cycles(uses):
    """pairs of folders of one layer that use each other, directly or through others"""
    edges = {}
    for source, home in uses:
        (layer, user), (other, owner) = inner(source), inner(home)
        if layer == other and user != owner and (layer in ON_TOP or "." not in (user, owner)):
            edges.setdefault((layer, user), {}).setdefault((layer, owner), f"{source} uses {home}")
    def reached(start):
        found, left = set(), [start]
        while left:
            for onward in edges.get(left.pop(), {}):
                if onward not in found:
                    found.add(onward)
                    left.append(onward)
        return found
    for user in sorted(edges):
        for owner, example in sorted(edges[user].items()):
            if user in reached(owner):
                yield pathlib.Path("src", *user), f"in a cycle with {owner[1]}: {example}"


def symbols(objects):
    """for each symbol, the sources that define it and those that use it, as paths from src/ on"""
    defined, used = {}, {}
    functions = set()
    listed = subprocess.run(["nm", "-A", "-P", "-g", *map(str, objects)], check=True, capture_output=True, text=True).stdout
    for line in listed.splitlines():
        where, name, kind = re.match(r"(.*): (\S+) (\S)", line).groups()
        source = where.split(".dir/src/")[1].removesuffix(".o")
        (used if kind == "U" else defined).setdefault(name, set()).add(source)
        if kind == "T":
            functions.add(name)
    return defined, used, functions


def public_faults(defined, used, functions):
    """public functions that a source calls though it does not define them, and exceptions that are none"""
    needed = set()
    for name in sorted(functions & used.keys()):
        if not PUBLIC.match(name):
            continue
        for source in sorted(used[name] - defined[name]):
            allowed = [row for row in PUBLIC_CALLS if re.fullmatch(row[0], name) and re.fullmatch(row[1], source)]
            needed.update(allowed)
            if not allowed:
                yield pathlib.Path("src", source), f"calls the public {name} of {min(defined[name])}: call the ig_ function behind it"
    for row in PUBLIC_CALLS:
        if row not in needed:
            yield pathlib.Path("tools/layers.py"), f"no source needs the exception {row[0]} in {row[1]} any more: take it out"


def symbol_faults(root, build):
    allowed = {layer: reach(layer) for layer in BELOW}
    # plugins are libraries of their own, above the public API; a build keeps objects of sources that are gone
    objects = [path for folder in build.glob("CMakeFiles/ingot_*.dir/src") for path in folder.rglob("*.o")
               if (root / "src" / path.relative_to(folder).with_suffix("")).exists()]
    defined, used, functions = symbols(objects) if objects else ({}, {}, set())
    yield from cycles(symbol_uses(defined, used))
    if objects:
        yield from public_faults(defined, used, functions)
    for name in sorted(used.keys() & defined.keys()):
        homes = {source.split("/")[0] for source in defined[name]}
        for source in sorted(used[name]):
            layer = source.split("/")[0]
            if not homes & allowed[layer]:
                yield pathlib.Path("src", source), f"{layer} is below {'/'.join(sorted(homes))}: {name} of {min(defined[name])}"
    if not objects:
        yield build, "no object files of the library"


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("root", nargs="?", default=pathlib.Path(__file__).parent.parent, type=pathlib.Path)
    arguments.add_argument("--build", type=pathlib.Path)
    given = arguments.parse_args()
    root = given.root.resolve()
    found = [(path.relative_to(root), fault) for path, fault in faults(root)]
    found += cycles(include_uses(root))
    if given.build:
        found += symbol_faults(root, given.build)
    for path, fault in found:
        print(f"{path}: {fault}")
    print(f"{len(found)} faults")
    sys.exit(1 if found else 0)
