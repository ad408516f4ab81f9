# SPDX-License-Identifier: Apache-2.0
"""The server's side of WebSocket (RFC 6455), as much as the viewer needs: whole messages, no extensions."""
import base64
import contextlib
import hashlib
import struct
import threading

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_TEXT, _BINARY, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10
_LONGEST = 1 << 20  # bytes of a message that a page may send


def accept_key(key):
    """What the handshake answers to the browser's key."""
    return base64.b64encode(hashlib.sha1(key.encode() + _GUID).digest()).decode()


def encode(code, payload):
    """A frame as a server sends it: whole and unmasked."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", 0x80 | code, size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", 0x80 | code, 126, size)
    else:
        head = struct.pack("!BBQ", 0x80 | code, 127, size)
    return head + payload


class Closed(ConnectionError):
    """The other side is gone."""


class Socket:
    """A connection after its handshake: `read` and `write` are those of the HTTP request."""

    def __init__(self, read, write):
        self._read, self._write, self._lock = read, write, threading.Lock()
        self._closed = False

    def send(self, payload):
        self._send(_BINARY, payload)

    def close(self):
        """Say goodbye, once: either side may begin with it."""
        with self._lock:
            closed, self._closed = self._closed, True
        if not closed:
            with contextlib.suppress(OSError):
                self._write(encode(_CLOSE, b""))

    def _send(self, code, payload):
        with self._lock:
            if self._closed:
                raise Closed("the connection was closed")
            self._write(encode(code, payload))

    def _exactly(self, size):
        data = self._read(size)
        if data is None or len(data) < size:
            raise Closed("the connection was closed")
        return data

    def _frame(self):
        first, second = self._exactly(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack("!H", self._exactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self._exactly(8))
        # a browser masks what it sends; anything else is not one
        if not second & 0x80 or first & 0x70 or size > _LONGEST:
            raise Closed("not a message of a browser")
        mask, data = self._exactly(4), self._exactly(size)
        return bool(first & 0x80), first & 0x0F, bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))

    def receive(self):
        """The next message; pings are answered on the way. Raises Closed at the end."""
        message = b""
        while True:
            last, code, data = self._frame()
            if code == _CLOSE:
                self.close()
                raise Closed("the page was closed")
            if code == _PING:
                self._send(_PONG, data)
            elif code < _CLOSE:
                message += data
                if len(message) > _LONGEST:
                    raise Closed("a message that is too long")
                if last:
                    return message
