"""What publishing has in common, whatever the host: each place fails alone, and what failed is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from nexus_diff.publish import Done, PublishError
from nexus_diff.publish.files import replace_file
from nexus_diff.report.escape import short


class Places:
    """`said`: what was done, for people; `warnings`: what did not work."""

    nouns: ClassVar[Mapping[str, str]] = {}
    """Places of the host's API: name → how to say that they got nothing."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.warnings: list[str] = []

    def attempt(self, what: str, action: Callable[[], Done]) -> Done | None:
        """Publishes at one place; None when that failed, which is then among the warnings."""
        try:
            done = action()
        except PublishError as error:
            self.fail(self.explained(what, error))
            return None
        except Exception as error:  # a fault of ours must not cost the other places
            self.fail(f"{self.nouns.get(what, f'the {what} failed')} (internal error: {type(error).__name__})")
            return None
        if what in self.nouns or done.why:
            self.said.append(f"{what}: {done.what}" + (f" ({done.why})" if done.why else ""))
        return done

    def fail(self, text: str) -> None:
        """One more thing that did not work."""
        if text not in self.warnings:
            self.warnings.append(text)

    def explained(self, what: str, error: PublishError) -> str:
        """What a failure means to a user; hosts know more about their own."""
        return f"{self.nouns[what]} ({error})" if what in self.nouns else str(error)


def write_whole(place: Path, text: str) -> Done:
    """A file, whole or not at all. Raises PublishError."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_file(place, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise PublishError("disk", f"{short(str(place), 200)} cannot be written ({error.strerror or error})") from None
    return Done(what="written")
