# SPDX-License-Identifier: Apache-2.0
"""Pictures and films of many worlds."""
import ctypes
import os
import shutil
import struct
import subprocess
import zlib

import numpy as np

from ingot import _fit
from ingot._library import C, Error, Pictures, ShapeError, Status, as_int, check, did_you_mean

_KINDS = {"rgb": (0, np.uint8, (3,)), "depth": (1, np.float32, ()), "segmentation": (2, np.int32, (2,))}
_QUALITIES = ("match", "fast", "fast-shadows")


class Studio:
    """What drawing worlds at one size needs; kept by the worlds."""

    def __init__(self, handle, height, width):
        self.handle, self.height, self.width = handle, height, width  # the worlds go after the studio
        self.address = ctypes.c_void_p()
        check(C.ingot_studioCreate, handle.address, width, height, ctypes.byref(self.address))

    def __del__(self):
        if C is not None and self.address and not self.handle.foreign():
            C.ingot_studioDelete(self.address)


def picked(count, worlds):
    """A mask and the order of the worlds in it."""
    mask = np.zeros(count, bool)
    if worlds is None:
        mask[:] = True
        return mask, None
    chosen = np.asarray(worlds)
    if chosen.dtype == bool:
        if chosen.shape != (count,):
            raise ShapeError(f"a mask has one bool for each of the {count} worlds, not shape {chosen.shape}")
        return chosen, None
    chosen = np.atleast_1d(chosen)
    if chosen.ndim != 1 or chosen.size and chosen.dtype.kind not in "iu":
        raise ShapeError(f"worlds are chosen by a mask of bools or by a list of indices, not by shape {chosen.shape} of {chosen.dtype}")
    chosen = chosen.astype(np.int64)
    if chosen.size and (chosen.min() < -count or chosen.max() >= count):
        raise Error(f"there are {count} worlds, numbered from 0; not {chosen.tolist()}")
    chosen = chosen % count
    mask[chosen] = True
    # several of the same world are one picture, given out several times
    rank = np.cumsum(mask) - 1
    order = rank[chosen]
    return mask, None if np.array_equal(order, np.arange(mask.sum())) else order


def size_of(size):
    """(height, width) of what may be one number for both."""
    sides = tuple(size) if np.ndim(size) else (size, size)
    if len(sides) != 2:
        raise ShapeError(f"size is (height, width), or one number for both; not {size!r}")
    return tuple(as_int("size", side, 1) for side in sides)


def camera_number(model, camera):
    if camera is None or camera == -1:
        return -1
    if isinstance(camera, str):
        names = [model.name("camera", number) for number in range(model.ncam)]
        if camera not in names:
            raise KeyError(f"camera '{camera}' not found{did_you_mean(camera, names)}")
        return names.index(camera)
    return as_int("camera", camera, -1)


def render(studio, count, model, worlds, camera, kind, out):
    if kind not in _KINDS:
        raise Error(f"kind is one of {', '.join(_KINDS)}, not {kind!r}")
    number, dtype, tail = _KINDS[kind]
    mask, order = picked(count, worlds)
    shape = (int(mask.sum()), studio.height, studio.width, *tail)
    expected = shape if order is None else (len(order), *shape[1:])
    if out is not None and not (isinstance(out, np.ndarray) and out.shape == expected and out.dtype == dtype and out.flags.writeable):
        raise ShapeError(f"out must be a writable array of shape {expected} of {np.dtype(dtype)}")
    direct = out is not None and order is None and out.flags.c_contiguous and out.flags.writeable
    pixels = out if direct else np.empty(shape, dtype)
    bytes_ = np.ascontiguousarray(mask).view(np.uint8)
    # a call on the worlds, which Ctrl-C ends and which waits for other calls on them
    arguments = (studio.address, number, camera_number(model, camera), bytes_.ctypes.data, pixels.ctypes.data)
    status, report = studio.handle.calls(lambda worlds, report: C.ingot_studioShoot(*arguments, report))
    if status != Status.OK:
        raise Error(report.message() or Status(status).name, status)
    if direct:
        return out
    if order is not None:
        pixels = pixels[order]
    if out is None:
        return pixels
    out[...] = pixels
    return out


def _camera_numbers(models, cameras):
    """Numbers of cameras, the same in all models."""
    cameras = [cameras] if isinstance(cameras, str) or np.ndim(cameras) == 0 else list(cameras)
    if not cameras:
        raise Error("cameras is empty: at least one is needed, -1 is the free one")
    numbers = [camera_number(models[0], camera) for camera in cameras]
    for model in models[1:]:
        for camera, number in zip(cameras, numbers):
            if camera_number(model, camera) != number:
                raise Error(f"camera {camera!r} is number {number} in one model of these worlds and {camera_number(model, camera)} in another")
    return np.array(numbers, np.int32)


def _place(name, out, shape, dtype):
    """Where pictures go: an array of the caller's, which may be a tensor on the CPU, or a new one."""
    if out is None:
        return np.zeros(shape, dtype)
    array = np.asarray(out) if isinstance(out, np.ndarray) or hasattr(out, "__array__") else None
    if array is None:
        raise Error(f"out for {name} must be an array, not {type(out).__name__}")
    if array.shape != shape or array.dtype != dtype:
        raise Error(f"out for {name} has shape {array.shape} of {array.dtype}, expected {shape} of {np.dtype(dtype)}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise Error(f"out for {name} must be one writable block of memory, row after row")
    return array


def batch(
    handle, count, models, cameras=(-1,), height=64, width=64, rgb=True, depth=False, segmentation=False, mask=None, quality="match", out=None
):
    """Pictures of all worlds by several cameras: an array (worlds, cameras, height, width, channels), or several by name."""
    wanted = {"rgb": rgb, "depth": depth, "segmentation": segmentation}
    names = [name for name in _KINDS if wanted[name]]
    if not names:
        raise Error("rgb, depth and segmentation are all off: there is nothing to draw")
    if quality not in _QUALITIES:
        raise Error(f"quality is one of {', '.join(_QUALITIES)}, not {quality!r}{did_you_mean(str(quality), _QUALITIES)}")
    height, width, numbers = as_int("height", height, 1), as_int("width", width, 1), _camera_numbers(models, cameras)
    alone = len(names) == 1 and not isinstance(out, dict)
    out = {names[0]: out} if alone and out is not None else out
    if out is not None and (not isinstance(out, dict) or set(out) != set(names)):
        raise Error(f"out is a dict with arrays for {', '.join(names)} when these are drawn")
    arrays = {}
    for name in names:
        _, dtype, tail = _KINDS[name]
        arrays[name] = _place(name, out and out[name], (count, len(numbers), height, width, *(tail or (1,))), dtype)
    places = {name: arrays[name].ctypes.data if name in arrays else None for name in _KINDS}
    pictures = Pictures(width, height, len(numbers), numbers.ctypes.data, _QUALITIES.index(quality), **places)
    chosen = None if mask is None else _fit.worlds(count, mask).view(np.uint8)
    pointer = None if chosen is None else chosen.ctypes.data
    status, report = handle.calls(lambda worlds, report: C.ingot_worldsRender(worlds, ctypes.byref(pictures), pointer, report))
    if status != Status.OK:
        raise Error(report.message() or Status(status).name, status)
    return (out or arrays)[names[0]] if alone else out or arrays


def tiled(pictures, columns):
    """(n, h, w, 3) as one picture of rows and columns."""
    n, height, width, _ = pictures.shape
    rows = -(-n // columns)
    sheet = np.zeros((rows * height, columns * width, 3), np.uint8)
    for i, picture in enumerate(pictures):
        top, left = i // columns * height, i % columns * width
        sheet[top : top + height, left : left + width] = picture
    return sheet


def _chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _png_begin(height, width):
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))


def _png_rows(rgb, effort):
    return zlib.compress(b"".join(b"\0" + row.tobytes() for row in rgb), effort)


def png(rgb, effort=1):
    """A picture as a file in memory."""
    return _png_begin(*rgb.shape[:2]) + _chunk(b"IDAT", _png_rows(rgb, effort)) + _chunk(b"IEND", b"")


class Film:
    """A file of moving pictures: animated PNG by ourselves, everything else through ffmpeg."""

    def __init__(self, path, rate):
        self.path, self.rate, self.frames, self.process, self.count = os.fspath(path), rate, [], None, 0

    def add(self, rgb):
        self.count += 1
        if self.path.lower().endswith((".png", ".apng")):
            self.frames.append((rgb.shape, _png_rows(rgb, 6)))
            return
        if self.process is None:
            if not shutil.which("ffmpeg"):
                raise Error(f"{self.path}: ffmpeg is not installed; a name that ends with .png becomes an animated PNG without it")
            height, width = rgb.shape[:2]
            self.process = subprocess.Popen(
                ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(self.rate)]
                + ["-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", *([] if self.path.endswith(".gif") else ["-pix_fmt", "yuv420p"]), f"file:{self.path}"],
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        try:
            self.process.stdin.write(rgb.tobytes())
        except BrokenPipeError:
            self.close()

    def close(self):
        if self.process is not None:
            process, self.process = self.process, None
            _, said = process.communicate()
            if process.returncode:
                raise Error(f"{self.path}: ffmpeg could not write it: {said.decode(errors='replace').strip()}")
        elif self.frames:
            self._write_apng()

    def _write_apng(self):
        (height, width, _), _ = self.frames[0]
        with open(self.path, "wb") as file:
            file.write(_png_begin(height, width))
            file.write(_chunk(b"acTL", struct.pack(">II", len(self.frames), 0)))
            sequence = 0
            for i, (_, data) in enumerate(self.frames):
                file.write(_chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, width, height, 0, 0, 1, round(self.rate), 0, 0)))
                sequence += 1
                file.write(_chunk(b"fdAT", struct.pack(">I", sequence) + data) if i else _chunk(b"IDAT", data))
                sequence += bool(i)
            file.write(_chunk(b"IEND", b""))
