"""Quantities and lemmas that several papers use: one file a subject, named after the paper that has it first."""
