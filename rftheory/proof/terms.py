"""Terms and propositions of proofs: nested tuples with a head, as docs/proof.md defines them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from rftheory.errors import RFTheoryError

Term = int | str | tuple[Any, ...]

INFINITY: Term = ("oo",)
PI: Term = ("pi",)
OVER_REALS = ("integral", "sup", "continuous")
"""Binders of a real variable."""
_BINDERS = ("sum", "prod", "every", "somewhere", *OVER_REALS)
QUANTIFIERS = ("all", "some")


class ProofError(RFTheoryError):
    """A step that its rule does not allow, or a term that is none."""


def number(value: Fraction | int) -> Term:
    """A rational as a term."""
    value = Fraction(value)
    return value.numerator if value.denominator == 1 else ("q", value.numerator, value.denominator)


def literal(term: Term) -> Fraction | None:
    """The value of a rational literal."""
    if isinstance(term, int) and not isinstance(term, bool):
        return Fraction(term)
    if isinstance(term, tuple) and term[0] == "q":
        return Fraction(term[1], term[2])
    return None


def compound(term: Term) -> tuple[Any, ...]:
    """A term with a head, or ProofError."""
    if not isinstance(term, tuple):
        raise ProofError(f"a term with a head is needed, not {term}")
    return term


def parts(term: Term) -> tuple[Term, ...]:
    """The immediate subterms; the bound variable of a binder is none of them."""
    if not isinstance(term, tuple) or term[0] in ("q", "name", "vec", "height", "width"):
        return ()
    if term[0] == "entry":
        return term[2:]
    if term[0] in (*_BINDERS, "summable"):
        return term[2:]
    if term[0] in QUANTIFIERS:
        return term[3:]
    if term[0] == "hyper":
        return (*term[1], *term[2], term[3])
    if term[0] == "where":
        return (*term[1], term[2])
    return term[1:]


def bound(term: Term) -> str | None:
    """The variable that the term binds in its last part."""
    if isinstance(term, tuple) and term[0] in (*_BINDERS, "summable", *QUANTIFIERS):
        return str(term[1])
    return None


def free(term: Term) -> frozenset[str]:
    """The free variables."""
    if isinstance(term, str):
        return frozenset((term,))
    inner = [free(part) for part in parts(term)]
    if bound(term) is not None:
        inner[-1] = inner[-1] - {str(bound(term))}
    return frozenset().union(*inner)


def rebuilt(term: Term, inner: Iterable[Term]) -> Term:
    """The term with other immediate subterms."""
    if not isinstance(term, tuple):
        return term
    new = tuple(inner)
    if term[0] in (*_BINDERS, "summable", "entry"):
        return (term[0], term[1], *new)
    if term[0] in QUANTIFIERS:
        return (*term[:3], *new)
    if term[0] == "hyper":
        first = len(term[1])
        return ("hyper", new[:first], new[first:-1], new[-1])
    if term[0] == "where":
        return ("where", new[:-1], new[-1])
    return (term[0], *new) if parts(term) else term


def substitute(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with other terms for free variables; ProofError where a binder would catch what is theirs.

    Moments, and heads that are not known, bind what is random: a variable in them stands for a number.
    """
    if isinstance(term, str):
        return values.get(term, term)
    inner = parts(term)
    if not inner:
        return term
    assert isinstance(term, tuple)
    if _closed(term[0]) and any(random(values[name]) for name in free(term) & values.keys()):
        raise ProofError(f"a random term would come inside {term[0]}")
    name = bound(term)
    if name is None:
        return rebuilt(term, (substitute(part, values) for part in inner))
    body = inner[-1]
    used = {n: v for n, v in values.items() if n in free(body) - {name}}
    if name in values or any(name in free(value) for value in used.values()):
        raise ProofError(f"the bound variable {name} would be caught")
    outer = (substitute(part, values) for part in inner[:-1])
    return rebuilt(term, (*outer, substitute(body, used)))


def moments(term: Term) -> Iterator[Term]:
    """The outermost moments in a term."""
    if isinstance(term, tuple) and term[0] in _MOMENTS:
        yield term
        return
    for part in parts(term):
        yield from moments(part)


def exchanged(term: Term, values: Mapping[Term, Term]) -> Term:
    """The term with others in place of some of its parts, binders included: a step must say why they are equal."""
    if term in values:
        return values[term]
    return rebuilt(term, (exchanged(part, values) for part in parts(term)))


def subterms(term: Term) -> Iterator[Term]:
    """The term and all below it, binders' bodies included."""
    yield term
    for part in parts(term):
        yield from subterms(part)


_FUNCTIONS = frozenset(
    (
        "+",
        "*",
        "^",
        "q",
        "exp",
        "log",
        "cos",
        "sin",
        "abs",
        "gamma",
        "acos",
        "sign",
        "pi",
        "hyper",
        "sum",
        "prod",
        "integral",
        "sup",
        "oo",
        "name",
        "vec",
        "dot",
        "entry",
        "height",
        "width",
        "arg",
        "normal-real",
        "normal-imaginary",
    )
)
_RELATIONS = frozenset(
    (
        "=",
        "<",
        "<=",
        "!=",
        "and",
        "or",
        "where",
        "int",
        "summable",
        "continuous",
        "every",
        "somewhere",
        *QUANTIFIERS,
    )
)
_MOMENTS = ("E", "Var", "Cov", "mse", "tail")
_CLOSED = frozenset((*_MOMENTS, "integrable", "independent"))
_CHANCE = frozenset(("row", "estimate", "draw", "count"))


def random(term: Term) -> bool:
    """Whether a term may be random: it has a row, an estimate or an operator that is not known outside a moment."""
    if not isinstance(term, tuple) or term[0] in _CLOSED:
        return False
    return term[0] not in _FUNCTIONS | _RELATIONS or any(map(random, parts(term)))


def unknown(head: str) -> bool:
    """Whether docs/proof.md does not say what a head of a term or proposition means."""
    return head not in _FUNCTIONS | _RELATIONS | _CLOSED | _CHANCE


def _closed(head: str) -> bool:
    return head in _CLOSED or unknown(head)


def factors(term: Term) -> Iterator[Term]:
    """The factors of nested products; the bases of powers with an integer exponent stand for these."""
    if isinstance(term, tuple) and term[0] == "*":
        for part in term[1:]:
            yield from factors(part)
    elif isinstance(term, tuple) and term[0] == "^" and isinstance(term[2], int):
        yield from factors(term[1])
    else:
        yield term


def frozen(value: Any) -> Any:
    """Lists of JSON as tuples."""
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value


def thawed(value: Any) -> Any:
    """Tuples as lists for JSON."""
    return list(map(thawed, value)) if isinstance(value, (list, tuple)) else value
