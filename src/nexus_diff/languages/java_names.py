"""What Java and its library offer under which names."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PRIMITIVES = _words("byte short int long float double char boolean void")

LANG = _words(
    """
    Object String StringBuilder StringBuffer CharSequence Character Byte Short Integer Long Float Double Boolean Number Void Math StrictMath
    Class ClassLoader ClassValue Comparable Cloneable Iterable Runnable Readable Appendable AutoCloseable Enum Record Process ProcessBuilder
    ProcessHandle Runtime RuntimePermission SecurityManager StackTraceElement StackWalker System Thread ThreadGroup ThreadLocal
    InheritableThreadLocal Throwable Exception Error RuntimeException ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException
    ClassCastException ClassNotFoundException CloneNotSupportedException EnumConstantNotPresentException IllegalAccessException
    IllegalArgumentException IllegalCallerException IllegalMonitorStateException IllegalStateException IllegalThreadStateException
    IndexOutOfBoundsException InstantiationException InterruptedException LayerInstantiationException MatchException
    NegativeArraySizeException NoSuchFieldException NoSuchMethodException NullPointerException NumberFormatException
    ReflectiveOperationException SecurityException StringIndexOutOfBoundsException TypeNotPresentException UnsupportedOperationException
    WrongThreadException AbstractMethodError AssertionError BootstrapMethodError ClassCircularityError ClassFormatError
    ExceptionInInitializerError IllegalAccessError IncompatibleClassChangeError InstantiationError InternalError LinkageError
    NoClassDefFoundError NoSuchFieldError NoSuchMethodError OutOfMemoryError StackOverflowError ThreadDeath UnknownError
    UnsatisfiedLinkError UnsupportedClassVersionError VerifyError VirtualMachineError Deprecated FunctionalInterface Override SafeVarargs
    SuppressWarnings Module ModuleLayer Package ScopedValue StringTemplate
    """
)
"""Types of `java.lang`, which every file sees."""

BUILTIN_NAMES = PRIMITIVES | LANG | {"[]"}

BUILTIN_METHODS = _words(
    """
    equals hashCode toString getClass notify notifyAll wait clone finalize compareTo compare valueOf values ordinal name
    charAt length substring indexOf lastIndexOf startsWith endsWith contains replace replaceAll replaceFirst split trim strip
    stripLeading stripTrailing isBlank isEmpty toLowerCase toUpperCase equalsIgnoreCase concat join format formatted matches chars
    codePointAt getBytes toCharArray intern repeat lines append insert delete deleteCharAt reverse setLength setCharAt
    add addAll remove removeAll removeIf retainAll clear size get set put putAll putIfAbsent getOrDefault containsKey containsValue
    containsAll keySet entrySet getKey getValue setValue iterator listIterator spliterator hasNext next hasPrevious previous
    toArray sort subList of copyOf asList stream parallelStream peek poll offer push pop addFirst addLast getFirst getLast removeFirst
    removeLast element descendingIterator firstKey lastKey first last headMap tailMap headSet tailSet computeIfAbsent computeIfPresent
    compute merge forEach forEachOrdered map mapToInt mapToLong mapToObj mapToDouble flatMap filter reduce collect limit skip distinct
    sorted
    anyMatch allMatch noneMatch findFirst findAny toList boxed sum max min count average summaryStatistics
    orElse orElseGet orElseThrow ifPresent ifPresentOrElse isPresent or test apply accept andThen compose negate identity run call
    intValue longValue doubleValue floatValue shortValue byteValue booleanValue charValue parseInt parseLong parseDouble parseBoolean
    abs ceil floor round pow sqrt random print println printf flush close read readLine write readAllBytes transferTo mark reset ready
    exists getName getPath getParent getParentFile getAbsolutePath getCanonicalPath isDirectory isFile listFiles list mkdir mkdirs
    toPath toFile resolve relativize getFileName toUri toURL openStream openConnection getResource getResourceAsStream
    getMessage getCause initCause printStackTrace getStackTrace addSuppressed getSuppressed fillInStackTrace getLocalizedMessage
    start interrupt isInterrupted isAlive setDaemon currentThread sleep yield submit execute invokeAll shutdown shutdownNow
    awaitTermination schedule cancel isDone isCancelled complete thenApply thenAccept thenCompose thenCombine exceptionally handle
    whenComplete lock unlock tryLock newCondition await signal signalAll countDown acquire release getAndIncrement incrementAndGet
    decrementAndGet
    getAndDecrement getAndSet compareAndSet getAndAdd addAndGet
    getMethod getMethods getDeclaredMethod getDeclaredMethods getField getFields getDeclaredField getDeclaredFields getConstructor
    getDeclaredConstructor getConstructors newInstance invoke setAccessible getSimpleName getSuperclass getInterfaces isInstance cast
    isAssignableFrom isInterface isArray isEnum isPrimitive getComponentType getEnumConstants getAnnotation isAnnotationPresent
    getModifiers getReturnType getParameterTypes getType getGenericType getClassLoader getPackage forName loadClass
    group groupCount find matcher compile pattern start end hitEnd lookingAt usePattern
    assertEquals assertTrue assertFalse assertNull assertNotNull assertSame assertNotSame assertThrows assertArrayEquals fail assertThat
    debug info warn error trace isDebugEnabled isTraceEnabled isInfoEnabled
    nextInt nextLong nextDouble nextBoolean nextLine hasNextLine
    getTime getYear getMonth getDayOfMonth plusDays minusDays isBefore isAfter toInstant now parse toMillis toEpochMilli
    """
)
"""Methods of the library's types that are met everywhere."""

STANDARD_MODULES = _words("java javax jdk sun com.sun org.w3c org.xml")
