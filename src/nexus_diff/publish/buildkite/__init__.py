"""Buildkite: an annotation of the build, made by the agent's own program."""
