"""Whether our verdicts on layers, forbidden and independence equal import-linter's: `rules_agreement.py FOLDER:PACKAGE …`.

For each package (a folder that holds it, and its name), contracts are generated from its own modules: random layers, forbidden pairs and
independent modules, with and without imports for type checkers. `--contracts FILE:FOLDER` takes those of a real `.importlinter` or
pyproject.toml instead. Both judge imports only, of the same files; broken or kept must agree on every contract. For ours, also how many
contracts break when calls and inheritance count as well. The rules are made by the same code as `nexus-diff rules init --from`.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TOP / folder) for folder in ("tests/unit/link", "tests/rules")]

from world import MemoryCode  # noqa: E402

from nexus_diff.config import Config, load  # noqa: E402
from nexus_diff.rules.adopt_importlinter import adopt, listed, read_ini  # noqa: E402
from nexus_diff.rules.judge import check  # noqa: E402
from nexus_diff.rules.parts import Parts  # noqa: E402
from nexus_diff.rules.proposal import to_toml  # noqa: E402
from nexus_diff.rules.view import View  # noqa: E402

SIZES = {"layers": (2, 5), "independence": (2, 4), "forbidden": (2, 2)}


def sources(folder: Path, packages: list[str]) -> dict[str, str]:
    """The Python files of the packages, by path from the folder."""
    paths = (path for package in packages for path in sorted((folder / package.replace(".", "/")).rglob("*.py")))
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8", "replace") for path in paths}


def generated(package: str, files: Mapping[str, str], count: int, seed: str) -> Iterator[dict[str, Any]]:
    """Contracts over modules of the package; no module lies inside another one of the same contract."""
    chance = random.Random(seed)
    known = [path for path in files if all(f"{folder}/__init__.py" in files for folder in _folders(path))]
    modules = sorted({module for path in known if (module := _module(path)) != package and module.count(".") <= 2})
    for number in range(count):
        kind = chance.choice(sorted(SIZES))
        chosen = _apart(chance.sample(modules, min(len(modules), 12)), chance.randint(*SIZES[kind]))
        if len(chosen) < 2:
            continue
        contract: dict[str, Any] = {"name": f"{kind}-{number}", "type": kind}
        if kind == "layers":
            contract["layers"] = _layers(chosen, chance)
        elif kind == "independence":
            contract["modules"] = chosen
        else:
            contract |= {"source_modules": chosen[:1], "forbidden_modules": chosen[1:], "allow_indirect_imports": chance.random() < 0.3}
        yield {"root_package": package, "exclude_type_checking_imports": chance.random() < 0.5, "contracts": [contract]}


def _layers(chosen: list[str], chance: random.Random) -> list[str]:
    if len(chosen) > 2 and chance.random() < 0.5:
        return [f"{chosen[0]} {chance.choice('|:')} {chosen[1]}", *chosen[2:]]
    return chosen


def _apart(modules: list[str], most: int) -> list[str]:
    found: list[str] = []
    for module in modules:
        if len(found) < most and not any(f"{module}.".startswith(f"{o}.") or f"{o}.".startswith(f"{module}.") for o in found):
            found.append(module)
    return found


def _folders(path: str) -> Iterator[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def theirs(options: Mapping[str, Any], folder: Path) -> dict[str, bool]:
    """Contract → kept, by import-linter."""
    from importlinter.application import use_cases
    from importlinter.application.user_options import UserOptions
    from importlinter.configuration import configure

    configure()
    sys.path.insert(0, str(folder))
    try:
        session = {key: str(value) if isinstance(value, bool) else value for key, value in options.items() if key != "contracts"}
        session["root_packages"] = listed(session.pop("root_packages", "")) or listed(session.pop("root_package"))
        session.pop("root_package", None)
        contracts = [_written(contract, number) for number, contract in enumerate(options["contracts"])]
        with tempfile.TemporaryDirectory() as cache:
            use_cases._register_built_in_contract_types()
            report = use_cases.create_report(UserOptions(session, contracts), cache_dir=cache)
        if report.could_not_run:
            raise SystemExit(f"import-linter could not run: {report.invalid_contract_options}")
        return {contract.name: check.kept for contract, check in report.get_contracts_and_checks()}
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] in session["root_packages"] and name not in OWN]:
            del sys.modules[name]


def _written(contract: Mapping[str, Any], number: int) -> dict[str, Any]:
    """As import-linter's reader hands them over: lists, and flags in words."""
    lists = ("layers", "modules", "source_modules", "forbidden_modules", "containers", "ignore_imports")
    found = {key: listed(value) if key in lists else value for key, value in contract.items()}
    return {"id": f"contract-{number}", **{key: str(value) if isinstance(value, bool) else value for key, value in found.items()}}


def ours(options: Mapping[str, Any], files: Mapping[str, str], code: MemoryCode) -> tuple[dict[str, bool], dict[str, bool]]:
    """Contract → kept, by imports alone and with calls; each contract by itself."""
    plain: dict[str, bool] = {}
    called: dict[str, bool] = {}
    for contract in options["contracts"]:
        text = to_toml(adopt({**options, "contracts": [contract]}, files))
        for edges, verdicts in (('["imports"]', plain), ('["imports", "calls", "extends", "implements"]', called)):
            config = load({"nexus-diff.toml": text.replace('edges = ["imports"]', f"edges = {edges}", 1)})
            verdicts[contract["name"]] = not _violations(config, code)
    return plain, called


def _violations(config: Config, code: MemoryCode) -> list[Any]:
    return check(View(code, Parts(config.parts), config.architecture, config.allow, config.rules), config.rules)


def real(file: Path) -> dict[str, Any]:
    """Contracts of a configuration file that both can judge: without libraries, without types we do not share."""
    if file.suffix == ".toml":
        import tomllib

        options: dict[str, Any] = tomllib.loads(file.read_text())["tool"]["importlinter"]
    else:
        options = read_ini(file.read_text())
    options.pop("include_external_packages", None)
    roots = listed(options.get("root_packages")) or listed(options.get("root_package"))
    inside = [c for c in options["contracts"] if all(m.partition(".")[0] in roots for m in listed(c.get("forbidden_modules")))]
    return {**options, "contracts": [c for c in inside if c.get("type") in SIZES]}


OWN = frozenset(sys.modules)


def main() -> None:
    """Compares and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", metavar="FOLDER:PACKAGE", nargs="*")
    parser.add_argument("--contracts", metavar="FILE:FOLDER", action="append", default=[])
    parser.add_argument("--count", type=int, default=20, help="generated contracts per package (default: 20)")
    arguments = parser.parse_args()
    total = disagreed = more = 0
    for text in arguments.packages:
        folder, _, package = text.rpartition(":")
        files = sources(Path(folder), [package])
        code = MemoryCode(files)
        verdicts = [_compared(o, Path(folder), files, code) for o in generated(package, files, arguments.count, package)]
        total, disagreed, more = _told(text, verdicts, (total, disagreed, more))
    for text in arguments.contracts:
        file, _, folder = text.rpartition(":")
        options = real(Path(file))
        files = sources(Path(folder), listed(options.get("root_packages")) or listed(options.get("root_package")))
        total, disagreed, more = _told(text, [_compared(options, Path(folder), files, MemoryCode(files))], (total, disagreed, more))
    print(f"{total} contracts, {disagreed} disagreements; {more} kept by imports but broken by calls or inheritance")
    sys.exit(1 if disagreed or not total else 0)


Verdicts = tuple[dict[str, bool], dict[str, bool], dict[str, bool]]


def _compared(options: Mapping[str, Any], folder: Path, files: Mapping[str, str], code: MemoryCode) -> Verdicts:
    plain, called = ours(options, files, code)
    return theirs(options, folder), plain, called


def _told(title: str, verdicts: list[Verdicts], sums: tuple[int, int, int]) -> tuple[int, int, int]:
    total, disagreed, more = sums
    broken = here = 0
    for left, right, called in verdicts:
        for name, kept in left.items():
            here += 1
            broken += not kept
            disagreed += kept != right[name]
            more += kept and not called[name]
            if kept != right[name]:
                print(f"  DISAGREE {title} {name}: {_word(kept)} says import-linter, {_word(right[name])} nexus-diff")
    print(f"{title}: {here} contracts, {broken} broken by import-linter")
    return total + here, disagreed, more


def _word(kept: bool) -> str:
    return "kept" if kept else "broken"


if __name__ == "__main__":
    main()
