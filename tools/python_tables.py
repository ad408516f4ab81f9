#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables and stubs of the Python package from the lists of arrays in include/mujoco/mjxmacro.h.

    tools/python_tables.py            write python/ingot/_table.py, python/ingot/_arrays.pyi and python/ingot/_named.pyi
    tools/python_tables.py --check    fail if they are not what the header says
"""
import importlib.util
import pathlib
import re
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = ROOT / "include/mujoco/mjxmacro.h"
TYPES = {"mjtNum": "float64", "float": "float32", "int": "int32", "mjtByte": "uint8", "char": "bytes_", "mjtSize": "int64"}
CONSTANTS = {"mjNREF": 2, "mjNIMP": 5, "mjNEQDATA": 11, "mjNDYN": 10, "mjNGAIN": 10, "mjNBIAS": 10, "mjNTEXROLE": 10, "mjNSENS": 3, "mjNFLUID": 12}


def macros():
    """{name: [entries]}: X(...) rows of each list, and names of lists inside it."""
    text = HEADER.read_text().replace("\\\n", " ")
    found = {}
    for match in re.finditer(r"^#define (MJ\w+)[ \t]+(.*)$", text, re.M):
        body = re.sub(r"MJ_[MD]\((\w+)\)", r"\1", match[2])
        found[match[1]] = re.findall(r"\bX(?:NV)?\s*\(([^)]*)\)|(\bMJ[A-Z_]+\b)", body)
    return found


def rows(lists, name):
    for arguments, inner in lists.get(name, []):
        if inner:
            yield from rows(lists, inner)
        else:
            yield [part.strip() for part in arguments.split(",")]


def size(text):
    return CONSTANTS.get(text, int(text) if text.isdigit() else text)


def arrays(lists, name):
    """{array: (type, rows, columns)}"""
    return {field: (TYPES.get(kind, kind), size(count), size(columns)) for kind, field, count, columns in rows(lists, name)}


def table(lists):
    lines = ["# SPDX-License-Identifier: Apache-2.0", '"""Arrays of mjModel and mjData: dtype, rows, columns; from include/mujoco/mjxmacro.h by tools/python_tables.py."""', ""]
    for title, name in (("MODEL", "MJMODEL_POINTERS"), ("DATA", "MJDATA_POINTERS"), ("ARENA", "MJDATA_ARENA_POINTERS")):
        lines.append(f"{title} = {{")
        lines += [f'    "{field}": {entry!r},'.replace("'", '"') for field, entry in arrays(lists, name).items()]
        lines.append("}")
    lines.append("SIZES = (")
    lines += [f'    "{row[0]}",' for row in rows(lists, "MJMODEL_SIZES")]
    lines.append(")")
    return "\n".join(lines) + "\n"


def declared(field, entry):
    dtype, count, columns = entry
    shape = f"({count},)" if columns == 1 else f"({count}, {columns})"
    kind = f"NDArray[np.{dtype}]" if dtype in TYPES.values() else "NDArray[Any]"
    return f"    {field}: {kind}  # {shape}"


def number(kind, name):
    return f"    {name}: {'float' if kind in ('mjtNum', 'float') else 'int'}"


def read_only(name, kind, shape):
    return [f"    @property", f"    def {name}(self) -> {kind}: ...  # {shape}"]


def outputs(lists, fields):
    """Properties of worlds: arrays and numbers of mjData that have one length."""
    lines = []
    for kind, name in rows(lists, "MJDATA_SCALAR"):
        if name not in fields:
            lines += read_only(name, f"NDArray[np.{TYPES.get(kind, 'int64')}]", "(worlds,)")
    entries = dict(arrays(lists, "MJDATA_POINTERS"))
    entries.update({name: (TYPES.get(kind, kind), size(count), size(columns)) for kind, name, count, columns in rows(lists, "MJDATA_VECTOR")})
    for name, (dtype, count, columns) in entries.items():
        if name in fields or name == "energy":
            continue
        shape = f"(worlds, {count})" if columns == 1 else f"(worlds, {count}, {columns})"
        lines += read_only(name, f"NDArray[np.{dtype}]" if dtype in TYPES.values() else "NDArray[Any]", shape)
    return lines


def source(name, **stand_ins):
    """A module of the package without the library that it stands on."""
    for path, members in stand_ins.items():
        sys.modules[f"ingot.{path}"] = types.SimpleNamespace(**members)
    spec = importlib.util.spec_from_file_location(name, ROOT / f"python/ingot/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def named(lists):
    """A class for each kind of object, whose attributes are parts of arrays."""
    table_of = {}
    exec(table(lists), table_of)
    sys.modules.setdefault("ingot", types.ModuleType("ingot"))
    module = source("_named", _library=dict(C=None, Error=Exception, as_int=None, did_you_mean=None), _table=dict(DATA=table_of["DATA"], MODEL=table_of["MODEL"]))
    classes, methods = [], []
    titles = {kind: "".join(part.title() for part in kind.split("_")) for kind in module.KINDS}
    for kind, title in titles.items():
        model, data = module.attributes(kind)
        classes.append(f"class _{title}(Named):")
        classes += [f"    {attribute}: _Part  # {entry[0]}" for attribute, entry in {**model, **data}.items()] or ["    pass"]
        classes.append("")
    for kind, title in [*titles.items(), *((alias, titles[kind]) for alias, kind in module.ALIASES.items())]:
        methods.append(f"    def {kind}(self, key: str | int) -> _{title}: ...")
    text = (ROOT / "tools/named.pyi.in").read_text()
    return text.replace("# @CLASSES@", "\n".join(classes)).replace("    # @METHODS@", "\n".join(methods))


def fields():
    """The state fields of worlds, which are no outputs."""
    text = (ROOT / "python/ingot/worlds.py").read_text()
    return set(re.findall(r'"(\w+)"', re.search(r"^FIELDS = \((.*?)^\)", text, re.M | re.S)[1]))


def stubs(lists):
    option = [number(*row) for row in rows(lists, "MJOPTION_SCALARS")]
    option += [f"    {name}: NDArray[np.float64]  # ({size(count)},)" for name, count in rows(lists, "MJOPTION_VECTORS")]
    statistic = []
    for kind, name, count in rows(lists, "MJSTATISTIC_FIELDS"):
        statistic.append(number(kind, name) if count == "1" else f"    {name}: NDArray[np.float64]  # ({count},)")
    model = [f"    {row[0]}: int" for row in rows(lists, "MJMODEL_SIZES")]
    model += [declared(*item) for item in arrays(lists, "MJMODEL_POINTERS").items()]
    data = [number(*row) for row in rows(lists, "MJDATA_SCALAR")]
    data += [declared(*item) for name in ("MJDATA_POINTERS", "MJDATA_ARENA_POINTERS") for item in arrays(lists, name).items()]
    for kind, name, count, columns in rows(lists, "MJDATA_VECTOR"):
        data.append(declared(name, (TYPES.get(kind, kind), count, size(columns))))
    text = (ROOT / "tools/arrays.pyi.in").read_text()
    for title, lines in (("OPTION", option), ("STATISTIC", statistic), ("MODEL", model), ("DATA", data), ("OUTPUT", outputs(lists, fields()))):
        text = text.replace(f"    # @{title}@", "\n".join(lines))
    return text


def main():
    lists = macros()
    wrong = []
    package = ROOT / "python/ingot"
    for path, text in ((package / "_table.py", table(lists)), (package / "_arrays.pyi", stubs(lists)), (package / "_named.pyi", named(lists))):
        if "--check" in sys.argv[1:]:
            if not path.exists() or path.read_text() != text:
                wrong.append(f"{path.relative_to(ROOT)} is not what tools/python_tables.py writes")
        else:
            path.write_text(text)
    print("\n".join(wrong), end="\n" * bool(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
