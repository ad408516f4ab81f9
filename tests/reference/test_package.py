# SPDX-License-Identifier: Apache-2.0
"""The Python package with our library in place of its own: models load, and every array reads the same."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import mujoco

from models import MODELS
from places import COMPAT, PACKAGE

# prints a hash of every array and number of each model and of the inputs of its data; of other arrays of the data, which
# nothing has computed yet, the shape
READER = '''
import hashlib, json, sys
import numpy as np
import mujoco
INPUTS = """qpos qvel act history qacc_warmstart plugin_state ctrl qfrc_applied xfrc_applied eq_active mocap_pos mocap_quat
userdata sensordata tree_asleep""".split()
def digest(thing, names):
    out = {}
    for name in names:
        try:
            value = getattr(thing, name)
        except Exception as error:
            out[name] = type(error).__name__
            continue
        if isinstance(value, np.ndarray):
            out[name] = [list(value.shape), str(value.dtype), '']
            if not isinstance(thing, mujoco.MjData) or name in INPUTS:
                out[name][2] = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()[:16]
        elif isinstance(value, (int, float, bytes)):
            out[name] = repr(value)
    return out
public = lambda t: [n for n in dir(t) if not n.startswith('_') and n not in ('signature', 'contact') and not n.startswith('maxuse')]
result = {}
for path in sys.argv[1:]:
    m = mujoco.MjModel.from_binary_path(path)
    d = mujoco.MjData(m)
    result[path] = [digest(m, public(m)), digest(m.opt, public(m.opt)), digest(m.stat, public(m.stat)), digest(d, public(d))]
print(json.dumps([mujoco.__file__, mujoco.mj_versionString(), result]))
'''


def read(paths, package_root=None):
    env = dict(os.environ)
    if package_root:
        env["PYTHONPATH"] = str(package_root)
    done = subprocess.run([sys.executable, "-c", READER, *paths], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_arrays_of_saved_models():
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "site" / "mujoco"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "mjx", "libmujoco.so*"))
        shutil.copy(COMPAT, copy / "libmujoco.so.3.5.0")
        paths = []
        for i, text in enumerate(MODELS.values()):
            paths.append(str(pathlib.Path(folder) / f"{i}.mjb"))
            mujoco.mj_saveModel(mujoco.MjModel.from_xml_string(text), paths[-1], None)
        theirs, ours = read(paths), read(paths, copy.parent)
        assert ours[0].startswith(str(copy)), ours[0]
        assert ours[1] == theirs[1] == "3.5.0"
        count = 0
        for path, name in zip(paths, MODELS):
            for a, b in zip(theirs[2][path], ours[2][path]):
                wrong = [k for k in a if a[k] != b.get(k)]
                assert a.keys() == b.keys() and not wrong, f"'{name}': {wrong[:10]} {[(a[k], b.get(k)) for k in wrong[:3]]}"
                count += len(a)
        assert len(paths) >= 20
        return f"{len(paths)} models, {count} values"
