// Calls in their forms: chains, this and super, static, constructions, references, lambdas.
class Calls extends Base {
    private final Service service = Service.create(() -> helper());

    void run(Outer outer, int[] numbers) {
        helper();
        this.helper().next(1).done();
        super.run(outer, numbers);
        Calls.this.helper();
        Walker.super.walk();
        service.field.call("a" + 1, numbers[0]);
        java.util.List.of(1, 2L, 3.0, 'c', true, null, 1.5f);
        this.<String>generic("x");
        outer.new Inner(1);
        new a.b.Thing<String>();
        new Base() { void inside() { helper(); } };
        int[] made = new int[] {1, 2};
        String[][] table = new String[3][];
        list.forEach(x -> x.close());
        list.map((String a, var b) -> { return a; }).map(String::trim).map(Foo::new).map(this::helper);
        Class<?> type = Foo.class;
        long sum = 1 + numbers.length * 2L;
        boolean same = sum == 2 && !same;
        String text = """
            lines
            """;
        ((Foo) outer).bar();
        Runnable both = (Runnable & Serializable) () -> run();
        this.service = (outer != null ? outer : null).find();
        i++;
    }
}
