"""What the child tells its parent, on a stream that the user's code does not see: objects, each after its length."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

from rftheory.conformance.findings import Report

LENGTH = struct.Struct(">Q")


@dataclass(frozen=True)
class Calls:
    """How often the code has returned, and how many draws are made of it (0: not known yet)."""

    made: int
    draws: int


@dataclass(frozen=True)
class Refused:
    """An error of wrong usage, or of the code, in one line; `bug` names one of our own."""

    text: str
    bug: str = ""


Message = Calls | Refused | Report


def send(stream: IO[bytes], message: object) -> None:
    """One message, at once."""
    data = pickle.dumps(message)
    stream.write(LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Iterator[Any]:
    """Messages until the stream ends; one that is cut off is none."""
    while len(head := stream.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        data = stream.read(length)
        if len(data) < length:
            return
        yield pickle.loads(data)
