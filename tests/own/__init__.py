"""Papers, mechanisms and causes from outside of the package."""
