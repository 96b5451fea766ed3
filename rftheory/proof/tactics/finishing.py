"""The end of a proof: what its conclusion speaks of is defined, by steps of their own."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem, missing
from rftheory.proof.objects import ordered
from rftheory.proof.tactics import hypergeometric, means
from rftheory.proof.tactics.conformity import with_rows
from rftheory.proof.tactics.cosines.frames import present
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import ProofError, Term

Known = dict[Term, list[Theorem]]


def finished(prover: Prover, theorem: Theorem) -> Theorem:
    """The theorem, with steps that show every obligation of its conclusion among its premises."""
    shown: list[Theorem] = []
    known: dict[Term, Known] = {}  # under the hypotheses of a place: many terms need the same
    for _ in range(3):
        open_ones = list(missing(theorem, [*ordered(theorem), *shown]))
        if not open_ones:
            break
        for term, ways, where in open_ones:
            local = tuple(v for v in where.local if v not in theorem.sequent.local)
            given = tuple(h for h in where.given if h not in theorem.sequent.given)
            inner = prover.within(*local, given=given) if local or given else prover
            shown += _obligation(inner, term, ways, known.setdefault((local, given), {}))
    return prover.replaced(theorem.then, *shown, of=theorem) if shown else theorem


def _obligation(
    prover: Prover, term: Term, ways: tuple[tuple[Term, ...], ...], known: Known
) -> list[Theorem]:
    prover = with_rows(prover, term)
    if isinstance(term, tuple) and term[0] == "row":
        return present(prover, term)
    for way in ways:
        try:
            for proposition in way:
                if proposition not in known:
                    known[proposition] = _shown(prover, proposition)
            return [each for proposition in way for each in known[proposition]]
        except ProofError:
            continue
    raise ProofError(f"not shown to be defined: {term}")


def _shown(prover: Prover, proposition: Term) -> list[Theorem]:
    assert isinstance(proposition, tuple)
    if proposition[0] == "int":
        return prover.integer(proposition[1])
    if proposition[0] == "integrable":
        return [means.integrable(prover, proposition[1])]
    if proposition[0] == "summable" and proposition[2] == 0:
        return [hypergeometric.summable(prover, proposition[1], proposition[3])]
    if proposition[0] == "continuous":
        return [prover.infer("continuous", proposition)]
    if proposition[0] == "!=":
        return prover.conditions(("^", proposition[1], -1))
    return [prover.show(proposition)]
