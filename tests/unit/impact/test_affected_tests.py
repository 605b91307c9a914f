"""Affected tests: (sources, what changed, the names of the tests in any order)."""

from __future__ import annotations

import pytest
from sources import callers_of, selected

from nexus_diff.impact.tests import Start, affected_tests
from nexus_diff.impact.tests_steering import Steer

SHOP = "def net(p):\n    return p\n\ndef gross(p):\n    return net(p) * 2\n\ndef other():\n    pass\n"

CASES: dict[str, tuple[dict[str, str], str, set[str]]] = {
    "a test beside the code (Rust)": (
        {
            "src/lib.rs": "pub fn net() {}\npub fn other() {}\n#[cfg(test)]\nmod tests {\n    use super::*;\n"
            "    #[test]\n    fn a() { help() }\n"
            "    #[test]\n    fn b() { other() }\n    fn help() { net() }\n}\n"
        },
        "src/lib.rs:net",
        {"tests.a"},
    ),
    "an integration test (Rust)": (
        {
            "Cargo.toml": '[package]\nname = "shop"\n',
            "src/lib.rs": "pub struct P;\nimpl P { pub fn net(&self) {} }\n",
            "tests/t.rs": "use shop::P;\n#[test]\nfn a() { P.net() }\n#[tokio::test]\nasync fn b() {}\n",
        },
        "src/lib.rs:P.net",
        {"a"},
    ),
    "code behind a header of another folder (C++)": (
        {
            "util/net.h": "int net(int p);\n",
            "util/net.cc": '#include "util/net.h"\nint net(int p) { return p; }\n',
            "db/gross.h": "int gross(int p);\n",
            "db/gross.cc": '#include "db/gross.h"\n#include "util/net.h"\nint gross(int p) { return net(p) * 2; }\n',
            "db/gross_test.cc": '#include "db/gross.h"\nTEST(Gross, Doubles) { gross(1); }\nTEST(Gross, Nothing) {}\n',
        },
        "util/net.cc:net",
        {"Gross.Doubles"},
    ),
    "a method behind a base in another folder (C++)": (
        {
            "include/cache.h": "class Cache { public: virtual ~Cache(); virtual void Put() = 0; };\n",
            "util/lru.cc": '#include "include/cache.h"\nclass Lru : public Cache { public: Lru() {} void Put() override {} };\n'
            "Cache* NewLru() { return new Lru(); }\n",
            "db/db.h": '#include "include/cache.h"\nvoid Write(Cache* cache);\n',
            "db/db.cc": '#include "db/db.h"\nvoid Write(Cache* cache) { cache->Put(); }\n',
            "db/db_test.cc": '#include "db/db.h"\nTEST(Db, Writes) { Write(nullptr); }\nTEST(Db, Nothing) {}\n',
        },
        "util/lru.cc:Lru.Put",
        {"Db.Writes"},
    ),
    "code of a namespace in another folder (C#)": (
        {
            "Prices/Net.cs": "namespace Shop.Prices; public static class Net { public static int Of(int p) => p; }\n",
            "Carts/Cart.cs": "using Shop.Prices;\nnamespace Shop.Carts; public class Cart { public int Gross(int p) => Net.Of(p) * 2; }\n",
            "tests/CartTests.cs": "using Shop.Carts;\nusing Xunit;\nnamespace Shop.Tests; public class CartTests {\n"
            "  [Fact] public void Doubles() { new Cart().Gross(1); }\n  [Fact] public void Nothing() {}\n}\n",
        },
        "Prices/Net.cs:Shop.Prices.Net.Of",
        {"Shop.Tests.CartTests.Doubles"},
    ),
    "what a class of the same package in another folder gives (Java)": (
        {
            "a/src/main/java/s/Net.java": "package s;\npublic class Net { public static int of(int p) { return p; } }\n",
            "b/src/main/java/s/Cart.java": "package s;\npublic class Cart { public int gross(int p) { return Net.of(p) * 2; } }\n",
            "b/src/test/java/s/CartTest.java": "package s;\nclass CartTest {\n"
            "  @org.junit.Test public void doubles() { new Cart().gross(1); }\n}\n",
        },
        "a/src/main/java/s/Net.java:Net.of",
        {"CartTest.doubles"},
    ),
    "what a library runs on an object that a constructor makes (Java)": (
        {
            "src/main/java/s/Text.java": 'package s;\nclass Text { static String of(int n) { return "" + n; } }\n',
            "src/main/java/s/Money.java": "package s;\npublic class Money {\n  int n;\n  public Money(int n) { this.n = n; }\n"
            "  @Override public String toString() { return Text.of(n); }\n}\n",
            "src/test/java/s/MoneyTest.java": "package s;\nclass MoneyTest {\n"
            "  @org.junit.Test public void shows() { String.valueOf(new Money(1)); }\n  @org.junit.Test public void nothing() {}\n}\n",
        },
        "src/main/java/s/Text.java:Text.of",
        {"MoneyTest.shows"},
    ),
    "what a library runs on an object that a constructor makes (C#)": (
        {
            "src/Text.cs": "namespace S; public static class Text { public static string Of(int n) => n.ToString(); }\n",
            "src/Money.cs": "namespace S; public class Money {\n  int n;\n  public Money(int n) { this.n = n; }\n"
            "  public override string ToString() { return Text.Of(n); }\n}\n",
            "tests/MoneyTests.cs": "using S;\nusing Xunit;\nnamespace S.Tests; public class MoneyTests {\n"
            "  [Fact] public void Shows() { System.Console.Write(new Money(1)); }\n  [Fact] public void Nothing() {}\n}\n",
        },
        "src/Text.cs:S.Text.Of",
        {"S.Tests.MoneyTests.Shows"},
    ),
    "a direct call": ({"shop.py": SHOP, "test_shop.py": "from shop import net\ndef test_net(): net(1)\n"}, "shop.py:net", {"test_net"}),
    "a call through another": (
        {"shop.py": SHOP, "test_shop.py": "from shop import gross, other\ndef test_gross(): gross(1)\ndef test_other(): other()\n"},
        "shop.py:net",
        {"test_gross"},
    ),
    "a constant behind a call": (
        {"shop.py": "RATE = 2\ndef net(p): return p * RATE\n", "test_shop.py": "from shop import net\ndef test_net(): net(1)\n"},
        "shop.py:RATE",
        {"test_net"},
    ),
    "the test itself": ({"test_shop.py": "def test_a(): pass\ndef test_b(): pass\n"}, "test_shop.py:test_a", {"test_a"}),
    "a helper of tests": (
        {"test_shop.py": "def make(): pass\ndef test_a(): make()\ndef test_b(): pass\n"},
        "test_shop.py:make",
        {"test_a"},
    ),
    "a stand-in of one test file": (
        {
            "go.mod": "module shop\n",
            "shop.go": "package shop\ntype W interface{ Put() }\n"
            "type File struct{}\nfunc (f File) Put() {}\nfunc Open() W { return File{} }\n",
            "a_test.go": 'package shop\nimport "testing"\ntype fake struct{}\nfunc (f fake) Put() {}\nfunc made() W { return fake{} }\n'
            "func TestA(t *testing.T) { var w W = fake{}; w.Put() }\n",
            "b_test.go": 'package shop\nimport "testing"\nfunc TestB(t *testing.T) { w := Open(); w.Put() }\n',
            "c_test.go": 'package shop\nimport "testing"\nfunc TestC(t *testing.T) { w := made(); w.Put() }\n',
        },
        "a_test.go:fake.Put",
        {"TestA", "TestC"},
    ),
    "a helper in another test file": (
        {
            "tests/helpers.py": "def make(): pass\n",
            "tests/test_a.py": "from tests.helpers import make\ndef test_a(): make()\ndef test_b(): pass\n",
        },
        "tests/helpers.py:make",
        {"test_a"},
    ),
    "a fixture": (
        {
            "shop.py": SHOP,
            "tests/conftest.py": "import pytest\nfrom shop import net\n@pytest.fixture\ndef price(): return net(1)\n",
            "tests/test_a.py": "def test_a(price): pass\ndef test_b(): pass\n",
        },
        "shop.py:net",
        {"test_a"},
    ),
    "an automatic fixture": (
        {
            "tests/conftest.py": "import pytest\n@pytest.fixture(autouse=True)\ndef clean(): pass\n",
            "tests/test_a.py": "def test_a(): pass\n",
        },
        "tests/conftest.py:clean",
        {"test_a"},
    ),
    "set-up of a class": (
        {
            "shop.py": SHOP,
            "test_a.py": "import unittest\nfrom shop import net\nclass ATest(unittest.TestCase):\n"
            "    def setUp(self): net(1)\n    def test_a(self): pass\n",
        },
        "shop.py:net",
        {"ATest.test_a"},
    ),
    "an inherited test": (
        {
            "shop.py": SHOP,
            "test_a.py": "from shop import net\nclass TestBase:\n    def test_a(self): net(1)\nclass TestMore(TestBase):\n    pass\n",
        },
        "shop.py:net",
        {"TestBase.test_a", "TestMore.test_a"},
    ),
    "an override keeps its own": (
        {
            "shop.py": SHOP,
            "test_a.py": "from shop import net\nclass TestBase:\n    def test_a(self): net(1)\n"
            "class TestMore(TestBase):\n    def test_a(self): pass\n",
        },
        "shop.py:net",
        {"TestBase.test_a"},
    ),
    "a function named as a value": (
        {"shop.py": SHOP, "test_a.py": "from shop import net\ndef test_a(): print(map(net, []))\ndef test_b(): pass\n"},
        "shop.py:net",
        {"test_a"},
    ),
    "a property": (
        {
            "shop.py": "class Card:\n    def __init__(self): pass\n    @property\n    def sum(self): return 1\n",
            "test_a.py": "from shop import Card\ndef test_a(): Card().sum\ndef test_b(): pass\n",
        },
        "shop.py:Card.sum",
        {"test_a"},
    ),
    "a dunder method nobody calls by name": (
        {
            "shop.py": "class Card:\n    def __init__(self): pass\n    def __format__(self, spec): return ''\n",
            "test_a.py": "from shop import Card\ndef test_a(): Card()\ndef test_b(): pass\n",
        },
        "shop.py:Card.__format__",
        {"test_a"},
    ),
    "what overrides a library's method": (
        {
            "log.py": "import logging\nclass Handler(logging.Handler):\n    def __init__(self): pass\n    def emit(self, r): deep()\n"
            "def deep(): pass\n",
            "test_a.py": "from log import Handler\ndef test_a(): Handler()\ndef test_b(): pass\n",
        },
        "log.py:deep",
        {"test_a"},
    ),
    "an object given to a library, which calls its methods by name": (
        {
            "store.py": "import signing\n\nclass Tags:\n    def dumps(self, value): return mark(value)\n"
            "    def rules(self): return helper()\n"
            "def mark(value): pass\ndef helper(): pass\nTAGS = Tags()\n"
            "class Session:\n    tags = TAGS\n    def save(self): return signing.Signer('key', serializer=self.tags)\n",
            "test_a.py": "from store import Session, Tags\ndef test_a(): Session().save()\ndef test_b(): Tags().dumps(1)\n"
            "def test_c(): pass\n",
        },
        "store.py:mark",
        {"test_a", "test_b"},
    ),
    "an object given to a library, which knows no such method": (
        {
            "store.py": "import signing\n\nclass Tags:\n    def rules(self): pass\n"
            "class Session:\n    def save(self): return signing.Signer('key', Tags())\n",
            "test_a.py": "from store import Session, Tags\ndef test_a(): Session().save()\ndef test_b(): Tags().rules()\n",
        },
        "store.py:Tags.rules",
        {"test_b"},
    ),
    "a queue calls nothing": (
        {
            "store.py": "import queue\nfrom signals import done\n\nclass Tags:\n    def dumps(self, value): pass\n"
            "    def __call__(self): pass\ndef save(q: queue.Queue):\n    done.send(Tags())\n    q.put(Tags())\n",
            "test_a.py": "from store import save, Tags\ndef test_a(): save(None)\ndef test_b(): Tags().dumps(1)\n",
        },
        "store.py:Tags.dumps",
        {"test_b"},
    ),
    "a file that a library closes, though tests close it too": (
        {
            "out.py": "import io\nclass Named(io.TextIOWrapper):\n    def close(self): pass\n    def label(self): pass\n"
            "def run(): return Named(None)\n",
            "test_a.py": "from out import Named, run\ndef test_a(): run()\ndef test_b(n: Named): n.close()\n",
        },
        "out.py:Named.close",
        {"test_a", "test_b"},
    ),
    "what no library knows is called where it is called": (
        {
            "out.py": "import io\nclass Named(io.TextIOWrapper):\n    def label(self): pass\ndef run(): return Named(None)\n",
            "test_a.py": "from out import Named, run\ndef test_a(): run()\ndef test_b(n: Named): n.label()\n",
        },
        "out.py:Named.label",
        {"test_b"},
    ),
    "a built-in type has no method of that name": (
        {
            "conf.py": "class Config(dict):\n    def from_file(self): return deep()\n"
            "def deep(): return deeper()\ndef deeper(): pass\ndef make(): return Config()\n",
            "test_a.py": "from conf import make, Config\ndef test_a(): make()\ndef test_b(): pass\n",
        },
        "conf.py:deeper",
        set(),
    ),
    "through a weak reference": (
        {
            "app.py": "import weakref\nclass App:\n    def __init__(self):\n        me = weakref.ref(self)\n"
            "        self.view = lambda: me().send()\n"
            "    def send(self): pass\n",
            "test_a.py": "from app import App\ndef test_a(): App()\ndef test_b(): pass\n",
        },
        "app.py:App.send",
        {"test_a"},
    ),
    "an override of a called method": (
        {
            "shop.py": "class Base:\n    def run(self): pass\nclass Sub(Base):\n    def run(self): pass\n",
            "test_a.py": "from shop import Base\ndef test_a(b: Base): b.run()\ndef test_b(): pass\n",
        },
        "shop.py:Sub.run",
        {"test_a"},
    ),
    "a base class": (
        {
            "shop.py": "class Base:\n    limit = 1\nclass Sub(Base):\n    pass\n",
            "test_a.py": "from shop import Sub\ndef test_a(): Sub()\ndef test_b(): pass\n",
        },
        "shop.py:Base",
        {"test_a"},
    ),
    "a class attribute that holds an instance": (
        {
            "shop.py": "class Door:\n    def __init__(self): pass\nclass House:\n    door = Door()\n    def __init__(self): pass\n",
            "test_a.py": "from shop import House\ndef test_a(): House()\ndef test_b(): pass\n",
        },
        "shop.py:Door.__init__",
        {"test_a"},
    ),
    "a constant": (
        {
            "shop.py": "LIMIT = 3\ndef cap(n): return min(n, LIMIT)\n",
            "test_a.py": "from shop import cap\nimport shop\ndef test_a(): cap(1)\ndef test_b(): print(shop.LIMIT)\ndef test_c(): pass\n",
        },
        "shop.py:LIMIT",
        {"test_a", "test_b"},
    ),
    "a decorator": (
        {
            "deco.py": "def twice(f):\n    def inner(): return f()\n    return inner\n",
            "shop.py": "from deco import twice\n@twice\ndef net(): pass\n",
            "test_a.py": "from shop import net\ndef test_a(): net()\ndef test_b(): pass\n",
        },
        "deco.py:twice",
        {"test_a"},
    ),
    "another decorated function": (
        {
            "deco.py": "def twice(f):\n    def inner(): return f()\n    return inner\n",
            "shop.py": "from deco import twice\n@twice\ndef net(): pass\n@twice\ndef gross(): pass\n",
            "test_a.py": "from shop import gross, net\ndef test_a(): net()\ndef test_b(): gross()\n",
        },
        "shop.py:net",
        {"test_a"},
    ),
    "what is defined inside a test": (
        {
            "core.py": "def run(f): f()\n",
            "shop.py": SHOP,
            "test_a.py": "from core import run\nfrom shop import net\ndef test_a():\n    def job(): net(1)\n    run(job)\n"
            "def test_b():\n    def job(): pass\n    run(job)\n",
        },
        "shop.py:net",
        {"test_a"},
    ),
    "a callback written inside a test": (
        {
            "core.py": "def run(f): f()\ndef go(): run(print)\n",
            "shop.py": SHOP,
            "test_a.py": "from core import go, run\nfrom shop import net\ndef test_a(): run(lambda: net(1))\ndef test_b(): go()\n",
        },
        "shop.py:net",
        {"test_a"},
    ),
    "an example that no test imports": (
        {
            "pkg/__init__.py": "",
            "pkg/core.py": "def run(f): f()\ndef net(): pass\n",
            "examples/demo.py": "from pkg.core import run, net\ndef job(): net()\nrun(job)\n",
            "tests/test_a.py": "from pkg.core import run\ndef test_a(): run(print)\n",
        },
        "pkg/core.py:net",
        set(),
    ),
    "the main program of a test file": (
        {"shop.py": SHOP, "test_a.py": "from shop import net\ndef test_a(): pass\nif __name__ == '__main__':\n    net(1)\n"},
        "shop.py:net",
        set(),
    ),
    "module code of a test file": (
        {"shop.py": SHOP, "test_a.py": "from shop import net\nPRICE = net(1)\ndef test_a(): pass\n"},
        "shop.py:net",
        {"test_a"},
    ),
    "module code that changed": (
        {
            "shop.py": "print(1)\n",
            "mid.py": "import shop\n",
            "test_a.py": "import mid\ndef test_a(): pass\n",
            "test_b.py": "def test_b(): pass\n",
        },
        "shop.py",
        {"test_a"},
    ),
    "by name only": (
        {
            "shop.py": "class Card:\n    def charge_all(self): pass\nclass Bill:\n    def charge_all(self): pass\n",
            "test_a.py": "def test_a(x): x.charge_all()\ndef test_b(): pass\n",
        },
        "shop.py:Card.charge_all",
        {"test_a"},
    ),
    "callbacks of a script are the file's": (
        {"shop.ts": "export function net() {}\n", "shop.test.ts": "import { net } from './shop'\ntest('net', () => { net() })\n"},
        "shop.ts:net",
        {"shop.test.ts"},
    ),
    "nothing": ({"shop.py": SHOP, "test_a.py": "def test_a(): pass\n"}, "shop.py:other", set()),
}


@pytest.mark.parametrize("case", CASES)
def test_selection(case: str) -> None:
    sources, changed, expected = CASES[case]
    assert {test.name for test in selected(sources, changed)} == expected


REASONS = {
    "a direct call": "calls net",
    "a call through another": "calls net through gross (2 hops)",
    "a constant behind a call": "reaches RATE through net (2 hops)",
    "the test itself": "changed itself",
    "a fixture": "uses fixture price, which reaches net (2 hops)",
    "set-up of a class": "is set up by ATest.setUp, which reaches net (2 hops)",
    "a function named as a value": "calls net",
    "by name only": "calls Card.charge_all; by name only",
    "module code that changed": "stands in test_a.py, which reaches shop.py (3 hops); runs its module code",
}


@pytest.mark.parametrize("case", REASONS)
def test_reasons(case: str) -> None:
    sources, changed, _ = CASES[case]
    assert selected(sources, changed)[0].reason == REASONS[case]


def test_near_sure_and_alike_first() -> None:
    sources = {
        "shop.py": SHOP,
        "test_shop.py": "from shop import net\ndef test_net(): net(1)\n",
        "test_a.py": "from shop import gross, net\ndef test_far(): gross(1)\ndef test_near(): net(1)\n",
    }
    assert [test.name for test in selected(sources, "shop.py:net")] == ["test_net", "test_near", "test_far"]


def test_inherited_tests_stand_where_they_run() -> None:
    sources, changed, _ = CASES["an inherited test"]
    (own, heir) = selected(sources, changed)
    assert (own.file, own.start_line, heir.name, heir.start_line) == ("test_a.py", 3, "TestMore.test_a", 4)
    assert heir.reason.endswith("inherited from TestBase")


def test_what_only_base_had() -> None:
    base = callers_of({"shop.py": SHOP, "test_a.py": "from shop import net\ndef test_a(): net(1)\ndef test_gone(): net(1)\n"})
    head = callers_of({"shop.py": "", "test_a.py": "from shop import net\ndef test_a(): net(1)\n"})
    found = affected_tests(base, head, [Start("Function:shop.py:net", "")]).tests
    assert [test.name for test in found] == ["test_a"]


def test_a_steering_file_selects_its_folder() -> None:
    callers = callers_of(
        {"a/test_a.py": "def test_a(): pass\n", "b/test_b.py": "def test_b(): pass\n", "b/conftest.py": "def test_not(): pass\n"}
    )
    assert [t.name for t in affected_tests(callers, callers, [], [Steer("b", "why")]).tests] == ["test_b"]
    assert [(t.name, t.reason) for t in affected_tests(callers, callers, [], [Steer("", "why")]).tests] == [
        ("test_a", "why"),
        ("test_b", "why"),
    ]


def test_a_limit_says_what_it_cut() -> None:
    callers = callers_of({"test_a.py": "def test_a(): pass\ndef test_b(): pass\n"})
    found = affected_tests(callers, callers, [], [Steer("", "why")], limit=1)
    assert (len(found.tests), found.cut) == (1, {"affected tests beyond the first 1": 1})
