"""Names of C# and of .NET's base library that mean something to the linker."""

from __future__ import annotations

NUMBERS = ("sbyte", "byte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal")
_WIDER = {
    "sbyte": ("short", "int", "long", "float", "double", "decimal"),
    "byte": ("short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal"),
    "short": ("int", "long", "float", "double", "decimal"),
    "ushort": ("int", "uint", "long", "ulong", "float", "double", "decimal"),
    "int": ("long", "float", "double", "decimal"),
    "uint": ("long", "ulong", "float", "double", "decimal"),
    "long": ("float", "double", "decimal"),
    "ulong": ("float", "double", "decimal"),
    "char": ("ushort", "int", "uint", "long", "ulong", "float", "double", "decimal"),
    "float": ("double",),
    "double": (),
    "decimal": (),
    "bool": (),
}
SYNONYMS = {
    "SByte": "sbyte", "Byte": "byte", "Int16": "short", "UInt16": "ushort", "Int32": "int", "UInt32": "uint", "Int64": "long",
    "UInt64": "ulong", "Single": "float", "Double": "double", "Decimal": "decimal", "Boolean": "bool", "Char": "char",
    "String": "string", "Object": "object",
}  # fmt: skip
"""Names of classes → the keywords that stand for them."""
_SEQUENCES = ("IList", "ICollection", "IReadOnlyList", "IReadOnlyCollection", "IEnumerable")
VALUES = frozenset(
    {*NUMBERS, "bool", "char", "DateTime", "DateTimeOffset", "TimeSpan", "Guid", "BigInteger", "DateOnly", "TimeOnly", "Half"}
)
"""Types whose values are never null by themselves."""
CONVERSIONS: dict[str, tuple[str, ...]] = {
    **{name: (*wider, "IConvertible", "IFormattable", "ValueType") for name, wider in _WIDER.items()},
    "string": ("IEnumerable", "IConvertible", "ICloneable"),
    "List": _SEQUENCES,
    "[]": (*_SEQUENCES, "Array"),
    **dict.fromkeys(("array", "tuple"), ("[]", *_SEQUENCES, "Array")),
    "list": ("List", "[]", *_SEQUENCES, "Array"),
    "Dictionary": ("IDictionary", "IReadOnlyDictionary", "ICollection", "IEnumerable"),
    "IQueryable": ("IEnumerable",),
    "IOrderedQueryable": ("IQueryable", "IEnumerable"),
    "HashSet": ("ISet", "ICollection", "IEnumerable"),
    "StringWriter": ("TextWriter",),
    "StreamWriter": ("TextWriter",),
    "StringReader": ("TextReader",),
    "StreamReader": ("TextReader",),
    "MemoryStream": ("Stream",),
    "FileStream": ("Stream",),
    "CultureInfo": ("IFormatProvider",),
    "Type": ("MemberInfo",),
    "PropertyInfo": ("MemberInfo",),
    "FieldInfo": ("MemberInfo",),
    "MethodInfo": ("MethodBase", "MemberInfo"),
    "ConstructorInfo": ("MethodBase", "MemberInfo"),
    "DateTime": (),
    "DateTimeOffset": (),
    "TimeSpan": (),
    "Guid": (),
    "Uri": (),
    "BigInteger": (),
    "*": ("object", "dynamic", "Object"),
}
"""Implicit conversions (C# standard, 10.2) and bases of common classes; "array" and "tuple" are arrays written out."""

GENERICS: dict[str, str] = {
    **{f"{name}?": "element" for name in VALUES},
    **dict.fromkeys(
        (
            "[]", "List", "IList", "ICollection", "IEnumerable", "IEnumerator", "IReadOnlyList", "IReadOnlyCollection", "HashSet", "ISet",
            "Queue", "Stack", "LinkedList", "Collection", "ReadOnlyCollection", "ObservableCollection", "IQueryable", "IOrderedEnumerable",
            "ConcurrentBag", "ConcurrentQueue", "ConcurrentStack", "SortedSet", "Span", "ReadOnlySpan", "Memory", "ImmutableList",
            "ImmutableArray", "Task", "ValueTask", "IAsyncEnumerable", "IGrouping", "KeyedCollection",
        ),
        "element",
    ),
    **dict.fromkeys(
        (
            "Dictionary", "IDictionary", "IReadOnlyDictionary", "SortedDictionary", "ConcurrentDictionary", "KeyValuePair", "SortedList",
            "ImmutableDictionary", "ILookup",
        ),
        "mapping",
    ),
    **dict.fromkeys(("Nullable", "Lazy", "WeakReference", "ThreadLocal", "AsyncLocal"), "element"),
    "Func": "function", "Action": "procedure", "Predicate": "(0)bool", "Comparison": "(0,0)int", "Converter": "(0)1",
    "EventHandler": "(object,0)void", "Expression": "union",
    **dict.fromkeys(("Tuple", "ValueTuple"), "tuple"),
}  # fmt: skip

BUILTINS = frozenset(
    {
        "Action", "Activator", "AggregateException", "AppDomain", "ArgumentException", "ArgumentNullException",
        "ArgumentOutOfRangeException", "Array", "Attribute", "BitConverter", "Boolean", "Buffer", "Byte", "Char", "Console",
        "Convert", "DateTime", "DateTimeOffset", "DBNull", "Decimal", "Delegate", "Double", "Encoding", "Enum", "Environment",
        "EventArgs", "EventHandler", "Exception", "File", "Func", "GC", "Guid", "HashSet", "IComparable", "IConvertible",
        "IDisposable", "IEnumerable", "IFormatProvider", "Int16", "Int32", "Int64", "Interlocked", "InvalidCastException",
        "InvalidOperationException", "Lazy", "List", "Math", "MemoryStream", "MethodInfo", "Monitor", "NotImplementedException",
        "NotSupportedException", "Nullable", "Object", "ObjectDisposedException", "OverflowException", "Path", "PropertyInfo",
        "Random", "Regex", "SByte", "Single", "Stream", "String", "StringBuilder", "StringComparer", "StringComparison",
        "StringReader", "StringWriter", "Task", "TextReader", "TextWriter", "Thread", "TimeSpan", "TimeZoneInfo", "Tuple", "Type",
        "UInt16", "UInt32", "UInt64", "Uri", "ValueTuple", "Version",
    }
)  # fmt: skip
"""Common classes of the base library. A name that nothing in the repository bears leads out of it."""

METHODS = frozenset(
    {
        "Add", "AddRange", "Aggregate", "All", "Any", "Append", "AppendFormat", "AppendLine", "AsReadOnly", "Average",
        "BinarySearch", "Cast", "Clear", "Clone", "Close", "Compare", "CompareTo", "Concat", "Contains", "ContainsKey", "Copy",
        "CopyTo", "Count", "CreateInstance", "DefaultIfEmpty", "Dequeue", "Dispose", "Distinct", "ElementAt", "EndsWith", "Enqueue",
        "Equals", "Except", "Exists", "Find", "FindAll", "FindIndex", "First", "FirstOrDefault", "Flush", "ForEach", "Format",
        "GetAwaiter", "GetEnumerator", "GetHashCode", "GetResult", "GetType", "GetValue", "GroupBy", "IndexOf", "Insert",
        "InsertRange", "Intersect", "Invoke", "IsNullOrEmpty", "IsNullOrWhiteSpace", "Join", "Last", "LastIndexOf", "LastOrDefault",
        "Length", "Max", "Min", "MoveNext", "OfType", "OrderBy", "OrderByDescending", "PadLeft", "PadRight", "Parse", "Peek", "Pop",
        "Push", "Read", "ReadLine", "Remove", "RemoveAll", "RemoveAt", "Replace", "Reset", "Reverse", "Select", "SelectMany",
        "SequenceEqual", "SetValue", "Single", "SingleOrDefault", "Skip", "SkipWhile", "Sort", "Split", "StartsWith", "Substring",
        "Sum", "Take", "TakeWhile", "ThenBy", "ToArray", "ToCharArray", "ToDictionary", "ToList", "ToLower", "ToLowerInvariant",
        "ToString", "ToUpper", "ToUpperInvariant", "Trim", "TrimEnd", "TrimStart", "TryAdd", "TryGetValue", "TryParse", "Union",
        "Where", "Write", "WriteLine", "Zip",
    }
)  # fmt: skip

METHOD_RESULTS: dict[str, str] = {
    **dict.fromkeys(
        (
            "ToString", "Substring", "Trim", "TrimStart", "TrimEnd", "Replace", "ToUpper", "ToLower", "ToUpperInvariant",
            "ToLowerInvariant", "PadLeft", "PadRight", "Format", "Concat", "Join", "ReadLine", "ReadToEnd", "GetName",
        ),
        "string",
    ),
    **dict.fromkeys(("IndexOf", "LastIndexOf", "Compare", "CompareTo", "GetHashCode", "Count", "ToInt32"), "int"),
    **dict.fromkeys(("Equals", "Contains", "ContainsKey", "StartsWith", "EndsWith", "IsNullOrEmpty", "Any", "All", "TryGetValue"), "bool"),
    **dict.fromkeys(("GetType", "MakeGenericType", "GetElementType", "GetGenericTypeDefinition", "GetUnderlyingType"), "Type"),
    **{f"To{name}": type for name, type in (
        ("Int16", "short"), ("Int64", "long"), ("UInt32", "uint"), ("UInt64", "ulong"), ("Double", "double"), ("Single", "float"),
        ("Decimal", "decimal"), ("Boolean", "bool"), ("DateTime", "DateTime"), ("Char", "char"), ("Byte", "byte"),
    )},
    "GetProperty": "PropertyInfo",
    "GetField": "FieldInfo",
    "GetMethod": "MethodInfo",
    "GetConstructor": "ConstructorInfo",
}  # fmt: skip

NAMED_RESULTS: dict[str, str] = {
    **dict.fromkeys(
        (
            "GetService", "GetRequiredService", "GetKeyedService", "GetRequiredKeyedService", "GetServiceOrCreateInstance", "GetInstance",
            "CreateInstance", "Resolve", "ResolveNamed", "ResolveKeyed", "ResolveOptional", "GetCustomAttribute", "Deserialize",
            "DeserializeObject", "ToObject", "Substitute.For", "Substitute.ForPartsOf", "Mock.Of", "A.Fake", "Assert.Throws",
            "Assert.ThrowsAny", "Assert.ThrowsException", "Assert.ThrowsExactly", "Assert.Catch", "Assert.IsType",
            "Assert.IsAssignableFrom",
        ), ""
    ),
    **dict.fromkeys(("GetServices", "GetAllInstances", "ResolveAll", "GetCustomAttributes", "OfType", "Cast", "Empty"), "IEnumerable"),
    **dict.fromkeys(("GetFromJsonAsync", "ReadFromJsonAsync", "DeserializeAsync", "Assert.ThrowsAsync", "Assert.ThrowsAnyAsync"), "Task"),
}  # fmt: skip
"""Method of a library, or type and method → what is around the type argument in its result."""
RESULTS: dict[str, str] = {
    **dict.fromkeys(
        ("First", "FirstOrDefault", "Last", "LastOrDefault", "Single", "SingleOrDefault", "ElementAt", "Peek", "Pop", "Dequeue", "Find",
        "Max", "Min", "GetValueOrDefault"), "element"
    ),
    **dict.fromkeys(
        ("Where", "OrderBy", "OrderByDescending", "ThenBy", "Skip", "Take", "Distinct", "Reverse", "Concat", "Union", "SkipWhile",
        "TakeWhile", "ThenByDescending", "Except", "Intersect", "DefaultIfEmpty", "AsEnumerable"), "sequence"
    ),
    **dict.fromkeys(("AsReadOnly", "FindAll", "ConfigureAwait", "Compile"), "self"),
    "ToList": "as List", "ToArray": "as []", "ToHashSet": "as HashSet", "AsQueryable": "as IQueryable",
    "Select": "mapped",
    "SelectMany": "flat mapped",
    "Aggregate": "initial",
    "GetOrAdd": "element",
    "AddOrUpdate": "element",
}  # fmt: skip
_ON_ELEMENTS = (
    "Where", "Any", "All", "First", "FirstOrDefault", "Last", "LastOrDefault", "Single", "SingleOrDefault", "Count", "Sum", "Min", "Max",
    "Average", "OrderBy", "OrderByDescending", "ThenBy", "ThenByDescending", "GroupBy", "ToDictionary", "ToLookup", "TakeWhile",
    "SkipWhile", "Find", "FindAll", "FindIndex", "Exists", "RemoveAll", "ForEach", "TrueForAll", "MinBy", "MaxBy", "DistinctBy",
    "Select", "SelectMany",
)  # fmt: skip
CALLBACKS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_ON_ELEMENTS, ("element",)),
    **dict.fromkeys(("Select", "SelectMany", "Where"), ("element", "number")),
    "Aggregate": ("initial", "element"),
    "AddOrUpdate": ("key", "element"),
    "GetOrAdd": ("key",),
}
"""What methods of sequences and mappings call the functions handed to them with."""
ELEMENT_MEMBERS = {"Value": -1, "Key": 0, "Result": -1, "Current": -1}

STANDARD = frozenset({"System", "Microsoft", "Windows"})
