"""Theorems of the kernel as evidence: what a statement asks of a proof, and whether the checker accepts one."""
