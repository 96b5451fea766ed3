"""The last word on a theorem: everything that its conclusion speaks of is defined where it speaks of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rftheory.proof.kernel.conditions import Conditions
from rftheory.proof.kernel.couplings import presence
from rftheory.proof.kernel.definitions import FIXED_ROWS, MARGINAL_ROWS, row_term
from rftheory.proof.kernel.theorem import ProofContext, Sequent, Theorem
from rftheory.proof.kernel.totals import parts_of
from rftheory.proof.terms import (
    INFINITY,
    OVER_REALS,
    QUANTIFIERS,
    ProofError,
    Term,
    bound,
    compound,
    literal,
    parts,
    random,
    unknown,
)

Alternatives = tuple[tuple[Term, ...], ...]
_SIZES = ("height", "width")  # what the first and the second index of an entry run over


def require_defined(conclusion: Theorem, every: Iterable[Theorem]) -> None:
    """ProofError for the first subterm whose condition no step shows."""
    for term, _, _ in missing(conclusion, every):
        raise ProofError(f"not shown to be defined: {term}")


def missing(conclusion: Theorem, every: Iterable[Theorem]) -> Iterator[tuple[Term, Alternatives, Sequent]]:
    """The subterms whose conditions no step shows, the ways to show them, and where they stand."""
    shown = list(every)
    _unshadowed(conclusion)
    integers = {name for name, kind in conclusion.context.variables if kind == "integer"}
    scopes: dict[tuple[object, object], tuple[set[Term], Conditions]] = {}
    for term, where in _places(conclusion.then, conclusion.sequent):
        ways = _of_row(conclusion.context, term) if _is_row(term) else _conditions(term)
        if () in ways:
            continue
        scope = (where.local, where.given)
        if scope not in scopes:
            known = {step.then for step in shown if step.sequent.within(where)}
            scopes[scope] = known, Conditions.of(known)
        local = {name for name, kind in where.local if kind == "integer"} | integers
        if not any(all(_granted(each, *scopes[scope], local) for each in way) for way in ways):
            yield term, ways, where


def _is_row(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "row"


def _of_row(context: ProofContext, row: Term) -> Alternatives:
    """A row is one of a known coupling, and its block has it."""
    _, coupling, index = compound(row)
    known = coupling in [("name", name) for name in (*MARGINAL_ROWS, *FIXED_ROWS)]
    return presence(context, coupling[1], index) if known else ()


def _unshadowed(conclusion: Theorem) -> None:
    """A bound variable has no meaning outside: what is known of another of its name would be taken for it."""
    names = {name for name, _ in conclusion.context.variables}
    for _, where in _places(conclusion.then, conclusion.sequent):
        local = [name for name, _ in where.local]
        if len(set(local)) < len(local) or names & set(local):
            raise ProofError("a bound variable has another meaning outside")


def _places(term: Term, where: Sequent) -> Iterator[tuple[Term, Sequent]]:
    """Every subterm, with the hypotheses that are in force there."""
    yield term, where
    inner = parts(term)
    if isinstance(term, tuple) and term[0] == "where":
        for condition in term[1]:
            yield from _places(condition, where)
        yield from _places(term[2], Sequent(where.then, where.local, (*where.given, *term[1])))
        return
    name = bound(term)
    for part in inner if name is None else inner[:-1]:
        yield from _places(part, where)
    if name is not None:
        assert isinstance(term, tuple)
        if term[0] in QUANTIFIERS:
            yield from _places(inner[-1], Sequent(where.then, (*where.local, (name, term[2])), where.given))
            return
        high = INFINITY if term[0] == "summable" else term[3]
        ends = (("<=", term[2], name),) + (() if high == INFINITY else (("<=", name, high),))
        kind = "real" if term[0] in OVER_REALS else "integer"
        inside = Sequent(where.then, (*where.local, (name, kind)), (*where.given, *ends))
        yield from _places(inner[-1], inside)


def _conditions(term: Term) -> Alternatives:
    """The ways in which a term is defined, each a list of propositions."""
    match term:
        case ("^", base, exponent):
            return _of_power(base, exponent)
        case ("log" | "gamma", argument):
            return ((("<", 0, argument),),)
        case ("normal-real" | "normal-imaginary", factor, *_):
            return ((("<", 0, ("+", 1, ("*", -2, factor))),),)
        case ("arg", real, imaginary):
            return ((("<", 0, ("+", ("^", real, 2), ("^", imaginary, 2))),),)
        case ("acos", argument):
            return ((("<=", -1, argument), ("<=", argument, 1)),)
        case ("E", variable):
            return (_of_moment(variable, squared=False),)
        case ("entry", name, *places):
            return (
                tuple(
                    each
                    for place, size in zip(places, _SIZES, strict=False)
                    for each in _within(place, (size, name))
                ),
            )
        case ("every" | "somewhere" | "independent" | "continuous" | "count", *_):
            return ()
        case ("integral", v, low, high, body):
            return ((("continuous", v, low, high, body),),)
        case ("sup", v, low, high, body):
            return ((("continuous", v, low, high, body), ("<=", low, high)),)
        case ("tail", ("estimate", *_), level) if not random(level):
            return ((),)
        case ("tail", *_):
            return ()
        case ("estimate", _, _, rows, *_):
            row_term(term, 1)
            return ((("int", rows), ("<=", 1, rows)),)
        case ("total", _, rows, _):
            parts_of(term)
            return ((("int", rows), ("<=", 1, rows)),)
        case ("Var", variable) | ("mse", variable, _):
            return (_of_moment(variable, squared=True),)
        case ("Cov", one, other):
            return ((*_of_moment(one, squared=True), *_of_moment(other, squared=True)),)
        case ("hyper", upper, lower, _):
            return (tuple(("<", 0, each) for each in lower),) if len(upper) <= len(lower) else ()
        case ("sum", k, low, ("oo",), body):
            return ((("summable", k, low, body),),)
        case ("prod", _, _, ("oo",), _):
            return ()
        case ("sum" | "prod", _, low, high, _):
            return ((("int", low), ("int", high)),)
        case (str(head), *_) if unknown(head):
            return ()
    return ((),)


def _within(place: Term, size: Term) -> tuple[Term, ...]:
    """A place of a list of that size, from 0."""
    return ("int", place), ("<=", 0, place), ("<=", place, ("+", size, -1))


def _of_moment(variable: Term, *, squared: bool) -> tuple[Term, ...]:
    """What is random, or its square, has a mean; of an estimate the term of a row, and there is a row."""
    found: tuple[Term, ...] = ()
    if isinstance(variable, tuple) and variable[0] == "estimate":
        rows, variable = variable[3], row_term(variable, 1)
        found = (("int", rows), ("<=", 1, rows))
    return (*found, ("integrable", ("^", variable, 2) if squared else variable))


def _of_power(base: Term, exponent: Term) -> Alternatives:
    value = literal(exponent)
    positive, apart = ("<", 0, base), ("!=", base, 0)
    if value is None:
        whole = ("int", exponent)
        return ((positive,), (whole, ("<=", 0, exponent)), (whole, apart))
    if value.denominator > 1:
        return ((("<=", 0, base),), (positive,)) if value > 0 else ((positive,),)
    return ((),) if value >= 0 else ((apart,),)


def _granted(condition: Term, known: set[Term], seen: Conditions, integers: set[str]) -> bool:
    assert isinstance(condition, tuple)
    if condition in known:
        return True
    match condition:
        case ("<=", 1, int(rows)):
            return rows >= 1
        case ("<", 0, term):
            return seen.positive(term)
        case ("<=", 0, term):
            return seen.nonnegative(term)
        case ("!=", term, 0):
            return seen.nonzero(term)
        case ("int", term):
            return isinstance(term, int) or (isinstance(term, str) and term in integers)
    return False
