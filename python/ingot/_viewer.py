# SPDX-License-Identifier: Apache-2.0
"""A running simulation in the browser: a page that draws the states it is sent.

    ingot.view(model, data)                    # shows what happens to data from now on
    ingot.view(worlds, 3)                      # one of many worlds
    ingot.view(worlds)                         # up to 64 of them side by side, as pictures
    with ingot.viewer(model, data) as v:       # as mujoco.viewer.launch_passive
        while v.is_running():
            mujoco.mj_step(model, data)
            v.sync()

The server answers this machine only and a page that knows its secret. Controls that are moved in the page and bodies that
are pulled there act on the simulation at the next sync.
"""
import base64
import contextlib
import ctypes
import http.server
import json
import os
import pathlib
import secrets
import socketserver
import threading
import time
import urllib.parse
import webbrowser

import numpy as np

from ingot import _studio, _websocket
from ingot._library import Error, library
from ingot._load import as_model
from ingot.worlds import FIELDS, Worlds

_STATE = (1 << 14) - 1  # mjSTATE_INTEGRATION
_RATE = 60.0  # states a second at most
_TILES = 64  # worlds side by side at most
_MARK = b"<!--ingot:data-->"


def _find_page():
    """The built page: beside the package, in a source tree, or where INGOT_VIEWER says."""
    package = pathlib.Path(__file__).resolve().parent
    places = [package / "viewer.html", package.parent.parent / "build" / "viewer" / "viewer.html"]
    if os.environ.get("INGOT_VIEWER"):
        places = [pathlib.Path(os.environ["INGOT_VIEWER"])]
    for place in places:
        if place.is_file():
            return place.read_bytes()
    raise Error(f"the viewer's page is not built: run 'make viewer' (looked for {', '.join(map(str, places))})")


def _engine():
    """Functions that read models and data of either package by their address: the memory is laid out alike."""
    engine = ctypes.CDLL(library)
    pointer, integer = ctypes.c_void_p, ctypes.c_int
    for name, result, arguments in (
        ("mj_sizeModel", ctypes.c_int64, [pointer]),
        ("mj_saveModel", None, [pointer, ctypes.c_char_p, pointer, integer]),
        ("mj_stateSize", integer, [pointer, integer]),
        ("mj_getState", None, [pointer, pointer, pointer, integer]),
    ):
        function = getattr(engine, name)
        function.restype, function.argtypes = result, arguments
    return engine


def _model_bytes(engine, address):
    size = engine.mj_sizeModel(address)
    buffer = ctypes.create_string_buffer(size)
    engine.mj_saveModel(address, None, buffer, size)
    return buffer.raw


def _bundle(model):
    """The model as the page takes it: a line of JSON, then the file."""
    head = {"main": "model.mjb", "files": [{"name": "model.mjb", "size": len(model)}], "states": 0}
    return json.dumps(head).encode() + b"\n" + model


def _state_message(state):
    return b"S" + bytes(7) + state.astype("<f8").tobytes()


class _DataSource:
    """The state of a model and data of this package or of mujoco's."""

    def __init__(self, engine, model, data):
        self.engine, self.model, self.data = engine, model, data
        self.address, self.owner = as_model(model)
        if not hasattr(data, "_address"):
            raise Error(f"data is an ingot.Data or mujoco.MjData, not {type(data).__name__}")
        self.size = engine.mj_stateSize(self.address, _STATE)

    def message(self):
        out = np.empty(self.size)
        self.engine.mj_getState(self.address, self.data._address, out.ctypes.data, _STATE)
        return _state_message(out)

    def array(self, name):
        return getattr(self.data, name)

    def option(self, name, index, value):
        current = getattr(self.model.opt, name)
        if np.ndim(current):
            current[index] = value
        else:
            setattr(self.model.opt, name, type(current)(value))


class _WorldSource:
    """The state of one of many worlds: its fields are in the order of a state vector."""

    def __init__(self, worlds, index):
        self.worlds, self.world = worlds, worlds[index]
        self.address = worlds.model(self.world.index)._address

    def message(self):
        return _state_message(np.concatenate([np.ravel(getattr(self.world, name)) for name in FIELDS if name != "sensordata"]))

    def array(self, name):
        value = getattr(self.world, name)
        return value.reshape(-1, 6) if name == "xfrc_applied" else value

    def option(self, name, index, value):
        raise Error("options of worlds are changed by Worlds.set_parameter")


class _TilesSource:
    """Pictures of many worlds side by side: nothing in them can be moved."""

    rate = 15.0  # pictures a second at most

    def __init__(self, worlds):
        self.worlds, self.count = worlds, min(len(worlds), _TILES)
        self.mask = np.arange(len(worlds)) < self.count
        self.columns = int(np.ceil(np.sqrt(self.count)))
        self.side = max(96, 768 // self.columns)

    def message(self):
        drawn = self.worlds.render(cameras=[-1], height=self.side * 3 // 4, width=self.side, quality="fast-shadows", mask=self.mask)
        return _studio.png(_studio.tiled(drawn[: self.count, 0], self.columns))

    def array(self, name):
        raise Error(f"{name} of worlds is not moved by a picture")


class Viewer:
    """A page that shows a simulation. `url` is where it is; `sync` sends the state there."""

    def __init__(self, source, bundle, port=0, live=True, page=None):
        self._source, self._bundle, self._live = source, bundle, live
        self._page, self._token = page or _find_page(), secrets.token_urlsafe(18)
        self._changed = threading.Condition()
        self._state, self._number, self._inputs, self._pushed = None, 0, [], None
        self._clients, self._closed, self._sent = 0, False, 0.0
        self._lock = threading.RLock()
        self._server = _Server(("127.0.0.1", port), _Handler, self)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/?token={self._token}"

    # what people use -----------------------------------------------------------------------------------------------------

    def sync(self):
        """Take over what was moved in the page, and show the state of now; cheap when it comes often."""
        if self._closed or self._source is None:
            return
        with self._lock:
            self._apply()
            now = time.monotonic()
            if now - self._sent < 1 / getattr(self._source, "rate", _RATE):
                return
            self._sent = now
            message = self._source.message()
        with self._changed:
            self._state, self._number = message, self._number + 1
            self._changed.notify_all()

    def is_running(self):
        return not self._closed

    @property
    def pages(self):
        """How many pages show it."""
        return self._clients

    def wait(self, timeout=30.0):
        """Until a page shows it; False when none came."""
        end = time.monotonic() + timeout
        while self._clients == 0 and time.monotonic() < end and not self._closed:
            time.sleep(0.02)
        return self._clients > 0

    @contextlib.contextmanager
    def lock(self):
        """Nothing is read or changed by the viewer inside of it."""
        with self._lock:
            yield

    def close(self):
        if self._closed:
            return
        self._closed = True
        with self._changed:
            self._changed.notify_all()
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _repr_html_(self):
        return f'<iframe src="{self.url}" style="width: 100%; height: 520px; border: 0; border-radius: 10px" title="Ingot"></iframe>'

    def __repr__(self):
        return f"<ingot.Viewer {self.url}>"

    # what the page moved ---------------------------------------------------------------------------------------------------

    def _hear(self, message):
        with self._changed:
            self._inputs.append(message)
            del self._inputs[:-1000]

    def _apply(self):
        with self._changed:
            inputs, self._inputs = self._inputs, []
        for message in inputs:
            try:
                self._take(message)
            except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, Error):
                continue  # a page may say what it likes

    def _take(self, message):
        kind = message["kind"]
        if kind == "control":
            self._source.array("ctrl")[int(message["index"])] = float(message["value"])
        elif kind == "clearControls":
            self._source.array("ctrl")[:] = 0
        elif kind == "equality":
            self._source.array("eq_active")[int(message["index"])] = bool(message["active"])
        elif kind == "option":
            self._source.option(str(message["name"]), int(message["index"]), float(message["value"]))
        elif kind == "force":
            forces, body = self._source.array("xfrc_applied"), int(message["body"])
            if self._pushed is not None:
                forces[self._pushed] = 0
            self._pushed = body if body > 0 else None
            if body > 0:
                forces[body] = np.asarray(message["force"], float)

    # the page ----------------------------------------------------------------------------------------------------------------

    def _html(self):
        config = {"mode": "live" if self._live else "export", "token": self._token, "play": not self._live}
        data = b'<script id="ingot-config" type="application/json">' + json.dumps(config).encode() + b"</script>\n"
        if not self._live:
            data += b'<script id="ingot-bundle" type="text/plain">' + base64.b64encode(self._bundle) + b"</script>\n"
        return self._page.replace(_MARK, data, 1)

    def _serve(self, socket):
        """States to one page, the newest each time; what it sends is heard on the side."""
        if self._bundle:
            socket.send(self._bundle)
        threading.Thread(target=self._listen, args=(socket,), daemon=True).start()
        seen = 0
        with self._changed:
            self._clients += 1
        try:
            while not self._closed:
                with self._changed:
                    self._changed.wait_for(lambda: self._closed or self._number != seen, timeout=1.0)
                    state, seen_now = self._state, self._number
                if state is not None and seen_now != seen:
                    seen = seen_now
                    socket.send(state)
        except OSError:
            pass
        finally:
            with self._changed:
                self._clients -= 1
            socket.close()

    def _listen(self, socket):
        try:
            while not self._closed:
                message = json.loads(socket.receive())
                if isinstance(message, dict):
                    self._hear(message)
        except (OSError, ValueError, RecursionError):
            pass


class _Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, address, handler, viewer):
        super().__init__(address, handler)
        self.viewer = viewer

    def handle_error(self, request, client_address):
        """A page that goes away is no error."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        """Silence."""

    def _refused(self, token):
        """Other names for this machine, other origins and pages without the secret get nothing."""
        port = self.server.server_address[1]
        hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        if host not in hosts or (origin is not None and origin.removeprefix("http://") not in hosts):
            return True
        return not secrets.compare_digest(token, self.server.viewer._token)

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        token = urllib.parse.parse_qs(url.query).get("token", [""])[0]
        if self._refused(token):
            return self._answer(403, "text/plain; charset=utf-8", b"not for this page\n")
        if url.path == "/":
            return self._answer(200, "text/html; charset=utf-8", self.server.viewer._html())
        if url.path == "/socket" and self.headers.get("Upgrade", "").lower() == "websocket":
            return self._upgrade()
        return self._answer(404, "text/plain; charset=utf-8", b"there is nothing here\n")

    def _answer(self, status, kind, body):
        self.send_response(status)
        for name, value in (
            ("Content-Type", kind),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            # a notebook of this machine, or of an editor, may have the page in a frame
            ("Content-Security-Policy", "frame-ancestors 'self' http://127.0.0.1:* http://localhost:* vscode-webview:"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _upgrade(self):
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", _websocket.accept_key(self.headers.get("Sec-WebSocket-Key", "")))
        self.end_headers()
        self.close_connection = True
        self.server.viewer._serve(_websocket.Socket(self.rfile.read, self.wfile.write))


def _in_notebook():
    try:
        return get_ipython().has_trait("kernel")  # noqa: F821, a name of IPython's
    except (NameError, AttributeError):
        return False


def _open(viewer, wanted):
    if wanted is None:
        wanted = not _in_notebook()
    if wanted:
        webbrowser.open(viewer.url)
    return viewer


# shows the pictures that come
_TILES_PAGE = b"""<!doctype html><meta charset="utf-8"><title>Ingot</title>
<style>html, body { margin: 0; height: 100%; background: #14181d } canvas { display: block; width: 100%; height: 100%; object-fit: contain }</style>
<canvas id="worlds" width="0" height="0"></canvas><script>
const shown = document.getElementById("worlds"), pen = shown.getContext("2d");
const socket = new WebSocket(`ws://${location.host}/socket${location.search}`);
socket.onmessage = async ({ data }) => {
  const picture = await createImageBitmap(new Blob([data], { type: "image/png" }));
  if (shown.width !== picture.width) shown.width = picture.width;
  if (shown.height !== picture.height) shown.height = picture.height;
  pen.drawImage(picture, 0, 0);
};
socket.onclose = () => { document.title = "Ingot (ended)"; };
</script>
"""


def _source_of(model, data):
    engine = _engine()
    if isinstance(model, Worlds):
        source = _WorldSource(model, 0 if data is None else data)
        return source, _bundle(_model_bytes(engine, source.address))
    if data is not None:
        source = _DataSource(engine, model, data)
        return source, _bundle(_model_bytes(engine, source.address))
    address, owner = as_model(model)
    bundle = _bundle(_model_bytes(engine, address))
    del owner
    return None, bundle


def _tiles(model, data, port):
    """Worlds side by side; None where there is one, or one was chosen."""
    if not isinstance(model, Worlds) or data is not None or len(model) < 2:
        return None
    return Viewer(_TilesSource(model), b"", port, page=_TILES_PAGE)


def viewer(model, data=None, *, port=0, open_browser=None):
    """A Viewer of a model and its data, of worlds and the index of one, or of worlds side by side; it shows the state at each `sync`."""
    tiles = _tiles(model, data, port)
    if tiles:
        return _open(tiles, open_browser)
    source, bundle = _source_of(model, data)
    if source is None:
        raise Error("viewer() needs data to show; view(model) lets the page simulate the model itself")
    shown = _open(Viewer(source, bundle, port), open_browser)
    shown.sync()
    return shown


def view(model, data=None, *, port=0, open_browser=None):
    """Show a simulation from now on, without calls to `sync`; a model alone is simulated in the page itself.

    Close it with `close()`. Steps that run meanwhile are not waited for: what is drawn may be in the middle of one.
    """
    tiles = _tiles(model, data, port)
    source, bundle = (tiles, b"") if tiles else _source_of(model, data)
    shown = tiles or Viewer(source, bundle, port, live=source is not None)
    if source is not None:
        threading.Thread(target=_follow, args=(shown,), daemon=True).start()
    return _open(shown, open_browser)


def _follow(shown):
    while shown.is_running():
        # pictures are drawn for those who look
        if shown.pages or not isinstance(shown._source, _TilesSource):
            shown.sync()
        time.sleep(1 / _RATE)
