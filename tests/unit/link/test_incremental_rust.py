"""Promise 1 for the linker, on Rust: modules, impl blocks, traits and their generic users, macros, crates."""

from __future__ import annotations

from histories import Step, edits, histories, trees, updates_equal_full
from hypothesis import example, given
from hypothesis import strategies as st

NAMES = ("alpha", "beta", "gamma")
PATHS = ("src/lib.rs", "src/main.rs", "src/a.rs", "src/b/mod.rs", "src/b/c.rs", "tests/t.rs")
MODULES = (
    "", "mod a;\n", "mod b;\n", "pub mod c;\n", "#[macro_use]\nmod a;\n", "use crate::a::*;\n", "use super::*;\n",
    "pub use crate::b::One;\n",
    "use crate::{a, b::c::Two as Three};\n", "use shop::*;\n", "mod inner { use super::*; pub fn alpha() { beta() } }\n",
    '#[path = "c.rs"]\nmod odd;\n',
)  # fmt: skip
MANIFESTS = ('[package]\nname = "shop"\n', '[package]\nname = "shop"\n[lib]\npath = "src/a.rs"\n', '[package]\nname = "x"\n', "")

name = st.sampled_from(NAMES)
kind = st.sampled_from(
    [
        "One",
        "Two",
        "Wrap<One>",
        "impl Face",
        "&dyn Face",
        "Vec<Two>",
        "T",
        "u8",
        "a::One",
        "crate::b::Two",
        "&One",
        "&mut Two",
        "&mut Wrap<One>",
        "Box<One>",
        "&mut T",
    ]
)
simple = st.one_of(
    st.builds("{}()".format, name),
    st.builds("x.{}()".format, name),
    st.builds("x.{}().{}()".format, name, name),
    st.builds("{}::{}()".format, st.sampled_from(["One", "Two", "a", "crate::b", "self", "super", "Self", "inner"]), name),
    st.builds("Wrap {{ inner: {} }}.{}()".format, st.sampled_from(["One", "Two", "x"]), name),
    st.builds("Face::{}(x)".format, name),
    st.builds("make!({}())".format, name),
    st.builds("vec![x.{}()].iter().map(|y| y.{}())".format, name, name),
    st.builds("{} == x".format, st.sampled_from(["Two", "*x", "&x"])),
    st.builds("{}(&mut x)".format, name),
    st.sampled_from(["One", "Two", "x", "x?", "*x", "&mut x", "&mut x[1]", "Two::from(&x)"]),
)
generics = st.sampled_from(["", "", "<T: Face>", "<T>"])
visible = st.sampled_from(["", "pub "])
function = st.builds("{}fn {}{}(x: {}) -> {} {{ let x = {}; {} }}\n".format, visible, name, generics, kind, kind, simple, simple)
receiver = st.sampled_from(["&self", "&self", "&mut self", "self"])
method = st.builds("  fn {}({}) -> {} {{ let x = self; {} }}\n".format, name, receiver, kind, simple)
declared = st.builds("  fn {}(&self) -> Self;\n".format, name)
struct = st.sampled_from(
    [
        "pub struct One;\n",
        "pub struct Two { inner: One }\n",
        "pub struct Wrap<T> { inner: T }\n",
        "enum Two { A, B(One) }\n",
        "pub struct One<T>(T);\n",
        "pub type Two = Wrap<One>;\n",
    ]
)
face = st.builds(lambda parts: "pub trait Face {\n" + "".join(parts) + "}\n", st.lists(st.one_of(method, declared), max_size=3))
block = st.builds(
    lambda head, parts: head + " {\n" + "".join(parts) + "}\n",
    st.sampled_from(
        ["impl One", "impl Two", "impl Face for One", "impl Face for Two", "impl<T: Face> Wrap<T>", "impl Face for Vec<u8>",
         "impl<T: Face> Face for &T", "impl<T> Face for Wrap<T>", "impl<T: Iterator> Face for T",
         "impl<T: Face> Face for &mut T", "impl<T: Face> Face for Box<T>", "impl Face for &[u8]", "impl From<One> for Two",
         "impl From<&One> for Two", "impl PartialEq<One> for Two", "impl<T> PartialEq<&T> for Two", "impl Deref for Two"]
    ),
    st.lists(st.one_of(method, st.just("  shared!();\n"), st.just("  type Target = One;\n  fn deref(&self) -> &One {}\n")), max_size=3),
)  # fmt: skip
macro = st.builds(
    "macro_rules! {} {{ ($x:expr) => {{ $x.{}() }}; () => {{ fn {}(&self) {{ self.{}() }} }}; }}\n".format,
    st.sampled_from(["make", "shared"]), name, name, name,
)  # fmt: skip
part = st.one_of(function, struct, face, block, macro, st.sampled_from(MODULES))
text = st.lists(part, max_size=6).map("".join)
tree = st.builds(lambda files, manifest: {**files, "Cargo.toml": manifest}, trees(PATHS, text), st.sampled_from(MANIFESTS))


# who gets a trait's method that the trait itself calls, without writing one
INHERITED = {
    "src/main.rs": "pub trait Face {\n" + "  fn alpha(&self) -> One { let x = self; x.alpha() }\n" * 3 + "}\n",
    "Cargo.toml": MANIFESTS[0],
}


@example(INHERITED, [("append", "src/main.rs", "impl Face for One {\n}\n")])
@histories(100)
@given(tree, edits(PATHS, text, part, "Cargo.toml", MANIFESTS))
def test_update_equals_full(sources: dict[str, str], steps: list[Step]) -> None:
    updates_equal_full(sources, steps)
