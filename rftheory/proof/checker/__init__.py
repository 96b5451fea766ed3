"""The checker: reads an exported proof object and says what it proves, with the standard library alone."""

from .objects import Checked, check
from .reading import Malformed, Refused

__all__ = ["Checked", "Malformed", "Refused", "check"]
