"""Proof scripts, one file a theme; every module has PROOFS."""
