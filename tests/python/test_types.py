# SPDX-License-Identifier: Apache-2.0
"""The stubs: a type checker accepts a program that uses the package and refuses what does not exist, and they name all there is."""
import ast
import importlib
import pathlib
import subprocess
import sys

import pytest

import ingot
import ingot.gym

HERE = pathlib.Path(__file__).parent
PACKAGE = pathlib.Path(ingot.__file__).parent


def test_a_type_checker_knows_the_surface(tmp_path):
    pytest.importorskip("mypy")
    settings = tmp_path / "mypy.ini"
    # private modules have no stubs; the stubs themselves are checked with the program
    settings.write_text("[mypy]\nstrict = True\n[mypy-ingot._device,ingot._interrupt,ingot._pictures,ingot.task,ingot.tasks.*]\nignore_errors = True\n")
    command = [sys.executable, "-m", "mypy", "--config-file", settings, "--cache-dir", tmp_path / "cache", HERE / "typed.py"]
    done = subprocess.run(command, capture_output=True, text=True, env={"MYPYPATH": str(PACKAGE.parent), "PATH": "/usr/bin:/bin"})
    assert done.returncode == 0, done.stdout + done.stderr


def declared(stub, name):
    """Names that a class of a stub declares, with those of its bases there."""
    found, trees = set(), [ast.parse(stub.read_text()), *(ast.parse((PACKAGE / f"{one}.pyi").read_text()) for one in ("_arrays", "_named", "worlds"))]
    classes = {node.name: node for tree in reversed(trees) for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in classes[name].body:
        target = getattr(node, "target", None)
        found.add(getattr(node, "name", None) or getattr(target, "id", None))
    for base in classes[name].bases:
        title = getattr(base, "id", None)
        if title in classes and title != name:
            found |= declared(stub, title)
    return found


@pytest.mark.parametrize("module, name", [("worlds", "Worlds"), ("worlds", "World"), ("worlds", "Group"), ("_arrays", "Model"), ("_arrays", "Data"), ("gym._env", "VectorEnv"), ("gym._env", "Env")])
def test_stubs_name_all_there_is(module, name):
    stub = PACKAGE / f"{module.replace('.', '/')}.pyi"
    kind = getattr(importlib.import_module(f"ingot.{module}"), name)
    own = {one for base in kind.__mro__ if base.__module__.startswith("ingot") for one in vars(base) if not one.startswith("_")}
    if name == "Worlds":
        own |= set(ingot.worlds._FIXED) | set(ingot.worlds.FIELDS)
    missing = own - declared(stub, name)
    assert not missing, f"{stub.name}: {name} lacks {sorted(missing)}"


@pytest.mark.parametrize("stub", sorted(PACKAGE.rglob("*.pyi")), ids=lambda path: path.name)
def test_no_stub_takes_any_name(stub):
    assert "def __getattr__" not in stub.read_text()
