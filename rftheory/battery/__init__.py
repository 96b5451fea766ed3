"""Mechanisms held against what they declare: one list of checks for the shelf and for users."""
