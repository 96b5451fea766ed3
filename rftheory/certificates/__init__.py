"""Refutations as objects that a second program accepts: exported from statements and what the ledger shows of them."""
