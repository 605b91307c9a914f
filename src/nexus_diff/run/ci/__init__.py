"""`nexus-diff ci …`: one analysis as a CI service wants it. Reads what the service says about the event, finds the exact base, runs the
ordinary analysis and publishes what came of it; what goes wrong on the way is one warning, never a failed pull request."""
