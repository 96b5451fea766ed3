"""Tactics: searches for proofs. Nothing here is trusted; the kernel judges every step."""

from rftheory.proof.tactics.prover import Prover

__all__ = ["Prover"]
