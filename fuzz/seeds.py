"""Seeds of the MJB fuzzer: the small models of tests/reference, saved by the reference.

  build/venv/bin/python fuzz/seeds.py fuzz/corpus/mjb
"""
import pathlib
import sys

import mujoco

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "reference"))
from models import MODELS  # noqa: E402

LARGEST = 24000  # bytes; larger files only slow the fuzzer down

for name, text in MODELS.items():
    model = mujoco.MjModel.from_xml_string(text)
    if mujoco.mj_sizeModel(model) <= LARGEST:
        mujoco.mj_saveModel(model, str(pathlib.Path(sys.argv[1]) / f"{name.replace(' ', '_')}.mjb"), None)
