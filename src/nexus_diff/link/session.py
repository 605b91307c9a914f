"""Evaluation with memory: queries, what they looked up, and cycles.

A *query* is a question about one definition or name (what does it return, which member is that) whose answer may be shared by all
files. Its answer is kept with the look-ups that it rests on, so that whoever uses the answer inherits them.
"""

# For maintainers. Promise 1 demands that an answer never depends on the order of the questions. Three rules give that:
#  1. An answer that rests on a question still being asked (a cycle through several questions) is not shared between files: it is
#     kept for the file being linked only, and files are linked one by one in a fixed order of sites.
#  2. While such a question is open, answers that rest on it are kept provisionally, so that a cycle costs linear time.
#  3. Depth is counted upwards from the answer (1 + the deepest answer used), not downwards from the asker, so a cut is a property of
#     the question. Nesting of expressions is counted within a question, which is one too.
#  4. The interpreter's stack must never decide: where it would run out, everything is dropped down to the file's own frame, the question
#     that lies too deep is answered first, from there, and then the one that led to it is asked again (`_from_file`). Only where
#     that one is already waiting, in a cycle longer than the stack, is something cut by place; what rests on that is never shared.

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

T = TypeVar("T")

MAX_DEPTH = 60
"""Longest chain of questions that is followed."""
MAX_NESTED = 300
"""Deepest nesting of expressions that is followed within one question."""
MAX_OPEN = 1000
"""Most questions and expressions open at once."""
UNTOUCHED = 1 << 30
_STACK = 12_000
"""Frames of the interpreter that MAX_OPEN questions and expressions need, at most; C code takes half a kilobyte for each."""


class TooDeepError(Exception):
    """A question lies too deep to be answered from here."""

    def __init__(self, question: Hashable, compute: Callable[[], Any], default: Any) -> None:
        super().__init__(question)
        self.asked = question, compute, default


@contextmanager
def deep_stack() -> Iterator[None]:
    """Lets Python code nest as deep as evaluation may, where the stack is known to have room: in the main thread."""
    before = sys.getrecursionlimit()
    if threading.current_thread() is threading.main_thread():
        sys.setrecursionlimit(max(before, _STACK))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class Answer(Generic[T]):
    """A value and what it rests on."""

    __slots__ = ("children", "cut", "depth", "keys", "value")

    def __init__(self, value: T, keys: tuple[str, ...], children: tuple[Answer[object], ...], depth: int, cut: int) -> None:
        self.value = value
        self.keys = keys
        self.children = children
        self.depth = depth
        self.cut = cut


class Frame:
    """One question being answered: what it rests on, and what was evaluated for it."""

    __slots__ = ("children", "cut", "depth", "evaluating", "keys", "local", "low", "lowest", "memo", "pending")

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.children: dict[int, Answer[object]] = {}
        self.memo: dict[Hashable, object] = {}
        self.evaluating: dict[Hashable, int] = {}
        """Expressions being evaluated here, with their nesting."""
        self.low = UNTOUCHED
        """Nesting of the outermost expression being evaluated that the current one came back to."""
        self.pending: dict[Hashable, tuple[object, int]] = {}
        """Values that rest on an expression still being evaluated, with its nesting: good until that is done."""
        self.depth = 0
        self.cut = 0
        """How often a limit ended it."""
        self.lowest = UNTOUCHED
        """Index of the outermost open frame that this one's value rests on."""
        self.local = False
        """Whether the value rests on a cycle through several questions."""


class Session:
    """Open questions, kept answers, and the look-ups of the file being linked."""

    def __init__(self) -> None:
        self.shared: dict[Hashable, Answer[object]] = {}
        self._kept: dict[Hashable, Answer[object]] = {}
        self._provisional: dict[Hashable, tuple[Answer[object], int]] = {}
        self._open: dict[Hashable, int] = {}
        self._waiting: set[Hashable] = set()
        """Questions that are to be asked again once a deeper one is answered."""
        self.nested = 0
        """Questions and expressions open now."""
        self.stack: list[Frame] = []
        self.frame = Frame()

    def begin(self) -> None:
        """Start linking one file."""
        self._kept = {}
        self._provisional = {}
        self.frame = Frame()
        self.stack = [self.frame]
        self._open = {}
        self._waiting = set()
        self.nested = 0

    def looked_up(self) -> tuple[set[str], int]:
        """Keys of everything that was asked since `begin`, and how much of it a limit cut, through kept answers too."""
        keys = set(self.frame.keys)
        cut = self.frame.cut
        seen: set[int] = set()
        todo = list(self.frame.children.values())
        while todo:
            answer = todo.pop()
            if id(answer) in seen:
                continue
            seen.add(id(answer))
            keys.update(answer.keys)
            cut += answer.cut
            todo.extend(answer.children)
        return keys, cut

    def recover(self) -> None:
        """Forget what was under way in the file's own frame when the stack ran out."""
        self.frame = frame = self.stack[0]
        self.stack = [frame]
        self._open = {}
        self._provisional = {}
        self._waiting = set()
        self.nested = 0
        frame.evaluating, frame.pending, frame.low = {}, {}, UNTOUCHED
        frame.cut += 1

    def record(self, key: str) -> None:
        self.frame.keys.add(key)

    def ask(self, question: Hashable, compute: Callable[[], T], default: T) -> T:
        """The answer to `question`, computed at most once; `default` when it is being asked already or lies too deep."""
        frame = self.frame
        kept = self.shared.get(question)
        if kept is None and self._kept:
            kept = self._kept.get(question)
            if kept is not None:
                frame.local = True
        if kept is not None:
            frame.children[id(kept)] = kept
            if kept.depth >= frame.depth:
                frame.depth = kept.depth + 1
            return kept.value  # type: ignore[return-value]
        return self._ask_open(question, compute, default)

    def _ask_open(self, question: Hashable, compute: Callable[[], T], default: T) -> T:
        opened = self._open.get(question)
        if opened is not None:
            self._rest_on(opened)
            return default
        provisional = self._provisional.get(question)
        if provisional is not None:
            answer, lowest = provisional
            self._rest_on(lowest)
            self.frame.children[id(answer)] = answer
            return answer.value  # type: ignore[return-value]
        if self.nested >= MAX_OPEN:
            return self._beyond(question, compute, default)
        if len(self.stack) == 1:
            return self._from_file(question, compute, default)
        return self._compute(question, compute, default)

    def _beyond(self, question: Hashable, compute: Callable[[], T], default: T) -> T:
        if question not in self._waiting and len(self.stack) > 1:
            raise TooDeepError(question, compute, default)
        self.frame.cut += 1
        self._rest_on(0)
        return default

    def _from_file(self, question: Hashable, compute: Callable[[], T], default: T) -> T:
        """Answers a question of the file's own frame; what lies too deep for the stack is answered before it."""
        todo: list[tuple[Hashable, Callable[[], Any], Any]] = [(question, compute, default)]
        nested = self.nested
        while True:
            try:
                value = self._compute(*todo[-1])
            except TooDeepError as deep:
                self.nested = nested
                self._provisional = {}
                self._waiting.add(todo[-1][0])
                todo.append(deep.asked)
                continue
            self._waiting.discard(todo.pop()[0])
            if not todo:
                return value  # type: ignore[no-any-return]

    def _rest_on(self, index: int) -> None:
        top = len(self.stack) - 1
        if index < top:
            self.frame.local = True
        if index < self.frame.lowest:
            self.frame.lowest = index

    def _compute(self, question: Hashable, compute: Callable[[], T], default: T) -> T:
        index = len(self.stack)
        outer = self.frame
        self._open[question] = index
        self.frame = frame = Frame()
        self.stack.append(frame)
        nested = self.nested = self.nested + 1
        try:
            value = compute()
        except RecursionError:
            if index == 1 or question in self._waiting:
                value = default
                frame.cut += 1
                self.nested = nested
            else:
                raise TooDeepError(question, compute, default) from None
        finally:
            self.stack.pop()
            self.frame = outer
            del self._open[question]
        self.nested -= 1
        if frame.depth > MAX_DEPTH:
            frame.cut += 1
            value, frame.depth = default, 0
        answer: Answer[object] = Answer(value, tuple(frame.keys), tuple(frame.children.values()), frame.depth, frame.cut)
        outer.children[id(answer)] = answer
        if frame.depth >= outer.depth:
            outer.depth = frame.depth + 1
        self._keep(question, answer, frame, outer, index)
        return value

    def _keep(self, question: Hashable, answer: Answer[object], frame: Frame, outer: Frame, index: int) -> None:
        if frame.lowest < index:
            if frame.lowest > 0:
                self._provisional[question] = (answer, frame.lowest)
            outer.lowest = min(outer.lowest, frame.lowest)
            outer.local = True
            return
        if self._provisional:
            self._provisional = {q: kept for q, kept in self._provisional.items() if kept[1] < index}
        if frame.local:
            self._kept[question] = answer
            outer.local = True
        else:
            self.shared[question] = answer
