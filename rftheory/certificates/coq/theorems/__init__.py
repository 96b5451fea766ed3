"""Proof objects of elementary theorems, step by step, for Coq."""
