#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of the form of src/: files, functions, comments, assertions, attributes read by hand, names that mean two things, functions
that nothing calls.

    tools/form.py [--table | --names | --check] [root]

--table prints what is aimed at beside what is: conditional lines and assertions per 1,000 lines, lengths of headers, comments.

--names lists the names that stand for more than one thing: a type, macro, constant or inline function of ours (ig_, IG_) that
two files define. Not counted: headers of GPUs (gpu.h, gpu_*.h), which say the same for another machine, and macros that are
parameters of the header that they are defined before. After them, the functions of ours (ig_) that other files could call and that
nothing in src/, cli/ or python/ names but where it declares and defines them; those that tests or benchmarks use are not among them.

--check fails where a name that was replaced comes back in src/, python/ or cli/.
"""
import argparse
import collections
import pathlib
import re
import statistics
import sys

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')


# identifiers and files that had private names; in code, not in comments
REPLACED = re.compile(r"""\b(?:(?:ig|IG|INGOT)_\w*)?(?:
    [Aa]broad\w* | ig_worlds_(?:home|away) | ig_bench_\w+ | ig_Bench | ig_Seats? | (?:nbench|benches|take_seats)
  | ig_Owns? | ig_\w+_own | own_option | ig_GpuOwn\w* | n?own_(?:slot|places) | kept_(?:home|lanes|stage) | from_kept
  | ig_Given | ig_given_\w+ | ig_Source | ig_source_\w+ | ig_Large_? | ig_large_\w+ | IG_SMALL_TREES | ig_Home\w* | ig_home_of
  | ig_Turn | ig_Held | ig_held | IG_APART | IG_CREW_APART | has_first | has_second | way\.mate
  | ig_unify_nans | IG_KERNEL_(?:look|move|place|adopt) | ig_gpu_(?:adopt|place|launch_look) | ig_GpuAdopt | ig_beside\w*
)\b""", re.X)
REPLACED_FILES = set("""world/abroad.c world/abroad.h world/abroad_output.c world/lend.c world/ask.c step/beside.c step/beside.h solve/given.h
    solve/source.c solve/source.h solve/large.c solve/large.h solve/panel_numbers.c solve/panel_numbers.h model/one_nan.c model/one_nan.h
    lane/turn.h""".split())


def stripped(text):
    return COMMENT.sub("", STRING.sub('""', text))


def static_functions(text):
    """names of the static functions that a source defines"""
    return set(re.findall(r"^(?:IG_CLONES )?static (?:inline )?(?!const\b)[\w *]*?\b(\w+)\([^;{}]*\)\s*\{", stripped(text), re.M))


def called_once(text):
    """those with one use, which is a call: a function that stands in a table is there to be named"""
    plain = stripped(text)
    return [name for name in static_functions(text)
            if len(re.findall(rf"\b{name}\b", plain)) == 2 and len(re.findall(rf"\b{name}\(", plain)) == 2]


def shares(texts):
    comments = code = 0
    for text in texts:
        for line in text.splitlines():
            line = line.strip()
            if line.startswith(("//", "/*", "* ")):
                comments += "SPDX" not in line
            elif line:
                code += 1
                comments += " // " in line or "  //" in line
    return comments, code


def definitions(text):
    """names of ours that a file defines for others: types, macros, constants of enums"""
    plain = stripped(text)
    yield from re.findall(r"^}\s*((?:ig|IG)_\w+);", plain, re.M)
    plain = re.sub(r"^#\s*undef (\w+)\n#\s*define \1\b.*$", "", plain, flags=re.M)
    plain = re.sub(r"^#\s*ifndef (IG_\w+)\n(?:#\s*define .*\n)+#\s*endif$", "", plain, flags=re.M)
    yield from re.findall(r"^#\s*define\s+((?:ig|IG)_\w+)", plain, re.M)
    for body in re.findall(r"enum\s*\w*\s*\{(.*?)\}", plain, re.S):
        yield from re.findall(r"(?:^|,)\s*(IG_\w+)\s*(?=[=,]|$)", body)
    yield from re.findall(r"^static inline [\w *]*?\b(ig_\w+)\(", plain, re.M)


def collisions(sources):
    where = collections.defaultdict(set)
    for path, text in sources.items():
        for name in definitions(text) if not path.name.startswith("gpu") else ():
            where[name].add(path)
    return {name: paths for name, paths in where.items() if len(paths) > 1}


def named(text):
    """functions of ours that a file declares or defines, and the names that it uses"""
    declared, used = set(), set()
    for line in stripped(text).splitlines():
        names = re.findall(r"\big_\w+", line)
        own = re.match(r"(?!static|typedef|return)[A-Za-z_][\w *]*?(?:IG_NAME\()?\b(ig_\w+)\)?\(", line)
        if own:
            declared.add(own[1])
            names.remove(own[1])
        used.update(names)
    return declared, used


def uncalled(root):
    where, used = collections.defaultdict(set), set()
    for folder in "src", "cli", "include", "python", "viewer", "tests", "bench", "fuzz":
        for path in (root / folder).rglob("*.[ch]"):
            declared, names = named(path.read_text())
            used |= names
            for name in declared if folder == "src" else ():
                where[name].add(path.relative_to(root))
    # a name of the reference that programs link with, spelled for the assembler
    return {name: paths for name, paths in where.items() if name not in used and name != "ig_set_last"}


def replaced(root):
    """places of names that were replaced"""
    for folder in "src", "python", "cli":
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".c", ".h", ".def", ".py", ".pyi"):
                continue
            name = path.relative_to(root)
            if "/".join(path.parts[-2:]) in REPLACED_FILES or path.name in ("lanes.h", "lanes.lane.c"):
                yield f"{name}: the file has a name that was replaced"
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for found in REPLACED.findall(stripped(line)):
                    yield f"{name}:{number}: {found} was replaced"


def conditionals(path, text):
    """lines that begin a conditional, but for the guard of a header"""
    guard = path.suffix == ".h" and bool(re.search(r"^#ifndef INGOT_\w+_H_$", text, re.M))
    return len(re.findall(r"^\s*#\s*(?:if|ifdef|ifndef|elif)\b", text, re.M)) - guard


def comment_share(texts):
    """lines of comment for 100 lines that are not empty, licences left out"""
    lines = [line.strip() for text in texts for line in text.splitlines() if line.strip() and "SPDX" not in line]
    return 100 * sum(line.startswith(("//", "/*", "* ")) for line in lines) / len(lines)


def table(root):
    """rows of a figure, what it is, its goal, and whether that is met"""
    sources = {path.relative_to(root): path.read_text() for path in sorted((root / "src").rglob("*.[ch]"))}
    length = {path: text.count("\n") for path, text in sources.items()}
    layers = sorted({path.parts[1] for path in sources})

    def per_thousand(count, of):
        return 1000 * sum(count(path, sources[path]) for path in of) / sum(length[path] for path in of)

    def asserts(_, text):
        return len(re.findall(r"\bIG_ASSERT\(", text))

    headers = [length[path] for path in sources if path.suffix == ".h"]
    whole = {layer: [path for path in sources if path.parts[1] == layer] for layer in layers}
    dense = [path for path in sources if length[path] > 100 and per_thousand(conditionals, [path]) > 12]
    bare = [layer for layer in layers if per_thousand(asserts, whole[layer]) < 4]
    solve, all_asserts = per_thousand(conditionals, whole["solve"]), per_thousand(asserts, sources)
    comments = comment_share(text for path, text in sources.items() if path.suffix == ".c")
    median = statistics.median(headers)
    short = sum(n < 20 for n in headers)
    yield "lines of src", sum(length.values()), "", True
    yield "#if and #elif per 1,000 lines", round(per_thousand(conditionals, sources), 1), "", True
    yield "of these in solve", round(solve, 1), "below 6", solve < 6
    yield "files above 100 lines with more than 12", len(dense), "0", not dense
    yield "assertions per 1,000 lines", round(all_asserts, 1), "4", all_asserts >= 4
    yield "layers with fewer than 4", len(bare), "0", not bare
    yield "lines of a header, median", median, "60", median >= 60
    yield "headers under 20 lines", short, "20", short <= 20
    yield "comment lines in .c, %", round(comments, 1), "8", comments >= 8
    for path in dense:
        yield f"  {path}", round(per_thousand(conditionals, [path]), 1), "", True
    for layer in bare:
        yield f"  assertions of {layer}", round(per_thousand(asserts, whole[layer]), 1), "", True


def figures(root):
    sources = {path.relative_to(root): path.read_text() for path in sorted((root / "src").rglob("*.[ch]"))}
    statics = sum(len(static_functions(text)) for path, text in sources.items() if path.suffix == ".c")
    once = sum(len(called_once(text)) for path, text in sources.items() if path.suffix == ".c")
    comments, code = shares(sources.values())
    tables = [text for path, text in sources.items() if path.name.startswith("table_")]
    rows = sum(len(re.findall(r'^\s*\{"', text, re.M)) for text in tables)
    by_hand = sum(text.count("IG_ATTR_HAND") for text in tables)
    asserts = sum(len(re.findall(r"\bIG_ASSERT\(", text)) for path, text in sources.items()) - 2
    twice, alone = collisions(sources), uncalled(root)
    return {
        "files of src": len(sources),
        "static functions": statics,
        "of these called once": once,
        "rows of attributes": rows,
        "of these read by hand": by_hand,
        "lines of comment for 100 of code": round(100 * comments / code, 1),
        "assertions": asserts,
        "names of two things": len(twice),
        "functions that nothing calls": len(alone),
    }, twice | alone


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--table", action="store_true")
    arguments.add_argument("--names", action="store_true")
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    given = arguments.parse_args()
    if given.check:
        wrong = list(replaced(given.root))
        print("\n".join(wrong) or "no name that was replaced")
        sys.exit(bool(wrong))
    if given.table:
        for name, value, goal, met in table(given.root):
            print(f"{name:44}{value!s:>8}  {goal and f'goal {goal}: ' + ('met' if met else 'not met')}".rstrip())
        sys.exit()
    found, twice = figures(given.root)
    for name, value in found.items():
        print(f"{name}: {value}")
    if given.names:
        for name, paths in sorted(twice.items()):
            print(f"  {name}: {', '.join(sorted(map(str, paths)))}")
