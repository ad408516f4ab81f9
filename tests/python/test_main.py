# SPDX-License-Identifier: Apache-2.0
"""python -m ingot: programs run on Ingot, and mistakes get a message and a code."""
import ast
import functools
import importlib
import inspect
import os
import pathlib
import subprocess
import sys

import pytest

import ingot

ROOT = pathlib.Path(ingot.__file__).parent
SHOW = "import ingot, mujoco, sys; print(ingot.active(), mujoco.mj_versionString(), sys.argv[1:], mujoco.mjv_defaultOption is not None)"


def run(*arguments, **environment):
    environment = {**os.environ, "PYTHONPATH": str(ROOT.parent), **environment}
    environment.pop("LD_PRELOAD", None)
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment, timeout=120)


def test_script_module_and_text(tmp_path):
    pytest.importorskip("mujoco")
    script = tmp_path / "show.py"
    script.write_text(SHOW + "\nassert __name__ == '__main__'\n")
    for program in ([str(script)], ["-m", "show"], ["-c", SHOW]):
        done = run("-m", "ingot", *program, "a", "--b", PYTHONPATH=f"{ROOT.parent}:{tmp_path}")
        assert done.stdout == "True 3.5.0 ['a', '--b'] True\n", done.stderr
    assert run(str(script)).stdout.startswith("False")


def test_options_of_the_interpreter_and_exit_code_pass_through(tmp_path):
    pytest.importorskip("mujoco")
    done = run("-W", "error", "-m", "ingot", "-c", "import sys; print(sys.warnoptions); sys.exit(7)")
    assert done.returncode == 7 and "error" in done.stdout


def test_children_run_on_ingot_too():
    pytest.importorskip("mujoco")
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SHOW!r}])"
    assert run("-m", "ingot", "-c", child).stdout.startswith("True")


def test_activate_in_a_running_program():
    pytest.importorskip("mujoco")
    text = "import ingot; ingot.activate(); import mujoco; m = mujoco.MjModel.from_xml_string('<mujoco/>'); print(ingot.active(), m.nbody)"
    assert run("-c", text).stdout == "True 1\n"
    done = run("-c", "import mujoco, ingot; ingot.activate()")
    assert "must come before" in done.stderr


@pytest.mark.parametrize(
    "arguments, code, text",
    [
        ([], 2, "usage"),
        (["--help"], 0, "usage"),
        (["--version"], 0, "MuJoCo 3.5.0"),
        (["--library"], 0, "libingot"),
        (["no_such_script.py"], 2, "no such file"),
        (["--nonsense"], 2, "unknown option"),
        (["-m"], 2, "needs a value"),
    ],
)
def test_answers_without_a_program(arguments, code, text):
    done = run("-m", "ingot", *arguments)
    assert done.returncode == code and text in done.stdout + done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("version, text", [(None, "not installed"), ("3.3.1", "3.3.1, 3.5.0 is needed")])
def test_wrong_mujoco_is_a_message(tmp_path, version, text):
    # an importer of metadata that shows another version, or none
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.metadata as md\n"
        f"def version(name, real=md.version):\n"
        f"    if name != 'mujoco': return real(name)\n"
        f"    if {version!r} is None: raise md.PackageNotFoundError(name)\n"
        f"    return {version!r}\n"
        "md.version = version\n"
    )
    done = run("-m", "ingot", "-c", "0", PYTHONPATH=f"{tmp_path}:{ROOT.parent}")
    assert done.returncode == 1 and text in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("pictures", ["", "disable"])
@pytest.mark.parametrize("before", [[], ["-m", "ingot"]])
def test_plugins_are_there_with_every_library(pictures, before):
    text = "import ingot; ingot.load('<mujoco><extension><plugin plugin=\"mujoco.pid\"/></extension></mujoco>'); print('there')"
    if before:
        pytest.importorskip("mujoco")
        text = "import mujoco; " + text
    done = run(*before, "-c", text, MUJOCO_GL=pictures)
    assert done.stdout == "there\n", done.stderr


def test_libraries_are_files():
    assert os.path.isfile(ingot.library) and os.path.basename(ingot.compat_library) == "libmujoco.so.3.5.0"


@pytest.mark.parametrize("stub", sorted(ROOT.rglob("*.pyi")), ids=lambda path: path.name)
def test_stubs_name_what_there_is(stub):
    """Classes, functions, methods and properties of the stubs exist, with the same parameters."""
    path = stub.relative_to(ROOT.parent).with_suffix("")
    if "cluster" in path.parts:
        pytest.importorskip("ray")
    module = importlib.import_module(".".join(path.parts).removesuffix(".__init__"))

    def compare(owner, declared):
        found = inspect.getattr_static(owner, declared.name)
        if any(getattr(decorator, "id", "") == "property" for decorator in declared.decorator_list):
            assert isinstance(found, (property, functools.cached_property)), declared.name
        elif not any(getattr(decorator, "id", "") == "overload" for decorator in declared.decorator_list):
            wanted = [a.arg for a in (*declared.args.args, *declared.args.kwonlyargs)]
            there = inspect.signature(found).parameters.values()
            assert wanted == [p.name for p in there if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)], declared.name

    def public(node):
        return [n for n in node.body if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and not n.name.startswith("_")]

    for node in public(ast.parse(stub.read_text())):
        if isinstance(node, ast.FunctionDef):
            compare(module, node)
            continue
        for method in public(node):
            compare(getattr(module, node.name), method)


def test_stubs_of_arrays_are_those_of_the_headers():
    tool = ROOT.parent.parent / "tools" / "python_tables.py"
    done = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    text = (ROOT / "_arrays.pyi").read_text()
    assert "    body_mass: NDArray[np.float64]  # (nbody,)" in text and "    xpos: NDArray[np.float64]  # (nbody, 3)" in text
    for name in [*ingot._arrays.MODEL_NAMES, *ingot._arrays.DATA_NAMES]:
        assert f"    {name.split('.')[-1]}: " in text, name
