"""What the types and methods of Java's library give, take and convert to."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


BOXES = {
    "int": "Integer",
    "long": "Long",
    "double": "Double",
    "float": "Float",
    "boolean": "Boolean",
    "char": "Character",
    "byte": "Byte",
    "short": "Short",
}
"""Plain values and their objects."""

NUMBERS = ("int", "long", "float", "double")
"""What operations widen to."""

_COMMON = ("Comparable", "Serializable", "Constable")
_THROWN = ("Throwable", "Serializable")
_COLLECTION = ("Collection", "Iterable")
CONVERSIONS: dict[str, tuple[str, ...]] = {
    "*": ("Object",),
    "byte": ("short", "int", "long", "float", "double"),
    "short": ("int", "long", "float", "double"),
    "char": ("int", "long", "float", "double"),
    "int": ("long", "float", "double"),
    "long": ("float", "double"),
    "float": ("double",),
    "double": (),
    "boolean": (),
    **dict.fromkeys(("Byte", "Short", "Integer", "Long", "Float", "Double"), ("Number", *_COMMON)),
    "Boolean": _COMMON,
    "Character": _COMMON,
    "Number": ("Serializable",),
    "String": ("CharSequence", *_COMMON),
    "CharSequence": (),
    "StringBuilder": ("CharSequence", "Appendable", "Comparable", "Serializable"),
    "StringBuffer": ("CharSequence", "Appendable", "Comparable", "Serializable"),
    "Class": ("Type", "Serializable", "AnnotatedElement"),
    "[]": ("Cloneable", "Serializable"),
    "Throwable": ("Serializable",),
    "Exception": _THROWN,
    "RuntimeException": ("Exception", *_THROWN),
    "IllegalArgumentException": ("RuntimeException", "Exception", *_THROWN),
    "IOException": ("Exception", *_THROWN),
    "Iterable": (),
    "Collection": ("Iterable",),
    "List": ("SequencedCollection", *_COLLECTION),
    "Set": _COLLECTION,
    "SortedSet": ("Set", *_COLLECTION),
    "NavigableSet": ("SortedSet", "Set", *_COLLECTION),
    "Queue": _COLLECTION,
    "Deque": ("Queue", *_COLLECTION),
    "ArrayList": ("AbstractList", "List", *_COLLECTION, "RandomAccess", "Serializable"),
    "LinkedList": ("List", "Deque", "Queue", *_COLLECTION, "Serializable"),
    "HashSet": ("AbstractSet", "Set", *_COLLECTION, "Serializable"),
    "LinkedHashSet": ("HashSet", "Set", *_COLLECTION, "Serializable"),
    "TreeSet": ("NavigableSet", "SortedSet", "Set", *_COLLECTION, "Serializable"),
    "ArrayDeque": ("Deque", "Queue", *_COLLECTION, "Serializable"),
    "Map": (),
    "SortedMap": ("Map",),
    "NavigableMap": ("SortedMap", "Map"),
    "ConcurrentMap": ("Map",),
    "HashMap": ("AbstractMap", "Map", "Serializable"),
    "LinkedHashMap": ("HashMap", "Map", "Serializable"),
    "TreeMap": ("NavigableMap", "SortedMap", "Map", "Serializable"),
    "ConcurrentHashMap": ("ConcurrentMap", "Map", "Serializable"),
    "Properties": ("Hashtable", "Map", "Serializable"),
    "Optional": (),
    "Stream": ("BaseStream", "AutoCloseable"),
    "Iterator": (),
    "PrintWriter": ("Writer", "Appendable", "Closeable", "AutoCloseable", "Flushable"),
    "StringWriter": ("Writer", "Appendable", "Closeable", "AutoCloseable", "Flushable"),
    "Writer": ("Appendable", "Closeable", "AutoCloseable", "Flushable"),
    "PrintStream": ("FilterOutputStream", "OutputStream", "Appendable", "Closeable", "AutoCloseable", "Flushable"),
    "OutputStream": ("Closeable", "AutoCloseable", "Flushable"),
    "ByteArrayOutputStream": ("OutputStream", "Closeable", "AutoCloseable", "Flushable"),
    "InputStream": ("Closeable", "AutoCloseable"),
    "ByteArrayInputStream": ("InputStream", "Closeable", "AutoCloseable"),
    "FileInputStream": ("InputStream", "Closeable", "AutoCloseable"),
    "Reader": ("Readable", "Closeable", "AutoCloseable"),
    "StringReader": ("Reader", "Readable", "Closeable", "AutoCloseable"),
    "BufferedReader": ("Reader", "Readable", "Closeable", "AutoCloseable"),
    "File": ("Comparable", "Serializable"),
    "Path": ("Comparable", "Iterable"),
    "Executor": (),
    "ExecutorService": ("Executor", "AutoCloseable"),
    "ScheduledExecutorService": ("ExecutorService", "Executor", "AutoCloseable"),
    **dict.fromkeys(("ForkJoinPool", "ThreadPoolExecutor"), ("AbstractExecutorService", "ExecutorService", "Executor", "AutoCloseable")),
    "Locale": ("Serializable",),
    "Charset": ("Comparable",),
    "Date": ("Comparable", "Serializable"),
    "BigDecimal": ("Number", "Comparable", "Serializable"),
    "BigInteger": ("Number", "Comparable", "Serializable"),
    "URL": ("Serializable",),
    "URI": ("Comparable", "Serializable"),
    "*Exception": ("Exception", *_THROWN),
    "*Error": ("Error", *_THROWN),
    "*InputStream": ("InputStream", "Closeable", "AutoCloseable"),
    "*OutputStream": ("OutputStream", "Closeable", "AutoCloseable", "Flushable"),
    "*Reader": ("Reader", "Readable", "Closeable", "AutoCloseable"),
    "*Writer": ("Writer", "Appendable", "Closeable", "AutoCloseable", "Flushable"),
    "*List": ("List", *_COLLECTION),
    "*Set": ("Set", *_COLLECTION),
    "*Deque": ("Deque", "Queue", *_COLLECTION),
    "*Queue": ("Queue", *_COLLECTION),
    "*Map": ("Map",),
    "*Multimap": ("Multimap",),
    "*Multiset": ("Multiset", *_COLLECTION),
}
"""What types of the library convert to, nearest first."""

MARKERS = frozenset({"Serializable", "Cloneable", "RandomAccess", "Remote", "EventListener"})
"""Types without members."""

_ATOMIC = _words(
    "get getPlain incrementAndGet getAndIncrement decrementAndGet getAndDecrement addAndGet getAndAdd getAndSet updateAndGet intValue"
)
_ARITHMETIC = _words("add subtract multiply divide remainder negate abs pow max min setScale stripTrailingZeros mod shiftLeft shiftRight")
RESULT_TYPES: dict[str, str] = {
    **dict.fromkeys(
        _words(
            """
            toString substring trim toLowerCase toUpperCase concat strip repeat intern getName getSimpleName getMessage getLocalizedMessage
            getCanonicalName name readLine lineSeparator getAbsolutePath getCanonicalPath getProperty getenv replaceAll replaceFirst join
            toHexString toBinaryString getSimpleString nextLine stripLeading stripTrailing formatted
            """
        ),
        "String",
    ),
    **dict.fromkeys(
        _words(
            "length size indexOf lastIndexOf hashCode compareTo intValue parseInt ordinal compareToIgnoreCase codePointAt getNumericValue"
        ),
        "int",
    ),
    **dict.fromkeys(
        _words(
            """
            equals isEmpty contains startsWith endsWith equalsIgnoreCase containsKey containsValue containsAll hasNext isPresent isDigit
            isLetter isLetterOrDigit isWhitespace isUpperCase isLowerCase isJavaIdentifierPart isJavaIdentifierStart parseBoolean
            booleanValue matches find hitEnd exists isDirectory isFile isInstance isAssignableFrom isInterface isArray isBlank anyMatch
            allMatch noneMatch
            """
        ),
        "boolean",
    ),
    **dict.fromkeys(_words("charAt charValue"), "char"),
    **dict.fromkeys(_words("longValue parseLong currentTimeMillis nanoTime count getTime"), "long"),
    **dict.fromkeys(_words("doubleValue parseDouble sqrt"), "double"),
    "getClass": "Class",
    **dict.fromkeys(("String.replace", "String.intern"), "String"),
    **dict.fromkeys(("displayName", "getDisplayName", "getPath", "getHost", "getFileName"), "String"),
    **{f"AtomicInteger.{name}": "int" for name in _ATOMIC},
    **{f"AtomicLong.{name}": "long" for name in _ATOMIC},
    **{f"{name}.{method}": name for name in ("BigDecimal", "BigInteger") for method in _ARITHMETIC},
    **dict.fromkeys(("AtomicBoolean.get", "AtomicBoolean.getAndSet", "AtomicBoolean.compareAndSet"), "boolean"),
    **dict.fromkeys(("String.valueOf", "String.format", "String.copyValueOf"), "String"),
    **{f"{box}.valueOf": box for box in BOXES.values()},
    **dict.fromkeys(_words("Function.identity Function.andThen Function.compose"), "Function"),
    "UnaryOperator.identity": "UnaryOperator",
    **dict.fromkeys(
        _words(
            """
            Comparator.naturalOrder Comparator.reverseOrder Comparator.comparing Comparator.comparingInt Comparator.comparingLong
            Comparator.comparingDouble Comparator.nullsFirst Comparator.nullsLast Comparator.reversed Comparator.thenComparing
            Collections.reverseOrder
            """
        ),
        "Comparator",
    ),
    **dict.fromkeys(("isDone", "isCancelled", "hasCharacteristics", "isParallel"), "boolean"),
    **dict.fromkeys(("estimateSize", "getExactSizeIfKnown"), "long"),
    **dict.fromkeys(("toByteArray", "getBytes", "readAllBytes"), "byte[]"),
    **dict.fromkeys(("split", "list"), "String[]"),
    "toCharArray": "char[]",
    "listFiles": "File[]",
    "getStackTrace": "StackTraceElement[]",
    "getPackage": "Package",
}
"""Types of what methods of the library give, by name."""

GENERICS: dict[str, str] = {
    **dict.fromkeys(
        _words(
            """
            [] List ArrayList LinkedList Set HashSet LinkedHashSet TreeSet SortedSet NavigableSet EnumSet Collection Iterable Iterator
            ListIterator Queue Deque ArrayDeque PriorityQueue Vector Stack Stream Optional Class Enumeration Future
            CompletableFuture CompletionStage AtomicReference ThreadLocal WeakReference SoftReference Reference Spliterator
            BlockingQueue LinkedBlockingQueue ArrayBlockingQueue ConcurrentLinkedQueue CopyOnWriteArrayList CopyOnWriteArraySet AbstractList
            AbstractSet AbstractCollection AbstractQueue SequencedCollection ConcurrentSkipListSet Provider Mono Flux Publisher
            ImmutableList ImmutableSet ImmutableCollection ImmutableSortedSet Multiset ImmutableMultiset FluentIterable UnmodifiableIterator
            """
        ),
        "element",
    ),
    **dict.fromkeys(
        _words(
            """
            Map HashMap LinkedHashMap TreeMap SortedMap NavigableMap ConcurrentMap ConcurrentHashMap ConcurrentSkipListMap WeakHashMap
            IdentityHashMap EnumMap Hashtable AbstractMap Entry ImmutableMap ImmutableSortedMap BiMap ImmutableBiMap
            """
        ),
        "mapping",
    ),
    **dict.fromkeys(("Runnable", "Action"), "()"),
    **dict.fromkeys(("Supplier", "Callable"), "()0"),
    **dict.fromkeys(("Consumer",), "(0)"),
    "BiConsumer": "(0,1)",
    "Function": "(0)1",
    "BiFunction": "(0,1)2",
    **dict.fromkeys(("Predicate",), "(0)boolean"),
    "BiPredicate": "(0,1)boolean",
    "UnaryOperator": "(0)0",
    "BinaryOperator": "(0,0)0",
    "Comparator": "(0,0)int",
    "ToIntFunction": "(0)int",
    "ToLongFunction": "(0)long",
    "ToDoubleFunction": "(0)double",
    "IntFunction": "(int)0",
    "IntPredicate": "(int)boolean",
    "IntConsumer": "(int)",
    "IntUnaryOperator": "(int)int",
    "IntBinaryOperator": "(int,int)int",
    "IntSupplier": "()int",
    "BooleanSupplier": "()boolean",
    "LongSupplier": "()long",
    "DoubleSupplier": "()double",
    "LongFunction": "(long)0",
    "DoubleFunction": "(double)0",
}
"""How the arguments of generic types read; see `Language.generics`."""

RESULTS: dict[str, str] = {
    **dict.fromkeys(
        _words(
            """
            get next element first last peek poll pop remove getFirst getLast removeFirst removeLast pollFirst pollLast peekFirst peekLast
            orElse orElseGet orElseThrow getAndSet take join previous nextElement firstElement lastElement newInstance cast floor ceiling
            higher lower put getValue getOrDefault computeIfAbsent computeIfPresent merge setValue putIfAbsent findLast
            """
        ),
        "element",
    ),
    **dict.fromkeys(
        _words(
            """
            filter sorted distinct limit skip spliterator subList
            headSet tailSet subSet descendingSet reversed clone takeWhile dropWhile onClose unordered parallel
            sequential or min max boxed
            """
        ),
        "same",
    ),
    **dict.fromkeys(
        _words("assertInstanceOf assertThrows assertThrowsExactly mock spy getBean fromJson readValue treeToValue convertValue unwrap"),
        "of class",
    ),
    "collect": "collected",
    **dict.fromkeys(("collect toList", "collect toUnmodifiableList", "collect toCollection"), "List"),
    **dict.fromkeys(("collect toSet", "collect toUnmodifiableSet"), "Set"),
    "collect joining": "String",
    "reduce": "element",
    **dict.fromkeys(("map", "mapToObj", "thenApply"), "mapped here"),
    "flatMap": "flat mapped",
    "values": "as Collection",
    "keySet": "key set",
    "toList": "as List",
    **dict.fromkeys(("getEnumConstants", "toArray"), "as []"),
    **dict.fromkeys(("stream", "parallelStream"), "as Stream"),
    **dict.fromkeys(("iterator", "descendingIterator"), "as Iterator"),
    "listIterator": "as ListIterator",
    **dict.fromkeys(("findFirst", "findAny"), "as Optional"),
    "entrySet": "entries",
    "getKey": "key",
    **dict.fromkeys(("firstKey", "lastKey"), "key"),
    **dict.fromkeys(("firstEntry", "lastEntry"), "entry"),
    **dict.fromkeys(("apply", "call", "test", "applyAsInt"), "called"),
    **dict.fromkeys(
        _words("Arrays.asList List.of Collections.singletonList"),
        "of List",
    ),
    **dict.fromkeys(("Set.of", "Collections.singleton"), "of Set"),
    "Stream.of": "of Stream",
    **dict.fromkeys(("Optional.of", "Optional.ofNullable"), "of Optional"),
    **dict.fromkeys(
        _words(
            """
            Collections.unmodifiableList Collections.unmodifiableSet Collections.unmodifiableCollection Collections.unmodifiableMap
            Collections.synchronizedList Collections.synchronizedMap Objects.requireNonNull Objects.requireNonNullElse List.copyOf
            Set.copyOf Map.copyOf Arrays.copyOf Arrays.copyOfRange Arrays.stream Collections.enumeration Collections.list
            """
        ),
        "same",
    ),
    **dict.fromkeys(
        _words(
            """
            Collections.max Collections.min Iterables.getOnlyElement Iterables.getLast Iterables.getFirst Iterables.get
            Iterators.getOnlyElement Iterators.getLast Iterators.getNext
            """
        ),
        "an element",
    ),
    "ImmutableList.of": "of ImmutableList",
    "ImmutableSet.of": "of ImmutableSet",
    **dict.fromkeys(_words("ImmutableList.copyOf ImmutableSet.copyOf Lists.reverse Mockito.verify"), "same"),
}
"""What methods of the library and its static functions (with their class) give; see `Language.builtin_results`."""

CALLBACKS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        _words(
            """
            forEach map filter flatMap mapToInt mapToLong mapToDouble mapToObj anyMatch allMatch noneMatch peek removeIf ifPresent
            takeWhile dropWhile forEachOrdered thenApply thenAccept replaceAll ifPresentOrElse
            """
        ),
        ("element",),
    ),
    **dict.fromkeys(("sort", "sorted", "max", "min", "reduce"), ("element", "element")),
    **dict.fromkeys(("mapping:forEach", "mapping:replaceAll", "mapping:computeIfPresent", "mapping:compute"), ("key", "element")),
    "computeIfAbsent": ("key",),
    "merge": ("element", "element"),
}
"""What methods of the library call the functions that they are given with; see `Language.callback_params`."""

_LIMITS = ("MAX_VALUE", "MIN_VALUE", "NaN", "POSITIVE_INFINITY", "NEGATIVE_INFINITY", "SIZE", "BYTES", "MIN_NORMAL")
CONSTANT_TYPES: dict[str, str] = {
    **{f"{box}.{name}": "int" if name in ("SIZE", "BYTES") else plain for plain, box in BOXES.items() for name in _LIMITS},
    **dict.fromkeys(("Boolean.TRUE", "Boolean.FALSE"), "Boolean"),
    **{f"{name}.*": name for name in ("Locale", "TimeUnit", "ChronoUnit", "Duration", "BigDecimal", "BigInteger", "Instant")},
    "StandardCharsets.*": "Charset",
    "Calendar.*": "int",
    **dict.fromkeys(("System.out", "System.err"), "PrintStream"),
    "System.in": "InputStream",
    "File.separator": "String",
    "File.separatorChar": "char",
    "Math.PI": "double",
    "Math.E": "double",
    "[].length": "int",
}
"""Types of constants and fields of the library."""

FACTORIES = _words(
    """
    of valueOf compile getInstance forName now copyOf getDefault ofMillis ofSeconds ofNanos ofDays ofHours ofMinutes ofEpochMilli
    append insert reverse plusDays plusHours plusMinutes plusSeconds plusMillis plusMonths plusYears minusDays minusHours minusMinutes
    minusSeconds minusMillis minusMonths minusYears withZone withLocale truncatedTo atStartOfDay toAbsolutePath normalize
    randomUUID currentThread fromString getTimeZone forLanguageTag ofPattern getRuntime
    """
)
"""Static methods that give an instance of their type."""

CALLERS = _words(
    """
    forEach map filter flatMap mapToInt mapToLong mapToDouble mapToObj anyMatch allMatch noneMatch removeIf ifPresent ifPresentOrElse sort
    sorted max min reduce collect computeIfAbsent computeIfPresent compute merge replaceAll orElseGet orElseThrow assertThrows
    assertDoesNotThrow
    assertAll requireNonNull requireNonNullElseGet toMap groupingBy mapping iterate generate
    """
)
"""Methods of the library that call what they are given before they return, or while their result is read."""
