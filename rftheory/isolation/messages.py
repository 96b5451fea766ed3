"""What parent and child say to each other: pickled objects behind their length, on pipes that are theirs alone."""

from __future__ import annotations

import pickle
from typing import IO, Any

_LENGTH = 8


def send(stream: IO[bytes], message: object) -> None:
    """Write one message."""
    send_pickled(stream, pickle.dumps(message))


def send_pickled(stream: IO[bytes], data: bytes) -> None:
    """Write one message that is pickled already."""
    stream.write(len(data).to_bytes(_LENGTH, "big") + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """The next message; EOFError where the other side is gone."""
    head = stream.read(_LENGTH)
    if len(head) < _LENGTH:
        raise EOFError
    size = int.from_bytes(head, "big")
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return pickle.loads(data)
