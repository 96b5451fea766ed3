"""Shelf of papers: one module (or folder of section modules) each. States; never judges."""
