"""Coupled blocks of rows beyond simrf: closed forms, better blocks, optimal blocks, trigonometric features."""
