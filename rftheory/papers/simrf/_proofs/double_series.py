"""Theorem 4.5 and Appendix A.8: the series over p of the paper is 1F1(d; d/2; -z^2/2), summed along its diagonals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rftheory.papers._shared.orthogonal_orders import CONSTANT, expanded
from rftheory.papers.simrf._proofs.diagonals import double_series
from rftheory.papers.simrf._proofs.orders import difference
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.hypergeometric import closed, infinite_sums
from rftheory.proof.tactics.moves import Script, attached, rewritten
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.terms import Term, substitute

_Z2: Term = ("^", "z", 2)
_NEAR: Term = ("+", 1, ("*", -1, ("exp", ("*", -1, _Z2))))
Closing = Callable[[Prover, Term], tuple[Theorem, ...]]


def _gamma_series(prover: Prover, series: Term) -> tuple[Theorem, ...]:
    return (closed(prover, series),)


def _difference(prover: Prover, series: Term) -> tuple[Theorem, ...]:
    return (*difference(prover, series), prover.fact("exp-series", t=("*", -1, _Z2)))


def equal(closing: Closing | None = None) -> Script:
    """Both sides are the same once their series are in closed form."""

    def script(prover: Prover, goal: Term) -> Theorem:
        known: list[Theorem] = []
        for series in dict.fromkeys(infinite_sums(goal)):
            assert isinstance(series, tuple)
            if series[1] == "p":
                known += double_series(prover, series)
            else:
                assert closing is not None
                known += closing(prover, series)
        equalities = [each for each in known if isinstance(each.then, tuple) and each.then[0] == "="]
        shown = rewritten(
            prover, goal, [each for each in equalities if each.rule != "fact"], _plain(equalities)
        )
        return attached(prover, shown, *known)

    return script


def _plain(equalities: list[Theorem]) -> Script:
    """By normal forms, after facts among the equalities."""
    facts = [each for each in equalities if each.rule == "fact"]

    def script(prover: Prover, goal: Term) -> Theorem:
        assert isinstance(goal, tuple)
        prover = prover.within()
        if (
            "z" in {name for name, _ in prover.context.variables}
            and ("<", 0, "z") in prover.context.constraints
        ):
            prover.add(prover.show(("<", 0, _NEAR)))
        return prover.combine(goal, [multiple(-1, place) for place in range(len(facts))], facts)

    return script


def order(prover: Prover, goal: Term) -> Theorem:
    """The ratio differs from its limit by 2(m - 1)/(1 - e^(-z^2))^2 times a remainder of the order 1/d^2."""
    over: Term = ("^", _NEAR, -2)
    bound = substitute(CONSTANT, {"w": _Z2})

    def script(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        low, high = expanded(inner, _Z2)
        bare = tuple(h for h in inner.hypotheses if h == ("<=", 2, "d"))
        anywhere = replace(inner, hypotheses=bare, lemmas=[], _signs={})
        total, converges = double_series(anywhere, next(infinite_sums(wanted)))
        inner = inner.within()
        inner.add(inner.show(("<", 0, _NEAR)))
        signs = [inner.show(("<=", 0, each)) for each in (("+", "m", -1), over, bound, ("^", "d", 2))]
        gap, most = wanted[1][1], wanted[2]
        scale: Term = ("*", 2, ("+", "m", -1), ("^", "d", 2), over)
        bounds = []
        for side, sign, claim in ((low, -1, ("<=", ("*", -1, most), gap)), (high, 1, ("<=", gap, most))):
            entries = [
                product(0, 2, 3, 5, coefficient=2), product(3, 4, coefficient=2),
                multiple(("*", sign, scale), 1),
            ]  # fmt: skip
            bounds.append(inner.combine(claim, entries, [side, total, *signs]))
        return attached(inner, absolute(inner, wanted, *bounds), converges)

    return introduced(prover, goal, (("*", 2, "m", bound, over), 1), script)


PROOFS: Scripts = {
    "simrf/thm4.5": (equal(_gamma_series),),
    "simrf/seca.8/continuation/corrected": (equal(_gamma_series),),
    "simrf/eq77/corrected": (equal(),),
    "simrf/eq78": (equal(_difference),),
    "simrf/cor4.6": (order,),
}
