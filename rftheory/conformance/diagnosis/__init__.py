"""Findings to causes: which mistake a failure is the signature of, and which failure explains which."""
