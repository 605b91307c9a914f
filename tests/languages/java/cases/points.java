// Members are seen whatever their order; locals from where they are declared.
class Points {
    int early = late();
    Supplier<Foo> s = () -> { Foo a = one(); a = two(); return a; };
    int late() {
        int x = 1;
        { int y = x; use(y); }
        return x;
    }
}
