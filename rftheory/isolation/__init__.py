"""Work in a child process with limits that hold whatever compiled code does: time, memory, aborts. Knows no theory."""

from rftheory.isolation.child import Child, isolated

__all__ = ["Child", "isolated"]
