"""Named facts: textbook mathematics that proofs may cite, one file a family."""

from rftheory.proof.facts.fact import Fact
from rftheory.proof.facts.library import FACTS

__all__ = ["FACTS", "Fact"]
