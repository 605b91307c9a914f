"""Parts, rules and exceptions of the configuration: what they become, and what is said about mistakes."""

from __future__ import annotations

import time
from datetime import date

import pytest

from nexus_diff.config import Config, digest, load
from nexus_diff.config.architecture import Layer, Part
from nexus_diff.model.errors import ConfigError

PARTS = '[parts]\nweb = "src/web/**"\njobs = "src/jobs/**"\ncore = "src/core/**"\nfeature = "src/f/{name}/**"\n'


def read(text: str) -> Config:
    return load({"nexus-diff.toml": text})


def test_parts() -> None:
    text = '[parts]\nweb = "src/web/**"\nf = { paths = ["f/{n}/**", "g/**"], public = "f/{n}/i.ts", unchecked = true }\n'
    assert read(text).parts == (
        Part(name="web", paths=("src/web/**",)),
        Part(name="f", paths=("f/{n}/**", "g/**"), public=("f/{n}/i.ts",), unchecked=True),
    )


LAYERS: list[tuple[str, Layer]] = [
    ("web", Layer(parts=("web",))),
    ("web | jobs", Layer(parts=("web", "jobs"))),
    ("web : jobs", Layer(parts=("web", "jobs"), independent=False)),
    ("web!", Layer(parts=("web",), closed=True)),
    ("(web)", Layer(parts=("web",), optional=True)),
    ("(web | jobs)!", Layer(parts=("web", "jobs"), optional=True, closed=True)),
    ("( web ! )", Layer(parts=("web",), optional=True, closed=True)),
]


@pytest.mark.parametrize(("text", "layer"), LAYERS)
def test_layers(text: str, layer: Layer) -> None:
    assert read(f'{PARTS}[[rule]]\nid = "a"\nlayers = ["{text}", "core"]\n').rules[0].layers == (layer, Layer(parts=("core",)))


RULES: list[tuple[str, dict[str, object]]] = [
    ('layers = ["web", "core"]', {"kind": "layers", "through": "chain"}),
    ('layers = ["web", "core"]\nthrough = "direct"', {"through": "direct"}),
    ('independent = "feature"\nexcept = ["shared"]', {"kind": "independent", "targets": ("feature",), "exempt": ("shared",)}),
    ('independent = ["web", "jobs"]', {"targets": ("web", "jobs"), "severity": "error"}),
    ('public_only = ["feature"]\nseverity = "warning"', {"kind": "public_only", "severity": "warning"}),
    ('protect = "core"\nallow_from = ["web"]', {"kind": "protect", "targets": ("core",), "allow_from": ("web",)}),
    ('from = "web"\nforbid = "symbol:core.db.*"\nedges = ["calls"]', {"kind": "forbid", "through": "direct", "edges": ("calls",)}),
    ('from = "symbol:web.*View"\nrequire = "core"', {"kind": "require", "sources": ("symbol:web.*View",), "targets": ("core",)}),
    ('from = "core"\nexternals = []', {"kind": "externals", "modules": (), "allowed_only": True}),
    ('from = "core"\nforbid_externals = ["@a/b", "os.path"]', {"kind": "externals", "modules": ("@a/b", "os.path"), "allowed_only": False}),
    ('acyclic = "src/*"\ndepth = 2\nwhy = "docs"', {"kind": "acyclic", "targets": ("src/*",), "depth": 2, "why": "docs"}),
]


@pytest.mark.parametrize(("text", "fields"), RULES)
def test_rules(text: str, fields: dict[str, object]) -> None:
    rule = read(f'{PARTS}[[rule]]\nid = "a"\n{text}\n').rules[0]
    assert {name: getattr(rule, name) for name in fields} == fields


def test_exceptions_know_their_line() -> None:
    text = f'{PARTS}[[rule]]\nid = "a"\nlayers = ["web", "core"]\n[[allow]]\nrule = "a"\nfrom = "core.x"\nto = "web.y"\nwhy = "old"\n'
    (plain,) = read(text).allow
    (dated,) = read(text + "until = 2027-06-30\n").allow
    assert (plain.rule, plain.source, plain.target, plain.until, plain.line) == ("a", "core.x", "web.y", None, 9)
    assert dated.until == date(2027, 6, 30)


def test_rules_change_no_snapshot() -> None:
    assert digest(read(PARTS)) == digest(Config())


def test_in_pyproject() -> None:
    text = '[tool.nexus-diff.parts]\nweb = "w/**"\n[[tool.nexus-diff.rule]]\nid = "a"\nlayers = ["web"]\n'
    assert load({"pyproject.toml": text}).rules[0].id == "a"
    with pytest.raises(ConfigError, match=r"pyproject.toml:2: \[tool.nexus-diff.parts\] web paths must hold path patterns"):
        load({"pyproject.toml": "[tool.nexus-diff.parts]\nweb = 3\n"})


MISTAKES: list[tuple[str, int, str]] = [
    ("parts = 3", 1, "parts must be a table, not a whole number (3); write [parts] on a line of its own"),
    ("rule = 3", 1, "rule must be a list of tables, not a whole number (3); write [[rule]] on a line of its own"),
    ("[rule]\nid = 'a'", 1, "rule must be a list of tables, not a table; write [[rule]] on a line of its own"),
    ("[parts]\nweb = []", 2, "[parts] web paths must hold 1 to 1000 path patterns, not 0; name at least one"),
    ("[parts]\n'a b' = 'x/**'", 2, "[parts] 'a b' is no name for a part; use letters, digits, - and _"),
    ("[parts]\nweb = ['x/**', '../y']", 2, "[parts] web paths has the pattern '../y'; write plain paths from the top"),
    ("[parts]\nweb = '{x}/{x}'", 2, "[parts] web paths has the pattern '{x}/{x}'; captures read {name}, each name once"),
    ("[parts]\nweb = '{1x}/y'", 2, "captures read {name}, each name once"),
    ("[parts]\nweb = 'a*b*c*d/x'", 2, "with too many wildcards (at most 2 in a name, and 3 times **)"),
    ("[parts]\nweb = '**/a/**/b/**/c/**'", 2, "with too many wildcards"),
    ("[parts]\nweb = 'src/a**/b'", 2, "write ** as a folder of its own"),
    ("[[rule]]\nid = 'a'\nfrom = 'web'\nforbid = 'symbol:a*b*c*d'", 9, "with too many wildcards"),
    (
        "[[allow]]\nrule = 'inferred:new_cycle'\nfrom = 'a*b*c*d'\nto = 'y'\nwhy = 'z'",
        8,
        "[[allow]] from has 'a*b*c*d' with too many wildcards",
    ),
    ("[[allow]]\nrule = 'inferred:new_cycle'\nfrom = 'x'\nto = 3\nwhy = 'z'", 9, "[[allow]] to must be a dotted name or a path"),
    ("[parts]\ncore = { path = 'x/**' }", 2, "unknown key 'path' in [parts] core; did you mean paths?"),
    ("[parts]\ncore = { public = 'x/**' }", 2, "[parts] core has no paths; write for example"),
    ("[[rule]]\nid = 'a'", 6, "rule 'a' has none of layers, independent, public_only, protect, forbid"),
    ("[[rule]]\nid = 'a'\nlayers = ['web']\nforbid = 'core'", 6, "rule 'a' has both layers and forbid; a rule has exactly one of them"),
    ("[[rule]]\nlayers = ['web']", 6, '[[rule]] has no id; write for example id = "layers"'),
    ("[[rule]]\nid = 'a'\nlayers = 'web'", 8, "rule 'a' layers must be a list, not text ('web'); write for example"),
    ("[[rule]]\nid = 'a'\nlayers = ['web', 'cor']", 8, "which names the part 'cor', which is not defined; did you mean core?"),
    ("[[rule]]\nid = 'a'\nlayers = ['web | core : jobs']", 8, "with both | and :; use one of them"),
    ("[[rule]]\nid = 'a'\nforbid = 'core'", 6, "rule 'a' has no from; a rule with forbid needs it"),
    ("[[rule]]\nid = 'a'\nfrom = 'web'\nforbid = 'symbol:a b'", 9, "rule 'a' forbid has 'symbol:a b', which is no dotted name"),
    ("[[rule]]\nid = 'a'\nindependent = 'symbol:x'", 8, "must name parts; 'symbol:x' names symbols, which this rule cannot judge"),
    ("[[rule]]\nid = 'a'\nprotect = 'core'", 6, "rule 'a' has no allow_from; a rule with protect needs it"),
    ("[[rule]]\nid = 'a'\nlayers = ['web']\nsevrity = 'error'", 9, "unknown key 'sevrity' in rule 'a'; did you mean severity?"),
    ("[[rule]]\nid = 'a'\nlayers = ['web']\nedges = ['call']", 9, "rule 'a' edges must hold imports, calls, extends, implements"),
    ("[[rule]]\nid = 'a'\nacyclic = 'src/*'\ndepth = 0", 9, "rule 'a' depth must be from 1 to 20 levels, not 0"),
    (
        "[[rule]]\nid = 'a'\nlayers = ['web']\n[[rule]]\nid = 'a'\nlayers = ['core']",
        10,
        "id 'a' is taken by another rule; give each its own",
    ),
    (
        "[[allow]]\nrule = 'b'\nfrom = 'x'\nto = 'y'\nwhy = 'z'",
        7,
        "[[allow]] rule 'b' is the id of no rule; known are inferred:first_direction",
    ),
    (
        "[[allow]]\nrule = 'inferred:x'\nfrom = 'x'\nto = 'y'\nwhy = 'z'",
        7,
        "rule 'inferred:x' is the id of no rule; did you mean inferred:new_cycle?",
    ),
    ("[[rule]]\nid = 'a'\nlayers = ['web', 'core | web']", 8, "rule 'a' layers names the part web twice; a part stands on one layer"),
    ("[[rule]]\nid = 'a'\nindependent = 'web'", 8, "rule 'a' independent names one part that captures nothing"),
    ("[[rule]]\nid = 'cycle'\nacyclic = 'src/*'", 7, "[[rule]] id 'cycle' names a kind of finding; choose a longer name"),
    (
        "[[allow]]\nrule = 'inferred:new_cycle'\nfrom = 'x'\nto = 'y'",
        6,
        "[[allow]] has no why; an exception names its rule, from, to and why",
    ),
    (
        "[[allow]]\nrule = 'inferred:new_cycle'\nfrom = 'x'\nto = 'y'\nwhy = 'z'\nuntil = 'soon'",
        11,
        "[[allow]] until must be a date, not text ('soon')",
    ),
    (
        "[[allow]]\nrule = 'inferred:new_cycle'\nfrom = 'x'\nto = 'y'\nwhy = 'z'\nuntil = '20270630'",
        11,
        "[[allow]] until must be a date, not text ('20270630')",
    ),
    ("[architecture]\njudge = 'some'", 7, '[architecture] judge must be "introduced" or "all", not text'),
    ("[inferred]\nmin_edges = -1", 7, "[inferred] min_edges must be from 0 to 1000000 imports, not -1"),
    ("[inferred]\nnew_cycle = 'on'", 7, '[inferred] new_cycle must be "error" or "warning" or "off"'),
]


@pytest.mark.parametrize(("text", "line", "message"), MISTAKES)
def test_mistakes(text: str, line: int, message: str) -> None:
    whole = text if text.startswith(("[parts]", "parts", "rule", "[rule]")) else PARTS + text
    with pytest.raises(ConfigError) as caught:
        read(whole)
    assert f"nexus-diff.toml:{line}: " in str(caught.value)
    assert message in str(caught.value)


def test_all_mistakes_at_once() -> None:
    with pytest.raises(ConfigError) as caught:
        read("[parts]\nweb = 1\n[[rule]]\nid = 'a'\n[[rule]]\nid = 'a b'\nlayers = ['x']\n[architecture]\nmin_confidence = 7\n")
    assert len(str(caught.value).splitlines()) == 5


def test_an_exception_of_a_rule_with_a_mistake_is_none_itself() -> None:
    with pytest.raises(ConfigError) as caught:
        read(PARTS + "[[rule]]\nid = 'a'\nlayers = ['cor']\n[[allow]]\nrule = 'a'\nfrom = 'x'\nto = 'y'\nwhy = 'z'\n")
    assert len(str(caught.value).splitlines()) == 1


UNKNOWN = ", ".join(f"'{number}-x'" for number in range(1_000))
MANY = "[parts]\n" + "".join(f"p{number} = 'x'\n" for number in range(5_000))


@pytest.mark.parametrize(
    "text",
    [
        "[parts]\n" + "".join(f"p{number} = 'x'\n" for number in range(50_000)),
        f"{MANY}[[rule]]\nid = 'a'\nlayers = ['" + " | ".join(f"p{number % 5_000}" for number in range(60_000)) + "']\n",
        MANY + "".join(f"[[rule]]\nid = 'r{number}'\nindependent = [{UNKNOWN}]\n" for number in range(60)),
        MANY + "".join(f"[[rule]]\nid = 'r{number}'\nlayers = [{UNKNOWN}]\n" for number in range(60)),
    ],
    ids=["parts", "long layer", "unknown parts", "unknown layers"],
)
def test_a_large_configuration_with_mistakes_takes_little_time(text: str) -> None:
    began = time.perf_counter()
    with pytest.raises(ConfigError):
        read(text)
    assert time.perf_counter() - began < 20
