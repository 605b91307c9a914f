"""The Language value: everything that extraction and linking need to know about one language.

A language is one file here and one value in `REGISTRY` (`languages/__init__.py`). If a walker or the linker would have to ask
which language it looks at, this value lacks a field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Expression, Statement
from nexus_diff.languages.layout import Layout
from nexus_diff.languages.library_classes import Library
from nexus_diff.model.facts import Definition, FileFacts, ManifestFacts


class Probe(Protocol):
    """What an import resolver may ask about the tree. Every question is recorded by the linker, so that an answer that changes
    later re-links the file that asked. Paths are repository-relative, `/`-separated, without a leading `./`; "" is the root."""

    def file(self, path: str) -> bool:
        """True when `path` is a file of the tree (any language)."""

    def directory(self, path: str) -> bool:
        """True when some file of the tree lies below `path`."""

    def roots(self, name: str) -> tuple[str, ...]:
        """Sorted directories D for which a parsed file `D/name.<suffix>` or a directory `D/name/` with parsed files directly in or below
        it exists."""

    def manifests(self, kind: str) -> tuple[tuple[str, ManifestFacts], ...]:
        """All manifests of that kind, by path, sorted."""

    def manifest(self, kind: str, path: str) -> ManifestFacts | None:
        """The manifest of that kind at exactly `path`."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """Where an import leads. `kind`: "file" (path is a file), "directory" (a package without an init file; `path` is the folder),
    "external" (a known or plausible library outside the repository), "missing" (relative, and not there)."""

    kind: str
    path: str = ""
    also: tuple[str, ...] = ()
    """Further files that may be meant, where the tree alone does not tell (a module shared by a library and a program)."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language. What handlers may do is explained in `languages/builder_protocol.py`."""

    name: str
    suffixes: tuple[str, ...]
    grammar: Callable[[], Any]
    """Gives the grammar capsule of the tree-sitter wheel; called once per process."""

    statements: Mapping[str, Statement] = field(default_factory=dict)
    """node type → handler(builder, node): definitions, bindings, imports, control flow. Default: visit the named children."""
    expressions: Mapping[str, Expression] = field(default_factory=dict)
    """node type → handler(builder, node) -> index into exprs. Default: Unknown, with the children visited."""
    dialect: Callable[[bytes], Language | None] | None = None
    """The other language whose grammar and handlers a text with one of these suffixes needs (a header may be C or C++); None: this one.
    What the linker reads must be the same in both."""
    prepare: Callable[[bytes], bytes] | None = None
    """Rewrites every source before it is parsed, to the same length and the same lines, where the grammar misreads right code without
    noticing."""
    spared: Callable[[Node], bool] | None = None
    """Whether a node that the grammar misses is none that the language asks for, so that its absence is no error."""
    mend: Callable[[bytes], bytes] | None = None
    """Rewrites right source that the grammar cannot read, to the same length and the same lines; tried on files that do not parse."""
    comments: frozenset[str] = frozenset({"comment"})
    """Node types that do not count in syntax hashes."""
    names: frozenset[str] = frozenset({"identifier"})
    """Node types that are plain names when met as an expression (`Name`); they need no handler."""
    strings: frozenset[str] = frozenset({"string"})
    """Node types whose white space counts in syntax hashes: strings, templates, regular expressions, text in markup."""
    blocks: frozenset[str] = frozenset()
    """Node types whose named children are statements or members: their bounds count in syntax hashes where lines and indentation do not."""
    is_docstring: Callable[[Any], bool] | None = None
    """Whether this statement node (a child of one of `blocks`) is documentation, and so does not count in syntax hashes."""
    layout: Layout = field(default_factory=dict)
    """Edits that undo what formatters do beyond white space, for syntax hashes (`languages/layout.py`)."""
    final: str = ""
    """Modifier of facts that forbids classes below a class and overrides of a method."""
    modifier_words: Mapping[str, str] = field(default_factory=dict)
    """Modifiers of facts → how people write them in the language ("exported": "public")."""
    branches: frozenset[str] = frozenset()
    """Node types that add one to cyclomatic complexity (McCabe 1976)."""

    family: str = ""
    """Languages that link to one another by bare name ("js" for TypeScript and JavaScript); "" = its own name."""
    receiver: str = "first-param"
    """How a method names its object: "first-param" (Python) or "this"."""
    constructors: tuple[str, ...] = ()
    """Methods that creating an instance runs, in order."""
    builtin_names: frozenset[str] = frozenset()
    """Global names of the language and its standard library prelude."""
    builtin_methods: frozenset[str] = frozenset()
    """Method names of built-in types: a bare method call with such a name is never bound by name alone."""
    standard_modules: frozenset[str] = frozenset()
    """Top-level modules of the standard library."""
    operators: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Operator as in Op.op → methods of the left operand's type that it calls; a name starting with "r:" is the reflected one, looked up on
    the right operand's type ("+": ("__add__", "r:__radd__"))."""
    protocols: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Implicit calls: "iter", "aiter", "with", "awith" (of two methods the first gives what is entered), "await", "call", "getattr",
    "getitem", "setitem", "delitem", "contains", "len", "bool", "str", "repr", "hash", "format", "del", "subclass" (hooks run by a class
    statement) → method names."""
    builtin_protocols: Mapping[str, str] = field(default_factory=dict)
    """Built-in function → protocol of its first argument ("len": "len", "str": "str", "iter": "iter")."""

    generics: Mapping[str, str] = field(default_factory=dict)
    """Generic types of the language and its library, by last name → how their arguments read: "element" (list, Iterator, Promise: the
    last argument is
    what iterating or awaiting gives), "first" (Generator: the first is), "mapping" (keys, values), "tuple", "wrapper" (Optional,
    Annotated, Readonly: the type itself), "union" (all
    arguments), "class" (type[C]: the class itself), "callable", "literal", or for a function type which arguments (or other types) are
    its parameters and its result: "(0,1)2", "(0)boolean"."""
    builtin_results: Mapping[str, str] = field(default_factory=dict)
    """Built-in function or method → what its result is, from its first argument or its receiver: "element" (next, min, pop, get), "same"
    (sorted, copy, filter), "container" (list, set, tuple), "items" (dict.items), "values" (dict.values) and so on: for methods see
    `link/container_results.py`, for functions `link/containers.py`."""

    wrappers: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Library functions that wrap what they are given → the generic type that this makes and which of its arguments that is
    ("Err": ("Result", 1))."""
    makers: frozenset[str] = frozenset()
    """Static methods by which types of the library give an instance of themselves (`Vec::new`)."""
    same_methods: frozenset[str] = frozenset()
    """Methods that any object may have from the library and that give another hold of it (`clone`, `borrow`)."""
    monomorphic: bool = False
    """Whether generic code is copied for each type that it is used with, so that a call through a bound reaches these types' methods only
    (Rust)."""
    fields_apart: bool = False
    """Whether fields and methods have names of their own, so that `x.len()` never means the field `len`."""
    named_results: Mapping[str, str] = field(default_factory=dict)
    """Method of a library's type, alone or behind the name of the type → type around the type argument in its result ("" for none), where
    one is written: `x.collect::<T>()`, `services.GetRequiredService<T>()`."""
    own_methods: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Last name of a library's type → methods that it has by itself; they come before what blocks of members give it (Rust)."""
    declared_slots: bool = False
    """Whether a call of an override also names the declaration that it stands in for, as its compiler records it (C#)."""
    whole_type_args: bool = False
    """Whether a call writes all type arguments of a function or none, and then each must be found from the arguments (C#)."""
    arities: bool = False
    """Whether types of one name are told apart by the number of their type parameters (C#)."""
    declared_calls: bool = False
    """Whether a call of a method that implements a declared one counts as a call of the declared one too (Rust: of the trait's)."""

    callback_params: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Built-in method → what it calls its function with, in order: "element", "key", "initial" (the second argument), "same" (the
    receiver), "number"."""
    contextual: bool = False
    """Whether parameters without a type get theirs from the place where the function stands (TypeScript)."""
    shape_bases: bool = False
    """Whether a class or an interface may extend an object type that an alias names (TypeScript)."""
    awaitables: tuple[str, ...] = ()
    """Types whose values can be waited for, where results of asynchronous functions are seen in the first of them (C#)."""
    rest_as_written: bool = False
    """Whether the type of a rest parameter is that of the container (TypeScript) rather than of one element (Python)."""
    indexed_types: bool = False
    """Whether `T[k]` in a type is the type of a member; else it is T with type arguments."""
    bare_members: bool = True
    """Whether a class body sees its own members by their bare names (Python)."""
    conversion_member: str = ""
    """Name under which a type holds what turns other types into it, or it into others, "" where none does so unasked."""
    implicit_constructors: bool = False
    """Whether a class without a constructor of its own gets one."""

    package_of: Callable[[str, FileFacts], str] | None = None
    """(path, facts) → the prefix under which other files find the file's names ("org.apache.cli", a directory; "" where names have none but
    their namespaces). None: names are seen by other files through imports of files only."""
    folder_names: bool = False
    """Whether people name a definition by the folder of its file and its own name (Java's classes, Go's functions), not by the file."""
    qualified_imports: bool = False
    """Whether imports name definitions by their qualified names (Java, C#) rather than files."""
    global_imports: Callable[[str], str] | None = None
    """Path of a file → the folder in and below which its imports for a whole project hold (C# `global using`). None: there are none."""
    relative_imports: bool = False
    """Whether an import of all names inside a namespace may leave out the namespaces around it (C#)."""
    namespaced_names: bool = False
    """Whether every name begins with a namespace, and functions stand in classes, so that people read it without (C#)."""
    starred_names: bool = False
    """Whether a name that is found nowhere is taken for one of those that an import of all names brings from a library (Java)."""
    implicit_members: bool = False
    """Whether a bare name means a member of the classes around, inherited ones included (Java, C#, C++)."""
    method_values: bool = True
    """Whether a method's bare name may stand for it as a value; else only calls mean methods (Java)."""
    overloads: str = ""
    """Whether functions of one name are told apart by their arguments, and how inherited ones count: "merge" (they compete: Java, C#),
    "hide" (a class's own hide them: C++), "blocks" (as "hide", but of one name are only methods of several blocks of members, and overrides
    go by the name alone: Rust), "" (no overloads)."""
    protocol_relation: str = "CALLS"
    """Relation to the methods of protocols that run without being called by name (a loop's iterator, the `close` of `try (r)`): "CALLS", or
    "REFERENCES" where a call is what is written as one (Java)."""
    fallback_relation: str = "CALLS"
    """Relation to the methods that the library runs in the place of the one that an operator runs, where a type lacks that: "CALLS", or
    "REFERENCES" where the library's method is a function of its own (Rust: `a < b` runs `lt`, which runs `partial_cmp`)."""
    virtual_only: bool = False
    """Whether classes below replace only those methods that are declared to be replaced (C++)."""
    exports_members: bool = False
    """Whether each member says itself that code elsewhere may use it; in the others, members do as their class does."""
    unreplaced: frozenset[str] = frozenset()
    """Modifiers of methods that override nothing and that nothing overrides ("private", where a subclass does not see it)."""
    objects_only: bool = False
    """Whether type parameters stand for objects alone, never for plain values (Java)."""
    conversions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Types from outside the repository, as an expression gives them ("int", "String") → the types that they convert to without being
    asked, nearest first; "*": what everything converts to; "*Exception": what types convert to whose names end so, where nothing else is
    known."""
    boxes: Mapping[str, str] = field(default_factory=dict)
    """Types of plain values → the type of the object that each may be turned into and back ("int": "Integer"); overloads that need this
    come after those that do not."""
    literal_types: Mapping[str, str] = field(default_factory=dict)
    """`Literal.type` of facts → name of that type in the language, where they differ ("string": "String")."""
    result_types: Mapping[str, str] = field(default_factory=dict)
    """Method of the library, by last name → type of its result, where all methods of the name agree ("length": "int")."""
    constant_types: Mapping[str, str] = field(default_factory=dict)
    """Constant of a class of the library ("Boolean.TRUE", "Locale.*" for all in capitals) → its type."""
    factories: frozenset[str] = frozenset()
    """Static methods of the library, by last name, that give an instance of the type they belong to ("valueOf", "getInstance")."""
    number_types: tuple[str, ...] = ()
    """Number types that operations widen to, narrowest first: `a * b` is of the wider of both, at least of the first."""
    exact_functions: bool = False
    """Whether a function is handed only to a function type whose parameters and whose result it fits (C#)."""
    differences: Mapping[str, str] = field(default_factory=dict)
    """Type of the library that is no number → the type of what is between two of it ("DateTime": "TimeSpan")."""
    functional_interfaces: bool = False
    """Whether an interface with a single abstract method takes functions (Java)."""
    marker_types: frozenset[str] = frozenset()
    """Types of the library without members (Java)."""
    marking_decorators: bool = False
    """Whether decorators only mark what they stand on (annotations, attributes)."""
    class_code: bool = False
    """Whether code of a class body outside of its methods (values of fields, initialisers) belongs to the class rather than to the file."""
    initialisers_in_constructors: bool = False
    """Whether the constructors that a class writes run the initialisers of its fields and properties, as their compiler has it (C#)."""
    outside_members: bool = False
    """Whether members may stand outside of their type: in blocks of their own (Rust), as single functions (Go, C++), in parts of a class
    (C#)."""
    indexed_pointers: bool = False
    """Whether `p[i]` of a pointer to a class gives one of that class, and `*p` of a container's iterator an element (C, C++)."""
    opaque_types: frozenset[str] = frozenset()
    """Types of the library that nothing else turns into, so that no argument of another or an unknown type is meant for them."""
    member_types: Mapping[str, str] = field(default_factory=dict)
    """Types that the library's containers have as members → "same" (an iterator counts as its container), "constant" (the same, of constant
    elements), "element", "key" (C++)."""
    synonyms: Mapping[str, str] = field(default_factory=dict)
    """Names of built-in types → the name by which they are known."""
    declared_results: bool = False
    """Whether a method that gives its own class gives no more than that, whatever it is called on (C++)."""
    converting_constructors: bool = False
    """Whether a value becomes an object of a class by its constructor of one argument where one is wanted (C++)."""
    injected_names: bool = False
    """Whether a class has its own name as a member (C++ `x.Base::m()`)."""
    argument_lookup: bool = False
    """Whether a bare name that means nothing else is looked for in the namespaces of the arguments' classes (C++)."""
    functions_in_fields: bool = False
    """Whether functions are kept in the fields of structures and called through them, whichever object it is (C, C++)."""
    runs_on_import: bool = True
    """Whether importing a file runs code of it, so that a change outside of its definitions reaches who imports it."""
    imports_files: bool = True
    """Whether an import names a file, which is missed when it is gone; else a package or a symbol, wherever it stands (Go, Java, C#)."""
    imports_tell: bool = True
    """Whether who imports a file, directly or not, is all that may run its code; not where declarations stand in headers, and others define
    them (C, C++), where a namespace is opened, whatever files fill it (C#), or where who uses an interface names neither what implements it
    nor its own package (Java)."""
    includes: bool = False
    """Whether imports put the text of other files in (C, C++): then a file sees what is local to a file that it includes, and of several
    definitions of one name it means those of, or nearest to, the files that it includes."""
    undeclared_types: bool = False
    """Whether a type that nothing in sight declares comes from a library, whose names no import spells (C#)."""
    extension_methods: bool = False
    """Whether static methods with the modifier "extension" are called on their first argument (C#)."""
    element_members: Mapping[str, int] = field(default_factory=dict)
    """Members of library containers that give what is inside ("Value" of a Nullable) → position among the type arguments (-1: the last)."""
    inherited_interfaces: bool = False
    """Whether a class implements what the interfaces that it names extend, as its compiler records it (C#)."""
    accessor_overrides: bool = True
    """Whether reading a property also calls what overrides it below the declared class; else it refers to that (C#, where properties are as
    common as fields)."""
    structural_interfaces: bool = False
    """Whether every interface is met by whoever has its methods, and nothing else has methods that others replace (Go)."""
    library: Library | None = None
    """The classes of the standard library, with their members and bases (C#)."""
    library_interfaces: Mapping[str, Mapping[str, tuple[int, int]]] = field(default_factory=dict)
    """Interfaces of libraries that are met by their methods, by the name that an expression gives them → method → (parameters, results)."""
    uncounted_interfaces: frozenset[str] = frozenset()
    """Those of `library_interfaces` that too much meets and calls for a call through them to say anything (Go: `error`)."""
    imports_folders: bool = False
    """Whether an import takes in all files of a folder (Go)."""
    nearest_first: bool = False
    """Whether a member is looked for in ancestors level by level (Go) rather than in method resolution order."""
    hoisting: bool = True
    """Whether a name may be read further up in its scope than it is bound; else a read further up means the name of a scope around (Go)."""
    calls_convert: bool = False
    """Whether calling a type only converts a value to it (Go)."""
    spreads_results: bool = False
    """Whether several results of one call may be all the arguments of another (Go)."""

    path_roots: Mapping[str, str] = field(default_factory=dict)
    """Names that start a path of modules → "crate", "self" or "super" (Rust). Where there are any, imports name paths that are followed
    member by member; `resolve` is asked for "crate", "super", for modules in files of their own ("mod a/b", "path b.rs") and for crates."""
    ranges: Mapping[str, str] = field(default_factory=dict)
    """Last name of a library's sequence → the type of a range of it; "" for every sequence with type arguments."""
    trait_blocks: bool = False
    """Whether blocks of members give traits to types, those of the library and type parameters too (Rust)."""
    borrows: bool = False
    """Whether how often a receiver, an operand or an argument is borrowed decides which method is meant (Rust)."""
    own_type: str = ""
    """The name that means the type around in code (`Self`)."""

    resolve: Callable[[str, str, Probe], Resolved] | None = None
    """(path of the importing file, import source text, probe) → where it leads. Pure but for the probe."""
    submodules: bool = False
    """Whether `from package import name` may mean the submodule `package/name`."""
    package_files: tuple[str, ...] = ()
    """Files that stand for their directory (`__init__.py`, `index.ts`…)."""
    module_objects: bool = False
    """Whether what a file exports may be an object that it fills (CommonJS)."""
    exports_by_default: bool = False
    """Whether top-level names are visible to other files without a keyword (Python: names without a leading underscore)."""
    callers: frozenset[str] = frozenset()
    """Last names of library functions that call the functions handed to them before they return (or while their result is read)."""
    carriers: frozenset[str] = frozenset()
    """Library functions, by last name or in full, that keep or deliver the objects handed to them and call none of their methods."""
    duck_methods: frozenset[str] = frozenset()
    """Methods that a library may call on an object which it knows nothing else about: of files, serializers, handlers, mappings."""
    duck_typed: bool = False
    """Whether what is declared as a library's type is often one of the repository's own: then values are looked for behind such a type."""
    structural_bases: frozenset[str] = frozenset()
    """Last names of bases that make a class a structural type: whoever has its methods implements it."""
    fixture_decorators: frozenset[str] = frozenset()
    """Last names of the decorators that make a function a test fixture."""
    fixture_files: tuple[str, ...] = ()
    """Names of the files whose fixtures are seen by all tests in and below their folder."""
    set_ups: tuple[str, ...] = ()
    """Names of the methods and functions that a test runner calls around each test."""
    source_marks: frozenset[str] = frozenset()
    """Last names of the decorators of tests that name, in a string, functions which give them their values (JUnit's `@MethodSource`)."""
    runner_calls: bool = True
    """Whether what a test runner runs for a test counts as called by the test; else the test refers to it."""
    is_test: Callable[[Definition, tuple[Definition, ...]], bool] | None = None
    """(definition, enclosing definitions from outside in) → whether a test runner would collect it; asked for files that match test
    patterns only."""

    tests_anywhere: bool = False
    """Whether tests stand beside the code that they test, so that `is_test` is asked for every file (Rust)."""

    checks_arguments: bool = True
    """Whether a call with too few or too many arguments is an error."""
    compiled: bool = False
    """Whether a compiler looks up every name before anything runs, so that what means nothing is an error."""
    reach: Mapping[str, str] = field(default_factory=dict)
    """Modifier → from where a definition that has it can be used, "" for one with none of them: "outermost" (the outermost class around),
    "class" (the class around), "package", "module" (a file and the folder of its name), "" for everywhere or not told."""
    literal_fields: bool = False
    """Whether keywords where an instance is made name fields of its class (Go, Rust)."""
    tags: bool = False
    """Whether types have names of their own that no call can mean, so that a function may bear one too (C)."""
    unlisted_params: bool = False
    """Whether a function without parameters may be given any arguments (C before 2023)."""
    scope_sign: str = "."
    """What stands between a namespace and a name in it, where types are written."""
    fewer_in_overrides: bool = False
    """Whether an override may take fewer parameters than what it overrides."""
    override_marks: frozenset[str] = frozenset()
    """Modifiers, and last names of decorators, that say that a method overrides one: an error where it does not."""
    transparent_decorators: frozenset[str] = frozenset()
    """Last names of library decorators that leave a signature (or the constructor of a class) as it is written."""
    library_bases: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Last names of library classes that others extend → the members which those get from them."""
    instance_bases: frozenset[str] = frozenset()
    """Last names of library bases that give members to instances only, not to the class by its name."""
    deref_members: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Types of the language that instances may stand for → their members beyond `builtin_methods`."""
    interface_prefix: str = ""
    """What names of interfaces begin with, a capital letter behind it: those of a library give a class that implements them no members."""
    member_hooks: frozenset[str] = frozenset()
    """Members by which a class answers for names that it does not list."""
    member_writers: frozenset[str] = frozenset()
    """Functions (dotted) and attributes by which code gives an object members that it does not spell out."""
    module_hooks: frozenset[str] = frozenset()
    """Names in a module by which it offers more than is written there."""

    @property
    def group(self) -> str:
        return self.family or self.name

    def unboxed(self, name: str) -> str:
        """The type of the plain value that objects of type `name` may be turned into, else the name itself."""
        return next((plain for plain, box in self.boxes.items() if box == name), name)
