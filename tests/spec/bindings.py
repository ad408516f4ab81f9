# SPDX-License-Identifier: Apache-2.0
"""Runs a test module of the mujoco package with this library in front of the package's own.

  python tests/spec/bindings.py build/libingot.so [module] [-k part]

Each test runs in a process of its own, so that a crash counts as one failure. Needs the package mujoco 3.5.0 with absl
and etils, and a library that exports the mjSpec functions.
"""
import argparse
import ast
import importlib.util
import os
import subprocess
import sys


def test_names(path):
  for node in ast.parse(open(path).read()).body:
    if isinstance(node, ast.ClassDef):
      for item in node.body:
        if isinstance(item, ast.FunctionDef) and item.name.startswith('test'):
          yield f'{node.name}.{item.name}'


def reason(text):
  lines = [line for line in text.splitlines() if line.strip()]
  for line in reversed(lines):
    if 'Error' in line or 'rror:' in line:
      return line.strip()[:160]
  return lines[-1][:160] if lines else '?'


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument('library')
  parser.add_argument('module', nargs='?', default='mujoco.specs_test')
  parser.add_argument('-k', default='')
  args = parser.parse_args()
  names = [n for n in test_names(importlib.util.find_spec(args.module).origin) if args.k in n]
  env = dict(os.environ, LD_PRELOAD=os.path.abspath(args.library))
  passed = 0
  for name in names:
    run = subprocess.run([sys.executable, '-m', args.module, name], env=env, capture_output=True, text=True)
    if run.returncode == 0:
      passed += 1
    else:
      print(f'{name}: {reason(run.stdout + run.stderr) if run.returncode > 0 else "signal %d" % -run.returncode}', flush=True)
  print(f'{passed} of {len(names)} passed')
  return passed < len(names)


if __name__ == '__main__':
  sys.exit(main())
