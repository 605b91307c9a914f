"""The vocabulary of nexus-diff: frozen values, no I/O."""
