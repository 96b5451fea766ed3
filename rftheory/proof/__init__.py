"""Proof objects: theorems by a few rules, and the independent checker that has the last word."""
