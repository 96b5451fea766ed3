"""What features are, beyond their form: constants and maxima in them, effects of a batch, A and D, what may be checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from rftheory.conformance.claim.declaration import Declaration
from rftheory.conformance.client.arrays import ROUNDING
from rftheory.conformance.feature_form import gerf
from rftheory.conformance.feature_form.columns import Beside
from rftheory.conformance.feature_form.importance import (
    ReadWeights,
    Weighting,
    fitted,
    one_sided,
    varies,
    weighting,
)
from rftheory.conformance.feature_form.measurements import BatchEffect, Phases
from rftheory.conformance.feature_form.probing import FEW, LEAST, ProbedFeatures, generic, relative
from rftheory.conformance.feature_form.recovery import FeatureForm, probes, rows
from rftheory.moments.row_maps import Exponential

MORE = 256
"""Seeds by which the law of phases is seen."""
ROWS = 1536
"""Rows whose weights are read, so that their covariance is told from another one."""
FAR = (40.0, 12.0, 6.0)
PLAIN = ("positive", "hyperbolic", "trigonometric")


@dataclass(frozen=True)
class RecognisedFeatures(ProbedFeatures):
    """Features held against a declared map. `apparent`: their form before maxima are allowed for.

    ratios: only ratios of estimates are claimed, as attention uses them, so a maximum may be subtracted.
    beside: what columns add that are no random features. apart: whether the kernel that is claimed is a sum over
    coordinates. coarse: the precision inside, where finer numbers come back.
    """

    declaration: Declaration
    apparent: FeatureForm
    ratios: bool
    beside: Beside = field(default_factory=Beside)
    apart: bool = False
    coarse: str | None = None

    @cached_property
    def tags(self) -> frozenset[str]:
        """What there is to check of them."""
        name, generalised = self.form.name, self.form.generalised
        found = {
            "estimates": not self.ratios,
            "ratios": self.ratios,
            "exponential": self.form.exponential,
            "generalised": generalised,
            "constant shows": generalised and self.generalised.off is not None,
            "scaled": (name in PLAIN or self.waves) and not self.apart,
            "plain": self.weighting is None,
            "weighted": (self.weighting is not None or self.declares_dense) and self.quadratic,
            "plain rows": self.declares_dense and self.weighted is None and self.form.exponential,
            "matrix": self.declares_dense and self.quadratic,
            "constant features": self.beside.constant != 0.0 and self.form.legible,
            "linear features": self.beside.linear != 0.0 and self.form.legible,
            "waves": self.form.legible
            and not self.form.exponential
            and self.kernel == "gaussian"
            and not self.apart,
            "exact ends": (generalised or name in PLAIN) and self.weighting is None,
            "no factor of a batch": not (self.ratios and self.factored),
            "coarse": self.coarse is not None,
            "no constant": self.floor == 0.0,
        }
        return frozenset(tag for tag, holds in found.items() if holds)

    @property
    def declares_dense(self) -> bool:
        """Whether rows of N(0, Sigma) with weights are declared."""
        return self.declaration.dense is not None

    @property
    def quadratic(self) -> bool:
        """Whether the logarithm of the weights of rows is a quadratic form of them."""
        return self.weighted is not None and self.weighted.coefficients is not None

    @cached_property
    def repetition(self) -> float:
        """How far the features of one seed change when they are asked for again."""
        return relative(self.at(probes(self.d), self.seeds[0])[0], self.queries[0])

    @property
    def steady(self) -> bool:
        """Whether one seed gives one result."""
        return self.repetition <= self.tolerance

    @cached_property
    def floor_share(self) -> float:
        """The constant that was added to all features, over the feature at 0: what stays where they fall to nothing."""
        if not self.form.exponential:
            return 0.0
        x = generic(self.d)[:1]
        if relative(self.at(x, self.seeds[0])[0], self.at(FAR[-1] * x, self.seeds[0])[0]) <= self.tolerance:
            return (
                0.0  # a point alone in its batch is not seen at all: a statistic of the batch was taken off
            )
        for far in FAR:
            drawn = np.array(
                [
                    [[np.min(part) for part in self.at(r * x, seed)] for r in (far, far / 2.0)]
                    for seed in self.seeds[:FEW]
                ]
            )
            if np.all(np.isfinite(drawn)):
                here, nearer = np.min(drawn, axis=0)
                stays = (here > 0.0) & (here > 0.5 * nearer) & (here < 2.0 * nearer)
                return float(np.max(np.where(stays, here, 0.0))) / float(np.median(self.queries[:, 0]))
        return 0.0

    @property
    def floor(self) -> float:
        """The constant that was added."""
        share = self.floor_share
        return 0.0 if share <= 0.0 else share * float(np.median(self.queries[:, 0]))

    @cached_property
    def sunk(self) -> bool:
        """Whether all features, which are no waves, tend to one number below zero: a constant was taken off."""
        if self.form.legible or self.queries.shape[-1] < 2:
            return False
        x = generic(self.d)
        for far in FAR:
            found = [
                part for seed in self.seeds[:LEAST] for part in self.at(far * np.concatenate([x, -x]), seed)
            ]
            if all(np.all(np.isfinite(part)) for part in found):
                low, high = min(map(np.min, found)), max(map(np.max, found))
                return bool(high < 0.0 and high - low <= -1e-6 * low)
        return False

    @cached_property
    def constant_maxima(self) -> bool:
        """Whether seeds leave the largest feature of a point as it is: a maximum was subtracted in its row."""
        x, found = generic(self.d), False
        if self.frozen:
            tops = np.max(self.queries[0, : 2 * self.d + 1], axis=1)
            return self.apparent.m > 1 and bool(np.ptp(tops) <= min(self.tolerance, 0.01) * np.max(tops))
        for side in (0, 1):
            tops = np.array([np.max(self.at(x, seed)[side], axis=1) for seed in self.seeds[:FEW]])
            spread = np.ptp(tops, axis=0) / np.max(tops, axis=0)
            found |= bool(np.all(spread <= min(self.tolerance, 0.01))) and self.apparent.m > 1
        return found

    @cached_property
    def batch(self) -> BatchEffect:
        """How the other points of a batch change the features of one; one factor for all of them is a maximum's."""
        x, gap, by_factor = generic(self.d)[:1], 0.0, False
        others = np.concatenate([x, 3.0 * x, -3.0 * x, -x, 2.0 * x, -2.0 * x, 0.0 * x, x])
        for seed in self.seeds[:FEW]:
            for one, many in zip(self.at(x, seed), self.at(others, seed), strict=True):
                gap = max(gap, relative(many[:1], one), relative(many[-1:], one))
                if self.form.exponential and np.all(one > 0.0) and np.all(many[0] > 0.0):
                    logs = np.log(many[0] / one[0])
                    size = float(np.max(np.abs(logs)))
                    by_factor |= self.tolerance < size and float(np.ptp(logs)) <= 0.05 * size + self.tolerance
        return BatchEffect(gap, by_factor, self.steady, self.single(gap), by_factor and self.topped)

    @property
    def topped(self) -> bool:
        """Whether seeds leave the largest feature of a batch of points of one norm as it is: its maximum was subtracted."""
        x = generic(self.d) / (2.0 * np.linalg.norm(generic(self.d), axis=1, keepdims=True))
        both = np.concatenate([x, -x])
        tops = np.array([[np.max(part) for part in self.at(both, seed)] for seed in self.seeds[:FEW]])
        return bool(np.any(np.ptp(tops, axis=0) <= min(self.tolerance, 0.01) * np.max(tops, axis=0)))

    def single(self, gap: float) -> bool:
        """Whether float32 would explain the departure where float64 was returned."""
        fine = self.rounding < 1e-12
        return fine and abs(gap) <= 64.0 * float(np.sqrt(self.d)) * ROUNDING["float32"]

    @property
    def factored(self) -> bool:
        """Whether a maximum of the whole batch was subtracted."""
        seen = self.batch
        return seen.by_factor and not seen.gap <= self.tolerance and seen.steady and self.floor == 0.0

    @property
    def blurred(self) -> bool:
        """Whether a statistic of the batch enters otherwise: features at the probes are not those of one map."""
        seen = self.batch
        mixed = not seen.gap <= self.tolerance and not seen.by_factor
        return mixed and seen.steady and not seen.single and self.floor == 0.0

    @property
    def subtracted(self) -> bool:
        """Whether a maximum is subtracted, of a row or of a batch."""
        return self.form.exponential and (self.constant_maxima or self.factored)

    @property
    def legible(self) -> bool:
        """Whether projections can be read off where only ratios are claimed: no maximum, no effect of a batch."""
        seen = self.batch
        changed = not seen.gap <= self.tolerance and (seen.by_factor or not seen.single)
        return not changed and not (self.form.exponential and self.constant_maxima)

    @cached_property
    def generalised(self) -> gerf.GeneralisedReading:
        """A and D of generalised exponential features."""
        line = gerf.line(self.queries, self.keys, self.d, self.form, self.floor, self.rounding)
        row = self.declaration.row
        known = row.a.real if isinstance(row, Exponential) and row.a is not None else None
        return gerf.reading(line, known, self.d, self.queries.shape[-1])

    @cached_property
    def weighted(self) -> ReadWeights | None:
        """Rows of a few draws with the logarithms of their weights, where what both sides have at 0 differs between features."""
        form, floor = self.form, self.floor
        if not (form.exponential or form.name == "trigonometric") or self.subtracted or self.ratios:
            return None
        columns = form.first if form.exponential else form.second
        lift = np.log(2.0) if form.name in ("hyperbolic", "gerf-antithetic") else 0.0
        drawn = [(phi - floor, other - floor) for phi, other in zip(self.queries, self.keys, strict=True)]
        if not all(np.all(a[0, columns] * b[0, columns] > 0.0) for a, b in drawn):
            return None
        heights = np.log(form.m) + lift + np.log([a[0, columns] * b[0, columns] for a, b in drawn])
        if not varies(heights, self.rounding):
            return None
        rng = np.random.Generator(np.random.PCG64DXSM(self.seeds[0]))
        points = probes(self.d)
        need = max(ROWS, 2 + (self.d + 1) * (self.d + 2) // 2)
        more = self.seeds[len(drawn) : max(len(drawn), -(-need // form.m) + 1)]
        drawn += [(phi - floor, other - floor) for phi, other in (self.at(points, seed) for seed in more)]
        w = np.stack([rows(phi, self.d, form, 0.0, rng) for phi, _ in drawn])
        flat, half = w.reshape(-1, self.d), (np.log(form.m) + lift) / 2.0
        sides = [
            np.stack([np.log(np.abs(pair[side][0, columns])) for pair in drawn]).ravel() + half
            for side in (0, 1)
        ]
        found = fitted(flat, sides[0] + sides[1], self.rounding)
        if floor and found is None:
            return None  # what is left of a constant of one side alone is no weight
        return ReadWeights(w, found, one_sided(flat, sides, self.rounding))

    @cached_property
    def weighting(self) -> Weighting | None:
        """The weights of importance-sampled rows."""
        seen = self.weighted if self.form.name in PLAIN else None
        return None if seen is None else weighting(seen.coefficients, self.d)

    @cached_property
    def additive(self) -> bool:
        """Whether each feature depends on one coordinate, and not all on the same one."""
        d = self.d
        plus = np.abs(self.queries[:, 1 : d + 1] - self.queries[:, :1])
        sees = np.any(plus > 1e-9 + 64.0 * self.rounding, axis=0)
        return d > 1 and bool(np.all(np.sum(sees, axis=0) == 1)) and bool(np.sum(np.any(sees, axis=1)) > 1)

    @property
    def hartley(self) -> bool:
        """Whether features are cos + sin of the same rows: one phase for all, with cos(2b) = 0, so that it cancels."""
        law = self.phase_law
        return law is not None and law.shared and abs(law.mean) <= self.tolerance

    @property
    def rescaled(self) -> bool:
        """Whether cosines with phases have another amplitude than sqrt(2/m)."""
        if not self.waves:
            return False
        off = self.phases[0] - 1.0
        return not abs(off) <= 1e4 * self.tolerance and not self.single(off)

    @property
    def hidden(self) -> bool:
        """Whether phases are 0 or pi more often than by chance: no signs of coordinates are seen of such waves."""
        if self.form.name != "phase":
            return False
        square = 2.0 * self.phases[0] / self.form.m
        top = self.queries[:, 0] ** 2 >= square * (1.0 - 16.0 * self.rounding)
        return bool(np.any(np.all(top, axis=0))) or int(np.sum(top)) > 2 + 0.01 * top.size

    @cached_property
    def phase_law(self) -> Phases | None:
        """What the features at 0 say of random phases."""
        if self.form.name != "phase":
            return None
        square, zero = 2.0 * self.phases[0] / self.form.m, np.zeros((1, self.d))
        origin = np.concatenate([self.at(zero, seed)[0] for seed in self.seeds[:MORE]])
        frozen = bool(np.all(np.ptp(origin, axis=0) <= self.tolerance * np.max(np.abs(origin))))
        spread, size = float(np.max(np.ptp(origin, axis=1))), float(np.max(np.abs(origin)))
        shared = self.form.m > 1 and spread <= self.tolerance * size
        return Phases(shared, float(np.mean(2.0 * origin**2 / square - 1.0)), origin.size, frozen)
