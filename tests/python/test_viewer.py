# SPDX-License-Identifier: Apache-2.0
"""ingot.view and ingot.viewer: what the page gets, what comes back from it, and who is turned away. The page itself is
tested in a browser, by viewer/test."""
import base64
import json
import os
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib

import numpy as np
import pytest

import ingot
from ingot import _websocket

mujoco = pytest.importorskip("mujoco")

MODEL = """
<mujoco model="swing">
  <worldbody>
    <body name="arm"><joint name="hinge" axis="0 1 0"/><geom size=".1" pos="0 0 -.5"/></body>
  </worldbody>
  <actuator><motor name="motor" joint="hinge"/></actuator>
</mujoco>"""
STATE = (1 << 14) - 1


@pytest.fixture(autouse=True)
def page(tmp_path, monkeypatch):
    """A page with nothing but the place where the data goes."""
    path = tmp_path / "viewer.html"
    path.write_text("<html><!--ingot:data--></html>")
    monkeypatch.setenv("INGOT_VIEWER", str(path))


class Page:
    """A browser's side of the socket."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((parts.hostname, parts.port), timeout=10)
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET /socket?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\nOrigin: http://{parts.netloc}\r\nUpgrade: websocket\r\n"
        self.socket.sendall(f"{head}Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.stream = self.socket.makefile("rb")
        assert self.stream.readline().split()[1] == b"101"
        headers = {}
        while (line := self.stream.readline().strip()):
            name, _, value = line.decode().partition(": ")
            headers[name] = value
        assert headers["Sec-WebSocket-Accept"] == _websocket.accept_key(key)

    def receive(self):
        first, size = self.stream.read(2)
        if size == 126:
            (size,) = struct.unpack("!H", self.stream.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.stream.read(8))
        return first & 15, self.stream.read(size)

    def state(self):
        code, data = self.receive()
        assert code == 2 and data[:1] == b"S"
        return np.frombuffer(data[8:])

    def send(self, message):
        data, mask = (message if isinstance(message, str) else json.dumps(message)).encode(), os.urandom(4)
        size = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data))
        self.socket.sendall(b"\x81" + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def close(self):
        self.stream.close()
        self.socket.close()


def swing():
    model = mujoco.MjModel.from_xml_string(MODEL)
    return model, mujoco.MjData(model)


def full_state(model, data):
    out = np.empty(mujoco.mj_stateSize(model, STATE))
    mujoco.mj_getState(model, data, out, STATE)
    return out


def sync_until(viewer, done):
    end = time.monotonic() + 10
    while not done() and time.monotonic() < end:
        viewer.sync()
        time.sleep(0.01)
    assert done()


def test_a_page_gets_the_model_and_then_states():
    model, data = swing()
    with ingot.viewer(model, data, open_browser=False) as viewer:
        shown = Page(viewer.url)
        code, bundle = shown.receive()
        head, _, rest = bundle.partition(b"\n")
        head = json.loads(head)
        assert code == 2 and head["main"] == "model.mjb" and len(rest) == head["files"][0]["size"]
        assert (shown.state() == full_state(model, data)).all()
        data.qpos[0] = 0.7
        mujoco.mj_step(model, data)
        time.sleep(0.05)
        viewer.sync()
        assert (shown.state() == full_state(model, data)).all()
        assert viewer.wait(5) and viewer.pages == 1
        shown.close()


def test_what_the_page_moves_acts_at_the_next_sync():
    model, data = swing()
    with ingot.viewer(model, data, open_browser=False) as viewer:
        shown = Page(viewer.url)
        shown.send({"kind": "control", "index": 0, "value": 0.25})
        sync_until(viewer, lambda: data.ctrl[0] == 0.25)
        shown.send({"kind": "force", "body": 1, "force": [0, 0, 5, 0, 0, 0]})
        sync_until(viewer, lambda: data.xfrc_applied[1, 2] == 5)
        shown.send({"kind": "force", "body": 0, "force": []})
        sync_until(viewer, lambda: not data.xfrc_applied.any())
        shown.send({"kind": "option", "name": "gravity", "index": 2, "value": -1})
        sync_until(viewer, lambda: model.opt.gravity[2] == -1)
        # nonsense is left alone
        for message in ({"kind": "control", "index": 99, "value": 1}, {"kind": "control"}, {"kind": "force", "body": 99, "force": [1]}, {}):
            shown.send(message)
        # numbers that json reads as infinite
        for text in ('{"kind": "control", "index": 1e999, "value": 1}', '{"kind": "option", "name": "gravity", "index": -1e999, "value": 1}'):
            shown.send(text)
        shown.send({"kind": "clearControls"})
        sync_until(viewer, lambda: data.ctrl[0] == 0)
        shown.close()


def picture_of(message):
    """(height, width, 3) of a PNG as it is sent."""
    assert message[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", message[16:24])
    start = message.index(b"IDAT")
    (size,) = struct.unpack(">I", message[start - 4 : start])
    rows = np.frombuffer(zlib.decompress(message[start + 4 : start + 4 + size]), np.uint8).reshape(height, 1 + 3 * width)
    return rows[:, 1:].reshape(height, width, 3)


def test_many_worlds_side_by_side():
    worlds = ingot.Worlds(MODEL, 5)
    worlds.qpos[:, 0] = np.linspace(-1, 1, 5)
    with ingot.viewer(worlds, open_browser=False) as viewer:
        page = urllib.request.urlopen(viewer.url).read()
        assert b"WebSocket" in page and b"ingot:data" not in page
        shown = Page(viewer.url)
        viewer.wait(5)
        viewer.sync()
        code, message = shown.receive()
        seen = picture_of(message)
        # three columns of 256 x 192, the last place is empty
        assert code == 2 and seen.shape == (384, 768, 3) and not seen[192:, 512:].any()
        drawn = worlds.render(cameras=[-1], height=192, width=256, quality="fast-shadows")
        for world in range(5):
            top, left = world // 3 * 192, world % 3 * 256
            assert (seen[top : top + 192, left : left + 256] == drawn[world, 0]).all(), world
        worlds.qpos[4] = 0.3
        time.sleep(0.1)
        viewer.sync()
        assert (picture_of(shown.receive()[1])[192:, 256:512] != seen[192:, 256:512]).any()
        shown.close()
    # at most 64, and followed without calls
    many = ingot.Worlds(MODEL, 70)
    viewer = ingot.view(many, open_browser=False)
    shown = Page(viewer.url)
    assert picture_of(shown.receive()[1]).shape == (8 * 72, 8 * 96, 3)
    shown.close()
    viewer.close()


def test_one_of_many_worlds():
    worlds = ingot.Worlds(MODEL, 4)
    worlds.qpos[:, 0] = [0, 0.1, 0.2, 0.3]
    with ingot.viewer(worlds, 3, open_browser=False) as viewer:
        shown = Page(viewer.url)
        shown.receive()
        state = shown.state()
        assert state.size == worlds.state_size() and state[1] == 0.3
        assert (state == worlds.get_state()[3]).all()
        shown.close()


def test_view_follows_by_itself():
    model, data = swing()
    viewer = ingot.view(model, data, open_browser=False)
    shown = Page(viewer.url)
    shown.receive()
    data.time = 3.5
    end = time.monotonic() + 10
    while shown.state()[0] != 3.5:
        assert time.monotonic() < end
    viewer.close()
    assert not viewer.is_running()
    shown.close()


def test_a_model_alone_is_in_the_page():
    viewer = ingot.view(mujoco.MjModel.from_xml_string(MODEL), open_browser=False)
    text = urllib.request.urlopen(viewer.url).read().decode()
    assert '"mode": "export"' in text and 'id="ingot-bundle"' in text
    assert viewer.url in viewer._repr_html_()
    viewer.close()


def test_strangers_are_turned_away():
    model, data = swing()
    with ingot.viewer(model, data, open_browser=False) as viewer:
        parts = urllib.parse.urlsplit(viewer.url)

        def status(path, **headers):
            request = urllib.request.Request(f"http://{parts.netloc}{path}", headers={k.replace("_", "-"): v for k, v in headers.items()})
            try:
                return urllib.request.urlopen(request).status
            except urllib.error.HTTPError as error:
                return error.code

        assert status(f"/?{parts.query}") == 200
        assert status("/") == 403
        assert status("/?token=guess") == 403
        assert status(f"/?{parts.query}", Host="evil.example") == 403
        assert status(f"/?{parts.query}", Origin="http://evil.example") == 403
        assert status(f"/etc/passwd?{parts.query}") == 404


def test_a_missing_page_says_what_to_run(monkeypatch, tmp_path):
    monkeypatch.setenv("INGOT_VIEWER", str(tmp_path / "none.html"))
    with pytest.raises(ingot.Error, match="make viewer"):
        ingot.viewer(*swing(), open_browser=False)


def test_data_is_needed():
    with pytest.raises(ingot.Error, match="needs data"):
        ingot.viewer(MODEL, open_browser=False)
    with pytest.raises(ingot.Error, match="not int"):
        ingot.viewer(MODEL, 3, open_browser=False)


PASSIVE = """
import sys, time
import mujoco, mujoco.viewer
m = mujoco.MjModel.from_xml_string(sys.argv[1])
d = mujoco.MjData(m)
with mujoco.viewer.launch_passive(m, d, show_left_ui=False) as viewer:
    viewer.cam.distance = 3
    viewer.opt.flags[mujoco.mjtVisFlag.mjVIS_CONTACTPOINT] = True
    end = time.monotonic() + 30
    while viewer.is_running() and time.monotonic() < end:
        with viewer.lock():
            mujoco.mj_step(m, d)
        viewer.sync()
        time.sleep(.002)
print("ended after", d.time > 0, viewer.is_running())
"""


def run_passive(**variables):
    environment = {k: v for k, v in os.environ.items() if k not in ("MUJOCO_GL", "DISPLAY", "LD_PRELOAD", "BROWSER")}
    environment.update(BROWSER="true", **variables)
    words = [sys.executable, "-m", "ingot", "-c", PASSIVE, MODEL]
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_launch_passive_is_the_page_under_python_m_ingot():
    program = run_passive()
    line = program.stderr.readline()
    assert line.startswith("ingot: the viewer is at http://127.0.0.1:"), line + program.stderr.read()
    shown = Page(line.split()[-1])
    assert shown.receive()[1].startswith(b'{"main"')
    first = shown.state()[0]
    assert shown.state()[0] > first
    # the loop ends with the page
    shown.close()
    out, _ = program.communicate(timeout=60)
    assert out == "ended after True False\n" and program.returncode == 0


def test_launch_passive_without_a_page_says_what_to_do():
    program = run_passive(INGOT_VIEWER="/no/such/page.html")
    _, told = program.communicate(timeout=60)
    assert program.returncode == 1
    assert "RuntimeError: mujoco.viewer is a page in the browser under python -m ingot: " in told and "make viewer" in told and "MUJOCO_GL=glfw" in told
