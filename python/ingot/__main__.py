# SPDX-License-Identifier: Apache-2.0
"""python -m ingot: run a MuJoCo program on Ingot."""
import os
import sys

HELP = """usage: python -m ingot [option] (script.py | -m module | -c text) [argument ...]

Run a Python program that uses MuJoCo 3.5.0, unchanged, on Ingot. Arguments of the
interpreter go before -m ingot. Programs that it starts use Ingot as well.

  --library   print the path of the library and end
  --version   print the version and end
  -h, --help  print this and end

example: python -m ingot train.py --env Humanoid-v5"""


def fail(text, code=1):
    print(f"ingot: {text}", file=sys.stderr)
    sys.exit(code)


def check_program(arguments):
    """The interpreter reports a missing script too, but after the engine was started."""
    if arguments[0] in ("-m", "-c"):
        if len(arguments) < 2:
            fail(f"{arguments[0]} needs a value", 2)
    elif arguments[0].startswith("-"):
        fail(f"unknown option {arguments[0]}; see python -m ingot --help", 2)
    elif not os.path.exists(arguments[0]):
        fail(f"{arguments[0]}: no such file", 2)


def interpreter_options():
    """What stood between the interpreter and -m ingot."""
    original = sys.orig_argv[1:]
    for place in range(len(original)):
        if original[place : place + 2] == ["-m", "ingot"] or original[place] == "-mingot":
            return original[:place]
    return []


def main():
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(HELP, file=sys.stdout if arguments else sys.stderr)
        sys.exit(0 if arguments else 2)
    try:
        import ingot
        from ingot._library import MUJOCO_VERSION, guard_library, library, mujoco_problem
        from ingot._pictures import site_folder
    except (ImportError, OSError) as error:
        fail(error)
    if arguments[0] == "--version":
        print(f"ingot {ingot.__version__} (MuJoCo {MUJOCO_VERSION})")
        return
    if arguments[0] == "--library":
        print(ingot.library)
        return
    check_program(arguments)
    problem = mujoco_problem()
    if problem:
        fail(problem)

    # the loader takes every function that Ingot has from it, pictures too unless MUJOCO_GL is set; the guard refuses
    # other versions of mujoco, which a program that this one starts may have
    before = os.environ.get("LD_PRELOAD", "").replace(" ", ":").split(":")
    ours = [path for path in (guard_library, library) if path not in before]
    os.environ["LD_PRELOAD"] = ":".join(filter(None, ours + before))
    # interpreters find the contexts that need no OpenGL
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if site_folder() not in paths:
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [site_folder(), *paths]))
    sys.stdout.flush()
    try:
        os.execv(sys.executable, [sys.executable, *interpreter_options(), *arguments])
    except OSError as error:
        fail(f"{sys.executable}: {error.strerror}")


if __name__ == "__main__":
    main()
