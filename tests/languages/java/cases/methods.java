// Methods and constructors: parameters, overloads, varargs, throws, abstract and native ones.
class Methods {
    static { prepare(); }
    { ready = true; }

    Methods() { this(1); }
    Methods(int count) throws IOException { super(count); }

    <T extends Foo> List<T> generic(final Map<String, T[]> map, int... rest) { return map.get("x"); }
    abstract void nothing();
    native long address();
    public static void main(String[] args) { }
    int[] old(int a[])[] { return null; }

    @Test(timeout = 5, expected = Foo.class)
    @Route({"/a", "/b"})
    @Path("/users/{id}")
    void annotated(@Named("x") String s) { }
}
