"""Free variables, substitution without capture, and terms in print."""

from __future__ import annotations

from collections.abc import Mapping

from .reading import ARITIES, RELATIONS, BadForm, Term

_ATOMS = ("q", "name", "pi", "oo")
_KNOWN = {
    *ARITIES,
    *RELATIONS,
    "q",
    "+",
    "*",
    "hyper",
    "sum",
    "prod",
    "oo",
    "[]",
    "int",
    "summable",
    "and",
    "where",
}


def free(t: Term) -> frozenset[str]:
    """The free variables of a term or proposition."""
    if isinstance(t, str):
        return frozenset((t,))
    if isinstance(t, int) or t[0] in _ATOMS:
        return frozenset()
    if t[0] in ("sum", "prod", "summable"):
        return frozenset().union(*map(free, t[2:-1])) | (free(t[-1]) - {t[1]})
    return frozenset().union(*map(free, t[1:]))


def has_operator(t: Term) -> bool:
    """Whether an operator or a name of the shelf occurs: what it means may depend on more than the variables."""
    return isinstance(t, tuple) and (t[0] not in _KNOWN or any(map(has_operator, t[1:])))


def is_operator(head: str) -> bool:
    return head not in _KNOWN


def substitute(t: Term, values: Mapping[str, Term]) -> Term:
    """The term or proposition with its free variables replaced; raises BadForm where one would be captured.

    An operator of the shelf may bind what other operators and names stand for (a mean binds its random quantities),
    so nothing that contains one is put inside an operator.
    """
    if isinstance(t, str):
        return values.get(t, t)
    if isinstance(t, int) or t[0] in _ATOMS:
        return t
    if t[0] in ("sum", "prod", "summable"):
        if t[1] in values:
            raise BadForm(f"the bound variable {t[1]} is to be replaced")
        if any(t[1] in free(values[v]) for v in free(t[-1]) & set(values)):
            raise BadForm(f"{t[1]} would be captured")
        return (t[0], t[1], *(substitute(part, values) for part in t[2:]))
    if is_operator(t[0]) and any(has_operator(values[v]) for v in free(t) & set(values)):
        raise BadForm(f"a term of the shelf would come inside {t[0]}")
    return (t[0], *(substitute(part, values) for part in t[1:]))


def show(t: Term) -> str:
    """A term or proposition for reading."""
    if not isinstance(t, tuple):
        return str(t)
    head, parts = t[0], [show(part) for part in t[1:]]
    if head == "q":
        return f"{t[1]}/{t[2]}"
    if head == "name":
        return repr(t[1])
    if head in (*RELATIONS, "+", "*", "^"):
        closed = [f"({p})" if not p.isalnum() and head in "*^" else p for p in parts]
        return {"*": "·", "^": "^"}.get(head, f" {head} ").join(closed)
    if head in ("sum", "prod", "summable"):
        return (
            f"{head}({parts[0]} = {'..'.join(parts[1:-1])}{'..' if head == 'summable' else ''}: {parts[-1]})"
        )
    if head == "and":
        return " and ".join(f"({p})" for p in parts)
    if head == "where":
        return f"{parts[1]} where {parts[0]}"
    if head == "[]":
        return f"[{', '.join(parts)}]"
    return {"pi": "pi", "oo": "oo"}.get(head) or f"{head}({', '.join(parts)})"
