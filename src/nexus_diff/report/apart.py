"""A template of the analysed repository is rendered in a process of its own, which has little time and little memory."""

# For maintainers. Jinja's sandbox keeps a template from reaching out, but not from running on: two nested loops of 99,999 rounds, or a
# string of two billion characters, are valid templates. What ran out of bounds once is not tried again in this process.

from __future__ import annotations

import signal
import subprocess
import sys

import msgspec

from nexus_diff.report.templates import BadTemplateError, Blocks
from nexus_diff.report.value import Options, Report

SECONDS = 5
"""Of processor time; ours takes a few milliseconds."""
PATIENCE = 15
"""Seconds by the clock, on a machine that may have other things to do."""
MEGABYTES = 512
_BOOT = "import sys; sys.path[:] = sys.argv[1:]; from nexus_diff.report.apart import main; main()"
_TOO_SLOW = getattr(signal, "SIGXCPU", signal.SIGTERM)
_out_of_bounds: dict[str, str] = {}


class _Question(msgspec.Struct, frozen=True):
    report: Report
    options: Options


class _Reply(msgspec.Struct, frozen=True):
    """`lasting`: refused for what the template takes, which is not to be tried again."""

    text: str = ""
    refused: str = ""
    lasting: bool = False


def render_apart(report: Report, options: Options) -> str:
    """The page made with `options.template`. Raises BadTemplateError with the reason if that cannot be had."""
    if options.template in _out_of_bounds:
        raise BadTemplateError(_out_of_bounds[options.template])
    reply = _asked(options.template, _encoded(_Question(report, options)))
    if reply.refused:
        reason = " ".join(reply.refused.split())[:300]
        if reply.lasting:
            _out_of_bounds[options.template] = reason
        raise BadTemplateError(reason)
    if not reply.text.strip():
        raise BadTemplateError("it says nothing")
    return reply.text


def _encoded(question: _Question) -> bytes:
    try:
        return msgspec.json.encode(question)
    except UnicodeEncodeError:
        from nexus_diff.report.json_format import decodable

        return msgspec.json.encode(decodable(msgspec.to_builtins(question)))


def _asked(template: str, question: bytes) -> _Reply:
    command = [sys.executable, "-I", "-c", _BOOT, *(entry for entry in sys.path if entry)]
    try:
        done = subprocess.run(
            command, input=question, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd="/", check=False, timeout=PATIENCE
        )
        return msgspec.json.decode(done.stdout, type=_Reply)
    except subprocess.TimeoutExpired:
        reason = f"it took longer than {PATIENCE} seconds"
    except msgspec.DecodeError:
        slow = done.returncode == -_TOO_SLOW
        reason = f"it took longer than {SECONDS} seconds" if slow else f"it used more than {MEGABYTES} MB"
    except (OSError, ValueError):
        raise BadTemplateError("no process could be started for it") from None
    _out_of_bounds[template] = reason
    raise BadTemplateError(reason)


def main() -> None:
    """The child's part: a question on stdin, a reply on stdout."""
    question = msgspec.json.decode(sys.stdin.buffer.read(), type=_Question)
    _bound()
    sys.stdout.buffer.write(msgspec.json.encode(_answered(question)))


def _answered(question: _Question) -> _Reply:
    from nexus_diff.report.markdown_format import page

    try:
        return _Reply(text=page(question.report, question.options, Blocks(question.options.template)))
    except BadTemplateError as refusal:
        return _Reply(refused=str(refusal))
    except OverflowError:
        return _Reply(refused="a number in it is too large")
    except MemoryError:
        return _Reply(refused=f"it used more than {MEGABYTES} MB", lasting=True)
    except RecursionError:
        return _Reply(refused="it is nested too deeply")
    except Exception as error:  # anything at all may go wrong in what somebody else wrote
        return _Reply(refused=f"{type(error).__name__}: {error}")


def _bound() -> None:
    """Little memory and processor time, where the system can be told."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
