"""The commands: each reads its arguments, calls one function, prints one document. Heavy imports stay inside."""
