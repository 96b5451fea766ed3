"""Section 1: where no search finds a proof alone, a function of the prover and the goal shows the way."""

from rftheory.authoring import Prover, Term, Theorem, automatic


def error(prover: Prover, goal: Term) -> Theorem:
    """Both sides have one normal form, sinh written out in exponentials."""
    return automatic(prover, goal)


PROOFS = {"example/error": (error,)}
