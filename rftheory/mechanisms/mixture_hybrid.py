"""The Gaussian mixture hybrid: complex exponential estimators of pairs of clusters, mixed by Gaussian lambdas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rftheory.errors import DomainError
from rftheory.measured.hybrids.bases import PositivePart, TrigonometricPart
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.measured.hybrids.lambdas import MixtureLambda
from rftheory.measured.inputs import points
from rftheory.mechanisms.clustered_hybrid import Field, cluster_parts


def mixture_hybrid(
    queries: Any,
    keys: Any,
    tau: float,
    *,
    matrices: Field | Sequence[Sequence[Any]] = "real",
    last: Literal["trigonometric", "positive"] = "trigonometric",
    trigonometric: bool = False,
    shared: bool = True,
    real: bool = False,
    name: str = "mixture-hybrid",
) -> Hybrid:
    """sum_ij lam_ij SM_ij + (1 - sum) SM_0, lam_ij from n features of e^{-(z.z)/(2 tau^2)}, z = Ax + A^{-T}y.

    SM_0 is `last`; `matrices` as in `clustered_hybrid`; `trigonometric` lambda features need real matrices. The
    weights have bilinear squares: with them the means are what they should be for complex A too. Source: hrf,
    Definition H.1.
    """
    if last not in ("trigonometric", "positive"):
        raise DomainError("last", last, "trigonometric or positive")
    bases, _ = cluster_parts(queries, keys, matrices)
    return Hybrid(
        name,
        f"Gaussian mixture of complex exponential estimators ({len(bases)} pairs of clusters)",
        (*bases, TrigonometricPart() if last == "trigonometric" else PositivePart()),
        tuple(MixtureLambda(part.matrix, tau, trigonometric) for part in bases),
        shared=shared,
        real=real,
        dimension=points(queries).shape[1],
        reference="hrf, Definition H.1",
    )


_QUERIES, _KEYS = ((0.5, 0.3),), ((-0.6, 0.4), (0.3, -0.5))

MECHANISMS = (
    mixture_hybrid(_QUERIES, _KEYS, 1.3),
    mixture_hybrid(_QUERIES, _KEYS, 1.3, trigonometric=True, last="positive", name="mixture-hybrid-waves"),
    mixture_hybrid(_QUERIES, _KEYS, 1.6, matrices="complex", real=True, name="mixture-hybrid-complex"),
)
