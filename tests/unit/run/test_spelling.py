"""Names as their languages write them."""

from __future__ import annotations

import pytest

from nexus_diff.run.spelling import lies_in, spellings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("save", ["save"]),
        ("detail::write", ["detail::write", "detail.write", "write in detail"]),
        ("Card#charge(int, Money)", ["Card#charge(int, Money)", "Card.charge", "charge in Card"]),
        ("card->charge", ["card->charge", "card.charge", "charge in card"]),
        ("Card.#secret", ["Card.#secret", "#secret in Card"]),
        ("org.shop.Card.charge", ["org.shop.Card.charge", "shop.Card.charge in org", "Card.charge in org shop", "charge in org shop Card"]),
        ("operator()", ["operator()"]),
        ("Card::operator()", ["Card::operator()", "Card.operator()", "operator() in Card"]),
        (".a", [".a"]),
        ("a." * 50 + "b", ["a." * 50 + "b"]),
    ],
)
def test_spellings(text: str, expected: list[str]) -> None:
    assert [" in ".join(filter(None, (name, " ".join(around)))) for name, around in spellings(text)] == expected


@pytest.mark.parametrize(
    ("path", "parts", "expected"),
    [
        ("src/main/java/org/shop/Card.java", ("org", "shop"), True),
        ("src/main/java/org/shop/Card.java", ("org", "shop", "Card"), True),
        ("src/main/java/org/shop/Card.java", ("shop", "org"), False),
        ("crates/ignore/src/dir.rs", ("ignore", "dir"), True),
        ("crates/ignore/src/dir.rs", ("gitignore",), False),
        ("a.py", (), True),
    ],
)
def test_parts_in_front_are_folders(path: str, parts: tuple[str, ...], expected: bool) -> None:
    assert lies_in(path, parts) is expected
