"""The domain of a claim as the context of a theorem: variables with their kinds, and what is known of them."""

from __future__ import annotations

import sympy as sp

from rftheory.claims import Term as ClaimTerm
from rftheory.domain import Domain, Parameter
from rftheory.evidence.theorems.implied import PARAMETER_BY_RHO, needs_parameter
from rftheory.evidence.theorems.moments import by_entries, invariants
from rftheory.exact.formula import Formula
from rftheory.proof.kernel import ProofContext
from rftheory.proof.kernel.definitions import FIXED_ROWS
from rftheory.proof.terms import ProofError, Term, free, subterms
from rftheory.proof.wording import Words

_KINDS = ("integer", "real", "vector", "vectors")


def context_of(
    spoken: Words,
    paper: str,
    domain: Domain,
    proposition: Term,
    dimension: int | None = None,
    special: tuple[Term, ...] = (),
) -> ProofContext:
    """The parameters with their kinds; their bounds and rules, and what they mean, as constraints.

    `special` says what the inputs are where a claim speaks of a special pair.
    """
    for parameter in domain.parameters:
        if parameter.kind not in (*_KINDS, "complex"):
            raise ProofError(f"{parameter.name} is a {parameter.kind}; proofs have {' and '.join(_KINDS)}")
    rules = tuple(each for condition in domain.constraints for each in spoken.proposition(condition))
    heads = {each[0] for each in subterms(proposition) if isinstance(each, tuple)}
    vectors = frozenset(e[1] for e in subterms(proposition) if isinstance(e, tuple) and e[0] == "vec")
    meant = (special or invariants(paper, domain, vectors)) if heads & {"estimate", "vec"} else ()
    meant = (*meant, *by_entries(domain, vectors | _estimated(proposition)))
    counted, lengths = sizes(domain)
    variables = (*(pair for p in domain.parameters for pair in _variables(p)), *counted)
    if "d" not in dict(variables) and on_a_sphere(proposition):
        variables, rules = (*variables, ("d", "integer")), (*rules, ("<=", 1, "d"))
    if dimension is not None:
        variables, rules = (*variables, ("d", "integer")), (*rules, ("=", "d", dimension))
    if paper == "crt" and needs_parameter(proposition, domain.names):
        variables, rules = (*variables, ("A", "real")), (*rules, PARAMETER_BY_RHO)
    return ProofContext(variables, (*rules, *lengths, *meant))


def _estimated(proposition: Term) -> frozenset[str]:
    """The vectors of which products with rows are estimated; counts are made of their entries alone."""
    features = {e[2][1] for e in subterms(proposition) if isinstance(e, tuple) and e[0] == "estimate"}
    return frozenset(("x", "y")) if features - {"poisson", "geometric"} else frozenset()


def on_a_sphere(proposition: Term) -> bool:
    """Whether rows of the length d^(1/2) are spoken of, and so a dimension d."""
    couplings = (
        each[1]
        for each in subterms(proposition)
        if isinstance(each, tuple) and each[0] in ("row", "estimate")
    )
    return any(coupling in [("name", name) for name in FIXED_ROWS] for coupling in couplings)


def _variables(parameter: Parameter) -> tuple[tuple[str, str], ...]:
    """A parameter as variables; a complex one is two real numbers."""
    if parameter.kind == "complex":
        return (f"{parameter.name}_re", "real"), (f"{parameter.name}_im", "real")
    return ((parameter.name, parameter.kind),)


def complex_names(domain: Domain) -> frozenset[str]:
    """The complex parameters."""
    return frozenset(p.name for p in domain.parameters if p.kind == "complex")


def sizes(domain: Domain) -> tuple[tuple[tuple[str, str], ...], tuple[Term, ...]]:
    """Where there are vectors, d is how long they are and m how many a list has, as formulas read them."""
    known: dict[str, Term] = {}
    for parameter in domain.parameters:
        if parameter.kind == "vectors":
            known.setdefault("m", ("height", parameter.name))
            known.setdefault("d", ("width", parameter.name))
        elif parameter.kind == "vector":
            known.setdefault("d", ("height", parameter.name))
    found = {name: size for name, size in known.items() if name not in domain.names}
    return tuple((name, "integer") for name in found), tuple(("=", *pair) for pair in found.items())


def with_symbols(context: ProofContext, proposition: Term, sides: list[ClaimTerm]) -> ProofContext:
    """The context with symbols that are no parameters: for all values that their assumptions allow."""
    names = free(proposition) - {name for name, _ in context.variables}
    expressions = (side.expression if isinstance(side, Formula) else side for side in sides)
    spoken = {str(s): s for side in expressions if isinstance(side, sp.Expr) for s in side.free_symbols}
    variables, constraints = [], []
    for name in sorted(names):
        symbol = spoken.get(name)
        if symbol is None or not symbol.is_real:
            raise ProofError(f"{name} is no parameter, and no real symbol")
        variables.append((name, "integer" if symbol.is_integer else "real"))
        if symbol.is_positive:
            constraints.append(("<=", 1, name) if symbol.is_integer else ("<", 0, name))
        elif symbol.is_nonnegative:
            constraints.append(("<=", 0, name))
    return ProofContext((*context.variables, *variables), (*context.constraints, *constraints))
