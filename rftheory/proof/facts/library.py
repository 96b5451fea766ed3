"""All facts by name."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.facts import angles, complexes, elementary, special
from rftheory.proof.facts.fact import Fact

FACTS: Mapping[str, Fact] = {
    fact.name: fact for family in (elementary, special, complexes, angles) for fact in family.FACTS
}
