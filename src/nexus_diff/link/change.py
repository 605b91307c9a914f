"""Linking a changed tree: which files have to be linked again, and what else moves with them."""

from __future__ import annotations

from collections.abc import Iterable

from nexus_diff.link import names
from nexus_diff.link.flows import BOUND, Flows
from nexus_diff.link.hierarchy import (
    ClassRecord,
    Hierarchy,
    decode_ids,
    encode_ids,
    encode_record,
    is_interface,
    protocols,
    records_of,
    stored_records,
)
from nexus_diff.link.instances import method_of, self_of
from nexus_diff.link.lookups import directory_key, file_key, manifest_key, name_key, root_key
from nexus_diff.link.method_keys import alike
from nexus_diff.link.parts import Parts, parts_of
from nexus_diff.link.ports import Linked, Progress, Recorded, Tree
from nexus_diff.link.sites import Remark
from nexus_diff.link.tree import REMARKS, Linking, make_hubs, remark_blobs, structure, used_hubs
from nexus_diff.link.world import directories_of, roots_of
from nexus_diff.model.graph import MANIFEST_LANGUAGE, Hub, LinkOutput

Key = tuple[str, str]


class Change:
    """One change from a recorded tree to another. Use once."""

    def __init__(
        self, base: Tree, recorded: Recorded, head: Tree, changed: Iterable[str], progress: Progress | None, remark: Remark | None = None
    ) -> None:
        self.recorded = recorded
        self.changed = sorted(set(changed))
        self.progress = progress
        self.old_files = base.files()
        self.new_files = head.files()
        self._table: dict[Key, tuple[str, ...]] = {}
        self.old = Linking(self.old_files, base.facts, base.manifest, self._stored_name)
        self.new = Linking(self.new_files, head.facts, head.manifest, self._name, remark)

    def run(self) -> Linked:
        """What differs in the linked graph."""
        keys = self._tree_keys() | self._manifest_keys() | self._part_keys() | self._name_keys()
        stale = (self.recorded.asked(keys) & self.new_files.keys()) | {p for p in self.changed if p in self.new_files}
        outputs: dict[str, LinkOutput | None] = {p: None for p in self.changed if p not in self.new_files}
        todo = sorted(path for path in stale if self.new.index(path) is not None)
        for done, path in enumerate(todo):
            index = self.new.index(path)
            outputs[path] = self.new.link(index) if index is not None else LinkOutput()
            if self.progress is not None:
                self.progress(done + 1, len(todo))
        for path in self.changed:
            outputs.setdefault(path, None)
        nodes = {path: self.new.outline(path).nodes if path in self.new_files else [] for path in self.changed}
        if any((path in self.old_files) != (path in self.new_files) for path in self.changed):
            nodes[""], outputs[""] = structure(sorted(self.new_files))
        blobs: dict[Key, bytes | None] = {
            ("name", names.blob_key(key)): names.encode(found) if found else None for key, found in sorted(self._table.items())
        }
        blobs.update(((REMARKS, path), None) for path in outputs if self.recorded.blob(REMARKS, path) is not None)
        blobs.update(remark_blobs(outputs))
        hubs = self._hubs(outputs, blobs)
        return Linked(nodes=nodes, outputs=outputs, hubs=hubs, blobs=blobs)

    # Keys whose answer changed

    def _tree_keys(self) -> set[str]:
        came_or_went = [p for p in self.changed if (p in self.old_files) != (p in self.new_files)]
        keys = {file_key(p) for p in came_or_went}
        if came_or_went:
            keys |= {directory_key(d) for d in directories_of(self.old_files) ^ directories_of(self.new_files)}
        if any(self._kind(p, self.old_files) != self._kind(p, self.new_files) for p in self.changed):
            old, new = roots_of(self.old_files), roots_of(self.new_files)
            keys |= {root_key(n) for n in old.keys() | new.keys() if old.get(n) != new.get(n)}
        return keys

    def _kind(self, path: str, files: object) -> str:
        entry = files.get(path)  # type: ignore[attr-defined]
        return entry.language if entry is not None else ""

    def _manifest_keys(self) -> set[str]:
        def of(path: str) -> bool:
            return any(e is not None and e.language == MANIFEST_LANGUAGE for e in (self.old_files.get(path), self.new_files.get(path)))

        if not any(of(path) for path in self.changed):
            return set()
        kinds = self.old.world.manifest_kinds() | self.new.world.manifest_kinds()
        before = {kind: self.old.world.manifests(kind) for kind in kinds}
        after = {kind: self.new.world.manifests(kind) for kind in kinds}
        return {manifest_key(kind) for kind in kinds if before[kind] != after[kind]}

    def _part_keys(self) -> set[str]:
        keys: set[str] = set()
        for path in self.changed:
            before, after = self._parts(self.old, path), self._parts(self.new, path)
            keys |= {k for k in before.keys() | after.keys() if before.get(k) != after.get(k)}
        return keys

    def _parts(self, linking: Linking, path: str) -> Parts:
        index = linking.index(path)
        return parts_of(index) if index is not None else {}

    # Names

    def _stored_name(self, group: str, name: str) -> tuple[str, ...]:
        return names.decode(self.recorded.blob("name", names.blob_key((group, name))))

    def _name(self, group: str, name: str) -> tuple[str, ...]:
        found = self._table.get((group, name))
        return self._stored_name(group, name) if found is None else found

    def _name_keys(self) -> set[str]:
        gone: dict[Key, set[str]] = {}
        come: dict[Key, list[str]] = {}
        for path in self.changed:
            for linking, into in ((self.old, gone), (self.new, come)):
                for key, candidates in linking.outline(path).names.items() if path in linking.files else ():
                    if into is gone:
                        gone.setdefault(key, set()).update(candidates)
                    else:
                        come.setdefault(key, []).extend(candidates)
        keys: set[str] = set()
        for key in sorted(gone.keys() | come.keys()):
            before = self._stored_name(*key)
            after = tuple(sorted([*(c for c in before if c not in gone.get(key, ())), *come.get(key, ())]))
            if after != before:
                self._table[key] = after
                if names.state(key[0], before) != names.state(key[0], after):
                    keys.add(name_key(*key))
        return keys

    # Hubs

    def _hubs(self, outputs: dict[str, LinkOutput | None], blobs: dict[Key, bytes | None]) -> dict[str, Hub | None]:
        before, after = self._records(outputs)
        old = Hierarchy({}, {}, self._stored_name, self.recorded.blob)
        subclasses = self._subclasses(before, after, blobs)
        new = Hierarchy({**dict.fromkeys(before), **after}, subclasses, self._name, self.recorded.blob)
        touched = self._touched(before, after, old, new) | self._structural(before, after, old, new, blobs)
        for class_id in sorted(before.keys() | after.keys()):
            if before.get(class_id) != after.get(class_id):
                blobs["class", class_id] = encode_record(after[class_id]) if class_id in after else None
        used = used_hubs(outputs.values())
        flows = Flows(self.recorded.blob)
        for path, output in sorted(outputs.items()):
            flows.replace(path, output.passes if output is not None else ())
        blobs.update(flows.blobs())
        blobs.update(flows.asked(used))
        stale = {f"{kind}:{c}:{key}" for c, m in touched for key in _asked(c, m, (old, new)) for kind in ("dispatch", "concrete")} | {
            f"name:{g}:{n}" for g, n in self._table
        }
        stale |= {
            f"member:{base}:{asked}"
            for c, m in touched
            for base in _selves(c, old, new) | flows.into(f"{BOUND}{c}")
            for asked in flows.methods(base)
            if alike(m, asked) or alike(m, method_of(base))
        }
        stale |= self._inherited(flows, before, after, old, new) | self._flowing(flows, before, after, old, new)
        wanted = {h for h in stale if h in used or self.recorded.hub(h) is not None}
        wanted |= {h for h in used if self.recorded.hub(h) is None}
        found = make_hubs(wanted, new, flows, self._name)
        return {h: hub for h, hub in found.items() if hub != self.recorded.hub(h)}

    def _records(self, outputs: dict[str, LinkOutput | None]) -> tuple[dict[str, ClassRecord], dict[str, ClassRecord]]:
        """Class records of all files that were linked again or are gone: before and after."""
        before: dict[str, ClassRecord] = {}
        after: dict[str, ClassRecord] = {}
        for path, output in outputs.items():
            index = self.old.index(path)
            if index is not None:
                before.update(stored_records(index, self.recorded.blob))
            index = self.new.index(path)
            if index is not None and output is not None:
                after.update(records_of(index, output))
        return before, after

    def _subclasses(
        self, before: dict[str, ClassRecord], after: dict[str, ClassRecord], blobs: dict[Key, bytes | None]
    ) -> dict[str, frozenset[str]]:
        moved: dict[str, tuple[set[str], set[str]]] = {}
        for class_id in before.keys() | after.keys():
            old = set(before[class_id].bases) if class_id in before else set()
            new = set(after[class_id].bases) if class_id in after else set()
            for base in old - new:
                moved.setdefault(base, (set(), set()))[0].add(class_id)
            for base in new - old:
                moved.setdefault(base, (set(), set()))[1].add(class_id)
        found: dict[str, frozenset[str]] = {}
        for base, (gone, come) in sorted(moved.items()):
            below = found[base] = (frozenset(decode_ids(self.recorded.blob("subs", base))) - gone) | come
            blobs["subs", base] = encode_ids(below) if below else None
        return found

    def _inherited(
        self, flows: Flows, before: dict[str, ClassRecord], after: dict[str, ClassRecord], old: Hierarchy, new: Hierarchy
    ) -> set[str]:
        """Member hubs of `Self` in what traits write: who comes, goes or moves may run it without writing a method."""
        none = ClassRecord()
        above: set[str] = set()
        for class_id in before.keys() | after.keys():
            was, now = before.get(class_id, none), after.get(class_id, none)
            if was.bases != now.bases or was.generic != now.generic:
                above |= old.ancestors(class_id) | new.ancestors(class_id)
        return {f"member:{base}:{asked}" for c in above for base in _selves(c, old, new) for asked in flows.methods(base)}

    def _flowing(
        self, flows: Flows, before: dict[str, ClassRecord], after: dict[str, ClassRecord], old: Hierarchy, new: Hierarchy
    ) -> set[str]:
        """Param, slot and member hubs whose members may differ."""
        moved = {c for c in before.keys() | after.keys() if before.get(c) != after.get(c)}
        moved |= {below for c in moved for hierarchy in (old, new) for below in hierarchy.descendants(c)}
        bases = flows.stale(moved)
        return bases | {f"member:{base}:{name}" for base in bases for name in flows.methods(base)}

    def _structural(
        self,
        before: dict[str, ClassRecord],
        after: dict[str, ClassRecord],
        old: Hierarchy,
        new: Hierarchy,
        blobs: dict[Key, bytes | None],
    ) -> set[tuple[str, str]]:
        """(protocol, method) pairs whose structural implementers may differ; stores the protocols by method name."""
        was, now = protocols(before), protocols(after)
        asking: dict[str, set[str]] = {}

        def of(name: str) -> set[str]:
            if name not in asking:
                asking[name] = set(decode_ids(self.recorded.blob("protocols", name)))
            return asking[name]

        touched: set[tuple[str, str]] = set()
        for name in sorted(was.keys() | now.keys()):
            if was.get(name) != now.get(name):
                stored = of(name)
                stored -= was.get(name, set())
                stored |= now.get(name, set())
                blobs["protocols", name] = encode_ids(stored) if stored else None
            touched |= {(p, n) for p in was.get(name, set()) | now.get(name, set()) for h in (old, new) for n, _ in h.record(p).methods}
        names = {n for g, n in self._table if g.endswith(".m")}
        for class_id in before.keys() | after.keys():
            if before.get(class_id) != after.get(class_id):
                for hierarchy in (old, new):
                    for c in {class_id, *hierarchy.descendants(class_id)}:
                        names |= hierarchy.all_methods(c)
        return touched | {(p, n) for name in names for p in of(name) for n, _ in new.record(p).methods}

    def _touched(
        self, before: dict[str, ClassRecord], after: dict[str, ClassRecord], old: Hierarchy, new: Hierarchy
    ) -> set[tuple[str, str]]:
        """(class, method) pairs whose overrides may differ."""
        touched: set[tuple[str, str]] = set()
        for class_id in sorted(before.keys() | after.keys()):
            was, now = before.get(class_id, ClassRecord()), after.get(class_id, ClassRecord())
            if was == now:
                continue
            members = {name for name, _ in set(was.methods) ^ set(now.methods)}
            if was.bases != now.bases or was.generic != now.generic or (class_id in before) != (class_id in after):
                for hierarchy in (old, new):
                    for below in {class_id, *hierarchy.descendants(class_id)}:
                        members |= hierarchy.all_methods(below)  # inherited ones may be what meets an interface
            above = old.ancestors(class_id) | new.ancestors(class_id)
            for hierarchy in (old, new) if members else ():
                for below in hierarchy.descendants(class_id):
                    above |= {c for c in hierarchy.ancestors(below) if is_interface(c)}
            touched |= {(ancestor, name) for ancestor in above for name in members}
        return touched


def _asked(class_id: str, method: str, hierarchies: Iterable[Hierarchy]) -> set[str]:
    """The keys under which overrides like `method` may have been asked for at a class: those of its own and inherited methods that are
    alike, and the bare name."""
    bare = method.partition("/")[0]
    if bare == method:
        return {method}
    return {method, bare, *(key for hierarchy in hierarchies for key in hierarchy.all_methods(class_id) if alike(key, method))}


def _selves(class_id: str, *hierarchies: Hierarchy) -> set[str]:
    """The hubs of `Self` in the methods that a trait writes."""
    if not class_id.startswith("Interface:"):
        return set()
    return {self_of(method) for hierarchy in hierarchies for _, method in hierarchy.record(class_id).methods}
