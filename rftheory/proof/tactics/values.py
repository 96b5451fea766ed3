"""Goals at one point: variables that constraints pin to a number, and Gamma functions of numbers."""

from __future__ import annotations

from fractions import Fraction

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import Entry, multiple
from rftheory.proof.tactics.moves import attached, rewrite, rewritten
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.reading import RationalReader
from rftheory.proof.terms import ProofError, Term, literal, number, subterms

_HALF: Term = ("q", 1, 2)
_BITS = 1024


def pinned(prover: Prover) -> list[Theorem]:
    """v = n for every variable with the constraints n <= v and v <= n."""
    found = []
    for constraint in prover.context.constraints:
        match constraint:
            case ("<=", low, str() as name) if ("<=", name, low) in prover.context.constraints:
                found.append(prover.fact("antisymmetric", a=name, b=low))
    return found


def decided(prover: Prover, goal: Term) -> Theorem:
    """A comparison without variables, by an enclosure."""
    return prover.infer("number", goal, by={"bits": _BITS})


def at_point(prover: Prover, goal: Term) -> Theorem:
    """The goal at the point that the constraints pin, with what it needs to be defined there."""
    known = pinned(prover)
    needed = []
    for term in subterms(goal):
        for proposition in _needs(term):
            try:
                needed.append(rewritten(prover, proposition, known, decided))
            except ProofError:
                continue
    return attached(prover, rewritten(prover, goal, known, decided), *needed)


def _needs(term: Term) -> list[Term]:
    if not isinstance(term, tuple) or term[0] not in ("^", "log"):
        return []
    return [("<", 0, term[1]), ("<", term[1], 0)]


def gamma(prover: Prover, argument: Term) -> Theorem:
    """Gamma(n) or Gamma(n + 1/2) as a rational times 1 or sqrt pi, for a literal argument > 0."""
    value = literal(argument)
    assert value is not None
    whole = value.denominator == 1
    at = Fraction(1) if whole else Fraction(1, 2)
    shown = prover.fact("gamma-one" if whole else "gamma-half")
    size = Fraction(1)
    while at < value:
        step = prover.fact("gamma-next", t=number(at))
        size, at = size * at, at + 1
        right: Term = number(size) if whole else ("*", number(size), ("^", ("pi",), _HALF))
        entries = [multiple(1, 0), multiple(number(at - 1), 1)]
        shown = prover.combine(("=", ("gamma", number(at)), right), entries, [step, shown])
    return shown


def gammas(prover: Prover, goal: Term) -> list[Theorem]:
    """Every Gamma function and exponent of the goal at the pinned point as a number."""
    known = pinned(prover)
    values = {each.then[1]: each.then[2] for each in known if isinstance(each.then, tuple)}
    equalities = []
    for term in dict.fromkeys(subterms(goal)):
        if isinstance(term, tuple) and term[0] == "gamma":
            argument = _literal(rewrite(term[1], values))
            same = prover.combine(("=", term[1], argument), _times(term[1], known), known)
            plain = gamma(prover, argument)
            assert isinstance(plain.then, tuple)
            moved = prover.replaced(("=", term, plain.then[1]), same)
            equalities.append(prover.replaced(("=", term, plain.then[2]), plain, of=moved))
        if isinstance(term, tuple) and term[0] == "^" and literal(term[2]) is None:
            exponent = _literal(rewrite(term[2], values))
            equalities.append(prover.combine(("=", term[2], exponent), _times(term[2], known), known))
    return [*equalities, *known]


def _literal(term: Term) -> Term:
    return RationalReader().write(RationalReader().read(term))


def _times(term: Term, known: list[Theorem]) -> list[Entry]:
    """The multiples of the pinned values that make a linear term a number."""
    reader = RationalReader()
    read = reader.read(term)
    entries = []
    for place, each in enumerate(known):
        assert isinstance(each.then, tuple)
        slope = read.diff(reader.symbol(each.then[1]))
        entries.append(multiple(reader.write(slope), place))
    return entries
