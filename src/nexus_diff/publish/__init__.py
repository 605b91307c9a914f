"""Handing results to a host: one folder per host, one module per place where a host shows something. Texts come in finished;
nothing here decides what is said."""

from nexus_diff.publish.value import Annotation, Check, Comment, Done, PublishError

__all__ = ["Annotation", "Check", "Comment", "Done", "PublishError"]
