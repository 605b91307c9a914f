// Declarations of types, with bases, type parameters and nesting.
@Deprecated
public abstract class Shape<T extends Number & Comparable<T>> extends Base<T> implements Drawable, Iterable<T> {
    private static final int A = 1, B[] = {2};
    protected List<? extends Shape<?>> inner = new ArrayList<>();

    static class Nested { }

    interface Visitor<R> extends Walker<R>, Closeable {
        int LIMIT = 10;
        R visit(Shape<?> shape);
        default void close() { }
        private void own() { }
    }

    enum Kind implements Named {
        SMALL("s") { @Override public String label() { return "x"; } },
        LARGE("l");

        private final String text;
        Kind(String text) { this.text = text; }
        public String label() { return text; }
    }

    record Point(int x, @Checked String name) implements Named {
        Point { check(x); }
        Point(int x) { this(x, "none"); }
    }

    sealed interface Part permits Left, Right { }

    @interface Marked {
        String value() default "none";
        Class<?>[] types() default { };
    }
}
