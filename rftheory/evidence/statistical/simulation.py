"""Simulation: the estimator itself, drawn and held against the theory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rftheory.context import Context
from rftheory.errors import UnknownIdError
from rftheory.evidence.statistical.points import integer, real, reals, texts
from rftheory.evidence.statistical.test_design import (
    Found,
    PointwiseTest,
    decide_mean,
    rule_within,
    scaled,
    spread_about,
)
from rftheory.exact.formula import Formula
from rftheory.statements import Statement
from rftheory.verdict import Outcome

if TYPE_CHECKING:
    from rftheory.measured.estimators.experiments import Experiment, Features, Functional
    from rftheory.measured.inference.mean import MeanRule

_KURTOSIS = 3.0  # plans the size of squared-error tests; both error rates rest on the bounded range alone


@dataclass(frozen=True)
class Simulation(PointwiseTest):
    """E[functional] under a mechanism equals `expected`, tested as an equivalence within the profile's tolerance.

    `functional` is mean, square or pair of the projections' terms b_i = exp(w_i.v) (features positive) or
    a_i = cos(w_i.z) (trigonometric) for m rows in R^d at |v| or |z| = `length`; `expected` is a Formula in
    (d, m, length) of the same quantity, composed from the statement's side. `second`, E[functional^2], is
    needed only where neither a bound nor a change of measure makes the values bounded. `points` fix d, m,
    length and, for couplings that are not isotropic, a `direction`. For a square, `mean` is E Khat: the
    tolerance is then relative to the variance (for an unbiased estimator, the MSE) and not to E Khat^2;
    trigonometric squares are drawn as squared errors. A pass is the equivalence within
    c (1 +- tolerance) at the share of alpha and beta that the run's ledger leaves to each point.
    """

    coupling: str
    features: Features
    functional: Functional
    expected: Formula
    points: tuple[Mapping[str, object], ...]
    second: Formula | None = None
    mean: Formula | None = None

    @property
    def title(self) -> str:
        """Functional, coupling and features."""
        return f"{self.functional} of {self.coupling} x {self.features}"

    def experiment(self, point: Mapping[str, object]) -> Experiment:
        """The experiment of one point: bounded by a change of measure or an average over rotations where possible."""
        from rftheory.measured.couplings.tilting import rotatable, tiltable
        from rftheory.measured.estimators.experiments import Experiment
        from rftheory.mechanisms._shelf import couplings

        shelf = couplings()
        if self.coupling not in shelf:
            raise UnknownIdError(self.coupling, tuple(shelf), "coupling")
        coupling = shelf[self.coupling]
        d, m, length = integer(point["d"]), integer(point["m"]), real(point["length"])
        direction = point.get("direction")
        tilt, averaged = None, False
        if self.features == "positive" and coupling.isotropic and tiltable(coupling.law):
            tilt = 2 * length if self.functional == "square" else None
            averaged = self.functional == "pair" and d >= 2 and rotatable(coupling.law)
        return Experiment(
            coupling,
            self.features,
            self.functional,
            d,
            m,
            length,
            tilt=tilt,
            direction=None if direction is None else reals(direction),
            averaged=averaged,
            centre=self._centre(point),
        )

    def _centre(self, point: Mapping[str, object]) -> float:
        """What is subtracted before squaring: E Khat for trigonometric squares, else 0."""
        if self.mean is None or self.features != "trigonometric" or self.functional != "square":
            return 0.0
        return scaled(self.mean, point, 0.0)

    def _variance(self) -> Formula | None:
        """E Khat^2 - (E Khat)^2 as a formula, where the mean is given."""
        if self.mean is None or self.functional != "square":
            return None
        names = tuple(dict.fromkeys((*self.expected.names, *self.mean.names)))
        return replace(
            self.expected,
            expression=self.expected.expression - self.mean.expression**2,
            names=names,
            closed=None,
        )

    def decide(
        self, statement: Statement, context: Context, index: int, point: Mapping[str, object]
    ) -> Found:
        """The test at one point."""
        experiment = self.experiment(point)
        rule, facts = self._rule(experiment, point, context), texts(point)
        where = f"d={facts['d']}, m={facts['m']}, length={facts['length']}"
        if rule is None:
            return Found(Outcome.UNDECIDED, f"{where}: unbounded values and no second moment given", facts)
        of = " of the variance" if self._variance() is not None else ""
        return decide_mean(
            statement, context, self._name(), index, experiment, rule, where=where, facts=facts, of=of
        )

    def _rule(self, experiment: Experiment, point: Mapping[str, object], context: Context) -> MeanRule | None:
        variance = self._variance()
        margin = None if variance is None else scaled(variance, point, experiment.log_scale)
        direct = margin is not None and self.features == "trigonometric"
        claim = (
            margin if direct and margin is not None else scaled(self.expected, point, experiment.log_scale)
        )
        planned = _KURTOSIS * claim**2 if direct else None
        spread = None
        if self.second is not None:
            spread = spread_about(claim, self.second, point, experiment.log_scale)
        return rule_within(context, claim, experiment.support, scale=margin, planned=planned, spread=spread)

    def _name(self) -> str:
        return f"{self.coupling}|{self.features}|{self.functional}"
