"""nexus-diff: what a change reaches, with evidence."""

__version__ = "0.1.0"
