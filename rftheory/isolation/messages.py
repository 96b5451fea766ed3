"""What parent and child say to each other: pickled objects behind their length, on pipes that are theirs alone."""

from __future__ import annotations

import pickle
from typing import IO, Any

_LENGTH = 8


def send(stream: IO[bytes], *messages: object) -> None:
    """Write the messages, at once."""
    send_pickled(stream, *(pickle.dumps(message) for message in messages))


def send_pickled(stream: IO[bytes], *messages: bytes) -> None:
    """Write messages that are pickled already, at once."""
    stream.write(b"".join(len(data).to_bytes(_LENGTH, "big") + data for data in messages))
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
