"""Mean log-variances of all mechanisms of crt over sets of points: its Figure 2."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.studies.data import public_table
from rftheory.studies.experiments.measurements import ExperimentResult, Measured
from rftheory.studies.regimes import METHODS, regime_study


def variances(
    *,
    regime: str = "normal",
    sigmas: Sequence[float] = (0.1, 0.25, 0.5, 0.75, 1.0),
    length: int = 256,
    pairs: int = 32,
    sets: int = 3,
    seed: int = 0,
) -> ExperimentResult:
    """The mean log-variance of every method of crt over pairs of points, by the exact formulas; d = 64.

    `regime`: normal, sphere, heterogen, or images (scikit-learn's digits in place of mnist). Parameters from averages
    over `length` points a set. Source: crt, 5.1 and 9.10.1, with 1024 points and 5 pairs of sets.
    """
    images = public_table("digits") / 16.0 if regime == "images" else None
    found = []
    for sigma in sigmas:
        study = regime_study(regime, sigma, length=length, sets=sets, most=pairs, images=images, seed=seed)
        for name in METHODS:
            centre, spread = study.means[name], study.deviations[name]
            found.append(Measured(name, float(sigma), centre, centre - spread, centre + spread))
    note = f"{sets} pairs of sets of {length} points; bars are one standard deviation over pairs of points, as in the paper"
    return ExperimentResult(f"Log-variances, {regime}", "sigma", "mean log-variance", note, tuple(found))
