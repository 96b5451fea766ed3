"""Moments in claims from their own nodes: an experiment with nets in place of draws, for mutants alone.

The terms of a claim are evaluated by definition: rows and variables by their laws, estimates by the shelf. It gives no
evidence for a statement: it tells a wrong claim from the right one, and only where it finds the right one right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import sympy as sp

from rftheory.claims import Claim, Conjunct, Exists, Law, RandomNode, TailBound
from rftheory.domain import Domain, Rule
from rftheory.evidence.mutants.nodes.existence import Told as Told
from rftheory.evidence.mutants.nodes.existence import existence_told_apart
from rftheory.evidence.mutants.nodes.gaps import Gap, gaps
from rftheory.evidence.mutants.nodes.place import UNREADABLE, Realised, places
from rftheory.evidence.mutants.nodes.values import Values
from rftheory.exact.formula import Formula
from rftheory.measured.protocol import Kernel

_POWERS = (10, 13, 16)  # points of a net, as powers of 2: few first
_HOPELESS = 0.1  # of the margin, too little for more points to help
Reading = tuple[Kernel, int]
READINGS: tuple[Reading, ...] = (
    ("softmax", 1),
    ("gaussian", 1),
    ("gaussian", -1),
    ("softmax", -1),
)
Sides = Mapping[str, Formula]
MOMENTS: Mapping[Told, str] = {
    "killed": "moments by definition (nets)",
    "still true": "it holds at every point by moments evaluated from their definition",
    "survived": "moments evaluated from their definition do not separate it",
}
"""What is said of a fate."""


def has_moments(claim: Claim) -> bool:
    """Whether the claim is about random quantities."""
    return isinstance(claim, (Law, TailBound, Exists)) or any(
        isinstance(term, sp.Basic) and term.has(RandomNode) for term in claim.terms
    )


def told_apart(own: Conjunct, wrong: Conjunct, sides: Sides, changed: Sides | None = None) -> Told:
    """What becomes of a wrong part of a claim beside the right one, at the same points and nets.

    Read as the first of softmax or Gaussian kernel, z = x + y or x - y, by which the right claim is consistent at
    every place. `killed`: there the wrong claim fails beyond every error; `still true`: a strict inequality holds
    beyond every error at every place; `survived`: neither; `unread`: no reading has a value and is consistent.
    """
    if isinstance(own.claim, Exists):
        return existence_told_apart(own, wrong, sides)
    domain = _narrowed(own)
    for kernel, sign in READINGS:
        where = list(places(domain, kernel, sign))
        if not where:
            continue
        found = [_at(place, own.claim, wrong.claim, domain, sides, changed or sides) for place in where]
        read = [fate for fate in found if fate != "unread"]
        if not read or "inconsistent" in read:
            continue
        if "killed" in read:
            return "killed"
        return "still true" if len(read) == len(found) and set(read) == {"still true"} else "survived"
    return "unread"


def _at(place: Realised, own: Claim, wrong: Claim, domain: Domain, sides: Sides, changed: Sides) -> str:
    fate = "unread"
    for power in _POWERS:
        try:
            values = Values(place, domain, sides, power)
            right = list(gaps(own, values))
            if not all(gap.consistent for gap in right):
                return "inconsistent"
            false = list(gaps(wrong, values if changed is sides else Values(place, domain, changed, power)))
        except UNREADABLE:
            return fate
        fate = _fate(false)
        if fate != "survived" or all(gap.share < _HOPELESS for gap in false):
            return fate
    return fate


def _fate(found: list[Gap]) -> str:
    status = {gap.status for gap in found}
    return "killed" if "violated" in status else "still true" if status == {"clear"} else "survived"


def _narrowed(part: Conjunct) -> Domain:
    """The domain with the conditions that its parameters decide."""
    names = set(part.domain.names)
    extra = tuple(Rule(c) for c in part.conditions if {str(s) for s in c.free_symbols} <= names)
    return replace(part.domain, rules=(*part.domain.rules, *extra)) if extra else part.domain
