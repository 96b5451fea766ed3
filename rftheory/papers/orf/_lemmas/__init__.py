"""Lemmas and derivations that several sections of orf use. States nothing."""
