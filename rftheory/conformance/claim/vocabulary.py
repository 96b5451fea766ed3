"""The names that the field uses for mechanisms, each with what it stands for and its usual kernel."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from rftheory.errors import InputError, UnknownIdError
from rftheory.measured.protocol import Kernel
from rftheory.moments.row_maps import COUNTS

WAVES = ("trigonometric", "phase")
"""The two forms of random Fourier features: sines with cosines, and cosines with random phases."""
COMMON = frozenset(
    [
        "random",
        "features",
        "feature",
        "the",
        "of",
        "in",
        "with",
        "a",
        "an",
        "and",
        "for",
        "on",
        "projections",
        "estimator",
    ]
)


@dataclass(frozen=True)
class FieldName:
    """A name of the field: a mechanism of the shelf (`forms`: with one of several maps), its kernel, what it means."""

    name: str
    mechanism: str
    kernel: Kernel | None
    meaning: str
    also: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


TERMS = (
    FieldName("rff", "iid", "gaussian", "random Fourier features, sin/cos or cos(w.x + b) (Rahimi, Recht 2007)",
         ("rbf", "rks", "random-fourier-features", "random-kitchen-sinks", "rbf-sampler", "rbfsampler"), WAVES),
    FieldName("orf", "orthogonal", "gaussian", "orthogonal random features, chi_d norms (Yu et al. 2016)",
         ("orthogonal-random-features",), WAVES),
    FieldName("orf'", "orthogonal-fixed-norm", "gaussian", "orthogonal random features, all norms sqrt(d) (Yu et al. 2016)",
         ("orf-prime", "orf-fixed"), WAVES),
    FieldName("sorf", "hd3", "gaussian", "structured orthogonal random features sqrt(d) HDHDHD, Hadamard (Yu et al. 2016)",
         ("structured-orthogonal-random-features",), WAVES),
    FieldName("rfa", "iid", "gaussian", "random feature attention, Fourier features (Peng et al. 2021)",
         ("random-feature-attention",), WAVES),
    FieldName("favor", "orthogonal-trigonometric", "softmax", "attention by orthogonal Fourier features, the first Performer"),
    FieldName("favor+", "orthogonal-positive", "softmax", "Performer attention by positive orthogonal random features "
         "(Choromanski et al. 2021)", ("performer", "favorplus", "favor-plus", "fast-attention-softmax")),
    FieldName("favor+-hyperbolic", "orthogonal-hyperbolic", "softmax", "Performer features exp(w.x), exp(-w.x)",
         ("performer-hyperbolic", "hyprf", "hyp+")),
    FieldName("favor+-relu", "orthogonal-relu", None, "Performer with ReLU features, a kernel of its own",
         ("performer-relu",)),
    FieldName("favor++", "orthogonal-oprf", "softmax", "optimal positive random features, orthogonal (Likhosherstov et al. 2022)",
         ("favorplusplus", "favor-plus-plus", "crt")),
    FieldName("prf", "iid-positive", "softmax", "positive random features of independent projections",
         ("positive-random-features", "softmax-positive")),
    FieldName("simrf", "simplex-positive", "softmax", "simplex random features (Reid et al. 2023)",
         ("simrfs", "simplex-random-features")),
    FieldName("simrf+", "simplex-plus-positive", "softmax", "weight-dependent simplex random features (Reid et al. 2023)",
         ("simrfs+", "simrf-plus")),
    FieldName("fast-simrf", "hadamard-simplex-positive", "softmax", "simplex random features by Hadamard products"),
    FieldName("hrf", "angular-hybrid", "softmax", "hybrid random features, angular (Choromanski et al. 2022)",
         ("hrf-a", "hybrid-random-features")),
    FieldName("hrf-g", "gaussian-hybrid", "softmax", "hybrid random features with a Gaussian lambda"),
    FieldName("count-sketch", "identity", None, "x.y by signed coordinates summed in buckets (Charikar et al. 2002)",
         ("countsketch", "feature-hashing", "hashing-trick")),
    FieldName("elu+1-attention", "orthogonal-elu+1", None, "linear transformer features, a kernel of its own",
         ("linear-transformer",)),
)  # fmt: skip
"""Every such name."""

STRANGERS = {
    ("fastfood",): "rows S H G P H B are no mechanism whose moments are known here",
    ("qmc", "halton", "sobol", "quasi-monte-carlo"): "points of low discrepancy are no independent draws",
    ("nystroem", "nystrom"): "landmarks of the data are no random features",
    (
        "tensor-sketch",
        "tensorsketch",
        "polynomial-sketch",
    ): "sketches of polynomials are not known here",
    (
        "favor#",
        "sharp",
        "derf",
        "saderf",
        "dense-exponential",
    ): "dense exponential features are declared as dense, with their A or Sigma as a parameter",
    ("matern", "laplace", "cauchy"): "this is a kernel: see --kernel",
}
"""Names that are understood and not held against anything, and why."""


def term(name: str | None) -> FieldName | None:
    """The term of a name, whatever its case and its dashes; None for any other name.

    InputError for a name that is understood and not known here.
    """
    if name is None:
        return None
    plain = re.sub(r"[\s_]+", "-", name.strip().lower())
    for known in TERMS:
        if plain in (known.name, *known.also):
            return known
    for names, why in STRANGERS.items():
        if plain in names:
            raise InputError(
                f"{name}: {why}; allowed: no --mechanism, so that what the code is gets recognised, or one of "
                "`rftheory conform --list`"
            )
    return None


def unknown(mechanism: str, names: Iterable[str]) -> UnknownIdError:
    """The error for a name that nothing has: the nearest names by spelling and by meaning."""
    known = [*(name for found in TERMS for name in (found.name, *found.also)), *names]
    near = difflib.get_close_matches(mechanism.lower(), known, 4)
    return UnknownIdError(mechanism, tuple(dict.fromkeys((*_meant(mechanism), *near)))[:5], what="mechanism")


def _meant(mechanism: str) -> list[str]:
    """Terms whose meaning shares a word with the name."""
    asked = _words(mechanism)
    shared = [
        (len(asked & _words(f"{found.name} {found.meaning} {' '.join(found.also)}")), found)
        for found in TERMS
    ]
    most = max(count for count, _ in shared)
    return [found.name for count, found in shared if count == most][:3] if most else []


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", text.lower())) - COMMON


def needed(name: str) -> str:
    """The parameters that a mechanism needs, as --list prints them."""
    base = name.removesuffix("-positive")
    if name in COUNTS:
        return {"poisson": "lam", "geometric": "p", "discrete": "masses"}[base]
    return "A (optional)" if "oprf" in name or "gerf" in name else ""
