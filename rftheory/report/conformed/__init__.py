"""A conformance report for machines: one line, JUnit, annotations of GitHub, SARIF, a badge; and the list of names."""
