"""Proofs: terms, a kernel that makes theorems, facts that they may cite, and an independent checker of their objects."""
