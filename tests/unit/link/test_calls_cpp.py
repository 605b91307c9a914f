"""Call relations in C++: (files, expected `source → target` at confidence ≥ 0.5)."""

from __future__ import annotations

import pytest
from memory import calls, link, short

FOO_H = "namespace l {\nclass Foo {\n public:\n  Foo(int a);\n  int size() const;\n  static Foo* make();\n private:\n  int n_;\n};\n}\n"
FOO_CC = (
    '#include "foo.h"\nnamespace l {\nFoo::Foo(int a) : n_(a) {}\nint Foo::size() const { return n_; }\n'
    "Foo* Foo::make() { return new Foo(1); }\n}\n"
)
FOO = {"foo.h": FOO_H, "foo.cc": FOO_CC}
SHAPES = (
    "class Shape { public: virtual int area() = 0; virtual ~Shape() {} };\n"
    "class Square : public Shape { public: int area() override { return 1; } };\n"
    "class Circle : public Shape { public: int area() override { return 2; } };\n"
)


def on_foo(code: str) -> dict[str, str]:
    return {**FOO, "m.cc": f'#include "foo.h"\nnamespace l {{\n{code}\n}}\n'}


OWN = {"foo.cc:l.Foo.make → foo.cc:l.Foo.Foo"}
CASES: dict[str, tuple[dict[str, str], set[str]]] = {
    "local function of another block of the namespace": (
        {"a.cc": "namespace j { static void dec() {} }\nnamespace j { void use() { dec(); } }"},
        {"a.cc:j.use → a.cc:j.dec"},
    ),
    "an array is a pointer to its elements": (
        {"a.cc": "struct V { void set(const char* s) {} void set(int i) {} void go() { char buf[20]; set(buf); } };"},
        {"a.cc:V.go → a.cc:V.set"},
    ),
    "function written outside of its namespace": (
        {
            "a.h": "namespace z { typedef int fd; class K { void go(); }; fd make(int a); void end(); }",
            "a.cc": '#include "a.h"\nz::fd z::make(int a) { return a; }\nvoid z::end() { make(1); }\nvoid z::K::go() { end(); }',
            "b.cc": '#include "a.h"\nnamespace z { void f() { make(1); } }\nvoid g() { z::end(); }\nusing namespace z;\nvoid h() {end();}',
        },
        {"a.cc:z.end → a.cc:z.make", "a.cc:z.K.go → a.cc:z.end", "b.cc:z.f → a.cc:z.make", "b.cc:g → a.cc:z.end", "b.cc:h → a.cc:z.end"},
    ),
    "function outside of a namespace that its file opens too": (
        {"a.cc": "namespace z { int n; }\nvoid z::make() {}\nvoid z::end() { make(); }"},
        {"a.cc:z.end → a.cc:z.make"},
    ),
    "initialised template base": (
        {
            "a.cc": "namespace n {\ntemplate <typename T> class A { public: explicit A(int a) {} };\n"
            "class B : public A<B> { public: B(int a); };\n}\nn::B::B(int a) : A<B>(a) {}"
        },
        {"a.cc:n.B.B → a.cc:n.A.A"},
    ),
    "types by other names in a declaration": (
        {
            "a.h": "namespace z { int add(fd_t fd, int n); int add(char c); }",
            "a.cc": '#include "a.h"\nint z::add(int fd, int n) { return fd; }\nint z::add(char c) { return c; }',
            "b.cc": '#include "a.h"\nint f(fd_t x) { return z::add(x, 1); }',
        },
        {"b.cc:f → a.cc:z.add"},
    ),
    "namespaces that macros open here and text there": (
        {
            "c.h": "#define BEGIN namespace d {\n#define END }\n"
            "BEGIN\ntemplate <typename T> class A { public: int size() { return 1; } };\nEND\n",
            "f.h": '#include "c.h"\nnamespace d { int most() { return 1; } }\n'
            "template <typename T> class B : public d::A<T> { public: int own() { return this->size(); } };\n"
            "BEGIN\nint g() { return most(); }\nEND\nint h(B<int>& b) { return b.size(); }\n",
        },
        {"f.h:B.own → c.h:A.size", "f.h:h → c.h:A.size", "f.h:g → f.h:d.most"},
    ),
    "overload of an ancestor that the class brings back": (
        {
            "a.cc": "class A { public: void add(int a, int b) {} };\n"
            "class B : public A { public: using A::add; void add(int a) {} };\nvoid f(B& b) { b.add(1, 2); }\nvoid g(B& b) { b.add(1); }"
        },
        {"a.cc:f → a.cc:A.add", "a.cc:g → a.cc:B.add"},
    ),
    "object by default": (
        {"a.cc": "class A { public: A() {} };\nvoid f(const A& a = {}) {}\nvoid g(A* a = {}, int n = {}) {}"},
        {"a.cc:f → a.cc:A.A"},
    ),
    "a class of that name is no namespace": (
        {"a.cc": "class Z { public: static void end(); };\nvoid Z::end() {}\nvoid end() {}\nvoid f() { end(); Z::end(); }"},
        {"a.cc:f → a.cc:end", "a.cc:f → a.cc:Z.end"},
    ),
    "members of structs without a name": (
        {
            "a.cc": "struct O { void go(); int data(); };\nvoid O::go() {}\n"
            "class A {\n int data() { return 1; }\n void use() { res.p->go(); data(); }\n void deep() { res.in.q.go(); }\n"
            " union { O* p; int data; struct { O q; } in; } res;\n};\n"
            "static struct { O* o; } state;\nvoid f() { state.o->go(); }\nvoid g() { struct { O* z; } all[2]; all[1].z->go(); }"
        },
        {"a.cc:A.use → a.cc:O.go", "a.cc:A.use → a.cc:A.data", "a.cc:A.deep → a.cc:O.go", "a.cc:f → a.cc:O.go", "a.cc:g → a.cc:O.go"},
    ),
    "a macro that declares members is no field": (
        {
            "m.h": "#define NO_COPY(name) name(const name&) = delete\n",
            "a.cc": '#include "m.h"\nclass A { protected: A(int a); NO_COPY(A); int x; NO_COPY (A)\n int y; };\n'
            "class B : public A { B(); };\nA::A(int a) {}\nB::B() : A(1) {}",
        },
        {"a.cc:B.B → a.cc:A.A"},
    ),
    # Members outside of their class
    "parameter": (on_foo("int f(const Foo& x) { return x.size(); }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.size"}),
    "pointer": (on_foo("int f(Foo* x) { return x->size(); }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.size"}),
    "static": (on_foo("int f() { return Foo::make()->size(); }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.make", "m.cc:l.f → foo.cc:l.Foo.size"}),
    "constructor by declaration": (on_foo("void f() { Foo x(1); }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.Foo"}),
    "constructor by declaration that reads like a function": (
        on_foo("void f(int a) { Foo x(a); x.size(); }"),
        OWN | {"m.cc:l.f → foo.cc:l.Foo.Foo", "m.cc:l.f → foo.cc:l.Foo.size"},
    ),
    "constructor with braces": (on_foo("void f() { Foo x{1}; }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.Foo"}),
    "new": (on_foo("Foo* f() { return new Foo(1); }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.Foo"}),
    "pointers construct nothing": (on_foo("Foo* f(Foo* g) { Foo* x = g; return x; }"), OWN),
    "auto": (
        on_foo("int f() { auto* x = Foo::make(); return x->size(); }"),
        OWN | {"m.cc:l.f → foo.cc:l.Foo.make", "m.cc:l.f → foo.cc:l.Foo.size"},
    ),
    "element of an array by pointer": (on_foo("int f(Foo* xs) { return xs[1].size(); }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.size"}),
    "element of a vector": (on_foo("int f(std::vector<Foo*>& xs) { return xs[1]->size(); }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.size"}),
    "loop over a vector": (
        on_foo("void f(const std::vector<Foo>& xs) { for (const auto& x : xs) x.size(); }"),
        OWN | {"m.cc:l.f → foo.cc:l.Foo.size"},
    ),
    "smart pointer": (on_foo("int f(std::unique_ptr<Foo> x) { return x->size(); }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.size"}),
    "cast": (on_foo("int f(void* x) { return static_cast<Foo*>(x)->size(); }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.size"}),
    "cast as in C": (on_foo("int f(void* x) { return ((Foo*)x)->size(); }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.size"}),
    "in a lambda": (on_foo("void f(Foo* x) { auto g = [x]() { x->size(); }; }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.size"}),
    "parameter of a lambda": (on_foo("void f() { auto g = [](const Foo& x) { x.size(); }; }"), OWN | {"m.cc:l.f → foo.cc:l.Foo.size"}),
    # Namespaces
    "qualified": ({**FOO, "m.cc": "int f(l::Foo* x) { return x->size(); }\n"}, OWN | {"m.cc:f → foo.cc:l.Foo.size"}),
    "using namespace": ({**FOO, "m.cc": "using namespace l;\nint f(Foo* x) { return x->size(); }\n"}, OWN | {"m.cc:f → foo.cc:l.Foo.size"}),
    "using a name": ({**FOO, "m.cc": "using l::Foo;\nint f(Foo* x) { return x->size(); }\n"}, OWN | {"m.cc:f → foo.cc:l.Foo.size"}),
    "namespace alias": (
        {**FOO, "m.cc": "namespace x = l;\nint f(x::Foo* p) { return p->size(); }\n"},
        OWN | {"m.cc:f → foo.cc:l.Foo.size"},
    ),
    "nested namespaces": (
        {
            "a.h": "namespace a::b { inline int f() { return 1; } }\n",
            "m.cc": "namespace a { int g() { return b::f(); } }\nint h() { return a::b::f(); }\n",
        },
        {"m.cc:a.g → a.h:a.b.f", "m.cc:h → a.h:a.b.f"},
    ),
    "inline namespace": (
        {"a.cc": "namespace a { inline namespace v2 { int h() { return 1; } } }\nint k() { return a::h(); }\n"},
        {"a.cc:k → a.cc:a.h"},
    ),
    "namespace that a macro opens": (
        {
            "base.h": "#define L_BEGIN_NAMESPACE namespace lib { inline namespace v1 {\n#define L_END_NAMESPACE }}\n",
            "a.h": '#include "base.h"\nL_BEGIN_NAMESPACE\nclass W { public: void add() {} };\n'
            "namespace in { inline int g() { return 1; } }\nL_END_NAMESPACE\n",
            "m.cc": '#include "a.h"\nint f(lib::W& w) { w.add(); return lib::in::g(); }\n',
        },
        {"m.cc:f → a.h:W.add", "m.cc:f → a.h:in.g"},
    ),
    "method of what a macro is handed": (
        {
            "app.h": "#define RUN(app, ...) try { (app).parse(__VA_ARGS__); } catch(...) { return 1; }\n"
            "class App { public: void parse(int n); };\nclass Other { public: void parse(int n); };\n",
            "app.cc": '#include "app.h"\nvoid App::parse(int n) {}\nvoid Other::parse(int n) {}\n',
            "m.cc": '#include "app.h"\nint main(int argc) { App own; RUN(own, argc); return 0; }\n',
        },
        {"m.cc:main → app.h:RUN", "m.cc:main → app.h:App", "app.h:RUN → app.cc:App.parse"},
    ),
    "macros are of no namespace": (
        {
            "a.h": "namespace a {\ninline int slow() { return 1; }\n#define FAST(x) a::slow()\n}\n",
            "m.cc": '#include "a.h"\nint f() { return FAST(1); }\n',
        },
        {"m.cc:f → a.h:FAST", "a.h:FAST → a.h:a.slow"},
    ),
    "anonymous namespaces keep to their files": (
        {
            "a.cc": "namespace { int f() { return 1; } }\nint g() { return f(); }\n",
            "b.cc": "namespace { int f() { return 2; } }\nint h() { return f(); }\n",
        },
        {"a.cc:g → a.cc:f", "b.cc:h → b.cc:f"},
    ),
    "the global one": (
        {"a.cc": "int f() { return 1; }\nnamespace l { int f() { return 2; }\nint g() { return ::f(); } }\n"},
        {"a.cc:l.g → a.cc:f"},
    ),
    "by the namespace of an argument": (
        {"a.h": "namespace l { class P {}; void use(const P& p) {} }\n", "m.cc": '#include "a.h"\nvoid g(l::P& p) { use(p); }\n'},
        {"m.cc:g → a.h:l.use"},
    ),
    "a local name does not hide a namespace": (
        {"a.h": "namespace log { class W { public: void add() {} }; }\n", "m.cc": "void f(int log) { log::W w; w.add(); }\n"},
        {"m.cc:f → a.h:log.W.add", "m.cc:f → a.h:log.W"},
    ),
    # Implicit this
    "own member": ({"a.h": "class A { int f() { return g(); }\n int g() { return 1; } };\n"}, {"a.h:A.f → a.h:A.g"}),
    "own member, outside of the class": (
        {"a.h": "class A { int f(); int g(); };\n", "a.cc": '#include "a.h"\nint A::f() { return g(); }\nint A::g() { return 1; }\n'},
        {"a.cc:A.f → a.cc:A.g"},
    ),
    "inherited member": (
        {"a.h": "class B { public: int g() { return 1; } };\nclass A : public B { int f() { return g(); } };\n"},
        {"a.h:A.f → a.h:B.g"},
    ),
    "member of a member": (
        {"a.h": "class B { public: int g() { return 1; } };\nclass A { int f() { return b_.g(); }\n B b_; };\n"},
        {"a.h:A.f → a.h:B.g"},
    ),
    "of the base by name": (
        {
            "a.h": "class B { public: virtual int g() { return 1; } };\n"
            "class A : public B { public: int g() override { return B::g(); } };\n"
        },
        {"a.h:A.g → a.h:B.g"},
    ),
    "of a base of an object by name": (
        {
            "a.h": "class B { public: virtual int g() { return 1; } };\nclass A : public B { public: int g() override { return 2; } };\n",
            "m.cc": '#include "a.h"\nint f(A* a) { return a->B::g(); }\n',
        },
        {"m.cc:f → a.h:B.g"},
    ),
    # Constructors of members and bases
    "initialisers": (
        {
            "a.h": "class B { public: B(int x) {} };\nclass M { public: M() {}\n M(int x) {} };\n"
            "class A : public B { public: A() : B(1), m_(2) {}\n private: M m_; };\n"
        },
        {"a.h:A.A → a.h:B.B", "a.h:A.A → a.h:M.M#2"},
    ),
    "another constructor of the class": ({"a.h": "class A { public: A(int x) {}\n A() : A(1) {} };\n"}, {"a.h:A.A#2 → a.h:A.A"}),
    # Overloads
    "by number": (
        {"a.cc": "int f(int a) { return 1; }\nint f(int a, int b) { return 2; }\nint g() { return f(1, 2); }\n"},
        {"a.cc:g → a.cc:f#2"},
    ),
    "by type": (
        {
            "a.cc": "class A {};\nint f(const A& a) { return 1; }\nint f(const char* s) { return 2; }\n"
            'int g(A a) { return f(a) + f("x"); }\n'
        },
        {"a.cc:g → a.cc:f", "a.cc:g → a.cc:f#2"},
    ),
    "default arguments": ({"a.cc": "int f(int a, int b = 2) { return a; }\nint g() { return f(1); }\n"}, {"a.cc:g → a.cc:f"}),
    "conversion by a declaration": (
        {"a.cc": 'class S { public: S(const char* s) {}\n S(const S& s) {} };\nvoid f(S s) { S a = "x"; S b = s; }\n'},
        {"a.cc:f → a.cc:S.S"},
    ),
    "arguments gathered or handed on": (
        {
            "a.cc": "void log(const char* f, va_list a) {}\nvoid log(const char* f, ...) {}\n"
            'void g(std::string& s) { log("%s", s.c_str()); }\nvoid h(const char* f) { va_list a; log(f, a); }\n'
        },
        {"a.cc:g → a.cc:log#2", "a.cc:h → a.cc:log"},
    ),
    "default in the declaration": (
        {
            "a.h": "class A { public: int f(int a = 0) const;\n int f(int a = 0);\n void go() const; };\n",
            "a.cc": '#include "a.h"\nint A::f(int a) const { return a; }\nint A::f(int a) { return a; }\nvoid A::go() const { f(); }\n',
        },
        {"a.cc:A.go → a.cc:A.f"},
    ),
    "by the type of a number": (
        {
            "a.cc": "void f(int a) {}\nvoid f(unsigned a) {}\nvoid f(float a) {}\nvoid f(double a) {}\nvoid f(uint64_t a) {}\n"
            "void g1() { f(1u); }\nvoid g2() { f(1.5f); }\nvoid g3() { f(unsigned(3)); }\nvoid g4(size_t n) { f(n); }\n"
            "void g5(const std::string& s) { f(s.size()); }\n"
        },
        {"a.cc:g1 → a.cc:f#2", "a.cc:g2 → a.cc:f#3", "a.cc:g3 → a.cc:f#2", "a.cc:g4 → a.cc:f#5", "a.cc:g5 → a.cc:f#5"},
    ),
    "by a base in the library": (
        {
            "a.cc": "void f(const std::string& s) {}\nvoid f(std::istream& s) {}\n"
            "void g(const char* s) { std::stringstream t(s); f(t); }\nvoid h(std::string& s) { f(s.c_str()); }\n"
        },
        {"a.cc:g → a.cc:f#2", "a.cc:h → a.cc:f"},
    ),
    "by another name of text": (
        {
            "a.cc": "using Text = std::basic_string<char>;\nvoid f(const char* s, int a) {}\nvoid f(Text s, int a) {}\n"
            "void g(const char* s) { f(Text(s, 3), 1); }\n"
        },
        {"a.cc:g → a.cc:f#2"},
    ),
    "object made on the way": (
        {
            "a.cc": "class S { public: S(int a) {} };\nvoid f(const S& s) {}\nvoid f(S&& s) {}\nvoid g() { f(1); }\n",
        },
        {"a.cc:g → a.cc:f#2"},
    ),
    "pointers to functions are initialised, not called": (
        {"a.cc": "void go() {}\nclass A { public: A() : f_(go) {}\n void (*f_)(); };\n"},
        set(),
    ),
    "array of objects": ({"a.cc": "class S { public: S() {} };\nvoid f() { S s[3]; }\n"}, {"a.cc:f → a.cc:S.S"}),
    # Containers
    "iterator by its type": (
        {
            "a.cc": "class S { public: void go() {} };\ntypedef std::map<int, S*> Map;\n"
            "void f(const Map& m) { for (Map::const_iterator i = m.begin(); i != m.end(); ++i) i->second->go(); }\n"
            "void g(std::vector<S*>& v) { std::vector<S*>::iterator i = v.begin(); (*i)->go(); }\n"
        },
        {"a.cc:f → a.cc:S.go", "a.cc:g → a.cc:S.go"},
    ),
    "smart pointer made in place": (
        {"a.cc": "class S { public: void go() {} };\nvoid f() { auto s = std::unique_ptr<S>(new S()); s->go(); }\n"},
        {"a.cc:f → a.cc:S", "a.cc:f → a.cc:S.go"},
    ),
    "methods of containers of objects with such methods": (
        {"a.cc": "class S { public: int size() { return 1; } };\nclass A { std::vector<S*> s_; public: int f() { return s_.size(); } };\n"},
        set(),
    ),
    "macro that opens a namespace in its own file": (
        {
            "a.h": "namespace lib { class B { public: virtual void go() {} }; }\n",
            "a.cc": '#include "a.h"\n#define NS_BEGIN namespace lib { namespace impl {\n#define NS_END } }\nNS_BEGIN\n'
            "class D : public B { public: void run() { go(); } };\nNS_END\n",
        },
        {"a.cc:D.run → a.h:lib.B.go"},
    ),
    # Virtual calls
    "methods that nothing declares virtual": (
        {
            "a.h": "class B { public: void go() {} };\nclass D : public B { public: void go() {} };\n",
            "m.cc": '#include "a.h"\nvoid f(B* b) { b->go(); }\n',
        },
        {"m.cc:f → a.h:B.go"},
    ),
    "virtual by a class above": (
        {
            "a.h": "class A { public: virtual void go(); };\nclass B : public A { public: void go(); };\n"
            "class D : public B { public: void go() {} };\n",
            "a.cc": '#include "a.h"\nvoid A::go() {}\nvoid B::go() {}\nvoid f(B* b) { b->go(); }\n',
        },
        {"a.cc:f → a.cc:B.go", "a.cc:f → a.h:D.go"},
    ),
    "which specialisation is not known": (
        {
            "a.cc": "template <typename T> struct C;\ntemplate <> struct C<int> { static int go(int a) { return a; } };\n"
            "template <> struct C<bool> { static int go(int a) { return a; } };\n"
            "template <> struct C<char> { static int go(int a) { return a; } };\n"
            "template <typename T> int f(T x) { return C<T>::go(1); }\n"
        },
        set(),
    ),
    "overrides of the constant one": (
        {
            "a.h": "class B { public: virtual B* it() { return this; }\n virtual const B* it() const { return this; } };\n"
            "class D : public B { public: B* it() override { return this; }\n const B* it() const override { return this; } };\n",
            "m.cc": '#include "a.h"\nvoid f(const B* b) { b->it(); }\n',
        },
        {"m.cc:f → a.h:B.it#2", "m.cc:f → a.h:D.it#2"},
    ),
    "what a method gives is of its declared class": (
        {
            "a.h": "class B { public: B* next() { return n; }\n B* n;\n virtual void go() {} };\n"
            "class D : public B { public: void go() override {} };\nclass E : public B { public: void go() override {} };\n",
            "m.cc": '#include "a.h"\nvoid f(D* d) { d->next()->go(); }\n',
        },
        {"m.cc:f → a.h:B.next", "m.cc:f → a.h:B.go", "m.cc:f → a.h:D.go", "m.cc:f → a.h:E.go"},
    ),
    "overrides": (
        {"a.h": SHAPES, "m.cc": '#include "a.h"\nint f(Shape* s) { return s->area(); }\n'},
        {"m.cc:f → a.h:Shape.area", "m.cc:f → a.h:Square.area", "m.cc:f → a.h:Circle.area"},
    ),
    "of an object that is made here": (
        {"a.h": SHAPES, "m.cc": '#include "a.h"\nint f() { Square s; return s.area(); }\n'},
        {"m.cc:f → a.h:Square", "m.cc:f → a.h:Square.area"},
    ),
    "overrides behind an export macro": (
        {"a.h": SHAPES.replace("class Shape", "class LIB_EXPORT Shape"), "m.cc": '#include "a.h"\nint f(Circle& c) { return c.area(); }\n'},
        {"m.cc:f → a.h:Circle.area"},
    ),
    "no override with other types": (
        {
            "a.h": "class B { public: virtual int f(const char* a); };\nclass D : public B { public: int f(const D& d) { return 1; } };\n",
            "b.cc": '#include "a.h"\nint B::f(const char* a) { return 1; }\nint g(B* b) { return b->f("x"); }\n',
        },
        {"b.cc:g → b.cc:B.f"},
    ),
    # Templates
    "member of a template": (
        {
            "a.h": "template <typename T> class L { public: void add(const T& x); };\n"
            "template <typename T> void L<T>::add(const T& x) {}\n",
            "m.cc": '#include "a.h"\nvoid f() { L<int> l; l.add(1); }\n',
        },
        {"m.cc:f → a.h:L", "m.cc:f → a.h:L.add"},
    ),
    "element type of a template": (
        {
            "a.h": "class E { public: void go() {} };\ntemplate <typename T> class L { public: T* at(int i) { return p; }\n T* p; };\n",
            "m.cc": '#include "a.h"\nvoid f(L<E>& l) { l.at(1)->go(); }\n',
        },
        {"m.cc:f → a.h:L.at", "m.cc:f → a.h:E.go"},
    ),
    "alias of a template": (
        {
            "a.h": "template <typename T> class L { public: class It { public: void next() {} }; };\n",
            "b.h": '#include "a.h"\nclass U { void f();\n typedef L<int> Table; };\n',
            "m.cc": '#include "b.h"\nvoid U::f() { Table::It i; i.next(); }\n',
        },
        {"m.cc:U.f → a.h:L.It", "m.cc:U.f → a.h:L.It.next"},
    ),
    "function template": (
        {"a.cc": "template <typename T> T twice(T x) { return x; }\nint g() { return twice<int>(1) + twice(2); }\n"},
        {"a.cc:g → a.cc:twice"},
    ),
    # Test macros
    "test of a fixture": (
        {"a_test.cc": "class DBTest : public testing::Test { public: int Put() { return 1; } };\nTEST_F(DBTest, Empty) { Put(); }\n"},
        {"a_test.cc:DBTest.Empty → a_test.cc:DBTest.Put"},
    ),
    "test without a fixture": (
        {"a_test.cc": "int f() { return 1; }\nTEST(Suite, Works) { EXPECT_EQ(f(), 1); }\n"},
        {"a_test.cc:Suite.Works → a_test.cc:f"},
    ),
    "test behind a macro on a line of its own": (
        {"a_test.cc": "int f() { return 1; }\nL_END_NAMESPACE\n\nTEST(Suite, Works) { EXPECT_EQ(f(), 1); }\n"},
        {"a_test.cc:Suite.Works → a_test.cc:f"},
    ),
    "annotation between parameters and body": (
        {"a.h": "class A { int f() { return 1; }\n int g() EXCLUSIVE_LOCKS_REQUIRED(mu_) { return f(); } };\n"},
        {"a.h:A.g → a.h:A.f"},
    ),
    "test named by a string": (
        {"a_test.cc": 'int f() { return 1; }\nTEST_CASE("it works", "[x]") { SECTION("a") { REQUIRE(f() == 1); } }\n'},
        {"a_test.cc:it works → a_test.cc:f"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_calls(name: str) -> None:
    files, expected = CASES[name]
    assert calls(files) == expected


HELD = (
    "struct E { void go() {} void go() const {} };\n"
    "struct V { E e; E* p; E& r; mutable E m; std::vector<E> xs; std::vector<E*> ps;\n"
    "  E& at() { return e; } const E& at() const { return e; }\n};\n"
)
CHANGES, KEEPS = "E.go", "E.go#2"
HOLDING = {
    "member of a constant object": ("void f(const V& v) { v.e.go(); }", KEEPS),
    "pointer of a constant object": ("void f(const V& v) { v.p->go(); }", CHANGES),
    "reference of a constant object": ("void f(const V& v) { v.r.go(); }", CHANGES),
    "mutable member of a constant object": ("void f(const V& v) { v.m.go(); }", CHANGES),
    "elements of a constant object": ("void f(const V& v) { for (auto& x : v.xs) x.go(); }", KEEPS),
    "pointers in a constant object": ("void f(const V& v) { for (auto x : v.ps) x->go(); }", CHANGES),
    "element of a container of constants": ("void f(std::vector<const E*>& v) { v[0]->go(); }", KEEPS),
    "constant reference": ("void f(const E& e) { e.go(); }", KEEPS),
    "const behind the type": ("void f(E const& e) { e.go(); }", KEEPS),
    "pointer to a constant": ("void f(const E* e) { e->go(); }", KEEPS),
    "constant pointer": ("void f(E* const e) { e->go(); }", CHANGES),
    "constant smart pointer": ("void f(const std::unique_ptr<E>& e) { e->go(); }", CHANGES),
    "result": ("const E& g(); void f() { g().go(); }", KEEPS),
    "copy of a constant": ("void f(const E& e) { auto x = e; x.go(); }", CHANGES),
    "reference to a constant": ("void f(const E& e) { auto& x = e; x.go(); }", KEEPS),
    "constant reference to something": ("void f(E& e) { const auto& x = e; x.go(); }", KEEPS),
    "cast": ("void f(E* e) { const_cast<const E*>(e)->go(); }", KEEPS),
    "constant variable": ("void f() { const E e; e.go(); }", KEEPS),
    "own member in a constant method": ("struct W { E e; void f() const { e.go(); } };", KEEPS),
    "own member in a constant method outside of the class": (
        "struct W { E e; void f() const; }; void W::f() const { this->e.go(); }",
        KEEPS,
    ),
    "own member in a method": ("struct W { E e; void f() { e.go(); } };", CHANGES),
    "pointer to a container": ("void f(std::vector<E>* es) { (*es)[0].go(); }", CHANGES),
    "type argument": ("template <typename T> struct B { const T& get() { return t; } T t; }; void f(B<E>& b) { b.get().go(); }", KEEPS),
}


@pytest.mark.parametrize("name", HOLDING)
def test_constant_and_other_receivers(name: str) -> None:
    code, expected = HOLDING[name]
    found = {edge.partition(" → ")[2] for edge in calls({"a.cc": HELD + code + "\n"})}
    assert found & {f"a.cc:{CHANGES}", f"a.cc:{KEEPS}"} == {f"a.cc:{expected}"}


TAKING = (
    "struct E {};\nvoid g(E& e) {}\nvoid g(const E& e) {}\nvoid g(E* e) {}\nvoid g(E&& e) {}\nvoid g(const E* e) {}\n"
    "void g(char* s) {}\nvoid g(const char* s) {}\nvoid g(int i) {}\nvoid g(int* i) {}\n"
)
HANDING = {
    "reference": ("void f(E& e) { g(e); }", "g"),
    "constant": ("void f(const E& e) { g(e); }", "g#2"),
    "address": ("void f(E& e) { g(&e); }", "g#3"),
    "object made here": ("void f() { g(E()); }", "g#4"),
    "given away": ("void f(E& e) { g(std::move(e)); }", "g#4"),
    "address of a constant": ("void f(const E& e) { g(&e); }", "g#5"),
    "text that may change": ("void f(char* s) { g(s); }", "g#6"),
    "array of characters": ("void f() { char s[9]; g(s); }", "g#6"),
    "literal text": ('void f() { g("s"); }', "g#7"),
    "number": ("void f(int i) { g(i); }", "g#8"),
    "address of a number": ("void f(int i) { g(&i); }", "g#9"),
}


@pytest.mark.parametrize("name", HANDING)
def test_arguments_as_they_are_held(name: str) -> None:
    code, expected = HANDING[name]
    found = {edge.partition(" → ")[2] for edge in calls({"a.cc": TAKING + code + "\n"})}
    assert found - {"a.cc:E"} == {f"a.cc:{expected}"}


BASES = {
    "a base": ("class A {};\nclass B : public A {};\n", {"B A"}),
    "several": ("class A {};\nclass C {};\nclass B : public A, private virtual C {};\n", {"B A", "B C"}),
    "struct": ("struct A {};\nstruct B : A {};\n", {"B A"}),
    "with an export macro": (
        'class A {};\nclass LIB_API B : public A {};\nclass __attribute__((visibility("default"))) C final : public B {};\n',
        {"B A", "C B"},
    ),
    "template": ("template <typename T> class A {};\nclass B : public A<int> {};\n", {"B A"}),
    "itself as an argument": ("template <typename T> class A {};\nclass B : public A<B> {};\n", {"B A"}),
    "in an anonymous namespace": (
        "class A { public: A(int x); };\nnamespace { class B : public A { public: B(int x) : A(x) {} }; }\n",
        {"B A"},
    ),
    "of a library": ("class B : public std::exception {};\n", set()),
}


@pytest.mark.parametrize("name", BASES)
def test_bases(name: str) -> None:
    source, expected = BASES[name]
    found = [r for r in link({"a.cc": source}).relations() if r.type in ("EXTENDS", "IMPLEMENTS")]
    assert {f"{short(r.source)} {short(r.target)}".replace("a.cc:", "") for r in found} == expected
