"""Which runs a sweep makes, and of what code: known before the first of them, so that no result chooses any."""

from __future__ import annotations

import hashlib
import math
import tomllib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.zoo import running
from tests.zoo.specimen import STYLES, Specimen, Style

HOUSE = Path(__file__).parents[2]


@dataclass(frozen=True)
class Run:
    """One specimen in one way of declaring it, with a seed of its own."""

    number: int
    name: str
    style: Style
    seed: int

    @property
    def key(self) -> tuple[int, str, str]:
        """What tells it from every other run of the plan."""
        return self.number, self.name, self.style


def ways(specimen: Specimen) -> tuple[Style, ...]:
    """The ways of declaring it, the fullest first."""
    return tuple(style for style in STYLES if specimen.options(style) is not None)


def plan(chosen: Sequence[Specimen], seeds: int, share: float, root: int) -> tuple[Run, ...]:
    """Every specimen in its fullest way on every seed, in each other way on a share of them, not the same for all."""
    runs = []
    for number in range(seeds):
        for specimen in chosen:
            for place, style in enumerate(ways(specimen)):
                turn = zlib.crc32(f"{specimen.name} {style}".encode())
                if place and not _in_share((number + turn) % seeds, share):
                    continue
                made = np.random.SeedSequence(root, spawn_key=(number, turn)).generate_state(1)[0]
                runs.append(Run(number, specimen.name, style, int(made) % 2**31))
    return tuple(runs)


def _in_share(number: int, share: float) -> bool:
    """Whether the count of seeds that are taken steps up at this one."""
    return math.floor((number + 1) * share + 1e-9) > math.floor(number * share + 1e-9)


def code() -> str:
    """A digest of what `conform` runs, which is what the light package installs, and of the zoo."""
    digest = hashlib.sha256()
    for file in [*conform_files(), *sorted(Path(running.__file__).parent.rglob("*.py"))]:
        digest.update(str(file.relative_to(HOUSE)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def conform_files() -> list[Path]:
    """The modules of the light package, in the whole one."""
    listed = tomllib.loads((HOUSE / "light/pyproject.toml").read_text())
    sources = listed["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    places = [(HOUSE / "light" / source).resolve() for source in sources]
    files = {file for place in places for file in (place.rglob("*.py") if place.is_dir() else [place])}
    return sorted(file for file in files if file.suffix == ".py")
