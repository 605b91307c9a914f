"""The pool of parsers: every blob gets its row, whatever single blobs do to the processes that read them."""

from __future__ import annotations

import signal
import subprocess
import time
from typing import Any

import msgspec
import pytest

from nexus_diff.index import pool, worker
from nexus_diff.index.content import Task, row_of
from nexus_diff.index.facts_cache import Row

HOSTILE = """
import os, sys, time
sys.path[:] = sys.argv[1:]
from nexus_diff.index import worker
real = worker.row_of
def row_of(task):
    if b"CRASH" in task.data: os.abort()
    if b"EXIT" in task.data: os._exit(3)
    if b"HANG" in task.data: time.sleep(3600)
    if b"RAISE" in task.data: raise ValueError("odd")
    if b"MEMORY" in task.data: raise MemoryError
    if b"LOOP" in task.data:
        worker._on_limit(0, None)
    return real(task)
worker.row_of = row_of
worker.main()
"""


def tasks(count: int, **special: str) -> list[Task]:
    made = [Task(f"{number:040x}", "python", f"def f{number}():\n    return {number}\n".encode() * 40) for number in range(count)]
    for at, word in special.items():
        number = int(at.removeprefix("at"))
        made[number] = made[number]._replace(data=b"# " + word.encode())
    return made


def rows(work: list[Task], notices: list[str] | None = None, workers: int = 2) -> dict[str, Row]:
    size = sum(len(task.data) for task in work)
    found = list(pool.parse_all(work, count=len(work), size=size, workers=workers, notice=(notices if notices is not None else []).append))
    assert len(found) == len(work)
    return {row.oid: row for row in found}


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CHUNK_BYTES", 8_000)


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_BOOT", HOSTILE)


ENDLESS = {
    "rust": b"fn m()->i32 { return " + b"f(f(f(f(\n" * 5_000 + b"x" + b"\n" * 1_000 + b"; }\n",
    "java": b"class A { Object m(){ return " + b"f(f(f(f(\n" * 5_000 + b"x" + b"\n" * 1_000 + b"; } }\n",
    "go": b"/* a\n" * 30_000,
}


@pytest.mark.parametrize(("language", "blob"), ENDLESS.items())
def test_a_blob_that_takes_for_ever_is_given_up_in_this_process_too(monkeypatch: pytest.MonkeyPatch, language: str, blob: bytes) -> None:
    monkeypatch.setattr(worker, "SECONDS", 1)
    began = time.monotonic()
    assert worker.guarded_row(Task("0" * 40, language, blob)).reason == worker.TOO_LONG
    assert time.monotonic() - began < 10
    fine = worker.guarded_row(Task("1" * 40, "rust", b"fn fine() {}\n"))  # nothing is left of it
    assert fine.reason == ""


def test_processes_say_what_this_one_would() -> None:
    work = tasks(200)
    found = rows(work)
    assert all(found[task.oid] == row_of(task) for task in work)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("CRASH", "the parser crashed (SIGABRT)"),
        ("EXIT", "the parser crashed (exit code 3)"),
        ("RAISE", "the parser failed (ValueError: odd)"),
        ("MEMORY", worker.TOO_MUCH),
        ("LOOP", worker.TOO_LONG),
    ],
)
def test_one_bad_blob_costs_only_itself(hostile: None, word: str, reason: str) -> None:
    found = rows(tasks(120, at7=word, at8=word, at119=word))
    bad = {oid for oid, row in found.items() if row.reason}
    assert bad == {f"{number:040x}" for number in (7, 8, 119)}
    assert {found[oid].reason for oid in bad} == {reason}


def test_all_bad_blobs_end_too(hostile: None) -> None:
    work = [task._replace(data=b"CRASH") for task in tasks(pool.FEW_TASKS)]
    assert {row.reason for row in rows(work).values()} == {"the parser crashed (SIGABRT)"}


def test_a_stalled_process_is_ended(hostile: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "STALL_SECONDS", 1.0)
    found = rows(tasks(100, at50="HANG"))
    assert [row.reason for row in found.values() if row.reason] == [worker.TOO_LONG]


def test_time_of_the_processor_is_limited_and_the_clock_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(task: Task) -> Row:
        while True:
            pass

    rang: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rang.append(number))
    signal.setitimer(signal.ITIMER_REAL, 60)
    try:
        assert worker.guarded_row(tasks(1)[0]).reason == ""
        monkeypatch.setattr(worker, "SECONDS", 0.05)
        monkeypatch.setattr(worker, "row_of", busy)
        assert worker.guarded_row(tasks(1)[0]).reason == worker.TOO_LONG
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not rang


def test_without_processes_this_one_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any, **options: Any) -> None:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    notices: list[str] = []
    assert len(rows(tasks(100), notices)) == 100
    assert len(notices) == 1
    assert "parsing in this one" in notices[0]


def test_processes_that_never_start_are_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    notices: list[str] = []
    monkeypatch.setattr(pool, "_BOOT", "import sys; sys.exit(1)")
    assert {row.reason for row in rows(tasks(45), notices).values()} == {""}
    assert notices == ["parser processes do not start (exit code 1); parsing in this one"]


def test_few_blobs_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", lambda *arguments, **options: pytest.fail("started one"))
    assert len(rows(tasks(pool.FEW_TASKS - 1))) == pool.FEW_TASKS - 1


def test_nobody_is_left_when_the_reader_stops() -> None:
    stream = pool.parse_all(tasks(200), count=200, size=300_000, workers=2, notice=print)
    next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert stream.gi_frame is None  # type: ignore[attr-defined]


def test_messages_come_apart_at_any_cut() -> None:
    sent = [msgspec.msgpack.encode(["x" * size]) for size in (0, 1, 300, 70_000)]
    stream = b"".join(worker.LENGTH.pack(len(data)) + data for data in sent)
    buffer = bytearray()
    got = []
    for start in range(0, len(stream), 977):
        buffer += stream[start : start + 977]
        got += list(worker.messages(buffer))
    assert got == sent
    assert not buffer
