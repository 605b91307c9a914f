// Local variables and what ends with its block.
class Statements {
    void run(Object o, List<Foo> foos) {
        for (Foo f : foos) f.run();
        for (int i = 0, n = foos.size(); i < n; i++) { int twice = i * 2; use(twice); }
        { Foo own = make(); own.run(); }
        var inferred = make();
        try (Reader in = open(); other) { in.read(); } catch (IOException | Error e) { e.report(); } finally { done(); }
        if (o instanceof Foo f && f.ok()) { f.run(); } else if (o instanceof Bar) { stop(); } else { go(); }
        synchronized (this) { while (more()) next(); }
        do { step(); } while (again());
        outer: for (;;) { break outer; }
        assert o != null : message();
        switch (o.kind()) {
            case 1: { int local = one(); }
            case 2: two(); break;
            default: throw new IllegalStateException();
        }
        int result = switch (o) {
            case Point(var x, Inner(int y)) when x > y -> x;
            case Foo f -> { yield f.size(); }
            default -> fallback();
        };
        class Local { void m() { run(o, foos); } }
        new Local().m();
    }
}
