"""Runs the evidence of statements and concludes verdicts; the order and number of workers change nothing."""

from __future__ import annotations

from rftheory.verification.examining import examine
from rftheory.verification.running import announced, planned, verify, whole_number

__all__ = ["announced", "examine", "planned", "verify", "whole_number"]
