# SPDX-License-Identifier: Apache-2.0
"""Where tests of devices run: on the emulated one (libingot_gpu_host.so of the build), or with INGOT_TEST_DEVICE=cuda on a GPU."""
import os
import pathlib

import pytest

ON_GPU = os.environ.get("INGOT_TEST_DEVICE", "").startswith("cuda")
EMULATOR = pathlib.Path(os.environ.get("INGOT_GPU_EMULATE") or pathlib.Path(__file__).parents[2] / "build" / "libingot_gpu_host.so")


@pytest.fixture(autouse=True)
def device(monkeypatch):
    """For all tests of a module that imports it."""
    if ON_GPU:
        return
    if not EMULATOR.is_file():
        pytest.skip("the kernels were not built: clang and llvm are missing")
    monkeypatch.setenv("INGOT_GPU_EMULATE", str(EMULATOR))
