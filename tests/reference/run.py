# SPDX-License-Identifier: Apache-2.0
"""Checks against the reference: every test_* function of the test_*.py files here; needs the wheel mujoco==3.5.0.

  build/venv/bin/python tests/reference/run.py [part of a name]
"""
import importlib
import pathlib
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent


def main():
    try:
        import mujoco
    except ImportError:
        print("skipped: the reference (mujoco==3.5.0) is not installed\n0 passed, 0 failed")
        return 0
    if mujoco.__version__ != "3.5.0":
        print(f"skipped: the reference is mujoco {mujoco.__version__}, not 3.5.0\n0 passed, 0 failed")
        return 0
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    passed, failed = 0, 0
    for path in sorted(HERE.glob("test_*.py")):
        module = importlib.import_module(path.stem)
        for name in [n for n in vars(module) if n.startswith("test_") and part in f"{path.stem}.{n}"]:
            start = time.time()
            try:
                note = getattr(module, name)()
                passed += 1
                print(f"ok {path.stem}.{name} ({time.time() - start:.1f} s){': ' + note if note else ''}", flush=True)
            except Exception as error:
                failed += 1
                trace = "" if isinstance(error, AssertionError) else traceback.format_exc()
                print(f"FAILED {path.stem}.{name}: {error}\n{trace}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
