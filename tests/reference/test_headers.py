# SPDX-License-Identifier: Apache-2.0
"""Our headers against those of the wheel: sizes, offsets, enum values, prototypes, macros. No difference is allowed."""
import pathlib
import re
import subprocess
import tempfile

from mujoco.introspect import ast_nodes, enums, functions, structs

from places import PACKAGE, ROOT

INCLUDES = {"reference": PACKAGE / "include", "ours": ROOT / "include"}
LANGUAGES = {"c11": ["gcc", "-std=c11", "-x", "c"], "c++17": ["g++", "-std=c++17", "-x", "c++"]}
HEADERS = sorted(p.name for p in (ROOT / "include" / "mujoco").glob("*.h"))
MAIN = "#include <mujoco/mujoco.h>\n#include <mujoco/mjxmacro.h>\n"


def run(command, **kwargs):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **kwargs)
    assert done.returncode == 0, f"{command[0]} failed:\n{done.stderr[:3000]}"
    return done.stdout


def field_paths(fields, prefix=""):
    """Names for offsetof, into nested structs and unions."""
    for field in fields:
        if isinstance(field, ast_nodes.AnonymousUnionDecl) or isinstance(field, ast_nodes.AnonymousStructDecl):
            yield from field_paths(field.fields, prefix)
            continue
        yield prefix + field.name
        if isinstance(field.type, (ast_nodes.AnonymousStructDecl, ast_nodes.AnonymousUnionDecl)):
            yield from field_paths(field.type.fields, prefix + field.name + ".")


def object_macros(include):
    text = run(["gcc", "-std=c11", "-dM", "-E", "-I", include, "-x", "c", "-"], input=MAIN)
    macros = dict(re.match(r"#define (\w+(?:\([^)]*\))?) ?(.*)", line).groups() for line in text.splitlines())
    return {k: " ".join(v.split()) for k, v in macros.items() if re.match(r"mj|MJ|MUJOCO|XNV|ASAN", k)}


def layout_program():
    lines = [MAIN, "#include <stddef.h>\n#include <stdio.h>\nint main(void) {"]
    for struct in structs.STRUCTS.values():
        lines.append(f'printf("{struct.name} %zu\\n", sizeof({struct.declname}));')
        for path in field_paths(struct.fields):
            lines.append(f'printf("{struct.name}.{path} %zu %zu\\n", offsetof({struct.declname}, {path}), '
                         f'sizeof((({struct.declname}*)0)->{path}));')
    for enum in enums.ENUMS.values():
        for value in enum.values:
            lines.append(f'printf("{enum.name}.{value} %lld\\n", (long long){value});')
    numbers = [k for k, v in object_macros(INCLUDES["reference"]).items() if re.fullmatch(r"mj[A-Z]\w*", k) and re.match(r"[\d.]", v)]
    for name in numbers:
        lines.append(f'printf("{name} %.17g\\n", (double)({name}));')
    return "\n".join(lines + ["return 0; }", ""])


def test_layout_of_structs_enums_and_constants():
    text, counts = layout_program(), 0
    for language, compiler in LANGUAGES.items():
        printed = {}
        with tempfile.TemporaryDirectory() as folder:
            for whose, include in INCLUDES.items():
                program = pathlib.Path(folder) / whose
                run([*compiler, "-Wno-invalid-offsetof", "-I", include, "-o", program, "-"], input=text)
                printed[whose] = run([program]).splitlines()
        wrong = [f"{a} | {b}" for a, b in zip(printed["reference"], printed["ours"]) if a != b]
        assert len(printed["ours"]) == len(printed["reference"]) and not wrong, f"{language}: {wrong[:10]}"
        counts = len(printed["ours"])
    assert len(structs.STRUCTS) == 62 and len(enums.ENUMS) == 67
    return f"{len(structs.STRUCTS)} structs, {len(enums.ENUMS)} enums, {counts} figures"


def test_prototypes():
    lines = [MAIN]
    for i, f in enumerate(functions.FUNCTIONS.values()):
        parameters = ", ".join(str(p.type) for p in f.parameters) or "void"
        if f.name in ("mju_error", "mju_warning"):
            parameters = "const char*, ..."
        lines.append(f"typedef {f.return_type} type_{i}({parameters});\ntype_{i}* check_{i} = {f.name};")
    text = "\n".join(lines) + "\n"
    for language, compiler in LANGUAGES.items():
        for include in INCLUDES.values():
            run([*compiler, "-Wall", "-Werror", "-I", include, "-fsyntax-only", "-"], input=text)
    return f"{len(functions.FUNCTIONS)} functions of the wheel's own list"


def declarations(include, compiler):
    """All text that comes from the headers, comments and spaces away."""
    text = run([*compiler, "-E", "-I", include, "-"], input=MAIN)
    kept, inside = [], False
    for line in text.splitlines():
        mark = re.match(r'# \d+ "([^"]*)"', line)
        if mark:
            inside = "/mujoco/" in mark.group(1)
        elif inside:
            kept.append(line)
    tokens = re.findall(r'\w+|"[^"]*"|\S', " ".join(kept))
    text = " ".join(tokens)
    # the containers of C++ are ours where the compiler's are laid out differently: tests/embed has them
    text = re.sub(r'(extern "C" \{ )?using mj(Byte|String) = .*?(?=typedef enum mjtGeomInertia_)', "", text, count=1)
    return [s.strip() for s in re.sub(r"([;{}])", r"\1\n", text).splitlines()]


def test_every_declaration():
    for language, compiler in LANGUAGES.items():
        theirs, ours = (declarations(INCLUDES[w], compiler) for w in ("reference", "ours"))
        wrong = [f"{a} | {b}" for a, b in zip(theirs, ours) if a != b]
        assert len(theirs) == len(ours) and not wrong, f"{language}: {len(theirs)} and {len(ours)}, {wrong[:5]}"
    return f"{len(ours)} statements, {sum(s.endswith(';') and '(' in s for s in ours)} with brackets"


def test_macros_and_field_lists():
    theirs, ours = object_macros(INCLUDES["reference"]), object_macros(INCLUDES["ours"])
    wrong = [k for k in theirs if ours.get(k) != theirs[k]] + [k for k in ours if k not in theirs]
    assert not wrong, wrong[:10]
    return f"{len(ours)} macros"


def test_every_header_stands_alone():
    for name in HEADERS:
        if name == "mjsan.h":
            continue  # uses mjData under the sanitizer, as the wheel's own does
        for compiler in LANGUAGES.values():
            run([*compiler, "-Wall", "-Wextra", "-Werror", "-I", INCLUDES["ours"], "-fsyntax-only", "-"],
                input=f"#include <mujoco/{name}>\n")


def test_comments_are_our_own():
    """No comment of five words or more is one of the wheel's."""
    def comments(include):
        found = set()
        for name in HEADERS:
            for line in (include / "mujoco" / name).read_text().splitlines():
                text = line.partition("//")[2].strip(" /-.").lower()
                if len(text.split()) >= 5 and not text.startswith(("copyright", "spdx")):
                    found.add(" ".join(text.split()))
        return found
    same = comments(INCLUDES["ours"]) & comments(INCLUDES["reference"])
    assert not same, sorted(same)[:10]
