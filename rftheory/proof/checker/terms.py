"""Free variables, and substitution without capture."""

from __future__ import annotations

from collections.abc import Mapping

from .reading import ATOMS, BINDERS, MOMENTS, QUANTIFIERS, RANDOM, RESERVED, BadForm, Term

_CLOSED = {*MOMENTS, "integrable", "independent"}  # they bind what is random in them


def free(t: Term) -> frozenset[str]:
    """The free variables of a term or proposition."""
    if isinstance(t, str):
        return frozenset((t,))
    if isinstance(t, int) or t[0] in ATOMS:
        return frozenset()
    if t[0] in BINDERS:
        return frozenset().union(*map(free, t[2:-1])) | (free(t[-1]) - {t[1]})
    if t[0] in QUANTIFIERS:
        return free(t[3]) - {t[1]}
    return frozenset().union(*map(free, t[1:]))


def is_random(t: Term) -> bool:
    """Whether a term or proposition may be random: a row, an estimate or an unknown head occurs outside a moment."""
    if not isinstance(t, tuple) or t[0] in ATOMS or t[0] in _CLOSED:
        return False
    return t[0] in RANDOM or t[0] not in RESERVED or any(map(is_random, t[1:]))


def is_vector(t: Term) -> bool:
    """Whether a part of a vector is a vector itself."""
    return isinstance(t, tuple) and (
        t[0] in ("vec", "row") or (t[0] in ("+", "*") and any(map(is_vector, t[1:])))
    )


def closed(head: str) -> bool:
    """Whether the head may bind what is random in it: a moment, `integrable`, or an unknown head."""
    return head in _CLOSED or head not in RESERVED


def substitute(t: Term, values: Mapping[str, Term]) -> Term:
    """The term or proposition with its free variables replaced; raises BadForm where one would be captured.

    A moment binds what is random in it, so nothing random is put inside one, or inside an unknown head.
    """
    if isinstance(t, str):
        return values.get(t, t)
    if isinstance(t, int) or t[0] in ATOMS:
        return t
    if t[0] in BINDERS or t[0] in QUANTIFIERS:
        if t[1] in values:
            raise BadForm(f"the bound variable {t[1]} is to be replaced")
        if any(t[1] in free(values[v]) for v in free(t[-1]) & set(values)):
            raise BadForm(f"{t[1]} would be captured")
        outer = t[2:3] if t[0] in QUANTIFIERS else tuple(substitute(part, values) for part in t[2:-1])
        return (t[0], t[1], *outer, substitute(t[-1], values))
    if closed(t[0]) and any(is_random(values[v]) for v in free(t) & set(values)):
        raise BadForm(f"a random term would come inside {t[0]}")
    return (t[0], *(substitute(part, values) for part in t[1:]))
