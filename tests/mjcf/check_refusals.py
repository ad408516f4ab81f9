# SPDX-License-Identifier: Apache-2.0
"""Prints the cases of refusals.inc that mujoco==3.5.0 accepts: python check_refusals.py"""
import pathlib
import re

import mujoco

cases = (pathlib.Path(__file__).parent / "refusals.inc").read_text()
for case in re.finditer(r'\{"((?:[^"\\]|\\.)*)",\s*"(?:[^"\\]|\\.)*"\}', cases):
    try:
        mujoco.MjSpec.from_string("<mujoco>" + case.group(1) + "</mujoco>")
        print("accepted:", case.group(1))
    except (ValueError, RuntimeError):
        pass
