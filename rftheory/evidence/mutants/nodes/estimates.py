"""Estimates: the estimate that a claim names, by the mechanisms of the shelf, drawn from nets."""

from __future__ import annotations

import cmath
import math
from typing import Any

import numpy as np

from rftheory.claims import Estimate
from rftheory.errors import DomainError
from rftheory.evidence.mutants.nodes.frames import cosines_of, frame_of, pairs_of
from rftheory.evidence.mutants.nodes.laws import sampled
from rftheory.evidence.mutants.nodes.place import NoValue, Realised
from rftheory.measured.engine.nets import Nets
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.discrete import Discrete
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.laws import GeometricLaw, PoissonLaw
from rftheory.measured.rowmaps.protocol import AbstractRowMap
from rftheory.mechanisms._shelf import feature_maps, hybrids
from rftheory.mechanisms.complex_exponential import complex_exponential
from rftheory.mechanisms.gaussian_hybrid import gaussian_hybrid
from rftheory.moments.pairs import kernel_value
from rftheory.moments.tuning import optimal_positive

_OF_Z = "g(w.z, |w|)"
_INSTANCES = {"any features": "positive", "any f": "positive"}
"""A map for any map; g(w.z, |w|), of any g with nonnegative coefficients, is e^(w.z)."""


def kernel_of(estimate: Estimate, place: Realised) -> Kernel:
    """The kernel that is estimated: the claim's, or the place's where it leaves that open."""
    if estimate.kernel in ("gaussian", "Gaussian"):
        return "gaussian"
    if estimate.kernel in ("softmax", "SMREG"):
        return "softmax"
    return place.kernel


def pair_of(estimate: Estimate, place: Realised) -> tuple[Floats, Floats]:
    """The points that the estimate is at."""
    at, _, end = str(estimate.args[3]).partition("; ")
    x, y = place.pair
    if end in ("theta = 0", "theta = pi"):
        y = (1 if end == "theta = 0" else -1) * x * (float(np.linalg.norm(y)) / float(np.linalg.norm(x)))
    sigma = place.number("sigma").real if "sigma" in at else 1.0
    known = {
        "x, y": (x, y),
        "x_i, x_j": (x, y),
        "r_i, r_j": (x, y),
        "theta = 0": (x, x),
        "theta = 0 or pi": (x, x),
        "theta = pi": (x, -x),
        "sigma x, sigma y": (sigma * x, sigma * y),
        "sigma x, -sigma x": (sigma * x, -sigma * x),
        "x, -x": (x, -x),
        "z": (x, y),
    }
    if at not in known:
        raise NoValue(f"no pair {at!r} is known")
    return known[at]


def target(estimate: Estimate, place: Realised) -> float | None:
    """The kernel at the pair; None where the estimate's own mean is what it is held against."""
    x, y = pair_of(estimate, place)
    if estimate.kernel == "angular":
        cosine = float(x @ y) / float(np.linalg.norm(x) * np.linalg.norm(y))
        return 1.0 - 2.0 * math.acos(cosine) / math.pi
    if estimate.kernel == "SMREG":
        return None
    return kernel_value(kernel_of(estimate, place), x, y)


def estimates(estimate: Estimate, sizes: tuple[int, ...], place: Realised, nets: Nets) -> Floats:
    """Draws of the estimate, (draws,)."""
    if estimate.features == _OF_Z:
        return of_rows(estimate, sampled(estimate.coupling, place.d, sizes[0], nets), place)
    x, y = pair_of(estimate, place)
    kernel, name = kernel_of(estimate, place), _INSTANCES.get(estimate.features, estimate.features)
    if name in feature_maps():
        return of_rows(estimate, sampled(estimate.coupling, place.d, sizes[0], nets), place)
    hybrid = _hybrid(estimate, place)
    if hybrid is not None:
        m, n = (*sizes, 1)[:2]
        found = hybrid.estimate(x, y, hybrid.sample(len(x), m, n, rng=nets, size=nets.draws))
        if estimate.features.endswith("imaginary part"):
            found = np.imag(found)
        if kernel == "gaussian":
            found = found * math.exp(-float(x @ x + y @ y) / 2.0)
        return np.asarray(found)
    row_map = _row_map(name, place, x, y)
    if isinstance(row_map, Discrete):
        rows = row_map.sample(len(x), sizes[0], rng=nets, n=nets.draws)
    else:
        rows = sampled(estimate.coupling, len(x), sizes[0], nets)
    return np.asarray(row_map.estimate(rows, x, y, kernel=kernel))


def of_rows(estimate: Estimate, rows: Floats, place: Realised) -> Floats:
    """The estimate from given rows (draws, rows, d) through a projected feature map: (draws,); NoValue for others."""
    if estimate.features == _OF_Z:
        return np.asarray(np.mean(np.exp(rows @ place.vectors["z"]), axis=-1))
    x, y = pair_of(estimate, place)
    kernel, name = kernel_of(estimate, place), _INSTANCES.get(estimate.features, estimate.features)
    if name not in feature_maps():
        raise NoValue(f"no projected features {name!r}")
    features = feature_maps()[name]
    if estimate.kernel != "angular" and kernel not in features.kernels:
        kernel = features.kernels[0]
    chosen = None if estimate.kernel == "angular" else kernel
    return np.asarray(features.estimate(rows @ x, rows @ y, float(x @ x), float(y @ y), kernel=chosen))


def frame_error(estimate: Estimate, rows: int, place: Realised, nets: Nets) -> Floats:
    """Draws, (draws,), of which the mean is the square error of an estimate from a frame, turned at random.

    Independent rows are a frame without other cosines; of a family that has all frames, more rows than one block has
    are taken independent.
    """
    frame, aim = frame_of(estimate.coupling), target(estimate, place)
    if aim is None:
        raise NoValue("an error without a target")
    cosines = {} if frame is None else cosines_of(frame, rows, place.d)
    found = np.zeros(nets.draws)
    for (cosine, count), pair in zip(
        [(1.0, 1), *cosines.items()], pairs_of([1.0, *cosines], place, nets), strict=True
    ):
        one, other = (of_rows(estimate, pair[:, (k,)], place) - aim for k in (0, 0 if cosine == 1.0 else 1))
        found = found + count * one * other
    if estimate.coupling == "iid":
        found = found + (rows - 1) * np.mean(one) ** 2
    return found / rows


def refusal(estimate: Estimate, place: Realised) -> str:
    """Why the shelf has no such hybrid or map at the parameters of the place; empty where it has, or none of this name."""
    try:
        if _hybrid(estimate, place) is None:
            _row_map(_INSTANCES.get(estimate.features, estimate.features), place, *pair_of(estimate, place))
    except DomainError as error:
        return f"no such {estimate.features}: {error}"
    except NoValue:
        return ""
    return ""


def _hybrid(estimate: Estimate, place: Realised) -> AbstractHybrid | None:
    """The hybrid of that name at the parameters of the place."""
    name, shared = estimate.features.removesuffix("-shared"), estimate.features.endswith("-shared")
    if name.startswith("complex-exponential"):
        letter = str(estimate.args[3]).partition("; ")[2] or "A"
        return complex_exponential(
            _matrix(letter, place), antithetic="antithetic" in name, real=name.endswith("real")
        )
    if name == "gaussian-hybrid":
        return gaussian_hybrid(place.number("sigma").real, rho=place.number("rho").real, shared=shared)
    return hybrids().get(estimate.features)


def _matrix(letter: str, place: Realised) -> Any:
    """A matrix parameter given by its real and imaginary parts, by rows."""
    parts = [place.point.get(f"{letter}_{part}") for part in ("re", "im")]
    if any(not isinstance(part, tuple) for part in parts):
        raise NoValue(f"no matrix {letter}")
    real, imaginary = (np.array([[float(e) for e in row] for row in part]) for part in parts)  # type: ignore[union-attr]
    return real + 1j * imaginary


def _row_map(name: str, place: Realised, x: Floats, y: Floats) -> AbstractRowMap:
    """The map of whole rows of that name at the parameters of the place."""
    known = place.numbers
    if name == "oprf":
        return optimal_positive(float((x + y) @ (x + y)), len(x))
    if name.startswith("gerf"):
        negative = name.endswith("negative") or known.get("s", 1) == -1
        return GeneralisedExponential(complex(place.number("A")), -1 if negative else 1)
    rate = known.get("lam", known.get("lambda"))
    if name.startswith("poisson") and rate is not None:
        return Discrete(PoissonLaw((rate.real,)), "poisson")
    if name.startswith("geometric") and "p" in known:
        return Discrete(GeometricLaw((known["p"].real,)), "geometric")
    raise NoValue(f"no estimate by {name!r} on the shelf")


def product_of_features(a: complex, s: int, rows: Floats, place: Realised) -> Floats:
    """f1(w, x) f2(w, y) of the generalised exponential map for the Gaussian kernel: rows (draws, d) to (draws,)."""
    x, y = place.pair
    slope = cmath.sqrt(s * (1.0 - 4.0 * a))
    factor = (1.0 - 4.0 * a) ** (len(x) / 2.0)
    exponent = (
        2.0 * a * np.vecdot(rows, rows) + slope * (rows @ (x + s * y)) - (s + 1) / 2.0 * float(x @ x + y @ y)
    )
    return np.asarray(factor * np.exp(exponent))
