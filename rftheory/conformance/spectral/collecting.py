"""What is taken of the rows of every draw: shares against the law, lengths that vary together, rows of N(0, I)."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from rftheory.battery.rows.digest import BLOCK, FEW
from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.projections.draws import Projections
from rftheory.conformance.recognition.examination import Recognised
from rftheory.conformance.recognition.row_reader import RowReader
from rftheory.conformance.spectral.rows import AllNorms, SpectralRows, gauges, law_of_rows, rare
from rftheory.conformance.spectral.scales import logarithms
from rftheory.conformance.spectral.sharing import SharedLengths, sharing, together
from rftheory.conformance.spectral.standard import Standard
from rftheory.measured.inputs import Floats
from rftheory.moments.radial_kernels import StationaryKernel

MISREAD = 1e-8
"""The probability of an entry beyond what is read, among the rows whose cosines are held to be exact, that is granted."""


class Collected:
    """Rows (m, d) of one draw after another, entries off by `error`, of a client with a declared kernel."""

    def __init__(self, known: Recognised, error: float, form: str | None) -> None:
        exam = known.examination
        law = exam.stationary
        assert law is not None
        self._known, self._law, self._lengthscale = known, law, 1.0 / exam.scale
        self._gauges = gauges(law, self._lengthscale, exam.d)
        self._standard = Standard(law, exam.d)
        self._error, self._form = error, form
        self._reader: RowReader | None = None
        self._waiting: list[Floats] = []
        self._shares: list[Floats] = []
        self._means: list[Floats] = []
        self._logs: list[Floats] = []
        self._rows = 0

    def take(self, w: Floats) -> None:
        """The next draw."""
        self._waiting.append(w)
        if len(self._waiting) * len(w) * max(w.shape[1], self._gauges.count) > BLOCK:
            self._digest()

    def _digest(self) -> None:
        """What waits, all draws of it at once."""
        if not self._waiting:
            return
        w = np.stack(self._waiting)
        self._waiting, self._rows = [], w.shape[1]
        if self._reader is None:
            slack = self._standard.precision(self._error, FEW * self._rows, relative=self._form is None)
            self._reader = self._known.reader(self._form, slack)
            self._slack = slack
        with np.errstate(all="ignore"):
            self._shares.append(self._gauges.shares(w))
            self._logs.append(logarithms(w))
            normal = self._standard.rows(w)
            self._means.append(together(normal, min(self._known.examination.d, self._rows)))
        for each in normal:
            self._reader.take(each)

    @property
    def shares(self) -> Floats:
        """Of every draw (n, K)."""
        self._digest()
        return np.concatenate(self._shares)

    def seen_of(self, known: Recognised, seen: float) -> Recognised:
        """With what there is to check of them; entries beyond `seen` are misread. One draw shows no law."""
        exam, law, shares = known.examination, self._law, self.shares
        if np.all(shares == shares[:1]):
            return known
        lengths = np.broadcast_to(
            np.asarray(exam.client.ard or self._lengthscale, dtype=np.float64), (exam.d,)
        )
        of_rows = SpectralRows(
            shares,
            self._gauges,
            law,
            self._lengthscale,
            exam.ledger,
            np.concatenate(self._logs),
            lengths,
            seen,
        )
        known = known.seeing(of_rows)
        lost = 1.0 if not math.isfinite(self._slack) else FEW * self._rows * rare(exam.d, law, seen)[0]
        rows = self._reader.rows() if self._reader is not None else None
        if rows is None or lost > MISREAD or self._slack > 0.5 / math.sqrt(exam.d):
            text = "; the coupling is not read: rows are too long or too short for the precision of what shows them"
            return known.noting(text)
        lawful, apart = not law_of_rows(of_rows).fails, exam.sharing == "row"
        known = known.coupled(rows.w, self._form, rows.error)
        if law.radial:
            shared = self._shared(known, rows)
            known = known.seeing(shared)
            made = sharing(shared)
            apart = apart and not (made is not None and made.fails)
            known = known.seeing(AllNorms(of_rows, self._rows)) if apart and lawful else known
        rows.claim.check(exam.d, rows.m)
        drawn = Projections(
            rows, exam.ledger, False, apart and lawful, lawful and exam.sharing != "stratified"
        )
        return replace(known.seeing(drawn), drawn=rows)

    def _shared(self, known: Recognised, rows: DrawnRows) -> SharedLengths:
        """How lengths of these rows vary together."""
        exam, coupling = known.examination, known.declaration.coupling
        return SharedLengths(
            np.concatenate(self._means),
            -(-self._rows // exam.d),
            self._standard,
            exam.d,
            exam.sharing,
            rows.shared_norms,
            coupling is not None and coupling.law.directions == "independent",
            exam.ledger,
        )


def described(law: StationaryKernel) -> str:
    """What couplings its rows take."""
    return "iid, orthogonal, simplex, simplex-full, cross-polytope" if law.radial else "iid"
