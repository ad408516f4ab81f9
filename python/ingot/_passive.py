# SPDX-License-Identifier: Apache-2.0
"""mujoco.viewer under python -m ingot: the page in the browser in the place of a window of GLFW's.

Where Ingot draws there is no OpenGL, and MuJoCo's own window would stay black. `launch_passive` opens the page that ingot.viewer
serves; `launch` and `launch_from_path` let the page simulate the model by itself until it is closed.
"""
import contextlib
import sys
import time

_PATIENCE = 3.0  # seconds without a page after which it counts as closed: a page that is loaded again comes back sooner


class Handle:
    """As of mujoco.viewer. The page has a camera and options of its own; what only a window can show is accepted and not shown."""

    def __init__(self, shown, model, data):
        import mujoco

        self._shown, self.m, self.d, self._told = shown, model, data, set()
        self._seen, self._last = False, 0.0
        self.cam, self.opt, self.perturb = mujoco.MjvCamera(), mujoco.MjvOption(), mujoco.MjvPerturb()
        self.user_scn = mujoco.MjvScene(model, maxgeom=10000)
        self.viewport = None

    def is_running(self):
        """Until close() is called, or the page that was open is gone."""
        if self._shown.is_running() and self._shown.pages:
            self._seen, self._last = True, time.monotonic()
        elif self._seen and time.monotonic() - self._last > _PATIENCE:
            self.close()
        return self._shown.is_running()

    def sync(self, state_only=False):
        del state_only
        if self.user_scn.ngeom:
            self._tell("user_scn")
        self._shown.sync()

    def lock(self):
        return self._shown.lock()

    def close(self):
        self._shown.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _tell(self, what):
        if what not in self._told:
            self._told.add(what)
            print(f"ingot: the page does not show {what}; MUJOCO_GL=glfw keeps MuJoCo's own window", file=sys.stderr)

    def set_figures(self, *_):
        self._tell("figures")

    def set_texts(self, *_):
        self._tell("texts")

    def set_images(self, *_):
        self._tell("images")

    def clear_figures(self):
        pass

    def clear_texts(self):
        pass

    def clear_images(self):
        pass

    def update_hfield(self, hfieldid):
        del hfieldid
        self._tell("changed height fields")

    def update_mesh(self, meshid):
        del meshid
        self._tell("changed meshes")

    def update_texture(self, texid):
        del texid
        self._tell("changed textures")


def _page(model, data, **how):
    """The page, or one sentence that says what to do."""
    import ingot

    try:
        return (ingot.viewer if data is not None else ingot.view)(model, data, **how)
    except ingot.Error as error:
        raise RuntimeError(f"mujoco.viewer is a page in the browser under python -m ingot: {error}; or set MUJOCO_GL=glfw for MuJoCo's own window") from None


def launch_passive(model, data, *, key_callback=None, show_left_ui=True, show_right_ui=True):
    """Show `data` as it is at each sync(), in the browser."""
    del show_left_ui, show_right_ui
    handle = Handle(_page(model, data), model, data)
    print(f"ingot: the viewer is at {handle._shown.url}", file=sys.stderr)
    if key_callback is not None:
        handle._tell("keys to the program (key_callback)")
    return handle


def launch(model=None, data=None, *, loader=None, show_left_ui=True, show_right_ui=True):
    """The model in a page that simulates it, until that is closed."""
    del show_left_ui, show_right_ui
    if loader is not None:
        model, data = loader()[:2]
    if model is None:
        raise RuntimeError("mujoco.viewer.launch needs a model under python -m ingot, where the viewer is a page: 'ingot view MODEL' shows files")
    handle = Handle(_page(model, None), model, data)
    print(f"ingot: the viewer is at {handle._shown.url}", file=sys.stderr)
    with contextlib.suppress(KeyboardInterrupt):
        while handle.is_running():
            time.sleep(0.1)
    handle.close()


def launch_from_path(path, *, show_left_ui=True, show_right_ui=True):
    import mujoco

    load = mujoco.MjModel.from_binary_path if path.endswith(".mjb") else mujoco.MjModel.from_xml_path
    launch(load(path), show_left_ui=show_left_ui, show_right_ui=show_right_ui)


NAMES = ("Handle", "launch", "launch_from_path", "launch_passive")
