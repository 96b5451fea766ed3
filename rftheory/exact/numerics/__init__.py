"""Certified numerics that know no statement: integration rules, maxima, roots."""
