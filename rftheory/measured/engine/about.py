"""What a file of a run, or of a lifetime of runs, is held against when another run goes on with it."""

from __future__ import annotations

import numpy as np

from rftheory import __version__
from rftheory.context import Context
from rftheory.measured.engine.run import source_digest


def of_a_run(context: Context) -> dict[str, object]:
    """What a checkpoint file is held against when a run goes on with it."""
    return {
        "seed": context.seed,
        "profile": context.profile.name,
        "rftheory": __version__,
        "numpy": np.__version__,
    }


def of_a_lifetime(context: Context) -> dict[str, object]:
    """What the file of a lifetime is held against: all that the budget is split over, and the code that draws."""
    return {
        "seed": context.seed,
        "profile": context.profile.name,
        "rftheory": __version__,
        "alpha": context.alpha,
        "beta": context.beta,
        "tests": context.tests,
        "source": source_digest(("measured", "mechanisms", "studies", "evidence/statistical")),
    }
