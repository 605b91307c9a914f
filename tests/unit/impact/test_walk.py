from __future__ import annotations

import pytest

from nexus_diff.impact import Limits, Seed, blast_radius
from nexus_diff.model.answer import Impacted

F = "Function:a.py:"


def both(*ids: str) -> list[Seed]:
    return [Seed(key, key, key) for key in ids]


def told(found: tuple[Impacted, ...]) -> list[tuple[str, int, float]]:
    return [(one.id, one.distance, one.confidence) for one in found]


def test_callers_of_callers_with_the_product_of_confidences(graph):
    made = graph([(F + "b", F + "a", 0.9), (F + "c", F + "b", 0.8)])
    reach = blast_radius(made, made, both(F + "a"))
    assert told(reach.impacted) == [(F + "b", 1, 0.9), (F + "c", 2, 0.72)]
    path = reach.impacted[1].path
    assert [(hop.id, hop.line, hop.file, hop.side, hop.type, hop.confidence) for hop in path] == [
        (F + "c", 1, "a.py", "head", "CALLS", 0.8),
        (F + "b", 1, "a.py", "head", "CALLS", 0.9),
    ]
    assert reach.impacted[1].via == F + "a"
    assert reach.cut == {}


def test_nothing_changed_reaches_nothing(graph):
    made = graph([(F + "b", F + "a")])
    assert blast_radius(made, made, []).impacted == ()


def test_the_shortest_path_wins_over_the_surer_one(graph):
    made = graph([(F + "c", F + "a", 0.5), (F + "b", F + "a", 1.0), (F + "c", F + "b", 1.0)])
    assert told(blast_radius(made, made, both(F + "a")).impacted) == [(F + "b", 1, 1.0), (F + "c", 1, 0.5)]


def test_of_equally_short_paths_the_surer_one_wins(graph):
    made = graph([(F + "d", F + "b", 0.9), (F + "d", F + "c", 0.9), (F + "b", F + "a", 0.6), (F + "c", F + "a", 0.8)])
    last = blast_radius(made, made, both(F + "a")).impacted[-1]
    assert (last.id, [hop.id for hop in last.path]) == (F + "d", [F + "d", F + "c"])


def test_of_equally_good_paths_the_smaller_ids_win(graph):
    made = graph([(F + "d", F + "c"), (F + "d", F + "b"), (F + "c", F + "a"), (F + "b", F + "a")])
    last = blast_radius(made, made, both(F + "a")).impacted[-1]
    assert [hop.id for hop in last.path] == [F + "d", F + "b"]


def test_the_first_of_several_calls_is_shown(graph):
    made = graph([(F + "b", F + "a", 0.9, "CALLS", line) for line in (30, 7, 12)])
    assert blast_radius(made, made, both(F + "a")).impacted[0].path[0].line == 7


def test_guesses_below_the_threshold_do_not_count(graph):
    made = graph([(F + "b", F + "a", 0.48), (F + "c", F + "a", 0.5)])
    assert [one.id for one in blast_radius(made, made, both(F + "a")).sure] == [F + "c"]
    assert len(blast_radius(made, made, both(F + "a"), limits=Limits(min_confidence=0.3)).impacted) == 2


def test_changed_symbols_are_no_results_and_paths_end_at_them(graph):
    made = graph([(F + "b", F + "a"), (F + "c", F + "b")])
    reach = blast_radius(made, made, both(F + "a", F + "b"))
    assert [(one.id, one.distance, one.via) for one in reach.impacted] == [(F + "c", 1, F + "b")]


def test_recursion_and_cycles_end(graph):
    made = graph([(F + "a", F + "a"), (F + "b", F + "a"), (F + "a", F + "b"), (F + "b", F + "b")])
    assert [one.id for one in blast_radius(made, made, both(F + "a")).impacted] == [F + "b"]


def test_module_code_that_calls_is_an_impacted_file(graph):
    made = graph([("File:b.py", F + "a")])
    found = blast_radius(made, made, both(F + "a")).impacted[0]
    assert (found.id, found.kind, found.file, found.name) == ("File:b.py", "file", "b.py", "b.py")


def test_tests_are_marked(graph):
    made = graph([("Function:t.py:test_a", F + "a"), (F + "b", F + "a")])
    assert {one.name: one.is_test for one in blast_radius(made, made, both(F + "a")).impacted} == {"test_a": True, "b": False}


class TestTwoSides:
    def test_callers_of_something_deleted_come_from_base(self, graph):
        base, head = graph([(F + "b", F + "a")]), graph([], extra=[F + "b"])
        found = blast_radius(base, head, [Seed(F + "a", base=F + "a")]).impacted
        assert [(one.id, one.path[0].side) for one in found] == [(F + "b", "base")]

    def test_callers_of_something_added_come_from_head(self, graph):
        base, head = graph([], extra=[F + "b"]), graph([(F + "b", F + "a")])
        found = blast_radius(base, head, [Seed(F + "a", head=F + "a")]).impacted
        assert [(one.id, one.path[0].side) for one in found] == [(F + "b", "head")]

    def test_what_head_no_longer_has_is_not_impacted(self, graph):
        base, head = graph([(F + "b", F + "a"), (F + "c", F + "b")]), graph([], extra=[F + "a", F + "c"])
        assert [one.id for one in blast_radius(base, head, both(F + "a")).impacted] == [F + "c"]

    def test_the_shorter_side_wins_and_head_when_they_are_equal(self, graph):
        base = graph([(F + "b", F + "a"), (F + "c", F + "a")])
        head = graph([(F + "b", F + "x"), (F + "x", F + "a"), (F + "c", F + "a")])
        found = {one.id: (one.distance, one.path[0].side) for one in blast_radius(base, head, both(F + "a")).impacted}
        assert found == {F + "b": (1, "base"), F + "c": (1, "head"), F + "x": (1, "head")}

    def test_a_caller_that_moved_is_shown_where_it_is_now(self, graph):
        old, new = "Function:old.py:b", "Function:new.py:b"
        base, head = graph([(old, F + "a")]), graph([(F + "a", F + "z")], extra=[new])
        found = blast_radius(base, head, both(F + "a"), {old: new}).impacted
        assert [(one.id, one.file, one.path[0].id, one.path[0].file) for one in found] == [(new, "new.py", old, "old.py")]

    def test_a_renamed_and_edited_symbol_is_named_by_its_new_id(self, graph):
        base, head = graph([(F + "b", F + "old")]), graph([], extra=[F + "b", F + "new"])
        found = blast_radius(base, head, [Seed(F + "new", F + "old", F + "new")], {F + "old": F + "new"}).impacted
        assert [(one.id, one.via) for one in found] == [(F + "b", F + "new")]

    def test_an_added_symbol_is_no_result_of_the_base_walk(self, graph):
        base = graph([(F + "b", F + "a")])
        seeds = [*both(F + "a"), Seed(F + "b", head=F + "b")]
        assert blast_radius(base, base, seeds).impacted == ()


class TestKindsOfRelation:
    def test_subclasses_and_their_users(self, graph):
        made = graph([("Class:b.py:B", "Class:a.py:A", 0.95, "EXTENDS"), (F + "use", "Class:b.py:B")])
        found = blast_radius(made, made, both("Class:a.py:A")).impacted
        assert [(one.id, one.kind, one.path[0].type) for one in found] == [
            ("Class:b.py:B", "class", "EXTENDS"),
            (F + "use", "function", "CALLS"),
        ]

    @pytest.mark.parametrize(("inward", "reached"), [(False, ["make", "use"]), (True, ["make"])])
    def test_who_names_a_type_does_not_notice_its_private_fields(self, graph, inward: bool, reached: list[str]):
        made = graph([(F + "make", "Class:a.py:A"), (F + "use", "Class:a.py:A", 0.95, "REFERENCES", 1, "type")])
        seed = Seed("Class:a.py:A", "Class:a.py:A", "Class:a.py:A", inward=inward)
        assert sorted(one.name for one in blast_radius(made, made, [seed]).impacted) == reached

    def test_an_override_is_related_but_its_callers_are_not(self, graph):
        made = graph([("Method:b.py:B.m", "Method:a.py:A.m", 0.95, "OVERRIDES"), (F + "use", "Method:b.py:B.m")])
        assert [one.id for one in blast_radius(made, made, both("Method:a.py:A.m")).impacted] == ["Method:b.py:B.m"]

    def test_an_override_that_calls_what_it_overrides_passes_the_change_on(self, graph):
        edges = [("Method:b.py:B.m", "Method:a.py:A.m", 0.95, kind) for kind in ("OVERRIDES", "CALLS")]
        made = graph([*edges, (F + "use", "Method:b.py:B.m")])
        found = blast_radius(made, made, both("Method:a.py:A.m")).impacted
        assert [(one.id, one.path[0].type) for one in found] == [("Method:b.py:B.m", "CALLS"), (F + "use", "CALLS")]

    def test_who_overrides_and_is_reached_from_afar_still_passes_on(self, graph):
        edges = [("Method:b.py:B.m", "Method:a.py:A.m", 0.95, "OVERRIDES"), ("Method:b.py:B.m", F + "x"), (F + "x", "Method:a.py:A.m")]
        made = graph([*edges, (F + "use", "Method:b.py:B.m")])
        found = {
            one.id: (one.distance, [hop.type for hop in one.path]) for one in blast_radius(made, made, both("Method:a.py:A.m")).impacted
        }
        assert found["Method:b.py:B.m"] == (1, ["OVERRIDES"])
        assert found[F + "use"] == (3, ["CALLS", "CALLS", "CALLS"])

    def test_uses_as_value_or_type(self, graph):
        made = graph([(F + "b", F + "a", 0.9, "REFERENCES")])
        assert blast_radius(made, made, both(F + "a")).impacted[0].path[0].type == "REFERENCES"

    @pytest.mark.parametrize(("reason", "names"), [("type", ["b"]), ("creates", ["b"]), ("variant", ["b"]), ("value", ["b", "c"])])
    def test_depending_on_how_a_type_looks_is_passed_on_to_nobody(self, graph, reason, names):
        made = graph([(F + "b", "Class:a.py:A", 0.9, "REFERENCES", 1, reason), (F + "c", F + "b")])
        assert [one.name for one in blast_radius(made, made, both("Class:a.py:A")).impacted] == names

    def test_a_type_made_of_a_type_passes_it_on(self, graph):
        made = graph(
            [
                ("CodeElement:a.ts:T", "Interface:a.ts:I", 0.9, "REFERENCES", 1, "type"),
                (F + "c", "CodeElement:a.ts:T", 0.9, "REFERENCES", 1, "type"),
            ]
        )
        assert [one.name for one in blast_radius(made, made, both("Interface:a.ts:I")).impacted] == ["T", "c"]

    def test_containment_and_imports_carry_nothing(self, graph):
        made = graph(
            [("File:b.py", F + "a", 1.0, "IMPORTS"), ("File:a.py", F + "a", 1.0, "DEFINES"), ("Folder:x", "File:a.py", 1.0, "CONTAINS")]
        )
        assert blast_radius(made, made, both(F + "a", "File:a.py")).impacted == ()

    def test_importers_of_changed_module_code_and_no_further(self, graph):
        made = graph([("File:b.py", "File:a.py", 0.95, "IMPORTS"), ("File:c.py", "File:b.py", 0.95, "IMPORTS")])
        found = blast_radius(made, made, [Seed("File:a.py", "File:a.py", "File:a.py", importers=True)]).impacted
        assert [(one.id, one.path[0].type) for one in found] == [("File:b.py", "IMPORTS")]


class TestInstances:
    @pytest.mark.parametrize("name", ["__init__", "__new__", "__post_init__", "constructor"])
    def test_a_changed_constructor_reaches_who_makes_instances(self, graph, name):
        made = graph([(F + "make", "Class:a.py:A", 0.9)], extra=[f"Method:a.py:A.{name}"])
        found = blast_radius(made, made, both(f"Method:a.py:A.{name}")).impacted
        assert [(one.id, one.via) for one in found] == [(F + "make", f"Method:a.py:A.{name}")]

    def test_a_changed_class_reaches_who_calls_its_constructor(self, graph):
        made = graph([(F + "make", "Method:a.py:A.__init__", 0.9)], extra=["Class:a.py:A"])
        assert [one.id for one in blast_radius(made, made, both("Class:a.py:A")).impacted] == [F + "make"]

    def test_other_methods_do_not(self, graph):
        made = graph([(F + "make", "Class:a.py:A"), ("Class:b.py:B", "Class:a.py:A", 0.9, "EXTENDS")], extra=["Method:a.py:A.run"])
        assert blast_radius(made, made, both("Method:a.py:A.run")).impacted == ()

    def test_a_constructor_reaches_no_subclass(self, graph):
        made = graph([("Class:b.py:B", "Class:a.py:A", 0.9, "EXTENDS")], extra=["Method:a.py:A.__init__"])
        assert blast_radius(made, made, both("Method:a.py:A.__init__")).impacted == ()


class TestLimits:
    def test_depth_says_what_lies_beyond(self, graph):
        made = graph([(f"{F}{n + 1:03}", f"{F}{n:03}") for n in range(20)] + [(F + "other", F + "002")])
        reach = blast_radius(made, made, both(F + "000"), limits=Limits(depth=2))
        assert [one.distance for one in reach.impacted] == [1, 2]
        assert reach.cut == {"impacted beyond depth 2": 2}

    def test_nothing_beyond_is_no_cut(self, graph):
        made = graph([(F + "b", F + "a"), (F + "a", F + "b")])
        assert blast_radius(made, made, both(F + "a"), limits=Limits(depth=1)).cut == {}

    def test_a_long_list_says_how_much_it_cut(self, graph):
        made = graph([(f"{F}{n:03}", F + "a") for n in range(30)] + [(F + "far", F + "000")])
        reach = blast_radius(made, made, both(F + "a"), limits=Limits(symbols=10))
        assert [one.id for one in reach.impacted] == [f"{F}{n:03}" for n in range(10)]
        assert reach.cut == {"impacted beyond the first 10": 21}

    def test_a_very_long_chain_is_no_trouble(self, graph):
        made = graph([(f"{F}{n + 1:05}", f"{F}{n:05}", 1.0) for n in range(3000)])
        reach = blast_radius(made, made, both(F + "00000"), limits=Limits(depth=3000))
        assert (len(reach.impacted), len(reach.impacted[-1].path)) == (3000, 3000)

    def test_each_node_is_asked_once_per_side(self, graph):
        edges = [(f"{F}{n}", f"{F}{m}") for n in range(12) for m in range(12)]
        base, head = graph(edges), graph(edges)
        blast_radius(base, head, both(F + "0"))
        seed_once_more = [F + "0"]  # for guesses by name
        assert sorted(base.asked) == sorted(head.asked) == sorted([*(f"{F}{n}" for n in range(12)), *seed_once_more])


class TestCallees:
    def test_what_changed_functions_call_one_step_then_two(self, graph):
        made = graph(
            [(F + "a", F + "b", 0.9, "CALLS", 4), (F + "b", F + "c", 0.9, "CALLS", 7), (F + "a", F + "d", 0.95), (F + "c", F + "e")]
        )
        found = blast_radius(made, made, both(F + "a")).callees
        assert told(found) == [(F + "d", 1, 0.95), (F + "b", 1, 0.9), (F + "c", 2, 0.81)]
        assert [(hop.id, hop.line, hop.side, hop.type) for hop in found[1].path] == [(F + "a", 4, "head", "CALLS")]
        assert [(hop.id, hop.line) for hop in found[2].path] == [(F + "a", 4), (F + "b", 7)]
        assert {one.via for one in found} == {F + "a"}

    def test_the_second_step_begins_in_the_file_of_the_change(self, graph):
        far = [(F + "b", f"Function:z.py:{n}", 0.99) for n in range(3)]
        made = graph([(F + "a", F + "b"), *far, (F + "b", F + "c", 0.6)])
        assert [one.name for one in blast_radius(made, made, both(F + "a")).callees] == ["b", "c", "0", "1", "2"]

    def test_the_second_step_is_bounded_and_says_so(self, graph):
        made = graph([(F + "a", F + "b"), *((F + "b", f"{F}c{n:02}") for n in range(60))])
        reach = blast_radius(made, made, both(F + "a"))
        assert (len(reach.callees), reach.cut) == (51, {"callees two steps away beyond the first 50": 10})

    def test_of_two_chains_the_surer_one(self, graph):
        made = graph([(F + "a", F + "b", 0.6), (F + "a", F + "c", 0.9), (F + "b", F + "d", 0.9), (F + "c", F + "d", 0.9)])
        last = blast_radius(made, made, both(F + "a")).callees[-1]
        assert (last.confidence, [hop.id for hop in last.path]) == (0.81, [F + "a", F + "c"])

    def test_recursion_ends(self, graph):
        made = graph([(F + "a", F + "b"), (F + "b", F + "a"), (F + "b", F + "b")])
        assert [one.name for one in blast_radius(made, made, both(F + "a")).callees] == ["b"]

    def test_not_of_what_is_gone_and_not_the_changed_ones(self, graph):
        base, head = graph([(F + "gone", F + "b")]), graph([(F + "a", F + "c"), (F + "a", F + "a")])
        assert blast_radius(base, head, [Seed(F + "gone", base=F + "gone"), *both(F + "a", F + "c")]).callees == ()

    def test_limit(self, graph):
        made = graph([(F + "a", f"{F}b{n}") for n in range(5)])
        reach = blast_radius(made, made, both(F + "a"), limits=Limits(callees=2))
        assert ([one.name for one in reach.callees], reach.cut) == (["b0", "b1"], {"callees beyond the first 2": 3})


@pytest.mark.parametrize(("targets", "reached"), [(8, ["router", "server"]), (9, ["router"])])
@pytest.mark.parametrize("reason", ["callback", "override", "flow"])
def test_a_dispatcher_is_listed_but_not_passed(graph, targets: int, reached: list[str], reason: str):
    views = [(F + "router", f"{F}view{n}", 0.9, "CALLS", 1, reason) for n in range(targets)]
    made = graph([*views, (F + "server", F + "router")])
    found = blast_radius(made, made, both(F + "view0")).impacted
    assert [one.name for one in found] == reached
