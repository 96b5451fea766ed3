"""The names that the field uses for mechanisms, each with what it stands for and its usual kernel."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rftheory.measured.protocol import Kernel

WAVES = ("trigonometric", "phase")
"""The two forms of random Fourier features: sines with cosines, and cosines with random phases."""


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
)  # fmt: skip
"""Every such name."""


def plain(name: str) -> str:
    """A name in lower case, with dashes for blanks and underscores."""
    return re.sub(r"[\s_]+", "-", name.strip().lower())


def named(name: str) -> FieldName | None:
    """The term of a name, whatever its case and its dashes; None for any other name."""
    return next((known for known in TERMS if plain(name) in (known.name, *known.also)), None)


def stands_for(name: object) -> str:
    """What an error about an unknown mechanism adds where the field knows the name: `favor+ is orthogonal-positive`."""
    found = named(name) if isinstance(name, str) else None
    if found is None:
        return ""
    forms = " or ".join(f"{found.mechanism}-{form}" for form in found.forms) or found.mechanism
    return f"; {found.name} is {forms}{f' of the {found.kernel} kernel' if found.kernel else ''}"
