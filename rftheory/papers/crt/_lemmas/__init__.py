"""Lemmas and derivations that several sections of crt use."""
