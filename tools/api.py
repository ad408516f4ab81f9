#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The API reference as pages: C from the headers, Python from the package and its stubs.

    tools/api.py FOLDER        writes FOLDER/c/<header>.md and FOLDER/python/<module>.md
"""
import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = [*sorted((ROOT / "include/ingot").glob("*.h")), ROOT / "include/mujoco/mujoco.h"]
PACKAGE = ROOT / "python/ingot"
# module: (title, files that define what it has)
MODULES = {
    "ingot": ("ingot", ["__init__", "_load"]),
    "worlds": ("ingot.Worlds", ["worlds"]),
    "arrays": ("Models and data", ["_arrays", "_named"]),
    "task": ("ingot.Task", ["task"]),
    "gym": ("ingot.gym", ["gym/__init__", "gym/_env"]),
    "tasks": ("ingot.tasks", [f"tasks/{name}" for name in ("base", "command", "control", "observe", "randomize", "random", "terrain", "walk", "manipulate")]),
    "cluster": ("ingot.cluster", ["cluster/__init__", "cluster/_worlds"]),
}


# ------------------------------------------------------------------------------------------------------- C


def blocks(text):
    """Stretches of a header without an empty line in them: (comment lines, code lines)."""
    for stretch in re.split(r"\n\s*\n", text):
        lines = [line.rstrip() for line in stretch.strip("\n").splitlines()]
        first = next((k for k, line in enumerate(lines) if not line.startswith("//")), len(lines))
        yield [line[2:].strip() for line in lines[:first]], lines[first:]


def is_plumbing(line):
    return line.startswith(("#ifndef INGOT", "#ifndef MUJOCO", "#define INGOT_", "#define MUJOCO_", "#include", "#endif", "#if", "extern", "}")) and not line.startswith("} ")


def c_page(header):
    out = [f"# `{header.relative_to(ROOT / 'include').as_posix()}`", ""]
    for comment, code in blocks(header.read_text()):
        comment = [line for line in comment if not re.match(r"SPDX|Copyright|-+$", line)]
        section = next((re.fullmatch(r"-{3,} (.*?) -{3,}", line) for line in comment if line.startswith("---")), None)
        if section:
            out += [f"## {section.group(1).capitalize()}", ""]
            comment = [line for line in comment if not line.startswith("---")]
        declared = [line for line in code if not is_plumbing(line)]
        if comment:
            out += [*comment, ""]
        if any(line.strip() for line in declared):
            out += ["```c", *declared, "```", ""]
    return "\n".join(out)


# --------------------------------------------------------------------------------------------------- Python


def parsed(path):
    return ast.parse(path.read_text()) if path.is_file() else None


def members(tree):
    return {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))} if tree else {}


def signature(node, kind="def"):
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{kind} {node.name}({ast.unparse(node.args)}){returns}"


def text_of(node):
    return (ast.get_docstring(node) if node else None) or ""


def function(node, stub, level):
    """A heading, the call as the stub has it, and what the source says of it."""
    what = text_of(node)
    return [f"{'#' * level} {node.name}", "", "```python", signature(stub or node), "```", "", *([what, ""] if what else [])]


def python_class(node, stub, level):
    out = [f"{'#' * level} {node.name}", ""]
    init = next((one for one in (stub or node).body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
    if init:
        out += ["```python", signature(init).replace("def __init__(self, ", f"{node.name}(").replace("def __init__(self)", f"{node.name}()"), "```", ""]
    what = text_of(node)
    # columns of a docstring stay columns
    out += (["```text", what, "```", ""] if re.search(r"\n\w+ {2,}\S", what) else [what, ""]) if what else []
    typed = {one.name: one for one in stub.body if isinstance(one, ast.FunctionDef)} if stub else {}
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and not one.name.startswith("_") and text_of(one):
            out += function(one, typed.get(one.name), level + 1)
    return out


def python_page(title, files):
    out = [f"# {title}", ""]
    for name in files:
        tree, stubs = parsed(PACKAGE / f"{name}.py"), members(parsed(PACKAGE / f"{name}.pyi"))
        about = ast.get_docstring(tree)
        out += [about.replace("\n    ", "\n        "), ""] if about else []
        for one in tree.body:
            name_of = getattr(one, "name", "_")
            if name_of.startswith("_") or not text_of(one) or (stubs and name_of not in stubs):
                continue
            made = python_class if isinstance(one, ast.ClassDef) else function
            out += made(one, stubs.get(one.name), 2)
    return "\n".join(out)


def write(folder):
    """The pages of the reference; {title: path below the folder} of both languages."""
    made = {"C": {}, "Python": {}}
    for header in HEADERS:
        made["C"][header.relative_to(ROOT / "include").as_posix()] = f"c/{header.parent.name}-{header.stem}.md"
        target = folder / made["C"][header.relative_to(ROOT / "include").as_posix()]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(c_page(header))
    for name, (title, files) in MODULES.items():
        made["Python"][title] = f"python/{name}.md"
        target = folder / made["Python"][title]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(python_page(title, files))
    return made


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(pathlib.Path(sys.argv[1]))
