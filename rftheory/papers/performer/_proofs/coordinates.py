"""Appendix F.3: quotients of products for the integrals of cos^(2k) sin^d, by induction on k."""

from __future__ import annotations

from rftheory.papers.performer._proofs.sines import (
    SIN,
    combined,
    continuous,
    more_cosines,
    of_sines,
    over,
    wave,
)
from rftheory.papers.performer._proofs.tails import by_dimension
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import attached, instance, rewritten
from rftheory.proof.tactics.series import induction
from rftheory.proof.terms import PI, Term, compound, substitute

N = "n"
_ODD: Term = ("+", 1, ("*", "j", 2))


def _product(body: Term, n: Term = N) -> Term:
    """The product over 0 <= j < n."""
    return ("prod", "j", 0, ("+", n, -1), body)


def _last(inner: Prover, body: Term) -> Theorem:
    """The product to n + 1."""
    later = compound(_product(body, ("+", N, 1)))
    end = later[3]
    split: Term = ("*", _product(body), substitute(body, {"j": end}))
    return inner.infer("prod-last", ("=", later, split), [*inner.integer(end), inner.show(("<=", 0, end))])


def _even(sine: Term, n: Term = N) -> Term:
    """int cos^(2n) sin^sine."""
    return over(wave(("*", n, 2), sine))


def _at_0(prover: Prover, sine: Term) -> list[Theorem]:
    """int cos^(2 0) sin^sine, and int sin^(sine + 2 0), are int sin^sine."""
    none = prover.equal(("*", 0, 2), 0)
    plain = prover.replaced(("=", _even(sine, 0), over(wave(0, sine))), none)
    alone = combined(prover, wave(0, sine), [(1, ("^", SIN, sine))], [], sine)
    one = prover.combine(
        ("=", _even(sine, 0), over(("^", SIN, sine))), [multiple(1, 0), multiple(1, 1)], [plain, alone]
    )
    longer = prover.equal(("+", sine, ("*", 0, 2)), sine)
    raised: Term = over(("^", SIN, ("+", sine, ("*", 0, 2))))
    return [one, prover.replaced(("=", raised, over(("^", SIN, sine))), longer)]


def quotients(prover: Prover, sine: Term, below: Term, *, raised: bool) -> Theorem:
    """int cos^(2n) sin^sine times the product of `below` = 1 3 .. (2n - 1) int sin^(sine + 2n), or int sin^sine.

    The factors of `below` are sine + 2j + 1 for the first, sine + 2j + 2 for the second.
    """
    power: Term = ("+", sine, ("*", N, 2)) if raised else sine
    rest: Term = over(("^", SIN, power))
    claim: Term = ("=", ("*", _even(sine), _product(below)), ("*", _product(_ODD), rest))

    def base(inner: Prover, wanted: Term) -> Theorem:
        empty = [inner.infer("prod-empty", ("=", _product(each, 0), 1)) for each in (below, _ODD)]
        return rewritten(inner, wanted, [*empty, *_at_0(inner, sine)])

    def step(inner: Prover, wanted: Term) -> Theorem:
        later: Term = ("+", N, 1)
        total, odd, factor = ("+", sine, 2, ("*", N, 2)), ("+", ("*", N, 2), 1), substitute(below, {"j": N})
        next_rest = substitute(rest, {N: later}) if raised else rest
        share: Term = ("*", factor, ("^", total, -1))
        premises = [
            _last(inner, below), _last(inner, _ODD), more_cosines(inner, N, sine), inner.given(inner.hypotheses[-1])
        ]  # fmt: skip
        entries = [
            multiple(_even(sine, later), 0), multiple(("*", -1, next_rest), 1),
            multiple(("*", -1, _product(below), share), 2), multiple(("*", odd, share), 3),
        ]  # fmt: skip
        if raised:
            top: Term = ("+", sine, ("*", later, 2))
            premises.append(of_sines(inner, top, ("+", power, 1), power))
            entries.append(multiple(("*", -1, _product(_ODD), odd, ("^", total, -1)), 4))
        return inner.combine(wanted, entries, [*premises, inner.show(("<", 0, total))])

    return induction(prover, N, 0, claim, step, base)


def k_times(prover: Prover, goal: Term) -> Theorem:
    """(26)."""
    below: Term = ("+", "d", 1, ("*", "j", 2))
    shown = instance(prover, quotients(prover, "d", below, raised=True), {N: "k"})
    inverse: Term = ("^", _product(below, "k"), -1)
    top: Term = ("+", "d", ("*", "k", 2))
    defined = [
        continuous(prover, wave(("*", "k", 2), "d"), ("*", "k", 2), "d"), continuous(prover, ("^", SIN, top), top)
    ]  # fmt: skip
    positive = prover.show(("<", 0, _product(below, "k")))
    return attached(prover, prover.combine(goal, [multiple(inverse, 0)], [shown, positive]), *defined)


def in_every_dimension(prover: Prover, goal: Term) -> Theorem:
    """Lemma 3: on the line both products are the same; else by the integrals."""
    below: Term = ("+", "d", ("*", "j", 2))

    def part(inner: Prover, wanted: Term) -> Theorem:
        positive = [inner.show(("<", 0, _product(each, "k"))) for each in (below, _ODD)]
        if compound(wanted)[1] == 1:
            same = inner.replaced(
                ("=", _product(below, "k"), _product(_ODD, "k")), inner.given(("=", "d", 1))
            )
            inverse: Term = ("^", _product(below, "k"), -1)
            return inner.combine(wanted, [multiple(inverse, 0)], [same, *positive])
        sine: Term = ("+", "d", -2)
        shown = instance(inner, quotients(inner, sine, below, raised=False), {N: "k"})
        whole: Term = ("^", SIN, sine)
        exists = continuous(inner, whole, sine)
        local = inner.within(("phi", "real"), given=(("<", 0, "phi"), ("<", "phi", PI)))
        local.add(local.fact("sin-positive", t="phi"))
        above = local.show(("<", 0, whole))
        apart = inner.infer(
            "integral-positive", ("<", 0, over(whole)), [exists, inner.show(("<", 0, PI)), above]
        )
        share: Term = ("*", ("^", _product(below, "k"), -1), ("^", over(whole), -1))
        found = inner.combine(wanted, [multiple(share, 0)], [shown, apart, *positive])
        return attached(
            inner, found, exists, continuous(inner, wave(("*", "k", 2), sine), ("*", "k", 2), sine)
        )

    return by_dimension(prover, goal, part)


PROOFS: Scripts = {"performer/eq26": (k_times,), "performer/lemma3/corrected": (in_every_dimension,)}
