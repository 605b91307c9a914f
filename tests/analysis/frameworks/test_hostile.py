"""Names and shapes that somebody made to break things."""

from __future__ import annotations

import time

from sample import entries, routes

FLASK = "from flask import Flask, Blueprint\napp = Flask(__name__)\n"


def test_names_are_one_printable_line() -> None:
    text = FLASK + '@app.route("""/a\n@everyone\x1b[31m""")\ndef f(): pass\n'
    names = [entry.name for entry in entries({"a.py": text})]
    assert names == ["GET /a\ufffd@everyone\ufffd[31m"]


def test_a_long_path_is_not_kept() -> None:
    text = FLASK + f'@app.route("/{"a" * 1_000_000}")\ndef f(): pass\n'
    assert [entry.name for entry in entries({"a.py": text})] == ["GET …"]


def test_prefixes_do_not_grow_without_end() -> None:
    text = FLASK + f'b = Blueprint("b", "b", url_prefix="/{"p" * 190}")\n'
    text += "".join(f'b{i} = Blueprint("b", "b", url_prefix="/{"q" * 190}")\nb{i}.register_blueprint(b)\n' for i in range(30))
    text += "".join(f"b{i}.register_blueprint(b{i + 1})\n" for i in range(29)) + '@b.get("/x")\ndef f(): pass\n'
    found = entries({"a.py": text})
    assert found
    assert all(len(entry.name) <= 510 for entry in found)


def test_a_cycle_of_registrations_ends() -> None:
    text = FLASK + 'a = Blueprint("a", "a", url_prefix="/a")\nb = Blueprint("b", "b", url_prefix="/b")\n'
    text += "a.register_blueprint(b)\nb.register_blueprint(a)\na.register_blueprint(a)\n@a.get('/x')\ndef f(): pass\n"
    assert routes({"a.py": text}) == {"GET /b/a/x → a.py:f"}


def test_many_ways_to_one_router_end() -> None:
    lines = ["const { Router } = require('express')"]
    for level in range(20):
        lines += [f"const r{level}_{i} = Router()" for i in range(6)]
    for level in range(19):
        lines += [f"r{level}_{i}.use('/{i}', r{level + 1}_{j})" for i in range(6) for j in range(6)]
    lines.append("r19_0.get('/end', (q, r) => 1)")
    started = time.process_time()
    found = routes({"a.js": "\n".join(lines)})
    assert 1 <= len(found) <= 24
    assert time.process_time() - started < 10


def test_functions_that_hand_an_application_round_in_a_circle() -> None:
    a = "const b = require('./b')\nmodule.exports = function a(app) { b(app); app.get('/a', (q, r) => 1) }\n"
    b = "const a = require('./a')\nmodule.exports = function b(app) { a(app); app.get('/b', (q, r) => 1) }\n"
    main = "const app = require('express')()\nrequire('./a')(app)\n"
    assert routes({"a.js": a, "b.js": b, "main.js": main}) == {"GET /a → a.js:exports", "GET /b → b.js:exports"}


def test_modules_that_import_a_router_from_one_another() -> None:
    sources = {
        "a.js": "export { r } from './b'\n",
        "b.js": "export { r } from './a'\n",
        "c.js": "import { r } from './a'\nr.get('/x', f)\n",
    }
    assert routes(sources) == set()


def test_long_chains() -> None:
    chain = "const express = require('express')\nconst app = express()\napp" + ".get('/x', (q, r) => 1)" * 3000
    assert routes({"a.js": chain}) == {"GET /x → a.js"}


def test_deeply_nested_arguments() -> None:
    text = "const app = require('express')()\napp.use(" + "[" * 500 + "]" * 500 + ")\napp.get('/x', " + "w(" * 500 + "f" + ")" * 500 + ")\n"
    assert routes({"a.js": text}) <= {"GET /x → a.js"}
