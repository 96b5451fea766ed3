"""The angular hybrid: SM++ and SMtrig, mixed by a share of sign changes. Exact at the angles 0 and pi of equal norms."""

from __future__ import annotations

from rftheory.measured.hybrids.bases import PositivePart, TrigonometricPart
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.measured.hybrids.lambdas import SignLambda


def angular_hybrid(*, shared: bool = False, real: bool = False) -> Hybrid:
    """lam SM++ + (1 - lam) SMtrig, lam = 1/2 + rho(x).rho(y) with n sign features. Source: hrf, (12), (19).

    `shared`: both base estimators use the same m projections, as in (23).
    """
    return Hybrid(
        "angular-hybrid-shared" if shared else "angular-hybrid",
        "Angular hybrid (HRF-A)" + (", shared projections" if shared else ""),
        (PositivePart(), TrigonometricPart()),
        (SignLambda(),),
        shared=shared,
        real=real,
        reference="hrf, (19)",
    )


MECHANISMS = (angular_hybrid(), angular_hybrid(shared=True, real=True))
