"""Estimates held against the exact claims of a hybrid: where it is exact, signs, means, variances. Nothing is drawn here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from rftheory.conformance.claim.declaration import Declaration, Pair, kernel_value
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments import catoni
from rftheory.conformance.moments.hybrid_claims import Claims, exact_pairs, likely_cause
from rftheory.conformance.projections.bands import exact
from rftheory.measured.hybrids.lambdas import AngleLambda
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.coupled_bound import largest_factor
from rftheory.verdict import Outcome

Estimate = Callable[[Floats, Floats, int], Floats]
FEW, MORE = 32, 1024
MANY = 1e3
"""Spreads beyond which an estimate with a variance that may be none is no rounding (Chebyshev: 1e-6)."""


class Checks:
    """Every check of one client that claims to be a hybrid with m rows; m = None is m = 1, the largest variance."""

    def __init__(
        self,
        declaration: Declaration,
        kernel: Kernel,
        d: int,
        m: int | None,
        norm: float,
        rounding: float,
        ledger: ErrorBudget,
    ) -> None:
        assert declaration.mixed is not None
        coupling = declaration.coupling
        independent = coupling is not None and coupling.law.directions == "independent"
        n = declaration.lambda_rows if independent else None
        self.claims = Claims(declaration.mixed, m or 1, n)
        self.declaration, self.m = declaration, m
        known = n is not None or all(part.deterministic for part in declaration.mixed.lambdas)
        self.judges_variance = independent and known and m is not None
        self.factor = largest_factor(coupling, d, m or 1)
        self.kernel, self.d, self.norm, self.rounding, self.ledger = kernel, d, norm, rounding, ledger
        self.cause: str | None = None

    def findings(
        self, draw: Estimate, values: Floats, pairs: Sequence[Pair], seeds: Sequence[int]
    ) -> Iterator[Finding]:
        """Exact pairs, signs, then moments of the estimates `values` (n, p) that `draw` gave at the pairs."""
        for found in (self.ends(draw, seeds), self.signs(values, pairs)):
            if found is not None:
                yield found
        yield from self.moments(values, pairs)

    def weight(self, x: Floats, y: Floats) -> float:
        """What the softmax kernel is multiplied by."""
        return kernel_value(self.kernel, x, y) / kernel_value("softmax", x, y)

    def ends(self, draw: Estimate, seeds: Sequence[int]) -> Finding | None:
        """Where the hybrid claims no variance its estimates are the kernel, whatever the seed; None where it claims so nowhere."""
        pairs = exact_pairs(self.claims, self.d, self.norm)
        if not pairs:
            return None
        gaps, over, causes = [], 0.0, []
        angles = any(isinstance(part, AngleLambda) for part in self.claims.hybrid.lambdas)
        for _, x, y in pairs:
            truth = kernel_value(self.kernel, x, y)
            values = np.array([float(draw(x[None], y[None], seed)[0]) for seed in seeds[:FEW]])
            relative = math.sqrt(self.claims.variance(x, y)) * self.weight(x, y) / truth
            limit = 1e-9 + 256.0 * self.rounding + MANY * relative
            limit += 64.0 * math.sqrt(self.rounding) if angles else 0.0
            gap = float(np.max(np.abs(values / truth - 1.0))) if np.all(np.isfinite(values)) else math.inf
            gaps.append(gap)
            over = max(over, gap / limit)
            if gap > limit:
                more = np.array([float(draw(x[None], y[None], seed)[0]) for seed in seeds[:MORE]])
                square = float(np.mean((more - truth) ** 2)) / self.weight(x, y) ** 2
                causes.append(likely_cause(self.claims, x, y, square, "zero-variance"))
        cause = max(set(causes), key=causes.count) if causes else None
        text = ", ".join(f"{gap:.3g} at {label}" for gap, (label, _, _) in zip(gaps, pairs, strict=True))
        statement = "hrf/sec2.4/zero-ends"
        found = exact(
            "exact pairs",
            statement,
            over,
            1.0,
            cause,
            FEW,
            f"relative errors {text}; effect: over what rounding explains",
        )
        self.cause = found.cause
        return found

    def signs(self, values: Floats, pairs: Sequence[Pair]) -> Finding | None:
        """No estimate is negative where bases are positive and lambdas a convex combination; None where they are not."""
        if not all(self.claims.positive(pair.x, pair.y) for pair in pairs):
            return None
        share = float(np.mean(values < 0.0))
        text = f"smallest estimate {np.min(values):.4g}; effect: share of negative ones"
        return exact(
            "positive estimates", "hrf/eq16", share, 0.0, self.cause or "negative", len(values), text
        )

    def moments(self, values: Floats, pairs: Sequence[Pair]) -> Iterator[Finding]:
        """The mean at every pair, with the exact variance as its bound; the variance where independent rows are claimed."""
        for index, pair in enumerate(pairs):
            yield self._mean(values[:, index], pair)
            if self.judges_variance:
                found = self._variance(values[:, index], pair)
                if found is not None:
                    yield found

    def _mean(self, values: Floats, pair: Pair) -> Finding:
        name = f"mean: {pair.label}"
        share = self.ledger.share(name)
        truth, weight = kernel_value(self.kernel, pair.x, pair.y), self.weight(pair.x, pair.y)
        bound = self.factor * weight**2 * self.claims.variance(pair.x, pair.y)
        found, rule = catoni.tested(values, truth, bound, share, 64.0 * self.rounding * truth)
        value = float(np.mean(values))
        cause = self.cause or self._bias_cause(value, truth, weight, pair)
        detail = f"mean {value:.6g}, claimed {truth:.6g}"
        return catoni.finding(name, "hrf/eq8/unbiased", found, rule, values, share, detail, cause, truth)

    def _bias_cause(self, value: float, truth: float, weight: float, pair: Pair) -> str:
        """lambda-reused where its bias is nearer than none."""
        bias = weight * self.claims.reuse_bias(pair.x, pair.y)
        if bias != 0.0 and abs(value - truth - bias) < 0.5 * abs(value - truth):
            return "lambda-reused"
        return "biased"

    def _variance(self, values: Floats, pair: Pair) -> Finding | None:
        """The mean squared error is the exact variance; its own spread is at most the bound of the fourth moment."""
        name = f"variance: {pair.label}"
        share = self.ledger.share(name)
        truth, weight = kernel_value(self.kernel, pair.x, pair.y), self.weight(pair.x, pair.y)
        claim = weight**2 * self.claims.variance(pair.x, pair.y)
        if claim <= 0.0:
            return None
        fourth = weight**4 * self.claims.fourth(pair.x, pair.y)
        squares = (values - truth) ** 2
        budget = 256.0 * self.rounding * truth**2
        found, rule = catoni.tested(squares, claim, max(fourth - claim**2, 0.0), share, budget)
        if rule is None or rule.margin - 2.0 * budget > catoni.VISIBLE * claim:
            return None
        square = float(np.mean(squares))
        cause = self.cause or likely_cause(self.claims, pair.x, pair.y, square / weight**2, "variance")
        if found is Outcome.FAILS and abs(float(np.mean(values)) - truth) > math.sqrt(square) / 2.0:
            cause = self.cause or "biased"
        statement = "hrf/thm3.1/shared" if self.claims.hybrid.shared else "hrf/thm3.1/independent"
        detail = f"variance {square:.4g}, claimed {claim:.4g}; fourth moment at most {fourth / claim**2:.3g} of its square"
        return catoni.finding(name, statement, found, rule, squares, share, detail, cause, claim)
